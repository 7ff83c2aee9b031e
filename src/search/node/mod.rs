//! Data of the search that the node and the layers share: worker, search stack, move loop, histories,
//! principal variation, static evaluation, tablebase probe, root moves.

pub mod histories;
pub mod move_loop;
pub mod pv_table;
pub mod root_moves;
pub mod stack;
pub mod static_eval;
pub mod tablebase;
pub mod thread_state;
pub mod worker;

#[cfg(test)]
pub(crate) mod testing;
