//! Proof and disproof numbers of the mate search, and the hash table that stores them.

/// Infinite proof or disproof number: the proof number of a disproved node, and the disproof number of a
/// proved node.
pub const INFINITE: u32 = 1 << 30;

/// Proof number and disproof number of a mate search node: estimates of the minimum number of open leaves
/// that must be proved to prove the mate, or disproved to show that there is no mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// Proof number: estimated minimum number of open leaves that must be proved to prove the mate; 0 if the
    /// mate is proved.
    pub proof: u32,
    /// Disproof number: estimated minimum number of open leaves that must be disproved to show that there is
    /// no mate; 0 if there is no mate within the plies left.
    pub disproof: u32,
    /// Number of plies from the node to checkmate; meaningful only if the mate is proved.
    pub plies: u16,
}

impl ProofNumbers {
    /// Proof numbers of a node in which the defender is checkmated.
    pub(crate) const MATE: Self = Self { proof: 0, disproof: INFINITE, plies: 0 };
    /// Infinite proof number and infinite disproof number, used as a bound that never stops a search, and as
    /// a child worse than any other child.
    pub(crate) const UNREACHED: Self = Self { proof: INFINITE, disproof: INFINITE, plies: 0 };
    /// Proof numbers of a disproved node: there is no mate within the remaining plies.
    pub const NONE: Self = Self { proof: INFINITE, disproof: 0, plies: 0 };

    /// Returns the initial proof numbers of a node that was not searched yet: proof number `cost` and
    /// disproof number 1. A cost of 0 means checkmate: the defender is in check and has no reply.
    pub(crate) const fn estimate(cost: u32) -> Self {
        if cost == 0 { Self::MATE } else { Self { proof: cost, disproof: 1, plies: 0 } }
    }

    /// Whether the mate is proved.
    pub(crate) const fn is_proved(self) -> bool {
        self.proof == 0
    }

    /// Whether the node is proved or disproved.
    pub(crate) const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Returns the proof number and the disproof number in the order "minimum over the children, sum over the
    /// children".
    ///
    /// For a node of the attacker the order is proof number, disproof number, because one winning move proves
    /// the mate. For a node of the defender the order is disproof number, proof number, because one escape
    /// disproves the mate.
    pub(crate) const fn min_and_sum(self, is_attacker: bool) -> (u32, u32) {
        if is_attacker { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }
}

/// Returns the proof table key of a position with key `position` and `plies` plies left. The number of plies
/// left is part of the table key, because a position without a mate in five plies can have a mate in seven
/// plies.
pub const fn key(position: u64, plies: i32) -> u64 {
    position ^ (plies as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[derive(Clone, Copy, Debug)]
struct ProofSlot {
    key: u64,
    proof: ProofNumbers,
}

/// Maximum size of the proof table, in MiB. A larger table takes longer to initialise.
const MAX_MEGABYTES: usize = 64;
/// Number of consecutive slots of the proof table that can hold the entry of a key.
const BUCKET_SLOTS: usize = 4;

/// Proof table: a hash table of proof numbers by position and plies left, with a fixed size.
#[derive(Debug)]
pub struct ProofTable(Vec<ProofSlot>);

impl ProofTable {
    /// Creates an empty proof table of `megabytes` MiB, but at least 1 MiB and at most 64 MiB. If the memory
    /// cannot be allocated, the proof table has only four slots.
    pub fn new(megabytes: usize) -> Self {
        let slots = (megabytes.clamp(1, MAX_MEGABYTES) << 20) / size_of::<ProofSlot>();
        let mut table = Vec::new();
        let slots = if table.try_reserve_exact(slots).is_ok() { slots } else { BUCKET_SLOTS };
        table.resize(slots, ProofSlot { key: 0, proof: ProofNumbers::NONE });
        Self(table)
    }

    fn bucket_start(&self, key: u64) -> usize {
        // The upper 64 bits of the product map the key uniformly to the slots, however many there are.
        ((u128::from(key) * (self.0.len() - BUCKET_SLOTS + 1) as u128) >> 64) as usize
    }

    /// Returns the proof numbers stored for `key`; `None` if the proof table has no entry for `key`.
    pub fn get(&self, key: u64) -> Option<ProofNumbers> {
        let bucket_start = self.bucket_start(key);
        self.0[bucket_start..bucket_start + BUCKET_SLOTS]
            .iter()
            .find(|slot| slot.key == key)
            .map(|slot| slot.proof)
    }

    /// Stores proof numbers. New proof numbers replace the entry of the same key. If the key has no entry,
    /// the new proof numbers take an empty slot or replace the entry with the smallest sum of proof and
    /// disproof number.
    ///
    /// Small proof and disproof numbers took little work and are quickly computed again. Proved nodes are
    /// replaced last, because the mating line is read from the proof table at the end of the mate search.
    pub fn store(&mut self, key: u64, proof: ProofNumbers) {
        let bucket_start = self.bucket_start(key);
        let bucket = &mut self.0[bucket_start..bucket_start + BUCKET_SLOTS];
        let priority = |slot: &ProofSlot| match slot.proof {
            _ if slot.key == 0 => 0,
            ProofNumbers { proof: 0, .. } => u32::MAX,
            ProofNumbers { disproof: 0, .. } => INFINITE,
            ProofNumbers { proof, disproof, .. } => proof.saturating_add(disproof),
        };
        let slot = match bucket.iter().position(|slot| slot.key == key) {
            Some(index) => &mut bucket[index],
            None => bucket.iter_mut().min_by_key(|slot| priority(slot)).expect("four slots"),
        };
        *slot = ProofSlot { key, proof };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proved_entries_are_kept_when_the_table_is_full() {
        let mut proofs = ProofTable::new(1);
        let proved = ProofNumbers { proof: 0, disproof: INFINITE, plies: 7 };
        let proved_key = key(1, 3);
        proofs.store(proved_key, proved);
        for number in 2..200_000_u64 {
            proofs.store(key(number << 40, 3), ProofNumbers { proof: 1, disproof: 1, plies: 0 });
        }
        assert_eq!(proofs.get(proved_key), Some(proved));
        assert_ne!(key(1, 3), key(1, 5));
    }
}
