//! From packed games to what a trainer reads.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use anyhow::Context as _;
use clap::{Args, value_parser};
use indicatif::ProgressBar;
use rustc_hash::FxHashSet;
use serde::Serialize;

use super::{
    Arguments, NO_EXPORT,
    archive::{Archive, PackedFile, check, load, read_blocks},
};
use crate::{
    cli::{
        exit::CHECK_FAILED,
        output::{Output, create, print_json},
    },
    json::millis,
    lab::data::packed::{
        Block,
        training::{Counts, Filter, RECORD_BYTES, Selection, select},
    },
};

const BUFFER: usize = 1 << 20;

/// What is taken of packed games.
#[derive(Args, Debug)]
#[command(next_help_heading = "Positions that --export takes")]
pub struct FilterArguments {
    /// Plies played before a position, those of the opening included, at least
    #[arg(long, value_name = "PLIES", conflicts_with_all = NO_EXPORT, default_value_t = Filter::default().min_ply)]
    min_ply: u32,
    /// Scores are less than this, in centipawns; no score is stored beyond 3000
    #[arg(long, value_name = "CP", conflicts_with_all = NO_EXPORT, default_value_t = Filter::default().score_below,
          value_parser = value_parser!(i32).range(1..))]
    max_score: i32,
    /// Men on the board, kings included, at least
    #[arg(long, value_name = "MEN", conflicts_with_all = NO_EXPORT, default_value_t = Filter::default().min_men)]
    min_men: u32,
    /// Leave out positions worth so much, or more, to the side that then lost
    #[arg(long, value_name = "CP", conflicts_with_all = NO_EXPORT)]
    contradiction: Option<i32>,
    /// Take positions in check as well
    #[arg(long, conflicts_with_all = NO_EXPORT)]
    keep_checks: bool,
    /// Take positions as well in which a capture or a promotion was played
    #[arg(long, conflicts_with_all = NO_EXPORT)]
    keep_captures: bool,
    /// Take a position each time it comes up, and not only the first time
    #[arg(long, conflicts_with_all = NO_EXPORT)]
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

/// `engine datagen --export FILE... --json`.
#[derive(Clone, Debug, Serialize)]
struct Export {
    /// The files, in the order in which they were read.
    files: Vec<PackedFile>,
    /// Games that were read.
    games: u64,
    /// Positions with a score.
    positions: u64,
    /// Positions that were written.
    written: u64,
    /// Those that were not, by the reason.
    left_out: BTreeMap<&'static str, u64>,
    /// Blocks that could not be read to their end.
    unsound: u64,
    /// Seeds that came up in two files, as `run/worker`.
    repeated_seeds: Vec<String>,
    /// The time it took.
    time_ms: u64,
}

/// Writes the records of all files in their order.
pub fn write(arguments: &Arguments, paths: &[PathBuf], to: &Path) -> anyhow::Result<ExitCode> {
    check(paths)?;
    let messages = arguments.messages();
    let started = Instant::now();
    let mut archive = Archive::default();
    let mut progress = messages.progress(paths.len(), "export");
    let mut exporter = Exporter::new(create(to)?, arguments.filter_options.keep_duplicates);
    for path in paths {
        let bytes = load(path)?;
        let blocks = archive.add_file(path, &bytes, &messages)?;
        let filter = arguments.filter_options.filter();
        let read = |block: &Block<'_>| select(block, &filter);
        read_blocks(arguments.reader_threads(), &blocks, read, |selection| {
            exporter.write_selection(&selection)
        })
        .with_context(|| format!("while writing {}", to.display()))?;
        exporter.update_progress(&mut progress, started);
    }
    exporter.out.flush().with_context(|| format!("while writing {}", to.display()))?;
    progress.finish_and_clear();
    let export = exporter.finish(archive, started);
    if arguments.json {
        print_json(&export)?;
    } else {
        print_summary(&export, &messages);
    }
    Ok(if export.unsound == 0 { ExitCode::SUCCESS } else { ExitCode::from(CHECK_FAILED) })
}

/// Lets each position through once.
struct Exporter {
    out: BufWriter<File>,
    seen: Option<FxHashSet<u64>>,
    counts: Counts,
    written: u64,
    unsound: u64,
}

impl Exporter {
    fn new(file: File, keep_duplicates: bool) -> Self {
        let seen = (!keep_duplicates).then(FxHashSet::default);
        let out = BufWriter::with_capacity(BUFFER, file);
        Self { out, seen, counts: Counts::default(), written: 0, unsound: 0 }
    }

    fn write_selection(&mut self, selection: &Selection) -> std::io::Result<()> {
        self.counts.add(&selection.counts);
        self.unsound += u64::from(!selection.sound);
        for (key, record) in selection.keys.iter().zip(selection.records.chunks_exact(RECORD_BYTES)) {
            if self.seen.as_mut().is_none_or(|seen| seen.insert(*key)) {
                self.out.write_all(record)?;
                self.written += 1;
            }
        }
        Ok(())
    }

    fn update_progress(&self, progress: &mut ProgressBar, started: Instant) {
        let rate = self.counts.positions as f64 / started.elapsed().as_secs_f64();
        progress.set_message(format!("export, {:.1} M plies/s", rate / 1e6));
        progress.inc(1);
    }

    fn finish(&self, archive: Archive, started: Instant) -> Export {
        let Counts { games, positions, early, checks, noisy, decided, few_men, contradicted } = self.counts;
        let others = early + checks + noisy + decided + few_men + contradicted;
        let left_out = BTreeMap::from([
            ("early", early),
            ("check", checks),
            ("capture_or_promotion", noisy),
            ("score", decided),
            ("few_men", few_men),
            ("contradiction", contradicted),
            ("duplicate", positions - others - self.written),
        ]);
        let repeated_seeds = archive.repeated();
        let (files, written, unsound) = (archive.files, self.written, self.unsound);
        let time_ms = millis(started.elapsed());
        Export { files, games, positions, written, left_out, unsound, repeated_seeds, time_ms }
    }
}

fn print_summary(export: &Export, messages: &Output) {
    let Export { games, positions, written, left_out, unsound, .. } = export;
    let reasons: Vec<_> = left_out.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    messages.remark(format_args!(
        "{games} games, {positions} positions in {:.1} s: {written} written; left out: {}",
        export.time_ms as f64 / 1e3,
        reasons.join(", ").replace('_', " ")
    ));
    if *unsound > 0 {
        messages.remark(format_args!(
            "{unsound} blocks make no sense to this engine from some game on: another has written them"
        ));
    }
}
