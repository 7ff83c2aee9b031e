//! The search, as a ladder: each rung finds what the one below finds with fewer nodes; from `draws` on, a rung searches what
//! matters more deeply.
//!
//! # The story
//!
//! 1. [`minimax`] defines the answer: the best move is the one whose best reply is worst for the opponent, to a fixed depth.
//!    *What is right?*
//! 2. [`alphabeta`] finds the same answer without the moves that cannot change it: one refutation is enough. The
//!    [`window`](types::window) carries that knowledge down the tree. *What can be left out?*
//! 3. How much this saves depends on the order of the moves. [`negamax`] is alpha-beta again, with numbered steps at which
//!    [layers] take part. The [move picker](move_picker) tries captures first ([`captures_first`](layers::captures_first)), then
//!    quiet moves that refuted a sibling ([`killers`](layers::killers)) or anything else ([`history`](layers::history)).
//!    *Which move first?*
//! 4. Iterative [`deepening`](layers::deepening) costs little, because each iteration orders the next, and there is always an
//!    answer when the [time manager](time::manager) ends the search. *What if time runs out?*
//! 5. A [transposition table](tt::table) stores positions: one that occurs again needs no search ([`table`](layers::table)), and
//!    its stored move is tried first ([`table_move`](layers::table_move)). *Have we been here?*
//! 6. With good ordering, a search asks of all moves but the first only whether they are better
//!    ([`zero_window`](layers::zero_window)), expects the score near the last one ([`aspiration`](layers::aspiration)), and
//!    ignores mates longer than a known one ([`mate_distance`](layers::mate_distance)). *What do we expect?*
//!
//! Up to here every rung is *exact*: its score is that of minimax. `tests/library/ladder.rs` and `engine bench --ladder` prove it.
//! The rungs above may change the score:
//!
//! 7. [`draws`](layers::draws) depend on the path to a position. *What is the game?*
//! 8. A search must not stop in the middle of an exchange: [`quiescence`](layers::quiescence) plays captures out. A deeper stored
//!    score is used as well ([`deeper_table`](layers::deeper_table)), and a side in check is always searched
//!    ([`check_evasion`](layers::check_evasion)). *Where may a search stop?*
//! 9. Most of the tree is not worth a search. A node ends early if even a null move reaches beta
//!    ([`null_move`](layers::null_move)), or if its static evaluation is far above beta
//!    ([`reverse_futility`](layers::reverse_futility)) or far below alpha ([`razoring`](layers::razoring)). Moves that lose
//!    material are skipped or tried last ([`exchange_pruning`](layers::exchange_pruning),
//!    [`exchange_ordering`](layers::exchange_ordering)); late quiet moves are reduced or skipped
//!    ([`late_reductions`](layers::late_reductions), [`late_pruning`](layers::late_pruning), [`futility`](layers::futility)).
//!    *What is hardly ever right?*
//! 10. Moves are ordered by their success elsewhere ([`capture_history`](layers::capture_history),
//!     [`continuation_history`](layers::continuation_history)); errors of the static evaluation are learnt
//!     ([`correction`](layers::correction)), and a stored score can replace it ([`table_eval`](layers::table_eval)).
//!     *What have we learned?*
//! 11. Depth goes where it decides: less for a node without a stored move ([`internal_reduction`](layers::internal_reduction)),
//!     more for a move without alternative ([`singular`](layers::singular)); a capture that wins at a lesser depth ends the node
//!     ([`probcut`](layers::probcut)); reductions are revised ([`hindsight`](layers::hindsight),
//!     [`deeper_shallower`](layers::deeper_shallower)). *Where does depth pay?*
//! 12. Smaller gains: draws that are near ([`repetition_ahead`](layers::repetition_ahead), [`fifty_fade`](layers::fifty_fade)),
//!     careful fail-high scores ([`fail_blend`](layers::fail_blend)), a cheaper quiescence
//!     ([`quiescence_table`](layers::quiescence_table), [`quiescence_pruning`](layers::quiescence_pruning)), more histories
//!     ([`pawn_history`](layers::pawn_history), [`swing_history`](layers::swing_history),
//!     [`fail_low_credit`](layers::fail_low_credit)), and care [near the root](layers::near_root).
//! 13. With few pieces left, [tablebases](node::tablebase) know the result.
//!
//! The rungs in this order are [`RUNGS`]. Any set of layers can be searched with ([`LayerSet`]), for instance all without one:
//! `full-null-move`.
//!
//! ```
//! use glulam::search::{Algorithm, Layer, LayerSet, RUNGS};
//!
//! let full = LayerSet::ALL;
//! assert_eq!("full-null-move".parse(), Ok(Algorithm::Layers(full.without(Layer::NullMove))));
//! // The exact rungs stand below all others, and `draws` is the first of those.
//! let first = RUNGS.iter().skip_while(|rung| rung.name != "minimax").find(|rung| !rung.algorithm.is_exact());
//! assert_eq!(first.map(|rung| rung.name), Some("draws"));
//! ```
//!
//! # Around the node
//!
//! - A [`SearchRequest`] contains the position and the [`Limits`]. The [time manager](time::manager) turns limits into a soft and
//!   a hard limit; the [stop condition](time::stop_condition) counts nodes and stops the search.
//! - The [driver](root) runs one search: [`deepening`](layers::deepening) calls [`aspiration`](layers::aspiration), which calls
//!   [the node](negamax) at the root. The state of a move loop is a [`Node`](node::move_loop::Node), one ply of the search path a
//!   [`StackEntry`](node::stack::StackEntry), what a thread keeps between searches its [`ThreadState`].
//! - With several [`threads`], each searches for itself, and they share the [table](tt::table). The answer is that of the first
//!   thread that has reached the depth or mate asked for, else that of a [vote](threads::vote).
//! - With several principal variations ([`Limits::multi_pv`]), each depth is searched once for each, without the moves of the
//!   better ones.
//! - `go mate N` first runs a [proof-number search](mate::solver).
//! - [`Progress`] receives finished depths and root moves; an [`Observer`] receives every node: the bench counts with one, and
//!   [`explain`](crate::explain) keeps the tree.
//! - Each layer declares its tunable parameters in its own file; [`tuning`] lists them all.
//!
//! # What a node is
//!
//! One entry of the search function below the root: leaves count, a re-search counts again, the root does not.
//! Quiescence counts where it is entered from quiescence. The same number drives node limits, benches and tests.

pub mod alphabeta;
mod ask;
pub mod hash_file;
pub mod layer;
pub mod layers;
pub mod mate;
pub mod minimax;
pub mod move_picker;
pub mod negamax;
pub mod node;
pub mod observe;
pub mod random;
pub mod root;
mod run;
pub mod rungs;
pub mod threads;
pub mod time;
pub mod tt;
pub mod tunable;
pub mod tuning;
pub mod types;

pub use self::{
    ask::ask,
    layer::{Layer, LayerSet},
    node::thread_state::ThreadState,
    observe::progress::{CurrentMove, Progress, Silent},
    root::chess_game::ChessGame,
    run::Run,
    rungs::{Algorithm, RUNGS, Rung},
    time::stop_flag::StopFlag,
    tt::table::TranspositionTable,
    types::{
        limits::{ClockTime, Limits, MAX_DEPTH},
        report::{Answer, Report, Variation, nodes_per_second, ponder_move},
        request::{SearchRequest, Setup},
        stop::Stop,
    },
};
use self::{
    observe::observer::{Observed, Observer, Unobserved},
    root::driver::Driver,
};
use crate::position::Move;

/// Searches, and calls `report` after every finished depth.
///
/// The table and the thread state may come from earlier searches; with both fresh, the same request of a fixed depth or
/// number of nodes gives the same answer, node for node.
///
/// ```
/// use glulam::position::Position;
/// use glulam::search::{self, Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable};
///
/// let request = SearchRequest::new(Position::start(), Limits::depth(3), Setup::default());
/// let (table, mut thread) = (TranspositionTable::new(1)?, ThreadState::default());
/// let mut depths = Vec::new();
/// let report = |report: &search::Report| depths.push(report.depth);
/// let answer = search::search(&request, &table, &mut thread, &StopFlag::default(), report);
/// assert_eq!((depths, answer.report.depth), (vec![1, 2, 3], 3));
/// assert!(answer.best.is_some());
/// # Ok::<(), search::tt::table::OutOfMemory>(())
/// ```
pub fn search(
    request: &SearchRequest,
    table: &TranspositionTable,
    thread: &mut ThreadState,
    stop: &StopFlag,
    mut report: impl FnMut(&Report),
) -> Answer {
    Driver::new(request, table).run(thread, stop, Unobserved, &mut report)
}

/// Searches as [`search`] does, with an observer of every node and without progress.
pub fn search_observed(
    request: &SearchRequest,
    table: &TranspositionTable,
    thread: &mut ThreadState,
    stop: &StopFlag,
    observer: &mut dyn Observer<Move>,
) -> Answer {
    Driver::new(request, table).run(thread, stop, Observed(observer), &mut Silent)
}

/// Searches once more, to the one depth of the request, with the best replies that an earlier search left in `table` tried
/// first and the table otherwise off: what a nearly perfect ordering would visit.
pub fn replay(
    request: &SearchRequest,
    table: &TranspositionTable,
    thread: &mut ThreadState,
    stop: &StopFlag,
    observer: &mut dyn Observer<Move>,
) -> Answer {
    let layers = request.setup.algorithm.layers().without(Layer::Table).without(Layer::Deepening);
    Driver::new(request, table).run_layers(layers, true, thread, stop, Observed(observer), &mut Silent)
}
