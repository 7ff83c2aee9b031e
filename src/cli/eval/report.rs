//! `engine eval --json`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::score::Score;

/// The value of a position and where it comes from. Numbers without a unit are centipawns for White.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Evaluation {
    /// The position.
    pub fen: String,
    /// The side to move: `w` or `b`.
    pub turn: char,
    /// Who judged.
    pub evaluator: &'static str,
    /// The value for the side to move.
    pub score: Score,
    /// The value for White.
    pub score_white: Score,
    /// Chances of the side to move in permille: to win, to draw, to lose.
    pub wdl: [u16; 3],
    /// How full the board is, from 24 with all pieces to 0; `null` if that does not count.
    pub phase: Option<i32>,
    /// The parts of the sum; empty for an evaluator that is none.
    pub terms: Vec<Term>,
    /// What comes on top of the sum: drawish material, an elementary mate.
    pub beyond: i32,
    /// The men by square.
    pub pieces: Vec<Piece>,
}

/// One part of the sum.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Term {
    /// Its name.
    pub term: &'static str,
    /// The idea in one line.
    pub idea: &'static str,
    /// What White has of it.
    pub white: Tapered,
    /// What Black has of it.
    pub black: Tapered,
    /// What it comes to, White's less Black's.
    pub value: i32,
}

/// A value that changes as the pieces come off.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Tapered {
    /// With all pieces on the board.
    pub middlegame: i32,
    /// With none left.
    pub endgame: i32,
}

impl From<[i32; 2]> for Tapered {
    fn from([middlegame, endgame]: [i32; 2]) -> Self {
        Self { middlegame, endgame }
    }
}

/// A man where it stands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Piece {
    /// The square.
    pub square: String,
    /// The man as FEN has it: upper case is White's.
    pub piece: char,
    /// The value of the position less its value without the man; `null` for kings, and where the side that has moved would stand in
    /// check.
    pub value: Option<i32>,
}
