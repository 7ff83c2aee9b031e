//! `engine pichu --json`.

use serde::Serialize;
use shakmaty::{Board, Color, Role};

use crate::{
    game::Game as _,
    json::millis,
    pichu::{
        Ending, Pichu,
        board::{self, Place, bird},
        moves::is_promotion,
        search::Answer,
    },
    score::Score,
};

/// A board of Pichu and what is to be played on it.
#[derive(Clone, Debug, Serialize)]
pub struct Advice {
    /// The side to move: `white` or `black`.
    pub turn: &'static str,
    /// The board, 64 characters.
    pub board: String,
    /// The move; `null` if the game was over.
    #[serde(rename = "move")]
    pub mv: Option<Flight>,
    /// The board after the move, or the same if there is none.
    pub new_board: String,
    /// How the game stands on the new board: `white`, `black` or `draw` if it is over, `null` if it goes on.
    pub result: Option<&'static str>,
    /// The score for the side to move, a Parakeet being 100 and a `mate` the taking of the Kingfisher.
    pub score: Option<Score>,
    /// Plies searched completely.
    pub depth: u8,
    /// Positions visited.
    pub nodes: u64,
    /// The time from the start of the program to the answer.
    pub time_ms: u64,
}

/// A move.
#[derive(Clone, Debug, Serialize)]
pub struct Flight {
    /// The bird that moves, by its name.
    pub bird: &'static str,
    /// Where it starts.
    pub from: Spot,
    /// Where it lands.
    pub to: Spot,
    /// The bird that is taken.
    pub takes: Option<&'static str>,
    /// What a Parakeet on the far row becomes.
    pub becomes: Option<&'static str>,
}

/// A square by row and column, from 0 to 7; White starts at row 0.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Spot {
    /// The row.
    pub row: u32,
    /// The column.
    pub column: u32,
}

impl Advice {
    /// What `answer` advises in `game`; none if the game is over.
    pub(crate) fn new(game: &Pichu, answer: Option<&Answer>, time: std::time::Duration) -> Self {
        let after = answer.map_or_else(|| game.clone(), |answer| game.play(answer.best));
        Self {
            turn: side(game.turn()),
            board: board::write(game.board()),
            mv: answer.map(|answer| Flight::new(game.board(), answer)),
            new_board: board::write(after.board()),
            result: after.ending().map(|ending| match ending {
                Ending::Won(color) => side(color),
                Ending::NoMove | Ending::TooLong => "draw",
            }),
            score: answer.and_then(|answer| answer.score),
            depth: answer.map_or(0, |answer| answer.depth),
            nodes: answer.map_or(0, |answer| answer.nodes),
            time_ms: millis(time),
        }
    }
}

impl Flight {
    fn new(board: &Board, answer: &Answer) -> Self {
        let (from, to) = (answer.best.from, answer.best.to);
        let mover = board.piece_at(from);
        Self {
            bird: mover.map_or("", |mover| bird(mover.role)),
            from: Place(from).into(),
            to: Place(to).into(),
            takes: board.role_at(to).map(bird),
            becomes: mover.filter(|mover| is_promotion(*mover, to)).map(|_| bird(Role::Queen)),
        }
    }
}

impl From<Place> for Spot {
    fn from(place: Place) -> Self {
        Self { row: place.row(), column: place.column() }
    }
}

fn side(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}
