//! Time management and the end of a search: time manager, stop condition, stop flag, and the state shared by
//! search threads.

pub mod manager;
pub mod shared;
pub mod stop_condition;
pub mod stop_flag;
