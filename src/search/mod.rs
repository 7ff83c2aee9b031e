//! The search, built as a ladder: each exact rung finds minimax's score with fewer nodes than the rung below.
//! From `draws` on, the rungs are selective: they search promising moves deeper and may change the score.
//!
//! # The story of the ladder
//!
//! 1. [`minimax`] defines the right answer: to a fixed depth, the best move is the one whose best reply is
//!    worst for the opponent. *What is the right answer?*
//! 2. [`alphabeta`] finds the same score and skips moves that cannot change it: one refutation of a move is
//!    enough. The search [window](types::window) carries the two scores that decide this. *Which moves can be
//!    skipped?*
//! 3. The saving depends on the order of the moves. [`negamax`] is alpha-beta with numbered steps in which
//!    [layers] take part. The [move picker](move_picker) tries captures first
//!    ([`captures_first`](layers::captures_first)), then quiet moves that refuted a sibling node
//!    ([`killers`](layers::killers)) or any other node ([`history`](layers::history)). *Which move first?*
//! 4. Iterative deepening ([`deepening`](layers::deepening)) searches to depth 1, 2, 3 and so on. It costs
//!    little because each iteration improves the move order of the next. A best move is available whenever
//!    the [time manager](time::manager) stops the search. *What if time runs out?*
//! 5. A [transposition table](tt::table) stores searched positions. A position that occurs again needs no
//!    search ([`table`](layers::table)), and its stored best move is tried first
//!    ([`table_move`](layers::table_move)). *Has this position been searched before?*
//! 6. With good move ordering, the first move is usually best. Zero-window search tests whether any later
//!    move is better ([`zero_window`](layers::zero_window)). Aspiration windows expect a score near the last
//!    iteration's ([`aspiration`](layers::aspiration)). Mate distance pruning skips mates longer than a known
//!    mate ([`mate_distance`](layers::mate_distance)). *Which score is expected?*
//!
//! All rungs up to this point are *exact*: they return minimax's score. `tests/library/ladder.rs` and
//! `engine bench --ladder` prove it. The rungs above are *selective* and may change the score:
//!
//! 7. Draws by repetition depend on the path to a position ([`draws`](layers::draws)). *Which rules need the
//!    game history?*
//! 8. A search must not stop in the middle of an exchange. Quiescence search plays captures until the
//!    position is quiet ([`quiescence`](layers::quiescence)). Table scores of a greater depth are used as
//!    well ([`deeper_table`](layers::deeper_table)). A side in check is searched one ply further
//!    ([`check_evasion`](layers::check_evasion)). *Where may a search stop?*
//! 9. Most of the tree is not worth a full search. A node ends early if even a null move reaches beta
//!    ([`null_move`](layers::null_move)), or if its static evaluation is far above beta
//!    ([`reverse_futility`](layers::reverse_futility)) or far below alpha ([`razoring`](layers::razoring)).
//!    Moves that lose material are skipped ([`exchange_pruning`](layers::exchange_pruning)) or tried last
//!    ([`exchange_ordering`](layers::exchange_ordering)). Late quiet moves are searched less deeply
//!    ([`late_reductions`](layers::late_reductions)) or skipped ([`late_pruning`](layers::late_pruning),
//!    [`futility`](layers::futility)). *Which moves rarely matter?*
//! 10. History tables learn during the search. They order captures
//!     ([`capture_history`](layers::capture_history)) and quiet moves that follow certain moves
//!     ([`continuation_history`](layers::continuation_history)). Correction history learns the errors of the
//!     static evaluation ([`correction`](layers::correction)), and a stored score can replace the static
//!     evaluation ([`table_eval`](layers::table_eval)). *What has the search learned?*
//! 11. Depth is spent where it changes the result. A node without a stored move is searched less deeply
//!     ([`internal_reduction`](layers::internal_reduction)), a move without an alternative more deeply
//!     ([`singular`](layers::singular)). A capture that exceeds beta in a shallow search ends the node
//!     ([`probcut`](layers::probcut)). Reductions are revised afterwards ([`hindsight`](layers::hindsight),
//!     [`deeper_shallower`](layers::deeper_shallower)). *Where is more depth useful?*
//! 12. Smaller gains complete the search: early detection of draws
//!     ([`repetition_ahead`](layers::repetition_ahead), [`fifty_fade`](layers::fifty_fade)), cautious
//!     fail-high scores ([`fail_blend`](layers::fail_blend)), a shallower re-search of the root
//!     ([`shallow_aspiration`](layers::shallow_aspiration)), a cheaper quiescence search
//!     ([`quiescence_table`](layers::quiescence_table), [`quiescence_pruning`](layers::quiescence_pruning)),
//!     more histories ([`pawn_history`](layers::pawn_history), [`swing_history`](layers::swing_history),
//!     [`fail_low_credit`](layers::fail_low_credit)), and less pruning near the root
//!     ([`near_root`](layers::near_root)).
//! 13. With few pieces left, [tablebases](node::tablebase) contain the exact result.
//!
//! [`RUNGS`] lists the rungs in this order. A search can use any set of layers ([`LayerSet`]). For example,
//! `full-null-move` is the full search without null move pruning.
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
//!   nodes and stops the search.
//! - The [driver](root) runs one search: [iterative deepening](layers::deepening) calls the
//!   [aspiration window](layers::aspiration) loop, which calls [the node](negamax) at the root.
//! - A [`Node`](node::move_loop::Node) is the state of one move loop. A
//!   [`StackEntry`](node::stack::StackEntry) is one ply of the search path. A [`ThreadState`] is the data
//!   that a search thread keeps between searches.
//! - With several [`threads`], each thread runs its own search, and all share the
//!   [transposition table](tt::table). If one thread completes the requested depth or mate, its answer is
//!   used; otherwise the threads [vote](threads::vote).
//! - With several principal variations ([`Limits::multi_pv`]), each depth is searched once per variation. The
//!   search for the second variation excludes the first move of the first, and so on.
//! - `go mate N` first runs a [proof-number search](mate::solver).
//! - A [`Progress`] receives completed depths and root moves. An [`Observer`] receives every node:
//!   [`bench`](crate::bench) counts nodes with one, and [`explain`](crate::explain) stores the tree with one.
//! - Each layer declares its tunable parameters in its own file; [`tuning`] lists the parameters of all
//!   layers.
//!
//! # What counts as a node
//!
//! One node is one call of the search function below the root. Leaves count, and re-searches count again; the
//! root does not count. Each recursive call of quiescence search counts, but not its first call at the
//! horizon, because that position is already counted. Node limits, benches and tests use this count.

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

/// Runs one search and calls `report` after every completed depth.
///
/// `table` and `thread` may contain data of earlier searches. If both are new and the request limits depth or
/// nodes, the same request always visits the same nodes and returns the same answer.
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

/// Runs one search like [`search`], with an observer of every node and without progress reports.
pub fn search_observed(
    request: &SearchRequest,
    table: &TranspositionTable,
    thread: &mut ThreadState,
    stop: &StopFlag,
    observer: &mut dyn Observer<Move>,
) -> Answer {
    Driver::new(request, table).run(thread, stop, Observed(observer), &mut Silent)
}

/// Measures nearly perfect move ordering: repeats a search whose best moves are in `table`.
///
/// The search goes directly to the depth of the request. It tries the TT move of each node first and makes no
/// other use of the table.
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
