use super::*;

fn parse(text: &str) -> Result<Record, EpdError> {
    Record::parse(text, CastlingMode::Standard, Strictness::Game)
}

const BOARD: &str = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -";

#[test]
fn operations_are_parsed_with_their_operands() {
    let record = parse(&format!("{BOARD} bm Qd1+ Qd2; id \"BK; 01\"; c0 \"a b\" c;")).expect("good");
    assert_eq!(record.operands("bm"), Some(["Qd1+".to_owned(), "Qd2".to_owned()].as_slice()));
    assert_eq!(record.id(), "BK; 01");
    assert_eq!(record.operand("c0"), Some("a b"));
    assert_eq!(record.operand("am"), None);
}

#[test]
fn moves_are_read_in_any_spelling_also_with_commas_between_them() {
    let expected = parse(&format!("{BOARD} bm Qd1+ Be6;")).expect("good").moves("bm");
    for moves in ["Qd1, Be6", "d6d1, d7e6", "qd1ch Bd7-e6!?", "♛d1+, be6"] {
        let found = parse(&format!("{BOARD} bm {moves};")).expect(moves).moves("bm");
        assert_eq!(found, expected, "{moves}");
    }
}

#[test]
fn quotation_marks_in_a_text_are_escaped_and_an_open_one_is_refused_with_its_column() {
    let record = parse(&format!(r#"{BOARD} id "say \"a; b\" \\ C:\dir"; c0 "";"#)).expect("good");
    assert_eq!(record.id(), r#"say "a; b" \ C:\dir"#);
    assert_eq!(record.operands("c0"), Some([String::new()].as_slice()));
    let column = BOARD.len() + 5;
    for open in [r#" id "never closed;"#, r#" id "a\";"#, r#" id ";"#] {
        assert_eq!(parse(&format!("{BOARD}{open}")).map(|_| ()), Err(EpdError::Quote(column)), "{open}");
    }
    let error = EpdError::Quote(column).to_string();
    assert!(error.contains(&format!("the quotation mark in column {column} is not closed")), "{error}");
}

#[test]
fn a_suite_may_have_any_line_ends_and_byte_order_marks() {
    let suite = format!("\u{feff}{BOARD} bm Qd1+;\r{BOARD} bm Qd2;\r\n\u{feff}{BOARD}\r\rnonsense");
    let records = read_suite(&suite, CastlingMode::Standard, Strictness::Game, Ok);
    let lines: Vec<_> = records.map(|record| record.map_or_else(|error| error.line, |_| 0)).collect();
    assert_eq!(lines, [0, 0, 0, 5]);
}

#[test]
fn perft_lines_with_counters_are_accepted() {
    let record = parse(&format!("{BOARD} 3 40 ;D1 20 ;D2 400 ;id x.1")).expect("good");
    assert_eq!(record.operand("D2"), Some("400"));
    assert_eq!(record.position.halfmoves(), 3);
    assert_eq!(record.id(), "x.1");
}

#[test]
fn counters_must_be_operations() {
    let record = parse(&format!("{BOARD} hmvc 7; fmvn 30; id \"x\";")).expect("good");
    assert_eq!((record.position.halfmoves(), record.position.move_number()), (7, 30));
    let error = parse(&format!("{BOARD} 0 1 bm Qd1+;")).expect_err("six fields and an operation");
    assert!(error.to_string().contains("hmvc 0; fmvn 1;"), "{error}");
    assert!(parse(&format!("{BOARD} hmvc seven;")).is_err());
    let dash = parse(&format!("{BOARD} - bm Qd1+;")).expect("one dash too many");
    assert_eq!(dash.operand("bm"), Some("Qd1+"));
}

#[test]
fn best_and_avoided_moves_must_be_legal() {
    let record = parse(&format!("{BOARD} bm Qd1+ d6d1; am Qd1; am Qd2;")).expect("good");
    assert_eq!(record.moves("bm").map(|moves| moves.len()), Ok(2));
    assert_eq!(record.moves("am").map(|moves| moves.len()), Ok(2));
    for bad in ["bm Dd1+;", "bm Qd1+ Ke8;", "am x;"] {
        let error = parse(&format!("{BOARD} {bad}")).expect_err(bad).to_string();
        assert!(error.starts_with(&bad[..2]), "{error}");
    }
}

#[test]
fn empty_operations_and_a_missing_last_semicolon_are_accepted() {
    for operations in ["", " ", " bm ; id \"empty bm\";", " bm Qd1+; id \"BK.01\""] {
        assert!(parse(&format!("{BOARD}{operations}")).is_ok(), "{operations}");
    }
}

#[test]
fn invalid_epd_is_rejected_with_its_line_number() {
    for bad in [
        String::new(),
        format!("{BOARD} ;;;;"),
        format!("{BOARD} id \"never closed;"),
        "8/8/8/8 w - - bm e4;".to_owned(),
        format!("{BOARD} abc 1"),
    ] {
        assert!(parse(&bad).is_err(), "{bad}");
    }
    let suite = format!("# two\n\n{BOARD} bm Qd1+;\nnonsense\n");
    let records: Vec<_> = read_suite(&suite, CastlingMode::Standard, Strictness::Game, Ok).collect();
    assert!(records[0].is_ok());
    assert_eq!(records[1].as_ref().expect_err("line 4").line, 4);
}
