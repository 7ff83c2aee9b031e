//! PGN input: every position of the main line of a game becomes one record, up to the first error.

use std::{
    io::{self, BufRead},
    sync::Arc,
};

use super::{
    AnalysisSettings, AnalysisTask,
    input::InputEntry,
    reply::{Code, Fault},
    request,
};
use crate::chess::{
    pgn::{Collection, PgnGame, Problem, RawGame, StartError, game::PgnPly},
    position::Line,
};

/// Iterator over the positions of all games in PGN files. The iterator holds one game in memory at a time,
/// and makes each record when it is needed: a record contains the history of its position, so all records of
/// a long game together would need memory quadratic in its length.
///
/// A record id such as `g1:0` or `g1:1` contains the number of the game from 1 and the number of plies
/// played. Games are numbered across all files; error messages name the file, if there are several, and the line
/// in this file.
pub struct GameEntries<I, R> {
    files: Collection<I, R>,
    settings: Arc<AnalysisSettings>,
    game: Option<Positions>,
}

/// The records of one game that have not been returned yet.
struct Positions {
    raw: RawGame,
    /// Next position; `None` after the last position.
    line: Option<Line>,
    /// Number of plies before the next position.
    ply: usize,
    /// Moves after the next position.
    moves: std::vec::IntoIter<PgnPly>,
    /// Warnings for the next position.
    warnings: Vec<String>,
    /// Error that ends the game, which becomes the last record.
    problem: Option<Problem>,
}

impl<I: Iterator<Item = (Option<Arc<str>>, R)>, R: BufRead> GameEntries<I, R> {
    /// Creates an iterator over the games in `files`, in this order. If there are several files, each has a name.
    pub fn new(files: impl IntoIterator<IntoIter = I>, settings: Arc<AnalysisSettings>) -> Self {
        Self { files: Collection::new(files), settings, game: None }
    }

    /// Reads the next game; `None` at the end of the last file. If a game is too long, returns its first part
    /// and skips its other parts.
    fn next_game(&mut self) -> io::Result<Option<RawGame>> {
        self.files.find(|game| !game.as_ref().is_ok_and(|game| game.continued)).transpose()
    }
}

impl Positions {
    /// Reads a game up to its first error.
    fn new(raw: RawGame, settings: &AnalysisSettings) -> Self {
        let (game, problem) = match PgnGame::prefix(&raw, settings.mode) {
            Ok((game, problem)) => (Some(game), problem),
            Err(problem) => (None, Some(problem)),
        };
        let mut positions =
            Self { raw, line: None, ply: 0, moves: Vec::new().into_iter(), warnings: Vec::new(), problem };
        if let Some(game) = game {
            positions.line = Some(Line::new(game.start));
            positions.warnings = game.repairs.iter().map(ToString::to_string).collect();
            positions.moves = game.plies.into_iter();
        }
        positions
    }

    /// Returns the next record: a position before the first error in the game, or the error; `None` at the
    /// end of the game.
    fn next_entry(&mut self, settings: &AnalysisSettings) -> Option<InputEntry> {
        let Some(line) = self.line.take() else {
            let problem = self.problem.take()?;
            return Some(entry(&self.raw, problem.ply().unwrap_or(0), Err(error(&self.raw, &problem))));
        };
        let (ply, warnings) = (self.ply, std::mem::take(&mut self.warnings));
        if let Some(played) = self.moves.next() {
            let mut next = line.clone();
            next.play(played.mv);
            self.line = Some(next);
            self.ply += 1;
        }
        Some(entry(&self.raw, ply, request::task(line, settings, warnings)))
    }
}

impl<I: Iterator<Item = (Option<Arc<str>>, R)>, R: BufRead> Iterator for GameEntries<I, R> {
    type Item = io::Result<InputEntry>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.game.as_mut().and_then(|game| game.next_entry(&self.settings)) {
                return Some(Ok(entry));
            }
            match self.next_game() {
                Ok(game) => self.game = Some(Positions::new(game?, &self.settings)),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// Creates the record of the position after `ply` plies of a game.
fn entry(raw: &RawGame, ply: usize, task: Result<AnalysisTask, Fault>) -> InputEntry {
    InputEntry::Ready(format!("g{}:{ply}", raw.number), task.map(Box::new))
}

/// Converts a PGN error to the error of a record.
fn error(raw: &RawGame, problem: &Problem) -> Fault {
    let (code, field) = match problem {
        Problem::Start(StartError::Fen(error)) => (request::fen_code(error), Some("fen")),
        Problem::Start(StartError::NoFen) => (Code::BadFen, Some("fen")),
        Problem::Start(StartError::Variant(_)) => (Code::BadFen, Some("variant")),
        Problem::Header { .. } => (Code::BadFen, None),
        Problem::Endless | Problem::TooLong => (Code::TooLong, None),
        Problem::Move { .. }
        | Problem::Word { .. }
        | Problem::AfterResult { .. }
        | Problem::Comment
        | Problem::Brackets => (Code::IllegalMove, Some("moves")),
    };
    Fault::new(code, field, format!("{}: {problem}", raw.place(problem.ply())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Describes the records of these files: id and side to move, or id, error code and message.
    fn descriptions(files: &[&[u8]]) -> Vec<String> {
        let name = |number| (files.len() > 1).then(|| format!("{number}.pgn").into());
        let files = (1..).zip(files).map(|(number, file)| (name(number), *file));
        let entries = GameEntries::new(files, Arc::new(AnalysisSettings::default()));
        let describe = |entry: io::Result<InputEntry>| match entry.expect("memory") {
            InputEntry::Ready(name, Ok(task)) => format!("{name} {}", task.line.position().turn()),
            InputEntry::Ready(name, Err(error)) => {
                format!("{name} {:?} {}", error.code, error.message)
            }
            _ => "a line".to_owned(),
        };
        entries.map(describe).collect()
    }

    #[test]
    fn every_position_of_the_main_line_is_a_record_and_an_illegal_move_ends_only_its_game() {
        let pgn = b"[Event \"one\"]\n\n1. e4 {good} (1. d4 d5) e5 2. Ke3 Nf6 *\n\n\
                   [FEN \"8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n\n\
                   [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0\n";
        let entries = descriptions(&[pgn]);
        let names: Vec<_> =
            entries.iter().map(|entry| entry.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
        let expected = [
            "g1:0 white",
            "g1:1 black",
            "g1:2 white",
            "g1:3 IllegalMove",
            "g2:0 BadFen",
            "g3:0 white",
            "g3:1 black",
        ];
        assert_eq!(names, expected);
        assert_eq!(entries[3], "g1:3 IllegalMove game 1 (line 1), ply 3: 2. Ke3 is illegal");
    }

    #[test]
    fn an_unreadable_game_is_one_record_and_the_next_file_is_still_read() {
        let files =
            [&b"\x7fELF\x02\x01\0"[..], b"", b"\xef\xbb\xbf\n[White \"x]\n\n1. e4 *\n", b"1. e4 rubbish"];
        let expected = [
            "g1:1 IllegalMove game 1 (1.pgn, line 1), ply 1: '\u{fffd}ELF\u{fffd}\u{fffd}\u{fffd}' is not a move",
            "g2:0 BadFen game 2 (3.pgn, line 2): broken header: write it as [Name \"value\"], not [White \"x]",
            "g3:0 white",
            "g3:1 black",
            "g3:2 IllegalMove game 3 (4.pgn, line 1), ply 2: 'rubbish' is not a move",
        ];
        assert_eq!(descriptions(&files), expected);
    }

    #[test]
    fn an_overlong_game_is_one_record() {
        let text = vec![b'x'; 3 * crate::chess::pgn::split::MAX_GAME_BYTES];
        let entries = descriptions(&[&text, b"1. e4 *"]);
        assert!(
            entries.len() == 3 && entries[0].starts_with("g1:0 TooLong game 1 (1.pgn, line 1): the game"),
            "{entries:?}"
        );
        assert_eq!(entries[2], "g2:1 black");
    }
}
