//! The primitives of `propp_primitive.h`, and the arrays that each uses. Pure.

macro_rules! primitives {
    ($count:literal: $($variant:ident = $name:literal),* $(,)?) => {
        /// A primitive; `propp_primitive.h` defines what it computes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Primitive { $($variant),* }

        impl Primitive {
            /// All, in the order of the header.
            pub const ALL: [Self; $count] = [$(Self::$variant),*];

            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }
        }
    };
}

primitives! { 59:
    Fill = "fill",
    Sequence = "sequence",
    Tabulate = "tabulate",
    Transform = "transform",
    Replace = "replace",
    AdjacentDifference = "adjacent_difference",
    TransformIf = "transform_if",
    Equal = "equal",
    Mismatch = "mismatch",
    Copy = "copy",
    CopyH2d = "copy.h2d",
    TransformHost = "transform.host",
    Gather = "gather",
    GatherIf = "gather_if",
    Scatter = "scatter",
    ScatterIf = "scatter_if",
    Count = "count",
    CountIf = "count_if",
    Min = "reduce.min",
    Max = "reduce.max",
    ArgMin = "reduce.argmin",
    ArgMax = "reduce.argmax",
    Sum = "reduce.sum",
    ReduceByKey = "reduce_by_key.sum",
    SegmentedReduce = "segmented_reduce.sum",
    Histogram = "histogram.even",
    InclusiveScan = "scan.inclusive",
    ExclusiveScan = "scan.exclusive",
    ScanByKey = "scan_by_key.inclusive",
    SegmentedScan = "segmented_scan.inclusive",
    Find = "find",
    LowerBound = "search.lower_bound",
    LoadBalance = "search.load_balance",
    Partition = "partition.if",
    SelectIf = "select.if",
    SelectFlagged = "select.flagged",
    Merge = "merge",
    MergeSortKeys = "merge_sort.keys",
    MergeSortPairs = "merge_sort.pairs",
    RadixSortKeys = "radix_sort.keys",
    RadixSortPairs = "radix_sort.pairs",
    Union = "set.union",
    Intersection = "set.intersection",
    Difference = "set.difference",
    Unique = "unique",
    Transpose = "transpose",
    Gemm = "compute.gemm",
    Softmax = "compute.softmax",
    LayerNorm = "compute.layer_norm",
    Stencil = "compute.stencil",
    NBody = "compute.nbody",
    Spmv = "compute.spmv",
    SmallGemm = "compute.small_gemm",
    Nearest = "compute.nearest",
    Hash = "compute.hash",
    Functions = "compute.functions",
    BlockScan = "compute.block_scan",
    Queens = "compute.queens",
    Median = "compute.median",
}

/// The inner side of `compute.gemm`, and the columns of its result.
pub const GEMM_SIDE: u64 = 256;
/// The elements of a row of `compute.softmax` and `compute.layer_norm`, and of a chunk of
/// `compute.block_scan`.
pub const ROW: u64 = 1024;
/// The sides of the second matrix of `compute.small_gemm`.
pub const SMALL_SIDE: u64 = 16;
/// The dimensions and the number of centres of `compute.nearest`.
pub const DIMENSIONS: u64 = 4;
pub const CENTRES: u64 = 256;

impl Primitive {
    /// The primitive of a name, or why there is none.
    pub fn named(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|primitive| primitive.name() == name);
        found.ok_or_else(|| {
            let all = Self::ALL.map(Self::name).join(", ");
            format!("no primitive {name}; propp_primitive.h has {all}")
        })
    }

    /// Makes its output from its parameters alone.
    pub const fn generates(self) -> bool {
        matches!(self, Self::Fill | Self::Sequence | Self::Tabulate)
    }

    pub const fn uses_input(self) -> bool {
        !self.generates() && !matches!(self, Self::LoadBalance)
    }

    pub const fn uses_second(self) -> bool {
        self.wants_sorted() || self.has_operand() || matches!(self, Self::Equal | Self::Mismatch)
    }

    /// Its second range are values to compute with, in any order.
    pub const fn has_operand(self) -> bool {
        matches!(self, Self::Gemm | Self::NBody | Self::Spmv | Self::SmallGemm | Self::Nearest)
    }

    /// Its sizes are the rows and columns of its input.
    pub const fn has_sides(self) -> bool {
        matches!(self, Self::Transpose | Self::Stencil)
    }

    /// Its input is ascending, whatever the distribution.
    pub const fn wants_sorted(self) -> bool {
        matches!(self, Self::Merge | Self::LowerBound) || self.is_set()
    }

    /// Is an operation on sets.
    pub const fn is_set(self) -> bool {
        matches!(self, Self::Union | Self::Intersection | Self::Difference)
    }

    /// Reads `aux` as keys.
    pub const fn is_by_key(self) -> bool {
        matches!(self, Self::ReduceByKey | Self::ScanByKey)
    }

    /// Reads `aux` as values and moves them along.
    pub const fn is_pairs(self) -> bool {
        matches!(self, Self::MergeSortPairs | Self::RadixSortPairs)
    }

    /// Reads `index` as offsets of segments.
    pub const fn is_segmented(self) -> bool {
        matches!(self, Self::SegmentedReduce | Self::SegmentedScan | Self::LoadBalance | Self::Spmv)
    }

    pub const fn is_gather(self) -> bool {
        matches!(self, Self::Gather | Self::GatherIf)
    }

    pub const fn is_scatter(self) -> bool {
        matches!(self, Self::Scatter | Self::ScatterIf)
    }

    pub const fn uses_index(self) -> bool {
        self.is_segmented() || self.is_gather() || self.is_scatter()
    }

    pub const fn uses_flags(self) -> bool {
        matches!(self, Self::TransformIf | Self::GatherIf | Self::ScatterIf | Self::SelectFlagged)
    }

    /// Sums elements, so that floats are rounded to multiples of 2^-8. The histogram
    /// needs the rounding, too, to meet the borders of its bins exactly.
    pub const fn sums(self) -> bool {
        matches!(
            self,
            Self::Sum
                | Self::ReduceByKey
                | Self::SegmentedReduce
                | Self::Histogram
                | Self::InclusiveScan
                | Self::ExclusiveScan
                | Self::ScanByKey
                | Self::SegmentedScan
                | Self::BlockScan
        ) || self.has_operand()
    }

    /// Floats of the result are compared with a tolerance.
    pub const fn is_near(self) -> bool {
        matches!(
            self,
            Self::Sequence
                | Self::Transform
                | Self::TransformHost
                | Self::TransformIf
                | Self::AdjacentDifference
                | Self::Softmax
                | Self::LayerNorm
                | Self::Stencil
                | Self::Functions
        ) || (self.sums() && !matches!(self, Self::Histogram | Self::Nearest))
    }

    /// Leaves places of the output unwritten, which the host set to zero.
    pub const fn keeps_zeros(self) -> bool {
        matches!(self, Self::TransformIf | Self::GatherIf) || self.is_scatter()
    }

    /// `out_count` is its whole result.
    pub const fn only_counts(self) -> bool {
        matches!(
            self,
            Self::Equal
                | Self::Mismatch
                | Self::Count
                | Self::CountIf
                | Self::ArgMin
                | Self::ArgMax
                | Self::Find
        )
    }

    /// Writes `out_count`: its whole result, or the length of the result in `out`.
    pub const fn counts(self) -> bool {
        self.only_counts()
            || self.is_set()
            || matches!(
                self,
                Self::ReduceByKey
                    | Self::Partition
                    | Self::SelectIf
                    | Self::SelectFlagged
                    | Self::Unique
            )
    }

    /// Its result is one element.
    pub const fn is_scalar(self) -> bool {
        matches!(self, Self::Sum | Self::Min | Self::Max)
    }

    /// Is not defined for an empty input.
    pub const fn needs_an_element(self) -> bool {
        matches!(self, Self::Min | Self::Max | Self::ArgMin | Self::ArgMax)
    }

    /// `in` is page-locked host memory.
    pub const fn reads_host(self) -> bool {
        matches!(self, Self::CopyH2d | Self::TransformHost)
    }

    /// `out` is page-locked host memory.
    pub const fn writes_host(self) -> bool {
        matches!(self, Self::TransformHost)
    }

    /// Elements that `out` must have room for.
    pub const fn out_room(self, n: u64, m: u64) -> u64 {
        match self {
            _ if self.only_counts() => 0,
            Self::Histogram | Self::LowerBound | Self::LoadBalance | Self::Nearest => 0,
            Self::Sum | Self::Min | Self::Max => 1,
            Self::Merge | Self::Union => n + m,
            Self::Intersection => {
                if n < m {
                    n
                } else {
                    m
                }
            }
            Self::Transpose | Self::Stencil => n * m,
            Self::SegmentedReduce | Self::Spmv => m,
            Self::Gemm => n / GEMM_SIDE * GEMM_SIDE,
            Self::SmallGemm => n / SMALL_SIDE * SMALL_SIDE,
            Self::Softmax | Self::LayerNorm | Self::BlockScan => n / ROW * ROW,
            _ if self.is_gather() || self.is_scatter() => m,
            _ => n,
        }
    }

    /// Elements that `out_aux` must have room for.
    pub const fn out_aux_room(self, n: u64, m: u64) -> u64 {
        match self {
            Self::Histogram | Self::LowerBound => m,
            Self::LoadBalance | Self::ReduceByKey => n,
            Self::Nearest => n / DIMENSIONS,
            _ if self.is_pairs() => n,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_header() {
        let header = include_str!("../../../../primitives/propp_primitive.h");
        for primitive in Primitive::ALL {
            assert_eq!(Primitive::named(primitive.name()), Ok(primitive));
            assert!(header.contains(primitive.name()), "{}", primitive.name());
        }
        let text = Primitive::named("redcue").unwrap_err();
        assert!(text.starts_with("no primitive redcue; propp_primitive.h has fill, "), "{text}");
    }

    #[test]
    fn names_are_those_of_the_bundled_libraries() {
        let matrix = crate::matrix::Matrix::bundled().unwrap();
        for name in matrix.primitives() {
            assert!(Primitive::named(name).is_ok(), "{name}");
        }
    }
}
