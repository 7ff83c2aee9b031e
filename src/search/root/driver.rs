//! One task from beginning to end: which rung runs, what is reported, what the answer is.

use super::frozen;
use crate::{
    position::Move,
    score::Score,
    search::{
        layer::{Layer, LayerSet},
        mate::solver,
        node::{
            pv_table::PvTable,
            root_moves::{RootMove, RootMoves},
            thread_state::ThreadState,
            worker::Worker,
        },
        observe::{controlled::Controlled, observer::Watch},
        root::chess_game::ChessGame,
        rungs::Algorithm,
        time::{manager::TimeManager, shared::ThreadId, stop_condition::StopCondition, stop_flag::StopFlag},
        tt::table::TranspositionTable,
        types::{
            report::{Answer, Report, Variation},
            request::SearchRequest,
            stop::Stop,
            window::Bound,
        },
    },
    tablebase::root::RootMoveFilter,
};

/// Runs one task and writes its reports.
pub(in crate::search) struct Driver<'a, R> {
    task: &'a SearchRequest,
    table: &'a TranspositionTable,
    /// Its place among the threads of the search; alone it has none.
    seat: Option<ThreadId<'a>>,
    clock: TimeManager,
    /// The value of the root by the endgame tables.
    known: Option<Score>,
    tb_hits: u64,
    last: Option<Report>,
    report: R,
}

impl<'a, R: FnMut(&Report)> Driver<'a, R> {
    /// A desk for `task`; `report` is called after each depth.
    pub(in crate::search) fn new(task: &'a SearchRequest, table: &'a TranspositionTable, report: R) -> Self {
        let clock = TimeManager::new(&task.limits, task.started, task.overhead, task.position.move_number());
        Self { task, table, seat: None, clock, known: None, tb_hits: 0, last: None, report }
    }

    /// The same for one of several threads.
    pub(in crate::search) fn seated(self, seat: ThreadId<'a>) -> Self {
        Self { seat: Some(seat), ..self }
    }

    /// Searches as the task says.
    pub(in crate::search) fn run<W: Watch<Move>>(
        self,
        memory: &mut ThreadState,
        signal: &'a StopFlag,
        watch: W,
    ) -> Answer {
        match self.task.setup.algorithm {
            Algorithm::Random => self.throw_dice(memory),
            Algorithm::Minimax => self.run_frozen(false, signal, watch),
            Algorithm::AlphaBeta => self.run_frozen(true, signal, watch),
            Algorithm::Layers(layers) => self.run_layers(layers, false, memory, signal, watch),
        }
    }

    fn control(&self, signal: &'a StopFlag) -> StopCondition<'a> {
        let SearchRequest { number, limits, .. } = self.task;
        let control =
            StopCondition::new(signal, *number, self.clock.deadline(), limits.nodes).with_thread(self.seat);
        if limits.ponder { control.pondering(self.clock.hard_limit()) } else { control }
    }

    /// Searches with these layers; `replays` makes of the table a list of best replies, see [`replay`](crate::search::replay).
    pub(in crate::search) fn run_layers<W: Watch<Move>>(
        mut self,
        layers: LayerSet,
        replays: bool,
        memory: &mut ThreadState,
        signal: &'a StopFlag,
        watch: W,
    ) -> Answer {
        memory.killers.clear();
        let SearchRequest { setup, history, .. } = self.task;
        let watch = Controlled { control: self.control(signal), watch };
        let mut worker =
            Worker { replays, ..Worker::new(layers, setup, self.table, memory, history.clone(), watch) };
        let position = &self.task.position;
        worker.begin(position);
        worker.onlooker = self.task.onlooker.as_ref().filter(|_| self.seat.is_none_or(ThreadId::is_main));
        worker.follower = worker.onlooker.filter(|onlooker| onlooker.follows);
        let allowed = self.allowed();
        let kept = self.kept(&allowed);
        // Where the root is in the tables the search looks for the mate, which they do not know.
        worker.probing = if kept.is_none() { self.task.tables.as_ref() } else { None };
        self.known = kept.as_ref().map(|kept| kept.score);
        let restricted = kept.is_some() || self.task.limits.search_moves.is_some();
        let moves = kept.map_or(allowed, |kept| kept.moves);
        worker.root = worker.order_root(position, moves).restricted(restricted);
        if !worker.root.is_empty() {
            if self.seat.is_none_or(ThreadId::is_main) {
                self.table.new_search();
            }
            if let Ok(Some((line, score))) = self.proved(layers, &mut worker.watch.control) {
                let depth = line.len() as i32;
                worker.root.know(line, score);
                self.tell(depth, score, Bound::Exact, &worker.root, &worker.watch.control);
                let Worker { root, watch, .. } = worker;
                return self.answer(&root, &watch.control);
            }
            let (limits, mut clock, depth) = (&self.task.limits, self.clock.clone(), self.depth());
            clock.begin(worker.root.len(), worker.memory.last_score);
            worker.deepen(position, limits, &mut clock, depth, |worker, depth, score, bound| {
                self.tb_hits = worker.tb_hits;
                self.tell(depth, score, bound, &worker.root, &worker.watch.control);
            });
            worker.memory.last_score = self.last.as_ref().map(|report| report.score);
        }
        let Worker { root, watch, .. } = worker;
        self.answer(&root, &watch.control)
    }

    fn run_frozen<W: Watch<Move>>(mut self, prunes: bool, signal: &'a StopFlag, watch: W) -> Answer {
        let control = self.control(signal);
        let position = self.task.position.clone();
        let mut root = RootMoves::new(self.allowed());
        let mut watch = Controlled { control, watch: (PvTable::default(), watch) };
        if root.is_empty() {
            return self.answer(&root, &watch.control);
        }
        let game = ChessGame { position, setup: &self.task.setup };
        let depth = self.depth();
        let mut bound = Bound::Exact;
        for _ in 0..self.task.limits.multi_pv.clamp(1, root.len()) {
            if frozen::search_root(&game, prunes, depth, &mut root, &mut watch) == Err(Stop) {
                bound = Bound::Lower;
                break;
            }
            root.place();
        }
        let found = bound == Bound::Exact || !root.is_partial() && root.settle();
        root.begin_iteration();
        if found && let Some(best) = root.first() {
            self.tell(depth, best.score, bound, &root, &watch.control);
        }
        self.answer(&root, &watch.control)
    }

    fn throw_dice(self, memory: &mut ThreadState) -> Answer {
        let chosen = memory.random.choose(&self.allowed());
        let signal = StopFlag::default();
        self.answer(&RootMoves::new(chosen), &StopCondition::new(&signal, 1, None, None))
    }

    /// The legal moves the limits allow, in the generator's order.
    fn allowed(&self) -> Vec<Move> {
        let mut moves = self.task.position.legal_moves();
        if let Some(allowed) = &self.task.limits.search_moves {
            moves.retain(|mv| allowed.contains(mv));
        }
        moves.to_vec()
    }

    /// The mate that was asked for, for either side, if it can be proved within a part of the nodes or of the time.
    fn proved(
        &self,
        layers: LayerSet,
        control: &mut StopCondition<'_>,
    ) -> Result<Option<(Vec<Move>, Score)>, Stop> {
        let limits = &self.task.limits;
        let proves = layers.has(Layer::CheckEvasion)
            && self.seat.is_none_or(ThreadId::is_main)
            && limits.asks_one_line()
            && limits.search_moves.is_none();
        let Some(moves) = limits.mate.filter(|_| proves) else { return Ok(None) };
        let share = solver::node_budget(limits.nodes, self.clock.hard_limit());
        solver::find_mate(control, &self.task.position, moves, share, self.table.megabytes())
    }

    /// Which of the moves keep the value of the root, if the endgame tables know it; who asks for several lines sees all.
    fn kept(&self, moves: &[Move]) -> Option<RootMoveFilter> {
        let SearchRequest { position, limits, tables, .. } = self.task;
        tables.as_ref().filter(|_| limits.asks_one_line())?.keep(position, moves)
    }

    /// The depth of a search that has only one.
    fn depth(&self) -> i32 {
        self.task.limits.depth.unwrap_or(self.task.setup.rung_depth).max(1)
    }

    fn tell(
        &mut self,
        depth: i32,
        score: Score,
        bound: Bound,
        root: &RootMoves,
        control: &StopCondition<'_>,
    ) {
        let line = root.first().map(|best| best.line.clone()).unwrap_or_default();
        // A mate says more than the tables, which know only that there is one.
        let score = self.known.filter(|_| !score.is_mate()).unwrap_or(score);
        let report = Report {
            depth,
            deepest: control.seldepth(),
            score,
            bound,
            line,
            others: self.others(root),
            nodes: control.total_nodes(),
            tb_hits: self.tb_hits,
            elapsed: self.clock.elapsed(),
            permille_full: self.table.permille_full(),
        };
        (self.report)(&report);
        self.last = Some(report);
    }

    /// What is told beside the best line.
    fn others(&self, root: &RootMoves) -> Vec<Variation> {
        let best = root.best(self.task.limits.multi_pv);
        let told = |other: &RootMove| Variation { score: other.score, line: other.line.clone() };
        best.iter().skip(1).map(told).collect()
    }

    /// The answer: the best move, or where not even one depth was done the first, with the static value; or
    /// nothing, if there is no move.
    fn answer(mut self, root: &RootMoves, control: &StopCondition<'_>) -> Answer {
        let best = root.first().map(|best| best.mv);
        let position = &self.task.position;
        let report = if let Some(report) = self.last.take() {
            Report { nodes: control.total_nodes(), elapsed: self.clock.elapsed(), ..report }
        } else {
            let over = position.outcome().map(|outcome| outcome.score(0));
            let score = over.unwrap_or_else(|| self.task.setup.evaluate(position));
            let unsearched = Report::unsearched(score, best.into_iter().collect());
            let others = self.others(root).into_iter().map(|other| Variation { score, ..other }).collect();
            let (nodes, elapsed) = (control.total_nodes(), self.clock.elapsed());
            let report = Report { others, nodes, elapsed, ..unsearched };
            (self.report)(&report);
            report
        };
        Answer { best, report, cut_off: control.was_stopped() }
    }
}
