//! `engine match`: plays two engine configurations against each other, or rungs against a random player.

mod adjudication;
mod checkmate;
mod openings;
mod report;

use std::{
    io::{self, Write},
    ops::ControlFlow,
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
    time::Instant,
};

use anyhow::Context as _;
use clap::Args;
use shakmaty::ByColor;

use self::report::{MatchReport, score_so_far};
use crate::{
    chess::tablebase::Probing,
    engine::player::Player,
    search::{
        Algorithm, Limits, StopFlag,
        tt::table::{DEFAULT_MEGABYTES, OutOfMemory},
    },
    tools::{
        common::{
            exit::{FAILED, UsageError},
            interrupt::Interrupt,
            ordered_pool::worker_states,
            output::{
                Destination, ForceArguments, JsonArguments, Output, is_stdout, refuse_input_as_output,
                write_error,
            },
            search_arguments::{
                HashArguments, JobArguments, LimitArguments, SeedArguments, TablebaseArguments,
            },
            values::number,
        },
        matches::{
            MatchPlan, Pair, engine_config::EngineConfig, game::Allowance, game_clock::TimeControl,
            pgn::MatchPgn, shuffle, sprt::Sprt,
        },
    },
};

const NODES: u64 = 20_000;
/// Number of games of a match if neither `--games` nor `--sprt` is given; fewer if there are fewer than 100
/// openings and games with the same opening would be equal.
const GAMES: u64 = 200;

/// Play a match between two engine configurations; report Elo
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("force", |force| force.requires("pgn").help("Replace an existing file of --pgn")),
    mut_arg("nodes", |nodes| nodes.help("Search this many nodes [default: 20000 without another limit]"))
)]
pub struct MatchArguments {
    /// Two engine configurations A and B: a rung or layers, with options that differ from the default, such as
    /// full, full-null-move, captures-first@material or full,nodes=10000
    #[arg(value_name = "CONFIG", required_unless_present = "checkmate")]
    configurations: Vec<EngineConfig>,
    /// Play at most N games, an even number [default: 200; with --sprt at least two per opening; with --checkmate 1
    /// per rung]
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=1_000_000_000))]
    games: Option<u64>,
    #[command(flatten)]
    limit_options: LimitArguments,
    /// Play with clocks: seconds per side, or per N moves of a side, and seconds added after each move, as in
    /// 2+0.02 or 40/60+0.5; a side that runs out of time loses
    ///
    /// A time with a unit is read in that unit: 90s+1, 5m+3s or 1h. If the first number has no unit, it is
    /// in seconds; in --clock of engine play, it is in minutes.
    #[arg(long, value_name = "[N/]SEC[+SEC]", value_parser = parse_time_control)]
    tc: Option<TimeControl>,
    #[command(flatten)]
    openings: openings::OpeningOptions,
    #[command(flatten)]
    seed_option: SeedArguments,
    /// Stop when a sequential test (SPRT) decides whether A is ELO0 or ELO1 Elo stronger than B
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    #[command(flatten)]
    adjudication: adjudication::AdjudicationOptions,
    #[command(flatten)]
    hash_option: HashArguments,
    #[command(flatten)]
    job_options: JobArguments,
    /// Write the games as PGN to this file; - is stdout, and the result is then printed on stderr
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    replacement: ForceArguments,
    #[command(flatten)]
    tablebase_options: TablebaseArguments,
    #[command(flatten)]
    experiment: checkmate::CheckmateOptions,
    #[command(flatten)]
    json_option: JsonArguments,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine match full full-null-move --games 400 --jobs 2
  engine match evaluator=network evaluator=classical --nodes 5000
  engine match quiescence check-evasion --sprt 0 10 --jobs 2
  engine match full full,elo=2000 --tc 2+0.02 --openings book.pgn
  engine match alpha-beta,depth=3 random,seed=1 --games 20 --openings none
  engine match --checkmate random,seed=1 alpha-beta table --depth 4

The first limit reached ends a search. Default: 20,000 nodes per move if neither a limit nor --tc is given. Every \
opening is played twice, with colours reversed.

A configuration accepts the options evaluator, evalfile, elo, seed, nodes, depth, movetime, tc, hash and rung-depth. If it has neither a rung nor layers, all layers are on.

If the search of a side fails, that side loses the game, and the exit code of the match is 1. Ctrl-C ends the match \
and prints the result so far; the exit code is 130.";

fn parse_time_control(text: &str) -> Result<TimeControl, String> {
    let remedy =
        "write seconds plus increment in seconds, as in 2+0.02 or 40/60+0.5, or with units, as in 5m+3";
    TimeControl::parse_seconds(text).ok_or_else(|| remedy.to_owned())
}

pub fn run(arguments: &MatchArguments) -> anyhow::Result<ExitCode> {
    if let Some(opponent) = &arguments.experiment.checkmate {
        return checkmate::run(arguments, opponent);
    }
    let [first, second] = arguments.configurations.as_slice() else {
        let message = "a match needs two configurations, as in engine match full full-null-move";
        return Err(UsageError(message.to_owned()).into());
    };
    let sides = [first, second];
    let match_plan = arguments.match_plan(sides)?;
    let tablebases = arguments.tablebase_options.probing()?;
    let players =
        worker_states(arguments.job_options.jobs as usize, || arguments.players(sides, tablebases.as_ref()))?;
    let mut pgn = arguments.open_pgn()?;
    let signal = Arc::new(StopFlag::default());
    let interrupt = Interrupt::stopping(&signal)?;
    let progress = arguments.output.progress(match_plan.pairs as usize, "pairs");
    let started = Instant::now();
    let mut written = Ok(());
    let standings = match_plan.play(players, &signal, |pair, standings| {
        progress.set_position(standings.pairs.pairs());
        progress.set_message(score_so_far(standings, match_plan.sprt));
        if let Some(file) = &mut pgn {
            written = write_games(file, sides, &match_plan, pair);
        }
        if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    progress.finish_and_clear();
    let finished = arguments.finish_pgn(pgn, written);
    let (time, interrupted) = (started.elapsed(), interrupt.code());
    let failed = !standings.faults.is_empty();
    let megabytes = sides.map(|side| side.megabytes.unwrap_or(arguments.megabytes()));
    let report = MatchReport {
        sides,
        megabytes,
        match_plan: &match_plan,
        standings,
        time,
        interrupted: interrupted.is_some(),
    };
    report.print_report(arguments)?;
    finished?;
    Ok(interrupted.unwrap_or(if failed { ExitCode::from(FAILED) } else { ExitCode::SUCCESS }))
}

fn write_games(
    file: &mut Destination,
    sides: [&EngineConfig; 2],
    match_plan: &MatchPlan,
    pair: &Pair,
) -> io::Result<()> {
    let mut text = Vec::new();
    for (index, game) in pair.games.iter().enumerate() {
        let round = format!("{}.{}", pair.number + 1, index + 1);
        let side = [index, 1 - index];
        let [white, black] = side.map(|side| sides[side].name.as_str());
        let [white_clock, black_clock] = side.map(|side| match_plan.allowances[side].clock);
        let clocks = ByColor { white: white_clock, black: black_clock };
        writeln!(text, "{}", MatchPgn { round, white, black, clocks, game })?;
    }
    file.write_all(&text)
}

impl MatchArguments {
    /// Opens the file of `--pgn`.
    ///
    /// # Errors
    /// [`UsageError`] if the file is also an input, if it exists and `--force` is not given, or if stdout is also
    /// the output of another option; an I/O error if the file cannot be written.
    fn open_pgn(&self) -> anyhow::Result<Option<Destination>> {
        let Some(path) = &self.pgn else { return Ok(None) };
        if is_stdout(path) && self.json_option.json {
            let message = "--pgn -: stdout is also the output of --json: name a file";
            return Err(UsageError(message.to_owned()).into());
        }
        refuse_input_as_output(path, std::slice::from_ref(&self.openings.openings))?;
        Destination::open(path, self.replacement.force).map(Some)
    }

    fn finish_pgn(&self, file: Option<Destination>, written: io::Result<()>) -> anyhow::Result<()> {
        let (Some(file), Some(path)) = (file, &self.pgn) else { return Ok(()) };
        written.and_then(|()| file.finish()).map_err(|error| write_error(error, path)).context("--pgn")
    }

    fn match_plan(&self, sides: [&EngineConfig; 2]) -> anyhow::Result<MatchPlan> {
        let mut openings = self.openings.lines(&self.output)?;
        shuffle(&mut openings, self.seed_option.seed());
        let sprt = self.sprt()?;
        let twice = 2 * openings.len() as u64;
        let allowances = sides.map(|side| self.allowance(side));
        let repeats = allowances.iter().all(|side| side.limits.movetime.is_none() && side.clock.is_none())
            && sides.iter().all(|side| side.setup.algorithm != Algorithm::Random);
        let defaults = if repeats { GAMES.min(twice) } else { GAMES };
        let games = self.games.unwrap_or(if sprt.is_some() { twice.max(defaults) } else { defaults });
        if games % 2 == 1 {
            return Err(UsageError(format!(
                "--games must be even, because every opening is played twice: write {}",
                games + 1
            ))
            .into());
        }
        if games > twice && repeats {
            let has = openings.len();
            return Err(UsageError(format!(
                "--games: only {twice} different games are possible with {has} openings: write {twice}, or give more \
                 --openings"
            ))
            .into());
        }
        Ok(MatchPlan {
            openings,
            pairs: games / 2,
            allowances,
            adjudication: self.adjudication.adjudication(),
            sprt,
        })
    }

    fn sprt(&self) -> Result<Option<Sprt>, UsageError> {
        match self.sprt.as_deref() {
            None => Ok(None),
            Some(&[elo0, elo1]) if elo0 < elo1 && elo0.abs().max(elo1.abs()) <= 1_000.0 => {
                Ok(Some(Sprt { elo0, elo1 }))
            }
            Some(_) => Err(UsageError(
                "--sprt: write the smaller Elo value first, both within ±1000, as in --sprt 0 10".to_owned(),
            )),
        }
    }

    /// Returns the search limits and the time control of one side: those of its configuration if it has any,
    /// otherwise those of the match.
    fn allowance(&self, config: &EngineConfig) -> Allowance {
        let own = config.allowance.clone();
        if own != Allowance::default() {
            return own;
        }
        let defaults = Limits { nodes: self.tc.is_none().then_some(NODES), ..Limits::default() };
        Allowance { limits: self.limit_options.limits().unwrap_or(defaults), clock: self.tc }
    }

    /// Returns the hash size of a side whose configuration has none, in MiB.
    fn megabytes(&self) -> usize {
        self.hash_option.hash.unwrap_or(DEFAULT_MEGABYTES)
    }

    fn players(
        &self,
        sides: [&EngineConfig; 2],
        tablebases: Option<&Probing>,
    ) -> Result<[Player; 2], OutOfMemory> {
        let player =
            |side: &EngineConfig| Ok(side.player(self.megabytes())?.with_tablebases(tablebases.cloned()));
        Ok([player(sides[0])?, player(sides[1])?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::{
        chess::positions,
        support::text::{assert_states, grouped},
    };

    #[test]
    fn the_guide_states_the_default_node_limit_and_the_number_of_openings() {
        let openings = positions::openings().len();
        for text in [
            format!("Each search gets {} nodes unless", grouped(NODES)),
            format!("without the option a built-in list of {} openings is used", grouped(openings as u64)),
            format!("`engine datagen openings --openings {openings} --seed 1`"),
        ] {
            assert_states("src/tools/matches/README.md", &text);
        }
    }
}
