//! Content of the output records of `engine analyse`.

use serde_json::json;

use super::{analyse, fields, reply};
use crate::support::{fen, records, run, stderr, stdout, text};

const FIELDS: &str = "v id request_hash seq ok fen turn bestmove san ponder score bound score_white wdl depth seldepth nodes tbhits \
                      hashfull time_ms nps pv pv_san lines terminal engine options";

#[test]
fn records_have_all_fields_in_order_and_no_timing_omits_those_that_vary_between_runs() {
    let line = text(&["analyse", "--nodes", "500"], r#"{"id":"g1:12","fen":"startpos","moves":["e2e4"]}"#);
    assert_eq!(fields(&line).join(" "), FIELDS);
    let no_timing = text(&["analyse", "--nodes", "500", "--no-timing"], r#"{"id":"g1:12","fen":"startpos"}"#);
    let expected: Vec<_> =
        FIELDS.split_whitespace().filter(|name| !["seq", "time_ms", "nps"].contains(name)).collect();
    assert_eq!(fields(&no_timing), expected);
    let reply = &records(&line)[0];
    assert_eq!((&reply["v"], &reply["id"], &reply["seq"]), (&json!(1), &json!("g1:12"), &json!(0)));
    assert_eq!(reply["fen"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(
        (&reply["turn"], &reply["nodes"], &reply["terminal"]),
        (&json!("b"), &json!(500), &json!(null))
    );
    let (own, white) = (reply["score"]["cp"].as_i64(), reply["score_white"]["cp"].as_i64());
    assert_eq!(own.map(|own| -own), white);
    assert_eq!(reply["pv"][0], reply["bestmove"]);
    assert!(reply["pv_san"].as_str().is_some_and(|line| line.starts_with("1... ")), "{reply}");
    let wdl = reply["wdl"].as_array().expect("three").iter().filter_map(serde_json::Value::as_u64);
    assert_eq!(wdl.sum::<u64>(), 1000);
    assert_eq!(reply["options"], json!({"threads":1,"hash_mb":16}));
}

#[test]
fn the_input_format_is_detected_for_each_line() {
    let kiwipete = fen("kiwipete");
    let input = format!(
        "# a comment\r\n{kiwipete}\r\n\n1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK; 01\"; c0 a b;\n\
         startpos\n {{\"id\":7,\"fen\":\"startpos\"}}\n4k3/8/8/8/8/8/4P3/4K3 w - -"
    );
    let replies = analyse(&[], input);
    assert!(replies.iter().all(|reply| reply["ok"] == true), "{replies:#?}");
    let ids: Vec<_> = replies.iter().map(|reply| reply["id"].clone()).collect();
    assert_eq!(ids, [json!(null), json!("BK; 01"), json!(null), json!(7), json!(null)]);
    assert_eq!(replies[1]["operations"], json!({"bm":["Qd1+"],"id":["BK; 01"],"c0":["a","b"]}));
    let seqs: Vec<_> = replies.iter().filter_map(|reply| reply["seq"].as_u64()).collect();
    assert_eq!(seqs, [0, 1, 2, 3, 4]);
    assert!(replies[0]["input_hash"].is_string() && replies[1].get("input_hash").is_none());
}

#[test]
fn a_finished_game_has_a_terminal_reason_and_no_best_move() {
    let shuffle = r#"["g1f3","g8f6","f3g1","f6g8","g1f3","g8f6","f3g1","f6g8"]"#;
    for (line, reason, score) in [
        (r#"{"fen":"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"}"#.to_owned(), "checkmate", json!({"mate":0})),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".to_owned(), "stalemate", json!({"cp":0})),
        ("7k/8/6K1/8/8/8/8/5N2 b - - 0 1".to_owned(), "insufficient_material", json!({"cp":0})),
        ("7k/8/6K1/8/8/8/8/5R2 b - - 100 90".to_owned(), "fifty_moves", json!({"cp":0})),
        (format!(r#"{{"fen":"startpos","moves":{shuffle}}}"#), "threefold", json!({"cp":0})),
    ] {
        let reply = reply(&line);
        assert_eq!(
            (&reply["ok"], &reply["terminal"], &reply["score"]),
            (&json!(true), &json!(reason), &score)
        );
        assert_eq!((&reply["bestmove"], &reply["nodes"]), (&json!(null), &json!(0)), "{line}");
    }
}

#[test]
fn a_request_can_set_limits_and_the_default_limit_is_a_million_nodes() {
    let input = r#"{"id":1,"fen":"startpos","depth":4}
{"id":2,"fen":"startpos","nodes":1234,"multipv":3}
{"id":3,"fen":"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1","mate":2}
{"id":4,"fen":"startpos","searchmoves":["a2a3","h2h3"],"options":{"Hash":1}}
{"id":5,"fen":"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1","chess960":true,"searchmoves":["e1h1"]}
"#;
    let replies = analyse(&[], input);
    assert_eq!(replies[0]["depth"], 4);
    assert_eq!(replies[1]["nodes"], 1234);
    let ranks: Vec<_> =
        replies[1]["lines"].as_array().expect("lines").iter().map(|line| line["multipv"].as_u64()).collect();
    assert_eq!(ranks, [Some(1), Some(2), Some(3)]);
    assert_eq!(replies[1]["lines"][0]["pv"], replies[1]["pv"]);
    assert_eq!(replies[2]["score"], json!({"mate":2}));
    assert!(["a2a3", "h2h3"].map(Some).contains(&replies[3]["bestmove"].as_str()));
    assert_eq!(replies[3]["options"]["hash_mb"], 1);
    assert_eq!((&replies[4]["bestmove"], &replies[4]["san"]), (&json!("e1h1"), &json!("O-O")));
    assert!(replies[0]["lines"].as_array().is_some_and(Vec::is_empty));
    let default = records(&text(&["analyse"], "8/8/8/8/3pP3/3P4/8/k1K5 w - - 0 1"));
    assert_eq!(default[0]["nodes"], 1_000_000);
}

#[test]
fn repairs_and_unknown_fields_are_reported_as_warnings() {
    let repaired = reply("4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1");
    assert!(repaired["warnings"][0].as_str().is_some_and(|text| text.contains("castling")), "{repaired}");
    let unknown = reply(r#"{"fen":"startpos","node":5,"options":{"Thread":2}}"#);
    let warnings = unknown["warnings"].to_string();
    assert!(warnings.contains("'node'") && warnings.contains("'Thread'"), "{warnings}");
}

#[test]
fn every_position_of_a_pgn_game_is_a_record() {
    let games = "1. f3 e5 2. g4 (2. e4 Nf6) Qh4# 0-1\n\n[FEN \"8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n";
    for header in ["[White \"a\"]\n\n", "[ White \"a\" ]\n\n", ""] {
        let replies = analyse(&[], format!("{header}{games}"));
        let ids: Vec<_> = replies.iter().filter_map(|reply| reply["id"].as_str()).collect();
        assert_eq!(ids, ["g1:0", "g1:1", "g1:2", "g1:3", "g1:4", "g2:0"], "{header}");
        assert_eq!(replies[3]["score"], json!({"mate":1}));
        assert_eq!(replies[4]["terminal"], "checkmate");
        assert_eq!(replies[5]["error"]["code"], "bad_fen");
    }
}

#[test]
fn the_record_of_a_line_in_another_format_does_not_depend_on_its_place() {
    let words = ["analyse", "--nodes", "100", "--no-timing"];
    let [first, last] = ["nonsense\nstartpos\n", "startpos\nnonsense\n"].map(|input| run(&words, input));
    let lines = |output: &_| stdout(output).lines().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(&first)[0], lines(&last)[1]);
    assert_eq!(stderr(&last), "1 of 2 input records were rejected\n");
}
