//! Exit codes of the program, and the error message that it prints on standard error before it exits.
//!
//! | exit code | meaning |
//! |--:|---|
//! | 0 | success; also if the program that reads the output closed the pipe |
//! | 1 | reading or writing failed, or internal error |
//! | 2 | wrong usage or invalid input |
//! | 3 | a verification failed, such as `--strict` or `--require`; `engine bestmove`: the game is over |
//! | 130, 143 | ended by SIGINT or Ctrl-C (130), by SIGTERM or SIGHUP (143) |

use std::{io, process::ExitCode};

use super::output::{naming_stdout, print_message};
use crate::support::stdout::stdout;

/// Exit code 3: a verification that the user requested failed, or `engine bestmove` found the game over.
pub const CHECK_FAILED: u8 = 3;
/// Exit code 1: reading or writing failed, or an internal error occurred.
pub const FAILED: u8 = 1;
const USAGE_ERROR: u8 = 2;
/// Exit code after the program was ended by SIGINT (Ctrl-C).
pub const INTERRUPTED: u8 = 130;
/// Exit code after the program was ended by SIGTERM or SIGHUP.
#[cfg(unix)]
pub const TERMINATED: u8 = 143;

/// Error for wrong usage of the command line or invalid input (exit code 2). The message names the argument
/// or file, the problem and a remedy.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// Prints the error of `result`, if any, unless it is a closed pipe, and returns the exit code.
pub fn code(result: anyhow::Result<ExitCode>) -> ExitCode {
    let error = match result {
        Ok(code) => return code,
        Err(error) => error,
    };
    let number = number(&error);
    if let Some(usage) = error.downcast_ref::<clap::Error>() {
        // clap returns the texts of `--help` and `--version` as errors too. Only they are written to stdout.
        if number != 0 {
            let _ = usage.print();
        } else if let Err(error) = stdout().and_then(|_| usage.print()) {
            return code(Err(naming_stdout(&error).into()));
        }
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
    } else if error.chain().any(is_usage_error) {
        USAGE_ERROR
    } else {
        FAILED
    }
}

/// Returns whether an error is a [`UsageError`], also as the cause of an I/O error of a reader.
fn is_usage_error(cause: &(dyn std::error::Error + 'static)) -> bool {
    let inner = cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
    cause.is::<UsageError>() || inner.is_some_and(<dyn std::error::Error + Send + Sync>::is::<UsageError>)
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
