//! What the session does when it is told to.

use std::{io, path::Path, time::Instant};

use shakmaty::{Role, Square};

use super::{
    ending::Ending,
    game, men,
    reading::{self, Refusal},
    session::{Next, Seat, Session},
    wish::{COMMANDS, Wish},
};
use crate::{position::Move, score::Score, search::Report};

/// Plies of a line that are told.
const TOLD: usize = 6;
/// A score that passes for even, in centipawns.
const EVEN: i32 = 10;
/// An engine takes a draw where it stands worse by so much, or, late enough in the game, no better than this.
const WORSE: Score = Score::cp(-75);
const NO_BETTER: Score = Score::cp(EVEN);
const LATE: u32 = 30;

impl Session {
    /// Does what a line says.
    ///
    /// # Errors
    /// What stdout says; everything else is told to the person.
    pub(super) fn obey(&mut self, line: &str) -> io::Result<Next> {
        let wish = match Wish::parse(line) {
            Ok(wish) => wish,
            Err(reason) => {
                self.screen.say(format_args!("{reason}"))?;
                return Ok(Next::On);
            }
        };
        match wish {
            Wish::Nothing => Ok(()),
            Wish::Move(text) => self.try_move(&text),
            Wish::Undo(number) => self.undo(number),
            Wish::Hint => self.hint(),
            Wish::Eval => self.eval(),
            Wish::Board => self.show(),
            Wish::Moves(from) => self.moves(from.as_deref()),
            Wish::Game => self.screen.say(format_args!("{}", self.told(&self.game.moves(), usize::MAX))),
            Wish::Fen => self.screen.say(format_args!("{}", self.game.position())),
            Wish::Flip => {
                self.screen.view.bottom = !self.screen.view.bottom;
                self.show()
            }
            Wish::Save { path, overwrite } => self.save(&path, overwrite),
            Wish::Resign => self.resign(),
            Wish::Draw(mv) => self.draw(mv.as_deref()),
            Wish::Accept => self.accept(),
            Wish::Help => self.help(),
            Wish::Quit => return Ok(Next::Leave),
        }?;
        Ok(Next::On)
    }

    /// Whether the game is over; then says so.
    fn is_over(&self) -> io::Result<bool> {
        let over = self.game.ending().is_some();
        if over {
            self.screen.say(format_args!("The game is over; undo takes the last move back."))?;
        }
        Ok(over)
    }

    /// The move that a text stands for, or says why it stands for none.
    fn read(&self, text: &str) -> io::Result<Option<Move>> {
        match reading::read(&self.game, text) {
            Ok(mv) => return Ok(Some(mv)),
            Err(Refusal::Illegal(reason)) => {
                self.screen.say(format_args!("{text} is not legal: {reason}."))?;
            }
            Err(Refusal::NoMove) => self.screen.say(format_args!(
                "'{text}' is neither a move nor a command: write a move as Nf3 or g1f3, or help."
            ))?,
        }
        Ok(None)
    }

    fn try_move(&mut self, text: &str) -> io::Result<()> {
        let used = self.since.elapsed();
        if self.is_over()? {
            return Ok(());
        }
        match self.read(text)? {
            Some(mv) => self.play(mv, used),
            None => Ok(()),
        }
    }

    fn undo(&mut self, number: usize) -> io::Result<()> {
        if self.game.is_agreed() {
            self.game.agree(None);
            self.resume();
            return self.screen.say(format_args!("The game goes on."));
        }
        let mut taken = 0;
        for _ in 0..number {
            taken += self.take_one_back();
        }
        if taken == 0 {
            return self.screen.say(format_args!("There is no move of yours to take back."));
        }
        self.resume();
        self.screen.say(format_args!("Taken back: {taken} {}.", if taken == 1 { "ply" } else { "plies" }))
    }

    /// Takes plies back until a person is to move again; how many. None if no person has moved yet.
    fn take_one_back(&mut self) -> usize {
        let engine_begins = *self.seats.get(self.game.start().turn()) == Seat::Engine;
        if self.game.plies().len() <= usize::from(engine_begins) {
            return 0;
        }
        let mut taken = 0;
        while self.game.take_back() {
            taken += 1;
            if *self.seats.get(self.game.turn()) == Seat::Person {
                break;
            }
        }
        taken
    }

    fn resume(&mut self) {
        (self.changed, self.unsaved, self.offer) = (true, true, None);
        self.since = Instant::now();
    }

    fn coached(&mut self) -> io::Result<Report> {
        self.screen.say_meanwhile("One moment ... ")?;
        let (answer, _) = self.coach.think(self.game.line(), None);
        self.screen.wipe()?;
        Ok(answer.report)
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.is_over()? {
            return Ok(());
        }
        let line = self.coached()?.line;
        let Some(best) = line.first() else { return Ok(()) };
        let best = game::san(self.game.position(), *best);
        self.screen.say(format_args!("Hint: {best}. The line goes {}.", self.told(&line, TOLD)))
    }

    fn eval(&mut self) -> io::Result<()> {
        if self.is_over()? {
            return Ok(());
        }
        let report = self.coached()?;
        let position = self.game.position();
        let own = self.setup.evaluate(position);
        let (searched, unsearched) = (self.verdict(report.score), self.verdict(own));
        let line = self.told(&report.line, TOLD);
        self.screen.say(format_args!(
            "Searched {} plies: {searched}. The line goes {line}.\nUnsearched, by {}: {unsearched}.",
            report.depth, self.setup.evaluator
        ))
    }

    /// A score of the side to move in words.
    fn verdict(&self, score: Score) -> String {
        let turn = self.game.turn();
        let ahead = men::side(if score >= Score::DRAW { turn } else { !turn });
        match score.mate() {
            Some(moves) => format!("{ahead} mates in {}", moves.abs()),
            None if score.raw().abs() <= EVEN => "the game is even".to_owned(),
            None => format!("{ahead} is better by {:.2} pawns", f64::from(score.raw().abs()) / 100.0),
        }
    }

    /// Moves from here on, or the whole game, numbered; at most so many.
    fn told(&self, moves: &[Move], most: usize) -> String {
        let start = if most == usize::MAX { self.game.start() } else { self.game.position() };
        if moves.is_empty() {
            return "No move has been played.".to_owned();
        }
        game::words(start, &moves[..moves.len().min(most)]).join(" ")
    }

    fn moves(&self, from: Option<&str>) -> io::Result<()> {
        let position = self.game.position();
        let square = match from.map(|text| text.to_lowercase().parse::<Square>()) {
            None => None,
            Some(Ok(square)) => Some(square),
            Some(Err(_)) => {
                return self.screen.say(format_args!("moves may be followed by a square, as in moves e2."));
            }
        };
        let mut legal = position.legal_moves();
        legal.retain(|mv| square.is_none_or(|square| mv.from() == Some(square)));
        if legal.is_empty() {
            let told =
                square.map_or_else(|| men::side(position.turn()).to_owned(), |on| men::on(position, on));
            let own = square.is_none_or(|on| position.board().by_color(position.turn()).contains(on));
            let reason = if own { "has no legal move" } else { "is not yours to move" };
            return self.screen.say(format_args!("Here {told} {reason}."));
        }
        for role in Role::ALL {
            let mut told: Vec<_> =
                legal.iter().filter(|mv| mv.role() == role).map(|mv| game::san(position, *mv)).collect();
            told.sort_unstable();
            if !told.is_empty() {
                self.screen.say(format_args!("{}: {}", men::name(role), told.join(" ")))?;
            }
        }
        Ok(())
    }

    fn save(&mut self, path: &Path, overwrite: bool) -> io::Result<()> {
        match self.pgn().save(path, overwrite) {
            Ok(()) => {
                self.unsaved = false;
                self.screen.say(format_args!("Saved to {}.", path.display()))
            }
            Err(error) => self.screen.say(format_args!("Not saved: {error:#}.")),
        }
    }

    fn resign(&mut self) -> io::Result<()> {
        if self.is_over()? {
            return Ok(());
        }
        self.end(Ending::Resigned(self.game.turn()));
        Ok(())
    }

    fn draw(&mut self, with: Option<&str>) -> io::Result<()> {
        if self.is_over()? {
            return Ok(());
        }
        if let Some(text) = with {
            return self.claim_with(text);
        }
        if let Some(claim) = self.game.claim() {
            self.end(Ending::Claimed(claim));
            return Ok(());
        }
        let turn = self.game.turn();
        if self.is_between_people() {
            self.offer = Some(turn);
            let (side, other) = (men::side(turn), men::side(!turn));
            return self.screen.say(format_args!("{side} offers a draw: {other} may accept, or play on."));
        }
        self.ask_engine()
    }

    /// Claims the draw that a move brings about; the move is played only if the claim is right.
    fn claim_with(&mut self, text: &str) -> io::Result<()> {
        let used = self.since.elapsed();
        let Some(mv) = self.read(text)? else { return Ok(()) };
        let Some(claim) = self.game.claim_with(mv) else {
            return self.screen.say(format_args!(
                "After {text} no position has stood three times and fifty moves have not passed: no draw to claim."
            ));
        };
        self.play(mv, used)?;
        if !self.game.is_agreed() {
            self.end(Ending::Claimed(claim));
        }
        Ok(())
    }

    fn ask_engine(&mut self) -> io::Result<()> {
        let name = self.names[usize::from((!self.game.turn()).is_black())].clone();
        let number = self.game.position().move_number();
        let score = -self.coached()?.score;
        if score <= WORSE || number >= LATE && score <= NO_BETTER {
            self.screen.say(format_args!("{name} accepts the draw."))?;
            self.end(Ending::Agreed);
            return Ok(());
        }
        self.screen.say(format_args!("There is nothing to claim, and {name} plays on."))
    }

    fn accept(&mut self) -> io::Result<()> {
        if self.is_over()? {
            return Ok(());
        }
        if self.offer.is_none() {
            return self.screen.say(format_args!("Nobody has offered a draw."));
        }
        self.end(Ending::Agreed);
        Ok(())
    }

    fn help(&self) -> io::Result<()> {
        self.screen
            .say(format_args!("A move: e4, Nf3, exd5, O-O, e8=Q, or by squares: e2e4, g1f3, e7e8q."))?;
        for (usage, meaning) in COMMANDS {
            self.screen.say(format_args!("  {usage:<15}{meaning}"))?;
        }
        Ok(())
    }
}
