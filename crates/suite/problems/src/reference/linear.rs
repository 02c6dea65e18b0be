//! Linear transformations and comparisons.

use crate::data::Input;
use crate::primitive::Primitive;
use crate::value::Value;

pub(super) fn compute<T: Value>(
    primitive: Primitive,
    input: &Input<T>,
    out: &mut [T],
    value: impl Fn(T) -> T + Copy,
) -> Option<u64> {
    let (a, b) = (value(input.a).wide(), value(input.b).wide());
    let affine = |x: T| T::narrow(a * value(x).wide() + b);
    match primitive {
        Primitive::Fill => out.fill(input.a),
        Primitive::Sequence => {
            for (i, to) in out.iter_mut().enumerate() {
                *to = T::narrow(a + T::of(i as i64).wide() * b);
            }
        }
        Primitive::Tabulate => {
            for (i, to) in out.iter_mut().enumerate() {
                *to = T::of(i64::from((i as u32).wrapping_mul(2_654_435_761) >> 16));
            }
        }
        Primitive::Transform | Primitive::TransformHost => {
            for (to, x) in out.iter_mut().zip(&input.first) {
                *to = affine(*x);
            }
        }
        Primitive::TransformIf => {
            for ((to, x), flag) in out.iter_mut().zip(&input.first).zip(&input.flags) {
                if *flag != 0 {
                    *to = affine(*x);
                }
            }
        }
        Primitive::Replace => {
            for (to, x) in out.iter_mut().zip(&input.first) {
                *to = if *x == input.a { input.b } else { *x };
            }
        }
        Primitive::AdjacentDifference => {
            let mut before = T::Wide::default();
            for (to, x) in out.iter_mut().zip(&input.first) {
                *to = T::narrow(x.wide() - before);
                before = x.wide();
            }
        }
        Primitive::Equal => return Some(u64::from(input.first == input.second)),
        _ => return Some(mismatch(&input.first, &input.second)),
    }
    None
}

/// The first place where two ranges differ, or their length.
fn mismatch<T: Value>(f: &[T], g: &[T]) -> u64 {
    f.iter().zip(g).position(|(x, y)| x != y).unwrap_or(f.len()) as u64
}

/// The sums of the absolute values of neighbours.
pub(super) fn adjacent_magnitude<T: Value>(f: &[T], out: &mut [T]) {
    let mut before = T::Wide::default();
    for (to, x) in out.iter_mut().zip(f) {
        let here = x.magnitude().wide();
        *to = T::narrow(here + before);
        before = here;
    }
}
