//! `engine annotate --json`: one object a game.

use serde::Serialize;
use shakmaty::Color;

use crate::{
    annotate::{AnnotateError, Annotation, judgment::Judgment, write::san},
    pgn::{
        Game, RawGame,
        game::{Ply, Tag},
    },
    position::Position,
    score::Score,
};

/// A game with its annotation.
#[derive(Clone, Debug, Serialize)]
pub struct AnnotatedGame {
    /// Its number in the input, from 1.
    pub game: u64,
    /// `true`.
    pub ok: bool,
    /// The headers as pairs of name and value.
    pub tags: Vec<[String; 2]>,
    /// The position it begins with.
    pub fen: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// How White played.
    pub white: PlayedSide,
    /// How Black played.
    pub black: PlayedSide,
    /// The moves.
    pub moves: Vec<PlayedMove>,
    /// Nodes visited.
    pub nodes: u64,
}

/// How one side played.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedSide {
    /// Lichess's accuracy in percent; `null` if the side made no move.
    pub accuracy: Option<f64>,
    /// Centipawns lost by move, no score counted beyond ten pawns.
    pub centipawn_loss: Option<f64>,
    /// Moves that lost at least 0.1 of the expected score.
    pub inaccuracies: usize,
    /// At least 0.2.
    pub mistakes: usize,
    /// At least 0.3.
    pub blunders: usize,
}

/// One move. Scores are those of the side that played it.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedMove {
    /// Its number in the game, from 1.
    pub ply: usize,
    /// As people write it.
    pub san: String,
    /// As UCI writes it.
    pub uci: String,
    /// The score after it.
    pub score: Score,
    /// The same as White sees it.
    pub score_white: Score,
    /// The score of the best move.
    pub best_score: Score,
    /// The best line, as UCI writes it; it may begin with the move itself.
    pub best_line: Vec<String>,
    /// Expected score lost, 0 to 1.
    pub loss: f64,
    /// `inaccuracy`, `mistake`, `blunder`, or `null`.
    pub judgment: Option<&'static str>,
    /// What the clock of its comment says, in milliseconds.
    pub clock_ms: Option<u64>,
    /// Plies the position before it was searched.
    pub depth: i32,
    /// Nodes this took.
    pub nodes: u64,
}

/// A game that could not be annotated.
#[derive(Clone, Debug, Serialize)]
pub struct RefusedGame {
    /// Its number in the input, from 1.
    pub game: u64,
    /// `false`.
    pub ok: bool,
    /// What was wrong.
    pub error: GameError,
    /// The text, with � for what is no UTF-8.
    pub input: String,
}

/// Why a game could not be annotated.
#[derive(Clone, Debug, Serialize)]
pub struct GameError {
    /// `bad_header`, `bad_variant`, `bad_fen`, `illegal_position`, `illegal_move`, `bad_move`, `bad_pgn`, `too_long` or `internal`.
    pub code: &'static str,
    /// The line of the input the game begins in.
    pub line: u64,
    /// The ply, from 1; `null` if it is not about a move.
    pub ply: Option<usize>,
    /// The sentence for people.
    pub message: String,
}

impl AnnotatedGame {
    /// The record of a game.
    pub(crate) fn new(number: u64, game: &Game, annotation: &Annotation) -> Self {
        let mut position = game.start.clone();
        let mut moves = Vec::with_capacity(game.plies.len());
        for (ply, played) in game.plies.iter().enumerate() {
            moves.push(PlayedMove::new(ply, played, &position, game, annotation));
            position = position.play(played.mv);
        }
        let tag = |tag: &Tag| [String::from_utf8_lossy(&tag.name).into_owned(), tag.value()];
        Self {
            game: number,
            ok: true,
            tags: game.tags.iter().map(tag).collect(),
            fen: game.start.to_string(),
            result: game.result.clone(),
            white: PlayedSide::new(game, annotation, Color::White),
            black: PlayedSide::new(game, annotation, Color::Black),
            moves,
            nodes: annotation.nodes,
        }
    }
}

impl PlayedSide {
    fn new(game: &Game, annotation: &Annotation, side: Color) -> Self {
        let count = |judgment| annotation.count(game, side, judgment);
        Self {
            accuracy: crate::json::rounded(*annotation.accuracy.get(side)),
            centipawn_loss: crate::json::rounded(annotation.centipawn_loss(game, side)),
            inaccuracies: count(Judgment::Inaccuracy),
            mistakes: count(Judgment::Mistake),
            blunders: count(Judgment::Blunder),
        }
    }
}

impl PlayedMove {
    fn new(ply: usize, played: &Ply, before: &Position, game: &Game, annotation: &Annotation) -> Self {
        let [analysis, after] = [&annotation.analyses[ply], &annotation.analyses[ply + 1]];
        let judged = annotation.moves[ply];
        let mut position = before.clone();
        let best_line = analysis.line.iter().map(|mv| {
            let uci = position.uci(*mv);
            position = position.play(*mv);
            uci
        });
        Self {
            ply: ply + 1,
            san: san(before, played.mv),
            uci: before.uci(played.mv),
            score: -after.score,
            score_white: annotation.white_score(game, ply + 1),
            best_score: analysis.score,
            best_line: best_line.collect(),
            loss: crate::json::rounded(Some(judged.loss)).unwrap_or_default(),
            judgment: judged.judgment.map(Judgment::name),
            clock_ms: played.clock().map(|clock| clock.as_millis() as u64),
            depth: analysis.depth,
            nodes: analysis.nodes,
        }
    }
}

impl RefusedGame {
    /// The record of a game that was refused.
    pub(crate) fn new(raw: &RawGame, error: &AnnotateError) -> Self {
        let (code, ply) = (error.code(), error.ply());
        let error = GameError { code, line: raw.line, ply, message: error.to_string() };
        Self { game: raw.number, ok: false, error, input: String::from_utf8_lossy(&raw.text).into_owned() }
    }
}
