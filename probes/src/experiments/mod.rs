//! The experiments: a file a group, each with what it asks and what follows.

mod device;

use crate::experiment::Experiment;

/// Every experiment, in the order in which they are run.
pub(crate) const ALL: &[Experiment] = &[device::RECORD];
