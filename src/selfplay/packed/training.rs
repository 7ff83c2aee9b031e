//! What a trainer reads: positions in 36 bytes each, chosen from packed games.
//!
//! | bytes | content |
//! |---|---|
//! | 0–31 | the board from the side to move: a1 is the low half of byte 0, b1 the high half, … h8; 0 empty, 1–6 own pawn to king, 9–14 theirs. With Black to move ranks are flipped, so that own pawns always move up; files never are |
//! | 32–33 | score in centipawns for the side to move, signed |
//! | 34 | result for the side to move: 0 lost, 1 drawn, 2 won |
//! | 35 | 0 |

use shakmaty::Position as _;

use super::{bits::BitReader, block::Block, game::replay};
use crate::{
    position::{Move, Position},
    selfplay::referee::Winner,
};

/// Bytes of a position.
pub const RECORD: usize = 36;

/// What is taken of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Plies that were played before the first position that is taken, those of the opening included.
    pub min_ply: u32,
    /// Whether positions in check are taken.
    pub checks: bool,
    /// Whether positions are taken in which a capture or a promotion was played.
    pub noisy: bool,
    /// Scores are less than this, in centipawns.
    pub score_below: i32,
    /// Men on the board, at least.
    pub min_men: u32,
    /// Leaves out what was worth so many centipawns, or more, to the side that then lost.
    pub contradiction: Option<i32>,
}

impl Default for Filter {
    /// Quiet positions that are still to be decided.
    fn default() -> Self {
        Self { min_ply: 16, checks: false, noisy: false, score_below: 3_000, min_men: 4, contradiction: None }
    }
}

/// Positions by what became of them; each is counted once, by the first reason there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games that were read.
    pub games: u64,
    /// Positions with a score.
    pub positions: u64,
    /// Too early in the game.
    pub early: u64,
    /// In check.
    pub checks: u64,
    /// A capture or a promotion was played.
    pub noisy: u64,
    /// Too large a score.
    pub decided: u64,
    /// Too few men.
    pub few_men: u64,
    /// The game ended far otherwise.
    pub contradicted: u64,
}

/// The positions of a block that passed the filter, in their order.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// What was counted.
    pub counts: Counts,
    /// The key of each position.
    pub keys: Vec<u64>,
    /// [`RECORD`] bytes of each.
    pub records: Vec<u8>,
    /// Whether the block could be read to its end; if not, an engine with other rules has written it.
    pub sound: bool,
}

/// Reads a block and takes what passes.
#[must_use]
pub fn choose(block: &Block<'_>, filter: &Filter) -> Chosen {
    let mut chosen = Chosen::default();
    let mut bits = BitReader::new(block.payload);
    for _ in 0..block.games {
        let mut ply = 0;
        let winner = replay(&mut bits, |position, mv, scored| {
            if let Some((score, winner)) = scored {
                chosen.consider(filter, ply, position, mv, score, winner);
            }
            ply += 1;
        });
        if winner.is_none() {
            return chosen;
        }
        chosen.counts.games += 1;
    }
    chosen.sound = bits.is_empty() && chosen.counts.positions == u64::from(block.plies);
    chosen
}

impl Chosen {
    fn consider(
        &mut self,
        filter: &Filter,
        ply: u32,
        position: &Position,
        mv: Move,
        score: i32,
        winner: Winner,
    ) {
        self.counts.positions += 1;
        let Some(reason) = self.counts.reason(filter, ply, position, mv, score, winner) else {
            self.keys.push(position.key());
            self.records.extend(record(position, score, winner));
            return;
        };
        *reason += 1;
    }
}

impl Counts {
    /// Why a position is left out: the count of its like.
    fn reason(
        &mut self,
        filter: &Filter,
        ply: u32,
        position: &Position,
        mv: Move,
        score: i32,
        winner: Winner,
    ) -> Option<&mut u64> {
        let lost = winner == Winner::Side(!position.turn());
        let reasons = [
            (ply < filter.min_ply, &mut self.early),
            (!filter.checks && position.is_check(), &mut self.checks),
            (!filter.noisy && (mv.is_capture() || mv.is_promotion()), &mut self.noisy),
            (score.abs() >= filter.score_below, &mut self.decided),
            (position.board().occupied().count() < filter.min_men as usize, &mut self.few_men),
            (lost && filter.contradiction.is_some_and(|most| score >= most), &mut self.contradicted),
        ];
        reasons.into_iter().find_map(|(applies, count)| applies.then_some(count))
    }

    /// Adds what another block has counted.
    pub const fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.positions += other.positions;
        self.early += other.early;
        self.checks += other.checks;
        self.noisy += other.noisy;
        self.decided += other.decided;
        self.few_men += other.few_men;
        self.contradicted += other.contradicted;
    }
}

/// A position as a trainer reads it.
#[must_use]
pub fn record(position: &Position, score: i32, winner: Winner) -> [u8; RECORD] {
    const SCORE: usize = 32;
    const RESULT: usize = 34;
    const THEIRS: u8 = 8;
    let us = position.turn();
    let flip = us.fold_wb(0, 56);
    let mut bytes = [0; RECORD];
    let board = position.chess().board();
    for (square, piece) in board {
        let place = usize::from(square) ^ flip;
        let code = piece.role as u8 | if piece.color == us { 0 } else { THEIRS };
        bytes[place / 2] |= code << (4 * (place % 2));
    }
    bytes[SCORE..RESULT].copy_from_slice(&(score as i16).to_le_bytes());
    bytes[RESULT] = match winner {
        Winner::Nobody => 1,
        Winner::Side(winner) if winner == us => 2,
        Winner::Side(_) => 0,
    };
    bytes
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Color};

    use super::*;
    use crate::position::random;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, CastlingMode::Standard).expect(fen)
    }

    #[test]
    fn the_board_is_seen_from_the_side_to_move_and_so_are_score_and_result() {
        let white = record(&position("4k3/p7/8/8/8/8/7P/R3K2Q w - - 0 1"), -300, Winner::Side(Color::White));
        let mut expected = [0; RECORD];
        expected[0] = 4; // Ra1
        expected[2] = 6; // Ke1
        expected[3] = 5 << 4; // Qh1
        expected[7] = 1 << 4; // h2
        expected[24] = 9; // a7
        expected[30] = 14; // Ke8
        expected[32..34].copy_from_slice(&[0xd4, 0xfe]);
        expected[34] = 2;
        assert_eq!(white, expected);

        let black = record(&position("4k3/p7/8/8/8/8/7P/R3K2Q b - - 0 1"), 300, Winner::Side(Color::White));
        let mut expected = [0; RECORD];
        expected[2] = 6; // Ke8 as Ke1
        expected[4] = 1; // a7 as a2
        expected[27] = 9 << 4; // h2 as h7
        expected[28] = 12; // Ra1 as Ra8
        expected[30] = 14;
        expected[31] = 13 << 4;
        expected[32..34].copy_from_slice(&[0x2c, 0x01]);
        assert_eq!(black, expected);
        assert_eq!(record(&Position::start(), 0, Winner::Nobody)[34], 1);
    }

    #[test]
    fn with_colours_exchanged_a_position_is_the_same() {
        random::walks(41, 20, |position| {
            let mirror = position.mirrored().expect("legal");
            let winner = Winner::Side(position.turn());
            let other = Winner::Side(mirror.turn());
            assert_eq!(record(position, 17, winner), record(&mirror, 17, other), "{position}");
        });
    }

    #[test]
    fn each_reason_leaves_out_its_own_and_is_counted() {
        let fen = "r3k3/1P6/8/8/8/8/7P/R3K2Q w - - 0 1";
        let (usual, quiet) = (Filter::default(), "h1e4");
        let reason = |filter: &Filter, ply, fen, mv: &str, score| {
            let position = position(fen);
            let (mv, mut counts) = (position.parse_move(mv).expect(mv), Counts::default());
            if let Some(count) = counts.reason(filter, ply, &position, mv, score, Winner::Side(Color::Black))
            {
                *count += 1;
            }
            let Counts { early, checks, noisy, decided, few_men, contradicted, .. } = counts;
            [early, checks, noisy, decided, few_men, contradicted].iter().position(|count| *count == 1)
        };
        assert_eq!(reason(&usual, 16, fen, quiet, 2_999), None);
        assert_eq!(reason(&usual, 15, fen, quiet, 0), Some(0));
        assert_eq!(reason(&usual, 16, "r3k3/8/8/8/8/8/4r2P/R3K2Q w - - 0 1", "e1e2", 0), Some(1));
        assert_eq!(reason(&usual, 16, fen, "a1a8", 0), Some(2));
        assert_eq!(reason(&usual, 16, fen, "b7b8n", 0), Some(2));
        assert_eq!(reason(&usual, 16, fen, quiet, -3_000), Some(3));
        assert_eq!(reason(&usual, 16, "4k3/8/8/8/8/8/7P/4K3 w - - 0 1", "h2h3", 0), Some(4));
        let strict = Filter { contradiction: Some(500), ..usual };
        assert_eq!(reason(&strict, 16, fen, quiet, 500), Some(5), "Black has won");
        assert_eq!(reason(&strict, 16, fen, quiet, -500), None);
        let all = Filter {
            min_ply: 0,
            checks: true,
            noisy: true,
            score_below: 9_999,
            min_men: 0,
            contradiction: None,
        };
        assert_eq!(reason(&all, 0, fen, "b7a8q", -3_000), None);
    }
}
