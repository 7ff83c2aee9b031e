//! Signal handlers for SIGINT (Ctrl-C), SIGTERM and SIGHUP. No other module of the program handles signals;
//! [`signals`] has those that it ignores.
//!
//! [`Interrupt`] is the handler of all commands that run long: on the first signal, the command finishes what is
//! complete; the second signal ends the program at once. `play` has [`LastSignal`], because Ctrl-C ends a search or a
//! line there and not the program.
//!
//! The exit code is 130 after SIGINT, and 143 after SIGTERM and SIGHUP.

use std::{
    io,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicU8, AtomicUsize, Ordering},
    },
};

use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
};

use crate::{
    search::StopFlag,
    support::{
        replace, signals,
        threads::{self, SMALL_STACK_BYTES},
    },
    tools::common::exit::{INTERRUPTED, TERMINATED},
};

/// A signal by which a user or the system asks the program to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopSignal {
    /// SIGINT, sent by Ctrl-C.
    Interrupt,
    /// SIGTERM, sent by `kill` and by job schedulers.
    Terminate,
    /// SIGHUP, sent when the terminal is closed.
    #[cfg(unix)]
    HangUp,
}

impl StopSignal {
    const fn number(self) -> i32 {
        match self {
            Self::Interrupt => SIGINT,
            Self::Terminate => SIGTERM,
            #[cfg(unix)]
            Self::HangUp => signal_hook::consts::SIGHUP,
        }
    }

    /// Returns the exit code of a program that this signal ended.
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::Interrupt => INTERRUPTED,
            Self::Terminate => TERMINATED,
            #[cfg(unix)]
            Self::HangUp => TERMINATED,
        }
    }
}

/// Signal handler that calls a function on the first signal. The second signal ends the program at once.
#[derive(Debug)]
pub struct Interrupt(Arc<AtomicU8>);

impl Interrupt {
    /// Installs the handlers. When the first signal arrives, a separate thread calls `on_signal`. On systems
    /// other than Unix, installs no handler.
    ///
    /// # Errors
    /// Returns an error if the signal handlers cannot be installed or the thread cannot be started.
    pub fn watch(on_signal: impl FnMut(StopSignal) + Send + 'static) -> io::Result<Self> {
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

/// Ends the program after a signal. Leaves no temporary file.
pub fn end_program(signal: StopSignal) -> ! {
    replace::remove_temporary_files();
    std::process::exit(signal.exit_code().into())
}

#[cfg(unix)]
fn listen(code: Arc<AtomicU8>, mut on_signal: impl FnMut(StopSignal) + Send + 'static) -> io::Result<()> {
    let mut numbers = vec![SIGINT, SIGTERM];
    if !signals::ignore_hang_up()? {
        numbers.push(signal_hook::consts::SIGHUP);
    }
    let mut received = signal_hook::iterator::Signals::new(numbers)?;
    let listen = move || {
        for number in received.forever() {
            let signal = if number == SIGINT { StopSignal::Interrupt } else { StopSignal::Terminate };
            if code.swap(signal.exit_code(), Ordering::SeqCst) != 0 {
                end_program(signal);
            }
            on_signal(signal);
        }
    };
    threads::new("signals", SMALL_STACK_BYTES).spawn(listen).map(drop)
}

/// Installs no handler: on systems other than Unix, Ctrl-C ends the program.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the function has the same signature as on Unix")]
fn listen(_: Arc<AtomicU8>, _: impl FnMut(StopSignal) + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// Signal handler that stores the exit code of the last signal; the signal does not end the program. All
/// clones share one exit code.
#[derive(Clone, Debug, Default)]
pub struct LastSignal(Arc<AtomicUsize>);

impl LastSignal {
    /// Installs a handler that stores the exit code of `signal` instead of ending the program.
    ///
    /// # Errors
    /// Returns an error if the signal handler cannot be installed.
    pub fn catch(&self, signal: StopSignal) -> io::Result<()> {
        flag::register_usize(signal.number(), Arc::clone(&self.0), signal.exit_code().into()).map(drop)
    }

    /// Installs a handler of SIGHUP like [`LastSignal::catch`], unless the program was started with SIGHUP ignored.
    ///
    /// # Errors
    /// Returns an error if the signal handler cannot be installed.
    #[cfg(unix)]
    pub fn catch_hang_up(&self) -> io::Result<()> {
        if signals::ignore_hang_up()? { Ok(()) } else { self.catch(StopSignal::HangUp) }
    }

    /// Returns the exit code of the last signal; `None` if no signal has arrived since the start or since the
    /// last call of [`LastSignal::take`].
    pub fn code(&self) -> Option<u8> {
        Some(self.0.load(Ordering::Relaxed) as u8).filter(|code| *code != 0)
    }

    /// Returns and clears the exit code of the last signal; `None` if no signal has arrived since the start
    /// or since the last call of [`LastSignal::take`].
    pub fn take(&self) -> Option<u8> {
        Some(self.0.swap(0, Ordering::Relaxed) as u8).filter(|code| *code != 0)
    }
}

/// Sends SIGINT to this process. Does nothing on systems other than Unix.
///
/// The system delivers a signal to a process on its main thread, if that thread does not block the signal. The
/// main thread then returns from a blocking system call, which it would not do after
/// `signal_hook::low_level::raise` on another thread.
#[cfg(unix)]
pub fn raise_ctrl_c() {
    use nix::{
        sys::signal::{Signal, kill},
        unistd::Pid,
    };
    // A process may always send a signal to itself.
    let _ = kill(Pid::this(), Signal::SIGINT);
}

#[cfg(not(unix))]
pub const fn raise_ctrl_c() {}
