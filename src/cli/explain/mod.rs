//! `engine explain`: the tree that was searched, and the reason for every cut.

mod lesson;
mod output;
mod pichu;

use std::process::ExitCode;

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

/// Show the tree that was searched, and why every node ended; why a move was not chosen; lessons on search
#[derive(Args, Debug)]
#[command(after_help = after_help())]
pub struct Arguments {
    #[command(flatten)]
    start: PositionArguments,
    /// The game; a position of Pichu is written as its 64 characters, a blank, and w or b
    #[arg(long, value_name = "GAME", value_enum, default_value_t)]
    game: Game,
    #[command(flatten)]
    engine_options: SearchArguments,
    /// Plies to search
    #[arg(long, value_name = "PLIES", value_parser = depth_parser(), default_value_t = 3)]
    depth: i32,
    /// Stop the search after so many nodes: each is kept
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=50_000_000), default_value_t = 3_000_000)]
    nodes: u64,
    /// Write at most so many nodes; the others are counted where they would stand
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..), default_value_t = MAX_NODES as u32)]
    max_nodes: u32,
    /// The form of the tree
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    format: Format,
    /// Follow one line, and show what lies below it: moves as in 'e4 e5 Qh5'
    #[arg(long, value_name = "MOVES")]
    path: Option<String>,
    /// Why was this move not chosen?
    #[arg(long, value_name = "MOVE", conflicts_with_all = ["path", "against", "lesson"])]
    why_not: Option<String>,
    /// Put the tree of another rung or set of layers beside it
    #[arg(long, value_name = "RUNG|SET")]
    against: Option<Algorithm>,
    /// A lesson: its searches, its trees, and a sheet of questions with answers
    #[arg(long, value_name = "NAME", value_parser = lesson::parser(), conflicts_with_all = ["fen", "game", "rung", "layers", "evaluator", "path", "against"])]
    lesson: Option<&'static Lesson>,
    #[command(flatten)]
    output: Output,
}

/// Which game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Game {
    /// Chess
    #[default]
    Chess,
    /// Simplified chess with birds; rungs minimax and alpha-beta
    Pichu,
}

/// How a tree is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Indented sentences
    #[default]
    Text,
    /// One JSON object a node
    Jsonl,
    /// A graph for Graphviz
    Dot,
    /// A page that folds, shows boards, and filters
    Html,
}

const EXAMPLES: &str = "\
Examples:
  engine explain --depth 3 --rung alpha-beta --evaluator material --fen blocking
  engine explain --fen kiwipete --depth 4 --format html > tree.html
  engine explain --rung alpha-beta --against minimax --depth 3 --format html > both.html
  engine explain --depth 4 --path 'e4 e5 Qh5' --layers alpha-beta+table
  engine explain --depth 6 --why-not Qh5 --fen 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
  engine explain --game pichu --depth 2 --rung minimax --format dot | dot -Tsvg > birds.svg
  engine explain --lesson horizon --format html > horizon.html
  engine explain --lesson horizon                   the same as text
  engine explain --depth 3 --json | jq -r 'select(.reason == \"beta_cut\") | .by.line'

What is not written is counted where it would stand ('and 312 more'), so that every sum holds.";

/// The examples, and the reasons for which nodes end.
fn after_help() -> String {
    let reasons = reason::names().join(", ");
    format!(
        "{EXAMPLES}\n\nReasons for which a node ends: {reasons}. Those of layers are explained on the pages of the layers."
    )
}

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
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
    let accounts = arguments
        .algorithms()?
        .into_iter()
        .map(|algorithm| Ok(run::chess(&position, &arguments.question(algorithm))?))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let page = Page { title: format!("Why? {position}"), ..Page::default() };
    output::write(arguments, &accounts, page)?;
    Ok(ExitCode::SUCCESS)
}

/// Explains why a move was not chosen.
fn why_not(arguments: &Arguments, position: &Position, mv: Move) -> anyhow::Result<ExitCode> {
    let question = arguments.question(arguments.algorithms()?[0]);
    let account = run::chess(position, &question)?;
    let alone = run::chess(position, &ExplainRequest { only: vec![mv], ..question })?;
    for account in [&account, &alone] {
        output::remark_if_stopped(arguments, account);
    }
    let why = why_not::explain(&account, &alone, mv);
    if arguments.is_jsonl() {
        print_json(why)?;
    } else {
        print(|out| why.sentences.iter().try_for_each(|sentence| writeln!(out, "{sentence}")))?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    /// What searches: the rung asked for, and the one beside it.
    fn algorithms(&self) -> Result<Vec<Algorithm>, UsageError> {
        let algorithms: Vec<_> =
            [Some(self.engine_options.setup().algorithm), self.against].into_iter().flatten().collect();
        if algorithms.contains(&Algorithm::Random) {
            return Err(UsageError("random has no tree to explain: begin with minimax".to_owned()));
        }
        Ok(algorithms)
    }

    fn question(&self, algorithm: Algorithm) -> ExplainRequest {
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

/// The command that does the same again.
fn command() -> String {
    let quoted = |word: String| if word.contains(char::is_whitespace) { format!("'{word}'") } else { word };
    let words = std::iter::once("engine".to_owned()).chain(std::env::args().skip(1));
    words.map(quoted).collect::<Vec<_>>().join(" ")
}

/// Up to this number of missing layers, a set is named by them.
const MAX_NAMED_LAYERS: usize = 4;
