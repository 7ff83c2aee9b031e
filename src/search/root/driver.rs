//! The driver runs one search from start to finish: it starts the algorithm, reports each depth and builds
//! the answer.

use std::time::Duration;

use super::{chess_game::ChessGame, frozen};
use crate::{
    chess::{position::Move, score::Score, tablebase::root::RootMoveFilter},
    search::{
        layer::{Layer, LayerSet},
        layers::deepening::{self, RootScore},
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
};

/// Search time after which scores outside the aspiration window are reported. Before, they change too fast to
/// be read.
const BOUNDS_AFTER: Duration = Duration::from_secs(1);

/// Runs one search on one thread and reports its depths.
pub(in crate::search) struct Driver<'a> {
    request: &'a SearchRequest,
    table: &'a TranspositionTable,
    /// Id of this search thread; `None` if the search does not run in a pool of threads.
    thread_id: Option<ThreadId<'a>>,
    time: TimeManager,
    /// Tablebase score of the root position; `None` if the tablebases did not select the root moves.
    tb_score: Option<Score>,
    /// Last report of the search; `None` before the first report.
    last: Option<Report>,
}

impl<'a> Driver<'a> {
    /// Creates the driver of a search with one thread for `request`.
    pub(in crate::search) fn new(request: &'a SearchRequest, table: &'a TranspositionTable) -> Self {
        let SearchRequest { limits, started, overhead, position, .. } = request;
        let time = TimeManager::new(limits, *started, *overhead, position.move_number());
        Self { request, table, thread_id: None, time, tb_score: None, last: None }
    }

    /// Returns this driver as the driver of one of several search threads, with the id `id`.
    pub(in crate::search) fn on_thread(self, id: ThreadId<'a>) -> Self {
        // Only the main thread decides whether another iteration begins.
        let time = if id.is_main() { self.time } else { self.time.without_soft_limit() };
        Self { thread_id: Some(id), time, ..self }
    }

    /// Runs the algorithm of the search request and returns the answer.
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

    /// Searches with the set `layers`. If `replays` is true, the search uses the TT moves of the table without
    /// any layer; see [`replay`](crate::search::replay).
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
        let allowed = self.allowed_moves();
        let tb_filter = self.tablebase_filter(&allowed);
        // If the tablebases contain the root position and filter its moves, the nodes below the root do not
        // probe the tablebases: tablebases do not contain the distance to mate, so a probed tablebase win
        // could hide the mate.
        worker.probing = if tb_filter.is_none() { self.request.tablebases.as_ref() } else { None };
        self.tb_score = tb_filter.as_ref().map(|filter| filter.score);
        let restricted = tb_filter.is_some() || self.request.limits.search_moves.is_some();
        let moves = tb_filter.map_or(allowed, |filter| filter.moves);
        worker.root = worker.order_root(position, moves).restricted(restricted);
        if !worker.root.is_empty() {
            if self.is_main_thread() {
                self.table.new_search();
            }
            if let Ok(Some((line, score))) = self.find_requested_mate(layers, &mut worker.stop) {
                let depth = line.len() as i32;
                worker.root.set_proved(line, score);
                self.report(depth, score, RootScore::Finished, &mut worker);
            } else {
                let (limits, mut time, depth) = (&self.request.limits, self.time.clone(), self.depth());
                time.begin(worker.root.len());
                deepening::iterate(
                    &mut worker,
                    position,
                    limits,
                    &mut time,
                    depth,
                    |worker, depth, score, origin| {
                        self.report(depth, score, origin, worker);
                    },
                );
            }
        }
        let Worker { root, stop, progress, .. } = worker;
        self.answer(&root, &stop, progress)
    }

    /// Runs plain minimax, or plain alpha-beta if `prunes` is true, as a single iteration to a fixed depth.
    fn run_frozen<O: Observation>(
        mut self,
        prunes: bool,
        flag: &'a StopFlag,
        mut observation: O,
        progress: &mut dyn Progress,
    ) -> Answer {
        let mut root = RootMoves::new(self.allowed_moves());
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
            let report = self.new_report(depth, best.score, bound, &root, &stop);
            progress.report(&report);
            self.last = Some(report);
        }
        self.answer(&root, &stop, progress)
    }

    /// Answers with a random allowed move, without a search; without a move if no move is allowed.
    fn run_random(self, thread: &mut ThreadState, progress: &mut dyn Progress) -> Answer {
        let chosen = thread.random.choose(&self.allowed_moves());
        let flag = StopFlag::default();
        self.answer(&RootMoves::new(chosen), &StopCondition::new(&flag, 1, None, None), progress)
    }

    fn stop_condition(&self, flag: &'a StopFlag) -> StopCondition<'a> {
        let SearchRequest { number, limits, .. } = self.request;
        let stop =
            StopCondition::new(flag, *number, self.time.deadline(), limits.nodes).with_thread(self.thread_id);
        if limits.ponder { stop.pondering(self.time.hard_limit()) } else { stop }
    }

    /// Whether this driver runs on the main search thread, which increments the age of the
    /// transposition table and runs the mate search.
    fn is_main_thread(&self) -> bool {
        self.thread_id.is_none_or(ThreadId::is_main)
    }

    /// Legal moves that `searchmoves` allows, in the order of the move generator.
    fn allowed_moves(&self) -> Vec<Move> {
        let mut moves = self.request.position.legal_moves();
        if let Some(allowed) = &self.request.limits.search_moves {
            moves.retain(|mv| allowed.contains(mv));
        }
        moves.to_vec()
    }

    /// Runs the mate solver if the request has a mate limit (`go mate N`), the layer `check-evasion` is on,
    /// this is the main search thread, `MultiPV` is 1 and `searchmoves` is not given. Returns the line of a
    /// proved mate for either side, with its score; `None` if no mate is proved.
    fn find_requested_mate(
        &self,
        layers: LayerSet,
        stop: &mut StopCondition<'_>,
    ) -> Result<Option<(Vec<Move>, Score)>, Stop> {
        let limits = &self.request.limits;
        let uses_solver = layers.has(Layer::CheckEvasion)
            && self.is_main_thread()
            && limits.is_single_pv()
            && limits.search_moves.is_none();
        let Some(moves) = limits.mate.filter(|_| uses_solver) else { return Ok(None) };
        let nodes = solver::node_budget(limits.nodes, self.time.hard_limit());
        solver::find_mate(stop, &self.request.position, moves, nodes, self.table.megabytes())
    }

    /// Returns the root moves that keep the tablebase result. Returns `None` if the tablebases do not contain
    /// the root position or a position after one of `moves`, if `moves` is empty, or with `MultiPV` above 1.
    fn tablebase_filter(&self, moves: &[Move]) -> Option<RootMoveFilter> {
        let SearchRequest { position, limits, tablebases, .. } = self.request;
        tablebases.as_ref().filter(|_| limits.is_single_pv())?.keep(position, moves)
    }

    /// Depth in plies of a search without iterative deepening: the depth limit, or else the setup's
    /// `rung_depth`, but at least 1.
    fn depth(&self) -> i32 {
        self.request.limits.depth.unwrap_or(self.request.setup.rung_depth).max(1)
    }

    /// Reports a score of the root to the progress receiver.
    ///
    /// A score outside the aspiration window is reported only after `BOUNDS_AFTER`, and never with `MultiPV`,
    /// if it is a mate score, or if the tablebases contain the root position.
    fn report<O>(&mut self, depth: i32, score: Score, origin: RootScore, worker: &mut Worker<'_, O>) {
        let bound = match origin {
            RootScore::Finished => Bound::Exact,
            RootScore::Stopped => Bound::Lower,
            RootScore::Outside(bound) => {
                let is_useful = !score.is_mate() && self.tb_score.is_none();
                if is_useful && self.request.limits.is_single_pv() && self.time.elapsed() >= BOUNDS_AFTER {
                    let report = self.new_report(depth, score, bound, &worker.root, &worker.stop);
                    worker.progress.bound(&report);
                }
                return;
            }
        };
        let report = self.new_report(depth, score, bound, &worker.root, &worker.stop);
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
    ) -> Report {
        Report {
            depth,
            deepest: stop.seldepth(),
            // A mate score replaces the tablebase score, which distinguishes only win, draw and loss.
            score: self.tb_score.filter(|_| !score.is_mate()).unwrap_or(score),
            bound,
            line: self.variation(depth, bound, root),
            others: self.other_variations(root),
            nodes: stop.total_nodes(),
            tb_hits: stop.total_tb_hits(),
            elapsed: self.time.elapsed(),
            permille_full: self.table.permille_full(),
        }
    }

    /// Returns the principal variation. If `bound` is not exact, the search has found no best reply to the root
    /// move: then the TT moves, the best replies of earlier iterations, continue the variation to `depth` plies.
    fn variation(&self, depth: i32, bound: Bound, root: &RootMoves) -> Vec<Move> {
        let mut line = root.first().map(|best| best.line.clone()).unwrap_or_default();
        if bound != Bound::Exact {
            let mut position = line.iter().fold(self.request.position.clone(), |before, mv| before.play(*mv));
            while line.len() < depth.unsigned_abs() as usize
                && let Some(mv) =
                    self.table.probe(position.key()).and_then(|entry| entry.mv.unpack(&position))
            {
                line.push(mv);
                position = position.play(mv);
            }
        }
        line
    }

    /// Returns the second and further variations of a `MultiPV` search.
    fn other_variations(&self, root: &RootMoves) -> Vec<Variation> {
        let best = root.best(self.request.limits.multi_pv);
        let variation = |other: &RootMove| Variation { score: other.score, line: other.line.clone() };
        best.iter().skip(1).map(variation).collect()
    }

    /// Builds the answer of the search. If the search made no report, the answer is the first root move with
    /// the score of the evaluator, or with the score of the result if the position is checkmate or stalemate.
    /// If there is no root move, the answer has no move.
    fn answer(mut self, root: &RootMoves, stop: &StopCondition<'_>, progress: &mut dyn Progress) -> Answer {
        let best = root.first().map(|best| best.mv);
        let position = &self.request.position;
        let (nodes, tb_hits, elapsed) = (stop.total_nodes(), stop.total_tb_hits(), self.time.elapsed());
        let report = if let Some(report) = self.last.take() {
            Report { nodes, tb_hits, elapsed, ..report }
        } else {
            let over = position.outcome().map(|outcome| outcome.score(0));
            let score = over.unwrap_or_else(|| self.request.setup.evaluate(position));
            let unsearched = Report::unsearched(score, best.into_iter().collect());
            let others = self.other_variations(root).into_iter();
            let others = others.map(|other| Variation { score, ..other }).collect();
            let report = Report { others, nodes, tb_hits, elapsed, ..unsearched };
            progress.report(&report);
            report
        };
        Answer { best, report, cut_off: stop.was_stopped() }
    }
}

#[cfg(test)]
mod tests {
    use std::{thread, time::Instant};

    use shakmaty::CastlingMode;

    use super::*;
    use crate::{
        chess::position::Position,
        search::{
            observe::{observer::Unobserved, progress::Silent},
            types::{limits::Limits, request::Setup},
        },
    };

    #[test]
    fn a_fixed_time_is_used_completely_even_if_the_search_has_finished_its_last_depth() {
        // No side can mate, so every depth takes only a few nodes.
        let drawn = Position::from_fen("8/8/8/4k3/8/8/8/K1B5 w - - 0 1", CastlingMode::Standard);
        let limits = Limits { movetime: Some(Duration::from_millis(300)), ..Limits::default() };
        let request = SearchRequest::new(drawn.expect("legal"), limits, Setup::default());
        let table = TranspositionTable::new(1).expect("1 MiB is available");
        let (mut thread, flag) = (ThreadState::default(), StopFlag::default());
        let answer = Driver::new(&request, &table).run(&mut thread, &flag, Unobserved, &mut Silent);
        assert!(answer.report.elapsed >= Duration::from_millis(300), "{:?}", answer.report);
    }

    #[test]
    fn a_pondering_search_goes_on_after_its_time_until_the_ponderhit() {
        let (movetime, pause) = (Duration::from_millis(30), Duration::from_millis(150));
        let limits = Limits { ponder: true, movetime: Some(movetime), ..Limits::default() };
        let request = SearchRequest::new(Position::start(), limits, Setup::default());
        let table = TranspositionTable::new(1).expect("1 MiB is available");
        let (mut thread, flag) = (ThreadState::default(), StopFlag::default());
        let answer = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(pause);
                flag.ponder_hit(request.number, Instant::now());
            });
            Driver::new(&request, &table).run(&mut thread, &flag, Unobserved, &mut Silent)
        });
        assert!(answer.report.elapsed >= pause + movetime, "{:?}", answer.report);
    }
}
