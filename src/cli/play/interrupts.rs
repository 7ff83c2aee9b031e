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

use super::opponent::Hurry;
use crate::cli::exit::TERMINATED;

/// How often somebody looks.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// The exit code when the terminal has gone away.
#[cfg(unix)]
const HUNG_UP: usize = 129;

/// Knows what has broken in; clones know the same.
#[derive(Clone, Debug)]
pub struct Alarm(Arc<State>);

#[derive(Debug, Default)]
struct State {
    hurry: Hurry,
    /// Ctrl-C, while no line is edited.
    interrupted: Arc<AtomicBool>,
    /// The exit code of a request to end.
    ended: Arc<AtomicUsize>,
    line: Mutex<Line>,
}

/// Whether a line is being edited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Line {
    #[default]
    None,
    /// Until the flag falls, if there is a clock.
    Edited(Option<Instant>),
}

impl Alarm {
    /// From now on Ctrl-C makes whoever thinks move at once, through `hurry`, instead of ending the program.
    ///
    /// # Errors
    /// What the system says.
    pub fn set(hurry: Hurry) -> io::Result<Self> {
        let state = Arc::new(State { hurry, ..State::default() });
        flag::register(SIGINT, Arc::clone(&state.interrupted))?;
        let watched = Arc::clone(&state);
        let watch = move || loop {
            thread::sleep(LOOK_EVERY);
            watched.look();
        };
        thread::Builder::new().name("interrupt".to_owned()).spawn(watch)?;
        Ok(Self(state))
    }

    /// From now on SIGTERM, or the terminal going away, ends the line that is edited and the thinking, so that the game can be left
    /// in good order.
    ///
    /// # Errors
    /// What the system says.
    pub fn heed_requests_to_end(&self) -> io::Result<()> {
        flag::register_usize(SIGTERM, Arc::clone(&self.0.ended), TERMINATED.into())?;
        #[cfg(unix)]
        flag::register_usize(signal_hook::consts::SIGHUP, Arc::clone(&self.0.ended), HUNG_UP)?;
        Ok(())
    }

    /// The exit code, if somebody has asked the program to end.
    pub fn ended(&self) -> Option<u8> {
        self.0.ended().then(|| self.0.ended.load(Ordering::Relaxed) as u8)
    }

    /// Edits a line, which breaks off when `flag` has come or the program is to end.
    pub fn during<T>(&self, flag: Option<Instant>, edit: impl FnOnce() -> T) -> T {
        *self.0.line() = Line::Edited(flag);
        let edited = edit();
        *self.0.line() = Line::None;
        edited
    }
}

impl State {
    fn ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed) != 0
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look(&self) {
        if self.interrupted.swap(false, Ordering::Relaxed) || self.ended() {
            self.hurry.up();
        }
        // Held while the signal is sent, so that it meets the line it is meant for. Where it does not, the next look sends another.
        let line = self.line();
        let Line::Edited(flag) = *line else { return };
        if self.ended() || flag.is_some_and(|flag| Instant::now() >= flag) {
            break_off();
        }
    }
}

#[cfg(unix)]
fn break_off() {
    // All that can fail is the number, and that is right.
    let _ = signal_hook::low_level::raise(SIGINT);
}

/// Elsewhere the line editor does not heed signals: a fallen flag is seen with the next line.
#[cfg(not(unix))]
const fn break_off() {}
