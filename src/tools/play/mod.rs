//! `engine play`: a game in the terminal, a person against the engine or against another person.
//!
//! - [`session`]: the main loop of a game; [`seating`]: builds the session from the command line.
//! - [`command`]: the commands of a game, and their execution.
//! - [`illegal_move`]: the reasons why a typed move is not legal.
//! - [`game`]: played moves, draw claims and game end; [`save`]: writing and reading PGN.
//! - [`review`]: the moves that cost a person most.
//! - [`clock`]: time controls and the clocks of both sides.
//! - [`display`]: board, messages and prompt; [`notation`]: names of moves and pieces.
//! - [`input`]: lines from the terminal or a script.
//!
#![doc = include_str!("README.md")]

mod clock;
mod command;
mod display;
mod game;
mod illegal_move;
mod input;
mod notation;
mod review;
mod save;
mod seating;
mod session;

use std::{
    io::{self, IsTerminal as _},
    path::PathBuf,
    process::ExitCode,
    time::{SystemTime, UNIX_EPOCH},
};

use clap::{Args, ValueEnum, builder::NonEmptyStringValueParser};
use shakmaty::CastlingMode;

use self::{clock::TimeControl, input::PlayerInput, save::SavedGame};
use crate::{
    chess::position::{Position, Strictness},
    engine::strength::FULL_LEVEL,
    tools::common::{
        output::Output,
        search_arguments::{
            LimitArguments, PositionArguments, SearchArguments, SeedArguments, StrengthArguments,
            TablebaseArguments,
        },
        values::number,
    },
};

/// Heading of the options that the help shows first.
const GAME: &str = "Game";

/// Play a game in the terminal, against the engine or another person
///
/// Without an option that sets its strength, the engine plays at level 2 of 10.
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("fen", |fen| fen.help_heading(GAME)),
    mut_arg("elo", |elo| elo.help_heading(GAME).help("Limit the engine to this Elo rating [default: see --level]")),
    mut_arg("layers", |layers| layers.hide_short_help(true)),
    mut_arg("hash", |hash| hash.help("Hash size in MiB [default: 64]")),
    mut_arg("seed", |seed| seed.help("Seed for random choices [default: a new seed each time]")),
    mut_arg("nodes", |nodes| nodes.help("Search this many nodes, as in 20000, 500k or 1M")),
    mut_arg("movetime", |movetime| movetime.help(
        "Search for this time: milliseconds, or with a unit, as in 250ms, 10s or 2m [default: 1s without another limit]"
    ))
)]
pub struct PlayArguments {
    /// Play this side; both is a game between two people
    /// [default: the side to move, or as in the file of --pgn]
    #[arg(long, help_heading = GAME, visible_alias = "color", value_name = "SIDE", value_enum)]
    colour: Option<Colour>,
    /// Set your name, shown beside the board and saved in the PGN
    /// [default: as in the file of --pgn, or Player]
    #[arg(long, help_heading = GAME, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
    name: Option<String>,
    #[command(flatten)]
    start: PositionArguments,
    /// Continue the last game of a PGN file
    #[arg(long, help_heading = GAME, value_name = "FILE", conflicts_with = "fen")]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    engine_options: SearchArguments,
    #[command(flatten)]
    tablebase_options: TablebaseArguments,
    #[command(flatten)]
    limit_options: LimitArguments,
    /// Level of the engine: 1 (about 600 Elo) is the weakest, 9 has about 3000 Elo, 10 is full strength
    /// [default: 2; full strength with layers, an evaluator or search limits]
    #[arg(long, help_heading = GAME, value_name = "N", conflicts_with_all = ["elo", "layers"],
        value_parser = number::<u8>(1..=FULL_LEVEL.into()))]
    level: Option<u8>,
    #[command(flatten)]
    strength_option: StrengthArguments,
    /// Play with clocks: minutes for each side, and seconds added after each move, as in 5+3
    ///
    /// A time with a unit is read in that unit: 90s+1, 5m+3s or 1h. If the first number has no unit, it is
    /// in minutes; in --tc of engine match, it is in seconds.
    #[arg(long, help_heading = GAME, value_name = "MIN[+SEC]", value_parser = clock::parse_time_control)]
    clock: Option<TimeControl>,
    #[command(flatten)]
    seed_option: SeedArguments,
    /// Save the game as PGN to this new file after every move
    #[arg(long, help_heading = GAME, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Let the engine play opening moves from this Polyglot book
    #[arg(long, help_heading = GAME, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Draw the pieces as letters instead of chess symbols
    #[arg(long, help_heading = GAME)]
    ascii: bool,
    /// Describe moves and positions in words, for screen readers, and draw no board
    #[arg(long, help_heading = GAME)]
    plain: bool,
    #[command(flatten)]
    messages: Output,
}

/// The sides that people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colour {
    /// You play White
    White,
    /// You play Black
    Black,
    /// You play a random side
    Random,
    /// Two people play at this terminal
    Both,
}

const EXAMPLES: &str = "\
Enter moves as e4, Nf3, O-O, e8=Q, or by squares: e2e4, g1f3, e1g1, e7e8q. Enter help to list the commands.

Press Ctrl-C while the engine thinks to make it move. Set NO_COLOR=1 to turn colours off.

When you leave, an unsaved game is saved (--save) or printed as PGN.

Examples:
  engine play                                         play against level 2
  engine play --level 10                              play at full strength
  engine play --colour black --elo 1200 --clock 5+3   with clocks
  engine play --pgn game.pgn --save next.pgn          continue a saved game
  printf 'e4\\nquit\\n' | engine play --nodes 5000      from a script";

/// Runs `engine play`.
pub fn run(arguments: &PlayArguments) -> anyhow::Result<ExitCode> {
    let seed = arguments.seed_option.seed.unwrap_or_else(random_seed);
    let saved = arguments.load_or_start()?;
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut session = arguments.session(saved, seed, terminal)?;
    if !arguments.messages.quiet {
        arguments.print_welcome(&session, seed)?;
    }
    let mut input = if terminal { PlayerInput::editor()? } else { PlayerInput::Script };
    session.run(&mut input)
}

/// Returns a seed from the current time, of at most nine digits.
fn random_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_nanos() as u64 % 1_000_000_000)
}

impl PlayArguments {
    /// Loads the game given with `--pgn`, or starts a new game.
    fn load_or_start(&self) -> anyhow::Result<SavedGame> {
        if let Some(path) = &self.pgn {
            return save::load(path);
        }
        let given = self.start.case(CastlingMode::Standard, Strictness::Game, &self.messages)?;
        Ok(SavedGame::starting_at(given.map_or_else(Position::start, |case| case.position)))
    }
}
