//! What is shown: sentences broken at the width of the screen, and the board with the players beside it.

use std::{fmt, io};

use shakmaty::{Color, Role};

use super::{
    board::{View, figure},
    game::Game,
    notation,
};
use crate::cli::output::print;

/// Columns that every terminal has.
const WIDTH: usize = 79;
/// Full moves shown beside the board.
const RECENT: usize = 5;

/// Where the game is shown.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// Whether a person looks at it: then the board is shown without being asked for, and lines are broken.
    pub terminal: bool,
    /// Whether what was written last can be wiped away.
    pub wipes: bool,
    /// How the board looks.
    pub view: View,
}

impl Screen {
    /// Says something.
    ///
    /// # Errors
    /// What stdout says.
    pub fn say(self, text: fmt::Arguments<'_>) -> io::Result<()> {
        let text = text.to_string();
        print(|out| {
            for line in text.lines() {
                if self.terminal {
                    wrapped(line).iter().try_for_each(|line| writeln!(out, "{line}"))?;
                } else {
                    writeln!(out, "{line}")?;
                }
            }
            Ok(())
        })
    }

    /// Says what will be wiped away again; only to a person.
    ///
    /// # Errors
    /// What stdout says.
    pub fn say_meanwhile(self, text: &str) -> io::Result<()> {
        if self.wipes { print(|out| write!(out, "{text}")) } else { Ok(()) }
    }

    /// Wipes that away.
    ///
    /// # Errors
    /// What stdout says.
    pub fn wipe(self) -> io::Result<()> {
        if self.wipes { print(|out| write!(out, "\r\x1b[K")) } else { Ok(()) }
    }

    /// Shows the board; `players` are White's and Black's names with their clocks.
    ///
    /// # Errors
    /// What stdout says.
    pub fn show(self, game: &Game, players: &[String; 2]) -> io::Result<()> {
        let mut beside: [String; 8] = std::array::from_fn(|_| String::new());
        for color in Color::ALL {
            let row = if color == self.view.bottom { 7 } else { 0 };
            let name = &players[usize::from(color.is_black())];
            let taken = self.taken(game, color);
            beside[row] = cut(&format!("{name}  {taken}"));
        }
        for (row, line) in beside[1..].iter_mut().skip(1).zip(recent(game)) {
            *row = line;
        }
        let last = game.plies().last().map(|ply| ply.mv);
        let drawn = self.view.draw(game.position(), last, &beside);
        print(|out| write!(out, "\n{drawn}\n"))
    }

    /// The men a side has taken, the most valuable first.
    fn taken(self, game: &Game, color: Color) -> String {
        let movers = [game.start().turn(), !game.start().turn()].into_iter().cycle();
        let mut taken: Vec<Role> = movers
            .zip(game.plies())
            .filter(|(mover, _)| *mover == color)
            .filter_map(|(_, ply)| ply.mv.capture())
            .collect();
        taken.sort_unstable_by(|a, b| b.cmp(a));
        let letter = |role: Role| {
            if self.view.ascii { role.upper_char() } else { figure(role.of(!color), true) }
        };
        taken.into_iter().map(letter).collect()
    }
}

/// The last moves, one pair a line.
fn recent(game: &Game) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in notation::words(game.start(), &game.moves()) {
        match lines.last_mut() {
            Some(line) if !word.ends_with('.') => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    let hidden = lines.len().saturating_sub(RECENT);
    lines.split_off(hidden)
}

/// What there is room for beside the board.
fn cut(text: &str) -> String {
    const ROOM: usize = WIDTH - 30;
    text.trim_end().chars().take(ROOM).collect()
}

/// A line in pieces no wider than the screen.
fn wrapped(line: &str) -> Vec<String> {
    if line.chars().count() <= WIDTH {
        return vec![line.to_owned()];
    }
    let mut lines = vec![String::new()];
    for word in line.split(' ') {
        let used = lines.last().map_or(0, |line| line.chars().count());
        if used > 0 && used + 1 + word.chars().count() > WIDTH {
            lines.push(String::new());
        }
        if let Some(last) = lines.last_mut() {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::play::game::tests::played;

    #[test]
    fn long_sentences_are_broken_between_words() {
        let text = "word ".repeat(40);
        let lines = wrapped(text.trim());
        assert!(lines.len() > 2 && lines.iter().all(|line| line.len() <= WIDTH));
        assert_eq!(lines.join(" "), text.trim());
        assert_eq!(wrapped("  kept   as it is"), ["  kept   as it is"]);
    }

    #[test]
    fn the_last_moves_and_the_men_taken_are_told() {
        let game = played("", "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5");
        assert_eq!(recent(&game), ["1. e4 d5", "2. exd5 Qxd5", "3. Nc3 Qe5+"]);
        let view = View { ascii: true, colour: false, bottom: Color::White };
        let screen = Screen { terminal: false, wipes: false, view };
        assert_eq!(
            (screen.taken(&game, Color::White), screen.taken(&game, Color::Black)),
            ("P".into(), "P".into())
        );
    }
}
