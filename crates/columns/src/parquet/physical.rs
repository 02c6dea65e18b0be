//! The types that values have in the file, in the encoding PLAIN
//! (`Encodings.md` in apache/parquet-format).

use std::hash::Hash;

/// The smallest and the largest value of a column, as statistics hold them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) min: [u8; 8],
    pub(super) max: [u8; 8],
}

/// A type of whole bytes; only `bool` has none.
pub(super) trait Physical: Copy {
    /// Equal for values that are the same bytes.
    type Key: Copy + Eq + Hash;

    /// What a dictionary may take. Looking values up in one is what writing takes
    /// most time for, and for numbers a large one saves little.
    const DICTIONARY_BYTES: usize;

    fn key(self) -> Self::Key;

    /// Bytes that [`Self::plain`] appends.
    fn plain_len(self) -> usize;

    fn plain(self, out: &mut Vec<u8>);

    /// `None` when there is no value, or when statistics are not kept.
    fn bounds(values: &[Self]) -> Option<Bounds>;
}

impl Physical for i64 {
    type Key = Self;

    const DICTIONARY_BYTES: usize = 1 << 14;

    fn key(self) -> Self {
        self
    }

    fn plain_len(self) -> usize {
        size_of::<Self>()
    }

    fn plain(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_le_bytes());
    }

    fn bounds(values: &[Self]) -> Option<Bounds> {
        let (min, max) = (values.iter().min()?, values.iter().max()?);
        Some(Bounds { min: min.to_le_bytes(), max: max.to_le_bytes() })
    }
}

impl Physical for f64 {
    type Key = u64;

    const DICTIONARY_BYTES: usize = 1 << 14;

    fn key(self) -> u64 {
        self.to_bits()
    }

    fn plain_len(self) -> usize {
        size_of::<Self>()
    }

    fn plain(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_le_bytes());
    }

    /// A zero is negative as the smallest value and positive as the largest: so
    /// `parquet.thrift` wants it (`TypeDefinedOrder`), where the two compare equal.
    fn bounds(values: &[Self]) -> Option<Bounds> {
        let min = values.iter().copied().reduce(Self::min)?;
        let max = values.iter().copied().reduce(Self::max)?;
        let min = if min == 0.0 { -0.0 } else { min };
        let max = if max == 0.0 { 0.0 } else { max };
        Some(Bounds { min: min.to_le_bytes(), max: max.to_le_bytes() })
    }
}

impl Physical for &str {
    type Key = Self;

    const DICTIONARY_BYTES: usize = 1 << 20;

    fn key(self) -> Self {
        self
    }

    fn plain_len(self) -> usize {
        size_of::<u32>() + self.len()
    }

    /// The length is cut off above 4 GiB, but no page holds such a text.
    fn plain(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&(self.len() as u32).to_le_bytes());
        out.extend_from_slice(self.as_bytes());
    }

    fn bounds(_: &[Self]) -> Option<Bounds> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(values: &[f64]) -> Option<(u64, u64)> {
        let bits = |bytes| f64::from_le_bytes(bytes).to_bits();
        f64::bounds(values).map(|bounds| (bits(bounds.min), bits(bounds.max)))
    }

    #[test]
    fn a_zero_that_is_a_bound_has_the_sign_that_leaves_no_zero_out() {
        let signed = |min: f64, max: f64| Some((min.to_bits(), max.to_bits()));
        assert_eq!(floats(&[0.0, 1.0]), signed(-0.0, 1.0));
        assert_eq!(floats(&[-1.0, -0.0]), signed(-1.0, 0.0));
        assert_eq!(floats(&[]), None);
    }

    #[test]
    fn a_text_is_its_length_and_its_bytes() {
        let mut out = Vec::new();
        "µs".plain(&mut out);
        assert_eq!(out, [3, 0, 0, 0, 0xc2, 0xb5, b's']);
        assert_eq!("µs".plain_len(), out.len());
    }
}
