//! The positions that travel inside the program, so that it needs no file beside it.

use shakmaty::CastlingMode;

use crate::{
    epd::{Record, read_suite},
    position::Strictness,
};

const BENCH: &str = include_str!("../positions/bench.epd");
const CLASSIC: &str = include_str!("../positions/classic.epd");
const OPENINGS: &str = include_str!("../positions/openings.epd");

/// The frozen positions that `bench` searches.
pub fn bench() -> Vec<Record> {
    read(BENCH)
}

/// The textbook positions, known by name.
pub fn classic() -> Vec<Record> {
    read(CLASSIC)
}

/// Openings for matches, without ids: one side is somewhat better, White as often as Black. Made by
/// `engine datagen --openings 2400 --seed 1` with the search of bench 4627586; another search finds others.
pub fn openings() -> Vec<Record> {
    read(OPENINGS)
}

/// The textbook position of this name, in any case of letters.
pub fn named(name: &str) -> Option<Record> {
    classic().into_iter().find(|record| record.id().eq_ignore_ascii_case(name))
}

/// A file that came with the source is right, or the tests of this module fail.
fn read(suite: &str) -> Vec<Record> {
    read_suite(suite, CastlingMode::Standard, Strictness::Game).expect("an embedded suite is proofread")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::position::Position;

    #[test]
    fn every_embedded_position_can_be_read_and_has_an_id_of_its_own() {
        for suite in [bench(), classic()] {
            assert!(!suite.is_empty());
            let ids: HashSet<_> = suite.iter().map(|record| record.id().to_lowercase()).collect();
            assert_eq!(ids.len(), suite.len());
            assert!(suite.iter().all(|record| record.operand("id").is_some()));
        }
    }

    #[test]
    fn no_two_openings_are_the_same_and_none_is_over() {
        let openings = openings();
        let keys: HashSet<_> = openings.iter().map(|record| record.position.key()).collect();
        assert!(keys.len() == openings.len() && keys.len() > 100);
        assert!(openings.iter().all(|record| record.position.has_legal_move()));
    }

    #[test]
    fn a_textbook_position_is_found_by_name() {
        let first = classic().swap_remove(0);
        let found = named(&first.id().to_uppercase()).expect("by its own name");
        assert_eq!(found.position.key(), first.position.key());
        assert_eq!(named("startpos").map(|record| record.position.key()), Some(Position::start().key()));
        assert!(named("no such position").is_none());
    }
}
