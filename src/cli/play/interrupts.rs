//! Interrupts of a game at a terminal: Ctrl-C during a search, a fallen flag, and signals that ask the program to end.
//!
//! The line editor blocks in a system call, but returns on SIGINT. To end a line, [`Interrupts`] raises SIGINT itself;
//! afterwards the session checks the clock and [`Interrupts::exit_requested`] for the reason.

use std::{
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use super::opponent::SearchStopper;
use crate::cli::interrupt::{LastSignal, StopSignal, raise_ctrl_c};

/// Interval at which flags and clock are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The state of all interrupts, shared by all clones.
#[derive(Clone, Debug)]
pub struct Interrupts(Arc<State>);

#[derive(Debug, Default)]
struct State {
    stopper: SearchStopper,
    ctrl_c: LastSignal,
    /// SIGTERM or SIGHUP.
    exit: LastSignal,
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
        state.ctrl_c.catch(StopSignal::Interrupt)?;
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
        self.0.exit.catch(StopSignal::Terminate)?;
        #[cfg(unix)]
        self.0.exit.catch(StopSignal::HangUp)?;
        Ok(())
    }

    /// The exit code, if a signal asked the program to end.
    pub fn exit_requested(&self) -> Option<u8> {
        self.0.exit.code()
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
    fn edit_state(&self) -> MutexGuard<'_, EditState> {
        self.editing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn poll(&self) {
        if self.ctrl_c.take().is_some() || self.exit.code().is_some() {
            self.stopper.stop();
        }
        // The lock is held while the signal is raised, so that it ends this line. If it does not, the next poll raises another.
        let state = self.edit_state();
        let EditState::Editing(flag) = *state else { return };
        if self.exit.code().is_some() || flag.is_some_and(|flag| Instant::now() >= flag) {
            raise_ctrl_c();
        }
    }
}
