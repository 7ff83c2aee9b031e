//! Accumulator cache for mirrored views: the last board and accumulator for each side and wing.
//!
//! When a king crosses the middle of the board, all features of its view change. The cache contains the last
//! board with this king on the same wing, and its accumulator. Only the few pieces and pawns that differ from
//! the board in the cache are added and subtracted. Other engines call an accumulator cache "Finny tables";
//! the idea comes from Koivisto.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Board, Color, Role};

use super::{
    Network,
    chunk::Chunk,
    features::{PieceOnSquare, View},
    simd::SimdPath,
};

/// A board and the accumulator of one view of this board.
#[derive(Clone, Debug)]
struct CacheEntry {
    pieces: [[Bitboard; 6]; 2],
    accumulator: Box<[Chunk]>,
}

/// Last board with its accumulator for each side and wing.
#[derive(Clone, Debug, Default)]
pub struct Cache([Option<CacheEntry>; 4]);

impl Cache {
    /// Returns the accumulator of `board` for `view`, computed from the last board in the cache for the same
    /// side and wing, or from an empty board if there is none.
    pub(crate) fn refresh(
        &mut self,
        network: &Network,
        path: SimdPath,
        board: &Board,
        view: View,
    ) -> &[Chunk] {
        let index = view.side as usize * 2 + usize::from(view.mirrored);
        let empty = || CacheEntry { pieces: [[Bitboard::EMPTY; 6]; 2], accumulator: network.bias.clone() };
        let CacheEntry { pieces, accumulator } = self.0[index].get_or_insert_with(empty);
        let (mut added, mut removed) = (Features::new(), Features::new());
        for (color, pieces) in Color::ALL.into_iter().zip(pieces) {
            for (role, old) in Role::ALL.into_iter().zip(pieces) {
                let new = board.by_piece(role.of(color));
                let feature = |square| PieceOnSquare::new(role.of(color), square).feature(view);
                (new & !*old).into_iter().for_each(|square| added.push(feature(square)));
                (*old & !new).into_iter().for_each(|square| removed.push(feature(square)));
                *old = new;
            }
        }
        update(network, path, accumulator, &added, &removed);
        accumulator
    }
}

/// List of features, with room for every square.
type Features = ArrayVec<usize, 64>;

/// Adds and subtracts weight rows, several in each pass over the accumulator.
fn update(network: &Network, path: SimdPath, accumulator: &mut [Chunk], added: &[usize], removed: &[usize]) {
    let row = |feature: usize| network.row(feature);
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
    for feature in rest {
        path.change(accumulator, None, [row(*feature)], []);
    }
    let (chunks, rest) = removed.as_chunks::<4>();
    for four in chunks {
        path.change(accumulator, None, [], four.map(row));
    }
    for feature in rest {
        path.change(accumulator, None, [], [row(*feature)]);
    }
}
