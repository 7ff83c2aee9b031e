//! `engine datagen export`: writes packed games in the formats of trainers, as selected positions or as whole
//! games.

use std::{
    collections::BTreeMap,
    io::{BufWriter, Write},
    path::PathBuf,
    process::ExitCode,
    time::Instant,
};

use anyhow::Context as _;
use clap::{Args, ValueEnum, value_parser};
use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    ReadArguments,
    archive::{Archive, PackedFile, check, load, read_blocks},
};
use crate::{
    cli::{
        exit::{CHECK_FAILED, UsageError},
        input,
        output::{Destination, OutputFile, cannot_write, is_stdout, print_json},
        values::number,
    },
    json::millis,
    lab::data::{
        packed::{
            Block,
            training::{Counts, Filter, Selection, select},
        },
        viriformat::{EncodedGames, encode_block},
    },
};

const BUFFER: usize = 1 << 20;

/// Write packed games for trainers: the training positions, or the whole games, in the order of the games
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("output", |output| output.required(true).help("Write to this file; - is stdout"))
)]
pub struct Arguments {
    /// Files of engine datagen games; - is stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputFile,
    /// Format of the output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Bulletformat)]
    format: Format,
    /// Weight of the following scores in the score of a record, from 0 to 0.99: average each score with those of
    /// the following positions, up to the next capture or promotion
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.0, value_parser = parse_lambda)]
    lambda: f64,
    #[command(flatten)]
    read: ReadArguments,
    // The filter options come last in the struct, because clap puts every option after a help heading under
    // that heading.
    #[command(flatten)]
    filter_options: FilterArguments,
}

const EXAMPLES: &str = "\
Examples:
  engine datagen export run7.games run8.games -o positions.bin
  engine datagen export *.games --lambda 0.7 -o averaged.bin --json
  engine datagen export *.games --format viriformat -o games.vf

If blocks of a file are damaged, the other blocks are exported and the exit code is 3. An incomplete last block alone, \
as an ended run leaves it, is no damage.";

/// Formats of trainers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Format {
    /// Selected positions, 32 bytes each: the input of engine tune network and of the trainer bullet
    Bulletformat,
    /// Whole games, 32 bytes per game and 4 bytes per ply, without the filter: for the trainer bullet
    Viriformat,
}

/// Options that select positions.
#[derive(Args, Debug)]
#[command(next_help_heading = "Filter")]
struct FilterArguments {
    /// Skip the first N positions of each game, counting those of the opening
    #[arg(long, value_name = "N", default_value_t = Filter::default().min_ply, value_parser = number::<u32>(0..=100_000))]
    min_ply: u32,
    /// Skip positions with a score of CP centipawns or more, for either side; packed games store scores up to
    /// 3000
    #[arg(long, value_name = "CP", default_value_t = Filter::default().score_below,
          value_parser = value_parser!(i32).range(1..))]
    max_score: i32,
    /// Skip positions with fewer than N pieces and pawns, counting the kings
    #[arg(long, value_name = "N", default_value_t = Filter::default().min_men, value_parser = number::<u32>(0..=32))]
    min_men: u32,
    /// Skip positions in which the side to move had CP centipawns or more and lost the game
    #[arg(long, value_name = "CP", allow_negative_numbers = true)]
    contradiction: Option<i32>,
    /// Keep positions in which the side to move is in check
    #[arg(long)]
    keep_checks: bool,
    /// Keep positions in which the move played was a capture or promotion
    #[arg(long)]
    keep_captures: bool,
    /// Keep every occurrence of a position, not only the first
    #[arg(long)]
    keep_duplicates: bool,
}

impl FilterArguments {
    const fn filter(&self) -> Filter {
        Filter {
            min_ply: self.min_ply,
            checks: self.keep_checks,
            noisy: self.keep_captures,
            score_below: self.max_score,
            min_men: self.min_men,
            contradiction: self.contradiction,
        }
    }
}

fn parse_lambda(text: &str) -> Result<f64, String> {
    let weight = text.parse().ok().filter(|weight| (0.0..=0.99).contains(weight));
    weight.ok_or_else(|| "write a number from 0 to 0.99".to_owned())
}

/// JSON output of `engine datagen export FILE... --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Export {
    /// Format of the output file.
    format: Format,
    /// The files of packed games that were read, in reading order.
    files: Vec<PackedFile>,
    /// Number of games read from all files.
    games: u64,
    /// Number of positions with a score in all games read, before filtering; opening positions have no score.
    positions: u64,
    /// Number of positions written to the output file.
    written: u64,
    /// Number of positions that were not written, by reason; each position is counted once, with the first
    /// reason that applies.
    left_out: BTreeMap<&'static str, u64>,
    /// Number of blocks that could not be decoded to the end because another version of the engine wrote
    /// them.
    unsound: u64,
    /// Pairs of run number and worker number that occur in more than one file, written as `run/worker`; with
    /// the same settings, games of the same pair are duplicates.
    repeated_seeds: Vec<String>,
    /// Duration of the export in milliseconds.
    time_ms: u64,
}

/// Writes the selected training positions of all packed files to the output file, in the order of the files.
/// The exit code is 3 if the header or a block of a file is damaged, or if a block cannot be decoded to the
/// end; an incomplete last block alone is not damage.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (paths, to) = (input::files_or_stdin(&arguments.files)?, arguments.output.path());
    if arguments.read.json && is_stdout(to) {
        let message = "--output -: stdout is also the output of --json: name a file, or remove --json";
        return Err(UsageError(message.to_owned()).into());
    }
    let Arguments { format, lambda, filter_options, .. } = arguments;
    let filter = filter_options.filter();
    let selects = filter != Filter::default() || filter_options.keep_duplicates || *lambda > 0.0;
    if *format == Format::Viriformat && selects {
        let message = "--format viriformat writes whole games: remove --lambda and the filter options, and filter in \
                       the trainer";
        return Err(UsageError(message.to_owned()).into());
    }
    check(&paths)?;
    let messages = arguments.read.messages.output();
    let started = Instant::now();
    let mut archive = Archive::default();
    let progress = messages.progress(paths.len(), "files");
    let mut exporter = Exporter::new(arguments.output.open(&paths)?, filter_options.keep_duplicates);
    for path in &paths {
        let bytes = load(path)?;
        let blocks = archive.add_file(path, &bytes, &messages)?;
        let jobs = arguments.read.jobs();
        let written = match format {
            Format::Bulletformat => {
                let select = |block: &Block<'_>| select(block, &filter, *lambda);
                read_blocks(jobs, &blocks, select, |selection| exporter.write_selection(&selection))
            }
            Format::Viriformat => {
                read_blocks(jobs, &blocks, encode_block, |games| exporter.write_games(&games))
            }
        };
        written.with_context(|| cannot_write(to))?;
        progress.inc(1);
    }
    let Exporter { out, written, unsound, counts, .. } = exporter;
    let out = out.into_inner().map_err(std::io::IntoInnerError::into_error);
    out.and_then(Destination::finish).with_context(|| cannot_write(to))?;
    progress.finish_and_clear();
    let complete = archive.is_complete() && unsound == 0;
    let export = Export::new(*format, &counts, written, unsound, archive, started);
    if arguments.read.json {
        print_json(&export)?;
    } else {
        print_summary(&export, arguments);
    }
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::from(CHECK_FAILED) })
}

/// Writes training records or games, counts them, and counts the skipped positions. The exporter writes each
/// record only once, unless `keep_duplicates` is set.
struct Exporter {
    out: BufWriter<Destination>,
    seen: Option<FxHashSet<u64>>,
    counts: Counts,
    written: u64,
    unsound: u64,
}

impl Exporter {
    fn new(file: Destination, keep_duplicates: bool) -> Self {
        let seen = (!keep_duplicates).then(FxHashSet::default);
        let out = BufWriter::with_capacity(BUFFER, file);
        Self { out, seen, counts: Counts::default(), written: 0, unsound: 0 }
    }

    fn write_selection(&mut self, selection: &Selection) -> std::io::Result<()> {
        self.counts.add(&selection.counts);
        self.unsound += u64::from(!selection.sound);
        for (key, record) in selection.keys.iter().zip(&selection.records) {
            if self.seen.as_mut().is_none_or(|seen| seen.insert(*key)) {
                self.out.write_all(record)?;
                self.written += 1;
            }
        }
        Ok(())
    }

    fn write_games(&mut self, games: &EncodedGames) -> std::io::Result<()> {
        self.counts.games += games.games;
        self.counts.positions += games.moves;
        self.written += games.moves;
        self.unsound += u64::from(!games.sound);
        self.out.write_all(&games.bytes)
    }
}

impl Export {
    fn new(
        format: Format,
        counts: &Counts,
        written: u64,
        unsound: u64,
        archive: Archive,
        started: Instant,
    ) -> Self {
        let Counts { games, positions, early, checks, noisy, decided, few_men, contradicted } = *counts;
        let others = early + checks + noisy + decided + few_men + contradicted;
        let left_out = BTreeMap::from([
            ("early", early),
            ("check", checks),
            ("capture_or_promotion", noisy),
            ("score", decided),
            ("few_men", few_men),
            ("contradiction", contradicted),
            ("duplicate", positions - others - written),
        ]);
        let repeated_seeds = archive.repeated();
        let (files, time_ms) = (archive.files, millis(started.elapsed()));
        Self { format, files, games, positions, written, left_out, unsound, repeated_seeds, time_ms }
    }
}

fn print_summary(export: &Export, arguments: &Arguments) {
    let messages = &arguments.read.messages;
    let Export { games, positions, written, left_out, unsound, .. } = export;
    let reasons: Vec<_> = left_out.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    let skipped = match export.format {
        Format::Bulletformat => format!("; skipped: {}", reasons.join(", ").replace('_', " ")),
        Format::Viriformat => String::new(),
    };
    messages.summary(format_args!(
        "{games} games, {positions} positions in {:.1} s: {written} written{skipped}",
        export.time_ms as f64 / 1e3,
    ));
    if *unsound > 0 {
        messages.output().remark(format_args!(
            "{unsound} blocks cannot be decoded to the end, because another version of the engine wrote them"
        ));
    }
}
