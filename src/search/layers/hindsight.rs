//! `hindsight`: the parent thought little of this move, and may have been wrong.
//!
//! *Idea.* A move was searched less deep because it came late. Now that it has been made, both sides' static values are
//! known: if the position turns out better for the one who moved, the reduction was too large; if both agree that it
//! did harm, it could have been larger.
//!
//! *Source.* Stockfish, 2023.
//!
//! *When.* Not in check, neither here nor before the move. From which reduction and which harm on: [`NUMBERS`].
//!
//! *Where.* Step 5 of [the node](crate::search::negamax), as soon as the static value is known.
//!
//! *Risk.* It believes two static values, one of which may stand in the middle of an exchange.
//!
//! *Cost and gain.* Not measured alone; with `table-eval` and `deeper-shallower`, against `correction` −1 ± 26 (400
//! games at 10,000 nodes a move, `classical`, UHO openings, 2026-11-20): kept on the word of others until games at
//! greater depth decide. Elsewhere +6 (Reckless).
//!
//! *Tried and lost.* Nothing yet.

use crate::{score::Score, search::tunable::tunables};

tunables! { "hindsight":
    /// A reduction of so many plies is taken back by one,
    most = 2, 2..=5, 1;
    /// one of at least so many grows by one
    least = 2, 1..=3, 1;
    /// if the two values sum up to more than this.
    harm = 59, 10..=200, 12;
}

/// The depth to go on with, after the parent reduced the move by `reduction` plies; `eval` is the static value here,
/// `before` the opponent's before the move.
#[inline]
#[must_use]
pub fn corrected(depth: i32, reduction: i32, eval: Score, before: Score) -> i32 {
    let harm_done = eval.raw() + before.raw();
    if reduction >= most() && harm_done < 0 {
        depth + 1
    } else if reduction >= least() && depth >= 2 && harm_done > harm() {
        depth - 1
    } else {
        depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_reduction_of_a_move_that_did_good_is_taken_back() {
        let good = (Score::cp(-50), Score::cp(10));
        let bad = (Score::cp(60), Score::cp(10));
        assert_eq!(corrected(5, 3, good.0, good.1), 6);
        assert_eq!(corrected(5, 1, good.0, good.1), 5);
        assert_eq!(corrected(5, 2, bad.0, bad.1), 4);
        assert_eq!(corrected(5, 0, bad.0, bad.1), 5);
    }
}
