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

use self::report::{MatchReport, Progress};
use super::{
    exit::{FAILED, UsageError},
    flat::TableArguments,
    interrupt::Interrupt,
    output::{Destination, Output, cannot_write, is_stdout, refuse_input_as_output},
    search_arguments::{LimitArguments, TablebaseArguments, megabytes_parser},
    values::{AT_LEAST_1, number},
};
use crate::{
    engine::{ordered_pool::worker_states, player::Player},
    lab::{
        game::Allowance,
        game_clock::TimeControl,
        matches::{MatchPlan, Pair, engine_config::EngineConfig, shuffle, sprt::Sprt},
        pgn::Pgn,
    },
    search::{Algorithm, Limits, StopFlag, tt::table::OutOfMemory},
    tablebase::Probing,
};

const NODES: u64 = 20_000;
const MEGABYTES: u32 = 16;
/// Number of games of a match if neither `--games` nor `--sprt` is given; fewer if there are fewer than 100
/// openings and games with the same opening would be equal.
const GAMES: u64 = 200;

/// Play a match between two engine configurations; report Elo
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, mut_arg("json", |json| json.conflicts_with_all(["csv", "tsv", "md"])))]
pub struct Arguments {
    /// Engine configuration: a rung or layers, with options that differ from the default, such as full,
    /// full-null-move, captures-first@material or full,nodes=10000
    #[arg(value_name = "A", required_unless_present = "checkmate")]
    first: Option<EngineConfig>,
    /// Engine configuration of the opponent of A, in the same form
    #[arg(value_name = "B", required_unless_present = "checkmate")]
    second: Option<EngineConfig>,
    /// Play at most N games; N must be even [default: 200; with --sprt two games per opening]
    #[arg(long, value_name = "N", value_parser = number::<u64>(AT_LEAST_1))]
    games: Option<u64>,
    #[command(flatten)]
    limit_options: LimitArguments,
    /// Play with clocks: seconds per side, or per N moves of a side, and seconds added after each move, as in
    /// 2+0.02 or 40/60+0.5; a side that runs out of time loses
    ///
    /// A time with a unit is read in that unit: 90s+1, 5m+3s or 1h. If the first number has no unit, it is
    /// in seconds; in --clock of engine play, it is in minutes.
    #[arg(long, alias = "clock", value_name = "[N/]SEC[+SEC]", value_parser = parse_time_control)]
    tc: Option<TimeControl>,
    #[command(flatten)]
    openings: openings::Options,
    /// Seed for the order of the openings
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Stop when a sequential test (SPRT) decides whether A is ELO0 or ELO1 Elo stronger than B
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    #[command(flatten)]
    adjudication: adjudication::Options,
    /// Hash size of each side in MiB
    #[arg(long, value_name = "MIB", default_value_t = MEGABYTES, value_parser = megabytes_parser())]
    hash: u32,
    /// Number of games to play in parallel; each side searches with one thread
    #[arg(short, long, alias = "concurrency", value_name = "N", default_value_t = 1,
        value_parser = number::<u32>(1..=1024))]
    jobs: u32,
    /// Write the games as PGN to this file; - is stdout, and the result is then printed on stderr
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Replace an existing file of --pgn
    #[arg(long, requires = "pgn")]
    force: bool,
    /// Print the score of the match so far on stderr after every N games
    #[arg(long, value_name = "N", value_parser = number::<u64>(AT_LEAST_1))]
    report_every: Option<u64>,
    /// Print the result as text on stderr, in addition to another output
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    tablebase_options: TablebaseArguments,
    #[command(flatten)]
    tables: TableArguments,
    #[command(flatten)]
    experiment: checkmate::Options,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine match full full-null-move --games 400 --jobs 2
  engine match evaluator=network evaluator=classical --nodes 5000
  engine match quiescence check-evasion --sprt 0 10 --report-every 50
  engine match full full,elo=2000 --tc 2+0.02 --openings book.pgn
  engine match rung=alpha-beta,depth=3 random,seed=1 --games 20 --openings none
  engine match --checkmate random,seed=1 --rungs alpha-beta,table --depth 4

The first limit reached ends a search. Default: 20,000 nodes per move if neither a limit nor --tc is given. Every \
opening is played twice, with colours reversed.

A configuration accepts the options rung, layers, evaluator, evalfile, terms, elo, seed, nodes, depth, movetime, tc, \
hash and rung-depth. If it has neither a rung nor layers, all layers are on.

If the search of a side fails, that side loses the game, and the exit code of the match is 1. Ctrl-C ends the match \
and prints the result so far; the exit code is 130.";

fn parse_time_control(text: &str) -> Result<TimeControl, String> {
    let remedy =
        "write seconds plus increment in seconds, as in 2+0.02 or 40/60+0.5, or with units, as in 5m+3";
    TimeControl::parse_seconds(text).ok_or_else(|| remedy.to_owned())
}

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (Some(first), Some(second)) = (&arguments.first, &arguments.second) else {
        return checkmate::run(arguments);
    };
    arguments.experiment.refuse_rungs()?;
    let sides = [first, second];
    let match_plan = arguments.match_plan(sides)?;
    let tablebases = arguments.tablebase_options.probing()?;
    let players = worker_states(arguments.jobs as usize, || arguments.players(sides, tablebases.as_ref()))?;
    let mut pgn = arguments.open_pgn()?;
    let signal = Arc::new(StopFlag::default());
    let interrupt = stop_on_interrupt(&signal)?;
    let progress = Progress::new(&match_plan, &arguments.output, arguments.report_every);
    let started = Instant::now();
    let mut written = Ok(());
    let standings = match_plan.play(players, &signal, |pair, standings| {
        progress.show(standings);
        if let Some(file) = &mut pgn {
            written = write_games(file, sides, &match_plan, pair);
        }
        if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    progress.finish();
    arguments.finish_pgn(pgn, written)?;
    let (time, interrupted) = (started.elapsed(), interrupt.code());
    let failed = !standings.faults.is_empty();
    let megabytes = sides.map(|side| side.megabytes.unwrap_or(arguments.hash as usize));
    let report = MatchReport {
        sides,
        megabytes,
        match_plan: &match_plan,
        standings,
        time,
        interrupted: interrupted.is_some(),
    };
    report.print_report(arguments)?;
    Ok(interrupted.unwrap_or(if failed { ExitCode::from(FAILED) } else { ExitCode::SUCCESS }))
}

/// Installs a signal handler: the first SIGINT (Ctrl-C) or SIGTERM stops the running games through `signal`,
/// a second one ends the program.
fn stop_on_interrupt(signal: &Arc<StopFlag>) -> io::Result<Interrupt> {
    let signal = Arc::clone(signal);
    Interrupt::watch(move |_| signal.stop_through(1))
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
        writeln!(text, "{}", Pgn { round, white, black, clocks, game })?;
    }
    file.write_all(&text)
}

impl Arguments {
    /// Opens the file of `--pgn`.
    ///
    /// # Errors
    /// [`UsageError`] if the file is also an input, if it exists and `--force` is not given, or if stdout is also
    /// the output of another option; an I/O error if the file cannot be written.
    fn open_pgn(&self) -> anyhow::Result<Option<Destination>> {
        let Some(path) = &self.pgn else { return Ok(None) };
        if is_stdout(path) && (self.output.json || self.tables.format().is_some()) {
            let message = "--pgn -: stdout is also the output of --json, --csv, --tsv or --md: name a file";
            return Err(UsageError(message.to_owned()).into());
        }
        refuse_input_as_output(path, std::slice::from_ref(&self.openings.openings))?;
        Destination::open(path, self.force).map(Some)
    }

    fn finish_pgn(&self, file: Option<Destination>, written: io::Result<()>) -> anyhow::Result<()> {
        let (Some(file), Some(path)) = (file, &self.pgn) else { return Ok(()) };
        written.and_then(|()| file.finish()).with_context(|| format!("--pgn: {}", cannot_write(path)))
    }

    fn match_plan(&self, sides: [&EngineConfig; 2]) -> anyhow::Result<MatchPlan> {
        let mut openings = self.openings.lines(&self.output)?;
        shuffle(&mut openings, self.seed);
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

    fn players(
        &self,
        sides: [&EngineConfig; 2],
        tablebases: Option<&Probing>,
    ) -> Result<[Player; 2], OutOfMemory> {
        let player =
            |side: &EngineConfig| Ok(side.player(self.hash as usize)?.with_tablebases(tablebases.cloned()));
        Ok([player(sides[0])?, player(sides[1])?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::{
        positions,
        text::{assert_states, grouped},
    };

    #[test]
    fn the_guide_states_the_default_node_limit_and_the_number_of_openings() {
        let openings = positions::openings().len();
        for text in [
            format!("Each search gets {} nodes unless", grouped(NODES)),
            format!("without the option a built-in list of {} openings is used", grouped(openings as u64)),
            format!("`engine datagen openings --openings {openings} --seed 1`"),
        ] {
            assert_states("src/lab/README.md", &text);
        }
    }
}
