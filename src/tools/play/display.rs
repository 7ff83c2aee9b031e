//! The display of a game in the terminal: the board with players and clocks beside it, messages, and the
//! prompt.
//!
//! [`Screen`] prints text, wrapped to the terminal's width; [`BoardStyle`] draws the board, with or without
//! colours. With `--plain`, [`pieces`] lists the pieces instead.

use std::{fmt, io};

use anstyle::{Ansi256Color, Style};
use shakmaty::{ByColor, Color, File, Piece, Rank, Role, Square};

use super::{
    clock,
    command::{AFTER_GAME, COMMANDS},
    game::{self, ConsoleGame},
    notation,
    session::Session,
};
use crate::{
    chess::position::{Move, Position, changes::destination},
    support::text::wrapped,
    tools::common::output::{print, print_drawing},
};

impl Session {
    /// If the position or the result has changed since the board was last shown, prints the board (at a
    /// terminal without `--plain`), and then the result of the game, or a check and a draw that can be
    /// claimed.
    pub(super) fn show_changes(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.redraw) {
            return Ok(());
        }
        if self.screen.interactive && !self.screen.plain {
            self.show_board()?;
        }
        let position = self.game.position();
        if let Some(ending) = self.game.ending() {
            let explanation = game::explain(&ending, &self.game);
            self.screen.print(format_args!("{explanation} {}", ending.outcome()))?;
            if self.screen.interactive {
                self.screen.print(format_args!("{AFTER_GAME}"))?;
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

    /// Prints the board with the names and clocks of the players; with `--plain`, lists the pieces.
    pub(super) fn show_board(&self) -> io::Result<()> {
        if self.screen.plain {
            return self.describe_board();
        }
        let text = self.screen.board(&self.game, &self.players_beside_board());
        print_drawing(|out| write!(out, "\n{text}\n"))
    }

    /// Describes the position in words: the pieces of each side, the side to move, and the clocks in a game with
    /// clocks.
    fn describe_board(&self) -> io::Result<()> {
        let position = self.game.position();
        self.screen.print(format_args!("{}", pieces(position)))?;
        let players = self.players_beside_board();
        let mut state = format!("{} is to move.", notation::side_name(position.turn()));
        if self.time_control.is_some() {
            state = format!("{state} White: {}. Black: {}.", players.white, players.black);
        }
        self.screen.print(format_args!("{state}"))
    }

    /// Returns the names of the players with their clocks.
    fn players_beside_board(&self) -> ByColor<String> {
        let player = |color| match self.clock_now(color) {
            Some(time) => format!("{}  {}", self.name(color), clock::format_clock(time)),
            None => self.name(color),
        };
        ByColor { white: player(Color::White), black: player(Color::Black) }
    }

    /// Returns the prompt: move number, side to move and clock (if any), or `game over>`.
    pub(super) fn prompt(&self) -> String {
        let position = self.game.position();
        let turn = position.turn();
        if self.game.ending().is_some() {
            return "game over> ".to_owned();
        }
        let clock = self.clock_now(turn).map(|time| format!(" [{}]", clock::format_clock(time)));
        format!("{} {}{}> ", position.number(), notation::side_name(turn), clock.unwrap_or_default())
    }

    /// Returns the words for completion with Tab: the commands and the legal moves.
    pub(super) fn completions(&self) -> Vec<String> {
        let position = self.game.position();
        let commands = COMMANDS.iter().filter_map(|(usage, _)| usage.split([' ', ',']).next());
        let moves = position.legal_moves();
        let moves = moves.iter().map(|mv| position.san(*mv));
        let mut words: Vec<_> = commands.map(str::to_owned).chain(moves).collect();
        words.sort_unstable();
        words.dedup();
        words
    }
}

/// Maximum number of columns to which text is wrapped.
const WIDTH: usize = 79;
/// Columns of a terminal that does not report its size.
const USUAL_COLUMNS: usize = 80;
/// Number of columns of the board, including the gap between the board and the text beside it.
const BOARD_COLUMNS: usize = 30;
/// Number of full moves shown beside the board.
const RECENT_MOVES: usize = 5;

/// Standard output of the game: a terminal, a file or a pipe.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// Whether standard input and output are both terminals. If true, the board is printed after every move
    /// (unless `plain` is set), and long lines are wrapped.
    pub interactive: bool,
    /// Whether positions and moves are described in words (`--plain`), and no board is drawn.
    pub plain: bool,
    /// Options for drawing the board.
    pub style: BoardStyle,
}

impl Screen {
    /// Returns the number of columns of the output.
    fn columns(self) -> usize {
        let size = if self.interactive { terminal_size::terminal_size() } else { None };
        let columns = size.map(|(columns, _)| usize::from(columns.0));
        columns.filter(|columns| *columns > 0).unwrap_or(USUAL_COLUMNS)
    }

    /// Prints lines of text. If standard input and output are both terminals, wraps lines at spaces to one
    /// column less than the terminal's width, at most 79 columns.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub fn print(self, text: fmt::Arguments<'_>) -> io::Result<()> {
        let (text, width) = (text.to_string(), self.width());
        let mut lines = text.lines().flat_map(|line| wrapped(line, width));
        print(|out| lines.try_for_each(|line| writeln!(out, "{line}")))
    }

    /// Prints the commands with their meanings.
    pub fn print_commands(self) -> io::Result<()> {
        const INDENT: usize = 17;
        for (usage, meaning) in COMMANDS {
            let lines = wrapped(meaning, self.width().saturating_sub(INDENT));
            let heads = std::iter::once(usage).chain(std::iter::repeat(""));
            print(|out| heads.zip(&lines).try_for_each(|(head, line)| writeln!(out, "  {head:<15}{line}")))?;
        }
        Ok(())
    }

    fn width(self) -> usize {
        if self.interactive { WIDTH.min(self.columns() - 1) } else { usize::MAX }
    }

    /// Draws the board with the `players` and the last moves.
    fn board(self, game: &ConsoleGame, players: &ByColor<String>) -> String {
        let columns = self.columns().min(WIDTH + 1);
        let [bottom, top] = [self.style.bottom, !self.style.bottom].map(|color| players.get(color));
        let last = game.plies().last().map(|ply| ply.mv);
        let recent = recent_moves(game);
        let mut side_text: [String; 8] = std::array::from_fn(|_| String::new());
        for (row, line) in side_text.iter_mut().skip(2).zip(recent) {
            *row = line;
        }
        (side_text[0], side_text[7]) = (top.clone(), bottom.clone());
        let side_text = side_text.map(|text| truncated(&text, columns.saturating_sub(1 + BOARD_COLUMNS)));
        self.style.draw(game.position(), last, &side_text)
    }
}

/// Lists the pieces of each side in words, most valuable first: `White: king on e1; rooks on a1 and h1.`
fn pieces(position: &Position) -> String {
    let side = |color: Color| {
        let list = |role: Role| {
            let squares = position.board().by_piece(role.of(color));
            let names: Vec<_> = squares.into_iter().map(|square| square.to_string()).collect();
            let plural = if names.len() == 1 { "" } else { "s" };
            let name = notation::role_name(role);
            (!names.is_empty()).then(|| format!("{name}{plural} on {}", notation::join_and(&names)))
        };
        let lists: Vec<_> = Role::ALL.into_iter().rev().filter_map(list).collect();
        format!("{}: {}.", notation::side_name(color), lists.join("; "))
    };
    [Color::White, Color::Black].map(side).join("\n")
}

/// Returns the last [`RECENT_MOVES`] full moves, one string per move.
fn recent_moves(game: &ConsoleGame) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (number, san) in game.start().movetext(game.moves()) {
        match (number, lines.last_mut()) {
            (None, Some(line)) => line.extend([" ", &san]),
            (number, _) => lines.push(format!("{} {san}", number.unwrap_or_default())),
        }
    }
    let hidden = lines.len().saturating_sub(RECENT_MOVES);
    lines.split_off(hidden)
}

/// Truncates a text to a number of columns.
fn truncated(text: &str, columns: usize) -> String {
    text.chars().take(columns).collect::<String>().trim_end().to_owned()
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
    pub fn draw(self, position: &Position, last: Option<Move>, side_text: &[String; 8]) -> String {
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
        let moved =
            last.is_some_and(|mv| mv.from() == Some(square) || destination(!position.turn(), mv) == square);
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
        if self.ascii {
            return piece.char();
        }
        let is_filled = self.colour || piece.color.is_black();
        piece.role.of(Color::from_white(!is_filled)).unicode_char()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::play::game::tests::played;

    #[test]
    fn recent_moves_are_listed() {
        let game = played("", "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5");
        assert_eq!(recent_moves(&game), ["1. e4 d5", "2. exd5 Qxd5", "3. Nc3 Qe5+"]);
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
        let coloured = BoardStyle { colour: true, ascii: false, ..PLAIN }.draw(&position, last, &side_text);
        assert!(coloured.contains("48;5;124"), "the king is in check");
        assert_eq!(coloured.matches("\x1b[0m").count(), 64);
        assert!(!coloured.contains('♔'), "the colour shows the side");
    }
}
