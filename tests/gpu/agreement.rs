//! propp against Nsight Compute, launch by launch.
//!
//! `ncu` is run once for each pass of propp's plan, so that the halves of every
//! ratio come from one pass there, and its values take the place of propp's in a
//! copy of the recording: both then go through the same code.
//!
//! Some kernels do not do the same in every run. CUB's scan and sort ask again
//! and again whether their neighbour is ready, and how often depends on the time;
//! so do the trips to shared memory that wait for others. Hence both profilers
//! measure several times, and what must agree are the ranges of their values. For
//! a kernel that does the same each time a range is one number.
//!
//! Wavefronts of shared memory are counted on a path that global accesses share,
//! and some are counted that no bank conflict caused: `tr_tile<0>` of `app.cu`
//! stores 524,288 conflict-free rows, and either profiler counts 5 to 7 % more,
//! never the same twice. Loads and stores are summed before anything is made of
//! them, so what they may differ by is measured against their sum.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use propp_base_model::Value;
use propp_base_model::counters::{BRANCHES, DATA_WAVEFRONTS, DRAM_READ, DRAM_WRITTEN, LOCAL_BYTES};
use propp_base_model::counters::{Unit, counter};
use propp_base_names::shorten;
use propp_collect::survey::{PassRow, survey};
use propp_collect_toolkit::{Surroundings, open_cupti};
use propp_judge_criteria::Criterion;
use propp_recording::Recording;

use super::ncu::{NcuLaunch, measure};
use super::predictions::analysis;
use super::programs::{Profile, keep, path};
use crate::support::same;

/// Counts of what a kernel did, and criteria made of them, relative to `ncu`.
const COUNTS: f64 = 0.005;

/// The same of kernels that ask again and again whether other blocks are ready
/// (decoupled look-back): part of what they do is waiting, and how much differs
/// from run to run. `ncu` alone was seen to read a Gran_L2 of the sort's last
/// pass from 0.971 to 0.995 in four sessions on an H200. Where its own rounds differ by
/// more than this, as much is allowed as they do.
const COUNTS_OF_WAITING: f64 = 0.03;

/// Those kernels.
const WAITING: [&str; 2] = ["DeviceScanKernel", "DeviceRadixSortOnesweepKernel"];

const OF_CYCLES: [Criterion; 4] =
    [Criterion::DSync, Criterion::LbW, Criterion::LbSm, Criterion::Ci];

const SHOWN: [Criterion; 9] = [
    Criterion::Occ,
    Criterion::TDiv,
    Criterion::GranL1,
    Criterion::GranL2,
    Criterion::SmemEff,
    Criterion::DSync,
    Criterion::LbW,
    Criterion::LbSm,
    Criterion::Ci,
];

/// Counters of which only the sum is used.
const SUMMED: [&str; 2] = [
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
];

/// Counters that say how warm the caches were, or how crowded the data path,
/// when the launch began and ran; the profilers differ in that.
const CIRCUMSTANCES: [&str; 3] = [DRAM_READ, DRAM_WRITTEN, DATA_WAVEFRONTS];

/// How often each profiler measures.
const ROUNDS: usize = 3;

pub(crate) fn agrees_with_ncu() -> Result<(), String> {
    let of_agreement = compare("agreement", &[]);
    let of_app = compare("app", &["3", "1"]);
    of_agreement.and(of_app)
}

fn compare(program: &str, arguments: &[&str]) -> Result<(), String> {
    let passes = passes()?;
    let (mut mine, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let profiled = Profile::of(&["--all", "--replay", "kernel"], program, arguments)?;
        let profiled = profiled.expect(0, b"")?;
        let mut ncus = without_values(&profiled.recording)?;
        for pass in &passes {
            let launches = measure(&path(program)?, arguments, pass)?;
            let (wanted, got) = (ncus.measurements.len(), launches.len());
            same(got, wanted, "launches that ncu and propp measured")?;
            add_pass(&mut ncus, pass, &launches)?;
        }
        mine.push(profiled.recording);
        theirs.push(ncus);
    }
    let lines = readings("propp", &mine) + &readings("ncu", &theirs);
    keep(&format!("{program}_ncu.tsv"), lines.as_bytes())?;
    let report = Report::of(&Launch::all(&mine)?, &Launch::all(&theirs)?);
    print!("{}", report.text);
    keep(&format!("{program}_ncu.txt"), report.text.as_bytes())?;
    if report.violations.is_empty() { Ok(()) } else { Err(report.violations.join("\n")) }
}

/// The counters of each pass of propp's plan for this GPU that kernel replay reads.
fn passes() -> Result<Vec<BTreeSet<String>>, String> {
    let library = open_cupti(&Surroundings::from_environment(None)).map_err(|e| e.to_string())?;
    let chip = propp_collect_cuda::chip_name(&library, 0).map_err(|e| e.to_string())?;
    let host = cupti_sys::Host::for_chip(&library, &chip).map_err(|e| e.to_string())?;
    let plan = survey(&host, library.version()).map_err(|e| e.to_string())?;
    let replayed = |pass: &PassRow| {
        let counters = pass.counters.iter().filter(|counter| counter.replayed);
        counters.map(|counter| counter.name.to_owned()).collect::<BTreeSet<String>>()
    };
    let passes = plan.passes.iter().map(replayed);
    Ok(passes.filter(|counters| !counters.is_empty()).collect())
}

/// The recording with one empty set of counters for all of its launches.
fn without_values(recording: &Recording) -> Result<Recording, String> {
    let mut empty = recording.clone();
    let first = empty.counter_sets.first_mut().ok_or("nothing was measured")?;
    first.counters.clear();
    first.passes.clear();
    for measurement in &mut empty.measurements {
        measurement.counter_set = 0;
        measurement.values.clear();
    }
    Ok(empty)
}

/// Adds what `ncu` read in one pass.
fn add_pass(
    to: &mut Recording,
    pass: &BTreeSet<String>,
    launches: &[NcuLaunch],
) -> Result<(), String> {
    let set = &mut to.counter_sets[0];
    let number = set.passes.last().map_or(1, |last| last + 1);
    set.counters.extend(pass.iter().cloned());
    set.passes.resize(set.counters.len(), number);
    for (index, (measurement, launch)) in to.measurements.iter_mut().zip(launches).enumerate() {
        let signature = &to.signatures[measurement.signature];
        let function = signature.function.map(|place| to.names[place].as_str());
        same(
            (function, signature.grid, signature.block),
            (Some(launch.function.as_str()), launch.grid, launch.block),
            &format!("launch {index}"),
        )?;
        measurement.values.extend(pass.iter().map(|name| launch.values.get(name).copied()));
    }
    Ok(())
}

/// Everything that was read, a line for each launch and counter, with the value
/// of each round. A counter that several passes read has several lines.
fn readings(who: &str, rounds: &[Recording]) -> String {
    let mut text = String::new();
    let Some(first) = rounds.first() else { return text };
    for (launch, measurement) in first.measurements.iter().enumerate() {
        let counters = &first.counter_sets[measurement.counter_set].counters;
        for (place, counter) in counters.iter().enumerate() {
            // Writing to a String cannot fail.
            let _ = write!(text, "{who}\t{launch}\t{counter}");
            for round in rounds {
                let value = round.measurements.get(launch).and_then(|m| *m.values.get(place)?);
                let _ = write!(text, "\t{}", value.map_or_else(String::new, |v| v.to_string()));
            }
            text.push('\n');
        }
    }
    text
}

/// What one profiler says of one launch, a value for each round.
struct Launch {
    name: String,
    /// What its kernel takes unprofiled.
    ns: u64,
    counts: BTreeMap<String, Vec<f64>>,
    criteria: BTreeMap<Criterion, Vec<Value>>,
}

impl Launch {
    /// Every launch of several recordings of one program.
    fn all(rounds: &[Recording]) -> Result<Vec<Self>, String> {
        let launches = rounds.first().map_or(0, |round| round.measurements.len());
        (0..launches).map(|index| Self::of(rounds, index)).collect()
    }

    fn of(rounds: &[Recording], index: usize) -> Result<Self, String> {
        let mut launch =
            Self { name: String::new(), ns: 0, counts: BTreeMap::new(), criteria: BTreeMap::new() };
        for round in rounds {
            let measurement = round.measurements.get(index).ok_or("rounds differ in launches")?;
            let one = Recording { measurements: vec![measurement.clone()], ..round.clone() };
            let analysis = analysis(&one)?;
            let kernel = analysis.kernels.iter().find(|kernel| kernel.measured == 1);
            let kernel = kernel.ok_or("a measurement of no kernel")?;
            launch.name = shorten(&kernel.name.bare, 44);
            launch.ns = kernel.durations.map_or(0, |durations| durations.median_ns);
            for criterion in SHOWN {
                let report = kernel.criteria.get(&criterion).ok_or("a criterion is missing")?;
                launch.criteria.entry(criterion).or_default().push(report.aggregate.value.clone());
            }
            let names = &round.counter_sets[measurement.counter_set].counters;
            let mut seen = BTreeSet::new();
            for (name, value) in names.iter().zip(&measurement.values) {
                let is_own = !(waits(&launch.name) && name == BRANCHES);
                if let (true, true, true, Some(value)) =
                    (is_own, is_count(name), seen.insert(name), value)
                {
                    launch.counts.entry(name.clone()).or_default().push(*value);
                }
            }
        }
        Ok(launch)
    }

    /// What a count is a part of: the sum that it goes into, or itself.
    fn whole(&self, of: &str) -> f64 {
        let parts: &[&str] = if SUMMED.contains(&of) { &SUMMED } else { &[of] };
        let medians = parts.iter().filter_map(|part| Range::of(self.counts.get(*part)?));
        medians.map(|range| range.median.abs()).sum()
    }

    fn tolerance_of_counts(&self) -> f64 {
        if waits(&self.name) { COUNTS_OF_WAITING } else { COUNTS }
    }
}

/// Whether a kernel asks again and again for others. Its branches are mostly that.
fn waits(kernel: &str) -> bool {
    WAITING.iter().any(|name| kernel.contains(name))
}

/// Whether a counter counts what a launch did, as opposed to how long it took.
/// Bytes of local memory make no value, only a note; which SM got most to do is
/// a matter of which blocks it was given.
fn is_count(name: &str) -> bool {
    let unit = counter(name).map(|counter| counter.unit);
    let is_chance = CIRCUMSTANCES.contains(&name) || name.ends_with(".max");
    let is_compared = name != LOCAL_BYTES && !is_chance;
    is_compared && unit.is_some_and(|unit| !matches!(unit, Unit::Cycles | Unit::WarpCycles))
}

/// Values of several rounds.
#[derive(Clone, Copy)]
struct Range {
    min: f64,
    median: f64,
    max: f64,
}

impl Range {
    fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let median = *sorted.get(sorted.len() / 2)?;
        Some(Self { min: *sorted.first()?, median, max: *sorted.last()? })
    }

    /// Only of what was measured in every round.
    fn of_values(values: &[Value]) -> Option<Self> {
        let numbers: Option<Vec<f64>> =
            values.iter().map(|value| value.measured().map(f64::from)).collect();
        Self::of(&numbers?)
    }

    /// What lies between two ranges; 0 where they meet.
    fn gap(self, other: Self) -> f64 {
        (self.min - other.max).max(other.min - self.max).max(0.0)
    }
}

/// The largest differences seen of one counter or criterion, and where.
#[derive(Clone, Default)]
struct Worst {
    medians: f64,
    gap: f64,
    launch: String,
}

#[derive(Default)]
struct Report {
    text: String,
    violations: Vec<String>,
    worst: BTreeMap<String, Worst>,
    compared: usize,
}

impl Report {
    fn of(ours: &[Launch], theirs: &[Launch]) -> Self {
        let mut report = Self::default();
        let names: String = SHOWN.iter().map(|c| format!("{:>9}", c.to_string())).collect();
        report.line(&format!("{:<44} {:<5}{names}", "launch (medians)", ""));
        for (ours, theirs) in ours.iter().zip(theirs) {
            report.row(&ours.name, "propp", ours);
            report.row("", "ncu", theirs);
            report.counters(ours, theirs);
            report.criteria(ours, theirs);
        }
        report.foot(ours.len());
        report
    }

    fn line(&mut self, line: &str) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "{}", line.trim_end());
    }

    fn row(&mut self, name: &str, who: &str, launch: &Launch) {
        let cells: String =
            SHOWN.iter().map(|c| format!("{:>9}", cell(&launch.criteria[c]))).collect();
        self.line(&format!("{name:<44} {who:<5}{cells}"));
    }

    fn counters(&mut self, ours: &Launch, theirs: &Launch) {
        let tolerance = ours.tolerance_of_counts();
        for (of, values) in &ours.counts {
            let ncus = theirs.counts.get(of).map(Vec::as_slice).unwrap_or_default();
            match (Range::of(values), Range::of(ncus)) {
                (Some(our), Some(their)) => {
                    let mut tolerance = tolerance * theirs.whole(of) / their.median.abs();
                    if waits(&ours.name) {
                        // No closer than ncu's own rounds are to each other.
                        tolerance = tolerance.max((their.max - their.min) / their.median.abs());
                    }
                    self.compare(&ours.name, of, (our, their), tolerance, true);
                }
                _ => self.violations.push(format!("{}: {of}: ncu has no value", ours.name)),
            }
        }
    }

    fn criteria(&mut self, ours: &Launch, theirs: &Launch) {
        for criterion in SHOWN {
            let (our, their) = (&ours.criteria[&criterion], &theirs.criteria[&criterion]);
            let of_cycles = OF_CYCLES.contains(&criterion);
            let tolerance =
                if of_cycles { super::of_cycles(ours.ns) } else { ours.tolerance_of_counts() };
            if let (Some(our), Some(their)) = (Range::of_values(our), Range::of_values(their)) {
                let name = criterion.name();
                self.compare(&ours.name, name, (our, their), tolerance, !of_cycles);
            } else if cell(our) != cell(their) {
                let text = format!("{}: {criterion}: propp {our:?}, ncu {their:?}", ours.name);
                self.violations.push(text);
            }
        }
    }

    fn compare(
        &mut self,
        launch: &str,
        of: &str,
        (our, their): (Range, Range),
        tolerance: f64,
        relative: bool,
    ) {
        self.compared += 1;
        let scaled = |off: f64| if relative && off > 0.0 { off / their.median.abs() } else { off };
        let (gap, medians) = (scaled(our.gap(their)), scaled((our.median - their.median).abs()));
        if gap > tolerance {
            self.violations.push(format!(
                "{launch}: {of}: propp {} to {}, ncu {} to {}: {gap:.4} apart",
                our.min, our.max, their.min, their.max
            ));
        }
        let worst = self.worst.entry(of.to_owned()).or_default();
        worst.medians = worst.medians.max(medians);
        if worst.launch.is_empty() || gap > worst.gap {
            (worst.gap, worst.launch) = (gap, launch.to_owned());
        }
    }

    fn foot(&mut self, launches: usize) {
        self.line("");
        self.line("largest differences; cycle-based criteria absolute, all else relative:");
        self.line(&format!("    {:<56} {:>8} {:>8}", "", "medians", "ranges"));
        for (of, Worst { medians, gap, launch }) in self.worst.clone() {
            let launch = if gap > 0.0 { launch } else { String::new() };
            self.line(&format!("    {of:<56} {medians:>8.5} {gap:>8.5}  {launch}"));
        }
        let (compared, violations) = (self.compared, self.violations.len());
        self.line(&format!(
            "{launches} launches, {ROUNDS} rounds, {compared} values, {violations} violations"
        ));
        for violation in self.violations.clone() {
            self.line(&format!("    {violation}"));
        }
    }
}

/// The values of all rounds in a word.
fn cell(values: &[Value]) -> String {
    if let Some(range) = Range::of_values(values) {
        return format!("{:.4}", range.median);
    }
    let not_applicable = |value: &Value| matches!(value, Value::NotApplicable { .. });
    let unavailable = |value: &Value| matches!(value, Value::Unavailable { .. });
    if values.iter().all(not_applicable) {
        "n/a".to_owned()
    } else if values.iter().all(unavailable) {
        "unavail.".to_owned()
    } else {
        "mixed".to_owned()
    }
}
