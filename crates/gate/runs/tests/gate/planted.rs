//! Defects planted into a sound program, each caught by what it spoils.

use std::collections::BTreeMap;

use propp_gate_runs::report::headline;
use propp_gate_runs::{Allowed, KernelOutcome, Policy, Verdict, compare};

use crate::runs::{Runs, all, all_of_others, joined, repeated, repeated_in};

/// Defect, where it shows, and by what: of several the first is what it was planted for.
const PLANTED: [(&str, &str, &str); 22] = [
    ("conflict2", "transpose", "SMem_eff"),
    ("conflict4", "transpose", "SMem_eff"),
    ("conflict32", "transpose", "SMem_eff"),
    ("stride2", "scale", "Gran_L1"),
    ("stride8", "scale", "Gran_L1"),
    ("misaligned", "scale", "Gran_L1"),
    ("shuffled", "gather", "Gran_L1"),
    ("shuffled64", "gather", "Gran_L1"),
    ("barrier1", "sum", "time"),
    ("barrier4", "sum", "time"),
    ("occupancy2", "axpy", "OCC"),
    ("occupancy4", "axpy", "OCC"),
    ("block32", "axpy", "OCC"),
    ("diverge16", "classify", "TDiv"),
    ("diverge1", "classify", "TDiv"),
    ("heavy_blocks", "iterate", "LB_SM"),
    ("few_blocks", "iterate", "LB_SM"),
    ("heavy_warp", "iterate", "LB_W"),
    ("waits", "application", "HSync"),
    ("copies", "application", "copied_bytes"),
    ("clears", "application", "launches"),
    ("twice", "scale", "launches"),
];

fn regressed(row: &KernelOutcome) -> Vec<&'static str> {
    let worse = row.findings.iter().filter(|f| f.verdict == Verdict::Regressed);
    worse.map(|finding| finding.quantity.name()).collect()
}

/// What each defect spoils, by kernel, held against so many unchanged runs.
fn caught(
    recorded: &'static Runs,
    runs: usize,
) -> BTreeMap<&'static str, BTreeMap<String, Vec<&'static str>>> {
    let before = joined(&repeated_in(recorded, "planted_none")[..runs]);
    let of = |defect: &str| {
        let now = &recorded[&format!("planted_{defect}")];
        let outcome = compare(&before, now, &Policy::default(), Allowed::default());
        let short = |row: &KernelOutcome| row.name.split('(').next().unwrap().to_owned();
        let rows = outcome.all().map(|row| (short(row), regressed(row)));
        let rows: BTreeMap<_, _> = rows.filter(|(_, what)| !what.is_empty()).collect();
        assert_eq!(outcome.exit_code() == 1, !rows.is_empty(), "{defect}");
        rows
    };
    PLANTED.iter().map(|(defect, ..)| (*defect, of(defect))).collect()
}

#[test]
fn every_planted_defect_is_caught_by_what_it_spoils() {
    let held = [all(), all_of_others()];
    for (machine, runs) in (1..).zip(held).flat_map(|m| [1, 3, 5, 12].map(|runs| (m, runs))) {
        let (number, recorded) = machine;
        let caught = caught(recorded, runs);
        for (defect, kernel, quantity) in PLANTED {
            let rows = &caught[defect];
            println!("machine {number}, {runs} runs, {defect}: {rows:?}");
            let names = rows.get(kernel).is_some_and(|what| what.contains(&quantity));
            assert!(names, "machine {number}, {runs} runs, {defect}: {rows:?}");
        }
    }
}

/// The other kernels are unchanged. Where the defect leaves other data in the caches of
/// the next kernel, or more of the run to it, that is no false alarm; it is listed here.
#[test]
fn a_defect_is_blamed_on_its_own_kernel() {
    let mut elsewhere = Vec::new();
    for (defect, rows) in
        [all(), all_of_others()].into_iter().flat_map(|recorded| caught(recorded, 5))
    {
        let (_, kernel, _) = PLANTED.iter().find(|(name, ..)| *name == defect).unwrap();
        let others = rows.keys().filter(|name| *name != kernel && *name != "application");
        elsewhere.extend(others.map(|name| format!("{defect}: {name}")));
    }
    assert_eq!(elsewhere, Vec::<String>::new());
}

/// DSync falls by less than its limit, and by more than it varies from run to run.
#[test]
fn what_fell_with_the_time_is_named() {
    for runs in [5, 12] {
        let before = joined(&repeated("planted_none")[..runs]);
        let outcome =
            compare(&before, &all()["planted_barrier4"], &Policy::default(), Allowed::default());
        let sum = outcome.kernels.iter().find(|row| row.name.starts_with("sum(")).unwrap();
        let fell =
            sum.secondary.iter().any(|text| text.to_string().starts_with("DSync fell from 0.97"));
        assert!(fell, "{runs} runs: {:?}", sum.secondary);
        assert!(sum.reason().contains("; with it ") && sum.reason().contains("DSync fell"));
        // Of the others nothing is told.
        let others: Vec<_> =
            outcome.all().filter(|row| row.verdict != Verdict::Regressed).collect();
        assert!(others.len() > 5 && others.iter().all(|row| row.secondary.is_empty()));
    }
}

/// No criterion tells one barrier more from noise, and 5 % more time not always. What the
/// threads execute does, whatever the baseline.
#[test]
fn one_barrier_more_is_named() {
    let others = all_of_others();
    let unchanged = repeated_in(others, "planted_none");
    let single = unchanged.iter().map(|run| (*run).clone());
    let several = [3, 5, 12].map(|runs| joined(&unchanged[..runs]));
    for before in single.chain(several) {
        let now = &others["planted_barrier1"];
        let outcome = compare(&before, now, &Policy::default(), Allowed::default());
        let sum = outcome.kernels.iter().find(|row| row.name.starts_with("sum(")).unwrap();
        assert_eq!(sum.verdict, Verdict::Regressed);
        assert!(regressed(sum).contains(&"barriers_etc"), "{}", sum.reason());
        assert!(sum.reason().contains("barriers_etc rose from 12 to 20"), "{}", sum.reason());
    }
}

#[test]
fn the_headline_says_that_it_is_the_application() {
    let before = joined(&repeated("planted_none")[..5]);
    let said = |defect: &str| {
        let now = &all()[&format!("planted_{defect}")];
        headline(&compare(&before, now, &Policy::default(), Allowed::default()))
    };
    let text = said("waits");
    assert!(text.starts_with("regressed; the application regressed (HSync"), "{text}");
    let text = said("stride8");
    assert!(text.starts_with("regressed; ") && text.contains("1 regressed"), "{text}");
}
