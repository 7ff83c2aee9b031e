//! The UCI command `position`. If any part of the command is invalid, the whole command is rejected.

use super::{command::PositionCommand, session::UciSession};
use crate::chess::position::{Line, Position, Strictness};

impl UciSession {
    /// Sets up the game of a `position` command. After an error the session has no position, so the engine
    /// never searches a wrong position.
    pub(super) fn set_position(&mut self, command: Result<PositionCommand, String>) {
        self.line = None;
        match command.and_then(|command| self.parse_game(command)) {
            Ok(line) => self.line = Some(line),
            Err(reason) => self.send_error(&reason),
        }
    }

    fn parse_game(&self, command: PositionCommand) -> Result<Line, String> {
        // With UCI_Chess960, the start position also uses Chess960 castling notation.
        let fen = command.fen.unwrap_or_else(|| Position::start().to_string());
        let read = Position::read_fen(&fen, self.mode(), Strictness::Game);
        let (start, repairs) = read.map_err(|error| error.to_string())?;
        for repair in repairs {
            self.output.send(format!("info string repaired: {repair}"));
        }
        let mut line = Line::new(start);
        for (index, text) in command.moves.split_ascii_whitespace().enumerate() {
            let mv =
                line.position().parse_move(text).map_err(|error| format!("{error} at ply {}", index + 1))?;
            line.play(mv);
        }
        Ok(line)
    }
}
