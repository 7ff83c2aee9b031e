//! Interrupts of a game at a terminal: Ctrl-C during a search, expired time, and signals to end the program.
//!
//! The line editor blocks in a system call, but returns on SIGINT. To end the editing of a line,
//! [`Interrupts`] raises SIGINT in its own process. The session then finds out why the line ended, from the
//! clock and from [`Interrupts::exit_requested`].

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

/// Handle to the signal handlers of a game and to the thread that polls signals and the clock; clones share
/// their state.
#[derive(Clone, Debug)]
pub struct Interrupts(Arc<State>);

#[derive(Debug, Default)]
struct State {
    stopper: SearchStopper,
    ctrl_c: LastSignal,
    /// The last SIGTERM or SIGHUP that the program received.
    exit: LastSignal,
    editing: Mutex<EditState>,
}

/// Whether the person is editing an input line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum EditState {
    #[default]
    Idle,
    /// A line is being edited. The value is the moment at which the clock of the side to move runs out;
    /// `None` without clocks.
    Editing(Option<Instant>),
}

impl Interrupts {
    /// Installs a handler for Ctrl-C that stops the search through `stopper` instead of ending the program,
    /// and starts the thread that polls signals and the clock.
    ///
    /// # Errors
    /// If the signal handler or the polling thread cannot be set up.
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

    /// Installs handlers for SIGTERM and SIGHUP that end the edited line and the search, so the game can be
    /// saved.
    ///
    /// # Errors
    /// If a signal handler cannot be set up.
    pub fn catch_termination(&self) -> io::Result<()> {
        self.0.exit.catch(StopSignal::Terminate)?;
        #[cfg(unix)]
        self.0.exit.catch(StopSignal::HangUp)?;
        Ok(())
    }

    /// Returns the exit code of the program if it has received SIGTERM or SIGHUP; otherwise `None`.
    pub fn exit_requested(&self) -> Option<u8> {
        self.0.exit.code()
    }

    /// Runs `edit`, which reads an input line. Interrupts the reading at the moment `flag`, when the clock
    /// runs out, and when the program receives SIGTERM or SIGHUP.
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
        // The lock on the edit state is held while SIGINT is raised, so the signal cannot end a later line.
        // If the editor misses the signal, the next poll raises SIGINT again.
        let state = self.edit_state();
        let EditState::Editing(flag) = *state else { return };
        if self.exit.code().is_some() || flag.is_some_and(|flag| Instant::now() >= flag) {
            raise_ctrl_c();
        }
    }
}
