//! `engine explain`: prints the search tree with the reason why each node ended, a refutation, or a lesson.

mod course;
mod lesson;
mod output;
mod pichu;

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, ValueEnum, value_parser};
use shakmaty::CastlingMode;

use super::{
    exit::UsageError,
    output::{Output, print, print_json},
    search_arguments::{PositionArguments, SearchArguments, depth_parser, parse_case},
};
use crate::{
    explain::{
        html::Page,
        lesson::Lesson,
        reason,
        run::{self, ExplainRequest},
        selection::MAX_NODES,
        why_not,
    },
    position::{Move, Position, Strictness},
    search::{Algorithm, Setup},
};

/// Show the search tree and why each node ended; lessons on search
#[derive(Args, Debug)]
#[command(after_help = after_help())]
pub struct Arguments {
    #[command(flatten)]
    start: PositionArguments,
    /// Search a position of this game
    ///
    /// For Pichu, --fen is the board of 64 characters, a space, and the side to move (w or b).
    #[arg(long, value_name = "GAME", value_enum, default_value_t)]
    game: Game,
    #[command(flatten)]
    engine_options: SearchArguments,
    /// Search to this depth in plies
    #[arg(long, value_name = "PLIES", value_parser = depth_parser(), default_value_t = 3)]
    depth: i32,
    /// Stop the search after N nodes; each node is kept in memory (about 100 bytes)
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=50_000_000), default_value_t = 3_000_000)]
    nodes: u64,
    /// Write at most N nodes, largest subtrees first, and count the others at their parents
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..), default_value_t = MAX_NODES as u32)]
    max_nodes: u32,
    /// Write the tree in this format
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
    /// Show the nodes of one line and the tree below it; moves as in 'e4 e5 Qh5'
    #[arg(long, value_name = "MOVES")]
    path: Option<String>,
    /// Explain why this root move was not chosen, and show its refutation
    #[arg(long, value_name = "MOVE", conflicts_with_all = ["path", "against", "lesson"])]
    why_not: Option<String>,
    /// Also show the tree of this other rung or set of layers
    #[arg(long, value_name = "RUNG|SET")]
    against: Option<Algorithm>,
    /// Show a lesson: searches, trees, and questions with answers
    #[arg(long, value_name = "NAME", value_parser = lesson::parser(), conflicts_with_all = ["fen", "game", "rung", "layers", "evaluator", "path", "against"])]
    lesson: Option<&'static Lesson>,
    /// Write a course of eight linked lessons as HTML pages to this directory
    #[arg(long, value_name = "DIR", conflicts_with_all = ["fen", "game", "rung", "layers", "evaluator", "path", "against", "lesson", "why_not", "format", "json"])]
    course: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

/// The game of the searched position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Game {
    /// Chess
    #[default]
    Chess,
    /// Simplified chess with bird names, searched by minimax or alpha-beta
    Pichu,
}

/// Output formats of the recorded search tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Indented sentences
    #[default]
    Text,
    /// One JSON object per node
    Jsonl,
    /// Graph for Graphviz
    Dot,
    /// HTML page that plays the search: chart, board, pseudocode, and list of sentences
    Html,
}

const EXAMPLES: &str = "\
Examples:
  engine explain --fen blocking --rung alpha-beta --depth 2
  engine explain --fen kiwipete --depth 4 --format html > tree.html
  engine explain --against minimax --rung alpha-beta --format html > both.html
  engine explain --depth 4 --layers alpha-beta+table --path 'e4 e5 Qh5'
  engine explain --fen horizon --rung alpha-beta --depth 2 --why-not Rxd5
  engine explain --lesson horizon
  engine explain --lesson horizon --format html > horizon.html
  engine explain --course lessons
  engine explain --game pichu --depth 2 --format dot | dot -Tsvg > birds.svg
  engine explain --json | jq -r 'select(.reason == \"beta_cut\") | .by.line'

Nodes that are not written are counted at their parents ('and 312 more'), so the sums of all nodes are correct.

--json writes one object per node, like --format jsonl; with --why-not it writes one object. Defaults: position startpos, \
16 MiB hash.";

/// Returns the examples and the list of reasons why nodes end.
fn after_help() -> String {
    let reasons = reason::names().join(", ");
    format!(
        "{EXAMPLES}\n\nReasons why a node ends: {reasons}. The documentation page of each layer explains its reasons (cargo doc)."
    )
}

/// Runs `engine explain`.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if arguments.output.json && !matches!(arguments.format, Format::Text | Format::Jsonl) {
        return Err(UsageError(
            "--json writes JSON lines and --format another format: remove one of them".to_owned(),
        )
        .into());
    }
    if let Some(folder) = &arguments.course {
        return course::run(arguments, folder);
    }
    if let Some(lesson) = arguments.lesson {
        return lesson::run(arguments, lesson);
    }
    if arguments.game == Game::Pichu {
        return pichu::run(arguments);
    }
    let text = arguments.start.fen.as_deref().unwrap_or("startpos");
    let position =
        parse_case(text, "--fen: ", CastlingMode::Standard, Strictness::Game, &arguments.output)?.position;
    if let Some(word) = &arguments.why_not {
        let mv = position.parse_san(word).map_err(|error| UsageError(format!("--why-not: {error}")))?;
        return why_not(arguments, &position, mv);
    }
    for algorithm in arguments.algorithms()? {
        let layers = algorithm.layers();
        for layer in layers.iter().filter(|layer| !layers.active().has(*layer)) {
            let missing = layer.info().needs.iter().filter(|need| !layers.active().has(**need));
            let missing: Vec<_> = missing.map(|need| need.name()).collect();
            arguments
                .output
                .remark(format_args!("note: {layer} does nothing without {}", missing.join(" and ")));
        }
    }
    let explanations = arguments
        .algorithms()?
        .into_iter()
        .map(|algorithm| Ok(run::chess(&position, &arguments.request(algorithm))?))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let page = Page { title: format!("Search tree: {}", name(text)), ..Page::default() };
    output::write(arguments, &explanations, &[], page)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs `engine explain --why-not`: searches all root moves, then only `mv`, and prints why `mv` was not
/// chosen.
fn why_not(arguments: &Arguments, position: &Position, mv: Move) -> anyhow::Result<ExitCode> {
    let request = arguments.request(arguments.algorithms()?[0]);
    let explanation = run::chess(position, &request)?;
    let alone = run::chess(position, &ExplainRequest { only: vec![mv], ..request })?;
    for explanation in [&explanation, &alone] {
        output::remark_if_stopped(arguments, explanation);
    }
    let why = why_not::explain(&explanation, &alone, mv);
    if arguments.is_jsonl() {
        print_json(why)?;
    } else {
        print(|out| why.sentences.iter().try_for_each(|sentence| writeln!(out, "{sentence}")))?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    /// Returns the rungs or sets of layers to search with: the selected one, and the one given with
    /// `--against`, if any. Refuses the rung `random`.
    fn algorithms(&self) -> Result<Vec<Algorithm>, UsageError> {
        let algorithms: Vec<_> =
            [Some(self.engine_options.setup().algorithm), self.against].into_iter().flatten().collect();
        if algorithms.contains(&Algorithm::Random) {
            return Err(UsageError(
                "rung random has no search tree: use --rung minimax or a higher rung".to_owned(),
            ));
        }
        Ok(algorithms)
    }

    fn request(&self, algorithm: Algorithm) -> ExplainRequest {
        let setup = Setup { algorithm, ..self.engine_options.setup() };
        ExplainRequest {
            setup,
            rung: algorithm.short_name(MAX_NAMED_LAYERS),
            depth: self.depth,
            megabytes: self.engine_options.megabytes().unwrap_or(16),
            max_nodes: self.nodes,
            only: Vec::new(),
        }
    }

    fn is_jsonl(&self) -> bool {
        self.output.json || self.format == Format::Jsonl
    }

    const fn max_written_nodes(&self) -> usize {
        self.max_nodes as usize
    }
}

/// Returns how a page names a position: `start position`, the name of a known position, or the text of `--fen`.
fn name(text: &str) -> &str {
    if text == "startpos" { "start position" } else { text }
}

/// Returns the command line of this run, which the HTML page shows at its end.
fn command() -> String {
    let quoted = |word: String| if word.contains(char::is_whitespace) { format!("'{word}'") } else { word };
    let words = std::iter::once("engine".to_owned()).chain(std::env::args().skip(1));
    words.map(quoted).collect::<Vec<_>>().join(" ")
}

/// Maximum number of missing layers in the displayed name of a set of layers; `full-draws` has one missing
/// layer.
const MAX_NAMED_LAYERS: usize = 4;
