//! What a search is at while it lasts: the move of the root, and the line.

use std::time::{Duration, Instant};

use super::{info, searching::QUIET_TIME, session::Session, wire::Event};
use crate::search::{Onlooker, Sight, Trying};

/// A search this long tells what it is at.
const LONG: Duration = Duration::from_secs(1);

impl Session {
    /// Hears what is being searched, once a second has gone by.
    pub(super) fn onlooker(&self, number: u64, started: Instant) -> Onlooker {
        let events = self.events.clone();
        Onlooker::new(started + LONG, self.options.show_line, move |sight| {
            let _ = events.send(Event::Seen { number, sight });
        })
    }

    /// Tells what is being searched, each of the two not more often than reports.
    pub(super) fn seen(&mut self, number: u64, sight: Sight) {
        let Some(running) = self.running.as_mut().filter(|running| running.number == number) else { return };
        let last = match sight {
            Sight::Trying(_) => &mut running.last_trying,
            Sight::Line(_) => &mut running.last_line,
        };
        let now = Instant::now();
        if last.is_some_and(|last| now - last < QUIET_TIME) {
            return;
        }
        *last = Some(now);
        let position = running.line.position();
        self.output.mention(match sight {
            Sight::Trying(Trying { mv, depth, number }) => {
                let mv = position.uci(mv);
                format!("info depth {depth} currmove {mv} currmovenumber {number}")
            }
            Sight::Line(moves) => format!("info currline{}", info::moves(position, &moves)),
        });
    }
}
