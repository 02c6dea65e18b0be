//! Copies, gathers, scatters, and the transpose.

use crate::data::Input;
use crate::primitive::Primitive;
use crate::value::Value;

/// Rows and columns of a block of the transpose: without blocks, every element would miss
/// the cache.
const BLOCK: usize = 32;

pub(super) fn compute<T: Value>(primitive: Primitive, input: &Input<T>, out: &mut [T]) {
    let f = &input.first;
    match primitive {
        Primitive::Gather => {
            for (to, place) in out.iter_mut().zip(&input.index) {
                *to = f[*place as usize];
            }
        }
        Primitive::GatherIf => {
            for ((to, place), flag) in out.iter_mut().zip(&input.index).zip(&input.flags) {
                if *flag != 0 {
                    *to = f[*place as usize];
                }
            }
        }
        Primitive::Scatter => {
            for (x, place) in f.iter().zip(&input.index) {
                out[*place as usize] = *x;
            }
        }
        Primitive::ScatterIf => {
            for ((x, place), flag) in f.iter().zip(&input.index).zip(&input.flags) {
                if *flag != 0 {
                    out[*place as usize] = *x;
                }
            }
        }
        Primitive::Transpose => transpose(f, input.n as usize, input.m as usize, out),
        _ => out.copy_from_slice(f),
    }
}

fn transpose<T: Value>(f: &[T], rows: usize, columns: usize, out: &mut [T]) {
    for top in (0..rows).step_by(BLOCK) {
        for left in (0..columns).step_by(BLOCK) {
            for i in top..rows.min(top + BLOCK) {
                for j in left..columns.min(left + BLOCK) {
                    out[j * rows + i] = f[i * columns + j];
                }
            }
        }
    }
}
