//! Signal handlers for SIGINT (Ctrl-C), SIGTERM, SIGHUP and SIGXFSZ. No other module of the program installs signal
//! handlers.
//!
//! | handler | effect of the first signal | effect of the second signal | commands |
//! |---|---|---|---|
//! | [`Interrupt`] | the signal thread calls the command's function | the program ends at once | analyse, match, tune, datagen export |
//! | [`StopFlags`] | the handler sets the flag of this signal | the same signal ends the program at once | datagen |
//! | [`LastSignal`] | the handler stores the exit code | the new exit code replaces the old one | annotate, play |
//! | [`ignore_ctrl_c`] | Ctrl-C has no effect | Ctrl-C has no effect | uci |
//! | [`ignore_file_size_signal`] | SIGXFSZ has no effect | SIGXFSZ has no effect | all |
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
    threads::{self, SMALL_STACK_BYTES},
};

/// Interval at which [`StopFlags::stop_search_during`] checks the signal flags and the deadline.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

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
            Self::HangUp => 129,
        }
    }
}

/// Signal handler that calls a function on the first SIGINT or SIGTERM. A second signal of either kind ends
/// the program at once.
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

    /// Returns the exit code of the last SIGINT or SIGTERM; `None` if neither has arrived.
    pub fn code(&self) -> Option<ExitCode> {
        let code = self.0.load(Ordering::SeqCst);
        (code != 0).then(|| ExitCode::from(code))
    }
}

#[cfg(unix)]
fn listen(code: Arc<AtomicU8>, mut on_signal: impl FnMut(StopSignal) + Send + 'static) -> io::Result<()> {
    let (sender, receiver) = channel::<signal_hook::iterator::Signals>();
    let listen = move || {
        let Ok(mut signals) = receiver.recv() else { return };
        for number in signals.forever() {
            let signal = if number == SIGINT { StopSignal::Interrupt } else { StopSignal::Terminate };
            if code.swap(signal.exit_code(), Ordering::SeqCst) != 0 {
                std::process::exit(signal.exit_code().into());
            }
            on_signal(signal);
        }
    };
    // The handlers come second: without the thread they would only make the signals ineffective.
    threads::essential("signals", SMALL_STACK_BYTES)?.spawn(listen)?;
    let _ = sender.send(signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?);
    Ok(())
}

/// Installs no handler: on systems other than Unix, Ctrl-C ends the program.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the function has the same signature as on Unix")]
fn listen(_: Arc<AtomicU8>, _: impl FnMut(StopSignal) + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// Signal handler with one flag for SIGINT and one for SIGTERM, each with its exit code. If the same signal
/// arrives a second time, the program ends.
pub struct StopFlags([(Arc<AtomicBool>, u8); 2]);

impl StopFlags {
    /// Installs the handlers of SIGINT and SIGTERM.
    ///
    /// # Errors
    /// Returns an error if a signal handler cannot be installed.
    pub fn catch() -> io::Result<Self> {
        let catch = |signal: StopSignal| {
            let (raised, code) = (Arc::default(), signal.exit_code());
            // The order of the two handlers matters: on the first signal, the conditional shutdown must read
            // the flag before the second handler sets it.
            flag::register_conditional_shutdown(signal.number(), code.into(), Arc::clone(&raised))?;
            flag::register(signal.number(), Arc::clone(&raised))?;
            Ok::<_, io::Error>((raised, code))
        };
        Ok(Self([catch(StopSignal::Interrupt)?, catch(StopSignal::Terminate)?]))
    }

    /// Returns the exit code of the signal that arrived (of SIGINT if both arrived); 0 if no signal has
    /// arrived.
    pub fn code(&self) -> ExitCode {
        let raised = self.0.iter().find(|(raised, _)| raised.load(Ordering::Relaxed));
        raised.map_or(ExitCode::SUCCESS, |(_, code)| ExitCode::from(*code))
    }

    fn is_any_raised(&self) -> bool {
        self.0.iter().any(|(raised, _)| raised.load(Ordering::Relaxed))
    }

    /// Runs `work` on the calling thread and returns the result of `work`. If SIGINT or SIGTERM arrives,
    /// or the time `deadline` passes, sets the stop flag `stop`, which ends the searches that `work` runs.
    ///
    /// # Errors
    /// Returns an error if the system refuses the thread that waits for signals.
    pub fn stop_search_during<T>(
        &self,
        deadline: Option<Instant>,
        stop: &StopFlag,
        work: impl FnOnce() -> T,
    ) -> io::Result<T> {
        let (done, waiting) = channel::<()>();
        thread::scope(|scope| {
            threads::essential("signals", SMALL_STACK_BYTES)?.spawn_scoped(scope, move || {
                while waiting.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    if self.is_any_raised() || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                        return stop.stop_through(1);
                    }
                }
            })?;
            let result = work();
            drop(done);
            Ok(result)
        })
    }
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

    /// Installs a handler like [`LastSignal::catch`], unless the program was started with this signal ignored,
    /// as `nohup` does with SIGHUP.
    ///
    /// # Errors
    /// Returns an error if the signal handler cannot be installed.
    #[cfg(unix)]
    pub fn catch_unless_ignored(&self, signal: StopSignal) -> io::Result<()> {
        use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, sigaction};
        let ignore = SigAction::new(SigHandler::SigIgn, SaFlags::empty(), SigSet::empty());
        // The system returns the old action only together with a new one.
        #[expect(unsafe_code, reason = "a signal handler can be unsafe; ignoring a signal runs no code")]
        // SAFETY: `SigIgn` runs no code when the signal arrives.
        let before = unsafe { sigaction(Signal::try_from(signal.number())?, &ignore)? };
        if matches!(before.handler(), SigHandler::SigIgn) { Ok(()) } else { self.catch(signal) }
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

/// Makes the program ignore SIGINT (Ctrl-C) until it ends.
///
/// # Errors
/// Returns an error if the signal handler cannot be installed.
pub fn ignore_ctrl_c() -> io::Result<()> {
    LastSignal::default().catch(StopSignal::Interrupt)
}

/// Makes the program ignore SIGXFSZ until it ends. Writing beyond a file size limit (`ulimit -f`) then fails
/// with an error, which the program reports, instead of ending the program without a message.
///
/// # Errors
/// Returns an error if the signal handler cannot be installed.
#[cfg(unix)]
pub fn ignore_file_size_signal() -> io::Result<()> {
    flag::register(signal_hook::consts::SIGXFSZ, Arc::default()).map(drop)
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the function has the same signature as on Unix")]
pub const fn ignore_file_size_signal() -> io::Result<()> {
    Ok(())
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
