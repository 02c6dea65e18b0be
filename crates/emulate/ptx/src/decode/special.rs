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
            // Without clusters, each block is one.
            "ctaid" | "clusterid" => Special::Block(axis),
            "nctaid" | "nclusterid" => Special::Grid(axis),
            _ => return None,
        });
    }
    Some(match name {
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

/// Registers of clusters that a block without one reads as 0.
pub(crate) fn is_uniform_zero(name: &str) -> bool {
    matches!(
        name,
        "%cluster_ctarank" | "%cluster_ctaid.x" | "%cluster_ctaid.y" | "%cluster_ctaid.z"
    )
}

/// Registers of clusters that a block without one reads as 1.
pub(crate) fn is_uniform_one(name: &str) -> bool {
    matches!(
        name,
        "%cluster_nctarank" | "%cluster_nctaid.x" | "%cluster_nctaid.y" | "%cluster_nctaid.z"
    )
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
