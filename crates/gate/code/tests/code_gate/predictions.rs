//! Predicted changes of time, held against those that were measured on an H200.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use propp_base_statistics::median::{Between, quantile};
use propp_code_inspect::{Code, Kernel};
use propp_gate_code::predict::{self, MARGINS, Priced, priced};
use propp_gate_code::{Build, Recorded};
use propp_judge_cost::quality::Weights;
use serde::Deserialize;

use crate::planted::{Planted, planted};
use crate::support::{build, code, folder, in_readme, judged, planted_recording};

/// The acceptance: so many of forty.
const HELD: usize = 32;
const SHARES: [f64; 3] = [0.05, 0.5, 0.95];

#[derive(Deserialize)]
struct Times {
    microseconds_before_and_after: BTreeMap<String, [f64; 2]>,
}

fn recorded() -> Recorded {
    Recorded::of(&[planted_recording()], &Weights::bundled("h200").unwrap())
}

fn is_of(change: &Planted, kernel: &Kernel, name: &str) -> bool {
    let function = name.split(['<', '(']).next().unwrap().trim_start_matches("void ");
    let wanted = format!("propp::{}::{function}<", change.id);
    kernel.target.to_string() == "sm_90" && kernel.name.full.contains(&wanted)
}

#[test]
fn intervals_hold_the_measured_changes() {
    let changes = planted("regressions");
    let text = std::fs::read_to_string(folder().join("times.json")).unwrap();
    let times: Times = serde_json::from_str(&text).unwrap();
    let (recorded, after) = (recorded(), code("after.regressions"));
    let before = code("before.regressions");
    let all: Vec<(&Planted, f64, Priced)> = changes
        .iter()
        .map(|change| {
            let [then, now] = times.microseconds_before_and_after[&change.id];
            let name = &change.kernel;
            let of = |kernels: &'_ [Kernel], name: &str| {
                kernels.iter().position(|kernel| is_of(change, kernel, name)).unwrap()
            };
            let old = &before.kernels[of(&before.kernels, name)];
            let renamed = change.kernel_after.as_ref().unwrap_or(name);
            let new = &after.kernels[of(&after.kernels, renamed)];
            let known = propp_base_names::demangle(&old.name.symbol);
            let priced = priced(&recorded, &known, new);
            (change, (now / then).ln(), priced.unwrap_or_else(|| panic!("{}", change.id)))
        })
        .collect();
    let scores: Vec<f64> =
        all.iter().map(|(_, measured, priced)| (measured - priced.log) / priced.width).collect();
    let margins =
        |scores: &[f64]| SHARES.map(|share| quantile(scores, share, Between::Line).unwrap());
    let mut table = String::from("| what was planted | measured | likely | interval | |\n");
    table += "|---|---:|---:|---:|---|\n";
    let mut held = 0;
    for (place, (change, measured, priced)) in all.iter().enumerate() {
        let mut others = scores.clone();
        others.remove(place);
        let [low, likely, high] = priced.range(margins(&others));
        let is_held = (low..=high).contains(measured);
        held += usize::from(is_held);
        let per_cent = |log: f64| format!("{:+.0} %", 100.0 * log.exp_m1());
        let cells = [*measured, likely, low].map(per_cent);
        let [measured, likely, low] = cells;
        let outside = if is_held { "" } else { "outside" };
        let (what, high) = (&change.what, per_cent(high));
        let _ = writeln!(table, "| {what} | {measured} | {likely} | {low} to {high} | {outside} |");
    }
    let _ = writeln!(table, "| **in the interval, of 40** | | | **{held}** | |");
    in_readme("predictions", &table);
    assert!(held >= HELD, "{held} of 40");
    for (own, of_all) in MARGINS.iter().zip(margins(&scores)) {
        assert!((own - of_all).abs() < 2e-3, "{MARGINS:?}: {:?}", margins(&scores));
    }
}

/// Without prices nothing is predicted, and a build that changed says so.
#[test]
fn a_lack_of_predictions_is_reported_if_code_changed() {
    let (before, after) = (build("before.regressions"), build("after.regressions"));
    let notes = |now: &Build, code: &Code| {
        let mut result = judged(&before, now);
        let known = result.notes.len();
        predict::add(&mut result, code, &Recorded::default());
        result.notes.split_off(known)
    };
    let why = "No times are predicted: there are no prices for the GPU of the recording (propp fit, \
               --weights), or it is emulated.";
    assert_eq!(notes(&after, &code("after.regressions")), [why]);
    assert!(notes(&before, &code("before.regressions")).is_empty());
}

#[test]
fn unchanged_code_is_priced_alike() {
    let (recorded, before) = (recorded(), code("before.regressions"));
    let mut known = 0;
    for kernel in &before.kernels {
        let name = propp_base_names::demangle(&kernel.name.symbol);
        if let Some(priced) = priced(&recorded, &name, kernel) {
            assert!(priced.log.abs() < 0.01, "{name}: {priced:?}");
            known += 1;
        }
    }
    assert!(known >= 40, "{known}");
}
