//! `engine match`: two configurations against each other.

use std::{
    fs::File,
    io::{self, Write},
    ops::ControlFlow,
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use clap::{Args, value_parser};
use shakmaty::CastlingMode;

use super::{
    choose::{Until, megabytes_parser, suite},
    exit::{FAILED, Misuse},
    output::{Output, create, print, print_json},
};
use crate::{
    epd::Record,
    position::{Line, Strictness},
    positions,
    record::{
        Header,
        contest::{Match, Side},
        millis,
    },
    search::{Limits, Signal, table::OutOfMemory},
    selfplay::{
        Player,
        contest::{Contest, Pair, Standings, shuffle},
        contestant::Contestant,
        pgn::Pgn,
        referee::Rules,
        sprt::{Sprt, Verdict},
    },
};

const NODES: u64 = 20_000;
const MEGABYTES: u32 = 16;
/// Games when nobody says how many, and no test ends them.
const GAMES: u64 = 200;
/// The openings that travel with the program.
const DEFAULT: &str = "default";

/// Play a match between two configurations and tell the difference in Elo
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A set of layers, and what else is not as usual: full, full-null-move, captures-first@material, full,nodes=10000
    #[arg(value_name = "A")]
    first: Contestant,
    /// Its opponent
    #[arg(value_name = "B")]
    second: Contestant,
    /// Games at most, an even number [default: 200; with --sprt two of each opening]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    games: Option<u64>,
    #[command(flatten)]
    until: Until,
    /// The openings: a file of EPD lines or FENs, or those of the program
    #[arg(long, value_name = "FILE", default_value = DEFAULT)]
    openings: PathBuf,
    /// The order of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Stop as soon as it is clear whether A is rather ELO0 or ELO1 stronger
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Let nothing but the rules end a game
    #[arg(long)]
    play_out: bool,
    /// The table of each side in MB
    #[arg(long, value_name = "MB", default_value_t = MEGABYTES, value_parser = megabytes_parser())]
    hash: u32,
    /// Games at a time, each side with one thread
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Write the games as PGN; the file must not exist
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine match full full-null-move --games 400 --threads 2
  engine match full full@material --nodes 5000
  engine match quiescence check-evasion --sprt 0 10

20,000 nodes a move unless --nodes, --depth or --movetime say otherwise. Every opening is played twice with colours reversed.
Keys of a contestant: evaluator, evalfile, nodes, depth, movetime, hash, rung-depth. A search that fails loses its game; exit code 1 then.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let contest = arguments.contest()?;
    let players = (0..arguments.threads).map(|_| arguments.players()).collect::<Result<_, _>>()?;
    let mut pgn = arguments.pgn.as_deref().map(create).transpose()?;
    let progress = arguments.output.progress(contest.pairs as usize, "pairs");
    let started = Instant::now();
    let mut written = Ok(());
    let standings = contest.play(players, &Signal::default(), |pair, standings| {
        progress.set_position(standings.pairs.pairs());
        progress.set_message(format!("+{} ={} -{}", standings.wins, standings.draws, standings.losses));
        if let Some(file) = &mut pgn {
            written = arguments.write_games(file, pair);
        }
        if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    progress.finish_and_clear();
    written.context("cannot write the games")?;
    let failed = !standings.faults.is_empty();
    arguments.tell(&contest, standings, started.elapsed())?;
    Ok(if failed { ExitCode::from(FAILED) } else { ExitCode::SUCCESS })
}

impl Arguments {
    fn contest(&self) -> anyhow::Result<Contest> {
        let mut openings: Vec<_> =
            self.records()?.into_iter().map(|record| Line::new(record.position)).collect();
        shuffle(&mut openings, self.seed);
        let sprt = self.test()?;
        let twice = 2 * openings.len() as u64;
        let games = self.games.unwrap_or(if sprt.is_some() { twice } else { GAMES.min(twice) });
        if games % 2 == 1 {
            return Err(Misuse(format!("--games: every opening is played twice: write {}", games + 1)).into());
        }
        let limits = [&self.first, &self.second].map(|contestant| self.limits(contestant));
        let repeats = limits.iter().all(|limits| limits.movetime.is_none());
        if games > twice && repeats {
            let has = openings.len();
            return Err(Misuse(format!(
                "--games: there are {has} openings, and the same opening gives the same games again: write {twice}, \
                 or more --openings"
            ))
            .into());
        }
        let rules = if self.play_out { Rules::PLAY_OUT } else { Rules::MATCH };
        Ok(Contest { openings, pairs: games / 2, limits, rules, sprt })
    }

    fn records(&self) -> anyhow::Result<Vec<Record>> {
        if self.openings.as_os_str() == DEFAULT {
            return Ok(positions::openings());
        }
        let records = suite(&self.openings, CastlingMode::Chess960, Strictness::Game)?;
        match records.iter().find(|record| !record.position.has_legal_move()) {
            Some(over) => Err(Misuse(format!("--openings: the game is over in {}", over.position)).into()),
            None => Ok(records),
        }
    }

    fn test(&self) -> Result<Option<Sprt>, Misuse> {
        match self.sprt.as_deref() {
            None => Ok(None),
            Some(&[elo0, elo1]) if elo0 < elo1 && elo0.abs().max(elo1.abs()) <= 1_000.0 => {
                Ok(Some(Sprt { elo0, elo1 }))
            }
            Some(_) => Err(Misuse(
                "--sprt: write the smaller Elo first, both within ±1000, as in --sprt 0 10".to_owned(),
            )),
        }
    }

    fn limits(&self, contestant: &Contestant) -> Limits {
        let usual = Limits { nodes: Some(NODES), ..Limits::default() };
        let own = contestant.limits.clone();
        if own.is_bounded() { own } else { self.until.limits().unwrap_or(usual) }
    }

    fn megabytes(&self, contestant: &Contestant) -> usize {
        contestant.megabytes.unwrap_or(self.hash as usize)
    }

    fn players(&self) -> Result<[Player; 2], OutOfMemory> {
        let player = |contestant: &Contestant| {
            let player = Player::new(contestant.setup.clone(), self.megabytes(contestant))?;
            Ok::<_, OutOfMemory>(player.limited(contestant.strength))
        };
        Ok([player(&self.first)?, player(&self.second)?])
    }

    fn write_games(&self, file: &mut File, pair: &Pair) -> io::Result<()> {
        let names = [&self.first.name, &self.second.name];
        let mut text = Vec::new();
        for (index, game) in pair.games.iter().enumerate() {
            let round = format!("{}.{}", pair.number + 1, index + 1);
            writeln!(text, "{}", Pgn { round, white: names[index], black: names[1 - index], game })?;
        }
        file.write_all(&text)
    }

    fn tell(&self, contest: &Contest, standings: Standings, time: Duration) -> anyhow::Result<()> {
        if self.output.json {
            let [limits_a, limits_b] = &contest.limits;
            let sides = [(&self.first, limits_a), (&self.second, limits_b)]
                .map(|(contestant, limits)| Side::new(contestant, limits, self.megabytes(contestant)));
            let header = Header::new(self.hash as usize);
            return print_json(Match::new(header, sides, contest, standings, millis(time)));
        }
        print(|out| self.summary(out, contest, &standings, time))?;
        Ok(())
    }

    fn summary(
        &self,
        out: &mut dyn Write,
        contest: &Contest,
        standings: &Standings,
        time: Duration,
    ) -> io::Result<()> {
        let Standings { wins, draws, losses, pairs, .. } = standings;
        let (games, percent) = (standings.games(), 100.0 * pairs.score());
        writeln!(out, "A: {}\nB: {}", self.first.name, self.second.name)?;
        writeln!(
            out,
            "games  {games}: A won {wins}, drew {draws}, lost {losses}; {percent:.1} % of the points"
        )?;
        let [none, half, one, more, both] = pairs.0;
        writeln!(out, "pairs  {}: 0 points {none}, ½ {half}, 1 {one}, 1½ {more}, 2 {both}", pairs.pairs())?;
        let nodes = standings.nodes / standings.plies.max(1);
        writeln!(out, "moves  {}, {nodes} nodes each, in {:.1} s", standings.plies, time.as_secs_f64())?;
        for fault in &standings.faults {
            writeln!(out, "fault  {fault}")?;
        }
        match pairs.elo() {
            Some(elo) => writeln!(out, "Elo    {:+.1} ± {:.1} (95 %)", elo.value, elo.error)?,
            None => writeln!(out, "Elo    unknown: all points went to one side")?,
        }
        let Some(sprt) = contest.sprt else { return Ok(()) };
        let (ratio, bound) = (sprt.log_likelihood_ratio(pairs), Sprt::bound());
        let Sprt { elo0, elo1 } = sprt;
        let verdict = match sprt.verdict(pairs) {
            Verdict::Accepted => format!("accepted: A is rather {elo1} than {elo0} stronger"),
            Verdict::Rejected => format!("rejected: A is rather {elo0} than {elo1} stronger"),
            Verdict::Open => "open: more games are needed".to_owned(),
        };
        writeln!(out, "SPRT   [{elo0}, {elo1}]: LLR {ratio:.2} of ±{bound:.2}; {verdict}")
    }
}
