//! The kernels of a calibration: those of `cuda/cases.cu`, each in one or several sizes.

/// The kernels as PTX, which the driver compiles for its GPU; `cargo xtask calibrate-ptx` makes it of
/// `cuda/cases.cu`.
pub const PTX: &str = include_str!("../cuda/cases.ptx");

/// Words of each of the two arrays that kernels work on.
pub const WORDS: u32 = 1 << 26;

/// What a case is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Corrects prices.
    Fit,
    /// Judges what came of it.
    Judge,
    /// Tells too little for its time, and is run for the choice alone.
    Spare,
}

/// A launch, told apart from the others by its kernel, blocks and threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    pub kernel: &'static str,
    pub grid: [u32; 2],
    pub threads: u32,
    pub n: u32,
    /// Another number: the comment of the kernel in `cuda/cases.cu` says what of.
    pub m: u32,
    /// Whether the second array has to be zero before.
    pub zeroed: bool,
    pub used: Use,
}

impl Case {
    /// Such as `gather (65536,1)x(256)`.
    pub fn name(&self) -> String {
        let [blocks, rows] = self.grid;
        format!("{} ({blocks},{rows})x({})", self.kernel, self.threads)
    }
}

const fn case(kernel: &'static str, blocks: u32, threads: u32, n: u32, m: u32, used: Use) -> Case {
    Case { kernel, grid: [blocks, 1], threads, n, m, zeroed: false, used }
}

const fn square(kernel: &'static str, blocks: u32, n: u32, m: u32, used: Use) -> Case {
    Case { kernel, grid: [blocks, blocks], threads: 256, n, m, zeroed: false, used }
}

const fn chained(blocks: u32, threads: u32, n: u32, used: Use) -> Case {
    Case {
        kernel: "chain_of_blocks",
        grid: [blocks, 1],
        threads,
        n,
        m: 1 << 24,
        zeroed: true,
        used,
    }
}

use Use::{Fit, Judge, Spare};

/// All cases, in the order in which they run. Which correct prices and which judge them was chosen by
/// what each tells of the suite's cases a second; a test repeats the choice.
pub const CASES: &[Case] = &[
    case("empty", 1, 32, 0, 0, Fit),
    case("empty", 1 << 14, 128, 0, 0, Fit),
    case("empty", 1 << 18, 32, 0, 0, Spare),
    case("read_vec4", 1056, 256, 1 << 26, 0, Fit),
    case("read_vec4", 2112, 512, 1 << 24, 0, Spare),
    case("write_vec4", 1056, 256, 1 << 26, 1, Fit),
    case("copy_vec4", 2112, 256, 1 << 26, 0, Fit),
    case("copy_vec4", 1 << 12, 256, 1 << 22, 0, Spare),
    case("copy_word", 1 << 18, 256, 1 << 26, 0, Judge),
    case("copy_word", 1 << 17, 32, 1 << 22, 0, Judge),
    case("copy_word", 1 << 16, 64, 1 << 22, 0, Fit),
    case("gather", 1 << 16, 256, 1 << 24, 1 << 26, Spare),
    case("gather", 1 << 14, 256, 1 << 22, 1 << 20, Fit),
    case("scatter", 1 << 16, 256, 1 << 24, 1 << 26, Fit),
    case("scatter", 1 << 14, 256, 1 << 22, 1 << 18, Judge),
    case("l2_sectors", 1056, 256, 1 << 23, 1 << 21, Spare),
    case("l2_partial", 1056, 256, 1 << 23, 1 << 21, Fit),
    case("add_spread", 1 << 12, 256, 1 << 23, 1 << 20, Spare),
    case("add_spread", 1 << 11, 256, 1 << 22, 1 << 10, Spare),
    case("add_one", 1 << 14, 256, 1 << 22, 32, Fit),
    case("exchange_spread", 1 << 12, 256, 1 << 22, 1 << 20, Spare),
    case("l1_hits", 528, 256, 1 << 9, 1, Fit),
    case("bank_conflicts", 528, 256, 1 << 9, 2, Spare),
    case("bank_conflicts", 264, 256, 1 << 8, 8, Fit),
    case("fma_chains", 528, 256, 1 << 11, 1, Fit),
    case("fma_chains", 132, 64, 1 << 11, 1, Spare),
    case("mixed_chain", 528, 256, 1 << 9, 1, Judge),
    case("mixed_chain", 132, 128, 1 << 9, 1, Fit),
    case("uneven", 132, 128, 1 << 8, 7, Fit),
    case("uneven", 264, 256, 128, 3, Spare),
    case("chase", 132, 32, 1 << 20, 64, Fit),
    case("chase", 132, 64, 1 << 26, 64, Judge),
    case("chase", 1056, 256, 1 << 26, 8, Judge),
    chained(1 << 14, 256, 1 << 22, Spare),
    chained(1 << 12, 512, 1 << 21, Spare),
    square("transpose_naive", 64, 1 << 22, 1 << 11, Spare),
    square("transpose_tiled", 64, 1 << 22, 1 << 11, Spare),
    case("reduce", 1 << 14, 256, 1 << 24, 4, Spare),
    case("reduce", 1 << 11, 512, 1 << 24, 16, Fit),
    case("histogram", 528, 256, 1 << 23, 1 << 8, Fit),
    case("histogram", 1056, 256, 1 << 23, 16, Judge),
    case("stencil", 1 << 14, 256, 1 << 22, 1 << 11, Spare),
    square("product", 64, 1 << 20, 1 << 10, Spare),
    square("product", 16, 1 << 16, 1 << 8, Judge),
    case("softmax", 1 << 12, 256, 0, 1 << 11, Fit),
    case("softmax", 1 << 14, 64, 0, 1 << 8, Judge),
    case("scan_blocks", 1 << 16, 256, 1 << 24, 0, Spare),
    case("scan_blocks", 1 << 12, 1024, 1 << 22, 0, Spare),
    case("rows_by_thread", 1 << 9, 128, 1 << 16, 64, Spare),
    case("rows_by_thread", 64, 256, 1 << 14, 1 << 8, Judge),
    case("search", 1 << 14, 256, 1 << 22, 1 << 24, Fit),
];
