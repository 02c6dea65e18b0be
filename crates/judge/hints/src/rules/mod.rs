//! The rules of kernels: what each looks for, and how it changes the counts of work. Those
//! of the run are in `run.rs`.

pub(super) mod access;
pub(super) mod balance;
pub(super) mod barriers;
pub(super) mod code;
pub(super) mod compute;
pub(super) mod launch;
pub(super) mod narrow;
pub(super) mod reuse;
pub(super) mod shared;
pub(super) mod tiles;
pub(super) mod warps;

pub(super) use access::sectors_in_vain;
pub(super) use compute::bottleneck;
pub(super) use shared::{Conflict, conflict};

use super::{At, Evidence};

pub(super) struct Finding {
    pub(super) evidence: Vec<Evidence>,
    /// The likeliest first.
    pub(super) causes: Vec<String>,
    pub(super) remedy: String,
    /// What of the criterion the defect itself lacks, if the rule knows.
    pub(super) lacks: Option<f64>,
    /// Where in the code it is, if the rule itself knows.
    pub(super) at: Option<At>,
}

impl Finding {
    pub(super) fn new(
        evidence: Vec<Evidence>,
        causes: Vec<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self { evidence, causes, remedy: remedy.into(), lacks: None, at: None }
    }
}
