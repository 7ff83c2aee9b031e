//! Glulam: a UCI chess engine in thin layers, from minimax up, each of them readable, switchable and measured.
//!
//! In reading order:
//!
//! - [`game`]: what a search must know of a game; with it the two oldest searches can be read without any chess.
//! - [`search`]: the story of the ladder. Begin at [`search::minimax`] and [`search::alphabeta`], then the node and its
//!   [layers](search::layers), then what surrounds them: table, clock, control.
//! - [`score`]: centipawns and mates in one order.
//! - [`evaluate`]: the static value of a position, and nothing else.
//! - [`position`]: chess as a search needs it, on shakmaty: keys, packed moves, exchanges, repetition, perft.
//! - [`book`], [`tablebase`]: the first moves from a Polyglot book, the last ones from Syzygy tables.
//! - [`strength`]: playing weaker than one can.
//! - [`engine`]: a table and searching threads that can be stopped, as a program uses them.
//! - [`uci`]: the engine as a GUI sees it.
//! - [`selfplay`]: games of the engine against itself: positions to learn from, and matches of one setup against another.
//! - [`pichu`]: another game on the same board, to see what the oldest searches owe to chess: nothing.
//! - [`annotate`]: games of others, annotated.
//! - [`epd`], [`positions`]: suites of positions, and those that travel with the program.
//! - [`analysis`]: a line in, a line out: positions analysed one by one, on as many machines as there are.
//! - [`suite`]: suites of positions with known answers, and how many of them are found.
//! - [`bench`](mod@bench): the search measured: its signature, the rungs side by side, and the proof that the exact ones agree.
//! - [`explain`]: the tree of a search, and the reason for every cut.
//! - [`record`]: the JSON outputs, typed once.
//! - [`start_tags`]: where a game of a PGN file begins.
//! - [`replace`]: files that are replaced whole or not at all.
//! - [`cli`]: the command line.
//!
//! To ask a question of the search from a program of your own, see the example at [`search::search`].

pub mod analysis;
pub mod annotate;
pub mod bench;
pub mod book;
pub mod cli;
pub mod engine;
pub mod epd;
pub mod evaluate;
pub mod explain;
pub mod game;
pub mod pichu;
pub mod position;
pub mod positions;
pub mod record;
pub mod replace;
pub mod score;
pub mod search;
pub mod selfplay;
pub mod start_tags;
pub mod strength;
pub mod suite;
pub mod tablebase;
pub mod uci;
