//! The verdict of the ladder: do all exact rungs return minimax's score?
//!
//! An exact layer may change the number of visited nodes, but never the score. On every position the ladder
//! compares the scores of all exact rungs with minimax's score. If minimax exceeds the node limit on a
//! position, the lowest exact rung that finished is the reference instead. A single score that differs from
//! the reference score makes the check fail.

use std::fmt;

use super::ladder::{Entry, Row};
use crate::{score::Score, search::Algorithm};

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
pub struct Verdict {
    /// Number of scores compared with minimax's score.
    pub with_minimax: usize,
    /// Number of scores compared with the score of the lowest exact rung run, on positions on which minimax
    /// was not run.
    pub with_stand_in: usize,
    /// Scores that differ from the reference score.
    pub disagreements: Vec<Disagreement>,
}

impl Verdict {
    /// Returns whether all compared scores are equal.
    pub fn holds(&self) -> bool {
        self.disagreements.is_empty()
    }
}

/// Returns the reference row: minimax if it was run, otherwise the lowest exact rung that was run.
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

/// Compares, on each position, the score of every exact rung with the score of the reference rung.
pub fn check_scores<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Verdict {
    let mut verdict = Verdict::default();
    for entry in entries {
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
    use crate::bench::{measure::Measurement, tally::Counts};

    fn row(rung: &str, score: Option<i32>) -> Row {
        let measured = score.map(|score| Measurement {
            nodes: 1,
            time: Duration::ZERO,
            last: Counts::default(),
            full_permille: 0,
            score: Score::cp(score),
            best: None,
        });
        let algorithm: Algorithm = rung.parse().expect("a rung");
        let exact = algorithm.is_exact();
        Row { rung: rung.to_owned(), algorithm, exact, measured, stages: Vec::new(), oracle_leaves: None }
    }

    fn entry(rows: Vec<Row>) -> Entry {
        Entry { id: "test".to_owned(), depth: 4, rows, ..Entry::default() }
    }

    #[test]
    fn the_verdict_holds_if_exact_rungs_agree_whatever_a_selective_rung_returns() {
        let sound = entry(vec![
            row("minimax", Some(30)),
            row("alpha-beta", Some(30)),
            row("table", Some(30)),
            row("quiescence", Some(-200)),
        ]);
        let verdict = check_scores([&sound]);
        assert!(verdict.holds());
        assert_eq!((verdict.with_minimax, verdict.with_stand_in), (2, 0));
        assert_eq!(agrees(&sound.rows[3], &sound.rows), None);
    }

    #[test]
    fn one_wrong_score_refutes_the_run_and_is_reported() {
        let wrong =
            entry(vec![row("minimax", Some(30)), row("alpha-beta", Some(30)), row("table", Some(31))]);
        let verdict = check_scores([&wrong]);
        assert!(!verdict.holds());
        assert_eq!(verdict.disagreements.len(), 1);
        assert_eq!(
            verdict.disagreements[0].to_string(),
            "test, depth 4: table returns cp 31, but minimax returns cp 30"
        );
        assert_eq!(agrees(&wrong.rows[1], &wrong.rows), Some(true));
        assert_eq!(agrees(&wrong.rows[2], &wrong.rows), Some(false));
    }

    #[test]
    fn without_minimax_the_lowest_exact_rung_run_is_the_reference() {
        let rows = vec![
            row("minimax", None),
            row("alpha-beta", None),
            row("captures-first", Some(10)),
            row("table", Some(20)),
        ];
        let verdict = check_scores([&entry(rows)]);
        assert_eq!((verdict.with_minimax, verdict.with_stand_in), (0, 1));
        assert_eq!(verdict.disagreements[0].reference, "captures-first");
    }

    #[test]
    fn the_verdict_holds_if_no_rung_was_run() {
        let verdict = check_scores([&entry(vec![row("minimax", None), row("table", None)])]);
        assert!(verdict.holds() && verdict.with_minimax + verdict.with_stand_in == 0);
    }
}
