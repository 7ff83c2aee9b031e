//! The command line of Glulam.

use std::process::ExitCode;

fn main() -> anyhow::Result<ExitCode> {
    glulam::uci::run()
}
