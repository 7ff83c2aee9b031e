//! Defines the [`Analyst`], which analyses one record at a time with its own transposition table and search
//! threads.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

use super::{
    AnalysisSettings, AnalysisTask, RecordError,
    input::InputEntry,
    reply::{Analysis, Code, Id, Origin, Reply, Used},
    reply_writer::ReplyWriter,
    request,
};
use crate::{
    chess::{
        game::Outcome,
        position::{GameEnd, Line},
        score::Score,
    },
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
            let id = task.id.clone();
            self.answer(&task, stop_flag).map_err(|error| RecordError { id, ..error })
        }));
        if stop_flag.is_stopped(1) {
            return None;
        }
        let result = result.unwrap_or_else(|panic| {
            let message = format!("internal error: {}", panic_message(panic.as_ref()));
            Err(RecordError { id: entry.id(), ..RecordError::new(Code::Internal, None, message) })
        });
        let origin = |id: Option<Id>| {
            let input_hash = if id.is_none() { Some(format!("{:016x}", entry.hash())) } else { None };
            Origin { id, input_hash, request_hash: None, seq: self.settings.timing.then_some(seq) }
        };
        Some(match result {
            Ok(analysis) => {
                let Origin { id, request_hash, .. } = analysis.origin;
                let origin = Origin { request_hash, ..origin(id) };
                Reply::Analysis(Box::new(Versioned::new(Analysis { origin, ..*analysis })))
            }
            Err(error) => {
                let origin = origin(error.id.clone());
                Reply::Failure(Box::new(Versioned::new(error.record(origin, entry.quote()))))
            }
        })
    }

    /// Analyses the position of `task`. If the game is over in this position, returns the result of the game
    /// without a search.
    ///
    /// # Errors
    /// [`RecordError`] if the search fails or a transposition table of the requested size cannot be
    /// allocated.
    pub fn answer(
        &mut self,
        task: &AnalysisTask,
        stop_flag: &Arc<StopFlag>,
    ) -> Result<Box<Analysis>, RecordError> {
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
    ) -> Result<Answer, RecordError> {
        self.prepare(task)?;
        let position = task.line.position().clone();
        let request = SearchRequest {
            history: task.line.history(),
            tablebases: self.settings.tablebases.clone(),
            ..SearchRequest::new(position, task.limits.clone(), self.settings.setup.clone())
        };
        match self.pool.search(&request, &self.table, stop_flag, &mut report) {
            (_, Some(fault)) => {
                Err(RecordError::new(Code::Internal, None, format!("the search failed: {fault}")))
            }
            (answer, None) => Ok(answer),
        }
    }

    /// Resizes the transposition table to the hash size of `task`, and clears the table and the histories. The
    /// search uses only as many entries of the table as its node limit needs.
    fn prepare(&mut self, task: &AnalysisTask) -> Result<(), RecordError> {
        if self.table.megabytes() != task.hash {
            let out_of_memory =
                |error: OutOfMemory| RecordError::new(Code::Internal, Some("options"), error.to_string());
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

    fn analysis(&self, task: &AnalysisTask, report: &Report, terminal: Option<GameEnd>) -> Analysis {
        let line = &task.line;
        let position = line.position();
        let writer = ReplyWriter { line, settings: &self.settings };
        let best = report.line.first().copied();
        let pv = line.playable(&report.line);
        let others = report.others.iter().map(|other| (other.score, other.line.as_slice()));
        let ranked = std::iter::once((report.score, report.line.as_slice())).chain(others).enumerate();
        let several_lines = task.limits.multi_pv > 1 && best.is_some();
        let lines = ranked
            .filter(|_| several_lines)
            .map(|(index, (score, moves))| writer.line(index + 1, score, moves));
        Analysis {
            origin: Origin {
                id: task.id.clone(),
                input_hash: None,
                request_hash: task.request_hash.clone(),
                seq: None,
            },
            ok: true,
            fen: position.to_string(),
            turn: position.turn().char(),
            bestmove: best.map(|mv| position.uci(mv)),
            san: best.map(|mv| position.san(mv)),
            ponder: ponder_move(&report.line, line).map(|mv| position.uci(mv)),
            score: writer.score(report.score),
            bound: report.bound,
            score_white: writer.for_white(report.score),
            wdl: writer.wdl(report.score, terminal),
            depth: report.depth,
            seldepth: report.deepest.max(report.depth.unsigned_abs() as usize),
            nodes: report.nodes,
            tbhits: report.tb_hits,
            hashfull: report.permille_full,
            time_ms: self.if_timing(|| millis(report.elapsed)),
            nps: self
                .if_timing(|| if report.elapsed > Duration::ZERO { report.nodes_per_second() } else { 0 }),
            pv: pv.iter().map(|mv| position.uci(*mv)).collect(),
            pv_san: position.san_line(pv),
            lines: lines.collect(),
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
