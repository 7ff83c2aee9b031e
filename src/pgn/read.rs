//! Adapter for the crate pgn-reader: reads headers and movetext into a tree.

use std::{mem, ops::ControlFlow};

use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};

use super::{
    game::{Item, Tag},
    problem::{MAX_VARIATION_DEPTH, Problem},
};

/// Headers, movetext, and result of one game.
#[derive(Debug, Default)]
pub(super) struct Movetext {
    pub(super) tags: Vec<Tag>,
    pub(super) items: Vec<Item>,
    pub(super) outcome: Option<String>,
    /// Error that ended parsing early. The items before the error are in `items`.
    pub(super) problem: Option<Problem>,
}

/// Parses the text of one game. The complete text is in memory, so comments are never split.
pub(super) fn read(text: &[u8]) -> Result<Movetext, Problem> {
    let mut reader = Reader::build(text)
        .set_supported_tag_line_length(text.len())
        .set_supported_comment_length(text.len())
        .finish();
    match reader.read_game(&mut Collector) {
        Ok(read) => read.unwrap_or_else(|| Ok(Movetext::default())),
        // Reading from memory cannot fail, so the only possible error is a comment that is not closed.
        Err(_) => Err(Problem::Comment),
    }
}

struct Collector;

/// State of the parser: the game so far, with the items of the innermost open variation in `movetext`, the
/// items of the enclosing lines, and the number of plies in the main line.
#[derive(Default)]
struct Open {
    movetext: Movetext,
    enclosing: Vec<Vec<Item>>,
    plies: usize,
}

impl Open {
    fn push(&mut self, item: Item) -> ControlFlow<Result<Movetext, Problem>> {
        self.movetext.items.push(item);
        ControlFlow::Continue(())
    }
}

impl Visitor for Collector {
    type Tags = Vec<Tag>;
    type Movetext = Open;
    type Output = Result<Movetext, Problem>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(Vec::new())
    }

    fn tag(&mut self, tags: &mut Vec<Tag>, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        tags.push(Tag { name: name.trim_ascii().to_owned(), raw: value.as_bytes().to_owned() });
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Vec<Tag>) -> ControlFlow<Self::Output, Open> {
        ControlFlow::Continue(Open { movetext: Movetext { tags, ..Movetext::default() }, ..Open::default() })
    }

    fn san(&mut self, open: &mut Open, san: SanPlus) -> ControlFlow<Self::Output> {
        if open.enclosing.is_empty() {
            if open.movetext.outcome.is_some() {
                open.movetext.problem = Some(Problem::AfterResult { ply: open.plies });
                return ControlFlow::Break(Ok(mem::take(&mut open.movetext)));
            }
            open.plies += 1;
        }
        open.push(Item::Move(san))
    }

    fn nag(&mut self, open: &mut Open, Nag(nag): Nag) -> ControlFlow<Self::Output> {
        open.push(Item::Nag(nag))
    }

    fn comment(&mut self, open: &mut Open, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        open.push(Item::Comment(comment.as_bytes().to_owned()))
    }

    fn begin_variation(&mut self, open: &mut Open) -> ControlFlow<Self::Output, Skip> {
        if open.enclosing.len() == MAX_VARIATION_DEPTH {
            return ControlFlow::Break(Err(Problem::Brackets));
        }
        open.enclosing.push(mem::take(&mut open.movetext.items));
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, open: &mut Open) -> ControlFlow<Self::Output> {
        let Some(enclosing) = open.enclosing.pop() else { return ControlFlow::Break(Err(Problem::Brackets)) };
        let variation = mem::replace(&mut open.movetext.items, enclosing);
        open.push(Item::Variation(variation))
    }

    fn outcome(&mut self, open: &mut Open, outcome: Outcome) -> ControlFlow<Self::Output> {
        if open.enclosing.is_empty() {
            open.movetext.outcome = Some(outcome.to_string());
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, open: Open) -> Self::Output {
        if open.enclosing.is_empty() { Ok(open.movetext) } else { Err(Problem::Brackets) }
    }
}
