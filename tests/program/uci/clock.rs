//! Use of the clocks that a GUI sends with `go`, by both sides.

use std::time::Duration;

use super::dialogue::Dialogue;

const WHITE_TO_MOVE: &str = "position startpos moves e2e4 e7e5";
const BLACK_TO_MOVE: &str = "position startpos moves e2e4 e7e5 g1f3";

/// Returns the time of a search of `position` with these clocks, each time with an empty hash table.
fn time_of(engine: &mut Dialogue, position: &str, clocks: &str) -> Duration {
    engine.ask("ucinewgame\nisready", "readyok");
    engine.say(position);
    engine.timed(&format!("go {clocks}"), "bestmove").1
}

/// Measures until `holds` returns no description of a failure, at most five times: other work on the machine delays the
/// answers.
fn assert_once(mut holds: impl FnMut() -> Option<String>) {
    let failures: Vec<_> = (0..5).map_while(|_| holds()).collect();
    assert!(failures.len() < 5, "{failures:#?}");
}

#[test]
fn a_side_with_little_time_moves_at_once_and_a_side_with_much_time_thinks() {
    let mut engine = Dialogue::new();
    for (position, own, other) in [(WHITE_TO_MOVE, 'w', 'b'), (BLACK_TO_MOVE, 'b', 'w')] {
        assert_once(|| {
            let little = time_of(&mut engine, position, &format!("{own}time 300 {other}time 30000"));
            let much = time_of(&mut engine, position, &format!("{own}time 30000 {other}time 300"));
            let border = Duration::from_millis(300);
            (little >= border || much <= border).then(|| format!("{own}: {little:?} and {much:?}"))
        });
    }
}

#[test]
fn the_increment_of_the_side_to_move_lengthens_its_search_and_that_of_the_opponent_does_not() {
    let mut engine = Dialogue::new();
    for (position, own, other) in [(WHITE_TO_MOVE, 'w', 'b'), (BLACK_TO_MOVE, 'b', 'w')] {
        let clocks = "wtime 2000 btime 2000";
        assert_once(|| {
            let without = time_of(&mut engine, position, &format!("{clocks} {own}inc 0 {other}inc 1500"));
            let with = time_of(&mut engine, position, &format!("{clocks} {own}inc 1500 {other}inc 0"));
            (with <= 2 * without)
                .then(|| format!("{own}: {without:?} without an increment, {with:?} with one"))
        });
    }
}

#[test]
fn few_moves_to_the_next_time_control_lengthen_a_search() {
    let mut engine = Dialogue::new();
    assert_once(|| {
        let many = time_of(&mut engine, WHITE_TO_MOVE, "wtime 2000 btime 2000 movestogo 40");
        let few = time_of(&mut engine, WHITE_TO_MOVE, "wtime 2000 btime 2000 movestogo 2");
        (few <= 3 * many).then(|| format!("{many:?} with 40 moves to go, {few:?} with 2"))
    });
}
