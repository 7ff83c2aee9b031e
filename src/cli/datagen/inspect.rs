//! What is in packed games.

use std::{
    hash::Hash,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use rustc_hash::FxHashSet;
use serde::Serialize;
use shakmaty::ByColor;

use super::{
    Arguments,
    archive::{Archive, PackedFile, check, load, read_blocks},
};
use crate::{
    cli::{
        exit::{CHECK_FAILED, UsageError},
        output::{print, print_json},
        table::{Column, Table},
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

/// `engine datagen --inspect FILE... --json`.
#[derive(Clone, Debug, Serialize)]
struct Inspection {
    /// The files, in the order in which they were read.
    files: Vec<PackedFile>,
    /// Games that could be read.
    games: u64,
    /// Moves with scores.
    plies: u64,
    /// How they ended.
    results: Results,
    /// Moves with scores by game; `null` if there is no game.
    game_plies: Option<GamePlies>,
    /// Scores by their size.
    scores: Vec<ScoreBand>,
    /// Games that were played move for move before.
    duplicate_games: u64,
    /// Positions that came up before.
    duplicate_positions: u64,
    /// Blocks that could not be read to their end.
    unsound: u64,
    /// Seeds that came up in two files, as `run/worker`.
    repeated_seeds: Vec<String>,
    /// The game that was asked for, or the first, as PGN; `null` if there is none.
    sample: Option<String>,
}

/// How games ended.
#[derive(Clone, Copy, Debug, Serialize)]
struct Results {
    /// Won by White.
    white: u64,
    /// Drawn.
    draws: u64,
    /// Won by Black.
    black: u64,
}

/// How long games are.
#[derive(Clone, Copy, Debug, Serialize)]
struct GamePlies {
    /// The shortest.
    least: u64,
    /// On average, rounded.
    mean: u64,
    /// The longest.
    most: u64,
}

/// Scores of about a size, for either side.
#[derive(Clone, Copy, Debug, Serialize)]
struct ScoreBand {
    /// Centipawns, at least.
    from: i32,
    /// Centipawns, at most.
    to: i32,
    /// Positions.
    positions: u64,
    /// Points in a thousand games of the side that the score is for; `null` without positions.
    permille: Option<u64>,
}

/// Reads the files and tells what is in them; whether all of it could be read says the exit code.
pub fn run(arguments: &Arguments, paths: &[PathBuf]) -> anyhow::Result<ExitCode> {
    check(paths)?;
    let messages = arguments.messages();
    let progress = messages.progress(paths.len(), "inspect");
    let mut archive = Archive::default();
    let (mut total, mut sample) = (Summary::default(), None);
    let (mut positions, mut games) = (DuplicateCounter::default(), DuplicateCounter::default());
    let wanted = arguments.sample.unwrap_or(1);
    for path in paths {
        let bytes = load(path)?;
        let blocks = archive.add_file(path, &bytes, &messages)?;
        sample = sample.or_else(|| find_game(&blocks, wanted.checked_sub(total.games)?));
        read_blocks(arguments.reader_threads(), &blocks, summarise, |mut summary| {
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
        return Err(
            UsageError(format!("--sample {wanted}: there are {games} games that could be read")).into()
        );
    }
    let complete = archive.is_complete() && total.unsound == 0;
    let sample = sample.map(|game| pgn_text(&game, wanted));
    let inspection = new_inspection(archive, &total, [games.duplicates, positions.duplicates], sample);
    if arguments.json {
        print_json(&inspection)?;
    } else {
        print(|out| write_report(out, &inspection))?;
    }
    Ok(if complete { ExitCode::SUCCESS } else { ExitCode::from(CHECK_FAILED) })
}

/// What has come up, and how often again.
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

/// Game `number` of these blocks, from 1.
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
        "{games} games, {plies} plies with scores: {white} won by White, {draws} drawn, {black} by Black"
    )?;
    if let Some(GamePlies { least, mean, most }) = inspection.game_plies {
        writeln!(out, "plies a game: {least} to {most}, {mean} on average")?;
    }
    writeln!(
        out,
        "duplicates: {} games, {} positions",
        inspection.duplicate_games, inspection.duplicate_positions
    )?;
    if inspection.unsound > 0 {
        writeln!(out, "{} blocks make no sense to this engine from some game on", inspection.unsound)?;
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
