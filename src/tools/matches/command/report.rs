//! Output of `engine match`: the score during the match, and the result at its end.

use std::{
    io::{self, Write},
    time::Duration,
};

use crate::{
    support::{
        json::{Header, millis},
        text::signed,
    },
    tools::{
        common::output::{is_stdout, print, print_json, print_message},
        matches::{
            MatchPlan, Standings,
            command::MatchArguments,
            engine_config::EngineConfig,
            report::{Match, MatchSide},
            sprt::{Sprt, SprtVerdict},
        },
    },
};

/// Formats the score of the match so far, as in `+12 =20 -8, Elo +35 ± 41, LLR 0.53`.
pub fn score_so_far(standings: &Standings, sprt: Option<Sprt>) -> String {
    let Standings { wins, draws, losses, pairs, .. } = standings;
    let elo = pairs.elo().map(|elo| format!(", Elo {} ± {:.0}", signed(elo.value, 0), elo.error));
    let ratio = sprt.map(|sprt| format!(", LLR {:.2}", sprt.log_likelihood_ratio(pairs)));
    format!("+{wins} ={draws} -{losses}{}{}", elo.unwrap_or_default(), ratio.unwrap_or_default())
}

/// Configurations and result of a match that has ended, ready for printing.
pub struct MatchReport<'a> {
    pub sides: [&'a EngineConfig; 2],
    /// Hash sizes of the two sides, in MiB.
    pub megabytes: [usize; 2],
    pub match_plan: &'a MatchPlan,
    pub standings: Standings,
    pub time: Duration,
    /// Whether a signal arrived during the match, which usually ended it before all games were played.
    pub interrupted: bool,
}

impl MatchReport<'_> {
    /// Prints the result on stdout, or as text on stderr if the games are printed on stdout.
    pub fn print_report(self, arguments: &MatchArguments) -> anyhow::Result<()> {
        if arguments.pgn.as_deref().is_some_and(is_stdout) {
            let mut text = Vec::new();
            self.write_summary(&mut text, arguments.seed_option.seed())?;
            print_message(format_args!("{}", String::from_utf8_lossy(&text).trim_end()));
            return Ok(());
        }
        if !arguments.json_option.json {
            return Ok(print(|out| self.write_summary(out, arguments.seed_option.seed()))?);
        }
        let Self { sides: [a, b], megabytes, match_plan, standings, time, interrupted } = self;
        let [allowance_a, allowance_b] = &match_plan.allowances;
        let sides =
            [MatchSide::new(a, allowance_a, megabytes[0]), MatchSide::new(b, allowance_b, megabytes[1])];
        let header =
            Header { seed: Some(arguments.seed_option.seed()), ..Header::new(arguments.megabytes()) };
        print_json(Match::new(header, sides, match_plan, standings, millis(time), interrupted))
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
            SprtVerdict::Accepted => {
                format!("accepted: a difference of {elo1} Elo is more likely than {elo0} Elo")
            }
            SprtVerdict::Rejected => {
                format!("rejected: a difference of {elo0} Elo is more likely than {elo1} Elo")
            }
            SprtVerdict::Open => "open: neither difference is accepted yet, more games are needed".to_owned(),
        };
        writeln!(out, "SPRT   [{elo0}, {elo1}]: LLR {ratio:.2}, bounds ±{bound:.2}; {verdict}")
    }
}
