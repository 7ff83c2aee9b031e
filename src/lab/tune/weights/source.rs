//! Writes the weights as Rust code, the content of `src/evaluate/classical/weights.rs`.

use std::fmt::Write as _;

use crate::evaluate::classical::{features::GROUPS, tapered::Tapered};

/// Number of weights per line of source code: eight, as many as squares on a rank.
const WIDTH: usize = 8;

const HEAD: &str = "\
//! Weights of `classical`: material, piece-square tables, and all other terms.
//!
//! Written by `engine tune weights`; do not edit by hand. Each [feature](super::features) has two weights in
//! internal centipawns: one for the middlegame (all pieces on the board) and one for the endgame (no pieces).

use super::{features::COUNT, tapered::Tapered};

const fn t(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// Weights as `t(middlegame, endgame)`, in the order of the features.
#[rustfmt::skip]
pub static WEIGHTS: [Tapered; COUNT] = [
";

/// Returns the whole content of `src/evaluate/classical/weights.rs` with the weights `weights`.
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
    fn the_weights_file_is_exactly_as_engine_tune_writes_it() {
        assert!(
            source(&WEIGHTS) == include_str!("../../../evaluate/classical/weights.rs"),
            "weights.rs was edited by hand"
        );
    }
}
