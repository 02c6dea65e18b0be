//! What a launch takes on another GPU: the time that it took here, times what prices there say of its
//! work over what prices here say. Most of what the model does not know is the same on both GPUs, so
//! it cancels out.

use super::{Predicted, Resource};

/// A launch shorter than this is mostly launching, which differs by a constant.
pub const SHORT_NS: f64 = 3_000.0;

/// The predicted time of a launch on another GPU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elsewhere {
    pub ns: f64,
    /// The time is right within this factor in 80 % of cases.
    pub within: f64,
    /// What takes most of the time here.
    pub here: Resource,
    /// What takes most of the time there.
    pub there: Resource,
}

/// The time there of a launch that took `measured_ns` here. `empty_ns` are the times of an empty
/// kernel here and there, where both are known.
pub fn carried_over(measured_ns: f64, ratio: f64, empty_ns: Option<[f64; 2]>) -> f64 {
    let longer =
        empty_ns.filter(|_| measured_ns < SHORT_NS).map_or(0.0, |[here, there]| there - here);
    (measured_ns * ratio + longer).max(1.0)
}

/// The factor of the range, by the parts of the predicted time here. `docs/your-gpu.md` says how often
/// the range holds between GPUs that were measured.
pub fn within(parts: impl Iterator<Item = (&'static str, Resource, f64)>) -> f64 {
    /// Terms of words that are scattered over device memory: their price follows the channels, and
    /// it is not known well how.
    const SCATTERED: [&str; 2] = ["dram_read_requests", "dram_partial_writes"];
    let (mut memory, mut scattered) = (0.0, 0.0);
    for (term, resource, share) in parts {
        if resource == Resource::Memory {
            memory += share;
        }
        if SCATTERED.contains(&term) {
            scattered += share;
        }
    }
    match (memory > 0.5, scattered > 0.25) {
        (true, true) => 1.15,
        (true, false) => 1.10,
        (false, _) => 1.07,
    }
}

impl Elsewhere {
    /// The time there by the predictions for both GPUs.
    pub fn new(
        measured_ns: f64,
        here: &Predicted,
        there: &Predicted,
        empty_ns: Option<[f64; 2]>,
    ) -> Self {
        let ratio = there.ns / here.ns.max(f64::MIN_POSITIVE);
        let parts = here.parts.iter().map(|part| (part.term, part.resource, part.share));
        Self {
            ns: carried_over(measured_ns, ratio, empty_ns),
            within: within(parts),
            here: here.largest(),
            there: there.largest(),
        }
    }
}
