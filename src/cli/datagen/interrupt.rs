//! Ending long work in good order: on Ctrl-C, when asked to terminate, when time is up.

use std::{
    io,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant},
};

use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
};

use crate::search::StopFlag;

/// How often somebody looks.
const LOOK: Duration = Duration::from_millis(50);

/// The two signals that ask for an end, and the exit codes shells expect after them. The second time they end the program at once.
pub struct Interrupts([(Arc<AtomicBool>, u8); 2]);

impl Interrupts {
    /// Begins to listen.
    ///
    /// # Errors
    /// If the system does not let us.
    pub fn catch() -> io::Result<Self> {
        let listen = |signal| {
            let (raised, code) = (Arc::default(), 128 + signal);
            // In this order: the first time the flag is not yet up when the shutdown is asked.
            flag::register_conditional_shutdown(signal, code, Arc::clone(&raised))?;
            flag::register(signal, Arc::clone(&raised))?;
            Ok::<_, io::Error>((raised, code as u8))
        };
        Ok(Self([listen(SIGINT)?, listen(SIGTERM)?]))
    }

    /// How the program is to end.
    pub fn code(&self) -> ExitCode {
        let raised = self.0.iter().find(|(raised, _)| raised.load(Ordering::Relaxed));
        raised.map_or(ExitCode::SUCCESS, |(_, code)| ExitCode::from(*code))
    }

    fn any(&self) -> bool {
        self.0.iter().any(|(raised, _)| raised.load(Ordering::Relaxed))
    }
}

/// Does `work`, and stops its searches when it is interrupted or the deadline has come.
pub fn guard<T>(
    interrupts: &Interrupts,
    deadline: Option<Instant>,
    signal: &StopFlag,
    work: impl FnOnce() -> T,
) -> T {
    let (done, waiting) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while waiting.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if interrupts.any() || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    return signal.stop_through(1);
                }
            }
        });
        let result = work();
        drop(done);
        result
    })
}
