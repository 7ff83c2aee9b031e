//! Proof numbers, and where they are remembered.

/// A number that no proof reaches: of the proof of what is disproved, and the other way round.
pub const INFINITE: u32 = 1 << 30;

/// How many positions are still to be proved, and how many to be disproved, on the cheapest way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// To prove the mate; 0 if it is proved.
    pub proof: u32,
    /// To prove that there is none; 0 if there is none.
    pub disproof: u32,
    /// Plies to the mate, if it is proved.
    pub plies: u16,
}

impl ProofNumbers {
    /// Mate stands on the board.
    pub(crate) const MATE: Self = Self { proof: 0, disproof: INFINITE, plies: 0 };
    /// Both numbers beyond what any search reaches: no bound, and worse than any child.
    pub(crate) const UNREACHED: Self = Self { proof: INFINITE, disproof: INFINITE, plies: 0 };
    /// There is no mate.
    pub const NONE: Self = Self { proof: INFINITE, disproof: 0, plies: 0 };

    /// Of a position not looked into yet, when its proof is thought to cost so much: nothing is a mate.
    pub(crate) const fn guess(cost: u32) -> Self {
        if cost == 0 { Self::MATE } else { Self { proof: cost, disproof: 1, plies: 0 } }
    }

    /// Whether the mate is proved.
    pub(crate) const fn is_proved(self) -> bool {
        self.proof == 0
    }

    /// Whether nothing is left to be found out.
    pub(crate) const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The number of which the side to move needs only one good child, and the other. The attacker wants a proof, the defender
    /// a disproof.
    pub(crate) const fn min_and_sum(self, is_attacker: bool) -> (u32, u32) {
        if is_attacker { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }
}

/// The key of a position with so many plies left: what is no mate in five may be one in seven.
pub const fn key(position: u64, plies: i32) -> u64 {
    position ^ (plies as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    proof: ProofNumbers,
}

/// The table is filled before it is used, which takes a fiftieth of a second for so many megabytes.
const MAX_MEGABYTES: usize = 64;
/// Slots that a key may lie in.
const BUCKET_SLOTS: usize = 4;

/// A table of proof numbers of bounded size.
#[derive(Debug)]
pub struct ProofTable(Vec<Slot>);

impl ProofTable {
    /// An empty table of at most so many megabytes, and no more than 64; where there is no memory, a tiny one.
    pub fn new(megabytes: usize) -> Self {
        let slots = (megabytes.clamp(1, MAX_MEGABYTES) << 20) / size_of::<Slot>();
        let mut table = Vec::new();
        let slots = if table.try_reserve_exact(slots).is_ok() { slots } else { BUCKET_SLOTS };
        table.resize(slots, Slot { key: 0, proof: ProofNumbers::NONE });
        Self(table)
    }

    fn bucket_start(&self, key: u64) -> usize {
        // The upper half of the product spreads keys over any number of slots.
        ((u128::from(key) * (self.0.len() - BUCKET_SLOTS + 1) as u128) >> 64) as usize
    }

    /// What is remembered under a key.
    pub fn get(&self, key: u64) -> Option<ProofNumbers> {
        let bucket_start = self.bucket_start(key);
        self.0[bucket_start..bucket_start + BUCKET_SLOTS]
            .iter()
            .find(|slot| slot.key == key)
            .map(|slot| slot.proof)
    }

    /// Remembers numbers in place of those of the same key, else of the position nearest to nothing: what took little to find out is
    /// found out again, while a proof is needed to the end.
    pub fn store(&mut self, key: u64, proof: ProofNumbers) {
        let bucket_start = self.bucket_start(key);
        let bucket = &mut self.0[bucket_start..bucket_start + BUCKET_SLOTS];
        let priority = |slot: &Slot| match slot.proof {
            _ if slot.key == 0 => 0,
            ProofNumbers { proof: 0, .. } => u32::MAX,
            ProofNumbers { disproof: 0, .. } => INFINITE,
            ProofNumbers { proof, disproof, .. } => proof.saturating_add(disproof),
        };
        let slot = match bucket.iter().position(|slot| slot.key == key) {
            Some(index) => &mut bucket[index],
            None => bucket.iter_mut().min_by_key(|slot| priority(slot)).expect("four slots"),
        };
        *slot = Slot { key, proof };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_are_kept_when_room_is_short() {
        let mut proofs = ProofTable::new(1);
        let proved = ProofNumbers { proof: 0, disproof: INFINITE, plies: 7 };
        let kept = key(1, 3);
        proofs.store(kept, proved);
        for number in 2..200_000_u64 {
            proofs.store(key(number << 40, 3), ProofNumbers { proof: 1, disproof: 1, plies: 0 });
        }
        assert_eq!(proofs.get(kept), Some(proved));
        assert_ne!(key(1, 3), key(1, 5));
    }
}
