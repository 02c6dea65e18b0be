//! Operations on ordered multisets, and removing repeats.

use std::cmp::Ordering;

use crate::data::Input;
use crate::primitive::Primitive;
use crate::value::Value;

/// Returns the number of results.
pub(super) fn compute<T: Value>(primitive: Primitive, input: &Input<T>, out: &mut [T]) -> u64 {
    let (f, g) = (&input.first, &input.second);
    // Whether to keep an element that is in f only, in both, in g only.
    let keeps = match primitive {
        Primitive::Union => [true, true, true],
        Primitive::Intersection => [false, true, false],
        Primitive::Difference => [true, false, false],
        _ => return unique(f, out),
    };
    combined(f, g, keeps, out)
}

/// Merges both ranges; equal elements pair up.
fn combined<T: Value>(f: &[T], g: &[T], keeps: [bool; 3], out: &mut [T]) -> u64 {
    let (mut i, mut j, mut count) = (0, 0, 0);
    let mut put = |x: T, keeps: bool| {
        if keeps {
            out[count] = x;
            count += 1;
        }
    };
    while let (Some(x), Some(y)) = (f.get(i), g.get(j)) {
        match x.order(*y) {
            Ordering::Less => {
                put(*x, keeps[0]);
                i += 1;
            }
            Ordering::Equal => {
                put(*x, keeps[1]);
                i += 1;
                j += 1;
            }
            Ordering::Greater => {
                put(*y, keeps[2]);
                j += 1;
            }
        }
    }
    f[i..].iter().for_each(|x| put(*x, keeps[0]));
    g[j..].iter().for_each(|y| put(*y, keeps[2]));
    count as u64
}

fn unique<T: Value>(f: &[T], out: &mut [T]) -> u64 {
    let mut count = 0;
    for run in f.chunk_by(|x, y| x == y) {
        out[count] = run[0];
        count += 1;
    }
    count as u64
}
