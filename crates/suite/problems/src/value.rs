//! Element types as the suite computes with them. Pure.

use std::cmp::Ordering;
use std::fmt::{Debug, Display};
use std::num::Wrapping;
use std::ops::{Add, Mul, Sub};

use bytemuck::Pod;

use crate::Element;

/// An element type: how to make values from random bits, and the arithmetic of the
/// reference. Integers wrap. Floats are computed in f64: sums of multiples of 2^-8 are
/// exact up to 2^45, and a product has a relative error of 2^-53, where `f64` results are
/// allowed 2^-40.
pub trait Value: Pod + PartialOrd + Default + Debug + Display + Send + Sync {
    const ELEMENT: Element;
    /// Whether results may differ within a tolerance.
    const IS_FLOAT: bool;
    /// A large value that [`Value::of_bits`] makes never or hardly ever.
    const RARE: Self;
    /// A factor that changes every value but 0.
    const FACTOR: Self;
    /// The type of sums and products.
    type Wide: Copy
        + Default
        + Add<Output = Self::Wide>
        + Sub<Output = Self::Wide>
        + Mul<Output = Self::Wide>;

    /// A value from random bits, monotonic in them. `coarse` rounds floats to multiples of
    /// 2^-8.
    fn of_bits(bits: u64, coarse: bool) -> Self;
    fn of(number: i64) -> Self;
    /// `parts` / 256; integers round towards 0.
    fn parts_of_256(parts: i64) -> Self;
    fn wide(self) -> Self::Wide;
    fn narrow(wide: Self::Wide) -> Self;
    fn order(self, other: Self) -> Ordering;
    fn magnitude(self) -> Self;
    fn successor(self) -> Self;
    fn as_f64(self) -> f64;
    /// The nearest value.
    fn of_f64(number: f64) -> Self;
    /// Rounded towards 0.
    fn as_i64(self) -> i64;
    /// The bits, for fingerprints.
    fn raw(self) -> u64;
}

macro_rules! integer {
    ($type:ty, $element:ident, $flip:expr) => {
        impl Value for $type {
            const ELEMENT: Element = Element::$element;
            const IS_FLOAT: bool = false;
            const RARE: Self = <$type>::MAX;
            const FACTOR: Self = 3;
            type Wide = Wrapping<$type>;

            fn of_bits(bits: u64, _coarse: bool) -> Self {
                // The top bits, with the sign bit flipped to keep the order.
                ((bits >> (64 - <$type>::BITS)) as $type) ^ $flip
            }
            fn of(number: i64) -> Self {
                number as $type
            }
            fn parts_of_256(parts: i64) -> Self {
                (parts / 256) as $type
            }
            fn wide(self) -> Self::Wide {
                Wrapping(self)
            }
            fn narrow(wide: Self::Wide) -> Self {
                wide.0
            }
            fn order(self, other: Self) -> Ordering {
                self.cmp(&other)
            }
            fn magnitude(self) -> Self {
                self
            }
            fn successor(self) -> Self {
                self.saturating_add(1)
            }
            fn as_f64(self) -> f64 {
                self as f64
            }
            fn of_f64(number: f64) -> Self {
                number as Self
            }
            fn as_i64(self) -> i64 {
                i64::from(self)
            }
            fn raw(self) -> u64 {
                self as u64
            }
        }
    };
}

integer!(i32, I32, i32::MIN);
integer!(u32, U32, 0);
integer!(i64, I64, i64::MIN);

macro_rules! float {
    ($type:ty, $element:ident, $bits:literal) => {
        impl Value for $type {
            const ELEMENT: Element = Element::$element;
            const IS_FLOAT: bool = true;
            const RARE: Self = 1.0;
            const FACTOR: Self = 0.75;
            type Wide = f64;

            fn of_bits(bits: u64, coarse: bool) -> Self {
                if coarse {
                    // -255/256 ... 255/256, and 0 twice: the mean is 0, so large sums stay
                    // small, and exact in most orders even in f32.
                    let step = (bits >> 55) as i64 - 256;
                    return if step == -256 { 0.0 } else { step as Self / 256.0 };
                }
                // Evenly spaced in [-1, 1), as finely as the type can near 1.
                let unit = 1.0 / (1_u64 << ($bits - 1)) as Self;
                (bits >> (64 - $bits)) as Self * unit - 1.0
            }
            fn of(number: i64) -> Self {
                number as Self
            }
            fn parts_of_256(parts: i64) -> Self {
                parts as Self / 256.0
            }
            fn wide(self) -> f64 {
                f64::from(self)
            }
            fn narrow(wide: f64) -> Self {
                wide as Self
            }
            fn order(self, other: Self) -> Ordering {
                self.total_cmp(&other)
            }
            fn magnitude(self) -> Self {
                self.abs()
            }
            fn successor(self) -> Self {
                // Adding 0 turns -0 into 0.
                self.next_up() + 0.0
            }
            fn as_f64(self) -> f64 {
                f64::from(self)
            }
            fn of_f64(number: f64) -> Self {
                number as Self
            }
            fn as_i64(self) -> i64 {
                self as i64
            }
            fn raw(self) -> u64 {
                // -0 and 0 are equal.
                u64::from((self + 0.0).to_bits())
            }
        }
    };
}

float!(f32, F32, 24);
float!(f64, F64, 53);

#[cfg(test)]
mod tests {
    use super::*;

    fn grows<T: Value>(coarse: bool) {
        let bits = |i: u64| (i << 50) | (i * 0x1234_5678);
        let values: Vec<T> = (0..1 << 14).map(|i| T::of_bits(bits(i), coarse)).collect();
        // The lowest coarse step stands for 0.
        let from = if coarse && T::IS_FLOAT { 64 } else { 0 };
        assert!(values[from..].is_sorted(), "{:?}", T::ELEMENT);
        assert!(values.first() < values.last());
    }

    #[test]
    fn values_grow_with_their_bits() {
        grows::<i32>(false);
        grows::<u32>(false);
        grows::<i64>(true);
        grows::<f32>(false);
        grows::<f64>(false);
        grows::<f32>(true);
        grows::<f64>(true);
    }

    #[test]
    fn the_ends_and_the_middle() {
        assert_eq!(i32::of_bits(0, false), i32::MIN);
        assert_eq!(i64::of_bits(u64::MAX, false), i64::MAX);
        assert_eq!(u32::of_bits(1 << 63, false), 1 << 31);
        assert_eq!(f32::of_bits(0, false), -1.0);
        assert_eq!(f32::of_bits(1 << 63, false), 0.0);
        assert_eq!(f64::of_bits(u64::MAX, false), 1.0 - f64::EPSILON);
        assert_eq!(f32::of_bits(0, true), 0.0);
        assert_eq!(f32::of_bits(u64::MAX, true), 255.0 / 256.0);
    }

    #[test]
    fn no_negative_zero_comes_about() {
        assert!(f32::of_bits(1 << 63, false).is_sign_positive());
        assert!(f64::of_bits(1 << 63, true).is_sign_positive());
        let before = f32::of_bits(1 << 63, false).next_down();
        assert!(before.successor().is_sign_positive());
    }
}
