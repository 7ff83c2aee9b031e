//! Tests of the common grammar of all commands: options with the same name have the same group, kind of value
//! and value name in all commands (except [`EXCEPTIONS`]), and each command has the options of its concepts.

use std::collections::BTreeMap;

use clap::{Arg, ArgAction, Command, error::ErrorKind};

use super::command;

/// Kinds of values of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Flag,
    /// A whole number such as `500k`.
    Number,
    /// A time such as `250ms`; a number has the unit of the option.
    Duration,
    /// A file, a position, a name, or another text.
    Text,
}

use Kind::{Duration, Flag, Number, Text};

/// Concept of the command line: an option, and its group, value and defaults, which are the same in all
/// commands.
struct Concept {
    /// Long name of the option.
    name: &'static str,
    /// Group in the help.
    group: &'static str,
    kind: Kind,
    /// Name of the value in the help.
    value: &'static str,
    /// Default values that commands may have, as the help shows them.
    defaults: &'static [&'static str],
    /// Commands that must have the option; other commands may have it too.
    commands: &'static [&'static str],
}

const fn concept(
    name: &'static str,
    group: &'static str,
    kind: Kind,
    value: &'static str,
    defaults: &'static [&'static str],
    commands: &'static [&'static str],
) -> Concept {
    Concept { name, group, kind, value, defaults, commands }
}

/// Commands that search positions.
const SEARCHING: &[&str] = &["bestmove", "analyse", "annotate", "solve", "explain", "bench"];
/// Commands that read one position from the command line.
const ONE_POSITION: &[&str] = &["bestmove", "eval", "explain", "perft", "book lookup"];
/// Commands with the options `--csv`, `--tsv` and `--md`.
const TABLES: &[&str] =
    &["bestmove", "eval", "perft", "solve", "analyse", "bench", "match", "book dump", "book lookup"];
/// Commands of the laboratory that write a file of `--output`, and replace it with `--force`.
const LAB_FILES: &[&str] =
    &["datagen positions", "datagen openings", "datagen export", "tune weights", "tune network"];
/// Commands of `book` that write a new book.
const BOOK_FILES: &[&str] = &["book make", "book merge"];
/// Commands of the laboratory with JSON output.
const LAB_JSON: &[&str] =
    &["match", "datagen games", "datagen positions", "datagen openings", "datagen export", "datagen inspect"];
/// Options of a game against the engine that are also options of a search.
const PLAY: &[&str] = &["play"];
/// Commands that process many records, and print a summary with --verbose.
const SUMMARIES: &[&str] = &["analyse", "annotate", "solve"];
/// Commands of the laboratory that do parallel work: games, or blocks of packed games.
const LAB_JOBS: &[&str] = &[
    "match",
    "datagen games",
    "datagen positions",
    "datagen openings",
    "datagen export",
    "datagen inspect",
    "tune wdl",
    "tune search",
];
/// Commands of the laboratory with random choices.
const LAB_SEEDS: &[&str] = &[
    "match",
    "datagen games",
    "datagen positions",
    "datagen openings",
    "tune weights",
    "tune network",
    "tune search",
];
/// Default values of an option for which clap applies no default value.
const NONE: &[&str] = &[];

/// The grammar: one line per concept.
const GRAMMAR: &[Concept] = &[
    concept(
        "fen",
        "Input",
        Text,
        "POSITION",
        NONE,
        &["bestmove", "eval", "explain", "perft", "bench", "play"],
    ),
    concept("moves", "Input", Text, "MOVES", NONE, ONE_POSITION),
    concept(
        "chess960",
        "Input",
        Flag,
        "",
        NONE,
        &[
            "bestmove",
            "eval",
            "explain",
            "perft",
            "bench",
            "analyse",
            "annotate",
            "solve",
            "match",
            "datagen games",
            "datagen positions",
            "datagen openings",
        ],
    ),
    concept("epd", "Input", Text, "FILE", NONE, &["bench"]),
    concept("suite", "Input", Text, "FILE", NONE, &["perft"]),
    concept("input", "Input", Text, "FORMAT", &["auto"], &["analyse"]),
    concept(
        "depth",
        "Limits",
        Number,
        "PLIES",
        &["3"],
        &["bestmove", "analyse", "annotate", "solve", "explain"],
    ),
    concept("nodes", "Limits", Number, "N", &["3000000", "1000", "2000", "5000", "100000"], SEARCHING),
    concept("games", "Limits", Number, "N", &["20000"], &["match", "datagen games", "datagen positions"]),
    concept("seconds", "Limits", Duration, "SECONDS", NONE, &["datagen games", "tune network"]),
    concept("tc", "Limits", Duration, "[N/]SEC[+SEC]", NONE, &["match"]),
    concept(
        "movetime",
        "Limits",
        Duration,
        "MS",
        NONE,
        &["bestmove", "analyse", "annotate", "solve", "bench"],
    ),
    concept("mate", "Limits", Number, "MOVES", NONE, &["analyse"]),
    concept("multipv", "Limits", Number, "N", &["1"], &["bestmove", "analyse", "annotate", "solve"]),
    concept("searchmoves", "Limits", Text, "MOVES", NONE, &["bestmove", "analyse", "solve", "explain"]),
    concept("rung", "Engine", Text, "NAME", NONE, SEARCHING),
    concept("layers", "Engine", Text, "SET", NONE, SEARCHING),
    concept(
        "evaluator",
        "Engine",
        Text,
        "NAME",
        NONE,
        &["bestmove", "analyse", "annotate", "solve", "explain", "bench", "eval"],
    ),
    concept(
        "eval-file",
        "Engine",
        Text,
        "FILE",
        NONE,
        &["bestmove", "analyse", "annotate", "solve", "explain", "bench", "eval"],
    ),
    concept(
        "terms",
        "Engine",
        Text,
        "SET",
        &["all"],
        &["bestmove", "analyse", "annotate", "solve", "explain", "bench", "eval"],
    ),
    concept("hash", "Engine", Number, "MIB", &["16"], SEARCHING),
    concept("threads", "Engine", Number, "N", &["1"], &["bestmove", "analyse", "solve", "bench", "perft"]),
    concept("syzygy", "Engine", Text, "PATH", NONE, SEARCHING),
    concept("syzygy", "Engine", Text, "PATH", NONE, &["match"]),
    concept(
        "output",
        "Output",
        Text,
        "FILE",
        NONE,
        &["bestmove", "eval", "explain", "perft", "bench", "analyse", "annotate", "solve"],
    ),
    concept("output", "Output", Text, "FILE", NONE, LAB_FILES),
    concept("output", "Output", Text, "FILE", NONE, BOOK_FILES),
    concept("output", "Output", Text, "FILE", NONE, &["book dump", "book lookup"]),
    concept("output", "Output", Text, "FILE", NONE, &["datagen games", "tune search"]),
    concept("append", "Output", Flag, "", NONE, &["datagen games"]),
    concept("resume", "Output", Flag, "", NONE, &["analyse", "tune search"]),
    concept("force", "Output", Flag, "", NONE, LAB_FILES),
    concept("force", "Output", Flag, "", NONE, BOOK_FILES),
    concept("force", "Output", Flag, "", NONE, &["book dump", "book lookup"]),
    concept("force", "Output", Flag, "", NONE, &["match"]),
    concept(
        "force",
        "Output",
        Flag,
        "",
        NONE,
        &["bestmove", "eval", "explain", "perft", "bench", "annotate", "solve"],
    ),
    concept("json", "Output", Flag, "", NONE, &["bestmove", "eval", "explain", "perft", "bench", "solve"]),
    concept("json", "Output", Flag, "", NONE, LAB_JSON),
    concept("json", "Output", Flag, "", NONE, &["book make", "book merge", "book lookup"]),
    concept("schema", "Output", Flag, "", NONE, LAB_JSON),
    concept("schema", "Output", Flag, "", NONE, &["book make", "book merge", "book dump", "book lookup"]),
    concept("jsonl", "Output", Flag, "", NONE, &["book dump"]),
    concept("jsonl", "Output", Flag, "", NONE, &["analyse", "annotate", "explain"]),
    concept(
        "schema",
        "Output",
        Flag,
        "",
        NONE,
        &["bestmove", "eval", "explain", "perft", "bench", "analyse", "annotate", "solve"],
    ),
    concept("csv", "Output", Flag, "", NONE, TABLES),
    concept("tsv", "Output", Flag, "", NONE, TABLES),
    concept("md", "Output", Flag, "", NONE, TABLES),
    concept("html", "Output", Text, "FILE", NONE, &["bench"]),
    concept("svg", "Output", Text, "PATH", NONE, &["bench", "annotate"]),
    concept("show", "Output", Number, "N", &["3000"], &["explain"]),
    concept("jobs", "Other", Number, "N", &["1"], &["analyse", "annotate", "solve"]),
    concept("jobs", "Other", Number, "N", &["1"], LAB_JOBS),
    concept("seed", "Other", Number, "N", &["1"], LAB_SEEDS),
    concept("verbose", "Other", Flag, "", NONE, LAB_JSON),
    concept("verbose", "Other", Flag, "", NONE, SUMMARIES),
    concept("json", "Output", Flag, "", NONE, &["pichu"]),
    concept("schema", "Output", Flag, "", NONE, &["pichu"]),
    concept("quiet", "Other", Flag, "", NONE, LAB_JOBS),
    concept("quiet", "Other", Flag, "", NONE, LAB_SEEDS),
    concept("quiet", "Other", Flag, "", NONE, &["play", "pichu", "book dump", "book lookup"]),
    concept("quiet", "Other", Flag, "", NONE, BOOK_FILES),
    concept("strict", "Other", Flag, "", NONE, &["analyse", "annotate"]),
    concept("require", "Other", Number, "N", NONE, &["solve"]),
    concept(
        "quiet",
        "Other",
        Flag,
        "",
        NONE,
        &["bestmove", "eval", "explain", "perft", "bench", "analyse", "annotate", "solve"],
    ),
    concept("depth", "Limits", Number, "PLIES", NONE, PLAY),
    concept("nodes", "Limits", Number, "N", NONE, PLAY),
    concept("movetime", "Limits", Duration, "MS", NONE, PLAY),
    concept("rung", "Engine", Text, "NAME", NONE, PLAY),
    concept("layers", "Engine", Text, "SET", NONE, PLAY),
    concept("evaluator", "Engine", Text, "NAME", NONE, PLAY),
    concept("eval-file", "Engine", Text, "FILE", NONE, PLAY),
    concept("terms", "Engine", Text, "SET", NONE, PLAY),
    concept("hash", "Engine", Number, "MIB", NONE, PLAY),
    concept("threads", "Engine", Number, "N", NONE, PLAY),
    concept("syzygy", "Engine", Text, "PATH", NONE, PLAY),
    concept("help", "Other", Flag, "", NONE, &[]),
];

/// Pairs of a command and an option whose meaning in this command differs from that in other commands.
const EXCEPTIONS: &[(&str, &str)] = &[
    // `play --chess960` accepts the number of a start position.
    ("play", "chess960"),
    // `play --pgn` names the file of the game that is continued.
    ("play", "pgn"),
    // `play --game` is the number of a game in the file of `--pgn`; `explain --game` is chess or Pichu.
    ("play", "game"),
    // `bench --ladder --depth` accepts a range such as 2-6.
    ("bench", "depth"),
    // `annotate --svg` names a directory, because each game has a picture.
    ("annotate", "svg"),
    // `match --openings` names a file; `datagen openings --openings` is a number of openings to write.
    ("match", "openings"),
    // `datagen positions --positions` is a number of positions to write; `bench --positions` is a switch.
    ("datagen positions", "positions"),
    ("datagen openings", "openings"),
];

fn is_exception(command: &str, long: &str) -> bool {
    EXCEPTIONS.contains(&(command, long))
}

/// Names of the groups of options, in the order of every help.
const GROUPS: [&str; 5] = ["Input", "Limits", "Engine", "Output", "Other"];

/// Returns all subcommands except `help`, with their full names, such as `tune network`.
fn commands() -> Vec<(String, Command)> {
    fn collect(name: &str, command: &Command, found: &mut Vec<(String, Command)>) {
        for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
            let name = format!("{name} {}", command.get_name()).trim().to_owned();
            found.push((name.clone(), command.clone()));
            collect(&name, command, found);
        }
    }
    let mut root = command();
    root.build();
    let mut found = Vec::new();
    collect("", &root, &mut found);
    found
}

fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|option| !option.is_positional() && !option.is_hide_set())
}

/// Returns whether the option accepts a value. Other errors, such as a missing argument, come after the values
/// are parsed.
fn accepts(command: &Command, option: &Arg, value: &str) -> bool {
    let long = option.get_long().unwrap_or_default();
    let result = command.clone().try_get_matches_from(["engine", &format!("--{long}={value}")]);
    let refused = [
        ErrorKind::ValueValidation,
        ErrorKind::InvalidValue,
        ErrorKind::WrongNumberOfValues,
        ErrorKind::TooFewValues,
    ];
    result.map_or_else(|error| !refused.contains(&error.kind()), |_| true)
}

fn kind(command: &Command, option: &Arg) -> Kind {
    if !matches!(option.get_action(), ArgAction::Set | ArgAction::Append) {
        return Flag;
    }
    let accepts = |value| accepts(command, option, value);
    match [accepts("no number"), accepts("1e0") || accepts("2e0"), accepts("1s")] {
        [true, ..] | [false, false, false] => Text,
        [false, _, true] => Duration,
        [false, true, false] => Number,
    }
}

fn value_name(option: &Arg) -> String {
    let names = option.get_value_names().unwrap_or_default();
    if option.get_action().takes_values() { names.join(" ") } else { String::new() }
}

#[test]
fn each_option_has_the_group_the_value_and_the_default_of_its_concept() {
    let mut errors = Vec::new();
    for (name, command) in commands() {
        for option in options(&command) {
            let Some(long) = option.get_long() else { continue };
            let Some(concept) = GRAMMAR.iter().find(|concept| concept.name == long) else { continue };
            if is_exception(&name, long) {
                continue;
            }
            let group = option.get_help_heading().unwrap_or_default();
            let (kind, value) = (kind(&command, option), value_name(option));
            if (group, kind, value.as_str()) != (concept.group, concept.kind, concept.value) {
                errors.push(format!(
                    "{name} --{long}: {group}, {kind:?}, {value}, and not {}, {:?}, {}",
                    concept.group, concept.kind, concept.value
                ));
            }
            for default in option.get_default_values().iter().filter_map(|default| default.to_str()) {
                if !concept.defaults.contains(&default) && concept.kind != Flag {
                    errors
                        .push(format!("{name} --{long}: default {default}, and not {:?}", concept.defaults));
                }
            }
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn each_command_has_the_options_of_its_concepts() {
    let commands = commands();
    let mut missing = Vec::new();
    for Concept { name, commands: needed, .. } in GRAMMAR {
        for wanted in *needed {
            let (_, command) = commands.iter().find(|(name, _)| name == wanted).expect(wanted);
            if !options(command).any(|option| option.get_long() == Some(name)) {
                missing.push(format!("{wanted} --{name}"));
            }
        }
    }
    for wanted in ONE_POSITION {
        let (_, command) = commands.iter().find(|(name, _)| name == wanted).expect(wanted);
        if !command.get_positionals().any(|argument| value_name(argument) == "POSITION") {
            missing.push(format!("{wanted} POSITION"));
        }
    }
    for wanted in ["analyse", "annotate", "solve"] {
        let (_, command) = commands.iter().find(|(name, _)| name == wanted).expect(wanted);
        if !command.get_positionals().any(|argument| value_name(argument) == "FILE") {
            missing.push(format!("{wanted} FILE"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn an_option_of_several_commands_has_one_group_and_one_kind_of_value() {
    let mut first: BTreeMap<String, (String, String, Kind)> = BTreeMap::new();
    let mut errors = Vec::new();
    for (name, command) in commands() {
        for option in options(&command) {
            let Some(long) = option.get_long() else { continue };
            if is_exception(&name, long) {
                continue;
            }
            let group = option.get_help_heading().unwrap_or_default().to_owned();
            if !GROUPS.contains(&group.as_str()) {
                continue;
            }
            let kind = kind(&command, option);
            let known = first.entry(long.to_owned()).or_insert_with(|| (name.clone(), group.clone(), kind));
            if (&known.1, known.2) != (&group, kind) {
                errors.push(format!(
                    "--{long}: {name}: {group}, {kind:?}; {}: {}, {:?}",
                    known.0, known.1, known.2
                ));
            }
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn every_help_has_its_groups_in_the_same_order_and_the_help_of_an_option_is_one_sentence() {
    let mut errors = Vec::new();
    for (name, mut command) in commands() {
        let help = command.render_help().to_string();
        let at: Vec<_> = GROUPS.iter().filter_map(|group| help.find(&format!("\n{group}:\n"))).collect();
        if !at.is_sorted() {
            errors.push(format!("{name}: the groups are not in the order {GROUPS:?}"));
        }
        if options(&command).count() > 1 && help.contains("\nOptions:\n") {
            errors.push(format!("{name}: an option has no group"));
        }
        for option in options(&command) {
            let help = option.get_help().map(ToString::to_string).unwrap_or_default();
            if help.is_empty() || help.contains(". ") || help.contains('\n') {
                errors.push(format!("{name} {:?}: help '{help}'", option.get_id()));
            }
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn a_help_has_at_most_six_examples_of_at_most_79_characters() {
    let mut errors = Vec::new();
    for (name, command) in commands() {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let examples: Vec<_> = text.lines().filter(|line| line.starts_with("  ")).collect();
        let commands = examples.iter().filter(|line| line.contains("engine ")).count();
        if commands > 6 {
            errors.push(format!("{name}: {commands} examples"));
        }
        errors.extend(
            examples
                .iter()
                .filter(|line| line.contains("engine ") && line.chars().count() > 79)
                .map(|line| format!("{name}: {line}")),
        );
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}
