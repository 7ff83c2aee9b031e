//! The rating that README states, computed from the results in README's table. The bench guide describes the
//! computation.

use std::f64::consts::LN_10;

use super::{claims::Claims, reading};

/// Number of standard errors in a margin of 95 %.
const MARGIN: f64 = 1.96;

/// Result of a match against one opponent.
struct Match {
    rating: f64,
    wins: f64,
    draws: f64,
    losses: f64,
}

impl Match {
    fn games(&self) -> f64 {
        self.wins + self.draws + self.losses
    }

    fn points(&self) -> f64 {
        self.wins + self.draws / 2.0
    }

    /// Rating difference and its margin. The margin is half the distance between the differences at both ends
    /// of the interval of the score, as in fastchess.
    fn difference(&self) -> (f64, f64) {
        let score = self.points() / self.games();
        let squares: f64 = [(self.wins, 1.0), (self.draws, 0.5), (self.losses, 0.0)]
            .map(|(games, points): (f64, f64)| games * (points - score).powi(2))
            .iter()
            .sum();
        let error = MARGIN * squares.sqrt() / self.games();
        (elo(score), (elo(score + error) - elo(score - error)) / 2.0)
    }
}

/// Returns the rating difference at an expected score.
fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Returns the expected score at a rating difference.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

/// Returns the rating with the greatest likelihood and its margin. A draw counts as half a win and half a loss.
fn rating(matches: &[Match]) -> (f64, f64) {
    // At the maximum, the expected points of all games are the points scored.
    let excess = |rating: f64| -> f64 {
        matches.iter().map(|one| one.points() - one.games() * expected(rating - one.rating)).sum()
    };
    let (mut low, mut high) = (0.0, 6_000.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let information: f64 = matches
        .iter()
        .map(|one| {
            let score = expected(low - one.rating);
            one.games() * score * (1.0 - score) * (LN_10 / 400.0).powi(2)
        })
        .sum();
    (low, MARGIN / information.sqrt())
}

/// Returns the cells of the rows of README's table of opponents.
fn rows(readme: &str) -> Vec<Vec<&str>> {
    let (_, table) =
        readme.split_once("| opponent | CCRL Blitz | time control |").expect("the table of opponents");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

fn parse(cells: &[&str]) -> Match {
    let number = |text: &str| text.trim().parse::<f64>().expect("a number");
    let results: Vec<_> = cells[3].split(',').map(number).collect();
    let &[wins, draws, losses] = results.as_slice() else { panic!("three results: {}", cells[3]) };
    Match { rating: number(cells[1]), wins, draws, losses }
}

#[test]
fn the_rating_in_readme_is_the_one_of_the_results_in_its_table() {
    let readme = reading::read("README.md").text;
    let rows = rows(&readme);
    let matches: Vec<_> = rows.iter().map(|cells| parse(cells)).collect();
    assert_eq!(matches.len(), 7);
    for (cells, one) in rows.iter().zip(&matches) {
        let (difference, margin) = one.difference();
        let cell = format!("{difference:+.0} ± {margin:.0}").replace('-', "−");
        assert_eq!(cells[4], cell, "{}, {}", cells[0], cells[2]);
    }
    let games: f64 = matches.iter().map(Match::games).sum();
    let (rating, margin) = rating(&matches);
    let whole = |number: f64| format!("{number:.0}");
    let mut claims = Claims::default();
    claims.sentence(
        "README.md",
        "The {} games together rate Glulam at {} ± {} Elo.",
        &[whole(games), whole(rating), whole(margin)],
    );
    claims.sentence(
        "README.md",
        "At full strength Glulam plays at about {} Elo",
        &[whole((rating / 10.0).round() * 10.0)],
    );
    claims.check();
}

#[test]
fn equal_results_against_equal_opponents_give_the_rating_of_the_opponents() {
    let even = || Match { rating: 2_000.0, wins: 30.0, draws: 40.0, losses: 30.0 };
    let (rating, margin) = rating(&[even(), even()]);
    assert!((rating - 2_000.0).abs() < 1e-6, "{rating}");
    // 200 games with the variance 1/4 at 400 / ln 10 · 4 Elo per point.
    assert!((margin - MARGIN * 400.0 / LN_10 * 4.0 * 0.5 / 200_f64.sqrt()).abs() < 1e-6, "{margin}");
}
