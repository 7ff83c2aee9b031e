//! What a search is given and what it returns: the window, limits, the request, the report.

pub mod limits;
pub mod node_type;
pub mod piece_to;
pub mod report;
pub mod request;
pub mod stop;
pub mod window;
