//! Parses the command lines of `engine` in README.md, CONTRIBUTING.md and the guides, in blocks and in inline
//! code: no document names a command or an option that does not exist.

#[expect(dead_code, reason = "only the test that runs the commands reads the comments")]
#[path = "../../tests/documents.rs"]
mod reading;

use std::{collections::HashMap, ffi::OsString};

use clap::error::ErrorKind;

use super::{are_uci_lines, command};
use crate::{
    engine::signature,
    support::text::{assert_states, grouped},
    tools::bench::{ablation, plan},
};
use reading::documents;

/// Path of an existing evaluation file, which replaces the evaluation files of the examples, because the
/// option parser reads an evaluation file.
const NETWORK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/evaluate/network/default.nnue");

/// Splits shell text into simple commands, each a list of words without quotes. Leaves out comments and
/// redirections.
fn simple_commands(text: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut word: Option<String> = None;
    let (mut quote, mut redirects, mut comment) = (None, false, false);
    for next in text.replace("\\\n", " ").chars().chain(['\n']) {
        match (quote, next) {
            (_, '\n') => comment = false,
            _ if comment => continue,
            (Some(open), next) if open == next => {
                quote = None;
                continue;
            }
            (None, '\'' | '"') => {
                quote = Some(next);
                word.get_or_insert_default();
                continue;
            }
            (None, '#') if word.is_none() => {
                comment = true;
                continue;
            }
            _ => {}
        }
        let ends_word = quote.is_none() && (next.is_whitespace() || "|;&()<>".contains(next));
        if !ends_word {
            word.get_or_insert_default().push(next);
            continue;
        }
        if let Some(word) = word.take() {
            let is_descriptor = "<>".contains(next) && word.chars().all(|digit| digit.is_ascii_digit());
            if !redirects && !is_descriptor {
                commands.last_mut().expect("a command").push(word);
            }
            redirects = false;
        }
        if "<>".contains(next) {
            redirects = true;
        } else if !next.is_whitespace() || next == '\n' {
            commands.push(Vec::new());
        }
    }
    commands.retain(|command| !command.is_empty());
    commands
}

/// Replaces each variable in `word` by its value, and a path that ends in `.nnue` by [`NETWORK`].
fn resolved(word: &str, variables: &HashMap<String, String>) -> String {
    let mut word = word.to_owned();
    for (name, value) in variables {
        word = word.replace(&format!("${name}"), value);
    }
    match word.strip_suffix(".nnue") {
        Some(path) => {
            let before = path.rfind(['=', ',']).map_or("", |end| &path[..=end]);
            format!("{before}{NETWORK}")
        }
        None => word,
    }
}

/// Parses the arguments of `engine`. A request for help or the version is not an error; an empty list and UCI
/// commands are not parsed.
fn parse(arguments: &[String]) -> Result<(), clap::Error> {
    let words: Vec<OsString> = arguments.iter().map(OsString::from).collect();
    if words.is_empty() || are_uci_lines(&words) {
        return Ok(());
    }
    let program = OsString::from("engine");
    match command().try_get_matches_from([program].into_iter().chain(words)) {
        Err(error) if error.use_stderr() => Err(error),
        _ => Ok(()),
    }
}

/// Parses every call of `engine` in shell text. Returns the number of calls and the errors.
fn parse_calls(text: &str, variables: &mut HashMap<String, String>) -> (usize, Vec<clap::Error>) {
    let (mut calls, mut errors) = (0, Vec::new());
    for command in simple_commands(text) {
        for word in &command {
            match word.split_once('=') {
                Some((name, value)) if !name.is_empty() && name.chars().all(char::is_alphabetic) => {
                    variables.insert(name.to_owned(), value.to_owned());
                }
                _ => {}
            }
            if word.starts_with("engine ") {
                let (inner, failed) = parse_calls(word, variables);
                calls += inner;
                errors.extend(failed);
            }
        }
        let Some(start) = command.iter().position(|word| word == "engine") else { continue };
        let arguments: Vec<_> = command[start + 1..].iter().map(|word| resolved(word, variables)).collect();
        calls += 1;
        errors.extend(parse(&arguments).err());
    }
    (calls, errors)
}

/// Returns whether a word of a command line stands for any value, such as `FILE` or a word with `…`.
fn is_placeholder(word: &str) -> bool {
    word.contains('…')
        || word
            .split(|c: char| !c.is_ascii_alphabetic())
            .any(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_uppercase()))
}

/// Returns the long options of all subcommands, or of the subcommand `name` if it exists.
fn options(name: &str) -> Vec<String> {
    fn collect(command: &clap::Command, found: &mut Vec<String>) {
        for argument in command.get_arguments() {
            found.extend(argument.get_long().map(str::to_owned));
            found.extend(argument.get_all_aliases().into_iter().flatten().map(str::to_owned));
        }
        command.get_subcommands().for_each(|command| collect(command, found));
    }
    let mut cli = command();
    cli.build();
    let mut found = Vec::new();
    collect(cli.find_subcommand(name).unwrap_or(&cli), &mut found);
    found
}

#[test]
fn every_command_line_in_a_block_parses() {
    let mut calls = 0;
    let mut errors = Vec::new();
    for document in documents() {
        for block in document.blocks() {
            let mut variables = HashMap::from([("fen".to_owned(), "startpos".to_owned())]);
            for command in block.commands() {
                let (found, failed) = parse_calls(&command.text, &mut variables);
                calls += found;
                errors.extend(
                    failed.iter().map(|error| {
                        format!("{}:{}: {}\n{error}", document.path, command.line, command.text)
                    }),
                );
            }
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    assert!(calls > 80, "only {calls} calls");
}

#[test]
fn every_command_line_and_option_in_inline_code_exists() {
    let mut checked = 0;
    let mut errors = Vec::new();
    for document in documents() {
        let prose: String = document.text.split("```").step_by(2).collect();
        for code in prose.split('`').skip(1).step_by(2) {
            let words: Vec<_> = code.split_whitespace().collect();
            let name = match words.as_slice() {
                ["engine", name, ..] => *name,
                [first, ..] if first.len() > 2 && first.starts_with("--") => "",
                _ => continue,
            };
            if !name.is_empty() && !words.iter().any(|word| is_placeholder(word)) {
                // Inline code may leave out required arguments and subcommands, as in `engine solve`.
                let mut failed = parse_calls(code, &mut HashMap::new()).1;
                failed.retain(|error| {
                    !matches!(
                        error.kind(),
                        ErrorKind::MissingRequiredArgument
                            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
                    )
                });
                errors.extend(failed.iter().map(|error| format!("{}: `{code}`: {error}", document.path)));
            }
            let known = options(name);
            for word in words {
                let Some(option) = word.strip_prefix("--") else { continue };
                let option =
                    option.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().unwrap_or_default();
                checked += 1;
                if !known.iter().any(|known| known == option) {
                    errors.push(format!("{}: `{code}`: no option --{option}", document.path));
                }
            }
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    assert!(checked > 150, "only {checked} options");
}

#[test]
fn every_example_in_a_help_parses() {
    fn collect(command: &clap::Command, found: &mut Vec<String>) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let help = help.replace("\\\n    ", "");
        let lines = help.lines().filter(|line| line.starts_with("  ") && line.contains("engine "));
        // Text after several spaces explains the example.
        found.extend(lines.filter_map(|line| line.trim_start().split("   ").next().map(str::to_owned)));
        command.get_subcommands().for_each(|command| collect(command, found));
    }
    let mut examples = Vec::new();
    collect(&command(), &mut examples);
    let mut errors = Vec::new();
    for example in &examples {
        let variables = &mut HashMap::from([("fen".to_owned(), "startpos".to_owned())]);
        let (calls, failed) = parse_calls(example, variables);
        assert!(calls > 0, "{example}");
        errors.extend(failed.iter().map(|error| format!("{example}\n{error}")));
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    assert!(examples.len() > 40, "only {} examples", examples.len());
}

#[test]
fn a_command_line_with_an_unknown_option_is_found() {
    let errors = |text: &str| parse_calls(text, &mut HashMap::new()).1.len();
    assert_eq!(
        errors("echo startpos | engine analyse --nodes 5 2>/dev/null | head -1  # engine --no-such"),
        0
    );
    assert_eq!(errors("R=table; engine bench --ladder --rungs $R > file"), 0);
    assert_eq!(errors("xargs sh -c 'engine analyse --no-such < {}'"), 1);
    assert_eq!(errors("move=$(engine bestmove startpos --no-such)"), 1);
    assert_eq!(errors("engine bench \\\n  --no-such"), 1);
}

/// Returns the argument with this long option of a subcommand, such as `tune network`, and the help of the
/// subcommand.
fn argument(subcommand: &str, option: &str) -> Option<(clap::Arg, String)> {
    let mut cli = command();
    cli.build();
    let mut found = &cli;
    for name in subcommand.split(' ') {
        found = found.find_subcommand(name)?;
    }
    let help = found.get_after_long_help().or(found.get_after_help()).map(ToString::to_string);
    let argument = found.get_arguments().find(|argument| argument.get_long() == Some(option))?;
    Some((argument.clone(), help.unwrap_or_default()))
}

/// Returns the default values of an option: those that clap applies, or the numbers that the help states.
fn defaults(command: &str, option: &str) -> Vec<String> {
    let Some((argument, end_of_help)) = argument(command, option) else { return Vec::new() };
    let values: Vec<_> = argument.get_default_values().iter().filter_map(|value| value.to_str()).collect();
    if !values.is_empty() {
        return values.into_iter().map(str::to_owned).collect();
    }
    let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string).unwrap_or_default();
    let stated = match help.split_once("[default: ") {
        Some((_, stated)) if !stated.starts_with("see the end") => stated,
        _ => end_of_help.split_once("Default").map_or("", |(_, stated)| stated),
    };
    stated
        .split([' ', ';', ']', '\n'])
        .map(|word| word.replace(',', ""))
        .filter(|word| is_number(word))
        .collect()
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns the subcommands whose options a guide describes.
fn commands_of(guide: &str) -> &'static [&'static str] {
    match guide {
        "src/tools/bench/README.md" => &["bench"],
        "src/tools/book/README.md" => &["book make"],
        "src/tools/play/README.md" => &["play"],
        "src/tools/matches/README.md" => {
            &["match", "datagen games", "datagen export", "datagen leaves", "tune network", "tune search"]
        }
        "src/tools/analyse/README.md" => &["analyse"],
        "src/tools/explain/README.md" => &["explain"],
        "src/tools/annotate/README.md" => &["annotate"],
        "src/tools/solve/README.md" => &["solve"],
        "src/tools/pichu/README.md" => &["pichu"],
        _ => &[],
    }
}

#[test]
fn the_tables_of_options_state_the_defaults_of_the_options() {
    let mut checked = 0;
    let mut errors = Vec::new();
    for document in documents() {
        for row in document.text.lines().filter(|line| line.starts_with("| `--")) {
            let (options, effect) = row[2..].split_once(" | ").expect("two columns");
            let Some((_, rest)) = effect.split_once("default") else { continue };
            let words = rest.split([' ', ':', ')', ';', '|']).map(|word| word.replace(',', ""));
            let Some(stated) = words.take_while(|word| word != "the").find(|word| is_number(word)) else {
                continue;
            };
            let options = options
                .split("`--")
                .skip(1)
                .map(|option| option.split([' ', '`']).next().unwrap_or_default());
            let values: Vec<_> = options
                .flat_map(|option| {
                    commands_of(&document.path).iter().flat_map(move |name| defaults(name, option))
                })
                .collect();
            checked += 1;
            if !values.contains(&stated) {
                errors.push(format!("{}: {row}\n  defaults: {values:?}", document.path));
            }
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    assert!(checked >= 9, "only {checked} defaults");
}

#[test]
fn sentences_in_the_guides_state_the_defaults_of_the_options() {
    const LAB: &str = "src/tools/matches/README.md";
    const EXPLAIN: &str = "src/tools/explain/README.md";
    for (command, option, guide, sentence) in [
        ("match", "resign", LAB, "| `--resign {}` |"),
        ("match", "draw", LAB, "| `--draw {}` |"),
        ("datagen export", "min-ply", LAB, "at least {} plies were played before the position"),
        ("datagen export", "max-score", LAB, "the absolute score is below {} internal units"),
        ("datagen leaves", "every", LAB, "one in {} of the positions that its searches evaluate"),
        ("tune network", "epochs", LAB, "By default a training has {} epochs"),
        ("tune network", "wdl", LAB, "(`--wdl {}`)"),
        ("explain", "show", EXPLAIN, "At most {} nodes are written (`--show`)"),
        ("explain", "nodes", EXPLAIN, "The search stops after {} nodes (`--nodes`)"),
        ("explain", "depth", EXPLAIN, "| `--depth N` | Search depth in plies; default: {} |"),
    ] {
        let values = defaults(command, option);
        let [value] = values.as_slice() else { panic!("defaults of {command} --{option}: {values:?}") };
        let value = if guide == EXPLAIN { grouped(value.parse().expect("a count")) } else { value.clone() };
        assert_states(guide, &sentence.replace("{}", &value));
    }
}

#[test]
fn the_bench_guide_states_the_depths_of_the_bench_the_ladder_and_the_ablation() {
    for text in [
        format!("limit of each search (default: depth {})", signature::DEPTH),
        format!(
            "to depth {} with one thread, {} MiB of hash, all layers",
            signature::DEPTH,
            signature::MEGABYTES
        ),
        format!("depth of the exact rungs (default {});", plan::DEPTH),
        format!("searches the selective rungs to depth {}.", plan::SELECTIVE_DEPTH),
        format!("abandon a search above N nodes (default {});", grouped(plan::MAX_NODES)),
        format!("The default depth of the ablation is {}.", ablation::DEPTH),
    ] {
        assert_states("src/tools/bench/README.md", &text);
    }
}
