//! Tests of hash files: one process saves its transposition table, another loads it or refuses a wrong file.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use super::dialogue::{Dialogue, last, number_after};
use crate::support::{engine_path, wait_until};

const SEARCH: &str = "position startpos moves e2e4 c7c5\ngo nodes 50000";
/// A rung with which a filled table can only reduce the node count, because the rung prunes nothing.
const EXACT: &str = "setoption name Layers value aspiration";

fn with_file(path: &Path) -> Dialogue {
    let mut engine = Dialogue::new();
    engine.say(&format!("setoption name HashFile value {}", path.display()));
    engine
}

/// Runs `search`, saves the table to `path`, and returns the engine's message.
fn saved(path: &Path, search: &str) -> String {
    let mut engine = with_file(path);
    engine.ask(search, "bestmove");
    last(&engine.ask("setoption name Save Hash", "info string")).to_owned()
}

/// Loads the table from `path` after setting `options`, and returns the engine's message.
fn loaded(path: &Path, options: &str) -> String {
    last(&with_file(path).ask(&format!("{options}\nsetoption name Load Hash"), "info string")).to_owned()
}

fn nodes(lines: &[String]) -> i64 {
    number_after("nodes", lines.iter().rfind(|line| line.contains(" nodes ")).expect("a report"))
}

#[test]
fn a_table_saved_by_one_process_saves_nodes_in_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a table");
    let search = "position startpos moves e2e4 c7c5\ngo depth 5";
    let said = saved(&path, &format!("{EXACT}\n{search}"));
    let entries: u64 = said.split(' ').nth(3).and_then(|word| word.parse().ok()).expect("a number");
    assert!(
        entries > 1_000 && said.starts_with("info string saved ") && said.ends_with("/a table"),
        "{said}"
    );

    let fresh = nodes(&Dialogue::new().ask(&format!("{EXACT}\n{search}"), "bestmove"));
    // The search waits until the table is loaded; isready does not disturb this.
    let mut engine = with_file(&path);
    let lines = engine.ask(&format!("{EXACT}\nsetoption name Load Hash\nisready\n{search}"), "bestmove");
    let message = format!("info string loaded {entries} entries from {}", path.display());
    assert!(lines.contains(&message) && lines.contains(&"readyok".to_owned()), "{lines:#?}");
    assert!(nodes(&lines) < fresh * 3 / 4, "{} nodes, {fresh} without it", nodes(&lines));

    let larger = loaded(&path, &format!("{EXACT}\nsetoption name Hash value 32"));
    assert_eq!(larger, format!("{message}; saved with Hash 16, current Hash is 32"));
}

#[test]
fn a_damaged_or_unsuitable_hash_file_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table");
    saved(&path, SEARCH);
    for (options, ours) in [
        ("setoption name Evaluator value material", "chess, full, material"),
        ("setoption name Layers value full-draws", "chess, full-draws, network"),
        ("setoption name UCI_Chess960 value true", "chess960, full, network"),
    ] {
        let said = loaded(&path, options);
        assert!(said.starts_with("info string error: ") && said.contains("another configuration"), "{said}");
        assert!(said.contains(ours) && said.contains("chess, full, network"), "{said}");
    }
    let mut bytes = fs::read(&path).expect("there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).expect("written");
    let said = loaded(&path, "");
    assert!(said.contains(": the file is damaged: "), "{said}");
    fs::write(&path, &bytes[..middle]).expect("written");
    assert!(loaded(&path, "").contains("the file is damaged: the file size does not match the header"));
    fs::write(&path, "[Event \"?\"]").expect("written");
    assert!(loaded(&path, "").contains("this is not a hash file of Glulam"));
    assert!(loaded(&folder.path().join("none"), "").contains("/none: "));
    assert!(loaded(folder.path(), "").contains("error: cannot load "));
}

#[test]
fn without_a_writable_hash_file_saving_fails_with_the_reason() {
    let mut engine = Dialogue::new();
    for button in ["Save Hash", "load hash"] {
        let lines = engine.ask(&format!("setoption name {button}\nisready"), "readyok");
        assert_eq!(lines, ["info string error: no hash file: set the option HashFile first", "readyok"]);
    }
    let said =
        last(&with_file(Path::new("/no/such/folder/table")).ask("setoption name Save Hash", "info string"))
            .to_owned();
    assert!(said.contains("cannot save the hash table to /no/such/folder/table: "), "{said}");
}

#[test]
fn a_file_that_is_no_hash_file_is_never_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    for text in ["1. e4 e5 *\n", "x"] {
        fs::write(&path, text).expect("written");
        let said = saved(&path, SEARCH);
        assert!(said.contains("games.pgn: this is not a hash file of Glulam"), "{said}");
        assert_eq!(fs::read_to_string(&path).expect("there"), text);
    }
    fs::write(&path, "").expect("written");
    for _ in 0..2 {
        assert!(
            saved(&path, SEARCH).starts_with("info string saved "),
            "an empty file and a hash file are replaced"
        );
    }
}

#[test]
fn a_running_save_is_completed_before_the_engine_exits() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table");
    let output = Command::new(engine_path())
        .args([
            &format!("setoption name HashFile value {}", path.display()),
            "go depth 4",
            "setoption name Save Hash",
        ])
        .stdin(Stdio::null())
        .output()
        .expect("the binary runs");
    assert!(String::from_utf8_lossy(&output.stdout).contains("info string saved "));
    assert!(loaded(&path, "").starts_with("info string loaded "));
}

/// A file size limit of the operating system stands for a full disk.
#[cfg(unix)]
#[test]
fn on_a_full_disk_saving_fails_with_the_reason_and_leaves_only_the_old_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table");
    saved(&path, SEARCH);
    let old = fs::read(&path).expect("there");
    assert!(old.len() > 64 << 10, "{} bytes", old.len());
    for search in ["go nodes 50000", "go nodes 60000"] {
        let output = Command::new("sh")
            .args(["-c", "ulimit -c 0; ulimit -f 32; exec \"$0\" \"$@\""])
            .arg(engine_path())
            .args([
                &format!("setoption name HashFile value {}", path.display()),
                search,
                "setoption name Save Hash",
            ])
            .stdin(Stdio::null())
            .output()
            .expect("the binary runs");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("info string error: cannot save the hash table to "), "{output:?}");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no temporary file remains");
        assert_eq!(fs::read(&path).expect("there"), old);
    }
    fs::remove_file(&path).expect("ours");
}

#[cfg(unix)]
#[test]
fn a_save_that_is_killed_leaves_the_old_file_intact() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table");
    let mut engine = with_file(&path);
    engine.ask(SEARCH, "bestmove");
    engine.ask("setoption name Save Hash", "info string saved");
    let old = fs::read(&path).expect("there");
    engine.say(&"setoption name Save Hash\n".repeat(500));
    let is_aside = |entry: fs::DirEntry| entry.path() != path;
    wait_until("a temporary file", || fs::read_dir(folder.path()).expect("a folder").flatten().any(is_aside));
    drop(engine); // kills the process
    assert_eq!(fs::read(&path).expect("there"), old);
    assert!(loaded(&path, "").starts_with("info string loaded "));
}
