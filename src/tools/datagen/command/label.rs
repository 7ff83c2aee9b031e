//! `engine datagen label`: replaces the scores of training positions by the evaluations of a teacher.

use std::{
    io::{self, BufRead as _, BufReader, BufWriter, IntoInnerError, Read as _, Write as _},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::Context as _;
use clap::Args;

use crate::tools::{
    common::{
        exit::UsageError,
        input,
        output::{Destination, Output, OutputFile, cannot_write, write_error},
    },
    datagen::{
        bulletformat::{RECORD_BYTES, is_valid, set_score},
        teacher::{Labeller, Teacher},
    },
};

const BUFFER: usize = 1 << 20;

/// Replace the scores of positions by evaluations of the network of Stockfish 15.1
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("output", |output| output.required(true).help("Write to this file; - is stdout"))
)]
pub struct DatagenLabelArguments {
    /// Files of positions in bulletformat, as engine datagen export and leaves write them; - is stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Network file of Stockfish 15.1, as its UCI command export_net writes it
    #[arg(long, value_name = "NET")]
    teacher: PathBuf,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    messages: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine datagen label positions.bin --teacher teacher.nnue -o labels.bin
  engine datagen export run7.vf -o - | engine datagen label --teacher N -o L

The score becomes four fifths of the network's internal value, at most 3000; the game result stays. Labels for \
records in the order of games are the fastest.";

/// Writes all records of the files, in their order, with the scores of the teacher.
pub fn run(arguments: &DatagenLabelArguments) -> anyhow::Result<ExitCode> {
    let paths = input::files_or_stdin(&arguments.files)?;
    let net = &arguments.teacher;
    let teacher =
        Teacher::load(net).map_err(|error| UsageError(format!("--teacher {}: {error}", net.display())))?;
    let mut labeller = Labeller::new(&teacher);
    let inputs = [&paths[..], std::slice::from_ref(net)].concat();
    let mut out = BufWriter::with_capacity(BUFFER, arguments.output.open(&inputs)?);
    let mut written = 0_u64;
    for path in &paths {
        let mut file = BufReader::with_capacity(BUFFER, input::open(path)?);
        let failed = |error: io::Error| input::read_error(error, &input::name(path));
        let mut number = 0_u64;
        while !file.fill_buf().map_err(failed)?.is_empty() {
            let mut record = [0; RECORD_BYTES];
            let read = file.read_exact(&mut record);
            let is_cut = read.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::UnexpectedEof);
            if is_cut || (read.is_ok() && !is_valid(&record)) {
                return Err(UsageError(format!(
                    "cannot read {}: record {number} is not a valid position in bulletformat: use a file of engine \
                     datagen export or leaves",
                    input::name(path)
                ))
                .into());
            }
            read.map_err(failed)?;
            let score = labeller.score(&record);
            set_score(&mut record, score);
            out.write_all(&record).with_context(|| cannot_write(arguments.output.path()))?;
            number += 1;
        }
        written += number;
    }
    let out = out.into_inner().map_err(IntoInnerError::into_error);
    out.and_then(Destination::finish).map_err(|error| write_error(error, arguments.output.path()))?;
    arguments.messages.remark(format_args!("{written} positions with labels of {}", teacher.name()));
    Ok(ExitCode::SUCCESS)
}
