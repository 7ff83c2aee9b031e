//! Search limits of the bench. Of all modes of `engine bench`, only `--ladder` accepts a range of depths.

use std::time::Duration;

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
    #[arg(long, value_name = "PLIES", value_parser = depths)]
    depth: Option<(i32, i32)>,
    /// Search this many nodes, as in 20000, 500k or 1M
    #[arg(long, value_name = "N", value_parser = number::<u64>(AT_LEAST_1))]
    nodes: Option<u64>,
    /// Search for this time: milliseconds, or with a unit, as in 250ms, 10s or 2m
    #[arg(long, value_name = "MS", value_parser = duration(MILLISECOND, MILLISECOND))]
    movetime: Option<Duration>,
}

impl BenchLimitArguments {
    /// Returns the first and the last depth of `--depth`, in plies; `None` if the option is not given.
    pub const fn depths(&self) -> Option<(i32, i32)> {
        self.depth
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

/// Parses one depth or a range of depths, in plies: the first and the last one.
fn depths(text: &str) -> Result<(i32, i32), String> {
    let refused = || format!("expected a depth from 1 to {MAX_DEPTH}, or a range such as 2-6");
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let depth =
        |text: &str| text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth)).ok_or_else(refused);
    let (first, last) = (depth(first)?, depth(last)?);
    if first <= last { Ok((first, last)) } else { Err(refused()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_depth_or_a_range_of_depths_is_accepted() {
        assert_eq!(depths("4"), Ok((4, 4)));
        assert_eq!(depths("2-6"), Ok((2, 6)));
        for text in ["", "0", "-3", "6-2", "2-", "2-6-8", "four", "100000"] {
            assert!(depths(text).is_err(), "{text}");
        }
    }
}
