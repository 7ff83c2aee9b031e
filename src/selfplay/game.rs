//! One game from its opening to its end.

use shakmaty::ByColor;

use super::{
    Player,
    referee::{Ending, Referee, Rules},
};
use crate::{
    position::{Line, Move},
    score::Score,
    search::{Answer, Limits, Signal, window::Bound},
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
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct Game {
    /// Where it began.
    pub opening: Line,
    /// What was played from there.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub ending: Ending,
}

/// Plays one game from where `opening` stands, `limits` to a move; both players forget all others before it. `None` if the signal
/// stopped it.
pub fn play(
    players: ByColor<&mut Player>,
    opening: &Line,
    limits: &ByColor<Limits>,
    rules: Rules,
    signal: &Signal,
) -> Option<Game> {
    let mut players = players;
    players.as_mut().for_each(|player| player.new_game());
    play_by(opening, rules, signal, |line| {
        let turn = line.position().turn();
        players.get_mut(turn).think(line, limits.get(turn), signal)
    })
}

/// The same with one player for both sides, who has one table and one memory: half as much to clear.
pub fn play_alone(
    player: &mut Player,
    opening: &Line,
    limits: &Limits,
    rules: Rules,
    signal: &Signal,
) -> Option<Game> {
    player.new_game();
    play_by(opening, rules, signal, |line| player.think(line, limits, signal))
}

fn play_by(
    opening: &Line,
    rules: Rules,
    signal: &Signal,
    mut think: impl FnMut(&Line) -> Result<Answer, String>,
) -> Option<Game> {
    let mut line = opening.clone();
    let mut referee = Referee::new(rules);
    let mut plies = Vec::new();
    let ending = loop {
        if let Some(ending) = Ending::by_rules(&line) {
            break ending;
        }
        let turn = line.position().turn();
        let answer = match think(&line) {
            Ok(answer) => answer,
            Err(fault) => break Ending::fault(turn, fault),
        };
        if signal.is_stopped(1) {
            return None;
        }
        let Some(mv) = answer.best else { break Ending::fault(turn, "it found no move".to_owned()) };
        let report = answer.report;
        let exact = report.bound == Bound::Exact;
        plies.push(Ply { mv, score: report.score, exact, depth: report.depth, nodes: report.nodes });
        line.play(mv);
        // Mate on the board is the better reason.
        if let Some(ending) = Ending::by_rules(&line).or_else(|| referee.hear(turn, report.score)) {
            break ending;
        }
    };
    Some(Game { opening: opening.clone(), plies, ending })
}
