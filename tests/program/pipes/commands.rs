//! `engine bestmove`, `engine eval`, and the JSON Schema of `engine analyse`.

use serde_json::{Value, json};

use crate::support::{fen, records, run, text};

#[test]
fn bestmove_prints_only_a_move() {
    assert_eq!(text(&["bestmove", "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", "--nodes", "500"], ""), "d1d8\n");
    let words = ["bestmove", "--nodes", "500", "3qk3/8/8/8/8/8/8/3RK3", "w", "-", "-", "0", "1"];
    assert_eq!(text(&words, ""), "d1d8\n", "an unquoted FEN");
    assert_eq!(text(&["bestmove", "--moves", "f3 e7e5 g4", "--depth", "3"], ""), "d8h4\n");
    let json: Value =
        serde_json::from_str(&text(&["bestmove", "kiwipete", "--nodes", "500", "--json"], "")).expect("JSON");
    assert_eq!((&json["v"], &json["fen"], &json["nodes"]), (&json!(1), &json!(fen("kiwipete")), &json!(500)));
}

#[test]
fn bestmove_reports_a_finished_game_and_a_bad_position_by_its_exit_code() {
    for (arguments, code, message) in [
        (&["bestmove", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"][..], 3, "checkmate"),
        (&["bestmove", "8/8/8/8 w - - 0 1"], 2, "eight ranks"),
        (&["bestmove", "nobody"], 2, "kiwipete"),
        (&["bestmove", "--moves", "e4 e4"], 2, "--moves: move 2: illegal move e4"),
    ] {
        let output = run(arguments, "");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(output.stdout.is_empty());
        assert!(String::from_utf8_lossy(&output.stderr).contains(message), "{arguments:?}");
    }
}

#[test]
fn eval_splits_the_evaluation_by_term_and_by_piece() {
    let classical = text(&["eval", "--evaluator", "classical", "kiwipete"], "");
    assert!(classical.lines().all(|line| line.chars().count() <= 80), "{classical}");
    for term in ["material", "mobility", "king", "tempo"] {
        assert!(classical.lines().any(|line| line.starts_with(term)), "{term}");
    }
    let value: Value =
        serde_json::from_str(&text(&["eval", "--evaluator", "classical", "--json", "--fen", "kiwipete"], ""))
            .expect("JSON");
    let terms = value["terms"].as_array().expect("terms");
    let sum: i64 = terms.iter().filter_map(|term| term["value"].as_i64()).sum();
    let whole = value["score_white"]["cp"].as_i64().expect("centipawns");
    assert!((sum + value["beyond"].as_i64().expect("a number") - whole).abs() < 10, "{sum} {whole}");
    let pieces = value["pieces"].as_array().expect("pieces");
    assert_eq!(pieces.len(), 32);
    let queen = pieces.iter().find(|piece| piece["square"] == "f3").expect("the queen");
    assert!(queen["piece"] == "Q" && queen["value"].as_i64().is_some_and(|value| value > 500), "{queen}");

    let network = text(&["eval", "kiwipete"], "");
    assert!(network.contains(" from White's point of view (network); White to move"), "{network}");

    let material = text(&["eval", "--evaluator", "material", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"], "");
    assert!(material.contains("+1.00 from White's point of view (material); Black to move"), "{material}");
    assert_eq!(run(&["eval", "4k3/8/8/8/8/8/8/8 w - - 0 1"], "").status.code(), Some(2));
}

/// Follows a reference inside a schema.
fn resolve<'a>(schema: &'a Value, part: &'a Value) -> &'a Value {
    let name = part["$ref"].as_str().and_then(|name| name.strip_prefix("#/$defs/"));
    name.map_or(part, |name| &schema["$defs"][name])
}

/// Fails unless the object has all required fields and no unknown fields of its schema.
fn assert_fits(schema: &Value, part: &Value, object: &Value) {
    let part = resolve(schema, part);
    let known = part["properties"].as_object().expect("properties");
    let found = object.as_object().expect("an object");
    assert!(found.keys().all(|field| known.contains_key(field)), "{:?} {:?}", found.keys(), known.keys());
    let required = part["required"].as_array().expect("required fields");
    assert!(required.iter().all(|field| found.contains_key(field.as_str().expect("a name"))), "{required:?}");
}

#[test]
fn records_of_analyse_fit_their_schema() {
    let lines = text(&["analyse", "--nodes", "100", "-q"], "4k3/8/8/8/8/8/4P3/4K3 w K - c0 x;\nnonsense\n");
    let schema: Value = serde_json::from_str(&text(&["analyse", "--schema"], "")).expect("a schema");
    assert_eq!(schema["title"], "engine analyse");
    let (replies, kinds) = (records(&lines), schema["anyOf"].as_array().expect("two kinds"));
    assert_eq!((replies.len(), kinds.len()), (2, 2));
    for (reply, part) in replies.iter().zip(kinds) {
        assert_fits(&schema, part, reply);
    }
}
