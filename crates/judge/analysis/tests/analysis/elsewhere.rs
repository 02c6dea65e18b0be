//! Runs that are carried over to another GPU.

use std::path::Path;

use propp_judge_analysis::{
    Analysis, Grouping, Input, KernelReport, Listing, OnTarget, Sort, Target, analyse, elsewhere,
    gpu,
};
use propp_judge_cost::quality::Weights;
use propp_recording::Recording;
use propp_recording_store::read;

use crate::fixture;

fn analysis(recording: &Recording) -> Analysis {
    let weights = Weights::for_reports(&gpu(recording)).unwrap();
    analyse(&[Input { name: "app", recording }], &weights, Grouping::Signature)
}

/// A run of an H200.
fn of_h200() -> Analysis {
    analysis(&fixture("h200_app_two_runs"))
}

fn h100() -> Target {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../recordings/h100_transpose.propp");
    Target::of(&analysis(&read(&path).unwrap())).unwrap()
}

fn is_near(got: f64, want: f64) -> bool {
    (got - want).abs() <= 1e-6 * want.abs()
}

/// The sums as they follow from the kernels.
#[track_caller]
fn adds_up(listing: &Listing<'_>, on: &OnTarget) {
    let mut sums = [0.0; 5];
    for (kernel, one) in listing.kernels.iter().zip(&on.kernels) {
        let total = kernel.total_ns() as f64;
        let Ok(there) = &one.there else {
            sums[4] += total;
            continue;
        };
        let ns = total / one.here_ns.unwrap() * there.ns;
        let added = [total, ns, ns / there.within, ns * there.within, 0.0];
        sums.iter_mut().zip(added).for_each(|(sum, more)| *sum += more);
    }
    let got = [on.here_ns, on.there_ns, on.least_ns, on.most_ns, on.untold_ns];
    assert!(got.iter().zip(sums).all(|(got, want)| is_near(*got, want)), "{got:?}, want {sums:?}");
}

#[test]
fn a_run_on_its_own_gpu_takes_as_long_as_it_took() {
    let analysis = of_h200();
    let listing = Listing::whole(&analysis);
    let on = elsewhere(&listing, &Target::of(&analysis).unwrap()).unwrap();
    assert_eq!((on.here.as_str(), on.is_validated), (on.there.as_str(), true));
    assert!(on.here_ns > 0.0 && is_near(on.there_ns, on.here_ns), "{on:?}");
    adds_up(&listing, &on);
}

#[test]
fn a_run_on_a_gpu_with_slower_memory_takes_longer() {
    let analysis = of_h200();
    let listing = Listing::whole(&analysis);
    let on = elsewhere(&listing, &h100()).unwrap();
    assert!(on.here.contains("H200") && on.there.contains("H100") && on.is_validated, "{on:?}");
    assert!(on.there_ns > 1.02 * on.here_ns, "{on:?}");
    assert!(on.least_ns < on.there_ns && on.there_ns < on.most_ns);
    adds_up(&listing, &on);
    let traffic = &analysis.run.traffic;
    let busy = analysis.run.kernel_time_ns + traffic.host_copy_ns;
    assert_eq!(on.copies_ns, traffic.host_copy_ns as f64);
    assert_eq!(on.rest_ns, (traffic.span_ns - busy) as f64);
}

#[test]
fn some_kernels_are_carried_over_without_the_rest_of_their_run() {
    let analysis = of_h200();
    let wanted = |kernel: &KernelReport| kernel.name.bare.contains("vadd");
    let listing = Listing::new(&analysis, Sort::Time, wanted, None);
    let on = elsewhere(&listing, &h100()).unwrap();
    assert_eq!((on.kernels.len(), on.copies_ns, on.rest_ns), (listing.kernels.len(), 0.0, 0.0));
    adds_up(&listing, &on);
}

#[test]
fn another_chip_has_a_wide_range_that_nobody_has_validated() {
    let analysis = of_h200();
    let mut target = h100();
    target.rates.chip = "GB100".to_owned();
    let on = elsewhere(&Listing::whole(&analysis), &target).unwrap();
    let told: Vec<f64> =
        on.kernels.iter().filter_map(|one| Some(one.there.as_ref().ok()?.within)).collect();
    assert!(!on.is_validated && !told.is_empty() && told.iter().all(|within| *within >= 1.35));
}

#[test]
fn a_block_that_does_not_fit_there_is_not_told() {
    let mut recording = fixture("h200_app_two_runs");
    for signature in &mut recording.signatures {
        signature.dynamic_shared_bytes = 200 << 10;
    }
    let analysis = analysis(&recording);
    let mut target = h100();
    target.facts.attributes.max_shared_bytes_per_block = 100 << 10;
    target.facts.attributes.shared_bytes_per_sm = 100 << 10;
    let on = elsewhere(&Listing::whole(&analysis), &target).unwrap();
    assert_eq!((on.here_ns, on.untold_ns > 0.0), (0.0, true));
}

#[test]
fn what_was_not_timed_or_described_is_not_carried_over() {
    let refused = |change: fn(&mut Recording)| {
        let mut recording = fixture("h200_app_two_runs");
        change(&mut recording);
        let analysis = analysis(&recording);
        elsewhere(&Listing::whole(&analysis), &h100()).unwrap_err()
    };
    assert!(refused(|recording| recording.kernels.clear()).contains("has no times"));
    let without =
        refused(|recording| recording.devices.iter_mut().for_each(|one| one.attributes.clear()));
    assert!(without.contains("does not describe its GPU"), "{without}");
}
