//! Tests of truncated and damaged files: all intact blocks can still be read.

use std::{fs, sync::LazyLock};

use super::*;

/// Payloads of the intact blocks of a file.
fn payloads(file: &[u8]) -> Vec<&[u8]> {
    Blocks::new(file, header::BYTES).map(|block| block.payload).collect()
}

/// A file, with its games, that the property tests truncate and damage.
static FILE: LazyLock<(Vec<u8>, Vec<ScoredGame>)> = LazyLock::new(|| {
    let games = games(37, 1_200);
    (TempFile::new("properties").write(&games), games)
});

#[test]
fn a_truncated_file_loses_one_block_and_appending_removes_the_incomplete_one() {
    let games = games(32, 1_500);
    let file = TempFile::new("truncated");
    let bytes = file.write(&games);
    let blocks: Vec<_> = Blocks::new(&bytes, header::BYTES).collect();
    let (last, whole) = blocks.split_last().expect("blocks");
    let kept: usize = whole.iter().map(|block| block.games as usize).sum();
    for removed in [1, 40, last.bytes() - 1] {
        fs::write(&file.0, &bytes[..bytes.len() - removed]).expect("room");
        let truncated = fs::read(&file.0).expect("there");
        assert_same(&read(Blocks::new(&truncated, header::BYTES)), &games[..kept]);
        let mut torn = Blocks::new(&truncated, header::BYTES);
        assert_eq!((torn.by_ref().count(), torn.gaps, torn.torn), (whole.len(), 1, true), "{removed}");
        let mut writer = Writer::append(&file.0, &header(5), None).expect("ours");
        assert_eq!(writer.seed(), Seed { run: 5, worker: 4 });
        writer.push(&games[kept]).expect("room");
        writer.flush().expect("room");
        let repaired = fs::read(&file.0).expect("there");
        let mut blocks = Blocks::new(&repaired, header::BYTES);
        assert_eq!(blocks.by_ref().last().expect("blocks").seed.worker, 4);
        assert_eq!((blocks.gaps, blocks.end), (0, repaired.len()));
        assert_same(&read(Blocks::new(&repaired, header::BYTES)), &games[..=kept]);
    }
}

#[test]
fn a_flipped_bit_costs_one_block() {
    let games = games(33, 1_500);
    let file = TempFile::new("flipped");
    let bytes = file.write(&games);
    let blocks: Vec<_> = Blocks::new(&bytes, header::BYTES).collect();
    let start = header::BYTES + blocks[0].bytes();
    for at in [0, 1, 5, 9, 13, 17, 25, 29, HEADER_BYTES, HEADER_BYTES + 777, blocks[1].bytes() - 1] {
        let mut damaged = bytes.clone();
        damaged[start + at] ^= 4;
        let mut found = Blocks::new(&damaged, header::BYTES);
        assert_eq!(found.by_ref().count(), blocks.len() - 1, "byte {at}");
        assert_eq!((found.gaps, found.lost, found.torn), (1, blocks[1].bytes(), false), "byte {at}");
        let kept = blocks.iter().enumerate().filter(|(index, _)| *index != 1);
        assert_eq!(payloads(&damaged), kept.map(|(_, block)| block.payload).collect::<Vec<_>>(), "byte {at}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn all_complete_blocks_of_a_truncated_file_can_be_read(length in header::BYTES..FILE.0.len()) {
        let (bytes, _) = &*FILE;
        let mut blocks = Blocks::new(bytes, header::BYTES);
        let ends: Vec<_> = std::iter::from_fn(|| blocks.next().map(|_| blocks.end)).collect();
        let kept = ends.iter().filter(|end| **end <= length).count();
        prop_assert_eq!(payloads(&bytes[..length]), payloads(bytes)[..kept].to_vec());
    }

    #[test]
    fn a_changed_byte_damages_only_its_own_block(at in header::BYTES..FILE.0.len(), change in 1..=255_u8) {
        let (bytes, _) = &*FILE;
        let mut damaged = bytes.clone();
        damaged[at] ^= change;
        let mut blocks = Blocks::new(bytes, header::BYTES);
        let mut kept = Vec::new();
        while let Some(block) = blocks.next() {
            if !(blocks.end - block.bytes()..blocks.end).contains(&at) {
                kept.push(block.payload);
            }
        }
        prop_assert_eq!(kept.len(), payloads(bytes).len() - 1);
        prop_assert_eq!(payloads(&damaged), kept);
    }
}

#[test]
fn a_summary_counts_games_results_and_scores() {
    let (bytes, games) = &*FILE;
    let mut all = summary::Summary::default();
    Blocks::new(bytes, header::BYTES).for_each(|block| all.add(summary::summarise(&block)));
    let count =
        |winner| games.iter().filter(|game| game.outcome == KnownOutcome::from_winner(winner)).count() as u64;
    assert_eq!((all.games, all.unsound), (games.len() as u64, 0));
    assert_eq!([all.white, all.draws, all.black], [Some(Color::White), None, Some(Color::Black)].map(count));
    let lengths = games.iter().map(|game| game.plies.len() as u64);
    assert_eq!(all.plies, lengths.clone().sum::<u64>());
    assert_eq!(all.lengths, lengths.clone().min().zip(lengths.max()));
    let plies = || games.iter().flat_map(|game| &game.plies);
    for (band, (least, next)) in
        all.bands.iter().zip(summary::BANDS.iter().zip(&[&summary::BANDS[1..], &[i32::MAX]].concat()))
    {
        assert_eq!(
            band.positions,
            plies().filter(|ply| (*least..*next).contains(&ply.score.abs())).count() as u64
        );
        assert!(band.half_points <= 2 * band.positions);
    }
    assert_eq!((all.keys.len() as u64, all.hashes.len() as u64), (all.plies, all.games));
}
