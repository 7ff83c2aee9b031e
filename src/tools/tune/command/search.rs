//! `engine tune search`: tunes search parameters by games between two variants (SPSA).

mod report;
mod state_file;

use std::{ops::ControlFlow, path::PathBuf, process::ExitCode, sync::Arc};

use clap::Args;

use self::state_file::{TunableState, Tuning};
use crate::{
    chess::{position::Line, positions},
    engine::player::Player,
    search::{
        Layer, Limits, StopFlag,
        hash_file::Identity,
        tt::table::OutOfMemory,
        tunable::{Declared, Variant},
        tunable_list,
    },
    tools::{
        common::{
            exit::{FAILED, UsageError},
            interrupt::Interrupt,
            ordered_pool::worker_states,
            output::{Output, ResumeArguments, is_stdout, print, print_message, refuse_with},
            search_arguments::{JobArguments, SearchArguments, SeedArguments},
            values::{AT_LEAST_1, number},
        },
        matches::{MatchPlan, referee::Adjudication, shuffle},
        tune::spsa::{Parameter, Spsa},
    },
};

/// Default hash size of each player in MiB.
const MEGABYTES: usize = 4;

/// Tune search parameters by games (SPSA); needs a build with --features tuning
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("hash", |hash| hash.help("Hash size of each player in MiB [default: 4]"))
)]
pub struct TuneSearchArguments {
    /// Play N games in total; N is rounded up to a whole number of steps
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number::<u64>(1..=100_000_000))]
    games: u64,
    /// Search N nodes for every move of the games
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = number::<u64>(AT_LEAST_1))]
    nodes: u64,
    /// Play N game pairs per step; more than N jobs have no effect
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<u64>(1..=10_000))]
    pairs: u64,
    /// Learning rate of the last step: each net won game moves every parameter by RATE times its perturbation
    #[arg(long, value_name = "RATE", default_value_t = 0.01, value_parser = rate)]
    rate: f64,
    /// Parameters to tune, by UCI option name or by layer, as in razoring,futility [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    tunables: Vec<String>,
    #[command(flatten)]
    seed_option: SeedArguments,
    #[command(flatten)]
    job_options: JobArguments,
    #[command(flatten)]
    engine_options: SearchArguments,
    /// Save the state to this file after every step
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    resumption: ResumeArguments,
    #[command(flatten)]
    messages: Output,
}

const EXAMPLES: &str = "\
Examples (build with cargo build --release --features tuning):
  engine tune search --games 40k --jobs 2 -o search.json
  engine tune search --games 40k --jobs 2 -o search.json --resume
  engine tune search --tunables razoring,futility_margin --games 5000

The output lists the old and new values, and the lines to copy into the source. The new value of a parameter is its \
average over the second half of the steps. Ctrl-C discards the current step; with --resume the same command continues \
from the file given by -o. Confirm the new values with engine match or a test server.";

pub fn run(arguments: &TuneSearchArguments) -> anyhow::Result<ExitCode> {
    let declared = arguments.select_tunables(tunable_list::declared())?;
    let mut spsa = arguments.start_or_resume(&declared)?;
    let stop = Arc::new(StopFlag::default());
    let interrupt = Interrupt::stopping(&stop)?;
    let progress = arguments.messages.progress(spsa.steps as usize, "steps");
    while spsa.done < spsa.steps && interrupt.code().is_none() {
        let before = spsa.done;
        let faults = arguments.step(&mut spsa, &declared, &stop)?;
        if let Some(fault) = faults.first() {
            print_message(format_args!("error: a search failed, and its step was discarded: {fault}"));
            return Ok(ExitCode::from(FAILED));
        }
        if spsa.done > before {
            arguments.save(&spsa, &declared)?;
        }
        progress.set_position(spsa.done);
    }
    progress.finish_and_clear();
    print(|out| {
        let (seed, nodes) = (arguments.seed_option.seed(), arguments.nodes);
        let (done, steps) = (spsa.done, spsa.steps);
        writeln!(out, "seed {seed}, {nodes} nodes per move, {done} of {steps} steps\n")?;
        report::write(out, &spsa, &declared)
    })?;
    Ok(interrupt.code().unwrap_or(ExitCode::SUCCESS))
}

impl TuneSearchArguments {
    /// Returns the parameters selected by `--tunables`; all parameters if the option is not given.
    fn select_tunables(&self, all: Vec<Declared>) -> Result<Vec<Declared>, UsageError> {
        if all.is_empty() {
            let command = "cargo build --release --features tuning";
            return Err(UsageError(format!(
                "search parameters are constants in this build: build with {command}"
            )));
        }
        let is_in_layer = |tunable: &Declared, name: &str| {
            let layer = name.parse::<Layer>().ok();
            layer.is_some_and(|layer| layer.info().tunables.iter().any(|one| one.declared() == *tunable))
        };
        let is_named =
            |tunable: &Declared, name: &str| tunable.uci_name() == name || is_in_layer(tunable, name);
        if let Some(unknown) =
            self.tunables.iter().find(|name| !all.iter().any(|tunable| is_named(tunable, name)))
        {
            let names = all.iter().map(Declared::uci_name).collect::<Vec<_>>().join(", ");
            return Err(UsageError(format!(
                "--tunables: unknown parameter or layer '{unknown}': write some of {names}"
            )));
        }
        let is_selected = |tunable: &Declared| {
            self.tunables.is_empty() || self.tunables.iter().any(|name| is_named(tunable, name))
        };
        Ok(all.into_iter().filter(is_selected).collect())
    }

    /// Starts a new tuning, or continues the tuning saved in the file given by `-o`.
    fn start_or_resume(&self, declared: &[Declared]) -> anyhow::Result<Spsa> {
        let parameter_of = |tunable: &Declared| {
            Parameter::new(tunable.range[0], tunable.range[1], tunable.range[2], tunable.step)
        };
        let steps = self.games.div_ceil(2 * self.pairs);
        let parameters = declared.iter().map(parameter_of).collect();
        let mut spsa = Spsa { parameters, steps, done: 0, rate: self.rate, seed: self.seed_option.seed() };
        let Some(path) = self.output.as_deref() else { return Ok(spsa) };
        if is_stdout(path) {
            return Err(UsageError(
                "--output -: the state cannot be saved to stdout: name a file".to_owned(),
            )
            .into());
        }
        if !self.resumption.resume {
            refuse_with(path, "use another name, or --resume to continue it")?;
            self.save(&spsa, declared)?;
            return Ok(spsa);
        }
        let Some(saved) = state_file::read(path)? else {
            self.save(&spsa, declared)?;
            return Ok(spsa);
        };
        let current = self.state(&spsa, declared);
        let same = saved.tunables.len() == declared.len()
            && saved
                .tunables
                .iter()
                .zip(&current.tunables)
                .all(|(saved, now)| (&saved.name, saved.old) == (&now.name, now.old));
        let plan = |tuning: &Tuning| Tuning { done: 0, tunables: Vec::new(), ..tuning.clone() };
        if !same || plan(&saved) != plan(&current) || saved.done > steps {
            let path = path.display();
            return Err(UsageError(format!(
                "cannot continue {path}: it was written with other options or by another engine: use the same options, or another --output file"
            ))
            .into());
        }
        spsa.done = saved.done;
        for (parameter, saved) in spsa.parameters.iter_mut().zip(saved.tunables) {
            (parameter.value, parameter.sum) = (saved.value, saved.sum);
        }
        Ok(spsa)
    }

    fn state(&self, spsa: &Spsa, declared: &[Declared]) -> Tuning {
        let state_of = |(tunable, parameter): (&Declared, &Parameter)| TunableState {
            name: tunable.uci_name(),
            old: tunable.range[0],
            value: parameter.value,
            sum: parameter.sum,
        };
        let tunables = declared.iter().zip(&spsa.parameters).map(state_of).collect();
        let Self { games, nodes, pairs, rate, .. } = *self;
        let seed = self.seed_option.seed();
        let engine = Identity::new(&self.engine_options.setup(), false).to_string();
        Tuning { seed, games, nodes, pairs, rate, engine, done: spsa.done, tunables }
    }

    fn save(&self, spsa: &Spsa, declared: &[Declared]) -> anyhow::Result<()> {
        let Some(path) = self.output.as_deref() else { return Ok(()) };
        state_file::write(path, self.state(spsa, declared))
    }

    /// Plays the games of one step and updates the parameters. If a search fails or `stop` ends the games, the
    /// parameters stay unchanged. Returns the messages of failed searches.
    fn step(&self, spsa: &mut Spsa, declared: &[Declared], stop: &StopFlag) -> anyhow::Result<Vec<String>> {
        let trial = spsa.trial();
        for (variant, values) in [(Variant::Up, &trial.up), (Variant::Down, &trial.down)] {
            for (tunable, value) in declared.iter().zip(values) {
                anyhow::ensure!(
                    tunable_list::vary(variant, &tunable.uci_name(), *value),
                    "unknown parameter {}",
                    tunable.uci_name()
                );
            }
        }
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let match_plan = MatchPlan {
            openings: self.openings(spsa.done),
            pairs: self.pairs,
            allowances: [limits.clone().into(), limits.into()],
            adjudication: Adjudication::MATCH,
            sprt: None,
        };
        let jobs = u64::from(self.job_options.jobs).min(self.pairs);
        let players = worker_states(jobs as usize, || self.players())?;
        let standings = match_plan.play(players, stop, |_, _| ControlFlow::Continue(()))?;
        if standings.faults.is_empty() && standings.pairs.pairs() == self.pairs {
            spsa.update(&trial, standings.wins as i64 - standings.losses as i64);
        }
        Ok(standings.faults)
    }

    /// Returns the openings of a step, one per game pair: the next openings of the built-in list, which is
    /// shuffled again after each pass through the list.
    fn openings(&self, step: u64) -> Vec<Line> {
        let all: Vec<_> =
            positions::openings().into_iter().map(|record| Line::new(record.position)).collect();
        let (first, count) = (step * self.pairs, all.len() as u64);
        let ordered = (first / count..).flat_map(|round| {
            let mut order = all.clone();
            shuffle(&mut order, self.seed_option.seed().wrapping_add(round));
            order
        });
        ordered.skip((first % count) as usize).take(self.pairs as usize).collect()
    }

    fn players(&self) -> Result<[Player; 2], OutOfMemory> {
        let megabytes = self.engine_options.megabytes().unwrap_or(MEGABYTES);
        let player = |variant| Ok(Player::new(self.engine_options.setup(), megabytes)?.varied(variant));
        Ok([player(Variant::Up)?, player(Variant::Down)?])
    }
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate: &f64| *rate > 0.0 && *rate <= 1.0);
    rate.ok_or_else(|| "write a number above 0 and up to 1".to_owned())
}
