//! Games as entries: every position of the main line is one, from the first to the last.

use std::{
    collections::VecDeque,
    io::{self, Read},
    ops::ControlFlow,
    sync::Arc,
};

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};

use super::{Question, Refusal, Settings, input::Entry, request};
use crate::{
    position::{Line, MoveError, Position},
    record::analysis::{Code, Id},
    start_tags::{StartError, StartTags},
};

/// The positions of all games of a PGN file, one game in memory at a time. They are called `g1:0`, `g1:1`, … by game and ply.
pub struct Games<R> {
    reader: Reader<R>,
    game: Game,
    ready: VecDeque<Entry>,
}

impl<R: Read> Games<R> {
    /// The games in `input`.
    #[must_use]
    pub fn new(input: R, settings: Arc<Settings>) -> Self {
        Self { reader: Reader::new(input), game: Game { settings, number: 0 }, ready: VecDeque::new() }
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.ready.pop_front() {
                return Some(Ok(entry));
            }
            self.game.number += 1;
            match self.reader.read_game(&mut self.game) {
                Ok(Some(entries)) => self.ready = entries,
                Ok(None) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// Reads one game after the other.
struct Game {
    settings: Arc<Settings>,
    number: u64,
}

/// A game as far as it has been read.
struct Moves {
    line: Line,
    ply: usize,
    entries: VecDeque<Entry>,
}

impl Game {
    fn entry(&self, ply: usize, question: Result<Question, Refusal>) -> Entry {
        let name = format!("g{}:{ply}", self.number);
        let id = Some(Id::Text(name.clone()));
        let question = match question {
            Ok(question) => Ok(Box::new(Question { id, ..question })),
            Err(refusal) => Err(Refusal { id, ..refusal }),
        };
        Entry::Ready(name, question)
    }

    fn position(&self, moves: &mut Moves, warnings: Vec<String>) {
        let question = request::question(moves.line.clone(), &self.settings, warnings);
        moves.entries.push_back(self.entry(moves.ply, question));
    }

    fn start(&self, tags: &StartTags) -> Result<(Position, Vec<String>), Refusal> {
        let (position, repairs) = tags.start(self.settings.mode).map_err(|error| match error {
            StartError::Fen(error) => request::bad_fen(&error),
            StartError::NoFen => Refusal::new(Code::BadFen, Some("fen"), error.to_string()),
            StartError::Variant(_) => Refusal::new(Code::BadFen, Some("variant"), error.to_string()),
        })?;
        Ok((position, repairs.iter().map(ToString::to_string).collect()))
    }
}

impl Visitor for Game {
    type Tags = StartTags;
    type Movetext = Moves;
    type Output = VecDeque<Entry>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, StartTags> {
        ControlFlow::Continue(StartTags::default())
    }

    fn tag(&mut self, tags: &mut StartTags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        tags.heed(name, &value);
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: StartTags) -> ControlFlow<Self::Output, Moves> {
        match self.start(&tags) {
            Ok((position, warnings)) => {
                let mut moves = Moves { line: Line::new(position), ply: 0, entries: VecDeque::new() };
                self.position(&mut moves, warnings);
                ControlFlow::Continue(moves)
            }
            Err(refusal) => ControlFlow::Break([self.entry(0, Err(refusal))].into()),
        }
    }

    fn begin_variation(&mut self, _: &mut Moves) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, moves: &mut Moves, san: SanPlus) -> ControlFlow<Self::Output> {
        moves.ply += 1;
        let Ok(mv) = san.san.to_move(moves.line.position().chess()) else {
            let illegal = request::bad_move("moves", &MoveError::Illegal(san.to_string()));
            moves.entries.push_back(self.entry(moves.ply, Err(illegal)));
            return ControlFlow::Break(std::mem::take(&mut moves.entries));
        };
        moves.line.play(mv);
        self.position(moves, Vec::new());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, moves: Moves) -> Self::Output {
        moves.entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_of_the_main_line_is_an_entry_and_a_wrong_move_ends_only_its_game() {
        let pgn = "[Event \"one\"]\n\n1. e4 {good} (1. d4 d5) e5 2. Ke3 Nf6 *\n\n\
                   [FEN \"8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n\n\
                   [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0\n";
        let settings = Arc::new(Settings::default());
        let entries: Vec<_> =
            Games::new(pgn.as_bytes(), settings).map(|entry| entry.expect("memory")).collect();
        let told: Vec<_> = entries
            .iter()
            .map(|entry| match entry {
                Entry::Ready(name, Ok(question)) => format!("{name} {}", question.line.position().turn()),
                Entry::Ready(name, Err(refusal)) => format!("{name} {:?}", refusal.fault.code),
                _ => "a line".to_owned(),
            })
            .collect();
        let expected = [
            "g1:0 white",
            "g1:1 black",
            "g1:2 white",
            "g1:3 IllegalMove",
            "g2:0 BadFen",
            "g3:0 white",
            "g3:1 black",
        ];
        assert_eq!(told, expected);
    }
}
