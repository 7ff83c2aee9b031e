//! Tests of the help of all commands: groups, length and examples. Options of several commands are fields of shared
//! structs, so no test compares them.

use clap::{Arg, Command};

use super::command;
use crate::tools::common::help;

/// Names of the groups of options, in the order of every help.
const GROUPS: [&str; 5] = ["Input", "Limits", "Engine", "Output", "Other"];

/// Returns all subcommands except `help`, with their full names, such as `tune network`.
fn commands() -> Vec<(String, Command)> {
    subcommands(command())
}

fn subcommands(mut root: Command) -> Vec<(String, Command)> {
    fn collect(name: &str, command: &Command, found: &mut Vec<(String, Command)>) {
        for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
            let name = format!("{name} {}", command.get_name()).trim().to_owned();
            found.push((name.clone(), command.clone()));
            collect(&name, command, found);
        }
    }
    root.build();
    let mut found = Vec::new();
    collect("", &root, &mut found);
    found
}

fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|option| !option.is_positional() && !option.is_hide_set())
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
fn the_short_help_has_at_most_fifteen_lines() {
    let mut errors = Vec::new();
    for (name, mut command) in subcommands(help::summarised(command())) {
        let text = command.render_help().to_string();
        if text.trim_end().lines().count() > help::SUMMARY_LINES {
            errors.push(format!("{name}:\n{text}"));
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
