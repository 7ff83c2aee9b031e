//! State of a UCI session, and the execution of each command.

use std::{
    io,
    sync::mpsc::{Receiver, Sender},
    time::Instant,
};

use shakmaty::CastlingMode;

use super::{
    command::UciCommand,
    extensions, info,
    options::{self, Effect, UciOptions},
    queue::{CommandQueue, InputState, ReceivedCommand, SignalKind},
    resources::Resources,
    searching::RunningWork,
    wire::{OutputQueue, UciEvent},
};
use crate::{
    chess::position::{Line, Position},
    engine::Engine,
};

/// Maximum number of characters of an unknown command in its error message.
const MAX_QUOTE_LENGTH: usize = 80;

/// A UCI session. A session receives events in order and never searches itself.
pub(super) struct UciSession {
    pub(super) engine: Engine,
    pub(super) options: UciOptions,
    /// Tablebases, book, log and random number generator.
    pub(super) resources: Resources,
    /// Current game; `None` after a rejected `position` command.
    pub(super) line: Option<Line>,
    pub(super) running: Option<RunningWork>,
    /// Commands that wait for the end of the running work.
    pub(super) queued: CommandQueue,
    pub(super) input: InputState,
    /// Whether the next `go` must report the layers in use.
    pub(super) algorithm_is_unreported: bool,
    pub(super) debug: bool,
    pub(super) output: OutputQueue,
    pub(super) events: Sender<UciEvent>,
}

impl UciSession {
    /// Creates a session with the start position.
    pub(super) fn new(
        engine: Engine,
        options: UciOptions,
        resources: Resources,
        output: OutputQueue,
        events: Sender<UciEvent>,
    ) -> Self {
        Self {
            engine,
            options,
            resources,
            line: Some(Line::new(Position::start())),
            running: None,
            queued: CommandQueue::default(),
            input: InputState::Open,
            algorithm_is_unreported: false,
            debug: false,
            output,
            events,
        }
    }

    /// Handles events until `quit` or the end of the input and the end of the work that must be finished.
    /// Then waits until all output is written.
    ///
    /// # Errors
    /// The I/O error of the output, if writing failed.
    pub(super) fn run(mut self, events: &Receiver<UciEvent>) -> io::Result<()> {
        loop {
            match self.next_event(events) {
                None => self.apply_signals(),
                Some(UciEvent::Command(received)) => {
                    if let Some(error) = self.resources.log.take_failure() {
                        self.send_error(&format!("cannot write the log file: {error}; logging stops"));
                    }
                    self.execute(received);
                }
                Some(UciEvent::EndOfInput) => {
                    self.input = InputState::Ended;
                    self.apply_signals();
                }
                Some(UciEvent::Closed) => break,
                Some(UciEvent::Searched { number, update }) => self.handle_update(number, update),
            }
            if self.input != InputState::Open && self.running.is_none() {
                break;
            }
        }
        let written = self.output.finish();
        self.resources.log.finish();
        written
    }

    /// Waits for the next event, or until the running work must be stopped: then the result is `None`.
    fn next_event(&self, events: &Receiver<UciEvent>) -> Option<UciEvent> {
        match self.running.as_ref().and_then(|running| running.stop_at) {
            Some(at) => events.recv_timeout(at.saturating_duration_since(Instant::now())).ok(),
            None => events.recv().ok(),
        }
    }

    /// Executes a command, or queues it if it must wait for the end of the running work.
    pub(super) fn execute(&mut self, received: ReceivedCommand) {
        if self.must_wait(&received.command) {
            self.queued.push(received);
            return;
        }
        let ReceivedCommand { command, number, at, signals } = received;
        match command {
            UciCommand::IsReady => self.output.send("readyok"),
            UciCommand::Debug(on) => self.debug = on,
            UciCommand::Stop => self.signal(SignalKind::Stop, at),
            UciCommand::PonderHit => self.signal(SignalKind::PonderHit, at),
            UciCommand::Quit => self.quit(),
            UciCommand::Uci => self.output.send(format!(
                "id name Glulam {}\nid author the Glulam authors\n{}uciok",
                env!("CARGO_PKG_VERSION"),
                options::describe()
            )),
            UciCommand::SetOption { name, value } => self.set_option(&name, value.as_deref(), number),
            UciCommand::NewGame => self.engine.new_game(),
            UciCommand::Position(command) => self.set_position(command),
            UciCommand::Go(go) => self.go(*go, number, signals, at),
            UciCommand::Perft(depth) => self.perft(depth, number, signals),
            UciCommand::Display => match &self.line {
                Some(line) => self.output.send(info::board(line.position())),
                None => self.send_no_position(),
            },
            UciCommand::Eval => match &self.line {
                Some(line) => {
                    self.output.send(info::evaluation(&self.options.setup, line.position()));
                }
                None => self.send_no_position(),
            },
            UciCommand::Flip => self.flip(),
            UciCommand::Help => self.output.send(extensions::HELP),
            UciCommand::Compiler => self.output.send(extensions::compiler()),
            UciCommand::BackgroundCommand(command) => self.run_background_command(command, number, signals),
            UciCommand::Bad(reason) => self.send_error(&reason),
            UciCommand::Unknown(text) if self.debug => {
                let start: String = text.chars().take(MAX_QUOTE_LENGTH).collect();
                self.output.send(format!("info string unknown command: {start}"));
            }
            UciCommand::Nothing | UciCommand::Unknown(_) => {}
        }
    }

    pub(super) fn send_error(&self, reason: &str) {
        self.output.send(format!("info string error: {reason}"));
    }

    pub(super) fn send_no_position(&self) {
        self.send_error("no position, because the last position command was rejected: send another");
    }

    pub(super) fn mode(&self) -> CastlingMode {
        CastlingMode::from_chess960(self.options.chess960)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>, number: u64) {
        let hash = self.options.hash;
        match self.options.set(name, value) {
            Err(reason) => self.send_error(&reason),
            Ok(Effect::None) => {}
            Ok(effect @ (Effect::Tablebases | Effect::Book | Effect::Log | Effect::Seed)) => {
                if let Err(reason) = self.resources.reload(effect, &self.options) {
                    self.send_error(&reason);
                }
            }
            Ok(Effect::ClearHash) => self.engine.new_game(),
            Ok(Effect::Algorithm { is_new }) => {
                self.algorithm_is_unreported = true;
                if is_new {
                    self.engine.new_game();
                }
            }
            Ok(Effect::SaveHash) => self.save_hash(number),
            Ok(Effect::LoadHash) => self.load_hash(number),
            Ok(Effect::Resize) => {
                if let Err(error) = self.engine.resize(self.options.hash) {
                    self.options.hash = hash;
                    self.send_error(&format!("{error}; Hash stays at {hash}"));
                }
            }
            Ok(Effect::Threads) => {
                if let Err(shortage) = self.engine.set_threads(self.options.threads) {
                    self.options.threads = shortage.started;
                    self.send_error(&format!("{shortage}; Threads is now {}", shortage.started));
                }
            }
        }
    }
}
