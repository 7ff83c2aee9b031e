//! Invalid input records: each gets an output record with an error, and the run continues.

use std::fs;

use serde_json::{Value, json};

use super::{analyse, reply};
use crate::support::{code, records, run, shared_data, stderr, stdout};

#[test]
fn an_error_has_a_code_a_field_and_a_remedy() {
    for (line, code, field, remedy) in [
        ("non/sense", "bad_fen", json!("fen"), "eight ranks"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "illegal_position", json!("fen"), "a king is missing"),
        ("4k3/8/8/8/8/8/8/4K2R w K - abc 1", "bad_fen", json!("fen"), "halfmove clock"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1 bm Rh8#;", "bad_fen", json!(null), "hmvc 0; fmvn 1;"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm Th8#;", "illegal_move", json!("bm"), "did you mean Rh8?"),
        ("4k3/8/8/8/8/8/8/4K2R w K - am Rg8;", "illegal_move", json!("am"), "illegal move Rg8"),
        ("4k3/8/8/8/8/8/8/4K2R w K - id \"open;", "bad_fen", json!(null), "column 31 is not closed: add"),
        ("{\"id\":1,", "bad_json", json!(null), "EOF"),
        ("kiwipete", "bad_fen", json!("fen"), "or startpos, or a JSON request"),
        ("startpos moves e2e4", "bad_fen", json!("fen"), "\"moves\":[\"e2e4\"]}"),
        (r#"{"fen":"startpos"} x"#, "bad_json", json!(null), "trailing"),
        (r#"{"depth":3}"#, "bad_json", json!("fen"), "write a FEN, or startpos"),
        (r#"{"fen":3}"#, "bad_json", json!("fen"), "string"),
        (
            r#"{"fen":"startpos","moves":["e2e4","e2e4"]}"#,
            "illegal_move",
            json!("moves"),
            "illegal move e2e4",
        ),
        (r#"{"fen":"startpos","moves":["e9"]}"#, "illegal_move", json!("moves"), "write it as Nf3, exd5"),
        (r#"{"fen":"startpos","searchmoves":["e2e5"]}"#, "illegal_move", json!("searchmoves"), "e2e5"),
        (r#"{"fen":"startpos","searchmoves":[]}"#, "bad_limit", json!("searchmoves"), "leave out the field"),
        (r#"{"fen":"startpos","depth":0}"#, "bad_limit", json!("depth"), "1 to 200"),
        (r#"{"fen":"startpos","depth":201}"#, "bad_limit", json!("depth"), "1 to 200"),
        (r#"{"fen":"startpos","nodes":-5}"#, "bad_limit", json!("nodes"), "whole number"),
        (r#"{"fen":"startpos","nodes":1.5}"#, "bad_limit", json!("nodes"), "whole number"),
        (r#"{"fen":"startpos","movetime":"1 s"}"#, "bad_limit", json!("movetime"), "whole number"),
        (r#"{"fen":"startpos","options":{"Hash":0}}"#, "bad_limit", json!("Hash"), "1 to "),
        (r#"{"fen":"startpos","options":7}"#, "bad_limit", json!("options"), "Hash"),
        (r#"{"fen":"8/8/8/8/8/5k2/8/5K2 w - - 0 1 moves e2e4"}"#, "bad_fen", json!("fen"), "no more"),
    ] {
        let reply = reply(line);
        assert_eq!((&reply["v"], &reply["ok"]), (&json!(1), &json!(false)), "{line}");
        let error = &reply["error"];
        assert_eq!((&error["code"], &error["field"]), (&json!(code), &field), "{line}: {error}");
        assert!(error["message"].as_str().is_some_and(|text| text.contains(remedy)), "{line}: {error}");
        assert_eq!(reply["input"], line);
    }
}

#[test]
fn the_moves_of_a_request_are_read_in_any_spelling() {
    let request = r#"{"fen":"startpos","moves":["e4","e7-e5","nf3"],"searchmoves":["Nc6!"],"depth":1}"#;
    assert_eq!((&reply(request)["ok"], &reply(request)["bestmove"]), (&json!(true), &json!("b8c6")));
}

#[test]
fn an_error_record_has_the_id_if_it_can_be_read() {
    assert_eq!(reply(r#"{"id":"a","fen":3}"#)["id"], "a");
    assert_eq!(reply(r#"{"id":5,"fen":"startpos","depth":-1}"#)["id"], 5);
    assert_eq!(reply("8/8/8/8/8/8/8/8 w - - id \"empty board\";")["id"], "empty board");
    assert_eq!(reply(r#"{"id":[1],"fen":"startpos"}"#)["error"]["field"], "id");
}

#[test]
fn invalid_utf_8_and_overlong_lines_are_rejected_and_the_run_continues() {
    let long = format!("{{\"id\":1,\"fen\":\"{}\"}}\n", "x".repeat(2 << 20));
    let input = [b"startpos\n\xff\xfe\x00\n".as_slice(), b"\xc0\x80\n\n\n", long.as_bytes()].concat();
    let replies = analyse(&[], input);
    let codes: Vec<_> = replies.iter().map(|reply| reply["error"]["code"].clone()).collect();
    assert_eq!(codes, [json!(null), json!("bad_utf8"), json!("bad_utf8"), json!("too_long")]);
    assert!(replies[3]["input"].as_str().is_some_and(|input| input.len() < 10_000));
}

#[test]
fn an_unreadable_game_is_one_record_and_the_run_continues() {
    let binary = analyse(&[], b"1. \x7fELF\x02\x1b[2J\0\n");
    assert_eq!(binary.len(), 1, "{binary:#?}");
    assert_eq!(
        binary[0]["error"],
        json!({"code": "illegal_move", "field": "moves",
            "message": "game 1 (line 1), ply 1: '�ELF��[2J�' is not a move"})
    );
    let games = "[White x]\n\n1. e4 *\n\n[White \"y\"]\n\n1. e4 rubbish e5 *\n\n[White \"z\"]\n\n1. e4 {open\n\n[Event \"last\"]\n\n*\n";
    let messages: Vec<_> = analyse(&[], games)
        .iter()
        .map(|reply| format!("{} {}", reply["id"], reply["error"]["message"].as_str().unwrap_or("fine")))
        .collect();
    let expected = [
        "\"g1:0\" game 1 (line 1): broken header: write it as [Name \"value\"], not [White x]",
        "\"g2:0\" fine",
        "\"g2:1\" fine",
        "\"g2:2\" game 2 (line 5), ply 2: 'rubbish' is not a move",
        "\"g3:0\" game 3 (line 9): a comment is not closed: a } is missing",
        "\"g4:0\" fine",
    ];
    assert_eq!(messages, expected);
}

#[test]
fn a_rejected_record_gives_exit_code_3_only_with_strict() {
    for (arguments, code) in [(&["analyse"][..], 0), (&["analyse", "--strict"], 3)] {
        let output = run(&[arguments, &["--nodes", "50"]].concat(), "nonsense\nstartpos\n");
        assert_eq!(output.status.code(), Some(code));
        assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 2);
        assert!(stderr(&output).contains("1 of 2 input records were rejected"), "{}", stderr(&output));
    }
    let quiet = run(&["analyse", "--quiet", "--nodes", "50"], "startpos\nnonsense\n");
    assert_eq!((code(&quiet), stderr(&quiet).as_str()), (Some(0), ""));
    assert_eq!(run(&["analyse", "--strict", "--nodes", "50"], "startpos\n").status.code(), Some(0));
}

/// Verdict on an input record: `accept`, `repair` or `reject`.
fn verdict(reply: &Value) -> &'static str {
    match (reply["ok"] == true, reply.get("warnings").is_some()) {
        (true, false) => "accept",
        (true, true) => "repair",
        (false, _) => "reject",
    }
}

/// Entries of the shared collection of bad input, in the directory `GLULAM_DATA`.
fn collection() -> Vec<Value> {
    let text = fs::read_to_string(shared_data("bad-input/bad-input-a.jsonl")).expect("the collection");
    let entries: Vec<_> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(!entries.is_empty());
    entries
}

#[test]
#[ignore = "needs GLULAM_DATA"]
fn every_entry_of_the_collection_gets_its_expected_verdict_as_a_request() {
    let mut requests = Vec::new();
    let mut expected = Vec::new();
    for entry in collection() {
        let input = entry["input"].as_str().expect("text");
        let request = match entry["kind"].as_str() {
            Some("fen") => json!({"id": entry["id"], "fen": input}),
            Some("uci-position") => {
                let rest = input.strip_prefix("position ").expect("a position");
                let (start, moves) = rest.split_once(" moves").unwrap_or((rest, ""));
                let fen = start.strip_prefix("fen ").unwrap_or(start);
                json!({"id": entry["id"], "fen": fen, "moves": moves.split_whitespace().collect::<Vec<_>>()})
            }
            _ => continue,
        };
        requests.push(request.to_string());
        // A request takes moves in any spelling, and UCI does not.
        let is_other_spelling = ["upper case", "SAN"].iter().any(|why| entry["why"] == *why);
        let verdict = if is_other_spelling { json!("accept") } else { entry["expect"].clone() };
        expected.push((entry["id"].clone(), verdict));
    }
    assert!(!requests.is_empty());
    let replies = analyse(&[], requests.join("\n"));
    let found: Vec<_> = replies.iter().map(|reply| (reply["id"].clone(), json!(verdict(reply)))).collect();
    assert_eq!(found, expected);
}

#[test]
#[ignore = "needs GLULAM_DATA"]
fn every_line_of_the_collection_has_one_record_with_its_expected_verdict() {
    for entry in collection() {
        let (id, input) = (&entry["id"], entry["input"].as_str().expect("text"));
        let bytes = if entry["kind"] == "raw-bytes-hex" {
            input.split(' ').map(|byte| u8::from_str_radix(byte, 16).expect("hexadecimal")).collect()
        } else {
            input.as_bytes().to_vec()
        };
        // A first record in another format also prints a hint on stderr.
        let output = run(&["analyse", "--nodes", "300"], &bytes);
        assert_eq!(code(&output), Some(0), "{id}: {input:.80?}: {}", stderr(&output));
        let replies = records(&stdout(&output));
        let lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r'));
        let lines = lines.filter(|line| !line.trim_ascii().is_empty()).count();
        assert_eq!(replies.len(), lines, "{id}: {input:.80?}");
        let is_position = matches!(entry["kind"].as_str(), Some("fen" | "epd"));
        // Input with line breaks is several records, and an empty line is none.
        if is_position && lines == 1 && !input.contains(['\n', '\r']) {
            // At the start of an input, a byte order mark belongs to the file and not to the position.
            let expected = if input.starts_with('\u{feff}') {
                "accept"
            } else {
                entry["expect"].as_str().expect("text")
            };
            assert_eq!(verdict(&replies[0]), expected, "{id}: {input:.80?}: {}", replies[0]);
        }
    }
}

#[test]
fn compressed_input_and_utf_16_are_refused_with_a_remedy() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    let name = path.to_str().expect("UTF-8");
    for (start, encoding, remedy) in [
        (&b"\x1f\x8b\x08\0\0\n"[..], "compressed with gzip", "zcat"),
        (b"\x28\xb5\x2f\xfd\x04\n", "compressed with zstd", "zstdcat"),
        (b"\xfd7zXZ\0\0\n", "compressed with xz", "xzcat"),
        (b"BZh91AY&SY\n", "compressed with bzip2", "bzcat"),
        (b"PK\x03\x04\n", "a ZIP archive", "unzip -p"),
        (b"\xff\xfes\0t\0\n\0", "UTF-16", "iconv"),
        (b"\xfe\xff\0s\0t\0\n", "UTF-16", "iconv"),
    ] {
        fs::write(&path, start).expect("a file");
        for command in [
            &["analyse"][..],
            &["annotate"],
            &["solve"],
            &["book", "make", "-o", "-"],
            &["match", "full", "full", "--openings"],
        ] {
            for (file, shown) in [(name, name), ("-", "stdin")] {
                let output = run(&[command, &[file]].concat(), start);
                let message = stderr(&output);
                assert_eq!(code(&output), Some(2), "{command:?}: {message}");
                assert!(message.contains(&format!("{shown} is {encoding}: ")), "{command:?}: {message}");
                assert_eq!(message.matches(shown).count(), 1, "named once: {command:?}: {message}");
                assert!(message.contains(remedy), "{command:?}: {message}");
                assert_eq!(stdout(&output), "", "{command:?}");
            }
        }
        // With several files, the message names the right one.
        let output = run(&["annotate", "--nodes", "50", "-", name], "1. e4 *\n");
        assert_eq!(code(&output), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(&format!("{name} is {encoding}: ")), "{}", stderr(&output));
    }
    // Other invalid UTF-8 is a rejected record.
    assert_eq!(analyse(&[], b"\xff\xfe\0\n").len(), 1);
}

#[test]
fn a_request_outside_the_limits_of_the_engine_is_rejected() {
    for (field, least, most) in
        [("nodes", 1, None), ("movetime", 1, None), ("mate", 1, Some(u64::from(u32::MAX)))]
    {
        let accepts = |value: u64| {
            reply(&json!({"fen": "startpos", "nodes": 1, field: value}).to_string())["ok"] == true
        };
        assert!(accepts(least) && !accepts(least - 1), "{field}");
        assert!(most.is_none_or(|most| accepts(most) && !accepts(most + 1)), "{field}");
    }
}

#[test]
#[ignore = "needs GLULAM_DATA"]
fn the_games_of_the_collection_of_spellings_are_read_with_their_moves() {
    let text = fs::read_to_string(shared_data("pgn/spellings-a.jsonl")).expect("the collection");
    assert!(!text.is_empty());
    for entry in text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")) {
        let pgn = entry["pgn"].as_str().expect("text");
        let output = run(&["annotate", "--jsonl", "--quiet", "--nodes", "1"], pgn.as_bytes());
        let found: Vec<_> = records(&stdout(&output)).iter().map(moves).collect();
        assert_eq!(json!(found), entry["games"], "{pgn}: {}", stderr(&output));
    }
}

/// Returns the moves of an annotated game.
fn moves(game: &Value) -> Vec<Value> {
    game["moves"]
        .as_array()
        .map(|moves| moves.iter().map(|mv| mv["uci"].clone()).collect())
        .unwrap_or_default()
}
