//! Encodes the start position of a packed game, the content of a FEN, in about thirty bytes.

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, File, Piece, Position as _, Rank, Role,
    Setup, Square,
};

use super::bits::{BitReader, BitWriter};
use crate::position::Position;

const PIECE_BITS: u32 = 4;
const FILE_BITS: u32 = 4;
const HALFMOVE_BITS: u32 = 8;
const FULLMOVE_BITS: u32 = 16;

/// Returns true for the start position of standard chess.
pub(super) fn is_standard(position: &Position) -> bool {
    position.castling_mode() == CastlingMode::Standard
        && position.to_string() == Position::start().to_string()
}

/// Writes a position: the occupied squares, the piece on each of them, the side to move, castling rights as
/// files of the rooks, the file of a possible en passant capture (0 for none), halfmove clock and move
/// number, and whether the game is Chess960.
pub fn write(bits: &mut BitWriter, position: &Position) {
    let setup = position.chess().to_setup(EnPassantMode::Legal);
    let occupied = setup.board.occupied().0;
    bits.push(occupied as u32, 32);
    bits.push((occupied >> 32) as u32, 32);
    for piece in setup.board.iter().map(|(_, piece)| piece) {
        bits.push(u32::from(piece.role) | piece.color.fold_wb(0, 8), PIECE_BITS);
    }
    bits.push(setup.turn.fold_wb(0, 1), 1);
    for rank in [Rank::First, Rank::Eighth] {
        bits.push((setup.castling_rights.0 >> (8 * u32::from(rank))) as u32 & 0xff, 8);
    }
    bits.push(setup.ep_square.map_or(0, |square| 1 + u32::from(square.file())), FILE_BITS);
    bits.push(setup.halfmoves.min((1 << HALFMOVE_BITS) - 1), HALFMOVE_BITS);
    bits.push(setup.fullmoves.get().min((1 << FULLMOVE_BITS) - 1), FULLMOVE_BITS);
    bits.push(u32::from(position.castling_mode() == CastlingMode::Chess960), 1);
}

/// Reads a position written by [`write()`]. Returns `None` if the bits end or the position is not legal.
pub fn read(bits: &mut BitReader<'_>) -> Option<Position> {
    let occupied = Bitboard(u64::from(bits.read(32)?) | u64::from(bits.read(32)?) << 32);
    let mut board = Board::empty();
    for square in occupied {
        let code = bits.read(PIECE_BITS)?;
        let role = Role::try_from(code & 7).ok()?;
        board.set_piece_at(square, Piece { color: Color::from_white(code & 8 == 0), role });
    }
    let turn = Color::from_white(bits.read(1)? == 0);
    let castling_rights = Bitboard(u64::from(bits.read(8)?) | u64::from(bits.read(8)?) << 56);
    let file = bits.read(FILE_BITS)?;
    let ep_square = match file.checked_sub(1) {
        None => None,
        Some(file) => Some(Square::from_coords(File::try_from(file).ok()?, turn.relative_rank(Rank::Sixth))),
    };
    let halfmoves = bits.read(HALFMOVE_BITS)?;
    let fullmoves = bits.read(FULLMOVE_BITS)?.try_into().ok()?;
    let mode = CastlingMode::from_chess960(bits.read(1)? == 1);
    let setup = Setup { board, turn, castling_rights, ep_square, halfmoves, fullmoves, ..Setup::empty() };
    setup.position::<Chess>(mode).ok().map(Position::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::random;

    #[test]
    fn a_position_is_read_back_as_written() {
        random::walks(22, 20, |position| {
            let mut writer = BitWriter::default();
            write(&mut writer, position);
            let bytes = writer.finish();
            let read = read(&mut BitReader::new(&bytes)).expect("legal");
            assert_eq!(read.to_string(), position.to_string());
            assert_eq!((read.castling_mode(), read.key()), (position.castling_mode(), position.key()));
        });
        assert!(is_standard(&Position::start()));
    }
}
