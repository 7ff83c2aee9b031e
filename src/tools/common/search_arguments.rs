//! Command-line options for the position, the search and its limits, shared by several commands.

use std::{
    ffi::OsStr,
    path::Path,
    sync::{Arc, LazyLock, OnceLock},
    time::Duration,
};

use clap::{
    Arg, ArgMatches, Args, Command,
    builder::{
        NonEmptyStringValueParser, PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser,
    },
    parser::ValueSource,
};
use shakmaty::CastlingMode;

use super::{
    exit::UsageError,
    output::{Output, print_message},
    values::{AT_LEAST_1, MILLISECOND, duration, number},
};
use crate::{
    chess::{
        epd::Record,
        position::{Line, Move, Position, Strictness, move_words, read_move},
        positions::{self, Case},
        tablebase::{Probing, Tablebases},
    },
    engine::strength::Strength,
    evaluate::{EvalConfig, EvalFile, Evaluator, Terms},
    search::{
        Algorithm, Layer, Limits, MAX_DEPTH, RUNGS, Setup, rungs,
        threads::pool::MOST_THREADS,
        tt::table::{DEFAULT_MEGABYTES, MOST_MEGABYTES},
    },
};

/// The option `--fen`.
#[derive(Args, Debug)]
pub struct PositionArguments {
    /// Position: a FEN, startpos, or a name such as kiwipete
    #[arg(long, value_name = "POSITION", value_parser = position_parser(), hide_possible_values = true)]
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

/// The position of a command that works on one position: the argument POSITION or the option `--fen`, and the
/// moves of `--moves`.
#[derive(Args, Debug)]
pub struct LineArguments {
    /// Position: a FEN (quoted or unquoted), startpos, or a name such as kiwipete [default: startpos]
    #[arg(value_name = "POSITION", value_parser = position_parser(), hide_possible_values = true)]
    position: Vec<String>,
    /// Position, instead of the argument POSITION
    #[arg(long, value_name = "POSITION", value_parser = position_parser(), hide_possible_values = true, conflicts_with = "position")]
    fen: Option<String>,
    /// Moves to play from the position, in SAN or UCI notation, such as 'e4 e5 Nf3'
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

impl LineArguments {
    /// Returns the text of the position, and what messages about it start with; `None` without a position.
    pub fn text(&self) -> Option<(String, &'static str)> {
        let words = (!self.position.is_empty()).then(|| (self.position.join(" "), ""));
        words.or_else(|| self.fen.clone().map(|fen| (fen, "--fen: ")))
    }

    /// Returns the text of `--moves`.
    pub fn moves_text(&self) -> Option<&str> {
        self.moves.as_deref()
    }

    /// Returns the position with the moves played from it.
    ///
    /// # Errors
    /// [`UsageError`] if the text is neither a valid FEN nor the name of a position, or a move is not legal.
    pub fn line(
        &self,
        mode: CastlingMode,
        strictness: Strictness,
        output: &Output,
    ) -> Result<Line, UsageError> {
        let start = match self.text() {
            Some((text, place)) => parse_case(&text, place, mode, strictness, output)?.position,
            None => Position::start(),
        };
        let mut line = Line::new(start);
        let moves = self.moves.as_deref().unwrap_or_default();
        for (number, word) in (1..).zip(move_words(moves)) {
            let mv = read_move(line.position(), word);
            line.play(mv.map_err(|error| UsageError(format!("--moves: move {number}: {error}")))?);
        }
        Ok(line)
    }
}

/// The options `--multipv` and `--searchmoves`.
#[derive(Args, Debug)]
pub struct RootArguments {
    /// Report the N best moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u32>(1..=1000))]
    pub multipv: u32,
    #[command(flatten)]
    pub search_moves: SearchMoves,
}

/// The option `--searchmoves`.
#[derive(Args, Debug)]
pub struct SearchMoves {
    /// Search only these root moves, in SAN or UCI notation, such as e4,d4
    #[arg(long, value_name = "MOVES")]
    searchmoves: Option<String>,
}

impl SearchMoves {
    /// Returns the words of `--searchmoves`; `None` without the option.
    ///
    /// # Errors
    /// [`UsageError`] if a move is empty.
    pub fn words(&self) -> Result<Option<Vec<String>>, UsageError> {
        let Some(text) = &self.searchmoves else { return Ok(None) };
        let words: Vec<_> = text
            .split(',')
            .flat_map(|part| {
                // A part without a word, as in `e4,,d4`, is an error and not left out.
                let words: Vec<_> = part.split_whitespace().map(str::to_owned).collect();
                if words.is_empty() { vec![String::new()] } else { words }
            })
            .collect();
        if words.iter().any(String::is_empty) {
            let message = "--searchmoves: a move is empty: separate moves by commas, such as e4,d4";
            return Err(UsageError(message.to_owned()));
        }
        Ok(Some(words))
    }

    /// Returns the moves of `--searchmoves` in `position`; `None` without the option.
    ///
    /// # Errors
    /// [`UsageError`] if a word is not a legal move.
    pub fn moves(&self, position: &Position) -> Result<Option<Vec<Move>>, UsageError> {
        let read = |word: &String| {
            read_move(position, word).map_err(|error| UsageError(format!("--searchmoves: {error}")))
        };
        self.words()?.map(|words| words.iter().map(read).collect()).transpose()
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
        // A command opens tablebases at most once.
        let _ = OPENED.set(Arc::clone(&tables));
        if let Some(skipped) = tables.skipped() {
            print_message(format_args!("warning: {skipped}"));
        }
        Ok(Some(Probing { tables, depth: 4, max_pieces: 7, fifty_moves: true }))
    }
}

/// The tablebases of `--syzygy`.
static OPENED: OnceLock<Arc<Tablebases>> = OnceLock::new();

/// Prints a warning if a search of this command has found a bad tablebase file.
pub fn report_bad_tablebase() {
    if let Some(error) = OPENED.get().and_then(|tables| tables.probe_error()) {
        print_message(format_args!("warning: {error}: the search continued without it"));
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
    // A FEN that is copied from an EPD file ends with a semicolon.
    let text = text.trim_end_matches([' ', ';']);
    if let Some(record) = positions::named(text) {
        return Ok(record.into());
    }
    if Path::new(text).is_file() {
        return Err(UsageError(format!(
            "{place}{text} is a file, and not a position: use engine analyse {text}, or, for one position of a \
             game, engine play --pgn {text} and its commands undo and fen"
        )));
    }
    if !text.contains('/') {
        let names = POSITION_NAMES.join(", ");
        return Err(UsageError(format!(
            "{place}'{text}' is neither a FEN nor a known position: use a FEN or one of {names}"
        )));
    }
    let (position, repairs) = Position::read_fen_of_either_mode(text, mode, strictness)
        .map_err(|error| UsageError(format!("{place}{error}")))?;
    for repair in repairs {
        output.remark(format_args!("note: {place}{repair}"));
    }
    Ok(Case { id: position.to_string(), position })
}

/// Returns the long help of `--layers`, which lists all rungs, and all layers with their aliases.
fn layers_help() -> String {
    let names = |layer: &Layer| match layer.aliases() {
        [] => layer.name().to_owned(),
        aliases => format!("{layer} ({})", aliases.join(", ")),
    };
    let layers: Vec<_> = Layer::ALL.iter().map(names).collect();
    let rungs: Vec<_> = rung_names().collect();
    format!(
        "Rung, or rung with layers added or removed, such as full-draws or alpha-beta+table [default: full]\n\n\
         Rungs: {}\n\nLayers: {}",
        rungs.join(", "),
        layers.join(", ")
    )
}

/// Options for the search algorithm, the evaluator and the hash size.
#[derive(Args, Debug)]
pub struct SearchArguments {
    /// Rung, or rung with layers added or removed, such as full-draws or alpha-beta+table [default: full]
    #[arg(long, value_name = "SET", value_parser = layers_parser(), hide_possible_values = true, long_help = layers_help())]
    pub layers: Option<Algorithm>,
    #[command(flatten)]
    pub eval: EvalArguments,
    #[command(flatten)]
    hash_option: HashArguments,
}

/// The option `--hash`.
#[derive(Args, Clone, Copy, Debug)]
pub struct HashArguments {
    #[arg(long, value_name = "MIB", value_parser = megabytes_parser(), help = format!("Hash size in MiB [default: {DEFAULT_MEGABYTES}]"))]
    pub hash: Option<usize>,
}

/// Options for the evaluator.
#[derive(Args, Debug)]
pub struct EvalArguments {
    /// Static evaluator: material, classical or network [default: network]
    #[arg(long, value_name = "NAME", value_parser = evaluator_parser(), hide_possible_values = true)]
    evaluator: Option<Evaluator>,
    /// Evaluation file (neural network) [default: the built-in network]
    ///
    /// The option implies --evaluator network.
    #[arg(long, value_name = "FILE", value_parser = eval_file_parser())]
    eval_file: Option<EvalFile>,
}

/// The option `--terms`.
#[derive(Args, Debug)]
pub struct TermsArguments {
    /// Terms of the classical evaluator, such as all-king or material+squares [default: all]
    ///
    /// The command engine eval --evaluator classical lists the terms.
    #[arg(long, value_name = "SET")]
    terms: Option<Terms>,
}

impl TermsArguments {
    /// Returns `eval` with the terms of `--terms`.
    pub fn applied_to(&self, eval: EvalConfig) -> EvalConfig {
        EvalConfig { terms: self.terms.unwrap_or(eval.terms), ..eval }
    }
}

impl EvalArguments {
    /// Returns the evaluator selected by `--evaluator` or implied by `--eval-file`; `None` without both
    /// options.
    pub fn evaluator(&self) -> Option<Evaluator> {
        self.evaluator.or(self.eval_file.is_some().then_some(Evaluator::Network))
    }

    /// Returns the evaluator with its evaluation file. Without an option, the evaluator is that of `defaults`, and
    /// the evaluation file is the embedded network.
    pub fn config(&self, defaults: &EvalConfig) -> EvalConfig {
        EvalConfig {
            evaluator: self.evaluator().unwrap_or(defaults.evaluator),
            terms: defaults.terms,
            eval_file: self.eval_file.clone().unwrap_or_default(),
        }
    }
}

/// Refuses `--terms` and `--eval-file` if the selected evaluator does not use them.
///
/// # Errors
/// [`UsageError`] if `--terms` is given without `--evaluator classical`, or if `--eval-file` is given with an
/// `--evaluator` other than `network`.
pub fn refuse_without_effect(matches: &ArgMatches) -> Result<(), UsageError> {
    if let Some((_, matches)) = matches.subcommand() {
        return refuse_without_effect(matches);
    }
    let Ok(evaluator) = matches.try_get_one::<Evaluator>("evaluator") else { return Ok(()) };
    let given = |id: &str| {
        matches.try_contains_id(id).is_ok_and(|found| found)
            && matches.value_source(id) == Some(ValueSource::CommandLine)
    };
    let refuse = |option: &str, needed: Evaluator| {
        let message = format!(
            "{option} has an effect only with --evaluator {needed}: add this option, or remove {option}"
        );
        Err(UsageError(message))
    };
    if given("terms") && evaluator != Some(&Evaluator::Classical) {
        return refuse("--terms", Evaluator::Classical);
    }
    if given("eval_file") && evaluator.is_some_and(|evaluator| *evaluator != Evaluator::Network) {
        return refuse("--eval-file", Evaluator::Network);
    }
    Ok(())
}

/// The option `--chess960`.
#[derive(Args, Clone, Copy, Debug)]
pub struct VariantArguments {
    /// Use Chess960 notation for castling rights and castling moves
    #[arg(long)]
    pub chess960: bool,
}

impl VariantArguments {
    /// Returns the castling notation.
    pub fn mode(self) -> CastlingMode {
        CastlingMode::from_chess960(self.chess960)
    }
}

/// The option `--jobs`.
#[derive(Args, Clone, Copy, Debug)]
pub struct JobArguments {
    /// Number of positions or games to process in parallel
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = number::<u32>(1..=1024))]
    pub jobs: u32,
}

/// The option `--seed`.
#[derive(Args, Clone, Copy, Debug)]
pub struct SeedArguments {
    /// Seed for random choices [default: 1]
    #[arg(long, value_name = "N", value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: Option<u64>,
}

impl SeedArguments {
    /// Returns the seed; 1 without `--seed`.
    pub fn seed(self) -> u64 {
        self.seed.unwrap_or(1)
    }
}

/// The option `--elo`.
#[derive(Args, Clone, Copy, Debug)]
pub struct StrengthArguments {
    /// Limit the engine to this Elo rating
    #[arg(long, value_name = "N", conflicts_with = "layers",
        value_parser = number::<i32>(Strength::LEAST as u64..=Strength::MOST as u64))]
    pub elo: Option<i32>,
}

/// The option `--threads`.
#[derive(Args, Debug)]
pub struct ThreadArguments {
    /// Number of search threads; with two or more, node counts vary between runs [default: 1]
    #[arg(long, value_name = "N", value_parser = threads_parser())]
    pub threads: Option<usize>,
}

impl SearchArguments {
    /// Returns the search setup. Options that are not given have the same values as in play.
    pub fn setup(&self) -> Setup {
        let algorithm = self.layers.unwrap_or_default();
        let defaults = Setup::playing();
        Setup { algorithm, eval: self.eval.config(&defaults.eval), ..defaults }
    }

    /// Returns the hash size in MiB; `None` without `--hash`.
    pub fn megabytes(&self) -> Option<usize> {
        self.hash_option.hash
    }
}

/// Options that limit a search: `--depth`, `--nodes` and `--movetime`. The first limit reached ends the
/// search.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LimitArguments {
    /// Search to this depth in plies
    #[arg(long, value_name = "PLIES", value_parser = depth_parser())]
    pub depth: Option<i32>,
    /// Search this many nodes, as in 20000, 500k or 1M [default: 1000000 without a limit]
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

/// Returns the parser of a search depth in plies, from 1 to [`MAX_DEPTH`].
pub fn depth_parser() -> impl TypedValueParser<Value = i32> {
    number(1..=u64::from(MAX_DEPTH.unsigned_abs()))
}

/// Returns the parser of a hash size, 1 to [`MOST_MEGABYTES`] MiB.
pub fn megabytes_parser() -> impl TypedValueParser<Value = usize> {
    number(1..=MOST_MEGABYTES as u64)
}

/// Returns the parser of a number of search threads, 1 to [`MOST_THREADS`].
pub fn threads_parser() -> impl TypedValueParser<Value = usize> {
    number(1..=MOST_THREADS as u64)
}

/// Parser that suggests some values in help texts and shell completions, and also accepts other values.
#[derive(Clone)]
struct Suggesting<P> {
    parser: P,
    suggestions: &'static LazyLock<Vec<String>>,
}

impl<P: TypedValueParser> TypedValueParser for Suggesting<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.suggestions.iter().map(|name| PossibleValue::new(name.as_str()))))
    }
}

/// Names of positions: `startpos` and the positions of `positions/classic.epd`.
static POSITION_NAMES: LazyLock<Vec<String>> =
    LazyLock::new(|| positions::classic().iter().map(Record::id).collect());

/// Suggested values of `--layers`: the names of all rungs, and the full set without each layer, such as
/// `full-draws`.
static LAYER_SETS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let without = Layer::ALL.iter().map(|layer| format!("{}-{layer}", rungs::FULL));
    rung_names().map(str::to_owned).chain(without).collect()
});

/// Returns the parser of a position argument. The parser accepts every text, because the position is parsed
/// later, and suggests the names of positions for shell completion.
fn position_parser() -> impl TypedValueParser<Value = String> {
    Suggesting { parser: StringValueParser::new(), suggestions: &POSITION_NAMES }
}

/// Returns the parser of a set of layers. For shell completion, the parser suggests the names of all rungs,
/// and for each layer the full set without the layer.
fn layers_parser() -> impl TypedValueParser<Value = Algorithm> {
    let parser = StringValueParser::new().try_map(|text: String| text.parse::<Algorithm>());
    Suggesting { parser, suggestions: &LAYER_SETS }
}

fn rung_names() -> impl Iterator<Item = &'static str> {
    RUNGS.iter().map(|rung| rung.name).chain([rungs::FULL])
}

fn eval_file_parser() -> impl TypedValueParser<Value = EvalFile> {
    NonEmptyStringValueParser::new().try_map(|text| EvalFile::named(&text))
}

fn evaluator_parser() -> impl TypedValueParser<Value = Evaluator> {
    PossibleValuesParser::new(Evaluator::ALL.map(Evaluator::name)).try_map(|name| name.parse())
}
