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
        Algorithm, Answer, ClockTime, Limits, Report, SearchRequest, Setup, StopFlag, TranspositionTable,
        observe::progress::Silent, random::Random, threads::pool::Pool,
    },
};

/// Kept back of the clock for what is not thinking.
const OVERHEAD: Duration = Duration::from_millis(10);

/// A way to make whoever thinks move at once; engines that share it think one after the other.
#[derive(Clone, Debug, Default)]
pub struct Hurry {
    signal: Arc<StopFlag>,
    searches: Arc<AtomicU64>,
}

impl Hurry {
    /// Ends the search under way; one that begins later is not touched.
    pub fn up(&self) {
        self.signal.stop_through(self.searches.load(Ordering::Relaxed));
    }
}

/// An engine with a table and threads of its own.
#[derive(Debug)]
pub struct Opponent {
    setup: Setup,
    strength: Option<Strength>,
    limits: Limits,
    table: Arc<TranspositionTable>,
    pool: Pool,
    dice: ChaCha8Rng,
    random: Random,
    book: Option<Book>,
    hurry: Hurry,
}

/// What an opponent is.
#[derive(Clone, Debug)]
pub struct Character {
    /// How it searches.
    pub setup: Setup,
    /// How much weaker than it could it plays.
    pub strength: Option<Strength>,
    /// When its searches end, beside the clock.
    pub limits: Limits,
    /// The size of its table in MB.
    pub megabytes: usize,
    /// Its threads.
    pub threads: usize,
    /// Its dice.
    pub seed: u64,
}

impl Opponent {
    /// An engine of this character, which `hurry` makes move.
    ///
    /// # Errors
    /// If there is no room for the table, or no thread.
    pub fn new(character: Character, hurry: Hurry) -> anyhow::Result<Self> {
        let Character { setup, strength, limits, megabytes, threads, seed } = character;
        Ok(Self {
            setup,
            strength,
            limits,
            table: Arc::new(TranspositionTable::new(megabytes)?),
            pool: Pool::new(threads)?,
            dice: crate::lab::dice(seed, 0),
            random: Random::new(seed),
            book: None,
            hurry,
        })
    }

    /// The same with a book to open from.
    pub fn with_book(self, book: Option<Book>) -> Self {
        Self { book, ..self }
    }

    /// Finds a move where the game stands, in the book or by a search; beside the answer what went wrong inside, if anything did.
    pub fn think(&mut self, line: &Line, clock: Option<ClockTime>) -> (Answer, Option<String>) {
        let position = line.position();
        if let Some(mv) = self.book.as_ref().and_then(|book| book.choose(position, true, &mut self.dice)) {
            let report = Report::unsearched(self.setup.evaluate(position), vec![mv]);
            return (Answer { best: Some(mv), report, cut_off: false }, None);
        }
        let limits = Limits { clock, ..self.limits.clone() };
        let limits = self.strength.map_or_else(|| limits.clone(), |strength| strength.limits(limits.clone()));
        let number = self.hurry.searches.fetch_add(1, Ordering::Relaxed) + 1;
        let task = SearchRequest {
            history: line.history(),
            number,
            overhead: OVERHEAD,
            ..SearchRequest::new(position.clone(), limits, self.setup.clone())
        };
        let (mut answer, fault) = self.pool.search(&task, &self.table, &self.hurry.signal, &mut Silent);
        if self.setup.algorithm == Algorithm::Random {
            // Dice of our own, so that not every game is the same.
            answer.best = self.random.choose(&position.legal_moves());
        }
        match self.strength {
            Some(strength) => (strength.choose(answer, &mut self.dice), fault),
            None => (answer, fault),
        }
    }
}
