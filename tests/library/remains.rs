//! What one search leaves for the next: scores in the transposition table, and nothing of the killer moves.

use glulam::{
    chess::{position::Position, score::Score},
    search::{self, Algorithm, Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable},
};

use crate::searching::position;

/// White mates in two moves.
const MATE_IN_TWO: (&str, &[&str]) = ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", &["a2a7", "h8g8", "b1b8"]);

fn setup(text: &str) -> Setup {
    Setup::new(text.parse::<Algorithm>().expect("layers"))
}

fn score(position: &Position, depth: i32, table: &TranspositionTable) -> Score {
    let task =
        SearchRequest::new(position.clone(), Limits::depth(depth), setup("alpha-beta+captures-first+table"));
    search::search(&task, table, &mut ThreadState::default(), &StopFlag::default(), |_| ()).report.score
}

/// Returns the positions of the mating line, each with the number of plies to the mate.
fn mating_line() -> Vec<(Position, usize)> {
    let (fen, moves) = MATE_IN_TWO;
    let mut positions = vec![position(fen)];
    for text in moves {
        let last = &positions[positions.len() - 1];
        positions.push(last.play(last.parse_move(text).expect("legal")));
    }
    let plies = positions.len() - 1;
    positions.into_iter().enumerate().map(|(ply, position)| (position, plies - ply)).take(plies).collect()
}

fn expected(plies: usize) -> Score {
    if plies % 2 == 1 { Score::mate_in(plies) } else { Score::mated_in(plies) }
}

#[test]
fn a_mate_is_stored_with_its_distance_from_the_node_whatever_the_ply_of_the_node() {
    let line = mating_line();
    for (first, (root, plies)) in line.iter().enumerate() {
        let table = TranspositionTable::new(1).expect("a megabyte");
        assert_eq!(score(root, *plies as i32, &table), expected(*plies), "{root}");
        for (position, plies) in &line[first..] {
            let entry = table.probe(position.key()).expect("a stored node");
            assert_eq!(entry.score, expected(*plies), "{position}, searched from {root}");
        }
    }
}

#[test]
fn killer_moves_of_a_search_do_not_change_the_next_one() {
    let nodes = |thread: &mut ThreadState, name: &str, depth| {
        let layers = setup("alpha-beta+killers");
        let task = SearchRequest::new(position(name), Limits::depth(depth), layers);
        let table = TranspositionTable::new(1).expect("a megabyte");
        search::search(&task, &table, thread, &StopFlag::default(), |_| ()).report.nodes
    };
    for name in ["blocking", "standoff", "kiwipete"] {
        let mut thread = ThreadState::default();
        nodes(&mut thread, name, 4);
        let after_another = nodes(&mut thread, name, 3);
        assert_eq!(after_another, nodes(&mut ThreadState::default(), name, 3), "{name}");
    }
}
