//! Explains why a move is not legal.
//!
//! Checks in this order: how the piece moves, what blocks it, and whether its own king would be in check.

use shakmaty::{Bitboard, CastlingSide, Color, File, Piece, Position as _, Rank, Role, Square, attacks};

use super::{
    game::Game,
    notation::{self, san},
};
use crate::position::{Move, Position};

/// Why no legal move leads from one square to another, castling excluded; `None` if one does.
pub fn explain(position: &Position, from: Square, to: Square) -> Option<String> {
    let us = position.turn();
    let Some(piece) = position.board().piece_at(from) else {
        return Some(format!("there is no man on {from}"));
    };
    if piece.color != us {
        let piece = notation::piece_on(position, from);
        return Some(format!("{piece} is not yours, {} is to move", notation::side_name(us)));
    }
    if from == to {
        return Some(format!("{} has to go somewhere else", notation::piece_on(position, from)));
    }
    obstacle(position, piece, from, to).or_else(|| king_danger(position, piece.role, from, to))
}

/// Why the piece cannot reach the square, checks aside; `None` if it can.
fn obstacle(position: &Position, piece: Piece, from: Square, to: Square) -> Option<String> {
    if position.board().by_color(piece.color).contains(to) {
        return Some(format!("your own {} stands on {to}", role_on(position, to)));
    }
    if piece.role == Role::Pawn {
        return pawn_obstacle(position, piece.color, from, to);
    }
    if !attacks::attacks(from, piece, Bitboard::EMPTY).contains(to) {
        return Some(format!("{}, so not from {from} to {to}", movement_rule(piece.role)));
    }
    blocked(position, from, to)
}

fn role_on(position: &Position, square: Square) -> &'static str {
    position.board().role_at(square).map_or("man", notation::role_name)
}

const fn movement_rule(role: Role) -> &'static str {
    match role {
        Role::Pawn => "a pawn moves straight ahead",
        Role::Knight => "a knight jumps two squares straight and one aside",
        Role::Bishop => "a bishop moves along diagonals",
        Role::Rook => "a rook moves along ranks and files",
        Role::Queen => "a queen moves along ranks, files and diagonals",
        Role::King => "a king moves one square at a time",
    }
}

/// The first piece between two squares of a line.
fn blocked(position: &Position, from: Square, to: Square) -> Option<String> {
    let between = attacks::between(from, to) & position.board().occupied();
    let nearest = between.into_iter().min_by_key(|square| from.distance(*square))?;
    Some(format!("the way from {from} to {to} is blocked by {}", notation::piece_on(position, nearest)))
}

fn pawn_obstacle(position: &Position, us: Color, from: Square, to: Square) -> Option<String> {
    let ranks = us.fold_wb(1, -1) * (i32::from(to.rank()) - i32::from(from.rank()));
    let files = from.file().distance(to.file());
    match (files, ranks) {
        (_, ..=-1) => Some("a pawn never moves back".to_owned()),
        (0, 1 | 2) => pawn_push_obstacle(position, us, from, to, ranks),
        (1, 1) => pawn_capture_obstacle(position, us, from, to),
        (0, _) => Some("a pawn moves one square ahead, from its first square one or two".to_owned()),
        _ => Some("a pawn moves straight ahead and takes one square diagonally ahead".to_owned()),
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
        return Some("a pawn moves two squares only from where it stood at the start".to_owned());
    }
    if let Some(reason) = blocked(position, from, to) {
        return Some(reason);
    }
    position.board().occupied().contains(to).then(|| {
        let blocker = notation::piece_on(position, to);
        format!("{blocker} stands in the way, and a pawn takes only diagonally")
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
            "{} can be taken en passant only at once after a step of two squares",
            notation::piece_on(position, passed)
        )
    } else {
        format!("a pawn moves diagonally only to take, and {to} is empty")
    })
}

/// Why a move that the piece can make leaves its own king in check; `None` if it does not.
fn king_danger(position: &Position, role: Role, from: Square, to: Square) -> Option<String> {
    let us = position.turn();
    let board = position.board();
    if role == Role::King {
        let attackers = board.attacks_to(to, !us, board.occupied().without(from).with(to));
        return if (attackers & board.kings()).any() {
            Some("the kings may not stand side by side".to_owned())
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
            "your king is in check from {} at once, so it must move itself",
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
        Some(format!("{king} is in check from {}, and this does not answer it", names(checkers)))
    } else if attackers.is_empty() {
        None
    } else if en_passant && !position.pinned().contains(from) {
        Some(format!("taking en passant would open the line of {} to {king}", names(attackers)))
    } else {
        Some(format!("{} is pinned to your king by {}", notation::piece_on(position, from), names(attackers)))
    }
}

/// There is no piece that matches a move in algebraic notation.
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

/// The promotion is missing, or the move is no promotion.
pub fn promotion_choices(position: &Position, legal: &[Move]) -> String {
    let choices: Vec<_> = legal.iter().map(|mv| san(position, *mv)).collect();
    match legal {
        [mv] if mv.promotion().is_none() => "only a pawn that reaches the last rank is promoted".to_owned(),
        _ => format!("say what the pawn becomes: {}", notation::join_words(&choices, "or")),
    }
}

/// Why none of the pieces on `candidates` can move to a square.
pub fn why_unreachable(position: &Position, role: Role, candidates: Bitboard, to: Square) -> String {
    let us = position.turn();
    let piece = role.of(us);
    if position.board().by_color(us).contains(to) {
        return format!("{} stands there", notation::piece_on(position, to));
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
        .unwrap_or_else(|| format!("none of your {}s gets to {to}", notation::role_name(role)))
}

/// Whether a pawn has already passed the rank of a square.
fn has_passed(position: &Position, role: Role, from: Square, to: Square) -> bool {
    let steps = i32::from(to.rank()) - i32::from(from.rank());
    role == Role::Pawn && position.turn().fold_wb(steps, -steps) <= 0
}

/// Why the side to move cannot castle to a side.
pub fn explain_castling(game: &Game, side: CastlingSide) -> String {
    let position = game.position();
    let us = position.turn();
    let castles = position.chess().castles();
    let Some(rook) = castles.rook(us, side) else { return castling_right_lost(game, side) };
    let board = position.board();
    let king = position.king();
    if position.is_check() {
        let checkers = notation::pieces_on(position, position.checkers());
        return format!("your king is in check from {checkers}, and nobody castles out of check");
    }
    let in_the_way = castles.path(us, side) & board.occupied();
    if let Some(nearest) = in_the_way.into_iter().min_by_key(|square| king.distance(*square)) {
        return format!("{} is in the way", notation::piece_on(position, nearest));
    }
    let target = side.king_to(us);
    let mut passed: Vec<_> = attacks::between(king, target).into_iter().collect();
    passed.sort_by_key(|square| king.distance(*square));
    for square in passed {
        let attackers = board.attacks_to(square, !us, board.occupied().without(king));
        if attackers.any() {
            return format!(
                "the king would pass {square}, which {} attacks",
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
    let word = if side == CastlingSide::KingSide { "short" } else { "long" };
    let has_right = |position: &Position| position.chess().castles().has(us, side);
    match game.move_that_ended(has_right) {
        Some(mv) => format!("the right to castle {word} was lost with {mv}"),
        None => format!("there was no right to castle {word} when the game began"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cli::play::game::tests::played, position::random};

    #[test]
    fn every_pair_of_squares_is_either_a_legal_move_or_has_a_reason_against_it() {
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
    fn castling_is_refused_with_its_reason() {
        let castle = |fen: &str, moves: &str, side| explain_castling(&played(fen, moves), side);
        let (short, long) = (CastlingSide::KingSide, CastlingSide::QueenSide);
        assert_eq!(castle("", "", short), "your bishop on f1 is in the way");
        assert_eq!(castle("", "", long), "your queen on d1 is in the way");
        let free = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(
            castle(free, "h1h2 a8b8 h2h1 b8a8", short),
            "the right to castle short was lost with 1. Rh2"
        );
        assert_eq!(
            castle("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "", short),
            "there was no right to castle short when the game began"
        );
        assert!(
            castle("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", short).contains("pass f1, which the black rook")
        );
        assert!(
            castle("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", short).starts_with("on g1 your king would be")
        );
        assert!(castle("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "", long).contains("castles out of check"));
    }
}
