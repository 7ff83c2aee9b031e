//! The ablation: a set of layers against itself without one of them, each in turn.
//!
//! The ladder tells what a layer adds to those below it. Once all are there the question is another: what would be lost
//! without it? Layers do each other's work, so that the second answer is often far from the first.
//!
//! All searches go to the same depth. Where the whole set is exact, so is every set with a layer less, and the scores must
//! be the same: one difference refutes the layer ([`refutations`]). Where it is selective, scores and moves may differ, and how many do
//! is told and not judged: fewer nodes to a depth may be a better search or a blinder one, and only games can say.
//!
//! A search that would visit more than [`Plan::max_nodes`] nodes is given up, and counts nowhere. Where the whole set is given up,
//! there is nothing to compare with, and nothing else is run.

pub mod report;

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    Case, measure::Measurement, measure::Meter, plan::MAX_NODES, signature::MEGABYTES,
    totals::geometric_mean, verdict::Disagreement,
};
use crate::{
    evaluate::EvalConfig,
    json::{as_text, millis, rounded},
    search::{Algorithm, Layer, LayerSet, Setup, nodes_per_second, tt::table::OutOfMemory},
};

/// The depth when none is asked for.
pub const DEPTH: i32 = 10;

/// What to measure.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The whole set.
    pub layers: LayerSet,
    /// The depth of all searches.
    pub depth: i32,
    /// What a search may spend on a position.
    pub max_nodes: u64,
    /// The size of the table.
    pub megabytes: usize,
    /// The evaluator, with its terms and network.
    pub eval: EvalConfig,
    /// How often each search is timed; the median counts.
    pub repeat: usize,
}

impl Default for Plan {
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

/// One position: the whole set and what is left of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Position")]
pub struct Entry {
    /// Its id.
    pub id: String,
    /// The position.
    pub fen: String,
    /// The whole set; `None` if it was given up.
    #[serde(serialize_with = "report::run")]
    #[schemars(with = "report::Run")]
    pub whole: Option<Measurement>,
    /// One a layer of the set, in ladder order.
    pub without: Vec<Without>,
}

/// One position without one layer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Without {
    /// The layer that was left out.
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub layer: Layer,
    /// What the others did; `None` if it was not run, or given up.
    #[serde(flatten, serialize_with = "report::run")]
    #[schemars(with = "report::Run")]
    pub measured: Option<Measurement>,
}

impl Entry {
    /// The whole set beside the set without the layer at `index`, where both were run to the end.
    fn pair(&self, index: usize) -> Option<(&Measurement, &Measurement)> {
        Some((self.whole.as_ref()?, self.without[index].measured.as_ref()?))
    }
}

/// Measures `plan` on `cases`; `done` is called after each position.
///
/// # Errors
/// [`OutOfMemory`] if the table cannot be had.
pub fn run(plan: &Plan, cases: &[Case], mut done: impl FnMut()) -> Result<Vec<Entry>, OutOfMemory> {
    let setup = Setup { eval: plan.eval.clone(), ..Setup::default() };
    let meter = Meter::new(plan.megabytes, setup, plan.max_nodes)?.repeating(plan.repeat);
    let entry = |case| {
        let entry = entry(&meter, plan, case);
        done();
        entry
    };
    Ok(cases.iter().map(entry).collect())
}

fn entry(meter: &Meter, plan: &Plan, case: &Case) -> Entry {
    let measure = |layers| meter.run(case, None, Algorithm::Layers(layers), plan.depth).measured;
    let whole = measure(plan.layers);
    let without = plan.layers.iter().map(|layer| {
        let measured = whole.as_ref().and_then(|_| measure(plan.layers.without(layer)));
        Without { layer, measured }
    });
    Entry { id: case.id.clone(), fen: case.position.to_string(), without: without.collect(), whole }
}

/// A set over all positions on which it was run to the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Total {
    /// Positions; everything else is of these.
    pub positions: usize,
    /// Nodes of all iterations.
    pub nodes: u64,
    /// Nodes of the last iterations.
    pub last_nodes: u64,
    /// The time of all iterations.
    pub time_ms: u64,
    /// Nodes a second.
    pub nps: u64,
}

impl<'a> FromIterator<&'a Measurement> for Total {
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

/// What leaving a layer out changes, over all positions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Loss {
    /// The layer that was left out.
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub layer: Layer,
    /// Whether the layer is exact.
    pub exact: bool,
    /// What the others did.
    #[serde(flatten)]
    pub total: Total,
    /// How many times the nodes of the whole set the last iteration has, geometric mean: above 1 the layer saves nodes.
    pub times_nodes: Option<f64>,
    /// How many times the time of the whole set all iterations take, geometric mean: above 1 the layer saves time.
    pub times_time: Option<f64>,
    /// Positions with another score.
    pub other_scores: usize,
    /// Positions with another best move.
    pub other_moves: usize,
}

impl Loss {
    /// The loss with its fractions rounded as JSON has them.
    fn rounded(self) -> Self {
        let (times_nodes, times_time) = (rounded(self.times_nodes), rounded(self.times_time));
        Self { times_nodes, times_time, ..self }
    }
}

/// The whole set over all positions.
pub fn whole(entries: &[Entry]) -> Total {
    entries.iter().filter_map(|entry| entry.whole.as_ref()).collect()
}

/// What each layer of the set is worth, in ladder order.
pub fn losses(plan: &Plan, entries: &[Entry]) -> Vec<Loss> {
    plan.layers.iter().enumerate().map(|(index, layer)| loss(layer, index, entries)).collect()
}

fn loss(layer: Layer, index: usize, entries: &[Entry]) -> Loss {
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

/// The scores that differ although the whole set is exact; none where it is not.
pub fn refutations(plan: &Plan, entries: &[Entry]) -> Vec<Disagreement> {
    if !plan.layers.is_exact() {
        return Vec::new();
    }
    let of_entry = |entry: &Entry| -> Vec<Disagreement> {
        let pairs = (0..entry.without.len()).filter_map(|index| Some((index, entry.pair(index)?)));
        let differing = pairs.filter(|(_, (whole, without))| whole.score != without.score);
        let told = differing.map(|(index, (whole, without))| Disagreement {
            id: entry.id.clone(),
            depth: plan.depth,
            rung: format!("the set without {}", entry.without[index].layer),
            score: without.score,
            reference: "the whole set".to_owned(),
            expected: whole.score,
        });
        told.collect()
    };
    entries.iter().flat_map(of_entry).collect()
}

#[cfg(test)]
mod tests;
