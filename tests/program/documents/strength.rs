//! The ratings that README states, computed from the results in README's table.

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
fn the_ratings_in_readme_are_those_of_the_results_in_its_table() {
    let readme = reading::read("README.md").text;
    let rows = rows(&readme);
    let matches: Vec<_> = rows.iter().map(|cells| parse(cells)).collect();
    assert_eq!(matches.len(), 5);
    for (cells, one) in rows.iter().zip(&matches) {
        let (difference, margin) = one.difference();
        let cell = format!("{difference:+.0} ± {margin:.0}").replace('-', "−");
        assert_eq!(cells[4], cell, "{}, {}", cells[0], cells[2]);
    }
    let range = |time_control: &str| {
        let rows = rows.iter().zip(&matches).filter(|(cells, _)| cells[2] == time_control);
        let ratings = || rows.clone().map(|(_, one)| one.rating + one.difference().0);
        let (least, most) = (ratings().fold(f64::MAX, f64::min), ratings().fold(0.0, f64::max));
        [least, most].map(|rating| format!("{rating:.0}"))
    };
    let [blitz, longer] = [range("2+0.02"), range("10+0.1")];
    let mut claims = Claims::default();
    let both = [blitz.clone(), longer].concat();
    let sentence = "The rows rate Glulam from {} to {} Elo at 2+0.02 and from {} to {} Elo at 10+0.1.";
    claims.sentence("README.md", sentence, &both);
    claims.sentence("README.md", "rate Glulam from {} to {} Elo on the CCRL Blitz scale.", &blitz);
    claims.check();
}
