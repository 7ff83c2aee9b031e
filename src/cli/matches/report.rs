//! Output of `engine match`: the score during the match, and the result at its end.

use std::{
    io::{self, Write},
    time::Duration,
};

use indicatif::ProgressBar;

use crate::{
    cli::{
        matches::Arguments,
        output::{Output, is_stdout, print, print_json, print_message},
    },
    json::{Header, millis},
    lab::matches::{
        MatchPlan, Standings,
        engine_config::EngineConfig,
        report::{Match, Side},
        sprt::{Sprt, Verdict},
    },
    text::signed,
};

/// Shows the score during the match: as a progress bar in a terminal, and as lines on stderr with
/// `--report-every`.
pub struct Progress {
    bar: ProgressBar,
    every: Option<u64>,
    games: u64,
    sprt: Option<Sprt>,
}

impl Progress {
    /// Creates the progress display at the start of a match; `every` is the value of `--report-every`.
    pub fn new(match_plan: &MatchPlan, output: &Output, every: Option<u64>) -> Self {
        let bar = output.progress(match_plan.pairs as usize, "pairs");
        Self { bar, every, games: 2 * match_plan.pairs, sprt: match_plan.sprt }
    }

    /// Updates the progress bar after a game pair, and prints the score if `--report-every` requires a line
    /// at this number of games.
    pub fn show(&self, standings: &Standings) {
        let report = self.standings(standings);
        self.bar.set_position(standings.pairs.pairs());
        self.bar.set_message(report.clone());
        // Each call follows one game pair, so the number of games grew by two since the previous call.
        let games = standings.games();
        if self.every.is_some_and(|every| games / every > (games - 2) / every) {
            self.bar.suspend(|| print_message(format_args!("{games} of {} games: {report}", self.games)));
        }
    }

    /// Removes the progress bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Formats the score of the match so far, as in `+12 =20 -8, Elo +35 ± 41, LLR 0.53`.
    fn standings(&self, standings: &Standings) -> String {
        let Standings { wins, draws, losses, pairs, .. } = standings;
        let elo = pairs.elo().map(|elo| format!(", Elo {} ± {:.0}", signed(elo.value, 0), elo.error));
        let ratio = self.sprt.map(|sprt| format!(", LLR {:.2}", sprt.log_likelihood_ratio(pairs)));
        format!("+{wins} ={draws} -{losses}{}{}", elo.unwrap_or_default(), ratio.unwrap_or_default())
    }
}

/// Columns of the table of a match, by JSON field; `a` and `b` are the names of the configurations.
const COLUMNS: &[&str] = &[
    "a",
    "b",
    "header_seed",
    "openings",
    "games",
    "wins",
    "draws",
    "losses",
    "score",
    "elo",
    "elo_error",
    "nelo",
    "nelo_error",
    "sprt_llr",
    "sprt_verdict",
    "interrupted",
    "plies",
    "nodes",
    "time_ms",
];

/// Configurations and result of a match that has ended, ready for printing.
pub struct MatchReport<'a> {
    pub sides: [&'a EngineConfig; 2],
    /// Hash sizes of the two sides, in MiB.
    pub megabytes: [usize; 2],
    pub match_plan: &'a MatchPlan,
    pub standings: Standings,
    pub time: Duration,
    /// Whether a signal ended the match before all games were played.
    pub interrupted: bool,
}

impl MatchReport<'_> {
    /// Prints the result on stdout, or as text on stderr if the games are printed on stdout. With `--verbose`
    /// and JSON or a table on stdout, also prints the result as text on stderr.
    pub fn print_report(self, arguments: &Arguments) -> anyhow::Result<()> {
        let (json, hash) = (arguments.output.json, arguments.hash as usize);
        let is_pgn_on_stdout = arguments.pgn.as_deref().is_some_and(is_stdout);
        let format = arguments.tables.format();
        if is_pgn_on_stdout || arguments.verbose && (json || format.is_some()) {
            let mut text = Vec::new();
            self.write_summary(&mut text, arguments.seed)?;
            print_message(format_args!("{}", String::from_utf8_lossy(&text).trim_end()));
        }
        if is_pgn_on_stdout {
            return Ok(());
        }
        if !json && format.is_none() {
            return Ok(print(|out| self.write_summary(out, arguments.seed))?);
        }
        let Self { sides: [a, b], megabytes, match_plan, standings, time, interrupted } = self;
        let [allowance_a, allowance_b] = &match_plan.allowances;
        let sides = [Side::new(a, allowance_a, megabytes[0]), Side::new(b, allowance_b, megabytes[1])];
        let header = Header { seed: Some(arguments.seed), ..Header::new(hash) };
        let report = Match::new(header, sides, match_plan, standings, millis(time), interrupted);
        let Some(format) = format else { return print_json(report) };
        let mut row = serde_json::to_value(&report)?;
        for (column, side) in ["a", "b"].iter().zip(&report.contestants) {
            row[column] = side.name.clone().into();
        }
        Ok(print(|out| format.write(out, COLUMNS, &[row]))?)
    }

    fn write_summary(&self, out: &mut dyn Write, seed: u64) -> io::Result<()> {
        let Standings { wins, draws, losses, pairs, .. } = &self.standings;
        let (games, percent) = (self.standings.games(), 100.0 * pairs.score());
        writeln!(out, "A: {}\nB: {}", self.sides[0].name, self.sides[1].name)?;
        writeln!(out, "seed   {seed}")?;
        if self.interrupted {
            writeln!(out, "ended  by a signal after {games} of {} games", 2 * self.match_plan.pairs)?;
        }
        writeln!(
            out,
            "games  {games}: A won {wins}, drew {draws}, lost {losses}; {percent:.1} % of the points"
        )?;
        let [none, half, one, more, both] = pairs.0;
        writeln!(
            out,
            "pairs  {}, by points: 0: {none}, ½: {half}, 1: {one}, 1½: {more}, 2: {both}",
            pairs.pairs()
        )?;
        self.write_play_summary(out)?;
        match pairs.elo() {
            Some(elo) => writeln!(out, "Elo    {} ± {:.1} (95 %)", signed(elo.value, 1), elo.error)?,
            None if games == 0 => writeln!(out, "Elo    unknown: no game pair was finished")?,
            None => writeln!(out, "Elo    unknown: one side won every game")?,
        }
        if let Some(elo) = pairs.normalised_elo() {
            writeln!(out, "nElo   {} ± {:.1} (95 %)", signed(elo.value, 1), elo.error)?;
        }
        self.match_plan.sprt.map_or(Ok(()), |sprt| self.write_sprt(out, sprt))
    }

    /// Writes the reasons why games ended, losses on time (if a side has a clock), total plies, nodes per
    /// move, time, and failed searches.
    fn write_play_summary(&self, out: &mut dyn Write) -> io::Result<()> {
        let Standings { plies, nodes, endings, time_losses, faults, .. } = &self.standings;
        let ends: Vec<_> =
            endings.iter().map(|(name, count)| format!("{} {count}", name.replace('_', " "))).collect();
        writeln!(out, "ends   {}", if ends.is_empty() { "none".to_owned() } else { ends.join(", ") })?;
        if self.match_plan.allowances.iter().any(|side| side.clock.is_some()) {
            writeln!(out, "flags  A lost {} games on time, B {}", time_losses[0], time_losses[1])?;
        }
        let each = nodes / plies.max(&1);
        writeln!(out, "moves  {plies}, {each} nodes per move, in {:.1} s", self.time.as_secs_f64())?;
        faults.iter().try_for_each(|fault| writeln!(out, "fault  {fault}"))
    }

    fn write_sprt(&self, out: &mut dyn Write, sprt: Sprt) -> io::Result<()> {
        let pairs = &self.standings.pairs;
        let (ratio, bound) = (sprt.log_likelihood_ratio(pairs), Sprt::bound());
        let Sprt { elo0, elo1 } = sprt;
        let verdict = match sprt.verdict(pairs) {
            Verdict::Accepted => {
                format!("accepted: a difference of {elo1} Elo is more likely than {elo0} Elo")
            }
            Verdict::Rejected => {
                format!("rejected: a difference of {elo0} Elo is more likely than {elo1} Elo")
            }
            Verdict::Open => "open: neither difference is accepted yet, more games are needed".to_owned(),
        };
        writeln!(out, "SPRT   [{elo0}, {elo1}]: LLR {ratio:.2}, bounds ±{bound:.2}; {verdict}")
    }
}
