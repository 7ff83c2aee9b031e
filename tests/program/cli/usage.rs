//! Usage errors, closed pipes, help, completions and manual pages.

use crate::support::{code, command, engine, feed, stderr, stdout};

#[test]
fn usage_errors_have_exit_code_2_and_a_remedy() {
    for (arguments, remedy) in [
        (&["bench", "--layers", "tabel"][..], "table-move"),
        (&["bench", "--layers", "full-tabel"], "full-draws"),
        (&["bench", "--ladder", "--rungs", "minimax,nonsense"], "nonsense"),
        (&["bench", "--ladder", "--rungs", "random"], "begin with minimax"),
        (&["bench", "--ablate", "--layers", "minimax"], "full or mate-distance"),
        (&["bench", "--ablate", "--ladder"], "--ladder"),
        (&["bench", "--ablate", "--nodes", "100"], "--nodes"),
        (&["bench", "--max-nodes", "100"], "--ladder"),
        (&["bench", "--fen", "nobody"], "kiwipete"),
        (&["bench", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "a king is missing"),
        (&["bench", "--fen", "8/8/8/8 w - - 0 1"], "eight ranks"),
        (&["bench", "16", "1", "999", "default", "depth"], "at most 200"),
        (&["bench", "--depth", "0"], "from 1 to 200"),
        (&["bench", "--threads", "0"], "choose 1 to 256"),
        (&["bench", "16", "257"], "choose 1 to 256"),
        (&["bench", "--ladder", "--threads", "2"], "remove --threads"),
        (&["perft"], "DEPTH"),
        (&["perft", "three"], "three"),
        (&["nonsense"], "nonsense"),
        (&["bestmove", "-depth", "3"], "tip: long options begin with two hyphens: --depth\n"),
        (&["bestmove", "-depth=3"], "two hyphens: --depth\n"),
        (&["bestmove", "--depth", "-3"], "tip: -3 is negative: write a positive number\n"),
        (&["play", "kiwipete"], "tip: write engine play --fen kiwipete\n"),
        (
            &["play", "--level", "3", "8/8/8/8/8/8/8/K1k5", "w", "-", "-", "--plain"],
            "tip: write engine play --level 3 --fen '8/8/8/8/8/8/8/K1k5 w - -' --plain\n",
        ),
        (&["bench", "--fen"], "--fen <POSITION>"),
        (&["perft", "kiwipete", "3"], "tip: write engine perft 3 kiwipete\n"),
        (&["perft", "kiwipete"], "tip: write engine perft 4 kiwipete\n"),
        (
            &["perft", "4k3/8/8/8/8/8/4P3/4K3", "w", "-", "-", "0", "1", "5", "--divide"],
            "tip: write engine perft 5 '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' --divide\n",
        ),
        (&["play", "--level", "hard"], "write a whole number from 1 to 10"),
        (&["play", "--elo", "800.5"], "write a whole number from 600 to 3000"),
        (
            &["bestmove", "Cargo.toml"],
            "Cargo.toml is a file, and not a position: use engine analyse Cargo.toml, or, ",
        ),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(remedy), "{arguments:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_wrong_argument_without_a_hyphen_is_not_called_an_option() {
    for arguments in [&["play", "nonsense"][..], &["perft", "nonsense"], &["book", "dump", "a.bin", "b.bin"]]
    {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(2), "{arguments:?}");
        assert!(!stderr(&output).contains("hyphens"), "{arguments:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("tip: write"), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn the_error_for_an_unreadable_file_names_the_file() {
    let output = engine(&["bench", "--epd", "no-such-file.epd"]);
    assert_eq!(code(&output), Some(1));
    assert!(stderr(&output).contains("no-such-file.epd"));
}

#[test]
fn repairs_of_a_fen_are_reported_unless_quiet() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1";
    assert!(stderr(&engine(&["perft", "1", "--fen", fen])).contains("castling rights"));
    assert!(engine(&["perft", "1", "--quiet", "--fen", fen]).stderr.is_empty());
}

#[test]
fn commands_whose_output_pipe_is_closed_end_with_exit_code_0() {
    for arguments in [
        &["bench", "--depth", "2"][..],
        &["bench", "--depth", "1", "--json"],
        &["bench", "--ladder", "--fen", "knight", "--depth", "1", "--selective-depth", "1", "-q"],
        &["perft", "2", "--divide"],
        &["pichu", "w", "K..............k................................................", "0.1", "--quiet"],
        &["datagen", "openings", "--openings", "2", "--nodes", "50"],
        &["match", "full", "full", "--games", "2", "--nodes", "50"],
        &["man"],
        &["--help"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = feed(command(arguments).stdout(writer), "");
        assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn only_the_help_of_bench_names_the_evaluator_of_the_ladder() {
    let names_it = |command| {
        let help = stdout(&engine(&[command, "--help"])).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains("[default: network"), "{command}: {help}");
        help.contains("with --ladder]")
    };
    assert!(names_it("bench"));
    assert!(!["analyse", "annotate", "bestmove", "eval", "play", "solve"].into_iter().any(names_it));
}

#[test]
fn arguments_with_a_space_are_uci_lines() {
    let output = engine(&["position startpos moves e2e4", "go depth 1"]);
    assert_eq!(code(&output), Some(0));
    assert!(stdout(&output).lines().last().is_some_and(|line| line.starts_with("bestmove ")));
    assert_eq!(code(&engine(&["uci"])), Some(0), "the input is empty");
}

#[test]
fn completions_and_manual_pages_are_printed() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&engine(&["completions", shell])).contains("perft"), "{shell}");
    }
    assert!(stdout(&engine(&["man"])).contains(".TH engine 1"));
    assert!(stdout(&engine(&["man", "bench"])).contains("max\\-nodes"));
    assert!(stdout(&engine(&["--version"])).starts_with("Glulam "));
    let nested = stdout(&engine(&["man", "tune", "network"]));
    assert!(nested.contains(".TH engine-tune-network 1") && nested.contains("random weights"), "{nested}");
    let unknown = engine(&["man", "tune", "netwrk"]);
    assert!(code(&unknown) == Some(2) && stderr(&unknown).contains("network, wdl, search"));
    let help = stdout(&engine(&["help", "tune", "network"]));
    assert!(help.contains("Usage: engine tune network") && help.contains("--epochs"), "{help}");
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout(&engine(&["completions", shell]));
        assert!(script.contains("epochs") && script.contains("random-plies"), "{shell}");
    }
}
