//! The verdict: every exact rung finds the score that minimax finds.
//!
//! An exact layer may change how many nodes are visited, never the score. Minimax is the definition of the score, so each
//! run of the ladder is a test of that promise: its exact rungs are compared with minimax on every position, or, where
//! minimax was too large to run, with the lowest exact rung that was. One difference refutes the run.

use std::fmt;

use super::ladder::{Entry, Row};
use crate::{score::Score, search::Algorithm};

/// One exact rung that found another score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The position.
    pub id: String,
    /// The depth it was searched to.
    pub depth: i32,
    /// The rung.
    pub rung: String,
    /// What it found.
    pub score: Score,
    /// The rung it was compared with.
    pub reference: String,
    /// What that found.
    pub expected: Score,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, depth, rung, score, reference, expected } = self;
        write!(f, "{id}, depth {depth}: {rung} says {score}, but {reference} {expected}")
    }
}

/// What became of the proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Scores compared with minimax's.
    pub with_minimax: usize,
    /// Scores compared with those of the lowest exact rung that was run, minimax not being among them.
    pub with_stand_in: usize,
    /// Those that differed.
    pub disagreements: Vec<Disagreement>,
}

impl Verdict {
    /// Whether nothing speaks against the exact rungs.
    pub fn holds(&self) -> bool {
        self.disagreements.is_empty()
    }
}

/// The row the others are measured by: minimax where it was run, else the lowest exact rung that was.
pub fn reference(rows: &[Row]) -> Option<&Row> {
    let mut run = rows.iter().filter(|row| row.exact && row.measured.is_some());
    run.clone().find(|row| row.algorithm == Algorithm::Minimax).or_else(|| run.next())
}

/// Whether `row`, one of `rows`, has the score of their reference. `None` if it is selective or was not run.
pub fn agrees(row: &Row, rows: &[Row]) -> Option<bool> {
    let measured = row.measured.as_ref().filter(|_| row.exact)?;
    let expected = reference(rows)?.measured.as_ref()?.score;
    Some(measured.score == expected)
}

/// Compares every exact row of every entry with its reference.
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
        Row { rung: rung.to_owned(), algorithm, exact, measured, stages: Vec::new() }
    }

    fn entry(rows: Vec<Row>) -> Entry {
        Entry { id: "test".to_owned(), depth: 4, rows, ..Entry::default() }
    }

    #[test]
    fn rungs_that_agree_with_minimax_are_a_proof_whatever_a_selective_rung_says() {
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
    fn one_wrong_score_refutes_the_run_and_is_named() {
        let wrong =
            entry(vec![row("minimax", Some(30)), row("alpha-beta", Some(30)), row("table", Some(31))]);
        let verdict = check_scores([&wrong]);
        assert!(!verdict.holds());
        assert_eq!(verdict.disagreements.len(), 1);
        assert_eq!(
            verdict.disagreements[0].to_string(),
            "test, depth 4: table says cp 31, but minimax cp 30"
        );
        assert_eq!(agrees(&wrong.rows[1], &wrong.rows), Some(true));
        assert_eq!(agrees(&wrong.rows[2], &wrong.rows), Some(false));
    }

    #[test]
    fn without_minimax_the_lowest_exact_rung_that_was_run_stands_in() {
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
    fn where_nothing_was_run_nothing_is_refuted() {
        let verdict = check_scores([&entry(vec![row("minimax", None), row("table", None)])]);
        assert!(verdict.holds() && verdict.with_minimax + verdict.with_stand_in == 0);
    }
}
