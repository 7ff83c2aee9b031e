//! The weights as Rust, as they lie in `src/evaluate/classical/weights.rs`.

use std::fmt::Write as _;

use crate::evaluate::classical::{features::GROUPS, tapered::Tapered};

/// Weights on a line: a rank of a board.
const WIDTH: usize = 8;

const HEAD: &str = "\
//! The weights of `classical`: written by `engine tune`, not by hand.
//!
//! One pair for each [feature](super::features), in centipawns: with all pieces on the board, and with none left.

use super::{features::COUNT, tapered::Tapered};

const fn t(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// The weights, in the order of the features.
#[rustfmt::skip]
pub static WEIGHTS: [Tapered; COUNT] = [
";

/// The whole file.
pub fn source(weights: &[Tapered]) -> String {
    let mut text = HEAD.to_owned();
    for group in GROUPS {
        let _ = writeln!(text, "    // {}: {}", group.name, group.idea);
        for line in weights[group.first..group.first + group.len].chunks(WIDTH) {
            let pairs =
                line.iter().map(|weight| format!("t({}, {}),", weight.middlegame(), weight.endgame()));
            let _ = writeln!(text, "    {}", pairs.collect::<Vec<_>>().join(" "));
        }
    }
    text.push_str("];\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::classical::weights::WEIGHTS;

    #[test]
    fn the_weights_in_use_are_as_tune_writes_them() {
        assert!(
            source(&WEIGHTS) == include_str!("../../../evaluate/classical/weights.rs"),
            "written by hand?"
        );
    }
}
