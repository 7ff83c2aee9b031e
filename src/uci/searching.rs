//! Searches of a conversation: begun, reported, answered once.

use std::time::{Duration, Instant};

use super::{
    go::{self, GoCommand},
    info,
    session::Session,
    wire::Event,
};
use crate::{
    engine::{Listener, Update},
    position::{Line, Move},
    search::{Answer, Report, Task},
};

/// Deep reports come at most this often.
const QUIET_TIME: Duration = Duration::from_millis(50);
/// Reports up to this depth are always told.
const SHALLOW: i32 = 12;

/// The search or count under way.
pub(super) struct Running {
    number: u64,
    /// The game it was asked about.
    line: Line,
    /// It ends by itself; otherwise its answer is held back until it is stopped.
    bounded: bool,
    held: Option<Answer>,
    last_told: Option<Instant>,
    /// The latest report, and whether it has been told.
    report: Option<(Report, bool)>,
}

impl Running {
    fn new(number: u64, line: Line, bounded: bool) -> Self {
        Self { number, line, bounded, held: None, last_told: None, report: None }
    }
}

impl Session {
    pub(super) fn go(&mut self, go: GoCommand, number: u64, started: Instant) {
        let Some(line) = &self.line else {
            self.no_position();
            self.output.say("bestmove (none)");
            return;
        };
        for problem in &go.problems {
            self.complain(&format!("{problem}: the limit is ignored"));
        }
        let position = line.position().clone();
        let history = line.history();
        let limits = go.limits(&position);
        let bounded = go::ends_by_itself(&limits, &position, self.options.setup);
        let task = Task {
            position,
            history,
            limits,
            setup: self.options.setup,
            number,
            started,
            overhead: self.options.overhead,
        };
        self.running = Some(Running::new(number, line.clone(), bounded));
        self.engine.go(task, self.listener(number));
        self.stop_what_never_ends();
    }

    pub(super) fn perft(&mut self, depth: u32, number: u64) {
        let Some(line) = self.line.clone() else { return self.no_position() };
        let chess = line.position().chess().clone();
        self.running = Some(Running::new(number, line, true));
        self.engine.perft(chess, depth, number, self.listener(number));
    }

    fn listener(&self, number: u64) -> Listener {
        let events = self.events.clone();
        Box::new(move |update| {
            let _ = events.send(Event::Searched { number, update });
        })
    }

    /// After the end of the input nobody is left to say `stop`.
    pub(super) fn stop_what_never_ends(&mut self) {
        if self.input_ended
            && let Some(running) = &self.running
            && !running.bounded
        {
            self.engine.signal().stop_through(running.number);
            self.release();
        }
    }

    pub(super) fn searched(&mut self, number: u64, update: Update) {
        let Some(running) = self.running.as_mut().filter(|running| running.number == number) else { return };
        match update {
            Update::Report(report) => {
                let now = Instant::now();
                let due = running.last_told.is_none_or(|last| now - last >= QUIET_TIME);
                let told = due || report.depth <= SHALLOW;
                if told {
                    running.last_told = Some(now);
                    self.output.mention(info::report(&report, &running.line));
                }
                running.report = Some((report, told));
            }
            Update::Done { answer, fault } => {
                if let Some(fault) = fault {
                    self.output.say(format!(
                        "info string error: the search failed ({fault}); this is its best move so far"
                    ));
                }
                let stopped = self.engine.signal().is_stopped(number);
                running.held = Some(answer);
                if running.bounded || stopped {
                    self.release();
                }
            }
            Update::Counted(counts) => self.counted(counts),
        }
    }

    fn counted(&mut self, counts: Option<Vec<(Move, u64)>>) {
        let Some(running) = self.running.take() else { return };
        let mut total = 0;
        for (mv, count) in counts.into_iter().flatten() {
            total += count;
            self.output.say(format!("{}: {count}", running.line.position().uci(mv)));
        }
        self.output.say(format!("Nodes searched: {total}"));
        self.go_on();
    }

    /// Gives the answer that a search without end has been holding back, if it has one.
    pub(super) fn release(&mut self) {
        let Some(answer) = self.running.as_mut().and_then(|running| running.held.take()) else { return };
        let Some(running) = self.running.take() else { return };
        if running.report.as_ref().is_none_or(|(_, told)| !told) || answer.cut_off {
            self.output.say(info::report(&answer.report, &running.line));
        }
        self.output.say(info::best_move(answer.best, running.line.position().castling_mode()));
        self.go_on();
    }

    /// Takes up what waited for the end of the search.
    fn go_on(&mut self) {
        while self.running.is_none()
            && let Some(heard) = self.waiting.pop_front()
        {
            self.execute(heard);
        }
    }
}
