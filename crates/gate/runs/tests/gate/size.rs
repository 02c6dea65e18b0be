//! Programs of ten thousand kernels; `benches/gate.rs` says how long they take.

use propp_gate_runs::{Allowed, Policy, Profile, compare};

use crate::large::{KERNELS, large};
use crate::runs::{all, repeated};

#[test]
fn ten_thousand_kernels_are_compared() {
    let runs = repeated("train");
    let before = Profile::from_json(&large(&runs[..4]).to_json()).unwrap();
    let now = large(&runs[4..]);
    let outcome = compare(&before, &now, &Policy::default(), Allowed::default());
    assert_eq!(outcome.kernels.len(), KERNELS);
}

/// The dear case: the times of one kernel in seven moved and overlap, so that the exact
/// distribution of their ranks is needed.
#[test]
fn ten_thousand_kernels_of_which_many_moved_are_compared_by_their_ranks() {
    let before = large(&repeated("planted_none")[..5]);
    let now = large(&[&all()["planted_barrier1"]]);
    let outcome = compare(&before, &now, &Policy::default(), Allowed::default());
    let findings = outcome.kernels.iter().flat_map(|kernel| &kernel.findings);
    let tested = findings.filter(|finding| finding.p_value.is_some()).count();
    assert!(tested * 8 > KERNELS, "{tested}");
}
