//! The execution pipes of an SM.

use std::fmt;

use propp_base_model::counters::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pipe {
    /// Integer and logic.
    Alu,
    Fma,
    Fp64,
    /// Special functions and conversions.
    Xu,
    Tensor,
    /// Loads and stores.
    Lsu,
}

impl Pipe {
    /// Counters of the pipe's use, the preferred one first.
    pub(super) const fn counters(self) -> &'static [&'static str] {
        match self {
            Self::Alu => &[PIPE_ALU],
            Self::Fma => &[PIPE_FMA],
            // On GA100 the count takes one more pass, so the planner may choose the cycles.
            Self::Fp64 => &[PIPE_FP64, PIPE_FP64_CYCLES],
            Self::Xu => &[PIPE_XU],
            Self::Tensor => &[PIPE_TENSOR_CYCLES],
            Self::Lsu => &[PIPE_LSU],
        }
    }
}

impl fmt::Display for Pipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Alu => "alu",
            Self::Fma => "fma",
            Self::Fp64 => "fp64",
            Self::Xu => "xu",
            Self::Tensor => "tensor",
            Self::Lsu => "lsu",
        })
    }
}
