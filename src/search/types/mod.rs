//! Input and output types of a search: request, limits, report, search window, node types.

pub mod limits;
pub mod node_type;
pub mod piece_to;
pub mod report;
pub mod request;
pub mod stop;
pub mod window;
