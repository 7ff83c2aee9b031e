//! The binary `engine`: passes the command-line arguments to [`glulam::tools`], or, if it is built without the
//! feature `tools`, to [`glulam::uci`].

use std::process::ExitCode;

#[cfg(feature = "tools")]
fn main() -> ExitCode {
    glulam::tools::main(std::env::args_os().collect())
}

#[cfg(not(feature = "tools"))]
fn main() -> ExitCode {
    glulam::uci::main(&std::env::args().skip(1).collect::<Vec<_>>())
}
