//! `engine datagen inspect`: reports the contents of files of packed games.

use std::{
    hash::Hash,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use clap::Args;
use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::Serialize;
use shakmaty::ByColor;

use super::{
    ReadArguments,
    archive::{Archive, PackedFile, check, load, read_blocks},
};
use crate::{
    cli::{
        exit::{CHECK_FAILED, UsageError},
        input,
        output::{print, print_json},
        table::{Column, Table},
        values::{AT_LEAST_1, number},
    },
    lab::{
        data::packed::{
            Block, ScoredGame, scores,
            summary::{BANDS, Summary, summarise},
        },
        game::Game,
        pgn::Pgn,
    },
    text::or_dash,
};

/// Print a summary of packed games
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Files of engine datagen games; - is stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print game N as PGN, counted from 1 [default: 1]
    #[arg(long, value_name = "N", value_parser = number::<u64>(AT_LEAST_1))]
    sample: Option<u64>,
    #[command(flatten)]
    read: ReadArguments,
}

const EXAMPLES: &str = "\
Examples:
  engine datagen inspect run7.games
  engine datagen inspect run7.games run8.games --sample 12
  engine datagen inspect *.games --json | jq .results

If blocks of a file are damaged, the exit code is 3. An incomplete last block alone, as an ended run leaves it, is no \
damage.";

/// JSON output of `engine datagen inspect FILE... --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Inspection {
    /// The inspected files, in reading order.
    files: Vec<PackedFile>,
    /// Number of decoded games in all files.
    games: u64,
    /// Number of plies with a score in all games; opening plies have no score.
    plies: u64,
    /// Number of games that White won, that were drawn, and that Black won.
    results: Results,
    /// Shortest, average and longest game, in plies with a score; `null` if there is no game.
    game_plies: Option<GamePlies>,
    /// All positions with a score, grouped into ranges of the absolute score.
    scores: Vec<ScoreBand>,
    /// Number of games that repeat an earlier game: same start position and same moves.
    duplicate_games: u64,
    /// Number of positions with a score that occurred earlier in the same or another game.
    duplicate_positions: u64,
    /// Number of blocks that could not be decoded to the end because another version of the engine wrote
    /// them.
    unsound: u64,
    /// Pairs of run number and worker number that occur in more than one file, written as `run/worker`; with
    /// the same settings, games of the same pair are duplicates.
    repeated_seeds: Vec<String>,
    /// One game as PGN: the game with the number given by `--sample`, by default the first; `null` if there
    /// is no game.
    sample: Option<String>,
}

/// Number of games by result: won by White, drawn, won by Black.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
struct Results {
    /// Number of games won by White.
    white: u64,
    /// Number of drawn games.
    draws: u64,
    /// Number of games won by Black.
    black: u64,
}

/// Shortest, average and longest game, in plies with a score; opening plies are not counted.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
struct GamePlies {
    /// Number of plies with a score in the shortest game.
    least: u64,
    /// Average number of plies with a score per game, rounded down.
    mean: u64,
    /// Number of plies with a score in the longest game.
    most: u64,
}

/// Number and results of the positions whose absolute score lies in the range `from` to `to`.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
struct ScoreBand {
    /// Smallest absolute score of the range, in centipawns.
    from: i32,
    /// Largest absolute score of the range, in centipawns.
    to: i32,
    /// Number of positions with an absolute score in the range.
    positions: u64,
    /// Average game result, in permille of a point, of the side with the positive score; `null` if the range
    /// has no positions.
    permille: Option<u64>,
}

/// Prints a summary of the packed files. The exit code is 3 if the header or a block of a file is damaged, or
/// if a block cannot be decoded to the end; an incomplete last block alone is not damage.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let paths = input::files_or_stdin(&arguments.files)?;
    check(&paths)?;
    let messages = arguments.read.messages.output();
    let progress = messages.progress(paths.len(), "files");
    let mut archive = Archive::default();
    let (mut total, mut sample) = (Summary::default(), None);
    let (mut positions, mut games) = (DuplicateCounter::default(), DuplicateCounter::default());
    let wanted = arguments.sample.unwrap_or(1);
    for path in &paths {
        let bytes = load(path)?;
        let blocks = archive.add_file(path, &bytes, &messages)?;
        sample = sample.or_else(|| find_game(&blocks, wanted.checked_sub(total.games)?));
        read_blocks(arguments.read.jobs(), &blocks, summarise, |mut summary| {
            summary.keys.drain(..).for_each(|key| positions.add(key));
            summary.hashes.drain(..).for_each(|hash| games.add(hash));
            total.add(summary);
            Ok(())
        })?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    if sample.is_none() && arguments.sample.is_some() {
        let games = total.games;
        return Err(UsageError(format!(
            "--sample {wanted}: the files contain only {games} readable games: use a smaller number"
        ))
        .into());
    }
    let complete = archive.is_complete() && total.unsound == 0;
    let sample = sample.map(|game| pgn_text(&game, wanted));
    let inspection = new_inspection(archive, &total, [games.duplicates, positions.duplicates], sample);
    if arguments.read.json {
        print_json(&inspection)?;
    } else {
        print(|out| write_report(out, &inspection))?;
    }
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::from(CHECK_FAILED) })
}

/// Counts the added items that are equal to an earlier item.
struct DuplicateCounter<T> {
    seen: FxHashSet<T>,
    duplicates: u64,
}

impl<T> Default for DuplicateCounter<T> {
    fn default() -> Self {
        Self { seen: FxHashSet::default(), duplicates: 0 }
    }
}

impl<T: Eq + Hash> DuplicateCounter<T> {
    fn add(&mut self, item: T) {
        self.duplicates += u64::from(!self.seen.insert(item));
    }
}

/// Returns game number `number` in `blocks`, counted from 1; `None` if there are fewer games.
fn find_game(blocks: &[Block<'_>], number: u64) -> Option<ScoredGame> {
    let index = usize::try_from(number.checked_sub(1)?).ok()?;
    blocks.iter().flat_map(Block::games).flatten().nth(index)
}

fn pgn_text(game: &ScoredGame, number: u64) -> String {
    let game = Game::from(game);
    let player = concat!("Glulam ", env!("CARGO_PKG_VERSION"));
    let clocks = ByColor::default();
    Pgn { round: number.to_string(), white: player, black: player, clocks, game: &game }.to_string()
}

fn new_inspection(
    archive: Archive,
    summary: &Summary,
    duplicates: [u64; 2],
    sample: Option<String>,
) -> Inspection {
    let Summary { games, plies, white, draws, black, unsound, .. } = *summary;
    let [duplicate_games, duplicate_positions] = duplicates;
    let game_plies =
        summary.lengths.map(|(least, most)| GamePlies { least, mean: plies / games.max(1), most });
    let ends = BANDS[1..].iter().map(|next| next - 1).chain([scores::MAX_SCORE]);
    let bands = BANDS.iter().zip(ends).zip(summary.bands);
    let scores = bands.map(|((&from, to), band)| ScoreBand {
        from,
        to,
        positions: band.positions,
        permille: (band.half_points * 500).checked_div(band.positions),
    });
    Inspection {
        repeated_seeds: archive.repeated(),
        files: archive.files,
        games,
        plies,
        results: Results { white, draws, black },
        game_plies,
        scores: scores.collect(),
        duplicate_games,
        duplicate_positions,
        unsound,
        sample,
    }
}

const FILES: &[Column] = &[
    Column::Left("file"),
    Column::Right("bytes"),
    Column::Right("blocks"),
    Column::Right("damaged"),
    Column::Right("nodes"),
    Column::Left("network"),
    Column::Left("engine"),
    Column::Left("games by run/worker"),
];

const SCORES: &[Column] =
    &[Column::Right("score"), Column::Right("positions"), Column::Right("share"), Column::Right("points")];

fn write_report(out: &mut dyn Write, inspection: &Inspection) -> io::Result<()> {
    let mut files = Table::new(FILES);
    inspection.files.iter().for_each(|file| files.row(cells(file)));
    writeln!(out, "{files}")?;
    let Inspection { games, plies, results: Results { white, draws, black }, .. } = inspection;
    writeln!(
        out,
        "{games} games, {plies} scored moves: {white} won by White, {draws} drawn, {black} won by Black"
    )?;
    if let Some(GamePlies { least, mean, most }) = inspection.game_plies {
        writeln!(out, "scored moves per game: {least} to {most}, on average {mean}")?;
    }
    writeln!(
        out,
        "duplicates: {} games, {} positions",
        inspection.duplicate_games, inspection.duplicate_positions
    )?;
    if inspection.unsound > 0 {
        writeln!(
            out,
            "{} blocks cannot be decoded to the end, because another version of the engine wrote them",
            inspection.unsound
        )?;
    }
    let mut scores = Table::new(SCORES);
    for ScoreBand { from, to, positions, permille } in &inspection.scores {
        let share = (positions * 1_000).checked_div(*plies);
        let percent = |permille: Option<u64>| {
            or_dash(permille.map(|permille| format!("{:.1} %", permille as f64 / 10.0)))
        };
        scores.row([format!("{from}–{to}"), positions.to_string(), percent(share), percent(*permille)]);
    }
    writeln!(out, "\n{scores}")?;
    inspection.sample.iter().try_for_each(|sample| write!(out, "{sample}"))
}

fn cells(file: &PackedFile) -> [String; 8] {
    let seeds = file.seeds.iter().map(|seed| format!("{}/{}: {}", seed.run, seed.worker, seed.games));
    [
        file.file.clone(),
        file.bytes.to_string(),
        file.blocks.to_string(),
        file.damaged.to_string(),
        or_dash(file.nodes),
        or_dash(file.network.as_ref()),
        or_dash(file.engine.as_ref()),
        seeds.collect::<Vec<_>>().join(", "),
    ]
}
