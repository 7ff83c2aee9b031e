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
//! # What a node is
//!
//! One entry of the search function below the root: leaves count, a re-search counts again, the root does not.
//! Quiescence counts where it is entered from quiescence. The same number drives node limits, benches and tests.

pub mod alphabeta;
pub mod clock;
pub mod control;
mod frozen;
pub mod layers;
mod limits;
mod lines;
pub mod minimax;
mod negamax;
mod node;
mod report;
mod root;
pub mod rungs;
pub mod table;
#[cfg(test)]
pub(crate) mod testing;
pub mod watch;
pub mod window;
mod worker;

use std::time::{Duration, Instant};

use self::{
    clock::Clock,
    control::{Control, Controlled},
    lines::Lines,
    root::RootMoves,
    watch::Watch,
    window::Bound,
    worker::Worker,
};
pub use self::{
    control::Signal,
    layers::{Layer, LayerSet},
    limits::{ClockTime, Limits, MAX_DEPTH},
    report::{Answer, Report, nodes_per_second},
    rungs::{Algorithm, RUNGS, Rung},
    table::Table,
    worker::Memory,
};
use crate::{
    evaluate::Evaluator,
    game::ChessGame,
    position::{History, Move, Position},
    score::Score,
};

/// How to search: the rung and who judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rung, or any set of layers.
    pub algorithm: Algorithm,
    /// Who judges the horizon.
    pub evaluator: Evaluator,
    /// The depth of algorithms without `deepening` when the limits name none.
    pub rung_depth: i32,
}

impl Default for Setup {
    fn default() -> Self {
        Self { algorithm: Algorithm::default(), evaluator: Evaluator::default(), rung_depth: 3 }
    }
}

impl Setup {
    /// This algorithm, everything else as usual.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        Self { algorithm, ..Self::default() }
    }
}

/// One search to be done.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position to find a move for.
    pub position: Position,
    /// The way to it.
    pub history: History,
    /// When to end.
    pub limits: Limits,
    /// How to search.
    pub setup: Setup,
    /// The number of the search for its [`Signal`]: 1 or more.
    pub number: u64,
    /// When it was asked for: the clock runs from here.
    pub started: Instant,
    /// Time to keep back of a ticking clock for the way to the opponent and back.
    pub overhead: Duration,
}

impl Task {
    /// A search of `position`, without a past, that begins now.
    #[must_use]
    pub fn new(position: Position, limits: Limits, setup: Setup) -> Self {
        let history = History::default();
        Self {
            position,
            history,
            limits,
            setup,
            number: 1,
            started: Instant::now(),
            overhead: Duration::ZERO,
        }
    }
}

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
    let clock = Clock::new(&task.limits, task.started, task.overhead);
    let control = Control::new(signal, task.number, clock.deadline(), task.limits.nodes);
    let desk = Desk { task, table, clock, last: None, report };
    match task.setup.algorithm {
        Algorithm::Random => desk.throw_dice(memory),
        Algorithm::Minimax => desk.run_frozen(false, control, watch),
        Algorithm::AlphaBeta => desk.run_frozen(true, control, watch),
        Algorithm::Layers(layers) => desk.run_layers(layers, false, memory, control, watch),
    }
}

/// Searches once more to `depth` with the best replies that an earlier search left in `table` tried first, and the
/// table otherwise off: what a nearly perfect ordering would visit.
pub fn replay<W: Watch<Move>>(
    task: &Task,
    table: &Table,
    memory: &mut Memory,
    signal: &Signal,
    watch: W,
) -> Answer {
    let clock = Clock::new(&task.limits, task.started, task.overhead);
    let control = Control::new(signal, task.number, clock.deadline(), task.limits.nodes);
    let layers = task.setup.algorithm.layers().without(Layer::Table).without(Layer::Deepening);
    let desk = Desk { task, table, clock, last: None, report: |_: &Report| () };
    desk.run_layers(layers, true, memory, control, watch)
}

/// Runs one task and writes its reports.
struct Desk<'a, R> {
    task: &'a Task,
    table: &'a Table,
    clock: Clock,
    last: Option<Report>,
    report: R,
}

impl<R: FnMut(&Report)> Desk<'_, R> {
    fn run_layers<W: Watch<Move>>(
        mut self,
        layers: LayerSet,
        replays: bool,
        memory: &mut Memory,
        control: Control<'_>,
        watch: W,
    ) -> Answer {
        memory.killers.clear();
        let mut worker = Worker {
            layers,
            evaluator: self.task.setup.evaluator,
            table: self.table,
            replays,
            memory,
            history: self.task.history.clone(),
            lines: Lines::default(),
            root: RootMoves::default(),
            watch: Controlled { control, watch },
        };
        let position = &self.task.position;
        worker.root = worker.order_root(position, self.task.limits.search_moves.as_deref());
        if worker.root.first().is_some() {
            self.table.grow_older();
            let (limits, clock, depth) = (&self.task.limits, self.clock, self.depth());
            worker.deepen(position, limits, &clock, depth, |worker, depth, score, bound| {
                self.tell(depth, score, bound, &worker.root, &worker.watch.control);
            });
        }
        let Worker { root, watch, .. } = worker;
        self.answer(&root, &watch.control)
    }

    fn run_frozen<W: Watch<Move>>(mut self, prunes: bool, control: Control<'_>, watch: W) -> Answer {
        let position = self.task.position.clone();
        let mut root = RootMoves::new(self.allowed());
        let mut watch = Controlled { control, watch: (Lines::default(), watch) };
        if root.first().is_some() {
            let game = ChessGame { position, evaluator: self.task.setup.evaluator };
            let depth = self.depth();
            match frozen::search_root(&game, prunes, depth, &mut root, &mut watch) {
                Ok(score) => self.tell(depth, score, Bound::Exact, &root, &watch.control),
                Err(watch::Stop) => {
                    if root.settle()
                        && let Some(best) = root.first()
                    {
                        self.tell(depth, best.score, Bound::Lower, &root, &watch.control);
                    }
                }
            }
        }
        self.answer(&root, &watch.control)
    }

    fn throw_dice(self, memory: &mut Memory) -> Answer {
        let chosen = memory.random.choose(&self.allowed());
        let signal = Signal::default();
        self.answer(&RootMoves::new(chosen), &Control::new(&signal, 1, None, None))
    }

    /// The legal moves the limits allow, in the generator's order.
    fn allowed(&self) -> Vec<Move> {
        let mut moves = self.task.position.legal_moves();
        if let Some(allowed) = &self.task.limits.search_moves {
            moves.retain(|mv| allowed.contains(mv));
        }
        moves.to_vec()
    }

    /// The depth of a search that has only one.
    fn depth(&self) -> i32 {
        self.task.limits.depth.unwrap_or(self.task.setup.rung_depth)
    }

    fn tell(&mut self, depth: i32, score: Score, bound: Bound, root: &RootMoves, control: &Control<'_>) {
        let line = root.first().map(|best| best.line.clone()).unwrap_or_default();
        let report = Report {
            depth,
            deepest: control.deepest(),
            score,
            bound,
            line,
            nodes: control.nodes(),
            elapsed: self.clock.elapsed(),
            permille_full: self.table.permille_full(),
        };
        (self.report)(&report);
        self.last = Some(report);
    }

    /// The answer: the best move, or where not even one depth was done the first, with the static value; or
    /// nothing, if there is no move.
    fn answer(mut self, root: &RootMoves, control: &Control<'_>) -> Answer {
        let best = root.first().map(|best| best.mv);
        let position = &self.task.position;
        let report = if let Some(report) = self.last.take() {
            Report { nodes: control.nodes(), elapsed: self.clock.elapsed(), ..report }
        } else {
            let over = position.outcome().map(|outcome| outcome.score(0));
            let score = over.unwrap_or_else(|| self.task.setup.evaluator.evaluate(position));
            let unsearched = Report::unsearched(score, best.into_iter().collect());
            let report = Report { nodes: control.nodes(), elapsed: self.clock.elapsed(), ..unsearched };
            (self.report)(&report);
            report
        };
        Answer { best, report, cut_off: control.was_stopped() }
    }
}
