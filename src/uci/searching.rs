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
const REPORT_INTERVAL: Duration = Duration::from_millis(50);
/// `currmove` is reported once a search has lasted this long.
const CURRMOVE_AFTER: Duration = Duration::from_secs(1);
/// Reports up to this depth are always told.
const ALWAYS_REPORTED_DEPTH: i32 = 12;

/// The search or count under way.
pub(super) struct RunningSearch {
    pub(super) number: u64,
    /// The game it was asked about.
    pub(super) line: Line,
    /// It ends by itself; otherwise its answer is held back until it is stopped.
    bounded: bool,
    /// It will, once the move it ponders on has been played.
    bounded_after_ponderhit: bool,
    held_answer: Option<Answer>,
    last_report_at: Option<Instant>,
    last_currmove_at: Option<Instant>,
    /// The latest report, and whether it has been told.
    report: Option<(Report, bool)>,
    /// Its answer is that of a weaker player.
    strength: Option<Strength>,
}

impl RunningSearch {
    pub(super) fn new(number: u64, line: Line) -> Self {
        Self {
            number,
            line,
            bounded: true,
            bounded_after_ponderhit: true,
            held_answer: None,
            last_report_at: None,
            last_currmove_at: None,
            report: None,
            strength: None,
        }
    }
}

impl Session {
    pub(super) fn go(&mut self, go: GoCommand, number: u64, started: Instant) {
        if let Some(message) = self.resources.take_tablebase_message() {
            self.output.send(format!("info string {message}"));
        }
        let Some(line) = &self.line else {
            self.send_no_position();
            self.output.send("bestmove (none)");
            return;
        };
        for error in go.errors(line.position()) {
            self.send_error(&error);
        }
        let (line, position, history) = (line.clone(), line.position().clone(), line.history());
        let mut limits = go.limits(&position, self.options.multi_pv);
        if let Some(mv) = self.resources.book_move(&self.options, &position, &limits) {
            return self.play_book_move(mv, &line);
        }
        let strength = self.options.strength().filter(|_| !limits.infinite && !self.options.analyse_mode);
        if let Some(strength) = strength {
            limits = strength.limits(limits);
        }
        let bounded_after_ponderhit = go::ends_by_itself(&limits, &position, &self.options.setup);
        let bounded = bounded_after_ponderhit && !limits.ponder;
        let request = SearchRequest {
            position,
            history,
            limits,
            tablebases: self.resources.probing(&self.options),
            setup: self.options.setup.clone(),
            number,
            started,
            overhead: self.options.overhead,
        };
        self.running = Some(RunningSearch {
            bounded,
            bounded_after_ponderhit,
            strength,
            ..RunningSearch::new(number, line)
        });
        self.engine.go(request, self.listener(number));
        self.stop_if_unbounded();
    }

    /// The answer that needs no search: a move of the book, with a score all the same, since some GUIs want one.
    fn play_book_move(&self, mv: Move, line: &Line) {
        let score = self.options.setup.evaluate(line.position());
        let report = Report::unsearched(score, vec![mv]);
        self.output.send("info string book move");
        self.output.send(self.options.score_format().report(&report, line, false));
        self.output.send(info::best_move(Some(mv), None, line.position().castling_mode()));
    }

    pub(super) fn perft(&mut self, depth: u32, number: u64) {
        let Some(line) = self.line.clone() else { return self.send_no_position() };
        let chess = line.position().chess().clone();
        self.running = Some(RunningSearch::new(number, line));
        self.engine.perft(chess, depth, number, self.listener(number));
    }

    pub(super) fn listener(&self, number: u64) -> Listener {
        let (events, started_at) = (self.events.clone(), Instant::now());
        Box::new(move |update| {
            // Early in a search root moves change too fast to be read.
            if matches!(update, Update::RootMove(_)) && started_at.elapsed() < CURRMOVE_AFTER {
                return;
            }
            let _ = events.send(UciEvent::Searched { number, update });
        })
    }

    /// Ends the search under way, and no other: one that waits behind it is still to be done.
    pub(super) fn stop(&mut self) {
        if let Some(running) = &self.running {
            self.engine.stop_flag().stop_through(running.number);
            self.send_held_answer();
        }
    }

    /// After the end of the input nobody is left to say `stop`.
    pub(super) fn stop_if_unbounded(&mut self) {
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
            running.bounded = running.bounded_after_ponderhit;
            if running.bounded {
                self.send_held_answer();
            }
            self.stop_if_unbounded();
        }
    }

    pub(super) fn handle_update(&mut self, number: u64, update: Update) {
        let Some(running) = self.running.as_mut().filter(|running| running.number == number) else { return };
        match update {
            Update::Report(report) => {
                let now = Instant::now();
                let due = running.last_report_at.is_none_or(|last| now - last >= REPORT_INTERVAL);
                let sent = due || report.depth <= ALWAYS_REPORTED_DEPTH;
                if sent {
                    running.last_report_at = Some(now);
                    let format = self.options.score_format();
                    self.output.send_progress(format.report(
                        &report,
                        &running.line,
                        running.strength.is_some(),
                    ));
                }
                running.report = Some((report, sent));
            }
            Update::Done { answer, fault } => {
                if let Some(fault) = fault {
                    self.output.send(format!(
                        "info string error: the search failed ({fault}); this is its best move so far"
                    ));
                }
                let stopped = self.engine.stop_flag().is_stopped(number);
                running.held_answer = Some(answer);
                if running.bounded || stopped {
                    self.send_held_answer();
                }
            }
            Update::RootMove(CurrentMove { mv, number, depth }) => {
                let now = Instant::now();
                if running.last_currmove_at.is_none_or(|last| now - last >= REPORT_INTERVAL) {
                    running.last_currmove_at = Some(now);
                    let mv = running.line.position().uci(mv);
                    self.output
                        .send_progress(format!("info depth {depth} currmove {mv} currmovenumber {number}"));
                }
            }
            Update::PerftDone(counts) => self.send_perft_counts(counts),
            Update::CommandDone(text) => {
                self.running = None;
                if !text.is_empty() {
                    self.output.send(text);
                }
                self.execute_queued();
            }
        }
    }

    fn send_perft_counts(&mut self, counts: Option<Vec<(Move, u64)>>) {
        let Some(running) = self.running.take() else { return };
        let mut total = 0;
        for (mv, count) in counts.into_iter().flatten() {
            total += count;
            self.output.send(format!("{}: {count}", running.line.position().uci(mv)));
        }
        self.output.send(format!("Nodes searched: {total}"));
        self.execute_queued();
    }

    /// Gives the answer that a search without end has been holding back, if it has one.
    pub(super) fn send_held_answer(&mut self) {
        let Some(answer) = self.running.as_mut().and_then(|running| running.held_answer.take()) else {
            return;
        };
        let Some(running) = self.running.take() else { return };
        let answer = match running.strength {
            Some(strength) => strength.choose(answer, &mut self.resources.rng),
            None => answer,
        };
        let sent = running.report.as_ref().is_some_and(|(_, sent)| *sent);
        if !sent || answer.cut_off || running.strength.is_some() {
            self.output.send(self.options.score_format().report(&answer.report, &running.line, false));
        }
        let ponder = ponder_move(&answer.report.line, &running.line);
        self.output.send(info::best_move(answer.best, ponder, running.line.position().castling_mode()));
        self.execute_queued();
    }

    /// Takes up what waited for the end of the search.
    fn execute_queued(&mut self) {
        while self.running.is_none()
            && let Some(received) = self.queued.pop_front()
        {
            self.execute(received);
        }
    }
}
