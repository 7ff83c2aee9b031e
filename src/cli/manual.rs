//! `engine completions` and `engine man`: made from the same definition as the command line itself.

use std::process::ExitCode;

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use super::{Cli, exit::UsageError, output::print};

/// Print the completion script of a shell
#[derive(Args, Debug)]
#[command(
    after_help = "Example: engine completions bash > ~/.local/share/bash-completion/completions/engine"
)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

/// Print the manual page of the program or of one subcommand
#[derive(Args, Debug)]
#[command(after_help = "Example: engine man bench | man -l -")]
pub struct Man {
    /// The subcommand
    subcommand: Option<String>,
}

pub fn complete(arguments: &Completions) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "engine", &mut script);
    print(|out| out.write_all(&script))?;
    Ok(ExitCode::SUCCESS)
}

pub fn man(arguments: &Man) -> anyhow::Result<ExitCode> {
    let mut root = Cli::command();
    root.build();
    let command = match &arguments.subcommand {
        None => root,
        Some(name) => root.find_subcommand(name).cloned().ok_or_else(|| {
            let names: Vec<_> = root.get_subcommands().map(clap::Command::get_name).collect();
            UsageError(format!("there is no subcommand '{name}': choose one of {}", names.join(", ")))
        })?,
    };
    // The page is of what is typed, not of the name that `--version` tells.
    let title = arguments.subcommand.as_ref().map_or("engine".to_owned(), |name| format!("engine-{name}"));
    let mut page = Vec::new();
    clap_mangen::Man::new(command.display_name(title)).render(&mut page)?;
    print(|out| out.write_all(&page))?;
    Ok(ExitCode::SUCCESS)
}
