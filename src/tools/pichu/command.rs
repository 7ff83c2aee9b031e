//! `engine pichu`: reads a Pichu board, searches a move within the time limit or the depth limit, and prints
//! the board after the move.

use std::{
    fs,
    io::{self, IsTerminal as _, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::{Context as _, anyhow};
use clap::{Args, ValueEnum};
use shakmaty::{Board, Color, Role};

use crate::{
    chess::{game::Game as _, score::Score},
    tools::{
        common::{
            exit::UsageError,
            output::{Output, print, print_message},
            values::number,
        },
        pichu::{
            Ending, MAX_PLIES, Pichu,
            board::{self, Place, bird, side},
            moves::is_promotion,
            search::{PichuAnswer, PichuLimits, search},
            table::PichuTable,
            table_file,
        },
    },
};

/// Suggest a move in Pichu, a simplified chess with bird names
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct PichuArguments {
    /// Side to move
    turn: Turn,
    /// Board as 64 characters, row by row: PNBRQK for White, pnbrqk for Black, a dot for an empty square
    board: String,
    /// Time limit in seconds, such as 10 or 0.5; the program exits before it expires
    #[arg(value_parser = seconds, required_unless_present = "depth")]
    seconds: Option<Duration>,
    /// Search to at most this depth in plies
    #[arg(long, value_name = "PLIES", value_parser = number::<u8>(1..=MAX_PLIES.into()))]
    depth: Option<u8>,
    /// Number of plies played so far; the game is drawn after 200
    #[arg(long, value_name = "PLIES", default_value_t = 0, value_parser = number::<u8>(0..=MAX_PLIES.into()))]
    ply: u8,
    /// Load the hash table from this file if it exists, and save it there for the next run
    #[arg(long, value_name = "FILE")]
    memory: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Rows and columns are numbered from 0. The first eight characters of the board are row 0, where White starts; White \
moves towards row 7.

  P Parakeet    moves as a pawn; becomes a Quetzal on the last row
  N Nighthawk   moves as a knight
  B Blue jay    moves as a bishop
  R Robin       moves as a rook
  Q Quetzal     moves as a queen
  K Kingfisher  moves as a king; the side that loses it has lost the game

There is no castling, no en passant and no check. If the side to move has no legal move, the game is drawn. The \
last line of the output is the new board, ready for the next command.

Examples:
  engine pichu w \\
    RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr 10
  engine pichu b --memory birds \\
    RNBQKBNRPPPP.PPP...................P............ppp.pppprnbqkbnr 0.5
  engine pichu w --depth 6 \\
    RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr";

/// Time reserved for starting the program and printing the answer: enough with four other programs on every
/// core.
const START_AND_PRINT: Duration = Duration::from_millis(20);
/// Percentage of the time limit that is reserved for other programs and for writing the memory file; for a
/// time limit above five seconds, this percentage of five seconds.
const MARGIN_PERCENT: u32 = 5;
/// Time that reading and writing the memory file is assumed to take, per MiB.
const MEMORY_PER_MEGABYTE: Duration = Duration::from_millis(10);

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Turn {
    #[value(name = "w", alias = "white")]
    White,
    #[value(name = "b", alias = "black")]
    Black,
}

/// Parses a positive time in seconds. A time too large for a [`Duration`] becomes [`Duration::MAX`].
fn seconds(text: &str) -> Result<Duration, String> {
    let remedy = "use a number above 0, such as 10 or 0.5";
    let number: f64 = text.parse().map_err(|_| remedy.to_owned())?;
    if number.is_nan() || number <= 0.0 {
        return Err(remedy.to_owned());
    }
    Ok(Duration::try_from_secs_f64(number).unwrap_or(Duration::MAX))
}

/// Runs `engine pichu`. With a time limit, counted from `started`, the search ends early enough to print the
/// answer and to write the memory file.
pub fn run(arguments: &PichuArguments, started: Instant) -> anyhow::Result<ExitCode> {
    let PichuArguments { depth, ply, output, .. } = arguments;
    let turn = match arguments.turn {
        Turn::White => Color::White,
        Turn::Black => Color::Black,
    };
    let board = board::read(&arguments.board).map_err(|error| UsageError(error.to_string()))?;
    let game = Pichu::new(board, turn, *ply);
    let mut table = PichuTable::new()?;
    let memory = arguments.memory.as_deref().filter(|path| arguments.has_time_to_load(path));
    let loading_started = Instant::now();
    if let Some(path) = memory {
        load_memory(path, &mut table)?;
    }
    let loaded = loading_started.elapsed();
    let deadline = arguments.seconds.and_then(|total| started.checked_add(thinking_time(total, loaded)));
    let shows_progress = io::stderr().is_terminal() && !output.quiet;
    let limits = PichuLimits { depth: *depth, nodes: None, deadline };
    let answer = search(&game, limits, &mut table, |answer| {
        if shows_progress {
            print_message(format_args!("depth {}: {}", answer.depth, advice(game.board(), answer)));
        }
    });

    print(|out| write_answer(out, &game, answer.as_ref()))?;
    if let Some(answer) = &answer {
        output.remark(format_args!(
            "{}, depth {}, {} nodes, {:.3} s",
            score_text(answer.score),
            answer.depth,
            answer.nodes,
            started.elapsed().as_secs_f64()
        ));
    }
    if let Some(path) = memory.filter(|_| answer.is_some()) {
        table_file::save(path, &table)
            .with_context(|| format!("--memory: cannot write {}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

impl PichuArguments {
    /// Returns whether reading and writing the memory file at `path` is expected to take at most half of the
    /// time limit; true without a time limit. If not, prints a note that the file is not used.
    fn has_time_to_load(&self, path: &Path) -> bool {
        let bytes = fs::metadata(path).map_or(0, |file| file.len()).min(table_file::MAX_FILE_BYTES as u64);
        let needed = MEMORY_PER_MEGABYTE * (bytes >> 20) as u32;
        let has = self.seconds.is_none_or(|total| needed <= total / 2);
        if !has {
            self.output.remark(format_args!(
                "note: the memory file is not used: it needs a time limit of at least {:?}",
                needed * 2
            ));
        }
        has
    }
}

/// Returns the time for the search: the time limit `total` minus the reserves (at most two thirds of
/// `total`), and minus twice `loaded`, the time that reading the memory file took, because writing the file
/// takes about as long.
fn thinking_time(total: Duration, loaded: Duration) -> Duration {
    let reserved = START_AND_PRINT + total.min(Duration::from_secs(5)) * MARGIN_PERCENT / 100;
    total.saturating_sub(reserved.min(total / 3 * 2)).saturating_sub(2 * loaded)
}

fn load_memory(path: &Path, table: &mut PichuTable) -> anyhow::Result<()> {
    // A missing directory is an error before the search: otherwise the command would fail only when it saves
    // the memory file.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(UsageError(format!(
            "--memory: directory {} does not exist: create it first",
            folder.display()
        ))
        .into());
    }
    table_file::load(path, table)
        .map_err(|error| anyhow!("--memory: cannot read {}: {error}", path.display()))?;
    Ok(())
}

/// Writes the boards before and after the move, the move in words, how the game ended, if it ended, and the
/// new board as the last line. Without a move, writes the unchanged board as rows and as the last line.
fn write_answer(out: &mut dyn Write, game: &Pichu, answer: Option<&PichuAnswer>) -> io::Result<()> {
    let before = board::picture(game.board());
    let mut last = game.clone();
    if let Some(answer) = answer {
        last = game.play(answer.best);
        for (before, after) in before.iter().zip(&board::picture(last.board())) {
            writeln!(out, "{before}      {after}")?;
        }
        writeln!(out, "\n{}", advice(game.board(), answer))?;
    } else {
        writeln!(out, "{}\n", before.join("\n"))?;
    }
    if let Some(ending) = last.ending() {
        writeln!(out, "{}", ending_sentence(ending, last.turn()))?;
    }
    writeln!(out, "{}", board::write(last.board()))
}

/// Describes the recommended move: "Move the Parakeet at row 3 column 4 to row 4 column 3." and, on a second line,
/// "There it takes a Parakeet."
fn advice(board: &Board, answer: &PichuAnswer) -> String {
    let (from, to) = (answer.best.from, answer.best.to);
    let mover = board.piece_at(from);
    let takes = board.role_at(to);
    let becomes = mover.filter(|mover| is_promotion(*mover, to)).map(|_| Role::Queen);
    let article = |role| if role == Role::King { "the" } else { "a" };
    let does: Vec<_> = [("takes", takes), ("becomes", becomes)]
        .into_iter()
        .filter_map(|(does, what)| what.map(|what| format!("{does} {} {}", article(what), bird(what))))
        .collect();
    let does = if does.is_empty() { String::new() } else { format!("\nThere it {}.", does.join(" and ")) };
    format!(
        "Move the {} at {} to {}.{does}",
        mover.map_or("", |mover| bird(mover.role)),
        Place(from),
        Place(to)
    )
}

/// Describes a score in Parakeets, or the number of moves until a Kingfisher is taken.
fn score_text(score: Option<Score>) -> String {
    let Some(score) = score else { return "not searched".to_owned() };
    match score.mate() {
        Some(moves) if moves > 0 => format!("takes the Kingfisher in {moves}"),
        Some(moves) => format!("loses the Kingfisher in {}", -moves),
        None => format!("{:+.1} Parakeets", f64::from(score.raw()) / 100.0),
    }
}

fn ending_sentence(ending: Ending, turn: Color) -> String {
    match ending {
        Ending::Won(color) => format!("{} has won: {}'s Kingfisher is taken.", side(color), side(!color)),
        Ending::NoMove => format!("The game is drawn: {} cannot move.", side(turn)),
        Ending::TooLong => format!("The game is drawn: it has lasted {MAX_PLIES} plies."),
    }
}
