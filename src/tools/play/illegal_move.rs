//! Explains why a typed move is not legal: [`refusal`].

use shakmaty::{Bitboard, CastlingSide, Position as _, Rank, Role, Square, attacks};

use super::notation;
use crate::chess::position::{MoveError, MoveToSquare, Position, WrittenMove, readings};

/// Returns a sentence that says why `text`, for which [`read_move`](crate::chess::position::read_move) returned `error`, is
/// not played.
pub fn refusal(position: &Position, text: &str, error: &MoveError) -> String {
    let reason = match (error, readings(text).next()) {
        (MoveError::Illegal(_), Some(WrittenMove::Castling(side))) => why_not_castle(position, side),
        (MoveError::Illegal(_), Some(WrittenMove::ToSquare(written))) => why_not_to(position, written),
        (MoveError::Ambiguous(..), _) => return format!("{error}."),
        (MoveError::Foreign(..), _) => return error.to_string(),
        _ => {
            return format!(
                "'{text}' is neither a move nor a command: enter a move such as Nf3 or g1f3, or help."
            );
        }
    };
    format!("{text} is not legal: {reason}.")
}

/// Explains why no piece can make a written move to a square.
fn why_not_to(position: &Position, written: MoveToSquare) -> String {
    let (us, board) = (position.turn(), position.board());
    let Some(rank) = written.to_rank else { return "no pawn can make this capture".to_owned() };
    let to = Square::from_coords(written.to_file, rank);
    if let (None, Some(file), Some(rank)) = (written.role, written.from_file, written.from_rank) {
        let from = Square::from_coords(file, rank);
        match board.piece_at(from) {
            None => return format!("there is no piece on {from}"),
            Some(piece) if piece.color != us => {
                let (piece, side) = (notation::piece_on(position, from), notation::side_name(us));
                return format!("{piece} is not yours; {side} is to move");
            }
            Some(_) => {}
        }
    }
    let is_pawn = written.role == Some(Role::Pawn);
    let file = written.from_file.or_else(|| is_pawn.then_some(written.to_file));
    let movers = board.by_color(us)
        & written.role.map_or(Bitboard::FULL, |role| board.by_role(role))
        & file.map_or(Bitboard::FULL, Bitboard::from)
        & written.from_rank.map_or(Bitboard::FULL, Bitboard::from);
    let role = written.role.or_else(|| board.role_at(movers.first()?)).unwrap_or(Role::Pawn);
    let name = notation::role_name(role);
    let king = position.king();
    if role == Role::King && king.rank() == to.rank() && king.file().distance(to.file()) == 2 {
        return why_not_castle(position, CastlingSide::from_queen_side(to < king));
    }
    if let Some(own) = board.role_at(to).filter(|_| board.by_color(us).contains(to)) {
        return format!("your own {} is on {to}", notation::role_name(own));
    }
    if movers.is_empty() {
        let place = file.map_or_else(String::new, |file| format!(" on the {file} file"));
        return format!("{} has no {name}{place}", notation::side_name(us));
    }
    // `None` if a piece can go there, so that something else about the text is wrong.
    let obstacles: Option<Vec<_>> =
        movers.into_iter().map(|from| obstacle(position, role, from, to)).collect();
    match obstacles.and_then(|all| all.into_iter().max_by_key(|(rule, _)| *rule)) {
        Some((BrokenRule::Movement, _)) if movers.more_than_one() => {
            format!("none of your {name}s can reach {to}")
        }
        Some((_, reason)) => reason,
        None if written.is_capture => format!("there is nothing to capture on {to}"),
        None if written.promotion.is_some() => "only a pawn that reaches the last rank promotes".to_owned(),
        None => "this move is not possible in the current position".to_owned(),
    }
}

/// The rule that a move breaks. The last one is the most useful to a person if several pieces could be meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum BrokenRule {
    /// The piece does not move that way.
    Movement,
    /// A piece is in the way, or there is nothing to capture.
    Path,
    /// The own king would be in check.
    Check,
}

/// Explains why the piece on `from` cannot move to `to`, where no own piece is. Returns `None` if the piece can.
fn obstacle(position: &Position, role: Role, from: Square, to: Square) -> Option<(BrokenRule, String)> {
    let (us, board) = (position.turn(), position.board());
    let is_push = role == Role::Pawn && from.file() == to.file();
    let moves_that_way = if is_push {
        let steps = us.fold_wb(1, -1) * (i32::from(to.rank()) - i32::from(from.rank()));
        steps == 1 || steps == 2 && from.rank() == us.fold_wb(Rank::Second, Rank::Seventh)
    } else {
        attacks::attacks(from, role.of(us), Bitboard::EMPTY).contains(to)
    };
    if !moves_that_way {
        let rule = match role {
            Role::Pawn => "a pawn moves one square forward, or two from its starting square",
            Role::Knight => "a knight moves two squares along a rank or file and one square to the side",
            Role::Bishop => "a bishop moves along diagonals",
            Role::Rook => "a rook moves along ranks and files",
            Role::Queen => "a queen moves along ranks, files and diagonals",
            Role::King => "a king moves one square at a time",
        };
        return Some((BrokenRule::Movement, format!("{rule}, so it cannot go from {from} to {to}")));
    }
    let target = if is_push { Bitboard::from(to) } else { Bitboard::EMPTY };
    let in_the_way = (attacks::between(from, to) | target) & board.occupied();
    if let Some(nearest) = in_the_way.into_iter().min_by_key(|square| from.distance(*square)) {
        return Some((BrokenRule::Path, format!("{} is in the way", notation::piece_on(position, nearest))));
    }
    let is_diagonal = role == Role::Pawn && !is_push && !board.occupied().contains(to);
    if is_diagonal && position.chess().pseudo_legal_ep_square() != Some(to) {
        let reason = format!("a pawn moves diagonally only to capture, and {to} is empty");
        return Some((BrokenRule::Path, reason));
    }
    let mut after = board.clone();
    after.discard_piece_at(from);
    if is_diagonal {
        after.discard_piece_at(Square::from_coords(to.file(), from.rank()));
    }
    after.set_piece_at(to, role.of(us));
    let king = if role == Role::King { to } else { position.king() };
    let attackers = after.attacks_to(king, !us, after.occupied());
    attackers.any().then(|| {
        let checkers = notation::pieces_on(position, attackers);
        (BrokenRule::Check, format!("your king would be in check from {checkers}"))
    })
}

/// Explains why the side to move cannot castle to `side`.
fn why_not_castle(position: &Position, side: CastlingSide) -> String {
    let (us, board, king) = (position.turn(), position.board(), position.king());
    let castles = position.chess().castles();
    if !castles.has(us, side) {
        let word = if side == CastlingSide::KingSide { "kingside" } else { "queenside" };
        return format!(
            "you have no right to castle {word}, because your king or that rook has moved before"
        );
    }
    if position.is_check() {
        let checkers = notation::pieces_on(position, position.checkers());
        return format!("your king is in check from {checkers}, and castling out of check is not allowed");
    }
    let in_the_way = castles.path(us, side) & board.occupied();
    if let Some(nearest) = in_the_way.into_iter().min_by_key(|square| king.distance(*square)) {
        return format!("{} is in the way of castling", notation::piece_on(position, nearest));
    }
    let target = side.king_to(us);
    let attackers = |square| board.attacks_to(square, !us, board.occupied().without(king));
    let passed = attacks::between(king, target).with(target).into_iter();
    let attacked = passed.map(|square| (square, attackers(square))).find(|(_, by)| by.any());
    attacked.map_or_else(
        || "your king would be in check".to_owned(),
        |(square, by)| format!("{square} is attacked by {}", notation::pieces_on(position, by)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chess::position::read_move, tools::play::game::tests::played};

    #[test]
    fn every_illegal_move_is_explained() {
        let check = "4k3/8/8/8/7b/8/3P4/RN2K3 w Q - 0 1";
        let pinned = "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1";
        let castling = "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        for (fen, text, expected) in [
            ("", "e5", "a pawn moves one square forward, or two from its starting square"),
            ("", "Nd4", "none of your knights can reach d4"),
            ("", "g1g3", "a knight moves two squares along a rank or file and one square to the side, so it"),
            ("", "Bc4", "your pawn on e2 is in the way"),
            ("", "Bf2", "your own pawn is on f2"),
            ("", "e7e5", "the black pawn on e7 is not yours; White is to move"),
            ("", "e4e5", "there is no piece on e4"),
            ("", "exd3", "a pawn moves diagonally only to capture, and d3 is empty"),
            ("", "exd", "no pawn can make this capture"),
            ("", "Nxf3", "there is nothing to capture on f3"),
            ("", "e2e4q", "only a pawn that reaches the last rank promotes"),
            ("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e5", "the black pawn on e5 is in the way"),
            ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "d5", "White has no pawn on the d file"),
            ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "Qd5", "White has no queen"),
            ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2", "'Nd2' fits several moves: Nbd2, Nfd2."),
            (check, "Nc3", "your king would be in check from the black bishop on h4"),
            (check, "Kf2", "your king would be in check from the black bishop on h4"),
            (pinned, "Ne4", "your king would be in check from the black bishop on b4"),
            (
                "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
                "exd6",
                "your king would be in check from the black rook on h5",
            ),
            ("", "O-O", "your bishop on f1 is in the way of castling"),
            ("", "e1g1", "your bishop on f1 is in the way of castling"),
            (check, "O-O-O", "castling out of check is not allowed"),
            (castling, "O-O", "f1 is attacked by the black rook on f8"),
            ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", "you have no right to castle kingside, because"),
        ] {
            let game = played(fen, "");
            let given = refusal(game.position(), text, &read_move(game.position(), text).expect_err(text));
            assert!(given.contains(expected), "{fen} {text}: {given}");
        }
    }
}
