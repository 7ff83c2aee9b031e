//! The output of `engine pichu --json`.

use schemars::JsonSchema;
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

/// Answer of `engine pichu`: the boards before and after the recommended move, the recommended move, and the
/// score, depth, nodes and time of the search.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Advice {
    /// Side to move: `white` or `black`.
    pub turn: &'static str,
    /// Board before the move, as 64 characters.
    pub board: String,
    /// Recommended move; `null` if the game was already over.
    #[serde(rename = "move")]
    pub mv: Option<Flight>,
    /// Board after the move, as 64 characters; equal to `board` if there is no move.
    pub new_board: String,
    /// Result of the game on the new board: the winner (`white` or `black`), `draw`, or `null` if the game
    /// continues.
    pub result: Option<&'static str>,
    /// Score from the side to move's point of view, in hundredths of a Parakeet. The JSON key `mate` counts
    /// the moves until a Kingfisher is captured.
    pub score: Option<Score>,
    /// Depth of the last completed iteration of the search, in plies; 0 if no iteration was completed.
    pub depth: u8,
    /// Number of nodes that the search visited, without the root.
    pub nodes: u64,
    /// Time from the start of the program to the answer, in milliseconds.
    pub time_ms: u64,
}

/// The recommended move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Flight {
    /// Name of the bird that moves.
    pub bird: &'static str,
    /// Square from which the bird moves.
    pub from: Spot,
    /// Square to which the bird moves.
    pub to: Spot,
    /// Name of the captured bird; `null` if the move is not a capture.
    pub takes: Option<&'static str>,
    /// Name of the bird into which a Parakeet is promoted; `null` if the move is not a promotion.
    pub becomes: Option<&'static str>,
}

/// A square by row and column, from 0 to 7; White starts at row 0.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Spot {
    /// Row, from 0 to 7.
    pub row: u32,
    /// Column, from 0 to 7.
    pub column: u32,
}

impl Advice {
    /// Creates the output for the search result `answer` in `game`. `answer` is `None` if the game is over.
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
