//! The UCI command `go`: parsing of its limits, and conversion to search [`Limits`].

use std::{fmt, time::Duration};

use crate::{
    chess::position::Position,
    search::{ClockTime, Limits, MAX_DEPTH, Setup},
    support::text::quoted,
};

/// A parsed `go` command. Limits can be combined; a missing limit is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    /// Remaining clock time of White (index 0) and Black (index 1). A negative time counts as zero.
    pub time: [Option<Duration>; 2],
    /// Increment per move of White (index 0) and Black (index 1).
    pub increment: [Duration; 2],
    /// Number of moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Depth limit in plies, 1 or more.
    pub depth: Option<i32>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Fixed search time for this move.
    pub movetime: Option<Duration>,
    /// Mate limit: search for a checkmate in at most this many moves.
    pub mate: Option<u32>,
    /// Infinite search: no answer before `stop`.
    pub infinite: bool,
    /// Pondering: no answer before `ponderhit` or `stop`.
    pub ponder: bool,
    /// Root moves to search, as text separated by spaces; all other root moves are not searched.
    pub search_moves: Option<String>,
    /// Whether `searchmoves` has no moves. It is ignored then.
    pub lacks_search_moves: bool,
    /// Error messages of invalid limits, which are ignored.
    pub problems: Vec<String>,
}

/// Maximum number of messages about one command.
const MOST_PROBLEMS: usize = 100;

const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

impl GoCommand {
    /// Returns the error messages of this command in `position`: invalid limits, and illegal moves in
    /// `searchmoves`.
    pub(super) fn errors(&self, position: &Position) -> Vec<String> {
        let consequence = if self.has_valid_limit() || self.infinite || self.ponder {
            "the limit is ignored"
        } else {
            "searching to depth 1, because there is no other limit"
        };
        let limits = self.problems.iter().map(|problem| format!("{problem}: {consequence}"));
        let lacking = self
            .lacks_search_moves
            .then(|| "searchmoves needs at least one move: all moves are searched".to_owned());
        let moves = self.search_moves.iter().flat_map(|moves| moves.split_ascii_whitespace());
        let illegal = moves.filter(|text| position.parse_move(text).is_err()).take(MOST_PROBLEMS);
        limits
            .chain(lacking)
            .chain(illegal.map(|text| format!("searchmoves: {} is not a legal move", quoted(text))))
            .collect()
    }

    /// Returns whether the command has a limit that ends a search. An invalid limit counts too: if all limits
    /// are invalid, the search has depth 1.
    pub(super) fn has_limit(&self) -> bool {
        self.has_valid_limit() || !self.problems.is_empty()
    }

    fn has_valid_limit(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.movetime.is_some()
            || self.mate.is_some()
            || self.time.iter().any(Option::is_some)
    }

    /// Converts the command to search limits. `multi_pv` is the number of principal variations. Illegal moves
    /// in `searchmoves` are ignored.
    pub(super) fn limits(self, position: &Position, multi_pv: usize) -> Limits {
        let us = usize::from(position.turn().is_black());
        // If the GUI sends only the opponent's clock, use that clock instead of searching without a time
        // limit.
        let time = self.time[us].or(self.time[1 - us]);
        let mut limits = Limits {
            depth: self.depth.map(|depth| depth.min(MAX_DEPTH)),
            nodes: self.nodes,
            soft_nodes: None,
            movetime: self.movetime.map(|time| time.max(Duration::from_millis(1))),
            clock: time.map(|remaining| ClockTime {
                remaining,
                increment: self.increment[us],
                moves_to_go: self.moves_to_go,
            }),
            mate: self.mate,
            infinite: self.infinite,
            ponder: self.ponder,
            multi_pv,
            search_moves: self.search_moves.map(|moves| {
                let mut legal = Vec::new();
                for mv in moves.split_ascii_whitespace().filter_map(|text| position.parse_move(text).ok()) {
                    if !legal.contains(&mv) {
                        legal.push(mv);
                    }
                }
                legal
            }),
        };
        if !self.problems.is_empty() && !limits.infinite && !limits.ponder && !limits.is_bounded() {
            // If all limits of the command are invalid, search to depth 1: without any limit the search would
            // never end.
            limits.depth = Some(1);
        }
        limits
    }

    /// Parses the text after `go`. Ignores unknown words, as UCI demands.
    pub(super) fn parse(rest: &str) -> Self {
        Self::parse_reporting(rest, |_| ())
    }

    /// Parses the text after `go` and passes each unknown word to `report`.
    pub(super) fn parse_reporting<'a>(rest: &'a str, mut report: impl FnMut(&'a str)) -> Self {
        let mut go = Self::default();
        let mut words = rest.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    // The moves are kept as they are written: a list of words would need several times the memory.
                    let place = |word: &str| word.as_ptr() as usize - rest.as_ptr() as usize;
                    let mut written = None;
                    while let Some(mv) = words.next_if(|word| !KEYWORDS.contains(word)) {
                        let (start, _) = written.unwrap_or((place(mv), 0));
                        written = Some((start, place(mv) + mv.len()));
                    }
                    let moves = go.search_moves.get_or_insert_default();
                    if let Some((start, end)) = written {
                        moves.reserve_exact(end - start + 1);
                        moves.push_str(&rest[start..end]);
                        moves.push(' ');
                    }
                    if moves.is_empty() {
                        go.search_moves = None;
                        go.lacks_search_moves = true;
                    }
                }
                _ if KEYWORDS.contains(&word) => {
                    let value = words.next_if(|word| !KEYWORDS.contains(word));
                    go.set(word, value);
                }
                _ => report(word),
            }
        }
        go
    }

    /// Records an error message; messages after the first [`MOST_PROBLEMS`] are left out.
    fn report(&mut self, problem: fmt::Arguments<'_>) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem.to_string());
        }
    }

    fn set(&mut self, word: &str, value: Option<&str>) {
        let Some(number) = value.and_then(parse_clamped) else {
            return self.report(format_args!(
                "{word} needs a whole number, not '{}'",
                quoted(value.unwrap_or_default())
            ));
        };
        let millis = Duration::from_millis(number.max(0).unsigned_abs());
        match word {
            "wtime" => self.time[0] = Some(millis),
            "btime" => self.time[1] = Some(millis),
            "winc" => self.increment[0] = millis,
            "binc" => self.increment[1] = millis,
            "movetime" => self.movetime = Some(millis),
            // Some GUIs send 0 if the time control has no number of moves.
            "movestogo" if number == 0 => {}
            _ if number < 1 => self.report(format_args!("{word} must be 1 or more, not {number}")),
            "movestogo" => self.moves_to_go = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "depth" => self.depth = Some(i32::try_from(number).unwrap_or(i32::MAX)),
            "nodes" => self.nodes = Some(number.unsigned_abs()),
            "mate" => self.mate = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            _ => {}
        }
    }
}

/// Parses a whole number. Numbers out of range become the smallest or largest `i64`.
fn parse_clamped(word: &str) -> Option<i64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(word.parse().unwrap_or(if word.starts_with('-') { i64::MIN } else { i64::MAX }))
}

/// Returns whether a search ends without `stop`, ignoring `ponder`: the search is not infinite, and it has a
/// limit, its algorithm has only one depth, or there is no move to search.
pub(super) fn ends_without_stop(limits: &Limits, position: &Position, setup: &Setup) -> bool {
    let no_moves = match &limits.search_moves {
        Some(moves) => moves.is_empty(),
        None => !position.has_legal_move(),
    };
    let limits = Limits { ponder: false, ..limits.clone() };
    limits.is_bounded() || !limits.infinite && (no_moves || !setup.algorithm.deepens())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chess::position::Line, uci::command::UciCommand};

    fn go(line: &str) -> GoCommand {
        match UciCommand::parse(line) {
            UciCommand::Go(go) => *go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn limits_combine_in_any_order_and_unknown_words_are_skipped() {
        let limits = go("go ponder wtime 1000 btime 900 nodes 100 foo bar depth 3 movestogo 7");
        assert_eq!(limits.time, [Some(Duration::from_secs(1)), Some(Duration::from_millis(900))]);
        assert_eq!((limits.nodes, limits.depth, limits.moves_to_go), (Some(100), Some(3), Some(7)));
        assert!(limits.ponder && !limits.infinite && limits.problems.is_empty());
        let limits = go("go infinite searchmoves e2e4 d2d4 depth 2");
        assert_eq!(limits.search_moves, Some("e2e4 d2d4 ".to_owned()));
        assert_eq!(limits.depth, Some(2));
    }

    #[test]
    fn clocks_out_of_range_are_clamped_and_invalid_limits_reported() {
        assert_eq!(go("go wtime -5 btime 100").time[0], Some(Duration::ZERO));
        assert!(go("go wtime 99999999999999999999 btime 1").time[0] > Some(Duration::from_hours(24)));
        assert_eq!(go("go movetime -100").movetime, Some(Duration::ZERO));
        assert!(go("go nodes 18446744073709551616").nodes.is_some());
        for line in ["go depth -1", "go depth 0", "go depth", "go depth x", "go nodes 1.5", "go movestogo -1"]
        {
            assert_eq!(go(line).problems.len(), 1, "{line}");
        }
        assert_eq!(go("go movestogo 0 wtime 9").problems, [""; 0], "some GUIs send 0 for no time control");
        assert_eq!(UciCommand::parse("go perft 5"), UciCommand::Perft(5));
        assert!(matches!(UciCommand::parse("go perft"), UciCommand::Bad(_)));
    }

    #[test]
    fn a_missing_value_does_not_consume_the_next_limit() {
        let limits = go("go depth nodes 50");
        assert_eq!((limits.depth, limits.nodes), (None, Some(50)));
        assert_eq!(limits.problems.len(), 1);
    }
    #[test]
    fn a_search_has_the_clock_and_the_increment_of_the_side_to_move() {
        let line = "go wtime 60000 btime 5000 winc 2000 binc 300 movestogo 7";
        for (after, remaining, increment) in [(&[][..], 60_000, 2_000), (&["e2e4"], 5_000, 300)] {
            let mut position = Line::new(Position::start());
            for text in after {
                let mv = position.position().parse_move(text).expect("legal");
                position.play(mv);
            }
            let clock = go(line).limits(position.position(), 1).clock.expect("a clock");
            assert_eq!(clock.remaining, Duration::from_millis(remaining), "{after:?}");
            assert_eq!(clock.increment, Duration::from_millis(increment), "{after:?}");
            assert_eq!(clock.moves_to_go, Some(7), "{after:?}");
        }
    }
}
