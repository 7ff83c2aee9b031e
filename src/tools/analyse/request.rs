//! Parses an input record (FEN, EPD or JSON request) into an analysis task.

use std::{ops::RangeInclusive, time::Duration};

use serde::Deserialize;
use serde_json::{Map, Value};
use shakmaty::CastlingMode;

use super::{
    AnalysisSettings, AnalysisTask, DEFAULT_NODES,
    input::{InputEntry, hash_of},
    reply::{Code, Fault, Id, Operations},
};
use crate::{
    chess::{
        epd::{EpdError, Record},
        position::{FenError, Line, Move, MoveError, Position, Strictness, read_move},
    },
    search::{Limits, MAX_DEPTH, tt::table::MOST_MEGABYTES},
    support::json::ENGINE,
};

/// A JSON request: an input line that starts with `{`. If the request sets a limit, the limits of the command
/// line do not apply to it. If neither sets a limit, or only `mate` is set, the search stops after 1,000,000
/// nodes.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Request {
    /// Id of the request, copied to the output record.
    pub id: Option<Id>,
    /// Position before `moves` are played: a FEN, or `startpos` for the start position of chess.
    pub fen: String,
    /// Moves played from the position `fen` before the search, in UCI notation (`e2e4`) or SAN (`e4`).
    #[serde(default)]
    pub moves: Vec<String>,
    /// Search depth in plies: 1 to 200.
    pub depth: Option<u64>,
    /// Maximum number of nodes to search: 1 or more.
    pub nodes: Option<u64>,
    /// Search time in milliseconds: 1 or more.
    pub movetime: Option<u64>,
    /// Stop the search when it has proved a mate in at most this many moves, for either side: 1 or more.
    pub mate: Option<u64>,
    /// Number of best moves to report, each with its variation: 1 to 1,000.
    pub multipv: Option<u64>,
    /// The only root moves to search, in UCI notation or SAN: at least one.
    pub searchmoves: Option<Vec<String>>,
    /// Whether castling rights and castling moves of this request use Chess960 notation.
    pub chess960: Option<bool>,
    /// Engine options that apply only to this request.
    #[serde(default)]
    pub options: RequestOptions,
    /// Unknown fields of the request; each is ignored with a warning in the output record.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

/// Engine options in a JSON request.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct RequestOptions {
    /// Maximum hash size for this request, in MiB: 1 or more.
    #[serde(rename = "Hash", alias = "hash")]
    pub hash: Option<u64>,
    /// Unknown engine options; each is ignored with a warning in the output record.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

/// Upper limit of `mate` in moves.
const MAX_MATE: u64 = u32::MAX as u64;
/// Upper limit of `multipv`.
const MAX_LINES: u64 = 1_000;

/// Parses an input record into a task.
///
/// # Errors
/// [`Fault`] if the record is invalid.
pub fn read(entry: &InputEntry, settings: &AnalysisSettings) -> Result<Box<AnalysisTask>, Fault> {
    match entry {
        InputEntry::Ready(_, task) => task.clone(),
        InputEntry::TooLong(_) => {
            Err(Fault::new(Code::TooLong, None, "the line is longer than 1 MiB: split it into records"))
        }
        InputEntry::Line(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => read_text(text, settings),
            Err(error) => {
                let at = error.valid_up_to();
                Err(Fault::new(
                    Code::BadUtf8,
                    None,
                    format!("byte {at} of the line is not valid UTF-8: convert the input to UTF-8"),
                ))
            }
        },
    }
}

fn read_text(text: &str, settings: &AnalysisSettings) -> Result<Box<AnalysisTask>, Fault> {
    let is_request = text.trim_start().starts_with('{');
    if is_request { read_request(text, settings) } else { read_epd(text, settings) }.map(Box::new)
}

fn read_epd(text: &str, settings: &AnalysisSettings) -> Result<AnalysisTask, Fault> {
    if text.trim() == "startpos" {
        return task(Line::new(Position::start()), settings, Vec::new());
    }
    if !text.contains('/') {
        let message = "bad FEN: write a FEN or an EPD record, which have slashes between the ranks, or startpos, or a \
                       JSON request such as {\"fen\":\"startpos\",\"moves\":[\"e2e4\"]}";
        return Err(Fault::new(Code::BadFen, Some("fen"), message));
    }
    let record = Record::parse(text, settings.mode, Strictness::Game).map_err(|error| bad_epd(&error))?;
    let warnings = record.repairs.iter().map(ToString::to_string).collect();
    let task = task(Line::new(record.position), settings, warnings)?;
    Ok(AnalysisTask { operations: Operations(record.operations), ..task })
}

/// Creates a task for the last position of `line`, with the limits of `settings`.
pub(super) fn task(
    line: Line,
    settings: &AnalysisSettings,
    warnings: Vec<String>,
) -> Result<AnalysisTask, Fault> {
    let mut limits = settings.limits.clone();
    limits.search_moves = search_moves(settings.search_moves.as_deref(), line.position())?;
    let (operations, hash) = (Operations::default(), settings.hash);
    let request_hash = Some(settings_hash(settings, ""));
    Ok(AnalysisTask { request_hash, line, limits, hash, operations, warnings })
}

fn read_request(text: &str, settings: &AnalysisSettings) -> Result<AnalysisTask, Fault> {
    let mut json = serde_json::Deserializer::from_str(text);
    let request: Request = serde_path_to_error::deserialize(&mut json)
        .map_err(|error| bad_request(&error.path().to_string(), &error.into_inner().to_string()))?;
    json.end().map_err(|error| Fault::new(Code::BadJson, None, error.to_string()))?;
    let mode = request.chess960.map_or(settings.mode, CastlingMode::from_chess960);
    let (start, mut warnings) = if request.fen == "startpos" {
        (Position::start(), Vec::new())
    } else {
        position(&request.fen, mode)?
    };
    let mut line = Line::new(start);
    for text in &request.moves {
        line.play(read_move(line.position(), text).map_err(|error| bad_move("moves", &error))?);
    }
    let mut limits = limits(&request, settings)?;
    let named = request.searchmoves.as_deref().or(settings.search_moves.as_deref());
    limits.search_moves = search_moves(named, line.position())?;
    let unknown = request.unknown.keys().map(|name| format!("unknown field '{name}' was ignored"));
    let options = request.options.unknown.keys().map(|name| format!("unknown option '{name}' was ignored"));
    warnings.extend(unknown.chain(options));
    let hash = hash(&request.options)?.unwrap_or(settings.hash);
    let request_hash = Some(settings_hash(settings, &own_settings(&request)));
    let operations = Operations::default();
    Ok(AnalysisTask { request_hash, line, limits, hash, operations, warnings })
}

/// Returns the limits, root moves and engine options that a request sets itself, as text.
fn own_settings(request: &Request) -> String {
    let Request { depth, nodes, movetime, mate, multipv, searchmoves, options, .. } = request;
    let numbers = [*depth, *nodes, *movetime, *mate, *multipv, options.hash];
    format!("{numbers:?} {searchmoves:?}")
}

/// Returns a hash, in hexadecimal, of everything except the position on which the result of a record depends:
/// engine, settings of the run, and the settings `own` of the record.
fn settings_hash(settings: &AnalysisSettings, own: &str) -> String {
    let AnalysisSettings { setup, limits, search_moves, mode: _, hash, threads, tablebases, timing } =
        settings;
    let (layers, evaluator, net) =
        (setup.algorithm.to_string(), setup.eval.evaluator.name(), setup.eval.net().unwrap_or_default());
    let probed = tablebases.is_some();
    let text = format!(
        "{ENGINE} {layers} {evaluator} {net} {limits:?} {search_moves:?} {hash} {threads} {probed} {timing} {own}"
    );
    format!("{:016x}", hash_of(text.as_bytes()))
}

fn limits(request: &Request, settings: &AnalysisSettings) -> Result<Limits, Fault> {
    let depth = within(request.depth, "depth", 1..=MAX_DEPTH.unsigned_abs().into())?;
    let nodes = within(request.nodes, "nodes", 1..=u64::MAX)?;
    let movetime = within(request.movetime, "movetime", 1..=u64::MAX)?;
    let mate = within(request.mate, "mate", 1..=MAX_MATE)?;
    let lines = within(request.multipv, "multipv", 1..=MAX_LINES)?;
    let lines = lines.map_or(settings.limits.multi_pv, |lines| lines as usize);
    let own = Limits {
        depth: depth.map(|depth| depth as i32),
        nodes,
        movetime: movetime.map(Duration::from_millis),
        mate: mate.map(|moves| moves as u32),
        ..Limits::default()
    };
    let limits = if own.is_bounded() { bounded(own) } else { settings.limits.clone() };
    Ok(Limits { multi_pv: lines, ..limits })
}

/// Returns `limits`, with the default node limit added if no limit other than `mate` is set: a search that is
/// limited only by `mate` may never end.
pub fn bounded(limits: Limits) -> Limits {
    let ends = Limits { mate: None, ..limits.clone() }.is_bounded();
    Limits { nodes: limits.nodes.or((!ends).then_some(DEFAULT_NODES)), ..limits }
}

fn within(value: Option<u64>, field: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, Fault> {
    match value {
        Some(value) if !range.contains(&value) => {
            let (least, most) = range.into_inner();
            let range =
                if most == u64::MAX { format!("{least} or more") } else { format!("{least} to {most}") };
            Err(Fault::new(Code::BadLimit, Some(field), format!("{field} must be {range}, not {value}")))
        }
        value => Ok(value),
    }
}

fn hash(options: &RequestOptions) -> Result<Option<usize>, Fault> {
    let megabytes = within(options.hash, "Hash", 1..=MOST_MEGABYTES as u64)?;
    Ok(megabytes.map(|megabytes| megabytes as usize))
}

fn position(fen: &str, mode: CastlingMode) -> Result<(Position, Vec<String>), Fault> {
    let (position, repairs) =
        Position::read_fen_of_either_mode(fen, mode, Strictness::Game).map_err(|error| bad_fen(&error))?;
    Ok((position, repairs.iter().map(ToString::to_string).collect()))
}

/// Reads the root moves of a request or of `--searchmoves`.
fn search_moves(named: Option<&[String]>, position: &Position) -> Result<Option<Vec<Move>>, Fault> {
    let Some(named) = named else { return Ok(None) };
    if named.is_empty() {
        let message = "searchmoves is empty: add a move, or leave out the field";
        return Err(Fault::new(Code::BadLimit, Some("searchmoves"), message));
    }
    let read = |text: &String| read_move(position, text).map_err(|error| bad_move("searchmoves", &error));
    named.iter().map(read).collect::<Result<_, _>>().map(Some)
}

fn bad_fen(error: &FenError) -> Fault {
    Fault::new(fen_code(error), Some("fen"), error.to_string())
}

/// Returns the error code for a wrong FEN: [`Code::BadFen`] if it cannot be parsed, [`Code::IllegalPosition`]
/// if the position cannot occur in a game.
pub(super) const fn fen_code(error: &FenError) -> Code {
    if matches!(error, FenError::Syntax(_)) { Code::BadFen } else { Code::IllegalPosition }
}

/// Converts the message `error` of serde to a record error that names the wrong field.
fn bad_request(path: &str, error: &str) -> Fault {
    let field = path.split(['.', '[']).next().filter(|field| !field.is_empty() && *field != "?");
    let found = error.split(", expected").next().unwrap_or(error);
    match field {
        Some(limit @ ("depth" | "nodes" | "movetime" | "mate" | "multipv")) => {
            Fault::new(Code::BadLimit, field, format!("{limit} must be a whole number, 1 or more: {found}"))
        }
        Some("options") => Fault::new(
            Code::BadLimit,
            field,
            format!("options must be an object such as {{\"Hash\":64}}: {found}"),
        ),
        None if error.starts_with("missing field `fen`") => {
            Fault::new(Code::BadJson, Some("fen"), "fen is missing: write a FEN, or startpos")
        }
        _ => Fault::new(Code::BadJson, field, format!("invalid request: {error}")),
    }
}

fn bad_move(field: &str, error: &MoveError) -> Fault {
    Fault::new(Code::IllegalMove, Some(field), error.to_string())
}

fn bad_epd(error: &EpdError) -> Fault {
    match error {
        EpdError::Fen(error) => bad_fen(error),
        EpdError::Move(opcode, error) => bad_move(opcode, error),
        EpdError::Quote(_) | EpdError::Operation(_) | EpdError::Counters(_) => {
            Fault::new(Code::BadFen, None, error.to_string())
        }
    }
}
