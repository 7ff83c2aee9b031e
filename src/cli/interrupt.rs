//! Ctrl-C and the request to end: heard once, so that a command can end in order; the second one ends it at once.

use std::{
    io,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
};

/// Which of the two was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// SIGINT, as Ctrl-C sends it: end now.
    Interrupt,
    /// SIGTERM: finish what is under way.
    Terminate,
}

impl Heard {
    /// 128 and the number of the signal, as shells tell it.
    const fn code(self) -> u8 {
        match self {
            Self::Interrupt => 130,
            Self::Terminate => 143,
        }
    }
}

/// Listens for the whole run of a command.
#[derive(Debug)]
pub struct Interrupt(Arc<AtomicU8>);

impl Interrupt {
    /// Calls `heard`, on another thread, when a signal comes.
    ///
    /// # Errors
    /// What the system says.
    pub fn watch(heard: impl FnMut(Heard) + Send + 'static) -> io::Result<Self> {
        let code = Arc::new(AtomicU8::new(0));
        listen(Arc::clone(&code), heard)?;
        Ok(Self(code))
    }

    /// The exit code, if a signal came.
    pub fn code(&self) -> Option<ExitCode> {
        let code = self.0.load(Ordering::SeqCst);
        (code != 0).then(|| ExitCode::from(code))
    }
}

#[cfg(unix)]
fn listen(code: Arc<AtomicU8>, mut heard: impl FnMut(Heard) + Send + 'static) -> io::Result<()> {
    use signal_hook::{
        consts::{SIGINT, SIGTERM},
        iterator::Signals,
    };

    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let listen = move || {
        for number in signals.forever() {
            let signal = if number == SIGINT { Heard::Interrupt } else { Heard::Terminate };
            if code.swap(signal.code(), Ordering::SeqCst) != 0 {
                std::process::exit(signal.code().into());
            }
            heard(signal);
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(listen).map(drop)
}

/// Elsewhere the system ends the program as it likes.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as where there are signals")]
fn listen(_: Arc<AtomicU8>, _: impl FnMut(Heard) + Send + 'static) -> io::Result<()> {
    Ok(())
}
