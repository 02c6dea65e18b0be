//! Makes a certificate: runs of an unchanged program, compared with each other in the ways that
//! the gate would.

mod power;
pub mod words;

use std::collections::{BTreeMap, BTreeSet};

use propp_base_statistics::tails::share_between;
use propp_base_statistics::{Random, parallel};

use power::SelfComparison;

use crate::certificate::{Certificate, FalseAlarms, Runner, RunsPower, Shape};
use crate::compare::compare;
use crate::policy::Policy;
use crate::profile::Profile;
use crate::scope::Allowed;
use crate::verdict::Verdict;

/// How the gate will be used, and what is tried.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub shape: Shape,
    /// Comparisons of the program with itself at most.
    pub comparisons: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Self { shape: Shape { baseline: 5, gate: 3 }, comparisons: 200 }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotCalibrate {
    #[error(
        "{runs} runs are too few to compare {gate} with {baseline}: record at least {needed}, or ask \
         for smaller --gate-runs and --baseline-runs"
    )]
    TooFew { runs: usize, gate: usize, baseline: usize, needed: usize },
    #[error("the runs cannot be compared with each other: {0}")]
    NotAlike(String),
}

/// Two disjoint sets of runs: those of a baseline and those of a gate.
type Split = (Vec<usize>, Vec<usize>);

/// Makes a certificate of runs of one unchanged program on one runner.
/// Fails if there are too few runs, or they differ in what makes runs comparable.
pub fn calibrate(
    runs: &[Profile],
    policy: &Policy,
    plan: Plan,
) -> Result<Certificate, CannotCalibrate> {
    let Shape { baseline, gate } = plan.shape;
    let needed = baseline + gate;
    if runs.len() < needed.max(2) || gate == 0 || baseline == 0 {
        return Err(CannotCalibrate::TooFew { runs: runs.len(), gate, baseline, needed });
    }
    let splits = splits(runs.len(), plan.shape, plan.comparisons);
    let false_alarms = false_alarms(runs, policy, &splits, plan.shape)?;
    let power_splits = &splits[..splits.len().min(power::SPLITS)];
    let selves = selves(runs, power_splits);
    let kernels = power::kernels(&selves, policy);
    let shapes = shapes(runs.len(), plan.shape);
    let by_runs = shapes.into_iter().map(|shape| {
        let splits = self::splits(runs.len(), shape, power::SPLITS);
        let selves = self::selves(runs, &splits);
        RunsPower { shape, time: power::median_time(&selves, policy) }
    });
    Ok(Certificate {
        runner: Runner::of_all(runs.iter().map(|run| &run.runner)),
        runs: runs.len(),
        shape: plan.shape,
        policy_false_alarms: policy.false_alarms,
        false_alarms,
        power: power::POWER,
        kernels,
        by_runs: by_runs.collect(),
    })
}

/// Ways to take runs for a gate and for a baseline: first those of neighbours, so that each run is
/// in as many gates as any other, then at random.
fn splits(runs: usize, shape: Shape, most: usize) -> Vec<Split> {
    let at = |place: usize| place % runs;
    let mut all: Vec<Split> = (0..runs)
        .map(|first| {
            let gate = (first..first + shape.gate).map(at).collect();
            let begin = first + shape.gate;
            ((begin..begin + shape.baseline).map(at).collect(), gate)
        })
        .collect();
    let mut random = Random::new(0x6761_7465, runs as u64);
    let set = |places: &[usize]| places.iter().copied().collect::<BTreeSet<usize>>();
    let mut known: BTreeSet<(BTreeSet<usize>, BTreeSet<usize>)> =
        all.iter().map(|(baseline, gate)| (set(baseline), set(gate))).collect();
    let mut places: Vec<usize> = (0..runs).collect();
    // Few runs have few ways; the rest of the tries find known ones.
    for _ in 0..4 * most {
        random.shuffle(&mut places);
        let gate = places[..shape.gate].to_vec();
        let baseline = places[shape.gate..shape.gate + shape.baseline].to_vec();
        if known.insert((set(&baseline), set(&gate))) {
            all.push((baseline, gate));
        }
        if all.len() >= most {
            break;
        }
    }
    all.truncate(most.max(1));
    all
}

/// The same and other numbers of runs, as far as the runs suffice.
fn shapes(runs: usize, own: Shape) -> Vec<Shape> {
    let mut shapes: Vec<Shape> =
        [(1, 1), (2, 1), (3, 1), (5, 1), (5, 2), (5, 3), (5, 5), (10, 5), (10, 10)]
            .into_iter()
            .map(|(baseline, gate)| Shape { baseline, gate })
            .chain([own])
            .filter(|shape| shape.baseline + shape.gate <= runs)
            .collect();
    shapes.sort_by_key(|shape| (shape.gate, shape.baseline));
    shapes.dedup();
    shapes
}

fn join(runs: &[Profile], places: &[usize]) -> Result<Profile, CannotCalibrate> {
    let some: Vec<Profile> = places.iter().map(|&place| runs[place].clone()).collect();
    Profile::join(&some).map_err(|error| CannotCalibrate::NotAlike(error.to_string()))
}

fn selves(runs: &[Profile], splits: &[Split]) -> Vec<SelfComparison> {
    let both = parallel::each(splits, |(baseline, gate)| {
        Some(SelfComparison { before: join(runs, baseline).ok()?, now: join(runs, gate).ok()? })
    });
    both.into_iter().flatten().collect()
}

fn false_alarms(
    runs: &[Profile],
    policy: &Policy,
    splits: &[Split],
    shape: Shape,
) -> Result<FalseAlarms, CannotCalibrate> {
    let results = parallel::each(splits, |(baseline, gate)| {
        let (before, now) = (join(runs, baseline)?, join(runs, gate)?);
        let result = compare(&before, &now, policy, Allowed::default());
        if let Some(refusal) = result.refusal {
            return Err(CannotCalibrate::NotAlike(refusal));
        }
        let failed = result.all().filter(|outcome| outcome.verdict == Verdict::Regressed);
        Ok(failed.map(|outcome| outcome.name.clone()).collect::<Vec<String>>())
    });
    let results: Vec<Vec<String>> = results.into_iter().collect::<Result<_, _>>()?;
    let alarms = results.iter().filter(|failed| !failed.is_empty()).count();
    let mut kernels: BTreeMap<String, usize> = BTreeMap::new();
    for name in results.iter().flat_map(|failed| failed.iter().collect::<BTreeSet<_>>()) {
        *kernels.entry(name.clone()).or_default() += 1;
    }
    let mut kernels: Vec<(String, usize)> = kernels.into_iter().collect();
    kernels.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let independent = (runs.len() / shape.gate).clamp(1, results.len());
    let rate = alarms as f64 / results.len() as f64;
    let [low, high] = share_between((rate * independent as f64).round() as u64, independent as u64);
    // Rounding to whole comparisons must not move the interval off the rate.
    let rounded = |share: f64| format!("{share:.4}").parse().unwrap_or(share);
    let (low, high) = (rounded(low.min(rate)), rounded(high.max(rate)));
    Ok(FalseAlarms { comparisons: results.len(), alarms, low, high, kernels })
}
