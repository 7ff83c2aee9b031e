//! Tuning from a file to a file.

use std::{fs, path::PathBuf};

use crate::{code, engine, stderr, stdout};

/// A file of ours in the folder for such things.
fn scratch(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("glulam-{name}-{}", std::process::id()));
    fs::write(&path, text).expect("a file");
    path
}

const GAMES: &str = "\
4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\"; ce 120;
4k3/4p3/8/8/8/8/8/R3K3 b - - 0 1 c9 \"1/2-1/2\";
r3k3/8/8/8/8/8/4P3/4K3 w - - c9 \"0-1\"; ce -310;
";

#[test]
fn weights_are_written_to_standard_output_or_to_a_file() {
    let games = scratch("games.epd", GAMES);
    let weights = scratch("weights.rs", "");
    let [games_name, weights_name] = [&games, &weights].map(|path| path.to_string_lossy().into_owned());
    let printed = engine(&["tune", &games_name, "--epochs", "2", "--scores", "50"]);
    assert_eq!(code(&printed), Some(0), "{}", stderr(&printed));
    assert!(stderr(&printed).contains("epoch 2/2: loss "), "{}", stderr(&printed));
    assert!(stdout(&printed).contains("pub static WEIGHTS: [Tapered; COUNT] = [\n    // MATERIAL:"));

    let asked = ["tune", &games_name, "--epochs", "2", "--scores", "50", "-q", "-o", &weights_name];
    let written = engine(&asked);
    assert_eq!((code(&written), stderr(&written), stdout(&written)), (Some(0), String::new(), String::new()));
    assert_eq!(fs::read_to_string(&weights).expect("written"), stdout(&printed));
    for path in [games, weights] {
        fs::remove_file(path).expect("ours");
    }
}

#[test]
fn a_bad_line_is_told_with_file_and_line_and_nothing_is_written() {
    let games = scratch("bad-games.epd", &format!("{GAMES}4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"won\";\n"));
    let name = games.to_string_lossy().into_owned();
    for arguments in
        [&["tune", &name][..], &["tune", "no-such-file.epd"], &["tune"], &["tune", &name, "--terms", "x"]]
    {
        let output = engine(arguments);
        assert!(matches!(code(&output), Some(1 | 2)), "{arguments:?}");
        assert_eq!(stdout(&output), "");
    }
    let told = stderr(&engine(&["tune", &name]));
    assert!(told.contains("bad-games.epd") && told.contains(":4: the result is missing"), "{told}");
    fs::remove_file(games).expect("ours");
}
