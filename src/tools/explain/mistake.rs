//! The reason why a move is a mistake, in one sentence: [`reason`]. `engine explain --why-not` and the command
//! `review` of `engine play` print it.
//!
//! The sentence names the first cause that applies: a mate, a piece that the opponent captures, a pin, a fork, a capture
//! that the player missed. If no material changes hands, it shows the opponent's line.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use crate::chess::{
    position::{
        Move, Position,
        see::{self, value},
    },
    score::Score,
};

/// Number of plies of a line that the sentence shows, unless the line ends with mate.
const SHOWN: usize = 4;
/// Number of plies of a line in which captures are counted.
const COUNTED: usize = 8;

/// The best line from a position with its score, from the point of view of the side to move.
pub type ScoredLine<'a> = (&'a [Move], Score);

/// Returns the sentence. `best` is the best line from `before`, `reply` the opponent's best line after `played`.
pub fn reason(before: &Position, played: Move, best: ScoredLine<'_>, reply: ScoredLine<'_>) -> String {
    let after = before.play(played);
    let (lost, missed) = (won(&after, reply.0) - gain(played), won(before, best.0));
    if let Some(mate) = mate(&after, reply) {
        return format!("It allows {mate}.");
    }
    if let Some(mate) = mate(before, best) {
        return format!("It misses {mate}.");
    }
    let Some(answer) = reply.0.first().copied() else {
        return "It ends the game in a draw.".to_owned();
    };
    let line = |plies: usize| after.san_line(&reply.0[..reply.0.len().min(plies)]);
    let is_missed = |mv: &&Move| mv.is_capture() && mv.to() != played.to() && wins_exchange(before, **mv);
    let capture = best.0.first().filter(is_missed);
    let own_gain = capture.and_then(|mv| mv.capture()).map_or(0, value);
    let captured = answer.capture().filter(|role| value(*role) >= own_gain);
    if let Some(role) = captured
        && let Some(reason) = captured_piece(before, &after, played, answer, role)
    {
        return format!("{reason}: {}.", line(SHOWN));
    }
    if let Some(targets) = forked(&after, reply.0).filter(|_| lost >= missed) {
        return format!("It allows a fork: {} attacks {targets} at once.", after.numbered_san(answer));
    }
    let best_line = before.san_line(&best.0[..best.0.len().min(COUNTED)]);
    if let Some(mv) = capture {
        let role = mv.capture().map_or("piece", name);
        return format!("It misses a capture: {} wins the {role}.", before.numbered_san(*mv));
    }
    match lost.max(missed) {
        ..100 => format!("It loses nothing at once, but the position gets worse: {}.", line(SHOWN)),
        worth if lost >= missed => format!("It loses material ({}): {}.", in_pawns(worth), line(COUNTED)),
        worth => format!("It misses a line that wins material ({}): {best_line}.", in_pawns(worth)),
    }
}

/// Describes the mate of a line: `mate in 2: 3... Qh4+ 4. Ke2 Qxe4#`; `None` if the side to move does not mate.
fn mate(position: &Position, (line, score): ScoredLine<'_>) -> Option<String> {
    let plies = score.plies_to_mate().filter(|_| score > Score::DRAW)?;
    let moves = plies.div_ceil(2);
    Some(format!("mate in {moves}: {}", position.san_line(&line[..line.len().min(plies)])))
}

fn wins_exchange(position: &Position, mv: Move) -> bool {
    see::at_least(position, mv, value(Role::Pawn))
}

/// Says which piece the opponent's `answer` captures for nothing; `None` if the capture is only an exchange.
fn captured_piece(
    before: &Position,
    after: &Position,
    played: Move,
    answer: Move,
    role: Role,
) -> Option<String> {
    let (us, to) = (before.turn(), answer.to());
    let piece = format!("the {} on {to}", name(role));
    let defenders = after.board().attacks_to(to, us, after.board().occupied()).without(before.king());
    // Exchanges ignore pins, so a pinned defender hides that the piece is lost.
    let pinned = after.pass().map_or(Bitboard::EMPTY, |position| position.pinned() & defenders);
    if let Some(pin) = pinned.first().filter(|_| pinned == defenders) {
        let defender = after.board().role_at(pin).map_or("piece", name);
        return Some(format!(
            "It leaves {piece} to be captured, because the {defender} on {pin} is pinned and cannot recapture"
        ));
    }
    let is_exchange = played.to() == to && gain(played) >= value(role);
    if is_exchange || !wins_exchange(after, answer) {
        return None;
    }
    if played.to() == to {
        return Some(format!("It moves the {} to a square where it is captured", name(role)));
    }
    let was_attacked = before.pass().is_some_and(|position| {
        let same = |mv: &&Move| mv.from() == answer.from() && mv.to() == to;
        position.legal_moves().iter().find(same).is_some_and(|mv| wins_exchange(&position, *mv))
    });
    let verb = if was_attacked { "overlooks that" } else { "leaves" };
    let end = if was_attacked { "is attacked" } else { "to be captured" };
    Some(format!("It {verb} {piece} {end}"))
}

/// Lists the pieces that the first move of a line attacks at once, if the same side captures one of them next.
fn forked(position: &Position, line: &[Move]) -> Option<String> {
    let [answer, _, next, ..] = line else { return None };
    let after = position.play(*answer);
    let from = answer.to();
    let piece = after.board().piece_at(from)?;
    let targets: Vec<_> = (attacks::attacks(from, piece, after.board().occupied())
        & after.board().by_color(after.turn()))
    .into_iter()
    .filter(|square| is_worth_attacking(&after, *square, piece.role, position.turn()))
    .collect();
    let is_won = next.from() == Some(from) && targets.contains(&next.to());
    let named =
        |square: &Square| format!("the {} on {square}", after.board().role_at(*square).map_or("piece", name));
    (targets.len() > 1 && is_won).then(|| targets.iter().map(named).collect::<Vec<_>>().join(" and "))
}

/// Returns whether an attack of `attacker` on this square threatens to win something.
fn is_worth_attacking(position: &Position, square: Square, attacker: Role, by: Color) -> bool {
    let board = position.board();
    let is_protected = board.attacks_to(square, !by, board.occupied()).any();
    board.role_at(square).is_some_and(|role| value(role) > value(attacker) || !is_protected)
}

/// Returns the material that the side to move wins in a line, in centipawns. A capture at the end of the line counts only
/// if the other side cannot recapture as much.
fn won(position: &Position, line: &[Move]) -> i32 {
    let line = &line[..line.len().min(COUNTED)];
    let mut position = position.clone();
    let mut sum = 0;
    for (ply, mv) in line.iter().enumerate() {
        let is_own = ply % 2 == 0;
        if !is_own || ply + 1 < line.len() || wins_exchange(&position, *mv) {
            sum += if is_own { gain(*mv) } else { -gain(*mv) };
        }
        position = position.play(*mv);
    }
    sum
}

/// Returns the material that a move wins if the other side captures nothing, in centipawns.
fn gain(mv: Move) -> i32 {
    let promotion = mv.promotion().map_or(0, |role| value(role) - value(Role::Pawn));
    mv.capture().map_or(0, value) + promotion
}

fn in_pawns(worth: i32) -> String {
    match worth / 100 {
        1 => "about a pawn".to_owned(),
        pawns => format!("worth about {pawns} pawns"),
    }
}

/// Returns the English name of a piece type, in lower case.
pub const fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;

    /// Plays the first word of `played`; the other words are the opponent's line. `best` is the line that was missed.
    fn said(fen: &str, played: &str, lost: Score, best: &str, score: Score) -> String {
        let start = Position::from_fen(fen, CastlingMode::Standard).expect(fen);
        let moves = |text: &str| {
            let mut position = start.clone();
            let line = text.split(' ').map(|word| {
                let mv = crate::chess::position::read_move(&position, word).expect(word);
                position = position.play(mv);
                mv
            });
            line.collect::<Vec<_>>()
        };
        let (played, best) = (moves(played), moves(best));
        reason(&start, played[0], (&best, score), (&played[1..], lost))
    }

    #[test]
    fn the_sentence_names_the_first_cause_that_applies() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        const OPEN: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        const SCHOLAR: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4";
        const PIN: &str = "4r1k1/6b1/8/8/3P4/8/4N3/4K2R w K - 0 1";
        const FORK: &str = "r3k3/8/8/1N6/8/8/8/4K3 b - - 0 1";
        const ATTACKED: &str = "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1";
        let (even, worse) = (Score::DRAW, Score::cp(300));
        for (fen, played, lost, best, score, expected) in [
            (
                "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2",
                "g4 Qh4",
                Score::mate_in(1),
                "e4",
                even,
                "It allows mate in 1: 2... Qh4#.",
            ),
            (SCHOLAR, "Nc3 Nxh5", worse, "Qxf7", Score::mate_in(1), "It misses mate in 1: 4. Qxf7#."),
            (
                OPEN,
                "Qg4 d5 Qd1",
                worse,
                "Nf3",
                even,
                "It loses nothing at once, but the position gets worse: 2... d5 3. Qd1.",
            ),
            (
                OPEN,
                "Ba6 Nxa6",
                worse,
                "Nf3",
                even,
                "It moves the bishop to a square where it is captured: 2... Nxa6.",
            ),
            (
                ATTACKED,
                "Kd2 dxe4",
                worse,
                "Nc3",
                even,
                "It overlooks that the knight on e4 is attacked: 1... dxe4.",
            ),
            (
                "4k3/8/8/3p4/4N3/8/8/4K3 b - - 0 1",
                "Ke7 Kd2",
                even,
                "dxe4",
                worse,
                "It misses a capture: 1... dxe4 wins the knight.",
            ),
            (
                PIN,
                "Rh2 Bxd4",
                worse,
                "Kd2",
                even,
                "It leaves the pawn on d4 to be captured, because the knight on e2 is pinned and cannot recapture: 1... Bxd4.",
            ),
            (FORK, "Ke7 Nc7 Rb8", even, "Ra1", even, "the position gets worse"),
            (FORK, "Kd8 Kd2 Ra2 Kc3", even, "Ra1", even, "the position gets worse"),
            (
                "3qk3/5p2/4B3/8/8/8/8/4K3 b - - 0 1",
                "fxe6 Ke2",
                worse,
                "Qd7",
                even,
                "the position gets worse: 2. Ke2.",
            ),
            (START, "a3 e5", even, "e4", even, "the position gets worse: 1... e5."),
        ] {
            let given = said(fen, played, lost, best, score);
            assert!(given.contains(expected), "{fen} {played}: {given}");
        }
        let fork = said("r3k3/3p4/8/1N6/8/8/8/4K3 b - - 0 1", "d6 Nc7 Kd7 Nxa8", worse, "Kd8", even);
        assert_eq!(fork, "It allows a fork: 2. Nc7+ attacks the rook on a8 and the king on e8 at once.");
    }
}
