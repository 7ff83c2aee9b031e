//! One entry of a book: its bytes and its move code.

use shakmaty::{EnPassantMode, Position as _, Role, Square, zobrist::Zobrist64};

use crate::chess::position::{Move, Position};

/// Size of an entry in bytes.
pub const ENTRY_BYTES: usize = 16;

/// One entry of a book: a move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Key of the position. Some tools begin a book with entries of key 0 that contain a text.
    pub key: u64,
    /// Move code: bits 0–5 destination square (for castling the square of the rook), bits 6–11 origin square,
    /// bits 12–14 promotion piece: 0 none, 1 knight, 2 bishop, 3 rook, 4 queen.
    pub code: u16,
    /// Weight of the move among the moves of the position.
    pub weight: u16,
    /// Field for programs that learn; 0 in new books.
    pub learn: u32,
}

impl Entry {
    /// Reads an entry.
    pub fn from_bytes(bytes: &[u8; ENTRY_BYTES]) -> Self {
        let number = |bytes: &[u8]| bytes.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        Self {
            key: number(&bytes[..8]),
            code: number(&bytes[8..10]) as u16,
            weight: number(&bytes[10..12]) as u16,
            learn: number(&bytes[12..]) as u32,
        }
    }

    /// Returns the bytes of the entry.
    pub fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        bytes[..8].copy_from_slice(&self.key.to_be_bytes());
        bytes[8..10].copy_from_slice(&self.code.to_be_bytes());
        bytes[10..12].copy_from_slice(&self.weight.to_be_bytes());
        bytes[12..].copy_from_slice(&self.learn.to_be_bytes());
        bytes
    }

    /// Returns the move in UCI notation, or `None` if the promotion piece is invalid. Castling is written as
    /// "king takes own rook".
    pub fn uci(self) -> Option<String> {
        let square = |bits: u16| Square::new(u32::from(bits & 63));
        let (to, from) = (square(self.code), square(self.code >> 6));
        let promotion = match self.code >> 12 & 7 {
            0 => None,
            1 => Some(Role::Knight),
            2 => Some(Role::Bishop),
            3 => Some(Role::Rook),
            4 => Some(Role::Queen),
            _ => return None,
        };
        Some(format!("{from}{to}{}", promotion.map_or(String::new(), |role| role.char().to_string())))
    }
}

/// Returns the key of a position.
pub fn key(position: &Position) -> u64 {
    position.chess().zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0
}

/// Returns the code of a move.
pub fn code(mv: Move) -> u16 {
    let squares = |from: Square, to: Square| u16::from(to) | u16::from(from) << 6;
    match mv {
        Move::Normal { from, to, promotion, .. } => {
            squares(from, to) | promotion.map_or(0, |role| role as u16 - Role::Pawn as u16) << 12
        }
        Move::EnPassant { from, to } => squares(from, to),
        Move::Castle { king, rook } => squares(king, rook),
        // Chess has no drops.
        Move::Put { .. } => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::position::random;

    fn uci(code: u16) -> Option<String> {
        Entry { key: 0, code, weight: 0, learn: 0 }.uci()
    }

    #[test]
    fn castling_is_king_takes_rook_and_promotions_name_the_piece() {
        assert_eq!(uci(0x0107).as_deref(), Some("e1h1"));
        assert_eq!(uci(4 << 12 | 0o60 << 6 | 0o70).as_deref(), Some("a7a8q"));
        assert_eq!(uci(7 << 12 | 1), None);
    }

    #[test]
    fn the_code_of_a_legal_move_is_read_as_this_move() {
        random::walks(61, 30, |position| {
            for mv in position.legal_moves() {
                let text = uci(code(mv)).expect("a valid code");
                assert_eq!(position.parse_move(&text), Ok(mv), "{position}");
            }
        });
    }

    #[test]
    fn an_entry_is_read_back_as_written() {
        let entry = Entry { key: 0x463b_9618_1691_fc9c, code: 0x031c, weight: 258, learn: 0x0102_0304 };
        let bytes = entry.to_bytes();
        assert_eq!(bytes[8..], [0x03, 0x1c, 1, 2, 1, 2, 3, 4]);
        assert_eq!(Entry::from_bytes(&bytes), entry);
    }

    #[test]
    fn position_keys_are_those_of_the_format_description() {
        // Start position and positions after these moves, from the description of the format.
        for (moves, expected) in [
            ("", 0x463b_9618_1691_fc9c_u64),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            let play = |position: Position, mv: &str| position.play(position.parse_move(mv).expect(mv));
            let position = moves.split_whitespace().fold(Position::start(), play);
            assert_eq!(key(&position), expected, "{moves}");
        }
    }
}
