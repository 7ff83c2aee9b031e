//! Accumulator cache: the last board and accumulator for each side, wing and king bucket.
//!
//! When a king crosses the middle of the board or moves to another king bucket, all rows of its view change. The
//! cache contains the last board with this king on the same wing and in the same king bucket, and its accumulator. Only the few pieces and pawns that differ from
//! the board in the cache are added and subtracted. Other engines call an accumulator cache "Finny tables";
//! the idea comes from Koivisto.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Board, Color, Role};

use super::{
    Network,
    chunk::Chunk,
    features::{KING_BUCKETS, PieceOnSquare, View},
    simd::SimdPath,
};

/// A board and the accumulator of one view of this board.
#[derive(Clone, Debug)]
struct CacheEntry {
    pieces: [[Bitboard; 6]; 2],
    accumulator: Box<[Chunk]>,
}

/// Last board with its accumulator for each side, wing and king bucket.
#[derive(Clone, Debug, Default)]
pub struct Cache([Option<CacheEntry>; 4 * KING_BUCKETS]);

impl Cache {
    /// Returns the accumulator of `board` for `view`, computed from the last board in the cache for the same
    /// side, wing and king bucket, or from an empty board if there is none.
    pub(crate) fn refresh(
        &mut self,
        network: &Network,
        path: SimdPath,
        board: &Board,
        view: View,
    ) -> &[Chunk] {
        let wing = view.side as usize * 2 + usize::from(view.mirrored);
        let index = wing * KING_BUCKETS + usize::from(view.king_bucket);
        let empty = || CacheEntry { pieces: [[Bitboard::EMPTY; 6]; 2], accumulator: network.bias.clone() };
        let CacheEntry { pieces, accumulator } = self.0[index].get_or_insert_with(empty);
        let (mut added, mut removed) = (Rows::new(), Rows::new());
        for (color, pieces) in Color::ALL.into_iter().zip(pieces) {
            for (role, old) in Role::ALL.into_iter().zip(pieces) {
                let new = board.by_piece(role.of(color));
                let row = |square| PieceOnSquare::new(role.of(color), square).row(view);
                (new & !*old).into_iter().for_each(|square| added.push(row(square)));
                (*old & !new).into_iter().for_each(|square| removed.push(row(square)));
                *old = new;
            }
        }
        update(network, path, accumulator, &added, &removed);
        accumulator
    }
}

/// Indices of rows, with room for every square.
type Rows = ArrayVec<usize, 64>;

/// Adds and subtracts weight rows, several in each pass over the accumulator.
fn update(network: &Network, path: SimdPath, accumulator: &mut [Chunk], added: &[usize], removed: &[usize]) {
    let row = |index: usize| network.row(index);
    let pairs = added.len().min(removed.len());
    let (paired_added, added) = added.split_at(pairs);
    let (paired_removed, removed) = removed.split_at(pairs);
    for (added, removed) in paired_added.iter().zip(paired_removed) {
        path.change(accumulator, None, [row(*added)], [row(*removed)]);
    }
    let (chunks, rest) = added.as_chunks::<4>();
    for four in chunks {
        path.change(accumulator, None, four.map(row), []);
    }
    for index in rest {
        path.change(accumulator, None, [row(*index)], []);
    }
    let (chunks, rest) = removed.as_chunks::<4>();
    for four in chunks {
        path.change(accumulator, None, [], four.map(row));
    }
    for index in rest {
        path.change(accumulator, None, [], [row(*index)]);
    }
}
