//! `engine explain`: prints the search tree with the reason why each node ended, a refutation, or a lesson.

mod course;
mod lesson;
mod output;
mod pichu;

use std::{path::PathBuf, process::ExitCode};

use clap::{Args, ValueEnum};

use crate::{
    chess::position::{Move, Position, Strictness, read_move},
    search::{Algorithm, Setup, tt::table::OutOfMemory},
    tools::{
        common::{
            exit::UsageError,
            output::{Output, OutputFile},
            search_arguments::{
                LineArguments, SearchArguments, TablebaseArguments, TermsArguments, VariantArguments,
                depth_parser,
            },
            values::{AT_LEAST_1, number},
        },
        explain::{
            explanation::Explanation,
            html::Page,
            lesson::Lesson,
            reason,
            run::{self, ExplainRequest},
            why_not,
        },
    },
};

/// Show the search tree and why each node ended; lessons on search
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    after_long_help = after_help()
)]
pub struct ExplainArguments {
    #[command(flatten)]
    start: LineArguments,
    #[command(flatten)]
    variant: VariantArguments,
    /// Search a position of this game
    ///
    /// For Pichu, the position is the board of 64 characters, a space, and the side to move (w or b).
    #[arg(long, value_name = "GAME", value_enum, default_value_t)]
    game: ExplainedGame,
    #[command(flatten)]
    engine_options: SearchArguments,
    #[command(flatten)]
    terms_option: TermsArguments,
    #[command(flatten)]
    tablebase_options: TablebaseArguments,
    /// Search to this depth in plies
    #[arg(long, value_name = "PLIES", value_parser = depth_parser(), default_value_t = 3)]
    depth: i32,
    /// Stop the search after N nodes
    ///
    /// Each node is kept in memory, in about 100 bytes.
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=50_000_000), default_value_t = 3_000_000)]
    nodes: u64,
    /// Show at most N nodes, largest subtrees first [default: 3000]
    ///
    /// Nodes that are not shown are counted at their parents. By default a page has more nodes.
    #[arg(long, value_name = "N", value_parser = number::<usize>(AT_LEAST_1))]
    show: Option<usize>,
    /// Write the tree in this format
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
    /// Print one JSON object per node
    #[arg(long, conflicts_with = "format")]
    jsonl: bool,
    /// Show the nodes of one line, such as 'e4 e5 Qh5', and the tree below it
    #[arg(long, value_name = "MOVES")]
    path: Option<String>,
    /// Explain why this root move was not chosen, and show its refutation
    #[arg(long, value_name = "MOVE", conflicts_with_all = ["path", "against", "lesson", "jsonl", "format"])]
    why_not: Option<String>,
    /// Also show the tree of this other rung or set of layers
    #[arg(long, value_name = "RUNG|SET")]
    against: Option<Algorithm>,
    /// Show a lesson: searches, trees, and two exercises
    #[arg(long, value_name = "NAME", value_parser = lesson::parser(), conflicts_with_all = LESSON_SETS)]
    lesson: Option<&'static Lesson>,
    /// Write a course of eight linked lessons as HTML pages to this directory
    #[arg(long, value_name = "DIR", conflicts_with_all = LESSON_SETS.into_iter().chain(["lesson", "format", "jsonl", "output"]))]
    course: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    file: OutputFile,
}

/// Options that conflict with `--lesson` and `--course`, because each lesson sets their values.
const LESSON_SETS: [&str; 15] = [
    "position",
    "fen",
    "moves",
    "chess960",
    "game",
    "layers",
    "evaluator",
    "eval_file",
    "terms",
    "hash",
    "syzygy",
    "depth",
    "path",
    "why_not",
    "against",
];

/// The game of the searched position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ExplainedGame {
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
    /// HTML page that plays the search: chart, board, pseudocode, and list of sentences
    Html,
    /// Picture of the page at the first beta cutoff
    Svg,
}

const EXAMPLES: &str = "\
Examples:
  engine explain blocking --layers alpha-beta --depth 2
  engine explain kiwipete --depth 4 --format html -o tree.html
  engine explain horizon --layers alpha-beta --depth 2 --why-not Rxd5
  engine explain --lesson horizon
  engine explain --course lessons
  engine explain --jsonl | jq -r 'select(.reason == \"beta_cut\") | .by.line'

Nodes that are not shown are counted at their parents ('and 312 more'), so the sums of all nodes are correct.";

/// Returns the examples and the list of reasons why nodes end.
fn after_help() -> String {
    let reasons = reason::names().join(", ");
    format!(
        "{EXAMPLES}\n\nReasons why a node ends: {reasons}. The documentation page of each layer explains its reasons (cargo doc)."
    )
}

/// Runs `engine explain`.
pub fn run(arguments: &ExplainArguments) -> anyhow::Result<ExitCode> {
    arguments.file.check(&[])?;
    if let Some(folder) = &arguments.course {
        return course::run(arguments, folder);
    }
    if let Some(lesson) = arguments.lesson {
        return lesson::run(arguments, lesson);
    }
    if arguments.game == ExplainedGame::Pichu {
        return pichu::run(arguments);
    }
    let mode = arguments.variant.mode();
    let line = arguments.start.line(mode, Strictness::Game, &arguments.output)?;
    let position = line.position();
    let probing = arguments.tablebase_options.probing()?;
    let search = |request: &ExplainRequest| run::chess_after(&line, request, probing.clone());
    if let Some(word) = &arguments.why_not {
        let mv = read_move(position, word).map_err(|error| UsageError(format!("--why-not: {error}")))?;
        return why_not(arguments, search, mv);
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
        .map(|algorithm| Ok(search(&arguments.request(algorithm))?))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let page = Page { title: format!("Search tree: {}", name(arguments)), ..Page::default() };
    output::write(arguments, &explanations, page)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs `engine explain --why-not`: searches all root moves, then only `mv`, and prints why `mv` was not
/// chosen.
fn why_not(
    arguments: &ExplainArguments,
    search: impl Fn(&ExplainRequest) -> Result<Explanation<Position>, OutOfMemory>,
    mv: Move,
) -> anyhow::Result<ExitCode> {
    let request = arguments.request(arguments.algorithms()?[0]);
    let explanation = search(&request)?;
    let alone = search(&ExplainRequest { only: vec![mv], ..request })?;
    for explanation in [&explanation, &alone] {
        output::remark_if_stopped(arguments, explanation);
    }
    let why = why_not::explain(&explanation, &alone, mv);
    arguments.file.print(|out| why.iter().try_for_each(|sentence| writeln!(out, "{sentence}")))?;
    Ok(ExitCode::SUCCESS)
}

impl ExplainArguments {
    /// Returns the rungs or sets of layers to search with: the selected one, and the one given with
    /// `--against`, if any. Refuses the rung `random`.
    fn algorithms(&self) -> Result<Vec<Algorithm>, UsageError> {
        let algorithms: Vec<_> =
            [Some(self.engine_options.setup().algorithm), self.against].into_iter().flatten().collect();
        if algorithms.contains(&Algorithm::Random) {
            return Err(UsageError(
                "rung random has no search tree: use --layers minimax or a higher rung".to_owned(),
            ));
        }
        Ok(algorithms)
    }

    fn request(&self, algorithm: Algorithm) -> ExplainRequest {
        let setup = self.engine_options.setup();
        let setup = Setup { algorithm, eval: self.terms_option.applied_to(setup.eval), ..setup };
        ExplainRequest {
            setup,
            rung: algorithm.short_name(MAX_NAMED_LAYERS),
            depth: self.depth,
            megabytes: self.engine_options.megabytes().unwrap_or(16),
            max_nodes: self.nodes,
            only: Vec::new(),
        }
    }
}

/// Returns how a page names the position: `start position`, the name of a known position, or its FEN, with the
/// moves of `--moves`.
fn name(arguments: &ExplainArguments) -> String {
    let text = arguments.start.text().map(|(text, _)| text).filter(|text| text != "startpos");
    let name = text.unwrap_or_else(|| "start position".to_owned());
    match arguments.start.moves_text() {
        Some(moves) => format!("{name}, {moves}"),
        None => name,
    }
}

/// Maximum number of missing layers in the displayed name of a set of layers; `full-draws` has one missing
/// layer.
const MAX_NAMED_LAYERS: usize = 4;
