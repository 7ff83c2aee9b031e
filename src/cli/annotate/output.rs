//! Where annotated games go: PGN or records, graphs beside them, and what is said of games that were refused.

use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
    time::Duration,
};

use anyhow::Context as _;

use super::Arguments;
use crate::{
    annotate::{
        AnnotateError, Annotation, graph,
        report::{AnnotatedGame, RefusedGame},
        write,
    },
    cli::output::print_message,
    json::Versioned,
    pgn::{Game, RawGame},
    replace::{self, Replacement},
    search::nodes_per_second,
};

/// What became of a game.
pub enum ProcessedGame {
    /// It was searched.
    Annotated(RawGame, Game, Annotation),
    /// It has no moves.
    Empty(RawGame, Game),
    /// It was not.
    Refused(RawGame, AnnotateError),
}

impl ProcessedGame {
    pub fn number(&self) -> u64 {
        match self {
            Self::Annotated(raw, ..) | Self::Empty(raw, _) | Self::Refused(raw, _) => raw.number,
        }
    }
}

/// What was done so far.
#[derive(Debug, Default)]
pub struct Totals {
    pub games: u64,
    pub refused: u64,
    /// Searches that failed; they are among the refused.
    pub faults: u64,
    pub positions: u64,
    pub nodes: u64,
}

impl Totals {
    /// The sum at the end.
    pub fn summary(&self, time: Duration) -> String {
        let Self { games, refused, positions, nodes, .. } = self;
        let seconds = time.as_secs_f64();
        let rate = nodes_per_second(*nodes, time);
        let passed = if *refused > 0 { format!(", {refused} passed on as they were") } else { String::new() };
        format!(
            "{games} games annotated{passed}; {positions} positions, {nodes} nodes in {seconds:.1} s, {rate} nodes/s"
        )
    }
}

/// Writes what is done.
pub struct Writer {
    out: Out,
    graphs: Option<PathBuf>,
    json: bool,
    line: usize,
    /// The last piece of text was a part of a game that goes on.
    unfinished: bool,
    has_output: bool,
}

enum Out {
    File(Replacement, PathBuf),
    Stdout(io::Stdout),
}

impl Writer {
    pub fn new(arguments: &Arguments) -> anyhow::Result<Self> {
        let out = match &arguments.output {
            Some(path) => {
                let file =
                    Replacement::new(path).with_context(|| format!("cannot write {}", path.display()))?;
                Out::File(file, path.clone())
            }
            None => Out::Stdout(io::stdout()),
        };
        if let Some(folder) = &arguments.svg {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        let (graphs, json, line) = (arguments.svg.clone(), arguments.messages.json, arguments.line as usize);
        Ok(Self { out, graphs, json, line, unfinished: false, has_output: false })
    }

    /// Writes one game.
    pub fn write(&mut self, processed: &ProcessedGame, totals: &mut Totals) -> anyhow::Result<()> {
        match processed {
            ProcessedGame::Annotated(raw, game, annotation) => {
                totals.games += 1;
                totals.positions += annotation.analyses.len() as u64;
                totals.nodes += annotation.nodes;
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
                    print_message(format_args!("{}: {refusal}: not annotated", raw.place(refusal.ply())));
                }
                match self.json {
                    true if raw.continued => Ok(()),
                    true => self.write_record(RefusedGame::new(raw, refusal)),
                    false => self.write_pgn(raw, &raw.text),
                }
            }
        }
    }

    /// A game of PGN; an empty line before all but the first.
    fn write_pgn(&mut self, raw: &RawGame, text: &[u8]) -> anyhow::Result<()> {
        let mut game = Vec::with_capacity(text.len() + 2);
        if self.has_output && !raw.continued {
            game.extend_from_slice(if self.unfinished { b"\n\n" } else { b"\n" });
        }
        game.extend_from_slice(text);
        // A piece of a long text goes on right where the next one begins.
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

    /// All at once, so that a reader sees whole games.
    fn write_bytes(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        match &mut self.out {
            Out::File(file, path) => {
                file.write_all(bytes).with_context(|| format!("cannot write {}", path.display()))
            }
            Out::Stdout(stdout) => {
                let mut stdout = stdout.lock();
                Ok(stdout.write_all(bytes).and_then(|()| stdout.flush())?)
            }
        }
    }

    fn write_graph(&self, number: u64, game: &Game, annotation: &Annotation) -> anyhow::Result<()> {
        let Some(folder) = &self.graphs else { return Ok(()) };
        let path = folder.join(format!("game-{number:05}.svg"));
        replace::write(&path, graph::svg(game, annotation).as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// Says that a file was not touched.
    pub fn report_unfinished(&self) {
        if let Out::File(_, path) = &self.out {
            print_message(format_args!("interrupted: {} is as it was", path.display()));
        }
    }

    /// All is written.
    pub fn finish(self) -> anyhow::Result<()> {
        match self.out {
            Out::File(file, path) => {
                file.finish().with_context(|| format!("cannot write {}", path.display()))
            }
            Out::Stdout(_) => Ok(()),
        }
    }
}

fn report_repairs(raw: &RawGame, game: &Game) {
    for repair in &game.repairs {
        print_message(format_args!("{}: header FEN: {repair}", raw.place(None)));
    }
}
