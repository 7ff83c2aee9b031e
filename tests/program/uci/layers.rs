//! The UCI option `Layers`, which sets the search.

use super::dialogue::Dialogue;

/// Sends the given options in order, and returns the layers that the next `go` reports.
fn in_use(engine: &mut Dialogue, options: &[(&str, &str)]) -> String {
    for (name, value) in options {
        engine.say(&format!("setoption name {name} value {value}"));
    }
    let lines = engine.ask("go depth 1", "bestmove");
    let reported: Vec<_> =
        lines.iter().filter_map(|line| line.strip_prefix("info string layers in use: ")).collect();
    assert_eq!(reported.len(), 1, "{options:?}: {lines:#?}");
    reported[0].to_owned()
}

#[test]
fn a_gui_lists_at_most_26_options_and_one_of_them_sets_the_layers() {
    let lines = Dialogue::new().ask("uci", "uciok");
    let options: Vec<_> = lines.iter().filter(|line| line.starts_with("option name ")).collect();
    let most = if cfg!(feature = "tuning") { 256 } else { 26 };
    assert!(options.len() <= most, "{} options: {options:#?}", options.len());
    assert!(lines.contains(&"option name Layers type string default full".to_owned()), "{lines:#?}");
}

#[test]
fn polyglot_and_xboard_can_read_every_option() {
    // PolyGlot reads 16 values of a combo option, and 4,095 characters of a line. For XBoard, PolyGlot joins the
    // values with " /// ", and XBoard reads 511 characters.
    for line in Dialogue::new().ask("uci", "uciok") {
        let values: Vec<_> = line.split(" var ").skip(1).collect();
        assert!(values.len() <= 16, "{} values: {line}", values.len());
        assert!(line.len() < 512 && values.join(" /// ").len() < 450, "{line}");
    }
}

#[test]
fn layers_accepts_the_notation_of_the_command_line() {
    let mut engine = Dialogue::new();
    for (value, reported) in [
        ("full-null-move", "full-null-move"),
        ("alpha-beta+table", "alpha-beta+table"),
        ("Full-NMP", "full-null-move"),
        ("table", "table"),
        ("minimax", "minimax"),
        ("<empty>", "full"),
    ] {
        assert_eq!(in_use(&mut engine, &[("Layers", value)]), reported);
    }
    let lines = engine.ask("setoption name Layers value full-nothing\nisready", "readyok");
    assert!(
        lines[0].starts_with("info string error: Layers: 'full-nothing' is neither a rung nor"),
        "{lines:#?}"
    );
    assert!(lines[0].ends_with("; the old value is kept"), "{lines:#?}");
}

#[test]
fn the_layers_in_use_are_reported_once_after_each_change() {
    let mut engine = Dialogue::new();
    let quiet = engine.ask("go depth 1", "bestmove");
    assert!(!quiet.iter().any(|line| line.contains("layers in use")), "{quiet:#?}");
    assert_eq!(in_use(&mut engine, &[("Layers", "quiescence")]), "quiescence");
    let again = engine.ask("go depth 1", "bestmove");
    assert!(!again.iter().any(|line| line.contains("layers in use")), "{again:#?}");
}
