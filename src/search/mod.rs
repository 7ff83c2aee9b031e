//! The ladder of search: each rung finds what the one below finds, sooner; from `draws` on it looks at what matters, farther.
//!
//! # The story
//!
//! 1. [`minimax`] defines the answer: the best move is the one whose worst reply is best, looking so many plies ahead.
//! 2. [`alphabeta`] finds the same answer without looking at what cannot matter: one refutation is enough.
//! 3. How much that saves hangs on the order of the moves. The node in `negamax.rs` is alpha-beta again, with places
//!    where [layers] join in. Captures come first ([`ordering`](layers::ordering)); then quiet moves that have refuted
//!    something, beside this node ([`killers`](layers::killers)) or anywhere ([`history`](layers::history)).
//! 4. Searching depth after depth costs little, because each iteration orders the next ([`deepening`](layers::deepening)),
//!    and gives an answer whenever the [clock] runs out.
//! 5. A [table] remembers positions: those met again need no search, and their best move is tried first
//!    ([`recall`](layers::recall)).
//! 6. With moves in a good order one only asks of all but the first whether they are better
//!    ([`zero_window`](layers::zero_window)), expects the score near the last one ([`aspiration`](layers::aspiration)), and
//!    looks for no longer mate than is known ([`mate_distance`](layers::mate_distance)).
//!
//! Up to here every rung is *exact*: the score is minimax's, and the tests and `engine bench --ladder` prove it. The rungs
//! above change the question, for the better:
//!
//! 7. The rules know [`draws`](layers::draws) that hang on the way to a position.
//! 8. The horizon lies: captures are played out before the evaluator is asked
//!    ([`quiescence`](layers::quiescence)), a deeper stored value is as good as the one asked for, and in check the
//!    horizon waits ([`check_evasion`](layers::check_evasion)).
//!
//! 9. Most of the tree is not worth a look. A node far enough above beta ends at once
//!    ([`reverse_futility`](layers::reverse_futility)) or when even a pass holds it up ([`null_move`](layers::null_move)); what
//!    loses the exchange on its square is looked at last or not at all ([`exchange`](layers::exchange)), and late
//!    quiet moves less deep or not at all ([`late_moves`](layers::late_moves), [`futility`](layers::futility)). A check is
//!    always looked at.
//!
//! 10. What has been learned in one place serves in another: captures and quiet moves are ordered by their success, the
//!     quiet ones also by what was played before them ([`capture_history`](layers::capture_history),
//!     [`continuation`](layers::continuation)), the evaluator's errors are remembered by pawns and pieces
//!     ([`correction`](layers::correction)), and a stored value tells more than the static one.
//! 11. Depth is moved to where it decides: a node nobody has searched before gets less
//!     ([`internal_reduction`](layers::internal_reduction)), a move that alone holds the node more
//!     ([`singular`](layers::singular)), a capture that wins at a lesser depth ends it ([`probcut`](layers::probcut)), and a reduction is
//!     revised once the move has been made ([`hindsight`](layers::hindsight)).
//! 12. Draws cast their shadow ahead ([`repetition_ahead`](layers::repetition_ahead), [`fifty_fade`](layers::fifty_fade)).
//!
//! 13. With few men left [endgame tables](layers::syzygy) know what a search can only guess.
//!
//! Whoever asks for a mate (`go mate N`) is first given a search that looks for nothing else, by proof numbers (`mate.rs`).
//!
//! With several [threads] each searches for itself, and they share the [table]. Where several lines are asked for, each depth is
//! searched once for each, without the moves of the better ones ([`Limits::lines`]).
//!
//! # What a node is
//!
//! One entry of the search function below the root: leaves count, a re-search counts again, the root does not.
//! Quiescence counts where it is entered from quiescence. The same number drives node limits, benches and tests.

pub mod alphabeta;
pub mod clock;
pub mod control;
mod desk;
mod entry;
pub mod frame;
mod frozen;
pub mod layers;
mod limits;
mod lines;
pub mod mate;
mod memory;
pub mod minimax;
pub mod negamax;
pub mod node;
pub mod node_type;
pub mod pace;
mod proof;
mod report;
pub mod root;
pub mod rungs;
mod signal;
pub mod snapshot;
pub mod survey;
pub mod table;
mod task;
pub mod team;
#[cfg(test)]
pub(crate) mod testing;
pub mod threads;
pub mod tunable;
pub mod vote;
pub mod watch;
pub mod window;
pub mod worker;

use self::{desk::Desk, watch::Watch};
pub use self::{
    layers::{Layer, LayerSet},
    limits::{ClockTime, Limits, MAX_DEPTH},
    memory::Memory,
    report::{Answer, Report, Variation, nodes_per_second},
    rungs::{Algorithm, RUNGS, Rung},
    signal::Signal,
    table::Table,
    task::{Onlooker, Setup, Task, Trying},
};
use crate::position::Move;

/// Searches, and calls `report` after each depth.
///
/// The table and the memory may come from earlier searches; with both fresh, the same task of a fixed depth or
/// number of nodes gives the same answer, node for node.
///
/// ```
/// use glulam::{position::Position, search::{self, Limits, Memory, Setup, Signal, Table, Task}};
///
/// let task = Task::new(Position::start(), Limits::depth(3), Setup::default());
/// let table = Table::new(1)?;
/// let answer = search::search(&task, &table, &mut Memory::default(), &Signal::default(), |_| ());
/// assert_eq!(answer.report.depth, 3);
/// assert!(answer.best.is_some());
/// # Ok::<(), search::table::OutOfMemory>(())
/// ```
pub fn search(
    task: &Task,
    table: &Table,
    memory: &mut Memory,
    signal: &Signal,
    report: impl FnMut(&Report),
) -> Answer {
    search_watched(task, table, memory, signal, (), report)
}

/// As [`search`], with `watch` looking on.
pub fn search_watched<W: Watch<Move>>(
    task: &Task,
    table: &Table,
    memory: &mut Memory,
    signal: &Signal,
    watch: W,
    report: impl FnMut(&Report),
) -> Answer {
    Desk::new(task, table, report).run(memory, signal, watch)
}

/// Searches once more, to the one depth of the task, with the best replies that an earlier search left in `table` tried first, and the
/// table otherwise off: what a nearly perfect ordering would visit.
pub fn replay<W: Watch<Move>>(
    task: &Task,
    table: &Table,
    memory: &mut Memory,
    signal: &Signal,
    watch: W,
) -> Answer {
    let layers = task.setup.algorithm.layers().without(Layer::Table).without(Layer::Deepening);
    Desk::new(task, table, |_: &Report| ()).run_layers(layers, true, memory, signal, watch)
}
