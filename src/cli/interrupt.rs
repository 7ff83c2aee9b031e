//! Signal handlers for SIGINT (Ctrl-C), SIGTERM and SIGHUP. No other module handles signals.
//!
//! | handler | first signal | second signal | used by |
//! |---|---|---|---|
//! | [`Interrupt`] | calls a function on another thread | ends the program at once | analyse, match, tune |
//! | [`StopFlags`] | sets a flag | the same signal ends the program at once | datagen |
//! | [`LastSignal`] | stores the exit code of the signal | replaces the stored exit code | annotate, play |
//! | [`ignore_ctrl_c`] | has no effect | has no effect | uci |
//!
//! The exit code after a signal is 128 plus the signal number, as in shells.

use std::{
    io,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering},
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant},
};

use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
};

use crate::{
    cli::exit::{INTERRUPTED, TERMINATED},
    search::StopFlag,
};

/// Interval at which [`StopFlags::stop_search_during`] checks flags and deadline.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A signal that stops the program.
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

    const fn exit_code(self) -> u8 {
        match self {
            Self::Interrupt => INTERRUPTED,
            Self::Terminate => TERMINATED,
            #[cfg(unix)]
            Self::HangUp => 129,
        }
    }
}

/// Calls a function on the first SIGINT or SIGTERM. The second signal ends the program.
#[derive(Debug)]
pub struct Interrupt(Arc<AtomicU8>);

impl Interrupt {
    /// Installs the handlers. `on_signal` runs on another thread when the first signal arrives.
    ///
    /// # Errors
    /// If the signal handlers or the thread cannot be set up.
    pub fn watch(on_signal: impl FnMut(StopSignal) + Send + 'static) -> io::Result<Self> {
        let code = Arc::new(AtomicU8::new(0));
        listen(Arc::clone(&code), on_signal)?;
        Ok(Self(code))
    }

    /// Exit code of the signal; `None` if no signal has arrived.
    pub fn code(&self) -> Option<ExitCode> {
        let code = self.0.load(Ordering::SeqCst);
        (code != 0).then(|| ExitCode::from(code))
    }
}

#[cfg(unix)]
fn listen(code: Arc<AtomicU8>, mut on_signal: impl FnMut(StopSignal) + Send + 'static) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    let listen = move || {
        for number in signals.forever() {
            let signal = if number == SIGINT { StopSignal::Interrupt } else { StopSignal::Terminate };
            if code.swap(signal.exit_code(), Ordering::SeqCst) != 0 {
                std::process::exit(signal.exit_code().into());
            }
            on_signal(signal);
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(listen).map(drop)
}

/// Does nothing: on systems other than Unix, a signal ends the program.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "same signature as on Unix")]
fn listen(_: Arc<AtomicU8>, _: impl FnMut(StopSignal) + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// One flag for SIGINT and one for SIGTERM, each with its exit code. The same signal a second time ends the
/// program.
pub struct StopFlags([(Arc<AtomicBool>, u8); 2]);

impl StopFlags {
    /// Sets up the signal handlers.
    ///
    /// # Errors
    /// If a signal handler cannot be set up.
    pub fn catch() -> io::Result<Self> {
        let catch = |signal: StopSignal| {
            let (raised, code) = (Arc::default(), signal.exit_code());
            // The order matters: the first signal must find the flag unset when the conditional shutdown
            // reads it.
            flag::register_conditional_shutdown(signal.number(), code.into(), Arc::clone(&raised))?;
            flag::register(signal.number(), Arc::clone(&raised))?;
            Ok::<_, io::Error>((raised, code))
        };
        Ok(Self([catch(StopSignal::Interrupt)?, catch(StopSignal::Terminate)?]))
    }

    /// Exit code of the signal; success if no signal has arrived.
    pub fn code(&self) -> ExitCode {
        let raised = self.0.iter().find(|(raised, _)| raised.load(Ordering::Relaxed));
        raised.map_or(ExitCode::SUCCESS, |(_, code)| ExitCode::from(*code))
    }

    fn is_any_raised(&self) -> bool {
        self.0.iter().any(|(raised, _)| raised.load(Ordering::Relaxed))
    }

    /// Runs `work`. On a signal or at the deadline, sets `stop`, which ends the searches of `work`.
    pub fn stop_search_during<T>(
        &self,
        deadline: Option<Instant>,
        stop: &StopFlag,
        work: impl FnOnce() -> T,
    ) -> T {
        let (done, waiting) = channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                while waiting.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    if self.is_any_raised() || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                        return stop.stop_through(1);
                    }
                }
            });
            let result = work();
            drop(done);
            result
        })
    }
}

/// Exit code of the last signal. Signals do not end the program. Clones share the exit code.
#[derive(Clone, Debug, Default)]
pub struct LastSignal(Arc<AtomicUsize>);

impl LastSignal {
    /// Installs a handler that stores the exit code of `signal` instead of ending the program.
    ///
    /// # Errors
    /// If the signal handler cannot be set up.
    pub fn catch(&self, signal: StopSignal) -> io::Result<()> {
        flag::register_usize(signal.number(), Arc::clone(&self.0), signal.exit_code().into()).map(drop)
    }

    /// Exit code of the last signal; `None` if no signal has arrived.
    pub fn code(&self) -> Option<u8> {
        Some(self.0.load(Ordering::Relaxed) as u8).filter(|code| *code != 0)
    }

    /// Returns and clears the exit code of the last signal; `None` if no signal has arrived since the last
    /// call.
    pub fn take(&self) -> Option<u8> {
        Some(self.0.swap(0, Ordering::Relaxed) as u8).filter(|code| *code != 0)
    }
}

/// Ignores SIGINT (Ctrl-C) from now on.
///
/// # Errors
/// If the signal handler cannot be set up.
pub fn ignore_ctrl_c() -> io::Result<()> {
    LastSignal::default().catch(StopSignal::Interrupt)
}

/// Sends SIGINT to this process. Does nothing on systems other than Unix.
#[cfg(unix)]
pub fn raise_ctrl_c() {
    // The call fails only for an invalid signal number.
    let _ = signal_hook::low_level::raise(SIGINT);
}

#[cfg(not(unix))]
pub const fn raise_ctrl_c() {}
