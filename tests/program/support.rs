//! Starts the engine and reads its output.

use std::{
    io::Write as _,
    path::PathBuf,
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use glulam::chess::positions;
use serde_json::Value;

/// Path of the tested engine. The environment variable `GLULAM_ENGINE` can name another build, for example the
/// release build: long tests are several times faster with it.
pub fn engine_path() -> PathBuf {
    std::env::var_os("GLULAM_ENGINE").map_or_else(|| env!("CARGO_BIN_EXE_engine").into(), PathBuf::from)
}

/// Returns a command that runs the engine in an empty environment with all three streams piped.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(engine_path());
    command.args(arguments).env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the engine without input and returns its output.
pub fn engine(arguments: &[&str]) -> Output {
    command(arguments).stdin(Stdio::null()).output().expect("the engine starts")
}

/// Runs the engine on `input` and returns its output.
pub fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    feed(&mut command(arguments), input)
}

/// Runs `command` on `input` and returns its output.
pub fn feed(command: &mut Command, input: impl AsRef<[u8]>) -> Output {
    let mut child = command.spawn().expect("the engine starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.as_ref();
    thread::scope(|scope| {
        // The engine may exit before it has read everything.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().expect("the engine exits")
    })
}

/// Runs the engine on `input` and returns stdout. Fails unless the exit code is 0 and stderr is empty.
pub fn text(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let output = run(arguments, input);
    assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""), "{arguments:?}");
    stdout(&output)
}

/// Runs the engine without input and returns the one JSON object on stdout. Fails unless the exit code is 0.
pub fn json(arguments: &[&str]) -> Value {
    let output = engine(arguments);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    serde_json::from_str(&stdout(&output)).expect("one JSON object and nothing else")
}

/// Parses one JSON object per line.
pub fn records(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object per line")).collect()
}

/// Exit code of a process; `None` if a signal ended it.
pub fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

/// Standard output as text.
pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// Standard error as text.
pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// Names of the fields of a JSON object.
pub fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// Fails unless the JSON object has exactly these fields, in any order.
pub fn assert_fields(object: &Value, fields: &[&str]) {
    let mut fields = fields.to_vec();
    fields.sort_unstable();
    let mut found = keys(object);
    found.sort_unstable();
    assert_eq!(found, fields);
}

/// Returns the FEN of a position in `positions/classic.epd`.
pub fn fen(name: &str) -> String {
    positions::named(name).unwrap_or_else(|| panic!("no position {name}")).position.to_string()
}

/// Writes an evaluation file with random weights and returns its path, which has spaces.
pub fn net(name: &str, neurons: usize, seed: u64) -> PathBuf {
    let path = std::env::temp_dir().join(format!("glulam {name} {}.nnue", std::process::id()));
    std::fs::write(&path, glulam::evaluate::Network::random(neurons, seed).to_bytes()).expect("room");
    path
}

/// Waits until `condition` holds, for at most a minute. For events that only a look at a file can find.
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !condition() {
        assert!(begun.elapsed() < Duration::from_mins(1), "waited in vain: {what}");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Sends `signal` (`-INT`, `-TERM`) to a process.
#[cfg(unix)]
pub fn kill(signal: &str, process: u32) {
    let status = Command::new("kill").args([signal, &process.to_string()]).status().expect("kill starts");
    assert!(status.success(), "kill {signal} {process}: {status}");
}

/// Path of a file in the directory of shared test data, which the environment variable `GLULAM_DATA`
/// contains.
pub fn shared_data(path: &str) -> PathBuf {
    let folder =
        std::env::var_os("GLULAM_DATA").expect("GLULAM_DATA is set to the directory of shared test data");
    PathBuf::from(folder).join(path)
}

/// Peak memory of a process in kB.
#[cfg(target_os = "linux")]
pub fn peak_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("Linux has this line");
    line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a number")
}
