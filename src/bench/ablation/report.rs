//! `engine bench --ablate --json`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    bench::{
        ablation::{self, Entry, Loss, Plan, losses, whole},
        measure::Measured,
    },
    json::{Header, millis, rounded},
    score::Score,
    search::{Algorithm, Layer},
};

/// The whole run.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ablation {
    /// Where it was measured.
    pub header: Header,
    /// Who judged.
    pub evaluator: &'static str,
    /// The whole set, as the command line writes it.
    pub set: String,
    /// Its layers, in ladder order.
    pub layers: Vec<&'static str>,
    /// Whether the set is exact, so that no score may differ.
    pub exact: bool,
    /// The depth of all searches.
    pub depth: i32,
    /// The whole set over all positions.
    pub whole: Total,
    /// One a layer.
    pub without: Vec<WithoutTotal>,
    /// One a position.
    pub positions: Vec<Position>,
}

impl Ablation {
    /// The record of a run.
    #[must_use]
    pub fn new(plan: &Plan, entries: &[Entry]) -> Self {
        Self {
            header: Header { max_nodes: Some(plan.max_nodes), ..Header::new(plan.megabytes) },
            evaluator: plan.eval.evaluator.name(),
            set: Algorithm::Layers(plan.layers).to_string(),
            layers: plan.layers.iter().map(Layer::name).collect(),
            exact: plan.layers.is_exact(),
            depth: plan.depth,
            whole: Total::from(&whole(entries)),
            without: losses(plan, entries).iter().map(WithoutTotal::from).collect(),
            positions: entries.iter().map(Position::from).collect(),
        }
    }
}

/// A set over all positions on which it was run to the end.
#[derive(Clone, Debug, Serialize, JsonSchema)]
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

impl From<&ablation::Total> for Total {
    fn from(total: &ablation::Total) -> Self {
        Self {
            positions: total.positions,
            nodes: total.nodes,
            last_nodes: total.last_nodes,
            time_ms: millis(total.time),
            nps: total.nps(),
        }
    }
}

/// The set without a layer, over all positions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WithoutTotal {
    /// The layer that was left out.
    pub layer: &'static str,
    /// Whether the layer is exact.
    pub exact: bool,
    /// What the others did.
    #[serde(flatten)]
    pub total: Total,
    /// How many times the nodes of the whole set the last iteration has, geometric mean.
    pub times_nodes: Option<f64>,
    /// How many times the time of the whole set all iterations take, geometric mean.
    pub times_time: Option<f64>,
    /// Positions with another score.
    pub other_scores: usize,
    /// Positions with another best move.
    pub other_moves: usize,
}

impl From<&Loss> for WithoutTotal {
    fn from(loss: &Loss) -> Self {
        Self {
            layer: loss.layer.name(),
            exact: loss.layer.is_exact(),
            total: Total::from(&loss.total),
            times_nodes: rounded(loss.times_nodes),
            times_time: rounded(loss.times_time),
            other_scores: loss.other_scores,
            other_moves: loss.other_moves,
        }
    }
}

/// One position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Position {
    /// Its id.
    pub id: String,
    /// The position.
    pub fen: String,
    /// The whole set.
    pub whole: Run,
    /// One a layer, in ladder order.
    pub without: Vec<Without>,
}

impl From<&Entry> for Position {
    fn from(entry: &Entry) -> Self {
        let without = entry.without.iter().map(|without| Without {
            layer: without.layer.name(),
            run: Run::from(without.measured.as_ref()),
        });
        Self {
            id: entry.id.clone(),
            fen: entry.fen.clone(),
            whole: Run::from(entry.whole.as_ref()),
            without: without.collect(),
        }
    }
}

/// One position without a layer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Without {
    /// The layer that was left out.
    pub layer: &'static str,
    /// What the others did.
    #[serde(flatten)]
    pub run: Run,
}

/// One set on one position; nulls if it was not run, or given up.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Run {
    /// Nodes of all iterations.
    pub nodes: Option<u64>,
    /// Nodes of the last iteration.
    pub last_nodes: Option<u64>,
    /// The time of all iterations.
    pub time_ms: Option<u64>,
    /// The score.
    pub score: Option<Score>,
    /// The best move.
    pub best: Option<String>,
}

impl From<Option<&Measured>> for Run {
    fn from(run: Option<&Measured>) -> Self {
        Self {
            nodes: run.map(|run| run.nodes),
            last_nodes: run.map(|run| run.last.nodes),
            time_ms: run.map(|run| millis(run.time)),
            score: run.map(|run| run.score),
            best: run.and_then(|run| run.best.clone()),
        }
    }
}
