//! Somebody who answers questions: a table, a memory, and threads that search.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

use super::{
    HashScope, Question, Refusal, Settings,
    input::Entry,
    reply::{Analysis, Code, Id, Origin, Reply, Used},
    reply_writer::ReplyWriter,
    request,
};
use crate::{
    game::Outcome,
    json::{ENGINE, Versioned, millis},
    position::{GameEnd, Line},
    score::Score,
    search::{
        Answer, Report, SearchRequest, StopFlag, TranspositionTable, ponder_move,
        threads::pool::{NoThreads, Pool, panic_message},
        tt::table::OutOfMemory,
    },
};

/// Answers one question at a time.
#[derive(Debug)]
pub struct Analyst {
    settings: Arc<Settings>,
    pool: Pool,
    table: Arc<TranspositionTable>,
}

/// Why there is no analyst.
#[derive(Debug, thiserror::Error)]
pub enum NoAnalyst {
    /// There is no room for the table.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The system gives no threads.
    #[error(transparent)]
    Threads(#[from] NoThreads),
}

impl Analyst {
    /// An analyst with the table and the threads of `settings`.
    ///
    /// # Errors
    /// [`NoAnalyst`] if the system refuses either.
    pub fn new(settings: Arc<Settings>) -> Result<Self, NoAnalyst> {
        let table = Arc::new(table(settings.hash, settings.scope)?);
        let pool = Pool::new(settings.threads)?;
        Ok(Self { settings, pool, table })
    }

    /// The reply to an entry, the record with number `seq`; `None` if `signal` has stopped it. A panic is told as a failure of this
    /// record.
    pub fn reply(&mut self, entry: &Entry, seq: u64, signal: &Arc<StopFlag>) -> Option<Reply> {
        let told = catch_unwind(AssertUnwindSafe(|| {
            let question = request::read(entry, &self.settings)?;
            let id = question.id.clone();
            self.answer(&question, signal).map_err(|refusal| Refusal { id, ..refusal })
        }));
        if signal.is_stopped(1) {
            return None;
        }
        let told = told.unwrap_or_else(|failure| {
            let message = format!("the engine failed: {}", panic_message(failure.as_ref()));
            Err(Refusal { id: entry.id(), ..Refusal::new(Code::Internal, None, message) })
        });
        let origin = |id: Option<Id>| {
            let input_hash = if id.is_none() { Some(format!("{:016x}", entry.hash())) } else { None };
            Origin { id, input_hash, seq: self.settings.timing.then_some(seq) }
        };
        Some(match told {
            Ok(analysis) => {
                let origin = origin(analysis.origin.id);
                Reply::Analysis(Box::new(Versioned::new(Analysis { origin, ..*analysis })))
            }
            Err(refusal) => {
                let origin = origin(refusal.id.clone());
                Reply::Failure(Box::new(Versioned::new(refusal.record(origin, entry.quote()))))
            }
        })
    }

    /// The answer to a question.
    ///
    /// # Errors
    /// A refusal if the search failed, or if there is no memory for the table that was asked for.
    pub fn answer(&mut self, question: &Question, signal: &Arc<StopFlag>) -> Result<Box<Analysis>, Refusal> {
        let over = terminal(&question.line);
        if let Some(terminal) = over {
            let score = if terminal == GameEnd::Checkmate { Outcome::Lost.score(0) } else { Score::DRAW };
            let report = Report { depth: 0, ..Report::unsearched(score, Vec::new()) };
            return Ok(Box::new(self.analysis(question, &report, over)));
        }
        let answer = self.search(question, signal, |_| ())?;
        Ok(Box::new(self.analysis(question, &answer.report, None)))
    }

    /// Searches for the answer to a question where the game is not over, and calls `report` after each depth.
    ///
    /// # Errors
    /// As [`Analyst::answer`].
    pub fn search(
        &mut self,
        question: &Question,
        signal: &Arc<StopFlag>,
        mut report: impl FnMut(&Report),
    ) -> Result<Answer, Refusal> {
        self.prepare(question)?;
        let position = question.line.position().clone();
        let task = SearchRequest {
            history: question.line.history(),
            tables: self.settings.tables.clone(),
            ..SearchRequest::new(position, question.limits.clone(), self.settings.setup.clone())
        };
        match self.pool.search(&task, &self.table, signal, &mut report) {
            (_, Some(fault)) => {
                Err(Refusal::new(Code::Internal, None, format!("the search failed: {fault}")))
            }
            (answer, None) => Ok(answer),
        }
    }

    /// Makes the table as large as the question wants it, and forgets what must not be known.
    fn prepare(&mut self, question: &Question) -> Result<(), Refusal> {
        if self.table.megabytes() != question.hash {
            let refuse =
                |error: OutOfMemory| Refusal::new(Code::Internal, Some("options"), error.to_string());
            self.table = Arc::new(table(question.hash, self.settings.scope).map_err(refuse)?);
        }
        if self.settings.scope == HashScope::Stream {
            return Ok(());
        }
        self.pool.clear();
        let entries = question.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_mul(2));
        match Arc::get_mut(&mut self.table) {
            Some(table) => table.reset(entries),
            // Nobody else has it between two searches.
            None => self.table.clear(),
        }
        Ok(())
    }

    fn analysis(&self, question: &Question, report: &Report, terminal: Option<GameEnd>) -> Analysis {
        let line = &question.line;
        let position = line.position();
        let teller = ReplyWriter { line, settings: &self.settings };
        let best = report.line.first().copied();
        let pv = line.playable(&report.line);
        let others = report.others.iter().map(|other| (other.score, other.line.as_slice()));
        let ranked = std::iter::once((report.score, report.line.as_slice())).chain(others).enumerate();
        let several = question.limits.multi_pv > 1 && best.is_some();
        let lines =
            ranked.filter(|_| several).map(|(index, (score, moves))| teller.line(index + 1, score, moves));
        Analysis {
            origin: Origin { id: question.id.clone(), input_hash: None, seq: None },
            ok: true,
            fen: position.to_string(),
            turn: position.turn().char(),
            bestmove: best.map(|mv| position.uci(mv)),
            san: best.map(|mv| position.san(mv)),
            ponder: ponder_move(&report.line, line).map(|mv| position.uci(mv)),
            score: teller.score(report.score),
            bound: report.bound,
            score_white: teller.for_white(report.score),
            wdl: teller.chances(report.score, terminal),
            depth: report.depth,
            seldepth: report.deepest.max(report.depth.unsigned_abs() as usize),
            nodes: report.nodes,
            tbhits: report.tb_hits,
            hashfull: report.permille_full,
            time_ms: self.timed(|| millis(report.elapsed)),
            nps: self.timed(|| if report.elapsed > Duration::ZERO { report.nodes_per_second() } else { 0 }),
            pv: pv.iter().map(|mv| position.uci(*mv)).collect(),
            pv_san: position.san_line(pv),
            lines: lines.collect(),
            terminal,
            engine: ENGINE.to_owned(),
            options: Used { threads: self.pool.threads(), hash_mb: question.hash },
            operations: question.operations.clone(),
            warnings: question.warnings.clone(),
        }
    }

    fn timed<T>(&self, value: impl FnOnce() -> T) -> Option<T> {
        self.settings.timing.then(value)
    }
}

/// A table that each record takes as much of as it needs, or all of them together.
fn table(megabytes: usize, scope: HashScope) -> Result<TranspositionTable, OutOfMemory> {
    match scope {
        HashScope::Record => TranspositionTable::with_capacity(megabytes),
        HashScope::Stream => TranspositionTable::new(megabytes),
    }
}

/// Why the game is over, if it is. If several draws apply, the records name the last one.
fn terminal(line: &Line) -> Option<GameEnd> {
    GameEnd::all(line).next_back()
}
