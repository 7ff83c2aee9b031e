//! `engine completions` and `engine man`: shell completions and manual pages, generated from the clap
//! definition.

use std::process::ExitCode;

use clap::Args;
use clap_complete::Shell;

use super::{command, exit::UsageError, output::print};

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
#[command(after_help = "Example:\n  engine man bench | man -l -")]
pub struct Man {
    /// Subcommand to describe [default: the engine itself]
    subcommand: Option<String>,
}

pub fn complete(arguments: &Completions) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command(), "engine", &mut script);
    print(|out| out.write_all(&script))?;
    Ok(ExitCode::SUCCESS)
}

pub fn man(arguments: &Man) -> anyhow::Result<ExitCode> {
    let mut root = command();
    root.build();
    let command = match &arguments.subcommand {
        None => root,
        Some(name) => root.find_subcommand(name).cloned().ok_or_else(|| {
            let names: Vec<_> = root.get_subcommands().map(clap::Command::get_name).collect();
            UsageError(format!("unknown subcommand '{name}': use one of {}", names.join(", ")))
        })?,
    };
    // The manual page is titled `engine`, the name of the binary, and not `Glulam`, the display name of
    // `--version`.
    let title = arguments.subcommand.as_ref().map_or("engine".to_owned(), |name| format!("engine-{name}"));
    let mut page = Vec::new();
    clap_mangen::Man::new(command.display_name(title)).render(&mut page)?;
    print(|out| out.write_all(&page))?;
    Ok(ExitCode::SUCCESS)
}
