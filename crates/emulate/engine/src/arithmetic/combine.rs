//! What atomics and reductions make of two values.

use propp_emulate_ptx::{Atomic, Type};

use crate::arithmetic::half::{bf16_from_f32, bf16_to_f32, f16_from_f32, f16_to_f32};

/// What an operation leaves of two values.
#[inline]
pub(crate) fn combined(atomic: Atomic, ty: Type, a: u64, b: u64) -> u64 {
    let (x, y) = (a as u32, b as u32);
    match (atomic, ty) {
        (Atomic::Exchange | Atomic::CompareSwap, _) => b,
        (Atomic::And, _) => a & b,
        (Atomic::Or, _) => a | b,
        (Atomic::Xor, _) => a ^ b,
        (Atomic::Add, Type::F32) => u64::from((f32::from_bits(x) + f32::from_bits(y)).to_bits()),
        (Atomic::Add, Type::F64) => (f64::from_bits(a) + f64::from_bits(b)).to_bits(),
        (Atomic::Add, Type::F16) => u64::from(f16_from_f32(f16_to_f32(x) + f16_to_f32(y))),
        (Atomic::Add, Type::Bf16) => u64::from(bf16_from_f32(bf16_to_f32(x) + bf16_to_f32(y))),
        (Atomic::Add, Type::F16x2) => {
            pairs(x, y, |x, y| f16_from_f32(f16_to_f32(x) + f16_to_f32(y)))
        }
        (Atomic::Add, Type::Bf16x2) => {
            pairs(x, y, |x, y| bf16_from_f32(bf16_to_f32(x) + bf16_to_f32(y)))
        }
        (Atomic::Add, _) if ty.bytes() == 8 => a.wrapping_add(b),
        (Atomic::Add, _) => u64::from(x.wrapping_add(y)),
        (Atomic::Min, Type::S64) => a.cast_signed().min(b.cast_signed()).cast_unsigned(),
        (Atomic::Max, Type::S64) => a.cast_signed().max(b.cast_signed()).cast_unsigned(),
        (Atomic::Min, Type::S32) => u64::from(x.cast_signed().min(y.cast_signed()).cast_unsigned()),
        (Atomic::Max, Type::S32) => u64::from(x.cast_signed().max(y.cast_signed()).cast_unsigned()),
        (Atomic::Min, _) => a.min(b),
        (Atomic::Max, _) => a.max(b),
        (Atomic::Inc, _) => u64::from(if x >= y { 0 } else { x + 1 }),
        (Atomic::Dec, _) => u64::from(if x == 0 || x > y { y } else { x - 1 }),
    }
}

fn pairs(x: u32, y: u32, add: impl Fn(u32, u32) -> u32) -> u64 {
    let low = add(x & 0xffff, y & 0xffff);
    u64::from(low | add(x >> 16, y >> 16) << 16)
}
