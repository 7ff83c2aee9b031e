//! Interrupts of a game: Ctrl-C, expired time, and signals to end the program.
//!
//! At a terminal, Ctrl-C stops the search of the engine. The line editor blocks in a system call, but returns on
//! SIGINT. To end the editing of a line, [`Interrupts`] sends SIGINT to its own process. The session then finds
//! out why the line ended, from the clock and from [`Interrupts::exit_requested`]. In a script, Ctrl-C ends the
//! program.

use std::{
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use super::opponent::SearchStopper;
use crate::tools::common::interrupt::{LastSignal, StopSignal, raise_ctrl_c};

/// Interval at which signals and the clock are checked.
pub const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Handle to the signal handlers of a game and to the thread that polls signals and the clock; clones share
/// their state.
#[derive(Clone, Debug)]
pub struct Interrupts(Arc<InterruptState>);

#[derive(Debug, Default)]
struct InterruptState {
    stopper: SearchStopper,
    ctrl_c: LastSignal,
    /// The last received signal that asks the program to end.
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
    /// Installs the signal handlers, and starts the thread that polls signals and the clock. At a terminal, Ctrl-C
    /// stops the search through `stopper`. In a script it ends the program, as SIGTERM and SIGHUP always do: the
    /// search ends, and the session saves the game.
    ///
    /// # Errors
    /// If a signal handler or the polling thread cannot be set up.
    pub fn install(stopper: SearchStopper, is_terminal: bool) -> io::Result<Self> {
        let state = Arc::new(InterruptState { stopper, ..InterruptState::default() });
        let ctrl_c = if is_terminal { &state.ctrl_c } else { &state.exit };
        ctrl_c.catch(StopSignal::Interrupt)?;
        state.exit.catch(StopSignal::Terminate)?;
        #[cfg(unix)]
        state.exit.catch_hang_up()?;
        let watched = Arc::clone(&state);
        let watch = move || loop {
            thread::sleep(POLL_INTERVAL);
            watched.poll();
        };
        thread::Builder::new().name("interrupt".to_owned()).spawn(watch)?;
        Ok(Self(state))
    }

    /// Returns the exit code of the program if it has received a signal to end; otherwise `None`.
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

impl InterruptState {
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
