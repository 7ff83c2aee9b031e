//! Signals that ask the program to stop: SIGINT (Ctrl-C), SIGTERM and SIGHUP. The only module that handles signals.
//!
//! | | the first signal | a second signal | used by |
//! |---|---|---|---|
//! | [`Interrupt`] | calls a function on another thread | ends the program at once | analyse, match, tune |
//! | [`StopFlags`] | sets a flag | ends the program at once if it is the same signal | datagen |
//! | [`LastSignal`] | stores the signal's exit code | replaces it | annotate, play |
//! | [`ignore_ctrl_c`] | nothing | nothing | uci |
//!
//! Exit codes are 128 plus the number of the signal, as shells report it.

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

/// A signal that asks the program to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopSignal {
    /// SIGINT, as Ctrl-C sends it: end now.
    Interrupt,
    /// SIGTERM: finish what is running.
    Terminate,
    /// SIGHUP: the terminal is gone.
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

/// Calls a function on the first SIGINT or SIGTERM; the second ends the program.
#[derive(Debug)]
pub struct Interrupt(Arc<AtomicU8>);

impl Interrupt {
    /// Calls `heard`, on another thread, when a signal comes.
    ///
    /// # Errors
    /// If the signal handlers or the thread cannot be set up.
    pub fn watch(on_signal: impl FnMut(StopSignal) + Send + 'static) -> io::Result<Self> {
        let code = Arc::new(AtomicU8::new(0));
        listen(Arc::clone(&code), on_signal)?;
        Ok(Self(code))
    }

    /// The exit code, if a signal came.
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

/// On other systems a signal ends the program.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as where there are signals")]
fn listen(_: Arc<AtomicU8>, _: impl FnMut(StopSignal) + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// One flag each for SIGINT and SIGTERM, with its exit code. The same signal a second time ends the program.
pub struct StopFlags([(Arc<AtomicBool>, u8); 2]);

impl StopFlags {
    /// Sets up the signal handlers.
    ///
    /// # Errors
    /// If a signal handler cannot be set up.
    pub fn catch() -> io::Result<Self> {
        let catch = |signal: StopSignal| {
            let (raised, code) = (Arc::default(), signal.exit_code());
            // In this order: on the first signal the flag is not set yet when the exit is decided.
            flag::register_conditional_shutdown(signal.number(), code.into(), Arc::clone(&raised))?;
            flag::register(signal.number(), Arc::clone(&raised))?;
            Ok::<_, io::Error>((raised, code))
        };
        Ok(Self([catch(StopSignal::Interrupt)?, catch(StopSignal::Terminate)?]))
    }

    /// The exit code: success if no signal came.
    pub fn code(&self) -> ExitCode {
        let raised = self.0.iter().find(|(raised, _)| raised.load(Ordering::Relaxed));
        raised.map_or(ExitCode::SUCCESS, |(_, code)| ExitCode::from(*code))
    }

    fn is_any_raised(&self) -> bool {
        self.0.iter().any(|(raised, _)| raised.load(Ordering::Relaxed))
    }

    /// Runs `work`, and stops its searches through `stop` on a signal or at the deadline.
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

/// The exit code of the last signal; signals do not end the program. Clones share the code.
#[derive(Clone, Debug, Default)]
pub struct LastSignal(Arc<AtomicUsize>);

impl LastSignal {
    /// From now on stores this signal as well.
    ///
    /// # Errors
    /// If the signal handler cannot be set up.
    pub fn catch(&self, signal: StopSignal) -> io::Result<()> {
        flag::register_usize(signal.number(), Arc::clone(&self.0), signal.exit_code().into()).map(drop)
    }

    /// The exit code, if a signal came.
    pub fn code(&self) -> Option<u8> {
        Some(self.0.load(Ordering::Relaxed) as u8).filter(|code| *code != 0)
    }

    /// The exit code, if a signal came since the last call.
    pub fn take(&self) -> Option<u8> {
        Some(self.0.swap(0, Ordering::Relaxed) as u8).filter(|code| *code != 0)
    }
}

/// Keeps SIGINT from ending the program.
///
/// # Errors
/// If the signal handler cannot be set up.
pub fn ignore_ctrl_c() -> io::Result<()> {
    LastSignal::default().catch(StopSignal::Interrupt)
}

/// Sends SIGINT to this program. Does nothing where the line editor ignores signals.
#[cfg(unix)]
pub fn raise_ctrl_c() {
    // Fails only for an invalid signal number.
    let _ = signal_hook::low_level::raise(SIGINT);
}

#[cfg(not(unix))]
pub const fn raise_ctrl_c() {}
