//! A conversation: what has been set up, and what each command does.

use std::{
    collections::VecDeque,
    sync::mpsc::{Receiver, Sender},
    time::Instant,
};

use shakmaty::CastlingMode;

use super::{
    command::Command,
    extensions, info,
    options::{self, Effect, Options},
    resources::Resources,
    searching::Running,
    wire::{Event, Output},
};
use crate::{
    engine::Engine,
    position::{Line, Position},
};

/// Letters of an unknown command that are quoted.
const LONGEST_QUOTE: usize = 80;

/// A command that waits, with the number of its `go` and the instant it was read.
pub(super) struct UciEvent {
    pub(super) command: Command,
    pub(super) number: u64,
    pub(super) at: Instant,
}

pub(super) struct Session {
    pub(super) engine: Engine,
    pub(super) options: Options,
    /// Tables, book, log and dice.
    pub(super) resources: Resources,
    /// The game; `None` after a position that was refused.
    pub(super) line: Option<Line>,
    pub(super) running: Option<Running>,
    pub(super) waiting: VecDeque<UciEvent>,
    pub(super) input_ended: bool,
    pub(super) debug: bool,
    pub(super) output: Output,
    pub(super) events: Sender<Event>,
}

impl Session {
    /// A conversation that has just begun: the start position is on the board.
    pub(super) fn new(
        engine: Engine,
        options: Options,
        resources: Resources,
        output: Output,
        events: Sender<Event>,
    ) -> Self {
        Self {
            engine,
            options,
            resources,
            line: Some(Line::new(Position::start())),
            running: None,
            waiting: VecDeque::new(),
            input_ended: false,
            debug: false,
            output,
            events,
        }
    }

    /// Waits until everything said is written.
    pub(super) fn finish(self) {
        self.output.finish();
    }

    /// Takes events until the end.
    pub(super) fn attend(&mut self, events: &Receiver<Event>) {
        for event in events {
            match event {
                Event::Heard { command: Command::Quit, .. } => self.quit(),
                Event::Closed => return,
                Event::Heard { command, number, at } => self.hear(UciEvent { command, number, at }),
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

    fn hear(&mut self, heard: UciEvent) {
        if let Some(error) = self.resources.log_failure() {
            self.complain(&format!("the log cannot be written: {error}: it ends here"));
        }
        match heard.command {
            Command::IsReady if self.running.is_some() => self.output.say("readyok"),
            Command::Debug(on) => self.debug = on,
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(heard.number),
            _ if self.running.is_some() => self.waiting.push_back(heard),
            _ => self.execute(heard),
        }
    }

    pub(super) fn execute(&mut self, UciEvent { command, number, at }: UciEvent) {
        match command {
            Command::Uci => self.output.say(format!(
                "id name Glulam {}\nid author the Glulam authors\n{}uciok",
                env!("CARGO_PKG_VERSION"),
                options::describe()
            )),
            Command::IsReady => self.output.say("readyok"),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref(), number),
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
                    self.output.say(info::evaluation(&self.options.setup, line.position()));
                }
                None => self.no_position(),
            },
            Command::Flip => self.flip(),
            Command::Help => self.output.say(extensions::HELP),
            Command::Compiler => self.output.say(extensions::compiler()),
            Command::Errand(errand) => self.run_errand(errand, number),
            Command::Bad(reason) => self.complain(&reason),
            Command::Unknown(text) if self.debug => {
                let start: String = text.chars().take(LONGEST_QUOTE).collect();
                self.output.say(format!("info string unknown command: {start}"));
            }
            Command::Debug(_)
            | Command::Stop
            | Command::PonderHit
            | Command::Quit
            | Command::Nothing
            | Command::Unknown(_) => {}
        }
    }

    pub(super) fn complain(&self, reason: &str) {
        self.output.say(format!("info string error: {reason}"));
    }

    pub(super) fn no_position(&self) {
        self.complain("there is no position: the last one was refused");
    }

    pub(super) fn mode(&self) -> CastlingMode {
        CastlingMode::from_chess960(self.options.chess960)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>, number: u64) {
        let Options { hash, threads, .. } = self.options;
        match self.options.set(name, value) {
            Err(reason) => self.complain(&reason),
            Ok(Effect::None) => {}
            Ok(effect @ (Effect::Tables | Effect::Book | Effect::Log | Effect::Seed)) => {
                if let Err(reason) = self.resources.renew(effect, &self.options) {
                    self.complain(&reason);
                }
            }
            Ok(Effect::Forget) => self.engine.new_game(),
            Ok(Effect::SaveHash) => self.save_hash(number),
            Ok(Effect::LoadHash) => self.load_hash(number),
            Ok(Effect::Resize) => {
                if let Err(error) = self.engine.resize(self.options.hash) {
                    self.options.hash = hash;
                    self.complain(&format!("{error}: Hash stays at {hash} MB"));
                }
            }
            Ok(Effect::Staff) => {
                if let Err(error) = self.engine.set_threads(self.options.threads) {
                    self.options.threads = threads;
                    self.complain(&format!("{error}: Threads stays at {threads}"));
                }
            }
        }
    }
}
