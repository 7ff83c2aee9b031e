//! Time of the readers as their input grows: `cargo bench --bench doubling`.
//!
//! Each line shows the seconds for an input, for twice and for four times the input, and the larger of the two factors.
//! In linear time the factor is about 2. The exit code is 1 if a factor exceeds 2.3; timings on a busy machine are
//! unreliable.

use std::{
    io::Write as _,
    process::{Command, ExitCode, Stdio},
    thread,
    time::Instant,
};

/// Largest factor of linear time, with a margin for the measurement.
const MOST: f64 = 2.3;
/// Number of measurements, of which the fastest counts.
const RUNS: usize = 3;

/// An input: name, arguments of the engine, the number of repeated units, and the text with this number of units.
struct Growing(&'static str, &'static [&'static str], usize, fn(usize) -> String);

const GAME: &str = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 {a comment} Nc6 (2... d6 3. d4) 3. Bb5 a6 1/2-1/2\n\n";
const ROUND: &str = " g1f3 g8f6 f3g1 f6g8";
const BOOK: &[&str] = &["book", "make", "--min-games", "1", "-q", "-o", "-"];
const RECORDS: &[&str] = &["analyse", "--nodes", "1", "-q"];

const INPUTS: [Growing; 9] = [
    Growing("PGN games", BOOK, 10_000, |units| GAME.repeat(units)),
    Growing("PGN brackets", BOOK, 500_000, |units| {
        format!("1. e4 {} {} *", "(".repeat(units), ")".repeat(units))
    }),
    Growing("PGN comments", BOOK, 300_000, |units| format!("1. e4 {} *", "{a}".repeat(units))),
    Growing("PGN headers", BOOK, 100_000, |units| format!("{}\n1. e4 *", "[A \"b\"]\n".repeat(units))),
    Growing("EPD lines", RECORDS, 2_000, |units| "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\n".repeat(units)),
    Growing("JSON lines", RECORDS, 2_000, |units| {
        "{\"fen\":\"startpos\",\"moves\":[\"e2e4\"]}\n".repeat(units)
    }),
    Growing("UCI position", &[], 1_000, |units| {
        format!("position startpos moves{}\n", ROUND.repeat(units)).repeat(40)
    }),
    Growing("UCI queue", &[], 15_000, |units| {
        format!("{}{}", "go infinite\n".repeat(units), "stop\n".repeat(units))
    }),
    Growing("UCI line", &[], 20_000_000, |units| format!("position startpos moves {}\n", "x".repeat(units))),
];

/// Returns the seconds for an input with this number of units.
fn seconds(growing: &Growing, units: usize) -> f64 {
    let text = growing.3(units);
    let run = || {
        let start = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_engine"))
            .args(growing.1)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the engine starts");
        let mut input = child.stdin.take().expect("piped");
        thread::scope(|scope| {
            scope.spawn(|| {
                // The engine may refuse the input before its end.
                let _ = input.write_all(text.as_bytes());
                drop(input);
            });
            child.wait().expect("the engine ends");
        });
        start.elapsed().as_secs_f64()
    };
    (0..RUNS).map(|_| run()).fold(f64::MAX, f64::min)
}

fn main() -> ExitCode {
    let mut is_linear = true;
    for growing in &INPUTS {
        let times = [1, 2, 4].map(|factor| seconds(growing, factor * growing.2));
        let factor = (times[1] / times[0]).max(times[2] / times[1]);
        is_linear &= factor <= MOST;
        let times = times.map(|time| format!("{time:.2}")).join(" ");
        let _ = writeln!(std::io::stdout(), "{:14} {times} s, factor {factor:.2}", growing.0);
    }
    if is_linear { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
