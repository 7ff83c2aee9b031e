//! Writes the output of `engine annotate`: PGN or JSON, and messages about games that could not be annotated.

use std::{io::Write as _, path::PathBuf, time::Duration};

use anyhow::Context as _;

use super::AnnotateArguments;
use crate::{
    chess::pgn::{PgnGame, RawGame},
    search::nodes_per_second,
    support::json::Versioned,
    tools::{
        annotate::{
            AnnotateError, Annotation,
            report::{AnnotatedGame, RefusedGame},
            write,
        },
        common::{
            exit::UsageError,
            output::{
                Destination, cannot_write, is_stdout, print_message, refuse_input_as_output, write_error,
            },
        },
    },
};

/// Result of `engine annotate` for one game of the input, or for a later part of an overlong game.
pub struct ProcessedGame {
    pub raw: RawGame,
    /// The game with its annotation; PGN output contains the text of a game without moves unchanged.
    pub result: Result<Box<(PgnGame, Annotation)>, AnnotateError>,
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
    /// Sum of the nodes of all searches.
    pub nodes: u64,
}

impl Totals {
    /// Returns the summary line: numbers of annotated games, of refused games (if any), of positions and of
    /// nodes, `time` in seconds, and nodes per second.
    pub fn summary(&self, time: Duration) -> String {
        let Self { games, refused, positions, nodes, .. } = self;
        let noun = if *games == 1 { "game" } else { "games" };
        let seconds = time.as_secs_f64();
        let rate = nodes_per_second(*nodes, time);
        let copied = if *refused > 0 { format!(", {refused} copied unchanged") } else { String::new() };
        format!(
            "{games} {noun} annotated{copied}; {positions} positions, {nodes} nodes in {seconds:.1} s, {rate} nodes/s"
        )
    }
}

/// Writes processed games to the output.
pub struct Writer {
    out: Destination,
    /// Path of `out`; [`STDOUT`] for standard output.
    path: PathBuf,
    json: bool,
    /// Whether the last text written was a part of an overlong game that the next part continues.
    unfinished: bool,
    /// Whether at least one game was written as PGN.
    has_output: bool,
    /// Number of bytes written to the output.
    bytes: usize,
}

impl Writer {
    pub fn new(arguments: &AnnotateArguments) -> anyhow::Result<Self> {
        let path = arguments.file.path().to_owned();
        let is_input = !is_stdout(&path) && refuse_input_as_output(&path, &arguments.files).is_err();
        let out = Destination::complete(&path, arguments.file.replacement.force || is_input)?;
        let json = arguments.jsonl;
        let (unfinished, has_output, bytes) = (false, false, 0);
        Ok(Self { out, path, json, unfinished, has_output, bytes })
    }

    /// Writes one processed game and counts it in `totals`.
    pub fn write(&mut self, processed: &ProcessedGame, totals: &mut Totals) -> anyhow::Result<()> {
        let raw = &processed.raw;
        match &processed.result {
            Ok(annotated) => {
                let (game, annotation) = annotated.as_ref();
                totals.games += 1;
                totals.positions += annotation.analyses.len() as u64;
                totals.nodes += annotation.nodes;
                report_repairs(raw, game);
                if self.json {
                    self.write_record(AnnotatedGame::new(raw.number, game, annotation))
                } else if game.plies.is_empty() {
                    self.write_pgn(raw, &raw.text)
                } else {
                    self.write_pgn(raw, &write::annotated(game, annotation))
                }
            }
            Err(refusal) => {
                if raw.text.contains(&0) {
                    let place = raw.place(None);
                    return Err(UsageError(format!("the input is not PGN: {place} has zero bytes")).into());
                }
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
        let written = self.out.write_all(bytes).and_then(|()| match self.out {
            Destination::Replacement(_) => Ok(()),
            _ => self.out.flush(),
        });
        written.with_context(|| cannot_write(&self.path))
    }

    /// Prints, after an interruption, that the output file is unchanged. Prints nothing if the output is
    /// standard output.
    pub fn report_unfinished(&self) {
        self.out.report_unfinished(&self.path);
    }

    /// Moves the new file to the path of `--output`, unless the output is standard output.
    ///
    /// # Errors
    /// [`UsageError`] if the output is empty and would replace a file, and then writes nothing; I/O errors.
    pub fn finish(self) -> anyhow::Result<()> {
        if self.bytes == 0 && !is_stdout(&self.path) && self.path.exists() {
            let path = self.path.display();
            return Err(UsageError(format!("the input contains no games: {path} is unchanged")).into());
        }
        self.out.finish().map_err(|error| write_error(error, &self.path))
    }
}

fn report_repairs(raw: &RawGame, game: &PgnGame) {
    for repair in &game.repairs {
        print_message(format_args!("{}: header FEN: {repair}", raw.place(None)));
    }
}
