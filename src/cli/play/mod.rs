//! `engine play`: a game in the terminal, a person against the engine or against another person.
//!
//! - [`command`]: what a person can type, and what it does.
//! - [`move_reader`] reads moves; [`illegal_move`] explains why a move is not legal.
//! - [`clock`]: time controls and the clocks of both sides.
//! - [`display`]: the board, messages and the prompt; [`notation`]: moves and pieces in words.
//! - [`session`]: the main loop; [`seating`] sets it up from the command line.
//! - [`game`]: moves, draw claims, and the end; [`save`]: writing and reading PGN.
//! - [`opponent`]: the engine; [`input`] and [`interrupts`]: lines and signals from the terminal.

mod clock;
mod command;
mod display;
mod game;
mod illegal_move;
mod input;
mod interrupts;
mod move_reader;
mod notation;
mod opponent;
mod save;
mod seating;
mod session;

use std::{
    io::{self, IsTerminal as _},
    path::{Path, PathBuf},
    process::ExitCode,
    time::{SystemTime, UNIX_EPOCH},
};

use clap::{Args, ValueEnum, value_parser};
use rand::RngExt as _;
use shakmaty::CastlingMode;

use self::{
    clock::TimeControl,
    game::{Chess960Start, Game},
    input::Input,
    save::SavedGame,
};
use super::{
    exit::UsageError,
    output::Output,
    search_arguments::{LimitArguments, PositionArguments, SearchArguments, ThreadArguments},
};
use crate::{
    engine::rng::game_rng,
    engine::strength::Strength,
    position::{Position, Strictness},
};

/// Play a game in the terminal, against the engine or another person
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Your side; both is a game between two people [default: the side to move]
    #[arg(long, visible_alias = "color", value_name = "SIDE", value_enum)]
    colour: Option<Side>,
    /// Your name
    #[arg(long, value_name = "NAME", default_value = "Player")]
    name: String,
    #[command(flatten)]
    start: PositionArguments,
    /// Go on with a game from a file
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pgn: Option<PathBuf>,
    /// Which game of that file, from 1 [default: the last]
    #[arg(long, value_name = "N", requires = "pgn", value_parser = value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Play Chess960, from start position N, 0 to 959, or from any
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "any", conflicts_with = "pgn")]
    chess960: Option<Chess960Start>,
    #[command(flatten)]
    engine_options: SearchArguments,
    #[command(flatten)]
    thread_options: ThreadArguments,
    #[command(flatten)]
    limit_options: LimitArguments,
    /// Let it play no stronger than this, 600 to 2800
    #[arg(long, value_name = "N", conflicts_with_all = ["rung", "layers"],
        value_parser = value_parser!(i32).range(i64::from(Strength::LEAST)..=i64::from(Strength::MOST)))]
    elo: Option<i32>,
    /// Play with clocks: minutes for each side, and seconds added after each move, as in 5+3; or with a unit, as in 90s+1
    ///
    /// A match between engines counts in seconds.
    #[arg(long, value_name = "MIN[+SEC]", value_parser = clock::parse_time_control)]
    clock: Option<TimeControl>,
    /// The dice: weaker play, random, drawing of sides and positions [default: other ones every time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Save the game there when you leave; the file must not exist
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Let it open from a Polyglot book
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Letters instead of figures
    #[arg(long)]
    ascii: bool,
    /// No remarks at the beginning
    #[arg(short, long)]
    quiet: bool,
}

/// Who sits at the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    /// You move first
    White,
    /// The engine moves first
    Black,
    /// One or the other
    Random,
    /// Two people
    Both,
}

const EXAMPLES: &str = "\
Examples:
  engine play                                   you have White, the engine a second a move
  engine play --colour black --elo 1200 --clock 5+3
  engine play --rung alpha-beta --depth 3       against the textbook
  engine play --pgn game.pgn                    go on with a saved game
  printf 'e4\\nquit\\n' | engine play --nodes 5000

Moves are written e4, Nf3, O-O, e8=Q or e2e4, g1f3, e1g1, e7e8q; help lists the commands.
Colours keep away with NO_COLOR=1. While the engine thinks, Ctrl-C makes it move.
Where input is no terminal there are no prompts, and what was not saved is printed as PGN at the end.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if let Some(path) = arguments.save.as_deref().filter(|path| path.exists()) {
        let path = path.display();
        return Err(
            UsageError(format!("--save: {path} exists already: name another file, or remove it")).into()
        );
    }
    if let Some(directory) =
        arguments.save.as_deref().and_then(Path::parent).filter(|directory| !is_directory(directory))
    {
        return Err(
            UsageError(format!("--save: there is no folder {}: make it first", directory.display())).into()
        );
    }
    let seed = arguments.seed.unwrap_or_else(random_seed);
    let saved = arguments.load_or_start(seed)?;
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut session = arguments.session(saved, seed, terminal)?;
    if !arguments.quiet {
        arguments.print_welcome(&session)?;
    }
    let mut input =
        if terminal { Input::editor(session.interrupts.clone())? } else { Input::Plain(io::stdin().lock()) };
    session.run(&mut input)
}

/// Whether the path is a directory; an empty path is the current directory.
fn is_directory(path: &Path) -> bool {
    path.as_os_str().is_empty() || path.is_dir()
}

/// A seed from the current time.
fn random_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
}

impl Arguments {
    /// Loads the game of `--pgn`, or starts a new one.
    fn load_or_start(&self, seed: u64) -> anyhow::Result<SavedGame> {
        if let Some(path) = &self.pgn {
            return save::load(path, self.game);
        }
        let mode = if self.chess960.is_some() { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let output = Output { json: false, schema: false, quiet: self.quiet };
        let given = self.start.case(mode, Strictness::Game, &output)?;
        let start = match (given, self.chess960) {
            (Some(_), Some(Chess960Start::Number(_))) => {
                let reason = "--chess960: --fen says already where the game begins: leave the number away";
                return Err(UsageError(reason.to_owned()).into());
            }
            (Some(case), _) => case.position,
            (None, None) => Position::start(),
            (None, Some(Chess960Start::Number(number))) => game::chess960(number)?,
            (None, Some(Chess960Start::Random)) => {
                game::chess960(game_rng(seed, 1).random_range(0..game::CHESS960_POSITIONS))?
            }
        };
        Ok(SavedGame { game: Game::new(start), time_control: None, names: [None, None] })
    }
}
