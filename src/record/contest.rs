//! `engine match --json`.

use schemars::JsonSchema;
use serde::Serialize;

use super::Header;
use crate::{
    search::Limits,
    selfplay::{
        contest::{Contest, Standings},
        contestant::Contestant,
        sprt::{self, Verdict},
    },
};

/// A match, told from its first contestant.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Match {
    /// Where it was played.
    pub header: Header,
    /// Who played.
    pub contestants: [Side; 2],
    /// Openings there were.
    pub openings: usize,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games in which 0, ½, 1, 1½, 2 points were made.
    pub pairs: [u64; 5],
    /// The share of points, 0 to 1.
    pub score: f64,
    /// The difference in Elo; `null` if all points went to one side.
    pub elo: Option<f64>,
    /// With 95 % probability the Elo is wrong by no more than this.
    pub elo_error: Option<f64>,
    /// The test, if there was one.
    pub sprt: Option<Sprt>,
    /// Moves played.
    pub plies: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// The time the match took.
    pub time_ms: u64,
    /// Searches that failed.
    pub faults: Vec<String>,
}

/// One of the two sides.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Side {
    /// As it was written.
    pub name: String,
    /// The rung or set of layers.
    pub rung: String,
    /// Who judges.
    pub evaluator: &'static str,
    /// The CRC-32 of the net that judges, in hexadecimal; left out if none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// Its table in MB.
    pub hash: usize,
    /// Plies a move.
    pub depth: Option<i32>,
    /// Nodes a move.
    pub nodes: Option<u64>,
    /// Milliseconds a move.
    pub movetime: Option<u64>,
}

/// A sequential test.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Sprt {
    /// The first hypothesis.
    pub elo0: f64,
    /// The second.
    pub elo1: f64,
    /// The logarithm of their ratio of likelihoods.
    pub llr: f64,
    /// Below this the second is rejected.
    pub lower: f64,
    /// Above this it is accepted.
    pub upper: f64,
    /// `rejected`, `open` or `accepted`.
    pub verdict: &'static str,
}

impl Side {
    /// A contestant as it played.
    #[must_use]
    pub fn new(contestant: &Contestant, limits: &Limits, megabytes: usize) -> Self {
        Self {
            name: contestant.name.clone(),
            rung: contestant.setup.algorithm.to_string(),
            evaluator: contestant.setup.evaluator.name(),
            net: contestant.setup.net(),
            hash: megabytes,
            depth: limits.depth,
            nodes: limits.nodes,
            movetime: limits.movetime.map(super::millis),
        }
    }
}

impl Match {
    /// The record of a match.
    #[must_use]
    pub fn new(
        header: Header,
        sides: [Side; 2],
        contest: &Contest,
        standings: Standings,
        time_ms: u64,
    ) -> Self {
        let elo = standings.pairs.elo();
        Self {
            header,
            contestants: sides,
            openings: contest.openings.len(),
            games: standings.games(),
            wins: standings.wins,
            draws: standings.draws,
            losses: standings.losses,
            pairs: standings.pairs.0,
            score: standings.pairs.score(),
            elo: elo.map(|elo| elo.value),
            elo_error: elo.map(|elo| elo.error),
            sprt: contest.sprt.map(|sprt| Sprt::new(sprt, &standings)),
            plies: standings.plies,
            nodes: standings.nodes,
            time_ms,
            faults: standings.faults,
        }
    }
}

impl Sprt {
    fn new(sprt: sprt::Sprt, standings: &Standings) -> Self {
        Self {
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            llr: sprt.log_likelihood_ratio(&standings.pairs),
            lower: -sprt::Sprt::bound(),
            upper: sprt::Sprt::bound(),
            verdict: match sprt.verdict(&standings.pairs) {
                Verdict::Rejected => "rejected",
                Verdict::Open => "open",
                Verdict::Accepted => "accepted",
            },
        }
    }
}
