//! Glulam is a UCI chess engine built in thin layers, from minimax to a full search.
//!
//! Each layer is one idea of the search: its page explains the idea, its file contains the code, and an
//! option switches the layer off. This documentation is a book about chess search, and the engine is its only
//! example.
//!
//! | room | what it is for | start at |
//! |---|---|---|
//! | [`support`] | nothing about chess: JSON, text, threads, huge pages | |
//! | [`chess`] | positions and moves (crate shakmaty), scores, PGN, EPD, opening books, tablebases | [`Position`](chess::position::Position), [`Score`](chess::score::Score) |
//! | [`evaluate`] | static evaluation: material, classical terms, neural network (NNUE) | [`classical`](evaluate::classical), [`network`](evaluate::network) |
//! | [`search`] | minimax, alpha-beta, the node and its layers, threads, time | [the node](search::negamax), [all layers](search::layers) |
//! | [`engine`] | a transposition table and search threads behind one handle, limited strength, the bench signature | [`Engine`](engine::Engine) |
//! | [`uci`] | the protocol that a GUI speaks | [`uci`] |
//! | [`tools`] | the command line: one module per command | [`tools`] |
//!
//! A module imports only from the modules above it.
//!
//! `engine explain --course course` writes eight lessons as pages, with a player that shows each tree as it grows and
//! why every node ends. If you know chess but not search, begin there, or read [`minimax`](search::minimax), [`alphabeta`](search::alphabeta), then
//! [the story of the ladder](search). The first two functions have fewer than forty lines each.
//!
//! How many nodes does one idea save? This example searches one position twice, without and with captures
//! first:
//!
//! ```
//! use glulam::{chess::positions, search};
//!
//! let position = positions::named("kiwipete").unwrap().position;
//! let [plain, ordered] = ["alpha-beta", "captures-first"]
//!     .map(|rung| search::ask(&position, rung.parse().unwrap(), 3).unwrap().report);
//! assert_eq!(ordered.score, plain.score);
//! assert!(ordered.nodes < plain.nodes);
//! ```
//!
//! To call the search with your own limits, transposition table, and network, see [`search::search`].

pub mod chess;
pub mod engine;
pub mod evaluate;
pub mod search;
pub mod support;
#[cfg(feature = "tools")]
pub mod tools;
pub mod uci;
