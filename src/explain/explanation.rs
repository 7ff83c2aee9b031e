//! A search told node by node: what the outputs of `explain` have in common.

use schemars::JsonSchema;
use serde::Serialize;
use shakmaty::Color;

use super::{
    estimate::Estimate,
    reason,
    selection::{Rest, Selection},
    sentence,
    subject::Subject,
    tree::{Node, Tree, Via},
};
use crate::{score::Score, search::observe::reason::Reason};

/// A finished search with its tree.
#[derive(Clone, Debug)]
pub struct Explanation<S: Subject> {
    /// Where it began.
    pub start: S,
    /// What searched: the rung or the set of layers.
    pub rung: String,
    /// Who judged.
    pub evaluator: String,
    /// The depth asked for.
    pub depth: i32,
    /// Nodes as the search counted them.
    pub nodes: u64,
    /// The best move.
    pub best: Option<S::Move>,
    /// Its score for the side to move.
    pub score: Score,
    /// Whether the search was stopped before it was done.
    pub stopped: bool,
    /// What was kept.
    pub tree: Tree<S::Move>,
}

/// A node as it is shown.
#[derive(Clone, Debug)]
pub struct ShownNode {
    /// Its place in the tree.
    pub place: usize,
    /// The codes of the moves that lead to it; a pass is `0000`.
    pub path: Vec<String>,
    /// The move that led to it, as programs write it; none at the root and where a position is searched again.
    pub code: Option<String>,
    /// The same as people write it, without its number.
    pub san: Option<String>,
    /// The same with its number, or what stands for a move.
    pub label: String,
    /// The move by which it ended, with the replies to it: the cutting move, or the table's.
    pub by: Option<By>,
    /// What happened.
    pub sentence: String,
    /// Moves left out.
    pub left_out: usize,
    /// Nodes saved by that, estimated.
    pub saved: u64,
    /// What is not shown below.
    pub rest: Rest,
    /// The position as text.
    pub position: String,
    /// The squares from a8 to h1, `.` where nobody stands.
    pub squares: String,
    /// Who is to move.
    pub turn: Color,
}

/// By what a node ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct By {
    /// The move; none if the table had none.
    #[serde(rename = "move")]
    pub code: Option<String>,
    /// The move, as people write it.
    #[serde(skip)]
    pub san: Option<String>,
    /// The move and the replies to it, with numbers.
    pub line: String,
    /// The depth of the table's entry; `null` if it was not the table.
    pub depth: Option<i32>,
}

impl<S: Subject> Explanation<S> {
    /// The last search of the root that was finished, or the last there is.
    pub fn last_root(&self) -> Option<usize> {
        let roots = self.tree.roots();
        let finished = roots.iter().rfind(|root| self.tree.node(**root).end.is_some());
        finished.or(roots.last()).copied()
    }

    /// Moves of a node that were not searched although the game goes on; in quiescence, of those it looks at.
    pub fn left_out(&self, place: usize, position: &S) -> usize {
        let node = self.tree.node(place);
        let Some(end) = node.end.filter(|end| reason::leaves_out(end.reason)) else { return 0 };
        let all = position.legal();
        let with_quiets = node.depth > 0 || position.is_in_check();
        let candidates = all.iter().filter(|mv| with_quiets || position.is_noisy(**mv)).count();
        candidates.saturating_sub(end.tried)
    }

    /// The nodes of a selection, parents before children.
    pub fn shown(&self, selection: &Selection) -> Vec<ShownNode> {
        let collector = NodeCollector { explanation: self, selection, estimate: Estimate::of(&self.tree) };
        let mut shown = Vec::with_capacity(selection.count());
        for root in self.tree.roots() {
            if selection.has(root) {
                collector.collect(root, &self.start, &mut Vec::new(), &mut shown);
            }
        }
        shown
    }

    /// A line with numbers.
    pub fn format_line(&self, from: &S, line: &[S::Move]) -> String {
        let mut position = from.clone();
        let mut words = Vec::new();
        for (index, mv) in line.iter().enumerate() {
            if index == 0 || position.turn() == Color::White {
                words.push(position.number());
            }
            words.push(position.san(*mv));
            position = position.after(*mv);
        }
        words.join(" ")
    }

    /// By what a node ended, if it was a move or the table.
    pub fn by(&self, place: usize, position: &S) -> Option<By> {
        let node = self.tree.node(place);
        if let Some((depth, packed)) = node.table_entry {
            let mv = position.unpack(packed);
            let line = mv.map(|mv| self.format_line(position, &[mv])).unwrap_or_default();
            let (code, san) = (mv.map(|mv| position.code(mv)), mv.map(|mv| position.san(mv)));
            return Some(By { code, san, line, depth: Some(depth) });
        }
        let ended_by_move = node.end.is_some_and(|end| {
            matches!(end.reason, Reason::BetaCut | Reason::SearchedAll)
                || reason::is_cut_by_last_move(end.reason)
        });
        if !ended_by_move {
            return None;
        }
        let last = node.end.is_some_and(|end| reason::is_cut_by_last_move(end.reason));
        let child = if last { self.tree.last_child(place) } else { self.tree.best_child(place) }?;
        let Via::Move(mv) = self.tree.node(child).via else { return None };
        let mut line = vec![mv];
        line.extend(self.tree.line(child));
        Some(By {
            code: Some(position.code(mv)),
            san: Some(position.san(mv)),
            line: self.format_line(position, &line),
            depth: None,
        })
    }
}

/// Tells one selection.
struct NodeCollector<'a, S: Subject> {
    explanation: &'a Explanation<S>,
    selection: &'a Selection,
    estimate: Estimate,
}

impl<S: Subject> NodeCollector<'_, S> {
    /// Tells the node at `place`, to which the last move of `path` led from `before`, and what is shown below it.
    fn collect(&self, place: usize, before: &S, path: &mut Vec<String>, shown: &mut Vec<ShownNode>) {
        let Explanation { tree, .. } = self.explanation;
        let node = tree.node(place);
        let (position, code, san) = match node.via {
            Via::Move(mv) => (before.after(mv), Some(before.code(mv)), Some(before.san(mv))),
            Via::Pass => (before.after_pass(), Some("0000".to_owned()), Some("--".to_owned())),
            Via::Root | Via::Again => (before.clone(), None, None),
        };
        let length = path.len();
        path.extend(code.clone());
        let left_out = self.explanation.left_out(place, &position);
        let mut shown_node = ShownNode {
            place,
            path: path.clone(),
            label: label(node, before, san.as_deref()),
            code,
            san,
            by: self.explanation.by(place, &position),
            sentence: String::new(),
            left_out,
            saved: self.estimate.saved(node, left_out),
            rest: self.selection.rest(tree, place),
            position: position.text(),
            squares: position.squares(),
            turn: position.turn(),
        };
        shown_node.sentence = sentence::of(node, &shown_node);
        shown.push(shown_node);
        for child in tree.children(place).filter(|child| self.selection.has(*child)) {
            self.collect(child, &position, path, shown);
        }
        path.truncate(length);
    }
}

fn label<M, S: Subject>(node: &Node<M>, before: &S, san: Option<&str>) -> String {
    let again = if node.attempt > 1 { format!(" (search {})", node.attempt) } else { String::new() };
    match (&node.via, san) {
        (Via::Root, _) => format!("depth {}{again}", node.iteration),
        (Via::Pass, _) => format!("{} pass", before.number()),
        (_, Some(san)) => format!("{} {san}{again}", before.number()),
        (_, None) => "the same position again".to_owned(),
    }
}
