//! What the compiled code says together with counts of instructions. No GPU counts it.

use propp_model::counters::{
    CODE_FILLS, CODE_ISSUE_DELAYS, CODE_LOAD_ROUNDS, CODE_MATRIX_WAVEFRONTS, CODE_OTHER_WAITS,
    CODE_POLLS, CODE_TENSOR_DELAYS,
};

/// A value that `crates/pace` computes and recordings hold like a counter.
#[derive(Clone, Copy, Debug)]
pub struct OfCode {
    pub name: &'static str,
    pub meaning: &'static str,
}

/// Every such value.
pub const OF_CODE: &[OfCode] = &[
    OfCode {
        name: CODE_LOAD_ROUNDS,
        meaning: "how often warps wait for loads from global memory that go out together",
    },
    OfCode {
        name: CODE_ISSUE_DELAYS,
        meaning: "cycles that the compiler puts between the instructions that warps execute",
    },
    OfCode {
        name: CODE_OTHER_WAITS,
        meaning: "cycles that warps wait for other results: of shared, constant and local memory, shuffles, \
                  special functions",
    },
    OfCode {
        name: CODE_TENSOR_DELAYS,
        meaning: "cycles in which the matrix instructions that warps execute keep tensor cores busy",
    },
    OfCode {
        name: CODE_MATRIX_WAVEFRONTS,
        meaning: "wavefronts of shared memory of loads and stores of matrices (ldmatrix, stmatrix), \
                  without bank conflicts",
    },
    OfCode {
        name: CODE_FILLS,
        meaning: "instructions of loops that bring data from global into shared memory, and read none \
                  of shared memory",
    },
    OfCode {
        name: CODE_POLLS,
        meaning: "1 for a kernel that loads in a loop what other blocks may write, else 0",
    },
];
