//! A calibration that was recorded on an H100, judged by the suite that was recorded there.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

mod choice;

use std::path::Path;
use std::sync::LazyLock;

use propp_base_statistics::Random;
use propp_base_statistics::median::median;
use propp_judge_analysis::{Analysis, Grouping, Input, analyse};
use propp_judge_cost::quality::Weights;
use propp_judge_cost::{CostModel, PriceSource, TERMS, Work};
use propp_recording::Recording;
use propp_suite_calibrate::{CASES, Case, Use, calibrated, measured, of_case};
use propp_suite_cases::dataset::{Dataset, MeasuredCase as Row};

use choice::{Candidate, choice};

fn recording(name: &str) -> Recording {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../recordings/h100").join(name);
    propp_recording_store::read(&path).unwrap()
}

fn calibration() -> Analysis {
    let recording = recording("calibrate.propp");
    let input = Input { name: "calibrate.propp", recording: &recording };
    analyse(&[input], &Weights::bundled("h100").unwrap(), Grouping::Signature)
}

/// The cases of the suite, which take seconds to read.
fn suite() -> &'static [Row] {
    static SUITE: LazyLock<Vec<Row>> = LazyLock::new(|| {
        let suite = ("suite".to_owned(), recording("suite_with_code.propp"));
        Dataset::from_recordings(&[suite], &Weights::bundled("paper").unwrap()).unwrap().rows
    });
    &SUITE
}

/// The median factor by which the times of the suite's cases are off.
fn error(model: &CostModel, suite: &[Row]) -> f64 {
    let log = |row: &Row| {
        let mut ns: f64 = model.host_parts(&row.host).map(|(_, ns)| ns).sum();
        for work in &row.kernels {
            ns += model.predict(work).ok()?.ns * work.launches as f64;
        }
        Some((ns / row.time.median_ns as f64).ln().abs())
    };
    median(&suite.iter().filter_map(log).collect::<Vec<_>>()).unwrap().exp()
}

/// Prices that are off by lognormal factors, each by itself.
fn spoilt(weights: &Weights, deviation: f64, seed: u64) -> Weights {
    let mut model = weights.cost().unwrap().clone();
    let mut random = Random::new(seed, 0);
    let mut normal = || {
        let sum: f64 = (0..12).map(|_| random.unit()).sum();
        (deviation * (sum - 6.0)).exp()
    };
    let between = model.between_ns;
    for price in &mut model.prices {
        let factor = normal();
        let launch = if price.term == "launches" { between } else { 0.0 };
        for ns in [&mut price.low, &mut price.ns, &mut price.high] {
            *ns = (*ns - launch).max(0.0) * factor + launch;
        }
    }
    weights.clone().with_prices(model)
}

/// How many times as long as predicted the kernels take, by the prices of this GPU: what
/// `src/biases.txt` holds. With PROPP_WRITE_DOCS=1 it is written.
#[test]
fn the_biases_are_those_of_the_recording() {
    let analysis = calibration();
    let model = Weights::bundled("h100").unwrap().cost().unwrap().of_kernels();
    let line = |case: &Case| {
        let one = of_case(&analysis, case).unwrap();
        format!("{} {:.3}\n", case.name(), one.ns / model.predict(&one.work).unwrap().ns)
    };
    let text: String = CASES.iter().map(line).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/biases.txt");
    if std::env::var_os("PROPP_WRITE_DOCS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn fitted_prices_that_hold_are_confirmed_and_stay() {
    let analysis = calibration();
    let (fitted, judging) = (measured(&analysis, Use::Fit), measured(&analysis, Use::Judge));
    let own = Weights::bundled("h100").unwrap();
    let new = calibrated(own.clone(), &fitted, &judging).unwrap().weights;
    assert_eq!(new.cost(), own.cost());
    assert_eq!(new.prices_from(), &PriceSource::Calibrated { cases: 20, confirmed: true });
}

#[test]
fn spoilt_prices_come_back() {
    let second = recording("calibrate_again.propp");
    let input = Input { name: "calibrate_again.propp", recording: &second };
    let analysis = analyse(&[input], &Weights::bundled("h100").unwrap(), Grouping::Signature);
    let suite = suite();
    let (fitted, judging) = (measured(&analysis, Use::Fit), measured(&analysis, Use::Judge));
    let own = Weights::bundled("h100").unwrap();
    let right = error(own.cost().unwrap(), suite);
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for seed in 0..10 {
        let spoilt = spoilt(&own, 0.4, seed);
        let new = calibrated(spoilt.clone(), &fitted, &judging).unwrap();
        before.push(error(spoilt.cost().unwrap(), suite));
        after.push(error(new.weights.cost().unwrap(), suite));
    }
    let (before, after) = (median(&before).unwrap(), median(&after).unwrap());
    println!("right prices {right:.3}, spoilt {before:.3}, calibrated {after:.3}");
    assert!(right < before && before > 1.12 && after <= 1.1, "{right} {before} {after}");
}

#[test]
fn the_cases_are_those_that_tell_most() {
    let analysis = calibration();
    let model = Weights::bundled("h100").unwrap().cost().unwrap().of_kernels();
    let shares = |work: &Work| {
        let predicted = model.predict(work).unwrap();
        let share = |name: &str| {
            predicted.parts.iter().find(|part| part.term == name).map_or(0.0, |part| part.share)
        };
        TERMS.iter().map(|term| share(term.name)).collect::<Vec<f64>>()
    };
    let wanted: Vec<Vec<f64>> = suite().iter().flat_map(|row| &row.kernels).map(shares).collect();
    let candidates: Vec<Candidate<'_>> = CASES
        .iter()
        .map(|case| {
            let measured = of_case(&analysis, case).unwrap();
            // A launch is run five times for its time, and some forty times for its counters.
            let seconds = 0.05 + 45.0 * measured.ns / 1e9;
            let shares = shares(&measured.work);
            Candidate { kernel: case.kernel, shares, bias: measured.bias, seconds }
        })
        .collect();
    let chosen = choice(&candidates, &wanted);
    let own: Vec<Use> = CASES.iter().map(|case| case.used).collect();
    let words: Vec<String> =
        chosen.iter().enumerate().map(|(at, used)| format!("{at} {used:?}")).collect();
    assert_eq!(chosen, own, "{}", words.join(" "));
}
