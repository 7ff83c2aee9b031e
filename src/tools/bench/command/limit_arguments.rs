//! Search limits of the bench. Of all modes of `engine bench`, only `--ladder` accepts a range of depths.

use std::{str::FromStr, time::Duration};

use clap::Args;

use crate::{
    search::{Limits, MAX_DEPTH},
    tools::common::{
        exit::UsageError,
        values::{AT_LEAST_1, MILLISECOND, duration, number},
    },
};

/// Command-line limits of the search of each position.
#[derive(Args, Debug)]
pub struct BenchLimitArguments {
    /// Search to this depth in plies [default: 13; 4 with --ladder; 10 with --ablate]
    ///
    /// --ladder also accepts a range such as 2-6 and reports each depth.
    #[arg(long, value_name = "PLIES")]
    depth: Option<Depths>,
    /// Search this many nodes, as in 20000, 500k or 1M
    #[arg(long, value_name = "N", value_parser = number::<u64>(AT_LEAST_1))]
    nodes: Option<u64>,
    /// Search for this time: milliseconds, or with a unit, as in 250ms, 10s or 2m
    #[arg(long, value_name = "MS", value_parser = duration(MILLISECOND, MILLISECOND))]
    movetime: Option<Duration>,
}

impl BenchLimitArguments {
    /// Returns the first and the last depth of `--depth`, in plies; `None` if the option is not given.
    pub fn depths(&self) -> Option<(i32, i32)> {
        self.depth.map(|Depths { first, last }| (first, last))
    }

    /// Returns the depth of `--depth`, in plies, for commands that accept only a single depth.
    ///
    /// # Errors
    /// [`UsageError`] if `--depth` is a range of depths.
    pub fn depth(&self) -> Result<Option<i32>, UsageError> {
        match self.depths() {
            Some((first, last)) if first < last => {
                Err(UsageError(format!("--depth {first}-{last}: use a single depth, or add --ladder")))
            }
            depths => Ok(depths.map(|(_, last)| last)),
        }
    }

    /// Returns the search limits of the command line; `None` if no limit is given.
    ///
    /// # Errors
    /// [`UsageError`] if `--depth` is a range of depths.
    pub fn limits(&self) -> Result<Option<Limits>, UsageError> {
        let Self { nodes, movetime, .. } = *self;
        let limits = Limits { depth: self.depth()?, nodes, movetime, ..Limits::default() };
        Ok(limits.is_bounded().then_some(limits))
    }
}

/// Range of depths, in plies; for a single depth both ends are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Depths {
    first: i32,
    last: i32,
}

impl FromStr for Depths {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refused = || format!("expected a depth from 1 to {MAX_DEPTH}, or a range such as 2-6");
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let depth = |text: &str| {
            text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth)).ok_or_else(refused)
        };
        let (first, last) = (depth(first)?, depth(last)?);
        if first <= last { Ok(Self { first, last }) } else { Err(refused()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_depth_or_a_range_of_depths_is_accepted() {
        assert_eq!("4".parse(), Ok(Depths { first: 4, last: 4 }));
        assert_eq!("2-6".parse(), Ok(Depths { first: 2, last: 6 }));
        for text in ["", "0", "-3", "6-2", "2-", "2-6-8", "four", "100000"] {
            assert!(text.parse::<Depths>().is_err(), "{text}");
        }
    }
}
