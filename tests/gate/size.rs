//! How long it takes.

use std::time::{Duration, Instant};

use propp::gate::{Allowed, Policy, Profile, compare};

use super::runs::{all, joined, repeated};

const KERNELS: usize = 10_000;

/// A program of ten thousand kernels: those of a training step, under other names.
fn large(runs: &[&Profile]) -> Profile {
    let mut profile = joined(runs);
    let few = std::mem::take(&mut profile.kernels);
    profile.kernels = (0..KERNELS)
        .map(|k| {
            let mut kernel = few[k % few.len()].clone();
            kernel.key.symbol = format!("kernel_{k:05}_{}", kernel.key.symbol);
            kernel
        })
        .collect();
    profile
}

#[test]
fn ten_thousand_kernels_take_less_than_a_second() {
    let runs = repeated("train");
    let text = large(&runs[..4]).to_json();
    let now = large(&runs[4..]);
    let start = Instant::now();
    let before = Profile::from_json(&text).unwrap();
    let read = start.elapsed();
    let outcome = compare(&before, &now, &Policy::default(), Allowed::default());
    let took = start.elapsed();
    println!("read {} MB in {read:?}, in all {took:?}", text.len() / 1_000_000);
    assert_eq!(outcome.kernels.len(), KERNELS);
    assert!(took < Duration::from_secs(1), "{took:?}");
}

/// The dear case: the times of one kernel in seven moved and overlap, so that the exact
/// distribution of their ranks is needed.
#[test]
fn ten_thousand_kernels_of_which_many_moved_take_less_than_a_second() {
    let before = large(&repeated("planted_none")[..5]);
    let now = large(&[&all()["planted_barrier1"]]);
    let start = Instant::now();
    let outcome = compare(&before, &now, &Policy::default(), Allowed::default());
    let took = start.elapsed();
    println!("{took:?}");
    let findings = outcome.kernels.iter().flat_map(|kernel| &kernel.findings);
    let tested = findings.filter(|finding| finding.chance.is_some()).count();
    assert!(tested * 8 > KERNELS, "{tested}");
    assert!(took < Duration::from_secs(1), "{took:?}");
}
