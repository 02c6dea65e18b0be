//! How far off predicted times of programs are that no fit has seen.

use serde::{Deserialize, Serialize};

use super::Resource;

/// Factors within which predicted times are right.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Within {
    /// In 80 % of cases.
    pub eighty: f64,
    /// In 95 %.
    pub ninety_five: f64,
}

/// Those factors by the resource with the largest part of the time: what the fit knows of device
/// memory holds for other programs, and what it knows of dependent instructions less.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Unseen {
    /// In the order of [`Resource::ALL`].
    pub by_resource: [Within; Resource::ALL.len()],
    /// Kernels that they were calibrated on.
    pub kernels: u64,
}

impl Within {
    fn widened(self, widening: f64) -> Self {
        Self { eighty: self.eighty.powf(widening), ninety_five: self.ninety_five.powf(widening) }
    }
}

impl Unseen {
    /// The factors of a time that is mostly of this resource.
    pub fn of(&self, resource: Resource) -> Within {
        self.by_resource[resource as usize]
    }

    pub(super) fn widened(mut self, widening: f64) -> Self {
        for within in &mut self.by_resource {
            *within = within.widened(widening);
        }
        self
    }
}
