//! When a game ends before the rules end it.

use std::str::FromStr;

use clap::{Args, value_parser};

use crate::lab::referee::Adjudication;

/// What both sides may agree on.
#[derive(Args, Debug)]
#[group(skip)]
pub struct Options {
    /// A game is won when both sides have told CP centipawns or more for the same side, PLIES in a row [default: 600:6]
    #[arg(long, value_name = "CP:PLIES|none")]
    resign: Option<Resign>,
    /// A game is drawn when both sides have told at most CP, PLIES in a row, later than AFTER plies of the game [default: 10:8:70]
    #[arg(long, value_name = "CP:PLIES:AFTER|none")]
    draw: Option<Draw>,
    /// Let nothing but the rules end a game
    #[arg(long, conflicts_with_all = ["resign", "draw"])]
    play_out: bool,
    /// A game that has lasted so many plies is drawn
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
}

impl Options {
    /// When games are over.
    pub fn adjudication(&self) -> Adjudication {
        let mut adjudication = if self.play_out { Adjudication::NONE } else { Adjudication::MATCH };
        if let Some(Resign { score, plies }) = self.resign {
            adjudication = Adjudication { win: score, win_plies: plies, ..adjudication };
        }
        if let Some(Draw { score, plies, after }) = self.draw {
            adjudication = Adjudication { draw: score, draw_plies: plies, draw_after: after, ..adjudication };
        }
        Adjudication { max_plies: self.max_plies(), ..adjudication }
    }

    /// The most plies a game may last; 0 is no limit.
    pub fn max_plies(&self) -> u32 {
        self.max_plies.unwrap_or_default()
    }
}

/// Nobody waits for so many plies.
const NEVER: u32 = 0;

/// When a side is taken to resign.
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
            _ => Err("write centipawns and plies, as in 600:6, or none".to_owned()),
        }
    }
}

/// When both sides are taken to agree on a draw.
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
            _ => Err("write centipawns, plies, and the ply after which they count, as in 10:8:70, or none"
                .to_owned()),
        }
    }
}

/// The numbers between the colons, none for `none`; a single zero for what is neither.
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
    fn scores_and_plies_are_read_and_none_is_never() {
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
