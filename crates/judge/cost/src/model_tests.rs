//! Predictions, and the times of resources.

use super::*;

fn times() -> Vec<f64> {
    (0..TERMS.len()).map(|place| (place % 7) as f64).collect()
}

#[test]
fn times_one_after_the_other_add_up() {
    let sums = ResourceTimes::new(&times(), 1.0);
    assert!((sums.whole - times().iter().sum::<f64>()).abs() < 1e-9);
}

#[test]
fn shares_add_up_to_the_whole_for_any_norm() {
    for norm in [1.0, 1.5, 2.0, 4.0, 50.0] {
        let sums = ResourceTimes::new(&times(), norm);
        let parts = TERMS.iter().zip(times()).map(|(t, time)| time * sums.slope(t.resource));
        assert!((parts.sum::<f64>() / sums.whole - 1.0).abs() < 1e-9, "norm {norm}");
    }
}

#[test]
fn launches_without_code_have_coarse_prices() {
    let weights = crate::quality::Weights::bundled("h200").unwrap();
    let model = weights.cost().unwrap();
    let shape = crate::Shape {
        blocks: 10.0,
        warps: 80.0,
        busy_sms: 10.0,
        resident_warps: 80.0,
        waves: 1.0,
    };
    let counters = TERMS.iter().flat_map(|term| term.counters);
    let coarse_only = counters.filter(|name| !name.starts_with("code__"));
    let mut work = Work { shape: Some(shape), launches: 1, ..Work::default() };
    work.counts = coarse_only.map(|name| ((*name).to_owned(), 100.0)).collect();
    let coarse = model.predict(&work).unwrap();
    assert!(std::ptr::eq(model.for_all([&work]), model.coarse.as_deref().unwrap()));
    work.counts.insert("code__load_rounds.sum".to_owned(), 8_000.0);
    assert_eq!(model.predict(&work).unwrap(), coarse, "thinned before other waits were kept");
    work.counts.insert("code__other_waits.sum".to_owned(), 1e5);
    assert_eq!(
        model.predict(&work),
        Err(Unknown::Counter("code__tensor_delays.sum")),
        "with half of what the code says there is no prediction"
    );
    work.counts.insert("code__tensor_delays.sum".to_owned(), 0.0);
    work.counts.insert("code__issue_delays.sum".to_owned(), 1e5);
    work.counts.insert("code__polls".to_owned(), 0.0);
    let by_code = model.predict(&work).unwrap();
    let has = |of: &Predicted, name: &str| of.parts.iter().any(|part| part.term == name);
    assert!(has(&by_code, "code_rounds_from_memory") && !has(&by_code, "branch_chain"));
    assert!(has(&coarse, "branch_chain") && !has(&coarse, "code_rounds_from_memory"));
    assert!(std::ptr::eq(model.for_all([&work]), model));
}

#[test]
fn kernels_by_themselves_leave_out_what_passes_between_them() {
    let weights = crate::quality::Weights::bundled("h200").unwrap();
    let model = weights.cost().unwrap();
    let own = model.of_kernels();
    let launch = |model: &CostModel| price(&model.prices, LAUNCHES).unwrap().ns;
    assert!(model.between_ns > 300.0 && model.between_ns < launch(model));
    assert_eq!(launch(&own), launch(model) - model.between_ns);
    let coarse = |model: &CostModel| model.coarse.as_ref().unwrap().between_ns;
    assert_eq!(coarse(&own), coarse(model));
    let more = CostModel { between_ns: 1e9, ..model.clone() };
    assert_eq!(launch(&more.of_kernels()), 0.0);
}

#[test]
fn a_large_norm_leaves_the_slowest_resource() {
    let sums = ResourceTimes::new(&times(), 200.0);
    let overlapping = &sums.times[..Resource::Launch as usize];
    let slowest = overlapping.iter().copied().fold(0.0, f64::max);
    assert!((sums.whole - sums.times[Resource::Launch as usize]) / slowest < 1.02);
}

#[test]
fn nothing_takes_no_time() {
    let sums = ResourceTimes::new(&vec![0.0; TERMS.len()], 2.0);
    assert_eq!((sums.whole, sums.slope(Resource::Memory)), (0.0, 0.0));
}

#[test]
fn a_demand_is_outside_if_it_is_far_beyond_the_fit_and_matters() {
    // Four times the largest, and a tenth of the time.
    let (most, time) = (100.0, 1000.0);
    assert!(is_outside(401.0, most, 0.3, time));
    assert!(!is_outside(400.0, most, 0.3, time));
    assert!(!is_outside(401.0, most, 0.2, time));
    // Without a price 25 times, whatever the time.
    assert!(is_outside(2501.0, most, 0.0, time));
    assert!(!is_outside(2500.0, most, 0.0, time));
}

/// A launch whose counters are all the same number, without what its code says.
fn launch_with(count: f64, launches: u64) -> Work {
    let shape = crate::Shape {
        blocks: 10.0,
        warps: 80.0,
        busy_sms: 10.0,
        resident_warps: 80.0,
        waves: 1.0,
    };
    let counters = TERMS.iter().flat_map(|term| term.counters);
    let counters = counters.filter(|name| !name.starts_with("code__"));
    let counts = counters.map(|name| ((*name).to_owned(), count)).collect();
    Work { shape: Some(shape), launches, counts }
}

#[test]
fn kernels_count_in_a_mean_by_their_launches() {
    let weights = crate::quality::Weights::bundled("h200").unwrap();
    let model = weights.cost().unwrap();
    let (few, many) = (launch_with(100.0, 1), launch_with(9e5, 3));
    let [one, other] = [&few, &many].map(|work| model.predict(work).unwrap());
    let mean = model.predict_mean(&[few, many]).unwrap();
    assert!((mean.ns - (one.ns + 3.0 * other.ns) / 4.0).abs() < 1e-9 * mean.ns);
    assert!((mean.parts.iter().map(|part| part.share).sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(mean.parts.is_sorted_by(|a, b| a.share >= b.share));
    let share = |of: &Predicted, term: &str| {
        of.parts.iter().find(|part| part.term == term).map_or(0.0, |part| part.share)
    };
    for part in &mean.parts {
        let own = share(&one, part.term) * one.ns + 3.0 * share(&other, part.term) * other.ns;
        assert!((part.share - own / 4.0 / mean.ns).abs() < 1e-9, "{part:?}");
    }
    assert_eq!(model.predict_mean(&[]), Err(Unknown::Shape));
}

#[test]
fn copies_of_far_more_than_was_fitted_are_out_of_reach() {
    let weights = crate::quality::Weights::bundled("h200").unwrap();
    let model = weights.cost().unwrap();
    let link = price(&model.prices, HOST_LINK).unwrap();
    assert!(link.ns > 0.0);
    let copies = |times: f64| HostWork {
        bytes_to_device: (times * link.most) as u64,
        copy_streams: 1,
        ..HostWork::default()
    };
    assert!(model.reaches_copies(&copies(1.0)) && model.reaches_copies(&copies(OUTSIDE)));
    assert!(!model.reaches_copies(&copies(OUTSIDE + 1.0)));
    let parts: std::collections::BTreeMap<_, _> = model.host_parts(&copies(1.0)).collect();
    assert!((parts[HOST_LINK] - link.most * link.ns).abs() < 1e-6 * parts[HOST_LINK]);
}
