//! Builds a session from the command-line arguments: players, clocks, engines and display.

use std::{
    io,
    sync::Arc,
    time::{Duration, Instant},
};

use rand::RngExt as _;
use shakmaty::{ByColor, Color};

use super::{
    Colour, PlayArguments,
    display::{BoardStyle, Screen},
    notation,
    save::{SaveFile, SavedGame},
    session::{Level, Seat, Session},
};
use crate::{
    chess::book::Book,
    engine::{player::Player, strength::FULL_LEVEL},
    search::{Algorithm, Limits, Setup, tt::table::DEFAULT_MEGABYTES},
    support::rng::game_rng,
    tools::common::interrupt::catch_ctrl_c,
};

/// Level of the engine if no option sets its strength: a person who knows the rules should win some games.
pub const DEFAULT_LEVEL: u8 = 2;
/// Name of a person who has not given one.
const DEFAULT_NAME: &str = "Player";
/// Search time of the engine per move if neither search limits nor clocks are set.
const DEFAULT_MOVETIME: Duration = Duration::from_secs(1);
/// Default size of the opponent's transposition table, in MiB.
const OPPONENT_HASH: usize = 64;

impl PlayArguments {
    /// Creates the session for a new or loaded game.
    pub(super) fn session(&self, saved: SavedGame, seed: u64, interactive: bool) -> anyhow::Result<Session> {
        let SavedGame { game, time_control, names } = saved;
        let turn = game.turn();
        let seats = self.seats(turn, &names, seed);
        let human = [turn, !turn].into_iter().find(|color| *seats.get(*color) == Seat::Human);
        let book = self.book.as_deref().map(Book::read).transpose()?;
        // https://no-color.org
        let is_plain_terminal = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        let colour = interactive && !self.plain && !is_plain_terminal;
        let is_alone = seats.white != seats.black;
        let bottom = human.filter(|_| is_alone).unwrap_or(Color::White);
        let style = BoardStyle { ascii: self.ascii, colour, bottom };
        let save_file = match &self.save {
            Some(path) => SaveFile::new(path)?,
            None => None,
        };
        let tablebases = self.tablebase_options.probing()?;
        let analysis_engine =
            Player::new(Setup::playing(), DEFAULT_MEGABYTES)?.with_tablebases(tablebases.clone());
        let mut session = Session {
            game,
            seats,
            names: self.names(seats, &names),
            search_words: Vec::new(),
            layers: None,
            level: Level::Full,
            opponent: None,
            limits: Limits::default(),
            book: None,
            analysis_engine,
            time_control: self.clock.or(time_control),
            ctrl_c: Arc::default(),
            screen: Screen { interactive, plain: self.plain, style },
            save_file,
            clock_started: Instant::now(),
            redraw: true,
            unsaved: false,
        };
        if is_alone {
            let setup = self.engine_options.setup();
            session.search_words = search_words(&setup);
            session.layers = self.algorithm();
            let defaults = if session.time_control.is_some() {
                Limits::default()
            } else {
                Limits { movetime: Some(DEFAULT_MOVETIME), ..Limits::default() }
            };
            session.limits = self.limit_options.limits().unwrap_or(defaults);
            session.book = book.map(|book| (book, game_rng(seed, 0)));
            let hash = self.engine_options.megabytes().unwrap_or(OPPONENT_HASH);
            let mut opponent = Player::new(setup, hash)?.seeded(Some(seed)).with_tablebases(tablebases);
            // Starts the random numbers of the rung `random` at the seed.
            opponent.new_game();
            session.opponent = Some(opponent);
            session.set_level(self.level());
        }
        if interactive {
            catch_ctrl_c(Arc::clone(&session.ctrl_c))?;
        }
        Ok(session)
    }

    /// Returns who plays which side. Without `--colour`, the engine keeps its side in a saved game.
    fn seats(&self, turn: Color, names: &ByColor<Option<String>>, seed: u64) -> ByColor<Seat> {
        let human = match self.colour {
            Some(Colour::White) => Color::White,
            Some(Colour::Black) => Color::Black,
            Some(Colour::Random) => Color::from_white(game_rng(seed, 2).random()),
            Some(Colour::Both) => return ByColor { white: Seat::Human, black: Seat::Human },
            None => match names.as_ref().map(|name| name.as_deref().is_some_and(is_engine)) {
                ByColor { white: true, black: false } => Color::Black,
                ByColor { white: false, black: true } => Color::White,
                _ => turn,
            },
        };
        let mut seats = ByColor { white: Seat::Engine, black: Seat::Engine };
        *seats.get_mut(human) = Seat::Human;
        seats
    }

    /// Returns a name for each side: that of `--name` in a game against the engine, otherwise that of a person in
    /// the saved game, otherwise [`DEFAULT_NAME`], or the side in a game between two people.
    fn names(&self, seats: ByColor<Seat>, saved: &ByColor<Option<String>>) -> ByColor<String> {
        let is_alone = seats.white != seats.black;
        let name = |color: Color| {
            let given = self.name.clone().filter(|_| is_alone);
            let saved = || saved.get(color).clone().filter(|name| !is_engine(name));
            let default = if is_alone { DEFAULT_NAME } else { notation::side_name(color) };
            given.or_else(saved).unwrap_or_else(|| default.to_owned())
        };
        ByColor { white: name(Color::White), black: name(Color::Black) }
    }

    /// Returns the rung or layers of the options.
    fn algorithm(&self) -> Option<Algorithm> {
        self.engine_options.layers
    }

    /// Returns the engine's strength: the value of `--level` or `--elo`, otherwise full strength if options set
    /// the layers, the evaluator or a limit of the search, otherwise [`DEFAULT_LEVEL`].
    fn level(&self) -> Level {
        let has_engine_options = self.algorithm().is_some() || self.engine_options.eval.evaluator().is_some();
        match (self.level, self.strength_option.elo) {
            (Some(number), _) => Level::Number(number),
            (None, Some(elo)) => Level::Elo(elo),
            _ if has_engine_options || self.limit_options.limits().is_some() => Level::Full,
            _ => Level::Number(DEFAULT_LEVEL),
        }
    }

    /// Prints the players, the default level, the seed of random choices, and, at a terminal, how to enter moves
    /// and commands.
    pub(super) fn print_welcome(&self, session: &Session, seed: u64) -> io::Result<()> {
        session.screen.print(format_args!("{}", session.pairing()))?;
        if session.level == Level::Number(DEFAULT_LEVEL) && self.level.is_none() {
            let elo = session.level.elo().unwrap_or_default();
            session.screen.print(format_args!(
                "Level {DEFAULT_LEVEL} is the default, about {elo} Elo. Enter level N for another level: 1 is the \
                 weakest, {FULL_LEVEL} is full strength."
            ))?;
        }
        if self.seed_option.seed.is_some() || self.is_random(session) {
            session.screen.print(format_args!("Seed of the random choices: {seed}."))?;
        }
        if session.screen.interactive {
            session
                .screen
                .print(format_args!("Enter a move such as e4 or g1f3, help for the commands, or quit."))?;
        }
        Ok(())
    }

    /// Returns whether the game depends on random choices.
    fn is_random(&self, session: &Session) -> bool {
        let is_random_rung = session.layers == Some(Algorithm::Random);
        session.opponent.is_some() && (session.level.elo().is_some() || is_random_rung || self.book.is_some())
            || matches!(self.colour, Some(Colour::Random))
    }
}

/// Returns whether a name in a saved game is that of the engine: `Glulam`, or as in `Glulam (level 2)`.
fn is_engine(name: &str) -> bool {
    name == "Glulam" || name.starts_with("Glulam (")
}

/// Returns the rung or layers and the evaluator if they differ from the default.
fn search_words(setup: &Setup) -> Vec<String> {
    let algorithm = Some(setup.algorithm).filter(|algorithm| *algorithm != Algorithm::FULL);
    let evaluator = Some(setup.eval.evaluator).filter(|own| *own != Setup::playing().eval.evaluator);
    let words = [algorithm.map(|algorithm| algorithm.to_string()), evaluator.map(|own| own.to_string())];
    words.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::{
        engine::strength::elo_of_level,
        support::text::{assert_states, grouped},
        tools::play::command::ANALYSIS_NODES,
    };

    #[test]
    fn the_guide_states_the_default_limits() {
        let last_level = FULL_LEVEL - 1;
        let [first, second, last] =
            [1, 2, last_level].map(|level| elo_of_level(level).expect("a limited level"));
        let seconds = DEFAULT_MOVETIME.as_secs_f64();
        for text in [
            format!("the engine searches for {seconds} second per move."),
            format!(
                "Level 1 plays at about {first} Elo, and each further level at about {} Elo more, up to {last} Elo at \
                 level {last_level}.",
                second - first
            ),
            format!("a transposition table of {OPPONENT_HASH} MiB (`--hash`)"),
            format!("a short search: {} nodes at full strength", grouped(ANALYSIS_NODES)),
        ] {
            assert_states("src/tools/play/README.md", &text);
        }
    }
}
