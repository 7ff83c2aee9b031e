//! The command line: UCI when nothing else is asked for, one file a subcommand otherwise.
//!
//! Three ways to start, told apart by the arguments:
//! - none: UCI on stdin and stdout, since some interfaces cannot pass arguments;
//! - a subcommand or an option first (`engine bench --ladder`): what the subcommand says;
//! - otherwise, if any argument contains a blank, all of them are UCI lines (`engine "position startpos" "go depth 8"`).
//!
//! Data goes to stdout, talk to stderr.

mod analyse;
mod annotate;
mod bench;
mod bestmove;
mod datagen;
mod eval;
mod exit;
mod explain;
mod interrupt;
mod manual;
mod matches;
mod output;
mod pages;
mod perft;
mod pichu;
mod play;
mod schema;
mod search_arguments;
mod solve;
mod table;
mod tune;

use std::{
    ffi::OsString,
    io::{self, IsTerminal as _},
    process::ExitCode,
    time::Instant,
};

use anyhow::Context as _;
use clap::{Parser, Subcommand};

/// A UCI chess engine in thin layers. Without arguments it speaks UCI on stdin and stdout.
#[derive(Debug, Parser)]
#[command(name = "engine", display_name = "Glulam", version, override_usage = USAGE, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const USAGE: &str = "engine [COMMAND] [OPTIONS]\n       engine UCI-LINE...";

const AFTER_HELP: &str = "\
If the first argument is none of these and any argument contains a blank, all arguments are UCI lines:
  engine \"position startpos\" \"go depth 8\"

Exit codes: 0 done; 1 input, output or internal error; 2 wrong usage; 3 something checked did not hold.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Speak UCI on stdin and stdout, as without arguments
    Uci,
    Analyse(Box<analyse::Arguments>),
    Bench(Box<bench::Arguments>),
    Bestmove(Box<bestmove::Arguments>),
    Eval(eval::Arguments),
    Explain(Box<explain::Arguments>),
    Perft(perft::Arguments),
    Play(Box<play::Arguments>),
    Match(Box<matches::Arguments>),
    Pichu(pichu::Arguments),
    Annotate(Box<annotate::Arguments>),
    Solve(Box<solve::Arguments>),
    Datagen(Box<datagen::Arguments>),
    Tune(Box<tune::Arguments>),
    Completions(manual::Completions),
    Man(manual::Man),
}

/// Runs the program with these arguments, its own name first.
pub fn main(arguments: Vec<OsString>) -> ExitCode {
    exit::code(run(arguments))
}

fn run(arguments: Vec<OsString>) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    let words = arguments.get(1..).unwrap_or_default();
    if words.is_empty() {
        return uci();
    }
    if are_uci_lines(words) {
        let lines: Vec<_> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        return crate::uci::run_lines(&lines);
    }
    if let Some(code) = schema::print_if_requested(words)? {
        return Ok(code);
    }
    match Cli::try_parse_from(arguments)?.command {
        Command::Uci => uci(),
        Command::Analyse(arguments) => analyse::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Bestmove(arguments) => bestmove::run(&arguments),
        Command::Eval(arguments) => eval::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Match(arguments) => matches::run(&arguments),
        Command::Pichu(arguments) => pichu::run(&arguments, started),
        Command::Annotate(arguments) => annotate::run(&arguments),
        Command::Datagen(arguments) => datagen::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Completions(arguments) => manual::complete(&arguments),
        Command::Man(arguments) => manual::man(&arguments),
    }
}

/// Runs UCI on stdin and stdout.
///
/// Ctrl-C on a match runner reaches all its processes, and an engine that ends loses its game. Without a terminal only
/// `quit` and the end of the input end the engine.
fn uci() -> anyhow::Result<ExitCode> {
    if !io::stdin().is_terminal() {
        interrupt::ignore_ctrl_c().context("while asking not to be interrupted")?;
    }
    crate::uci::run()
}

/// A blank inside an argument tells UCI lines; but `--fen` takes an argument with blanks as well, and so the first argument is
/// asked before. `uci` is a word of both languages and needs no arguments in ours.
fn are_uci_lines(words: &[OsString]) -> bool {
    let has_blank = |word: &OsString| word.to_string_lossy().contains(char::is_whitespace);
    let first = words.first().map(|word| word.to_string_lossy()).unwrap_or_default();
    let is_ours = first.starts_with('-') || first != "uci" && Command::has_subcommand(&first);
    !is_ours && words.iter().any(has_blank)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    fn lines(words: &[&str]) -> bool {
        are_uci_lines(&words.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn a_blank_makes_uci_lines_of_all_arguments_unless_a_subcommand_comes_first() {
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
    fn the_command_line_contradicts_itself_nowhere() {
        Cli::command().debug_assert();
    }
}
