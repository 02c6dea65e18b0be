//! What curves over the footprint tell: parts of L2, reach of translation.

use crate::finding::Finding;
use crate::sample::Sample;

pub(super) fn analyse_l2(_: &[Sample], _: &[Finding]) -> Vec<Finding> {
    Vec::new()
}

pub(super) fn analyse_tlb(_: &[Sample], _: &[Finding]) -> Vec<Finding> {
    Vec::new()
}
