//! Special registers.

use crate::module::Special;
use crate::op::Clock;

pub(crate) fn special(name: &str) -> Option<Special> {
    let name = name.strip_prefix('%')?;
    if let Some((register, axis)) = name.rsplit_once('.') {
        let axis = match axis {
            "x" => 0,
            "y" => 1,
            "z" => 2,
            _ => return None,
        };
        return Some(match register {
            "tid" => Special::Thread(axis),
            "ntid" => Special::BlockSize(axis),
            "ctaid" => Special::Block(axis),
            "nctaid" => Special::Grid(axis),
            "cluster_ctaid" => Special::InCluster(axis),
            "cluster_nctaid" => Special::ClusterSize(axis),
            "clusterid" => Special::Cluster(axis),
            "nclusterid" => Special::Clusters(axis),
            _ => return None,
        });
    }
    Some(match name {
        "cluster_ctarank" => Special::ClusterRank,
        "cluster_nctarank" => Special::ClusterBlocks,
        "laneid" => Special::Lane,
        "warpid" => Special::Warp,
        "nwarpid" => Special::Warps,
        "smid" => Special::Multiprocessor,
        "nsmid" => Special::Multiprocessors,
        "lanemask_eq" => Special::MaskEqual,
        "lanemask_lt" => Special::MaskLess,
        "lanemask_le" => Special::MaskLessEqual,
        "lanemask_gt" => Special::MaskGreater,
        "lanemask_ge" => Special::MaskGreaterEqual,
        "dynamic_smem_size" => Special::DynamicSharedBytes,
        "total_smem_size" => Special::SharedBytes,
        // As `cooperative_groups` reads them.
        "envreg1" => Special::WorkspaceHigh,
        "envreg2" => Special::WorkspaceLow,
        _ => return None,
    })
}

pub(crate) fn clock(name: &str) -> Option<Clock> {
    Some(match name {
        "%clock" => Clock::Low,
        "%clock_hi" => Clock::High,
        "%clock64" => Clock::Both,
        "%globaltimer" => Clock::Nanoseconds,
        "%globaltimer_lo" => Clock::NanosecondsLow,
        _ => return None,
    })
}
