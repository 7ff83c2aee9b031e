//! What breaks in on a game at a terminal: Ctrl-C while the engine thinks, a fallen flag while a person does, and the request to end.
//!
//! The line editor waits in the system and cannot be asked to stop; but it heeds SIGINT, gives the terminal back and says so. So
//! whoever has a reason to end a line sends the program that signal, and the reason is read here afterwards.

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

/// How often somebody looks.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The exit code when the terminal has gone away.
#[cfg(unix)]
const HUNG_UP: usize = 129;

/// Knows what has broken in; clones know the same.
#[derive(Clone, Debug)]
pub struct Interrupts(Arc<State>);

#[derive(Debug, Default)]
struct State {
    stopper: SearchStopper,
    /// Ctrl-C, while no line is edited.
    interrupted: Arc<AtomicBool>,
    /// The exit code of a request to end.
    exit_code: Arc<AtomicUsize>,
    edit_state: Mutex<EditState>,
}

/// Whether a line is being edited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum EditState {
    #[default]
    Idle,
    /// Until the flag falls, if there is a clock.
    Editing(Option<Instant>),
}

impl Interrupts {
    /// From now on Ctrl-C makes whoever thinks move at once, through `stopper`, instead of ending the program.
    ///
    /// # Errors
    /// What the system says.
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

    /// From now on SIGTERM, or the terminal going away, ends the line that is edited and the thinking, so that the game can be left
    /// in good order.
    ///
    /// # Errors
    /// What the system says.
    pub fn catch_termination(&self) -> io::Result<()> {
        flag::register_usize(SIGTERM, Arc::clone(&self.0.exit_code), TERMINATED.into())?;
        #[cfg(unix)]
        flag::register_usize(signal_hook::consts::SIGHUP, Arc::clone(&self.0.exit_code), HUNG_UP)?;
        Ok(())
    }

    /// The exit code, if somebody has asked the program to end.
    pub fn exit_requested(&self) -> Option<u8> {
        self.0.exit_requested().then(|| self.0.exit_code.load(Ordering::Relaxed) as u8)
    }

    /// Edits a line, which breaks off when `flag` has come or the program is to end.
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
        self.edit_state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn poll(&self) {
        if self.interrupted.swap(false, Ordering::Relaxed) || self.exit_requested() {
            self.stopper.stop();
        }
        // Held while the signal is sent, so that it meets the line it is meant for. Where it does not, the next look sends another.
        let line = self.edit_state();
        let EditState::Editing(flag) = *line else { return };
        if self.exit_requested() || flag.is_some_and(|flag| Instant::now() >= flag) {
            interrupt_editor();
        }
    }
}

#[cfg(unix)]
fn interrupt_editor() {
    // All that can fail is the number, and that is right.
    let _ = signal_hook::low_level::raise(SIGINT);
}

/// Elsewhere the line editor does not heed signals: a fallen flag is seen with the next line.
#[cfg(not(unix))]
const fn interrupt_editor() {}
