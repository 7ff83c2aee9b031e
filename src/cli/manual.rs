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
    let mut root = command();
    root.build();
    let command = arguments.subcommands.iter().try_fold(root, |command, name| {
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
    let name = if arguments.subcommands.is_empty() {
        "engine"
    } else {
        command.get_display_name().unwrap_or("engine")
    };
    let title = name.replacen("Glulam", "engine", 1);
    let mut page = Vec::new();
    clap_mangen::Man::new(command.display_name(title)).render(&mut page)?;
    print(|out| out.write_all(&page))?;
    Ok(ExitCode::SUCCESS)
}
