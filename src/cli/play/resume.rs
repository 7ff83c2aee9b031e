//! Going on with a game that a PGN tells.

use std::{fs::File, ops::ControlFlow, path::Path, time::Duration};

use anyhow::Context as _;
use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{CastlingMode, Color};

use super::{
    clock::{self, TimeControl},
    game::Game,
};
use crate::{cli::exit::Misuse, start_tags::StartTags};

/// A game from a file, to go on with.
#[derive(Debug)]
pub struct Resumed {
    /// The moves, with their clocks.
    pub game: Game,
    /// The clocks, if the file tells of any.
    pub control: Option<TimeControl>,
    /// Who played White and Black there.
    pub names: [Option<String>; 2],
}

/// Reads game `number` of a file, from 1; the last one if none is named.
///
/// # Errors
/// If the file cannot be read, or [`Misuse`] if there is no such game or it is not legal.
pub fn resume(path: &Path, number: Option<usize>) -> anyhow::Result<Resumed> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut reader = Reader::new(file);
    let mut found = None;
    let mut count = 0;
    while number.is_none_or(|number| count < number)
        && let Some(read) =
            reader.read_game(&mut Reading).with_context(|| format!("cannot read {}", path.display()))?
    {
        count += 1;
        found = Some(read);
    }
    let misuse = |reason: String| Misuse(format!("{}: {reason}", path.display()));
    match (found, number) {
        (None, _) => Err(misuse("there is no game in this file".to_owned()).into()),
        (Some(_), Some(number)) if count < number => {
            Err(misuse(format!("there are only {count} games")).into())
        }
        (Some(Err(reason)), _) => Err(misuse(format!("game {count}: {reason}")).into()),
        (Some(Ok(resumed)), _) => Ok(resumed),
    }
}

/// Reads one game.
struct Reading;

/// The tags that matter.
#[derive(Default)]
struct Tags {
    start: StartTags,
    names: [Option<String>; 2],
    control: Option<TimeControl>,
}

/// The game so far; the clock in a comment is that of the move before it.
struct Moves {
    game: Game,
    tags: Tags,
    pending: Option<shakmaty::Move>,
    clock: Option<Duration>,
}

impl Moves {
    fn play_pending(&mut self) {
        if let Some(mv) = self.pending.take() {
            self.game.play(mv, self.clock.take());
        }
    }
}

impl Visitor for Reading {
    type Tags = Tags;
    type Movetext = Moves;
    type Output = Result<Resumed, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        tags.start.heed(name, &value);
        // What a file says goes to the terminal: nothing in it may steer that.
        let value = value.decode_utf8_lossy().replace(char::is_control, "");
        match name {
            b"White" => tags.names[0] = Some(value),
            b"Black" => tags.names[1] = Some(value),
            b"TimeControl" => tags.control = TimeControl::from_tag(&value),
            _ => (),
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, Moves> {
        match tags.start.start(CastlingMode::Standard) {
            Ok((start, _)) => {
                ControlFlow::Continue(Moves { game: Game::new(start), tags, pending: None, clock: None })
            }
            Err(error) => ControlFlow::Break(Err(error.to_string())),
        }
    }

    fn san(&mut self, moves: &mut Moves, san: SanPlus) -> ControlFlow<Self::Output> {
        moves.play_pending();
        moves.clock = None;
        let position = moves.game.position();
        match san.san.to_move(position.chess()) {
            Ok(mv) => {
                moves.pending = Some(mv);
                ControlFlow::Continue(())
            }
            Err(error) => {
                let dots = if position.turn() == Color::White { "." } else { "..." };
                ControlFlow::Break(Err(format!("{}{dots} {san}: {error}", position.move_number())))
            }
        }
    }

    fn comment(&mut self, moves: &mut Moves, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        moves.clock = clock::in_comment(&String::from_utf8_lossy(comment.as_bytes())).or(moves.clock);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Moves) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, mut moves: Moves) -> Self::Output {
        moves.play_pending();
        let Tags { names, control, .. } = moves.tags;
        Ok(Resumed { game: moves.game, control, names })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_game_is_refused_with_its_place() {
        let folder = tempfile::tempdir().expect("a folder");
        let refused = |text: &str, number| {
            let path = folder.path().join("bad.pgn");
            std::fs::write(&path, text).expect("written");
            resume(&path, number).expect_err(text).to_string()
        };
        assert!(refused("", None).contains("no game"));
        assert!(refused("1. e4 e5 2. Ke3 *", None).contains("game 1: 2. Ke3: illegal san"));
        assert!(refused("1. e4 *\n\n1. d4 *\n", Some(3)).contains("only 2 games"));
        assert!(refused("[FEN \"8/8 w\"]\n\n1. e4 *", None).contains("eight ranks"));
        assert!(refused("[Variant \"Atomic\"]\n\n1. e4 *", None).contains("variant Atomic is not chess"));
        let path = folder.path().join("two.pgn");
        std::fs::write(&path, "1. e4 (1. d4 d5) e5 $1 {good} *\n\n[White \"x\"]\n\n1. c4 1/2-1/2\n")
            .expect("written");
        let plies = |number| resume(&path, number).expect("legal").game.plies().len();
        assert_eq!((plies(Some(1)), plies(Some(2)), plies(None)), (2, 1, 1));
    }
}
