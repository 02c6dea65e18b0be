//! Steps: many programs launch the same kernels again and again, as in training or a solver.
//! A step in the middle says what the program takes once it is warm.

use std::collections::BTreeMap;

use propp_base_model::Fraction;
use propp_base_statistics::median::median_of_sorted;
use propp_recording::{KernelRow, Recording};

use super::Steps;
use super::launches::trace_run;

/// Fewer repetitions are no steps.
const LEAST_STEPS: usize = 4;

/// Launches of kernels whose number is a multiple of the steps, of all launches.
const LEAST_COVERED: f64 = 0.8;

/// Steps with the typical number of launches, of all steps.
const LEAST_ALIKE: f64 = 0.6;

/// `None` for programs that do not repeat themselves, where the trace run has kernels of several
/// processes, and where launches were measured meanwhile.
pub(super) fn of(recording: &Recording) -> Option<Steps> {
    let run = trace_run(recording).filter(|_| !recording.is_one_run())?;
    let process = |kernel: &KernelRow| recording.streams[kernel.stream].process;
    let mut traced =
        recording.kernels.iter().filter(|k| recording.processes[process(k)].run == run);
    let mut kernels: Vec<Ran> = Vec::new();
    let first = traced.clone().next().map(process)?;
    if traced.any(|kernel| process(kernel) != first) {
        return None;
    }
    kernels.extend(recording.kernels.iter().filter(|k| process(k) == first).map(Ran::of));
    kernels.sort_by_key(|kernel| kernel.start_ns);
    of_kernels(&kernels)
}

fn of_kernels(kernels: &[Ran]) -> Option<Steps> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for kernel in kernels {
        *counts.entry(kernel.kind).or_default() += 1;
    }
    // Kinds that are launched equally often: different numbers of launches are few.
    let mut kinds: BTreeMap<usize, usize> = BTreeMap::new();
    for count in counts.values() {
        *kinds.entry(*count).or_default() += 1;
    }
    let covered = |steps: usize| -> usize {
        kinds
            .iter()
            .filter(|(count, _)| *count % steps == 0)
            .map(|(count, kinds)| count * kinds)
            .sum()
    };
    let is_enough = |steps: &usize| covered(*steps) as f64 >= LEAST_COVERED * kernels.len() as f64;
    let count = kinds.keys().copied().filter(|c| *c >= LEAST_STEPS).filter(is_enough).max()?;
    let marker = kernels.iter().find(|kernel| counts[&kernel.kind] == count)?.kind;
    let begins = kernels.iter().enumerate().filter(|(_, kernel)| kernel.kind == marker);
    let begins: Vec<usize> = begins.map(|(place, _)| place).collect();
    let whole: Vec<&[Ran]> = begins.windows(2).map(|ends| &kernels[ends[0]..ends[1]]).collect();
    let launches = most_common(whole.iter().map(|step| step.len()))?;
    let alike: Vec<(u64, f64)> = (whole.iter().zip(&begins[1..]))
        .filter(|(step, _)| step.len() == launches)
        .map(|(step, next)| lasted(step, kernels[*next].start_ns))
        .collect();
    let is_regular = alike.len() as f64 >= LEAST_ALIKE * whole.len() as f64
        && (launches * count) as f64 >= LEAST_ALIKE * kernels.len() as f64;
    if launches < 2 || !is_regular {
        return None;
    }
    let middle = |of: &dyn Fn(&(u64, f64)) -> f64| {
        let mut all: Vec<f64> = alike.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        median_of_sorted(&all)
    };
    Some(Steps {
        count,
        launches,
        median_ns: middle(&|(ns, _)| *ns as f64)? as u64,
        busy: Fraction::clamped(middle(&|(_, busy)| *busy)?)?,
    })
}

#[derive(Clone, Copy)]
struct Ran {
    kind: usize,
    start_ns: u64,
    end_ns: u64,
}

impl Ran {
    fn of(row: &KernelRow) -> Self {
        Self { kind: row.signature, start_ns: row.start_ns, end_ns: row.end_ns }
    }
}

/// How long a step takes, and the share of it with a kernel running.
fn lasted(step: &[Ran], end_ns: u64) -> (u64, f64) {
    let begin = step.first().map_or(end_ns, |first| first.start_ns);
    let (mut busy, mut until) = (0, begin);
    for kernel in step {
        let (from, to) = (kernel.start_ns.max(until), kernel.end_ns.min(end_ns));
        busy += to.saturating_sub(from);
        until = until.max(to);
    }
    let whole = end_ns.saturating_sub(begin).max(1);
    (whole, busy as f64 / whole as f64)
}

fn most_common(numbers: impl Iterator<Item = usize>) -> Option<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    numbers.for_each(|number| *counts.entry(number).or_default() += 1);
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kernels of the kinds, 10 ns each and 20 ns apart, from a time on.
    fn ran(kinds: &[usize], from: u64) -> Vec<Ran> {
        let starts = (from..).step_by(30);
        let kernels = kinds.iter().zip(starts);
        kernels
            .map(|(kind, start_ns)| Ran { kind: *kind, start_ns, end_ns: start_ns + 10 })
            .collect()
    }

    #[test]
    fn what_repeats_is_a_step() {
        // What is done once; a first step that is slow; five more.
        let mut kernels = ran(&[7, 8, 7], 0);
        kernels.extend(ran(&[1, 2, 2, 3], 5_000));
        for step in 1..6 {
            kernels.extend(ran(&[1, 2, 2, 3], 10_000 + 200 * step));
        }
        let steps = of_kernels(&kernels).unwrap();
        assert_eq!((steps.count, steps.launches, steps.median_ns), (6, 4, 200));
        assert!((steps.busy.get() - 40.0 / 200.0).abs() < 1e-12);
    }

    #[test]
    fn what_does_not_repeat_has_no_steps() {
        let blocks: Vec<usize> = [1, 2, 3].iter().flat_map(|kind| [*kind; 5]).collect();
        assert_eq!(of_kernels(&ran(&blocks, 0)), None, "each kernel in a loop of its own");
        assert_eq!(of_kernels(&ran(&[1; 50], 0)), None, "one kernel over and over");
        assert_eq!(of_kernels(&ran(&[1, 2, 1, 2, 1, 2], 0)), None, "too few");
        assert_eq!(of_kernels(&ran(&(0..50).collect::<Vec<_>>(), 0)), None);
        assert_eq!(of_kernels(&[]), None);
    }
}
