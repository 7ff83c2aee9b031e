//! One search from start to finish: which rung runs, what is reported, what the answer is.

use super::{chess_game::ChessGame, frozen};
use crate::{
    position::Move,
    score::Score,
    search::{
        layer::{Layer, LayerSet},
        layers::deepening,
        mate::solver,
        node::{
            root_moves::{RootMove, RootMoves},
            thread_state::ThreadState,
            worker::Worker,
        },
        observe::{observer::Observation, progress::Progress},
        run::Run,
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

/// Runs one search and reports its depths.
pub(in crate::search) struct Driver<'a> {
    request: &'a SearchRequest,
    table: &'a TranspositionTable,
    /// The thread among those of the search; `None` if it is the only one.
    thread_id: Option<ThreadId<'a>>,
    time: TimeManager,
    /// The value of the root in the tablebases.
    known: Option<Score>,
    last: Option<Report>,
}

impl<'a> Driver<'a> {
    /// A driver for `request`.
    pub(in crate::search) fn new(request: &'a SearchRequest, table: &'a TranspositionTable) -> Self {
        let SearchRequest { limits, started, overhead, position, .. } = request;
        let time = TimeManager::new(limits, *started, *overhead, position.move_number());
        Self { request, table, thread_id: None, time, known: None, last: None }
    }

    /// The same for one of several threads.
    pub(in crate::search) fn on_thread(self, id: ThreadId<'a>) -> Self {
        Self { thread_id: Some(id), ..self }
    }

    /// Searches as the request says.
    pub(in crate::search) fn run<O: Observation>(
        self,
        thread: &mut ThreadState,
        flag: &'a StopFlag,
        observation: O,
        progress: &mut dyn Progress,
    ) -> Answer {
        match self.request.setup.algorithm {
            Algorithm::Random => self.run_random(thread, progress),
            Algorithm::Minimax => self.run_frozen(false, flag, observation, progress),
            Algorithm::AlphaBeta => self.run_frozen(true, flag, observation, progress),
            Algorithm::Layers(layers) => self.run_layers(layers, false, thread, flag, observation, progress),
        }
    }

    /// Searches with these layers; with `replays` the table is a list of best replies, see [`replay`](crate::search::replay).
    pub(in crate::search) fn run_layers<O: Observation>(
        mut self,
        layers: LayerSet,
        replays: bool,
        thread: &mut ThreadState,
        flag: &'a StopFlag,
        observation: O,
        progress: &mut dyn Progress,
    ) -> Answer {
        thread.histories.killers.clear();
        let SearchRequest { setup, history, position, .. } = self.request;
        let stop = self.stop_condition(flag);
        let mut worker = Worker {
            replays,
            history: history.clone(),
            ..Worker::new(layers, setup, self.table, thread, stop, progress, observation)
        };
        worker.begin(position);
        let allowed = self.allowed();
        let kept = self.kept(&allowed);
        // If the root is in the tablebases, the search looks for the mate, which they do not know.
        worker.probing = if kept.is_none() { self.request.tablebases.as_ref() } else { None };
        self.known = kept.as_ref().map(|kept| kept.score);
        let restricted = kept.is_some() || self.request.limits.search_moves.is_some();
        let moves = kept.map_or(allowed, |kept| kept.moves);
        worker.root = worker.order_root(position, moves).restricted(restricted);
        if !worker.root.is_empty() {
            if self.leads() {
                self.table.new_search();
            }
            if let Ok(Some((line, score))) = self.proved(layers, &mut worker.stop) {
                let depth = line.len() as i32;
                worker.root.set_proved(line, score);
                self.report(depth, score, Bound::Exact, &mut worker);
            } else {
                let (limits, mut time, depth) = (&self.request.limits, self.time.clone(), self.depth());
                time.begin(worker.root.len(), worker.thread.last_score);
                deepening::iterate(
                    &mut worker,
                    position,
                    limits,
                    &mut time,
                    depth,
                    |worker, depth, score, bound| {
                        self.report(depth, score, bound, worker);
                    },
                );
                worker.thread.last_score = self.last.as_ref().map(|report| report.score);
            }
        }
        let Worker { root, stop, progress, .. } = worker;
        self.answer(&root, &stop, progress)
    }

    fn run_frozen<O: Observation>(
        mut self,
        prunes: bool,
        flag: &'a StopFlag,
        mut observation: O,
        progress: &mut dyn Progress,
    ) -> Answer {
        let mut root = RootMoves::new(self.allowed());
        let stop = self.stop_condition(flag);
        if root.is_empty() {
            return self.answer(&root, &stop, progress);
        }
        let mut run = Run::new(stop, observation.observer());
        let game = ChessGame { position: self.request.position.clone(), setup: &self.request.setup };
        let depth = self.depth();
        let mut bound = Bound::Exact;
        for _ in 0..self.request.limits.multi_pv.clamp(1, root.len()) {
            if frozen::search_root(&game, prunes, depth, &mut root, &mut run) == Err(Stop) {
                bound = Bound::Lower;
                break;
            }
            root.fix_best();
        }
        let stop = run.into_stop_condition();
        let found = bound == Bound::Exact || !root.is_partial() && root.sort_by_score();
        root.begin_iteration();
        if found && let Some(best) = root.first() {
            let report = self.new_report(depth, best.score, bound, &root, &stop, 0);
            progress.report(&report);
            self.last = Some(report);
        }
        self.answer(&root, &stop, progress)
    }

    fn run_random(self, thread: &mut ThreadState, progress: &mut dyn Progress) -> Answer {
        let chosen = thread.random.choose(&self.allowed());
        let flag = StopFlag::default();
        self.answer(&RootMoves::new(chosen), &StopCondition::new(&flag, 1, None, None), progress)
    }

    fn stop_condition(&self, flag: &'a StopFlag) -> StopCondition<'a> {
        let SearchRequest { number, limits, .. } = self.request;
        let stop =
            StopCondition::new(flag, *number, self.time.deadline(), limits.nodes).with_thread(self.thread_id);
        if limits.ponder { stop.pondering(self.time.hard_limit()) } else { stop }
    }

    /// Whether this is the thread that watches the clock and reports.
    fn leads(&self) -> bool {
        self.thread_id.is_none_or(ThreadId::is_main)
    }

    /// The legal moves the limits allow, in the generator's order.
    fn allowed(&self) -> Vec<Move> {
        let mut moves = self.request.position.legal_moves();
        if let Some(allowed) = &self.request.limits.search_moves {
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
        let limits = &self.request.limits;
        let proves = layers.has(Layer::CheckEvasion)
            && self.leads()
            && limits.asks_one_line()
            && limits.search_moves.is_none();
        let Some(moves) = limits.mate.filter(|_| proves) else { return Ok(None) };
        let share = solver::node_budget(limits.nodes, self.time.hard_limit());
        solver::find_mate(control, &self.request.position, moves, share, self.table.megabytes())
    }

    /// Which of the moves keep the value of the root, if the endgame tables know it; who asks for several lines sees all.
    fn kept(&self, moves: &[Move]) -> Option<RootMoveFilter> {
        let SearchRequest { position, limits, tablebases, .. } = self.request;
        tablebases.as_ref().filter(|_| limits.asks_one_line())?.keep(position, moves)
    }

    /// The depth of a search that has only one.
    fn depth(&self) -> i32 {
        self.request.limits.depth.unwrap_or(self.request.setup.rung_depth).max(1)
    }

    /// Reports a finished depth, or a better move of one that was cut off.
    fn report<O>(&mut self, depth: i32, score: Score, bound: Bound, worker: &mut Worker<'_, O>) {
        let report = self.new_report(depth, score, bound, &worker.root, &worker.stop, worker.tb_hits);
        worker.progress.report(&report);
        self.last = Some(report);
    }

    fn new_report(
        &self,
        depth: i32,
        score: Score,
        bound: Bound,
        root: &RootMoves,
        stop: &StopCondition<'_>,
        tb_hits: u64,
    ) -> Report {
        Report {
            depth,
            deepest: stop.seldepth(),
            // A mate says more than the tablebases, which know only that there is one.
            score: self.known.filter(|_| !score.is_mate()).unwrap_or(score),
            bound,
            line: root.first().map(|best| best.line.clone()).unwrap_or_default(),
            others: self.others(root),
            nodes: stop.total_nodes(),
            tb_hits,
            elapsed: self.time.elapsed(),
            permille_full: self.table.permille_full(),
        }
    }

    /// What is told beside the best line.
    fn others(&self, root: &RootMoves) -> Vec<Variation> {
        let best = root.best(self.request.limits.multi_pv);
        let told = |other: &RootMove| Variation { score: other.score, line: other.line.clone() };
        best.iter().skip(1).map(told).collect()
    }

    /// The answer: the best move, or the first if not even one depth was finished, with the static evaluation; or no move,
    /// if there is none.
    fn answer(mut self, root: &RootMoves, stop: &StopCondition<'_>, progress: &mut dyn Progress) -> Answer {
        let best = root.first().map(|best| best.mv);
        let position = &self.request.position;
        let (nodes, elapsed) = (stop.total_nodes(), self.time.elapsed());
        let report = if let Some(report) = self.last.take() {
            Report { nodes, elapsed, ..report }
        } else {
            let over = position.outcome().map(|outcome| outcome.score(0));
            let score = over.unwrap_or_else(|| self.request.setup.evaluate(position));
            let unsearched = Report::unsearched(score, best.into_iter().collect());
            let others = self.others(root).into_iter().map(|other| Variation { score, ..other }).collect();
            let report = Report { others, nodes, elapsed, ..unsearched };
            progress.report(&report);
            report
        };
        Answer { best, report, cut_off: stop.was_stopped() }
    }
}
