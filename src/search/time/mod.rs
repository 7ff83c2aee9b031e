//! When a search ends: the time manager, the stop condition, and what threads share.

pub mod manager;
pub mod shared;
pub mod stop_condition;
pub mod stop_flag;
