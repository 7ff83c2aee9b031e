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
struct Seen {
    men: [[Bitboard; 6]; 2],
    sums: Box<[Chunk]>,
}

/// What each view saw last on each wing.
#[derive(Clone, Debug, Default)]
pub struct Cache([Option<Seen>; 4]);

impl Cache {
    /// The accumulator of a board as `view` sees it.
    pub fn refresh(&mut self, network: &Network, path: Path, board: &Board, view: View) -> &[Chunk] {
        let place = view.side as usize * 2 + usize::from(view.mirrored);
        let fresh = || Seen { men: [[Bitboard::EMPTY; 6]; 2], sums: network.bias.clone() };
        let Seen { men, sums } = self.0[place].get_or_insert_with(fresh);
        let (mut added, mut taken) = (Features::new(), Features::new());
        for (color, men) in Color::ALL.into_iter().zip(men) {
            for (role, old) in Role::ALL.into_iter().zip(men) {
                let new = board.by_piece(role.of(color));
                let feature = |square| Man::new(role.of(color), square).seen(view);
                (new & !*old).into_iter().for_each(|square| added.push(feature(square)));
                (*old & !new).into_iter().for_each(|square| taken.push(feature(square)));
                *old = new;
            }
        }
        adjust(network, path, sums, &added, &taken);
        sums
    }
}

/// As many as there are squares.
type Features = ArrayVec<usize, 64>;

/// Adds and takes away rows, several at each pass over the sums.
fn adjust(network: &Network, path: Path, sums: &mut [Chunk], added: &[usize], taken: &[usize]) {
    let row = |feature: usize| network.row(feature);
    let both = added.len().min(taken.len());
    let (swapped, added) = added.split_at(both);
    let (gone, taken) = taken.split_at(both);
    for (added, taken) in swapped.iter().zip(gone) {
        path.change(sums, None, [row(*added)], [row(*taken)]);
    }
    let (fours, rest) = added.as_chunks::<4>();
    for four in fours {
        path.change(sums, None, four.map(row), []);
    }
    for feature in rest {
        path.change(sums, None, [row(*feature)], []);
    }
    let (fours, rest) = taken.as_chunks::<4>();
    for four in fours {
        path.change(sums, None, [], four.map(row));
    }
    for feature in rest {
        path.change(sums, None, [], [row(*feature)]);
    }
}
