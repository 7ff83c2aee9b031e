//! The shortest way to ask a search: a position, a rung, a depth.

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
use crate::position::Position;

/// The answer of `algorithm` to a depth, with a fresh table of a megabyte and nothing learnt before. `material` judges, so that
/// what differs between two answers is the search's doing.
///
/// ```
/// use glulam::{positions, search};
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
/// [`OutOfMemory`] if not even a megabyte is to be had.
pub fn ask(position: &Position, algorithm: Algorithm, depth: i32) -> Result<Answer, OutOfMemory> {
    let task = SearchRequest::new(position.clone(), Limits::depth(depth), Setup::new(algorithm));
    let (table, mut memory) = (TranspositionTable::new(1)?, ThreadState::default());
    Ok(search(&task, &table, &mut memory, &StopFlag::default(), |_| ()))
}
