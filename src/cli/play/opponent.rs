//! Who plays against the person, and who is asked for a hint.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use rand::rngs::ChaCha8Rng;

use crate::{
    engine::{book::Book, strength::Strength},
    position::Line,
    search::{
        Algorithm, Answer, ClockTime, Limits, Report, Setup, Signal, Table, Task, random::Random,
        threads::pool::Pool,
    },
};

/// Kept back of the clock for what is not thinking.
const OVERHEAD: Duration = Duration::from_millis(10);

/// A way to make whoever thinks move at once; engines that share it think one after the other.
#[derive(Clone, Debug, Default)]
pub struct SearchStopper {
    signal: Arc<Signal>,
    searches: Arc<AtomicU64>,
}

impl SearchStopper {
    /// Ends the search under way; one that begins later is not touched.
    pub fn stop(&self) {
        self.signal.stop_through(self.searches.load(Ordering::Relaxed));
    }
}

/// An engine with a table and threads of its own.
#[derive(Debug)]
pub struct Opponent {
    setup: Setup,
    strength: Option<Strength>,
    limits: Limits,
    table: Arc<Table>,
    pool: Pool,
    rng: ChaCha8Rng,
    random: Random,
    book: Option<Book>,
    stopper: SearchStopper,
}

/// What an opponent is.
#[derive(Clone, Debug)]
pub struct OpponentConfig {
    /// How it searches.
    pub setup: Setup,
    /// How much weaker than it could it plays.
    pub strength: Option<Strength>,
    /// When its searches end, beside the clock.
    pub limits: Limits,
    /// The size of its table in MB.
    pub hash_megabytes: usize,
    /// Its threads.
    pub threads: usize,
    /// Its dice.
    pub seed: u64,
}

impl Opponent {
    /// An engine of this character, which `stopper` makes move.
    ///
    /// # Errors
    /// If there is no room for the table, or no thread.
    pub fn new(config: OpponentConfig, stopper: SearchStopper) -> anyhow::Result<Self> {
        let OpponentConfig { setup, strength, limits, hash_megabytes, threads, seed } = config;
        Ok(Self {
            setup,
            strength,
            limits,
            table: Arc::new(Table::new(hash_megabytes)?),
            pool: Pool::new(threads)?,
            rng: crate::lab::dice(seed, 0),
            random: Random::new(seed),
            book: None,
            stopper,
        })
    }

    /// The same with a book to open from.
    pub fn with_book(self, book: Option<Book>) -> Self {
        Self { book, ..self }
    }

    /// Finds a move where the game stands, in the book or by a search; beside the answer what went wrong inside, if anything did.
    pub fn think(&mut self, line: &Line, clock: Option<ClockTime>) -> (Answer, Option<String>) {
        let position = line.position();
        if let Some(mv) = self.book.as_ref().and_then(|book| book.choose(position, true, &mut self.rng)) {
            let report = Report::unsearched(self.setup.evaluate(position), vec![mv]);
            return (Answer { best: Some(mv), report, cut_off: false }, None);
        }
        let limits = Limits { clock, ..self.limits.clone() };
        let limits = self.strength.map_or_else(|| limits.clone(), |strength| strength.limits(limits.clone()));
        let number = self.stopper.searches.fetch_add(1, Ordering::Relaxed) + 1;
        let task = Task {
            history: line.history(),
            number,
            overhead: OVERHEAD,
            ..Task::new(position.clone(), limits, self.setup.clone())
        };
        let (mut answer, fault) = self.pool.search(&task, &self.table, &self.stopper.signal, |_| ());
        if self.setup.algorithm == Algorithm::Random {
            // Dice of our own, so that not every game is the same.
            answer.best = self.random.choose(&position.legal_moves());
        }
        match self.strength {
            Some(strength) => (strength.choose(answer, &mut self.rng), fault),
            None => (answer, fault),
        }
    }
}
