//! Shows the game in the terminal: the board with the players and clocks beside it, messages, and the prompt.
//!
//! [`Screen`] writes text and wraps it to the terminal's width; [`View`] draws the board, with or without colours.

use std::{fmt, io};

use anstyle::{Ansi256Color, Style};
use shakmaty::{Color, File, Piece, Rank, Role, Square};

use super::{clock, command::COMMANDS, game::Game, notation, session::Session};
use crate::{
    cli::output::print,
    position::{Move, Position},
};

impl Session {
    /// Shows what has changed since the last line.
    pub(super) fn announce(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.changed) {
            return Ok(());
        }
        if self.screen.terminal {
            self.show()?;
        }
        let position = self.game.position();
        if let Some(ending) = self.game.ending() {
            let winner = ending.winner(position.turn());
            self.screen.say(format_args!("{} {winner}", ending.explain(&self.game)))?;
            if self.screen.terminal {
                self.screen
                    .say(format_args!("undo goes on from before, save FILE keeps the game, quit leaves."))?;
            }
            return Ok(());
        }
        if position.is_check() {
            let checkers = notation::all(position, position.checkers());
            self.screen.say(format_args!("Check from {checkers}."))?;
        }
        if let Some(claim) = self.game.claim() {
            let reason = claim.explain(&self.game);
            self.screen.say(format_args!(
                "{} may claim a draw (draw): {reason}.",
                notation::side(position.turn())
            ))?;
        }
        Ok(())
    }

    /// Shows the board with the players beside it.
    pub(super) fn show(&self) -> io::Result<()> {
        let player = |color: Color| {
            let name = &self.names[usize::from(color.is_black())];
            match self.left(color) {
                Some(left) => format!("{name}  {}", clock::told(self.running(color, left))),
                None => name.clone(),
            }
        };
        self.screen.show(&self.game, &[player(Color::White), player(Color::Black)])
    }

    pub(super) fn prompt(&self) -> String {
        let position = self.game.position();
        let turn = position.turn();
        if self.game.ending().is_some() {
            return "game over> ".to_owned();
        }
        let clock = self.left(turn).map(|left| format!(" [{}]", clock::told(self.running(turn, left))));
        let dots = if turn.is_white() { "." } else { "..." };
        format!("{}{dots} {}{}> ", position.move_number(), notation::side(turn), clock.unwrap_or_default())
    }

    /// What can be typed here.
    pub(super) fn words(&self) -> Vec<String> {
        let position = self.game.position();
        let commands = COMMANDS.iter().filter_map(|(usage, _)| usage.split(' ').next());
        let moves = position.legal_moves();
        let moves = moves.iter().map(|mv| notation::san(position, *mv));
        let mut words: Vec<_> = commands.map(str::to_owned).chain(moves).collect();
        words.sort_unstable();
        words.dedup();
        words
    }
}

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

/// Colours of the 256 that terminals know. On both kinds of squares both kinds of men are told apart.
const LIGHT: Ansi256Color = Ansi256Color(103);
const DARK: Ansi256Color = Ansi256Color(60);
const LIGHT_MOVED: Ansi256Color = Ansi256Color(101);
const DARK_MOVED: Ansi256Color = Ansi256Color(58);
const CHECK: Ansi256Color = Ansi256Color(124);
const WHITE: Ansi256Color = Ansi256Color(231);
const BLACK: Ansi256Color = Ansi256Color(16);

/// How the board is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Letters instead of figures.
    pub ascii: bool,
    /// With colours.
    pub colour: bool,
    /// The side at the bottom.
    pub bottom: Color,
}

impl View {
    /// Draws the board; `last` is the move that led there, `beside` what stands to the right of its eight ranks from the top.
    pub fn draw(self, position: &Position, last: Option<Move>, beside: &[String; 8]) -> String {
        let mut ranks = Rank::ALL;
        let mut files = File::ALL;
        if self.bottom.is_white() {
            ranks.reverse();
        } else {
            files.reverse();
        }
        let mut drawn = String::new();
        for (rank, beside) in ranks.into_iter().zip(beside) {
            let squares: String = files
                .iter()
                .map(|file| self.square(position, last, Square::from_coords(*file, rank)))
                .collect();
            let line = format!(" {rank} {squares}   {beside}");
            drawn.push_str(line.trim_end_matches(' '));
            drawn.push('\n');
        }
        drawn.push_str("   ");
        drawn.extend(files.iter().map(|file| format!(" {file} ")));
        drawn.truncate(drawn.trim_end().len());
        drawn.push('\n');
        drawn
    }

    fn square(self, position: &Position, last: Option<Move>, square: Square) -> String {
        let piece = position.board().piece_at(square);
        let moved = last.is_some_and(|mv| touches(mv, square, !position.turn()));
        let letter = piece.map_or(if self.colour { ' ' } else { '.' }, |piece| self.letter(piece));
        if !self.colour {
            return if moved { format!("[{letter}]") } else { format!(" {letter} ") };
        }
        let in_check = position.is_check() && square == position.king();
        let ground = match (in_check, moved, square.is_light()) {
            (true, _, _) => CHECK,
            (_, true, true) => LIGHT_MOVED,
            (_, true, false) => DARK_MOVED,
            (_, false, true) => LIGHT,
            (_, false, false) => DARK,
        };
        let ink = if piece.is_some_and(|piece| piece.color.is_white()) { WHITE } else { BLACK };
        let style = Style::new().bold().fg_color(Some(ink.into())).bg_color(Some(ground.into()));
        format!("{style} {letter} {style:#}")
    }

    /// With colours all figures are filled, for the colour tells the side.
    fn letter(self, piece: Piece) -> char {
        if self.ascii { piece.char() } else { figure(piece, self.colour || piece.color.is_black()) }
    }
}

/// Whether a move left or reached a square; castling does so with two men.
fn touches(mv: Move, square: Square, mover: Color) -> bool {
    match mv {
        Move::Castle { king, rook } => {
            let side = shakmaty::CastlingSide::from_queen_side(rook < king);
            [king, side.king_to(mover)].contains(&square)
        }
        _ => mv.from() == Some(square) || mv.to() == square,
    }
}

/// The figure of a man.
pub const fn figure(piece: Piece, filled: bool) -> char {
    match (piece.role, filled) {
        (Role::Pawn, false) => '♙',
        (Role::Knight, false) => '♘',
        (Role::Bishop, false) => '♗',
        (Role::Rook, false) => '♖',
        (Role::Queen, false) => '♕',
        (Role::King, false) => '♔',
        (Role::Pawn, true) => '♟',
        (Role::Knight, true) => '♞',
        (Role::Bishop, true) => '♝',
        (Role::Rook, true) => '♜',
        (Role::Queen, true) => '♛',
        (Role::King, true) => '♚',
    }
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

    const PLAIN: View = View { ascii: true, colour: false, bottom: Color::White };

    fn after(moves: &str) -> (Position, Option<Move>) {
        moves.split(' ').fold((Position::start(), None), |(position, _), word| {
            let mv = position.parse_move(word).expect(word);
            (position.play(mv), Some(mv))
        })
    }

    #[test]
    fn the_board_is_drawn_from_either_side_and_shows_the_last_move() {
        let (position, last) = after("e2e4");
        let mut beside: [String; 8] = std::array::from_fn(|_| String::new());
        beside[1] = "1. e4".to_owned();
        let drawn = PLAIN.draw(&position, last, &beside);
        assert_eq!(
            drawn,
            " 8  r  n  b  q  k  b  n  r\n \
              7  p  p  p  p  p  p  p  p    1. e4\n \
              6  .  .  .  .  .  .  .  .\n \
              5  .  .  .  .  .  .  .  .\n \
              4  .  .  .  . [P] .  .  .\n \
              3  .  .  .  .  .  .  .  .\n \
              2  P  P  P  P [.] P  P  P\n \
              1  R  N  B  Q  K  B  N  R\n    \
                 a  b  c  d  e  f  g  h\n"
        );
        let turned = View { bottom: Color::Black, ..PLAIN }.draw(&position, last, &beside);
        assert!(turned.starts_with(" 1  R  N  B  K  Q  B  N  R\n"), "{turned}");
        assert!(turned.ends_with("    h  g  f  e  d  c  b  a\n"), "{turned}");
    }

    #[test]
    fn without_colours_nothing_but_text_is_written_and_with_them_every_style_is_ended() {
        let (position, last) = after("e2e4 e7e5 d1h5 e8e7 h5e5");
        let beside = std::array::from_fn(|_| String::new());
        let drawn = View { ascii: false, ..PLAIN }.draw(&position, last, &beside);
        assert!(!drawn.contains('\x1b') && drawn.contains('♔') && drawn.contains('♚'), "{drawn}");
        let coloured =
            View { colour: true, ascii: false, bottom: Color::White }.draw(&position, last, &beside);
        assert!(coloured.contains("48;5;124"), "the king is in check");
        assert_eq!(coloured.matches("\x1b[0m").count(), 64);
        assert!(!coloured.contains('♔'), "the colour tells the side");
    }
}
