//! Prefix sums: of everything, by key, by segment.

use crate::data::Input;
use crate::primitive::Primitive;
use crate::value::Value;

pub(super) fn compute<T: Value>(
    primitive: Primitive,
    input: &Input<T>,
    out: &mut [T],
    value: impl Fn(T) -> T + Copy,
) {
    let f = &input.first;
    match primitive {
        Primitive::InclusiveScan => inclusive(f, out, value),
        Primitive::ExclusiveScan => {
            let mut sum = T::Wide::default();
            for (to, x) in out.iter_mut().zip(f) {
                *to = T::narrow(sum);
                sum = sum + value(*x).wide();
            }
        }
        Primitive::ScanByKey => {
            let mut start = 0;
            for run in input.aux.chunk_by(|x, y| x == y) {
                let end = start + run.len();
                inclusive(&f[start..end], &mut out[start..end], value);
                start = end;
            }
        }
        _ => {
            for ends in input.index.windows(2) {
                let segment = ends[0] as usize..ends[1] as usize;
                inclusive(&f[segment.clone()], &mut out[segment], value);
            }
        }
    }
}

fn inclusive<T: Value>(f: &[T], out: &mut [T], value: impl Fn(T) -> T) {
    let mut sum = T::Wide::default();
    for (to, x) in out.iter_mut().zip(f) {
        sum = sum + value(*x).wide();
        *to = T::narrow(sum);
    }
}
