//! Command-line options for the position, the search and its limits, shared by several commands.

use std::{path::Path, sync::Arc, time::Duration};

use clap::{
    Args,
    builder::{NonEmptyStringValueParser, PossibleValuesParser, TypedValueParser},
    value_parser,
};
use shakmaty::CastlingMode;

use super::{
    exit::UsageError,
    input,
    output::Output,
    values::{AT_LEAST_1, MILLISECOND, duration, number},
};
use crate::{
    analysis::Settings,
    bench::Case,
    epd::{Record, read_suite},
    evaluate::{EvalConfig, EvalFile, Evaluator, Terms},
    position::{Position, Strictness},
    positions,
    search::{Algorithm, Layer, Limits, MAX_DEPTH, RUNGS, Setup, rungs, threads::pool::MOST_THREADS},
    tablebase::{Probing, Tablebases},
};

/// Upper limit of `--hash` in MiB (32 TiB), the same limit as in Stockfish.
const MOST_MEGABYTES: u64 = 1 << 25;

/// The option `--fen`.
#[derive(Args, Debug)]
pub struct PositionArguments {
    /// Position: a FEN, startpos, or a name such as kiwipete
    #[arg(long, value_name = "FEN|NAME")]
    pub fen: Option<String>,
}

impl PositionArguments {
    /// Returns the position of `--fen`; `None` without `--fen`.
    ///
    /// # Errors
    /// [`UsageError`] if the value is neither a valid FEN nor the name of a position.
    pub fn case(
        &self,
        mode: CastlingMode,
        strictness: Strictness,
        output: &Output,
    ) -> Result<Option<Case>, UsageError> {
        let Some(text) = &self.fen else { return Ok(None) };
        parse_case(text, "--fen: ", mode, strictness, output).map(Some)
    }
}

/// The option `--syzygy`.
#[derive(Args, Debug)]
pub struct TablebaseArguments {
    /// Directories with Syzygy tablebases, separated by : (on Windows by ;)
    #[arg(long, value_name = "PATH")]
    pub syzygy: Option<String>,
}

impl TablebaseArguments {
    /// Opens the tablebases; `None` without `--syzygy`. The probing options have the default values of the UCI
    /// options.
    ///
    /// # Errors
    /// An error if no tablebase can be opened.
    pub fn probing(&self) -> anyhow::Result<Option<Probing>> {
        let Some(directories) = &self.syzygy else { return Ok(None) };
        let tables = Arc::new(Tablebases::open(directories)?);
        Ok(Some(Probing { tables, depth: 4, max_pieces: 7, fifty_moves: true }))
    }
}

/// Parses a FEN or the name of a position. Error messages and notes start with `place`, the name of the
/// option that contains the text.
///
/// # Errors
/// [`UsageError`] if the text is neither a valid FEN nor the name of a position.
pub fn parse_case(
    text: &str,
    place: &str,
    mode: CastlingMode,
    strictness: Strictness,
    output: &Output,
) -> Result<Case, UsageError> {
    if let Some(record) = positions::named(text) {
        return Ok(record.into());
    }
    if !text.contains('/') {
        let names: Vec<_> = positions::classic().iter().map(Record::id).collect();
        let names = names.join(", ");
        return Err(UsageError(format!(
            "{place}'{text}' is neither a FEN nor a known position: use a FEN or one of {names}"
        )));
    }
    let (position, repairs) =
        Position::read_fen(text, mode, strictness).map_err(|error| UsageError(format!("{place}{error}")))?;
    for repair in repairs {
        output.remark(format_args!("note: {place}{repair}"));
    }
    Ok(Case { id: position.to_string(), position })
}

/// Reads all EPD records of the file `path`, or of standard input if `path` is `-`.
///
/// # Errors
/// If the file cannot be read; [`UsageError`] if a line is not EPD or the file has no records.
pub fn load_suite(path: &Path, mode: CastlingMode, strictness: Strictness) -> anyhow::Result<Vec<Record>> {
    let (text, name) = (input::read_text(path)?, input::name(path));
    let records = read_suite(&text, mode, strictness)
        .map_err(|error| UsageError(format!("cannot read {name}: {error}")))?;
    if records.is_empty() {
        return Err(UsageError(format!("cannot read {name}: the file contains no EPD records")).into());
    }
    Ok(records)
}

/// Returns the long help of `--layers`, which lists all layers and their aliases.
fn layers_help() -> String {
    let names = |layer: &Layer| match layer.aliases() {
        [] => layer.name().to_owned(),
        aliases => format!("{layer} ({})", aliases.join(", ")),
    };
    let layers: Vec<_> = Layer::ALL.iter().map(names).collect();
    format!(
        "Set of layers: a rung with layers added or removed, such as full-draws or alpha-beta+table\n\nLayers: {}",
        layers.join(", ")
    )
}

/// Options for the search algorithm, the evaluator and the hash size.
#[derive(Args, Debug)]
pub struct SearchArguments {
    /// Rung of the ladder: a named set of layers [default: full]
    #[arg(long, value_name = "NAME", value_parser = rung_parser())]
    pub rung: Option<Algorithm>,
    /// Set of layers: a rung with layers added or removed, such as full-draws or alpha-beta+table
    #[arg(long, value_name = "SET", conflicts_with = "rung", long_help = layers_help())]
    pub layers: Option<Algorithm>,
    /// Static evaluator [default: network]
    #[arg(long, value_name = "NAME", value_parser = evaluator_parser())]
    evaluator: Option<Evaluator>,
    /// Evaluation file (neural network); implies --evaluator network unless --evaluator is given
    /// [default: the built-in network]
    #[arg(long, value_name = "FILE", value_parser = eval_file_parser())]
    pub eval_file: Option<EvalFile>,
    /// Terms of the classical evaluator, such as all-king or material+squares [default: all]
    ///
    /// The command engine eval --evaluator classical lists the terms.
    #[arg(long, value_name = "SET")]
    pub terms: Option<Terms>,
    /// Hash size in MiB [default: see the end of this help]
    #[arg(long, value_name = "MIB", value_parser = megabytes_parser())]
    hash: Option<u32>,
}

/// The option `--threads`.
#[derive(Args, Debug)]
pub struct ThreadArguments {
    /// Number of search threads; with two or more, node counts vary between runs [default: 1]
    #[arg(long, value_name = "N", value_parser = threads_parser())]
    pub threads: Option<u32>,
}

impl ThreadArguments {
    /// Returns the number of search threads; `None` without `--threads`.
    pub fn threads(&self) -> Option<usize> {
        self.threads.map(|threads| threads as usize)
    }
}

impl SearchArguments {
    /// Returns the search setup. Options that are not given have the same values as in play.
    pub fn setup(&self) -> Setup {
        let algorithm = self.rung.or(self.layers).unwrap_or_default();
        let defaults = Setup::playing();
        Setup {
            algorithm,
            eval: EvalConfig {
                evaluator: self.evaluator().unwrap_or(defaults.eval.evaluator),
                terms: self.terms.unwrap_or(defaults.eval.terms),
                eval_file: self.eval_file.clone().unwrap_or_default(),
            },
            ..defaults
        }
    }

    /// Returns the evaluator selected by `--evaluator` or implied by `--eval-file`; `None` without both
    /// options.
    pub fn evaluator(&self) -> Option<Evaluator> {
        self.evaluator.or(self.eval_file.is_some().then_some(Evaluator::Network))
    }

    /// Returns the hash size in MiB; `None` without `--hash`.
    pub fn megabytes(&self) -> Option<usize> {
        self.hash.map(|megabytes| megabytes as usize)
    }
}

/// Options that limit a search: `--depth`, `--nodes` and `--movetime`. The first limit reached ends the
/// search.
#[derive(Args, Debug)]
pub struct LimitArguments {
    /// Search to this depth in plies
    #[arg(long, value_name = "PLIES", value_parser = depth_parser())]
    pub depth: Option<i32>,
    /// Search this many nodes, as in 20000, 500k or 1M
    #[arg(long, value_name = "N", value_parser = number::<u64>(AT_LEAST_1))]
    pub nodes: Option<u64>,
    /// Search for this time: milliseconds, or with a unit, as in 250ms, 10s or 2m
    #[arg(long, value_name = "MS", value_parser = duration(MILLISECOND, MILLISECOND))]
    pub movetime: Option<Duration>,
}

impl LimitArguments {
    /// Returns the limits given by the options; `None` if no limit was given.
    pub fn limits(&self) -> Option<Limits> {
        let Self { depth, nodes, movetime } = *self;
        let limits = Limits { depth, nodes, movetime, ..Limits::default() };
        limits.is_bounded().then_some(limits)
    }
}

/// Returns the analysis settings given by these options. Options that are not given keep their default
/// values.
pub fn analysis_settings(
    engine_options: &SearchArguments,
    limit_options: &LimitArguments,
    thread_options: &ThreadArguments,
) -> Settings {
    let defaults = Settings::default();
    Settings {
        setup: engine_options.setup(),
        limits: limit_options.limits().unwrap_or(defaults.limits),
        hash: engine_options.megabytes().unwrap_or(defaults.hash),
        threads: thread_options.threads().unwrap_or(defaults.threads),
        ..defaults
    }
}

/// Returns the parser of a search depth in plies, 1 to [`MAX_DEPTH`].
pub fn depth_parser() -> impl TypedValueParser<Value = i32> {
    value_parser!(i32).range(1..=i64::from(MAX_DEPTH))
}

/// Returns the parser of a hash size, 1 to [`MOST_MEGABYTES`] MiB.
pub fn megabytes_parser() -> impl TypedValueParser<Value = u32> {
    number(1..=MOST_MEGABYTES)
}

/// Returns the parser of a number of search threads, 1 to [`MOST_THREADS`].
pub fn threads_parser() -> impl TypedValueParser<Value = u32> {
    number(1..=MOST_THREADS as u64)
}

/// Returns the parser of the name of a rung. The parser supplies the list of all names to help texts and
/// shell completions.
fn rung_parser() -> impl TypedValueParser<Value = Algorithm> {
    let names = RUNGS.iter().map(|rung| rung.name).chain([rungs::FULL]);
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

fn eval_file_parser() -> impl TypedValueParser<Value = EvalFile> {
    NonEmptyStringValueParser::new().try_map(|text| EvalFile::named(&text))
}

fn evaluator_parser() -> impl TypedValueParser<Value = Evaluator> {
    PossibleValuesParser::new(Evaluator::ALL.map(Evaluator::name)).try_map(|name| name.parse())
}
