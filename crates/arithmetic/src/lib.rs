//! What operations of PTX make of single values: bits of integers, halves, directed roundings, and
//! what atomics leave of two values.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "registers hold bits, which instructions cut and convert"
)]

mod combine;
mod half;
mod integers;
mod rounding;

pub use combine::combined;
pub use half::{
    bf16_from_f32, bf16_from_f64, bf16_to_f32, f16_from_f32, f16_from_f64, f16_to_f32, fused,
};
pub use integers::{bfe64, bfi64, bfind, bfind_shift, bmsk, dp4a, lop3, prmt, sar32, shl32, shr32};
pub use rounding::{Neighbour, moved, odd, rounded32, rounded64, to32};
