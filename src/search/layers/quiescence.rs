//! `quiescence`: captures are played out before the evaluator is asked. `quiescence-table` and `quiescence-pruning`
//! make it cheaper.
//!
//! *Idea.* In the middle of an exchange the balance of material is a lie. The side to move may stand still and take the
//! evaluator's word, or try a capture; in check it has to answer, with any move. What was found out is remembered like
//! any other value, at depth 0 (`quiescence-table`). A capture that even with a margin cannot lift the static value to
//! alpha is skipped (delta pruning), and so is what comes after the first few moves (`quiescence-pruning`).
//!
//! *Source.* Turing's "dead positions"; Shannon 1950.
//!
//! *When.* At depth 0 and below. Margin and number of moves: [`NUMBERS`].
//!
//! *Where.* Step 2 of [the node](crate::search::negamax); [`razoring`](super::razoring) and [`probcut`](super::probcut)
//! ask it as well.
//!
//! *Risk.* Only captures and new queens are looked at: quiet threats, forks and checks lie beyond, and standing still
//! is a bound only where some quiet move is no worse. Mate is seen only in check with no move, stalemate not at all (at
//! the horizon itself the node has asked). The value is a guess, stored as a bound and never as exact.
//!
//! *Cost and gain.* `quiescence`: at depth 6 1.41 of the nodes of the rung below (geometric mean of the 50 bench
//! positions), and +164 ± 37 (200 games at 20,000 nodes a move, `material`, 2026-11-20). `quiescence-pruning`: +10 ± 36
//! (240 games at 10,000 nodes a move, `classical`, UHO openings, 2026-11-20, the full search against itself without the
//! layer). `quiescence-table`: not measured alone; elsewhere +8 to +47.
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

use crate::{
    position::{Move, PackedMove, Position, is_noisy, see},
    score::{MAX_PLY, Score},
    search::{
        layer::Layer,
        layers::fail_blend,
        move_picker::picker::Picker,
        node::worker::Worker,
        observe::{
            event::{Event, Visit},
            observer::Observation,
            reason::Reason,
        },
        tt::entry::TtEntry,
        tunable::tunables,
        types::{
            stop::Stop,
            window::{Bound, Window},
        },
    },
};

tunables! { "quiescence":
    /// Centipawns that a capture may bring beside what it takes.
    margin = 126, 50..=400, 16;
    /// After so many moves the rest is skipped.
    enough = 3, 2..=6, 1;
}

/// The state of the move loop.
struct Quiet {
    alpha: Score,
    beta: Score,
    best: Score,
    best_move: Option<Move>,
    tried: usize,
    /// The static value; `None` in check.
    eval: Option<Score>,
}

impl Quiet {
    /// Takes in the score of a move; whether it is better than what its player had.
    #[inline]
    fn search_gave(&mut self, mv: Move, score: Score) -> bool {
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

impl<O: Observation> Worker<'_, O> {
    /// The value of a position that has just been entered, captures played out; fail-soft, as the node's. `depth` is 0 at
    /// the horizon and falls below it.
    pub(crate) fn quiescence(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Result<Score, Stop> {
        if ply >= MAX_PLY {
            let value = self.evaluate(position, ply);
            return Ok(self.leave(ply, value, Reason::Horizon, 0));
        }
        let entry = if self.remembers_quiet() { self.recall(position, ply) } else { None };
        if let Some(entry) = &entry
            && window.is_zero()
        {
            self.event(Event::UsableEntry);
            if let Some((score, reason)) = self.stored_cutoff(entry, position, window) {
                self.event(Event::TableCutoff(entry.depth, entry.mv));
                return Ok(self.leave(ply, score, reason, 0));
            }
        }

        let in_check = position.is_check();
        let raw = if in_check { None } else { Some(self.raw_value(position, ply, entry.as_ref())) };
        let eval = raw.map(|raw| self.static_value(position, ply, raw));
        let best = eval.map_or(Score::mated_in(ply), |eval| self.estimate(eval, entry.as_ref()));
        let mut quiet =
            Quiet { alpha: window.alpha.max(best), beta: window.beta, best, best_move: None, tried: 0, eval };
        if best >= window.beta {
            quiet.best = self.blended(best, window.beta);
            self.remember_quiet(position, &quiet, window, raw, ply, entry.as_ref());
            return Ok(self.leave(ply, quiet.best, Reason::StandPat, 0));
        }

        let mut picker =
            if in_check { Picker::new(self.table_move(entry.as_ref(), position)) } else { Picker::noisy() };
        while let Some(mv) = picker.next(self, position, ply) {
            if let Some(layer) = self.idle(position, mv, &mut quiet) {
                self.event(Event::Pruned(mv, layer));
                continue;
            }
            let child = self.play(position, mv, ply);
            let below = -Window { alpha: quiet.alpha, beta: quiet.beta };
            self.enter(Visit { ply: ply + 1, depth: depth - 1, window: below, expected: None })?;
            let score = -self.quiescence(&child, below, depth - 1, ply + 1)?;
            if quiet.search_gave(mv, score) {
                self.raise(ply, mv);
            }
            if quiet.best >= quiet.beta {
                break;
            }
        }
        let reason = quiet.reason();
        if reason == Reason::BetaCut {
            quiet.best = self.blended(quiet.best, quiet.beta);
        }
        self.remember_quiet(position, &quiet, window, raw, ply, entry.as_ref());
        Ok(self.leave(ply, quiet.best, reason, quiet.tried))
    }

    /// The layer that says that a move need not be tried, if one does.
    fn idle(&self, position: &Position, mv: Move, quiet: &mut Quiet) -> Option<Layer> {
        let pruning = Layer::QuiescencePruning;
        let Some(eval) = quiet.eval else {
            // In check: once an answer does not lose, quiet ones are not tried any more.
            let idle = self.has(pruning) && quiet.tried > 0 && !quiet.best.is_loss() && !is_noisy(mv);
            return idle.then_some(pruning);
        };
        if self.has(pruning) && !quiet.best.is_loss() {
            if quiet.tried >= enough() as usize {
                return Some(pruning);
            }
            let hope = eval + margin();
            if hope <= quiet.alpha && !see::at_least(position, mv, 1) {
                quiet.best = quiet.best.max(hope);
                return Some(pruning);
            }
        }
        let losing = self.has(Layer::ExchangePruning) && !see::at_least(position, mv, 0);
        losing.then_some(Layer::ExchangePruning)
    }

    /// Whether the table is asked, and told, below the horizon.
    const fn remembers_quiet(&self) -> bool {
        self.has(Layer::QuiescenceTable) && self.has(Layer::Table)
    }

    fn raw_value(&mut self, position: &Position, ply: usize, entry: Option<&TtEntry>) -> Score {
        entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(position, ply))
    }

    fn blended(&self, best: Score, beta: Score) -> Score {
        if self.has(Layer::FailBlend) { fail_blend::by_depth(best, beta, 1) } else { best }
    }

    fn remember_quiet(
        &mut self,
        position: &Position,
        quiet: &Quiet,
        asked: Window,
        raw: Option<Score>,
        ply: usize,
        known: Option<&TtEntry>,
    ) {
        if !self.remembers_quiet() {
            return;
        }
        // Captures alone prove no exact value.
        let bound = if quiet.best >= asked.beta { Bound::Lower } else { Bound::Upper };
        let entry = TtEntry {
            mv: quiet.best_move.map_or(PackedMove::NONE, PackedMove::pack),
            score: quiet.best.to_table(ply),
            eval: raw,
            depth: 0,
            bound,
            pv: known.is_some_and(|entry| entry.pv),
        };
        self.store(position, entry);
    }
}
