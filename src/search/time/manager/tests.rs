use super::*;

const OVERHEAD: Duration = Duration::from_millis(10);
const CLOCKS: [u64; 12] =
    [0, 1, 5, 10, 11, 100, 300, 1_000, 60_000, 3_600_000, 86_400_000, i64::MAX.unsigned_abs()];
const REFILLS: [Option<u32>; 7] = [None, Some(1), Some(2), Some(5), Some(40), Some(100), Some(u32::MAX)];

fn time(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> ClockTime {
    ClockTime {
        remaining: Duration::from_millis(remaining),
        increment: Duration::from_millis(increment),
        moves_to_go,
    }
}

fn under(limits: &Limits) -> TimeManager {
    TimeManager::new(limits, Instant::now(), OVERHEAD, 20)
}

fn ticking(remaining: u64, increment: u64) -> Limits {
    Limits { clock: Some(time(remaining, increment, None)), ..Limits::default() }
}

#[test]
fn no_plan_ever_passes_what_is_left() {
    for remaining in CLOCKS {
        for increment in [0, 10, 1_000, 600_000, u64::MAX / 2] {
            for moves_to_go in REFILLS {
                for move_number in [1, 30, u32::MAX] {
                    let (soft, hard) = plan(time(remaining, increment, moves_to_go), OVERHEAD, move_number);
                    let usable = Duration::from_millis(remaining.saturating_sub(10).max(1));
                    assert!(soft <= hard && hard < usable, "{remaining} + {increment}, {moves_to_go:?}");
                }
            }
        }
    }
}

#[test]
fn more_time_a_larger_increment_or_a_nearer_refill_never_mean_less_thinking() {
    let not_less = |less, more| {
        let (a, b) = (plan(less, OVERHEAD, 20), plan(more, OVERHEAD, 20));
        assert!(a.0 <= b.0 && a.1 <= b.1, "{less:?} and {more:?}");
    };
    for pair in CLOCKS.windows(2) {
        for moves_to_go in REFILLS {
            not_less(time(pair[0], 20, moves_to_go), time(pair[1], 20, moves_to_go));
            not_less(time(pair[1], 20, moves_to_go), time(pair[1], 30, moves_to_go));
        }
        for moves in 1..100 {
            not_less(time(pair[1], 0, Some(moves + 1)), time(pair[1], 0, Some(moves)));
        }
    }
}

#[test]
fn the_share_of_a_move_grows_with_the_game() {
    let soft = |move_number| plan(time(60_000, 0, None), OVERHEAD, move_number).0.as_millis();
    assert!((600..900).contains(&soft(1)), "{}", soft(1));
    assert!(soft(1) < soft(10) && soft(10) < soft(40) && soft(40) <= soft(400));
    assert!(soft(400) < 60_000 / 16);
}

#[test]
fn a_game_on_increments_settles_above_the_reserve() {
    for increment in [10, 20, 100] {
        let mut remaining = 2_000;
        for move_number in 1..300 {
            let (soft, _) = plan(time(remaining, increment, None), OVERHEAD, move_number);
            remaining = remaining + increment - soft.as_millis() as u64;
        }
        assert!((100..2_000).contains(&remaining), "{remaining} ms are left");
    }
}

#[test]
fn every_move_to_the_hard_limit_still_loses_no_game_on_time() {
    for (increment, moves_to_go) in [(0, None), (20, None), (0, Some(40))] {
        let mut remaining = 2_000_u64;
        for move_number in 1..=40 {
            let moves_to_go = moves_to_go.map(|moves| moves + 1 - move_number);
            let (_, hard) = plan(time(remaining, increment, moves_to_go), Duration::ZERO, move_number);
            remaining = (remaining + increment).checked_sub(hard.as_millis() as u64).expect("time is left");
        }
    }
}

#[test]
fn a_search_that_is_clear_ends_sooner_and_one_that_is_not_later_but_never_after_the_hard_limit() {
    let mut clock = under(&ticking(60_000, 0));
    let planned = clock.soft_limit();
    clock.begin(30, None);
    assert_eq!(clock.soft_limit(), planned);
    (1..=12).for_each(|depth| clock.completed_depth(depth, Score::cp(20), 0.9));
    assert!(clock.soft_limit() < planned);
    clock.begin(30, Some(Score::cp(400)));
    for depth in 1..=12 {
        clock.best_move_changed();
        clock.completed_depth(depth, Score::cp(20 - 50 * depth), 0.2);
    }
    assert!(clock.soft_limit() > planned);
    let mut clock = under(&Limits { clock: Some(time(60_000, 0, Some(1))), ..Limits::default() });
    clock.best_move_changed();
    clock.completed_depth(9, Score::DRAW, 0.1);
    assert_eq!(clock.soft_limit(), clock.hard);
}

#[test]
fn the_only_move_is_played_almost_at_once_under_a_clock() {
    let mut clock = under(&ticking(60_000, 0));
    let planned = clock.soft_limit().expect("a clock");
    clock.begin(1, None);
    assert!(clock.soft_limit().expect("a clock") < planned / 50);
}

#[test]
fn a_mate_that_stays_the_same_ends_a_search_under_a_clock_and_no_other() {
    let movetime = Limits { movetime: Some(Duration::from_mins(1)), ..Limits::default() };
    for (limits, goes_on) in [(ticking(3_600_000, 0), false), (movetime, true), (Limits::default(), true)] {
        let mut clock = under(&limits);
        clock.begin(30, None);
        (1..=2).for_each(|depth| clock.completed_depth(depth, Score::mate_in(5), 0.5));
        assert!(clock.starts_another_depth());
        clock.completed_depth(3, Score::mate_in(5), 0.5);
        assert_eq!(clock.starts_another_depth(), goes_on);
    }
}

#[test]
fn a_fixed_time_for_the_move_is_the_deadline_even_where_there_is_nothing_to_choose() {
    let limits = Limits { movetime: Some(Duration::from_mins(1)), ..Limits::default() };
    let started = Instant::now();
    let mut clock = TimeManager::new(&limits, started, OVERHEAD, 20);
    clock.begin(1, None);
    assert_eq!(clock.deadline(), Some(started + Duration::from_mins(1)));
    assert!(clock.starts_another_depth());
}

#[test]
fn a_fixed_time_beside_a_clock_may_only_shorten_the_search() {
    for (movetime, is_first) in [(5, true), (3_600_000, false)] {
        let movetime = Duration::from_millis(movetime);
        let clock = under(&Limits { movetime: Some(movetime), ..ticking(60_000, 0) });
        assert_eq!(clock.hard == Some(movetime), is_first);
    }
}

#[test]
fn an_infinite_search_has_no_deadline_even_beside_a_clock() {
    let limits = Limits { infinite: true, movetime: Some(Duration::ZERO), ..ticking(1, 0) };
    let clock = under(&limits);
    assert_eq!(clock.deadline(), None);
    assert!(clock.starts_another_depth());
}

#[test]
fn a_time_beyond_what_an_instant_holds_is_no_deadline() {
    let limits = Limits { movetime: Some(Duration::MAX), ..Limits::default() };
    assert_eq!(under(&limits).deadline(), None);
}

/// A search without a clock among this many root moves.
fn begun(root_moves: usize, previous_score: Option<Score>) -> TimeManager {
    let mut time = under(&Limits::default());
    time.begin(root_moves, previous_score);
    time
}

/// The factor after depths with these scores, the best move having changed at some of them.
fn after(previous: i32, depths: &[(i32, bool)], share: f64) -> f64 {
    let mut time = begun(30, Some(Score::cp(previous)));
    for (index, (score, changed)) in depths.iter().enumerate() {
        if *changed {
            time.best_move_changed();
        }
        time.completed_depth(index as i32 + 1, Score::cp(*score), share);
    }
    time.factor()
}

#[test]
fn before_depth_seven_the_plan_stands() {
    let restless: Vec<_> = (0..6).map(|depth| (depth * 100, true)).collect();
    assert!((after(0, &restless, 0.1) - 1.0).abs() < f64::EPSILON);
}

#[test]
fn a_best_move_that_stays_ends_sooner_than_one_that_changes() {
    let (calm, restless) = ([(20, false); 12], [(20, true); 12]);
    assert!(after(20, &calm, 0.5) < after(20, &restless, 0.5));
    let late_change: Vec<_> = (1..=12).map(|depth| (20, depth == 11)).collect();
    assert!(after(20, &calm, 0.5) < after(20, &late_change, 0.5));
    assert!(after(20, &late_change, 0.5) < after(20, &restless, 0.5));
}

#[test]
fn a_move_that_took_most_nodes_ends_sooner() {
    let calm = [(20, false); 10];
    assert!(after(20, &calm, 0.9) < after(20, &calm, 0.3));
}

#[test]
fn a_score_that_stands_still_ends_sooner_than_one_that_swings() {
    let swinging: Vec<_> = (1..=12).map(|depth| (if depth % 2 == 0 { 20 } else { 120 }, false)).collect();
    assert!(after(20, &[(20, false); 12], 0.5) < after(20, &swinging, 0.5));
}

#[test]
fn a_score_below_that_of_the_last_move_earns_time_and_one_above_saves_little() {
    let calm = [(0, false); 10];
    let (level, worse, better) = (after(0, &calm, 0.5), after(50, &calm, 0.5), after(-50, &calm, 0.5));
    assert!(worse > level && level > better);
    assert!(level / better < 1.1 && worse / level < 2.0);
}

#[test]
fn whatever_happens_the_factor_stays_between_a_fifth_and_five() {
    for previous in [-32_000, 0, 32_000] {
        for score in [-32_000, -31_000, 0, 31_000, 32_000] {
            for share in [0.0, 1.0] {
                for changed in [false, true] {
                    let factor = after(previous, &[(score, changed); 30], share);
                    assert!((0.2..5.0).contains(&factor), "{factor}");
                }
            }
        }
    }
}

#[test]
fn where_there_is_no_choice_there_is_nothing_to_think_about() {
    let mut time = begun(1, None);
    assert!(time.factor() < 0.02);
    time.completed_depth(9, Score::DRAW, 0.5);
    assert!(time.factor() < 0.02);
}

#[test]
fn the_same_mate_three_times_in_a_row_settles_it() {
    let tell = |scores: &[Score]| {
        let mut time = begun(30, None);
        for (index, score) in scores.iter().enumerate() {
            time.completed_depth(index as i32 + 1, *score, 0.5);
        }
        time.is_mate_stable()
    };
    let (three, two, lost) = (Score::mate_in(5), Score::mate_in(3), Score::mated_in(4));
    assert!(tell(&[three; 3]) && tell(&[Score::DRAW, lost, lost, lost]));
    assert!(!tell(&[three; 2]) && !tell(&[three, three, two]) && !tell(&[three, three, Score::cp(900)]));
    assert!(!tell(&[Score::cp(900); 9]), "an evaluation settles nothing");
}
