//! Floats of 8 bits.

use propp_emulate_ptx::{Float8, LaneOp};

use crate::arithmetic::f16_from_f64;
use crate::lanes::Registers;

/// What a format has: bits of its fraction, the least exponent of a normal number, the bits of the
/// largest number.
struct Shape {
    fraction: u32,
    least: i32,
    largest: u32,
}

const NAN: u32 = 0x7f;

fn shape(format: Float8) -> Shape {
    match format {
        Float8::E4m3 => Shape { fraction: 3, least: -6, largest: 0x7e },
        Float8::E5m2 => Shape { fraction: 2, least: -14, largest: 0x7b },
    }
}

pub(super) fn to_float8(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::ToFloat8 { format, to, from } = op else { return };
    let sources = registers.sources(from);
    registers.set_narrow(*to, mask, |lane| {
        let [low, high] = sources.map(|source| rounded(*format, f32::from_bits(source[lane])));
        low | high << 8
    });
}

pub(super) fn from_float8(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::FromFloat8 { format, to, from } = op else { return };
    let [source] = registers.sources(&[*from]);
    registers.set_narrow(*to, mask, |lane| {
        let half = |shift: u32| f16_from_f64(value(*format, source[lane] >> shift & 0xff));
        half(0) | half(8) << 16
    });
}

/// The nearest number of 8 bits, ties to even; the largest for all that are beyond it.
fn rounded(format: Float8, number: f32) -> u32 {
    if number.is_nan() {
        return NAN;
    }
    let Shape { fraction, least, largest } = shape(format);
    let sign = number.to_bits() >> 24 & 0x80;
    let size = f64::from(number.abs());
    if size >= value(format, largest) {
        return sign | largest;
    }
    let exponent = ((size.to_bits() >> 52) as i32 - 1023).max(least);
    let steps = (size / 2_f64.powi(exponent - fraction.cast_signed())).round_ties_even() as u32;
    // The hidden bit of a normal number adds one to its exponent.
    let bits = ((exponent - least).cast_unsigned() << fraction) + steps;
    sign | bits.min(largest)
}

/// The number that 8 bits are.
pub(crate) fn value(format: Float8, bits: u32) -> f64 {
    let Shape { fraction, least, largest } = shape(format);
    let size = bits & 0x7f;
    let number = if size > largest {
        match (format, size) {
            (Float8::E5m2, 0x7c) => f64::INFINITY,
            (Float8::E4m3 | Float8::E5m2, _) => f64::NAN,
        }
    } else {
        let steps = size & ((1 << fraction) - 1);
        let (exponent, hidden) = match size >> fraction {
            0 => (least, 0),
            exponent => (exponent.cast_signed() - 1 + least, 1 << fraction),
        };
        f64::from(steps | hidden) * 2_f64.powi(exponent - fraction.cast_signed())
    };
    if bits & 0x80 == 0 { number } else { -number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_to_the_nearer_and_ties_to_the_even_one() {
        for format in [Float8::E4m3, Float8::E5m2] {
            let Shape { largest, .. } = shape(format);
            for bits in 0..largest {
                let (low, high) = (value(format, bits), value(format, bits + 1));
                let middle = f64::midpoint(low, high) as f32;
                assert_eq!(rounded(format, low as f32), bits, "{format:?}");
                assert_eq!(rounded(format, middle), bits + (bits & 1), "{format:?} {bits:#x}");
                assert_eq!(rounded(format, middle.next_down()), bits);
                assert_eq!(rounded(format, -middle.next_up()), 0x80 | (bits + 1));
            }
            assert_eq!(rounded(format, f32::INFINITY), largest);
            assert_eq!(rounded(format, f32::NAN), 0x7f);
        }
        assert_eq!(value(Float8::E4m3, 0x7e), 448.0);
        assert_eq!(value(Float8::E5m2, 0x7b), 57344.0);
    }
}
