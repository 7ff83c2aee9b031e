//! Output record of `engine bench --ablate --json`.

use serde::{Serialize, Serializer};

use crate::{
    chess::score::Score,
    search::Algorithm,
    support::json::{Header, millis},
    tools::bench::{
        ablation::{AblationEntry, AblationPlan, AblationTotal, Loss, losses, whole},
        layer_names,
        measure::Measurement,
    },
};

/// Output record of an ablation.
#[derive(Clone, Debug, Serialize)]
pub struct Ablation {
    /// Engine, machine and settings of the measurement.
    pub header: Header,
    /// Name of the evaluator of all searches.
    pub evaluator: &'static str,
    /// Whole set of layers in command-line notation, such as `full`.
    pub set: String,
    /// Layers of the whole set, in ladder order.
    pub layers: Vec<&'static str>,
    /// Whether the whole set is exact, so that removing a layer must not change a score.
    pub exact: bool,
    /// Depth of all searches, in plies.
    pub depth: i32,
    /// Sums of the whole set over the positions on which its search finished.
    pub whole: AblationTotal,
    /// Effect of removing each layer of the set: one record per layer, in ladder order.
    pub without: Vec<Loss>,
    /// Results on each position, one record per position.
    pub positions: Vec<AblationEntry>,
}

impl Ablation {
    /// Builds the output record of an ablation.
    pub(crate) fn new(plan: &AblationPlan, entries: &[AblationEntry]) -> Self {
        Self {
            header: Header { max_nodes: Some(plan.max_nodes), ..Header::new(plan.megabytes) },
            evaluator: plan.eval.evaluator.name(),
            set: Algorithm::Layers(plan.layers).to_string(),
            layers: layer_names(plan.layers),
            exact: plan.layers.is_exact(),
            depth: plan.depth,
            whole: whole(entries),
            without: losses(plan, entries),
            positions: entries.to_vec(),
        }
    }
}

/// Result of one set of layers on one position; all fields are null if the search was not run or was
/// abandoned.
#[derive(Clone, Debug, Serialize)]
pub struct AblationRun {
    /// Nodes of all iterations of the search.
    pub nodes: Option<u64>,
    /// Nodes of the last iteration of the search.
    pub last_nodes: Option<u64>,
    /// Time of all iterations, in milliseconds.
    pub time_ms: Option<u64>,
    /// Score from the side to move's point of view.
    pub score: Option<Score>,
    /// Best move in UCI notation.
    pub best: Option<String>,
}

impl From<Option<&Measurement>> for AblationRun {
    fn from(run: Option<&Measurement>) -> Self {
        Self {
            nodes: run.map(|run| run.nodes),
            last_nodes: run.map(|run| run.last.nodes),
            time_ms: run.map(|run| millis(run.time)),
            score: run.map(|run| run.displayed),
            best: run.and_then(|run| run.best.clone()),
        }
    }
}

/// Serialises the result of a search as a [`AblationRun`]; without a result all fields are null.
#[expect(clippy::ref_option, reason = "serde requires a parameter of type &Option")]
pub(super) fn run<S: Serializer>(run: &Option<Measurement>, serializer: S) -> Result<S::Ok, S::Error> {
    AblationRun::from(run.as_ref()).serialize(serializer)
}
