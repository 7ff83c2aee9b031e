//! Tests of `engine bench --compare`: changed positions, and files that are not bench records.

use std::{
    path::{Path, PathBuf},
    process::Output,
};

use serde_json::Value;

use crate::support::{assert_fields, code, engine, stderr, stdout};

/// Temporary file, removed when the test ends.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: impl AsRef<[u8]>) -> Self {
        let path = std::env::temp_dir().join(format!("glulam-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("a file");
        Self(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn suite() -> String {
    let classic = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/classic.epd");
    let text = std::fs::read_to_string(classic).expect("the textbook positions");
    let kept = ["kiwipete", "blocking", "lucena"].map(|id| format!("id \"{id}\""));
    let lines: Vec<_> = text.lines().filter(|line| kept.iter().any(|id| line.contains(id))).collect();
    lines.join("\n")
}

/// Runs a bench of three positions to depth 3.
fn bench(suite: &File, more: &[&str]) -> Output {
    engine(&[&["bench", "--depth", "3", "--epd", suite.name()], more].concat())
}

fn compare(suite: &File, before: &File, more: &[&str]) -> Output {
    bench(suite, &[&["--compare", before.name()], more].concat())
}

fn last_line(output: &Output) -> String {
    stdout(output).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn the_same_search_gives_exit_code_0_at_any_speed() {
    let suite = File::new("same.epd", suite());
    let mut record: Value = serde_json::from_slice(&bench(&suite, &["--json"]).stdout).expect("JSON");
    for position in record["positions"].as_array_mut().expect("an array") {
        position["time_ms"] = 12_345.into();
    }
    let before = File::new("same.json", record.to_string());
    let output = compare(&suite, &before, &[]);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("unchanged: 3 of 3 positions"));
    assert_eq!(last_line(&output), format!("verdict: the same search: {} nodes", record["nodes"]));
    assert_eq!(stdout(&compare(&suite, &before, &["--quiet"])).lines().count(), 1);
}

#[test]
fn changed_positions_are_listed_with_both_node_counts() {
    let suite = File::new("changed.epd", suite());
    let mut record: Value = serde_json::from_slice(&bench(&suite, &["--json"]).stdout).expect("JSON");
    let now = record["positions"][1]["nodes"].as_u64().expect("a count");
    record["positions"][1]["nodes"] = (2 * now).into();
    record["positions"][1]["score"] = serde_json::json!({"mate": -3});
    let id = record["positions"][1]["id"].as_str().expect("an id").to_owned();
    let before = File::new("changed.json", record.to_string());

    let output = compare(&suite, &before, &[]);
    assert_eq!(code(&output), Some(3));
    let text = stdout(&output);
    let line = text.lines().find(|line| line.starts_with(&id)).unwrap_or_else(|| panic!("{id}: {text}"));
    for cell in [(2 * now).to_string(), now.to_string(), "x 0.500".to_owned(), "mate -3 -> ".to_owned()] {
        assert!(line.contains(&cell), "{cell}: {line}");
    }
    assert!(text.contains("unchanged: 2 of 3 positions"), "{text}");
    assert!(last_line(&output).starts_with("verdict: DIFFERENT: "));

    let output = compare(&suite, &before, &["--json"]);
    assert_eq!(code(&output), Some(3));
    let comparison: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let fields = ["v", "same", "before", "now", "times_nodes", "unchanged", "changed", "missing", "added"];
    assert_fields(&comparison, &fields);
    let summary = ["engine", "rung", "evaluator", "nodes", "time_ms", "nps"];
    assert_fields(&comparison["before"], &summary);
    let change = &comparison["changed"][0];
    assert_fields(change, &["id", "fen", "times_nodes", "nodes", "depth", "score", "best"]);
    assert_eq!((&change["nodes"][1], &change["score"][0]["mate"]), (&now.into(), &Value::from(-3)));
}

#[test]
fn removing_a_layer_changes_the_search_and_a_note_names_both_sets() {
    let suite = File::new("layer.epd", suite());
    let before = File::new("layer.json", bench(&suite, &["--json"]).stdout);
    let output = compare(&suite, &before, &["--layers", "full-quiescence"]);
    assert_eq!(code(&output), Some(3));
    assert!(stderr(&output).contains("was measured with layers full, and this bench with "));
    assert!(compare(&suite, &before, &["--layers", "full-quiescence", "--quiet"]).stderr.is_empty());
}

#[test]
fn positions_in_only_one_bench_give_exit_code_3() {
    let (three, one) = (suite(), suite().lines().take(1).collect::<String>());
    let (three, one) = (File::new("three.epd", three), File::new("one.epd", one));
    let before = File::new("three.json", bench(&three, &["--json"]).stdout);
    let output = compare(&one, &before, &[]);
    assert_eq!(code(&output), Some(3));
    assert_eq!(stdout(&output).matches("only in the earlier bench: ").count(), 2, "{}", stdout(&output));
    let before = File::new("one.json", bench(&one, &["--json"]).stdout);
    let output = compare(&three, &before, &[]);
    assert_eq!((code(&output), stdout(&output).matches("only in this bench: ").count()), (Some(3), 2));
}

#[test]
fn a_file_without_a_bench_record_is_refused_with_the_reason() {
    let suite = File::new("refused.epd", suite());
    let whole: Value = serde_json::from_slice(&bench(&suite, &["--json"]).stdout).expect("JSON");
    let with = |key: &str, value: Value| {
        let mut record = whole.clone();
        record[key] = value;
        record.to_string()
    };
    let mut older = whole.clone();
    older.as_object_mut().expect("an object").remove("limits");
    let ladder = engine(&["bench", "--ladder", "--rungs", "minimax", "--depth", "1", "--json"]);
    for (name, text, reason) in [
        ("table.txt", b"id depth nodes\nkiwipete 3 1000\n".to_vec(), "not JSON"),
        ("empty.json", Vec::new(), "not JSON"),
        ("bytes.json", vec![0xff, 0xfe, b'{'], "not JSON"),
        ("foreign.json", b"{\"nodes\":1}".to_vec(), "not a record of Glulam"),
        ("list.json", b"[1,2]".to_vec(), "not a record of Glulam"),
        (
            "later.json",
            with("v", 2.into()).into_bytes(),
            "record version 2 is not supported: this program reads version 1",
        ),
        ("older.json", older.to_string().into_bytes(), "missing field `limits`"),
        ("ladder.json", ladder.stdout, "not a bench record, or written by an older version of Glulam"),
        ("typed.json", with("nodes", "many".into()).into_bytes(), "invalid type"),
    ] {
        let file = File::new(name, text);
        let output = compare(&suite, &file, &[]);
        let message = stderr(&output);
        assert_eq!(code(&output), Some(2), "{name}: {message}");
        assert!(message.contains(name) && message.contains(reason), "{name}: {message}");
        assert!(message.contains("engine bench --json -o FILE"), "{name}: {message}");
        assert!(output.stdout.is_empty(), "{name}");
    }
}

#[test]
fn benches_with_other_limits_or_other_positions_are_not_compared() {
    let suite = File::new("other.epd", suite());
    let before = File::new("other.json", bench(&suite, &["--json"]).stdout);
    let deeper = engine(&["bench", "--depth", "4", "--epd", suite.name(), "--compare", before.name()]);
    assert_eq!(code(&deeper), Some(2));
    assert!(stderr(&deeper).contains("was measured with depth 3, and this bench with depth 4"));
    let elsewhere = engine(&["bench", "--depth", "3", "--fen", "startpos", "--compare", before.name()]);
    assert_eq!(code(&elsewhere), Some(2));
    assert!(stderr(&elsewhere).contains("has none of the positions of this bench"));

    let nowhere = engine(&["bench", "--compare", "no-such-bench.json"]);
    assert_eq!(code(&nowhere), Some(1));
    assert!(stderr(&nowhere).contains("cannot read no-such-bench.json"), "{}", stderr(&nowhere));
}
