//! The compulsory work of a primitive: the bytes that any implementation must read or
//! write once, and its operations. Pure.
//!
//! These are propp's own numbers, and not a library's, so that the bandwidths of
//! different libraries are comparable. The bundled libraries have the same numbers
//! (`primitives/src/work.cpp`).

use super::primitive::{CENTRES, DIMENSIONS, GEMM_SIDE, Primitive, SMALL_SIDE};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    pub bytes_read: u64,
    pub bytes_written: u64,
    pub operations: u64,
}

const KEY: u64 = 4;
const COUNT: u64 = 8;
const FLAG: u64 = 1;

/// The compulsory work for elements of `size` bytes. `results` is the number of results,
/// where it depends on the data.
pub fn compulsory(primitive: Primitive, size: u64, n: u64, m: u64, results: u64) -> Work {
    use Primitive as P;
    let (all, room) = (n * size, primitive.out_room(n, m));
    // Steps of a binary search.
    let halvings = u64::from(u64::BITS - n.saturating_sub(1).leading_zeros());
    let (bytes_read, bytes_written, operations) = match primitive {
        P::Fill | P::Sequence | P::Tabulate => (0, all, n),
        P::Copy | P::CopyH2d => (all, all, 0),
        P::Transform | P::TransformHost => (all, all, 2 * n),
        P::TransformIf => (all + n * FLAG, all, 2 * n),
        P::Replace | P::AdjacentDifference | P::InclusiveScan | P::ExclusiveScan => (all, all, n),
        P::Equal | P::Mismatch => (2 * all, COUNT, n),
        P::Gather | P::GatherIf => (n.min(m) * size + m * KEY, m * size, 0),
        P::Scatter | P::ScatterIf => (all + n * KEY, all, 0),
        P::Count | P::CountIf | P::ArgMin | P::ArgMax | P::Find => (all, COUNT, n),
        P::Min | P::Max | P::Sum => (all, size, n),
        P::ReduceByKey => (all + n * KEY, results * (size + KEY) + COUNT, n),
        P::SegmentedReduce => (all + (m + 1) * KEY, m * size, n),
        P::Histogram => (all, m * KEY, n),
        P::ScanByKey => (all + n * KEY, all, n),
        P::SegmentedScan => (all + (m + 1) * KEY, all, n),
        P::LowerBound => {
            let looked_at = n.min(m * (halvings + 1));
            ((m + looked_at) * size, m * KEY, m * (halvings + 1))
        }
        P::LoadBalance => ((m + 1) * KEY, n * KEY, n),
        P::Partition => (all, all + COUNT, n),
        P::SelectIf | P::Unique => (all, results * size + COUNT, n),
        P::SelectFlagged => (all + n * FLAG, results * size + COUNT, n),
        P::Merge => ((n + m) * size, (n + m) * size, n + m),
        P::MergeSortKeys | P::RadixSortKeys => (all, all, n * halvings),
        P::MergeSortPairs | P::RadixSortPairs => (all + n * KEY, all + n * KEY, n * halvings),
        P::Union | P::Intersection | P::Difference => {
            ((n + m) * size, results * size + COUNT, n + m)
        }
        P::Transpose => (n * m * size, n * m * size, 0),
        P::Gemm => (all + m * size, room * size, 2 * GEMM_SIDE * room),
        P::Softmax => (room * size, room * size, 4 * room),
        P::LayerNorm => (room * size, room * size, 6 * room),
        P::Stencil => (room * size, room * size, 6 * room),
        P::NBody => (all + m * size, all, 5 * n * m),
        P::Spmv => (all + n * KEY + (m + 1) * KEY + m * size, m * size, 2 * n),
        P::SmallGemm => ((room + m) * size, room * size, 2 * SMALL_SIDE * room),
        P::Nearest => {
            let points = n / DIMENSIONS;
            let read = (points * DIMENSIONS + m) * size;
            (read, points * KEY, points * CENTRES * 3 * DIMENSIONS)
        }
        P::Hash => (all, all, 16 * 12 * n),
        P::Functions => (all, all, 4 * 5 * n),
        P::BlockScan => (room * size, room * size, 2 * 8 * room),
        P::Queens => (all, all, n),
        P::Median => (all, all, 25 * n),
    };
    Work { bytes_read, bytes_written, operations }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_by_hand() {
        let of = |primitive, m, results| {
            let work = compulsory(primitive, 4, 1000, m, results);
            (work.bytes_read, work.bytes_written, work.operations)
        };
        assert_eq!(of(Primitive::Copy, 0, 0), (4000, 4000, 0));
        assert_eq!(of(Primitive::Sum, 0, 0), (4000, 4, 1000));
        assert_eq!(of(Primitive::SelectFlagged, 0, 10), (5000, 48, 1000));
        assert_eq!(of(Primitive::RadixSortPairs, 0, 0), (8000, 8000, 10_000));
        assert_eq!(of(Primitive::LowerBound, 10, 0), (480, 40, 110));
        assert_eq!(of(Primitive::LowerBound, 1000, 0), (8000, 4000, 11_000));
        assert_eq!(of(Primitive::Transpose, 2, 0), (8000, 8000, 0));
        // Three rows of 256, of 1000 elements.
        assert_eq!(of(Primitive::Gemm, 100, 0), (4400, 3072, 393_216));
        assert_eq!(of(Primitive::Spmv, 10, 0), (8084, 40, 2000));
    }

    #[test]
    fn nothing_is_little_work() {
        for primitive in Primitive::ALL {
            let work = compulsory(primitive, 8, 0, 0, 0);
            assert!(work.bytes_read <= KEY && work.bytes_written <= 8 && work.operations == 0);
        }
    }
}
