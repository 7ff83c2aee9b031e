//! JSON output of `engine match --checkmate --json`.

use serde::Serialize;

use crate::{
    search::Limits,
    support::json::Header,
    tools::matches::{checkmate::Spent, engine_config::EngineConfig},
};

/// Result of the experiment: nodes and time that each rung needed to checkmate a random player.
#[derive(Clone, Debug, Serialize)]
pub struct Checkmate {
    /// Engine version, machine, and hash size.
    pub header: Header,
    /// The random player that plays Black, as written on the command line.
    pub opponent: String,
    /// Seed of the opponent's random moves.
    pub seed: u64,
    /// Number of games that each rung plays.
    pub games: u64,
    /// Whether a signal ended the experiment before all rungs had played their games.
    pub interrupted: bool,
    /// Results of the rungs that played all their games, in the order of the command line.
    pub rungs: Vec<CheckmateRung>,
}

/// Totals of one rung, which plays White against the random player.
#[derive(Clone, Debug, Serialize)]
pub struct CheckmateRung {
    /// The configuration of this rung, as written on the command line.
    pub name: String,
    /// The rung or set of layers that plays.
    pub rung: String,
    /// Name of the evaluator that the rung uses.
    pub evaluator: &'static str,
    /// Depth limit of each search of the rung, in plies; `null` without a depth limit.
    pub depth: Option<i32>,
    /// Node limit of each search of the rung; `null` without a node limit.
    pub nodes_limit: Option<u64>,
    /// Time limit of each search of the rung, in milliseconds; `null` without a time limit.
    pub movetime: Option<u64>,
    /// Number of games that the rung won by checkmate.
    pub mates: u64,
    /// Number of moves that the rung played in all games; the opponent's moves are not counted.
    pub moves: u64,
    /// Number of nodes that the rung searched in all games.
    pub nodes: u64,
    /// Average number of nodes that the rung searched per move.
    pub nodes_per_move: u64,
    /// Time that the rung used for its searches in all games, in milliseconds.
    pub time_ms: u64,
    /// Nodes of the first rung divided by the nodes of this rung; `null` if this rung searched no nodes.
    pub times_fewer_nodes: Option<f64>,
    /// Nodes per move of the first rung divided by the nodes per move of this rung; `null` if this rung
    /// searched no nodes.
    pub times_fewer_nodes_per_move: Option<f64>,
    /// Search time of the first rung divided by the search time of this rung; `null` if this rung used no
    /// measurable time.
    pub times_faster: Option<f64>,
}

impl CheckmateRung {
    /// Creates the report of one rung from its totals `spent`; `first` are the totals of the first rung, for
    /// the ratios.
    pub(crate) fn new(config: &EngineConfig, limits: &Limits, spent: &Spent, first: &Spent) -> Self {
        let ratio = |first: f64, own: f64| crate::support::json::rounded((own > 0.0).then(|| first / own));
        Self {
            name: config.name.clone(),
            rung: config.setup.algorithm.to_string(),
            evaluator: config.setup.eval.evaluator.name(),
            depth: limits.depth,
            nodes_limit: limits.nodes,
            movetime: limits.movetime.map(crate::support::json::millis),
            mates: spent.mates,
            moves: spent.moves,
            nodes: spent.nodes,
            nodes_per_move: spent.nodes_per_move(),
            time_ms: crate::support::json::millis(spent.time),
            times_fewer_nodes: ratio(first.nodes as f64, spent.nodes as f64),
            times_fewer_nodes_per_move: ratio(first.nodes_per_move() as f64, spent.nodes_per_move() as f64),
            times_faster: ratio(first.time.as_secs_f64(), spent.time.as_secs_f64()),
        }
    }
}
