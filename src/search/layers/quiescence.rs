//! `quiescence`: captures are played out before the evaluator is asked.
//!
//! *Idea.* In the middle of an exchange the balance of material is a lie. The side to move may stand still and take the
//! evaluator's word, or try a capture; in check it has to answer, with any move.
//! [`quiescence-table`](super::quiescence_table) and [`quiescence-pruning`](super::quiescence_pruning) make it cheaper.
//!
//! *Source.* Turing's "dead positions"; Shannon 1950.
//!
//! *When.* At depth 0 and below.
//!
//! *Where.* Step 2 of [the node](crate::search::negamax); [`razoring`](super::razoring) and [`probcut`](super::probcut)
//! ask it as well.
//!
//! *Risk.* Only captures and new queens are looked at: quiet threats, forks and checks lie beyond, and standing still
//! is a bound only where some quiet move is no worse. Mate is seen only in check with no move, stalemate not at all (at
//! the horizon itself the node has asked). The value is a guess, stored as a bound and never as exact.
//!
//! *Cost and gain.* `quiescence`: at depth 6 1.41 of the nodes of the rung below (geometric mean of the 50 bench
//! positions), and +164 ± 37 (200 games at 20,000 nodes a move, `material`, 2026-11-20).
//!
//! *Tried and lost.* Quiet moves that give check on the first ply, where they do not lose the exchange: +3 ± 20 (600
//! games at 20,000 nodes a move) and 0 ± 16 (1,048 games at 8,000), `network`, 2026-11-21, for 6 % fewer nodes a second.
//! At 2,000,000 nodes 280 of the 300 positions of Win At Chess were solved instead of 278.
//!
//! A position of a student program. At three plies the horizon falls between the queen's capture on h1 and its
//! recapture:
//!
//! ```
//! use glulam::{positions, search, score::Score};
//!
//! let standoff = positions::named("standoff").unwrap().position;
//! let fooled = search::ask(&standoff, "alpha-beta".parse()?, 3)?;
//! let quiet = search::ask(&standoff, "quiescence".parse()?, 3)?;
//! // The one gives a knight for a check that only delays; the other counts the recapture.
//! assert_eq!(standoff.san(fooled.best.unwrap()), "Nxd3+");
//! assert_eq!(standoff.san(quiet.best.unwrap()), "Qxh1+");
//! assert!(fooled.report.score > quiet.report.score);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    LayerInfo, ReasonInfo, ReasonKind, exchange_pruning, fail_blend, quiescence_pruning, quiescence_table,
    table_eval, table_move,
};
use crate::{
    position::{Move, Position},
    score::{MAX_PLY, Score},
    search::{
        layer::Layer,
        move_picker::picker::Picker,
        node::{static_eval, worker::Worker},
        observe::{
            event::{Event, Visit},
            observer::Observation,
            reason::Reason,
        },
        types::{stop::Stop, window::Window},
    },
};

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo {
    reasons: &[ReasonInfo {
        code: "stand_pat",
        says: "{us} may stand still with {value}, and {them} has {theirs} elsewhere",
        kind: ReasonKind::StandPat,
    }],
    ..LayerInfo::SELECTIVE
};

/// Standing pat already reaches beta.
pub const STAND_PAT: Reason = Reason::Layer(Layer::Quiescence, 0);

/// The state of the move loop.
pub(crate) struct Quiet {
    pub alpha: Score,
    pub beta: Score,
    pub best: Score,
    pub best_move: Option<Move>,
    pub tried: usize,
    /// The static value; `None` in check.
    pub eval: Option<Score>,
}

impl Quiet {
    /// Takes in the score of a move; whether it is better than what its player had.
    #[inline]
    fn update(&mut self, mv: Move, score: Score) -> bool {
        self.tried += 1;
        self.best = self.best.max(score);
        let raised = score > self.alpha;
        if raised {
            self.alpha = score;
            self.best_move = Some(mv);
        }
        raised
    }

    /// Why the node ends, its moves being done.
    fn reason(&self) -> Reason {
        if self.eval.is_none() && self.tried == 0 {
            Reason::Checkmate
        } else if self.best >= self.beta {
            Reason::BetaCut
        } else {
            Reason::SearchedAll
        }
    }
}

/// The value of a position that has just been entered, captures played out; fail-soft, as the node's. `depth` is 0 at
/// the horizon and falls below it.
pub(crate) fn search<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    window: Window,
    depth: i32,
    ply: usize,
) -> Result<Score, Stop> {
    if ply >= MAX_PLY {
        let value = worker.evaluate(position, ply);
        return Ok(worker.leave(ply, value, Reason::Horizon, 0));
    }
    let entry = quiescence_table::probe(worker, position, ply);
    if let Some(cut) = quiescence_table::cut(worker, position, window, entry.as_ref()) {
        return Ok(worker.leave(ply, cut.score, cut.reason, 0));
    }

    let in_check = position.is_check();
    let raw = (!in_check).then(|| static_eval::raw(worker, position, ply, entry.as_ref()));
    let eval = raw.map(|raw| static_eval::corrected(worker, position, ply, raw));
    let best = eval.map_or(Score::mated_in(ply), |eval| table_eval::estimate(worker, eval, entry.as_ref()));
    let mut quiet =
        Quiet { alpha: window.alpha.max(best), beta: window.beta, best, best_move: None, tried: 0, eval };
    if best >= window.beta {
        quiet.best = fail_blend::apply(worker, best, window.beta, 1);
        quiescence_table::store(worker, position, &quiet, window, raw, ply, entry.as_ref());
        return Ok(worker.leave(ply, quiet.best, STAND_PAT, 0));
    }

    let table_move = if in_check { table_move::find(worker, position, entry.as_ref()) } else { None };
    let mut picker = if in_check { Picker::new(table_move) } else { Picker::noisy() };
    while let Some(mv) = picker.next(worker, position, ply) {
        if let Some(layer) = pruned_by(worker, position, mv, &mut quiet) {
            worker.event(Event::Pruned(mv, layer));
            continue;
        }
        let child = worker.play(position, mv, ply);
        let below = -Window { alpha: quiet.alpha, beta: quiet.beta };
        worker.enter(Visit { ply: ply + 1, depth: depth - 1, window: below, expected: None })?;
        let score = -search(worker, &child, below, depth - 1, ply + 1)?;
        if quiet.update(mv, score) {
            worker.update_pv(ply, mv);
        }
        if quiet.best >= quiet.beta {
            break;
        }
    }
    let reason = quiet.reason();
    if reason == Reason::BetaCut {
        quiet.best = fail_blend::apply(worker, quiet.best, quiet.beta, 1);
    }
    quiescence_table::store(worker, position, &quiet, window, raw, ply, entry.as_ref());
    Ok(worker.leave(ply, quiet.best, reason, quiet.tried))
}

/// The layer that skips a move, if one does.
fn pruned_by<O: Observation>(
    worker: &Worker<'_, O>,
    position: &Position,
    mv: Move,
    quiet: &mut Quiet,
) -> Option<Layer> {
    if quiescence_pruning::prunes(worker, position, mv, quiet) {
        return Some(Layer::QuiescencePruning);
    }
    let losing = quiet.eval.is_some() && exchange_pruning::prunes_capture(worker, position, mv);
    losing.then_some(Layer::ExchangePruning)
}
