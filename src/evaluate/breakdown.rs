//! The value of a position taken apart: by term, and by the man on the square.

use shakmaty::{Color, EnPassantMode, Piece, Position as _, PositionError, Role, Square};

use super::{EvalConfig, Evaluator, Terms, classical, material};
use crate::{position::Position, score::Score};

/// Where the value of a position comes from, all of it told for White in centipawns of the usual size.
#[derive(Clone, Debug)]
pub struct Breakdown {
    /// The value.
    pub value: i32,
    /// The parts it is the sum of; none for an evaluator that is no sum.
    pub parts: Vec<Part>,
    /// How full the board is, 0 to 24, if that counts.
    pub phase: Option<i32>,
    /// What comes on top of the sum: drawish material, an elementary mate.
    pub adjustment: i32,
    /// The men by square, and what is lost with each of them.
    pub pieces: Vec<PieceValue>,
}

/// One part of the sum.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// The idea in one line.
    pub idea: &'static str,
    /// What White has of it: with all pieces on the board, and with none left.
    pub white: [i32; 2],
    /// What Black has.
    pub black: [i32; 2],
    /// What it comes to, between the two, White's less Black's.
    pub value: i32,
}

/// A man where it stands.
#[derive(Clone, Copy, Debug)]
pub struct PieceValue {
    /// The square.
    pub square: Square,
    /// The man.
    pub piece: Piece,
    /// The value of the position less its value without the man. `None` for kings, and where no position is left.
    pub value: Option<i32>,
}

impl Breakdown {
    /// Takes the value of a position apart.
    #[must_use]
    pub fn of(position: &Position, config: &EvalConfig) -> Self {
        let value = white_score(position, config);
        let (parts, phase, sum) = match config.evaluator {
            Evaluator::Material => (by_role(position), None, value),
            Evaluator::Classical => by_term(position, config.terms),
            Evaluator::Network => (Vec::new(), None, value),
        };
        Self { value, parts, phase, adjustment: value - sum, pieces: pieces(position, config, value) }
    }
}

fn white_score(position: &Position, config: &EvalConfig) -> i32 {
    let score = config.evaluator.normalised(config.evaluate(position));
    if position.turn().is_white() { score.raw() } else { -score.raw() }
}

fn by_term(position: &Position, terms: Terms) -> (Vec<Part>, Option<i32>, i32) {
    let normalised = |units: i32| Evaluator::Classical.normalised(Score::cp(units)).raw();
    let classical::parts::Parts { terms, phase, sum } = classical::parts::parts(position, terms);
    let phases =
        |value: classical::tapered::Tapered| [normalised(value.middlegame()), normalised(value.endgame())];
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
    let loss = |square: Square| Some(value - white_score(&without_piece(position, square)?, config));
    let piece_value = |(square, piece): (Square, Piece)| PieceValue {
        square,
        piece,
        value: if piece.role == Role::King { None } else { loss(square) },
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
    let sum = |color: Color, role| {
        material::piece_value(role) * ((board.by_color(color) & board.by_role(role)).count() as i32)
    };
    let part = |(role, name)| {
        let (white, black) = (sum(Color::White, role), sum(Color::Black, role));
        Part {
            name,
            idea: "What they are worth.",
            white: [white; 2],
            black: [black; 2],
            value: white - black,
        }
    };
    NAMES.into_iter().map(part).collect()
}

/// The position without a man; `None` if that gives away the king of the side that has moved.
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
    fn material_is_the_sum_of_its_men() {
        let position = Position::from_fen("r3k3/8/8/8/8/8/PP6/4K2R w K - 0 1", CastlingMode::Standard);
        let found = Breakdown::of(&position.expect("legal"), &EvalConfig::from(Evaluator::Material));
        assert_eq!((found.value, found.adjustment), (200, 0));
        assert_eq!(found.parts.iter().map(|part| part.value).sum::<i32>(), 200);
        assert_eq!(found.pieces.iter().filter_map(|piece| piece.value).sum::<i32>(), 200);
        assert_eq!(found.pieces.len(), 6);
    }

    #[test]
    fn a_man_whose_loss_leaves_no_position_has_no_worth() {
        let position = Position::from_fen("4k3/4p3/8/8/8/8/8/K3R3 w - - 0 1", CastlingMode::Standard);
        let found = Breakdown::of(&position.expect("legal"), &EvalConfig::from(Evaluator::Classical));
        let value = |square| found.pieces.iter().find(|piece| piece.square == square).expect("a man").value;
        assert_eq!(value(Square::E7), None, "without it White could take the king");
        assert!(value(Square::E1).is_some_and(|value| value > 200));
    }

    #[test]
    fn the_parts_and_what_lies_beyond_come_to_the_value_but_for_rounding() {
        crate::position::random::walks(4, 50, |position| {
            let found = Breakdown::of(position, &EvalConfig::from(Evaluator::Classical));
            let sum: i32 = found.parts.iter().map(|part| part.value).sum();
            assert!((sum + found.adjustment - found.value).abs() <= found.parts.len() as i32, "{position}");
        });
    }
}
