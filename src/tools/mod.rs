//! The command line of the binary `engine`. Each subcommand except `uci` has a file or folder in this module;
//! `completions` and `man` share the file `manual.rs`.
//!
//! The command-line arguments select one of three modes:
//! - No arguments: the engine runs UCI on standard input and output, because some GUIs cannot pass arguments.
//! - The first argument is an option or a subcommand other than `uci` (`engine bench --ladder`), or no
//!   argument contains a space: clap parses all arguments, and the engine runs the subcommand.
//! - Any other command line: the engine runs all arguments as UCI lines
//!   (`engine "position startpos" "go depth 8"`).
//!
//! Commands write results to standard output, unless an option such as `--output` names a file, and messages,
//! errors and progress to standard error.

pub mod analyse;
pub mod annotate;
pub mod bench;
mod bestmove;
mod book;
pub mod common;
pub mod datagen;
#[cfg(test)]
mod documents;
mod eval;
pub mod explain;
#[cfg(test)]
mod grammar;
mod manual;
pub mod matches;
mod perft;
pub mod pichu;
mod play;
pub mod solve;
pub mod tune;

use std::{
    borrow::Cow,
    ffi::OsString,
    io::{self, IsTerminal as _},
    process::ExitCode,
    time::Instant,
};

use anyhow::Context as _;
use clap::{
    CommandFactory as _, FromArgMatches as _, Parser, Subcommand,
    builder::StyledStr,
    error::{ContextKind, ContextValue, ErrorKind},
};
use shakmaty::CastlingMode;

use self::common::{exit, help, output, search_arguments};
use crate::{
    chess::{
        position::{Position, Strictness},
        positions,
    },
    support::{signals, threads},
};

/// UCI chess engine built from search layers that can be switched off, measured and explained. Without
/// arguments, the engine runs UCI on standard input and output.
#[derive(Debug, Parser)]
#[command(name = "engine", display_name = "Glulam", version, override_usage = USAGE, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: ToolCommand,
}

const USAGE: &str = "engine [COMMAND] [OPTIONS]\n       engine UCI-LINE...";

const AFTER_HELP: &str = "\
Examples:
  engine play --elo 1500
  engine bestmove kiwipete --depth 12
  echo startpos | engine analyse --nodes 20000
  engine bench --ladder
  engine explain --course course
  engine \"position startpos\" \"go depth 8\"

Use 'engine COMMAND --help' for the options of a command. If the first argument is not a command or an option, and any \
argument contains a space, all arguments are UCI lines, as in the last example.

Exit codes: 0 success; 1 reading or writing failed, or internal error; 2 wrong usage or invalid input; 3 a verification \
failed; 130 ended by Ctrl-C; 143 ended by SIGTERM.";

/// Subcommands, in the order in which `engine --help` lists them.
#[derive(Debug, Subcommand)]
enum ToolCommand {
    Play(Box<play::PlayArguments>),
    Bestmove(Box<bestmove::BestmoveArguments>),
    #[command(alias = "analyze")]
    Analyse(Box<analyse::command::AnalyseArguments>),
    Annotate(Box<annotate::command::AnnotateArguments>),
    Solve(Box<solve::command::SolveArguments>),
    Eval(eval::EvalCommandArguments),
    Explain(Box<explain::command::ExplainArguments>),
    Bench(Box<bench::command::BenchArguments>),
    Perft(perft::PerftArguments),
    Match(Box<matches::command::MatchArguments>),
    Datagen(Box<datagen::command::DatagenArguments>),
    Tune(Box<tune::command::TuneArguments>),
    Book(book::BookArguments),
    Pichu(pichu::command::PichuArguments),
    /// Run UCI on standard input and output, as the engine does without arguments
    Uci,
    Completions(manual::Completions),
    Man(manual::Man),
}

/// Returns the clap definition of the program.
fn command() -> clap::Command {
    help::arranged(Cli::command())
}

/// Runs the program with `arguments`. The first argument is the program name.
pub fn main(arguments: Vec<OsString>) -> ExitCode {
    let result = run(arguments);
    search_arguments::report_bad_tablebase();
    exit::code(result)
}

fn run(arguments: Vec<OsString>) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    signals::ignore_file_size_signal().context("cannot install a signal handler")?;
    threads::set_reporter(|shortage| {
        output::print_message(format_args!("warning: {shortage}: the program continues with fewer threads"));
    });
    let words = arguments.get(1..).unwrap_or_default();
    if words.is_empty() {
        if io::stdin().is_terminal() && io::stderr().is_terminal() {
            output::print_message(format_args!("{GREETING}"));
        }
        return uci();
    }
    if are_uci_lines(words) {
        let lines: Vec<_> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        refuse_unknown_words(&lines)?;
        return crate::uci::run_lines(&lines);
    }
    match parse(arguments)?.command {
        ToolCommand::Uci => uci(),
        ToolCommand::Analyse(arguments) => analyse::command::run(&arguments),
        ToolCommand::Bench(arguments) => bench::command::run(&arguments),
        ToolCommand::Bestmove(arguments) => bestmove::run(&arguments),
        ToolCommand::Eval(arguments) => eval::run(&arguments),
        ToolCommand::Explain(arguments) => explain::command::run(&arguments),
        ToolCommand::Solve(arguments) => solve::command::run(&arguments),
        ToolCommand::Perft(arguments) => perft::run(&arguments),
        ToolCommand::Play(arguments) => play::run(&arguments),
        ToolCommand::Match(arguments) => matches::command::run(&arguments),
        ToolCommand::Pichu(arguments) => pichu::command::run(&arguments, started),
        ToolCommand::Annotate(arguments) => annotate::command::run(&arguments),
        ToolCommand::Datagen(arguments) => datagen::command::run(&arguments),
        ToolCommand::Tune(arguments) => tune::command::run(&arguments),
        ToolCommand::Book(arguments) => book::run(&arguments),
        ToolCommand::Completions(arguments) => manual::complete(&arguments),
        ToolCommand::Man(arguments) => manual::man(&arguments),
    }
}

/// Parses the command line.
fn parse(arguments: impl IntoIterator<Item = OsString>) -> anyhow::Result<Cli> {
    let arguments: Vec<_> = arguments.into_iter().collect();
    let is_summary = arguments.iter().any(|word| word == "-h");
    let command = if is_summary { help::summarised(command()) } else { command() };
    let matches = command.try_get_matches_from(&arguments).map_err(|error| with_hint(error, &arguments))?;
    search_arguments::refuse_without_effect(&matches)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut self::command()).into())
}

/// Adds a tip to an error of clap, if the person probably meant another command line.
fn with_hint(mut error: clap::Error, arguments: &[OsString]) -> clap::Error {
    let words: Vec<_> = arguments.iter().skip(1).map(|word| word.to_string_lossy()).collect();
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let hint = match (error.kind(), context(ContextKind::InvalidArg), context(ContextKind::InvalidValue)) {
        (ErrorKind::UnknownArgument, Some(unknown), _) => {
            let hint = hint_for_hyphen(unknown, &words).or_else(|| hint_for_position(unknown, &words));
            hint.or_else(|| hint_for_command(unknown, &words))
        }
        (ErrorKind::ValueValidation, Some(perft::DEPTH), Some(value)) => hint_for_position(value, &words),
        _ => None,
    };
    if let Some(hint) = hint {
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(hint)]));
    }
    error
}

/// Returns a tip that replaces the tip of clap to write `-- -d` if the unknown argument begins with one hyphen:
/// no command accepts such a value, and the person meant `--depth` or a number that is not negative.
fn hint_for_hyphen(unknown: &str, words: &[Cow<'_, str>]) -> Option<String> {
    if !unknown.starts_with('-') || unknown.starts_with("--") {
        return None;
    }
    // clap reports only the first letter of -depth.
    let word = words.iter().find(|word| word.starts_with(unknown)).map_or(unknown, AsRef::as_ref);
    let name = word.split('=').next().unwrap_or_default();
    if word[1..].starts_with(|digit: char| digit.is_ascii_digit()) {
        return Some(format!("{word} is negative: write a positive number"));
    }
    (name.len() > 2).then(|| format!("long options begin with two hyphens: -{name}"))
}

/// Returns a tip with the first command that has the unknown option, if the command is missing.
fn hint_for_command(unknown: &str, words: &[Cow<'_, str>]) -> Option<String> {
    let name =
        unknown.strip_prefix("--").filter(|_| words.first().is_some_and(|word| word.starts_with(unknown)))?;
    let cli = Cli::command();
    let command = cli
        .get_subcommands()
        .find(|command| command.get_arguments().any(|argument| argument.get_long() == Some(name)))?;
    let words: Vec<_> = words.iter().map(|word| output::quoted(word)).collect();
    Some(format!("write engine {} {}", command.get_name(), words.join(" ")))
}

/// Returns a tip with the right command line if the wrong argument begins a position, for a command in which the
/// position follows another argument or needs the option `--fen`.
fn hint_for_position(wrong: &str, words: &[Cow<'_, str>]) -> Option<String> {
    let (command, rest) = words.split_first()?;
    let has_fen = |command: &clap::Command| command.get_arguments().any(|arg| arg.get_long() == Some("fen"));
    Cli::command().find_subcommand(command.as_ref()).filter(|command| has_fen(command))?;
    let start = rest.iter().position(|word| word == wrong)?;
    // An unquoted FEN has up to six words.
    let ends = (start + 1..=rest.len().min(start + 6)).rev();
    let (end, position) =
        ends.map(|end| (end, rest[start..end].join(" "))).find(|(_, text)| is_position(text))?;
    let quoted = |word: &Cow<'_, str>| output::quoted(word);
    let position = output::quoted(&position);
    let mut others: Vec<_> = rest[..start].iter().chain(&rest[end..]).map(quoted).collect();
    let new = if command == perft::NAME {
        let depth = others.iter().position(|word| word.parse::<u32>().is_ok());
        let depth = depth.map_or_else(|| "4".to_owned(), |index| others.remove(index));
        [vec![depth, position], others].concat()
    } else {
        others.splice(start..start, ["--fen".to_owned(), position]);
        others
    };
    Some(format!("write engine {command} {}", new.join(" ")))
}

/// Returns whether a text is the name of a position or a FEN.
fn is_position(text: &str) -> bool {
    let is_fen = |mode| Position::read_fen(text, mode, Strictness::Game).is_ok();
    positions::named(text).is_some() || is_fen(CastlingMode::Standard) || is_fen(CastlingMode::Chess960)
}

/// Message for a person who starts the engine in a terminal without arguments.
const GREETING: &str = concat!(
    "Glulam ",
    env!("CARGO_PKG_VERSION"),
    ", a UCI chess engine: it waits for commands, usually from a chess program with a board.\n",
    "Enter 'help' for a list of commands, or 'quit' and then 'engine play' for a game in the terminal."
);

/// Runs UCI on standard input and output.
///
/// Ignores Ctrl-C if standard input is not a terminal: Ctrl-C in a match runner reaches all its processes,
/// and an engine that exits loses its game. `quit` and the end of the input still end the engine.
fn uci() -> anyhow::Result<ExitCode> {
    if !io::stdin().is_terminal() {
        signals::ignore_ctrl_c().context("cannot ignore SIGINT (Ctrl-C)")?;
    }
    crate::uci::run()
}

/// Refuses UCI lines with a misspelt word. A session on standard input ignores unknown words, as UCI demands.
fn refuse_unknown_words(lines: &[String]) -> Result<(), exit::UsageError> {
    match crate::uci::unknown_word(lines) {
        Some((line, word)) => Err(exit::UsageError(format!(
            "unknown word '{word}' in the UCI line '{line}': no line was run: see engine --help, or the command help of \
             UCI"
        ))),
        None => Ok(()),
    }
}

/// Returns whether the arguments are UCI lines: at least one argument contains white space, and the first
/// argument is neither an option nor a subcommand other than `uci`.
///
/// The first argument decides because options such as `--fen` take values with spaces. `uci` is both a
/// subcommand without arguments and a UCI command, so `engine uci "go depth 5"` runs UCI lines.
fn are_uci_lines(words: &[OsString]) -> bool {
    let has_space = |word: &OsString| word.to_string_lossy().contains(char::is_whitespace);
    let first = words.first().map(|word| word.to_string_lossy()).unwrap_or_default();
    let is_subcommand = first != "uci" && Cli::command().find_subcommand(&*first).is_some();
    !first.starts_with('-') && !is_subcommand && words.iter().any(has_space)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(words: &[&str]) -> bool {
        are_uci_lines(&words.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn arguments_with_a_space_are_uci_lines_unless_a_subcommand_or_option_comes_first() {
        assert!(lines(&["position startpos", "go depth 8"]));
        assert!(lines(&["genfens 5 seed 1 book None", "quit"]));
        assert!(lines(&["uci", "go depth 5"]));
        assert!(lines(&["isready", "go depth 5"]));
        assert!(!lines(&["perft", "2", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]));
        assert!(!lines(&["bench", "16", "1", "13", "default", "depth"]));
        assert!(!lines(&["--help"]));
        assert!(!lines(&["uci"]));
    }

    #[test]
    fn clap_definition_passes_its_debug_assertions() {
        command().debug_assert();
    }
}
