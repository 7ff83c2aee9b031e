//! Plays one game between two players, from an opening to the end.

use std::time::{Duration, Instant};

use shakmaty::{ByColor, Color};

use super::{
    game_clock::TimeControl,
    referee::{Adjudication, Referee},
};
use crate::{
    chess::{
        game_result::GameResult,
        position::{Line, Move},
        score::Score,
    },
    engine::player::Player,
    search::{Answer, ClockTime, Limits, StopFlag},
};

/// A move played in a game, with score, depth, nodes and time of the search that chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchPly {
    /// Move that was played.
    pub mv: Move,
    /// Score of the search that chose the move, from the point of view of the side that played it: in displayed
    /// centipawns in a match, in internal units of the evaluator in a game of [`play_alone`].
    pub score: Score,
    /// Depth of the search that chose the move, in plies; 0 if unknown.
    pub depth: i32,
    /// Number of nodes searched for the move; 0 if unknown.
    pub nodes: u64,
    /// Time used for the move; zero if unknown.
    pub time: Duration,
}

/// Search limits and time control of one side of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    /// Limits of every search of this side, apart from the clock.
    pub limits: Limits,
    /// Time control of this side, or `None` without a clock. A side that uses up its time loses, unless the
    /// opponent has no mating material.
    pub clock: Option<TimeControl>,
}

impl From<Limits> for Allowance {
    fn from(limits: Limits) -> Self {
        Self { limits, clock: None }
    }
}

impl Allowance {
    /// Returns the limits of the next search of a side that has played `moves` moves and has the time `left` on
    /// its clock.
    fn limits(&self, left: Duration, moves: u32) -> Limits {
        let clock = self.clock.map(|control| ClockTime {
            remaining: left,
            increment: control.increment,
            moves_to_go: control.moves_to_go(moves),
        });
        Limits { clock, ..self.limits.clone() }
    }

    /// Returns the remaining time after a move that took `used`, the last of `moves` moves of this side, or
    /// `None` if the time is up. Without a clock, returns `left`.
    fn after(&self, left: Duration, used: Duration, moves: u32) -> Option<Duration> {
        self.clock.map_or(Some(left), |clock| Some(clock.after(left, used)? + clock.next_period(moves)))
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// Position at the end of the opening, with the keys of earlier positions for repetitions.
    pub opening: Line,
    /// Moves of both sides after the opening, in the order of play.
    pub plies: Vec<MatchPly>,
    /// Result of the game (won, drawn or lost), with the reason why the game ended.
    pub result: GameResult,
}

/// Plays one game from the end of `opening`. Returns `None` if the stop flag ended the game.
///
/// Both players are reset first, so a game does not depend on earlier games. Each side has its own clock if
/// its allowance contains a time control.
pub fn play(
    players: ByColor<&mut Player>,
    opening: &Line,
    allowances: &ByColor<Allowance>,
    adjudication: Adjudication,
    signal: &StopFlag,
) -> Option<MatchGame> {
    let mut players = players;
    players.as_mut().for_each(|player| player.new_game());
    let mut left = allowances.as_ref().map(|side| side.clock.map_or(Duration::ZERO, |clock| clock.base));
    let mut moves = ByColor { white: 0, black: 0 };
    play_moves(opening, adjudication, signal, |line| {
        let turn = line.position().turn();
        let (allowance, left, moves) = (allowances.get(turn), left.get_mut(turn), moves.get_mut(turn));
        let limits = allowance.limits(*left, *moves);
        let started = Instant::now();
        let player = players.get_mut(turn);
        let answer = player.think(line, &limits, signal);
        let used = started.elapsed();
        let mut answer = answer.map_err(|message| failed(turn, message))?;
        answer.report.score = player.evaluator().normalised(answer.report.score);
        *moves += 1;
        let after = allowance.after(*left, used, *moves);
        *left = after.ok_or_else(|| GameResult::time_forfeit(line.position(), turn))?;
        Ok((answer, used))
    })
}

/// Plays one game in which one player plays both sides. Returns `None` if the stop flag ended the game.
///
/// The scores are in internal units, because they are training data. The two sides share one hash table and
/// one thread state, so only half as much memory is cleared per game.
pub fn play_alone(
    player: &mut Player,
    opening: &Line,
    limits: &Limits,
    adjudication: Adjudication,
    signal: &StopFlag,
) -> Option<MatchGame> {
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
) -> Option<MatchGame> {
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
        let Some(mv) = answer.best else { break failed(turn, "the search returned no move".to_owned()) };
        let report = answer.report;
        plies.push(MatchPly { mv, score: report.score, depth: report.depth, nodes: report.nodes, time });
        line.play(mv);
        // A result by the rules of chess, such as checkmate, has priority over adjudication.
        if let Some(result) = GameResult::by_rules(&line).or_else(|| referee.update(turn, report.score)) {
            break result;
        }
    };
    Some(MatchGame { opening: opening.clone(), plies, result })
}

const fn failed(color: Color, message: String) -> GameResult {
    GameResult::SearchFailed { color, message }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::{
        chess::position::Position,
        evaluate::Evaluator,
        search::{Algorithm, Setup},
    };

    /// Plays `random` as White without a clock against minimax to depth 3 with one microsecond, and returns
    /// the result.
    fn flagged(fen: &str) -> GameResult {
        let player = |algorithm| Player::new(Setup::new(algorithm), 1).expect("a megabyte");
        let (mut white, mut black) = (player(Algorithm::Random), player(Algorithm::Minimax));
        let opening = Line::new(Position::from_fen(fen, CastlingMode::Standard).expect("legal"));
        let clock = TimeControl::of_seconds(1e-6, 0.0);
        let allowances =
            ByColor { white: Allowance::default(), black: Allowance { clock, ..Allowance::default() } };
        let sides = ByColor { white: &mut white, black: &mut black };
        play(sides, &opening, &allowances, Adjudication::NONE, &StopFlag::default())
            .expect("not stopped")
            .result
    }

    #[test]
    fn the_scores_of_a_match_are_displayed_centipawns_and_those_of_self_play_internal_units() {
        let limits = Limits::depth(1);
        let player = || {
            let mut setup = Setup::new(Algorithm::FULL);
            setup.eval.evaluator = Evaluator::Network;
            Player::new(setup, 1).expect("a megabyte")
        };
        let fen = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3";
        let opening = Line::new(Position::from_fen(fen, CastlingMode::Standard).expect("legal"));
        let rules = Adjudication { win_plies: 1, ..Adjudication::NONE };
        let signal = StopFlag::default();
        let own = play_alone(&mut player(), &opening, &limits, rules, &signal).expect("not stopped");
        let allowances = ByColor::new_with(|_| Allowance::from(limits.clone()));
        let (mut white, mut black) = (player(), player());
        let sides = ByColor { white: &mut white, black: &mut black };
        let game = play(sides, &opening, &allowances, rules, &signal).expect("not stopped");
        let shown = player().evaluator().normalised(own.plies[0].score);
        assert!(game.plies[0].score == shown && shown != own.plies[0].score, "{shown}");
    }

    #[test]
    fn a_side_that_runs_out_of_time_loses_unless_the_opponent_cannot_mate() {
        let lost = flagged(&Position::start().to_string());
        assert_eq!(lost, GameResult::TimeForfeit { flagged: Color::Black, drawn: false });
        let drawn = flagged("4k3/pppppppp/8/8/8/8/8/4K3 b - - 0 1");
        assert_eq!(drawn, GameResult::TimeForfeit { flagged: Color::Black, drawn: true });
    }
}
