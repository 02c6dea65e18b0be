//! The steps of the program in a recording, and what came before them.

mod calls;
mod nth;

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use propp_base_model::{BusyTime, Fraction, Interval};
use propp_base_names::KernelName;
use propp_base_statistics::median::median;
use propp_judge_steps::{
    Found as FoundSteps, Launch, Process, ProgramRange, Sites, choose, find, range_names, tuners,
};
use propp_recording::{KernelRow, Recording};

use super::launches::trace_run;
use calls::{host_calls, place_of, source_calls};
pub use nth::{NotInStep, launch_of_step};

use super::{LargestOfStart, Start, StepKind, Steps, Tuning};

/// Which part of the run a report is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// The steps that take most time, or the whole run of a program without steps.
    #[default]
    Steps,
    /// Steps of the kind with this number, from 1.
    Kind(usize),
    /// The ranges of this name.
    Range(String),
    WholeRun,
}

/// The steps that a report is about.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub steps: Steps,
    pub start: Start,
    /// Whether each kernel of the recording ran in them.
    pub is_in: Vec<bool>,
    /// From the first kernel of the first of them to the end of the last.
    pub window: Interval,
    /// What is in the window between the steps, if they are ranges.
    pub between: Vec<Interval>,
}

/// A step may take so much longer than those of the second half before it counts as warming up.
const WARM: f64 = 1.3;

/// Steps in a stretch that a report may be about.
const FEWEST: usize = 3;

/// Kernels of the start that are named.
const LARGEST: usize = 3;

/// The step in which a kernel was launched: its kind, and its number among those. Both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepOfLaunch {
    pub kind: usize,
    pub number: usize,
}

/// The steps of the launches of a recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepOfLaunches {
    /// The kind that takes most time, and how many steps are of it.
    pub main: usize,
    pub count: usize,
    /// By the kernel's place in the recording; `None` outside of steps.
    pub of_launch: Vec<Option<StepOfLaunch>>,
}

impl StepOfLaunches {
    /// The number of a step of the main kind, from 0.
    pub fn of_main(&self, step: Option<StepOfLaunch>) -> Option<u64> {
        step.filter(|step| step.kind == self.main).map(|step| step.number as u64)
    }
}

/// What runs at the same time on another stream is in the step in which it was launched.
pub fn step_of_launches(recording: &Recording) -> StepOfLaunches {
    let of_launch = vec![None; recording.kernels.len()];
    let mut all = StepOfLaunches { main: 0, count: 0, of_launch };
    let run = run_with_steps(recording);
    let Some(trace) = run.and_then(|run| Trace::of(recording, run)) else { return all };
    let kinds = trace.found(None).kinds;
    for (kind, steps) in kinds.iter().enumerate() {
        for (number, step) in steps.each().enumerate() {
            for &place in &trace.places[step] {
                all.of_launch[place] = Some(StepOfLaunch { kind, number });
            }
        }
    }
    let main = kinds.iter().enumerate().max_by_key(|(_, steps)| trace.busy_in(steps));
    if let Some((kind, steps)) = main {
        (all.main, all.count) = (kind, steps.count());
    }
    all
}

/// The trace run, if steps can be in it: not where launches were measured meanwhile, and not of a launch
/// that propp itself repeats.
fn run_with_steps(recording: &Recording) -> Option<usize> {
    let is_whole = !recording.is_one_run() && recording.replayed_launch().is_none();
    trace_run(recording).filter(|_| is_whole)
}

/// `None` for programs that do not repeat themselves, and where no run can have steps.
pub(super) fn of(recording: &Recording, part: &Part) -> Option<Found> {
    let run = run_with_steps(recording)?;
    let trace = Trace::of(recording, run)?;
    let FoundSteps { kinds, range } = match part {
        Part::Range(name) => trace.found(Some(name)),
        Part::Kind(_) => FoundSteps { kinds: trace.by_kernels(), range: None },
        Part::Steps | Part::WholeRun => trace.found(None),
    };
    let of_most = || kinds.iter().enumerate().max_by_key(|(_, steps)| trace.busy_in(steps));
    let main = match part {
        Part::WholeRun => return None,
        Part::Steps | Part::Range(_) => of_most()?.0,
        Part::Kind(number) => number.checked_sub(1).filter(|place| *place < kinds.len())?,
    };
    let second = kinds.iter().filter_map(propp_judge_steps::Steps::second).min()?;
    let main_steps = kinds[main].clone();
    let kinds: Vec<StepKind> = kinds.iter().map(|steps| trace.kind(steps)).collect();
    let one = &kinds[main];
    let reported = warm(one);
    let (from, to) = (one.begins_ns[reported.start], one.ends_ns[reported.end - 1]);
    let window = Interval { start_ns: from, end_ns: to };
    if to <= from {
        return None;
    }
    let mut is_in: Vec<bool> =
        recording.kernels.iter().map(|row| trace.is_in(row, window)).collect();
    let mut whole_ns = to - from;
    let mut between = Vec::new();
    if range.is_some() {
        whole_ns = trace.only_ranges(&mut is_in, one, &main_steps, &reported);
        let after = one.ends_ns[reported.clone()].iter().zip(&one.begins_ns[reported.clone()][1..]);
        between.extend(after.map(|(&start_ns, &end_ns)| Interval { start_ns, end_ns }));
    }
    let mut by_gpu: BTreeMap<u32, Vec<Interval>> = BTreeMap::new();
    for (row, _) in recording.kernels.iter().zip(&is_in).filter(|(_, is_in)| **is_in) {
        let at = Interval { start_ns: row.start_ns, end_ns: row.end_ns.min(to) };
        by_gpu.entry(recording.streams[row.stream].device_index).or_default().push(at);
    }
    let gpus = by_gpu.len().max(1) as f64;
    let busy_ns: u64 = by_gpu.into_values().map(|at| BusyTime::from_intervals(at).total_ns()).sum();
    Some(Found {
        start: trace.start(kinds.iter().map(|kind| kind.begins_ns[0]).min()?, second),
        steps: Steps {
            count: one.count,
            launches: one.launches,
            median_ns: one.median_ns,
            first_reported: reported.start + 1,
            reported: reported.len(),
            whole_ns,
            busy: Fraction::clamped(busy_ns as f64 / gpus / whole_ns as f64)?,
            main,
            range,
            kinds,
            run_ns: trace.extent(),
        },
        is_in,
        window,
        between,
    })
}

/// Names of ranges that can be steps, without their numbers, the most frequent first.
pub(super) fn ranges(recording: &Recording) -> Vec<String> {
    let run = trace_run(recording).filter(|_| !recording.is_one_run());
    let run = run.filter(|_| !recording.ranges.is_empty());
    let trace = run.and_then(|run| Trace::of(recording, run));
    trace.map(|trace| range_names(&trace.calls(), &trace.ranges())).unwrap_or_default()
}

/// The trace run of the process with most launches, in the order of its calls.
struct Trace<'a> {
    recording: &'a Recording,
    run: usize,
    process: usize,
    rows: Vec<&'a KernelRow>,
    /// The place of each in the recording.
    places: Vec<usize>,
    launches: Vec<Launch>,
    names: Vec<&'a str>,
    sites: Sites,
}

impl<'a> Trace<'a> {
    fn of(recording: &'a Recording, run: usize) -> Option<Self> {
        let process = |row: &KernelRow| recording.streams[row.stream].process;
        let is_traced = |row: &&KernelRow| recording.processes[process(row)].run == run;
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for row in recording.kernels.iter().filter(is_traced) {
            *counts.entry(process(row)).or_default() += 1;
        }
        let main = counts.into_iter().rev().max_by_key(|(_, count)| *count)?.0;
        let of_main = recording.kernels.iter().enumerate();
        let of_main = of_main.filter(|(_, row)| process(row) == main && row.start_ns > 0);
        let mut rows: Vec<(usize, &KernelRow)> = of_main.collect();
        rows.sort_by_key(|(_, row)| (row.correlation, row.start_ns));
        let (places, rows): (Vec<usize>, Vec<&KernelRow>) = rows.into_iter().unzip();
        let mut names: Vec<&str> = Vec::new();
        let mut numbers: HashMap<Option<usize>, u32> = HashMap::new();
        let mut calls = host_calls(recording, main).in_order();
        let launches = rows.iter().map(|row| {
            let function = recording.signatures[row.signature].function;
            let name = *numbers.entry(function).or_insert_with(|| {
                names.push(function.map_or("", |place| recording.names[place].as_str()));
                u32::try_from(names.len() - 1).unwrap_or(u32::MAX)
            });
            let (start_ns, end_ns) = (row.start_ns, row.end_ns);
            Launch { name, start_ns, end_ns, before: calls.before(row.correlation), site: 0 }
        });
        let mut launches: Vec<Launch> = launches.collect();
        let of: Vec<u32> = rows.iter().map(|row| row.correlation).collect();
        let calls = source_calls(recording, main);
        calls.set(&mut launches, &of);
        let sites = calls.sites();
        Some(Self { recording, run, process: main, rows, places, launches, names, sites })
    }

    /// The steps whatever the program's ranges say.
    fn by_kernels(&self) -> Vec<propp_judge_steps::Steps> {
        find(&self.launches, &self.names, &self.sites)
    }

    /// The steps: ranges of this name, or what the program says or does.
    fn found(&self, asked: Option<&str>) -> FoundSteps {
        let (calls, ranges) = (self.calls(), self.ranges());
        let process = Process {
            launches: &self.launches,
            names: &self.names,
            calls: &calls,
            sites: &self.sites,
            ranges: &ranges,
        };
        let choose = |asked| choose(&process, asked);
        // Steps that were asked for when the program ran are those with counters.
        let recorded = self.recording.meta.get("option.step").map(String::as_str);
        let recorded = recorded.filter(|name| asked.is_none() && !name.is_empty());
        let recorded = recorded.map(|name| choose(Some(name)));
        recorded.filter(|found| !found.kinds.is_empty()).unwrap_or_else(|| choose(asked))
    }

    fn calls(&self) -> Vec<u32> {
        self.rows.iter().map(|row| row.correlation).collect()
    }

    fn ranges(&self) -> Vec<ProgramRange<'a>> {
        let own = self.recording.ranges.iter().filter(|range| range.process == self.process);
        let ranges = own.map(|range| ProgramRange {
            name: &self.recording.names[range.name],
            first: range.first,
            last: range.last.unwrap_or(u32::MAX),
        });
        ranges.collect()
    }

    /// Leaves out what is between the ranges, and gives the time of the reported ones.
    fn only_ranges(
        &self,
        is_in: &mut [bool],
        one: &StepKind,
        steps: &propp_judge_steps::Steps,
        reported: &Range<usize>,
    ) -> u64 {
        let mut is_own = vec![false; is_in.len()];
        for step in steps.each().skip(reported.start).take(reported.len()) {
            self.places[step].iter().for_each(|&place| is_own[place] = true);
        }
        let (begins, ends) = (&one.begins_ns[reported.clone()], &one.ends_ns[reported.clone()]);
        let runs_in_step = |row: &KernelRow| {
            let begun = begins.partition_point(|&begin| begin <= row.start_ns);
            begun.checked_sub(1).is_some_and(|step| row.start_ns < ends[step])
        };
        for ((row, is_own), is_in) in self.recording.kernels.iter().zip(is_own).zip(is_in) {
            let is_of_this = self.recording.streams[row.stream].process == self.process;
            *is_in &= if is_of_this { is_own } else { runs_in_step(row) };
        }
        begins.iter().zip(ends).map(|(begin, end)| end - begin).sum()
    }

    fn extent(&self) -> [u64; 2] {
        let begin = self.rows.iter().map(|row| row.start_ns).min();
        [begin.unwrap_or(0), self.rows.iter().map(|row| row.end_ns).max().unwrap_or(0)]
    }

    /// How long kernels of these steps ran, added up.
    fn busy_in(&self, steps: &propp_judge_steps::Steps) -> u64 {
        let rows = steps.each().flat_map(|step| &self.rows[step]);
        rows.map(|row| row.end_ns.saturating_sub(row.start_ns)).sum()
    }

    fn kind(&self, steps: &propp_judge_steps::Steps) -> StepKind {
        let start = |place: usize| self.rows[place].start_ns;
        let mut begins_ns: Vec<u64> = steps.begins.iter().map(|&place| start(place)).collect();
        // On several streams, a step may begin before the one that was launched earlier.
        let mut latest = 0;
        for begin in &mut begins_ns {
            latest = latest.max(*begin);
            *begin = latest;
        }
        // A step lasts until something else begins; the last until its kernels end.
        let own_end =
            |step: Range<usize>| self.rows[step].iter().map(|row| row.end_ns).max().unwrap_or(0);
        let end = |(number, step): (usize, Range<usize>)| match begins_ns.get(number + 1) {
            Some(&next) if steps.begins[number + 1] == step.end => next,
            // On another stream it may begin before.
            Some(&next) => {
                start(step.end).max(own_end(step.clone())).clamp(begins_ns[number], next)
            }
            None => own_end(step),
        };
        let ends_ns: Vec<u64> = steps.each().enumerate().map(end).collect();
        let whole = begins_ns.iter().zip(&ends_ns).take((steps.count() - 1).max(1));
        let lengths: Vec<f64> = whole.map(|(begin, end)| (end - begin) as f64).collect();
        let launches: Vec<f64> = steps.each().map(|step| step.len() as f64).collect();
        StepKind {
            count: steps.count(),
            launches: median(&launches).map_or(0, |launches| launches as usize),
            median_ns: median(&lengths).map_or(0, |ns| ns as u64),
            begins_ns,
            ends_ns,
            loop_at: place_of(&self.sites, steps.site),
        }
    }

    /// Whether a kernel, of this process or another, ran in the window.
    fn is_in(&self, row: &KernelRow, window: Interval) -> bool {
        let process = self.recording.streams[row.stream].process;
        self.recording.processes[process].run == self.run
            && (window.start_ns..window.end_ns).contains(&row.start_ns)
    }

    /// What came before this time, and the tuning before the launch at this place.
    fn start(&self, until_ns: u64, second: usize) -> Start {
        let first_ns = self.rows.iter().map(|row| row.start_ns).min().unwrap_or(until_ns);
        let before = || {
            let launches = self.rows.iter().zip(&self.launches);
            launches.filter(|(row, _)| row.start_ns < until_ns)
        };
        let mut of_name: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        for (row, launch) in before() {
            let ns = row.end_ns.saturating_sub(row.start_ns);
            let sum = of_name.entry(launch.name).or_default();
            *sum = (sum.0 + ns, sum.1 + 1);
        }
        let mut largest: Vec<(u32, (u64, u64))> = of_name.into_iter().collect();
        largest.sort_by_key(|(name, (ns, _))| (std::cmp::Reverse(*ns), *name));
        let named = |(name, (ns, launches)): &(u32, (u64, u64))| LargestOfStart {
            name: KernelName::from_symbol(self.names[*name as usize]),
            launches: *launches,
            kernels_ns: *ns,
        };
        Start {
            ns: until_ns.saturating_sub(first_ns),
            launches: before().count() as u64,
            kernels_ns: before().map(|(row, _)| row.end_ns.saturating_sub(row.start_ns)).sum(),
            largest: largest.iter().take(LARGEST).map(named).collect(),
            tuning: self.tuning(second),
        }
    }

    fn tuning(&self, second: usize) -> Vec<Tuning> {
        let mut tunings: BTreeMap<_, Tuning> = BTreeMap::new();
        let tuners = tuners(&self.launches, &self.names, second);
        for (row, tuner) in self.rows.iter().zip(tuners) {
            let Some(tuner) = tuner else { continue };
            let none = Tuning { tuner, launches: 0, from_ns: row.start_ns, to_ns: row.end_ns };
            let tuning = tunings.entry(tuner).or_insert(none);
            tuning.launches += 1;
            tuning.from_ns = tuning.from_ns.min(row.start_ns);
            tuning.to_ns = tuning.to_ns.max(row.end_ns);
        }
        tunings.into_values().collect()
    }
}

/// The steps that are no longer warming up: never the first, nor the last, whose end is not seen. Where
/// others lie between them, such as evaluation, those of the longest stretch without. Of fewer steps
/// than three, which only ranges are, the last.
fn warm(one: &StepKind) -> Range<usize> {
    if one.count < FEWEST {
        return one.count.saturating_sub(1)..one.count;
    }
    let is_next = |number: &usize| one.ends_ns[*number] == one.begins_ns[number + 1];
    let breaks = (0..one.count - 1).filter(|number| !is_next(number)).map(|number| number + 1);
    let begins = std::iter::once(0).chain(breaks.clone());
    let stretches = begins.zip(breaks.chain([one.count])).map(|(from, to)| from..to);
    let longest = stretches.max_by_key(Range::len).filter(|stretch| stretch.len() >= FEWEST);
    let stretch = longest.unwrap_or(0..one.count);
    let of = one.begins_ns[stretch.clone()].windows(2);
    let lengths: Vec<f64> = of.map(|two| (two[1] - two[0]) as f64).collect();
    let late = &lengths[lengths.len() / 2..];
    let usual = median(late).unwrap_or(f64::MAX);
    let from = lengths.iter().position(|&ns| ns <= WARM * usual).unwrap_or(0);
    let from = from.clamp(1, lengths.len() / 2 + 1).min(lengths.len() - 1);
    stretch.start + from..stretch.start + lengths.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps that begin every 10 ns, with so many in each stretch and 50 ns of others in between.
    fn kind(stretches: &[usize]) -> StepKind {
        let (mut begins_ns, mut ends_ns) = (Vec::new(), Vec::new());
        let mut now = 100;
        for &steps in stretches {
            for _ in 0..steps {
                begins_ns.push(now);
                now += 10;
                ends_ns.push(now);
            }
            now += 50;
        }
        let (count, launches, median_ns) = (begins_ns.len(), 1, 10);
        StepKind { count, launches, median_ns, begins_ns, ends_ns, loop_at: None }
    }

    #[test]
    fn a_report_is_about_warm_steps_without_others_between_them() {
        assert_eq!(warm(&kind(&[10])), 1..9);
        assert_eq!(warm(&kind(&[4, 10, 9])), 5..13);
        assert_eq!((warm(&kind(&[1])), warm(&kind(&[2]))), (0..1, 1..2));
        // Where others come after each step, there is no such stretch.
        assert_eq!(warm(&kind(&[1, 1, 1, 1])), 1..3);
    }
}
