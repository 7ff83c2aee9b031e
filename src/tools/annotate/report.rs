//! Types of the JSON objects that `engine annotate --jsonl` prints, one per game.

use serde::Serialize;
use shakmaty::Color;

use crate::{
    chess::{
        pgn::{PgnGame, RawGame, game::PgnPly, headers::Tag},
        position::Position,
        score::Score,
    },
    tools::annotate::{AnnotateError, Annotation, judgment::Judgment},
};

/// JSON object of an annotated game.
#[derive(Clone, Debug, Serialize)]
pub struct AnnotatedGame {
    /// Number of the game in the input, from 1.
    pub game: u64,
    /// Always `true`.
    pub ok: bool,
    /// PGN headers of the game, as pairs of name and value.
    pub tags: Vec<[String; 2]>,
    /// FEN of the position in which the game starts.
    pub fen: String,
    /// Result of the game: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Accuracy and numbers of bad moves of White.
    pub white: PlayedSide,
    /// Accuracy and numbers of bad moves of Black.
    pub black: PlayedSide,
    /// Moves of the game, with their scores and judgments.
    pub moves: Vec<ReportedMove>,
    /// Sum of the nodes of all searches of the game.
    pub nodes: u64,
}

/// Accuracy and numbers of bad moves of one side.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedSide {
    /// Accuracy in percent by Lichess's formula; `null` if the side made no move.
    pub accuracy: Option<f64>,
    /// Average loss per move in centipawns, with scores limited to ±10 pawns; `null` if the side made no
    /// move.
    pub centipawn_loss: Option<f64>,
    /// Number of moves that lost at least 0.1 and less than 0.2 of the expected score (0 to 1).
    pub inaccuracies: usize,
    /// Number of moves that lost at least 0.2 and less than 0.3 of the expected score (0 to 1).
    pub mistakes: usize,
    /// Number of moves that lost at least 0.3 of the expected score (0 to 1).
    pub blunders: usize,
}

/// One move of a game. All scores except `score_white` are from the point of view of the side that played the
/// move.
#[derive(Clone, Debug, Serialize)]
pub struct ReportedMove {
    /// Number of the move in plies, from 1.
    pub ply: usize,
    /// The move in SAN.
    pub san: String,
    /// The move in UCI notation.
    pub uci: String,
    /// Score after the move, from the point of view of the side that played it.
    pub score: Score,
    /// Score after the move, from White's point of view.
    pub score_white: Score,
    /// Score of the best move of the search, from the point of view of the side that played the game's move.
    pub best_score: Score,
    /// Best variation from the position before the move, in UCI notation; its first move may be the move that
    /// was played.
    pub best_line: Vec<String>,
    /// Expected score that the move lost, 0 to 1.
    pub loss: f64,
    /// Judgment of the move: `inaccuracy`, `mistake` or `blunder`; `null` for a good move.
    pub judgment: Option<&'static str>,
    /// Time left on the clock after the move in milliseconds, from the `[%clk]` command in the move's
    /// comment; `null` if there is no `[%clk]`.
    pub clock_ms: Option<u64>,
    /// Depth to which the position before the move was searched, in plies.
    pub depth: i32,
    /// Number of nodes searched in the position before the move.
    pub nodes: u64,
}

/// JSON object of a game that could not be annotated.
#[derive(Clone, Debug, Serialize)]
pub struct RefusedGame {
    /// Number of the game in the input, from 1.
    pub game: u64,
    /// Always `false`.
    pub ok: bool,
    /// Error code, place of the error in the input, and message.
    pub error: GameError,
    /// PGN text of the game; bytes that are not UTF-8 are replaced by �.
    pub input: String,
}

/// Reason why a game could not be annotated.
#[derive(Clone, Debug, Serialize)]
pub struct GameError {
    /// Error code: `bad_header`, `bad_variant`, `bad_fen`, `illegal_position`, `illegal_move`, `bad_move`,
    /// `bad_pgn`, `too_long` or `internal`.
    pub code: &'static str,
    /// Name of the input file; absent if there is only one input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Number of the line in the input file in which the game starts, from 1.
    pub line: u64,
    /// Ply at which the error is in the game, from 1; `null` if the error is not in the moves.
    pub ply: Option<usize>,
    /// Error message for a person.
    pub message: String,
}

impl AnnotatedGame {
    /// Creates the JSON object of an annotated game.
    pub(crate) fn new(number: u64, game: &PgnGame, annotation: &Annotation) -> Self {
        let mut position = game.start.clone();
        let mut moves = Vec::with_capacity(game.plies.len());
        for (ply, played) in game.plies.iter().enumerate() {
            moves.push(ReportedMove::new(ply, played, &position, game, annotation));
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
    fn new(game: &PgnGame, annotation: &Annotation, side: Color) -> Self {
        let count = |judgment| annotation.count(game, side, judgment);
        Self {
            accuracy: crate::support::json::rounded(*annotation.accuracy.get(side)),
            centipawn_loss: crate::support::json::rounded(annotation.centipawn_loss(game, side)),
            inaccuracies: count(Judgment::Inaccuracy),
            mistakes: count(Judgment::Mistake),
            blunders: count(Judgment::Blunder),
        }
    }
}

impl ReportedMove {
    fn new(ply: usize, played: &PgnPly, before: &Position, game: &PgnGame, annotation: &Annotation) -> Self {
        let [analysis, after] = [&annotation.analyses[ply], &annotation.analyses[ply + 1]];
        let judged = annotation.moves[ply];
        Self {
            ply: ply + 1,
            san: before.san(played.mv),
            uci: before.uci(played.mv),
            score: -after.score,
            score_white: annotation.white_score(game, ply + 1),
            best_score: analysis.score,
            best_line: analysis.line.iter().map(|mv| before.uci(*mv)).collect(),
            loss: crate::support::json::rounded(Some(judged.loss)).unwrap_or_default(),
            judgment: judged.judgment.map(Judgment::name),
            clock_ms: played.clock().map(|clock| clock.as_millis() as u64),
            depth: analysis.depth,
            nodes: analysis.nodes,
        }
    }
}

impl RefusedGame {
    /// Creates the JSON object of a game that could not be annotated.
    pub(crate) fn new(raw: &RawGame, error: &AnnotateError) -> Self {
        let (code, ply) = (error.code(), error.ply());
        let file = raw.source.as_deref().map(str::to_owned);
        let error = GameError { code, file, line: raw.line, ply, message: error.to_string() };
        Self { game: raw.number, ok: false, error, input: String::from_utf8_lossy(&raw.text).into_owned() }
    }
}
