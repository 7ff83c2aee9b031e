//! Recordings: checksums of the output of the engine for a fixed list of inputs, in `tests/recordings.txt`.
//!
//! A commit that changes output on purpose also updates the recordings, with this command:
//!
//! ```text
//! GLULAM_BLESS=1 cargo test --test program recordings
//! ```

use std::fmt::Write as _;

use crate::support::{code, run, stdout};

const EPD: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3 id \"italian\";\n\
                   startpos\n8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\nnot a position\n7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n";
const PGN: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
const UCI: &str = "uci\nisready\nposition startpos moves e2e4 c7c5\ngo depth 6\n";
const MULTI_PV: &str =
    "setoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true\nposition startpos\ngo depth 5\n";
const CHESS_960: &str = "setoption name UCI_Chess960 value true\n\
                         position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\ngo perft 2\n";

/// Name, arguments and standard input of every recording. `|` separates arguments.
const RECORDINGS: [(&str, &str, &str); 23] = [
    ("explain-text", "explain|--depth|3", ""),
    ("explain-selective", "explain|--fen|kiwipete|--depth|4|--layers|full", ""),
    ("explain-jsonl", "explain|--fen|kiwipete|--depth|3|--layers|razoring|--jsonl", ""),
    ("explain-html", "explain|--fen|lucena|--depth|3|--format|html", ""),
    ("explain-why-not", "explain|--depth|4|--why-not|h4", ""),
    ("explain-lesson", "explain|--lesson|horizon", ""),
    ("explain-pichu", "explain|--game|pichu|--depth|2", ""),
    ("eval-network", "eval|kiwipete", ""),
    ("eval-classical", "eval|kiwipete|--evaluator|classical", ""),
    ("eval-json", "eval|kiwipete|--evaluator|classical|--json", ""),
    ("analyse-jsonl", "analyse|--nodes|3000|--no-timing", EPD),
    ("analyse-csv", "analyse|--nodes|3000|--no-timing|--csv", EPD),
    ("analyse-pgn", "analyse|--nodes|1000|--no-timing", PGN),
    ("annotate-pgn", "annotate|--nodes|2000", PGN),
    ("annotate-jsonl", "annotate|--nodes|2000|--jsonl", PGN),
    ("bestmove", "bestmove|kiwipete|--depth|6", ""),
    ("match-checkmate", "match|--checkmate|random,seed=1|table|--games|2|--json|--nodes|200", ""),
    ("uci", "", UCI),
    ("uci-multi-pv", "", MULTI_PV),
    ("uci-chess960", "", CHESS_960),
    ("explain-columns", "bench|--ladder|--explain-columns", ""),
    ("no-such-rung", "explain|--layers|no-such", ""),
    ("no-such-option", "--no-such", ""),
];

/// Replaces what varies between machines and runs: the header of a JSON object, which names the processor, and the
/// numbers after a word or JSON field that names a time, a speed or the used part of the hash table.
fn masked(text: &str) -> String {
    let mut masked = String::new();
    let json =
        text.split_once("\"header\":{").and_then(|(start, rest)| Some((start, rest.split_once("},")?.1)));
    let text = json.map_or_else(|| text.to_owned(), |(start, rest)| format!("{start}{rest}"));
    for line in text.lines() {
        let mut after_time = false;
        for word in line.split_inclusive([' ', ',', ':']) {
            let is_number = word.starts_with(|first: char| first.is_ascii_digit());
            masked.push_str(if after_time && is_number { "# " } else { word });
            let name = word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            after_time = ["time", "nps", "time_ms", "hashfull"].contains(&name);
        }
        masked.push('\n');
    }
    masked
}

/// Runs all recordings. Returns one line for each: name, exit code, bytes, checksum.
fn record() -> String {
    let mut table = "# Name, exit code, bytes and CRC-32 of stdout without times. Rewritten by: GLULAM_BLESS=1 cargo test --test \
                     program recordings\n"
        .to_owned();
    for (name, arguments, input) in RECORDINGS {
        let arguments: Vec<_> = arguments.split('|').filter(|word| !word.is_empty()).collect();
        let output = run(&arguments, input);
        let text = masked(&stdout(&output));
        let code = code(&output).expect("no signal");
        let sum = crc32fast::hash(text.as_bytes());
        writeln!(table, "{name:<18} {code} {:>6} {sum:08x}", text.len()).expect("writing to a string");
    }
    table
}

#[test]
#[cfg_attr(feature = "tuning", ignore = "this build has an option for every tunable")]
fn the_output_of_the_engine_has_not_changed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recordings.txt");
    let now = record();
    if std::env::var_os("GLULAM_BLESS").is_some() {
        std::fs::write(path, &now).expect("tests/recordings.txt can be written");
    }
    let before = std::fs::read_to_string(path).unwrap_or_default();
    let changed: Vec<_> = now.lines().filter(|line| !before.lines().any(|known| known == *line)).collect();
    assert!(changed.is_empty(), "these outputs have changed:\n{}", changed.join("\n"));
    assert_eq!(now.lines().count(), before.lines().count(), "a recording is missing");
}
