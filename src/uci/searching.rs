//! Searches of a conversation: begun, reported, answered once.

use std::time::{Duration, Instant};

use super::{
    go::{self, GoCommand},
    info,
    session::Session,
    wire::UciEvent,
};
use crate::{
    engine::{Listener, Update, strength::Strength},
    position::{Line, Move},
    search::{Answer, Report, SearchRequest, observe::progress::CurrentMove, ponder_move},
};

/// Deep reports come at most this often.
pub(super) const QUIET_TIME: Duration = Duration::from_millis(50);
/// `currmove` is reported once a search has lasted this long.
const CURRMOVE_AFTER: Duration = Duration::from_secs(1);
/// Reports up to this depth are always told.
const SHALLOW: i32 = 12;

/// The search or count under way.
pub(super) struct Running {
    pub(super) number: u64,
    /// The game it was asked about.
    pub(super) line: Line,
    /// It ends by itself; otherwise its answer is held back until it is stopped.
    bounded: bool,
    /// It will, once the move it ponders on has been played.
    bounded_when_hit: bool,
    held: Option<Answer>,
    last_told: Option<Instant>,
    last_currmove: Option<Instant>,
    /// The latest report, and whether it has been told.
    report: Option<(Report, bool)>,
    /// Its answer is that of a weaker player.
    strength: Option<Strength>,
}

impl Running {
    pub(super) fn new(number: u64, line: Line) -> Self {
        Self {
            number,
            line,
            bounded: true,
            bounded_when_hit: true,
            held: None,
            last_told: None,
            last_currmove: None,
            report: None,
            strength: None,
        }
    }
}

impl Session {
    pub(super) fn go(&mut self, go: GoCommand, number: u64, started: Instant) {
        if let Some(found) = self.resources.found() {
            self.output.say(format!("info string {found}"));
        }
        let Some(line) = &self.line else {
            self.no_position();
            self.output.say("bestmove (none)");
            return;
        };
        for complaint in go.complaints(line.position()) {
            self.complain(&complaint);
        }
        let (line, position, history) = (line.clone(), line.position().clone(), line.history());
        let mut limits = go.limits(&position, self.options.multi_pv);
        if let Some(mv) = self.resources.book_move(&self.options, &position, &limits) {
            return self.answer_at_once(mv, &line);
        }
        let strength = self.options.strength().filter(|_| !limits.infinite && !self.options.analysing);
        if let Some(strength) = strength {
            limits = strength.limits(limits);
        }
        let bounded_when_hit = go::ends_by_itself(&limits, &position, &self.options.setup);
        let bounded = bounded_when_hit && !limits.ponder;
        let task = SearchRequest {
            position,
            history,
            limits,
            tables: self.resources.probing(&self.options),
            setup: self.options.setup.clone(),
            number,
            started,
            overhead: self.options.overhead,
        };
        self.running = Some(Running { bounded, bounded_when_hit, strength, ..Running::new(number, line) });
        self.engine.go(task, self.listener(number));
        self.stop_what_never_ends();
    }

    /// The answer that needs no search: a move of the book, with a score all the same, since some GUIs want one.
    fn answer_at_once(&self, mv: Move, line: &Line) {
        let score = self.options.setup.evaluate(line.position());
        let report = Report::unsearched(score, vec![mv]);
        self.output.say("info string book move");
        self.output.say(self.options.tongue().report(&report, line, false));
        self.output.say(info::best_move(Some(mv), None, line.position().castling_mode()));
    }

    pub(super) fn perft(&mut self, depth: u32, number: u64) {
        let Some(line) = self.line.clone() else { return self.no_position() };
        let chess = line.position().chess().clone();
        self.running = Some(Running::new(number, line));
        self.engine.perft(chess, depth, number, self.listener(number));
    }

    pub(super) fn listener(&self, number: u64) -> Listener {
        let (events, begun) = (self.events.clone(), Instant::now());
        Box::new(move |update| {
            // Early in a search root moves change too fast to be read.
            if matches!(update, Update::RootMove(_)) && begun.elapsed() < CURRMOVE_AFTER {
                return;
            }
            let _ = events.send(UciEvent::Searched { number, update });
        })
    }

    /// Ends the search under way, and no other: one that waits behind it is still to be done.
    pub(super) fn stop(&mut self) {
        if let Some(running) = &self.running {
            self.engine.stop_flag().stop_through(running.number);
            self.release();
        }
    }

    /// After the end of the input nobody is left to say `stop`.
    pub(super) fn stop_what_never_ends(&mut self) {
        if self.input_ended
            && let Some(running) = &self.running
            && !running.bounded
        {
            self.stop();
        }
    }

    /// The move that search `number` ponders on was played. Its clock knows already; here what was held back is given.
    pub(super) fn ponder_hit(&mut self, number: u64) {
        if let Some(running) = self.running.as_mut().filter(|running| running.number == number) {
            running.bounded = running.bounded_when_hit;
            if running.bounded {
                self.release();
            }
            self.stop_what_never_ends();
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
                    let tongue = self.options.tongue();
                    self.output.mention(tongue.report(&report, &running.line, running.strength.is_some()));
                }
                running.report = Some((report, told));
            }
            Update::Done { answer, fault } => {
                if let Some(fault) = fault {
                    self.output.say(format!(
                        "info string error: the search failed ({fault}); this is its best move so far"
                    ));
                }
                let stopped = self.engine.stop_flag().is_stopped(number);
                running.held = Some(answer);
                if running.bounded || stopped {
                    self.release();
                }
            }
            Update::RootMove(CurrentMove { mv, number, depth }) => {
                let now = Instant::now();
                if running.last_currmove.is_none_or(|last| now - last >= QUIET_TIME) {
                    running.last_currmove = Some(now);
                    let mv = running.line.position().uci(mv);
                    self.output.mention(format!("info depth {depth} currmove {mv} currmovenumber {number}"));
                }
            }
            Update::PerftDone(counts) => self.counted(counts),
            Update::CommandDone(text) => {
                self.running = None;
                if !text.is_empty() {
                    self.output.say(text);
                }
                self.go_on();
            }
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
        let answer = match running.strength {
            Some(strength) => strength.choose(answer, &mut self.resources.dice),
            None => answer,
        };
        let told = running.report.as_ref().is_some_and(|(_, told)| *told);
        if !told || answer.cut_off || running.strength.is_some() {
            self.output.say(self.options.tongue().report(&answer.report, &running.line, false));
        }
        let ponder = ponder_move(&answer.report.line, &running.line);
        self.output.say(info::best_move(answer.best, ponder, running.line.position().castling_mode()));
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
