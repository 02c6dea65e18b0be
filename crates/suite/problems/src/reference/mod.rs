//! The reference results of all primitives, computed sequentially on the CPU. Pure.
//!
//! Speedups over the CPU are relative to the reference's time, so the reference works
//! like a plain program: results go into memory that is already allocated, and
//! tolerances are computed separately.

mod compute;
mod copying;
mod linear;
mod out;
mod reduce;
mod reorder;
mod rounds;
mod scan;
mod search;
mod set;

use std::time::{Duration, Instant};

use super::data::Input;
use super::primitive::Primitive;
use super::value::Value;
use out::Out;

#[derive(Clone, Debug, Default)]
pub struct Expected<T> {
    /// The elements of `out` that are part of the result.
    pub out: Vec<T>,
    /// The header's tolerance scale `s` of each element; empty for exact results.
    pub scale: Vec<T>,
    /// The elements of `out_aux`.
    pub aux: Vec<u32>,
    /// What `out_count` says.
    pub count: Option<u64>,
    /// Number of elements of `out` in this order; the rest come in any order.
    pub ordered: usize,
    pub time: Duration,
}

/// Computes the expected result, in the memory of an `old` result.
pub fn expected<T: Value>(primitive: Primitive, input: &Input<T>, old: Expected<T>) -> Expected<T> {
    let room = primitive.out_room(input.n, input.m) as usize;
    let before = if primitive.keeps_zeros() { T::default() } else { T::FACTOR };
    let mut out = filled(old.out, room, before);
    let mut aux = filled(old.aux, primitive.out_aux_room(input.n, input.m) as usize, 1);

    let into = Out { elements: &mut out, aux: &mut aux };
    let (count, time) = timed(primitive, input, into);

    let mut ordered = out.len();
    if let Some(count) = count.map(|count| count as usize) {
        match primitive {
            Primitive::Partition => ordered = count,
            Primitive::ReduceByKey => {
                out.truncate(count);
                aux.truncate(count);
            }
            _ if primitive.only_counts() => {}
            _ => out.truncate(count),
        }
    }
    let scale = if T::IS_FLOAT && primitive.is_near() {
        scale(primitive, input, room, &out)
    } else {
        Vec::new()
    };
    Expected { out, scale, aux, count, ordered, time }
}

/// `count` elements, in the memory of `old` if it is enough. All are written, so that the
/// reference's time does not include page faults.
fn filled<A: Clone>(mut old: Vec<A>, count: usize, value: A) -> Vec<A> {
    old.clear();
    if old.capacity() < count {
        old = Vec::new();
    }
    old.resize(count, value);
    old
}

/// Computes a primitive. Returns `out_count` and the time of one core.
fn timed<T: Value>(
    primitive: Primitive,
    input: &Input<T>,
    out: Out<'_, T>,
) -> (Option<u64>, Duration) {
    if primitive == Primitive::LowerBound {
        return (None, search::lower_bounds(input, out.aux));
    }
    let begin = Instant::now();
    let count = compute(primitive, input, out, std::convert::identity);
    (count, begin.elapsed())
}

/// The sums of the absolute values of all terms: the primitive, applied to absolute
/// values.
fn scale<T: Value>(primitive: Primitive, input: &Input<T>, room: usize, results: &[T]) -> Vec<T> {
    if primitive == Primitive::Functions {
        return results.iter().map(|x| T::of_f64(x.as_f64().abs() + 8.0)).collect();
    }
    let mut scale = vec![T::default(); room];
    let mut aux = vec![0; primitive.out_aux_room(input.n, input.m) as usize];
    if primitive == Primitive::AdjacentDifference {
        linear::adjacent_magnitude(&input.first, &mut scale);
    } else if primitive == Primitive::LayerNorm {
        compute::layer_norm_magnitude(&input.first, &mut scale);
    } else {
        let into = Out { elements: &mut scale, aux: &mut aux };
        compute(primitive, input, into, T::magnitude);
    }
    scale.truncate(results.len());
    scale
}

/// Computes a primitive. `value` maps each input whose results are sums. Returns
/// `out_count`.
fn compute<T: Value>(
    primitive: Primitive,
    input: &Input<T>,
    out: Out<'_, T>,
    value: impl Fn(T) -> T + Copy,
) -> Option<u64> {
    use Primitive as P;
    match primitive {
        P::Fill
        | P::Sequence
        | P::Tabulate
        | P::Transform
        | P::TransformHost
        | P::TransformIf
        | P::Replace
        | P::AdjacentDifference
        | P::Equal
        | P::Mismatch => linear::compute(primitive, input, out.elements, value),
        P::Copy
        | P::CopyH2d
        | P::Gather
        | P::GatherIf
        | P::Scatter
        | P::ScatterIf
        | P::Transpose => {
            copying::compute(primitive, input, out.elements);
            None
        }
        P::Count
        | P::CountIf
        | P::Min
        | P::Max
        | P::ArgMin
        | P::ArgMax
        | P::Sum
        | P::ReduceByKey
        | P::SegmentedReduce
        | P::Histogram => reduce::compute(primitive, input, out, value),
        P::InclusiveScan | P::ExclusiveScan | P::ScanByKey | P::SegmentedScan => {
            scan::compute(primitive, input, out.elements, value);
            None
        }
        P::LowerBound => {
            search::lower_bounds(input, out.aux);
            None
        }
        P::Gemm | P::Softmax | P::LayerNorm | P::Stencil | P::NBody | P::Spmv | P::SmallGemm => {
            compute::compute(primitive, input, out.elements, value);
            None
        }
        P::Nearest | P::Hash | P::Functions | P::BlockScan | P::Queens | P::Median => {
            rounds::compute(primitive, input, out, value);
            None
        }
        P::Find | P::LoadBalance => search::compute(primitive, input, out.aux),
        P::Partition
        | P::SelectIf
        | P::SelectFlagged
        | P::Merge
        | P::MergeSortKeys
        | P::MergeSortPairs
        | P::RadixSortKeys
        | P::RadixSortPairs => reorder::compute(primitive, input, out),
        P::Union | P::Intersection | P::Difference | P::Unique => {
            Some(set::compute(primitive, input, out.elements))
        }
    }
}

#[cfg(test)]
mod tests;
