//! Tests of the option `EvalFile`, which selects the network.

use std::fs;

use super::dialogue::{Dialogue, last, number_after};
use crate::support::net;

#[test]
fn eval_file_replaces_the_network_and_an_invalid_file_changes_nothing() {
    let [first, second] =
        [("first", 64, 1), ("second", 128, 2)].map(|(name, size, seed)| net(name, size, seed));
    let mut engine = Dialogue::new();
    engine.say("setoption name Evaluator value network");
    let embedded = engine.ask("eval", "Evaluation");
    assert!(embedded.iter().any(|line| line.starts_with("Network: <embedded>, (768x8 -> ")), "{embedded:#?}");

    engine.say(&format!("setoption name EvalFile value {}", first.display()));
    let by_first = engine.ask("eval", "Evaluation");
    assert!(
        by_first
            .iter()
            .any(|line| line.contains("first") && line.contains("(768x8 -> 64)x2 -> 16 -> 32 -> 8")),
        "{by_first:#?}"
    );
    assert!(by_first.contains(&"Bucket: 7".to_owned()));
    assert!(last(&by_first).ends_with("for White to move (network)"));
    for (path, remedy) in [
        ("no/such file.nnue", "no/such file.nnue: cannot read the file"),
        ("/", "cannot read the file"),
        (env!("CARGO_BIN_EXE_engine"), "does not begin with GLULAMNN"),
    ] {
        let lines = engine.ask(&format!("setoption name EvalFile value {path}\nisready"), "readyok");
        assert!(
            lines[0].starts_with("info string error: EvalFile: ") && lines[0].contains(remedy),
            "{lines:#?}"
        );
        assert!(lines[0].ends_with("the old value is kept"));
        assert_eq!(engine.ask("eval", "Evaluation"), by_first, "{path}");
    }
    engine.say(&format!("setoption name EvalFile value {}", second.display()));
    assert!(
        engine
            .ask("eval", "Evaluation")
            .iter()
            .any(|line| line.contains("(768x8 -> 128)x2 -> 16 -> 32 -> 8"))
    );
    engine.say("setoption name EvalFile value <embedded>");
    assert_eq!(engine.ask("eval", "Evaluation"), embedded);
    engine.say(&format!("setoption name EvalFile value {}\nsetoption name EvalFile value", first.display()));
    assert_eq!(engine.ask("eval", "Evaluation"), embedded, "an empty value selects the embedded network");
    for path in [first, second] {
        fs::remove_file(path).expect("ours");
    }
}

#[test]
fn another_network_clears_the_transposition_table_and_the_histories() {
    let path = net("forget", 64, 3);
    let choose =
        format!("setoption name Evaluator value network\nsetoption name EvalFile value {}", path.display());
    let nodes = |engine: &mut Dialogue| {
        let lines = engine.ask("go depth 8", "bestmove");
        let report = lines.iter().rfind(|line| line.starts_with("info depth 8 "));
        number_after("nodes", report.expect("the last depth"))
    };
    let mut engine = Dialogue::new();
    engine.say(&choose);
    let fresh = nodes(&mut engine);
    assert_ne!(nodes(&mut engine), fresh, "the transposition table still contains the position");
    engine.say("setoption name EvalFile value <embedded>");
    nodes(&mut engine);
    engine.say(&choose);
    assert_eq!(nodes(&mut engine), fresh);
    fs::remove_file(&path).expect("ours");
}
