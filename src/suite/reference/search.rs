//! Searches.

use crate::suite::data::Input;
use crate::suite::primitive::Primitive;
use crate::suite::value::Value;

pub(super) fn compute<T: Value>(
    primitive: Primitive,
    input: &Input<T>,
    out: &mut [u32],
) -> Option<u64> {
    let f = &input.first;
    match primitive {
        Primitive::Find => {
            return Some(f.iter().position(|x| *x == input.a).unwrap_or(f.len()) as u64);
        }
        Primitive::LowerBound => {
            for (to, needle) in out.iter_mut().zip(&input.second) {
                *to = f.partition_point(|x| x < needle) as u32;
            }
        }
        _ => {
            for (segment, ends) in (0..).zip(input.index.windows(2)) {
                out[ends[0] as usize..ends[1] as usize].fill(segment);
            }
        }
    }
    None
}
