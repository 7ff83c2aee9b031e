//! Who plays: the person and the engine of the command line brought to the board.

use std::{env, io, time::Duration};

use rand::RngExt as _;
use shakmaty::{ByColor, Color};

use super::{
    Arguments, Side,
    display::{Screen, View},
    interrupts::Alarm,
    opponent::{Character, Hurry, Opponent},
    save::Resumed,
    session::{Seat, Session},
};
use crate::{
    engine::{book::Book, strength::Strength},
    evaluate::EvalConfig,
    lab::dice,
    search::{Algorithm, Limits, Setup},
};

/// What the engine takes for a move when nobody says.
const MOVETIME: Duration = Duration::from_secs(1);
/// Tables in MB.
const MEGABYTES: usize = 64;
const MEGABYTES_OF_COACH: usize = 16;
/// What a hint is worth.
const NODES_OF_COACH: u64 = 300_000;
impl Arguments {
    pub(super) fn session(&self, resumed: Resumed, seed: u64, terminal: bool) -> anyhow::Result<Session> {
        let turn = resumed.game.turn();
        let person = match self.colour {
            None => Some(turn),
            Some(Side::White) => Some(Color::White),
            Some(Side::Black) => Some(Color::Black),
            Some(Side::Random) => Some(Color::from_white(dice(seed, 2).random())),
            Some(Side::Both) => None,
        };
        let hurry = Hurry::default();
        let book = self.book.as_deref().map(Book::read).transpose()?;
        let alarm = terminal.then(|| Alarm::set(hurry.clone())).transpose()?;
        let wipes = terminal && env::var_os("TERM").is_none_or(|term| term != "dumb");
        let colour = terminal && anstream::stdout().current_choice() != anstream::ColorChoice::Never;
        let view = View { ascii: self.ascii, colour, bottom: person.unwrap_or(Color::White) };
        let coach = Opponent::new(coach(seed), hurry.clone())?;
        let mut session = Session::new(resumed.game, coach, Screen { terminal, wipes, view });
        session.alarm = alarm;
        session.control = self.clock.or(resumed.control);
        session.keep.clone_from(&self.save);
        if let Some(person) = person {
            let character = self.character(seed, session.control.is_some());
            session.opponent = Some(Opponent::new(character, hurry)?.with_book(book));
            session.seats = ByColor { white: Seat::Engine, black: Seat::Engine };
            *session.seats.get_mut(person) = Seat::Person;
            let engine = self.engine_name();
            session.names = [self.name.clone(), engine];
            if person.is_black() {
                session.names.reverse();
            }
        } else {
            let usual = ["White", "Black"].map(str::to_owned);
            session.names =
                [0, 1].map(|side| resumed.names[side].clone().unwrap_or_else(|| usual[side].clone()));
        }
        Ok(session)
    }

    fn character(&self, seed: u64, has_clock: bool) -> Character {
        let usual = Limits { movetime: (!has_clock).then_some(MOVETIME), ..Limits::default() };
        Character {
            setup: self.how.setup(),
            strength: self.elo.map(Strength::of_elo),
            limits: self.until.limits().unwrap_or(usual),
            megabytes: self.how.megabytes().unwrap_or(MEGABYTES),
            threads: self.together.threads().unwrap_or(1),
            seed,
        }
    }

    /// The engine with what makes it another one than usual: `Glulam (alpha-beta, material)`.
    fn engine_name(&self) -> String {
        let Setup { algorithm, eval: EvalConfig { evaluator, .. }, .. } = self.how.setup();
        let words = [
            (algorithm != Algorithm::FULL).then(|| algorithm.to_string()),
            (evaluator != Setup::playing().eval.evaluator).then(|| evaluator.to_string()),
            self.elo.map(|elo| format!("Elo {elo}")),
        ];
        let words: Vec<_> = words.into_iter().flatten().collect();
        if words.is_empty() { "Glulam".to_owned() } else { format!("Glulam ({})", words.join(", ")) }
    }

    pub(super) fn welcome(&self, session: &Session) -> io::Result<()> {
        let [white, black] = &session.names;
        let start = session.game.start();
        match (session.seats.white, session.seats.black) {
            (Seat::Person, Seat::Person) => {
                session.screen.say(format_args!("A game between two people: {white} against {black}."))?;
            }
            (Seat::Person, Seat::Engine) => {
                session.screen.say(format_args!("You play White against {black}."))?;
            }
            _ => session.screen.say(format_args!("You play Black against {white}."))?,
        }
        if self.chess960.is_some() && self.start.fen.is_none() {
            session.screen.say(format_args!("Chess960 from {start}"))?;
        }
        if session.screen.terminal {
            let text = "Write a move such as e4 or g1f3, or help; Tab completes, quit leaves.";
            session.screen.say(format_args!("{text}"))?;
        }
        Ok(())
    }
}

/// Who gives hints: the strongest there is, for a moment.
fn coach(seed: u64) -> Character {
    Character {
        setup: Setup::playing(),
        strength: None,
        limits: Limits { nodes: Some(NODES_OF_COACH), ..Limits::default() },
        megabytes: MEGABYTES_OF_COACH,
        threads: 1,
        seed,
    }
}
