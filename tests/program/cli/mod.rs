//! The command line: standard output, standard error, and exit codes.

mod ablation;
mod annotate;
mod bench;
mod book;
mod checkmate;
mod datagen;
mod explain;
mod grammar;
mod ladder;
mod matches;
mod nets;
mod perft;
mod pichu;
mod pictures;
mod play;
mod readers;
mod tune;
mod usage;

/// Parses a number as Fishtest does: after `": "` in the first line that contains `label`.
fn as_fishtest_reads(text: &str, label: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.contains(label))?;
    line.split(": ").nth(1)?.trim().parse().ok()
}
