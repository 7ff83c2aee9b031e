//! The binary `engine`: passes the command-line arguments to [`glulam::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    glulam::cli::main(std::env::args_os().collect())
}
