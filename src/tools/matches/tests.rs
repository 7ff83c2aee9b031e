use super::*;
use crate::{
    chess::position::Position,
    engine::openings::random::{Starts, random},
    search::{Limits, Setup},
};

fn play(first: &str, second: &str, pairs: u64, threads: usize, sprt: Option<Sprt>) -> Standings {
    let setup = |text: &str| Setup { algorithm: text.parse().expect(text), ..Setup::playing() };
    let limits = Limits { nodes: Some(500), ..Limits::default() };
    let openings: Vec<_> =
        (0..8).filter_map(|number| random(&mut game_rng(5, number), &Starts::Standard, 4..=4)).collect();
    let allowances = [limits.clone().into(), limits.into()];
    let match_plan = MatchPlan { openings, pairs, allowances, adjudication: Adjudication::MATCH, sprt };
    let player = |text| Player::new(setup(text), 1).expect("a megabyte");
    let players = (0..threads).map(|_| [player(first), player(second)]).collect();
    match_plan.play(players, &StopFlag::default(), |_, _| ControlFlow::Continue(())).expect("threads")
}

#[test]
fn the_full_search_beats_alpha_beta_and_the_sprt_accepts() {
    let sprt = Sprt { elo0: 0.0, elo1: 400.0 };
    let standings = play("full", "alpha-beta", 30, 2, Some(sprt));
    assert!(standings.wins > 5 * standings.losses.max(1), "{standings:?}");
    assert!(standings.pairs.pairs() < 30, "{standings:?}");
    assert_eq!(sprt.verdict(&standings.pairs), SprtVerdict::Accepted);
    let again = play("full", "alpha-beta", 30, 1, Some(sprt));
    assert_eq!(
        (again.pairs, again.nodes),
        (standings.pairs, standings.nodes),
        "the result does not depend on the number of threads"
    );
}

#[test]
fn a_failed_search_loses_its_game_and_is_reported() {
    let fails = |color| {
        let result = GameResult::SearchFailed { color, message: "panic".to_owned() };
        MatchGame { opening: Line::new(Position::start()), plies: Vec::new(), result }
    };
    let mut standings = Standings::default();
    // White's search fails in both games: first the search of the first engine, then that of the second.
    standings.add(&Pair { number: 4, games: [fails(Color::White), fails(Color::White)] });
    assert_eq!((standings.wins, standings.losses, standings.pairs.0[2]), (1, 1, 1));
    assert_eq!(standings.faults[0], "pair 5, game 1: search of the first engine failed: panic");
    assert_eq!(standings.faults[1], "pair 5, game 2: search of the second engine failed: panic");
    assert_eq!((standings.endings["fault"], standings.time_losses), (2, [0, 0]));
}

#[test]
fn losses_on_time_are_counted_per_side() {
    let flagged = |flagged, drawn| {
        let result = GameResult::TimeForfeit { flagged, drawn };
        MatchGame { opening: Line::new(Position::start()), plies: Vec::new(), result }
    };
    let mut standings = Standings::default();
    standings.add(&Pair { number: 0, games: [flagged(Color::White, false), flagged(Color::White, false)] });
    assert_eq!((standings.losses, standings.wins, standings.time_losses), (1, 1, [1, 1]));
    standings.add(&Pair { number: 1, games: [flagged(Color::White, false), flagged(Color::White, true)] });
    assert_eq!(standings.time_losses, [2, 1], "a drawn time forfeit is not a loss");
    assert_eq!(standings.endings["time"], 4);
}

#[test]
fn random_players_vary_between_games_and_repeat_between_matches() {
    let first = play("random", "random", 4, 1, None);
    assert_eq!(first.plies, play("random", "random", 4, 2, None).plies);
    let mut lengths = std::collections::BTreeSet::new();
    let mut player =
        Player::new(Setup { algorithm: "random".parse().expect("a rung"), ..Setup::playing() }, 1)
            .expect("a megabyte");
    for number in 0..4 {
        player.number_games(number);
        let game = game::play_alone(
            &mut player,
            &Line::new(Position::start()),
            &Limits::default(),
            Adjudication::NONE,
            &StopFlag::default(),
        );
        lengths.insert(game.expect("not stopped").plies.len());
    }
    assert!(lengths.len() > 1, "{lengths:?}");
}

#[test]
fn the_seed_determines_the_order_of_the_openings() {
    let order = |seed| {
        let start = Position::start();
        let moves = start.legal_moves();
        let mut openings: Vec<_> = moves.iter().map(|mv| Line::new(start.play(*mv))).collect();
        shuffle(&mut openings, seed);
        openings.iter().map(|line| line.position().key()).collect::<Vec<_>>()
    };
    assert_eq!(order(1), order(1));
    assert_ne!(order(1), order(2));
}
