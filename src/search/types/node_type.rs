//! What a node is expected to be, known when the program is compiled.
//!
//! Knuth and Moore (1975) found three types in the least tree that proves a value: nodes whose value is exact, nodes
//! that one reply ends, nodes all of whose moves fail. In a good order most nodes are what they are expected to be, and
//! the selective layers of [the node](crate::search::negamax) listen to that.

/// The three kinds of nodes of an alpha-beta tree (Knuth and Moore's types 1, 2 and 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Its value is exact: it lies on the principal variation, or was expected to.
    Pv,
    /// One good reply ends it.
    Cut,
    /// Every move must be refuted.
    All,
}

/// What kind of node is expected. It hangs on the way from the root alone, not on the window: the first child of a node of
/// the principal variation lies on it, its other children should be cut, and below those cut and all take turns.
pub trait NodeType {
    /// The kind as it is told to those who look on.
    const KIND: Kind;
    /// Whether this is the root.
    const ROOT: bool = false;
    /// Whether the principal variation is expected to pass here.
    const PV: bool = false;
    /// The type of the first child.
    type First: NodeType;
    /// The type of every other child.
    type Later: NodeType;
    /// The type of the same node when only a question is asked of it, with a window without room.
    type Again: NodeType;
}

/// The position to find a move for.
pub struct Root;
/// A node of the principal variation.
pub struct Pv;
/// A node that one reply should end.
pub struct Cut;
/// A node all of whose moves should fail.
pub struct All;

impl NodeType for Root {
    const KIND: Kind = Kind::Pv;
    const ROOT: bool = true;
    const PV: bool = true;
    type First = Pv;
    type Later = Cut;
    type Again = All;
}

impl NodeType for Pv {
    const KIND: Kind = Kind::Pv;
    const PV: bool = true;
    type First = Self;
    type Later = Cut;
    type Again = All;
}

impl NodeType for Cut {
    const KIND: Kind = Kind::Cut;
    type First = All;
    type Later = All;
    type Again = Self;
}

impl NodeType for All {
    const KIND: Kind = Kind::All;
    type First = Cut;
    type Later = Cut;
    type Again = Self;
}
