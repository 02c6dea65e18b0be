//! The experiments: one file per group measures, some with a file of their own that analyses.

mod anchors;
mod caches;
mod chain;
mod classic;
mod device;
mod fetch;
mod flat;
mod gather;
mod global;
mod ids;
mod l2;
mod l2_capacity;
mod launch;
mod local;
mod outstanding;
mod paths;
mod pattern;
mod properties;
mod requests;
mod shared;
mod sharing;
mod spectrum;
mod spectrum_patterns;
mod tlb;
mod tlb_reach;
mod warp;

pub use global::TYPE_NAMES;
pub use l2::latency_map;

use crate::experiment::Experiment;

/// In the order in which they run: later ones use the findings of earlier ones.
pub const ALL: &[Experiment] = &[
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
    launch::BLOCKS,
    anchors::RANDOM_READ,
    anchors::SCATTERED_WRITE,
    anchors::L2_REQUEST,
    anchors::ATOMIC_ONE_ADDRESS,
    anchors::EMPTY_KERNEL,
    anchors::LINK,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_has_its_own_name_in_a_group() {
        for (i, one) in ALL.iter().enumerate() {
            assert!(one.id.contains('.'), "{}", one.id);
            assert!(ALL[..i].iter().all(|other| other.id != one.id), "{}", one.id);
        }
    }
}
