//! The engine as a GUI sees it: the Universal Chess Interface on standard input and output.
//!
//! One thread reads, one writes, one searches, and the one here takes events in order and never searches itself.
//! Commands that come during a search wait for its end, except those that act at once: `isready`, `stop`, `debug`, `quit`.

mod command;
mod info;
mod options;
mod wire;

use std::{
    collections::VecDeque,
    io::{self, BufReader, Cursor},
    process::ExitCode,
    sync::mpsc::{Receiver, Sender, channel},
    time::{Duration, Instant},
};

use anyhow::Context as _;
use shakmaty::CastlingMode;

use self::{
    command::{Command, GoCommand, PositionCommand},
    options::{Effect, Options},
    wire::{Event, Output},
};
use crate::{
    engine::{Engine, Update},
    position::{Line, Move, Position, Strictness},
    search::{Answer, ClockTime, Limits, MAX_DEPTH, Report, Setup, Task},
};

/// Deep reports come at most this often.
const QUIET_TIME: Duration = Duration::from_millis(50);
/// Reports up to this depth are always told.
const SHALLOW: i32 = 12;

/// Speaks UCI on standard input and output until `quit` or the end of the input.
///
/// # Errors
/// If there is no memory for the smallest table.
pub fn run() -> anyhow::Result<ExitCode> {
    converse(BufReader::new(io::stdin()), io::stdout())
}

/// Takes `lines` for the input, then ends as at the end of the input.
///
/// # Errors
/// If there is no memory for the smallest table.
pub fn run_lines(lines: &[String]) -> anyhow::Result<ExitCode> {
    converse(Cursor::new(lines.join("\n").into_bytes()), io::stdout())
}

fn converse(
    input: impl io::BufRead + Send + 'static,
    output: impl io::Write + Send + 'static,
) -> anyhow::Result<ExitCode> {
    let (sender, events) = channel();
    let options = Options::default();
    let engine = Engine::new(options.hash).context("while starting the engine")?;
    wire::read(input, engine.signal(), sender.clone());
    let output = Output::new(output, sender.clone());
    let mut session = Session {
        engine,
        options,
        line: Some(Line::new(Position::start())),
        running: None,
        waiting: VecDeque::new(),
        input_ended: false,
        debug: false,
        output,
        events: sender,
    };
    session.attend(&events);
    session.output.finish();
    Ok(ExitCode::SUCCESS)
}

/// A command that waits, with the number of its `go` and the instant it was read.
struct Heard {
    command: Command,
    number: u64,
    at: Instant,
}

/// The search or count under way.
struct Running {
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

struct Session {
    engine: Engine,
    options: Options,
    /// The game; `None` after a position that was refused.
    line: Option<Line>,
    running: Option<Running>,
    waiting: VecDeque<Heard>,
    input_ended: bool,
    debug: bool,
    output: Output,
    events: Sender<Event>,
}

impl Session {
    /// Takes events until the end.
    fn attend(&mut self, events: &Receiver<Event>) {
        for event in events {
            match event {
                Event::Heard { command: Command::Quit, .. } => self.quit(),
                Event::Closed => return,
                Event::Heard { command, number, at } => self.hear(Heard { command, number, at }),
                Event::EndOfInput => {
                    self.input_ended = true;
                    self.stop_what_never_ends();
                }
                Event::Searched { number, update } => self.searched(number, update),
            }
            if self.input_ended && self.running.is_none() {
                return;
            }
        }
    }

    /// Nothing more will be heard. A search under way has been stopped by the reader and is let give its answer, for
    /// the sake of scripts that end with `quit`; what waits behind it is not begun.
    fn quit(&mut self) {
        self.waiting.clear();
        self.input_ended = true;
        self.release();
    }

    fn hear(&mut self, heard: Heard) {
        match heard.command {
            Command::IsReady if self.running.is_some() => self.output.say("readyok"),
            Command::Debug(on) => self.debug = on,
            Command::Stop => self.release(),
            _ if self.running.is_some() => self.waiting.push_back(heard),
            _ => self.execute(heard),
        }
    }

    fn execute(&mut self, Heard { command, number, at }: Heard) {
        match command {
            Command::Uci => self.output.say(format!(
                "id name Glulam {}\nid author the Glulam authors\n{}uciok",
                env!("CARGO_PKG_VERSION"),
                options::describe()
            )),
            Command::IsReady => self.output.say("readyok"),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.engine.new_game(),
            Command::Position(told) => self.set_position(&told),
            Command::Go(go) => self.go(*go, number, at),
            Command::Perft(depth) => self.perft(depth, number),
            Command::Display => match &self.line {
                Some(line) => self.output.say(info::board(line.position())),
                None => self.no_position(),
            },
            Command::Eval => match &self.line {
                Some(line) => {
                    let evaluator = self.options.setup.evaluator;
                    let score = evaluator.evaluate(line.position());
                    let turn = line.position().turn();
                    self.output.say(info::evaluation(evaluator.name(), score, turn));
                }
                None => self.no_position(),
            },
            Command::Bad(reason) => self.complain(&reason),
            Command::Debug(_) | Command::Stop | Command::Quit | Command::Nothing => {}
        }
    }

    fn complain(&self, reason: &str) {
        self.output.say(format!("info string error: {reason}"));
    }

    fn no_position(&self) {
        self.complain("there is no position: the last one was refused");
    }

    fn mode(&self) -> CastlingMode {
        CastlingMode::from_chess960(self.options.chess960)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let before = self.options.hash;
        match self.options.set(name, value) {
            Err(reason) => self.complain(&reason),
            Ok(Effect::None) => {}
            Ok(Effect::Forget) => self.engine.new_game(),
            Ok(Effect::Resize) => {
                if let Err(error) = self.engine.resize(self.options.hash) {
                    self.options.hash = before;
                    self.complain(&format!("{error}: Hash stays at {before} MB"));
                }
            }
        }
    }

    /// Sets up a game, or none at all if anything about it is wrong.
    fn set_position(&mut self, told: &PositionCommand) {
        self.line = None;
        match self.read_game(told) {
            Ok(line) => self.line = Some(line),
            Err(reason) => self.complain(&reason),
        }
    }

    fn read_game(&self, told: &PositionCommand) -> Result<Line, String> {
        let start = match &told.fen {
            None => Position::start(),
            Some(fen) if fen.is_empty() => {
                return Err("position needs startpos or fen, as in position startpos moves e2e4".to_owned());
            }
            Some(fen) => {
                let (position, repairs) = Position::read_fen(fen, self.mode(), Strictness::Game)
                    .map_err(|error| error.to_string())?;
                for repair in repairs {
                    self.output.say(format!("info string repaired: {repair}"));
                }
                position
            }
        };
        // The start position, too, castles in the mode that was asked for.
        let start = match (&told.fen, self.options.chess960) {
            (None, true) => {
                Position::from_fen(&start.to_string(), self.mode()).map_err(|error| error.to_string())?
            }
            _ => start,
        };
        let mut line = Line::new(start);
        for (index, text) in told.moves.iter().enumerate() {
            let mv =
                line.position().parse_move(text).map_err(|error| format!("{error} at ply {}", index + 1))?;
            line.play(mv);
        }
        Ok(line)
    }

    fn go(&mut self, go: GoCommand, number: u64, started: Instant) {
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
        let limits = limits(go, &position);
        let bounded = ends_by_itself(&limits, &position, self.options.setup);
        let task = Task {
            position,
            history,
            limits,
            setup: self.options.setup,
            number,
            started,
            overhead: self.options.overhead,
        };
        let line = line.clone();
        self.running = Some(Running { number, line, bounded, held: None, last_told: None, report: None });
        self.engine.go(task, self.listener(number));
        self.stop_what_never_ends();
    }

    fn perft(&mut self, depth: u32, number: u64) {
        let Some(line) = self.line.clone() else { return self.no_position() };
        let chess = line.position().chess().clone();
        self.running =
            Some(Running { number, line, bounded: true, held: None, last_told: None, report: None });
        self.engine.perft(chess, depth, number, self.listener(number));
    }

    fn listener(&self, number: u64) -> crate::engine::Listener {
        let events = self.events.clone();
        Box::new(move |update| {
            let _ = events.send(Event::Searched { number, update });
        })
    }

    /// After the end of the input nobody is left to say `stop`.
    fn stop_what_never_ends(&mut self) {
        if self.input_ended
            && let Some(running) = &self.running
            && !running.bounded
        {
            self.engine.signal().stop_through(running.number);
            self.release();
        }
    }

    fn searched(&mut self, number: u64, update: Update) {
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
    fn release(&mut self) {
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

/// Whether a search needs no `stop`: it has a limit, or its rung has one depth, or there is no move to search.
fn ends_by_itself(limits: &Limits, position: &Position, setup: Setup) -> bool {
    let nothing = match &limits.search_moves {
        Some(moves) => moves.is_empty(),
        None => !position.has_legal_move(),
    };
    limits.is_bounded() || !limits.infinite && (nothing || !setup.algorithm.deepens())
}

/// The limits of a search of `position`; moves that are not legal there are not searched.
fn limits(go: GoCommand, position: &Position) -> Limits {
    let us = usize::from(position.turn().is_black());
    // A GUI that tells only the other clock must not be answered late.
    let time = go.time[us].or(go.time[1 - us]);
    let mut limits = Limits {
        depth: go.depth.map(|depth| depth.min(MAX_DEPTH)),
        nodes: go.nodes,
        movetime: go.movetime.map(|time| time.max(Duration::from_millis(1))),
        clock: time.map(|remaining| ClockTime {
            remaining,
            increment: go.increment[us],
            moves_to_go: go.moves_to_go,
        }),
        mate: go.mate,
        infinite: go.infinite,
        search_moves: go
            .search_moves
            .map(|moves| moves.iter().filter_map(|text| position.parse_move(text).ok()).collect()),
    };
    if !go.problems.is_empty() && !limits.infinite && !limits.is_bounded() {
        // An end was asked for, but none that makes sense: the search must not run for ever.
        limits.depth = Some(1);
    }
    limits
}
