//! Saves a game as PGN ([`Pgn`], [`SaveFile`]), and loads a saved game to continue it ([`load`]).

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
    engine_tags::{self, EngineSearch},
    game::{self, Game},
    notation,
    session::Seat,
};
use crate::{
    cli::{
        exit::UsageError,
        output::{cannot_write, is_same_file, is_stdout},
    },
    engine::game_result::GameResult,
    lab::{
        game_clock::LONGEST,
        pgn::{write_tag, write_words},
    },
    pgn::{self, Splitter, game::Item},
    position::Position,
    replace::{self, Replacement},
};

/// Tags that [`Pgn`] computes from the game, or that no longer describe a continued game, except those of
/// [`SIDE_TAGS`] and [`engine_tags::NAMES`]. Other tags of a loaded game are written unchanged.
const OWN_TAGS: [&str; 7] = ["Result", "Variant", "SetUp", "FEN", "TimeControl", "Termination", "PlyCount"];

/// Tags of one side, without the name of the side, that [`Pgn`] computes from the game. The tag with the player's
/// name is only the name of the side.
const SIDE_TAGS: [&str; 6] = ["", "Elo", LEVEL, "Type", FORMER, "Clock"];
/// Tag of the engine's level, without the name of the side.
const LEVEL: &str = "Level";
/// Tag of the former players of a side, without the name of the side.
const FORMER: &str = "Before";

/// Returns whether [`Pgn`] computes the tag `name`, or whether the tag no longer describes a continued game.
fn is_own_tag(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let is = |own: &&str| own.eq_ignore_ascii_case(&name);
    let of_side = name.strip_prefix("white").or_else(|| name.strip_prefix("black"));
    let is_of_side = |own: &&str| of_side.is_some_and(|name| own.eq_ignore_ascii_case(name));
    OWN_TAGS.iter().any(is) || SIDE_TAGS.iter().chain(&engine_tags::NAMES).any(is_of_side)
}

/// A player, as the PGN tags describe it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Name; `None` if the tag is missing, blank or `?`.
    pub name: Option<String>,
    /// Rating; `None` for a person without a rating and for an engine at full strength.
    pub elo: Option<i32>,
    /// Level of the engine; `None` if its strength was not set as a level.
    pub level: Option<u8>,
    /// A person or the engine; `None` if the tag is missing or is neither `human` nor `program`.
    pub seat: Option<Seat>,
    /// Search of the engine; the default for a person.
    pub search: EngineSearch,
    /// Players who played the first moves of this side.
    pub former: FormerPlayers,
}

/// The players of one side before the player who plays it now, in the order in which they played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormerPlayers(Vec<FormerPlayer>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct FormerPlayer {
    name: String,
    /// Number of the last move of this player.
    last_move: u32,
}

impl FormerPlayers {
    /// Separator of two players in the tag.
    const THEN: &str = ", then ";
    /// Text between a name and a move number in the tag.
    const TO_MOVE: &str = " to move ";

    /// Returns whether one player has played all moves of the side.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the player who has played until the move `last_move` of the side and whom `next` replaces now. A
    /// player without a move is not added.
    pub fn add(&mut self, name: String, last_move: u32, next: &str) {
        if self.0.last().is_none_or(|former| former.last_move < last_move) {
            self.0.push(FormerPlayer { name, last_move });
        }
        self.0.pop_if(|former| former.last_move == last_move && former.name == next);
    }

    /// Removes the moves after `last_move`, the last move of the side: they were taken back.
    pub fn take_back_to(&mut self, last_move: u32) {
        let mut previous = 0;
        self.0.retain_mut(|former| {
            former.last_move = former.last_move.min(last_move);
            std::mem::replace(&mut previous, former.last_move) < former.last_move
        });
    }

    /// Parses the value of the tag: `Ann to move 12, then Glulam (level 2) to move 20`.
    fn parse(text: &str) -> Option<Self> {
        let (mut players, mut part) = (Vec::new(), String::new());
        for words in text.split(Self::THEN) {
            if !part.is_empty() {
                part.push_str(Self::THEN);
            }
            part.push_str(words);
            if let Some((name, number)) = part.rsplit_once(Self::TO_MOVE)
                && let Ok(last_move) = number.parse()
            {
                players.push(FormerPlayer { name: name.to_owned(), last_move });
                part.clear();
            }
        }
        part.is_empty().then_some(Self(players))
    }
}

impl fmt::Display for FormerPlayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, FormerPlayer { name, last_move }) in self.0.iter().enumerate() {
            let separator = if index > 0 { Self::THEN } else { "" };
            write!(f, "{separator}{name}{}{last_move}", Self::TO_MOVE)?;
        }
        Ok(())
    }
}

/// A game with the data for its PGN tags.
pub struct Pgn<'a> {
    /// The game to save.
    pub game: &'a Game,
    /// Players of White and Black.
    pub players: ByColor<Player>,
    /// Time control; `None` in a game without clocks.
    pub time_control: Option<TimeControl>,
    /// Remaining times of White and Black at this moment; `None` after the game or without clocks.
    pub clocks: Option<ByColor<Duration>>,
    /// Tags of the loaded game.
    pub tags: &'a [(String, String)],
}

impl fmt::Display for Pgn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ending = self.game.ending();
        let result = ending.as_ref().map_or_else(|| "*".to_owned(), |ending| ending.outcome().to_string());
        let today = today();
        let defaults = [("Event", "Casual game"), ("Site", "?"), ("Date", &today), ("Round", "-")];
        for (name, default) in defaults {
            let loaded = self.tags.iter().find(|(tag, _)| tag == name);
            write_tag(f, name, loaded.map_or(default, |(_, value)| value))?;
        }
        for (color, player) in self.players.as_ref().zip_color() {
            write_tag(f, notation::side_name(color), player.name.as_deref().unwrap_or("?"))?;
        }
        write_tag(f, "Result", &result)?;
        for (color, player) in self.players.as_ref().zip_color() {
            if let Some(elo) = player.elo {
                write_tag(f, &format!("{}Elo", notation::side_name(color)), &elo.to_string())?;
            }
            if let Some(level) = player.level {
                write_tag(f, &format!("{}{LEVEL}", notation::side_name(color)), &level.to_string())?;
            }
        }
        for (color, player) in self.players.as_ref().zip_color() {
            if !player.former.is_empty() {
                let name = format!("{}{FORMER}", notation::side_name(color));
                write_tag(f, &name, &player.former.to_string())?;
            }
        }
        for (color, player) in self.players.as_ref().zip_color() {
            if let Some(seat) = player.seat {
                write_tag(f, &format!("{}Type", notation::side_name(color)), seat.pgn_type())?;
            }
        }
        for (color, player) in self.players.as_ref().zip_color() {
            for (name, value) in player.search.tags() {
                write_tag(f, &format!("{}{name}", notation::side_name(color)), &value)?;
            }
        }
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
        for (color, time) in self.clocks.as_ref().into_iter().flat_map(|clocks| clocks.as_ref().zip_color()) {
            let name = format!("{}Clock", notation::side_name(color));
            write_tag(f, &name, &clock::pgn_time(*time))?;
        }
        write_tag(f, "Termination", ending.as_ref().map_or("unterminated", GameResult::termination))?;
        for (name, value) in self.tags {
            if !defaults.iter().any(|(default, _)| default == name) {
                write_tag(f, name, value)?;
            }
        }
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

    /// Writes the game to a file. With `overwrite`, an existing file is replaced in one step. A file that could
    /// not be written completely is not created.
    ///
    /// # Errors
    /// Returns an error if the file exists and `overwrite` is false, or if the file cannot be written.
    pub fn save(&self, path: &Path, overwrite: bool) -> anyhow::Result<()> {
        let text = self.to_string();
        if overwrite {
            return replace::write(path, text.as_bytes()).with_context(|| cannot_write(path));
        }
        create(path, text.as_bytes(), "use another name, or save! to replace the file")
    }
}

/// Creates a file. If it cannot be written completely, no file remains.
fn create(path: &Path, bytes: &[u8], remedy: &str) -> anyhow::Result<()> {
    // The empty file reserves the name, so that no file of another program is replaced.
    match File::create_new(path) {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            anyhow::bail!("{} already exists: {remedy}", path.display())
        }
        Err(error) => return Err(error).with_context(|| cannot_write(path)),
    }
    replace::write(path, bytes).with_context(|| cannot_write(path)).inspect_err(|_| {
        // The error of writing is reported; the empty file may be impossible to remove for the same reason.
        let _ = fs::remove_file(path);
    })
}

/// File of `--save`: the current game, and the other games of the file.
///
/// A regular file is replaced after every move. Only a file that this session created, or the file of
/// `--pgn`, is replaced. A pipe or a device gets each game once, when the game is left.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent properties of a file, not states")]
pub struct SaveFile {
    path: PathBuf,
    /// Games before the current game, each with an empty line after it.
    before: Vec<u8>,
    /// Games after the current game, each with an empty line before it.
    after: Vec<u8>,
    /// Whether `before` contains the text of the loaded game.
    has_loaded_game: bool,
    /// Whether this session created the file, or `--pgn` names it.
    may_replace: bool,
    /// Whether the path is a pipe or a device, to which each game is written only once.
    is_stream: bool,
    /// Whether this session has written to the file.
    is_written: bool,
    /// Content of the file when this session last read or wrote it; `None` if this session has not created it.
    known: Option<Vec<u8>>,
}

impl SaveFile {
    /// Prepares the file `path`. `pgn` is the file of `--pgn`, with its games other than the loaded game. Returns
    /// `None` if `path` is standard output, where the game is printed anyway.
    ///
    /// # Errors
    /// [`UsageError`] if the file exists and is not `pgn`, or if its directory does not exist; an I/O error if the
    /// directory cannot be written.
    pub fn new(path: &Path, pgn: Option<(&Path, OtherGames)>) -> anyhow::Result<Option<Self>> {
        if is_stdout(path) {
            return Ok(None);
        }
        let misuse = |reason: String| UsageError(format!("--save: {reason}"));
        let exists = fs::symlink_metadata(path).is_ok();
        let is_stream = fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir());
        let others = pgn.filter(|(pgn, _)| is_same_file(path, pgn)).map(|(_, others)| others);
        let may_replace = others.is_some();
        if exists && !may_replace && !is_stream {
            let reason = format!("{} already exists: use another name or remove the file", path.display());
            return Err(misuse(reason).into());
        }
        if let Some(directory) = path.parent().filter(|path| !path.as_os_str().is_empty() && !path.is_dir()) {
            let reason = format!("directory {} does not exist: create it first", directory.display());
            return Err(misuse(reason).into());
        }
        if !is_stream {
            drop(Replacement::new(path).with_context(|| format!("--save: {}", cannot_write(path)))?);
        }
        let known = if may_replace && !is_stream { fs::read(path).ok() } else { None };
        let OtherGames { before, after, has_loaded_game } = others.unwrap_or_default();
        let (path, is_written) = (path.to_owned(), false);
        Ok(Some(Self { path, before, after, has_loaded_game, may_replace, is_stream, is_written, known }))
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether this session has written to the file.
    pub const fn is_written(&self) -> bool {
        self.is_written
    }

    /// Returns whether the file is replaced after every move, because it is neither a pipe nor a device.
    pub const fn is_replaced_after_moves(&self) -> bool {
        !self.is_stream
    }

    /// Writes the current game, with the other games of the file.
    ///
    /// # Errors
    /// If the file cannot be written, or if another program has created or changed it. The old file is then
    /// unchanged.
    pub fn write(&mut self, game: &Pgn<'_>) -> anyhow::Result<()> {
        if self.known.as_ref().is_some_and(|known| fs::read(&self.path).is_ok_and(|now| now != *known)) {
            let path = self.path.display();
            anyhow::bail!("another program has changed {path}: enter save with the name of another file");
        }
        let text = [&self.before, game.to_string().as_bytes(), &self.after].concat();
        if self.may_replace || self.is_stream {
            replace::write(&self.path, &text).with_context(|| cannot_write(&self.path))?;
        } else {
            create(&self.path, &text, "another program has created it")?;
        }
        (self.may_replace, self.is_written) = (true, true);
        self.known = (!self.is_stream).then_some(text);
        Ok(())
    }

    /// Begins the next game of the file after `game`. `is_changed` means that `game` has changed since it was
    /// started, loaded or last saved.
    pub fn begin_next_game(&mut self, game: &Pgn<'_>, is_changed: bool) {
        let is_loaded_game = self.may_replace && !self.has_loaded_game;
        if !self.is_stream && (is_changed || self.is_written || is_loaded_game) {
            self.before.extend_from_slice(game.to_string().as_bytes());
            self.before.push(b'\n');
        }
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
    /// Remaining time of the side to move when the game was saved; `None` if the tag is missing or invalid.
    pub clock: Option<Duration>,
    /// Players of White and Black.
    pub players: ByColor<Player>,
    /// Tags of the loaded game that a saved continuation contains unchanged, such as `Event`.
    pub tags: Vec<(String, String)>,
    /// The other games of the file.
    pub others: OtherGames,
    /// Messages about tags with invalid values, which have no effect.
    pub problems: Vec<String>,
}

impl SavedGame {
    /// A new game, which was not loaded from a file.
    pub fn starting_at(start: Position) -> Self {
        Self {
            game: Game::new(start),
            time_control: None,
            clock: None,
            players: ByColor::default(),
            tags: Vec::new(),
            others: OtherGames::default(),
            problems: Vec::new(),
        }
    }
}

/// Text of the games in a file before and after the loaded game.
#[derive(Debug, Default)]
pub struct OtherGames {
    /// Games before the loaded game, each with an empty line after it.
    before: Vec<u8>,
    /// Games after the loaded game, each with an empty line before it.
    after: Vec<u8>,
    /// Whether `before` contains the text of the loaded game.
    has_loaded_game: bool,
}

/// Loads game `number` of a file, counted from 1; without a number, the last game. The other games are not
/// parsed. With `keep_others`, also returns the text of the other games.
///
/// # Errors
/// An I/O error if the file cannot be read; [`UsageError`] if the file has no game `number`, or if that game
/// is not valid PGN.
pub fn load(path: &Path, number: Option<u64>, keep_others: bool) -> anyhow::Result<SavedGame> {
    let unreadable = || format!("cannot read {}", path.display());
    let misuse = |reason: String| UsageError(format!("cannot read {}: {reason}", path.display()));
    let mut games = Splitter::new(BufReader::new(File::open(path).with_context(unreadable)?));
    let parse = |game: &pgn::RawGame| {
        let parsed = pgn::Game::parse(game, CastlingMode::Standard);
        parsed.map_err(|problem| {
            let is_header = matches!(problem, pgn::Problem::Header { .. });
            (is_header, format!("{}: {problem}", game.place(problem.ply())))
        })
    };
    let mut found: Option<pgn::RawGame> = None;
    // A header that is broken into two lines ends a game, and the next header begins another one. Games are
    // separated by empty lines, so a game directly below a broken header is the rest of the same game.
    let mut broken_headers = Vec::new();
    let mut others = OtherGames::default();
    while let Some(game) = games.next_game().with_context(unreadable)? {
        if number.is_some_and(|number| game.number > number) {
            others.after.extend_from_slice(if game.continued { b"" } else { b"\n" });
            others.after.extend_from_slice(&game.text);
            others.after.push(b'\n');
        } else {
            if let Some(before) = &found {
                if keep_others {
                    append_game(&mut others.before, before, game.continued);
                }
                match before.ends_above(&game).then(|| parse(before)) {
                    Some(Err((true, problem))) => broken_headers.push(problem),
                    _ => broken_headers.clear(),
                }
            }
            found = Some(game);
        }
        if !keep_others && found.as_ref().is_some_and(|game| number == Some(game.number)) {
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
    let parsed = match (parse(&raw), broken_headers.is_empty()) {
        (Ok(parsed), true) => parsed,
        (Err((_, problem)), true) => return Err(misuse(problem).into()),
        (parsed, false) => {
            broken_headers
                .extend(parsed.err().filter(|(is_header, _)| *is_header).map(|(_, problem)| problem));
            let (first, more) =
                broken_headers.split_at(broken_headers.len().min(pgn::game::MAX_QUOTED_HEADERS));
            let more = if more.is_empty() { String::new() } else { format!("; and {} more", more.len()) };
            return Err(misuse(format!("{}{more}", first.join("; "))).into());
        }
    };
    if keep_others && (has_annotations(&parsed) || parsed.result != "*") {
        // The continued game has no comments, variations and result. The loaded game stays in the file, and the
        // continued game becomes the last game.
        others.has_loaded_game = true;
        append_game(&mut others.before, &raw, false);
        let after = std::mem::take(&mut others.after);
        others.before.extend_from_slice(after.strip_prefix(b"\n").unwrap_or(&after));
        if !after.is_empty() {
            others.before.push(b'\n');
        }
    }
    Ok(SavedGame { others, ..from_pgn(&parsed) })
}

/// Appends the text of a game and, unless a game that is too long `continues`, an empty line.
fn append_game(text: &mut Vec<u8>, game: &pgn::RawGame, continues: bool) {
    text.extend_from_slice(&game.text);
    text.extend_from_slice(if continues { b"" } else { b"\n\n" });
}

/// Returns whether the game contains anything that a saved game does not: variations, glyphs, and comments
/// other than clock times.
fn has_annotations(parsed: &pgn::Game) -> bool {
    let items = parsed.preface.iter().chain(parsed.plies.iter().flat_map(|ply| &ply.items));
    let is_clock = |text: &[u8]| {
        let text = text.trim_ascii();
        text.starts_with(b"[%clk ") && text.iter().position(|byte| *byte == b']') == Some(text.len() - 1)
    };
    items.into_iter().any(|item| !matches!(item, Item::Comment(text) if is_clock(text)))
}

fn from_pgn(parsed: &pgn::Game) -> SavedGame {
    // Control characters are removed from tags, because the player names are printed to the terminal.
    let tag = |name: &str| Some(parsed.tag(name)?.replace(char::is_control, ""));
    let mut game = Game::new(parsed.start.clone());
    for ply in &parsed.plies {
        game.play(ply.mv, ply.clock().filter(|clock| *clock <= LONGEST));
    }
    let time_control = tag("TimeControl").and_then(|time_control| TimeControl::from_tag(&time_control));
    let mut problems = Vec::new();
    let mut player = |color| {
        let side = notation::side_name(color);
        let side_tag = |name: &str| tag(&format!("{side}{name}"));
        let seat = side_tag("Type").and_then(|kind| Seat::from_pgn_type(&kind));
        let search = if seat == Some(Seat::Engine) {
            EngineSearch::from_tags(side_tag, &mut problems)
        } else {
            EngineSearch::default()
        };
        let name = side_tag("").filter(|name| !name.trim().is_empty() && name != "?");
        let level = side_tag(LEVEL).and_then(|level| level.parse().ok());
        let former = side_tag(FORMER).and_then(|text| {
            let former = FormerPlayers::parse(&text);
            if former.is_none() {
                problems.push(format!("the tag {side}{FORMER} '{text}' is not valid, and has no effect"));
            }
            former
        });
        let elo = side_tag("Elo").and_then(|elo| elo.parse().ok());
        Player { name, elo, level, seat, search, former: former.unwrap_or_default() }
    };
    let players = ByColor { white: player(Color::White), black: player(Color::Black) };
    let clock = tag(&format!("{}Clock", notation::side_name(game.turn())));
    let tags = parsed.tags.iter().map(|tag| (String::from_utf8_lossy(&tag.name).into_owned(), tag.value()));
    SavedGame {
        clock: clock.and_then(|time| clock::parse_clock_time(&time)).filter(|clock| *clock <= LONGEST),
        time_control,
        players,
        tags: tags.filter(|(name, _)| !is_own_tag(name)).collect(),
        others: OtherGames::default(),
        problems,
        game,
    }
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

    fn person(name: &str) -> Player {
        Player { name: Some(name.to_owned()), seat: Some(Seat::Human), ..Player::default() }
    }

    /// The game with two people and without clocks.
    fn pgn<'a>(game: &'a Game, white: &str) -> Pgn<'a> {
        let players = ByColor { white: person(white), black: person("c") };
        Pgn { game, players, time_control: None, clocks: None, tags: &[] }
    }

    #[test]
    fn a_saved_game_is_loaded_with_its_players_and_clocks_and_replaced_only_by_overwriting() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.pgn");
        let mut game = played("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7", "e8e7");
        game.play(game.position().parse_move("e2e4").expect("legal"), Some(Duration::from_millis(61_500)));
        let time_control = Some(clock::parse_time_control("2+1").expect("legal"));
        let search = EngineSearch { algorithm: "alpha-beta".parse().ok(), ..EngineSearch::default() };
        let engine = Player {
            name: Some("Glulam".to_owned()),
            elo: Some(900),
            seat: Some(Seat::Engine),
            search,
            ..Player::default()
        };
        let players = ByColor { white: person("a \"b\""), black: engine };
        let clocks = Some(ByColor { white: Duration::from_millis(61_500), black: Duration::from_secs(100) });
        let tags = [("Event", "Club"), ("Opening", "Test")].map(|(name, value)| (name.into(), value.into()));
        let pgn = Pgn { game: &game, players: players.clone(), time_control, clocks, tags: &tags };
        pgn.save(&path, false).expect("a new file");
        let text = fs::read_to_string(&path).expect("written");
        assert!(text.ends_with("\n\n7... Ke7 8. e4 {[%clk 0:01:01.5]} *\n"), "{text}");
        for tag in
            ["White \"a \\\"b\\\"\"", "TimeControl \"120+1\"", "BlackElo \"900\"", "BlackClock \"0:01:40\""]
        {
            assert!(text.contains(tag), "{tag}: {text}");
        }
        let read = load(&path, None, false).expect("the file just written");
        assert_eq!((read.game.plies(), read.time_control), (game.plies(), time_control));
        assert_eq!((&read.players, read.clock), (&players, Some(Duration::from_secs(100))));
        let kept = |name: &str| read.tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str());
        assert_eq!((kept("Event"), kept("Opening"), kept("BlackElo")), (Some("Club"), Some("Test"), None));

        let error = pgn.save(&path, false).expect_err("it is there").to_string();
        assert!(error.contains("save!"), "{error}");
        let other = Pgn { players: ByColor { white: person("x"), black: person("y") }, ..pgn };
        other.save(&path, true).expect("replaced");
        assert!(fs::read_to_string(&path).expect("written").contains("[White \"x\"]"));
        assert_eq!(
            fs::read_dir(folder.path()).expect("a folder").count(),
            1,
            "no temporary file is left behind"
        );
    }

    #[test]
    fn former_players_are_written_to_a_tag_and_read_from_it() {
        let mut former = FormerPlayers::default();
        former.add("Ann, then Bob".to_owned(), 3, "Glulam");
        former.add("Glulam".to_owned(), 3, "Glulam (level 2)");
        former.add("Glulam (level 2)".to_owned(), 9, "Zoe");
        let text = "Ann, then Bob to move 3, then Glulam (level 2) to move 9";
        assert_eq!((former.to_string().as_str(), FormerPlayers::parse(text)), (text, Some(former.clone())));
        assert!(FormerPlayers::parse("Ann to move x").is_none() && FormerPlayers::parse("Ann").is_none());
        former.add("Zoe".to_owned(), 9, "Glulam (level 2)");
        assert_eq!(former.to_string(), "Ann, then Bob to move 3", "the second player is back without a move");
        former.add("Glulam (level 2)".to_owned(), 9, "Zoe");
        former.take_back_to(5);
        assert_eq!(former.to_string(), "Ann, then Bob to move 3, then Glulam (level 2) to move 5");
        former.take_back_to(2);
        assert_eq!(former.to_string(), "Ann, then Bob to move 2");
        former.take_back_to(0);
        assert!(former.is_empty());
    }

    #[test]
    fn the_other_games_of_a_file_and_the_comments_of_the_loaded_game_are_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        let continued = |text: &str, number| {
            fs::write(&path, text).expect("written");
            let SavedGame { game, others, .. } = load(&path, number, true).expect("legal");
            let mut file = SaveFile::new(&path, Some((&path, others))).expect("ours").expect("a file");
            file.write(&pgn(&game, "me")).expect("replaced");
            let text = fs::read_to_string(&path).expect("written");
            text.lines().filter(|line| line.starts_with("1. ")).collect::<Vec<_>>().join("|")
        };
        let three = "1. a3 *\n\n1. b3 {[%clk 0:00:59]} *\n\n1. c3 rubbish *\n";
        assert_eq!(continued(three, Some(1)), "1. a3 *|1. b3 {[%clk 0:00:59]} *|1. c3 rubbish *");
        assert_eq!(continued(three, Some(2)), "1. a3 *|1. b3 {[%clk 0:00:59]} *|1. c3 rubbish *");
        // A game with comments stays, and the continued game becomes the last one.
        let comments = "1. a3 *\n\n1. b3 {good} *\n\n1. c3 *\n";
        assert_eq!(continued(comments, Some(2)), "1. a3 *|1. b3 {good} *|1. c3 *|1. b3 *");
        assert_eq!(continued("1. a3 (1. b3) *", None), "1. a3 (1. b3) *|1. a3 *");
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
    fn any_game_of_a_file_can_be_continued_despite_errors_in_the_other_games() {
        let (_folder, path) = written(
            "1. e4 (1. d4 d5) e5 $1 {good} *\n\n1. e4 rubbish e5 *\n\n[White \"\u{1b}[2Jx\"]\n[TimeControl \"60+1\"]\n\n\
             1. c4 {[%clk 0:00:59] well} {[%clk 999:00:00]} e5 {[%clk 0:00:58]} 1/2-1/2\n",
        );
        let plies = |number| load(&path, number, false).expect("legal").game.plies().len();
        assert_eq!((plies(Some(1)), plies(Some(3)), plies(None)), (2, 2, 2));
        let last = load(&path, None, false).expect("legal");
        let clocks: Vec<_> = last.game.plies().iter().map(|ply| ply.clock).collect();
        assert_eq!(clocks, [None, Some(Duration::from_secs(58))], "a clock time above the limit is ignored");
        assert_eq!((last.players.white.name.as_deref(), &last.players.black.name), (Some("[2Jx"), &None));
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
            let error = load(&path, number, false).expect_err(text).to_string();
            assert!(error.contains(expected) && !error.contains(char::is_control), "{text:?}: {error:?}");
        }
    }
}
