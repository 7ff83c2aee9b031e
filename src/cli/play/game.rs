//! A game as it is played: the moves, the clocks after them, how it stands and how it ended.

use std::time::Duration;

use shakmaty::Color;

use super::{
    ending::{Claim, Ending},
    notation::numbered,
};
use crate::{
    game::Outcome,
    position::{Line, Move, Position},
};

/// Times a position may stand before a draw can be claimed, and before the game is over.
const THREEFOLD: usize = 3;
const FIVEFOLD: usize = 5;
/// Plies without a capture or a pawn move, for the same.
const FIFTY_MOVES: u32 = 100;
const SEVENTY_FIVE_MOVES: u32 = 150;

/// A move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The clock of its side after it, if there is one.
    pub clock: Option<Duration>,
}

/// A game from its beginning to where it stands.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    plies: Vec<Ply>,
    line: Line,
    /// How the players have ended it; the rules speak for themselves.
    agreed: Option<Ending>,
}

impl Game {
    /// A game that begins at `start`.
    pub fn new(start: Position) -> Self {
        Self { line: Line::new(start.clone()), start, plies: Vec::new(), agreed: None }
    }

    /// Where it began.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// What was played.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The moves that were played.
    pub fn moves(&self) -> Vec<Move> {
        self.plies.iter().map(|ply| ply.mv).collect()
    }

    /// Where it stands, and the way there.
    pub const fn line(&self) -> &Line {
        &self.line
    }

    /// Where it stands.
    pub const fn position(&self) -> &Position {
        self.line.position()
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// Plays a legal move; `clock` is what its side has left then.
    pub fn play(&mut self, mv: Move, clock: Option<Duration>) {
        self.plies.push(Ply { mv, clock });
        self.line.play(mv);
    }

    /// Takes the last ply back, and with it what the players agreed on after it. Whether there was one.
    pub fn take_back(&mut self) -> bool {
        self.agreed = None;
        let taken = self.plies.pop().is_some();
        self.line = Line::new(self.start.clone());
        for ply in &self.plies {
            self.line.play(ply.mv);
        }
        taken
    }

    /// The players end the game so; `None` takes that back.
    pub const fn agree(&mut self, ending: Option<Ending>) {
        self.agreed = ending;
    }

    /// Whether the players have ended the game, rather than the rules.
    pub const fn is_agreed(&self) -> bool {
        self.agreed.is_some()
    }

    /// How it ended; `None` if it goes on.
    pub fn ending(&self) -> Option<Ending> {
        let position = self.position();
        match position.outcome() {
            Some(Outcome::Lost) => Some(Ending::Checkmate),
            Some(Outcome::Drawn) => Some(Ending::Stalemate),
            None if position.is_insufficient_material() => Some(Ending::Material),
            None if self.line.occurrences() >= FIVEFOLD => Some(Ending::Fivefold),
            None if position.halfmoves() >= SEVENTY_FIVE_MOVES => Some(Ending::SeventyFiveMoves),
            None => self.agreed,
        }
    }

    /// The draw that the side to move may claim, if there is one.
    pub fn claim(&self) -> Option<Claim> {
        if self.line.occurrences() >= THREEFOLD {
            Some(Claim::Threefold)
        } else if self.position().halfmoves() >= FIFTY_MOVES {
            Some(Claim::FiftyMoves)
        } else {
            None
        }
    }

    /// The draw that could be claimed with this legal move.
    pub fn claim_with(&self, mv: Move) -> Option<Claim> {
        let mut after = self.clone();
        after.play(mv, None);
        after.claim()
    }

    /// When the position on the board stood there, this time included: `at the start`, `after 2... Ng8`.
    pub fn stood(&self) -> Vec<String> {
        let key = self.position().key();
        let mut before = self.start.clone();
        let mut stood = Vec::new();
        if before.key() == key {
            stood.push("at the start".to_owned());
        }
        for ply in &self.plies {
            let after = before.play(ply.mv);
            if after.key() == key {
                stood.push(format!("after {}", numbered(&before, ply.mv)));
            }
            before = after;
        }
        stood
    }

    /// The first move after which `holds` no longer did, with its number.
    pub fn move_that_ended(&self, holds: impl Fn(&Position) -> bool) -> Option<String> {
        let mut before = self.start.clone();
        for ply in &self.plies {
            let after = before.play(ply.mv);
            if holds(&before) && !holds(&after) {
                return Some(numbered(&before, ply.mv));
            }
            before = after;
        }
        None
    }
}

#[cfg(test)]
pub mod tests {
    use shakmaty::{CastlingMode, Position as _};

    use super::*;

    /// A game from a FEN, or the start, with these moves.
    pub fn played(fen: &str, moves: &str) -> Game {
        let start = if fen.is_empty() {
            Position::start()
        } else {
            Position::from_fen(fen, CastlingMode::Standard).expect(fen)
        };
        let mut game = Game::new(start);
        for word in moves.split_whitespace() {
            let mv = game.position().parse_move(word).expect(word);
            game.play(mv, None);
        }
        game
    }

    const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 ";

    #[test]
    fn the_third_time_a_draw_may_be_claimed_and_the_fifth_time_the_game_is_over() {
        assert_eq!(played("", SHUFFLE).claim(), None);
        let thrice = played("", &SHUFFLE.repeat(2));
        assert_eq!((thrice.claim(), thrice.ending()), (Some(Claim::Threefold), None));
        assert_eq!(thrice.stood(), ["at the start", "after 2... Ng8", "after 4... Ng8"]);
        assert_eq!(played("", &SHUFFLE.repeat(4)).ending(), Some(Ending::Fivefold));
        let almost = played("", &format!("{SHUFFLE}g1f3 g8f6 f3g1"));
        let last = almost.position().parse_move("f6g8").expect("legal");
        assert_eq!((almost.claim(), almost.claim_with(last)), (None, Some(Claim::Threefold)));
    }

    #[test]
    fn fifty_moves_may_be_claimed_and_seventy_five_end_the_game_unless_it_is_mate() {
        let fifty = played("7k/8/8/8/8/8/R7/K7 w - - 99 80", "a2b2");
        assert_eq!((fifty.claim(), fifty.ending()), (Some(Claim::FiftyMoves), None));
        let more = played("7k/8/8/8/8/8/R7/K7 w - - 149 130", "a2b2");
        assert_eq!(more.ending(), Some(Ending::SeventyFiveMoves));
        let mate = played("7k/8/6K1/8/8/8/R7/8 w - - 149 130", "a2a8");
        assert_eq!(mate.ending(), Some(Ending::Checkmate));
    }

    #[test]
    fn what_is_taken_back_is_as_if_it_had_never_been() {
        let mut game = played("", &SHUFFLE.repeat(4));
        assert!(game.take_back());
        assert_eq!((game.ending(), game.plies().len()), (None, 15));
        game.agree(Some(Ending::Resigned(Color::Black)));
        assert_eq!(game.ending(), Some(Ending::Resigned(Color::Black)));
        while game.take_back() {}
        assert_eq!((game.ending(), game.position().key()), (None, Position::start().key()));
    }

    #[test]
    fn moves_are_numbered_as_in_a_book() {
        let game = played("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e7e5 g1f3 b8c6");
        assert_eq!(
            crate::cli::play::notation::words(game.start(), &game.moves()).join(" "),
            "1... e5 2. Nf3 Nc6"
        );
        let lost = |position: &Position| position.chess().castles().has_color(Color::White);
        let king = played("", "e2e4 e7e5 e1e2");
        assert_eq!(king.move_that_ended(lost).as_deref(), Some("2. Ke2"));
        assert_eq!(game.move_that_ended(lost), None);
    }
}
