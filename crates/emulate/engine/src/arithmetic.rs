//! What operations of PTX make of single values: bits of integers, halves, directed roundings, and
//! what atomics leave of two values.

mod combine;
mod half;
mod integers;
mod rounding;

pub(crate) use combine::combined;
pub(crate) use half::{bf16_from_f64, bf16_to_f32, f16_from_f64, f16_to_f32, fused};
pub(crate) use integers::{
    bfe64, bfi64, bfind, bfind_shift, bmsk, dp2a, dp4a, lop3, prmt, sar32, shl32, shr32,
};
pub(crate) use rounding::{moved, odd, rounded32, rounded64, to32};
