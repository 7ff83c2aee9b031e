//! Explanations: the tree of a real search, and the reason for which every node ended.
//!
//! The [`tracer`] is an [observer](crate::search::observe::observer) that keeps every node. The search itself is the one that
//! plays, node for node.
//!
//! - [`run`]: searches with the tracer, for chess and Pichu ([`subject`]).
//! - [`tree`]: the nodes that were kept.
//! - [`reason`], [`estimate`]: why a node ended, and how many nodes that saved. The sentences of layers are in their own files:
//!   `INFO.reasons` in `search/layers/*.rs`.
//! - [`selection`]: which nodes are shown, so that the others can be counted.
//! - [`explanation`], [`sentence`]: the nodes in words.
//! - [`path`], [`why_not`]: one line, and a move that was not chosen.
//! - [`text`], [`dot`], [`html`], [`jsonl`]: output formats.
//! - [`lesson`]: positions and searches that teach something.

pub mod dot;
pub mod estimate;
pub mod explanation;
pub mod html;
pub mod jsonl;
pub mod lesson;
pub mod path;
pub mod reason;
pub mod run;
pub mod selection;
pub mod sentence;
pub mod subject;
pub mod text;
pub mod tracer;
pub mod tree;
pub mod why_not;
