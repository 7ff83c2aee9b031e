//! The ladder of search: each rung finds what the one below finds, sooner; from `draws` on it looks at what matters,
//! farther.
//!
//! # The story
//!
//! 1. [`minimax`] defines the answer: the best move is the one whose worst reply is best, looking so many plies ahead.
//!    *It asks:* what is right?
//! 2. [`alphabeta`] finds the same answer without looking at what cannot matter: one refutation is enough. *It asks:*
//!    what need not be looked at? The [`window`](types::window) is how the question travels down the tree.
//! 3. How much that saves hangs on the order of the moves. The node in [`negamax`] is alpha-beta again, with places
//!    where [layers] join in. Captures come first ([`ordering`](move_picker::order)); then quiet moves that have refuted
//!    something, beside this node ([`killers`](layers::killers)) or anywhere ([`history`](layers::history)). *Which
//!    move first?*
//! 4. Searching depth after depth costs little, because each iteration orders the next
//!    ([`deepening`](layers::deepening)), and gives an answer whenever the [clock](time::manager) runs out. *What if there is no time
//!    left?*
//! 5. A [table](tt::table) remembers positions: those met again need no search, and their best move is tried first
//!    ([`recall`](layers::recall)). *Have we been here?*
//! 6. With moves in a good order one only asks of all but the first whether they are better
//!    ([`zero_window`](layers::zero_window)), expects the score near the last one ([`aspiration`](layers::aspiration)),
//!    and looks for no longer mate than is known ([`mate_distance`](layers::mate_distance)). *What do we expect?*
//!
//! Up to here every rung is *exact*: the score is minimax's, and the tests and `engine bench --ladder` prove it. The
//! rungs above change the question, for the better:
//!
//! 7. The rules know [`draws`](layers::draws) that hang on the way to a position. *What is the game?*
//! 8. The horizon lies: captures are played out before the evaluator is asked ([`quiescence`](layers::quiescence)), a
//!    deeper stored value is as good as the one asked for ([`recall`](layers::recall)), and in check the horizon waits
//!    ([`check_evasion`](layers::check_evasion)). *Where may one stop?*
//! 9. Most of the tree is not worth a look. A node ends at once when even a pass holds it up
//!    ([`null_move`](layers::null_move)), far enough above beta ([`reverse_futility`](layers::reverse_futility)) or
//!    below alpha ([`razoring`](layers::razoring)); what loses the [exchange](layers::exchange) on its square is looked
//!    at last or not at all, and late quiet moves less deep or not at all ([`late_moves`](layers::late_moves),
//!    [`futility`](layers::futility)). A check is always looked at. *What is hardly ever right?*
//! 10. What has been learned in one place serves in another: captures and quiet moves are ordered by their success, the
//!     quiet ones also by what was played before them ([`capture_history`](layers::capture_history),
//!     [`continuation`](layers::continuation)); the evaluator's errors are remembered by pawns and pieces
//!     ([`correction`](layers::correction)), and a stored value tells more than the static one ([`static_eval`](node::static_eval)). *What have
//!     we learned?*
//! 11. Depth is moved to where it decides: a node nobody has searched before gets less
//!     ([`internal_reduction`](layers::internal_reduction)), a move that alone holds the node more
//!     ([`singular`](layers::singular)), a capture that wins at a lesser depth ends it ([`probcut`](layers::probcut)),
//!     and a reduction is revised once the move has been made ([`hindsight`](layers::hindsight)) or has surprised
//!     ([`zero_window`](layers::zero_window)). *Where does depth pay?*
//! 12. Draws cast their shadow ahead ([`repetition_ahead`](layers::repetition_ahead),
//!     [`fifty_fade`](layers::fifty_fade)), a value above beta is told with caution
//!     ([`fail_blend`](layers::fail_blend)), quiescence remembers and skips ([`quiescence`](layers::quiescence)), and
//!     quiet moves find more witnesses: the pawns ([`pawn_history`](layers::pawn_history)), and the node they lead to
//!     ([`last_move`](layers::last_move)). *What is left on the table?*
//! 13. With few men left [endgame tables](node::tablebase) know what a search can only guess.
//!
//! The names of the rungs, in this order, are [`RUNGS`]; any set of layers can be searched with ([`LayerSet`]), and any
//! layer taken out of the whole: `full-null-move`.
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
//! - A [`SearchRequest`] says what is asked, [`Limits`] when to end. The [time manager](time::manager) turns limits into a plan and scales
//!   the plan after each depth. The [stop condition](time::stop_condition) counts nodes and stops the search.
//! - [`deepening`](layers::deepening) calls [`aspiration`](layers::aspiration), that calls [the node](negamax) at the
//!   [`root`](node::root_moves). What a node knows is a [`Node`](node::move_loop::Node), what a ply leaves for its neighbours a
//!   [`Frame`](node::stack::StackEntry), what a thread learns its [`ThreadState`].
//! - With several [`threads`] each searches for itself, and they share the [`table`](tt::table); in the end they [`vote`](threads::vote).
//! - Where several lines are asked for, each depth is searched once for each, without the moves of the better ones
//!   ([`Limits::multi_pv`]).
//! - Whoever asks for a mate (`go mate N`) is first given a search that looks for nothing else, by proof numbers
//!   ([`mate`](mate::solver)).
//! - Whoever wants to see what happens passes an [`Observer`]: benches count with it, and [`explain`](crate::explain) draws
//!   the tree.
//! - The numbers of the layers stand in their own pages, as tables called `NUMBERS`; [`tunable`] lets a tuner turn
//!   them.
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
