//! Interrupts of a game at a terminal: Ctrl-C during a search, expired time, and signals to end the program.
//!
//! The line editor blocks in a system call, but returns on SIGINT. To end a line, [`Interrupts`] raises SIGINT
//! itself. Afterwards the session finds the reason in the clock and in [`Interrupts::exit_requested`].

use std::{
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use super::opponent::SearchStopper;
use crate::cli::interrupt::{LastSignal, StopSignal, raise_ctrl_c};

/// Interval at which signals and the clock are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A handle to the interrupts; clones share their state.
#[derive(Clone, Debug)]
pub struct Interrupts(Arc<State>);

#[derive(Debug, Default)]
struct State {
    stopper: SearchStopper,
    ctrl_c: LastSignal,
    /// The last SIGTERM or SIGHUP.
    exit: LastSignal,
    editing: Mutex<EditState>,
}

/// Whether a line is being edited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum EditState {
    #[default]
    Idle,
    /// A line is being edited. The value is the moment at which the time runs out, `None` without clocks.
    Editing(Option<Instant>),
}

impl Interrupts {
    /// Installs a handler for Ctrl-C that stops the search through `stopper` instead of ending the program.
    ///
    /// # Errors
    /// If the signal handler or the thread cannot be set up.
    pub fn install(stopper: SearchStopper) -> io::Result<Self> {
        let state = Arc::new(State { stopper, ..State::default() });
        state.ctrl_c.catch(StopSignal::Interrupt)?;
        let watched = Arc::clone(&state);
        let watch = move || loop {
            thread::sleep(POLL_INTERVAL);
            watched.poll();
        };
        thread::Builder::new().name("interrupt".to_owned()).spawn(watch)?;
        Ok(Self(state))
    }

    /// Installs handlers for SIGTERM and SIGHUP that end the edited line and the search, so the game can be saved.
    ///
    /// # Errors
    /// If a signal handler cannot be set up.
    pub fn catch_termination(&self) -> io::Result<()> {
        self.0.exit.catch(StopSignal::Terminate)?;
        #[cfg(unix)]
        self.0.exit.catch(StopSignal::HangUp)?;
        Ok(())
    }

    /// Returns the exit code if the program received a signal to end.
    pub fn exit_requested(&self) -> Option<u8> {
        self.0.exit.code()
    }

    /// Runs `edit`. Interrupts it at the moment `flag` and when the program receives a signal to end.
    pub fn while_editing<T>(&self, flag: Option<Instant>, edit: impl FnOnce() -> T) -> T {
        *self.0.edit_state() = EditState::Editing(flag);
        let edited = edit();
        *self.0.edit_state() = EditState::Idle;
        edited
    }
}

impl State {
    fn edit_state(&self) -> MutexGuard<'_, EditState> {
        self.editing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn poll(&self) {
        if self.ctrl_c.take().is_some() || self.exit.code().is_some() {
            self.stopper.stop();
        }
        // The lock is held while SIGINT is raised, so the signal ends this line and no later one.
        // If the editor misses the signal, the next poll raises SIGINT again.
        let state = self.edit_state();
        let EditState::Editing(flag) = *state else { return };
        if self.exit.code().is_some() || flag.is_some_and(|flag| Instant::now() >= flag) {
            raise_ctrl_c();
        }
    }
}
