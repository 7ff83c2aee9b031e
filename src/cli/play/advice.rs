//! What the coach says: a good move, who stands better, which moves there are.

use std::io;

use shakmaty::{Role, Square};

use super::{notation, piece_names, session::Session};
use crate::{position::Move, score::Score, search::Report};

/// Plies of a line that are told.
const TOLD: usize = 6;
/// A score that passes for even, in centipawns.
pub const EVEN: i32 = 10;

impl Session {
    pub(super) fn coached(&mut self) -> io::Result<Report> {
        self.screen.say_meanwhile("One moment ... ")?;
        let (answer, _) = self.coach.think(self.game.line(), None);
        self.screen.wipe()?;
        Ok(answer.report)
    }

    pub(super) fn hint(&mut self) -> io::Result<()> {
        if self.is_over()? {
            return Ok(());
        }
        let line = self.coached()?.line;
        let Some(best) = line.first() else { return Ok(()) };
        let best = notation::san(self.game.position(), *best);
        self.screen.say(format_args!("Hint: {best}. The line goes {}.", self.told(&line, TOLD)))
    }

    pub(super) fn eval(&mut self) -> io::Result<()> {
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
            report.depth, self.setup.eval.evaluator
        ))
    }

    /// A score of the side to move in words.
    fn verdict(&self, score: Score) -> String {
        let turn = self.game.turn();
        let ahead = piece_names::side(if score >= Score::DRAW { turn } else { !turn });
        match score.mate() {
            Some(moves) => format!("{ahead} mates in {}", moves.abs()),
            None if score.raw().abs() <= EVEN => "the game is even".to_owned(),
            None => format!("{ahead} is better by {:.2} pawns", f64::from(score.raw().abs()) / 100.0),
        }
    }

    /// Moves from here on, or the whole game, numbered; at most so many.
    pub(super) fn told(&self, moves: &[Move], most: usize) -> String {
        let start = if most == usize::MAX { self.game.start() } else { self.game.position() };
        if moves.is_empty() {
            return "No move has been played.".to_owned();
        }
        notation::words(start, &moves[..moves.len().min(most)]).join(" ")
    }

    pub(super) fn moves(&self, from: Option<&str>) -> io::Result<()> {
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
            let told = square.map_or_else(
                || piece_names::side(position.turn()).to_owned(),
                |on| piece_names::on(position, on),
            );
            let own = square.is_none_or(|on| position.board().by_color(position.turn()).contains(on));
            let reason = if own { "has no legal move" } else { "is not yours to move" };
            return self.screen.say(format_args!("Here {told} {reason}."));
        }
        for role in Role::ALL {
            let mut told: Vec<_> =
                legal.iter().filter(|mv| mv.role() == role).map(|mv| notation::san(position, *mv)).collect();
            told.sort_unstable();
            if !told.is_empty() {
                self.screen.say(format_args!("{}: {}", piece_names::name(role), told.join(" ")))?;
            }
        }
        Ok(())
    }
}
