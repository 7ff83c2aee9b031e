//! `engine completions` and `engine man`: shell completions and manual pages, generated from the clap
//! definition.

use std::process::ExitCode;

use clap::Args;
use clap_complete::Shell;

use super::command;
use crate::tools::common::{exit::UsageError, output::print};

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = COMPLETIONS_EXAMPLE)]
pub struct Completions {
    /// Shell for which the completion script is printed
    shell: Shell,
}

const COMPLETIONS_EXAMPLE: &str = "\
Example:
  engine completions bash > ~/.local/share/bash-completion/completions/engine";

/// Print the manual page of the engine or of one subcommand
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  engine man bench | man -l -\n  engine man tune network | man -l -")]
pub struct Man {
    /// Subcommand to describe, such as bench or tune network [default: the engine itself]
    #[arg(value_name = "COMMAND")]
    subcommands: Vec<String>,
}

pub fn complete(arguments: &Completions) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command(), "engine", &mut script);
    print(|out| out.write_all(&script))?;
    Ok(ExitCode::SUCCESS)
}

pub fn man(arguments: &Man) -> anyhow::Result<ExitCode> {
    let page = page(&arguments.subcommands)?;
    print(|out| out.write_all(page.as_bytes()))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the manual page of a subcommand, or of the engine if the list is empty.
fn page(subcommands: &[String]) -> anyhow::Result<String> {
    let mut root = command();
    root.build();
    let version = root.render_version().replacen("Glulam", "engine", 1);
    let command = subcommands.iter().try_fold(root, |command, name| {
        command.find_subcommand(name).cloned().ok_or_else(|| {
            let names: Vec<_> = command.get_subcommands().map(clap::Command::get_name).collect();
            let remedy = if names.is_empty() {
                "remove it".to_owned()
            } else {
                format!("use one of {}", names.join(", "))
            };
            UsageError(format!("unknown subcommand '{name}': {remedy}"))
        })
    })?;
    // The manual page is titled `engine`, the name of the binary, and not `Glulam`, the display name of
    // `--version`.
    let name = if subcommands.is_empty() { "engine" } else { command.get_display_name().unwrap_or("engine") };
    let title = name.replacen("Glulam", "engine", 1);
    let mut page = Vec::new();
    clap_mangen::Man::new(command.display_name(title)).source(version.trim()).render(&mut page)?;
    // The generator ends some lines with spaces.
    Ok(String::from_utf8(page)?.lines().flat_map(|line| [line.trim_end(), "\n"]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_a_manual_page_ends_with_a_space_and_each_page_names_the_version() {
        let mut root = command();
        root.build();
        let mut waiting = vec![(Vec::new(), root)];
        let mut pages = 0;
        while let Some((names, command)) = waiting.pop() {
            let page = page(&names).expect("a command of the program");
            let wrong: Vec<_> = page.lines().filter(|line| line.ends_with(char::is_whitespace)).collect();
            assert!(wrong.is_empty(), "{names:?}: {wrong:#?}");
            let version = concat!("\"engine ", env!("CARGO_PKG_VERSION"), "\"");
            assert!(page.lines().any(|line| line.starts_with(".TH ") && line.contains(version)), "{page}");
            pages += 1;
            for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
                let names = [&names[..], &[subcommand.get_name().to_owned()]].concat();
                waiting.push((names, subcommand.clone()));
            }
        }
        assert!(pages > 20, "{pages}");
    }
}
