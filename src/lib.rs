//! Glulam is a UCI chess engine built in thin layers, from minimax to a full search.
//!
//! Every layer can be read on one page, switched on and off, and measured. This documentation is a book about
//! chess search, and the engine is its only example. The page of each layer explains an idea, its source, its
//! risk, and its gain. The source file behind each page is short enough to read beside the page.
//!
//! # Reading order
//!
//! 1. **Minimax and alpha-beta.** The trait [`Game`](game::Game) contains all that a search needs.
//!    [`minimax`](search::minimax) defines the correct score of a position. [`alphabeta`](search::alphabeta)
//!    finds the same score and skips the moves that cannot change it. Each of these two functions has fewer
//!    than forty lines and contains no chess: [`pichu`] is another game that implements the trait.
//! 2. **The ladder.** [`search`] explains every rung of the ladder, up to the full engine.
//!    [The node](search::negamax) is one function with eleven numbered steps, and each of the
//!    [layers](search::layers) explains one idea in it.
//! 3. **Static evaluation.** [`score`] orders centipawns and mate scores on one scale. [`evaluate`] contains
//!    three evaluators: [material](evaluate::material), a sum of
//!    [terms that a person can read](evaluate::classical), and the [neural network](evaluate::network) that
//!    the engine plays with.
//! 4. **The board.** [`position`] adds to the crate shakmaty what a search needs:
//!    [Zobrist keys](position::keys), [moves packed into 16 bits](position::PackedMove),
//!    [static exchange evaluation (SEE)](position::see), [repetition](position::GameHistory), and
//!    [perft](position::perft).
//! 5. **Around the node.** The [transposition table](search::tt) stores results, the
//!    [search threads](search::threads) share it, and the [time manager](search::time) ends the search.
//! 6. **Measurements.** [`bench`](mod@bench) compares the rungs and checks that all exact rungs return the
//!    same score. [`explain`] shows the tree of a search and the reason for the end of each node in it.
//!    [`lab`] plays matches between engine configurations.
//!
//! If you know chess but not search, read the numbered list above from item 1 on. If you know search, start
//! with [the node](search::negamax) or with the [list of all layers](search::Layer).
//!
//! # A first experiment
//!
//! How many nodes does one idea save? This example searches one position twice to the same depth, without and
//! with captures ordered first. Both searches return the same score:
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
//! `engine bench --ladder` compares the node counts of all rungs, and `engine explain` shows the tree behind
//! the node count. To call the search from your own program, with your own limits, transposition table, and
//! network, see [`search::search`].
//!
//! # Where to find it
//!
//! | looking for | start at |
//! |---|---|
//! | move loop, pruning, extensions, reductions | [`search::negamax`], then a page in [`search::layers`] |
//! | adding a layer | [`search::layers`] |
//! | quiescence search | [`search::layers::quiescence`] |
//! | move ordering: killer moves, histories | [`search::move_picker`] |
//! | iterative deepening, MultiPV, principal variation | [`search::root`] |
//! | draws by repetition and the fifty-move rule | [`position::history`], [`position::game_end`] |
//! | static exchange evaluation (SEE) | [`position::see`] |
//! | piece-square tables | [`evaluate::classical::piece_square`] |
//! | king safety, pawn structure, mobility | [`evaluate::classical`] |
//! | time management, soft and hard limit | [`search::time::manager`] |
//! | transposition table, replacement | [`search::tt`] |
//! | tunable parameters, SPSA | [`search::tunable`], [`lab::tune`] |
//! | the network (NNUE), its file format, SIMD | [`evaluate::network`] |
//! | scores in pawns, win/draw/loss probabilities | [`evaluate::wdl`] |
//! | UCI commands and options | [`uci`] |
//! | Syzygy tablebases, opening book | [`tablebase`], [`engine::book`] |
//! | matches, SPRT, self-play data, tuning, training | [`lab`] |
//!
//! # Other modules
//!
//! - [`engine`]: a transposition table and running search threads behind one handle, for use as a library.
//!   [`uci`]: the protocol that a GUI speaks.
//! - [`engine::book`]: PolyGlot opening books. [`tablebase`]: Syzygy endgame tablebases.
//! - [`engine::strength`]: playing at reduced strength.
//! - [`analysis`]: analyses positions in batches: one input line gives one output record. A batch can be
//!   split over any number of machines.
//! - [`pgn`]: the strict reader of PGN files that all commands share. An error names the game, the line, and
//!   the ply.
//! - [`annotate`]: adds comments, variations, and scores to games from PGN files.
//! - [`suite`], [`epd`], [`positions`]: test suites with known best moves, EPD files, and the positions that
//!   are part of the program.
//! - [`json`]: the parts that all JSON outputs share. [`replace`]: regular files that are replaced completely
//!   or not at all. [`text`]: escaping and number formatting.
//! - [`cli`]: the command line.
//!
//! # Hash functions
//!
//! Values of three hash functions leave the program. They stay the same in all versions.
//!
//! | crate | hash | role | files below `src` |
//! |---|---|---|---|
//! | `crc32fast` | CRC-32 | checksum of a file or block: detects damage. The checksum of a network also names it (`net`) | `evaluate/network/file.rs`, `lab/data/packed/block.rs`, `lab/data/packed/header.rs`, `pichu/table_file.rs`, `search/hash_file.rs` |
//! | `fnv` | FNV-1a, 64 bits | `input_hash` of `engine analyse`: names an input line. Programs in other languages compute it with few lines of code | `analysis/input.rs` |
//! | `sha2` | SHA-256 | names the training data of a network: other data have another hash, even if somebody wants the same | `lab/tune/network/records.rs` |
//!
//! [Zobrist keys](position::keys) identify positions. `rustc-hash` is used only for tables in memory, and its
//! values never leave the program.
//!
//! # Order of modules
//!
//! A module imports only from modules to its left in the list below, so each module can be read without the
//! modules to its right. The test `tests/library/module_order.rs` reads every path of the source and fails on
//! any other import. A `|` separates groups:
//!
//! ```text
//! json replace text lines threads huge_pages prefetch | score game | position | evaluate tablebase | pgn epd positions | search | pichu |
//! engine | bench explain | lab | analysis annotate suite | uci cli
//! ```
//!
//! The test `module_order.rs` also checks the order of the modules inside [`search`]. Inside `search`, only
//! the node (`negamax` and `node`), the move picker, and the layers may import each other, because together
//! they form one recursion.

pub mod analysis;
pub mod annotate;
pub mod bench;
pub mod cli;
pub mod engine;
pub mod epd;
pub mod evaluate;
pub mod explain;
pub mod game;
pub mod huge_pages;
pub mod json;
pub mod lab;
pub mod lines;
pub mod pgn;
pub mod pichu;
pub mod position;
pub mod positions;
pub mod prefetch;
pub mod replace;
pub mod score;
pub mod search;
pub mod suite;
pub mod tablebase;
pub mod text;
pub mod threads;
pub mod uci;
