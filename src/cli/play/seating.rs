//! Builds a session from the command-line arguments: players, clocks, engines and display.

use std::{env, io, time::Duration};

use rand::RngExt as _;
use shakmaty::{ByColor, Color};

use super::{
    Arguments, Chess960Start, Side,
    display::{BoardStyle, Screen},
    engine_tags::EngineSearch,
    interrupts::Interrupts,
    opponent::{Level, Opponent, OpponentConfig, SearchStopper},
    save::{Player, SaveFile, SavedGame},
    session::{Seat, Session},
};
use crate::{
    engine::{book::Book, rng::game_rng, strength::FULL_LEVEL},
    search::{Algorithm, Limits, Setup},
};

/// Level of the engine if no option sets its strength: a person who knows the rules should win some games.
pub const DEFAULT_LEVEL: u8 = 2;
/// Name of a person who has not given one.
const DEFAULT_NAME: &str = "Player";
/// Search time of the engine per move if neither search limits nor clocks are set.
const DEFAULT_MOVETIME: Duration = Duration::from_secs(1);
/// Default size of the opponent's transposition table, in MiB.
const OPPONENT_HASH: usize = 64;
/// Size of the transposition table of the analysis engine (`hint`, `eval` and draw offers), in MiB.
const ANALYSIS_HASH: usize = 16;
/// Number of nodes per search of the analysis engine.
const ANALYSIS_NODES: u64 = 300_000;

impl Arguments {
    /// Creates the session for a new or loaded game.
    pub(super) fn session(&self, saved: SavedGame, seed: u64, interactive: bool) -> anyhow::Result<Session> {
        let SavedGame { game, time_control, clock, players, tags, others, .. } = saved;
        let turn = game.turn();
        let seats = self.seats(turn, &players, seed);
        let human = [turn, !turn].into_iter().find(|color| *seats.get(*color) == Seat::Human);
        let stopper = SearchStopper::default();
        let book = self.book.as_deref().map(Book::read).transpose()?;
        let can_erase = interactive && !self.plain && env::var_os("TERM").is_none_or(|term| term != "dumb");
        let colour =
            interactive && !self.plain && anstream::stdout().current_choice() != anstream::ColorChoice::Never;
        let is_alone = seats.white != seats.black;
        let bottom = human.filter(|_| is_alone).unwrap_or(Color::White);
        let style = BoardStyle { ascii: self.ascii, colour, compact: false, bottom };
        let save_file = match &self.save {
            Some(path) => SaveFile::new(path, self.pgn.as_deref().map(|pgn| (pgn, others)))?,
            None => None,
        };
        let tablebases = self.tablebase_options.probing()?;
        let config = OpponentConfig { tablebases: tablebases.clone(), ..analysis_config(seed) };
        let analysis_engine = Opponent::new(config, stopper.clone())?;
        let interrupts = Interrupts::install(stopper.clone(), interactive)?;
        let screen = Screen { interactive, can_erase, plain: self.plain, style };
        let mut session = Session::new(game, analysis_engine, interrupts, screen);
        session.time_control = self.clock.or(time_control);
        if let (None, Some(clock)) = (self.clock, clock) {
            session.resume_clock(clock);
        }
        session.tags = tags;
        session.save_file = save_file;
        session.random_starts =
            matches!(self.chess960, Some(Chess960Start::Random)).then(|| game_rng(seed, 3));
        session.seats = seats;
        session.names = self.names(seats, &players);
        if is_alone {
            let saved = players.iter().find(|player| player.seat == Some(Seat::Engine));
            let has_clock = session.time_control.is_some();
            session.search = self.search(saved.map(|saved| saved.search).unwrap_or_default());
            let config = self.opponent_config(&session.search, seed, has_clock);
            let config = OpponentConfig { tablebases, ..config };
            session.opponent = Some(Opponent::new(config, stopper)?.with_book(book));
            session.set_level(self.level(saved));
        }
        session.note_replaced_players(players);
        Ok(session)
    }

    /// Returns who plays which side. Without `--colour`, the players of a saved game keep their sides.
    fn seats(&self, turn: Color, players: &ByColor<Player>, seed: u64) -> ByColor<Seat> {
        let human = match self.colour {
            Some(Side::White) => Color::White,
            Some(Side::Black) => Color::Black,
            Some(Side::Random) => Color::from_white(game_rng(seed, 2).random()),
            Some(Side::Both) => return ByColor { white: Seat::Human, black: Seat::Human },
            None => match (players.white.seat, players.black.seat) {
                (Some(Seat::Engine), Some(Seat::Engine)) | (None, _) | (_, None) => turn,
                (Some(white), Some(black)) => return ByColor { white, black },
            },
        };
        let mut seats = ByColor { white: Seat::Engine, black: Seat::Engine };
        *seats.get_mut(human) = Seat::Human;
        seats
    }

    /// Returns a name for each side: for a game against the engine the name of `--name`, otherwise the
    /// person's name in the saved game (also after a change of sides), otherwise [`DEFAULT_NAME`]. In a game
    /// between two people, each side has its name in the saved game, or `White` or `Black`.
    fn names(&self, seats: ByColor<Seat>, players: &ByColor<Player>) -> ByColor<String> {
        let is_between_people = seats.white == seats.black;
        let name = |color: Color| {
            let (own, other) = (players.get(color), players.get(!color));
            let person = |player: &Player| player.name.clone().filter(|_| player.seat != Some(Seat::Engine));
            if is_between_people {
                let default = super::notation::side_name(color);
                return person(own).unwrap_or_else(|| default.to_owned());
            }
            let changed_side = person(other).filter(|_| own.seat == Some(Seat::Engine));
            let saved = || person(own).or(changed_side);
            self.name.clone().or_else(saved).unwrap_or_else(|| DEFAULT_NAME.to_owned())
        };
        ByColor { white: name(Color::White), black: name(Color::Black) }
    }

    /// Returns the engine's strength: the value of `--level` or `--elo`, otherwise full strength if options set
    /// the layers or the evaluator, otherwise the strength of the engine `saved` in the loaded game, otherwise
    /// full strength if options limit the search, otherwise [`DEFAULT_LEVEL`].
    fn level(&self, saved: Option<&Player>) -> Level {
        let engine = &self.engine_options;
        let has_engine_options = engine.rung.or(engine.layers).is_some() || engine.eval.evaluator().is_some();
        match (self.level, self.elo, saved) {
            (Some(number), ..) => Level::Number(number),
            (None, Some(elo), _) => Level::Elo(elo),
            _ if has_engine_options => Level::Full,
            (_, _, Some(saved)) if saved.search.algorithm.is_some() => Level::Full,
            (_, _, Some(saved)) => Level::of_saved(saved.level, saved.elo),
            _ if self.limit_options.limits().is_some() => Level::Full,
            _ => Level::Number(DEFAULT_LEVEL),
        }
    }

    /// Returns the engine's search: that of the options, and otherwise that of the engine in the loaded game.
    /// An option for the strength replaces the layers of the loaded game, and a limit replaces all its limits.
    fn search(&self, saved: EngineSearch) -> EngineSearch {
        let engine = &self.engine_options;
        let has_strength = self.level.is_some() || self.elo.is_some();
        let evaluator = engine.eval.evaluator();
        EngineSearch {
            algorithm: engine.rung.or(engine.layers).or(saved.algorithm.filter(|_| !has_strength)),
            evaluator: evaluator.or(saved.evaluator),
            terms: engine.eval.terms.or(saved.terms.filter(|_| evaluator.is_none())),
            limits: if self.limit_options.limits().is_some() { self.limit_options } else { saved.limits },
        }
    }

    fn opponent_config(&self, search: &EngineSearch, seed: u64, has_clock: bool) -> OpponentConfig {
        let defaults = Limits { movetime: (!has_clock).then_some(DEFAULT_MOVETIME), ..Limits::default() };
        OpponentConfig {
            setup: search.setup(self.engine_options.setup().eval),
            strength: None,
            limits: search.limits.limits().unwrap_or(defaults),
            hash_megabytes: self.engine_options.megabytes().unwrap_or(OPPONENT_HASH),
            threads: self.thread_options.threads().unwrap_or(1),
            tablebases: None,
            seed,
        }
    }

    /// Prints the players, the default level, the Chess960 start position (with `--chess960` and without
    /// `--fen`), the seed of random choices, and, at a terminal, how to enter moves and commands.
    pub(super) fn print_welcome(&self, session: &Session, seed: u64) -> io::Result<()> {
        session.screen.print(format_args!("{}", session.pairing()))?;
        if session.level == Level::Number(DEFAULT_LEVEL) && self.level.is_none() && self.pgn.is_none() {
            let elo = session.level.elo().unwrap_or_default();
            session.screen.print(format_args!(
                "Level {DEFAULT_LEVEL} is the default, about {elo} Elo. Enter level N for another level: 1 is the \
                 weakest, {FULL_LEVEL} is full strength."
            ))?;
        }
        if self.chess960.is_some() && self.start.fen.is_none() {
            session.screen.print(format_args!("Chess960 start position: {}", session.game.start()))?;
        }
        if self.seed.is_some() || self.is_random(session) {
            session.screen.print(format_args!("Seed of the random choices: {seed}."))?;
        }
        if session.screen.interactive {
            let tab = if session.screen.can_erase { " Tab completes." } else { "" };
            session.screen.print(format_args!(
                "Enter a move such as e4 or g1f3, help for the commands, or quit.{tab}"
            ))?;
        }
        Ok(())
    }

    /// Returns whether the game depends on random choices.
    fn is_random(&self, session: &Session) -> bool {
        let is_random_rung = session.search.algorithm == Some(Algorithm::Random);
        session.opponent.is_some() && (session.level.elo().is_some() || is_random_rung || self.book.is_some())
            || matches!(self.colour, Some(Side::Random))
            || session.random_starts.is_some()
    }
}

/// Returns the configuration of the analysis engine: full strength, with a node limit.
fn analysis_config(seed: u64) -> OpponentConfig {
    OpponentConfig {
        setup: Setup::playing(),
        strength: None,
        limits: Limits { nodes: Some(ANALYSIS_NODES), ..Limits::default() },
        hash_megabytes: ANALYSIS_HASH,
        threads: 1,
        tablebases: None,
        seed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::{
        engine::strength::elo_of_level,
        text::{assert_states, grouped},
    };

    #[test]
    fn the_guide_states_the_default_limits() {
        let last_level = FULL_LEVEL - 1;
        let [first, second, last] =
            [1, 2, last_level].map(|level| elo_of_level(level).expect("a limited level"));
        let seconds = DEFAULT_MOVETIME.as_secs_f64();
        for text in [
            format!("the engine searches for {seconds} second per move. The engine uses one search thread"),
            format!(
                "Level 1 plays at about {first} Elo, and each further level at about {} Elo more, up to {last} Elo at \
                 level {last_level}.",
                second - first
            ),
            format!("a transposition table of {OPPONENT_HASH} MiB (`--hash`)"),
            format!("a short search ({} nodes at full strength)", grouped(ANALYSIS_NODES)),
        ] {
            assert_states("src/cli/play/README.md", &text);
        }
    }
}
