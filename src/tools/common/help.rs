//! Help of all commands: groups of options, and their order.
//!
//! [`arranged`] gives each option a group by its long name, so that the help of every command has the same
//! groups in the same order. clap wants a heading at each option, and shows the headings in the order in which
//! the options are defined; one table for all commands is easier to keep. [`summarised`] makes the short help.

use clap::{Arg, ArgAction, Command, Id, builder::Resettable};

/// Groups in the order of the help, each with its options in the order of the help. `COMMAND/OPTION` is an
/// option whose name means something else in other commands.
const GROUPS: [(&str, &[&str]); 5] = [
    (
        "Input",
        &[
            "fen",
            "moves",
            "colour",
            "game",
            "epd",
            "suite",
            "openings",
            "checkmate",
            "start",
            "starts",
            "teacher",
            "random-plies",
            "lesson",
            "chess960",
        ],
    ),
    (
        "Limits",
        &[
            "games",
            "positions/positions",
            "openings/openings",
            "seconds",
            "epochs",
            "sprt",
            "resign",
            "draw",
            "depth",
            "selective-depth",
            "nodes",
            "max-nodes",
            "every",
            "movetime",
            "mate",
            "tc",
            "multipv",
            "searchmoves",
        ],
    ),
    (
        "Engine",
        &[
            "ladder",
            "ablate",
            "rungs",
            "layers",
            "against",
            "elo",
            "level",
            "evaluator",
            "eval-file",
            "terms",
            "hash",
            "threads",
            "syzygy",
            "book",
        ],
    ),
    (
        "Output",
        &[
            "output",
            "resume",
            "force",
            "format",
            "json",
            "jsonl",
            "csv",
            "html",
            "svg",
            "pgn",
            "path",
            "why-not",
            "show",
            "divide",
            "positions",
            "explain-columns",
            "no-timing",
            "schema",
        ],
    ),
    ("Other", &["jobs", "seed", "repeat", "strict", "require", "quiet", "help"]),
];

/// Maximum number of lines of the summary that `-h` prints.
pub const SUMMARY_LINES: usize = 15;
/// Number of arguments above which the summary leaves them out.
const MOST_ARGUMENTS: usize = 3;
/// Options in the order in which they enter the summary.
const COMMON: [&str; 31] = [
    "help", "fen", "moves", "elo", "colour", "clock", "ladder", "ablate", "lesson", "course", "games",
    "openings", "tc", "sprt", "depth", "nodes", "movetime", "layers", "multipv", "jobs", "threads", "output",
    "resume", "json", "jsonl", "csv", "html", "pgn", "path", "why-not", "save",
];

/// Index in [`GROUPS`] before which the groups of single commands are shown, such as the filters of an export.
const OUTPUT: usize = 3;
/// Index in [`GROUPS`] of the group of the options that the table does not name.
const OTHER: usize = 4;

/// Returns the index of the option's group in [`GROUPS`], and the place of the option in the group; options
/// that the table does not name come first.
fn place(command: &str, option: &Arg) -> (usize, usize) {
    let long = option.get_long().unwrap_or_default();
    let find = |wanted: &str| {
        let groups = GROUPS.iter().enumerate();
        groups.into_iter().find_map(|(group, (_, names))| {
            names.iter().position(|name| *name == wanted).map(|index| (group, index + 1))
        })
    };
    find(&format!("{command}/{long}")).or_else(|| find(long)).unwrap_or((OTHER, 0))
}

/// Returns whether the option has a heading of its own, which only its command has.
fn has_own_heading(option: &Arg) -> bool {
    option.get_help_heading().is_some_and(|own| GROUPS.iter().all(|(name, _)| *name != own))
}

/// Returns `command` with its options, and those of its subcommands, in the groups of [`GROUPS`]. Options
/// with another heading keep it.
pub fn arranged(command: Command) -> Command {
    let command = command.mut_subcommands(arranged);
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    let help = help.help("Print help: -h a summary, --help everything").help_heading(GROUPS[OTHER].0);
    let command = command.disable_help_flag(true).arg(help);
    let options = command.get_arguments().filter(|option| !option.is_positional());
    let placed = |option: &Arg| {
        let (group, index) = place(command.get_name(), option);
        let is_own = has_own_heading(option);
        // The groups of a single command come before the group "Output", and those of `play` before all others.
        let own_place = if command.get_name() == "play" { 0 } else { OUTPUT };
        let order = if is_own { (own_place, 0, 0) } else { (group, 1, index) };
        (order, option.get_id().clone(), (!is_own).then_some(GROUPS[group].0))
    };
    let mut options: Vec<_> = options.map(placed).collect();
    options.sort_by_key(|(order, ..)| *order);
    options.into_iter().enumerate().fold(command, |command, (order, (_, id, heading))| {
        // `mut_arg` also moves the option to the end of the list of options. clap shows the headings in the
        // order of this list.
        command.mut_arg(id, |option| match heading {
            Some(heading) => option.help_heading(heading).display_order(order),
            None => option.display_order(order),
        })
    })
}

/// Returns the arranged program with the help of `-h`: the options of a command that most people need, without
/// groups and examples.
pub fn summarised(program: Command) -> Command {
    program.mut_subcommands(summary)
}

fn summary(command: Command) -> Command {
    let command = command.mut_subcommands(summary).after_help(Resettable::Reset);
    if command.has_subcommands() {
        return command;
    }
    let rank = |option: &&Arg| {
        let long = option.get_long().unwrap_or_default();
        COMMON.iter().position(|name| *name == long).unwrap_or(COMMON.len())
    };
    let is_shown = |option: &&Arg| !option.is_positional() && !option.is_hide_short_help_set();
    let mut options: Vec<_> = command.get_arguments().filter(is_shown).collect();
    options.sort_by_key(rank);
    let options: Vec<Id> = options.into_iter().map(|option| option.get_id().clone()).collect();
    let has_few_arguments = command.get_positionals().count() <= MOST_ARGUMENTS;
    let with = |count: usize| {
        command.clone().mut_args(|option| {
            let is_shown = if option.is_positional() {
                has_few_arguments
            } else {
                options[..count].contains(option.get_id())
            };
            let option = option.help_heading(Resettable::Reset);
            if is_shown { option } else { option.hide_short_help(true) }
        })
    };
    let fits =
        |count: &usize| with(*count).render_help().to_string().trim_end().lines().count() <= SUMMARY_LINES;
    with((1..=options.len()).rev().find(fits).unwrap_or(options.len()))
}
