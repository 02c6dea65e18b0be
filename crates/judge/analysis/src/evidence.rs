//! Criteria from counters: gathers the counter values of each measured launch by name and
//! pass, has the launch judged, and aggregates over launches and kernels.

use std::collections::{BTreeMap, HashMap};

use propp_base_model::counters::CYCLES_ELAPSED;
use propp_base_model::{LaunchFacts, Value};
use propp_judge_criteria::{
    Assessment, CounterValues, Criterion, Sample, aggregate, assess_launch,
};
use propp_recording::Signature;

use super::devices::Devices;
use super::launches::{Observed, SameLaunches};
use super::{CriterionReport, KernelReport, Scope};

/// What the launches of one or more parts say about each criterion.
#[derive(Default)]
pub(super) struct Gathered {
    of: BTreeMap<Criterion, (Vec<Sample>, Option<Example>)>,
}

/// An assessment, and what makes it the example: measured before not, then the longest.
type Example = (Assessment, (bool, u64));

impl Gathered {
    fn take(&mut self, assessment: Assessment, unprofiled_ns: u64) {
        let (samples, example) = self.of.entry(assessment.criterion).or_default();
        samples.push(Sample { value: assessment.value.clone(), unprofiled_ns });
        let rank = (assessment.value.measured().is_some(), unprofiled_ns);
        if example.as_ref().is_none_or(|(_, best)| rank > *best) {
            *example = Some((assessment, rank));
        }
    }

    /// The criteria, where `timed` says whether the times are times.
    pub(super) fn criteria(self, timed: bool) -> BTreeMap<Criterion, CriterionReport> {
        self.of
            .into_iter()
            .filter_map(|(criterion, (samples, example))| {
                let mut aggregate = aggregate(&samples);
                if !timed {
                    aggregate.time_covered = None;
                }
                let (evidence, _) = example?;
                Some((criterion, CriterionReport { aggregate, evidence, scope: Scope::Kernel }))
            })
            .collect()
    }

    pub(super) fn judge(&mut self, part: &SameLaunches<'_>, devices: &Devices<'_>) {
        let total = part.total_ns();
        if part.observed.is_empty() {
            for assessment in judge_unmeasured(part, devices) {
                self.take(assessment, total.max(1));
            }
            return;
        }
        let launches = replays(&part.observed);
        let weights = weights(&launches, total);
        for (launch, weight) in launches.iter().zip(weights) {
            for assessment in judge_launch(part, launch, devices) {
                self.take(assessment, weight);
            }
        }
    }
}

/// Readings of one launch, or of several that read different counters of the
/// same signature and stand for one another.
pub(super) type Launch<'p, 'a> = Vec<&'p Observed<'a>>;

/// Where a process went round several counter sets, the first launch of each
/// set makes one, the second of each the next: together they hold everything.
pub(super) fn replays<'p, 'a>(observed: &'p [Observed<'a>]) -> Vec<Launch<'p, 'a>> {
    // Sets are compared by their counters: every run has its own rows.
    let mut places: HashMap<(usize, usize, &[String]), usize> = HashMap::new();
    let mut rounds: BTreeMap<(usize, usize), Vec<Vec<&'p Observed<'a>>>> = BTreeMap::new();
    for one in observed {
        // Runs of the same process on the same GPU may complete each other.
        let round = rounds.entry((one.process.0, one.device)).or_default();
        let counters = one.set.counters.as_slice();
        let next = round.len();
        let place = *places.entry((one.process.0, one.device, counters)).or_insert(next);
        match round.get_mut(place) {
            Some(launches) => launches.push(one),
            None => round.push(vec![one]),
        }
    }
    let mut launches: Vec<Launch<'p, 'a>> = Vec::new();
    for round in rounds.into_values() {
        let longest = round.iter().map(Vec::len).max().unwrap_or(0);
        let first = launches.len();
        launches.resize_with(first + longest, Vec::new);
        for of_set in round {
            for (launch, one) in launches[first..].iter_mut().zip(of_set) {
                launch.push(one);
            }
        }
    }
    launches
}

/// How much each launch counts: by its unprofiled duration, and all together
/// as much as all launches of the part, measured or not. Launches whose
/// duration is not known count as the mean of the others.
fn weights(launches: &[Launch<'_, '_>], total_ns: u64) -> Vec<u64> {
    let durations: Vec<Option<u64>> = launches
        .iter()
        .map(|launch| launch.iter().filter_map(|one| one.unprofiled_ns).max().filter(|&ns| ns > 0))
        .collect();
    let known: Vec<u64> = durations.iter().copied().flatten().collect();
    if total_ns == 0 || known.is_empty() {
        return vec![(total_ns / launches.len().max(1) as u64).max(1); launches.len()];
    }
    let mean = known.iter().map(|&ns| ns as f64).sum::<f64>() / known.len() as f64;
    let durations = durations.iter().map(|ns| ns.map_or(mean, |ns| ns as f64));
    let scale = total_ns as f64 / durations.clone().sum::<f64>();
    // At least 1, so that a short launch is never as if it had not been.
    durations.map(|ns| ((ns * scale).round() as u64).max(1)).collect()
}

pub(super) fn judge_launch(
    part: &SameLaunches<'_>,
    launch: &Launch<'_, '_>,
    devices: &Devices<'_>,
) -> Vec<Assessment> {
    let Some(first) = launch.first() else { return Vec::new() };
    let counters = counters(launch);
    match (devices.facts(first.device), part.facts.get(&first.device)) {
        (Ok(device), Some(signature)) => assess_launch(&facts(signature), device, &counters),
        (Err(reason), _) => unavailable(reason),
        (_, None) => unavailable("the recording lacks the launch's registers and shared memory"),
    }
}

/// Without counters OCC is still known, as it comes from launch facts alone.
pub(super) fn judge_unmeasured(part: &SameLaunches<'_>, devices: &Devices<'_>) -> Vec<Assessment> {
    const REASON: &str = "no launch of this kernel was measured";
    let device = part.facts.keys().next().copied().unwrap_or(usize::MAX);
    let (Ok(facts_of_device), Some(signature)) = (devices.facts(device), part.facts.get(&device))
    else {
        return unavailable(devices.facts(device).err().unwrap_or(REASON));
    };
    let all = assess_launch(&facts(signature), facts_of_device, &CounterValues::default());
    all.into_iter()
        .map(|assessment| match assessment.value {
            Value::Unavailable { .. } => Assessment::unavailable(assessment.criterion, REASON),
            _ => assessment,
        })
        .collect()
}

fn unavailable(reason: &str) -> Vec<Assessment> {
    let of_launches = Criterion::ALL.into_iter().filter(|criterion| !criterion.is_of_run());
    of_launches.map(|criterion| Assessment::unavailable(criterion, reason)).collect()
}

fn counters(launch: &Launch<'_, '_>) -> CounterValues {
    let mut all = CounterValues::default();
    for one in launch {
        let mut passes: BTreeMap<u32, Vec<(&str, f64)>> = BTreeMap::new();
        let members = one.set.counters.iter().zip(&one.set.passes);
        for ((name, pass), value) in members.zip(&one.measurement.values) {
            match value {
                // The range around a launch that runs once holds the profiler's
                // own work, too: 8,000 to 40,000 cycles on an H200.
                Some(_) if one.set.runs == 1 && name == CYCLES_ELAPSED => {
                    all.add_absent(name, "it was read in a range that is longer than the kernel");
                }
                Some(value) => {
                    passes.entry(*pass).or_default().push((name, *value));
                }
                None => all.add_absent(name, "the profiling library gave no value for it"),
            }
        }
        for pass in passes.into_values() {
            all.add_pass(pass);
        }
    }
    all
}

pub(super) fn facts(signature: &Signature) -> LaunchFacts {
    LaunchFacts {
        grid: signature.grid,
        block: signature.block,
        registers_per_thread: signature.registers,
        static_shared_bytes: signature.static_shared_bytes,
        dynamic_shared_bytes: signature.dynamic_shared_bytes,
        barriers_per_block: None,
        cluster: cluster(signature),
        unprofiled: None,
    }
}

/// The cluster of a launch that has one.
pub(super) fn cluster(signature: &Signature) -> Option<[u32; 3]> {
    signature.cluster.iter().any(|&blocks| blocks > 0).then_some(signature.cluster)
}

/// A criterion of kernels, for the run.
pub(super) fn over_kernels(criterion: Criterion, kernels: &[KernelReport]) -> CriterionReport {
    let mut samples = Vec::new();
    let mut longest: Option<(&CriterionReport, (bool, u64))> = None;
    for kernel in kernels {
        let Some(report) = kernel.criteria.get(&criterion) else { continue };
        let (value, unprofiled_ns) = (report.aggregate.value.clone(), kernel.total_ns());
        let rank = (value.measured().is_some(), unprofiled_ns);
        if longest.is_none_or(|(_, best)| rank > best) {
            longest = Some((report, rank));
        }
        samples.push(Sample { value, unprofiled_ns });
    }
    let evidence = longest.map_or_else(
        || Assessment::unavailable(criterion, "no kernel was launched"),
        |(report, _)| report.evidence.clone(),
    );
    CriterionReport { aggregate: aggregate(&samples), evidence, scope: Scope::Kernel }
}
