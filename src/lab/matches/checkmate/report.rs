//! JSON output of `engine match --checkmate --json`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    json::Header,
    lab::matches::{
        checkmate::{Experiment, Spent},
        engine_config::EngineConfig,
    },
    search::Limits,
};

/// Nodes and time that each rung needed to checkmate a random player.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Checkmate {
    /// Engine version, machine, and hash size.
    pub header: Header,
    /// The opponent, as written on the command line.
    pub opponent: String,
    /// Seed of the opponent's random moves.
    pub seed: u64,
    /// Number of games per rung.
    pub games: u64,
    /// Whether a signal ended the experiment before the last rung had played.
    pub interrupted: bool,
    /// The rungs in the order of the command line.
    pub rungs: Vec<Rung>,
}

/// Result of one rung, which plays White.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Rung {
    /// The configuration, as written on the command line.
    pub name: String,
    /// The rung or set of layers that plays.
    pub rung: String,
    /// Name of the evaluator.
    pub evaluator: &'static str,
    /// Depth limit per move in plies.
    pub depth: Option<i32>,
    /// Node limit per move.
    pub nodes_limit: Option<u64>,
    /// Time limit per move in milliseconds.
    pub movetime: Option<u64>,
    /// Number of games won by checkmate.
    pub mates: u64,
    /// Number of moves in all games.
    pub moves: u64,
    /// Number of nodes in all games.
    pub nodes: u64,
    /// Average number of nodes per move.
    pub nodes_per_move: u64,
    /// Search time in all games, in milliseconds.
    pub time_ms: u64,
    /// Nodes of the first rung divided by those of this rung; `null` if this rung searched none.
    pub times_fewer_nodes: Option<f64>,
    /// Nodes per move of the first rung divided by those of this rung; `null` if this rung searched none.
    pub times_fewer_nodes_per_move: Option<f64>,
    /// Search time of the first rung divided by that of this rung; `null` if this rung took none.
    pub times_faster: Option<f64>,
}

impl Rung {
    /// Creates the report of one rung; `first` are the totals of the first rung.
    pub(crate) fn new(config: &EngineConfig, limits: &Limits, spent: &Spent, first: &Spent) -> Self {
        let ratio = |first: f64, own: f64| crate::json::rounded((own > 0.0).then(|| first / own));
        Self {
            name: config.name.clone(),
            rung: config.setup.algorithm.to_string(),
            evaluator: config.setup.eval.evaluator.name(),
            depth: limits.depth,
            nodes_limit: limits.nodes,
            movetime: limits.movetime.map(crate::json::millis),
            mates: spent.mates,
            moves: spent.moves,
            nodes: spent.nodes,
            nodes_per_move: spent.nodes_per_move(),
            time_ms: crate::json::millis(spent.time),
            times_fewer_nodes: ratio(first.nodes as f64, spent.nodes as f64),
            times_fewer_nodes_per_move: ratio(first.nodes_per_move() as f64, spent.nodes_per_move() as f64),
            times_faster: ratio(first.time.as_secs_f64(), spent.time.as_secs_f64()),
        }
    }
}

impl Checkmate {
    /// Creates the report of an experiment.
    pub(crate) fn new(
        header: Header,
        opponent: &EngineConfig,
        experiment: &Experiment,
        interrupted: bool,
        rungs: Vec<Rung>,
    ) -> Self {
        Self {
            header,
            opponent: opponent.name.clone(),
            seed: opponent.seed.unwrap_or(1),
            games: experiment.games,
            interrupted,
            rungs,
        }
    }
}
