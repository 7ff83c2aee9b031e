//! `engine match --checkmate random,seed=1`: measures how many nodes and seconds each rung needs to checkmate
//! a random player.

use std::{io::Write as _, ops::ControlFlow, process::ExitCode, sync::Arc};

use clap::Args;
use shakmaty::ByColor;

use super::MatchArguments;
use crate::{
    chess::game_result::GameResult,
    search::{Algorithm, Limits, RUNGS, StopFlag},
    support::{json::Header, text::decimals},
    tools::{
        common::{
            exit::{FAILED, UsageError},
            interrupt::Interrupt,
            output::{print, print_json, print_message},
            table::{Column, Table},
        },
        matches::{
            checkmate::{
                self, Spent,
                report::{Checkmate, CheckmateRung},
            },
            engine_config::EngineConfig,
            game::{Allowance, MatchGame},
            pgn::MatchPgn,
        },
    },
};

/// Search depth of every rung in plies, if the command line gives no limit.
const DEPTH: i32 = 4;
/// Options of `engine match` that conflict with `--checkmate`, because they apply only to a match between two
/// configurations.
const MATCH_ONLY: [&str; 8] = ["tc", "openings", "seed", "sprt", "resign", "draw", "jobs", "chess960"];

/// Options of the checkmate experiment.
#[derive(Args, Debug)]
#[group(skip)]
pub struct CheckmateOptions {
    /// Let each CONFIG play White against this random player, and compare the nodes and seconds until checkmate
    /// with those of the first [default: the exact rungs from alpha-beta to mate-distance]
    #[arg(long, value_name = "random[,seed=N]", conflicts_with_all = MATCH_ONLY)]
    pub checkmate: Option<EngineConfig>,
}

/// Returns the rungs to compare: those of the command line, or the exact rungs from `alpha-beta` up, which agree on
/// every score and differ in the number of nodes.
fn rungs(arguments: &MatchArguments) -> anyhow::Result<Vec<EngineConfig>> {
    if arguments.configurations.is_empty() {
        let exact =
            RUNGS.iter().filter(|rung| rung.algorithm.is_exact() && rung.algorithm != Algorithm::Minimax);
        return Ok(exact.map(|rung| rung.name.parse()).collect::<Result<_, _>>()?);
    }
    if arguments.configurations.iter().any(|rung| rung.allowance != Allowance::default()) {
        let message = "--checkmate: all rungs have the same limits: use --depth, --nodes or --movetime";
        return Err(UsageError(message.to_owned()).into());
    }
    Ok(arguments.configurations.clone())
}

const COLUMNS: &[Column] = &[
    Column::Left("rung"),
    Column::Right("mates"),
    Column::Right("moves"),
    Column::Right("nodes"),
    Column::Right("per move"),
    Column::Right("fewer"),
    Column::Right("seconds"),
    Column::Right("faster"),
];

pub fn run(arguments: &MatchArguments, opponent: &EngineConfig) -> anyhow::Result<ExitCode> {
    if opponent.setup.algorithm != Algorithm::Random {
        return Err(UsageError(
            "--checkmate: the opponent must be the random player: write random,seed=1".to_owned(),
        )
        .into());
    }
    let games = arguments.games.unwrap_or(1);
    let limits = arguments.limit_options.limits().unwrap_or_else(|| Limits::depth(DEPTH));
    let signal = Arc::new(StopFlag::default());
    let interrupt = Interrupt::stopping(&signal)?;
    let rungs = rungs(arguments)?;
    let Played { spent, faults, pgn } = play(arguments, games, &limits, opponent, &rungs, &signal)?;
    let first = spent.first().copied().unwrap_or_default();
    let report = |(rung, spent)| CheckmateRung::new(rung, &limits, spent, &first);
    let interrupted = interrupt.code();
    let record = Checkmate {
        header: Header::new(arguments.megabytes()),
        opponent: opponent.name.clone(),
        seed: opponent.seed.unwrap_or(1),
        games,
        interrupted: interrupted.is_some(),
        rungs: rungs.iter().zip(&spent).map(report).collect(),
    };
    if arguments.json_option.json {
        print_json(record)?;
    } else {
        print_report(&record, &limits)?;
    }
    for fault in &faults {
        print_message(format_args!("{fault}"));
    }
    pgn?;
    Ok(interrupted.unwrap_or(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(FAILED) }))
}

/// Result of the games of all rungs.
struct Played {
    /// Totals of each rung that finished its games.
    spent: Vec<Spent>,
    /// Games that ended because a search failed, with the message.
    faults: Vec<String>,
    /// Whether the games are written to the file of `--pgn`.
    pgn: anyhow::Result<()>,
}

/// Plays all games rung by rung. A signal or a write error ends the experiment early.
fn play(
    arguments: &MatchArguments,
    games: u64,
    limits: &Limits,
    opponent: &EngineConfig,
    rungs: &[EngineConfig],
    signal: &StopFlag,
) -> anyhow::Result<Played> {
    let tablebases = arguments.tablebase_options.probing()?;
    let mut pgn = arguments.open_pgn()?;
    let progress = arguments.output.progress(rungs.len().saturating_mul(games as usize), "games");
    let mut opponent_player = opponent.player(1)?;
    let (mut spent, mut faults, mut written) = (Vec::new(), Vec::new(), Ok(()));
    for rung in rungs {
        progress.set_message(rung.name.clone());
        let done = |number: u64, game: &MatchGame| {
            progress.inc(1);
            if matches!(game.result, GameResult::SearchFailed { .. }) {
                faults.push(format!("{}, game {}: {}", rung.name, number + 1, game.result));
            }
            if let Some(file) = &mut pgn {
                let (white, black) = (rung.name.as_str(), opponent.name.as_str());
                let (round, clocks) = ((number + 1).to_string(), ByColor::default());
                written = writeln!(file, "{}", MatchPgn { round, white, black, clocks, game });
            }
            if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut player = rung.player(arguments.megabytes())?.with_tablebases(tablebases.clone());
        let of_rung = checkmate::play(games, limits, &mut player, &mut opponent_player, signal, done);
        let Some(of_rung) = of_rung else { break };
        spent.push(of_rung);
    }
    progress.finish_and_clear();
    Ok(Played { spent, faults, pgn: arguments.finish_pgn(pgn, written) })
}

fn print_report(record: &Checkmate, limits: &Limits) -> anyhow::Result<()> {
    let mut table = Table::new(COLUMNS);
    for rung in &record.rungs {
        table.row([
            rung.name.clone(),
            format!("{}/{}", rung.mates, record.games),
            rung.moves.to_string(),
            rung.nodes.to_string(),
            rung.nodes_per_move.to_string(),
            decimals(rung.times_fewer_nodes, 2),
            format!("{:.2}", rung.time_ms as f64 / 1000.0),
            decimals(rung.times_faster, 2),
        ]);
    }
    let Limits { depth, nodes, movetime, .. } = limits;
    let depth = depth.map(|depth| format!(", depth {depth}"));
    let nodes = nodes.map(|nodes| format!(", {nodes} nodes per move"));
    let time = movetime.map(|time| format!(", {} ms per move", time.as_millis()));
    let limit: String = [depth, nodes, time].into_iter().flatten().collect();
    Ok(print(|out| {
        writeln!(out, "Time to checkmate {}{limit}, games: {}", record.opponent, record.games)?;
        write!(out, "{table}")?;
        if record.interrupted {
            writeln!(out, "interrupted by a signal: the remaining rungs were not played")?;
        }
        writeln!(out, "fewer, faster: nodes and seconds of the first rung, divided by this rung's")
    })?)
}
