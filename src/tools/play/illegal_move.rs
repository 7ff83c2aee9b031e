//! Explains why a typed move is not legal: [`refusal`].
//!
//! For a piece of the side to move, [`explain`] tests in this order whether an own piece is on the target
//! square, whether the piece moves that way, whether a piece blocks its path, and whether its own king would
//! be in check.

use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, Color, File, Piece, Position as _, Rank, Role, Square, attacks,
};

use super::{game::ConsoleGame, notation};
use crate::chess::position::{Move, MoveError, MoveToSquare, Position, WrittenMove, readings};

/// Returns a sentence that says why `text`, for which [`read_move`](crate::chess::position::read_move) returned `error`, is
/// not played.
pub fn refusal(game: &ConsoleGame, text: &str, error: &MoveError) -> String {
    let Some(written) = readings(text).next().filter(|_| !matches!(error, MoveError::Foreign(..))) else {
        return match error {
            MoveError::Foreign(..) => error.to_string(),
            _ => format!(
                "'{text}' is neither a move nor a command: enter a move such as Nf3 or g1f3, or help."
            ),
        };
    };
    let reason = match written {
        WrittenMove::Castling(side) => explain_castling(game, side),
        WrittenMove::ToSquare(MoveToSquare { from_file: Some(from), to_file, to_rank: None, .. }) => {
            match error {
                MoveError::Ambiguous(..) => return format!("{error}."),
                _ => format!("no pawn on the {from} file can capture a piece on the {to_file} file"),
            }
        }
        WrittenMove::ToSquare(written) => explain_written(game, written),
    };
    format!("{text} is not legal: {reason}.")
}

/// Explains why a written move with a destination is not legal, or is ambiguous.
fn explain_written(game: &ConsoleGame, written: MoveToSquare) -> String {
    let position = game.position();
    let to = Square::from_coords(written.to_file, written.to_rank.unwrap_or(Rank::First));
    let from = written.from_file.zip(written.from_rank).map(|(file, rank)| Square::from_coords(file, rank));
    let king = position.king();
    let moves_king = written.role.map_or(from == Some(king), |role| role == Role::King);
    if moves_king && let Some(side) = castling_intended(position, king, to) {
        return explain_castling(game, side);
    }
    let candidates = match (written.role, from) {
        (None, Some(from)) => Bitboard::from(from),
        (role, _) => candidates(position, role.unwrap_or(Role::Pawn), written),
    };
    let moves = position.legal_moves();
    let reaches = |mv: &&Move| {
        !mv.is_castle() && mv.to() == to && mv.from().is_some_and(|from| candidates.contains(from))
    };
    let legal: Vec<_> = moves.iter().filter(reaches).copied().collect();
    match (&legal[..], written.role, from) {
        ([], None, Some(from)) => explain(position, from, to)
            .unwrap_or_else(|| "this move is not possible in the current position".to_owned()),
        ([], role, _) => {
            let role = role.unwrap_or(Role::Pawn);
            if candidates.is_empty() {
                no_candidate(position, role, written)
            } else {
                why_unreachable(position, role, candidates, to)
            }
        }
        ([mv], ..) if written.is_capture && !mv.is_capture() => {
            format!("there is nothing to capture on {to}; the move without x is {}", position.san(*mv))
        }
        (legal, ..) if written.promotion.is_some() || legal[0].promotion().is_some() => {
            promotion_choices(position, legal)
        }
        (legal, ..) => {
            let choices: Vec<_> = legal.iter().map(|mv| position.san(*mv)).collect();
            format!(
                "more than one {} can move to {to}: write {}",
                notation::role_name(legal[0].role()),
                notation::join_words(&choices, "or")
            )
        }
    }
}

/// Returns the castling side if a move of the king to `to` means castling: along its back rank onto an own rook that
/// has the castling right, or two squares to its castling square.
fn castling_intended(position: &Position, king: Square, to: Square) -> Option<CastlingSide> {
    let us = position.turn();
    if king.rank() != to.rank() || king.rank() != us.fold_wb(Rank::First, Rank::Eighth) {
        return None;
    }
    let side = CastlingSide::from_queen_side(to < king);
    let own_rook = position.chess().castles().rook(us, side) == Some(to);
    // In Chess960 the king may start on any file, in standard chess only on the e-file.
    let home = position.castling_mode() == CastlingMode::Chess960 || king.file() == File::E;
    let leap = home && king.file().distance(to.file()) == 2 && to == side.king_to(us);
    (own_rook || leap).then_some(side)
}

/// Returns the squares of the side to move's pieces that have the type, file and rank that a written move names.
fn candidates(position: &Position, role: Role, written: MoveToSquare) -> Bitboard {
    let own = position.board().by_piece(role.of(position.turn()));
    let pawn_file = Some(written.to_file).filter(|_| role == Role::Pawn);
    let file = written.from_file.or(pawn_file).map_or(Bitboard::FULL, Bitboard::from);
    own & file & written.from_rank.map_or(Bitboard::FULL, Bitboard::from)
}

/// Explains why the side to move has no legal move from `from` to `to`; castling is ignored. Returns
/// `None` if a move from `from` to `to` that is not castling is legal.
fn explain(position: &Position, from: Square, to: Square) -> Option<String> {
    let us = position.turn();
    let Some(piece) = position.board().piece_at(from) else {
        return Some(format!("there is no piece on {from}"));
    };
    if piece.color != us {
        let piece = notation::piece_on(position, from);
        return Some(format!("{piece} is not yours; {} is to move", notation::side_name(us)));
    }
    if from == to {
        return Some(format!("{} must move to a different square", notation::piece_on(position, from)));
    }
    obstacle(position, piece, from, to).or_else(|| king_danger(position, piece.role, from, to))
}

/// Explains why `piece` on `from` cannot move to `to`, ignoring checks to its own king; `None` if it can.
fn obstacle(position: &Position, piece: Piece, from: Square, to: Square) -> Option<String> {
    if position.board().by_color(piece.color).contains(to) {
        return Some(format!("your own {} is on {to}", role_on(position, to)));
    }
    if piece.role == Role::Pawn {
        return pawn_obstacle(position, piece.color, from, to);
    }
    if !attacks::attacks(from, piece, Bitboard::EMPTY).contains(to) {
        return Some(format!("{}, so it cannot go from {from} to {to}", movement_rule(piece.role)));
    }
    blocked(position, from, to)
}

fn role_on(position: &Position, square: Square) -> &'static str {
    position.board().role_at(square).map_or("piece", notation::role_name)
}

const fn movement_rule(role: Role) -> &'static str {
    match role {
        Role::Pawn => "a pawn moves straight forward",
        Role::Knight => "a knight moves two squares along a rank or file and one square to the side",
        Role::Bishop => "a bishop moves along diagonals",
        Role::Rook => "a rook moves along ranks and files",
        Role::Queen => "a queen moves along ranks, files and diagonals",
        Role::King => "a king moves one square at a time",
    }
}

/// Explains which piece blocks the path between two squares on a line, the one nearest to `from`; `None` if
/// the path is free.
fn blocked(position: &Position, from: Square, to: Square) -> Option<String> {
    let between = attacks::between(from, to) & position.board().occupied();
    let nearest = between.into_iter().min_by_key(|square| from.distance(*square))?;
    Some(format!("the path from {from} to {to} is blocked by {}", notation::piece_on(position, nearest)))
}

fn pawn_obstacle(position: &Position, us: Color, from: Square, to: Square) -> Option<String> {
    let ranks = us.fold_wb(1, -1) * (i32::from(to.rank()) - i32::from(from.rank()));
    let files = from.file().distance(to.file());
    match (files, ranks) {
        (_, ..=-1) => Some("a pawn cannot move backwards".to_owned()),
        (0, 1 | 2) => pawn_push_obstacle(position, us, from, to, ranks),
        (1, 1) => pawn_capture_obstacle(position, us, from, to),
        (0, _) => Some("a pawn moves one square forward, or two from its starting square".to_owned()),
        _ => Some("a pawn moves straight forward and captures one square diagonally forward".to_owned()),
    }
}

fn pawn_push_obstacle(
    position: &Position,
    us: Color,
    from: Square,
    to: Square,
    ranks: i32,
) -> Option<String> {
    if ranks == 2 && from.rank() != us.fold_wb(Rank::Second, Rank::Seventh) {
        return Some("a pawn moves two squares only from its starting square".to_owned());
    }
    if let Some(reason) = blocked(position, from, to) {
        return Some(reason);
    }
    position.board().occupied().contains(to).then(|| {
        let blocker = notation::piece_on(position, to);
        format!("{blocker} is in the way, and a pawn captures only diagonally")
    })
}

fn pawn_capture_obstacle(position: &Position, us: Color, from: Square, to: Square) -> Option<String> {
    let board = position.board();
    if board.occupied().contains(to) || position.chess().pseudo_legal_ep_square() == Some(to) {
        return None;
    }
    let passed = Square::from_coords(to.file(), from.rank());
    let neighbour = board.piece_at(passed) == Some((!us).pawn());
    Some(if neighbour && from.rank() == us.fold_wb(Rank::Fifth, Rank::Fourth) {
        format!(
            "{} can be captured en passant only directly after its advance of two squares",
            notation::piece_on(position, passed)
        )
    } else {
        format!("a pawn moves diagonally only to capture, and {to} is empty")
    })
}

/// Explains how a move of a piece that can reach `to` leaves its own king in check; `None` if the king
/// is not in check after the move.
fn king_danger(position: &Position, role: Role, from: Square, to: Square) -> Option<String> {
    let us = position.turn();
    let board = position.board();
    if role == Role::King {
        let attackers = board.attacks_to(to, !us, board.occupied().without(from).with(to));
        return if (attackers & board.kings()).any() {
            Some("the kings cannot be on adjacent squares".to_owned())
        } else {
            attackers.any().then(|| {
                format!(
                    "on {to} your king would be in check from {}",
                    notation::pieces_on(position, attackers)
                )
            })
        };
    }
    let checkers = position.checkers();
    if checkers.more_than_one() {
        return Some(format!(
            "your king is in double check from {}, so the king must move",
            notation::pieces_on(position, checkers)
        ));
    }
    let en_passant = role == Role::Pawn && from.file() != to.file() && !board.occupied().contains(to);
    let mut after = board.clone();
    let moved = after.remove_piece_at(from)?;
    if en_passant {
        after.discard_piece_at(Square::from_coords(to.file(), from.rank()));
    }
    after.set_piece_at(to, moved);
    let attackers = after.attacks_to(position.king(), !us, after.occupied());
    let king = notation::piece_on(position, position.king());
    let names = |squares| notation::pieces_on(position, squares);
    if (attackers & checkers).any() {
        Some(format!("{king} is in check from {}, and this move does not end the check", names(checkers)))
    } else if attackers.is_empty() {
        None
    } else if en_passant && !position.pinned().contains(from) {
        Some(format!("capturing en passant would expose {king} to {}", names(attackers)))
    } else {
        Some(format!("{} is pinned to your king by {}", notation::piece_on(position, from), names(attackers)))
    }
}

/// Explains that the side to move has no piece of the type, file and rank that a written move names.
fn no_candidate(position: &Position, role: Role, written: MoveToSquare) -> String {
    let file = written.from_file.or_else(|| (role == Role::Pawn).then_some(written.to_file));
    let place = match (file, written.from_rank) {
        (Some(file), Some(rank)) => format!(" on {file}{rank}"),
        (Some(file), None) => format!(" on the {file} file"),
        (None, Some(rank)) => format!(" on rank {rank}"),
        (None, None) => String::new(),
    };
    format!("{} has no {}{place}", notation::side_name(position.turn()), notation::role_name(role))
}

/// Explains that the typed move lacks its promotion piece, or that it names one although it is not a
/// promotion.
fn promotion_choices(position: &Position, legal: &[Move]) -> String {
    let choices: Vec<_> = legal.iter().map(|mv| position.san(*mv)).collect();
    match legal {
        [mv] if mv.promotion().is_none() => "only a pawn that reaches the last rank promotes".to_owned(),
        _ => format!("choose the promotion piece: {}", notation::join_words(&choices, "or")),
    }
}

/// Explains why none of the pieces on `candidates` can move to `to`.
fn why_unreachable(position: &Position, role: Role, candidates: Bitboard, to: Square) -> String {
    let us = position.turn();
    let piece = role.of(us);
    if position.board().by_color(us).contains(to) {
        return format!("your own {} is on {to}", role_on(position, to));
    }
    let arriving = candidates.into_iter().filter(|from| obstacle(position, piece, *from, to).is_none());
    let dangers: Vec<_> = arriving.filter_map(|from| king_danger(position, role, from, to)).collect();
    if let Some((first, others)) = dangers.split_first() {
        let differs = others.iter().any(|danger| danger != first);
        return if differs { dangers.join("; ") } else { first.clone() };
    }
    let nearest =
        candidates.into_iter().min_by_key(|from| (has_passed(position, role, *from, to), from.distance(to)));
    let aims = |from: &Square| attacks::attacks(*from, piece, Bitboard::EMPTY).contains(to);
    let blocked: Vec<_> = candidates.into_iter().filter(aims).collect();
    let blamed = match (blocked.as_slice(), role) {
        ([from], Role::Bishop | Role::Rook | Role::Queen) => Some(*from),
        (_, Role::Pawn) => nearest,
        _ => candidates.single_square(),
    };
    blamed
        .and_then(|from| obstacle(position, piece, from, to))
        .unwrap_or_else(|| format!("none of your {}s can reach {to}", notation::role_name(role)))
}

/// Returns whether the piece on `from` is a pawn that has already reached or passed the rank of `to`.
fn has_passed(position: &Position, role: Role, from: Square, to: Square) -> bool {
    let steps = i32::from(to.rank()) - i32::from(from.rank());
    role == Role::Pawn && position.turn().fold_wb(steps, -steps) <= 0
}

/// Explains why the side to move cannot castle to `side`.
fn explain_castling(game: &ConsoleGame, side: CastlingSide) -> String {
    let position = game.position();
    let us = position.turn();
    let castles = position.chess().castles();
    let Some(rook) = castles.rook(us, side) else { return castling_right_lost(game, side) };
    let board = position.board();
    let king = position.king();
    if position.is_check() {
        let checkers = notation::pieces_on(position, position.checkers());
        return format!("your king is in check from {checkers}, and castling out of check is not allowed");
    }
    let in_the_way = castles.path(us, side) & board.occupied();
    if let Some(nearest) = in_the_way.into_iter().min_by_key(|square| king.distance(*square)) {
        return format!("{} is in the way of castling", notation::piece_on(position, nearest));
    }
    let target = side.king_to(us);
    let mut passed: Vec<_> = attacks::between(king, target).into_iter().collect();
    passed.sort_by_key(|square| king.distance(*square));
    for square in passed {
        let attackers = board.attacks_to(square, !us, board.occupied().without(king));
        if attackers.any() {
            return format!(
                "the king would pass over {square}, which is attacked by {}",
                notation::pieces_on(position, attackers)
            );
        }
    }
    let occupied = board.occupied().without(king).without(rook).with(side.rook_to(us));
    let attackers = board.attacks_to(target, !us, occupied);
    format!("on {target} your king would be in check from {}", notation::pieces_on(position, attackers))
}

fn castling_right_lost(game: &ConsoleGame, side: CastlingSide) -> String {
    let us = game.turn();
    let word = if side == CastlingSide::KingSide { "kingside" } else { "queenside" };
    let has_right = |position: &Position| position.chess().castles().has(us, side);
    match game.move_that_ended(has_right) {
        Some(mv) => format!("the right to castle {word} was lost with {mv}"),
        None => format!("the game started without the right to castle {word}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::position::{random, read_move},
        tools::play::game::tests::played,
    };

    #[test]
    fn every_pair_of_squares_is_a_legal_move_or_has_an_explanation() {
        let mut reasons = 0;
        random::walks(6, 100, |position| {
            let legal = position.legal_moves();
            for from in Square::ALL {
                for to in Square::ALL {
                    let is_legal =
                        legal.iter().any(|mv| !mv.is_castle() && mv.from() == Some(from) && mv.to() == to);
                    let reason = explain(position, from, to);
                    assert_eq!(reason.is_none(), is_legal, "{position} {from}{to}: {reason:?}");
                    reasons += usize::from(reason.is_some());
                }
            }
        });
        assert!(reasons > 100_000, "{reasons}");
    }

    #[test]
    fn every_reason_against_castling_is_explained() {
        let castle = |fen: &str, moves: &str, side| explain_castling(&played(fen, moves), side);
        let (short, long) = (CastlingSide::KingSide, CastlingSide::QueenSide);
        assert_eq!(castle("", "", short), "your bishop on f1 is in the way of castling");
        assert_eq!(castle("", "", long), "your queen on d1 is in the way of castling");
        let free = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(
            castle(free, "h1h2 a8b8 h2h1 b8a8", short),
            "the right to castle kingside was lost with 1. Rh2"
        );
        assert_eq!(
            castle("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "", short),
            "the game started without the right to castle kingside"
        );
        assert!(
            castle("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", short)
                .contains("pass over f1, which is attacked by the black rook")
        );
        assert!(
            castle("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", short).starts_with("on g1 your king would be")
        );
        assert!(
            castle("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "", long)
                .contains("castling out of check is not allowed")
        );
    }

    fn reason(fen: &str, text: &str) -> String {
        let game = played(fen, "");
        refusal(&game, text, &read_move(game.position(), text).expect_err(text))
    }

    #[test]
    fn every_illegal_move_is_explained() {
        let check = "4k3/8/8/8/7b/8/3P4/RN2K3 w Q - 0 1";
        let pinned = "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1";
        let twice = "4k3/8/8/8/4r2b/8/3Q4/4K3 w - - 0 1";
        let knights = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
        for (fen, text, expected) in [
            ("", "e5", "a pawn moves one square forward, or two from its starting square"),
            ("", "Nd4", "none of your knights can reach d4"),
            (
                "",
                "g1g3",
                "a knight moves two squares along a rank or file and one square to the side, so it cannot go from g1 to g3",
            ),
            ("", "Bc4", "the path from f1 to c4 is blocked by your pawn on e2"),
            ("", "Bf2", "your own pawn is on f2"),
            ("", "e7e5", "the black pawn on e7 is not yours; White is to move"),
            ("", "e4e5", "there is no piece on e4"),
            ("", "exd3", "a pawn moves diagonally only to capture, and d3 is empty"),
            ("", "Nxf3", "there is nothing to capture on f3; the move without x is Nf3"),
            ("", "e2e4q", "only a pawn that reaches the last rank promotes"),
            ("", "O-O", "your bishop on f1 is in the way"),
            ("", "e1g1", "your bishop on f1 is in the way"),
            ("", "Ngd2", "your own pawn is on d2"),
            (
                "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1",
                "e5",
                "the black pawn on e5 is in the way, and a pawn captures only",
            ),
            ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e6", "two squares only from its starting square"),
            ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e3", "a pawn cannot move backwards"),
            ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "d5", "White has no pawn on the d file"),
            ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "Qd5", "White has no queen"),
            (
                "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
                "exd6",
                "the black pawn on d5 can be captured en passant only directly after",
            ),
            (
                check,
                "Nc3",
                "your king on e1 is in check from the black bishop on h4, and this move does not end the check",
            ),
            (check, "d4", "in check from the black bishop on h4"),
            (check, "O-O-O", "castling out of check is not allowed"),
            (check, "Kf2", "on f2 your king would be in check from the black bishop on h4"),
            (twice, "Qd1", "in double check from the black rook on e4 and the black bishop on h4"),
            (pinned, "Ne4", "your knight on d2 is pinned to your king by the black bishop on b4"),
            (knights, "Nd2", "more than one knight can move to d2: write Nbd2 or Nfd2"),
            (
                "4k3/8/8/8/8/4k3/8/4K3 w - - 0 1".replace("4k3/8/8/8/8/4k3", "8/8/8/8/8/4k3").as_str(),
                "Ke2",
                "adjacent squares",
            ),
            (
                "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1",
                "e8",
                "choose the promotion piece: e8=Q+, e8=R+, e8=B or e8=N",
            ),
            (
                "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
                "exd6",
                "capturing en passant would expose your king on a5 to the black rook on h5",
            ),
        ] {
            let given = reason(fen, text);
            assert!(given.contains(expected), "{fen} {text}: {given}");
        }
    }
}
