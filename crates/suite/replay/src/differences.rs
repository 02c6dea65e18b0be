//! What an implementation left in memory beside what the captured launch left.

/// As what memory is read where results need not be equal bit by bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    F16,
    Bf16,
    F32,
    F64,
}

impl Number {
    fn bytes(self) -> usize {
        match self {
            Self::F16 | Self::Bf16 => 2,
            Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    /// Whether a number is smaller than the formats write with all their digits. Halves that are so
    /// small occur in real data.
    fn is_tiny(self, value: f64) -> bool {
        let least = match self {
            Self::F16 => 0.0,
            Self::Bf16 | Self::F32 => f64::from(f32::MIN_POSITIVE),
            Self::F64 => f64::MIN_POSITIVE,
        };
        value != 0.0 && value.abs() < least
    }

    fn value(self, bytes: &[u8]) -> f64 {
        match (self, bytes) {
            (Self::F16, [a, b]) => half(u16::from_le_bytes([*a, *b])),
            (Self::Bf16, [a, b]) => f64::from(f32::from_le_bytes([0, 0, *a, *b])),
            (Self::F32, [a, b, c, d]) => f64::from(f32::from_le_bytes([*a, *b, *c, *d])),
            (Self::F64, [a, b, c, d, e, f, g, h]) => {
                f64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h])
            }
            _ => f64::NAN,
        }
    }
}

fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f64::from(bits & 0x3ff));
    let size = match exponent {
        0 => fraction * 2_f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        exponent => (1.0 + fraction / 1024.0) * 2_f64.powi(exponent - 15),
    };
    if bits >> 15 == 1 { -size } else { size }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accepted {
    /// Memory is compared as such numbers.
    pub number: Number,
    /// The largest difference, as a part of the larger of the two; 0 for equal bits.
    pub relative: f64,
    /// A difference up to this is accepted whatever the numbers are.
    pub absolute: f64,
}

/// A number that is not as it was captured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Which allocation, in the order of the capture; one more than the last for variables.
    pub allocation: usize,
    pub offset: usize,
    pub wanted: f64,
    pub got: f64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// Numbers whose bits are others.
    pub different: u64,
    /// Those beyond what is accepted.
    pub wrong: u64,
    pub compared: u64,
    /// The first that is wrong.
    pub first: Option<Difference>,
    /// The largest difference between numbers, as a part of the larger of the two.
    pub largest: f64,
}

impl Found {
    pub fn is_right(&self) -> bool {
        self.wrong == 0
    }
}

pub(crate) struct Comparison<'a> {
    accepted: &'a Accepted,
    found: Found,
}

impl<'a> Comparison<'a> {
    pub(crate) fn new(accepted: &'a Accepted) -> Self {
        Self { accepted, found: Found::default() }
    }

    /// Compares a piece that begins at a multiple of 8 bytes.
    pub(crate) fn add(&mut self, allocation: usize, from: usize, wanted: &[u8], got: &[u8]) {
        let number = self.accepted.number;
        let step = number.bytes();
        self.found.compared += wanted.len().div_ceil(step) as u64;
        if wanted == got {
            return;
        }
        for (place, (wanted, got)) in wanted.chunks(step).zip(got.chunks(step)).enumerate() {
            if wanted == got {
                continue;
            }
            self.found.different += 1;
            // What is left of an allocation may be less than a number.
            let is_part = wanted.len() < step;
            let (wanted, got) = (number.value(wanted), number.value(got));
            let size = (wanted - got).abs();
            let relative = size / wanted.abs().max(got.abs());
            // Integers and addresses look like tiny numbers: an absolute tolerance is not for them.
            let are_sizes = !number.is_tiny(wanted) && !number.is_tiny(got);
            let is_close =
                size <= self.accepted.absolute && are_sizes || relative <= self.accepted.relative;
            let are_both_nan = wanted.is_nan() && got.is_nan() && !is_part;
            // Comparisons with what is not a number are false.
            let is_exact = self.accepted.relative == 0.0 && self.accepted.absolute == 0.0;
            if relative > self.found.largest {
                self.found.largest = relative;
            }
            if is_exact || !(is_close || are_both_nan) {
                self.found.wrong += 1;
                let offset = from + place * step;
                self.found.first.get_or_insert(Difference { allocation, offset, wanted, got });
            }
        }
    }

    pub(crate) fn found(self) -> Found {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(accepted: Accepted, wanted: &[f32], got: &[f32]) -> Found {
        let bytes = |values: &[f32]| -> Vec<u8> {
            values.iter().flat_map(|value| value.to_le_bytes()).collect()
        };
        let mut comparison = Comparison::new(&accepted);
        comparison.add(1, 64, &bytes(wanted), &bytes(got));
        comparison.found()
    }

    const EXACT: Accepted = Accepted { number: Number::F32, relative: 0.0, absolute: 0.0 };

    #[test]
    fn without_a_tolerance_every_bit_counts() {
        let found = compare(EXACT, &[1.0, 2.0, 0.0], &[1.0, 2.0, -0.0]);
        assert_eq!((found.different, found.wrong, found.compared), (1, 1, 3));
        assert_eq!(found.first.map(|first| (first.allocation, first.offset)), Some((1, 72)));
        let same = compare(EXACT, &[f32::NAN, 2.0], &[f32::NAN, 2.0]);
        assert!(same.is_right());
    }

    #[test]
    fn a_tolerance_is_relative_or_absolute() {
        let relative = Accepted { relative: 1e-3, ..EXACT };
        let found = compare(relative, &[1000.0, 1.0, 1e-9], &[1000.9, 1.002, 0.0]);
        assert_eq!((found.different, found.wrong), (3, 2));
        assert_eq!(found.first.map(|first| first.wanted), Some(1.0));
        let absolute = Accepted { absolute: 1e-6, ..relative };
        assert_eq!(compare(absolute, &[1e-9, 5.0], &[0.0, f32::NAN]).wrong, 1);
        assert_eq!(compare(absolute, &[f32::INFINITY], &[1.0]).wrong, 1);
        let found = compare(relative, &[100.0], &[110.0]);
        assert!((found.largest - 10.0 / 110.0).abs() < 1e-6, "{}", found.largest);
    }

    #[test]
    fn integers_and_parts_of_numbers_are_compared_by_their_bits() {
        let absolute = Accepted { number: Number::F32, relative: 0.0, absolute: 1e-6 };
        let index = |n: u32| f32::from_bits(n);
        assert_eq!(compare(absolute, &[index(7)], &[index(8)]).wrong, 1);
        let mut comparison = Comparison::new(&absolute);
        comparison.add(0, 0, &[0, 0, 0, 0, 1, 2], &[0, 0, 0, 0, 1, 3]);
        assert_eq!(comparison.found().wrong, 1);
    }

    #[test]
    fn small_formats_are_read() {
        let halves = [0x3c00_u16, 0xc000, 0x0001, 0x7c00, 0x3555];
        let values: Vec<f64> =
            halves.iter().map(|bits| Number::F16.value(&bits.to_le_bytes())).collect();
        assert_eq!(values[..4], [1.0, -2.0, 2_f64.powi(-24), f64::INFINITY]);
        assert!((values[4] - 1.0 / 3.0).abs() < 1e-3);
        assert_eq!(Number::Bf16.value(&[0x80, 0x3f]), 1.0);
        assert_eq!(Number::F64.value(&2.5_f64.to_le_bytes()), 2.5);
    }
}
