//! The two sizes of a problem. Pure.

use super::layout;
use super::primitive::{CENTRES, DIMENSIONS, GEMM_SIDE, Primitive, SMALL_SIDE};
use crate::Distribution;

/// The sizes `n` and `m` of a problem; the rows and columns of those that have sides.
pub fn sizes(primitive: Primitive, elements: u64, distribution: Distribution) -> (u64, u64) {
    use Distribution as D;
    let n = elements;
    let m = match primitive {
        _ if primitive.has_sides() => {
            let rows = n.isqrt();
            return (rows, n.checked_div(rows).unwrap_or(0));
        }
        Primitive::Equal | Primitive::Mismatch => n,
        Primitive::Gemm => GEMM_SIDE * GEMM_SIDE,
        Primitive::NBody => 128,
        Primitive::SmallGemm => SMALL_SIDE * SMALL_SIDE,
        Primitive::Nearest => CENTRES * DIMENSIONS,
        _ if primitive.is_gather() || primitive.is_scatter() => n + n / 8,
        _ if primitive.is_segmented() => layout::segments(n, distribution),
        Primitive::Histogram => match distribution {
            D::Uniform | D::Constant => 256,
            D::Sorted => 1000,
            D::Few => 16,
            D::PowerLaw => 4096,
        },
        _ if primitive.wants_sorted() => {
            n / 2 + n / 16 + if distribution == D::Few { 0 } else { 3 }
        }
        _ => 0,
    };
    (n, m)
}
