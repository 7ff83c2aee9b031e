//! Lessons on search: positions, searches that are compared, and questions with answers.
//!
//! This module contains only the data of the lessons. [`run`](super::run) executes their searches.

pub(super) mod exact;
mod horizon;
mod selective;

use super::run::ExplainRequest;
use crate::{
    evaluate::Evaluator,
    search::{Algorithm, Setup},
};

/// A lesson on one idea of search.
#[derive(Debug)]
pub struct Lesson {
    /// Name of the lesson on the command line.
    pub name: &'static str,
    /// Title of the lesson.
    pub title: &'static str,
    /// Paragraphs that introduce the idea.
    pub idea: &'static [&'static str],
    /// Searches of the lesson, in order of presentation.
    pub steps: &'static [Step],
    /// Comparisons of the node counts of the searches.
    pub savings: &'static [Saving],
    /// Questions with their answers.
    pub questions: &'static [(&'static str, &'static str)],
}

/// Claim that one search of a lesson visits fewer nodes than another. The output states the factor of the
/// finished searches.
#[derive(Clone, Copy, Debug)]
pub struct Saving {
    /// Number of the search with fewer nodes, from 1.
    pub fewer: usize,
    /// Number of the search with more nodes, from 1.
    pub more: usize,
    /// Lower limit of the factor, which a test checks.
    pub at_least: f64,
}

/// A search of a lesson. All lessons use the evaluator `material`, so readers can check the scores by
/// counting pieces.
#[derive(Debug)]
pub struct Step {
    /// Root position: a FEN or the name of a position.
    pub position: &'static str,
    /// Rung or set of layers.
    pub layers: &'static str,
    /// Search depth of this step, in plies.
    pub depth: i32,
    /// Expected result, in the format of [`found`](super::text::found).
    pub finds: &'static str,
    /// Comment on the result of the search, printed with the lesson.
    pub comment: &'static str,
    /// Node limit that stops this search; `None` if the search finishes its depth.
    pub stopped_after: Option<u64>,
    /// Whether the lesson shows the tree of this search (in all formats except `text`).
    pub shown: bool,
}

impl Step {
    /// Creates a step whose tree is not shown.
    pub(super) const fn new(
        position: &'static str,
        layers: &'static str,
        depth: i32,
        finds: &'static str,
        comment: &'static str,
    ) -> Self {
        Self { position, layers, depth, finds, comment, stopped_after: None, shown: false }
    }

    /// Shows the tree of this step in the lesson.
    pub(super) const fn with_tree(self) -> Self {
        Self { shown: true, ..self }
    }

    /// Stops the search of this step after `nodes` nodes, to show that it does not finish.
    const fn stopped_after(self, nodes: u64) -> Self {
        Self { stopped_after: Some(nodes), ..self }
    }

    /// Returns the `engine explain` command line that runs the search of this lesson step.
    pub fn command(&self) -> String {
        let Self { position, layers, depth, stopped_after, .. } = self;
        let nodes = stopped_after.map(|nodes| format!(" --nodes {nodes}")).unwrap_or_default();
        let position = if position.contains(' ') { format!("'{position}'") } else { (*position).to_owned() };
        format!(
            "engine explain --fen {position} --layers {layers} --depth {depth} --evaluator material{nodes} --show 7"
        )
    }

    /// Returns the search request of this lesson step; `None` if the name of the layers is invalid, which
    /// no lesson of [`LESSONS`] has.
    pub fn request(&self, max_nodes: u64) -> Option<ExplainRequest> {
        let setup = Setup::new(self.layers.parse::<Algorithm>().ok()?).evaluated_by(Evaluator::Material);
        let rung = self.layers.to_owned();
        let max_nodes = self.stopped_after.unwrap_or(max_nodes);
        Some(ExplainRequest { setup, rung, depth: self.depth, megabytes: 16, max_nodes, only: Vec::new() })
    }
}

/// All lessons, in reading order.
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
