//! Glulam: a UCI chess engine in thin layers, from minimax up, each of them readable, switchable and measured.
//!
//! This documentation is a book on search, and the program is its only figure. Every page says what an idea is, who had
//! it, where it fails and what it gained; the source of each page is short enough to be read beside it.
//!
//! # The way through
//!
//! 1. *The question.* A [`Game`](game::Game) is all that a search must know. [`minimax`](search::minimax) says what the
//!    answer is, [`alphabeta`](search::alphabeta) finds it without looking at what cannot matter. Fifty lines each, and
//!    no chess in sight: [`pichu`] is another game for them.
//! 2. *The ladder.* [`search`] tells it rung by rung, up to the full engine. [The node](search::negamax) is one
//!    function of eleven steps, and each step is explained by one of the [layers](search::layers).
//! 3. *The judge.* [`score`] puts centipawns and mates in one order. [`evaluate`] says what a position is worth
//!    standing still: by [material](evaluate::material), by [terms](evaluate::classical) a person can read, or by a
//!    [neural network](evaluate::network), with which games are played.
//! 4. *The board.* [`position`]: chess as a search needs it, on shakmaty: [keys](position::keys), [packed
//!    moves](position::PackedMove), [exchanges](position::see), [repetition](position::GameHistory),
//!    [perft](position::perft).
//! 5. *Memory, company, time.* The [`table`](search::tt), the [`threads`](search::threads) that share it, the
//!    [`clock`](search::time) that ends it all.
//! 6. *The measurements.* [`bench`](mod@bench): the rungs side by side, and the proof that the exact ones agree.
//!    [`explain`]: the tree of a search, and the reason for every cut. [`lab`]: matches of one setup against
//!    another.
//!
//! Someone who knows chess and no search reads from 1 on. Someone who knows search begins with [the
//! node](search::negamax), or with the [list of all layers](search::Layer).
//!
//! # A first question
//!
//! What does one idea save? The same position, depth and answer, with and without the order of captures:
//!
//! ```
//! use glulam::{positions, search};
//!
//! let position = positions::named("kiwipete").unwrap().position;
//! let [plain, ordered] = ["alpha-beta", "captures-first"]
//!     .map(|rung| search::ask(&position, rung.parse().unwrap(), 3).unwrap().report);
//! assert_eq!(ordered.score, plain.score);
//! assert!(ordered.nodes < plain.nodes);
//! ```
//!
//! `engine bench --ladder` asks it of every rung, `engine explain` shows the tree behind the number. To search with
//! limits, a table and a net of your own from a program of your own, see [`search::search`].
//!
//! # Around the search
//!
//! - [`engine`], [`uci`]: a table and searching threads that can be stopped, as a program uses them and as a GUI sees
//!   them.
//! - [`engine::book`], [`tablebase`]: the first moves from a Polyglot book, the last ones from Syzygy tables.
//! - [`engine::strength`]: playing weaker than one can.
//! - [`analysis`]: a line in, a line out: positions analysed one by one, on as many machines as there are.
//! - [`pgn`]: games from files, read strictly, for everyone who takes games: what is not understood is named with its
//!   place.
//! - [`annotate`]: games of others, annotated.
//! - [`suite`], [`epd`], [`positions`]: suites of positions, with known answers or without, and those that travel with
//!   the program.
//! - [`json`]: what all JSON outputs have in common. [`replace`]: files that are replaced whole or not at all.
//!   [`text`]: escaping and number formatting.
//! - [`cli`]: the command line.
//!
//! # Order of modules
//!
//! A module imports only from modules to its left, so that each can be read without those to its right. A test
//! (`tests/library/module_order.rs`) reads every path of the source and fails on any other import. `|` groups the modules:
//!
//! ```text
//! json replace text | score game | position | evaluate tablebase | pgn epd positions | search | pichu |
//! engine | bench explain | lab | analysis annotate suite | uci cli
//! ```
//!
//! The same test pins the order inside [`search`], where only the node, the move picker and the layers import each other: they
//! are one recursion.

pub mod analysis;
pub mod annotate;
pub mod bench;
pub mod cli;
pub mod engine;
pub mod epd;
pub mod evaluate;
pub mod explain;
pub mod game;
pub mod json;
pub mod lab;
pub mod pgn;
pub mod pichu;
pub mod position;
pub mod positions;
pub mod replace;
pub mod score;
pub mod search;
pub mod suite;
pub mod tablebase;
pub mod text;
pub mod uci;
