//! Floats of 16 bits, through wider ones. A sum or product of two of them has at most 22
//! significant bits and rounds once from 32; a fused one is made odd before it is rounded.

#[inline]
pub(crate) fn f16_to_f32(bits: u32) -> f32 {
    let sign = (bits & 0x8000) << 16;
    let exponent = bits >> 10 & 0x1f;
    let fraction = bits & 0x3ff;
    let magnitude = match exponent {
        0 => return f32::from_bits((fraction as f32 * 2_f32.powi(-24)).to_bits() | sign),
        0x1f => 0x7f80_0000 | fraction << 13,
        _ => (exponent + 112) << 23 | fraction << 13,
    };
    f32::from_bits(sign | magnitude)
}

#[inline]
pub(crate) fn bf16_to_f32(bits: u32) -> f32 {
    f32::from_bits(bits << 16)
}

/// Rounds the positive number's bits at `shift`, ties to even.
fn round(bits: u64, shift: u32) -> u64 {
    let (kept, rest) = (bits >> shift, bits & ((1 << shift) - 1));
    let half = 1 << (shift - 1);
    kept + u64::from(rest > half || (rest == half && kept & 1 != 0))
}

#[inline]
pub(super) fn f16_from_f32(x: f32) -> u32 {
    f16_from_f64(f64::from(x))
}

#[inline]
pub(crate) fn f16_from_f64(x: f64) -> u32 {
    let bits = x.to_bits();
    let sign = (bits >> 48) as u32 & 0x8000;
    if x.is_nan() {
        return 0x7fff;
    }
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1023;
    let fraction = bits & ((1 << 52) - 1) | 1 << 52;
    let magnitude = if x == 0.0 || exponent < -26 {
        0
    } else if exponent > 15 {
        0x7c00
    } else if exponent >= -14 {
        // The hidden bit adds one to the exponent.
        (round(fraction, 42) + (((exponent + 14) as u64) << 10)).min(0x7c00)
    } else {
        round(fraction, (42 - 14 - exponent) as u32)
    };
    sign | magnitude as u32
}

#[inline]
pub(super) fn bf16_from_f32(x: f32) -> u32 {
    if x.is_nan() {
        return 0x7fff;
    }
    let bits = x.to_bits();
    let sign = bits >> 16 & 0x8000;
    sign | round(u64::from(bits & 0x7fff_ffff), 16) as u32
}

#[inline]
pub(crate) fn bf16_from_f64(x: f64) -> u32 {
    bf16_from_f32(odd32(x))
}

/// To 32 bits, with the last bit set if anything was lost: a later rounding to fewer bits then
/// is that of the exact number.
fn odd32(x: f64) -> f32 {
    let near = x as f32;
    let back = f64::from(near);
    if back == x || x.is_nan() || near.to_bits() & 1 != 0 {
        return near;
    }
    // The neighbour on the other side of the exact number has an odd last bit.
    let up = (x.abs() > back.abs()) == near.is_finite();
    f32::from_bits(if up { near.to_bits() + 1 } else { near.to_bits() - 1 })
}

/// `a * b + c` of numbers with at most 11 bits each, odd if inexact.
#[inline]
pub(crate) fn fused(a: f32, b: f32, c: f32) -> f64 {
    let product = f64::from(a) * f64::from(b);
    let addend = f64::from(c);
    let sum = product + addend;
    if !sum.is_finite() {
        return sum;
    }
    // What the sum has lost (Knuth).
    let part = sum - product;
    let lost = (product - (sum - part)) + (addend - part);
    if lost == 0.0 || sum.to_bits() & 1 != 0 {
        return sum;
    }
    let away = (lost > 0.0) == (sum > 0.0);
    f64::from_bits(if away { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_goes_through_32_bits_and_back() {
        for bits in 0..0x1_0000 {
            let (f16, bf16) = (f16_to_f32(bits), bf16_to_f32(bits));
            if !f16.is_nan() {
                assert_eq!(f16_from_f32(f16), bits);
            }
            if !bf16.is_nan() {
                assert_eq!(bf16_from_f32(bf16), bits);
            }
        }
    }

    #[test]
    fn numbers_between_two_halves_go_to_the_nearer_and_ties_to_the_even_one() {
        for bits in 0..0x7bff_u32 {
            let (low, high) = (f64::from(f16_to_f32(bits)), f64::from(f16_to_f32(bits + 1)));
            let middle = f64::midpoint(low, high);
            let even = bits + (bits & 1);
            assert_eq!(f16_from_f64(middle), even, "{bits:#x}");
            assert_eq!(f16_from_f64(f64::from_bits(middle.to_bits() - 1)), bits);
            assert_eq!(f16_from_f64(f64::from_bits(middle.to_bits() + 1)), bits + 1);
        }
        assert_eq!(f16_from_f64(65519.9), 0x7bff);
        assert_eq!(f16_from_f64(65520.0), 0x7c00);
    }

    #[test]
    fn a_fused_product_rounds_once() {
        // 2049/2048 squared is 1 + 2^-10 + 2^-22: with -2^-22 exactly between two halves.
        let a = f16_to_f32(f16_from_f32(1.0 + 1.0 / 1024.0));
        let c = -f16_to_f32(1);
        let rounded = f16_to_f32(f16_from_f64(fused(a, a, c)));
        let exact = f64::from(a) * f64::from(a) + f64::from(c);
        assert!((f64::from(rounded) - exact).abs() <= 2_f64.powi(-11));
        // A sum whose last bits are beyond those of 64.
        let tiny = f16_to_f32(1);
        assert_eq!(fused(32768.0, 32768.0, tiny).to_bits() & 1, 1);
    }
}
