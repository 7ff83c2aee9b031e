//! Command queue: which commands wait, and which search a `stop`, `ponderhit`, `quit` or the end of the input
//! reaches.
//!
//! *Work* is everything that the search thread runs: a search, perft, a background command, or a hash file
//! command. While work is running, commands wait in the queue and run in order afterwards. Only `stop`,
//! `ponderhit`, `debug`, `quit` and `isready` are executed at once; `isready` waits if a hash file command is
//! running and no search is running or queued.
//!
//! Every command has a sequence number and its own [`Signals`], from the moment its line is read until its
//! answer:
//! - `stop` goes to the oldest work, running or queued, that accepts a stop and has had none.
//! - `ponderhit` goes to the oldest `go ponder`, running or queued, that has had none.
//! - A `stop` or `ponderhit` that no running or queued work awaits is ignored.
//! - The end of the input stops unbounded searches, running or queued: no `stop` can follow. A perft deeper than
//!   3 plies, which may take years, ends 20 milliseconds after the end of the input, and `go mate` without
//!   another limit 20 seconds after it.
//! - If a bounded search or `genfens` is queued, or `genfens` or a hash file command is running, `quit` has the
//!   effect of the end of the input. Otherwise `quit` stops all work.
//!
//! [`UciSession::apply_signals`] is the only place where these rules reach the running work.

use std::{
    collections::{VecDeque, vec_deque},
    time::Instant,
};

use super::{command::UciCommand, session::UciSession};

/// A command line with its sequence number, the time at which it was read, and its signals.
#[derive(Debug)]
pub(super) struct ReceivedCommand {
    pub(super) command: UciCommand,
    /// Number of the line in the input, from 1.
    pub(super) number: u64,
    pub(super) at: Instant,
    pub(super) signals: Signals,
}

impl ReceivedCommand {
    /// Creates a command that has received no signal.
    pub(super) const fn new(command: UciCommand, number: u64, at: Instant) -> Self {
        let signals = Signals::awaited_by(&command);
        Self { command, number, at, signals }
    }
}

/// The signals `stop` and `ponderhit` of one command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signals {
    pub(super) stop: Signal,
    pub(super) ponder_hit: Signal,
    /// Whether `quit` waits for the end of the command.
    delays_quit: bool,
}

/// The commands that wait for the end of the running work, oldest first. A signal finds its command in logarithmic
/// time: thousands of commands can wait.
#[derive(Debug, Default)]
pub(super) struct CommandQueue {
    commands: VecDeque<ReceivedCommand>,
    /// Numbers of the commands that await `stop`, and of those that await `ponderhit`, oldest first.
    awaiting: [VecDeque<u64>; 2],
}

impl CommandQueue {
    /// Adds a command at the end.
    pub(super) fn push(&mut self, mut received: ReceivedCommand) {
        for kind in SignalKind::ALL {
            if *received.signals.get_mut(kind) == Signal::Awaited {
                self.awaiting[kind as usize].push_back(received.number);
            }
        }
        self.commands.push_back(received);
    }

    /// Removes the oldest command.
    fn pop(&mut self) -> Option<ReceivedCommand> {
        let received = self.commands.pop_front()?;
        for awaiting in &mut self.awaiting {
            awaiting.pop_front_if(|number| *number == received.number);
        }
        Some(received)
    }

    /// Gives a signal to the oldest command that awaits it, if there is one.
    fn signal(&mut self, kind: SignalKind, at: Instant) {
        let Some(number) = self.awaiting[kind as usize].pop_front() else { return };
        if let Ok(index) = self.commands.binary_search_by_key(&number, |received| received.number) {
            *self.commands[index].signals.get_mut(kind) = Signal::Received(at);
        }
    }

    fn iter(&self) -> vec_deque::Iter<'_, ReceivedCommand> {
        self.commands.iter()
    }
}

/// A signal of the GUI to one command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SignalKind {
    Stop,
    PonderHit,
}

impl SignalKind {
    const ALL: [Self; 2] = [Self::Stop, Self::PonderHit];
}

/// State of one signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signal {
    /// The command does not accept the signal.
    Ignored,
    /// The command accepts the signal and has not received it.
    Awaited,
    /// The line with the signal was read at this time.
    Received(Instant),
}

impl Signals {
    /// Signals of a command that nothing ends early, such as a hash file command.
    pub(super) const NONE: Self =
        Self { stop: Signal::Ignored, ponder_hit: Signal::Ignored, delays_quit: true };

    const fn get_mut(&mut self, kind: SignalKind) -> &mut Signal {
        match kind {
            SignalKind::Stop => &mut self.stop,
            SignalKind::PonderHit => &mut self.ponder_hit,
        }
    }

    /// Returns the signals that `command` accepts, none of them received.
    const fn awaited_by(command: &UciCommand) -> Self {
        let stoppable = Self { stop: Signal::Awaited, delays_quit: false, ..Self::NONE };
        match command {
            UciCommand::Go(go) if go.ponder => Self { ponder_hit: Signal::Awaited, ..stoppable },
            UciCommand::Go(_) | UciCommand::Perft(_) => stoppable,
            UciCommand::BackgroundCommand(command) => {
                Self { delays_quit: command.delays_quit(), ..stoppable }
            }
            _ => Self::NONE,
        }
    }
}

/// State of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InputState {
    /// More commands may follow.
    Open,
    /// No more commands follow. Bounded searches are finished.
    Ended,
    /// No more commands follow, and all searches are stopped.
    Quit,
}

impl UciSession {
    /// Returns whether a command must wait for the end of the running work.
    pub(super) fn must_wait(&self, command: &UciCommand) -> bool {
        match command {
            UciCommand::Stop | UciCommand::PonderHit | UciCommand::Debug(_) | UciCommand::Quit => false,
            UciCommand::IsReady => self.is_busy_with_hash_file(),
            _ => self.running.is_some(),
        }
    }

    /// Returns whether a hash file command is running, and no search is running or queued.
    fn is_busy_with_hash_file(&self) -> bool {
        let is_hash_file = |signals: &Signals| signals.stop == Signal::Ignored;
        self.running.as_ref().is_some_and(|running| is_hash_file(&running.signals))
            && self.queued.iter().all(|received| is_hash_file(&received.signals))
    }

    /// Executes queued commands in order until one of them starts work.
    pub(super) fn execute_queued(&mut self) {
        while self.running.is_none()
            && let Some(received) = self.queued.pop()
        {
            self.execute(received);
        }
    }

    /// Passes `stop` or `ponderhit`, read at `at`, to the oldest command that awaits this signal.
    pub(super) fn signal(&mut self, kind: SignalKind, at: Instant) {
        let running = self.running.as_mut().map(|running| running.signals.get_mut(kind));
        match running.filter(|signal| **signal == Signal::Awaited) {
            Some(awaited) => {
                *awaited = Signal::Received(at);
                self.apply_signals();
            }
            None => self.queued.signal(kind, at),
        }
    }

    /// Handles `quit`, after which no command is read.
    pub(super) fn quit(&mut self) {
        let waits = self.running.as_ref().is_some_and(|running| running.signals.delays_quit)
            || self.queued.iter().any(|received| self.delays_quit(received));
        self.input = if waits { InputState::Ended } else { InputState::Quit };
        self.apply_signals();
    }

    /// Returns whether `quit` waits for this queued command: a search that ends without `stop`, or `genfens`.
    fn delays_quit(&self, received: &ReceivedCommand) -> bool {
        match &received.command {
            UciCommand::Go(go) => {
                let ponders = received.signals.ponder_hit == Signal::Awaited;
                !go.infinite && !ponders && (go.has_limit() || !self.options.setup.algorithm.deepens())
            }
            UciCommand::BackgroundCommand(_) => received.signals.delays_quit,
            _ => false,
        }
    }

    /// Passes `stop`, `ponderhit` and the end of the input to the running work, and sends the answer of a
    /// finished search if nothing holds it any more. Call this function whenever a signal, the input or the
    /// running work has changed.
    pub(super) fn apply_signals(&mut self) {
        let Some(running) = &mut self.running else { return };
        let stop_flag = self.engine.stop_flag();
        if let Signal::Received(at) = running.signals.ponder_hit {
            stop_flag.ponder_hit(running.number, at);
            running.bounded = running.bounded_after_ponderhit;
        }
        let now = Instant::now();
        if self.input == InputState::Ended
            && let Some(time) = running.time_after_input.take()
        {
            running.stop_at = Some(now + time);
        }
        if running.stop_at.is_some_and(|at| now >= at) {
            running.stop_at = None;
            running.signals.stop = Signal::Received(now);
        }
        let is_stopped = matches!(running.signals.stop, Signal::Received(_))
            || match self.input {
                InputState::Open => false,
                InputState::Ended => !running.bounded,
                InputState::Quit => !running.signals.delays_quit,
            };
        if is_stopped {
            stop_flag.stop_through(running.number);
        }
        if is_stopped || running.bounded {
            self.send_held_answer();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_reaches_the_oldest_queued_search_that_has_had_none() {
        for kind in SignalKind::ALL {
            let mut queue = CommandQueue::default();
            for number in 1..=4 {
                queue.push(ReceivedCommand::new(UciCommand::parse("go ponder"), number, Instant::now()));
            }
            for signals in 0..=4 {
                let received = queue.iter().map(|received| {
                    let mut signals = received.signals;
                    matches!(signals.get_mut(kind), Signal::Received(_))
                });
                assert!(received.eq((0..4).map(|place| place < signals)), "{kind:?}: {signals} signals");
                queue.signal(kind, Instant::now());
            }
        }
    }
}
