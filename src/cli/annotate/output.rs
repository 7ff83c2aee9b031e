//! Writes the output of `engine annotate`: PGN or JSON, evaluation graphs, positions to practise, and
//! messages about games that could not be annotated.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Context as _;

use super::Arguments;
use crate::{
    annotate::{
        AnnotateError, Annotation, graph,
        practice::{self, Practice, Puzzle},
        report::{AnnotatedGame, RefusedGame},
        write,
    },
    cli::{
        exit::UsageError,
        output::{
            is_stdout, naming_stdout, print_message, refuse_existing, refuse_input_as_output, refuse_pictures,
        },
    },
    json::Versioned,
    pgn::{Game, RawGame},
    replace::{self, Replacement},
    search::nodes_per_second,
};

/// Result of `engine annotate` for one game of the input.
pub enum ProcessedGame {
    /// A game with its annotation and its positions to practise.
    Annotated(RawGame, Game, Annotation, Practice),
    /// A game without moves; PGN output contains its text unchanged.
    Empty(RawGame, Game),
    /// A game that could not be annotated, or a later part of an overlong game.
    Refused(RawGame, AnnotateError),
}

impl ProcessedGame {
    pub fn number(&self) -> u64 {
        match self {
            Self::Annotated(raw, ..) | Self::Empty(raw, _) | Self::Refused(raw, _) => raw.number,
        }
    }
}

/// Counters of the run, printed in the summary at the end.
#[derive(Debug, Default)]
pub struct Totals {
    /// Number of annotated games, including games without moves.
    pub games: u64,
    /// Number of games that could not be annotated.
    pub refused: u64,
    /// Number of games whose search failed with an internal error. A game with a failed search is also
    /// counted in `refused`.
    pub faults: u64,
    /// Number of positions in all annotated games with at least one move, including final positions that
    /// needed no search.
    pub positions: u64,
    /// Sum of the nodes of all searches, also of those for `--practice`.
    pub nodes: u64,
    /// Number of positions to practise; `None` without `--practice`.
    pub practice: Option<u64>,
}

impl Totals {
    /// Creates counters; `practises` means that the run collects positions to practise.
    pub fn new(practises: bool) -> Self {
        Self { practice: practises.then_some(0), ..Self::default() }
    }

    /// Returns the summary line: numbers of annotated games, of refused games (if any), of positions and of
    /// nodes, `time` in seconds, nodes per second, and the number of positions to practise, if any are wanted.
    pub fn summary(&self, time: Duration) -> String {
        let Self { games, refused, positions, nodes, practice, .. } = self;
        let practice = match practice {
            None => String::new(),
            Some(1) => "; 1 position to practise".to_owned(),
            Some(count) => format!("; {count} positions to practise"),
        };
        let noun = if *games == 1 { "game" } else { "games" };
        let seconds = time.as_secs_f64();
        let rate = nodes_per_second(*nodes, time);
        let copied = if *refused > 0 { format!(", {refused} copied unchanged") } else { String::new() };
        format!(
            "{games} {noun} annotated{copied}; {positions} positions, {nodes} nodes in {seconds:.1} s, {rate} nodes/s{practice}"
        )
    }
}

/// Writes processed games to the output, and, with `--svg`, evaluation graphs to a directory.
pub struct Writer {
    out: Out,
    /// Directory for the evaluation graphs; `None` without `--svg`.
    graphs: Option<PathBuf>,
    /// File for the positions to practise; `None` without `--practice`.
    practice: Option<PathBuf>,
    puzzles: Vec<Puzzle>,
    /// Part of the name of the player whose positions are kept; `None` without `--player`.
    player: Option<String>,
    json: bool,
    /// Maximum length of a variation in the PGN output, in plies.
    line: usize,
    /// Whether the last text written was a part of an overlong game that the next part continues.
    unfinished: bool,
    /// Whether at least one game was written as PGN.
    has_output: bool,
    /// Number of bytes written to the output.
    bytes: usize,
}

enum Out {
    File(Replacement, PathBuf),
    Stdout(io::Stdout),
}

impl Writer {
    pub fn new(arguments: &Arguments) -> anyhow::Result<Self> {
        let out = match &arguments.output {
            Some(path) if !is_stdout(path) => {
                let is_input = refuse_input_as_output(path, &arguments.files).is_err();
                refuse_existing(path, arguments.force || is_input)?;
                let file =
                    Replacement::new(path).with_context(|| format!("cannot write {}", path.display()))?;
                Out::File(file, path.clone())
            }
            _ => Out::Stdout(io::stdout()),
        };
        if let Some(folder) = &arguments.svg {
            refuse_pictures(folder, arguments.force)?;
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot create the directory {}", folder.display()))?;
        }
        let (graphs, json, line) = (arguments.svg.clone(), arguments.is_jsonl(), arguments.line as usize);
        let (practice, puzzles) = (arguments.practice.clone(), Vec::new());
        if let Some(path) = &practice {
            // Fails before the searches if the file exists or cannot be written.
            refuse_existing(path, arguments.force)?;
            Replacement::new(path).with_context(|| format!("cannot write {}", path.display()))?;
        }
        let (unfinished, has_output, bytes) = (false, false, 0);
        let player = arguments.player.clone();
        Ok(Self { out, graphs, practice, puzzles, player, json, line, unfinished, has_output, bytes })
    }

    /// Writes one processed game and counts it in `totals`.
    pub fn write(&mut self, processed: &ProcessedGame, totals: &mut Totals) -> anyhow::Result<()> {
        match processed {
            ProcessedGame::Annotated(raw, game, annotation, Practice { puzzles, nodes }) => {
                let kept: Vec<_> =
                    puzzles.iter().filter(|puzzle| self.has_player(game, puzzle)).cloned().collect();
                if let Some(count) = &mut totals.practice {
                    *count += kept.len() as u64;
                }
                self.puzzles.extend(kept);
                totals.games += 1;
                totals.positions += annotation.analyses.len() as u64;
                totals.nodes += annotation.nodes + nodes;
                report_repairs(raw, game);
                self.write_graph(raw.number, game, annotation)?;
                if self.json {
                    self.write_record(AnnotatedGame::new(raw.number, game, annotation))
                } else {
                    self.write_pgn(raw, &write::annotated(game, annotation, self.line))
                }
            }
            ProcessedGame::Empty(raw, game) => {
                totals.games += 1;
                report_repairs(raw, game);
                if self.json {
                    self.write_record(AnnotatedGame::new(raw.number, game, &Annotation::none()))
                } else {
                    self.write_pgn(raw, &raw.text)
                }
            }
            ProcessedGame::Refused(raw, refusal) => {
                if !raw.continued {
                    totals.refused += 1;
                    totals.faults += u64::from(matches!(refusal, AnnotateError::Search(_)));
                    print_message(format_args!("cannot annotate {}: {refusal}", raw.place(refusal.ply())));
                }
                match self.json {
                    true if raw.continued => Ok(()),
                    true => self.write_record(RefusedGame::new(raw, refusal)),
                    false => self.write_pgn(raw, &raw.text),
                }
            }
        }
    }

    /// Returns whether the player of `--player` is to move in a puzzle of `game`; true without `--player`.
    fn has_player(&self, game: &Game, puzzle: &Puzzle) -> bool {
        let Some(player) = &self.player else { return true };
        let name = game.tag(puzzle.position.turn().fold_wb("White", "Black"));
        name.is_some_and(|name| name.to_lowercase().contains(&player.to_lowercase()))
    }

    /// Writes one game as PGN: annotated, or unchanged if it has no moves or could not be annotated. An
    /// overlong game comes in several parts, one for each call. An empty line separates two games.
    fn write_pgn(&mut self, raw: &RawGame, text: &[u8]) -> anyhow::Result<()> {
        let mut game = Vec::with_capacity(text.len() + 2);
        if self.has_output && !raw.continued {
            game.extend_from_slice(if self.unfinished { b"\n\n" } else { b"\n" });
        }
        game.extend_from_slice(text);
        // An overlong game is written in parts, without a line break between the parts.
        self.unfinished = raw.too_long;
        if !self.unfinished && !text.ends_with(b"\n") {
            game.push(b'\n');
        }
        self.has_output = true;
        self.write_bytes(&game)
    }

    fn write_record(&mut self, record: impl serde::Serialize) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(&Versioned::new(record))?;
        line.push(b'\n');
        self.write_bytes(&line)
    }

    /// Writes the output of one game. Standard output is flushed, so that a program that reads the output
    /// from a pipe gets each game at once.
    fn write_bytes(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.bytes += bytes.len();
        match &mut self.out {
            Out::File(file, path) => {
                file.write_all(bytes).with_context(|| format!("cannot write {}", path.display()))
            }
            Out::Stdout(stdout) => {
                let mut stdout = stdout.lock();
                Ok(stdout
                    .write_all(bytes)
                    .and_then(|()| stdout.flush())
                    .map_err(|error| naming_stdout(&error))?)
            }
        }
    }

    fn write_graph(&self, number: u64, game: &Game, annotation: &Annotation) -> anyhow::Result<()> {
        let Some(folder) = &self.graphs else { return Ok(()) };
        let path = folder.join(format!("game-{number:05}.svg"));
        replace::write(&path, graph::svg(game, annotation).as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// Prints, after an interruption, that the output file is unchanged. Prints nothing if the output is
    /// standard output.
    pub fn report_unfinished(&self) {
        if let Out::File(_, path) = &self.out {
            print_message(format_args!("interrupted: {} is unchanged", path.display()));
        }
    }

    /// Moves the new file to the path of `--output`, unless the output is standard output. Then writes the
    /// file of `--practice`, if any.
    ///
    /// # Errors
    /// [`UsageError`] if the output is empty and would replace a file, and then writes nothing; I/O errors.
    pub fn finish(self) -> anyhow::Result<()> {
        match self.out {
            Out::File(_, path) if self.bytes == 0 && path.exists() => {
                let path = path.display();
                let message = format!("the input contains no games: {path} is unchanged");
                return Err(UsageError(message).into());
            }
            Out::File(file, path) => {
                file.finish().with_context(|| format!("cannot write {}", path.display()))?;
            }
            Out::Stdout(_) => {}
        }
        let Some(path) = &self.practice else { return Ok(()) };
        let puzzles = &self.puzzles;
        let text = if is_page(path) { practice::page(puzzles) } else { practice::epd(puzzles) };
        replace::write(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Returns whether `--practice` writes a page instead of EPD to this file.
pub fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("html"))
}

fn report_repairs(raw: &RawGame, game: &Game) {
    for repair in &game.repairs {
        print_message(format_args!("{}: header FEN: {repair}", raw.place(None)));
    }
}
