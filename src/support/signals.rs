//! Signals that the program ignores.

use std::io;

/// Makes the program ignore SIGINT (Ctrl-C) until it ends. Does nothing on systems other than Unix.
///
/// # Errors
/// Returns an error if the system refuses.
pub fn ignore_ctrl_c() -> io::Result<()> {
    #[cfg(unix)]
    ignore(nix::sys::signal::Signal::SIGINT)?;
    Ok(())
}

/// Makes the program ignore SIGHUP, and returns whether it ignored SIGHUP before, as under `nohup`.
///
/// # Errors
/// Returns an error if the system refuses.
#[cfg(unix)]
pub fn ignore_hang_up() -> io::Result<bool> {
    ignore(nix::sys::signal::Signal::SIGHUP)
}

/// Makes the program ignore SIGXFSZ until it ends. Writing beyond a file size limit (`ulimit -f`) then fails
/// with an error, which the program reports, instead of ending the program without a message.
///
/// # Errors
/// Returns an error if the system refuses.
pub fn ignore_file_size_signal() -> io::Result<()> {
    #[cfg(unix)]
    ignore(nix::sys::signal::Signal::SIGXFSZ)?;
    Ok(())
}

/// Ignores a signal, and returns whether it was ignored before.
#[cfg(unix)]
fn ignore(signal: nix::sys::signal::Signal) -> io::Result<bool> {
    use nix::sys::signal::{SigHandler, signal as set_handler};
    #[expect(unsafe_code, reason = "a signal handler can be unsafe; ignoring a signal runs no code")]
    // SAFETY: `SigIgn` runs no code when the signal arrives.
    let before = unsafe { set_handler(signal, SigHandler::SigIgn) }?;
    Ok(matches!(before, SigHandler::SigIgn))
}
