//! Exit codes, and the error message that the program prints on standard error.
//!
//! | exit code | meaning |
//! |--:|---|
//! | 0 | success; also if the reader of the output closed the pipe |
//! | 1 | input, output or internal error |
//! | 2 | wrong usage |
//! | 3 | a check failed |
//! | 129, 130, 143 | ended by SIGHUP, by SIGINT (Ctrl-C), by SIGTERM |

use std::{io, process::ExitCode};

use super::output::print_message;

/// Exit code if a check failed.
pub const CHECK_FAILED: u8 = 3;
/// Exit code after an input, output or internal error.
pub const FAILED: u8 = 1;
const USAGE_ERROR: u8 = 2;
/// Exit code after SIGINT (Ctrl-C).
pub const INTERRUPTED: u8 = 130;
/// Exit code after SIGTERM.
pub const TERMINATED: u8 = 143;

/// Wrong usage of the command line. The message names the argument, the problem and a remedy.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// Prints the error of `result`, if any, and returns the exit code.
pub fn code(result: anyhow::Result<ExitCode>) -> ExitCode {
    let error = match result {
        Ok(code) => return code,
        Err(error) => error,
    };
    let number = number(&error);
    if let Some(usage) = error.downcast_ref::<clap::Error>() {
        // clap returns the texts of `--help` and `--version` as errors too. A closed pipe is not a failure.
        let _ = usage.print();
    } else if number != 0 {
        print_message(format_args!("error: {error:#}"));
    }
    ExitCode::from(number)
}

fn number(error: &anyhow::Error) -> u8 {
    if let Some(usage) = error.downcast_ref::<clap::Error>() {
        u8::try_from(usage.exit_code()).unwrap_or(USAGE_ERROR)
    } else if error.chain().any(is_closed_pipe) {
        0
    } else if error.chain().any(<dyn std::error::Error>::is::<UsageError>) {
        USAGE_ERROR
    } else {
        FAILED
    }
}

fn is_closed_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_code_depends_on_the_kind_of_error_and_is_0_for_a_closed_pipe() {
        let failure = |kind| anyhow::Error::from(io::Error::from(kind)).context("cannot write");
        assert_eq!(number(&failure(io::ErrorKind::BrokenPipe)), 0);
        assert_eq!(number(&failure(io::ErrorKind::NotFound)), FAILED);
        let usage_error = UsageError("bad FEN".to_owned());
        assert_eq!(number(&anyhow::Error::from(usage_error).context("--fen")), USAGE_ERROR);
    }
}
