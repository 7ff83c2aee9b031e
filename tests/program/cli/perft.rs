//! `engine perft` and perft suites.

use super::as_fishtest_reads;
use crate::support::{code, engine, stdout};

#[test]
fn perft_counts_are_the_same_with_every_option() {
    let leaves = |text: &str| as_fishtest_reads(text, "Nodes searched");
    for extra in [&[][..], &["--divide"], &["--threads", "2"]] {
        let output = engine(&[&["perft", "3", "--fen", "kiwipete"], extra].concat());
        assert_eq!((code(&output), leaves(&stdout(&output))), (Some(0), Some(97_862)), "{extra:?}");
    }
    assert_eq!(leaves(&stdout(&engine(&["perft", "0"]))), Some(1));
    assert_eq!(leaves(&stdout(&engine(&["perft", "4"]))), Some(197_281));

    let text = stdout(&engine(&["perft", "2", "--divide"]));
    let divided: Vec<_> = text.lines().take_while(|line| !line.is_empty()).collect();
    assert_eq!(divided.len(), 20);
    assert!(divided.contains(&"e2e4: 20"));
}

#[test]
fn a_wrong_count_in_a_perft_suite_gives_exit_code_3() {
    let positions = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/");
    let [normal, chess960] = ["perft.epd", "perft960.epd"].map(|name| format!("{positions}{name}"));
    let output = engine(&["perft", "2", "--suite", &normal]);
    assert_eq!(code(&output), Some(0), "{}", stdout(&output));
    let output = engine(&["perft", "3", "--chess960", "--suite", &chess960]);
    assert_eq!(code(&output), Some(0), "{}", stdout(&output));

    let wrong = std::env::temp_dir().join(format!("glulam-wrong-{}.epd", std::process::id()));
    std::fs::write(&wrong, "8/8/8/8/8/4k3/8/4K3 w - - D1 2; D2 99; id \"two kings\";\n").expect("a file");
    let output = engine(&["perft", "--suite", &wrong.to_string_lossy()]);
    std::fs::remove_file(&wrong).expect("ours");
    assert_eq!(code(&output), Some(3));
    assert!(stdout(&output).contains("two kings, depth 2: counted "), "{}", stdout(&output));
}
