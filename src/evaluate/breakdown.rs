//! Breakdown of a static evaluation by term and by the piece on each square.

use serde::{Serialize, Serializer};
use shakmaty::{Color, EnPassantMode, Piece, Position as _, PositionError, Role, Square};

use super::{EvalConfig, Evaluator, Terms, classical, material};
use crate::{
    chess::{position::Position, score::Score},
    support::json::as_text,
};

/// Components of a static evaluation, in normalised centipawns from White's point of view.
#[derive(Clone, Debug, Serialize)]
pub struct Breakdown {
    /// Static evaluation of the position, in normalised centipawns from White's point of view.
    #[serde(skip)]
    pub value: i32,
    /// Game phase, from 24 with all pieces on the board to 0 without pieces; `null` for an evaluator without
    /// phases.
    pub phase: Option<i32>,
    /// Terms whose values and `beyond` add up to the evaluation, except for rounding; empty for `network`,
    /// which is not a sum of terms.
    #[serde(rename = "terms")]
    pub parts: Vec<Part>,
    /// Correction added after the sum, for drawish material and elementary checkmates.
    #[serde(rename = "beyond")]
    pub adjustment: i32,
    /// All pieces and pawns in order of squares, each with the difference that its removal makes to the
    /// evaluation.
    pub pieces: Vec<PieceValue>,
}

/// One term of an evaluation that is a sum of terms.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// Name of the term.
    #[serde(rename = "term")]
    pub name: &'static str,
    /// Description of the term in one line.
    pub idea: &'static str,
    /// Value of the term for White.
    pub white: Phases,
    /// Value of the term for Black.
    pub black: Phases,
    /// White's value minus Black's value, interpolated between middlegame and endgame.
    pub value: i32,
}

/// A tapered value: one number for the middlegame and one for the endgame.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Phases {
    /// Value of the term with all pieces on the board.
    pub middlegame: i32,
    /// Value of the term without pieces on the board.
    pub endgame: i32,
}

/// A piece or pawn on its square, with its contribution to the evaluation.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PieceValue {
    /// Square of the piece or pawn.
    #[serde(serialize_with = "as_text")]
    pub square: Square,
    /// Letter of the piece or pawn as in FEN: upper case for White, lower case for Black.
    #[serde(serialize_with = "letter")]
    pub piece: Piece,
    /// Contribution of the piece or pawn: static evaluation of the position minus the evaluation without it.
    /// `null` for kings, and if the removal would leave the side not to move in check.
    pub value: Option<i32>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires this signature")]
fn letter<S: Serializer>(piece: &Piece, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(piece.char())
}

impl Breakdown {
    /// Computes the breakdown of a position.
    pub fn of(position: &Position, config: &EvalConfig) -> Self {
        let value = white_score(position, config);
        let (parts, phase, sum) = match config.evaluator {
            Evaluator::Material => (by_role(position), None, value),
            Evaluator::Classical => by_term(position, config.terms),
            Evaluator::Network => (Vec::new(), None, value),
        };
        Self { value, phase, parts, adjustment: value - sum, pieces: pieces(position, config, value) }
    }
}

fn white_score(position: &Position, config: &EvalConfig) -> i32 {
    let score = config.evaluator.normalised(config.evaluate(position));
    if position.turn().is_white() { score.raw() } else { -score.raw() }
}

fn by_term(position: &Position, terms: Terms) -> (Vec<Part>, Option<i32>, i32) {
    let normalised = |units: i32| Evaluator::Classical.normalised(Score::cp(units)).raw();
    let classical::parts::Parts { terms, phase, sum } = classical::parts::parts(position, terms);
    let phases = |value: classical::tapered::Tapered| Phases {
        middlegame: normalised(value.middlegame()),
        endgame: normalised(value.endgame()),
    };
    let part = |(term, [black, white]): (classical::terms::Term, [_; 2])| Part {
        name: term.name(),
        idea: term.idea(),
        white: phases(white),
        black: phases(black),
        value: normalised(classical::taper(white - black, phase)),
    };
    (terms.into_iter().map(part).collect(), Some(phase), normalised(sum))
}

fn pieces(position: &Position, config: &EvalConfig, value: i32) -> Vec<PieceValue> {
    let contribution = |square: Square| Some(value - white_score(&without_piece(position, square)?, config));
    let piece_value = |(square, piece): (Square, Piece)| PieceValue {
        square,
        piece,
        value: if piece.role == Role::King { None } else { contribution(square) },
    };
    position.board().clone().into_iter().map(piece_value).collect()
}

fn by_role(position: &Position) -> Vec<Part> {
    const NAMES: [(Role, &str); 5] = [
        (Role::Pawn, "pawns"),
        (Role::Knight, "knights"),
        (Role::Bishop, "bishops"),
        (Role::Rook, "rooks"),
        (Role::Queen, "queens"),
    ];
    let board = position.board();
    let material = |color: Color, role| {
        material::piece_value(role) * ((board.by_color(color) & board.by_role(role)).count() as i32)
    };
    let constant = |value| Phases { middlegame: value, endgame: value };
    let part = |(role, name)| {
        let (white, black) = (material(Color::White, role), material(Color::Black, role));
        Part {
            name,
            idea: "Total value of all pieces or pawns of this type.",
            white: constant(white),
            black: constant(black),
            value: white - black,
        }
    };
    NAMES.into_iter().map(part).collect()
}

/// Returns the position without one piece, or `None` if the side not to move would then be in check.
fn without_piece(position: &Position, square: Square) -> Option<Position> {
    let mut setup = position.chess().to_setup(EnPassantMode::Legal);
    setup.board.discard_piece_at(square);
    setup.ep_square = None;
    let chess = setup
        .position(position.castling_mode())
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_impossible_check)
        .ok()?;
    Some(Position::new(chess))
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;

    #[test]
    fn the_breakdown_of_material_adds_up_over_terms_and_over_pieces() {
        let position = Position::from_fen("r3k3/8/8/8/8/8/PP6/4K2R w K - 0 1", CastlingMode::Standard);
        let found = Breakdown::of(&position.expect("legal"), &EvalConfig::from(Evaluator::Material));
        assert_eq!((found.value, found.adjustment), (200, 0));
        assert_eq!(found.parts.iter().map(|part| part.value).sum::<i32>(), 200);
        assert_eq!(found.pieces.iter().filter_map(|piece| piece.value).sum::<i32>(), 200);
        assert_eq!(found.pieces.len(), 6);
    }

    #[test]
    fn a_piece_has_no_value_if_its_removal_makes_the_position_illegal() {
        let position = Position::from_fen("4k3/4p3/8/8/8/8/8/K3R3 w - - 0 1", CastlingMode::Standard);
        let found = Breakdown::of(&position.expect("legal"), &EvalConfig::from(Evaluator::Classical));
        let value = |square| found.pieces.iter().find(|piece| piece.square == square).expect("a piece").value;
        assert_eq!(value(Square::E7), None, "without the pawn Black would be in check");
        assert!(value(Square::E1).is_some_and(|value| value > 200));
    }

    #[test]
    fn terms_and_correction_add_up_to_the_evaluation_except_for_rounding() {
        crate::chess::position::random::walks(4, 50, |position| {
            let found = Breakdown::of(position, &EvalConfig::from(Evaluator::Classical));
            let sum: i32 = found.parts.iter().map(|part| part.value).sum();
            assert!((sum + found.adjustment - found.value).abs() <= found.parts.len() as i32, "{position}");
        });
    }
}
