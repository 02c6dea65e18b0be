//! What an implementation does in a second, in the primitive's own unit, on which shape and in which
//! precision. Pure.

use std::collections::BTreeMap;

use propp_base_model::{Machine, attribute};
use propp_base_text::grouped;
use propp_suite_problems::primitive::{CENTRES, DIMENSIONS, GEMM_SIDE, Primitive, ROW, SMALL_SIDE};

/// A unit with its name per second, and how many of it a problem has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unit {
    pub(super) name: &'static str,
    /// What `name` stands for a multiple of, such as 1e12 for TFLOP/s.
    pub(super) scale: f64,
    pub(super) count: f64,
}

/// The unit of primitives that compute more than they move; others are told by their bytes.
pub(super) fn unit(primitive: Primitive, n: u64, m: u64, operations: u64) -> Option<Unit> {
    let (tera, giga) = (1e12, 1e9);
    let (name, scale, count) = match primitive {
        Primitive::Gemm | Primitive::SmallGemm => ("TFLOP/s", tera, operations),
        Primitive::Spmv => ("GFLOP/s", giga, operations),
        Primitive::NBody => ("Gpairs/s", giga, n.saturating_mul(m)),
        Primitive::Nearest => ("Gdistances/s", giga, n / DIMENSIONS * CENTRES),
        Primitive::Hash => ("Ghashes/s", giga, n),
        Primitive::Functions => ("Gresults/s", giga, n),
        Primitive::Queens => ("Gboards/s", giga, n),
        Primitive::Median => ("Gmedians/s", giga, n),
        _ => return None,
    };
    Some(Unit { name, scale, count: count as f64 })
}

/// The sides of a problem in words, where its number of elements does not say them.
pub(super) fn shape(primitive: Primitive, n: u64, m: u64) -> Option<String> {
    let grouped = |number: u64| grouped(number as f64);
    let rows = |side: u64| grouped(n / side);
    Some(match primitive {
        Primitive::Gemm => format!("M × N × K = {} × {GEMM_SIDE} × {GEMM_SIDE}", rows(GEMM_SIDE)),
        Primitive::SmallGemm => {
            format!("M × N × K = {} × {SMALL_SIDE} × {SMALL_SIDE}", rows(SMALL_SIDE))
        }
        Primitive::Softmax | Primitive::LayerNorm => format!("{} rows of {ROW}", rows(ROW)),
        Primitive::BlockScan => format!("{} chunks of {ROW}", rows(ROW)),
        Primitive::Transpose | Primitive::Stencil => {
            format!("{} rows × {} columns", grouped(n), grouped(m))
        }
        Primitive::NBody => format!("{} points × {} sources", grouped(n), grouped(m)),
        Primitive::Spmv => format!("{} rows, {} non-zeros", grouped(m), grouped(n)),
        Primitive::Nearest => {
            format!("{} points of {DIMENSIONS} coordinates × {CENTRES} centres", rows(DIMENSIONS))
        }
        _ => return None,
    })
}

/// What products are computed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precision {
    Fp64,
    Fp32,
    Tf32,
    Bf16,
    Fp16,
}

impl Precision {
    /// Of an implementation of a matrix product: its name says if it is not the elements' own.
    pub(super) fn of(primitive: Primitive, element: &str, variant: &str) -> Option<Self> {
        if !matches!(primitive, Primitive::Gemm | Primitive::SmallGemm) {
            return None;
        }
        Some(match variant.rsplit('_').next() {
            Some("tf32") => Self::Tf32,
            Some("bf16") => Self::Bf16,
            Some("f16") => Self::Fp16,
            _ if element == "f64" => Self::Fp64,
            _ => Self::Fp32,
        })
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Fp64 => "FP64",
            Self::Fp32 => "FP32",
            Self::Tf32 => "TF32",
            Self::Bf16 => "BF16",
            Self::Fp16 => "FP16",
        }
    }

    /// Sums and products a second at most: of the FP32 and FP64 units, or of the tensor cores where the
    /// precision is theirs. `None` where the GPU's units are not known.
    pub(super) fn peak(self, attributes: &BTreeMap<u32, i32>) -> Option<f64> {
        let machine = Machine::from_attributes(attributes)?;
        let of = |number| attributes.get(&number).copied();
        let capability =
            (of(attribute::COMPUTE_CAPABILITY_MAJOR)?, of(attribute::COMPUTE_CAPABILITY_MINOR)?);
        // Multiply-adds of an SM in a cycle: FP32 units, FP64 units, tensor cores with FP16 without
        // sparsity, which are NVIDIA's figures.
        let [single, double, tensor] = match capability {
            (8, 0) => [64.0, 32.0, 1024.0],
            (9, 0) => [128.0, 64.0, 2048.0],
            (10, 0) => [128.0, 64.0, 4096.0],
            _ => return None,
        };
        let of_sm = match self {
            Self::Fp64 => double,
            Self::Fp32 => single,
            Self::Tf32 => tensor / 2.0,
            Self::Bf16 | Self::Fp16 => tensor,
        };
        // Four warp instructions of an SM are a cycle.
        Some(machine.instructions_per_s? / 4.0 * of_sm * 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An H100 SXM at 1,830 MHz: NVIDIA's data sheet has 67 TFLOP/s of FP32 (at 1,980) and 989 of FP16.
    #[test]
    fn peaks_are_those_of_the_data_sheet() {
        let attributes = BTreeMap::from([
            (attribute::MULTIPROCESSOR_COUNT, 132),
            (attribute::MAX_THREADS_PER_MULTIPROCESSOR, 2048),
            (attribute::CLOCK_RATE_KHZ, 1_830_000),
            (attribute::COMPUTE_CAPABILITY_MAJOR, 9),
            (attribute::COMPUTE_CAPABILITY_MINOR, 0),
        ]);
        let peak = |of: Precision| of.peak(&attributes).unwrap() / 1e12;
        assert!((peak(Precision::Fp16) - 989.4).abs() < 1.0, "{}", peak(Precision::Fp16));
        assert!((peak(Precision::Tf32) - 494.7).abs() < 1.0);
        assert!((peak(Precision::Fp32) - 61.8).abs() < 0.5);
        assert!((peak(Precision::Fp64) - 30.9).abs() < 0.5);
        let other = BTreeMap::from([(attribute::COMPUTE_CAPABILITY_MAJOR, 8)]);
        assert_eq!(Precision::Fp32.peak(&other), None);
    }

    #[test]
    fn shapes_and_units_are_those_of_the_primitive() {
        let words = shape(Primitive::Gemm, 1 << 24, 1 << 16).unwrap();
        assert_eq!(words, "M × N × K = 65,536 × 256 × 256");
        let unit = unit(Primitive::NBody, 1 << 20, 128, 0).unwrap();
        assert_eq!((unit.name, unit.count), ("Gpairs/s", 134_217_728.0));
        assert_eq!(shape(Primitive::Copy, 5, 0), None);
        let of = |variant| Precision::of(Primitive::Gemm, "f32", variant).unwrap().name();
        assert_eq!(
            ["naive", "tensor_tf32", "gemm_f16", "gemm_bf16"].map(of),
            ["FP32", "TF32", "FP16", "BF16"]
        );
    }
}
