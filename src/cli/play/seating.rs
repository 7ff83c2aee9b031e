//! Builds a session from the command-line arguments: players, clocks, engines and display.

use std::{env, io, time::Duration};

use rand::RngExt as _;
use shakmaty::{ByColor, Color};

use super::{
    Arguments, Side,
    display::{BoardStyle, Screen},
    interrupts::Interrupts,
    opponent::{Opponent, OpponentConfig, SearchStopper},
    save::SavedGame,
    session::{Seat, Session},
};
use crate::{
    engine::rng::game_rng,
    engine::{book::Book, strength::Strength},
    evaluate::EvalConfig,
    search::{Algorithm, Limits, Setup},
};

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
        let turn = saved.game.turn();
        let human = match self.colour {
            None => Some(turn),
            Some(Side::White) => Some(Color::White),
            Some(Side::Black) => Some(Color::Black),
            Some(Side::Random) => Some(Color::from_white(game_rng(seed, 2).random())),
            Some(Side::Both) => None,
        };
        let stopper = SearchStopper::default();
        let book = self.book.as_deref().map(Book::read).transpose()?;
        let interrupts = interactive.then(|| Interrupts::install(stopper.clone())).transpose()?;
        let can_erase = interactive && env::var_os("TERM").is_none_or(|term| term != "dumb");
        let colour = interactive && anstream::stdout().current_choice() != anstream::ColorChoice::Never;
        let style = BoardStyle { ascii: self.ascii, colour, bottom: human.unwrap_or(Color::White) };
        let analysis_engine = Opponent::new(analysis_config(seed), stopper.clone())?;
        let mut session = Session::new(saved.game, analysis_engine, Screen { interactive, can_erase, style });
        session.interrupts = interrupts;
        session.time_control = self.clock.or(saved.time_control);
        session.save_to.clone_from(&self.save);
        if let Some(human) = human {
            let config = self.opponent_config(seed, session.time_control.is_some());
            session.opponent = Some(Opponent::new(config, stopper)?.with_book(book));
            session.seats = ByColor { white: Seat::Engine, black: Seat::Engine };
            *session.seats.get_mut(human) = Seat::Human;
            let engine = self.engine_name();
            session.names = [self.name.clone(), engine];
            if human.is_black() {
                session.names.reverse();
            }
        } else {
            let defaults = ["White", "Black"].map(str::to_owned);
            session.names =
                [0, 1].map(|side| saved.names[side].clone().unwrap_or_else(|| defaults[side].clone()));
        }
        Ok(session)
    }

    fn opponent_config(&self, seed: u64, has_clock: bool) -> OpponentConfig {
        let defaults = Limits { movetime: (!has_clock).then_some(DEFAULT_MOVETIME), ..Limits::default() };
        OpponentConfig {
            setup: self.engine_options.setup(),
            strength: self.elo.map(Strength::of_elo),
            limits: self.limit_options.limits().unwrap_or(defaults),
            hash_megabytes: self.engine_options.megabytes().unwrap_or(OPPONENT_HASH),
            threads: self.thread_options.threads().unwrap_or(1),
            seed,
        }
    }

    /// Returns the name of the engine, with the rung or layers and the evaluator that differ from the
    /// default, and with the Elo limit: `Glulam (alpha-beta, material)`.
    fn engine_name(&self) -> String {
        let Setup { algorithm, eval: EvalConfig { evaluator, .. }, .. } = self.engine_options.setup();
        let words = [
            (algorithm != Algorithm::FULL).then(|| algorithm.to_string()),
            (evaluator != Setup::playing().eval.evaluator).then(|| evaluator.to_string()),
            self.elo.map(|elo| format!("Elo {elo}")),
        ];
        let words: Vec<_> = words.into_iter().flatten().collect();
        if words.is_empty() { "Glulam".to_owned() } else { format!("Glulam ({})", words.join(", ")) }
    }

    /// Prints the players, the Chess960 start position (with `--chess960` and without `--fen`), and, at a
    /// terminal, how to enter moves and commands.
    pub(super) fn print_welcome(&self, session: &Session) -> io::Result<()> {
        let [white, black] = &session.names;
        let start = session.game.start();
        match (session.seats.white, session.seats.black) {
            (Seat::Human, Seat::Human) => {
                session.screen.print(format_args!("A game between two people: {white} against {black}."))?;
            }
            (Seat::Human, Seat::Engine) => {
                session.screen.print(format_args!("You play White against {black}."))?;
            }
            _ => session.screen.print(format_args!("You play Black against {white}."))?,
        }
        if self.chess960.is_some() && self.start.fen.is_none() {
            session.screen.print(format_args!("Chess960 start position: {start}"))?;
        }
        if session.screen.interactive {
            let text = "Enter a move such as e4 or g1f3, help for the commands, or quit. Tab completes.";
            session.screen.print(format_args!("{text}"))?;
        }
        Ok(())
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
        seed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::text::{assert_states, grouped};

    #[test]
    fn the_guide_states_the_default_limits() {
        let seconds = DEFAULT_MOVETIME.as_secs_f64();
        for text in [
            format!("the engine searches for {seconds} second per move. The engine uses one search thread"),
            format!("a transposition table of {OPPONENT_HASH} MiB (`--hash`)"),
            format!("a short search ({} nodes at full strength)", grouped(ANALYSIS_NODES)),
        ] {
            assert_states("src/cli/play/README.md", &text);
        }
    }
}
