//! Converts scores and variations of a search to the format of output records (normalised centipawns, SAN,
//! WDL).

use shakmaty::Color;

use super::{AnalysisSettings, reply};
use crate::{
    chess::{
        position::{GameEnd, Line, Move, Position},
        score::Score,
    },
    evaluate::Wdl,
};

/// Converter for the scores and variations of one position.
pub(super) struct ReplyWriter<'a> {
    pub(super) line: &'a Line,
    pub(super) settings: &'a AnalysisSettings,
}

impl ReplyWriter<'_> {
    fn position(&self) -> &Position {
        self.line.position()
    }

    pub(super) fn score(&self, score: Score) -> Score {
        self.settings.setup.eval.evaluator.normalised(score)
    }

    pub(super) fn for_white(&self, score: Score) -> Score {
        let normalised = self.score(score);
        if self.position().turn() == Color::White { normalised } else { -normalised }
    }

    pub(super) fn wdl(&self, score: Score, terminal: Option<GameEnd>) -> [u16; 3] {
        if terminal.is_some_and(|terminal| terminal != GameEnd::Checkmate) {
            return [0, 1000, 0];
        }
        let Wdl { win, draw, loss } = self.settings.setup.eval.evaluator.wdl(score, self.position());
        [win, draw, loss]
    }

    pub(super) fn line(&self, multipv: usize, score: Score, moves: &[Move]) -> reply::ReplyLine {
        let (position, pv) = (self.position(), self.line.playable(moves));
        reply::ReplyLine {
            multipv,
            mv: pv.first().map(|mv| position.uci(*mv)).unwrap_or_default(),
            san: pv.first().map(|mv| position.san(*mv)).unwrap_or_default(),
            score: self.score(score),
            score_white: self.for_white(score),
            wdl: self.wdl(score, None),
            pv: pv.iter().map(|mv| position.uci(*mv)).collect(),
            pv_san: position.san_line(pv),
        }
    }
}
