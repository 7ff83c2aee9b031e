//! The command `review`: the moves of a game that cost a person most, each with a better move and the reason.

use std::{io, time::Duration};

use super::{
    notation,
    session::{Seat, Session},
};
use crate::{
    chess::{
        pgn::{PgnGame, PgnPly},
        position::Position,
    },
    search::{Limits, Setup, StopFlag},
    tools::{
        annotate::{Annotation, Annotator, positions},
        common::output::print_drawing,
        explain::{mistake, sentence},
    },
};

/// Number of moves that are shown.
const SHOWN: usize = 3;
/// Nodes of all searches together, and of one search; a whole review takes a few seconds.
const NODES: [u64; 2] = [3_000_000, 100_000];
/// Time of all searches together, for slow machines.
const TIME: Duration = Duration::from_secs(6);
/// Hash size in MiB.
const HASH: usize = 16;

impl Session {
    /// Searches all positions of the game, and prints the moves of a person that lost the most expected score.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(super) fn review(&mut self) -> io::Result<()> {
        let plies = self.game.moves().into_iter().map(|mv| PgnPly { mv, items: Vec::new() }).collect();
        let game = PgnGame {
            tags: Vec::new(),
            start: self.game.start().clone(),
            repairs: Vec::new(),
            preface: Vec::new(),
            plies,
            result: "*".to_owned(),
        };
        if game.plies.is_empty() {
            return self.screen.print(format_args!("There is no move to review."));
        }
        self.screen.print(format_args!("Searching the game: this takes up to ten seconds."))?;
        let annotation = match annotate(&game) {
            Ok(annotation) => annotation,
            Err(reason) => return self.screen.print(format_args!("The review failed: {reason}.")),
        };
        let positions = positions(&game);
        let moves = &annotation.moves;
        let is_bad = |ply: &usize| {
            moves[*ply].judgment.is_some() && *self.seats.get(positions[*ply].turn()) == Seat::Human
        };
        let mut worst: Vec<usize> = (0..moves.len()).filter(is_bad).collect();
        worst.sort_by(|one, other| moves[*other].loss.total_cmp(&moves[*one].loss));
        worst.truncate(SHOWN);
        if worst.is_empty() {
            self.screen.print(format_args!("No move was an inaccuracy, a mistake or a blunder."))?;
        } else {
            self.screen.print(format_args!(
                "The moves that cost most, the worst first. Scores are in pawns; plus means that White is better."
            ))?;
        }
        for ply in worst {
            self.show_mistake(&game, &positions[ply], &annotation, ply)?;
        }
        self.screen.print(format_args!(
            "For a score of every move, enter save game.pgn, and then run: engine annotate game.pgn"
        ))
    }

    /// Prints one bad move: the position after it, a better move, and the reason.
    fn show_mistake(
        &self,
        game: &PgnGame,
        before: &Position,
        annotation: &Annotation,
        ply: usize,
    ) -> io::Result<()> {
        let played = game.plies[ply].mv;
        let [best, reply] = [&annotation.analyses[ply], &annotation.analyses[ply + 1]];
        let (Some(judgment), Some(better)) = (annotation.moves[ply].judgment, best.line.first()) else {
            return Ok(());
        };
        let words =
            if self.screen.plain { format!(", {}", notation::words(before, *better)) } else { String::new() };
        let [after, possible] = [-reply.score, best.score].map(|score| sentence::score(score, before.turn()));
        self.screen.print(format_args!(
            "\n{}{} ({}): {after}. Better was {}{words}: {possible}.",
            before.numbered_san(played),
            judgment.sign(),
            judgment.name(),
            before.san(*better),
        ))?;
        if !self.screen.plain {
            let board = self.screen.style.draw(&before.play(played), Some(played), &Default::default());
            print_drawing(|out| write!(out, "{board}"))?;
        }
        let reason = mistake::reason(before, played, (&best.line, best.score), (&reply.line, reply.score));
        self.screen.print(format_args!("{reason}"))
    }
}

/// Searches every position of a game.
fn annotate(game: &PgnGame) -> Result<Annotation, String> {
    let positions = game.plies.len() as u64 + 1;
    let limits = Limits {
        nodes: Some((NODES[0] / positions).min(NODES[1])),
        movetime: Some(TIME.div_f64(positions as f64)),
        ..Limits::default()
    };
    let mut annotator = Annotator::new(Setup::playing(), limits, HASH).map_err(|error| error.to_string())?;
    let annotation = annotator.annotate(game, &StopFlag::default())?;
    Ok(annotation.unwrap_or_default())
}
