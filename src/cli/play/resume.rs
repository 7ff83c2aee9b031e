//! Going on with a game that a PGN tells.

use std::{fs::File, io::BufReader, path::Path};

use anyhow::Context as _;
use shakmaty::CastlingMode;

use super::{clock::TimeControl, game::Game};
use crate::{
    cli::exit::Misuse,
    lab::game_clock::LONGEST,
    pgn::{self, Splitter},
};

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

/// Reads game `number` of a file, from 1; the last one if none is named. The others are not looked into.
///
/// # Errors
/// If the file cannot be read, or [`Misuse`] if there is no such game or something is wrong with it.
pub fn resume(path: &Path, number: Option<u64>) -> anyhow::Result<Resumed> {
    let unreadable = || format!("cannot read {}", path.display());
    let misuse = |reason: String| Misuse(format!("{}: {reason}", path.display()));
    let mut games = Splitter::new(BufReader::new(File::open(path).with_context(unreadable)?));
    let mut found = None;
    while let Some(game) = games.next_game().with_context(unreadable)? {
        let is_last = number == Some(game.number);
        found = Some(game);
        if is_last {
            break;
        }
    }
    let raw = found.ok_or_else(|| misuse("there is no game in this file".to_owned()))?;
    if number.is_some_and(|number| number > raw.number) {
        return Err(misuse(format!("there are only {} games", raw.number)).into());
    }
    let told = pgn::Game::parse(&raw, CastlingMode::Standard)
        .map_err(|problem| misuse(format!("{}: {problem}", raw.place(problem.ply()))))?;
    Ok(resumed(&told))
}

fn resumed(told: &pgn::Game) -> Resumed {
    // What a file says goes to the terminal: nothing in it may steer that.
    let tag = |name| Some(told.tag(name)?.replace(char::is_control, ""));
    let mut game = Game::new(told.start.clone());
    for ply in &told.plies {
        game.play(ply.mv, ply.clock().filter(|clock| *clock <= LONGEST));
    }
    let control = tag("TimeControl").and_then(|control| TimeControl::from_tag(&control));
    Resumed { game, control, names: ["White", "Black"].map(tag) }
}

#[cfg(test)]
mod tests {
    use std::{path::PathBuf, time::Duration};

    use super::*;

    fn written(text: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, text).expect("written");
        (folder, path)
    }

    #[test]
    fn any_game_of_a_file_can_be_gone_on_with_whatever_is_wrong_with_the_others() {
        let (_folder, path) = written(
            "1. e4 (1. d4 d5) e5 $1 {good} *\n\n1. e4 rubbish e5 *\n\n[White \"\u{1b}[2Jx\"]\n[TimeControl \"60+1\"]\n\n\
             1. c4 {[%clk 0:00:59] well} {[%clk 999:00:00]} e5 {[%clk 0:00:58]} 1/2-1/2\n",
        );
        let plies = |number| resume(&path, number).expect("legal").game.plies().len();
        assert_eq!((plies(Some(1)), plies(Some(3)), plies(None)), (2, 2, 2));
        let last = resume(&path, None).expect("legal");
        let clocks: Vec<_> = last.game.plies().iter().map(|ply| ply.clock).collect();
        assert_eq!(clocks, [None, Some(Duration::from_secs(58))], "more than a clock can show is none");
        assert_eq!(last.names, [Some("[2Jx".to_owned()), None]);
        assert_eq!(last.control, TimeControl::from_tag("60+1"));
    }

    #[test]
    fn what_is_no_game_is_refused_with_its_place() {
        for (text, number, told) in [
            ("", None, "there is no game in this file"),
            (" \n\n", None, "there is no game in this file"),
            ("1. e4 e5 2. Ke3 *", None, "game 1 (line 1), ply 3: 2. Ke3 is illegal"),
            ("1. d4 *\n\n1. e4 rubbish e5 *", None, "game 2 (line 3), ply 2: 'rubbish' is no move"),
            ("1. e4 rubbish e5 {open", None, "game 1 (line 1), ply 2: 'rubbish' is no move"),
            ("1. e4 * e5", None, "game 1 (line 1), ply 2: there are moves after the result"),
            ("1. e4 {open", None, "game 1 (line 1): a comment is not closed"),
            ("[White x]\n\n1. e4 *", None, "game 1 (line 1): broken header"),
            ("1. e4 *\n\n1. d4 *\n", Some(3), "only 2 games"),
            ("[FEN \"8/8 w\"]\n\n1. e4 *", None, "eight ranks"),
            ("[Variant \"Atomic\"]\n\n1. e4 *", None, "variant Atomic is not chess"),
            ("\u{7f}ELF\u{2}\u{1}\0\0", None, "game 1 (line 1), ply 1: '\u{fffd}ELF\u{fffd}"),
            ("[\u{1b}[2J\n", None, "not [\u{fffd}[2J"),
        ] {
            let (_folder, path) = written(text);
            let error = resume(&path, number).expect_err(text).to_string();
            assert!(error.contains(told) && !error.contains(char::is_control), "{text:?}: {error:?}");
        }
    }
}
