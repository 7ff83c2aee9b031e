//! The terms of the evaluator `classical`, which can be switched off one at a time.
//!
//! Elo of each term: [measurements](crate::search::experiments#terms-of-classical).

use std::{fmt, str::FromStr};

/// Declares the terms: variant, name, description in one line.
macro_rules! terms {
    ($($variant:ident $name:literal $idea:literal;)*) => {
        /// A part of the evaluation that can be switched off.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Term {
            $(#[doc = $idea] $variant,)*
        }

        impl Term {
            /// All terms of `classical`, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the name of the evaluation term on the command line and in UCI, such as `mobility`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Returns the description in one line.
            pub(crate) const fn idea(self) -> &'static str {
                match self { $(Self::$variant => $idea,)* }
            }
        }
    };
}

terms! {
    Material "material" "Value of each piece and pawn, independent of its square.";
    Squares "squares" "Piece-square tables, mirrored to the wing of the own king.";
    Mobility "mobility" "Number of useful squares that a piece attacks.";
    Attacks "attacks" "Squares attacked by one side only, and threats against pieces and pawns.";
    Check "check" "A check given by the last move, and squares from which a safe check is possible.";
    Endgame "endgame" "Bishop pair, value of pieces by number of pawns, elementary checkmates, drawish material.";
    Pawns "pawns" "Isolated, doubled, backward, and connected pawns, and bonuses of pieces for the pawns around them.";
    Passed "passed" "Passed pawns: rank, distance of the kings, blocking piece, rooks behind the pawn.";
    King "king" "King safety: pawn shelter, pawn storm, and attacks on the squares around the king.";
    Tempo "tempo" "Bonus for the side to move.";
}

impl Term {
    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Terms(u16);

impl Terms {
    /// No terms: every position has the evaluation 0.
    pub const NONE: Self = Self(0);
    /// The set of all terms.
    pub const ALL: Self = Self((1 << Term::ALL.len()) - 1);

    /// Returns the set with `term` added.
    #[must_use]
    pub const fn with(self, term: Term) -> Self {
        Self(self.0 | term.bit())
    }

    /// Returns the set with `term` removed.
    #[must_use]
    pub const fn without(self, term: Term) -> Self {
        Self(self.0 & !term.bit())
    }

    /// Returns whether the set contains `term`.
    #[inline]
    pub const fn has(self, term: Term) -> bool {
        self.0 & term.bit() != 0
    }

    /// Returns whether the sets have a common term.
    pub(crate) const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the set as a bit mask; different sets have different masks.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Iterates over the terms of the set, in the order of [`Term::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Term> {
        Term::ALL.iter().copied().filter(move |term| self.has(*term))
    }
}

impl Default for Terms {
    fn default() -> Self {
        Self::ALL
    }
}

/// Writes the set in a form that can be parsed: `all`, `none`, or the names joined by `+`.
impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::ALL => f.write_str("all"),
            Self::NONE => f.write_str("none"),
            some => f.write_str(&some.iter().map(Term::name).collect::<Vec<_>>().join("+")),
        }
    }
}

impl fmt::Debug for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Parses names separated by commas or `+`. A name after `-` is removed, as in `all-king`. Upper and lower
/// case are equivalent.
impl FromStr for Terms {
    type Err = UnknownTerm;

    fn from_str(text: &str) -> Result<Self, UnknownTerm> {
        let mut terms = Self::NONE;
        let mut rest = text;
        let mut adds = true;
        loop {
            let end = rest.find([',', '+', '-']).unwrap_or(rest.len());
            let named = named(rest[..end].trim())?;
            terms = Self(if adds { terms.0 | named.0 } else { terms.0 & !named.0 });
            let Some(separator) = rest[end..].chars().next() else { return Ok(terms) };
            adds = separator != '-';
            rest = &rest[end + 1..];
        }
    }
}

/// Returns the set for one name, `all`, or `none`.
fn named(word: &str) -> Result<Terms, UnknownTerm> {
    if word.eq_ignore_ascii_case("all") {
        return Ok(Terms::ALL);
    }
    if word.eq_ignore_ascii_case("none") {
        return Ok(Terms::NONE);
    }
    let found = Term::ALL.iter().find(|term| term.name().eq_ignore_ascii_case(word));
    found.map(|term| Terms::NONE.with(*term)).ok_or_else(|| UnknownTerm(word.to_owned()))
}

/// Error for an unknown term name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown term '{0}': write all, none, or {names}, as in all-king or material+squares", names = names())]
pub struct UnknownTerm(String);

fn names() -> String {
    Term::ALL.iter().map(|term| term.name()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_added_and_removed_from_left_to_right() {
        let some = Terms::NONE.with(Term::Material).with(Term::King);
        for text in ["material,king", "King+Material", "none+king, material", "material+tempo+king-tempo"] {
            assert_eq!(text.parse(), Ok(some), "{text}");
        }
        assert_eq!("all-king".parse(), Ok(Terms::ALL.without(Term::King)));
    }

    #[test]
    fn sets_survive_writing_and_parsing() {
        for terms in [Terms::ALL, Terms::NONE, Terms::ALL.without(Term::Pawns), Terms::NONE.with(Term::Check)]
        {
            assert_eq!(terms.to_string().parse(), Ok(terms));
        }
    }

    #[test]
    fn an_unknown_term_is_rejected_with_the_list_of_names() {
        for text in ["", "all-", "kings", "all king", ",", "é", "material-é"] {
            let error = text.parse::<Terms>().expect_err(text);
            assert!(error.to_string().contains("mobility"), "{error}");
        }
    }
}
