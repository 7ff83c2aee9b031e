//! Runs each dialogue of `checklist.txt` with the real binary.

use std::time::{Duration, Instant};

use super::dialogue::{Dialogue, last};

const SCRIPT: &str = include_str!("checklist.txt");
/// Factor on the time limits of the checklist: the limits are for an idle machine, but other tests run at the
/// same time.
const BUSY: u32 = 10;

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

/// Whether `line` begins with `words`, or equals `words` if they end with `|`.
fn fits(line: &str, words: &str) -> bool {
    words.strip_suffix('|').map_or_else(|| line.starts_with(words), |whole| line == whole)
}

/// Returns the next line of the engine. Panics if no line arrives in time.
fn next(engine: &mut Option<Dialogue>, name: &str, step: &str, heard: &[String]) -> String {
    let line = engine.as_mut().expect("the input is open").next();
    line.unwrap_or_else(|| panic!("{name}: no line for '{step}' after {heard:#?}"))
}

fn run(name: &str, steps: &[&str]) {
    let mut engine = Some(Dialogue::new());
    let mut heard: Vec<String> = Vec::new();
    let mut said = Instant::now();
    for step in steps {
        let (sign, words) = step.split_at(1);
        match sign {
            ">" => {
                heard.clear();
                said = Instant::now();
                engine
                    .as_mut()
                    .expect("the input is open")
                    .send(&bytes(words.strip_prefix(' ').unwrap_or(words)));
            }
            "<" => {
                let (limit, words) = words.split_once(' ').expect("words");
                loop {
                    heard.push(next(&mut engine, name, step, &heard));
                    if fits(last(&heard), words) {
                        break;
                    }
                }
                if let Ok(limit) = limit.parse() {
                    let took = said.elapsed();
                    assert!(took < BUSY * Duration::from_millis(limit), "{name}: '{words}' took {took:?}");
                }
            }
            "=" => {
                heard.push(next(&mut engine, name, step, &heard));
                assert!(fits(last(&heard), words.trim_start()), "{name}: {step}\n{heard:#?}");
            }
            "." => {
                let time = words.trim().parse().expect("milliseconds");
                heard.extend(engine.as_mut().expect("the input is open").listen(Duration::from_millis(time)));
            }
            "~" => assert!(
                heard.iter().any(|line| line.contains(words.trim_start())),
                "{name}: {step}\n{heard:#?}"
            ),
            "!" => {
                let there = heard.iter().any(|line| line.contains(words.trim_start()));
                assert!(!there, "{name}: {step}\n{heard:#?}");
            }
            "$" => {
                let (rest, status) = engine.take().expect("the input is open").close();
                heard.extend(rest);
                assert!(status.success(), "{name}: {status}");
            }
            _ => panic!("{name}: unknown step '{step}'"),
        }
    }
    if let Some(engine) = engine {
        engine.close();
    }
}

#[test]
fn the_engine_passes_every_item_of_the_checklist() {
    let mut dialogues: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in SCRIPT.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if line.starts_with('[') {
            dialogues.push((line, Vec::new()));
        } else {
            dialogues.last_mut().expect("a dialogue has begun").1.push(line);
        }
    }
    assert!(dialogues.len() > 50, "the script was not read");
    for (name, steps) in dialogues {
        run(name, &steps);
    }
}
