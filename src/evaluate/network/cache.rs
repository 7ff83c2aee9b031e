//! The last board of each view and wing, with its accumulator: where a king that crosses the middle finds most of its work done.
//!
//! When a view is mirrored all its features change. Against the board this view saw the last time its king stood on that wing, a few
//! men differ; only those are added and taken away ("Finny tables", Koivisto; +16 in Reckless once it had king buckets).

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Board, Color, Role};

use super::{
    Network,
    chunk::Chunk,
    features::{Man, View},
    simd::Path,
};

/// A board that was seen, and what it added up to.
#[derive(Clone, Debug)]
struct Entry {
    pieces: [[Bitboard; 6]; 2],
    accumulator: Box<[Chunk]>,
}

/// What each view saw last on each wing.
#[derive(Clone, Debug, Default)]
pub struct Cache([Option<Entry>; 4]);

impl Cache {
    /// The accumulator of a board as `view` sees it.
    pub(crate) fn refresh(&mut self, network: &Network, path: Path, board: &Board, view: View) -> &[Chunk] {
        let index = view.side as usize * 2 + usize::from(view.mirrored);
        let empty = || Entry { pieces: [[Bitboard::EMPTY; 6]; 2], accumulator: network.bias.clone() };
        let Entry { pieces, accumulator } = self.0[index].get_or_insert_with(empty);
        let (mut added, mut removed) = (Features::new(), Features::new());
        for (color, pieces) in Color::ALL.into_iter().zip(pieces) {
            for (role, old) in Role::ALL.into_iter().zip(pieces) {
                let new = board.by_piece(role.of(color));
                let feature = |square| Man::new(role.of(color), square).seen(view);
                (new & !*old).into_iter().for_each(|square| added.push(feature(square)));
                (*old & !new).into_iter().for_each(|square| removed.push(feature(square)));
                *old = new;
            }
        }
        update(network, path, accumulator, &added, &removed);
        accumulator
    }
}

/// As many as there are squares.
type Features = ArrayVec<usize, 64>;

/// Adds and takes away rows, several at each pass over the sums.
fn update(network: &Network, path: Path, accumulator: &mut [Chunk], added: &[usize], removed: &[usize]) {
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
