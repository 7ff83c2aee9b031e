//! Interrupts of a game at a terminal: Ctrl-C during a search, a fallen flag, and signals that ask the program to end.
//!
//! The line editor blocks in a system call, but returns on SIGINT. To end a line, [`Interrupts`] raises SIGINT itself;
//! afterwards the session checks the clock and [`Interrupts::exit_requested`] for the reason.

use std::{
    io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
};

use super::opponent::SearchStopper;
use crate::cli::exit::TERMINATED;

/// Interval at which flags and clock are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The exit code after SIGHUP.
#[cfg(unix)]
const HUNG_UP: usize = 129;

/// The state of all interrupts, shared by all clones.
#[derive(Clone, Debug)]
pub struct Interrupts(Arc<State>);

#[derive(Debug, Default)]
struct State {
    stopper: SearchStopper,
    /// SIGINT has been received.
    interrupted: Arc<AtomicBool>,
    /// Exit code for the signal received, 0 before.
    exit_code: Arc<AtomicUsize>,
    editing: Mutex<EditState>,
}

/// Whether a line is being edited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum EditState {
    #[default]
    Idle,
    /// With the time at which the flag falls, if there is a clock.
    Editing(Option<Instant>),
}

impl Interrupts {
    /// From now on Ctrl-C stops the search through `stopper` instead of ending the program.
    ///
    /// # Errors
    /// If the signal handler or the thread cannot be set up.
    pub fn install(stopper: SearchStopper) -> io::Result<Self> {
        let state = Arc::new(State { stopper, ..State::default() });
        flag::register(SIGINT, Arc::clone(&state.interrupted))?;
        let watched = Arc::clone(&state);
        let watch = move || loop {
            thread::sleep(POLL_INTERVAL);
            watched.poll();
        };
        thread::Builder::new().name("interrupt".to_owned()).spawn(watch)?;
        Ok(Self(state))
    }

    /// From now on SIGTERM and SIGHUP end the edited line and the search, so that the game can be saved.
    ///
    /// # Errors
    /// If a signal handler cannot be set up.
    pub fn catch_termination(&self) -> io::Result<()> {
        flag::register_usize(SIGTERM, Arc::clone(&self.0.exit_code), TERMINATED.into())?;
        #[cfg(unix)]
        flag::register_usize(signal_hook::consts::SIGHUP, Arc::clone(&self.0.exit_code), HUNG_UP)?;
        Ok(())
    }

    /// The exit code, if a signal asked the program to end.
    pub fn exit_requested(&self) -> Option<u8> {
        self.0.exit_requested().then(|| self.0.exit_code.load(Ordering::Relaxed) as u8)
    }

    /// Runs `edit`, and interrupts it when the flag falls or the program is to end.
    pub fn while_editing<T>(&self, flag: Option<Instant>, edit: impl FnOnce() -> T) -> T {
        *self.0.edit_state() = EditState::Editing(flag);
        let edited = edit();
        *self.0.edit_state() = EditState::Idle;
        edited
    }
}

impl State {
    fn exit_requested(&self) -> bool {
        self.exit_code.load(Ordering::Relaxed) != 0
    }

    fn edit_state(&self) -> MutexGuard<'_, EditState> {
        self.editing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn poll(&self) {
        if self.interrupted.swap(false, Ordering::Relaxed) || self.exit_requested() {
            self.stopper.stop();
        }
        // The lock is held while the signal is raised, so that it ends this line. If it does not, the next poll raises another.
        let state = self.edit_state();
        let EditState::Editing(flag) = *state else { return };
        if self.exit_requested() || flag.is_some_and(|flag| Instant::now() >= flag) {
            interrupt_editor();
        }
    }
}

#[cfg(unix)]
fn interrupt_editor() {
    // Fails only for an invalid signal number.
    let _ = signal_hook::low_level::raise(SIGINT);
}

/// On other systems the line editor ignores signals: a fallen flag is noticed after the next line.
#[cfg(not(unix))]
const fn interrupt_editor() {}
