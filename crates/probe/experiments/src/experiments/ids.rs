//! Ids of experiments that one file measures and another analyses.

pub(super) const L2_SIZE: &str = "chase.l2";
pub(super) const TLB: &str = "chase.tlb";
pub(super) const BROADCAST: &str = "warp.broadcast";
pub(super) const PARALLEL: &str = "warp.parallel";
pub(super) const ALIGNED: &str = "warp.aligned";
pub(super) const REQUESTS: &str = "requests.latency";
pub(super) const L2_COPY: &str = "requests.l2_copy";
