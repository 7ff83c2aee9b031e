//! One game from its opening to its end.

use std::time::{Duration, Instant};

use shakmaty::{ByColor, Color};

use super::{
    game_clock::TimeControl,
    referee::{Adjudication, Referee},
};
use crate::{
    engine::{game_result::GameResult, player::Player},
    position::{Line, Move},
    score::Score,
    search::{Answer, ClockTime, Limits, StopFlag, types::window::Bound},
};

/// A move that was played, and what its side thought of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The score of its search, from the side that played it.
    pub score: Score,
    /// Whether the score is exact: the search was not cut off in the middle of a depth.
    pub exact: bool,
    /// Plies searched; 0 if nobody remembers.
    pub depth: i32,
    /// Nodes visited.
    pub nodes: u64,
    /// The time it took; none if nobody remembers.
    pub time: Duration,
}

/// What a side has for its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    /// For each move.
    pub limits: Limits,
    /// For all together: when it is used up, the game is lost.
    pub clock: Option<TimeControl>,
}

impl From<Limits> for Allowance {
    fn from(limits: Limits) -> Self {
        Self { limits, clock: None }
    }
}

impl Allowance {
    /// The limits of the next search, with so much time left.
    fn limits(&self, left: Duration) -> Limits {
        let clock = self.clock.map(|TimeControl { increment, .. }| ClockTime {
            remaining: left,
            increment,
            moves_to_go: None,
        });
        Limits { clock, ..self.limits.clone() }
    }

    /// What is left after a move that took `used`; `None` if the flag has fallen.
    fn after(&self, left: Duration, used: Duration) -> Option<Duration> {
        self.clock.map_or(Some(left), |clock| clock.after(left, used))
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct Game {
    /// Where it began.
    pub opening: Line,
    /// What was played from there.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub result: GameResult,
}

/// Plays one game from where `opening` stands; both players forget all others before it, and each has a clock of its own if its
/// allowance has one. `None` if the signal stopped it.
pub fn play(
    players: ByColor<&mut Player>,
    opening: &Line,
    allowances: &ByColor<Allowance>,
    adjudication: Adjudication,
    signal: &StopFlag,
) -> Option<Game> {
    let mut players = players;
    players.as_mut().for_each(|player| player.new_game());
    let mut left = allowances.as_ref().map(|side| side.clock.map_or(Duration::ZERO, |clock| clock.base));
    play_moves(opening, adjudication, signal, |line| {
        let turn = line.position().turn();
        let (allowance, left) = (allowances.get(turn), left.get_mut(turn));
        let limits = allowance.limits(*left);
        let started = Instant::now();
        let answer = players.get_mut(turn).think(line, &limits, signal);
        let used = started.elapsed();
        let answer = answer.map_err(|message| failed(turn, message))?;
        *left =
            allowance.after(*left, used).ok_or_else(|| GameResult::time_forfeit(line.position(), turn))?;
        Ok((answer, used))
    })
}

/// The same with one player for both sides, who has one table and one memory: half as much to clear.
pub fn play_alone(
    player: &mut Player,
    opening: &Line,
    limits: &Limits,
    adjudication: Adjudication,
    signal: &StopFlag,
) -> Option<Game> {
    player.new_game();
    play_moves(opening, adjudication, signal, |line| {
        let started = Instant::now();
        let answer = player.think(line, limits, signal);
        let answer = answer.map_err(|message| failed(line.position().turn(), message))?;
        Ok((answer, started.elapsed()))
    })
}

fn play_moves(
    opening: &Line,
    adjudication: Adjudication,
    signal: &StopFlag,
    mut think: impl FnMut(&Line) -> Result<(Answer, Duration), GameResult>,
) -> Option<Game> {
    let mut line = opening.clone();
    let mut referee = Referee::new(adjudication);
    let mut plies = Vec::new();
    let result = loop {
        if let Some(result) = GameResult::by_rules(&line) {
            break result;
        }
        let turn = line.position().turn();
        let searched = think(&line);
        if signal.is_stopped(1) {
            return None;
        }
        let (answer, time) = match searched {
            Ok(searched) => searched,
            Err(result) => break result,
        };
        let Some(mv) = answer.best else { break failed(turn, "it found no move".to_owned()) };
        let report = answer.report;
        let exact = report.bound == Bound::Exact;
        plies.push(Ply { mv, score: report.score, exact, depth: report.depth, nodes: report.nodes, time });
        line.play(mv);
        // Mate on the board is the better reason.
        if let Some(result) = GameResult::by_rules(&line).or_else(|| referee.update(turn, report.score)) {
            break result;
        }
    };
    Some(Game { opening: opening.clone(), plies, result })
}

const fn failed(color: Color, message: String) -> GameResult {
    GameResult::SearchFailed { color, message }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::{
        position::Position,
        search::{Algorithm, Setup},
    };

    /// A game of `random` as White, without a clock, against minimax to depth 3 with hardly any time.
    fn flagged(fen: &str) -> GameResult {
        let player = |algorithm| Player::new(Setup::new(algorithm), 1).expect("a megabyte");
        let (mut white, mut black) = (player(Algorithm::Random), player(Algorithm::Minimax));
        let opening = Line::new(Position::from_fen(fen, CastlingMode::Standard).expect("legal"));
        let clock = TimeControl::of_seconds(1e-6, 0.0);
        let allowances =
            ByColor { white: Allowance::default(), black: Allowance { clock, ..Allowance::default() } };
        let sides = ByColor { white: &mut white, black: &mut black };
        play(sides, &opening, &allowances, Adjudication::NONE, &StopFlag::default())
            .expect("nobody stops it")
            .result
    }

    #[test]
    fn who_runs_out_of_time_has_lost_unless_the_other_side_cannot_mate() {
        let lost = flagged(&Position::start().to_string());
        assert_eq!(lost, GameResult::TimeForfeit { flagged: Color::Black, drawn: false });
        let drawn = flagged("4k3/pppppppp/8/8/8/8/8/4K3 b - - 0 1");
        assert_eq!(drawn, GameResult::TimeForfeit { flagged: Color::Black, drawn: true });
    }
}
