//! `engine match --json`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    json::Header,
    lab::{
        game::Allowance,
        matches::{
            MatchPlan, Standings,
            engine_config::EngineConfig,
            pentanomial::Elo,
            sprt::{self, Verdict},
        },
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
    /// The same in normalised Elo; `null` if all pairs were alike.
    pub nelo: Option<f64>,
    /// With 95 % probability it is wrong by no more than this.
    pub nelo_error: Option<f64>,
    /// The test, if there was one.
    pub sprt: Option<Sprt>,
    /// How often games ended by `checkmate`, `stalemate`, `repetition`, `fifty_moves`, `material`, `agreed_win`, `agreed_draw`, `length`,
    /// `time`, `fault`.
    pub endings: BTreeMap<&'static str, u64>,
    /// Games that each side lost by running out of time.
    pub time_losses: [u64; 2],
    /// Whether a signal ended the match before its end.
    pub interrupted: bool,
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
    /// The seed of its dice; left out if it throws none, or the usual ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Its time for the game, in seconds, and what is added after each move, as in `2+0.02`; left out if it has no clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
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
    pub(crate) fn new(contestant: &EngineConfig, allowance: &Allowance, megabytes: usize) -> Self {
        let Allowance { limits, clock } = allowance;
        Self {
            name: contestant.name.clone(),
            rung: contestant.setup.algorithm.to_string(),
            evaluator: contestant.setup.eval.evaluator.name(),
            net: contestant.setup.eval.net(),
            hash: megabytes,
            seed: contestant.seed,
            clock: clock.map(|clock| clock.to_string()),
            depth: limits.depth,
            nodes: limits.nodes,
            movetime: limits.movetime.map(crate::json::millis),
        }
    }
}

impl Match {
    /// The record of a match.
    pub(crate) fn new(
        header: Header,
        sides: [Side; 2],
        contest: &MatchPlan,
        standings: Standings,
        time_ms: u64,
        interrupted: bool,
    ) -> Self {
        let told = |elo: Option<Elo>| elo.map(|elo| (elo.value, elo.error)).unzip();
        let (elo, elo_error) = told(standings.pairs.elo());
        let (nelo, nelo_error) = told(standings.pairs.normalised_elo());
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
            elo,
            elo_error,
            nelo,
            nelo_error,
            sprt: contest.sprt.map(|sprt| Sprt::new(sprt, &standings)),
            endings: standings.endings,
            time_losses: standings.time_losses,
            interrupted,
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
