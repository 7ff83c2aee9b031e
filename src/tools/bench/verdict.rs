//! The verdict of the ladder: do all exact rungs return minimax's score?
//!
//! An exact layer may change the number of visited nodes, but never the score. On every position the ladder
//! compares the scores of all exact rungs with minimax's score. If minimax exceeds the node limit on a
//! position, the lowest exact rung that finished is the reference instead. A single score that differs from
//! the reference score makes the check fail. The check of two or more exact rungs also fails if no score
//! could be compared, because the node limit ended all searches: nothing was verified.

use std::fmt;

use super::ladder::{Block, Row};
use crate::{chess::score::Score, search::Algorithm};

/// Score of an exact rung or set of layers that differs from the reference score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// Id of the position.
    pub id: String,
    /// Search depth, in plies.
    pub depth: i32,
    /// Name of the rung or set of layers with the different score.
    pub rung: String,
    /// Different score, returned by `rung`.
    pub score: Score,
    /// Name of the reference rung.
    pub reference: String,
    /// Reference score, returned by `reference`.
    pub expected: Score,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, depth, rung, score, reference, expected } = self;
        write!(f, "{id}, depth {depth}: {rung} returns {score}, but {reference} returns {expected}")
    }
}

/// Result of comparing the scores of all exact rungs on all positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LadderVerdict {
    /// Number of scores compared with minimax's score.
    pub with_minimax: usize,
    /// Number of scores compared with the score of the lowest exact rung run, on positions on which minimax
    /// was not run.
    pub with_stand_in: usize,
    /// Scores that differ from the reference score.
    pub disagreements: Vec<Disagreement>,
    /// Whether the ladder has two or more exact rungs, so that there are scores to compare.
    pub has_rungs_to_compare: bool,
}

impl LadderVerdict {
    /// Returns whether the check holds: all compared scores are equal, and at least one score was compared,
    /// unless the ladder has fewer than two exact rungs.
    pub fn holds(&self) -> bool {
        self.disagreements.is_empty() && !self.is_unverified()
    }

    /// Returns the number of compared scores.
    pub fn compared(&self) -> usize {
        self.with_minimax + self.with_stand_in
    }

    /// Returns whether the ladder has two or more exact rungs, but none of their scores could be compared.
    pub fn is_unverified(&self) -> bool {
        self.has_rungs_to_compare && self.compared() == 0
    }
}

/// Returns the reference row: minimax if it was run, otherwise the first exact rung of the list that was run.
pub fn reference(rows: &[Row]) -> Option<&Row> {
    let mut run = rows.iter().filter(|row| row.exact && row.measured.is_some());
    run.clone().find(|row| row.algorithm == Algorithm::Minimax).or_else(|| run.next())
}

/// Returns whether `row`, one of `rows`, has the reference score. `None` if the rung is selective or was not
/// run.
pub fn agrees(row: &Row, rows: &[Row]) -> Option<bool> {
    let measured = row.measured.as_ref().filter(|_| row.exact)?;
    let expected = reference(rows)?.measured.as_ref()?.score;
    Some(measured.score == expected)
}

/// Compares, on each position of each block, the score of every exact rung with the score of the reference
/// rung.
pub fn check_scores(blocks: &[Block]) -> LadderVerdict {
    let has_rungs_to_compare =
        blocks.iter().any(|block| block.steps.iter().filter(|step| step.is_exact()).count() > 1);
    let mut verdict = LadderVerdict { has_rungs_to_compare, ..LadderVerdict::default() };
    for entry in blocks.iter().flat_map(|block| &block.entries) {
        let Some(reference) = reference(&entry.rows) else { continue };
        let Some(expected) = &reference.measured else { continue };
        for row in entry.rows.iter().filter(|row| row.exact && !std::ptr::eq(*row, reference)) {
            let Some(measured) = &row.measured else { continue };
            if reference.algorithm == Algorithm::Minimax {
                verdict.with_minimax += 1;
            } else {
                verdict.with_stand_in += 1;
            }
            if measured.score != expected.score {
                verdict.disagreements.push(Disagreement {
                    id: entry.id.clone(),
                    depth: entry.depth,
                    rung: row.rung.clone(),
                    score: measured.score,
                    reference: reference.rung.clone(),
                    expected: expected.score,
                });
            }
        }
    }
    verdict
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::tools::bench::{
        ladder::{BlockKind, LadderEntry},
        measure::Measurement,
        plan::PlanStep,
        tally::NodeCounts,
    };

    fn row(rung: &str, score: Option<i32>) -> Row {
        let measured = score.map(|score| Measurement {
            nodes: 1,
            time: Duration::ZERO,
            last: NodeCounts::default(),
            full_permille: 0,
            score: Score::cp(score),
            displayed: Score::cp(score),
            best: None,
        });
        let algorithm: Algorithm = rung.parse().expect("a rung");
        let exact = algorithm.is_exact();
        Row { rung: rung.to_owned(), algorithm, exact, measured, stages: Vec::new(), oracle_leaves: None }
    }

    /// Returns a block with one position.
    fn block(rows: Vec<Row>) -> Block {
        let step = |row: &Row| PlanStep { rung: row.rung.clone(), algorithm: row.algorithm, evaluator: None };
        Block {
            kind: BlockKind::Exact,
            depth: 4,
            steps: rows.iter().map(step).collect(),
            entries: vec![LadderEntry { id: "test".to_owned(), depth: 4, rows, ..LadderEntry::default() }],
        }
    }

    #[test]
    fn the_verdict_holds_if_exact_rungs_agree_whatever_a_selective_rung_returns() {
        let sound = block(vec![
            row("minimax", Some(30)),
            row("alpha-beta", Some(30)),
            row("table", Some(30)),
            row("quiescence", Some(-200)),
        ]);
        let rows = &sound.entries[0].rows;
        assert_eq!(agrees(&rows[3], rows), None);
        let verdict = check_scores(std::slice::from_ref(&sound));
        assert!(verdict.holds());
        assert_eq!((verdict.with_minimax, verdict.with_stand_in), (2, 0));
    }

    #[test]
    fn one_wrong_score_refutes_the_run_and_is_reported() {
        let wrong =
            block(vec![row("minimax", Some(30)), row("alpha-beta", Some(30)), row("table", Some(31))]);
        let rows = &wrong.entries[0].rows;
        assert_eq!(agrees(&rows[1], rows), Some(true));
        assert_eq!(agrees(&rows[2], rows), Some(false));
        let verdict = check_scores(std::slice::from_ref(&wrong));
        assert!(!verdict.holds());
        assert_eq!(verdict.disagreements.len(), 1);
        assert_eq!(
            verdict.disagreements[0].to_string(),
            "test, depth 4: table returns cp 31, but minimax returns cp 30"
        );
    }

    #[test]
    fn without_minimax_the_lowest_exact_rung_run_is_the_reference() {
        let rows = vec![
            row("minimax", None),
            row("alpha-beta", None),
            row("captures-first", Some(10)),
            row("table", Some(20)),
        ];
        let verdict = check_scores(&[block(rows)]);
        assert_eq!((verdict.with_minimax, verdict.with_stand_in), (0, 1));
        assert_eq!(verdict.disagreements[0].reference, "captures-first");
    }

    #[test]
    fn the_verdict_fails_if_no_score_of_two_exact_rungs_could_be_compared() {
        for rows in [
            vec![row("minimax", None), row("table", None)],
            vec![row("minimax", None), row("table", Some(30)), row("quiescence", Some(30))],
        ] {
            let verdict = check_scores(&[block(rows)]);
            assert!(verdict.is_unverified() && !verdict.holds(), "{verdict:?}");
        }
        let no_position = Block { entries: vec![], ..block(vec![row("minimax", None), row("table", None)]) };
        assert!(!check_scores(&[no_position]).holds());
    }

    #[test]
    fn one_exact_rung_has_no_scores_to_compare() {
        for rows in [
            vec![row("minimax", Some(30))],
            vec![row("minimax", None)],
            vec![row("minimax", Some(30)), row("quiescence", Some(10))],
        ] {
            let verdict = check_scores(&[block(rows)]);
            assert!(verdict.holds() && !verdict.is_unverified() && verdict.compared() == 0, "{verdict:?}");
        }
    }
}
