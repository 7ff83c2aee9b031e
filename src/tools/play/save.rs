//! Saves a game as PGN ([`SavedPgn`], [`SaveFile`]), and loads a saved game to continue it ([`load`]).

use std::{
    fmt,
    fs::{self, File},
    io::{self, BufReader},
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
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
            game::Item,
            headers::Tag,
            write::{self, Movetext},
        },
        position::Position,
    },
    support::replace::{self, Replacement},
    tools::{
        common::{
            exit::UsageError,
            output::{cannot_write, is_same_file, is_stdout},
        },
        matches::game_clock::LONGEST,
    },
};

/// Tags at the start of a saved game, with the values of a new game; a continued game keeps its own.
const ROSTER: [(&str, &str); 4] = [("Event", "Casual game"), ("Site", "?"), ("Date", ""), ("Round", "-")];

/// A game with the data for its PGN tags.
pub struct SavedPgn<'a> {
    /// The game to save.
    pub game: &'a ConsoleGame,
    /// Names of White and Black.
    pub names: ByColor<String>,
    /// Time control; `None` in a game without clocks.
    pub time_control: Option<TimeControl>,
    /// Remaining times of White and Black at this moment; `None` after the game or without clocks.
    pub clocks: Option<ByColor<Duration>>,
    /// Tags of the loaded game that are in [`ROSTER`].
    pub tags: &'a [(&'static str, String)],
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
        let value = |(name, default): (&str, &str)| {
            let default = if name == "Date" { today() } else { default.to_owned() };
            let loaded = self.tags.iter().find(|(tag, _)| *tag == name);
            Tag::new(name, loaded.map_or(&default, |(_, value)| value))
        };
        let mut tags: Vec<_> = ROSTER.into_iter().map(value).collect();
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
        for (color, time) in self.clocks.as_ref().into_iter().flat_map(|clocks| clocks.as_ref().zip_color()) {
            tags.push(Tag::new(&format!("{}Clock", notation::side_name(color)), &clock::pgn_time(*time)));
        }
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

    /// Writes the game to a new file. With `overwrite`, a file with one game is replaced in one step.
    ///
    /// # Errors
    /// Returns an error if the file exists and `overwrite` is false, if it holds several games, or if it cannot be
    /// written.
    pub fn save(&self, path: &Path, overwrite: bool) -> anyhow::Result<()> {
        let text = self.to_string();
        if !overwrite {
            return create(path, text.as_bytes(), "use another name, or save! to replace the file");
        }
        if let Ok(file) = File::open(path) {
            let mut games = Splitter::new(BufReader::new(file));
            let first = games.next_game()?;
            if first.is_some() && games.next_game()?.is_some() {
                anyhow::bail!("{} holds several games: use another name", path.display());
            }
        }
        replace::write(path, text.as_bytes()).with_context(|| cannot_write(path))
    }
}

/// Creates a file; a file with this name is refused with this remedy.
fn create(path: &Path, bytes: &[u8], remedy: &str) -> anyhow::Result<()> {
    replace::create(path, bytes).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => anyhow::anyhow!("{} already exists: {remedy}", path.display()),
        _ => anyhow::Error::from(error).context(cannot_write(path)),
    })
}

/// File of `--save`, which holds one game.
///
/// The file is replaced after every move. Only a file that this session created, or the file of `--pgn`, is
/// replaced.
#[derive(Debug)]
pub struct SaveFile {
    path: PathBuf,
    /// Whether this session has written to the file.
    is_written: bool,
    /// Content of the file when this session last read or wrote it; `None` if the file is still to be created.
    known: Option<Vec<u8>>,
}

impl SaveFile {
    /// Prepares the file `path`. `pgn` is the file of `--pgn`, with the reason why it must not be replaced. Returns
    /// `None` if `path` is standard output, where the game is printed anyway.
    ///
    /// # Errors
    /// [`UsageError`] if the file exists and is not `pgn`, if `pgn` must not be replaced, or if the directory does not
    /// exist; an I/O error if the directory cannot be written.
    pub fn new(path: &Path, pgn: Option<(&Path, Option<&str>)>) -> anyhow::Result<Option<Self>> {
        if is_stdout(path) {
            return Ok(None);
        }
        let misuse = |reason: String| UsageError(format!("--save: {reason}"));
        let exists = fs::symlink_metadata(path).is_ok();
        let continued = pgn.filter(|(pgn, _)| is_same_file(path, pgn));
        let reason = match continued {
            Some((_, Some(reason))) => Some(format!("{reason}, which would be lost: use another name")),
            None if exists => Some("already exists: use another name or remove the file".to_owned()),
            _ => None,
        };
        if let Some(reason) = reason {
            return Err(misuse(format!("{} {reason}", path.display())).into());
        }
        if let Some(directory) = path.parent().filter(|path| !path.as_os_str().is_empty() && !path.is_dir()) {
            let reason = format!("directory {} does not exist: create it first", directory.display());
            return Err(misuse(reason).into());
        }
        drop(Replacement::new(path).with_context(|| format!("--save: {}", cannot_write(path)))?);
        let known = if continued.is_some() { Some(fs::read(path)?) } else { None };
        Ok(Some(Self { path: path.to_owned(), is_written: false, known }))
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether this session has written to the file.
    pub const fn is_written(&self) -> bool {
        self.is_written
    }

    /// Writes the game.
    ///
    /// # Errors
    /// If the file cannot be written, or if another program has created or changed it. The old file is then
    /// unchanged.
    pub fn write(&mut self, game: &SavedPgn<'_>) -> anyhow::Result<()> {
        let text = game.to_string().into_bytes();
        match &self.known {
            Some(known) if fs::read(&self.path).is_ok_and(|now| now != *known) => {
                let path = self.path.display();
                anyhow::bail!("another program has changed {path}: enter save with the name of another file");
            }
            None => create(&self.path, &text, "another program has created it")?,
            Some(_) => replace::write(&self.path, &text).with_context(|| cannot_write(&self.path))?,
        }
        self.is_written = true;
        self.known = Some(text);
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
    /// Remaining time of the side to move when the game was saved; `None` if the tag is missing or invalid.
    pub clock: Option<Duration>,
    /// Names of White and Black; `None` if the tag is missing, blank or `?`.
    pub names: ByColor<Option<String>>,
    /// Tags of the loaded game that are in [`ROSTER`].
    pub tags: Vec<(&'static str, String)>,
    /// Contents of the file that a saved continuation does not have, as in `holds several games`.
    pub more: Option<&'static str>,
}

impl SavedGame {
    /// A new game, which was not loaded from a file.
    pub fn starting_at(start: Position) -> Self {
        Self {
            game: ConsoleGame::new(start),
            time_control: None,
            clock: None,
            names: ByColor::default(),
            tags: Vec::new(),
            more: None,
        }
    }
}

/// Loads the last game of a file. The other games are not parsed.
///
/// # Errors
/// An I/O error if the file cannot be read; [`UsageError`] if the file has no game, or if its last game is not valid
/// PGN.
pub fn load(path: &Path) -> anyhow::Result<SavedGame> {
    let unreadable = || format!("cannot read {}", path.display());
    let misuse = |reason: String| UsageError(format!("cannot read {}: {reason}", path.display()));
    let mut games = Splitter::new(BufReader::new(File::open(path).with_context(unreadable)?));
    let parse = |game: &pgn::RawGame| {
        let parsed = pgn::PgnGame::parse(game, CastlingMode::Standard);
        parsed.map_err(|problem| misuse(format!("{}: {problem}", game.place(problem.ply()))))
    };
    let (mut last, mut is_several) = (None, false);
    while let Some(game) = games.next_game().with_context(unreadable)? {
        is_several = last.replace(game).is_some();
    }
    let last = last.ok_or_else(|| misuse("the file contains no game".to_owned()))?;
    let mut saved = from_pgn(&parse(&last)?);
    if is_several {
        saved.more = Some("holds several games");
    }
    Ok(saved)
}

/// Returns whether the game contains anything that a saved game does not: variations, glyphs, and comments
/// other than clock times.
fn has_annotations(parsed: &pgn::PgnGame) -> bool {
    let items = parsed.preface.iter().chain(parsed.plies.iter().flat_map(|ply| &ply.items));
    let is_clock = |text: &[u8]| {
        let text = text.trim_ascii();
        text.starts_with(b"[%clk ") && text.iter().position(|byte| *byte == b']') == Some(text.len() - 1)
    };
    items.into_iter().any(|item| !matches!(item, Item::Comment(text) if is_clock(text)))
}

fn from_pgn(parsed: &pgn::PgnGame) -> SavedGame {
    // Control characters are removed from tags, because the player names are printed to the terminal.
    let tag = |name: &str| Some(parsed.tag(name)?.replace(char::is_control, ""));
    let mut game = ConsoleGame::new(parsed.start.clone());
    for ply in &parsed.plies {
        game.play(ply.mv, ply.clock().filter(|clock| *clock <= LONGEST));
    }
    let name = |color| tag(notation::side_name(color)).filter(|name| !name.trim().is_empty() && name != "?");
    let clock = tag(&format!("{}Clock", notation::side_name(game.turn())));
    let more = match parsed.result.as_str() {
        _ if has_annotations(parsed) => Some("has comments, glyphs or variations"),
        "*" => None,
        _ => Some("has a result"),
    };
    SavedGame {
        clock: clock.and_then(|time| clock::parse_clock_time(&time)).filter(|clock| *clock <= LONGEST),
        time_control: tag("TimeControl").and_then(|time_control| TimeControl::from_tag(&time_control)),
        names: ByColor { white: name(Color::White), black: name(Color::Black) },
        tags: ROSTER.into_iter().filter_map(|(name, _)| Some((name, tag(name)?))).collect(),
        more,
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
        SavedPgn { game, names, time_control: None, clocks: None, tags: &[] }
    }

    #[test]
    fn a_saved_game_is_loaded_with_its_players_and_clocks_and_replaced_only_by_overwriting() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.pgn");
        let mut game = played("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7", "e8e7");
        game.play(game.position().parse_move("e2e4").expect("legal"), Some(Duration::from_millis(61_500)));
        let time_control = Some(clock::parse_time_control("2+1").expect("legal"));
        let clocks = Some(ByColor { white: Duration::from_millis(61_500), black: Duration::from_secs(100) });
        let tags = [("Event", "Club".to_owned())];
        let pgn = SavedPgn { time_control, clocks, tags: &tags, ..pgn(&game, "a \"b\"") };
        pgn.save(&path, false).expect("a new file");
        let text = fs::read_to_string(&path).expect("written");
        assert!(text.ends_with("\n\n7... Ke7 8. e4 {[%clk 0:01:01.5]} *\n"), "{text}");
        for tag in ["White \"a \\\"b\\\"\"", "TimeControl \"120+1\"", "BlackClock \"0:01:40\""] {
            assert!(text.contains(tag), "{tag}: {text}");
        }
        let read = load(&path).expect("the file just written");
        assert_eq!((read.game.plies(), read.time_control, read.more), (game.plies(), time_control, None));
        assert_eq!(
            (read.names.white.as_deref(), read.clock),
            (Some("a \"b\""), Some(Duration::from_secs(100)))
        );
        assert_eq!(read.tags[0], tags[0]);

        let error = pgn.save(&path, false).expect_err("it is there").to_string();
        assert!(error.contains("save!"), "{error}");
        let names = ByColor { white: "x".to_owned(), black: "y".to_owned() };
        let other = SavedPgn { names, ..pgn };
        other.save(&path, true).expect("replaced");
        assert!(fs::read_to_string(&path).expect("written").contains("[White \"x\"]"));
        let files = fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(files, 1, "no temporary file is left behind");
    }

    #[test]
    fn a_file_with_several_games_comments_or_a_result_is_never_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        for (text, reason) in [
            ("1. a3 *\n\n1. b3 *\n", "holds several games, which would be lost: use another name"),
            ("1. a3 (1. b3) *\n", "has comments, glyphs or variations, which"),
            ("1. a3 {good} *\n", "has comments, glyphs or variations, which"),
            ("1. a3 1-0\n", "has a result, which"),
        ] {
            fs::write(&path, text).expect("written");
            let saved = load(&path).expect("legal");
            let refused = SaveFile::new(&path, Some((&path, saved.more))).expect_err(text).to_string();
            assert!(refused.starts_with("--save: ") && refused.contains(reason), "{text}: {refused}");
            assert_eq!(fs::read_to_string(&path).expect("there"), text);
        }
        fs::write(&path, "1. a3 *\n\n1. b3 *\n").expect("written");
        let error = pgn(&played("", "e2e4"), "me").save(&path, true).expect_err("two games").to_string();
        assert!(error.contains("games.pgn holds several games: use another name"), "{error}");
        fs::write(&path, "1. a3 {[%clk 0:00:59]} *\n").expect("written");
        let SavedGame { game, more, .. } = load(&path).expect("legal");
        let mut file = SaveFile::new(&path, Some((&path, more))).expect("one game").expect("a file");
        file.write(&pgn(&game, "me")).expect("replaced");
        assert!(fs::read_to_string(&path).expect("there").ends_with("\n1. a3 {[%clk 0:00:59]} *\n"));
    }

    #[test]
    fn a_file_is_replaced_only_if_this_session_created_it_or_it_is_the_file_of_pgn() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, other) = (folder.path().join("game.pgn"), folder.path().join("other.pgn"));
        fs::write(&other, "1. d4 *").expect("written");
        let game = played("", "e2e4");
        let refused = SaveFile::new(&other, None).expect_err("it exists").to_string();
        assert!(refused.contains("other.pgn already exists"), "{refused}");
        let mut file = SaveFile::new(&path, None).expect("new").expect("a file");
        assert!(!path.exists() && !file.is_written(), "without a move there is no file");
        file.write(&pgn(&game, "first")).expect("created");
        file.write(&pgn(&game, "second")).expect("replaced");
        assert!(fs::read_to_string(&path).expect("written").contains("[White \"second\"]"));
        let mut late = SaveFile::new(&folder.path().join("late.pgn"), None).expect("new").expect("a file");
        fs::write(folder.path().join("late.pgn"), "another game").expect("written");
        late.write(&pgn(&game, "third")).expect_err("another program has created it");
        assert_eq!(fs::read_to_string(folder.path().join("late.pgn")).expect("there"), "another game");
        assert!(SaveFile::new(Path::new("-"), None).expect("stdout").is_none());
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

    #[test]
    fn an_invalid_game_is_rejected_with_the_location_of_the_error() {
        for (text, expected) in [
            ("", "the file contains no game"),
            (" \n\n", "the file contains no game"),
            ("1. e4 e5 2. Ke3 *", "game 1 (line 1), ply 3: 2. Ke3 is illegal"),
            ("1. d4 *\n\n1. e4 rubbish e5 *", "game 2 (line 3), ply 2: 'rubbish' is not a move"),
            ("1. e4 rubbish e5 {open", "game 1 (line 1), ply 2: 'rubbish' is not a move"),
            ("1. e4 * e5", "game 1 (line 1), ply 2: there are moves after the result"),
            ("1. e4 {open", "game 1 (line 1): a comment is not closed"),
            ("[White x]\n\n1. e4 *", "game 1 (line 1): broken header"),
            ("[FEN \"8/8 w\"]\n\n1. e4 *", "eight ranks"),
            ("[Variant \"Atomic\"]\n\n1. e4 *", "variant Atomic is not chess"),
            ("\u{7f}ELF\u{2}\u{1}\0\0", "game 1 (line 1), ply 1: '\u{fffd}ELF\u{fffd}"),
            ("[\u{1b}[2J\n", "not [\u{fffd}[2J"),
        ] {
            let (_folder, path) = written(text);
            let error = load(&path).expect_err(text).to_string();
            assert!(error.contains(expected) && !error.contains(char::is_control), "{text:?}: {error:?}");
        }
    }
}
