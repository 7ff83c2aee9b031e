//! Tapered scores: a middlegame and an endgame value packed into one integer, so that one addition adds both.

use std::{
    fmt,
    ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign},
};

/// A middlegame and an endgame value, in internal centipawns.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Tapered(i64);

impl Tapered {
    /// Zero for middlegame and endgame.
    pub const ZERO: Self = Self(0);

    /// Creates a score from its middlegame and endgame value.
    pub const fn new(middlegame: i32, endgame: i32) -> Self {
        Self(((endgame as i64) << 32) + middlegame as i64)
    }

    /// Returns the middlegame value.
    pub(crate) const fn middlegame(self) -> i32 {
        self.0 as i32
    }

    /// Returns the endgame value.
    pub const fn endgame(self) -> i32 {
        // A negative middlegame value borrows 1 from the upper half; adding 2^31 before the shift restores
        // it.
        ((self.0 + (1 << 31)) >> 32) as i32
    }

    /// Adds two scores in a constant expression.
    #[must_use]
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Add for Tapered {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Tapered {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Neg for Tapered {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;
    #[inline]
    fn mul(self, times: i32) -> Self {
        Self(self.0 * i64::from(times))
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_values_do_not_affect_each_other() {
        let values = [-30_000, -1, 0, 1, 7, 30_000];
        for middlegame in values {
            for endgame in values {
                let value = Tapered::new(middlegame, endgame);
                let sum = value * 3 - Tapered::new(-5, 9);
                assert_eq!((value.middlegame(), value.endgame()), (middlegame, endgame));
                assert_eq!((sum.middlegame(), sum.endgame()), (3 * middlegame + 5, 3 * endgame - 9));
                assert_eq!(-(-value), value);
            }
        }
    }
}
