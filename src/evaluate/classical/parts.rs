//! The sum of features taken apart by term and side.

use shakmaty::Color;

use super::{
    Terms, count, features::GROUPS, piece_square::PieceSquareScore, taper, tapered::Tapered,
    term_sink::TermSink, terms::Term, weights::WEIGHTS,
};
use crate::position::Position;

/// What each term gives each side: `[Black, White]` by the number of the term.
#[derive(Clone, Debug)]
struct ByTerm(Vec<[Tapered; 2]>);

impl TermSink for ByTerm {
    fn add(&mut self, us: Color, feature: usize, count: i32) {
        // The groups lie in the order of their features.
        let group = GROUPS.partition_point(|group| group.first <= feature) - 1;
        self.0[GROUPS[group].term as usize][us as usize] += WEIGHTS[feature] * count;
    }
}

/// A position as `classical` sums it up.
#[derive(Clone, Debug)]
pub struct Parts {
    /// Each term of the set with what it gives `[Black, White]`.
    pub terms: Vec<(Term, [Tapered; 2])>,
    /// How full the board is, from 0 to [`FULL_PHASE`](super::piece_square::FULL_PHASE).
    pub phase: i32,
    /// The tapered sum for White.
    pub sum: i32,
}

/// Takes a position apart. What the terms come to is the [value](super::evaluate) unless the
/// [endings](super::endings) know better.
pub fn parts(position: &Position, terms: Terms) -> Parts {
    let mut by_term = ByTerm(vec![[Tapered::ZERO; 2]; Term::ALL.len()]);
    count(position, terms, &mut by_term);
    let phase = PieceSquareScore::of(position.board()).phase();
    let total = by_term.0.iter().fold(Tapered::ZERO, |sum, [black, white]| sum + *white - *black);
    let terms = terms.iter().map(|term| (term, by_term.0[term as usize])).collect();
    Parts { terms, phase, sum: taper(total, phase) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{evaluate::classical, position::random};

    #[test]
    fn the_parts_come_to_the_whole() {
        random::walks(9, 60, |position| {
            // Without this term nothing is added or scaled behind the sum.
            let terms = Terms::ALL.without(Term::Endgame);
            let white = classical::evaluate(position, terms).raw();
            let white = if position.turn().is_white() { white } else { -white };
            assert_eq!(parts(position, terms).sum, white, "{position}");
        });
    }
}
