//! Input files as they occur: with byte order marks, with the line ends of other systems, in other encodings,
//! and with control characters.

use std::{fs, path::PathBuf};

use tempfile::TempDir;

use crate::support::{code, records, run, stderr, stdout, text};

const MATE: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;";

/// A file in a new directory.
fn file(name: &str, bytes: impl AsRef<[u8]>) -> (TempDir, PathBuf, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, bytes).expect("written");
    let name = path.to_str().expect("UTF-8").to_owned();
    (folder, path, name)
}

#[test]
fn byte_order_marks_and_all_line_ends_are_accepted() {
    for line_end in ["\n", "\r\n", "\r"] {
        let lines = ["\u{feff}startpos", MATE, "", "\u{feff}4k3/8/8/8/8/8/4P3/4K3 w - -", ""].join(line_end);
        let found = records(&text(&["analyse", "--nodes", "50"], &lines));
        assert_eq!(found.len(), 3, "{line_end:?}: {found:#?}");
        assert!(found.iter().all(|record| record["ok"] == true), "{line_end:?}: {found:#?}");

        let (_folder, _, suite) = file("suite.epd", ["\u{feff}# suite", MATE, MATE, ""].join(line_end));
        let solved = run(&["solve", &suite, "--nodes", "500", "--quiet"], "");
        assert_eq!(code(&solved), Some(0), "{}", stderr(&solved));
        assert!(stdout(&solved).contains("solved 2 of 2"), "{line_end:?}: {}", stdout(&solved));

        let game = ["\u{feff}[Event \"x\"]", "", "1. e4 ; a comment", "e5 *", ""].join(line_end);
        let found = records(&text(&["analyse", "--nodes", "50"], &game));
        assert_eq!(found.len(), 3, "{line_end:?}: {found:#?}");
    }
    let answers = text(&[], "\u{feff}isready\nquit\n");
    assert_eq!(answers, "readyok\n");
}

#[test]
fn a_file_in_latin_1_is_read_where_its_text_does_not_matter_and_else_refused_with_the_line_and_a_remedy() {
    let bytes = [MATE.as_bytes(), b"\n", MATE.as_bytes(), b" id \"M\xfcller\"; c9 \"1-0\";\n"].concat();
    let (_folder, _, suite) = file("suite.epd", &bytes);
    let solved = run(&["solve", &suite, "--nodes", "500", "--quiet"], "");
    assert_eq!(code(&solved), Some(0), "{}", stderr(&solved));
    let found = records(&text(&["analyse", "--nodes", "50", "-q"], &bytes));
    let message = found[1]["error"]["message"].as_str().expect("a message");
    assert!(message.contains("not valid UTF-8: convert the input to UTF-8"), "{message}");
}

#[test]
fn messages_contain_no_control_characters_from_files_or_guis() {
    let (_folder, _, suite) =
        file("suite.epd", format!("{MATE}\n4k3/8/8/8/8/8/4P3/4K3 w - - bm \x1b[2Je4;\n"));
    let refused = run(&["solve", &suite, "--nodes", "500"], "");
    let message = stderr(&refused);
    assert!(
        message.contains("line 2") && message.contains("[2J") && !message.contains('\x1b'),
        "{message:?}"
    );
    let answers = text(&[], "debug on\n\x1b]0;title\x07\nquit\n");
    assert!(answers.contains("unknown command") && !answers.contains(['\x1b', '\x07']), "{answers:?}");
}

/// The program `script` (util-linux) runs the engine in a terminal.
#[cfg(target_os = "linux")]
#[test]
fn results_in_a_terminal_contain_no_control_characters_from_files() {
    use std::process::{Command, Stdio};
    let (_folder, _, suite) = file("suite.epd", format!("{MATE} id \"a\x1b[2Jb\";\n"));
    let engine = crate::support::engine_path();
    for arguments in ["solve --nodes 500 --quiet", "analyse --nodes 500 --csv"] {
        let mut script = Command::new("script");
        script.args(["-qec", &format!("'{}' {arguments} '{suite}'", engine.display()), "/dev/null"]);
        let Ok(output) = script.stdin(Stdio::null()).output() else {
            return crate::documents::report("skipped: the program 'script' is missing");
        };
        let shown = String::from_utf8_lossy(&output.stdout);
        assert!(shown.contains("[2Jb") && !shown.contains("\x1b[2J"), "{arguments}: {shown:?}");
    }
    let piped = text(&["analyse", "--nodes", "500", "--csv", &suite], "");
    assert!(piped.contains("a\x1b[2Jb"), "a pipe gets the text of the file: {piped:?}");
}

#[test]
fn an_open_quotation_mark_is_refused_with_its_column() {
    let record = &records(&text(&["analyse", "--nodes", "50", "-q"], format!("{MATE} id \"open;\n")))[0];
    let message = record["error"]["message"].as_str().expect("a message");
    assert!(message.contains("the quotation mark in column 43 is not closed"), "{message}");
    let quoted = format!("{MATE} id \"a \\\"b\\\"; c\";\n");
    assert_eq!(records(&text(&["analyse", "--nodes", "50"], quoted))[0]["id"], "a \"b\"; c");
}

#[test]
fn a_bad_tablebase_file_is_reported_and_the_others_are_used() {
    let (folder, _, _) = file("KQvK.rtbw", [0; 100]);
    let name = folder.path().to_str().expect("UTF-8");
    let only_bad = run(&["analyse", "--syzygy", name], "startpos\n");
    assert!(code(&only_bad) != Some(0) && stderr(&only_bad).contains("KQvK.rtbw: "), "{}", stderr(&only_bad));
    fs::write(folder.path().join("KRvK.rtbw"), [0; 80]).expect("written");
    let used = run(&["analyse", "--nodes", "500", "--syzygy", name], "8/8/8/8/4k3/8/8/R3K3 w - -\n");
    assert_eq!(code(&used), Some(0), "{}", stderr(&used));
    let message = stderr(&used);
    assert!(message.contains("skipped: ") && message.contains("KQvK.rtbw: "), "{message}");
    assert!(message.contains("failed to probe") && message.contains("KRvK"), "{message}");
    let lines = format!(
        "setoption name SyzygyPath value {name}\nposition fen 8/8/8/8/4k3/8/8/R3K3 w - - 0 1\ngo nodes 500\n"
    );
    let answers = text(&[], lines);
    assert!(answers.contains("info string found 1 tablebase files"), "{answers}");
    assert!(answers.contains("; skipped: "), "{answers}");
    assert!(answers.contains("info string error: bad tablebase file: failed to probe"), "{answers}");
    assert!(answers.contains("\nbestmove "), "{answers}");
}

#[test]
fn a_position_of_chess960_is_recognised_by_its_castling_rights_and_a_fen_may_end_with_a_semicolon() {
    const SHUFFLED: &str = "brnbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BRNBKRQN w KQkq - 0 1";
    let record = &records(&text(&["analyse", "--nodes", "50"], SHUFFLED))[0];
    assert!(record["fen"].as_str().is_some_and(|fen| fen.contains(" w KQkq ")), "{record}");
    let warning = record["warnings"][0].as_str().expect("a warning");
    assert!(warning.contains("read as Chess960"), "{warning}");
    let request = "{\"fen\":\"4k3/8/8/8/8/8/8/4K1R1 w G - 0 1\",\"moves\":[\"O-O\"]}";
    let record = &records(&text(&["analyse", "--nodes", "50"], request))[0];
    assert_eq!(record["ok"], true, "{record}");
    let ended = run(&["eval", "--fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;"], "");
    assert_eq!(code(&ended), Some(0), "{}", stderr(&ended));
}

#[test]
fn a_misspelt_field_of_a_request_is_named_in_a_table_too() {
    let table = run(&["analyse", "--csv", "--nodes", "50"], "{\"fen\":\"startpos\",\"node\":5}\n");
    assert_eq!(code(&table), Some(0), "{}", stderr(&table));
    assert!(stderr(&table).contains("'node'"), "{}", stderr(&table));
}

#[test]
fn a_binary_file_is_refused_and_not_copied_as_a_game() {
    let (_folder, path, name) = file("games.pgn", b"\x7fELF\x02\x01\0\0\0 binary\n");
    for output in ["-", &name] {
        let refused = run(&["annotate", "--nodes", "10", &name, "-o", output], "");
        assert_eq!((code(&refused), stdout(&refused).as_str()), (Some(2), ""), "{}", stderr(&refused));
        assert!(stderr(&refused).contains("is not PGN"), "{}", stderr(&refused));
    }
    assert!(fs::read(path).expect("there").starts_with(b"\x7fELF"));
}

#[test]
fn the_depth_of_perft_may_be_an_option() {
    assert_eq!(text(&["perft", "--depth", "3"], "").lines().next(), text(&["perft", "3"], "").lines().next());
    assert_eq!(code(&run(&["perft", "3", "--depth", "3"], "")), Some(2));
}
