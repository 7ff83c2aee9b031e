//! The binary `engine`; what it can do stands in [`glulam::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    glulam::cli::main(std::env::args_os().collect())
}
