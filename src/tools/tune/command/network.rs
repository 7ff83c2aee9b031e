//! `engine tune network`: trains a network on the CPU.

use std::{
    fs::File,
    num::NonZero,
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::Context as _;
use clap::{Args, value_parser};

use crate::{
    evaluate::{
        Network,
        network::{Architecture, simd},
    },
    support::replace,
    tools::{
        common::{
            exit::UsageError,
            input,
            interrupt::Interrupt,
            output::{Output, OutputFile, cannot_write, print},
            search_arguments::{SeedArguments, ThreadArguments},
            values::{SECOND, duration, number},
        },
        tune::network::{
            Layers, LearningRate, Records, RecordsError, ResultShare, TrainingPlan, TrainingReport,
            fit_scale, held_out_losses, train,
        },
    },
};

/// Share of every file that is held out, from its start, to measure the loss on unseen positions.
const HELD_OUT: f64 = 0.02;
/// Learning rate of the last training step.
const LAST_RATE: f32 = 1e-5;

/// Train a network on the CPU from positions of engine datagen export
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("threads", |threads| threads.help("Number of threads [default: all cores]")),
    mut_arg("output", |output| {
        output.required_unless_present("measure").help("Write the network to this file, again at every progress report; - is stdout")
    })
)]
pub struct TuneNetworkArguments {
    /// Files of training positions in bulletformat, as engine datagen export writes them; - is stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputFile,
    /// Use N neurons for the view of each side, a multiple of 64 up to 1024; with --start, neurons are added
    /// [default: 64, or as in --start]
    #[arg(long, value_name = "N", value_parser = parse_size)]
    size: Option<usize>,
    /// Do not train, but print the losses of the network in this file on the positions; can be repeated
    #[arg(long, value_name = "NETWORK", conflicts_with_all = [
        "output", "size", "start", "wdl", "epochs", "batch", "rate", "seconds", "seed",
    ])]
    measure: Vec<PathBuf>,
    /// Start the training from the network in this file instead of random weights
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Weight of the game result in the training target, 0 to 1 (the rest is the search score): FIRST for a
    /// quarter of the training, then linear to LAST
    #[arg(long, value_name = "FIRST-LAST", default_value = "0.2-0.3")]
    wdl: ResultShare,
    /// Pass over the training records N times, as in 10 or 0.5
    #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = parse_positive)]
    epochs: f64,
    /// Use N records per training step
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = number::<u32>(1..=100_000))]
    batch: u32,
    /// Highest learning rate, reached after a short warm-up; the last step has 0.00001
    #[arg(long, value_name = "RATE", default_value_t = 2e-3, value_parser = parse_positive)]
    rate: f64,
    /// Search score in internal units at which the expected result is 73 %; 0 fits it to the records
    #[arg(long, value_name = "CP", default_value_t = 0, value_parser = value_parser!(i32).range(0..=10_000))]
    scale: i32,
    /// Train for at most this time: seconds, or with a unit, as in 30m; the schedules of learning rate and result
    /// weight are shortened to this time
    #[arg(long, value_name = "SECONDS", value_parser = duration(SECOND, SECOND))]
    seconds: Option<Duration>,
    #[command(flatten)]
    thread_options: ThreadArguments,
    #[command(flatten)]
    seed_option: SeedArguments,
    #[command(flatten)]
    messages: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine tune network records.bin -o first.nnue
  engine tune network old.bin new.bin --size 128 -o wide.nnue
  engine tune network new.bin --start wide.nnue --rate 3e-4 -o tuned.nnue
  engine tune network new.bin --measure wide.nnue --measure tuned.nnue
  engine match full,evalfile=tuned.nnue full,evalfile=wide.nnue

The first 2 % of every file are held out, to measure the loss on unseen positions. A loss is the mean squared difference between the network's expected result and the training target. Held-out losses \
use three fixed targets: the search score, the mean of score and result, and the game result. If the held-out losses \
rise while the training loss falls, the network is overfitting.

The same seed and the same number of threads give the same network, unless --seconds or a signal ends the training. \
Ctrl-C writes the current network. Files can be larger than the memory; stdin is copied to a temporary file.";

pub fn run(arguments: &TuneNetworkArguments) -> anyhow::Result<ExitCode> {
    let files = input::files_or_stdin(&arguments.files)?;
    let inputs: Vec<_> = files.iter().chain(&arguments.start).cloned().collect();
    arguments.output.check(&inputs)?;
    if !arguments.measure.is_empty() {
        return arguments.print_losses(&files);
    }
    let (start, teacher) = arguments.start()?;
    let records = read_records(&files, HELD_OUT)?;
    let plan = arguments.plan(&records)?;
    arguments.messages.remark(format_args!(
        "{}: {} training positions, {} held out, scale {}; {} threads, seed {}, {}",
        Architecture(start.neurons()),
        records.training_count(),
        records.held_out().len(),
        plan.scale,
        plan.threads,
        plan.seed,
        plan.path,
    ));
    let stop = Arc::new(AtomicBool::new(false));
    let stop_on_signal = Arc::clone(&stop);
    let interrupt = Interrupt::watch(move |_| stop_on_signal.store(true, Ordering::Relaxed))?;
    let hash = records.hash();
    let network = |layers: &Layers| -> anyhow::Result<Network> {
        Ok(Network { teacher: teacher.clone(), ..layers.network(plan.scale, hash)? })
    };
    let mut written = Ok(());
    let trained = train(&records, start, &plan, &stop, |report, layers| {
        arguments.print_progress(report);
        if arguments.output.is_file() {
            written = network(layers).and_then(|network| arguments.write(&network));
        }
        if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let trained = trained.context("cannot read the records again")?;
    written?;
    if !arguments.output.is_file() {
        arguments.output.write(&network(&trained)?.to_bytes())?;
    }
    Ok(interrupt.code().unwrap_or(ExitCode::SUCCESS))
}

impl TuneNetworkArguments {
    /// Prints the losses of the networks of `--measure`: on all records, or on an even sample of the first million
    /// records of each file. All networks are measured with the same scale, so that their losses can be compared.
    fn print_losses(&self, files: &[PathBuf]) -> anyhow::Result<ExitCode> {
        let networks =
            self.measure.iter().map(|path| Ok((path.display().to_string(), load(path, "--measure")?)));
        let networks = networks.collect::<anyhow::Result<Vec<_>>>()?;
        let records = read_records(files, 1.0)?;
        let TrainingPlan { scale, threads, .. } = self.plan(&records)?;
        let width = networks.iter().map(|(name, _)| name.chars().count()).fold("network".len(), usize::max);
        print(|out| {
            writeln!(out, "{:width$}     score     mixed    result", "network")?;
            networks.iter().try_for_each(|(name, network)| {
                let mut layers = Layers::of(network);
                layers.scale_output(network.scale() as f32 / scale as f32);
                let [score, mixed, result] = held_out_losses(&records, &layers, scale, threads);
                writeln!(out, "{name:width$}  {score:.6}  {mixed:.6}  {result:.6}")
            })
        })?;
        Ok(ExitCode::SUCCESS)
    }

    fn print_progress(&self, report: &TrainingReport) {
        let TrainingReport { step, steps, rate, training, held_out: [score, half, result], speed } = report;
        let speed = speed / 1e3;
        self.messages.remark(format_args!(
            "step {step}/{steps}: rate {rate:.1e}, loss {training:.6}, held-out loss: score {score:.6}, \
             mixed {half:.6}, result {result:.6}; {speed:.0} k positions/s"
        ));
    }

    /// Returns the initial network parameters and the teacher: random parameters without a teacher, or those of
    /// the file of `--start`.
    fn start(&self) -> anyhow::Result<(Layers, String)> {
        let Some(path) = &self.start else {
            let layers = Layers::random(self.size.unwrap_or(64), self.seed_option.seed());
            return Ok((layers, String::new()));
        };
        let network = load(path, "--start")?;
        let neurons = network.neurons();
        let size = self.size.unwrap_or(neurons);
        if size < neurons {
            let message = format!(
                "--start: {} has {neurons} neurons; neurons can be added but not removed: use --size {neurons} or more",
                path.display()
            );
            return Err(UsageError(message).into());
        }
        Ok((Layers::of(&network).widened(size, self.seed_option.seed()), network.teacher().to_owned()))
    }

    fn plan(&self, records: &Records) -> anyhow::Result<TrainingPlan> {
        let all = || thread::available_parallelism().map_or(1, NonZero::get);
        let scale = if self.scale == 0 {
            fit_scale(records).context("cannot read the records again")?
        } else {
            self.scale
        };
        Ok(TrainingPlan {
            epochs: self.epochs,
            batch: self.batch as usize,
            rates: LearningRate { highest: self.rate as f32, last: LAST_RATE.min(self.rate as f32) },
            result_share: self.wdl,
            scale,
            threads: self.thread_options.threads.unwrap_or_else(all),
            seed: self.seed_option.seed(),
            time: self.seconds,
            path: simd::SimdPath::best(),
        })
    }

    fn write(&self, network: &Network) -> anyhow::Result<()> {
        let path = self.output.path();
        replace::write(path, &network.to_bytes()).with_context(|| cannot_write(path))
    }
}

/// Reads the records of all files and holds out the share `held_out` of each.
fn read_records(files: &[PathBuf], held_out: f64) -> anyhow::Result<Records> {
    let mut records = Records::default();
    for path in files {
        let name = input::name(path);
        let input = input::open(path)?;
        // A pipe cannot be read again.
        let is_file = !input::is_stdin(path) && path.is_file();
        let file =
            is_file.then(|| File::open(path)).transpose().with_context(|| format!("cannot read {name}"))?;
        records.read(input, file, held_out).map_err(|error| match error {
            RecordsError::Io(_) | RecordsError::Copy(_) => {
                anyhow::Error::from(error).context(format!("cannot read {name}"))
            }
            error => UsageError(format!("cannot read {name}: {error}")).into(),
        })?;
    }
    if records.training_count() == 0 && (held_out < 1.0 || records.held_out().is_empty()) {
        return Err(UsageError(
            "the input files contain no training positions: use files of engine datagen export".to_owned(),
        )
        .into());
    }
    Ok(records)
}

/// Reads the network of the option `option` from a file.
fn load(path: &Path, option: &str) -> Result<Network, UsageError> {
    Network::load(path).map_err(|error| UsageError(format!("{option}: {}: {error}", path.display())))
}

fn parse_size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| (64..=1024).contains(size) && size % 64 == 0);
    size.ok_or_else(|| "write a multiple of 64 from 64 to 1024".to_owned())
}

fn parse_positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number > 0.0 && *number <= 1e6);
    number.ok_or_else(|| "write a number above 0, as in 10 or 0.5".to_owned())
}
