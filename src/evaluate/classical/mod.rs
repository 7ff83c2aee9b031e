//! `classical`: a hand-written evaluation with piece-square tables and a few terms, tapered between
//! middlegame and endgame.
//!
//! The evaluation counts [features]. Each feature has two [weights], one for the middlegame and one for the
//! endgame; the remaining pieces determine the interpolation between them (tapered evaluation: Fruit,
//! Letouzey 2005). Material and piece-square scores are updated after each move ([`piece_square`]). Scores
//! that depend only on pawns and kings are stored in a hash table ([`pawn_table`]). All other terms are
//! computed anew for each position. The weights are not chosen by hand: they were fitted to the results of games
//! (Texel's tuning method, Österlund 2014). The last commit with the tuner is c7cb3b8 (tag `classical-tuner`).
//!
//! Reading order: [`features`], [`piece_square`], [`attack_info`] (attacked squares), [`pawns`], [`passed`],
//! [`threats`]. Last, [`endings`] handles cases that a sum of features cannot express. Each [term](terms) can
//! be switched off.
//!
//! **Gain.** All terms, with weights set by hand, score +363 ± 66 Elo against piece-square tables alone (200
//! games at 10,000 nodes per move, UHO openings, 2026-11-20). See [experiments](crate::search::experiments#classical).
//!
//! ```
//! use glulam::{evaluate::{Terms, classical}, chess::positions};
//!
//! // A position with colours exchanged has the same evaluation for the side to move.
//! for record in positions::classic() {
//!     let mirrored = record.position.mirrored().unwrap();
//!     assert_eq!(classical::evaluate(&mirrored, Terms::ALL), classical::evaluate(&record.position, Terms::ALL));
//! }
//! ```

/// Expands the body once for White and once for Black, so that the side is a compile-time constant in each
/// copy.
macro_rules! for_both {
    ($us:ident, $body:block) => {{
        {
            let $us = shakmaty::Color::White;
            $body
        }
        {
            let $us = shakmaty::Color::Black;
            $body
        }
    }};
}

pub mod attack_info;
pub mod endings;
pub mod features;
pub mod parts;
pub mod passed;
pub mod pawn_table;
pub mod pawns;
pub mod piece_square;
pub mod tapered;
pub mod term_sink;
pub mod terms;
pub mod threats;
pub mod weights;

use shakmaty::{Bitboard, Board, Color, Square};

use self::{
    attack_info::{AttackInfo, kings},
    features::{BISHOP_PAIR, KNIGHT_PAWNS, ROOK_PAWNS, TEMPO},
    piece_square::FULL_PHASE,
    tapered::Tapered,
    term_sink::{TermSink, Total},
    terms::Term,
};
pub use self::{
    pawn_table::PawnTable,
    piece_square::PieceSquareScore,
    terms::{Terms, UnknownTerm},
};
use crate::chess::{position::Position, score::Score};

/// Terms that [`PieceSquareScore`] updates after each move.
const INCREMENTAL_TERMS: Terms = Terms::NONE.with(Term::Material).with(Term::Squares);
/// Terms that depend, at least in part, only on pawns and kings.
const PAWN_TERMS: Terms = Terms::NONE.with(Term::Pawns).with(Term::Passed).with(Term::King);
/// Terms that need the attacks of knights, bishops, rooks and queens in [`AttackInfo`].
const ATTACK_TERMS: Terms = Terms::NONE
    .with(Term::Mobility)
    .with(Term::Attacks)
    .with(Term::Check)
    .with(Term::Passed)
    .with(Term::King);
/// Number of own pawns at which the pawn-count bonuses of knights and rooks are zero.
const AVERAGE_PAWNS: i32 = 5;

/// Computes the static evaluation from scratch, from the side to move's point of view.
pub fn evaluate(position: &Position, terms: Terms) -> Score {
    let kings = kings(position.board());
    let mut total = Total::default();
    let passed = pawns::count(position.board(), kings, terms, &mut total);
    evaluate_inner(position, PieceSquareScore::of(position.board()), terms, |_| (total.0, passed))
}

/// Computes the static evaluation with a [`PieceSquareScore`] that is up to date and with the pawn table. The
/// result equals [`evaluate`].
#[inline]
pub(crate) fn evaluate_with(
    position: &Position,
    piece_square_score: PieceSquareScore,
    terms: Terms,
    pawns: &mut PawnTable,
) -> Score {
    evaluate_inner(position, piece_square_score, terms, |kings| {
        pawns.get_or_compute(position, kings, terms, || {
            let mut total = Total::default();
            let passed = pawns::count(position.board(), kings, terms, &mut total);
            (total.0, passed)
        })
    })
}

/// Computes the static evaluation from the piece-square score and a function that returns the pawn score for
/// White and the passed pawns.
#[inline]
fn evaluate_inner(
    position: &Position,
    piece_square_score: PieceSquareScore,
    terms: Terms,
    pawns: impl FnOnce([Square; 2]) -> (Tapered, Bitboard),
) -> Score {
    let board = position.board();
    let kings = kings(board);
    let lone_king = if terms.has(Term::Endgame) { endings::lone_king(board, kings) } else { None };
    let white = lone_king.unwrap_or_else(|| {
        let mut total = Total::default();
        if INCREMENTAL_TERMS.iter().all(|term| terms.has(term)) {
            total.0 += piece_square_score.balance(kings[Color::White as usize], kings[Color::Black as usize]);
        } else {
            piece_square::count(board, kings, terms, &mut total);
        }
        let mut passed = Bitboard::EMPTY;
        if terms.intersects(PAWN_TERMS) {
            let (value, passed_pawns) = pawns(kings);
            total.0 += value;
            passed = passed_pawns;
        }
        count_pieces(position, passed, terms, &mut total);
        final_value(board, kings, total.0, piece_square_score.phase(), terms)
    });
    Score::cp(if position.turn().is_white() { white } else { -white })
}

/// Passes the count of every feature of `terms` to `sink`. The evaluation is the weighted sum of the counts,
/// tapered and corrected by [`endings`].
pub fn count(position: &Position, terms: Terms, sink: &mut impl TermSink) {
    let board = position.board();
    let kings = kings(board);
    piece_square::count(board, kings, terms, sink);
    let passed = pawns::count(board, kings, terms, sink);
    count_pieces(position, passed, terms, sink);
}

/// Counts the features that involve pieces.
#[inline]
fn count_pieces(position: &Position, passed: Bitboard, terms: Terms, sink: &mut impl TermSink) {
    if terms.intersects(ATTACK_TERMS.with(Term::Pawns)) {
        let mut info = AttackInfo::new(position.board());
        if terms.intersects(ATTACK_TERMS) {
            info.add_pieces(terms, sink);
        }
        if terms.has(Term::Attacks) {
            threats::count_attacks(&info, sink);
        }
        if terms.has(Term::Check) {
            threats::count_checks(&info, position.is_check().then_some(position.turn()), sink);
        }
        if terms.has(Term::Pawns) {
            pawns::count_pieces(&info, sink);
        }
        if terms.has(Term::Passed) && passed.any() {
            passed::count(&info, passed, position.turn(), sink);
        }
        if terms.has(Term::King) {
            threats::count_king_attack(&info, sink);
        }
    }
    if terms.has(Term::Endgame) {
        count_imbalance(position.board(), sink);
    }
    if terms.has(Term::Tempo) {
        sink.add(position.turn(), TEMPO.at(0), 1);
    }
}

/// Counts the bishop pair, and the knights and rooks weighted by the number of own pawns (Kaufman 1999).
#[inline]
fn count_imbalance(board: &Board, sink: &mut impl TermSink) {
    for_both!(us, {
        let pieces = board.by_color(us);
        if (pieces & board.bishops()).more_than_one() {
            sink.add(us, BISHOP_PAIR.at(0), 1);
        }
        let pawns = (pieces & board.pawns()).count() as i32 - AVERAGE_PAWNS;
        sink.add(us, KNIGHT_PAWNS.at(0), pawns * (pieces & board.knights()).count() as i32);
        sink.add(us, ROOK_PAWNS.at(0), pawns * (pieces & board.rooks()).count() as i32);
    });
}

/// Returns the static evaluation from White's point of view for a sum of features, after tapering and endgame
/// corrections.
#[inline]
fn final_value(board: &Board, kings: [Square; 2], total: Tapered, phase: i32, terms: Terms) -> i32 {
    let value = taper(total, phase);
    if !terms.has(Term::Endgame) {
        return value;
    }
    let scale = endings::scale(board, Color::from_white(value >= 0), kings);
    value * scale / endings::FULL_SCALE + endings::won(board, kings)
}

/// Interpolates between middlegame and endgame by the game phase.
#[inline]
pub(crate) const fn taper(total: Tapered, phase: i32) -> i32 {
    (total.middlegame() * phase + total.endgame() * (FULL_PHASE - phase)) / FULL_PHASE
}

#[cfg(test)]
mod tests;
