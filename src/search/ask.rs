//! [`ask`]: the simplest way to run a search from code, with only a position, an algorithm and a depth.

use super::{
    node::thread_state::ThreadState,
    rungs::Algorithm,
    search,
    time::stop_flag::StopFlag,
    tt::table::{OutOfMemory, TranspositionTable},
    types::{
        limits::Limits,
        report::Answer,
        request::{SearchRequest, Setup},
    },
};
use crate::chess::position::Position;

/// Searches `position` with `algorithm` to `depth` plies, using an empty transposition table of 1 MiB and
/// empty histories.
///
/// `ask` always uses the evaluator `material`. For the same position and depth, two answers can therefore
/// differ only because their algorithms differ.
///
/// ```
/// use glulam::{chess::positions, search};
///
/// let position = positions::named("kiwipete").unwrap().position;
/// let plain = search::ask(&position, "minimax".parse()?, 3)?;
/// let pruned = search::ask(&position, "alpha-beta".parse()?, 3)?;
/// assert_eq!(pruned.report.score, plain.report.score);
/// assert!(4 * pruned.report.nodes < plain.report.nodes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`OutOfMemory`] if 1 MiB cannot be allocated.
pub fn ask(position: &Position, algorithm: Algorithm, depth: i32) -> Result<Answer, OutOfMemory> {
    let request = SearchRequest::new(position.clone(), Limits::depth(depth), Setup::new(algorithm));
    let (table, mut thread) = (TranspositionTable::new(1)?, ThreadState::default());
    Ok(search(&request, &table, &mut thread, &StopFlag::default(), |_| ()))
}
