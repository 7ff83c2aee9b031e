//! Evaluation of `classical` by term and side.

use shakmaty::Color;

use super::{
    Terms, count, features::GROUPS, piece_square::PieceSquareScore, taper, tapered::Tapered,
    term_sink::TermSink, terms::Term, weights::WEIGHTS,
};
use crate::chess::position::Position;

/// Sum of each term for each side: `[Black, White]`, indexed by term.
#[derive(Clone, Debug)]
struct ByTerm(Vec<[Tapered; 2]>);

impl TermSink for ByTerm {
    fn add(&mut self, us: Color, feature: usize, count: i32) {
        // The groups are sorted by their first feature.
        let group = GROUPS.partition_point(|group| group.first <= feature) - 1;
        self.0[GROUPS[group].term as usize][us as usize] += WEIGHTS[feature] * count;
    }
}

/// Components of the evaluation of one position.
#[derive(Clone, Debug)]
pub struct Parts {
    /// Each enabled term with its sums `[Black, White]`.
    pub terms: Vec<(Term, [Tapered; 2])>,
    /// Game phase, from 0 without pieces to [`FULL_PHASE`](super::piece_square::FULL_PHASE).
    pub phase: i32,
    /// Tapered sum of all enabled terms, from White's point of view.
    pub sum: i32,
}

/// Computes the terms of a position. The tapered sum of the terms is the [static evaluation](super::evaluate)
/// unless the module [`endings`](super::endings) corrects it.
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
    use crate::{chess::position::random, evaluate::classical};

    #[test]
    fn the_terms_sum_to_the_evaluation() {
        random::walks(9, 60, |position| {
            // The term `Endgame` is excluded because it also scales and corrects the sum.
            let terms = Terms::ALL.without(Term::Endgame);
            let white = classical::evaluate(position, terms).raw();
            let white = if position.turn().is_white() { white } else { -white };
            assert_eq!(parts(position, terms).sum, white, "{position}");
        });
    }
}
