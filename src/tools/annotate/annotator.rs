//! Searches every position of a game and computes how much expected score every move lost.

use shakmaty::{ByColor, Color};

use super::{
    accuracy,
    judgment::{Judgment, expected},
};
use crate::{
    chess::{
        pgn::PgnGame,
        position::{Line, Move, Position},
        score::Score,
        tablebase::Probing,
    },
    engine::player::Player,
    search::{Limits, Setup, StopFlag, tt::table::OutOfMemory},
};

/// Search result of one position of the game.
#[derive(Clone, Debug)]
pub struct PositionAnalysis {
    /// Score of the position from the side to move's point of view, in normalised centipawns.
    pub score: Score,
    /// Expected score of the side to move in the position, 0 (loss) to 1 (win).
    pub expected: f64,
    /// Principal variation from the position; empty if the game is over.
    pub line: Vec<Move>,
    /// Search depth in plies; 0 if the game is over.
    pub depth: i32,
    /// Number of nodes searched in the position.
    pub nodes: u64,
}

/// Loss and judgment of one move of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedMove {
    /// Expected score that the move lost, 0 to 1; 0 for the best move of the search.
    pub loss: f64,
    /// Judgment of the move by its loss; `None` if the loss is below 0.1.
    pub judgment: Option<Judgment>,
}

/// Annotation of one game; the default is that of a game without moves.
#[derive(Clone, Debug, Default)]
pub struct Annotation {
    /// Search results of all positions of the game: the position before each move, and the final position.
    pub analyses: Vec<PositionAnalysis>,
    /// Loss and judgment of each move of the game.
    pub moves: Vec<JudgedMove>,
    /// Accuracy of each side in percent, see [`accuracy`].
    pub accuracy: ByColor<Option<f64>>,
    /// Sum of the nodes of all searches of the game.
    pub nodes: u64,
}

impl Annotation {
    /// Returns the score of the position after `ply` plies, from White's point of view.
    pub fn white_score(&self, game: &PgnGame, ply: usize) -> Score {
        let turn = if ply.is_multiple_of(2) { game.start.turn() } else { !game.start.turn() };
        let score = self.analyses[ply].score;
        if turn.is_white() { score } else { -score }
    }

    /// Returns how many moves of `side` have this judgment.
    pub fn count(&self, game: &PgnGame, side: Color, judgment: Judgment) -> usize {
        self.of_side(game, side).filter(|judged| judged.1.judgment == Some(judgment)).count()
    }

    /// Returns the average loss of the moves of `side` in centipawns, with scores limited to ±10 pawns as on
    /// Lichess; `None` if `side` made no move.
    pub fn centipawn_loss(&self, game: &PgnGame, side: Color) -> Option<f64> {
        let lost: Vec<i32> = self
            .of_side(game, side)
            .map(|(ply, _)| {
                let [before, after] = [ply, ply + 1].map(|ply| accuracy::capped(self.white_score(game, ply)));
                (if side.is_white() { before - after } else { after - before }).max(0)
            })
            .collect();
        (!lost.is_empty()).then(|| f64::from(lost.iter().sum::<i32>()) / lost.len() as f64)
    }

    fn of_side(&self, game: &PgnGame, side: Color) -> impl Iterator<Item = (usize, &JudgedMove)> {
        let first = usize::from(side != game.start.turn());
        self.moves.iter().enumerate().skip(first).step_by(2)
    }
}

/// Annotates games one at a time. The annotator clears its transposition table and histories before each
/// game, so that an annotation does not depend on earlier games.
#[derive(Debug)]
pub struct Annotator {
    player: Player,
    setup: Setup,
    limits: Limits,
}

impl Annotator {
    /// Creates an annotator with these search limits per position and a hash size of `megabytes` MiB.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the transposition table cannot be allocated.
    pub fn new(setup: Setup, limits: Limits, megabytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { player: Player::new(setup.clone(), megabytes)?, setup, limits })
    }

    /// Sets the tablebases that the searches probe.
    #[must_use]
    pub fn with_tablebases(self, tablebases: Option<Probing>) -> Self {
        Self { player: self.player.with_tablebases(tablebases), ..self }
    }

    /// Searches every position of a game, from the last to the first, so that the transposition table already
    /// contains the position after a move when the position before it is searched. Returns `None` if
    /// `stop_flag` stopped a search.
    ///
    /// # Errors
    /// Returns the panic message if a search panicked.
    pub fn annotate(&mut self, game: &PgnGame, stop_flag: &StopFlag) -> Result<Option<Annotation>, String> {
        self.player.new_game();
        let positions = positions(game);
        let mut analyses = Vec::with_capacity(positions.len());
        for ply in (0..positions.len()).rev() {
            let analysis =
                self.analyse_position(&line_to(game, &positions, ply), ply == game.plies.len(), stop_flag)?;
            if stop_flag.is_stopped(1) {
                return Ok(None);
            }
            analyses.push(analysis);
        }
        analyses.reverse();
        let moves = game
            .plies
            .iter()
            .enumerate()
            .map(|(ply, played)| judge_move(&analyses, ply, played.mv))
            .collect();
        let nodes = analyses.iter().map(|analysis| analysis.nodes).sum();
        let mut annotation = Annotation { analyses, moves, accuracy: ByColor::default(), nodes };
        let scores: Vec<_> = (0..positions.len()).map(|ply| annotation.white_score(game, ply)).collect();
        annotation.accuracy = accuracy::by_side(&scores, game.start.turn());
        Ok(Some(annotation))
    }

    /// Searches one position of the game. After checkmate, stalemate or insufficient material, returns the
    /// result of the game without a search.
    ///
    /// Threefold repetition and the fifty-move rule count as draws only in the last position, because after
    /// earlier positions the game continued.
    fn analyse_position(
        &mut self,
        line: &Line,
        is_last: bool,
        stop_flag: &StopFlag,
    ) -> Result<PositionAnalysis, String> {
        let (position, evaluator) = (line.position(), self.setup.eval.evaluator);
        let over = match position.outcome() {
            Some(outcome) => Some(outcome.score(0)),
            None if position.is_insufficient_material() || is_last && line.is_over() => Some(Score::DRAW),
            None => None,
        };
        if let Some(score) = over {
            let expected = expected(evaluator, score, position);
            return Ok(PositionAnalysis { score, expected, line: Vec::new(), depth: 0, nodes: 0 });
        }
        let report = self.player.think(line, &self.limits, stop_flag)?.report;
        Ok(PositionAnalysis {
            score: evaluator.normalised(report.score),
            expected: expected(evaluator, report.score, position),
            line: line.playable(&report.line).to_vec(),
            depth: report.depth,
            nodes: report.nodes,
        })
    }
}

fn judge_move(analyses: &[PositionAnalysis], ply: usize, played: Move) -> JudgedMove {
    let [before, after] = [&analyses[ply], &analyses[ply + 1]];
    let is_best = before.line.first().is_none_or(|best| *best == played);
    let loss = if is_best { 0.0 } else { (before.expected - (1.0 - after.expected)).max(0.0) };
    JudgedMove { loss, judgment: Judgment::of(loss) }
}

/// Returns all positions of the game: the position before each move, and the final position.
pub fn positions(game: &PgnGame) -> Vec<Position> {
    let mut positions = vec![game.start.clone()];
    for ply in &game.plies {
        let next = positions[positions.len() - 1].play(ply.mv);
        positions.push(next);
    }
    positions
}

/// Returns the position after `ply` plies, with the moves since the last irreversible move. Positions before
/// an irreversible move cannot repeat.
pub(super) fn line_to(game: &PgnGame, positions: &[Position], ply: usize) -> Line {
    let from = ply - positions[ply].reversible().min(ply);
    let mut line = Line::new(positions[from].clone());
    game.plies[from..ply].iter().for_each(|played| line.play(played.mv));
    line
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::chess::pgn::Splitter;

    fn annotated(pgn: &str) -> (PgnGame, Annotation) {
        let raw = Splitter::new(pgn.as_bytes()).next_game().expect("memory").expect("a game");
        let game = PgnGame::parse(&raw, CastlingMode::Standard).expect("legal");
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let mut annotator = Annotator::new(Setup::playing(), limits, 1).expect("a megabyte");
        let annotation =
            annotator.annotate(&game, &StopFlag::default()).expect("no panic").expect("not stopped");
        (game, annotation)
    }

    #[test]
    fn in_the_fool_s_mate_only_the_move_that_allows_the_mate_is_a_blunder() {
        let (game, annotation) = annotated("1. f4 e6 2. g4 Qh4# 0-1");
        let judgments: Vec<_> = annotation.moves.iter().map(|judged| judged.judgment).collect();
        assert_eq!((judgments[1], judgments[2], judgments[3]), (None, Some(Judgment::Blunder), None));
        assert_eq!(annotation.white_score(&game, 3), Score::mated_in(1));
        assert_eq!(annotation.white_score(&game, 4), Score::mated_in(0));
        assert!(annotation.analyses[4].expected < f64::EPSILON, "White is checkmated");
        assert_eq!(annotation.count(&game, Color::White, Judgment::Blunder), 1);
        assert!(annotation.accuracy.white < annotation.accuracy.black);
        assert!(annotation.centipawn_loss(&game, Color::White) > Some(300.0));
    }

    #[test]
    fn a_threefold_repetition_ends_a_game_only_in_its_last_position() {
        let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2";
        let (_, annotation) = annotated(shuffle);
        let last = annotation.analyses.last().expect("a position");
        assert_eq!((last.score, last.depth), (Score::DRAW, 0));
        assert!(annotation.analyses[4].depth > 0, "the second occurrence is not a draw");
    }
}
