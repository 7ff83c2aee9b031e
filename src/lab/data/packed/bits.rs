//! Reads and writes numbers of up to 32 bits in a row of bytes, least significant bit first.

/// Packs numbers of any width in bits into a row of bytes.
#[derive(Debug, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    waiting: u64,
    filled: u32,
}

impl BitWriter {
    /// Appends the lowest `width` bits of `value`; `width` is at most 32.
    pub fn push(&mut self, value: u32, width: u32) {
        debug_assert!(width <= 32 && u64::from(value) < 1 << width, "{value} does not fit in {width} bits");
        self.waiting |= u64::from(value) << self.filled;
        self.filled += width;
        while self.filled >= 8 {
            self.bytes.push(self.waiting as u8);
            self.waiting >>= 8;
            self.filled -= 8;
        }
    }

    /// Returns the packed bytes; unused bits of the last byte are zero.
    pub fn finish(mut self) -> Vec<u8> {
        if self.filled > 0 {
            self.bytes.push(self.waiting as u8);
        }
        self.bytes
    }
}

/// Reads the numbers that a [`BitWriter`] packed into bytes. Every read returns `None` if too few bits are
/// left.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    waiting: u64,
    filled: u32,
}

impl<'a> BitReader<'a> {
    /// Creates a reader at the first bit of `bytes`.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, waiting: 0, filled: 0 }
    }

    /// Reads the next `width` bits; `width` is at most 32.
    pub fn read(&mut self, width: u32) -> Option<u32> {
        self.refill();
        if self.filled < width {
            return None;
        }
        let value = self.waiting & ((1 << width) - 1);
        self.drop_bits(width);
        Some(value as u32)
    }

    /// Reads consecutive one bits and returns their number, at most `most` (32 or fewer). If there are fewer
    /// than `most`, the zero bit after them is also consumed.
    pub fn ones(&mut self, most: u32) -> Option<u32> {
        self.refill();
        let ones = self.waiting.trailing_ones().min(most);
        let taken = ones + u32::from(ones < most);
        if self.filled < taken {
            return None;
        }
        self.drop_bits(taken);
        Some(ones)
    }

    /// Skips the remaining bits of the current byte.
    pub const fn align(&mut self) {
        self.drop_bits(self.filled % 8);
    }

    /// Returns true if no bits are left.
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.filled == 0
    }

    fn refill(&mut self) {
        while self.filled <= 56
            && let Some((first, rest)) = self.bytes.split_first()
        {
            self.waiting |= u64::from(*first) << self.filled;
            self.filled += 8;
            self.bytes = rest;
        }
    }

    const fn drop_bits(&mut self, count: u32) {
        self.waiting >>= count;
        self.filled -= count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back_as_written_until_the_end() {
        let numbers: Vec<(u32, u32)> = (0..=32)
            .chain((0..=32).rev())
            .map(|width| ((0x9e37_79b9_u64 & ((1 << width) - 1)) as u32, width))
            .collect();
        let mut writer = BitWriter::default();
        for (value, width) in &numbers {
            writer.push(*value, *width);
        }
        let bytes = writer.finish();
        let mut reader = BitReader::new(&bytes);
        for (value, width) in &numbers {
            assert_eq!(reader.read(*width), Some(*value));
        }
        reader.align();
        assert!(reader.is_empty());
        assert_eq!((reader.read(1), reader.ones(3), reader.read(0)), (None, None, Some(0)));
    }

    #[test]
    fn runs_of_ones_end_at_a_zero_or_at_the_maximum() {
        let mut reader = BitReader::new(&[0b1110_0111, 0b1111_1111]);
        assert_eq!([3, 3, 3].map(|most| reader.ones(most)), [Some(3), Some(0), Some(0)].map(|ones| ones));
        assert_eq!((reader.ones(4), reader.ones(4)), (Some(4), Some(4)));
        assert_eq!(reader.ones(4), None, "three ones without a final zero");
    }
}
