//! The search, built as a ladder: each exact rung above `minimax` finds minimax's score, with fewer nodes in
//! its last iteration than the rung below (geometric mean over the bench positions). From `draws` on, the
//! rungs are selective: they may change the score.
//!
//! # The story of the ladder
//!
//! 1. [`minimax`] defines the right answer: to a fixed depth, the best move is the move that leaves the
//!    opponent the lowest score after the opponent's best reply. *What is the right answer?*
//! 2. [`alphabeta`] finds the same score as minimax and skips moves that cannot change this score: one
//!    refutation of a move is enough. The search [window](types::window) contains the two scores, alpha and
//!    beta, that decide whether a move can be skipped. *Which moves can be skipped?*
//! 3. How many nodes alpha-beta saves depends on the order of the moves. [`negamax`] is alpha-beta with
//!    numbered steps in which [layers] take part. The [move picker](move_picker) tries captures first
//!    ([`captures_first`](layers::captures_first)), then quiet moves that refuted a sibling node
//!    ([`killers`](layers::killers)) or any other node ([`history`](layers::history)). *Which move first?*
//! 4. Iterative deepening ([`deepening`](layers::deepening)) searches to depth 1, 2, 3 and so on. Iterative
//!    deepening costs little because each iteration improves the move order of the next. After the first
//!    iteration, a best move is available whenever the time limit of the [time manager](time::manager) ends
//!    the search. *What if time runs out?*
//! 5. A [transposition table](tt::table) stores searched positions. A position that occurs again at the same
//!    depth often needs no search ([`table`](layers::table)), and its stored best move is tried first
//!    ([`table_move`](layers::table_move)). *Has this position been searched before?*
//! 6. With good move ordering, the first move of a node is usually the best. Zero-window search only tests
//!    whether a later move is better ([`zero_window`](layers::zero_window)). Aspiration windows search for a
//!    score near the score of the last iteration ([`aspiration`](layers::aspiration)). Mate distance pruning
//!    skips mates longer than a known mate ([`mate_distance`](layers::mate_distance)). *Can the search expect
//!    a score and only test the expectation?*
//!
//! All rungs from `minimax` to `mate-distance` are *exact*: they return minimax's score.
//! `tests/library/ladder.rs` and `engine bench --ladder` check that the scores are equal. The rungs above
//! `mate-distance` are *selective* and may change the score:
//!
//! 7. Draws by repetition depend on the path to a position ([`draws`](layers::draws)). *Which draws depend on
//!    the moves before the position?*
//! 8. A search must not stop in the middle of an exchange. Quiescence search plays captures until the
//!    position is quiet ([`quiescence`](layers::quiescence)). TT scores from a greater depth than required
//!    can end a node as well ([`deeper_table`](layers::deeper_table)). A position in check at the horizon is
//!    searched one ply further ([`check_evasion`](layers::check_evasion)). *Where may a search stop?*
//! 9. Most nodes of the tree do not need a full search. A node can end early if even a null move reaches beta
//!    ([`null_move`](layers::null_move)), or if its static evaluation is far above beta
//!    ([`reverse_futility`](layers::reverse_futility)) or far below alpha ([`razoring`](layers::razoring)).
//!    Moves that lose too much material are skipped ([`exchange_pruning`](layers::exchange_pruning)), and
//!    captures that lose material are tried last ([`exchange_ordering`](layers::exchange_ordering)). Late
//!    moves are first searched less deeply ([`late_reductions`](layers::late_reductions)). Near the horizon,
//!    quiet moves are skipped if they come late ([`late_pruning`](layers::late_pruning)) or if the static
//!    evaluation is far below alpha ([`futility`](layers::futility)). *Which moves rarely matter?*
//! 10. History tables learn during the search. History tables order captures
//!     ([`capture_history`](layers::capture_history)) and quiet moves that follow certain moves
//!     ([`continuation_history`](layers::continuation_history)). Correction history learns the errors of the
//!     static evaluation ([`correction`](layers::correction)), and a stored score can replace the static
//!     evaluation ([`table_eval`](layers::table_eval)). *What has the search learned?*
//! 11. The next layers search deeper where more depth can change the result, and less deeply elsewhere. A
//!     node without a stored move can be searched less deeply
//!     ([`internal_reduction`](layers::internal_reduction)), a move without a good alternative more deeply
//!     ([`singular`](layers::singular)). A capture that exceeds beta by a margin in a shallow search ends the
//!     node ([`probcut`](layers::probcut)). The reduction of a move is revised after the move is made
//!     ([`hindsight`](layers::hindsight)) and after its reduced search
//!     ([`deeper_shallower`](layers::deeper_shallower)). *Where is more depth useful?*
//! 12. Smaller gains complete the search: early detection of draws
//!     ([`repetition_ahead`](layers::repetition_ahead), [`fifty_fade`](layers::fifty_fade)), cautious
//!     fail-high scores ([`fail_blend`](layers::fail_blend)), a shallower re-search of the root
//!     ([`shallow_aspiration`](layers::shallow_aspiration)), a cheaper quiescence search
//!     ([`quiescence_table`](layers::quiescence_table), [`quiescence_pruning`](layers::quiescence_pruning)),
//!     more histories ([`pawn_history`](layers::pawn_history), [`swing_history`](layers::swing_history),
//!     [`fail_low_credit`](layers::fail_low_credit), [`pv_history`](layers::pv_history)), and less pruning
//!     near the root ([`near_root`](layers::near_root)).
//! 13. If few pieces and pawns are left on the board, [tablebases](node::tablebase) on the disk can give the
//!     exact result (win, draw or loss).
//!
//! [`RUNGS`] lists the rungs of the ladder from the lowest to the highest. A search can use any set of layers
//! ([`LayerSet`]). For example, `full-null-move` is the full search without null move pruning.
//!
//! ```
//! use glulam::search::{Algorithm, Layer, LayerSet, RUNGS};
//!
//! let full = LayerSet::ALL;
//! assert_eq!("full-null-move".parse(), Ok(Algorithm::Layers(full.without(Layer::NullMove))));
//! // All exact rungs are below the selective rungs, and the first selective rung is `draws`.
//! let first = RUNGS.iter().skip_while(|rung| rung.name != "minimax").find(|rung| !rung.algorithm.is_exact());
//! assert_eq!(first.map(|rung| rung.name), Some("draws"));
//! ```
//!
//! # From a request to an answer
//!
//! - A [`SearchRequest`] contains the position and the [`Limits`]. The [time manager](time::manager) converts
//!   a time control into a soft and a hard time limit. The [stop condition](time::stop_condition) counts
//!   nodes and stops the search at the node limit, at the hard time limit, or on request.
//! - The [driver](root) runs one search. In a search with layers, [iterative deepening](layers::deepening)
//!   calls the [aspiration window](layers::aspiration) loop, which calls [the node](negamax) at the root.
//! - A [`Node`](node::move_loop::Node) is the state of one move loop. A
//!   [`StackEntry`](node::stack::StackEntry) is one ply of the search path. A [`ThreadState`] is the data of
//!   a search thread that lives longer than one search, such as its histories.
//! - With several [`threads`] and the layer `table`, each search thread runs its own search, and all search
//!   threads share the [transposition table](tt::table). If a thread completes the requested depth or finds
//!   the requested mate, the answer of this thread is used. Without a depth or mate limit and with one
//!   principal variation, the threads [vote](threads::vote) on the answer.
//! - With several principal variations ([`Limits::multi_pv`]), each depth is searched once per variation. The
//!   search for the second variation excludes the root move of the first variation, the third excludes the
//!   root moves of the first two, and so on.
//! - `go mate N` first runs a [proof-number search](mate::solver), unless `MultiPV` is above 1, `searchmoves`
//!   is given, or the layer `check-evasion` is off.
//! - A [`Progress`] receives a report after each completed depth and, from a search with layers, each root
//!   move whose search begins. An [`Observer`] receives every node: [`bench`](crate::tools::bench) uses an observer
//!   to count nodes, and [`explain`](crate::tools::explain) uses an observer to store the search tree.
//! - Each layer declares its tunable parameters in its own file; in a build with the Cargo feature `tuning`,
//!   the module [`tunable_list`] lists the parameters of all layers.
//!
//! All matches and node counts are in the notebook, [`experiments`].
//!
//! # What counts as a node
//!
//! One node is one call of the search function below the root. Leaves count as nodes, and a re-search of a
//! position counts again; the root does not count. Each recursive call of quiescence search counts as a node,
//! but a call by the main search does not, because the main search has already counted its own node. The mate
//! solver counts each call of its own search function. Node limits, the bench and the tests all use this
//! definition of a node.

#[doc = include_str!("EXPERIMENTS.md")]
pub mod experiments {}

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
pub mod tunable_list;
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
use crate::chess::position::Move;

/// Runs one search and calls `report` after every completed depth, after a stopped iteration that found a
/// better root move, and once if the search ends without a completed depth.
///
/// `table` and `thread` may contain data of earlier searches. If `table` and `thread` are new and the request
/// has no limits other than depth and nodes, the same request always visits the same nodes and returns the
/// same best move and score.
///
/// ```
/// use glulam::chess::position::Position;
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

/// Runs one search like [`search`], but passes every node to `observer` and reports no completed depths.
pub fn search_observed(
    request: &SearchRequest,
    table: &TranspositionTable,
    thread: &mut ThreadState,
    stop: &StopFlag,
    observer: &mut dyn Observer<Move>,
) -> Answer {
    Driver::new(request, table).run(thread, stop, Observed(observer), &mut Silent)
}

/// Repeats an earlier search whose best moves are in `table`, to measure how many nodes nearly perfect move
/// ordering takes.
///
/// The repeated search goes directly to the depth of the request, without iterative deepening. At each main
/// search node, the repeated search first tries the move that `table` stores for the position, even if the
/// layers `table` and `table-move` are off. All else that the earlier search stored is removed from `table`.
/// So with the layer `table`, only entries that the repeated search itself has stored can end a node.
pub fn replay(
    request: &SearchRequest,
    table: &TranspositionTable,
    thread: &mut ThreadState,
    stop: &StopFlag,
    observer: &mut dyn Observer<Move>,
) -> Answer {
    table.keep_only_moves();
    let layers = request.setup.algorithm.layers().without(Layer::Deepening);
    Driver::new(request, table).run_layers(layers, true, thread, stop, Observed(observer), &mut Silent)
}
