//! Defines the [`Analyst`], which analyses one record at a time with its own transposition table and search
//! threads.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

use super::{
    AnalysisSettings, AnalysisTask,
    input::InputEntry,
    reply::{Analysis, Code, Failure, Fault, Origin, Reply, ReplyLine, Used},
    request,
};
use crate::{
    chess::{
        game::Outcome,
        position::{GameEnd, Line, Move},
        score::Score,
    },
    evaluate::Wdl,
    search::{
        Answer, Report, SearchRequest, StopFlag, TranspositionTable, ponder_move,
        threads::pool::{Pool, panic_message},
        tt::table::OutOfMemory,
    },
    support::json::{ENGINE, Versioned, millis},
};

/// Analyses one record at a time, with its own transposition table and search threads.
#[derive(Debug)]
pub struct Analyst {
    settings: Arc<AnalysisSettings>,
    pool: Pool,
    table: Arc<TranspositionTable>,
}

impl Analyst {
    /// Creates an analyst with the hash size and the number of threads of `settings`.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the transposition table cannot be allocated.
    pub fn new(settings: Arc<AnalysisSettings>) -> Result<Self, OutOfMemory> {
        let table = Arc::new(TranspositionTable::with_capacity(settings.hash)?);
        let pool = Pool::new(settings.threads);
        Ok(Self { settings, pool, table })
    }

    /// Analyses a record and returns its output record; `None` if `stop_flag` stopped the search. `seq` is
    /// the sequence number of the record in the input, from 0. If the analysis panics, the output record
    /// contains the error code `internal`.
    pub fn reply(&mut self, entry: &InputEntry, seq: u64, stop_flag: &Arc<StopFlag>) -> Option<Reply> {
        let result = catch_unwind(AssertUnwindSafe(|| {
            let task = request::read(entry, &self.settings)?;
            self.answer(&task, stop_flag)
        }));
        if stop_flag.is_stopped(1) {
            return None;
        }
        let result = result.unwrap_or_else(|panic| {
            let message = format!("internal error: {}", panic_message(panic.as_ref()));
            Err(Fault::new(Code::Internal, None, message))
        });
        let id = entry.id();
        let input_hash = if id.is_none() { Some(format!("{:016x}", entry.hash())) } else { None };
        let origin = Origin { id, input_hash, request_hash: None, seq: self.settings.timing.then_some(seq) };
        Some(match result {
            Ok(analysis) => {
                let origin = Origin { request_hash: analysis.origin.request_hash, ..origin };
                Reply::Analysis(Box::new(Versioned::new(Analysis { origin, ..*analysis })))
            }
            Err(error) => {
                let failure = Failure { origin, ok: false, error, input: entry.quote() };
                Reply::Failure(Box::new(Versioned::new(failure)))
            }
        })
    }

    /// Analyses the position of `task`. If the game is over in this position, returns the result of the game
    /// without a search.
    ///
    /// # Errors
    /// [`Fault`] if the search fails or a transposition table of the requested size cannot be
    /// allocated.
    pub fn answer(&mut self, task: &AnalysisTask, stop_flag: &Arc<StopFlag>) -> Result<Box<Analysis>, Fault> {
        if let Some(terminal) = terminal(&task.line) {
            let score = if terminal == GameEnd::Checkmate { Outcome::Lost.score(0) } else { Score::DRAW };
            let report = Report { depth: 0, ..Report::unsearched(score, Vec::new()) };
            return Ok(Box::new(self.analysis(task, &report, Some(terminal))));
        }
        let answer = self.search(task, stop_flag, |_| ())?;
        Ok(Box::new(self.analysis(task, &answer.report, None)))
    }

    /// Searches the position of `task`, in which the game must not be over. Calls `report` after each
    /// iteration.
    ///
    /// # Errors
    /// Returns the same errors as [`Analyst::answer`].
    pub fn search(
        &mut self,
        task: &AnalysisTask,
        stop_flag: &Arc<StopFlag>,
        mut report: impl FnMut(&Report),
    ) -> Result<Answer, Fault> {
        self.prepare(task)?;
        let position = task.line.position().clone();
        let request = SearchRequest {
            history: task.line.history(),
            tablebases: self.settings.tablebases.clone(),
            ..SearchRequest::new(position, task.limits.clone(), self.settings.setup.clone())
        };
        match self.pool.search(&request, &self.table, stop_flag, &mut report) {
            (_, Some(fault)) => Err(Fault::new(Code::Internal, None, format!("the search failed: {fault}"))),
            (answer, None) => Ok(answer),
        }
    }

    /// Resizes the transposition table to the hash size of `task`, and clears the table and the histories. The
    /// search uses only as many entries of the table as its node limit needs.
    fn prepare(&mut self, task: &AnalysisTask) -> Result<(), Fault> {
        if self.table.megabytes() != task.hash {
            let out_of_memory =
                |error: OutOfMemory| Fault::new(Code::Internal, Some("options"), error.to_string());
            self.table = Arc::new(TranspositionTable::with_capacity(task.hash).map_err(out_of_memory)?);
        }
        self.pool.clear();
        let entries = task.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_mul(2));
        match Arc::get_mut(&mut self.table) {
            Some(table) => table.reset(entries),
            // This arm is not reached, because between two searches no search thread holds a reference to the
            // table.
            None => self.table.clear(),
        }
        Ok(())
    }

    /// Creates the output record for the search result `report`. Its origin contains only the hash of the request.
    fn analysis(&self, task: &AnalysisTask, report: &Report, terminal: Option<GameEnd>) -> Analysis {
        let line = &task.line;
        let position = line.position();
        let evaluator = self.settings.setup.eval.evaluator;
        let normalised = |score| evaluator.normalised(score);
        let for_white = |score| position.turn().fold_wb(normalised(score), -normalised(score));
        let wdl = |score| match terminal {
            None | Some(GameEnd::Checkmate) => {
                let Wdl { win, draw, loss } = evaluator.wdl(score, position);
                [win, draw, loss]
            }
            Some(_) => [0, 1000, 0],
        };
        let uci = |moves: &[Move]| moves.iter().map(|mv| position.uci(*mv)).collect::<Vec<_>>();
        let best = report.line.first().copied();
        let pv = line.playable(&report.line);
        let others = report.others.iter().map(|other| (other.score, other.line.as_slice()));
        let ranked = (1..).zip(std::iter::once((report.score, report.line.as_slice())).chain(others));
        let reply_line = |(multipv, (score, moves))| {
            let pv = line.playable(moves);
            ReplyLine {
                multipv,
                mv: pv.first().map(|mv| position.uci(*mv)).unwrap_or_default(),
                san: pv.first().map(|mv| position.san(*mv)).unwrap_or_default(),
                score: normalised(score),
                score_white: for_white(score),
                wdl: wdl(score),
                pv: uci(pv),
                pv_san: position.san_line(pv),
            }
        };
        let several_lines = task.limits.multi_pv > 1 && best.is_some();
        Analysis {
            origin: Origin { id: None, input_hash: None, request_hash: task.request_hash.clone(), seq: None },
            ok: true,
            fen: position.to_string(),
            turn: position.turn().char(),
            bestmove: best.map(|mv| position.uci(mv)),
            san: best.map(|mv| position.san(mv)),
            ponder: ponder_move(&report.line, line).map(|mv| position.uci(mv)),
            score: normalised(report.score),
            bound: report.bound,
            score_white: for_white(report.score),
            wdl: wdl(report.score),
            depth: report.depth,
            seldepth: report.deepest.max(report.depth.unsigned_abs() as usize),
            nodes: report.nodes,
            tbhits: report.tb_hits,
            hashfull: report.permille_full,
            time_ms: self.if_timing(|| millis(report.elapsed)),
            nps: self
                .if_timing(|| if report.elapsed > Duration::ZERO { report.nodes_per_second() } else { 0 }),
            pv: uci(pv),
            pv_san: position.san_line(pv),
            lines: ranked.filter(|_| several_lines).map(reply_line).collect(),
            terminal,
            engine: ENGINE.to_owned(),
            options: Used { threads: self.pool.threads(), hash_mb: task.hash },
            operations: task.operations.clone(),
            warnings: task.warnings.clone(),
        }
    }

    fn if_timing<T>(&self, value: impl FnOnce() -> T) -> Option<T> {
        self.settings.timing.then(value)
    }
}

/// Returns the rule that ended the game; `None` if the game is not over. If several draws apply, returns the
/// last one in the order threefold repetition, fifty-move rule, insufficient material.
fn terminal(line: &Line) -> Option<GameEnd> {
    GameEnd::all(line).next_back()
}
