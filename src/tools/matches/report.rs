//! JSON output of `engine match --json`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    support::json::Header,
    tools::matches::{
        MatchPlan, Standings,
        engine_config::EngineConfig,
        game::Allowance,
        pentanomial::Elo,
        sprt::{self, SprtVerdict},
    },
};

/// Result of a match, from the point of view of the first configuration on the command line.
#[derive(Clone, Debug, Serialize)]
pub struct Match {
    /// Engine version, machine, and hash size.
    pub header: Header,
    /// The two engine configurations, in the order of the command line.
    pub contestants: [MatchSide; 2],
    /// Number of openings that `--openings` provides for the match.
    pub openings: usize,
    /// Number of games played.
    pub games: u64,
    /// Number of games won by the first configuration.
    pub wins: u64,
    /// Number of games drawn.
    pub draws: u64,
    /// Number of games lost by the first configuration.
    pub losses: u64,
    /// Number of game pairs in which the first configuration made 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// Score of the first configuration as a fraction of all points, 0 to 1.
    pub score: f64,
    /// Elo difference, positive if the first configuration is stronger; `null` without finished pairs, or if
    /// one side made all points.
    pub elo: Option<f64>,
    /// Half width of the 95 % confidence interval of the Elo difference, in Elo; `null` without an Elo
    /// difference.
    pub elo_error: Option<f64>,
    /// Difference in normalised Elo, positive if the first configuration is stronger; `null` without finished
    /// pairs, or if the first configuration made the same points in every pair.
    pub nelo: Option<f64>,
    /// Half width of the 95 % confidence interval of the normalised Elo difference; `null` if `nelo` is
    /// `null`.
    pub nelo_error: Option<f64>,
    /// Result of the sequential test; `null` for a match without `--sprt`.
    pub sprt: Option<SprtReport>,
    /// Number of games by the reason why they ended: `checkmate`, `stalemate`, `repetition`, `fifty_moves`,
    /// `material`, `agreed_win`, `agreed_draw`, `time`, `fault`.
    pub endings: BTreeMap<&'static str, u64>,
    /// Number of games that each side lost on time: the first configuration, then the second.
    pub time_losses: [u64; 2],
    /// Whether a signal arrived during the match, which usually ended it before all games were played.
    pub interrupted: bool,
    /// Number of plies that both sides played in all games, without the openings.
    pub plies: u64,
    /// Number of nodes that both sides searched in all games.
    pub nodes: u64,
    /// Duration of the match in milliseconds.
    pub time_ms: u64,
    /// One message per failed search: the pair and game, the engine, and the error.
    pub faults: Vec<String>,
}

/// One of the two engine configurations of a match.
#[derive(Clone, Debug, Serialize)]
pub struct MatchSide {
    /// This configuration, as written on the command line.
    pub name: String,
    /// The rung or set of layers that plays.
    pub rung: String,
    /// Name of the evaluator that this side uses.
    pub evaluator: &'static str,
    /// CRC-32 of this side's network in hexadecimal; omitted if the evaluator is not `network`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// Hash size of this side in MiB.
    pub hash: usize,
    /// Seed of this side's random moves, as written on the command line; omitted if the command line gives no
    /// seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Time control of this side in seconds, base time plus increment per move, as in `2+0.02`; omitted
    /// without a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// Depth limit of each search of this side, in plies; `null` without a depth limit.
    pub depth: Option<i32>,
    /// Node limit of each search of this side; `null` without a node limit.
    pub nodes: Option<u64>,
    /// Time limit of each search of this side, in milliseconds; `null` without a time limit per move.
    pub movetime: Option<u64>,
}

/// Result of a sequential probability ratio test (SPRT).
#[derive(Clone, Debug, Serialize)]
pub struct SprtReport {
    /// Elo difference between the two configurations under the first hypothesis.
    pub elo0: f64,
    /// Elo difference between the two configurations under the second hypothesis.
    pub elo1: f64,
    /// Log-likelihood ratio of the results under the second hypothesis (`elo1`) against the first (`elo0`).
    pub llr: f64,
    /// Lower bound: if `llr` is at or below this value, the first hypothesis (`elo0`) is accepted.
    pub lower: f64,
    /// Upper bound: if `llr` is at or above this value, the second hypothesis (`elo1`) is accepted.
    pub upper: f64,
    /// Verdict on the second hypothesis (`elo1`): `rejected`, `open` (the test is not decided) or `accepted`.
    pub verdict: &'static str,
}

impl MatchSide {
    /// Creates the report of one side; `allowance` and `megabytes` are the limits and the hash size that
    /// applied to it.
    pub(crate) fn new(config: &EngineConfig, allowance: &Allowance, megabytes: usize) -> Self {
        let Allowance { limits, clock } = allowance;
        Self {
            name: config.name.clone(),
            rung: config.setup.algorithm.to_string(),
            evaluator: config.setup.eval.evaluator.name(),
            net: config.setup.eval.net(),
            hash: megabytes,
            seed: config.seed,
            clock: clock.map(|clock| clock.to_string()),
            depth: limits.depth,
            nodes: limits.nodes,
            movetime: limits.movetime.map(crate::support::json::millis),
        }
    }
}

impl Match {
    /// Creates the report of a match.
    pub(crate) fn new(
        header: Header,
        sides: [MatchSide; 2],
        match_plan: &MatchPlan,
        standings: Standings,
        time_ms: u64,
        interrupted: bool,
    ) -> Self {
        let value_and_error = |elo: Option<Elo>| elo.map(|elo| (elo.value, elo.error)).unzip();
        let (elo, elo_error) = value_and_error(standings.pairs.elo());
        let (nelo, nelo_error) = value_and_error(standings.pairs.normalised_elo());
        Self {
            header,
            contestants: sides,
            openings: match_plan.openings.len(),
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
            sprt: match_plan.sprt.map(|sprt| SprtReport::new(sprt, &standings)),
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

impl SprtReport {
    fn new(sprt: sprt::Sprt, standings: &Standings) -> Self {
        Self {
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            llr: sprt.log_likelihood_ratio(&standings.pairs),
            lower: -sprt::Sprt::bound(),
            upper: sprt::Sprt::bound(),
            verdict: match sprt.verdict(&standings.pairs) {
                SprtVerdict::Rejected => "rejected",
                SprtVerdict::Open => "open",
                SprtVerdict::Accepted => "accepted",
            },
        }
    }
}
