//! One packed game: start position, opening moves without scores, and all later moves with the scores of
//! their searches.

use std::time::Duration;

use shakmaty::{Color, KnownOutcome};

use super::{
    bits::{BitReader, BitWriter},
    move_index, scores, start,
};
use crate::{
    engine::game_result::GameResult,
    lab::game::{Game, Ply},
    position::{Line, Move, Position},
    score::Score,
};

/// Width in bits of the field that stores the number of opening moves.
const OPENING_BITS: u32 = 4;
/// Width in bits of the field that stores the number of moves with a score.
const SCORED_BITS: u32 = 10;
/// Width in bits of the field that stores the game result.
const RESULT_BITS: u32 = 2;

/// Maximum number of opening moves of a packed game, in plies.
pub const MAX_OPENING_PLIES: usize = (1 << OPENING_BITS) - 1;
/// Maximum number of moves with a score in a packed game, in plies.
pub(super) const MAX_PLIES: usize = (1 << SCORED_BITS) - 1;

/// A move of a packed game with the score of the search that chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredPly {
    /// Move that was played.
    pub mv: Move,
    /// Score in centipawns for the side that played the move, with the precision of [`scores`].
    pub score: i32,
}

/// A game in the form that a packed file stores: start position, opening moves, moves with scores, and
/// result.
#[derive(Clone, Debug)]
pub struct ScoredGame {
    /// Position before the opening moves.
    pub start: Position,
    /// Opening moves, which were played without a search.
    pub opening: Vec<Move>,
    /// Moves after the opening, each with the score of its search.
    pub plies: Vec<ScoredPly>,
    /// Result of the game: won by White, won by Black, or drawn.
    pub outcome: KnownOutcome,
}

/// Error: the game has more moves than the packed format can store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a packed game has at most {MAX_OPENING_PLIES} opening plies and {MAX_PLIES} scored plies")]
pub struct TooLong;

impl ScoredGame {
    /// Encodes the game in whole bytes.
    ///
    /// # Errors
    /// Returns [`TooLong`] if the game has more than [`MAX_OPENING_PLIES`] opening moves or more than
    /// `MAX_PLIES` moves with scores.
    pub fn pack(&self) -> Result<Vec<u8>, TooLong> {
        if self.opening.len() > MAX_OPENING_PLIES || self.plies.len() > MAX_PLIES {
            return Err(TooLong);
        }
        let mut bits = BitWriter::default();
        let standard = start::is_standard(&self.start);
        bits.push(u32::from(!standard), 1);
        if !standard {
            start::write(&mut bits, &self.start);
        }
        let mut position = self.start.clone();
        bits.push(self.opening.len() as u32, OPENING_BITS);
        for mv in &self.opening {
            position = write_move(&mut bits, &position, *mv);
        }
        let steps: Vec<i32> = self.plies.iter().map(|ply| scores::steps(ply.score)).collect();
        let parameter = scores::best_parameter(&steps);
        bits.push(self.plies.len() as u32, SCORED_BITS);
        bits.push(outcome_code(self.outcome), RESULT_BITS);
        bits.push(parameter, scores::PARAMETER_BITS);
        for (ply, number) in self.plies.iter().zip(scores::folded(&steps)) {
            position = write_move(&mut bits, &position, ply.mv);
            scores::write(&mut bits, number, parameter);
        }
        Ok(bits.finish())
    }

    /// Decodes a game written by [`ScoredGame::pack`]. Returns `None` if the bits are not a valid game.
    pub fn unpack(bits: &mut BitReader<'_>) -> Option<Self> {
        let start = read_start(bits)?;
        let (mut opening, mut plies) = (Vec::new(), Vec::new());
        let outcome = replay_from(start.clone(), bits, |_, mv, scored| match scored {
            None => opening.push(mv),
            Some((score, _)) => plies.push(ScoredPly { mv, score }),
        })?;
        Some(Self { start, opening, plies, outcome })
    }
}

/// Converts a stored game. A packed game stores no depths, nodes or times, so these values become 0. A result
/// that does not follow from the rules of chess becomes an adjudication.
impl From<&ScoredGame> for Game {
    fn from(game: &ScoredGame) -> Self {
        let mut opening = Line::new(game.start.clone());
        game.opening.iter().for_each(|mv| opening.play(*mv));
        let mut line = opening.clone();
        game.plies.iter().for_each(|ply| line.play(ply.mv));
        let plies = game.plies.iter().map(|ply| {
            let score = Score::cp(ply.score);
            Ply { mv: ply.mv, score, exact: true, depth: 0, nodes: 0, time: Duration::ZERO }
        });
        let by_rules = GameResult::by_rules(&line).filter(|result| result.outcome() == game.outcome);
        let result = by_rules.unwrap_or(GameResult::Adjudicated(game.outcome));
        Self { plies: plies.collect(), result, opening }
    }
}

/// Decodes a packed game by replaying its moves, and returns the game result.
///
/// `visit` is called with every position except the last, and with the move played in the position; after the
/// opening, `visit` also receives the score of the move and the game result. Returns `None` if the bits are
/// not a valid game.
pub fn replay(
    bits: &mut BitReader<'_>,
    visit: impl FnMut(&Position, Move, Option<(i32, KnownOutcome)>),
) -> Option<KnownOutcome> {
    replay_from(read_start(bits)?, bits, visit)
}

/// Reads the start position of a packed game, the first part of the game.
fn read_start(bits: &mut BitReader<'_>) -> Option<Position> {
    if bits.read(1)? == 1 { start::read(bits) } else { Some(Position::start()) }
}

/// Decodes the rest of a packed game, like [`replay`], after its start position.
fn replay_from(
    mut position: Position,
    bits: &mut BitReader<'_>,
    mut visit: impl FnMut(&Position, Move, Option<(i32, KnownOutcome)>),
) -> Option<KnownOutcome> {
    for _ in 0..bits.read(OPENING_BITS)? {
        let mv = read_move(bits, &position)?;
        visit(&position, mv, None);
        position = position.play(mv);
    }
    let count = bits.read(SCORED_BITS)?;
    let outcome = decode_outcome(bits.read(RESULT_BITS)?)?;
    let parameter = bits.read(scores::PARAMETER_BITS)?;
    let mut steps = 0;
    for _ in 0..count {
        let mv = read_move(bits, &position)?;
        steps = scores::read(bits, steps, parameter)?;
        visit(&position, mv, Some((scores::centipawns(steps), outcome)));
        position = position.play(mv);
    }
    bits.align();
    Some(outcome)
}

fn write_move(bits: &mut BitWriter, position: &Position, mv: Move) -> Position {
    let (number, count) = move_index::index_of(position, mv);
    bits.push(number as u32, move_index::bit_width(count));
    position.play(mv)
}

fn read_move(bits: &mut BitReader<'_>, position: &Position) -> Option<Move> {
    move_index::nth(position, |count| bits.read(move_index::bit_width(count)))
}

/// Game results in the order of their stored codes: 0 loss for White, 1 draw, 2 win for White.
const OUTCOMES: [KnownOutcome; 3] = [
    KnownOutcome::Decisive { winner: Color::Black },
    KnownOutcome::Draw,
    KnownOutcome::Decisive { winner: Color::White },
];

const fn outcome_code(outcome: KnownOutcome) -> u32 {
    match outcome {
        KnownOutcome::Decisive { winner: Color::Black } => 0,
        KnownOutcome::Draw => 1,
        KnownOutcome::Decisive { winner: Color::White } => 2,
    }
}

fn decode_outcome(code: u32) -> Option<KnownOutcome> {
    OUTCOMES.get(code as usize).copied()
}
