//! `engine tune network`: a net, trained on this processor.

use std::{
    fmt,
    io::Write as _,
    num::NonZero,
    ops::ControlFlow,
    path::PathBuf,
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
    cli::{exit::UsageError, interrupt::Interrupt, output::print_message},
    evaluate::{Network, network::simd::Path},
    lab::tune::network::{
        Layers, LearningRate, Plan, Records, RecordsError, Report, ResultShare, fit_scale, train,
    },
    replace::Replacement,
};

/// Train a net on records of engine datagen --export
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Files of records, 36 bytes each
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where to write the net; what is there is replaced at every report
    #[arg(short, long, value_name = "NET")]
    output: PathBuf,
    /// Neurons of a view, a multiple of 32 up to 1024 [default: 64, or those of --start]
    #[arg(long, value_name = "N", value_parser = parse_size)]
    size: Option<usize>,
    /// Outputs, one of which the number of men chooses: 1 or 8 [default: 1, or those of --start]
    #[arg(long, value_name = "N", value_parser = parse_buckets)]
    buckets: Option<usize>,
    /// A net to go on from, instead of random weights
    #[arg(long, value_name = "NET")]
    start: Option<PathBuf>,
    /// The weight of the result against the score: FIRST for a quarter of the way, then in a line to LAST
    #[arg(long, value_name = "FIRST-LAST", default_value = "0.2-0.3")]
    wdl: ResultShare,
    /// How often every record is seen, as in 10 or 0.5
    #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = parse_positive)]
    epochs: f64,
    /// Records to a step
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = value_parser!(u32).range(1..))]
    batch: u32,
    /// The highest learning rate
    #[arg(long, value_name = "RATE", default_value_t = 1e-3, value_parser = parse_positive)]
    rate: f64,
    /// The learning rate of the last step
    #[arg(long, value_name = "RATE", default_value_t = 1e-5, value_parser = parse_positive)]
    last_rate: f64,
    /// The score with which e of e + 1 games are won; 0: fitted to the records
    #[arg(long, value_name = "CP", default_value_t = 0, value_parser = value_parser!(i32).range(0..=10_000))]
    scale: i32,
    /// The share of every file, from its front, that is never learned from
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = parse_share)]
    held_out: f64,
    /// Seconds to train, at most; the learning rate is fitted to them
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    seconds: Option<u64>,
    /// Threads that work [default: all]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Another seed, other weights to begin with and another order of the records
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// No progress
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  engine tune network records.bin -o first.nnue
  engine tune network old.bin new.bin --size 128 --buckets 8 --seconds 3600 -o wide.nnue
  engine tune network new.bin --start wide.nnue --rate 3e-4 --epochs 4 -o tuned.nnue
  engine match full,evalfile=tuned.nnue full,evalfile=wide.nnue

Losses are mean squared errors of the expected result. Those held out are told for goals that stay the same: the score
alone, half and half, the result alone. Where they rise while the other falls, games are being learned by heart.
The same seed and number of threads give the same net, unless --seconds or a signal end it; Ctrl-C writes what there is.
With a graphics card src/evaluate/network/train.py does the same, some ten times as fast.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let start = arguments.layers()?;
    // Whoever cannot write is told at once, not when the work is done.
    Replacement::new(&arguments.output).with_context(|| arguments.write_error())?;
    let records = arguments.records()?;
    let plan = arguments.plan(&records);
    arguments.remark(format_args!(
        "(768 -> {})x2 -> {}: {} records to learn from, {} held out, scale {}; {} threads, {}",
        start.neurons(),
        start.buckets(),
        records.training().len(),
        records.held_out().len(),
        plan.scale,
        plan.threads,
        plan.path,
    ));
    let stop = Arc::new(AtomicBool::new(false));
    let stop_on_signal = Arc::clone(&stop);
    let interrupt = Interrupt::watch(move |_| stop_on_signal.store(true, Ordering::Relaxed))?;
    let hash = records.hash();
    let mut written = Ok(());
    train(records, start, &plan, &stop, |report, layers| {
        arguments.print_progress(report);
        written = arguments.write(layers, plan.scale, hash);
        if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    written?;
    Ok(interrupt.code().unwrap_or(ExitCode::SUCCESS))
}

impl Arguments {
    fn remark(&self, text: fmt::Arguments<'_>) {
        if !self.quiet {
            print_message(text);
        }
    }

    fn print_progress(&self, report: &Report) {
        let Report { step, steps, rate, training, held_out: [score, half, result], speed } = report;
        let speed = speed / 1e3;
        self.remark(format_args!(
            "step {step}/{steps}: rate {rate:.1e}, loss {training:.6}, held out: by score {score:.6}, \
             half {half:.6}, by result {result:.6}; {speed:.0} k/s"
        ));
    }

    /// What to begin with.
    fn layers(&self) -> anyhow::Result<Layers> {
        let Some(path) = &self.start else {
            return Ok(Layers::random(self.size.unwrap_or(64), self.buckets.unwrap_or(1), self.seed));
        };
        let network =
            Network::load(path).map_err(|error| UsageError(format!("{}: {error}", path.display())))?;
        let (neurons, buckets) = (network.neurons(), network.buckets());
        if self.size.is_some_and(|size| size != neurons)
            || self.buckets.is_some_and(|wanted| wanted != buckets)
        {
            let shape = format!("{neurons} neurons and {buckets} outputs: leave --size and --buckets out");
            return Err(UsageError(format!("{} has {shape}", path.display())).into());
        }
        Ok(Layers::of(&network))
    }

    fn records(&self) -> anyhow::Result<Records> {
        let mut records = Records::default();
        for path in &self.files {
            records.read(path, self.held_out).map_err(|error| match error {
                RecordsError::Io(error) => {
                    anyhow::Error::from(error).context(format!("cannot read {}", path.display()))
                }
                error => UsageError(format!("{}: {error}", path.display())).into(),
            })?;
        }
        if records.training().is_empty() {
            return Err(UsageError("there is no record to learn from in what was given".to_owned()).into());
        }
        Ok(records)
    }

    fn plan(&self, records: &Records) -> Plan {
        let all = || thread::available_parallelism().map_or(1, NonZero::get);
        Plan {
            epochs: self.epochs,
            batch: self.batch as usize,
            rates: LearningRate { highest: self.rate as f32, last: self.last_rate as f32 },
            result_share: self.wdl,
            scale: if self.scale == 0 { fit_scale(records) } else { self.scale },
            threads: self.threads.map_or_else(all, |threads| threads as usize),
            seed: self.seed,
            time: self.seconds.map(Duration::from_secs),
            path: Path::best(),
        }
    }

    fn write(&self, layers: &Layers, scale: i32, hash: u64) -> anyhow::Result<()> {
        let network = layers.network(scale, hash)?;
        let mut out = Replacement::new(&self.output).with_context(|| self.write_error())?;
        out.write_all(&network.to_bytes()).and_then(|()| out.finish()).with_context(|| self.write_error())
    }

    fn write_error(&self) -> String {
        format!("cannot write {}", self.output.display())
    }
}

fn parse_size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| (32..=1024).contains(size) && size % 32 == 0);
    size.ok_or_else(|| "write a multiple of 32 from 32 to 1024".to_owned())
}

fn parse_buckets(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|buckets| matches!(buckets, 1 | 8)).ok_or_else(|| "write 1 or 8".to_owned())
}

fn parse_positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number > 0.0 && *number <= 1e6);
    number.ok_or_else(|| "write a number above 0, as in 10 or 0.5".to_owned())
}

fn parse_share(text: &str) -> Result<f64, String> {
    let parse_share = text.parse().ok().filter(|parse_share| (0.0..=0.9).contains(parse_share));
    parse_share.ok_or_else(|| "write a share from 0 to 0.9".to_owned())
}
