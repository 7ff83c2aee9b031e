//! Rules for the output of a UCI engine: the form of each line, and the lines before a `bestmove`.
//!
//! The dialogues of `checklist.txt` check every line of output with these rules. The limits are those of GUIs
//! and match runners that read numbers into small types or split lines at single spaces.

/// Words with a meaning in `option` lines. Some GUIs find them anywhere in the line.
const RESERVED: [&str; 7] = ["name", "type", "default", "min", "max", "var", "value"];
/// Maximum length of the name and the author, in bytes.
const MAX_ID_LENGTH: usize = 40;

/// An option as listed in the answer to `uci`.
#[derive(Debug, PartialEq, Eq)]
pub struct UciOption {
    pub name: String,
    pub kind: Kind,
}

/// Type of an option, with its default.
#[derive(Debug, PartialEq, Eq)]
pub enum Kind {
    Check(String),
    /// Default, minimum, maximum.
    Spin([i32; 3]),
    /// Default, all values.
    Combo(String, Vec<String>),
    Text(String),
    Button,
}

type Checked<T = ()> = Result<T, String>;

fn require(condition: bool, rule: &str) -> Checked {
    if condition { Ok(()) } else { Err(rule.to_owned()) }
}

/// Returns whether `line` belongs to UCI: whether its first word is a word that UCI engines send.
pub fn is_protocol(line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    ["id", "option", "uciok", "readyok", "info", "bestmove"].contains(&first)
}

/// Checks the form of one line of UCI output.
///
/// # Errors
/// Returns the rule that the line breaks.
pub fn check_line(line: &str) -> Checked {
    require(!line.is_empty(), "no line is blank")?;
    if let Some(text) = line.strip_prefix("info string ") {
        return require(!text.trim().is_empty(), "info string has a text");
    }
    require(line.is_ascii(), "the line is ASCII")?;
    let words: Vec<_> = line.split(' ').collect();
    let single = words.iter().all(|word| !word.is_empty() && !word.contains(char::is_whitespace));
    require(single, "exactly one space separates the words, and no space comes before or after them")?;
    match words[..] {
        ["uciok" | "readyok"] | ["bestmove", "(none)"] => Ok(()),
        ["id", "name" | "author", _, ..] => {
            let text = words[2..].join(" ");
            require(text.len() <= MAX_ID_LENGTH && !text.contains('&'), "the name is short and without &")
        }
        ["option", ..] => parse_option(line).map(drop),
        ["info", ref fields @ ..] => check_info(fields),
        ["bestmove", best] => check_move(best),
        ["bestmove", best, "ponder", ponder] => check_move(best).and_then(|()| check_move(ponder)),
        _ => Err("the line is one of id, option, uciok, readyok, info, bestmove".to_owned()),
    }
}

/// Parses an `option` line.
///
/// # Errors
/// Returns the rule that the line breaks.
pub fn parse_option(line: &str) -> Checked<UciOption> {
    let rest = line.strip_prefix("option name ").ok_or("an option line begins with option name")?;
    let (name, rest) = rest.split_once(" type ").ok_or("an option has a type")?;
    let reserved = |word: &str| RESERVED.iter().any(|reserved| word.eq_ignore_ascii_case(reserved));
    require(!name.split(' ').any(reserved), "no word of UCI is part of an option name")?;
    let words: Vec<_> = rest.split(' ').collect();
    let kind = match words[..] {
        ["button"] => Kind::Button,
        ["check", "default", value @ ("true" | "false")] => Kind::Check(value.to_owned()),
        ["spin", "default", value, "min", min, "max", max] => {
            let number = |text: &str| text.parse::<i32>().map_err(|error| format!("{text}: {error}"));
            let [value, min, max] = [number(value)?, number(min)?, number(max)?];
            require((min..=max).contains(&value), "the default is between minimum and maximum")?;
            Kind::Spin([value, min, max])
        }
        ["combo", "default", value, ref vars @ ..] => {
            let pairs = vars.chunks(2).all(|pair| pair.len() == 2 && pair[0] == "var" && !reserved(pair[1]));
            require(pairs, "each value of a combo option is one word after var")?;
            let values: Vec<_> = vars.iter().skip(1).step_by(2).map(ToString::to_string).collect();
            require(values.iter().any(|known| known == value), "the default is one of the values")?;
            Kind::Combo(value.to_owned(), values)
        }
        ["string", "default", _, ..] => {
            require(!words[2..].iter().any(|word| reserved(word)), "a string option has only a default")?;
            Kind::Text(words[2..].join(" "))
        }
        _ => return Err("the type is button, check, spin, combo or string, with its values".to_owned()),
    };
    Ok(UciOption { name: name.to_owned(), kind })
}

fn check_move(text: &str) -> Checked {
    let fits = match *text.as_bytes() {
        [a, b, c, d, ref promotion @ ..] => {
            let square = |file: u8, rank: u8| (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
            square(a, b) && square(c, d) && matches!(promotion, [] | [b'q' | b'r' | b'b' | b'n'])
        }
        _ => false,
    };
    require(fits, &format!("{text} is a move such as e2e4 or e7e8q"))
}

/// Checks the words after `info`.
fn check_info(fields: &[&str]) -> Checked {
    let mut seen = Vec::new();
    let mut rest = fields;
    while let [key, after @ ..] = rest {
        require(!seen.contains(key), &format!("{key} occurs once"))?;
        seen.push(*key);
        let number = |min: i64, max: i64| {
            let value = after.first().and_then(|word| word.parse().ok());
            let fits = value.is_some_and(|value: i64| (min..=max).contains(&value));
            require(fits, &format!("{key} is a whole number from {min} to {max}"))
        };
        let used = match *key {
            "depth" => number(0, 255).map(|()| 1)?,
            "seldepth" | "multipv" => number(1, 255).map(|()| 1)?,
            "time" => number(0, i32::MAX.into()).map(|()| 1)?,
            "nps" => number(0, u32::MAX.into()).map(|()| 1)?,
            "nodes" | "tbhits" => number(0, i64::MAX).map(|()| 1)?,
            "hashfull" => number(0, 1000).map(|()| 1)?,
            "currmovenumber" => number(1, 255).map(|()| 1)?,
            "currmove" => check_move(after.first().ok_or("currmove names a move")?).map(|()| 1)?,
            "score" => check_score(after)?,
            "pv" => {
                require(!after.is_empty(), "a pv has moves")?;
                after.iter().try_for_each(|mv| check_move(mv))?;
                after.len()
            }
            _ => return Err(format!("{key} is a word of UCI")),
        };
        rest = &after[used..];
    }
    let has = |key| seen.contains(&key);
    require(has("depth"), "an info line has a depth, or it is info string")?;
    require(has("currmove") == has("currmovenumber"), "currmove and currmovenumber come together")
}

/// Checks the words after `score` and returns the number of words that belong to the score.
fn check_score(words: &[&str]) -> Checked<usize> {
    let [kind, value, after @ ..] = words else { return Err("a score has a kind and a value".to_owned()) };
    let value: i32 = value.parse().map_err(|_| "the value of a score is a whole number")?;
    let limit = if *kind == "mate" { 127 } else { 100_000 };
    require(["cp", "mate"].contains(kind) && value.abs() <= limit, "a score is cp or mate, of usual size")?;
    let mut used = 2;
    if let [bound @ ("lowerbound" | "upperbound"), more @ ..] = after {
        require(!more.is_empty(), &format!("{bound} is not the last word"))?;
        used += 1;
    }
    if let ["wdl", permille @ ..] = &words[used..] {
        let permille: Vec<i32> = permille.iter().map_while(|word| word.parse().ok()).take(3).collect();
        let sum: i32 = permille.iter().sum();
        require(permille.len() == 3 && sum == 1000, "wdl has three numbers with the sum 1000")?;
        used += 4;
    }
    Ok(used)
}

/// Checks a `bestmove` line against the lines printed since the previous `bestmove`: the last best PV begins
/// with the best move, and its second move is the ponder move.
///
/// # Errors
/// Returns the rule that the answer breaks.
pub fn check_answer(lines: &[String], answer: &str) -> Checked {
    let words: Vec<_> = answer.split(' ').collect();
    if words[1] == "(none)" {
        let explained = |line: &String| line.contains(" score ") || line.starts_with("info string error");
        return require(lines.iter().any(explained), "a score or an error comes before bestmove (none)");
    }
    let is_best = |line: &&String| {
        line.contains(" score ") && (!line.contains(" multipv ") || line.contains(" multipv 1 "))
    };
    let best = lines.iter().rev().filter(|line| line.contains(" pv ")).find(is_best);
    let pv =
        best.and_then(|line| line.split(" pv ").nth(1)).ok_or("a score and a pv come before bestmove")?;
    let mut pv = pv.split(' ');
    require(pv.next() == Some(words[1]), "the pv begins with the best move")?;
    require(words.len() == 2 || pv.next() == Some(words[3]), "the second move of the pv is the ponder move")
}

#[test]
fn each_rule_accepts_valid_lines_and_rejects_a_line_that_breaks_it() {
    for line in [
        "uciok",
        "id name Glulam 1.0",
        "option name Clear Hash type button",
        "option name Hash type spin default 16 min 1 max 1024",
        "option name Style type combo default calm var calm var wild",
        "option name Path type string default <empty>",
        "info string error: 'two  blanks' and ünusual letters",
        "info depth 0 score mate 0",
        "info depth 12 currmove e1g1 currmovenumber 3",
        "info depth 9 seldepth 12 multipv 2 score cp -31 lowerbound nodes 5 nps 0 hashfull 7 tbhits 1 time 3 pv e7e8q",
        "info depth 9 seldepth 9 score mate -3 wdl 0 0 1000 nodes 5 nps 4294967295 time 3 pv e2e4 e7e5",
        "bestmove (none)",
        "bestmove e2e4 ponder e7e5",
    ] {
        assert_eq!(check_line(line), Ok(()), "{line}");
    }
    for line in [
        "",
        " uciok",
        "uciok ",
        "readyok now",
        "Welcome",
        "id name Müller & Söhne",
        "id name Wood & Glue",
        "id author a committee with a name of more than forty bytes",
        "option name Hash  Size type button",
        "option name Minimal Value type button",
        "option name Max Depth type button",
        "option name Hash type spin default 16 min 1 max 4294967296",
        "option name Hash type spin default 16.0 min 1 max 1024",
        "option name Hash type spin default 0 min 1 max 1024",
        "option name Hash type spin default 16",
        "option name Ponder type check default False",
        "option name Style type combo default very calm var very calm var wild",
        "option name Style type combo default calm var wild",
        "option name Path type string default",
        "option name Path type string default <empty> min 0 max 9",
        "option name Path type filename default <empty>",
        "info string",
        "info  depth 1 score cp 3 pv e2e4",
        "info depth 1 score cp 3 string pv e2e4",
        "info depth 256 score cp 3 pv e2e4",
        "info depth 1 multipv 256 score cp 3 pv e2e4",
        "info depth 1 score cp 0.3 pv e2e4",
        "info depth 1 score cp 3 time 1,000 pv e2e4",
        "info depth 1 score cp 3 nps NaN pv e2e4",
        "info depth 1 score cp 3 nps 4294967296 pv e2e4",
        "info depth 1 score cp 3 time 2147483648 pv e2e4",
        "info depth 1 score mate 128 pv e2e4",
        "info depth 1 score cp 3 wdl 500 400 99 pv e2e4",
        "info depth 1 pv e2e4 score cp 3 lowerbound",
        "info depth 1 score cp 3 lowerbound",
        "info depth 1 lowerbound score cp 3 pv e2e4",
        "info depth 1 score cp 3 phase 24 pv e2e4",
        "info depth 1 depth 2 score cp 3 pv e2e4",
        "info seldepth 3 score cp 3 pv e2e4",
        "info depth 1 currmove e2e4 currmovenumber 0",
        "info depth 1 score cp 3 pv",
        "info depth 1 score cp 3 pv e2-e4",
        "bestmove",
        "bestmove e2e4 ponder (none)",
        "bestmove e7e8Q",
        "bestmove 0000",
    ] {
        assert!(check_line(line).is_err(), "{line}");
    }
}

#[test]
fn an_answer_without_a_matching_pv_is_rejected() {
    let lines = |lines: &[&str]| lines.iter().map(ToString::to_string).collect::<Vec<_>>();
    let good = lines(&["info depth 1 score cp 3 pv d2d4", "info depth 2 score cp 3 pv e2e4 e7e5"]);
    let several =
        lines(&["info depth 1 multipv 1 score cp 3 pv e2e4", "info depth 1 multipv 2 score cp 2 pv a2a3"]);
    assert_eq!(check_answer(&good, "bestmove e2e4 ponder e7e5"), Ok(()));
    assert_eq!(check_answer(&several, "bestmove e2e4"), Ok(()));
    assert_eq!(check_answer(&lines(&["info string error: no position"]), "bestmove (none)"), Ok(()));
    for (before, answer) in [
        (&good, "bestmove d2d4"),
        (&good, "bestmove e2e4 ponder c7c5"),
        (&several, "bestmove a2a3"),
        (&several, "bestmove e2e4 ponder e7e5"),
        (&lines(&["info depth 1 currmove e2e4 currmovenumber 1"]), "bestmove e2e4"),
        (&lines(&[]), "bestmove (none)"),
    ] {
        assert!(check_answer(before, answer).is_err(), "{before:?} {answer}");
    }
}
