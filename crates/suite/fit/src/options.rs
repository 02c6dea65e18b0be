//! What is fitted, and how.

use propp_base_model::GpuRates;
use propp_base_solve::resample::Bootstrap;
use propp_suite_cases::outside::Outside;

use super::Form;
use super::quality::{Kind, Response};

/// The norms of the cost model that are tried by default.
pub const NORMS: [f64; 5] = [1.0, 1.5, 2.0, 2.5, 3.0];

#[derive(Clone, Debug)]
pub struct Options {
    pub response: Response,
    /// `None` for the kind that predicts better.
    pub kind: Option<Kind>,
    /// The norms that are tried for the cost model; empty for no cost model.
    pub norms: Vec<f64>,
    /// A cycle of an SM in ns; 0 if that is not known.
    pub cycle_ns: f64,
    /// How long an empty kernel takes; `None` if that is not known.
    pub empty_ns: Option<f64>,
    /// Kernels of programs that no suite has, and what prices of the fitted GPU follow.
    pub outside: Option<(Outside, GpuRates)>,
    pub rounds: usize,
    pub seed: u64,
}

impl Options {
    pub(super) const fn form(&self, norm: f64) -> Form {
        Form { norm, cycle_ns: self.cycle_ns }
    }

    pub(super) const fn bootstrap(&self) -> Bootstrap {
        Bootstrap { rounds: self.rounds, seed: self.seed }
    }
}
