//! Options of `engine match` that end a game before the rules of chess do: adjudicated win, adjudicated draw.

use std::str::FromStr;

use clap::Args;

use crate::tools::matches::referee::Adjudication;

/// Options of `engine match` for adjudication.
#[derive(Args, Debug)]
#[group(skip)]
pub struct AdjudicationOptions {
    /// Adjudicate a win when both sides report CP centipawns or more for the same side, PLIES plies in a row
    /// [default: 600:6]
    #[arg(long, value_name = "CP:PLIES|none")]
    resign: Option<Resign>,
    /// Adjudicate a draw when both sides report at most CP centipawns, PLIES plies in a row, later than AFTER
    /// plies after the opening [default: 10:8:70]
    #[arg(long, value_name = "CP:PLIES:AFTER|none")]
    draw: Option<Draw>,
}

impl AdjudicationOptions {
    /// Returns the adjudication rules of the match: the values of the command-line options, and the
    /// default rules of `engine match` for options that are not given.
    pub fn adjudication(&self) -> Adjudication {
        let mut adjudication = Adjudication::MATCH;
        if let Some(Resign { score, plies }) = self.resign {
            adjudication = Adjudication { win: score, win_plies: plies, ..adjudication };
        }
        if let Some(Draw { score, plies, after }) = self.draw {
            adjudication = Adjudication { draw: score, draw_plies: plies, draw_after: after, ..adjudication };
        }
        adjudication
    }
}

/// Number of plies of an adjudication rule that is switched off (`none`): the rule never ends a game.
const NEVER: u32 = 0;

/// Rule that adjudicates a win (`--resign`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Resign {
    score: i32,
    plies: u32,
}

impl FromStr for Resign {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match numbers(text)[..] {
            [] => Ok(Self { score: 0, plies: NEVER }),
            [score @ (1..), plies @ (1..)] => Ok(Self { score: score as i32, plies }),
            _ => Err("write CP:PLIES, as in 600:6, or none".to_owned()),
        }
    }
}

/// Rule that adjudicates a draw (`--draw`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Draw {
    score: i32,
    plies: u32,
    after: u32,
}

impl FromStr for Draw {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match numbers(text)[..] {
            [] => Ok(Self { score: 0, plies: NEVER, after: 0 }),
            [score, plies @ (1..), after] => Ok(Self { score: score as i32, plies, after }),
            _ => Err("write CP:PLIES:AFTER, as in 10:8:70, or none".to_owned()),
        }
    }
}

/// Parses numbers from 0 to 1,000,000 that are separated by colons. Returns an empty list for `none`, and the
/// list `[0]`, which no rule accepts, for invalid text.
fn numbers(text: &str) -> Vec<u32> {
    if text == "none" {
        return Vec::new();
    }
    let number = |word: &str| word.parse().ok().filter(|number| *number <= 1_000_000);
    text.split(':').map(number).collect::<Option<_>>().unwrap_or_else(|| vec![0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resign_and_draw_rules_are_parsed_and_none_switches_them_off() {
        assert_eq!("600:6".parse(), Ok(Resign { score: 600, plies: 6 }));
        assert_eq!("none".parse(), Ok(Resign { score: 0, plies: NEVER }));
        assert_eq!("0:12:60".parse(), Ok(Draw { score: 0, plies: 12, after: 60 }));
        assert_eq!("none".parse(), Ok(Draw { score: 0, plies: NEVER, after: 0 }));
        for text in ["", "600", "600:", "0:6", "600:0", "600:6:1", "-1:6", "9999999:1", "no"] {
            assert!(text.parse::<Resign>().is_err(), "{text}");
        }
        for text in ["", "10:8", "10:0:1", "10:8:70:1", "x:8:70"] {
            assert!(text.parse::<Draw>().is_err(), "{text}");
        }
    }
}
