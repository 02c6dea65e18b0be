//! The experiments: a file a group, each with what it asks and what follows.

mod caches;
mod chain;
mod classic;
mod device;
mod fetch;
mod footprint;
mod gather;
mod global;
mod l2;
mod local;
mod outstanding;
mod paths;
mod properties;
mod requests;
mod shared;
mod sharing;
mod spectrum;
mod tlb;
mod warp;

pub use global::TYPE_NAMES;

use propp_model::Finding;

use crate::experiment::Experiment;

/// Every experiment, in the order in which they are run: later ones use what earlier ones
/// found.
pub(crate) const ALL: &[Experiment] = &[
    device::RECORD,
    spectrum::SPECTRUM,
    chain::CHAIN,
    l2::MAP,
    caches::L1,
    caches::READ_ONLY,
    caches::TEXTURE,
    caches::CONSTANT,
    classic::AVERAGE,
    sharing::SHARING,
    fetch::FETCH,
    l2::SIZE,
    tlb::TLB,
    shared::CONFLICT,
    shared::BANDWIDTH,
    global::GLOBAL,
    global::TYPES,
    warp::BROADCAST,
    warp::PARALLEL,
    warp::ALIGNED,
    local::ARRAYS,
    local::PADDING,
    requests::LATENCY,
    requests::L2_COPY,
];

/// A number that an earlier experiment found.
fn known(findings: &[Finding], id: &str) -> Option<f64> {
    findings.iter().find(|finding| finding.id == id)?.value.number()
}
