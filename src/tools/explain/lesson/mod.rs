//! The eight lessons on search, in reading order: positions, searches that are compared, source lines, a question.
//! `engine explain --lesson` prints one of them, `--course` writes all of them as linked pages.
//!
//! This module contains only the data of the lessons. [`run`](super::run) executes their searches. The source lines
//! and the measured gains are read from the source files, so they cannot differ from the program.

mod list;

pub use self::list::{LESSONS, ZUGZWANG_WITH_QUEEN};
use serde::Serialize;

use super::{pseudocode, run::ExplainRequest};
use crate::{
    evaluate::Evaluator,
    search::{Algorithm, Setup},
};

/// A lesson on one idea of search.
#[derive(Debug)]
pub struct Lesson {
    /// Name of the lesson on the command line; its page has the number of the lesson before the name.
    pub name: &'static str,
    /// Title of the lesson.
    pub title: &'static str,
    /// The loop that the player shows first: 6 to 9 moments, about two seconds each.
    pub tour: &'static [Moment],
    /// At most three paragraphs that introduce the idea, each with the moment that it speaks of.
    pub idea: &'static [Paragraph],
    /// Searches of the lesson, in order of presentation.
    pub steps: &'static [Step],
    /// Comparisons of the node counts of the searches.
    pub savings: &'static [Saving],
    /// Two exercises, which the page checks.
    pub exercises: &'static [Exercise; 2],
    /// The idea in one sentence, for the list of lessons.
    pub summary: &'static str,
    /// The idea as pseudocode.
    pub pseudocode: Pseudocode,
    /// The source lines that correspond to the pseudocode.
    pub source: &'static [Excerpt],
    /// Source files whose documentation states the measured gain.
    pub gains: &'static [&'static str],
}

/// A step of the player: the first step of a tree whose sentence contains a text.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Moment {
    /// Number of the tree in the page, from 0.
    pub tree: usize,
    /// Text that the sentence of the step contains.
    pub says: &'static str,
}

/// Returns the [`Moment`] of a tree whose sentence contains `says`.
pub(super) const fn at(tree: usize, says: &'static str) -> Moment {
    Moment { tree, says }
}

/// A paragraph, with the button that shows what it describes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Paragraph {
    /// The paragraph.
    pub text: &'static str,
    /// Text of the button.
    pub button: &'static str,
    /// Step that the button shows.
    pub moment: Moment,
}

/// A question that the reader answers in the player.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Exercise {
    /// The question.
    pub question: &'static str,
    /// Explanation, shown with a correct answer.
    pub answer: &'static str,
    /// How the page checks an answer.
    pub check: Check,
}

/// The check of an exercise.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// The reader predicts three decisions in the tree of this step, from this step on.
    Predict(Moment),
    /// The reader goes to a step of the player, or selects a node, whose sentence contains the text.
    Find(Moment),
    /// The reader puts moves into the order in which alpha-beta visits fewest nodes. Each move has the scores
    /// of its replies.
    Order(&'static [(&'static str, [i32; 3])]),
    /// The reader types one of these answers.
    Type(&'static [&'static str]),
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
        Self { position, layers, depth, finds, comment, shown: false }
    }

    /// Shows the tree of this step in the lesson.
    pub(super) const fn with_tree(self) -> Self {
        Self { shown: true, ..self }
    }

    /// Returns the `engine explain` command line that runs the search of this lesson step.
    pub fn command(&self) -> String {
        let Self { position, layers, depth, .. } = self;
        let position = if position.contains(' ') { format!("'{position}'") } else { (*position).to_owned() };
        format!(
            "engine explain --fen {position} --layers {layers} --depth {depth} --evaluator material --show 7"
        )
    }

    /// Returns the search request of this lesson step; `None` if the name of the layers is invalid, which
    /// no lesson of [`LESSONS`] has.
    pub fn request(&self, max_nodes: u64) -> Option<ExplainRequest> {
        let setup = Setup::new(self.layers.parse::<Algorithm>().ok()?).evaluated_by(Evaluator::Material);
        let rung = self.layers.to_owned();
        Some(ExplainRequest { setup, rung, depth: self.depth, megabytes: 16, max_nodes, only: Vec::new() })
    }
}

/// Pseudocode of a lesson.
#[derive(Debug)]
pub enum Pseudocode {
    /// Text of the lesson.
    Text(&'static str),
    /// The pseudocode that the player shows for this algorithm.
    Of(Algorithm),
}

impl Pseudocode {
    /// Returns the lines of the pseudocode.
    pub fn lines(&self) -> Vec<&'static str> {
        match self {
            Self::Text(text) => text.lines().collect(),
            Self::Of(algorithm) => pseudocode::of(*algorithm).into_iter().map(|line| line.text).collect(),
        }
    }
}

/// Lines of a source file.
#[derive(Debug)]
pub struct Excerpt {
    /// Path of the file in the repository.
    pub path: &'static str,
    /// Text of the file.
    pub text: &'static str,
    /// Beginning of the first line, without indentation.
    pub begins: &'static str,
    /// Beginning of the line after the last line; empty if the excerpt ends with the closing brace that has
    /// the indentation of the first line.
    pub ends: &'static str,
}

impl Excerpt {
    /// Returns the lines of the excerpt without their common indentation, and the number of the first line.
    pub fn lines(&self) -> (usize, Vec<&'static str>) {
        let lines: Vec<_> = self.text.lines().collect();
        let first = lines.iter().position(|line| line.trim_start().starts_with(self.begins));
        let Some(first) = first else { return (0, Vec::new()) };
        let indentation = lines[first].len() - lines[first].trim_start().len();
        let closes = |line: &str| line.len() == indentation + 1 && line.ends_with('}');
        let rest = &lines[first..];
        let count = if self.ends.is_empty() {
            rest.iter().position(|line| closes(line)).map(|last| last + 1)
        } else {
            rest.iter().position(|line| line.trim_start().starts_with(self.ends))
        };
        let cut = |line: &&'static str| line.get(indentation..).unwrap_or_default();
        let mut shown: Vec<_> = rest[..count.unwrap_or(rest.len())].iter().map(cut).collect();
        while shown.last().is_some_and(|line| line.trim().is_empty()) {
            shown.pop();
        }
        (first + 1, shown)
    }
}

/// Returns the paragraph on the gain in the documentation of a source file, in one line and without the link to
/// the notebook.
pub fn gain(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let lines = lines.skip_while(|line| !line.starts_with("**Gain.**"));
    let text = lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let (text, _) = text.split_once(" See [experiments]").unwrap_or((&text, ""));
    text.trim_start_matches("**Gain.**").trim().to_owned()
}

/// Returns the first sentence of the documentation of a source file: the name of its idea, and what it does.
pub fn subject(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_has_source_lines_and_a_measured_gain() {
        for lesson in LESSONS {
            for (first, lines) in lesson.source.iter().map(Excerpt::lines) {
                assert!(first > 0 && (4..=110).contains(&lines.len()), "{}: {lines:#?}", lesson.name);
                assert!(lines.iter().all(|line| !line.starts_with("///")), "{lines:#?}");
            }
            assert!((6..=9).contains(&lesson.tour.len()), "{}", lesson.name);
            assert!((1..=3).contains(&lesson.idea.len()), "{}", lesson.name);
            assert!(lesson.idea.iter().all(|paragraph| paragraph.text.len() < 480), "{}", lesson.name);
            for text in lesson.gains {
                let gain = gain(text);
                assert!(gain.len() > 50 && gain.ends_with('.'), "{}: {gain}", lesson.name);
                assert!(!gain.contains(" Elo (") || gain.contains("202"), "no date: {gain}");
            }
            assert!(!lesson.gains.is_empty(), "{}", lesson.name);
            assert!((5..=21).contains(&lesson.pseudocode.lines().len()), "{}", lesson.name);
        }
        assert_eq!(LESSONS.len(), 8);
        let modern = LESSONS[7].pseudocode.lines();
        assert_eq!(modern.iter().filter(|line| line.contains("if depth = 0")).count(), 1, "{modern:#?}");
    }

    #[test]
    fn the_subject_of_a_page_is_its_first_sentence() {
        assert_eq!(
            subject("//! Razoring: if the\n//! score is low.\n//!\n//! More"),
            "Razoring: if the score is low."
        );
    }
}
