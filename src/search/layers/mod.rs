//! The layers: one switchable idea each.
//!
//! A layer has a name that never changes (options and JSON carry it), a variant here, and a file or a head in [the
//! node](super::negamax). An *exact* layer changes how many nodes are visited and never the score; a *selective* one
//! may change the score. Sets of layers are chosen at run time: any subset can be searched with, matched and tested.
//!
//! # How a page is read
//!
//! Each page has the same heads: the *idea* in plain words; its *source*; *when* the rule applies, with its numbers by
//! link; *where* in the node it is asked, by the steps of [`negamax`](super::negamax); the *risk*, when it is wrong;
//! *cost and gain*; and what was *tried and lost*.
//!
//! Nodes are compared by the last iteration, as a geometric mean over the 50 positions of `engine bench`, judged by
//! `material`. Elo is given with its 95 % margin, games, conditions, evaluator and day, always of equal nodes, either
//! of a rung against the one below or of the full search against itself without the layer. A page that names `material`
//! or `classical` alone has not been measured with `network`, which came later and now plays the games. "Elsewhere" are
//! the figures of other engines, in their own conditions. `razoring` and what points 10 to 12 of [the story](super)
//! tell came in one bundle: +197 ± 38 together (300 games at 10,000 nodes a move, `classical`, UHO openings,
//! 2026-11-20).

pub mod aspiration;
pub mod capture_history;
pub mod check_evasion;
pub mod continuation_history;
pub mod correction;
pub mod deepening;
pub mod draws;
pub mod exchange_pruning;
pub mod fail_blend;
pub mod fifty_fade;
pub mod futility;
pub mod hindsight;
pub mod history;
pub mod internal_reduction;
pub mod killers;
pub mod late_reductions;
pub mod mate_distance;
pub mod near_root;
pub mod null_move;
pub mod pawn_history;
pub mod probcut;
pub mod quiescence;
pub mod razoring;
pub mod repetition_ahead;
pub mod reverse_futility;
pub mod singular;
pub mod swing_history;
pub mod table;
pub mod zero_window;
