//! Saves a game as PGN ([`SavedPgn`], [`SaveFile`]), and loads a saved game to continue it ([`load`]).

use std::{
    fmt, fs,
    io::{self, BufReader},
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::Context as _;
use shakmaty::{ByColor, CastlingMode, Color};

use super::{
    clock::{self, TimeControl},
    game::{self, ConsoleGame},
    notation,
};
use crate::{
    chess::{
        game_result::GameResult,
        pgn::{
            self, Splitter,
            headers::Tag,
            write::{self, Movetext},
        },
        position::Position,
    },
    support::replace::{self, Replacement},
    tools::{
        common::{
            exit::UsageError,
            input,
            output::{cannot_write, is_stdout},
        },
        matches::game_clock::LONGEST,
    },
};

/// A game with the data for its PGN tags.
pub struct SavedPgn<'a> {
    /// The game to save.
    pub game: &'a ConsoleGame,
    /// Names of White and Black.
    pub names: ByColor<String>,
    /// Time control; `None` in a game without clocks.
    pub time_control: Option<TimeControl>,
}

impl fmt::Display for SavedPgn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&write::game(&self.tags(), self.movetext())))
    }
}

impl SavedPgn<'_> {
    fn result(&self) -> String {
        self.game.ending().map_or_else(|| "*".to_owned(), |ending| ending.outcome().to_string())
    }

    fn tags(&self) -> Vec<Tag> {
        let roster = [("Event", "Casual game"), ("Site", "?"), ("Date", &today()), ("Round", "-")];
        let mut tags: Vec<_> = roster.iter().map(|(name, value)| Tag::new(name, value)).collect();
        for (color, name) in self.names.as_ref().zip_color() {
            tags.push(Tag::new(notation::side_name(color), name));
        }
        tags.push(Tag::new("Result", &self.result()));
        let start = self.game.start();
        if start.castling_mode() == CastlingMode::Chess960 {
            tags.push(Tag::new("Variant", "Chess960"));
        }
        if start.to_string() != Position::start().to_string() {
            tags.extend([Tag::new("SetUp", "1"), Tag::new("FEN", &start.to_string())]);
        }
        tags.extend(self.time_control.map(|time_control| Tag::new("TimeControl", &time_control.to_string())));
        let ending = self.game.ending();
        tags.push(Tag::new("Termination", ending.as_ref().map_or("unterminated", GameResult::termination)));
        tags
    }

    fn movetext(&self) -> Movetext {
        let start = self.game.start();
        let mut text = Movetext::new(start.move_number(), start.turn());
        let moves = start.movetext(self.game.moves());
        for (index, ((_, san), ply)) in moves.zip(self.game.plies()).enumerate() {
            text.mv(index, &san);
            if let Some(time) = ply.clock {
                text.comment(clock::clk_comment(time).as_bytes());
            }
        }
        if let Some(ending) = self.game.ending() {
            text.comment(game::explain(&ending, self.game).as_bytes());
        }
        text.word(self.result().as_bytes());
        text
    }

    /// Writes the game to a new file.
    ///
    /// # Errors
    /// If the file exists or cannot be written.
    pub fn save(&self, path: &Path) -> anyhow::Result<()> {
        replace::create(path, self.to_string().as_bytes()).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                anyhow::anyhow!("{} already exists: use another name", path.display())
            }
            _ => anyhow::Error::from(error).context(cannot_write(path)),
        })
    }
}

/// File of `--save`: a new file with one game, which this session replaces after every move.
#[derive(Debug)]
pub struct SaveFile {
    /// The path of the file.
    pub path: PathBuf,
    /// Whether this session has written to the file.
    pub is_written: bool,
}

impl SaveFile {
    /// Prepares the file `path`. Returns `None` if `path` is standard output, where the game is printed anyway.
    ///
    /// # Errors
    /// [`UsageError`] if the file exists; an I/O error if its directory cannot be written.
    pub fn new(path: &Path) -> anyhow::Result<Option<Self>> {
        if is_stdout(path) {
            return Ok(None);
        }
        if fs::symlink_metadata(path).is_ok() {
            let shown = path.display();
            return Err(UsageError(format!("--save: {shown} already exists: use another name")).into());
        }
        drop(Replacement::new(path).with_context(|| format!("--save: {}", cannot_write(path)))?);
        Ok(Some(Self { path: path.to_owned(), is_written: false }))
    }

    /// Writes the game.
    ///
    /// # Errors
    /// If the file cannot be written, or if another program has created it. The old file is then unchanged.
    pub fn write(&mut self, game: &SavedPgn<'_>) -> anyhow::Result<()> {
        if self.is_written {
            let text = game.to_string();
            return replace::write(&self.path, text.as_bytes()).with_context(|| cannot_write(&self.path));
        }
        game.save(&self.path)?;
        self.is_written = true;
        Ok(())
    }
}

/// Returns today's date in UTC, in PGN format.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil_date((seconds / 86_400) as i64);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Returns year, month and day for a number of days since 1970-01-01.
///
/// Source: Howard Hinnant, "chrono-compatible low-level date algorithms".
const fn civil_date(days: i64) -> (i64, i64, i64) {
    // In this calculation, years start in March, so the leap day is the last day of a year. 400 years have
    // 146,097 days.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + 400 * era + if month <= 2 { 1 } else { 0 }, month, day)
}

/// A game loaded from a file, or a new game.
#[derive(Debug)]
pub struct SavedGame {
    /// The game, with the clock times of its moves.
    pub game: ConsoleGame,
    /// Time control from the tag `TimeControl`; `None` if the tag is missing or invalid.
    pub time_control: Option<TimeControl>,
    /// Names of White and Black; `None` if the tag is missing, blank or `?`.
    pub names: ByColor<Option<String>>,
}

impl SavedGame {
    /// A new game, which was not loaded from a file.
    pub fn starting_at(start: Position) -> Self {
        Self { game: ConsoleGame::new(start), time_control: None, names: ByColor::default() }
    }
}

/// Loads the last game of a file. The other games are not parsed.
///
/// # Errors
/// An I/O error if the file cannot be read; [`UsageError`] if the file has no game, or if its last game is not valid
/// PGN.
pub fn load(path: &Path) -> anyhow::Result<SavedGame> {
    let name = input::name(path);
    let misuse = |reason: String| UsageError(format!("cannot read {name}: {reason}"));
    let mut games = Splitter::new(BufReader::new(input::open_text(path)?));
    let mut last = None;
    while let Some(game) = games.next_game().map_err(|error| input::read_error(error, &name))? {
        last = Some(game);
    }
    let last = last.ok_or_else(|| misuse("the file contains no game".to_owned()))?;
    let place = last.place(None);
    match pgn::PgnGame::prefix(&last, CastlingMode::Standard) {
        Ok((game, None)) => Ok(from_pgn(&game)),
        Ok((game, Some(problem))) => {
            let number = from_pgn(&game).game.position().move_number();
            Err(misuse(format!("{place}, move {number}: {problem}")).into())
        }
        Err(problem) => Err(misuse(format!("{place}: {problem}")).into()),
    }
}

fn from_pgn(parsed: &pgn::PgnGame) -> SavedGame {
    // Control characters are removed from tags, because the player names are printed to the terminal.
    let tag = |name: &str| Some(parsed.tag(name)?.replace(char::is_control, ""));
    let mut game = ConsoleGame::new(parsed.start.clone());
    for ply in &parsed.plies {
        game.play(ply.mv, ply.clock().filter(|clock| *clock <= LONGEST));
    }
    let name = |color| tag(notation::side_name(color)).filter(|name| !name.trim().is_empty() && name != "?");
    SavedGame {
        time_control: tag("TimeControl").and_then(|time_control| TimeControl::from_tag(&time_control)),
        names: ByColor { white: name(Color::White), black: name(Color::Black) },
        game,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::tools::play::game::tests::played;

    #[test]
    fn day_numbers_are_converted_to_dates() {
        assert_eq!(civil_date(0), (1970, 1, 1));
        assert_eq!(civil_date(11_016), (2000, 2, 29));
        assert_eq!(civil_date(19_722), (2023, 12, 31));
        assert_eq!(civil_date(20_512), (2026, 2, 28));
        assert_eq!(civil_date(20_513), (2026, 3, 1));
    }

    fn pgn<'a>(game: &'a ConsoleGame, white: &str) -> SavedPgn<'a> {
        let names = ByColor { white: white.to_owned(), black: "c".to_owned() };
        SavedPgn { game, names, time_control: None }
    }

    #[test]
    fn a_saved_game_is_loaded_with_its_players_and_clocks_and_is_never_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.pgn");
        let mut game = played("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7", "e8e7");
        game.play(game.position().parse_move("e2e4").expect("legal"), Some(Duration::from_millis(61_500)));
        let time_control = Some(clock::parse_time_control("2+1").expect("legal"));
        let pgn = SavedPgn { time_control, ..pgn(&game, "a \"b\"") };
        pgn.save(&path).expect("a new file");
        let text = fs::read_to_string(&path).expect("written");
        assert!(text.ends_with("\n\n7... Ke7 8. e4 {[%clk 0:01:01.5]} *\n"), "{text}");
        for tag in ["White \"a \\\"b\\\"\"", "TimeControl \"120+1\""] {
            assert!(text.contains(tag), "{tag}: {text}");
        }
        let read = load(&path).expect("the file just written");
        assert_eq!((read.game.plies(), read.time_control), (game.plies(), time_control));
        assert_eq!(read.names.white.as_deref(), Some("a \"b\""));
        let error = pgn.save(&path).expect_err("it is there").to_string();
        assert!(error.ends_with("game.pgn already exists: use another name"), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("there"), text);
    }

    fn written(text: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, text).expect("written");
        (folder, path)
    }

    #[test]
    fn the_last_game_of_a_file_can_be_continued_despite_errors_in_the_other_games() {
        let (_folder, path) = written(
            "1. e4 rubbish e5 *\n\n[White \"\u{1b}[2Jx\"]\n[TimeControl \"60+1\"]\n\n\
             1. c4 {[%clk 0:00:59] well} {[%clk 999:00:00]} e5 {[%clk 0:00:58]} 1/2-1/2\n",
        );
        let last = load(&path).expect("legal");
        let clocks: Vec<_> = last.game.plies().iter().map(|ply| ply.clock).collect();
        assert_eq!(clocks, [None, Some(Duration::from_secs(58))], "a clock time above the limit is ignored");
        assert_eq!((last.names.white.as_deref(), last.names.black), (Some("[2Jx"), None));
        assert_eq!(last.time_control, TimeControl::from_tag("60+1"));
    }
}
