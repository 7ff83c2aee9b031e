//! A game of chess: start position, played moves with clock times, draw claims, and game end.
//!
//! [`ConsoleGame`] applies the rules, [`explain`] explains a result.

use std::time::Duration;

use shakmaty::Color;

use super::notation;
use crate::chess::{
    game_result::GameResult,
    position::{GameEnd, Line, Move, Position},
};

/// A played move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedPly {
    /// The played move.
    pub mv: Move,
    /// Remaining time of the mover after the move; `None` in a game without clocks.
    pub clock: Option<Duration>,
}

/// A game of chess: start position, played moves, and the result if a player or the clock ended the game
/// (resignation, agreement, claimed draw, time).
#[derive(Clone, Debug)]
pub struct ConsoleGame {
    start: Position,
    plies: Vec<PlayedPly>,
    line: Line,
    /// Result by resignation, agreement, claimed draw or time. This field does not store results that need no
    /// claim, such as checkmate: [`ConsoleGame::ending`] computes them from the played line.
    player_ending: Option<GameResult>,
}

impl ConsoleGame {
    /// Creates a game that begins at `start`.
    pub fn new(start: Position) -> Self {
        Self { line: Line::new(start.clone()), start, plies: Vec::new(), player_ending: None }
    }

    /// Returns the start position.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the played moves with their clock times.
    pub fn plies(&self) -> &[PlayedPly] {
        &self.plies
    }

    /// Returns the moves played from the start position of the game to the current position.
    pub fn moves(&self) -> Vec<Move> {
        self.plies.iter().map(|ply| ply.mv).collect()
    }

    /// Returns the current position with its history.
    pub const fn line(&self) -> &Line {
        &self.line
    }

    /// Returns the current position.
    pub const fn position(&self) -> &Position {
        self.line.position()
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// Plays a legal move. `clock` is the remaining time of the mover after the move.
    pub fn play(&mut self, mv: Move, clock: Option<Duration>) {
        self.plies.push(PlayedPly { mv, clock });
        self.line.play(mv);
    }

    /// Takes back the last ply, and a result by resignation, agreement, claimed draw or time. Returns whether
    /// there was a ply to take back.
    pub fn take_back(&mut self) -> bool {
        self.player_ending = None;
        let taken = self.plies.pop().is_some();
        self.line = Line::new(self.start.clone());
        for ply in &self.plies {
            self.line.play(ply.mv);
        }
        taken
    }

    /// Sets or clears the result by resignation, agreement, claimed draw or time.
    pub fn set_ending(&mut self, ending: Option<GameResult>) {
        self.player_ending = ending;
    }

    /// Returns whether the game has ended by resignation, agreement, claimed draw or time.
    pub const fn ended_by_players(&self) -> bool {
        self.player_ending.is_some()
    }

    /// Returns the result of the game; `None` if the game continues.
    pub fn ending(&self) -> Option<GameResult> {
        GameEnd::without_claim(&self.line).map(|end| self.by_rule(end)).or_else(|| self.player_ending.clone())
    }

    /// Returns the rule by which the side to move can claim a draw now; `None` if no draw can be claimed.
    pub fn claim(&self) -> Option<GameEnd> {
        GameEnd::claim(&self.line)
    }

    /// Returns the result of a game that ends by the rule `end`, whether or not a player has claimed it.
    pub fn by_rule(&self, end: GameEnd) -> GameResult {
        GameResult::Rules { end, turn: self.turn() }
    }
}

/// Explains the result of a game in one or two sentences.
pub fn explain(result: &GameResult, game: &ConsoleGame) -> String {
    let position = game.position();
    let side = |color| notation::side_name(color);
    match *result {
        GameResult::Rules { end: GameEnd::Checkmate, turn } => {
            let checkers = notation::pieces_on(position, position.checkers());
            format!("Checkmate: the {turn} king is in check from {checkers}, and no move saves it.")
        }
        GameResult::Rules { end: GameEnd::Stalemate, turn } => {
            format!("Stalemate: {} is not in check but has no legal move. The game is drawn.", side(turn))
        }
        GameResult::Rules { end: GameEnd::InsufficientMaterial, .. } => {
            "Draw by insufficient material.".to_owned()
        }
        GameResult::Rules { end, .. } => {
            let word = if GameEnd::without_claim(game.line()).is_none() { "Draw claimed" } else { "Draw" };
            format!("{word}: {}.", draw_reason(end, game))
        }
        GameResult::DrawAgreed => "Draw agreed.".to_owned(),
        GameResult::Resigned(color) => format!("{} resigns.", side(color)),
        GameResult::TimeForfeit { flagged, drawn: false } => format!("{} ran out of time.", side(flagged)),
        GameResult::TimeForfeit { flagged, drawn: true } => {
            format!("{} ran out of time, but {} has no mating material: draw.", side(flagged), side(!flagged))
        }
        // Adjudication and a failed search end only matches between engines, not games of `engine play`.
        GameResult::Adjudicated(_) | GameResult::SearchFailed { .. } => {
            format!("The game is over: {result}.")
        }
    }
}

/// Explains the draw that the side to move can claim; `None` if there is none.
pub fn explain_claim(game: &ConsoleGame) -> Option<String> {
    game.claim().map(|claim| draw_reason(claim, game))
}

fn draw_reason(end: GameEnd, game: &ConsoleGame) -> String {
    if end == GameEnd::Repetition {
        return format!("the same position occurred {} times", game.line().occurrences());
    }
    let moves = game.position().halfmoves() / 2;
    format!("no pawn move and no capture for {moves} moves by each side")
}

#[cfg(test)]
pub(super) mod tests {
    use shakmaty::CastlingMode;

    use super::*;

    /// Creates a game from a FEN (or the standard start position if `fen` is empty) and plays `moves`.
    pub fn played(fen: &str, moves: &str) -> ConsoleGame {
        let start = if fen.is_empty() {
            Position::start()
        } else {
            Position::from_fen(fen, CastlingMode::Standard).expect(fen)
        };
        let mut game = ConsoleGame::new(start);
        for word in moves.split_whitespace() {
            let mv = game.position().parse_move(word).expect(word);
            game.play(mv, None);
        }
        game
    }

    const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 ";

    #[test]
    fn taking_back_moves_restores_the_earlier_state_of_the_game() {
        let mut game = played("", &SHUFFLE.repeat(4));
        assert!(game.take_back());
        assert_eq!((game.ending(), game.plies().len()), (None, 15));
        game.set_ending(Some(GameResult::Resigned(Color::Black)));
        assert_eq!(game.ending(), Some(GameResult::Resigned(Color::Black)));
        while game.take_back() {}
        assert_eq!((game.ending(), game.position().key()), (None, Position::start().key()));
    }
}
