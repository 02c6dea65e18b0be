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

/// Recordings of `propp suite run --emulate`, which stand beside those of GPUs.
const FILES: [&str; 2] = [
    "tests/fixtures/recordings/emulated_own.propp",
    "tests/fixtures/recordings/emulated_cub.propp",
];

/// Set to recordings to compare in their place, with colons between.
const FILE: &str = "PROPP_EMULATED_SUITE";

/// What is said of a kernel that is refused by name.
const REFUSED: &str = "a PTX that cannot be emulated";

/// Criterion, and how far from the H200's so many kernels may be.
const LIMITS: [(Criterion, &[(f64, f64)]); 4] = [
    (Criterion::GranL1, &[(0.01, 0.90), (0.05, 0.97)]),
    (Criterion::GranL2, &[(0.01, 0.90), (0.05, 0.97)]),
    (Criterion::SmemEff, &[(0.05, 0.90)]),
    // 0.90 is wanted: ptxas makes predicates of nested short branches, too.
    (Criterion::TDiv, &[(0.05, 0.80)]),
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

/// What was found of several recordings.
#[derive(Default)]
struct Found {
    right: usize,
    /// Cases that are not supported.
    refused: usize,
    wrong: Vec<String>,
    /// Cases and kernels that an H200 ran, too.
    cases: usize,
    kernels: usize,
    /// Distances of a criterion, each with the kernel.
    apart: BTreeMap<Criterion, Vec<(f64, String)>>,
}

impl Found {
    fn add(&mut self, emulated: &Recording, theirs: &BTreeMap<String, Kernels>) {
        for case in &emulated.suite {
            let reason = case.reason.as_deref().unwrap_or_default();
            match case.state {
                SuiteState::Ok => self.right += 1,
                SuiteState::Skipped => {}
                SuiteState::Failed if reason.contains(REFUSED) => self.refused += 1,
                _ => self.wrong.push(format!("{}: {reason}", key(case))),
            }
        }
        for (case, ours) in &of(emulated) {
            let Some(theirs) = theirs.get(case) else { continue };
            self.cases += 1;
            for (kernel, ours) in ours {
                let polls = POLLING.iter().any(|part| kernel.contains(part));
                let Some(theirs) = theirs.get(kernel).filter(|_| !polls) else { continue };
                self.kernels += 1;
                for (criterion, own) in ours {
                    let Some(other) = theirs.get(criterion) else { continue };
                    let words = format!("{case}: {kernel}: {own:.4}, {other:.4}");
                    let of = self.apart.entry(*criterion).or_default();
                    of.push(((own - other).abs(), words));
                }
            }
        }
    }
}

#[test]
fn criteria_of_the_suite_are_those_of_an_h200() {
    let asked = std::env::var(FILE).ok();
    let files: Vec<&str> = asked.as_deref().map_or(FILES.to_vec(), |all| all.split(':').collect());
    let theirs = of(&recorded("recordings/h200/suite.propp"));
    let mut found = Found::default();
    for file in files {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        found.add(&read(&path).unwrap(), &theirs);
    }
    assert_eq!(found.wrong, Vec::<String>::new());
    let Found { right, refused, cases, kernels, .. } = found;
    let mut table = format!(
        "{right} cases right, {refused} refused; {cases} of them on the H200, too, with {kernels} \
         kernels that do not poll\n"
    );
    let mut missed = Vec::new();
    for (criterion, limits) in LIMITS {
        let of = found.apart.get_mut(&criterion).unwrap();
        of.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let within = |limit: f64| {
            of.iter().filter(|(apart, _)| *apart <= limit).count() as f64 / of.len() as f64
        };
        let [close, near] = [0.01, 0.05].map(|limit| 100.0 * within(limit));
        let _ = writeln!(
            table,
            "{:<8} {} kernels, median {:.4}, within 0.01 {close:.1} %, within 0.05 {near:.1} %",
            criterion.name(),
            of.len(),
            of[of.len() / 2].0,
        );
        for (limit, share) in limits {
            if within(*limit) < *share {
                missed.push(format!("{criterion:?} within {limit}: {:.3}", within(*limit)));
            }
        }
        if asked.is_some() {
            for (apart, words) in of.iter().filter(|(apart, _)| *apart > 0.01) {
                let _ = writeln!(table, "  {apart:.4} {words}");
            }
        }
    }
    println!("{table}");
    assert_eq!(missed, Vec::<String>::new());
}
