//! Explains why a move is not legal.
//!
//! For a piece of the side to move, [`explain`] tests in this order whether an own piece is on the target
//! square, whether the piece moves that way, whether a piece blocks its path, and whether its own king would
//! be in check.

use shakmaty::{Bitboard, CastlingSide, Color, File, Piece, Position as _, Rank, Role, Square, attacks};

use super::{
    game::Game,
    notation::{self, san},
};
use crate::position::{Move, Position};

/// Explains why the side to move has no legal move from `from` to `to`; castling is ignored. Returns
/// `None` if a move from `from` to `to` that is not castling is legal.
pub fn explain(position: &Position, from: Square, to: Square) -> Option<String> {
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

/// Explains that the side to move has no piece of the type, file and rank that a move in algebraic notation
/// names.
pub fn no_candidate(
    position: &Position,
    role: Role,
    file: Option<File>,
    rank: Option<Rank>,
    capture: bool,
    to: Square,
) -> String {
    let file = file.or_else(|| (role == Role::Pawn && !capture).then(|| to.file()));
    let place = match (file, rank) {
        (Some(file), Some(rank)) => format!(" on {file}{rank}"),
        (Some(file), None) => format!(" on the {file} file"),
        (None, Some(rank)) => format!(" on rank {rank}"),
        (None, None) => String::new(),
    };
    format!("{} has no {}{place}", notation::side_name(position.turn()), notation::role_name(role))
}

/// Explains that the typed move lacks its promotion piece, or that it names one although it is not a
/// promotion.
pub fn promotion_choices(position: &Position, legal: &[Move]) -> String {
    let choices: Vec<_> = legal.iter().map(|mv| san(position, *mv)).collect();
    match legal {
        [mv] if mv.promotion().is_none() => "only a pawn that reaches the last rank promotes".to_owned(),
        _ => format!("choose the promotion piece: {}", notation::join_words(&choices, "or")),
    }
}

/// Explains why none of the pieces on `candidates` can move to `to`.
pub fn why_unreachable(position: &Position, role: Role, candidates: Bitboard, to: Square) -> String {
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
pub fn explain_castling(game: &Game, side: CastlingSide) -> String {
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

fn castling_right_lost(game: &Game, side: CastlingSide) -> String {
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
    use crate::{cli::play::game::tests::played, position::random};

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
}
