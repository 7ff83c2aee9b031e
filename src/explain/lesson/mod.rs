//! Lessons: positions, searches of them, and what to ask about the difference. Data; the machinery is that of any explanation.

mod exact;
mod horizon;
mod selective;

use super::run::ExplainRequest;
use crate::{
    evaluate::Evaluator,
    search::{Algorithm, Setup},
};

/// A lesson.
#[derive(Debug)]
pub struct Lesson {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What it is about, in paragraphs.
    pub idea: &'static [&'static str],
    /// Its searches, in the order of the story.
    pub steps: &'static [Step],
    /// Questions with their answers.
    pub questions: &'static [(&'static str, &'static str)],
}

/// A search of a lesson. All are judged by material, so that a score can be checked by counting.
#[derive(Debug)]
pub struct Step {
    /// The position: a FEN or the name of one.
    pub position: &'static str,
    /// The rung or the set of layers.
    pub layers: &'static str,
    /// Plies.
    pub depth: i32,
    /// What it finds, as the account of a search tells it.
    pub finds: &'static str,
    /// What to see in that.
    pub says: &'static str,
    /// Whether its tree is shown.
    pub shown: bool,
}

impl Step {
    /// A step whose tree is not shown.
    const fn new(
        position: &'static str,
        layers: &'static str,
        depth: i32,
        finds: &'static str,
        says: &'static str,
    ) -> Self {
        Self { position, layers, depth, finds, says, shown: false }
    }

    /// The same with its tree.
    const fn with_tree(self) -> Self {
        Self { shown: true, ..self }
    }

    /// The command that searches this.
    pub fn command(&self) -> String {
        let Self { position, layers, depth, .. } = self;
        let position = if position.contains(' ') { format!("'{position}'") } else { (*position).to_owned() };
        format!("engine explain --fen {position} --layers {layers} --depth {depth} --evaluator material")
    }

    /// What that command asks. `None` never happens to a lesson of [`LESSONS`]: the tests run them all.
    pub fn question(&self, max_nodes: u64) -> Option<ExplainRequest> {
        let setup = Setup::new(self.layers.parse::<Algorithm>().ok()?).evaluated_by(Evaluator::Material);
        let rung = self.layers.to_owned();
        Some(ExplainRequest { setup, rung, depth: self.depth, megabytes: 16, max_nodes, only: Vec::new() })
    }
}

/// All lessons, in the order of reading.
pub const LESSONS: &[&Lesson] = &[
    &exact::ALPHA_BETA,
    &exact::ORDERING,
    &exact::TABLE,
    &exact::DEEPENING,
    &horizon::HORIZON,
    &selective::NULL_MOVE,
    &selective::ZUGZWANG,
    &selective::STALEMATE_TRAP,
];
