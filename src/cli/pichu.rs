//! `engine pichu`: the simplified chess with bird names, a board in, a board out.

use std::{
    fs,
    io::{self, IsTerminal as _, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::{Context as _, anyhow};
use clap::{Args, ValueEnum, value_parser};
use shakmaty::{Color, Role};

use super::{
    exit::UsageError,
    output::{Output, print, print_json, print_message},
};
use crate::{
    game::Game as _,
    pichu::{
        Ending, MAX_PLIES, Pichu,
        advice::{Advice, Flight, Spot},
        board::{self, side},
        search::{Answer, Limits, search},
        table::Table,
        table_file,
    },
    score::Score,
};

/// Advise a move in Pichu, the simplified chess with birds for men
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Whose turn it is: w or b
    turn: Turn,
    /// 64 characters row by row: PNBRQK White, pnbrqk Black, '.' empty
    board: String,
    /// The time until the answer must stand, as in 10 or 0.5
    #[arg(value_parser = seconds, required_unless_present = "depth")]
    seconds: Option<Duration>,
    /// Look no farther than so many plies
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u8).range(1..=i64::from(MAX_PLIES)))]
    depth: Option<u8>,
    /// How many plies the game has lasted; after 200 it is drawn
    #[arg(long, value_name = "PLIES", default_value_t = 0, value_parser = value_parser!(u8).range(0..=i64::from(MAX_PLIES)))]
    ply: u8,
    /// Keep in this file what was found out, for the next run
    #[arg(long, value_name = "FILE")]
    memory: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Rows and columns are counted from 0. Row 0 comes first: White starts there and moves towards row 7.
  P Parakeet    one ahead, two from its starting row; takes diagonally ahead; a Quetzal on the far row
  N Nighthawk   as a knight            R Robin        as a rook
  B Blue jay    as a bishop            Q Quetzal      as a queen
  K Kingfisher  as a king; who loses it has lost, and nothing else forbids a move
Who cannot move has drawn. The last line of the answer is the new board, for the next command.

Examples:
  engine pichu w RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr 10
  engine pichu b RNBQKBNRPPPP.PPP...................P............ppp.pppprnbqkbnr 0.5 --memory birds
  engine pichu w RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr --depth 6 --json";

/// What starting the program and printing take at most, with four other programs on every core.
const START_AND_PRINT: Duration = Duration::from_millis(20);
/// The part of the time, up to five seconds of it, that is left for other programs and for writing a memory.
const MARGIN_PERCENT: u32 = 5;
/// What reading and writing a memory take at most.
const MEMORY_PER_MEGABYTE: Duration = Duration::from_millis(10);

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Turn {
    #[value(name = "w", alias = "white")]
    White,
    #[value(name = "b", alias = "black")]
    Black,
}

/// A time above nothing; what no clock can count is for ever.
fn seconds(text: &str) -> Result<Duration, String> {
    let remedy = "write a number above 0, as in 10 or 0.5";
    let number: f64 = text.parse().map_err(|_| remedy.to_owned())?;
    if number.is_nan() || number <= 0.0 {
        return Err(remedy.to_owned());
    }
    Ok(Duration::try_from_secs_f64(number).unwrap_or(Duration::MAX))
}

/// The answer is out before the time has passed since `started`.
pub fn run(arguments: &Arguments, started: Instant) -> anyhow::Result<ExitCode> {
    let Arguments { depth, ply, output, .. } = arguments;
    let turn = match arguments.turn {
        Turn::White => Color::White,
        Turn::Black => Color::Black,
    };
    let board = board::read(&arguments.board).map_err(|error| UsageError(error.to_string()))?;
    let game = Pichu::new(board, turn, *ply);
    let mut table = Table::new()?;
    let memory = arguments.memory.as_deref().filter(|path| arguments.has_time_to_load(path));
    let loading_started = Instant::now();
    if let Some(path) = memory {
        load_memory(path, &mut table)?;
    }
    let loaded = loading_started.elapsed();
    let deadline = arguments.seconds.and_then(|total| started.checked_add(thinking_time(total, loaded)));
    let shows_progress = io::stderr().is_terminal() && !output.quiet;
    let limits = Limits { depth: *depth, nodes: None, deadline };
    let answer = search(&game, limits, &mut table, |answer| {
        if shows_progress {
            print_message(format_args!(
                "depth {}: {}",
                answer.depth,
                advice_sentence(&Advice::new(&game, Some(answer), Duration::ZERO))
            ));
        }
    });

    let advice = Advice::new(&game, answer.as_ref(), started.elapsed());
    if output.json {
        print_json(advice)?;
    } else {
        print(|out| write_answer(out, &game, answer.as_ref(), &advice))?;
        if let Some(answer) = &answer {
            output.remark(format_args!(
                "{}, depth {}, {} nodes, {:.3} s",
                worth(answer.score),
                answer.depth,
                answer.nodes,
                started.elapsed().as_secs_f64()
            ));
        }
    }
    if let Some(path) = memory.filter(|_| answer.is_some()) {
        table_file::save(path, &table)
            .with_context(|| format!("--memory: cannot write {}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    /// Whether there is time to read the memory at `path` and to write it again; if not, it stays as it is.
    fn has_time_to_load(&self, path: &Path) -> bool {
        let bytes = fs::metadata(path).map_or(0, |file| file.len()).min(table_file::MAX_FILE_BYTES as u64);
        let needed = MEMORY_PER_MEGABYTE * (bytes >> 20) as u32;
        let has = self.seconds.is_none_or(|total| needed <= total / 2);
        if !has {
            self.output.remark(format_args!("no time for the memory: give it {:?} or more", needed * 2));
        }
        has
    }
}

/// What remains of the time beside starting and printing, and beside writing a memory that took `loaded` to read.
fn thinking_time(total: Duration, loaded: Duration) -> Duration {
    let reserved = START_AND_PRINT + total.min(Duration::from_secs(5)) * MARGIN_PERCENT / 100;
    total.saturating_sub(reserved.min(total / 3 * 2)).saturating_sub(2 * loaded)
}

fn load_memory(path: &Path, table: &mut Table) -> anyhow::Result<()> {
    // The folder is asked for now, since afterwards the answer would be there and the memory lost.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(UsageError(format!("--memory: there is no folder {}", folder.display())).into());
    }
    table_file::load(path, table).map_err(|error| anyhow!("--memory {}: {error}", path.display()))?;
    Ok(())
}

/// The boards before and after, what to move, and the new board as the last line.
fn write_answer(
    out: &mut dyn Write,
    game: &Pichu,
    answer: Option<&Answer>,
    advice: &Advice,
) -> io::Result<()> {
    let before = board::picture(game.board());
    let mut last = game.clone();
    if let Some(answer) = answer {
        last = game.play(answer.best);
        for (before, after) in before.iter().zip(&board::picture(last.board())) {
            writeln!(out, "{before}      {after}")?;
        }
        writeln!(out, "\n{}", advice_sentence(advice))?;
    } else {
        writeln!(out, "{}\n", before.join("\n"))?;
    }
    if let Some(ending) = last.ending() {
        writeln!(out, "{}", farewell(ending, last.turn()))?;
    }
    writeln!(out, "{}", advice.new_board)
}

/// "Move the Parakeet at row 3 column 4 to row 4 column 3, where it takes a Parakeet."
fn advice_sentence(advice: &Advice) -> String {
    let Some(Flight { bird, from, to, takes, becomes }) = &advice.mv else { return String::new() };
    let place = |Spot { row, column }: &Spot| format!("row {row} column {column}");
    let article = |bird: &str| if bird == board::bird(Role::King) { "the" } else { "a" };
    let does: Vec<_> = [("takes", takes), ("becomes", becomes)]
        .into_iter()
        .filter_map(|(does, what)| what.map(|what| format!("{does} {} {what}", article(what))))
        .collect();
    let does = if does.is_empty() { String::new() } else { format!(", where it {}", does.join(" and ")) };
    format!("Move the {bird} at {} to {}{does}.", place(from), place(to))
}

/// The score of a move in Parakeets; or when a Kingfisher is taken, counting the moves of the side that takes it.
fn worth(score: Option<Score>) -> String {
    let Some(score) = score else { return "not searched".to_owned() };
    match score.mate() {
        Some(moves) if moves > 0 => format!("takes the Kingfisher in {moves}"),
        Some(moves) => format!("loses the Kingfisher in {}", -moves),
        None => format!("{:+.1} Parakeets", f64::from(score.raw()) / 100.0),
    }
}

fn farewell(ending: Ending, turn: Color) -> String {
    match ending {
        Ending::Won(color) => format!("{} has won: {}'s Kingfisher is taken.", side(color), side(!color)),
        Ending::NoMove => format!("The game is drawn: {} cannot move.", side(turn)),
        Ending::TooLong => format!("The game is drawn: it has lasted {MAX_PLIES} plies."),
    }
}
