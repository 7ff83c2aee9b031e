//! JSON output of `engine match --json`.

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

/// Result of a match, from the first configuration's point of view.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Match {
    /// Engine version, machine, and hash size.
    pub header: Header,
    /// The two engine configurations.
    pub contestants: [Side; 2],
    /// Number of openings available to the match.
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
    /// Elo difference; `null` if one side made all points.
    pub elo: Option<f64>,
    /// Half width of the 95 % confidence interval of the Elo difference.
    pub elo_error: Option<f64>,
    /// Difference in normalised Elo; `null` if all pairs have the same points.
    pub nelo: Option<f64>,
    /// Half width of the 95 % confidence interval of the normalised Elo difference.
    pub nelo_error: Option<f64>,
    /// Result of the sequential test, if there was one.
    pub sprt: Option<Sprt>,
    /// Number of games by end: `checkmate`, `stalemate`, `repetition`, `fifty_moves`, `material`,
    /// `agreed_win`, `agreed_draw`, `length`, `time`, `fault`.
    pub endings: BTreeMap<&'static str, u64>,
    /// Number of games that each side lost on time.
    pub time_losses: [u64; 2],
    /// Whether a signal ended the match early.
    pub interrupted: bool,
    /// Number of moves played in all games.
    pub plies: u64,
    /// Number of nodes searched in all games.
    pub nodes: u64,
    /// Duration of the match in milliseconds.
    pub time_ms: u64,
    /// Error messages of failed searches.
    pub faults: Vec<String>,
}

/// One of the two engine configurations.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Side {
    /// The configuration, as written on the command line.
    pub name: String,
    /// The rung or set of layers that plays.
    pub rung: String,
    /// Name of the evaluator.
    pub evaluator: &'static str,
    /// CRC-32 of the network in hexadecimal; omitted for other evaluators.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub net: Option<String>,
    /// Hash size of this side in MiB.
    pub hash: usize,
    /// Seed of the random moves; omitted if the default seed is used or no moves are random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Time control in seconds, base time plus increment, as in `2+0.02`; omitted without a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// Depth limit per move in plies.
    pub depth: Option<i32>,
    /// Node limit per move.
    pub nodes: Option<u64>,
    /// Time limit per move in milliseconds.
    pub movetime: Option<u64>,
}

/// Result of a sequential probability ratio test (SPRT).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Sprt {
    /// Elo difference of the first hypothesis.
    pub elo0: f64,
    /// Elo difference of the second hypothesis.
    pub elo1: f64,
    /// Log-likelihood ratio of the second hypothesis against the first.
    pub llr: f64,
    /// At or below this ratio the second hypothesis is rejected.
    pub lower: f64,
    /// At or above this ratio the second hypothesis is accepted.
    pub upper: f64,
    /// `rejected`, `open` or `accepted`.
    pub verdict: &'static str,
}

impl Side {
    /// Creates the report of one side.
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
            movetime: limits.movetime.map(crate::json::millis),
        }
    }
}

impl Match {
    /// Creates the report of a match.
    pub(crate) fn new(
        header: Header,
        sides: [Side; 2],
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
            sprt: match_plan.sprt.map(|sprt| Sprt::new(sprt, &standings)),
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
