//! The primitive suite, emulated, held against the recording of an H200.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use propp_base_model::counters::{INST_EXECUTED, INST_ISSUED};
use propp_judge_analysis::Judged;
use propp_judge_cost::quality::Weights;
use propp_judge_criteria::Criterion;
use propp_recording::{Recording, SuiteCase, SuiteState};
use propp_recording_store::read;
use propp_suite_cases::rank::split::Cases;
use propp_suite_cases::rank::{
    Filter, Median, Name, Order, PredictedPlace, Question, predicted_order, primitives,
};

use crate::support::propp::{document, propp_here};
use crate::support::recorded;

/// Recordings of `propp suite run --emulate`, which stand beside those of GPUs.
const FILES: [&str; 3] = [
    "tests/fixtures/recordings/emulated_own.propp",
    "tests/fixtures/recordings/emulated_cub.propp",
    "tests/fixtures/recordings/emulated_own_2_22.propp",
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

/// What is known of a kernel.
struct Kernel {
    criteria: BTreeMap<Criterion, f64>,
    /// Of its launches, in warps; of an emulated one by its machine code, if that is known.
    instructions: Option<f64>,
}

/// Kernels by their case, name and launch.
type Kernels = BTreeMap<String, Kernel>;

/// How far instructions may be off, in the median and in 90 %, as a factor less 1.
const INSTRUCTIONS: [(f64, f64); 2] = [(0.5, 0.02), (0.9, 0.25)];

/// Pairs of which the slower one takes so much longer must be in the predicted order in so many
/// cases.
const ORDER: (f64, f64) = (1.25, 0.90);

fn key(case: &SuiteCase) -> String {
    let SuiteCase { library, primitive, variant, element, n, distribution, .. } = case;
    format!("{library} {primitive} {variant} {element} {n} {distribution}")
}

fn kernels(judged: &Judged, instructions: &str) -> Kernels {
    let kernel = |report: &propp_judge_analysis::KernelReport| {
        let numbers = LIMITS.iter().filter_map(|(criterion, _)| {
            let spread = report.criteria.get(criterion)?.aggregate.spread.as_ref()?;
            Some((*criterion, spread.median.get()))
        });
        let launch: Vec<String> =
            report.configurations.iter().map(|c| format!("{:?} {:?}", c.grid, c.block)).collect();
        let work = report.work.first().filter(|_| report.work.len() == 1);
        let instructions = work.and_then(|work| work.counts.get(instructions).copied());
        let known = Kernel { criteria: numbers.collect(), instructions };
        (format!("{} {}", report.name.symbol, launch.join(", ")), known)
    };
    judged.kernels.iter().map(kernel).collect()
}

/// The kernels of the right cases that `wanted` has.
fn of(recording: &Recording, wanted: impl Fn(&str) -> bool) -> BTreeMap<String, Kernels> {
    let weights = Weights::bundled("paper").unwrap();
    let cases = Cases::new(recording, &weights).with_code();
    let instructions = recording.emulated_gpu().map_or(INST_EXECUTED, |_| INST_ISSUED);
    let right = recording.suite.iter().filter(|case| case.state == SuiteState::Ok);
    let judged = right
        .filter(|case| wanted(&key(case)))
        .filter_map(|case| Some((key(case), kernels(&cases.judge(case.marker?)?, instructions))));
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
    /// How far instructions are off, as factors less 1.
    instructions: Vec<f64>,
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
        for (case, ours) in &of(emulated, |case| theirs.contains_key(case)) {
            let theirs = &theirs[case];
            self.cases += 1;
            for (kernel, ours) in ours {
                let polls = POLLING.iter().any(|part| kernel.contains(part));
                let Some(theirs) = theirs.get(kernel).filter(|_| !polls) else { continue };
                self.kernels += 1;
                if let (Some(own), Some(other)) = (ours.instructions, theirs.instructions) {
                    self.instructions.push((own / other).max(other / own) - 1.0);
                }
                for (criterion, own) in &ours.criteria {
                    let Some(other) = theirs.criteria.get(criterion) else { continue };
                    let words = format!("{case}: {kernel}: {own:.4}, {other:.4}");
                    let of = self.apart.entry(*criterion).or_default();
                    of.push(((own - other).abs(), words));
                }
            }
        }
    }

    /// The figures as text; those that are beyond a limit are `missed`.
    fn table(&mut self, missed: &mut Vec<String>) -> String {
        let Self { right, refused, cases, kernels, .. } = *self;
        let mut table = format!(
            "{right} cases right, {refused} refused; {cases} of them on the H200, too, with \
             {kernels} kernels that do not poll\n"
        );
        for (criterion, limits) in LIMITS {
            let of = self.apart.entry(criterion).or_default();
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
            if std::env::var_os(FILE).is_some() {
                for (apart, words) in of.iter().filter(|(apart, _)| *apart > 0.01) {
                    let _ = writeln!(table, "  {apart:.4} {words}");
                }
            }
        }
        self.instructions.sort_by(f64::total_cmp);
        for (share, limit) in INSTRUCTIONS {
            let off = self.instructions[(share * (self.instructions.len() - 1) as f64) as usize];
            let _ = writeln!(
                table,
                "instructions of {} kernels: {:.0} % of them within {:.1} %",
                self.instructions.len(),
                100.0 * share,
                100.0 * off,
            );
            if off > limit {
                missed.push(format!("instructions: {off:.3} at {share}"));
            }
        }
        table
    }
}

/// The recordings that are compared.
fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    match std::env::var(FILE) {
        Ok(asked) => asked.split(':').map(PathBuf::from).collect(),
        Err(_) => FILES.iter().map(|file| root.join(file)).collect(),
    }
}

#[test]
fn criteria_of_the_suite_are_those_of_an_h200() {
    let theirs = of(&recorded("recordings/h200/suite.propp"), |_| true);
    // By size.
    let mut all: BTreeMap<u64, Found> = BTreeMap::new();
    for file in files() {
        let emulated = read(&file).unwrap();
        let n = emulated.suite.iter().map(|case| case.n).max().unwrap();
        all.entry(n).or_default().add(&emulated, &theirs);
    }
    let mut missed = Vec::new();
    for (n, mut found) in all {
        println!("{n} elements: {}", found.table(&mut missed));
        missed.append(&mut found.wrong);
    }
    assert_eq!(missed, Vec::<String>::new());
}

#[test]
fn the_order_of_emulated_cases_is_mostly_that_of_an_h200() {
    let times: BTreeMap<String, u64> = recorded("recordings/h200/suite.propp")
        .suite
        .iter()
        .filter_map(|case| {
            let samples = &case.measured.as_ref()?.samples_ns;
            Some((key(case), Median::from_samples(samples)?.median_ns))
        })
        .collect();
    let (threshold, wanted) = ORDER;
    let weights = Weights::bundled("h200_emulated").unwrap();
    // Pairs, and those that are right, by size.
    let mut found: BTreeMap<u64, (u32, u32)> = BTreeMap::new();
    for recording in files().iter().map(|file| read(file).unwrap()) {
        for primitive in primitives(&recording) {
            let question = Question {
                primitive: primitive.to_owned(),
                elements: Filter::All,
                sizes: Filter::All,
                distributions: Filter::All,
                order: Order::Predicted,
            };
            for problem in predicted_order(&recording, &weights, &question).unwrap().problems {
                let Name { element, n, distribution } = &problem.name;
                let time = |one: &PredictedPlace| {
                    let PredictedPlace { library, variant, .. } = one;
                    let key =
                        format!("{library} {primitive} {variant} {element} {n} {distribution}");
                    times.get(&key).map(|ns| *ns as f64)
                };
                let known: Vec<f64> = problem.ranked.iter().filter_map(time).collect();
                let (pairs, right) = found.entry(*n).or_default();
                for (place, slow) in known.iter().enumerate() {
                    for fast in &known[..place] {
                        if (slow / fast).max(fast / slow) > threshold {
                            *pairs += 1;
                            *right += u32::from(fast < slow);
                        }
                    }
                }
            }
        }
    }
    for (n, (pairs, right)) in found {
        let share = f64::from(right) / f64::from(pairs);
        let per_cent = 100.0 * share;
        println!("{n}: {right} of {pairs} pairs more than 25 % apart in order: {per_cent:.1} %");
        assert!(pairs > 300 && share >= wanted, "{n}: {right} of {pairs}");
    }
}

#[test]
fn an_emulated_suite_is_ranked_without_times() {
    let rank =
        |words: &[&str]| propp_here(&[&["rank", "transpose", "--from", FILES[0]], words].concat());
    let text = String::from_utf8(rank(&[]).stdout).unwrap();
    assert!(text.starts_with("transpose on NVIDIA H200 (emulated): predicted order, nothing was"));
    let places: Vec<&str> = text.lines().filter(|line| line.contains(" own ")).collect();
    assert!(places.len() > 4 && places[0].trim_start().starts_with('1'), "{text}");
    let order = document(&rank(&["--format", "json"]));
    assert_eq!(order["schema"], "propp.order/1");
    let ranked = order["problems"][0]["ranked"].as_array().unwrap();
    assert_eq!(ranked.len(), places.len());
    assert!(ranked[1]["certainty"].as_f64().unwrap() >= 0.5, "{order}");
    assert!(!order.to_string().contains("_ns"), "a time: {order}");
    let refused = rank(&["--format", "csv"]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
}
