//! Explanations: the recorded tree of a search, with the reason why each node ended.
//!
//! The [`tracer`] is an [observer](crate::search::observe::observer) that records every node of a normal
//! search.
//!
//! - [`run`]: searches with the tracer, for the games chess and Pichu ([`subject`]).
//! - [`tree`]: the recorded nodes.
//! - [`reason`]: the reasons why nodes end. The reasons of layers are declared in `INFO.reasons` in
//!   `search/layers/*.rs`.
//! - [`estimate`]: the estimated number of nodes that cutoffs saved.
//! - [`selection`]: the nodes that are shown; the others are counted.
//! - [`explanation`]: a finished search and the data of its shown nodes; [`sentence`]: the sentence for each
//!   node.
//! - [`path`]: one line of the tree; [`why_not`]: the refutation of a move that was not chosen; [`mistake`]: why a move is
//!   bad, in one sentence.
//! - [`pseudocode`]: the lines that the player of the HTML page highlights.
//! - [`terms`]: the standard terms of layers.
//! - [`text`], [`html`], [`picture`], [`jsonl`]: output formats.
//! - [`lesson`]: eight lessons on search, with positions, searches and questions.
//!
#![doc = include_str!("README.md")]

pub(super) mod command;
pub mod estimate;
pub mod explanation;
pub mod html;
pub mod jsonl;
pub mod lesson;
pub mod mistake;
pub mod path;
pub mod picture;
pub mod pseudocode;
pub mod reason;
pub mod run;
pub mod selection;
pub mod sentence;
pub mod subject;
pub mod terms;
pub mod text;
pub mod tracer;
pub mod tree;
pub mod why_not;
