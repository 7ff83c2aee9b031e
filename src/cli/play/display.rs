//! The display of a game in the terminal: the board with players and clocks beside it, messages, and the
//! prompt.
//!
//! [`Screen`] prints text, wrapped to 79 columns at a terminal; [`BoardStyle`] draws the board, with or
//! without colours.

use std::{fmt, io};

use anstyle::{Ansi256Color, Style};
use shakmaty::{Color, File, Piece, Rank, Role, Square};

use super::{
    clock,
    command::COMMANDS,
    game::{self, Game},
    notation,
    session::Session,
};
use crate::{
    cli::output::print,
    position::{Move, Position},
};

impl Session {
    /// Prints what has changed since the last input line: the board (at a terminal), a check, a draw that can
    /// be claimed, or the result of the game.
    pub(super) fn show_changes(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.redraw) {
            return Ok(());
        }
        if self.screen.interactive {
            self.show_board()?;
        }
        let position = self.game.position();
        if let Some(ending) = self.game.ending() {
            let explanation = game::explain(&ending, &self.game);
            self.screen.print(format_args!("{explanation} {}", ending.outcome()))?;
            if self.screen.interactive {
                self.screen.print(format_args!(
                    "Enter undo to go back and continue, save FILE to save the game, or quit to leave."
                ))?;
            }
            return Ok(());
        }
        if position.is_check() {
            let checkers = notation::pieces_on(position, position.checkers());
            self.screen.print(format_args!("Check from {checkers}."))?;
        }
        if let Some(reason) = game::explain_claim(&self.game) {
            self.screen.print(format_args!(
                "{} can claim a draw (enter draw): {reason}.",
                notation::side_name(position.turn())
            ))?;
        }
        Ok(())
    }

    /// Prints the board with the names and clocks of the players.
    pub(super) fn show_board(&self) -> io::Result<()> {
        let player = |color: Color| {
            let name = &self.names[usize::from(color.is_black())];
            match self.clock_now(color) {
                Some(time) => format!("{name}  {}", clock::format_clock(time)),
                None => name.clone(),
            }
        };
        self.screen.print_board(&self.game, &[player(Color::White), player(Color::Black)])
    }

    /// Returns the prompt: move number, side to move and clock (if any), or `game over>`.
    pub(super) fn prompt(&self) -> String {
        let position = self.game.position();
        let turn = position.turn();
        if self.game.ending().is_some() {
            return "game over> ".to_owned();
        }
        let clock = self.clock_now(turn).map(|time| format!(" [{}]", clock::format_clock(time)));
        let dots = if turn.is_white() { "." } else { "..." };
        format!(
            "{}{dots} {}{}> ",
            position.move_number(),
            notation::side_name(turn),
            clock.unwrap_or_default()
        )
    }

    /// Returns the words for completion with Tab: the commands and the legal moves.
    pub(super) fn completions(&self) -> Vec<String> {
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

/// Number of columns to which text is wrapped at a terminal.
const WIDTH: usize = 79;
/// Number of full moves shown beside the board.
const RECENT_MOVES: usize = 5;

/// Standard output of the game: a terminal, a file or a pipe.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// Whether the output is a terminal: the board is printed after every move, and long lines are wrapped.
    pub interactive: bool,
    /// Whether the terminal can erase a printed line.
    pub can_erase: bool,
    /// Options for drawing the board.
    pub style: BoardStyle,
}

impl Screen {
    /// Prints lines of text. If standard input and output are both terminals, wraps lines at spaces to 79
    /// columns.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub fn print(self, text: fmt::Arguments<'_>) -> io::Result<()> {
        let text = text.to_string();
        print(|out| {
            for line in text.lines() {
                if self.interactive {
                    wrap(line).iter().try_for_each(|line| writeln!(out, "{line}"))?;
                } else {
                    writeln!(out, "{line}")?;
                }
            }
            Ok(())
        })
    }

    /// Prints a text that [`erase_temporary`](Self::erase_temporary) removes. Prints no text if the terminal
    /// cannot erase.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub fn print_temporary(self, text: &str) -> io::Result<()> {
        if self.can_erase { print(|out| write!(out, "{text}")) } else { Ok(()) }
    }

    /// Removes the text printed by [`print_temporary`](Self::print_temporary).
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub fn erase_temporary(self) -> io::Result<()> {
        if self.can_erase { print(|out| write!(out, "\r\x1b[K")) } else { Ok(()) }
    }

    /// Prints the board. `players` contains the names and clocks of White and Black.
    ///
    /// # Errors
    /// If standard output cannot be written.
    fn print_board(self, game: &Game, players: &[String; 2]) -> io::Result<()> {
        let mut side_text: [String; 8] = std::array::from_fn(|_| String::new());
        for color in Color::ALL {
            let row = if color == self.style.bottom { 7 } else { 0 };
            let name = &players[usize::from(color.is_black())];
            let captured = self.captured_pieces(game, color);
            side_text[row] = truncated(&format!("{name}  {captured}"));
        }
        for (row, line) in side_text[1..].iter_mut().skip(1).zip(recent_moves(game)) {
            *row = line;
        }
        let last = game.plies().last().map(|ply| ply.mv);
        let drawn = self.style.draw(game.position(), last, &side_text);
        print(|out| write!(out, "\n{drawn}\n"))
    }

    /// Returns the symbols of the pieces and pawns that a side has captured, most valuable first.
    fn captured_pieces(self, game: &Game, color: Color) -> String {
        let movers = [game.start().turn(), !game.start().turn()].into_iter().cycle();
        let mut captured: Vec<Role> = movers
            .zip(game.plies())
            .filter(|(mover, _)| *mover == color)
            .filter_map(|(_, ply)| ply.mv.capture())
            .collect();
        captured.sort_unstable_by(|a, b| b.cmp(a));
        let symbol = |role: Role| {
            if self.style.ascii { role.upper_char() } else { piece_symbol(role.of(!color), true) }
        };
        captured.into_iter().map(symbol).collect()
    }
}

/// Returns the last [`RECENT_MOVES`] full moves, one string per move.
fn recent_moves(game: &Game) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in notation::movetext(game.start(), &game.moves()) {
        match lines.last_mut() {
            Some(line) if !word.ends_with('.') => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    let hidden = lines.len().saturating_sub(RECENT_MOVES);
    lines.split_off(hidden)
}

/// Truncates a text to the number of columns beside the board.
fn truncated(text: &str) -> String {
    const ROOM: usize = WIDTH - 30;
    text.trim_end().chars().take(ROOM).collect()
}

/// Wraps a line at spaces to [`WIDTH`] columns; a longer word stays whole.
fn wrap(line: &str) -> Vec<String> {
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

// Colours of squares and pieces in the 256-colour palette. White and black pieces are legible on every square
// colour.
const LIGHT: Ansi256Color = Ansi256Color(103);
const DARK: Ansi256Color = Ansi256Color(60);
const LIGHT_MOVED: Ansi256Color = Ansi256Color(101);
const DARK_MOVED: Ansi256Color = Ansi256Color(58);
const CHECK: Ansi256Color = Ansi256Color(124);
const WHITE: Ansi256Color = Ansi256Color(231);
const BLACK: Ansi256Color = Ansi256Color(16);

/// Options for drawing the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardStyle {
    /// Whether pieces are drawn as letters instead of chess symbols.
    pub ascii: bool,
    /// Whether terminal colours are used.
    pub colour: bool,
    /// Side shown at the bottom of the board.
    pub bottom: Color,
}

impl BoardStyle {
    /// Draws the board and marks the last move. `side_text` is printed to the right of the eight ranks,
    /// from the top rank to the bottom rank.
    fn draw(self, position: &Position, last: Option<Move>, side_text: &[String; 8]) -> String {
        let mut ranks = Rank::ALL;
        let mut files = File::ALL;
        if self.bottom.is_white() {
            ranks.reverse();
        } else {
            files.reverse();
        }
        let mut drawn = String::new();
        for (rank, side_text) in ranks.into_iter().zip(side_text) {
            let squares: String = files
                .iter()
                .map(|file| self.square(position, last, Square::from_coords(*file, rank)))
                .collect();
            let line = format!(" {rank} {squares}   {side_text}");
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
        let symbol = piece.map_or(if self.colour { ' ' } else { '.' }, |piece| self.symbol(piece));
        if !self.colour {
            return if moved { format!("[{symbol}]") } else { format!(" {symbol} ") };
        }
        let in_check = position.is_check() && square == position.king();
        let background = match (in_check, moved, square.is_light()) {
            (true, _, _) => CHECK,
            (_, true, true) => LIGHT_MOVED,
            (_, true, false) => DARK_MOVED,
            (_, false, true) => LIGHT,
            (_, false, false) => DARK,
        };
        let foreground = if piece.is_some_and(|piece| piece.color.is_white()) { WHITE } else { BLACK };
        let style = Style::new().bold().fg_color(Some(foreground.into())).bg_color(Some(background.into()));
        format!("{style} {symbol} {style:#}")
    }

    /// Returns the letter (with `--ascii`) or chess symbol of a piece. On a board with terminal colours, all
    /// symbols are filled, because the text colour shows the side.
    fn symbol(self, piece: Piece) -> char {
        if self.ascii { piece.char() } else { piece_symbol(piece, self.colour || piece.color.is_black()) }
    }
}

/// Returns whether a move of `mover` starts or ends on `square`. For castling, only the king's squares count.
fn touches(mv: Move, square: Square, mover: Color) -> bool {
    match mv {
        Move::Castle { king, rook } => {
            let side = shakmaty::CastlingSide::from_queen_side(rook < king);
            [king, side.king_to(mover)].contains(&square)
        }
        _ => mv.from() == Some(square) || mv.to() == square,
    }
}

/// Returns the Unicode chess symbol of a piece.
const fn piece_symbol(piece: Piece, filled: bool) -> char {
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
    fn long_lines_are_wrapped_at_spaces() {
        let text = "word ".repeat(40);
        let lines = wrap(text.trim());
        assert!(lines.len() > 2 && lines.iter().all(|line| line.len() <= WIDTH));
        assert_eq!(lines.join(" "), text.trim());
        assert_eq!(wrap("  kept   as it is"), ["  kept   as it is"]);
    }

    #[test]
    fn recent_moves_and_captured_pieces_are_listed() {
        let game = played("", "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5");
        assert_eq!(recent_moves(&game), ["1. e4 d5", "2. exd5 Qxd5", "3. Nc3 Qe5+"]);
        let style = BoardStyle { ascii: true, colour: false, bottom: Color::White };
        let screen = Screen { interactive: false, can_erase: false, style };
        assert_eq!(
            (screen.captured_pieces(&game, Color::White), screen.captured_pieces(&game, Color::Black)),
            ("P".into(), "P".into())
        );
    }

    const PLAIN: BoardStyle = BoardStyle { ascii: true, colour: false, bottom: Color::White };

    fn after(moves: &str) -> (Position, Option<Move>) {
        moves.split(' ').fold((Position::start(), None), |(position, _), word| {
            let mv = position.parse_move(word).expect(word);
            (position.play(mv), Some(mv))
        })
    }

    #[test]
    fn the_board_is_drawn_from_either_side_and_marks_the_last_move() {
        let (position, last) = after("e2e4");
        let mut side_text: [String; 8] = std::array::from_fn(|_| String::new());
        side_text[1] = "1. e4".to_owned();
        let drawn = PLAIN.draw(&position, last, &side_text);
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
        let turned = BoardStyle { bottom: Color::Black, ..PLAIN }.draw(&position, last, &side_text);
        assert!(turned.starts_with(" 1  R  N  B  K  Q  B  N  R\n"), "{turned}");
        assert!(turned.ends_with("    h  g  f  e  d  c  b  a\n"), "{turned}");
    }

    #[test]
    fn a_plain_board_has_no_escape_codes_and_a_coloured_board_resets_every_style() {
        let (position, last) = after("e2e4 e7e5 d1h5 e8e7 h5e5");
        let side_text = std::array::from_fn(|_| String::new());
        let drawn = BoardStyle { ascii: false, ..PLAIN }.draw(&position, last, &side_text);
        assert!(!drawn.contains('\x1b') && drawn.contains('♔') && drawn.contains('♚'), "{drawn}");
        let coloured =
            BoardStyle { colour: true, ascii: false, bottom: Color::White }.draw(&position, last, &side_text);
        assert!(coloured.contains("48;5;124"), "the king is in check");
        assert_eq!(coloured.matches("\x1b[0m").count(), 64);
        assert!(!coloured.contains('♔'), "the colour shows the side");
    }
}
