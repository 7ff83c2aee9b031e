//! The board in a terminal: with colours, or without them as letters and figures that any terminal shows.

use anstyle::{Ansi256Color, Style};
use shakmaty::{Color, File, Piece, Rank, Role, Square};

use crate::position::{Move, Position};

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
