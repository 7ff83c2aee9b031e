//! Positions that are embedded in the program.

use shakmaty::CastlingMode;

use crate::chess::{
    epd::{Record, read_suite},
    position::{Position, Strictness},
};

/// Position on which the search is measured.
#[derive(Clone, Debug)]
pub struct Case {
    /// Name of the position in tables.
    pub id: String,
    /// Position to search.
    pub position: Position,
}

impl From<Record> for Case {
    fn from(record: Record) -> Self {
        Self { id: record.id(), position: record.position }
    }
}

const BENCH: &str = include_str!("../../positions/bench.epd");
const CLASSIC: &str = include_str!("../../positions/classic.epd");
const OPENINGS: &str = include_str!("../../positions/openings.epd");

/// Returns the fifty positions of `positions/bench.epd`, which `engine bench` searches. The file `bench.epd`
/// never changes.
pub fn bench() -> Vec<Record> {
    read(BENCH)
}

/// Returns the textbook positions of `positions/classic.epd`, each with a name.
pub fn classic() -> Vec<Record> {
    read(CLASSIC)
}

/// Returns the openings for matches from `positions/openings.epd`; the openings have no EPD ids. In each
/// opening, one side is slightly better: White as often as Black. The file was made by `engine datagen openings
/// --openings 2400 --seed 1` by the version of the engine whose bench is 4627586; a different search finds
/// different openings.
pub fn openings() -> Vec<Record> {
    read(OPENINGS)
}

/// Returns the textbook position whose id is `name`. Upper and lower case are equivalent.
pub fn named(name: &str) -> Option<Record> {
    classic().into_iter().find(|record| record.id().eq_ignore_ascii_case(name))
}

/// Parses an embedded EPD file, which never fails: a test parses every embedded file.
fn read(suite: &str) -> Vec<Record> {
    let records = read_suite(suite, CastlingMode::Standard, Strictness::Game, Ok);
    records.collect::<Result<_, _>>().expect("tests parse every embedded file")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_embedded_position_is_valid_and_has_a_unique_id() {
        for suite in [bench(), classic()] {
            assert!(!suite.is_empty());
            let ids: HashSet<_> = suite.iter().map(|record| record.id().to_lowercase()).collect();
            assert_eq!(ids.len(), suite.len());
            assert!(suite.iter().all(|record| record.operand("id").is_some()));
        }
    }

    #[test]
    fn openings_are_distinct_and_have_legal_moves() {
        let openings = openings();
        let keys: HashSet<_> = openings.iter().map(|record| record.position.key()).collect();
        assert_eq!([keys.len(), openings.len()], [2_400; 2]);
        assert!(openings.iter().all(|record| record.position.has_legal_move()));
    }

    #[test]
    fn named_returns_the_textbook_position_with_this_name() {
        let first = classic().swap_remove(0);
        let found = named(&first.id().to_uppercase()).expect("by its own name");
        assert_eq!(found.position.key(), first.position.key());
        assert_eq!(named("startpos").map(|record| record.position.key()), Some(Position::start().key()));
        assert!(named("no such position").is_none());
    }
}
