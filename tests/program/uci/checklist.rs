//! Runs the dialogues of `checklist.txt` with the real binary, and checks that the checklist is complete.
//!
//! Response times: a step such as `<50 readyok|` is repeated as often as its dialogue states, each time with
//! a fresh engine, and the *median* must be within the limit. Other work on the machine delays the answers.
//! If the median is too late, the test therefore measures how late a program without a search answers, and
//! adds this lateness to the limit. On an idle machine the addition is nearly zero. A dialogue fails if it
//! misses the limit in [`ROUNDS`] rounds. The test with the 90th percentile, without any addition, needs an
//! idle machine.

use std::{
    collections::BTreeMap,
    fs,
    panic::catch_unwind,
    path::Path,
    process::ExitStatus,
    thread,
    time::{Duration, Instant},
};

use super::{
    dialogue::{Dialogue, PATIENCE, last},
    output::{check_answer, check_line, is_protocol},
};

const SCRIPT: &str = include_str!("checklist.txt");
/// Number of requirements in the checklist.
const REQUIREMENTS: usize = 83;
/// First words of commands that print text other than UCI.
const TEXT_COMMANDS: [&str; 6] = ["d", "eval", "help", "compiler", "go perft", "genfens"];
/// Number of times a dialogue may miss its time limit before it fails.
const ROUNDS: usize = 3;
/// Time that a busy loop takes to measure how late it ends.
const BUSY_LOOP: Duration = Duration::from_millis(50);

/// An entry of the checklist.
struct Item {
    /// `C01` to `C83`, or a word for an extension of this engine.
    label: &'static str,
    requirement: &'static str,
    steps: Vec<&'static str>,
    /// Checks elsewhere: a file, and the function or text in it.
    references: Vec<Reference>,
    repetitions: usize,
}

enum Reference {
    Function(&'static str, &'static str),
    Text(&'static str, &'static str),
}

impl Item {
    fn is_timed(&self) -> bool {
        self.repetitions > 1
    }
}

fn items() -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for line in SCRIPT.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(head) = line.strip_prefix('[') {
            let (label, requirement) = head.split_once("] ").expect("a requirement");
            let (steps, references) = (Vec::new(), Vec::new());
            items.push(Item { label, requirement, steps, references, repetitions: 1 });
            continue;
        }
        let item = items.last_mut().expect("an item has begun");
        if let Some(place) = line.strip_prefix("see ") {
            let text = || place.split_once(": ").map(|(file, text)| Reference::Text(file, text));
            let function = place.split_once("::").map(|(file, function)| Reference::Function(file, function));
            item.references.push(function.or_else(text).expect("a file, and a function or a text"));
        } else if let Some(repetitions) = line.strip_prefix("* ") {
            item.repetitions = repetitions.parse().expect("a number of repetitions");
        } else {
            item.steps.push(line);
        }
    }
    items
}

/// Converts a script line with escapes to the bytes to send.
fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.chars();
    while let Some(letter) = rest.next() {
        match letter {
            '\\' => match rest.next() {
                Some('t') => bytes.push(b'\t'),
                Some('r') => bytes.push(b'\r'),
                Some('x') => {
                    let digits: String = rest.by_ref().take(2).collect();
                    bytes.push(u8::from_str_radix(&digits, 16).expect("two hexadecimal digits"));
                }
                other => panic!("unknown escape: {other:?}"),
            },
            _ => bytes.extend(letter.to_string().into_bytes()),
        }
    }
    bytes.push(b'\n');
    bytes
}

/// Whether `words` are at byte `at` of `line` and end at the end of a word. With `|`, they end at the end of
/// the line.
fn fits_at(line: &str, at: usize, words: &str) -> bool {
    if let Some(words) = words.strip_suffix('|') {
        return line[at..] == *words;
    }
    line[at..].strip_prefix(words).is_some_and(|rest| {
        let inside_word = |text: Option<char>| text.is_some_and(char::is_alphanumeric);
        !(inside_word(words.chars().last()) && inside_word(rest.chars().next()))
    })
}

fn begins(line: &str, words: &str) -> bool {
    fits_at(line, 0, words)
}

fn contains(line: &str, words: &str) -> bool {
    line.char_indices().any(|(at, _)| fits_at(line, at, words))
}

/// The time limit of a step in milliseconds: `50` means at most 50, `50..60` means at least 50 and at most
/// 60.
#[derive(Clone, Copy)]
struct TimeLimit {
    min: Duration,
    max: Duration,
}

impl TimeLimit {
    /// Returns the time limit of a step, if it has one.
    fn of(step: &str) -> Option<Self> {
        let text = step.strip_prefix(['<', '$', '%'])?.split(' ').next()?;
        let (min, max) = text.split_once("..").unwrap_or(("0", text));
        let millis = |text: &str| text.parse().ok().map(Duration::from_millis);
        Some(Self { min: millis(min)?, max: millis(max)? })
    }
}

/// Measured times of a dialogue: for each step with a limit (by its number), the limit and the times.
type Times = BTreeMap<usize, (TimeLimit, Vec<Duration>)>;

/// A dialogue in progress.
struct Conversation {
    engine: Option<Dialogue>,
    /// Lines of the engine since the last line sent.
    heard: Vec<String>,
    /// Lines of the engine since its last `bestmove`.
    search: Vec<String>,
    /// Whether a command was sent that prints text other than UCI.
    expects_text: bool,
    /// Whether a step waits for an error message. Without such a step, an error is a mistake in the dialogue.
    expects_error: bool,
    /// Time limit for one line of the engine.
    patience: Duration,
    said: Instant,
}

impl Conversation {
    fn engine(&mut self) -> &mut Dialogue {
        self.engine.as_mut().expect("the engine runs")
    }

    /// Checks the form of a line and adds it to the lines heard.
    fn hear(&mut self, line: String) -> Result<(), String> {
        let checked = if self.expects_text && !line.is_empty() && !is_protocol(&line) {
            Ok(())
        } else {
            check_line(&line)
        };
        checked.map_err(|rule| format!("'{line}' breaks the rule: {rule}"))?;
        if line.starts_with("info string error") && !self.expects_error {
            return Err(format!("unexpected '{line}'"));
        }
        if line.starts_with("bestmove ") {
            check_answer(&self.search, &line)
                .map_err(|rule| format!("'{line}' breaks the rule: {rule}\n{:#?}", self.search))?;
            self.search.clear();
        } else {
            self.search.push(line.clone());
        }
        self.heard.push(line);
        Ok(())
    }

    fn next(&mut self) -> Result<(), String> {
        let patience = self.patience;
        let line = self.engine().next(patience);
        self.hear(line.ok_or_else(|| format!("no line comes after {:#?}", self.heard))?)
    }

    fn finish(&mut self, (rest, status): (Vec<String>, ExitStatus)) -> Result<(), String> {
        rest.into_iter().try_for_each(|line| self.hear(line))?;
        if status.success() { Ok(()) } else { Err(status.to_string()) }
    }

    fn require(&self, condition: bool) -> Result<(), String> {
        if condition { Ok(()) } else { Err(format!("heard: {:#?}", self.heard)) }
    }

    fn step(&mut self, step: &str) -> Result<(), String> {
        let (sign, rest) = step.split_at(1);
        let (time, words) = rest.split_once(' ').unwrap_or((rest, ""));
        match sign {
            ">" => {
                self.heard.clear();
                self.expects_text |= TEXT_COMMANDS.iter().any(|text| {
                    words.strip_prefix(text).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
                });
                self.said = Instant::now();
                self.engine().send(&bytes(words));
            }
            "<" => loop {
                self.next()?;
                if begins(last(&self.heard), words) {
                    break;
                }
            },
            "=" => {
                self.next()?;
                self.require(begins(last(&self.heard), words))?;
            }
            "~" => self.require(self.heard.iter().any(|line| contains(line, words)))?,
            "!" => self.require(!self.heard.iter().any(|line| contains(line, words)))?,
            "-" => {
                let time = Duration::from_millis(time.parse().expect("milliseconds"));
                for line in self.engine().listen(time) {
                    self.hear(line)?;
                }
                self.require(!self.heard.iter().any(|line| contains(line, words)))?;
            }
            "$" => {
                let end = self.engine.take().expect("the engine runs").close();
                self.finish(end)?;
            }
            "%" => {
                let end = self.engine.take().expect("the engine runs").exit();
                self.finish(end)?;
            }
            _ => panic!("unknown step '{step}'"),
        }
        Ok(())
    }
}

/// Runs a dialogue once with a fresh engine and adds its times to `times`. Waits up to `patience` for each line.
fn run(steps: &[&str], patience: Duration, times: &mut Times) -> Result<(), String> {
    let engine = Some(Dialogue::new());
    let mut talk = Conversation {
        engine,
        heard: Vec::new(),
        search: Vec::new(),
        expects_text: false,
        expects_error: steps.iter().any(|step| {
            step.starts_with(['<', '=', '~'])
                && ["info string error", "bestmove (none)"].iter().any(|words| step.contains(words))
        }),
        patience,
        said: Instant::now(),
    };
    for (index, step) in steps.iter().enumerate() {
        talk.step(step).map_err(|problem| format!("step '{step}': {problem}"))?;
        if let Some(limit) = TimeLimit::of(step) {
            let took = talk.said.elapsed();
            if took < limit.min {
                return Err(format!("step '{step}': too early, after {took:?}"));
            }
            times.entry(index).or_insert((limit, Vec::new())).1.push(took);
        }
    }
    match talk.engine.take() {
        Some(engine) => talk.finish(engine.close()),
        None => Ok(()),
    }
}

/// Returns the given percentile of `times`: of 20 times, the 10th for 50 and the 18th for 90.
fn percentile(times: &[Duration], percent: usize) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times[(times.len() * percent).div_ceil(100) - 1]
}

/// Returns how late the answers of a program with several threads are on this machine: nine of ten are less
/// late.
///
/// An answer of the engine needs its reader, session, search and writer threads, and the thread of the test
/// that reads the answer. Here six short threads and two busy loops at the same time take the place of these
/// threads.
fn lateness() -> Duration {
    let short_threads = || (0..3).for_each(|_| thread::spawn(|| ()).join().expect("no panic"));
    let late: Vec<_> = (0..20)
        .map(|_| {
            let begun = Instant::now();
            short_threads();
            thread::scope(|scope| {
                for _ in 0..2 {
                    scope.spawn(|| while begun.elapsed() < BUSY_LOOP {});
                }
            });
            short_threads();
            begun.elapsed().saturating_sub(BUSY_LOOP)
        })
        .collect();
    percentile(&late, 90)
}

/// Runs a dialogue with all its repetitions. Returns a description of each time limit that the `percent`th
/// percentile misses. `addition` is added to the limits.
fn late_steps(item: &Item, percent: usize, addition: impl Fn() -> Duration) -> Result<Vec<String>, String> {
    let mut times = Times::new();
    for _ in 0..item.repetitions {
        run(&item.steps, PATIENCE, &mut times)?;
    }
    let late = times.into_iter().filter_map(|(index, (limit, times))| {
        let took = percentile(&times, percent);
        let allowed = if took > limit.max { limit.max + addition() } else { limit.max };
        let step = item.steps[index];
        (took > allowed).then(|| {
            format!("step '{step}': took {took:?} (percentile {percent} of {times:?}), allowed {allowed:?}")
        })
    });
    Ok(late.collect())
}

/// Runs a dialogue with all its repetitions, up to `rounds` times until it meets its time limits. Returns a
/// description of the problem, if there is one.
fn problem(item: &Item, rounds: usize, percent: usize, addition: fn() -> Duration) -> Option<String> {
    let mut problem = String::new();
    for _ in 0..rounds {
        // Waiting in vain for a line or for the exit of the engine is a panic.
        match catch_unwind(|| late_steps(item, percent, addition)) {
            Ok(Ok(late)) if late.is_empty() => return None,
            Ok(Ok(late)) => problem = late.join("\n"),
            Ok(Err(error)) => return Some(format!("[{}] {}: {error}", item.label, item.requirement)),
            Err(_) => return Some(format!("[{}] {}: panic, see above", item.label, item.requirement)),
        }
    }
    Some(format!("[{}] {}: {problem}", item.label, item.requirement))
}

fn assert_no_problems(problems: impl Iterator<Item = String>) {
    let problems: Vec<_> = problems.collect();
    assert!(problems.is_empty(), "{} dialogues failed:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn the_engine_passes_every_dialogue_of_the_checklist() {
    let items = items();
    let untimed = items.iter().filter(|item| !item.is_timed() && !item.steps.is_empty());
    assert_no_problems(untimed.filter_map(|item| problem(item, 1, 50, lateness)));
}

#[test]
fn the_median_of_every_response_time_is_within_the_limit_of_the_checklist() {
    let items = items();
    let timed = items.iter().filter(|item| item.is_timed());
    assert_no_problems(timed.filter_map(|item| problem(item, ROUNDS, 50, lateness)));
}

#[test]
#[ignore = "for .ci/long: needs an idle machine"]
fn on_an_idle_machine_nine_of_ten_response_times_are_within_the_limit_of_the_checklist() {
    let items = items();
    let timed = items.iter().filter(|item| item.is_timed());
    assert_no_problems(timed.filter_map(|item| problem(item, 1, 90, || Duration::ZERO)));
}

/// Returns whether `text` defines the function `name`. In a Rust file, the function must be a test that runs
/// by default.
fn defines(file: &str, text: &str, name: &str) -> bool {
    if Path::new(file).extension().is_some_and(|extension| extension == "py") {
        return text.contains(&format!("def {name}("));
    }
    let Some(at) = text.find(&format!("\nfn {name}(")) else { return false };
    let attributes: Vec<_> = text[..at]
        .lines()
        .rev()
        .take_while(|line| line.starts_with("#[") || line.starts_with("//"))
        .collect();
    attributes.contains(&"#[test]") && !attributes.iter().any(|line| line.starts_with("#[ignore"))
}

#[test]
fn every_requirement_has_a_dialogue_or_names_an_existing_check() {
    let items = items();
    let mut numbers: Vec<_> = items.iter().map(|item| item.label).collect();
    numbers.retain(|label| !label.bytes().all(|letter| letter.is_ascii_lowercase()));
    assert!(numbers.is_sorted(), "the requirements are in order: {numbers:?}");
    numbers.dedup();
    let expected: Vec<_> = (1..=REQUIREMENTS).map(|number| format!("C{number:02}")).collect();
    assert_eq!(numbers, expected, "every requirement occurs, and no other");

    for Item { label, requirement, steps, references, repetitions } in &items {
        assert!(!steps.is_empty() || !references.is_empty(), "[{label}] {requirement}: no check");
        let is_timed = steps.iter().any(|step| TimeLimit::of(step).is_some());
        assert!(*repetitions == 1 || is_timed, "[{label}] is repeated without a time limit");
        for reference in references {
            let (Reference::Function(file, _) | Reference::Text(file, _)) = reference;
            // The packaged crate has no folder `.ci`.
            if file.starts_with(".ci/") && !Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci").exists() {
                continue;
            }
            let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
            let text = text.unwrap_or_else(|error| panic!("[{label}] {file}: {error}"));
            match reference {
                Reference::Function(_, name) => {
                    assert!(
                        defines(file, &text, name),
                        "[{label}] {file} has no test {name} that always runs"
                    );
                }
                Reference::Text(_, words) => {
                    assert!(text.contains(words), "[{label}] {file} lacks '{words}'");
                }
            }
        }
    }
}

#[test]
fn each_kind_of_step_fails_if_the_engine_does_something_else() {
    let failing = [
        vec!["> uci", "= uciok"],
        vec!["> quit", "< readyok"],
        vec!["> isready", "< readyok", "~ uciok"],
        vec!["> isready", "< readyok", "~ ready"],
        vec!["> isready", "< readyok", "~ ready|"],
        vec!["> isready", "< readyok", "! dyok"],
        vec!["> isready", "< readyok", "!"],
        vec!["> isready", "< readyok", "-200"],
        vec!["> isready", "< readyok", "-200 readyok"],
        vec!["> go depth 1", "<0..1 readyok"],
        vec!["> isready", "<9000..9999 readyok"],
        vec!["> go depth x", "< bestmove"],
    ];
    // Most of these dialogues wait for an answer that never comes.
    thread::scope(|scope| {
        for steps in &failing {
            scope.spawn(move || {
                let outcome = run(steps, Duration::from_secs(2), &mut Times::new());
                assert!(outcome.is_err(), "{steps:?}");
            });
        }
    });
    let steps = vec!["> isready", "<0 readyok"];
    let item = Item { label: "", requirement: "", steps, references: Vec::new(), repetitions: 3 };
    assert_eq!(late_steps(&item, 50, || Duration::ZERO).map(|late| late.len()), Ok(1));
    assert_eq!(percentile(&[3, 1, 2, 5, 4].map(Duration::from_secs), 50), Duration::from_secs(3));
    assert_eq!(percentile(&[3, 1, 2, 5, 4].map(Duration::from_secs), 90), Duration::from_secs(5));
}
