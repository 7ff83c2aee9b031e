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

fn manager_for(limits: &Limits) -> TimeManager {
    TimeManager::new(limits, Instant::now(), OVERHEAD, 20)
}

fn clock_limits(remaining: u64, increment: u64) -> Limits {
    Limits { clock: Some(time(remaining, increment, None)), ..Limits::default() }
}

#[test]
fn soft_and_hard_limits_never_exceed_the_usable_time() {
    for remaining in CLOCKS {
        for increment in [0, 10, 1_000, 600_000, u64::MAX / 2] {
            for moves_to_go in REFILLS {
                for move_number in [1, 30, u32::MAX] {
                    let (soft, hard) = plan(time(remaining, increment, moves_to_go), OVERHEAD, move_number);
                    let left = Duration::from_millis(remaining).saturating_sub(OVERHEAD);
                    let left = left.max(Duration::from_millis(1));
                    let usable = left.saturating_sub(RESERVE).max(left / MIN_USABLE_PART);
                    assert!(soft <= hard && hard <= usable, "{remaining} + {increment}, {moves_to_go:?}");
                }
            }
        }
    }
}

#[test]
fn more_time_a_larger_increment_or_fewer_moves_to_go_never_shorten_the_limits() {
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
fn the_soft_limit_grows_with_the_move_number() {
    let soft = |move_number| plan(time(60_000, 0, None), OVERHEAD, move_number).0.as_millis();
    assert!((1_000..2_000).contains(&soft(1)), "{}", soft(1));
    assert!(soft(1) < soft(10) && soft(10) < soft(40) && soft(40) <= soft(400));
    assert!(soft(400) < 60_000 / 14);
}

#[test]
fn in_a_long_game_with_increment_some_time_remains() {
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
fn using_the_hard_limit_on_every_move_never_loses_on_time() {
    for (increment, moves_to_go) in [(0, None), (20, None), (0, Some(40))] {
        let mut remaining = 2_000_u64;
        for move_number in 1..=40 {
            let moves_to_go = moves_to_go.map(|moves| moves + 1 - move_number);
            let (_, hard) = plan(time(remaining, increment, moves_to_go), Duration::ZERO, move_number);
            remaining = remaining.checked_sub(hard.as_millis() as u64).expect("time is left") + increment;
        }
    }
}

#[test]
fn a_stable_search_ends_earlier_and_an_unstable_search_later_but_not_after_the_hard_limit() {
    let mut manager = manager_for(&clock_limits(60_000, 0));
    let planned = manager.soft_limit();
    manager.begin(30);
    assert_eq!(manager.soft_limit(), planned);
    (1..=12).for_each(|_| manager.completed_depth(13, Score::cp(20), 0.9));
    assert!(manager.soft_limit() < planned);
    manager.begin(30);
    for _ in 1..=12 {
        manager.best_move_changed();
        manager.completed_depth(13, Score::cp(20), 0.2);
    }
    assert!(manager.soft_limit() > planned);
    let mut manager = manager_for(&Limits { clock: Some(time(60_000, 0, Some(1))), ..Limits::default() });
    manager.best_move_changed();
    manager.completed_depth(13, Score::DRAW, 0.1);
    assert_eq!(manager.soft_limit(), manager.hard);
}

#[test]
fn with_a_clock_a_forced_move_is_played_almost_immediately() {
    let mut manager = manager_for(&clock_limits(60_000, 0));
    let planned = manager.soft_limit().expect("a clock");
    manager.begin(1);
    assert!(manager.soft_limit().expect("a clock") < planned / 50);
}

#[test]
fn a_stable_mate_score_ends_a_search_only_with_a_clock() {
    let movetime = Limits { movetime: Some(Duration::from_mins(1)), ..Limits::default() };
    for (limits, continues) in
        [(clock_limits(3_600_000, 0), false), (movetime, true), (Limits::default(), true)]
    {
        let mut manager = manager_for(&limits);
        manager.begin(30);
        (1..=2).for_each(|_| manager.completed_depth(13, Score::mate_in(5), 0.5));
        assert!(manager.starts_another_depth());
        manager.completed_depth(13, Score::mate_in(5), 0.5);
        assert_eq!(manager.starts_another_depth(), continues);
    }
}

#[test]
fn movetime_is_used_even_for_a_forced_move() {
    let limits = Limits { movetime: Some(Duration::from_mins(1)), ..Limits::default() };
    let started = Instant::now();
    let mut manager = TimeManager::new(&limits, started, OVERHEAD, 20);
    manager.begin(1);
    assert_eq!(manager.deadline(), Some(started + Duration::from_mins(1)));
    assert!(manager.starts_another_depth());
}

#[test]
fn movetime_together_with_a_clock_can_only_shorten_the_search() {
    for (movetime, is_shorter) in [(5, true), (3_600_000, false)] {
        let movetime = Duration::from_millis(movetime);
        let manager = manager_for(&Limits { movetime: Some(movetime), ..clock_limits(60_000, 0) });
        assert_eq!(manager.hard == Some(movetime), is_shorter);
    }
}

#[test]
fn an_infinite_search_has_no_deadline_even_with_a_clock() {
    let limits = Limits { infinite: true, movetime: Some(Duration::ZERO), ..clock_limits(1, 0) };
    let manager = manager_for(&limits);
    assert_eq!(manager.deadline(), None);
    assert!(manager.starts_another_depth());
}

#[test]
fn a_movetime_out_of_range_gives_no_deadline() {
    let limits = Limits { movetime: Some(Duration::MAX), ..Limits::default() };
    assert_eq!(manager_for(&limits).deadline(), None);
}

/// Time manager without a clock, at the start of a search with this many root moves.
fn manager_without_clock(root_moves: usize) -> TimeManager {
    let mut time = manager_for(&Limits::default());
    time.begin(root_moves);
    time
}

/// Factor of the soft limit after these iterations, each with a node share of `share`; the flags are whether
/// the best move changed.
fn factor_after(changes: &[bool], share: f64) -> f64 {
    let mut time = manager_without_clock(30);
    for changed in changes {
        if *changed {
            time.best_move_changed();
        }
        time.completed_depth(13, Score::cp(20), share);
    }
    time.factor()
}

#[test]
fn a_stable_best_move_ends_the_search_earlier() {
    let late_change: Vec<_> = (1..=12).map(|depth| depth == 11).collect();
    let (stable, late, unstable) = ([false; 12], late_change, [true; 12]);
    assert!(factor_after(&stable, 0.5) < factor_after(&late, 0.5));
    assert!(factor_after(&late, 0.5) < factor_after(&unstable, 0.5));
}

#[test]
fn a_best_move_with_most_of_the_nodes_ends_the_search_earlier() {
    assert!(factor_after(&[false; 10], 0.9) < factor_after(&[false; 10], 0.3));
}

#[test]
fn the_doubt_is_the_geometric_mean_of_both_estimates() {
    // After two confirmations, the rule of succession gives 1/4.
    assert!((doubt(0.75, 2) - 0.25).abs() < 1e-9);
    assert!((doubt(0.0, 2) - 0.5).abs() < 1e-9);
    assert!((factor_after(&[true, false, false], 0.75) - 0.25 / MEAN_DOUBT).abs() < 1e-9);
}

#[test]
fn the_factor_is_always_between_one_quarter_and_eight() {
    for share in [0.0, 0.5, 1.0] {
        for depth in [1, 13, 22, 60] {
            for changed in [false, true] {
                let mut time = manager_without_clock(30);
                for _ in 0..200 {
                    if changed {
                        time.best_move_changed();
                    }
                    time.completed_depth(depth, Score::cp(20), share);
                }
                assert!((0.25..8.0).contains(&time.factor()), "{depth} {share}: {}", time.factor());
            }
        }
    }
}

#[test]
fn a_mate_score_is_stable_after_three_equal_iterations() {
    let is_stable = |scores: &[Score]| {
        let mut time = manager_without_clock(30);
        for score in scores {
            time.completed_depth(13, *score, 0.5);
        }
        time.is_mate_stable()
    };
    let (three, two, lost) = (Score::mate_in(5), Score::mate_in(3), Score::mated_in(4));
    assert!(is_stable(&[three; 3]) && is_stable(&[Score::DRAW, lost, lost, lost]));
    assert!(!is_stable(&[three; 2]) && !is_stable(&[three, three, two]));
    assert!(!is_stable(&[three, three, Score::cp(900)]));
    assert!(!is_stable(&[Score::cp(900); 9]), "only mate scores count");
}

#[test]
fn a_search_whose_soft_limit_has_passed_starts_no_further_iteration() {
    let mut manager = manager_for(&clock_limits(60_000, 0));
    assert!(manager.starts_another_depth());
    manager.started = Instant::now().checked_sub(Duration::from_secs(61)).expect("a minute ago");
    assert!(manager.elapsed() >= Duration::from_secs(61) && !manager.starts_another_depth());
}

#[test]
fn the_hard_limit_is_known_and_only_the_last_move_before_the_time_control_may_use_all_time() {
    let limits = |moves_to_go| plan(time(600_000, 0, moves_to_go), OVERHEAD, 20);
    let whole = limits(Some(1)).1;
    assert!(limits(None).1 < whole && limits(Some(2)).1 < whole);
    let (soft, hard) = limits(Some(40));
    assert!(2 * soft < hard, "one of many moves may take much longer than planned: {soft:?}, {hard:?}");
    assert_eq!(manager_for(&clock_limits(600_000, 0)).hard_limit(), Some(limits(None).1));
}

/// The expected values are computed by hand from the formula and the constants in the module documentation.
#[test]
fn the_plan_is_the_documented_formula() {
    let usable = 59.89; // one minute minus 10 ms overhead and 100 ms reserve
    for (moves_to_go, move_number, soft, hard) in [
        (None, 20, (usable / 19.4 + 0.5) / 1.5, usable / 2.0 + 0.5),
        (None, 300, (usable / 12.0 + 0.5) / 1.5, usable / 2.0 + 0.5),
        (Some(40), 20, (usable / 19.4 + 0.5) / 1.5, usable / 2.0 + 0.5),
        (Some(5), 20, (usable / 5.0 + 0.5) / 1.5, usable / 2.0 + 0.5),
        (Some(1), 20, usable, usable),
        (Some(0), 20, usable, usable),
    ] {
        let (planned, longest) = plan(time(60_000, 500, moves_to_go), OVERHEAD, move_number);
        assert!((planned.as_secs_f64() - soft).abs() < 1e-6, "{moves_to_go:?}, {move_number}: {planned:?}");
        assert!((longest.as_secs_f64() - hard).abs() < 1e-6, "{moves_to_go:?}, {move_number}: {longest:?}");
    }
    let (tenth, shortest) = (Duration::from_millis(9), Duration::from_millis(1) / 10);
    assert_eq!(plan(time(100, 0, Some(1)), OVERHEAD, 20), (tenth, tenth));
    assert_eq!(plan(time(0, 0, Some(1)), OVERHEAD, 20), (shortest, shortest));
}

#[test]
fn the_factor_starts_at_one_and_is_the_doubt_as_a_multiple_of_the_mean_doubt() {
    let close = |factor: f64, expected: f64| assert!((factor - expected).abs() < 1e-9, "{factor}");
    close(manager_without_clock(2).factor(), 1.0);
    let mut forced = manager_without_clock(1);
    close(forced.factor(), 0.01);
    forced.completed_depth(13, Score::DRAW, 0.5);
    assert!(forced.factor() < 0.02);
    // One iteration without a change of the best move: the rule of succession gives 1/3.
    close(factor_after(&[false], 0.25), 0.5 / 0.2);
    close(factor_after(&[false; 100], 1.0), 0.25);
}

#[test]
fn equal_doubt_after_a_deeper_iteration_gives_more_time_up_to_iteration_22() {
    let factor = |depth| {
        let mut time = manager_without_clock(30);
        time.completed_depth(depth, Score::cp(20), 0.25);
        time.factor()
    };
    assert!(factor(6) < factor(7) && factor(13) < factor(14) && factor(21) < factor(22));
    assert!((factor(14) / factor(13) - 1.0 / 0.92).abs() < 1e-9);
    assert!((factor(22) - factor(60)).abs() < 1e-9, "the mean doubt has a lower limit");
}
