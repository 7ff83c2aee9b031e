//! [`Opponent`]: the engine that plays against the person; a second instance gives hints.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use rand::rngs::ChaCha8Rng;

use crate::{
    chess::{book::Book, position::Line, tablebase::Probing},
    engine::strength::{FULL_LEVEL, Strength, elo_of_level},
    search::{
        Algorithm, Answer, ClockTime, Limits, Report, SearchRequest, Setup, StopFlag, TranspositionTable,
        observe::progress::Silent, random::Random, threads::pool::Pool,
    },
};

/// Move overhead: time that the time manager keeps in reserve on each move of a game with clocks.
const OVERHEAD: Duration = Duration::from_millis(10);

/// Handle that stops the running search of an engine. Engines that share one stopper must not search at the
/// same time.
#[derive(Clone, Debug, Default)]
pub struct SearchStopper {
    signal: Arc<StopFlag>,
    searches: Arc<AtomicU64>,
}

impl SearchStopper {
    /// Stops the running search. Searches that start after this call are not stopped.
    pub fn stop(&self) {
        self.signal.stop_through(self.searches.load(Ordering::Relaxed));
    }
}

/// Playing strength of the engine, as the player chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// A level from 1 to [`FULL_LEVEL`].
    Number(u8),
    /// A rating.
    Elo(i32),
    /// Full strength, or the strength of a rung, a set of layers, an evaluator or search limits.
    Full,
}

impl Level {
    /// Returns the rating; `None` for full strength.
    pub fn elo(self) -> Option<i32> {
        match self {
            Self::Number(number) => elo_of_level(number),
            Self::Elo(elo) => Some(elo),
            Self::Full => None,
        }
    }

    /// Returns the description in the engine's name: `level 2`, `Elo 800`; `None` for full strength.
    pub fn name(self) -> Option<String> {
        match self {
            Self::Number(FULL_LEVEL..) | Self::Full => None,
            Self::Number(number) => Some(format!("level {number}")),
            Self::Elo(elo) => Some(format!("Elo {elo}")),
        }
    }
}

/// An engine with its own settings, transposition table, search threads and opening book.
#[derive(Debug)]
pub struct Opponent {
    setup: Setup,
    strength: Option<Strength>,
    limits: Limits,
    table: Arc<TranspositionTable>,
    pool: Pool,
    rng: ChaCha8Rng,
    random: Random,
    book: Option<Book>,
    tablebases: Option<Probing>,
    stopper: SearchStopper,
}

/// Configuration of an [`Opponent`].
#[derive(Clone, Debug)]
pub struct OpponentConfig {
    /// Layers and evaluator of the search.
    pub setup: Setup,
    /// Limited playing strength; `None` for full strength.
    pub strength: Option<Strength>,
    /// Limits of each search, in addition to the clock.
    pub limits: Limits,
    /// Size of the transposition table, in MiB.
    pub hash_megabytes: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Tablebases that the searches use; `None` to search without tablebases.
    pub tablebases: Option<Probing>,
    /// Seed of the random choices: book moves, weaker play and the rung `random`.
    pub seed: u64,
}

impl Opponent {
    /// Creates an engine whose searches `stopper` can stop.
    ///
    /// # Errors
    /// If the transposition table cannot be allocated.
    pub fn new(config: OpponentConfig, stopper: SearchStopper) -> anyhow::Result<Self> {
        let OpponentConfig { setup, strength, limits, hash_megabytes, threads, tablebases, seed } = config;
        Ok(Self {
            setup,
            strength,
            limits,
            table: Arc::new(TranspositionTable::new(hash_megabytes)?),
            pool: Pool::new(threads),
            rng: crate::support::rng::game_rng(seed, 0),
            random: Random::new(seed),
            book: None,
            tablebases,
            stopper,
        })
    }

    /// Sets the opening book; `None` for an engine without a book.
    pub fn with_book(self, book: Option<Book>) -> Self {
        Self { book, ..self }
    }

    /// Sets the playing strength; `None` for full strength.
    pub const fn set_strength(&mut self, strength: Option<Strength>) {
        self.strength = strength;
    }

    /// Forgets the searches of the last game.
    pub fn start_new_game(&mut self) {
        self.table.clear();
        self.pool.clear();
    }

    /// Chooses a move from the book or by a search. The second value is an error message if a search thread
    /// failed.
    pub fn choose_move(&mut self, line: &Line, clock: Option<ClockTime>) -> (Answer, Option<String>) {
        let position = line.position();
        if let Some(mv) = self.book.as_ref().and_then(|book| book.choose(line, &mut self.rng)) {
            let report = Report::unsearched(self.setup.evaluate(position), vec![mv]);
            return (Answer { best: Some(mv), report, cut_off: false }, None);
        }
        let limits = Limits { clock, ..self.limits.clone() };
        let limits = match self.strength {
            Some(strength) => strength.limits(limits, position),
            None => limits,
        };
        let number = self.stopper.searches.fetch_add(1, Ordering::Relaxed) + 1;
        let task = SearchRequest {
            history: line.history(),
            number,
            overhead: OVERHEAD,
            tablebases: self.tablebases.clone(),
            ..SearchRequest::new(position.clone(), limits, self.setup.clone())
        };
        let (mut answer, fault) = self.pool.search(&task, &self.table, &self.stopper.signal, &mut Silent);
        if self.setup.algorithm == Algorithm::Random {
            // The search of rung `random` has a fixed seed. `self.random` is seeded by `--seed`, so games
            // with different seeds differ.
            answer.best = self.random.choose(&position.legal_moves());
        }
        match self.strength {
            Some(strength) => (strength.choose(answer, position, &self.setup, &mut self.rng), fault),
            None => (answer, fault),
        }
    }
}
