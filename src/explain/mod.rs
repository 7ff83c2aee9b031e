//! Why: the tree of a search, kept and told.
//!
//! A search tells whoever looks on what it does ([`watch`](crate::search::observe::observer)). The [`tracer`] looks on and keeps every
//! node; the searches are the ones that play, node for node, and know nothing of it.
//!
//! - [`run`]: a search with the tracer looking on, of chess or of Pichu ([`subject`]).
//! - [`tree`]: what was kept.
//! - [`reason`], [`estimate`]: why a node ended, and what that saved.
//! - [`selection`]: which nodes are shown, so that the others can be counted.
//! - [`explanation`], [`sentence`]: the nodes told, in words.
//! - [`path`], [`why_not`]: one line, and a move that was not chosen.
//! - [`text`], [`dot`], [`html`], [`jsonl`]: the forms.
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
