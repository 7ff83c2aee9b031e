//! The UCI command `position`. If any part of the command is invalid, the whole command is rejected.

use super::{command::PositionCommand, session::UciSession};
use crate::chess::position::{Line, Position, Strictness};

impl UciSession {
    /// Sets up the game of a `position` command. After an error the session has no position, so the engine
    /// never searches a wrong position.
    pub(super) fn set_position(&mut self, command: &PositionCommand) {
        self.line = None;
        match self.parse_game(command) {
            Ok(line) => self.line = Some(line),
            Err(reason) => self.send_error(&reason),
        }
    }

    fn parse_game(&self, command: &PositionCommand) -> Result<Line, String> {
        if let Some(problem) = &command.problem {
            return Err(problem.clone());
        }
        let start = match &command.fen {
            None => Position::start(),
            Some(fen) if fen.is_empty() => {
                return Err(
                    "position needs startpos or fen, for example: position startpos moves e2e4".to_owned()
                );
            }
            Some(fen) => {
                let (position, repairs) = Position::read_fen(fen, self.mode(), Strictness::Game)
                    .map_err(|error| error.to_string())?;
                for repair in repairs {
                    self.output.send(format!("info string repaired: {repair}"));
                }
                position
            }
        };
        // With UCI_Chess960, the start position also uses Chess960 castling notation.
        let start = match (&command.fen, self.options.chess960) {
            (None, true) => {
                Position::from_fen(&start.to_string(), self.mode()).map_err(|error| error.to_string())?
            }
            _ => start,
        };
        let mut line = Line::new(start);
        for (index, text) in command.moves.split_ascii_whitespace().enumerate() {
            let mv =
                line.position().parse_move(text).map_err(|error| format!("{error} at ply {}", index + 1))?;
            line.play(mv);
        }
        Ok(line)
    }
}
