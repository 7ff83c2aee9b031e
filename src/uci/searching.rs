//! Searches of a UCI session: start, `info` lines, and one `bestmove` for each executed `go`.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use super::{
    go::{self, GoCommand},
    info,
    queue::Signals,
    session::UciSession,
    wire::{OutputQueue, UciEvent},
};
use crate::{
    chess::position::{Line, Move, Position, perft},
    engine::{Listener, Update, strength::Strength},
    search::{Answer, Report, SearchRequest, observe::progress::CurrentMove, ponder_move},
};

/// Maximum number of progress lines within one second; the lines of one depth with `MultiPV` count as one. A
/// solved position finishes hundreds of depths in a millisecond.
const MAX_LINES_PER_SECOND: usize = 20;
/// Minimum time between two `currmove` lines, so that they leave room for the reports.
const CURRMOVE_INTERVAL: Duration = Duration::from_millis(100);
/// Most missing layers with which a set of layers is reported as `full` minus these layers.
const MOST_LAYERS_NAMED: usize = 20;
/// Search time after which `currmove` is reported.
const CURRMOVE_AFTER: Duration = Duration::from_secs(1);

/// Time for which perft deeper than `SHALLOW_PERFT` continues after the end of the input.
const PERFT_TIME_AFTER_INPUT: Duration = Duration::from_millis(20);
/// Time for which `go mate` without another limit continues after the end of the input. The mate solver alone
/// needs up to half of it.
const MATE_TIME_AFTER_INPUT: Duration = Duration::from_secs(20);
/// Depth up to which perft is always completed after the end of the input, in plies: it takes milliseconds.
const SHALLOW_PERFT: u32 = 3;

/// Work of the search thread: a search, perft, a background command, or a hash file command.
pub(super) struct RunningWork {
    /// Sequence number of the command.
    pub(super) number: u64,
    pub(super) signals: Signals,
    /// Game up to the root of the search.
    pub(super) line: Line,
    /// Whether the search ends without `stop`. The answer of an unbounded search is held until `stop`.
    pub(super) bounded: bool,
    /// Value of `bounded` after `ponderhit`.
    pub(super) bounded_after_ponderhit: bool,
    /// Time for which this work may continue after the end of the input; `None` means until it is finished.
    pub(super) time_after_input: Option<Duration>,
    /// Time at which the session stops this work, if the end of the input has set it.
    pub(super) stop_at: Option<Instant>,
    /// Answer of a finished search that still waits for `stop` or `ponderhit`.
    held_answer: Option<Answer>,
    /// Times of the progress lines within the last second.
    progress: VecDeque<Instant>,
    last_currmove_at: Option<Instant>,
    /// Whether the latest report was sent to the GUI, and no bound after it.
    is_reported: bool,
    /// Strength limit with which the answer is chosen; `None` means full strength.
    strength: Option<Strength>,
}

impl RunningWork {
    pub(super) fn new(number: u64, signals: Signals, line: Line) -> Self {
        Self {
            number,
            signals,
            line,
            bounded: true,
            bounded_after_ponderhit: true,
            time_after_input: None,
            stop_at: None,
            held_answer: None,
            progress: VecDeque::new(),
            last_currmove_at: None,
            is_reported: false,
            strength: None,
        }
    }

    /// Sends progress lines, unless `MAX_LINES_PER_SECOND` lines were sent within the last second. Returns
    /// whether the lines were sent.
    fn send_progress(&mut self, output: &OutputQueue, lines: impl FnOnce(&Self) -> String) -> bool {
        let now = Instant::now();
        while self.progress.front().is_some_and(|at| now - *at >= Duration::from_secs(1)) {
            self.progress.pop_front();
        }
        if self.progress.len() >= MAX_LINES_PER_SECOND {
            return false;
        }
        self.progress.push_back(now);
        output.send_progress(lines(self))
    }
}

impl UciSession {
    pub(super) fn go(&mut self, go: GoCommand, number: u64, signals: Signals, started: Instant) {
        if let Some(message) = self.resources.take_tablebase_message() {
            self.output.send(format!("info string {message}"));
        }
        if std::mem::take(&mut self.algorithm_is_unreported) {
            let layers = self.options.setup.algorithm.short_name(MOST_LAYERS_NAMED);
            self.output.send(format!("info string layers in use: {layers}"));
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
        if let Some(message) = self.resources.take_missing_book_message(&self.options) {
            self.output.send(format!("info string {message}"));
        }
        if let Some(mv) = self.resources.book_move(&self.options, &line, &limits) {
            return self.play_book_move(mv, &line);
        }
        let strength = self.options.strength().filter(|_| !limits.infinite && !self.options.analyse_mode);
        if let Some(strength) = strength {
            limits = strength.limits(limits, &position);
        }
        let bounded_after_ponderhit = go::ends_without_stop(&limits, &position, &self.options.setup);
        let bounded = bounded_after_ponderhit && !limits.ponder;
        let time_after_input = limits.is_only_mate().then_some(MATE_TIME_AFTER_INPUT);
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
        self.running = Some(RunningWork {
            bounded,
            bounded_after_ponderhit,
            time_after_input,
            strength,
            ..RunningWork::new(number, signals, line)
        });
        self.engine.go(request, self.listener(number));
        self.apply_signals();
    }

    /// Plays a book move without a search. Sends a static evaluation as score, because some GUIs require a
    /// score.
    fn play_book_move(&self, mv: Move, line: &Line) {
        let score = self.options.setup.evaluate(line.position());
        let report = Report::unsearched(score, vec![mv]);
        self.output.send("info string book move");
        self.output.send(self.options.score_format().report(&report, line, false));
        self.output.send(info::best_move(Some(mv), None, line.position().castling_mode()));
    }

    pub(super) fn perft(&mut self, depth: u32, number: u64, signals: Signals) {
        let Some(line) = self.line.clone() else { return self.send_no_position() };
        let position = line.position().clone();
        let time_after_input = (depth > SHALLOW_PERFT).then_some(PERFT_TIME_AFTER_INPUT);
        self.running = Some(RunningWork { time_after_input, ..RunningWork::new(number, signals, line) });
        let work = move |stopped: &(dyn Fn() -> bool + Sync)| perft_counts(&position, depth, stopped);
        self.engine.run_in_background(Box::new(work), number, self.listener(number));
        self.apply_signals();
    }

    pub(super) fn listener(&self, number: u64) -> Listener {
        let (events, started_at) = (self.events.clone(), Instant::now());
        Box::new(move |update| {
            // In the first second of a search, root moves change too fast to be read.
            if matches!(update, Update::RootMove(_)) && started_at.elapsed() < CURRMOVE_AFTER {
                return;
            }
            let _ = events.send(UciEvent::Searched { number, update });
        })
    }

    pub(super) fn handle_update(&mut self, number: u64, update: Update) {
        let Some(running) = self.running.as_mut().filter(|running| running.number == number) else { return };
        match update {
            Update::Report(report) => {
                let format = self.options.score_format();
                running.is_reported = running.send_progress(&self.output, |running| {
                    format.report(&report, &running.line, running.strength.is_some())
                });
            }
            Update::Bound(report) if running.strength.is_none() => {
                let format = self.options.score_format();
                let is_sent =
                    running.send_progress(&self.output, |running| format.bound(&report, &running.line));
                running.is_reported &= !is_sent;
            }
            Update::Bound(_) => {}
            Update::Done { answer, fault } => {
                if let Some(fault) = fault {
                    self.output.send(format!(
                        "info string error: the search failed ({fault}); bestmove is the best move found so far"
                    ));
                }
                running.held_answer = Some(answer);
                self.apply_signals();
            }
            Update::RootMove(CurrentMove { mv, number, depth }) => {
                let now = Instant::now();
                if running.last_currmove_at.is_none_or(|last| now - last >= CURRMOVE_INTERVAL) {
                    running.last_currmove_at = Some(now);
                    running.send_progress(&self.output, |running| {
                        let mv = running.line.position().uci(mv);
                        format!("info depth {depth} currmove {mv} currmovenumber {number}")
                    });
                }
            }
            Update::CommandDone(text) => {
                self.running = None;
                if !text.is_empty() {
                    self.output.send(text);
                }
                self.execute_queued();
            }
        }
    }

    /// If the running search is finished, sends its answer and removes the search.
    pub(super) fn send_held_answer(&mut self) {
        let Some(answer) = self.running.as_mut().and_then(|running| running.held_answer.take()) else {
            return;
        };
        let Some(running) = self.running.take() else { return };
        let answer = match running.strength {
            Some(strength) => {
                let (position, setup) = (running.line.position(), &self.options.setup);
                strength.choose(answer, position, setup, &mut self.resources.rng)
            }
            None => answer,
        };
        if !running.is_reported || answer.cut_off || running.strength.is_some() {
            self.output.send(self.options.score_format().report(&answer.report, &running.line, false));
        }
        if let Some(error) = self.resources.take_probe_error() {
            self.send_error(&format!("{error}; the search continues without it"));
        }
        let ponder = ponder_move(&answer.report.line, &running.line);
        self.output.send(info::best_move(answer.best, ponder, running.line.position().castling_mode()));
        self.execute_queued();
    }
}

/// Returns the number of leaves below each move and their sum as text, or an error message if perft was stopped.
fn perft_counts(position: &Position, depth: u32, stopped: &(dyn Fn() -> bool + Sync)) -> String {
    let Some(counts) = perft::divide(position.chess(), depth, 1, stopped) else {
        // A total would look like a result.
        return "info string error: perft was stopped: there are no counts (for a deep perft, use engine perft N)"
            .to_owned();
    };
    let total: u64 = counts.iter().map(|(_, count)| count).sum();
    let lines = counts.iter().map(|(mv, count)| format!("{}: {count}\n", position.uci(*mv)));
    format!("{}Nodes searched: {total}", lines.collect::<String>())
}
