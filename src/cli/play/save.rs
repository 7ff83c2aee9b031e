//! Saves a game as PGN ([`Pgn`]), and loads a saved game to continue it ([`load`]).

use std::{
    fmt,
    fs::File,
    io::{self, BufReader, Write as _},
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::Context as _;
use shakmaty::CastlingMode;

use super::{
    clock::{self, TimeControl},
    game::{self, Game},
    notation,
};
use crate::{
    cli::exit::UsageError,
    engine::game_result::GameResult,
    lab::{
        game_clock::LONGEST,
        pgn::{write_tag, write_words},
    },
    pgn::{self, Splitter},
    position::Position,
    replace,
};

/// A game with the data for its PGN tags.
pub struct Pgn<'a> {
    /// The game to save.
    pub game: &'a Game,
    /// Player names of White and Black.
    pub names: [&'a str; 2],
    /// Time control; `None` in a game without clocks.
    pub time_control: Option<TimeControl>,
}

impl fmt::Display for Pgn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ending = self.game.ending();
        let result = ending.as_ref().map_or_else(|| "*".to_owned(), |ending| ending.outcome().to_string());
        write_tag(f, "Event", "Casual game")?;
        write_tag(f, "Site", "?")?;
        write_tag(f, "Date", &today())?;
        write_tag(f, "Round", "-")?;
        write_tag(f, "White", self.names[0])?;
        write_tag(f, "Black", self.names[1])?;
        write_tag(f, "Result", &result)?;
        let start = self.game.start();
        if start.castling_mode() == CastlingMode::Chess960 {
            write_tag(f, "Variant", "Chess960")?;
        }
        if start.to_string() != Position::start().to_string() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &start.to_string())?;
        }
        if let Some(time_control) = self.time_control {
            write_tag(f, "TimeControl", &time_control.to_string())?;
        }
        write_tag(f, "Termination", ending.as_ref().map_or("unterminated", GameResult::termination))?;
        writeln!(f)?;
        let mut words = self.movetext();
        if let Some(ending) = ending {
            words.extend(format!("{{{}}}", game::explain(&ending, self.game)).split(' ').map(str::to_owned));
        }
        words.push(result);
        write_words(f, words.iter().map(String::as_str))
    }
}

impl Pgn<'_> {
    /// Returns the words of the movetext: numbers, moves, and clock comments.
    fn movetext(&self) -> Vec<String> {
        let mut clocks = self.game.plies().iter();
        let mut words = Vec::new();
        for word in notation::movetext(self.game.start(), &self.game.moves()) {
            let is_move = !word.ends_with('.');
            words.push(word);
            if is_move && let Some(time) = clocks.next().and_then(|ply| ply.clock) {
                words.push(format!("{{{}}}", clock::clk_comment(time)));
            }
        }
        words
    }

    /// Writes the game to a file. With `overwrite`, an existing file is replaced in one step.
    ///
    /// # Errors
    /// Returns an error if the file exists and `overwrite` is false, or if the file cannot be written.
    pub fn save(&self, path: &Path, overwrite: bool) -> anyhow::Result<()> {
        let failed = || format!("cannot write {}", path.display());
        let text = self.to_string();
        if overwrite {
            return replace::write(path, text.as_bytes()).with_context(failed);
        }
        let file = File::create_new(path);
        if file.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists) {
            anyhow::bail!(
                "{} already exists: use another name, or save! to replace the file",
                path.display()
            );
        }
        file.and_then(|mut file| file.write_all(text.as_bytes())).with_context(failed)
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

/// A game loaded from a file.
#[derive(Debug)]
pub struct SavedGame {
    /// The game, with the clock times of its moves.
    pub game: Game,
    /// Time control from the tag `TimeControl`; `None` if the tag is missing or invalid.
    pub time_control: Option<TimeControl>,
    /// Player names of White and Black; `None` if the tag is missing.
    pub names: [Option<String>; 2],
}

/// Loads game `number` of a file, counted from 1; without a number, the last game. The other games are not
/// parsed.
///
/// # Errors
/// An I/O error if the file cannot be read; [`UsageError`] if the file has no game `number`, or if that game
/// is not valid PGN.
pub fn load(path: &Path, number: Option<u64>) -> anyhow::Result<SavedGame> {
    let unreadable = || format!("cannot read {}", path.display());
    let misuse = |reason: String| UsageError(format!("cannot read {}: {reason}", path.display()));
    let mut games = Splitter::new(BufReader::new(File::open(path).with_context(unreadable)?));
    let mut found = None;
    while let Some(game) = games.next_game().with_context(unreadable)? {
        let is_last = number == Some(game.number);
        found = Some(game);
        if is_last {
            break;
        }
    }
    let raw = found.ok_or_else(|| misuse("the file contains no game".to_owned()))?;
    if number.is_some_and(|number| number > raw.number) {
        return Err(misuse(format!(
            "the file contains only {} games: use a smaller --game number",
            raw.number
        ))
        .into());
    }
    let parsed = pgn::Game::parse(&raw, CastlingMode::Standard)
        .map_err(|problem| misuse(format!("{}: {problem}", raw.place(problem.ply()))))?;
    Ok(from_pgn(&parsed))
}

fn from_pgn(parsed: &pgn::Game) -> SavedGame {
    // Control characters are removed from tags, because the player names are printed to the terminal.
    let tag = |name| Some(parsed.tag(name)?.replace(char::is_control, ""));
    let mut game = Game::new(parsed.start.clone());
    for ply in &parsed.plies {
        game.play(ply.mv, ply.clock().filter(|clock| *clock <= LONGEST));
    }
    let time_control = tag("TimeControl").and_then(|time_control| TimeControl::from_tag(&time_control));
    SavedGame { game, time_control, names: ["White", "Black"].map(tag) }
}

#[cfg(test)]
mod tests {
    use std::{path::PathBuf, time::Duration};

    use super::*;
    use crate::cli::play::game::tests::played;

    #[test]
    fn day_numbers_are_converted_to_dates() {
        assert_eq!(civil_date(0), (1970, 1, 1));
        assert_eq!(civil_date(11_016), (2000, 2, 29));
        assert_eq!(civil_date(19_722), (2023, 12, 31));
        assert_eq!(civil_date(20_512), (2026, 2, 28));
        assert_eq!(civil_date(20_513), (2026, 3, 1));
    }

    #[test]
    fn a_saved_game_is_loaded_with_its_clocks_and_replaced_only_by_overwriting() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.pgn");
        let mut game = played("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7", "e8e7");
        game.play(game.position().parse_move("e2e4").expect("legal"), Some(Duration::from_millis(61_500)));
        let time_control = Some(clock::parse_time_control("2+1").expect("legal"));
        let pgn = Pgn { game: &game, names: ["a \"b\"", "c"], time_control };
        pgn.save(&path, false).expect("a new file");
        let text = std::fs::read_to_string(&path).expect("written");
        assert!(text.ends_with("\n\n7... Ke7 8. e4 {[%clk 0:01:01.5]} *\n"), "{text}");
        assert!(
            text.contains("[White \"a \\\"b\\\"\"]") && text.contains("[TimeControl \"120+1\"]"),
            "{text}"
        );
        let read = load(&path, None).expect("the file just written");
        assert_eq!((read.game.plies(), read.time_control), (game.plies(), time_control));
        assert_eq!(read.names[0].as_deref(), Some("a \"b\""));

        let error = pgn.save(&path, false).expect_err("it is there").to_string();
        assert!(error.contains("save!"), "{error}");
        let other = Pgn { names: ["x", "y"], ..pgn };
        other.save(&path, true).expect("replaced");
        assert!(std::fs::read_to_string(&path).expect("written").contains("[White \"x\"]"));
        assert_eq!(
            std::fs::read_dir(folder.path()).expect("a folder").count(),
            1,
            "no temporary file is left behind"
        );
    }

    fn written(text: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, text).expect("written");
        (folder, path)
    }

    #[test]
    fn any_game_of_a_file_can_be_continued_despite_errors_in_the_other_games() {
        let (_folder, path) = written(
            "1. e4 (1. d4 d5) e5 $1 {good} *\n\n1. e4 rubbish e5 *\n\n[White \"\u{1b}[2Jx\"]\n[TimeControl \"60+1\"]\n\n\
             1. c4 {[%clk 0:00:59] well} {[%clk 999:00:00]} e5 {[%clk 0:00:58]} 1/2-1/2\n",
        );
        let plies = |number| load(&path, number).expect("legal").game.plies().len();
        assert_eq!((plies(Some(1)), plies(Some(3)), plies(None)), (2, 2, 2));
        let last = load(&path, None).expect("legal");
        let clocks: Vec<_> = last.game.plies().iter().map(|ply| ply.clock).collect();
        assert_eq!(clocks, [None, Some(Duration::from_secs(58))], "a clock time above the limit is ignored");
        assert_eq!(last.names, [Some("[2Jx".to_owned()), None]);
        assert_eq!(last.time_control, TimeControl::from_tag("60+1"));
    }

    #[test]
    fn an_invalid_game_is_rejected_with_the_location_of_the_error() {
        for (text, number, expected) in [
            ("", None, "the file contains no game"),
            (" \n\n", None, "the file contains no game"),
            ("1. e4 e5 2. Ke3 *", None, "game 1 (line 1), ply 3: 2. Ke3 is illegal"),
            ("1. d4 *\n\n1. e4 rubbish e5 *", None, "game 2 (line 3), ply 2: 'rubbish' is not a move"),
            ("1. e4 rubbish e5 {open", None, "game 1 (line 1), ply 2: 'rubbish' is not a move"),
            ("1. e4 * e5", None, "game 1 (line 1), ply 2: there are moves after the result"),
            ("1. e4 {open", None, "game 1 (line 1): a comment is not closed"),
            ("[White x]\n\n1. e4 *", None, "game 1 (line 1): broken header"),
            ("1. e4 *\n\n1. d4 *\n", Some(3), "only 2 games"),
            ("[FEN \"8/8 w\"]\n\n1. e4 *", None, "eight ranks"),
            ("[Variant \"Atomic\"]\n\n1. e4 *", None, "variant Atomic is not chess"),
            ("\u{7f}ELF\u{2}\u{1}\0\0", None, "game 1 (line 1), ply 1: '\u{fffd}ELF\u{fffd}"),
            ("[\u{1b}[2J\n", None, "not [\u{fffd}[2J"),
        ] {
            let (_folder, path) = written(text);
            let error = load(&path, number).expect_err(text).to_string();
            assert!(error.contains(expected) && !error.contains(char::is_control), "{text:?}: {error:?}");
        }
    }
}
