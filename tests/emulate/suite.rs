//! The primitive suite, emulated, held against the recording of an H200.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use propp_analysis::Judged;
use propp_cases::rank::split::Cases;
use propp_criteria::Criterion;
use propp_criteria::quality::Weights;
use propp_recording::{Recording, SuiteCase, SuiteState};
use propp_store::read;

use crate::support::recorded;

/// Set to a recording of `propp suite run --emulate` to compare that one.
const FILE: &str = "PROPP_EMULATED_SUITE";

/// Criterion, and how far from the H200's so many kernels may be.
const LIMITS: [(Criterion, &[(f64, f64)]); 4] = [
    (Criterion::GranL1, &[(0.01, 0.90), (0.05, 0.97)]),
    (Criterion::GranL2, &[(0.01, 0.90), (0.05, 0.97)]),
    (Criterion::SmemEff, &[(0.05, 0.90)]),
    (Criterion::TDiv, &[(0.05, 0.90)]),
];

/// Parts of the names of kernels that wait for other blocks: how often they look is the chip's
/// doing.
const POLLING: [&str; 12] = [
    "lookback",
    "look_back",
    "DeviceScanKernel",
    "DeviceScanByKey",
    "DeviceSelectSweep",
    "DeviceReduceByKey",
    "DeviceUniqueByKey",
    "Onesweep",
    "decoupled",
    "single_pass",
    "chained",
    "ticket",
];

/// Criteria of kernels by their case, name and launch.
type Kernels = BTreeMap<String, BTreeMap<Criterion, f64>>;

fn key(case: &SuiteCase) -> String {
    let SuiteCase { library, primitive, variant, element, n, distribution, .. } = case;
    format!("{library} {primitive} {variant} {element} {n} {distribution}")
}

fn criteria(judged: &Judged) -> Kernels {
    let kernel = |report: &propp_analysis::KernelReport| {
        let numbers = LIMITS.iter().filter_map(|(criterion, _)| {
            let spread = report.criteria.get(criterion)?.aggregate.spread.as_ref()?;
            Some((*criterion, spread.median.get()))
        });
        let launch: Vec<String> =
            report.configurations.iter().map(|c| format!("{:?} {:?}", c.grid, c.block)).collect();
        (format!("{} {}", report.name.symbol, launch.join(", ")), numbers.collect())
    };
    judged.kernels.iter().map(kernel).collect()
}

fn of(recording: &Recording) -> BTreeMap<String, Kernels> {
    let weights = Weights::bundled("paper").unwrap();
    let cases = Cases::new(recording, &weights);
    let right = recording.suite.iter().filter(|case| case.state == SuiteState::Ok);
    let judged = right.filter_map(|case| Some((key(case), criteria(&cases.judge(case.marker?)?))));
    judged.collect()
}

/// The distances of a criterion, each with the kernel.
type Distances = BTreeMap<Criterion, Vec<(f64, String)>>;

fn distances(emulated: &Recording, measured: &Recording) -> (usize, usize, Distances) {
    let (ours, theirs) = (of(emulated), of(measured));
    let (mut cases, mut kernels, mut all) = (0, 0, Distances::new());
    for (case, ours) in &ours {
        let Some(theirs) = theirs.get(case) else { continue };
        cases += 1;
        for (kernel, ours) in ours {
            let Some(theirs) = theirs.get(kernel) else { continue };
            if POLLING.iter().any(|part| kernel.contains(part)) {
                continue;
            }
            kernels += 1;
            for (criterion, own) in ours {
                let Some(other) = theirs.get(criterion) else { continue };
                let words = format!("{case}: {kernel}: {own:.4}, {other:.4}");
                all.entry(*criterion).or_default().push(((own - other).abs(), words));
            }
        }
    }
    (cases, kernels, all)
}

#[test]
fn criteria_of_the_suite_are_those_of_an_h200() {
    let own = "tests/fixtures/recordings/emulated_suite.propp";
    let emulated = match std::env::var_os(FILE) {
        Some(file) => read(Path::new(&file)).unwrap(),
        None => recorded(own),
    };
    let wrong = emulated.suite.iter().filter(|case| {
        !matches!(case.state, SuiteState::Ok | SuiteState::Skipped)
    });
    let wrong: Vec<String> = wrong.map(|case| format!("{}: {:?}", key(case), case.reason)).collect();
    assert_eq!(wrong, Vec::<String>::new());
    let (cases, kernels, mut all) = distances(&emulated, &recorded("recordings/h200/suite.propp"));
    let mut table = format!("{cases} cases, {kernels} kernels that do not poll\n");
    let mut missed = Vec::new();
    for (criterion, limits) in LIMITS {
        let of = all.get_mut(&criterion).unwrap();
        of.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let within = |limit: f64| {
            of.iter().filter(|(apart, _)| *apart <= limit).count() as f64 / of.len() as f64
        };
        let _ = writeln!(
            table,
            "{:<8} {} kernels, median {:.4}, within 0.01 {:.1} %, within 0.05 {:.1} %",
            criterion.name(),
            of.len(),
            of[of.len() / 2].0,
            100.0 * within(0.01),
            100.0 * within(0.05)
        );
        for (limit, share) in limits {
            if within(*limit) < *share {
                missed.push(format!("{criterion:?} within {limit}: {:.3}", within(*limit)));
            }
        }
        if std::env::var_os(FILE).is_some() {
            for (apart, words) in of.iter().filter(|(apart, _)| *apart > 0.01) {
                let _ = writeln!(table, "  {apart:.4} {words}");
            }
        }
    }
    println!("{table}");
    assert_eq!(missed, Vec::<String>::new());
}
