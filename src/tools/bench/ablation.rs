//! The ablation (`engine bench --ablate`): measures a whole set of layers, and the set without each of its
//! layers.
//!
//! The ladder measures what a layer adds to the layers below it. The ablation measures what the whole set
//! loses without the layer. Ladder and ablation often differ, because layers overlap: several layers can save
//! the same nodes.
//!
//! All searches of an ablation have the same depth. If the whole set is exact, the set without one layer is
//! exact too, so on each position both sets must return the same score; one different score refutes the
//! exactness of the set ([`refutations`]). If the whole set is selective, scores and moves may differ, and
//! the ablation only counts the differences. If a set of layers needs fewer nodes to reach a depth, its
//! search can be better or can miss more; only games can decide which.
//!
//! A search that exceeds [`AblationPlan::max_nodes`] nodes is abandoned, and its nodes and time are not part of any
//! total. If the search with the whole set is abandoned, the reference is missing, so the ablation runs no
//! other set on that position.

pub mod report;

use std::time::Duration;

use serde::Serialize;

use super::{
    measure::{Measurement, Meter},
    plan::MAX_NODES,
    thousandths,
    totals::geometric_mean,
    verdict::Disagreement,
};
use crate::{
    chess::positions::Case,
    engine::signature::MEGABYTES,
    evaluate::EvalConfig,
    search::{Algorithm, Layer, LayerSet, Setup, nodes_per_second, tt::table::OutOfMemory},
    support::json::{as_text, millis},
};

/// Default search depth of the ablation, in plies.
pub const DEPTH: i32 = 10;

/// Parameters of an ablation.
#[derive(Clone, Debug)]
pub struct AblationPlan {
    /// Whole set of layers; the ablation removes one of them at a time.
    pub layers: LayerSet,
    /// Depth of all searches, in plies.
    pub depth: i32,
    /// Node limit of each search; a search that exceeds the limit is abandoned.
    pub max_nodes: u64,
    /// Size of the transposition table, in MiB.
    pub megabytes: usize,
    /// Evaluator of all searches, with its terms and its evaluation file.
    pub eval: EvalConfig,
    /// Number of timed runs of each search; the median time is reported.
    pub repeat: usize,
}

impl Default for AblationPlan {
    fn default() -> Self {
        Self {
            layers: LayerSet::ALL,
            depth: DEPTH,
            max_nodes: MAX_NODES,
            megabytes: MEGABYTES,
            eval: Setup::playing().eval,
            repeat: 1,
        }
    }
}

/// Results on one position: of the whole set, and of the set without each of its layers.
#[derive(Clone, Debug, Serialize)]
pub struct AblationEntry {
    /// Id of the position.
    pub id: String,
    /// Position as a FEN.
    pub fen: String,
    /// Result of the whole set on this position; `None` if the search was abandoned.
    #[serde(serialize_with = "report::run")]
    pub whole: Option<Measurement>,
    /// Results of the set without one layer: one result per layer of the whole set, in ladder order.
    pub without: Vec<Without>,
}

/// Result of the set without one layer, on one position.
#[derive(Clone, Debug, Serialize)]
pub struct Without {
    /// Removed layer.
    #[serde(serialize_with = "as_text")]
    pub layer: Layer,
    /// Result of the set without the layer; `None` if the search was not run or was abandoned.
    #[serde(flatten, serialize_with = "report::run")]
    pub measured: Option<Measurement>,
}

impl AblationEntry {
    /// Returns the results on this position of the whole set and of the set without the layer at `index`, if
    /// both searches finished.
    fn pair(&self, index: usize) -> Option<(&Measurement, &Measurement)> {
        Some((self.whole.as_ref()?, self.without[index].measured.as_ref()?))
    }
}

/// Searches each position of `cases` with the whole set of layers of `plan` and with the set without each of
/// its layers. Calls `done` after each position.
///
/// # Errors
/// [`OutOfMemory`] if the transposition table cannot be allocated.
pub fn run(
    plan: &AblationPlan,
    cases: &[Case],
    mut done: impl FnMut(),
) -> Result<Vec<AblationEntry>, OutOfMemory> {
    let setup = Setup { eval: plan.eval.clone(), ..Setup::default() };
    let meter = Meter::new(plan.megabytes, setup, plan.max_nodes)?.repeating(plan.repeat);
    let entry = |case| {
        let entry = entry(&meter, plan, case);
        done();
        entry
    };
    Ok(cases.iter().map(entry).collect())
}

fn entry(meter: &Meter, plan: &AblationPlan, case: &Case) -> AblationEntry {
    let measure = |layers| meter.run(case, None, Algorithm::Layers(layers), plan.depth).measured;
    let whole = measure(plan.layers);
    let without = plan.layers.iter().map(|layer| {
        let measured = whole.as_ref().and_then(|_| measure(plan.layers.without(layer)));
        Without { layer, measured }
    });
    AblationEntry { id: case.id.clone(), fen: case.position.to_string(), without: without.collect(), whole }
}

/// Sums of one set of layers over the positions on which its search finished.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AblationTotal {
    /// Number of positions that the sums of this record include.
    pub positions: usize,
    /// Nodes of all iterations, summed over the positions.
    pub nodes: u64,
    /// Nodes of the last iteration on each position, summed over the positions.
    pub last_nodes: u64,
    /// Time of all iterations, in milliseconds, summed over the positions.
    pub time_ms: u64,
    /// Nodes per second over all iterations and positions.
    pub nps: u64,
}

impl<'a> FromIterator<&'a Measurement> for AblationTotal {
    fn from_iter<I: IntoIterator<Item = &'a Measurement>>(runs: I) -> Self {
        let (mut total, mut time) = (Self::default(), Duration::ZERO);
        for run in runs {
            total.positions += 1;
            total.nodes += run.nodes;
            total.last_nodes += run.last.nodes;
            time += run.time;
        }
        Self { time_ms: millis(time), nps: nodes_per_second(total.nodes, time), ..total }
    }
}

/// Effect of removing one layer, over all positions on which the search with the layer and the search without
/// it finished.
#[derive(Clone, Debug, Serialize)]
pub struct Loss {
    /// Removed layer.
    #[serde(serialize_with = "as_text")]
    pub layer: Layer,
    /// Whether the layer is exact.
    pub exact: bool,
    /// Nodes and times of the set without the layer, summed over the positions.
    #[serde(flatten)]
    pub total: AblationTotal,
    /// Nodes without the layer divided by the nodes of the whole set, both in the last iteration: geometric
    /// mean over the positions. Above 1 the layer saves nodes.
    #[serde(serialize_with = "thousandths")]
    pub times_nodes: Option<f64>,
    /// Time without the layer divided by the time of the whole set, both for all iterations: geometric mean
    /// over the positions. Above 1 the layer saves time.
    #[serde(serialize_with = "thousandths")]
    pub times_time: Option<f64>,
    /// Number of positions on which the set without the layer returns a different score than the whole set.
    pub other_scores: usize,
    /// Number of positions on which the set without the layer returns a different best move than the whole
    /// set.
    pub other_moves: usize,
}

/// Returns the sums of the whole set over the positions on which its search finished.
pub fn whole(entries: &[AblationEntry]) -> AblationTotal {
    entries.iter().filter_map(|entry| entry.whole.as_ref()).collect()
}

/// Returns the effect of removing each layer of the set, in ladder order.
pub fn losses(plan: &AblationPlan, entries: &[AblationEntry]) -> Vec<Loss> {
    plan.layers.iter().enumerate().map(|(index, layer)| loss(layer, index, entries)).collect()
}

fn loss(layer: Layer, index: usize, entries: &[AblationEntry]) -> Loss {
    let pairs = || entries.iter().filter_map(|entry| entry.pair(index));
    Loss {
        layer,
        exact: layer.is_exact(),
        total: pairs().map(|(_, without)| without).collect(),
        times_nodes: geometric_mean(
            pairs().map(|(whole, without)| without.last.nodes as f64 / whole.last.nodes as f64),
        ),
        times_time: geometric_mean(
            pairs().map(|(whole, without)| without.time.as_secs_f64() / whole.time.as_secs_f64()),
        ),
        other_scores: pairs().filter(|(whole, without)| whole.score != without.score).count(),
        other_moves: pairs().filter(|(whole, without)| whole.best != without.best).count(),
    }
}

/// Returns every score of a set without one layer that differs from the score of the whole set, if the whole
/// set is exact. If the whole set contains a selective layer, returns an empty list, because removing a layer
/// may then change scores.
pub fn refutations(plan: &AblationPlan, entries: &[AblationEntry]) -> Vec<Disagreement> {
    if !plan.layers.is_exact() {
        return Vec::new();
    }
    let of_entry = |entry: &AblationEntry| -> Vec<Disagreement> {
        let pairs = (0..entry.without.len()).filter_map(|index| Some((index, entry.pair(index)?)));
        let differing = pairs.filter(|(_, (whole, without))| whole.score != without.score);
        let disagreements = differing.map(|(index, (whole, without))| Disagreement {
            id: entry.id.clone(),
            depth: plan.depth,
            rung: format!("the set without {}", entry.without[index].layer),
            score: without.score,
            reference: "the whole set".to_owned(),
            expected: whole.score,
        });
        disagreements.collect()
    };
    entries.iter().flat_map(of_entry).collect()
}

#[cfg(test)]
mod tests;
