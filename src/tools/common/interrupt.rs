//! Signal handlers for SIGINT (Ctrl-C), SIGTERM and SIGHUP. No other module of the program handles signals;
//! [`signals`](crate::support::signals) has those that it ignores.
//!
//! [`Interrupt`] is the handler of the commands whose output is useful before they end: on the first signal, the
//! command finishes what is complete; the second signal ends the program at once. `play` has [`catch_ctrl_c`],
//! because Ctrl-C ends a search there and not the program.
//!
//! The exit code is 130 after SIGINT, and 143 after SIGTERM and SIGHUP.

use std::{
    io,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU8, Ordering},
    },
};

use signal_hook::{consts::SIGINT, flag};

use crate::{search::StopFlag, support::replace};

/// Signal handler that calls a function on the first signal. The second signal ends the program at once.
#[derive(Debug)]
pub struct Interrupt(Arc<AtomicU8>);

impl Interrupt {
    /// Installs the handlers. When the first signal arrives, a separate thread calls `on_signal` with
    /// its exit code. On systems
    /// other than Unix, installs no handler.
    ///
    /// # Errors
    /// Returns an error if the signal handlers cannot be installed or the thread cannot be started.
    pub fn watch(on_signal: impl FnMut(u8) + Send + 'static) -> io::Result<Self> {
        let code = Arc::new(AtomicU8::new(0));
        listen(Arc::clone(&code), on_signal)?;
        Ok(Self(code))
    }

    /// Installs handlers like [`Interrupt::watch`] that end the searches with the number 1 of `stop_flag`.
    ///
    /// # Errors
    /// As for [`Interrupt::watch`].
    pub fn stopping(stop_flag: &Arc<StopFlag>) -> io::Result<Self> {
        let stop_flag = Arc::clone(stop_flag);
        Self::watch(move |_| stop_flag.stop_through(1))
    }

    /// Returns the exit code of the last signal; `None` if no signal has arrived.
    pub fn code(&self) -> Option<ExitCode> {
        let code = self.0.load(Ordering::SeqCst);
        (code != 0).then(|| ExitCode::from(code))
    }
}

/// Ends the program after a signal with this exit code. Leaves no temporary file.
pub fn end_program(exit_code: u8) -> ! {
    replace::remove_temporary_files();
    std::process::exit(exit_code.into())
}

#[cfg(unix)]
fn listen(code: Arc<AtomicU8>, mut on_signal: impl FnMut(u8) + Send + 'static) -> io::Result<()> {
    use crate::{
        support::{
            signals,
            threads::{self, SMALL_STACK_BYTES},
        },
        tools::common::exit::{INTERRUPTED, TERMINATED},
    };
    use signal_hook::consts::{SIGHUP, SIGTERM};

    let mut numbers = vec![SIGINT, SIGTERM];
    if !signals::ignore_hang_up()? {
        numbers.push(SIGHUP);
    }
    let mut received = signal_hook::iterator::Signals::new(numbers)?;
    let listen = move || {
        for number in received.forever() {
            // The other signals are SIGTERM, sent by `kill` and by job schedulers, and SIGHUP, sent when the terminal
            // is closed.
            let exit_code = if number == SIGINT { INTERRUPTED } else { TERMINATED };
            if code.swap(exit_code, Ordering::SeqCst) != 0 {
                end_program(exit_code);
            }
            on_signal(exit_code);
        }
    };
    threads::new("signals", SMALL_STACK_BYTES).spawn(listen).map(drop)
}

/// Installs no handler: on systems other than Unix, Ctrl-C ends the program.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the function has the same signature as on Unix")]
fn listen(_: Arc<AtomicU8>, _: impl FnMut(u8) + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// Installs a handler of SIGINT that sets `flag` instead of ending the program.
///
/// # Errors
/// Returns an error if the signal handler cannot be installed.
pub fn catch_ctrl_c(flag: Arc<AtomicBool>) -> io::Result<()> {
    flag::register(SIGINT, flag).map(drop)
}
