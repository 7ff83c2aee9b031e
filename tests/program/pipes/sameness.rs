//! Determinism of `engine analyse`: a result depends only on its record and the settings, not on the order of
//! records or the number of jobs.

use std::fs;

use crate::support::text;

/// Records with various positions, limits and formats, and an invalid line.
fn input() -> Vec<String> {
    let mut lines = Vec::new();
    for name in ["classic", "bench", "tactics"] {
        let path = format!("{}/positions/{name}.epd", env!("CARGO_MANIFEST_DIR"));
        let suite = fs::read_to_string(path).expect("a suite");
        lines.extend(
            suite.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(str::to_owned),
        );
    }
    lines.extend((1..30).map(|step| format!(r#"{{"id":{step},"fen":"startpos","nodes":{}}}"#, 150 * step)));
    lines.push("nonsense".to_owned());
    lines.push(r#"{"fen":"startpos","depth":5,"multipv":3,"options":{"Hash":2}}"#.to_owned());
    lines.push("startpos".to_owned());
    lines
}

fn answers(arguments: &[&str], lines: &[String]) -> Vec<String> {
    let command = ["analyse", "--nodes", "1500", "--no-timing", "--quiet"];
    let answers = text(&[&command[..], arguments].concat(), lines.join("\n"));
    answers.lines().map(str::to_owned).collect()
}

#[test]
fn the_output_is_the_same_for_any_number_of_jobs() {
    let lines = input();
    let alone = answers(&[], &lines);
    assert_eq!(alone.len(), lines.len());
    for jobs in ["2", "5"] {
        assert_eq!(answers(&["--jobs", jobs], &lines), alone, "{jobs} jobs");
    }
}

#[test]
fn shuffled_parts_of_the_input_give_the_same_records() {
    let lines = input();
    let alone = answers(&[], &lines);
    // A step that is coprime to the number of lines visits every line once.
    let shuffled: Vec<_> = (0..lines.len()).map(|index| index * 37 % lines.len()).collect();
    let mut restored = vec![String::new(); lines.len()];
    for part in shuffled.chunks(lines.len().div_ceil(4)) {
        let of_part: Vec<_> = part.iter().map(|index| lines[*index].clone()).collect();
        for (index, answer) in part.iter().zip(answers(&[], &of_part)) {
            restored[*index] = answer;
        }
    }
    assert_eq!(restored, alone);
}
