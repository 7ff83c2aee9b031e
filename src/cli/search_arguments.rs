//! Options that several commands share, so that they mean the same everywhere.

use std::{path::Path, time::Duration};

use anyhow::Context as _;
use clap::{
    Args,
    builder::{NonEmptyStringValueParser, PossibleValuesParser, TypedValueParser},
    value_parser,
};
use shakmaty::CastlingMode;

use super::{exit::UsageError, output::Output};
use crate::{
    analysis::Settings,
    bench::Case,
    epd::{Record, read_suite},
    evaluate::{EvalConfig, EvalFile, Evaluator, Terms},
    position::{Position, Strictness},
    positions,
    search::{Algorithm, Layer, Limits, MAX_DEPTH, RUNGS, Setup, rungs, threads::pool::MOST_THREADS},
};

/// The largest table, as in other engines: 32 TB.
const MOST_MEGABYTES: i64 = 1 << 25;

/// Which position.
#[derive(Args, Debug)]
pub struct PositionArguments {
    /// The position: a FEN, startpos, or a name such as kiwipete
    #[arg(long, value_name = "FEN|NAME")]
    pub fen: Option<String>,
}

impl PositionArguments {
    /// The position that was asked for, if one was.
    ///
    /// # Errors
    /// [`UsageError`] if it is none.
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

/// The position that a text stands for: a FEN or a name. What is said of it begins with `place`.
///
/// # Errors
/// [`UsageError`] if it is none.
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
        return Err(UsageError(format!("{place}'{text}' is no FEN and no known name: write one of {names}")));
    }
    let (position, repairs) =
        Position::read_fen(text, mode, strictness).map_err(|error| UsageError(format!("{place}{error}")))?;
    for repair in repairs {
        output.remark(format_args!("note: {place}{repair}"));
    }
    Ok(Case { id: position.to_string(), position })
}

/// Reads a suite of EPD lines from a file.
///
/// # Errors
/// If the file cannot be read, or [`UsageError`] if a line is no EPD.
pub fn load_suite(path: &Path, mode: CastlingMode, strictness: Strictness) -> anyhow::Result<Vec<Record>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let records = read_suite(&text, mode, strictness)
        .map_err(|error| UsageError(format!("{}, {error}", path.display())))?;
    if records.is_empty() {
        return Err(UsageError(format!("{}: there is no position in this file", path.display())).into());
    }
    Ok(records)
}

/// The help of `--layers`, with every layer and its aliases.
fn layers_help() -> String {
    let names = |layer: &Layer| match layer.aliases() {
        [] => layer.name().to_owned(),
        aliases => format!("{layer} ({})", aliases.join(", ")),
    };
    let layers: Vec<_> = Layer::ALL.iter().map(names).collect();
    format!(
        "Any set of layers: a rung with layers added or taken away, as in full-draws or alpha-beta+table\n\nLayers: {}",
        layers.join(", ")
    )
}

/// How to search.
#[derive(Args, Debug)]
pub struct SearchArguments {
    /// The rung of the ladder [default: full]
    #[arg(long, value_name = "NAME", value_parser = rung_parser())]
    pub rung: Option<Algorithm>,
    /// Any set of layers: a rung with layers added or taken away, as in full-draws or alpha-beta+table
    #[arg(long, value_name = "SET", conflicts_with = "rung", long_help = layers_help())]
    pub layers: Option<Algorithm>,
    /// Who judges the horizon [default: network]
    #[arg(long, value_name = "NAME", value_parser = evaluator_parser())]
    evaluator: Option<Evaluator>,
    /// The net that judges, in a file; then --evaluator is network unless it is named [default: the net of this program]
    #[arg(long, value_name = "FILE", value_parser = eval_file_parser())]
    pub eval_file: Option<EvalFile>,
    /// Terms of classical, as in all-king or material+squares [default: all]
    #[arg(long, value_name = "SET")]
    pub terms: Option<Terms>,
    /// The size of the table in MB
    #[arg(long, value_name = "MB", value_parser = megabytes_parser())]
    hash: Option<u32>,
}

/// How many threads search one position.
#[derive(Args, Debug)]
pub struct ThreadArguments {
    /// Threads that search together; from two on nodes hang on chance
    #[arg(long, value_name = "N", value_parser = threads_parser())]
    pub threads: Option<u32>,
}

impl ThreadArguments {
    /// The number asked for.
    pub fn threads(&self) -> Option<usize> {
        self.threads.map(|threads| threads as usize)
    }
}

impl SearchArguments {
    /// The search that was asked for.
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

    /// The evaluator that was asked for: by its name, or by a net for it.
    pub fn evaluator(&self) -> Option<Evaluator> {
        self.evaluator.or(self.eval_file.is_some().then_some(Evaluator::Network))
    }

    /// The size of the table in MB.
    pub fn megabytes(&self) -> Option<usize> {
        self.hash.map(|megabytes| megabytes as usize)
    }
}

/// When a search is to end; the first limit reached ends it.
#[derive(Args, Debug)]
pub struct LimitArguments {
    /// Plies to search
    #[arg(long, value_name = "PLIES", value_parser = depth_parser())]
    pub depth: Option<i32>,
    /// Nodes to search
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Milliseconds to search
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,
}

impl LimitArguments {
    /// The limits; `None` if there is none.
    pub fn limits(&self) -> Option<Limits> {
        let movetime = self.movetime.map(Duration::from_millis);
        let limits = Limits { depth: self.depth, nodes: self.nodes, movetime, ..Limits::default() };
        limits.is_bounded().then_some(limits)
    }
}

/// What these options ask of an analyst; the rest is as usual.
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

/// Reads a depth that can be searched.
pub fn depth_parser() -> impl TypedValueParser<Value = i32> {
    value_parser!(i32).range(1..=i64::from(MAX_DEPTH))
}

/// Reads the size of a table.
pub fn megabytes_parser() -> impl TypedValueParser<Value = u32> {
    value_parser!(u32).range(1..=MOST_MEGABYTES)
}

/// Reads a number of searching threads.
pub fn threads_parser() -> impl TypedValueParser<Value = u32> {
    value_parser!(u32).range(1..=MOST_THREADS as i64)
}

/// Reads the name of a rung, and knows all of them.
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
