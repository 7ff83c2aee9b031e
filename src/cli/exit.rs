//! How a command ends: the exit code, and the last word on stderr.
//!
//! 0: done. 1: reading, writing or the program itself failed. 2: the command was not understood. 3: something that was
//! checked does not hold. 130 and 143: ended by Ctrl-C or SIGTERM. A reader that has heard enough and closes the pipe is no failure.

use std::{io, process::ExitCode};

use super::output::print_message;

/// Something was checked and does not hold.
pub const CHECK_FAILED: u8 = 3;
/// Reading, writing or the program itself failed.
pub const FAILED: u8 = 1;
const USAGE_ERROR: u8 = 2;
/// Ended by Ctrl-C.
pub const INTERRUPTED: u8 = 130;
/// Ended by SIGTERM.
pub const TERMINATED: u8 = 143;

/// The command asks for what cannot be: says what, where and how to mend it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// The exit code for a result; an error is told.
pub fn code(result: anyhow::Result<ExitCode>) -> ExitCode {
    let error = match result {
        Ok(code) => return code,
        Err(error) => error,
    };
    let number = number(&error);
    if let Some(usage) = error.downcast_ref::<clap::Error>() {
        // Help and version come as errors as well; if stdout is closed nobody wanted them.
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
    fn a_closed_pipe_is_a_quiet_end_and_misuse_is_told_apart_from_failure() {
        let failure = |kind| anyhow::Error::from(io::Error::from(kind)).context("somewhere");
        assert_eq!(number(&failure(io::ErrorKind::BrokenPipe)), 0);
        assert_eq!(number(&failure(io::ErrorKind::NotFound)), FAILED);
        assert_eq!(number(&anyhow::Error::from(UsageError("no".to_owned())).context("--fen")), USAGE_ERROR);
    }
}
