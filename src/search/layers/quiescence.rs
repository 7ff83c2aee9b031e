//! Quiescence search (`quiescence`): search captures before the evaluator scores a position.
//!
//! Previous layer: [`draws`](super::draws). Next layer: [`deeper-table`](super::deeper_table).
//!
//! **Idea.** In the middle of an exchange of pieces, the static evaluation is misleading. In quiescence
//! search, the side to move may stand pat (accept the static evaluation) or try a capture. If the side to
//! move is in check, standing pat is not allowed and quiescence search searches evasions of all kinds. [TT
//! probes in quiescence search](super::quiescence_table) and [pruning in quiescence
//! search](super::quiescence_pruning) make quiescence search cheaper.
//!
//! **When.** Quiescence search applies at remaining depth 0 and below.
//!
//! **Where.** Step 2 of [the node](crate::search::negamax) calls quiescence search.
//! [Razoring](super::razoring) and [ProbCut](super::probcut) use quiescence search as well.
//!
//! **Risk.** Unless the side to move is in check, quiescence search tries only captures and queen promotions,
//! so it misses quiet threats, forks and checks. The stand-pat score is a lower bound only if some quiet move
//! is at least as good as no move. Quiescence search detects checkmate, but below the horizon it does not
//! detect stalemate. The main search tests for stalemate before it calls quiescence search at depth 0. The
//! score of quiescence search is an estimate; the layer `quiescence-table` stores this score as a bound and
//! never as exact.
//!
//! **Gain.** The full search scores +130 ± 22 Elo against the same search without `quiescence` (600 games at
//! 20,000 nodes per move, `network`, UHO openings, 2026-11-27), and +141 ± 38 Elo against it by the clock
//! (200 games at 4+0.04, `network`, UHO openings, 2026-11-27). See
//! [experiments](crate::search::experiments#quiescence).
//!
//! **Source.** Quiescence search goes back to Turing's "dead positions" and to Shannon (1950).
//!
//! In the position `standoff`, from a student program, the horizon at depth 3 falls between the queen's
//! capture on h1 and the recapture:
//!
//! ```
//! use glulam::{chess::{positions, score::Score}, search};
//!
//! let standoff = positions::named("standoff").unwrap().position;
//! let fooled = search::ask(&standoff, "alpha-beta".parse()?, 3)?;
//! let quiet = search::ask(&standoff, "quiescence".parse()?, 3)?;
//! // Alpha-beta gives up a knight for a check that only delays; quiescence search finds the recapture.
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
    chess::{
        position::{Move, Position},
        score::{MAX_PLY, Score},
    },
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

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo {
    reasons: &[ReasonInfo {
        code: "stand_pat",
        term: "stand pat",
        says: "Stand pat: without another capture {result}; {enough}",
        kind: ReasonKind::StandPat,
    }],
    ..LayerInfo::SELECTIVE
};

/// Reason for the end of a quiescence node: the stand-pat score reaches beta.
pub const STAND_PAT: Reason = Reason::Layer(Layer::Quiescence, 0);

/// State of the move loop of a quiescence node.
pub(crate) struct Quiet {
    pub alpha: Score,
    pub beta: Score,
    pub best: Score,
    pub best_move: Option<Move>,
    pub tried: usize,
    /// Static evaluation of the quiescence node; `None` if the side to move is in check.
    pub eval: Option<Score>,
}

impl Quiet {
    /// Records the move `mv`, which the quiescence node has searched, and its score. Returns whether the
    /// score raises alpha.
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

    /// Returns the reason for the end of the quiescence node after its move loop: checkmate, beta cutoff, or
    /// all moves searched.
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

/// Runs quiescence search (`qsearch`) of `position` and returns its fail-soft score. The caller has already entered the
/// node. `depth` is 0 at the horizon and negative below the horizon.
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
        worker.prefetch(position, mv);
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

/// Returns the layer that prunes the move `mv` in quiescence search, or `None` if `mv` is searched.
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

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::search::node::testing::with_worker;

    /// Checks the score of quiescence search with an open window. `expected` computes it from the static
    /// evaluation.
    fn assert_score(fen: &str, expected: impl FnOnce(Score, Score) -> bool) {
        let position = Position::from_fen(fen, CastlingMode::Standard).expect("legal");
        with_worker(|worker| {
            worker.begin(&position);
            let score = search(worker, &position, Window::OPEN, 0, 0).expect("no limit");
            let eval = worker.setup.evaluate(&position);
            assert!(expected(score, eval), "{fen}: score {score}, static evaluation {eval}");
        });
    }

    #[test]
    fn in_check_quiescence_search_finds_checkmate_instead_of_standing_pat() {
        assert_score("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", |score, _| score == Score::mated_in(0));
    }

    #[test]
    fn in_check_quiescence_search_tries_quiet_evasions_too() {
        assert_score("6k1/8/8/8/8/8/6Q1/K7 b - - 0 1", |score, _| !score.is_mate());
    }

    #[test]
    fn out_of_check_quiescence_search_need_not_make_a_losing_capture() {
        assert_score("4k3/8/3p4/4p3/8/8/8/K3Q3 w - - 0 1", |score, eval| score == eval);
    }
}
