//! `engine bench --ablate --json`.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::{
    bench::{
        ablation::{Entry, Loss, Plan, Total, losses, whole},
        layer_names,
        measure::Measurement,
    },
    json::{Header, millis},
    score::Score,
    search::Algorithm,
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
    pub without: Vec<Loss>,
    /// One a position.
    pub positions: Vec<Entry>,
}

impl Ablation {
    /// The record of a run.
    pub(crate) fn new(plan: &Plan, entries: &[Entry]) -> Self {
        Self {
            header: Header { max_nodes: Some(plan.max_nodes), ..Header::new(plan.megabytes) },
            evaluator: plan.eval.evaluator.name(),
            set: Algorithm::Layers(plan.layers).to_string(),
            layers: layer_names(plan.layers),
            exact: plan.layers.is_exact(),
            depth: plan.depth,
            whole: whole(entries),
            without: losses(plan, entries).into_iter().map(Loss::rounded).collect(),
            positions: entries.to_vec(),
        }
    }
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

impl From<Option<&Measurement>> for Run {
    fn from(run: Option<&Measurement>) -> Self {
        Self {
            nodes: run.map(|run| run.nodes),
            last_nodes: run.map(|run| run.last.nodes),
            time_ms: run.map(|run| millis(run.time)),
            score: run.map(|run| run.score),
            best: run.and_then(|run| run.best.clone()),
        }
    }
}

/// Serialises a run, or nulls where there is none.
#[expect(clippy::ref_option, reason = "the signature that serde asks for")]
pub(super) fn run<S: Serializer>(run: &Option<Measurement>, serializer: S) -> Result<S::Ok, S::Error> {
    Run::from(run.as_ref()).serialize(serializer)
}
