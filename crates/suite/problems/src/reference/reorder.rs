//! Partition, selection, merge and sorts.

use super::out::Out;
use crate::data::Input;
use crate::primitive::Primitive;
use crate::value::Value;

pub(super) fn compute<T: Value>(
    primitive: Primitive,
    input: &Input<T>,
    out: Out<'_, T>,
) -> Option<u64> {
    let f = &input.first;
    let out_elements = out.elements;
    match primitive {
        Primitive::SelectIf => return Some(select(f, |_, x| x < input.a, out_elements)),
        Primitive::SelectFlagged => {
            return Some(select(f, |i, _| input.flags[i] != 0, out_elements));
        }
        Primitive::Partition => {
            let count = select(f, |_, x| x < input.a, out_elements);
            #[allow(clippy::neg_cmp_op_on_partial_ord, reason = "a NaN is not below `a`")]
            select(f, |_, x| !(x < input.a), &mut out_elements[count as usize..]);
            return Some(count);
        }
        Primitive::Merge => merge(f, &input.second, out_elements),
        _ if primitive.is_pairs() => {
            let mut pairs: Vec<(T, u32)> =
                f.iter().copied().zip(input.aux.iter().copied()).collect();
            pairs.sort_by(|x, y| x.0.order(y.0));
            for (((key, value), to), to_aux) in pairs.iter().zip(out_elements).zip(out.aux) {
                (*to, *to_aux) = (*key, *value);
            }
        }
        _ => {
            out_elements.copy_from_slice(f);
            out_elements.sort_unstable_by(|x, y| x.order(*y));
        }
    }
    None
}

/// Copies the wanted elements, and returns their number.
fn select<T: Value>(f: &[T], wanted: impl Fn(usize, T) -> bool, out: &mut [T]) -> u64 {
    let mut count = 0;
    for (i, x) in f.iter().enumerate() {
        if wanted(i, *x) {
            out[count] = *x;
            count += 1;
        }
    }
    count as u64
}

fn merge<T: Value>(f: &[T], g: &[T], out: &mut [T]) {
    let (mut i, mut j) = (0, 0);
    for to in out {
        let takes_first = match (f.get(i), g.get(j)) {
            (Some(x), Some(y)) => x <= y,
            (first, _) => first.is_some(),
        };
        if takes_first {
            *to = f[i];
            i += 1;
        } else {
            *to = g[j];
            j += 1;
        }
    }
}
