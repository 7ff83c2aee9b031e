//! `engine match --checkmate --json`.

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

/// What each rung needed to mate a player who throws dice.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Checkmate {
    /// Where it was played.
    pub header: Header,
    /// Who throws the dice, as it was written.
    pub opponent: String,
    /// The seed of the dice.
    pub seed: u64,
    /// Games of each rung.
    pub games: u64,
    /// Whether a signal ended it before the last rung had played.
    pub interrupted: bool,
    /// The rungs in the order they were named.
    pub rungs: Vec<Rung>,
}

/// One of the rungs, as White.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Rung {
    /// As it was written.
    pub name: String,
    /// The rung or set of layers.
    pub rung: String,
    /// Who judges.
    pub evaluator: &'static str,
    /// Plies a move.
    pub depth: Option<i32>,
    /// Nodes a move, at most.
    pub nodes_limit: Option<u64>,
    /// Milliseconds a move.
    pub movetime: Option<u64>,
    /// Games that ended with mate.
    pub mates: u64,
    /// Moves it made, in all games.
    pub moves: u64,
    /// Nodes it visited.
    pub nodes: u64,
    /// Nodes to a move.
    pub nodes_per_move: u64,
    /// The time it searched.
    pub time_ms: u64,
    /// Nodes of the first rung for each of this one's; `null` if this one has none.
    pub times_fewer_nodes: Option<f64>,
    /// The same, nodes to a move.
    pub times_fewer_nodes_per_move: Option<f64>,
    /// The time of the first rung for each millisecond of this one's; `null` if it took none.
    pub times_faster: Option<f64>,
}

impl Rung {
    /// What a rung spent, beside what the first did.
    pub(crate) fn new(contestant: &EngineConfig, limits: &Limits, spent: &Spent, first: &Spent) -> Self {
        let ratio = |first: f64, own: f64| crate::json::rounded((own > 0.0).then(|| first / own));
        Self {
            name: contestant.name.clone(),
            rung: contestant.setup.algorithm.to_string(),
            evaluator: contestant.setup.eval.evaluator.name(),
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
    /// The record of an experiment.
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
