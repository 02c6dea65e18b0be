//! Launches that try out kernels: those of autotuners, and benchmarks.

use std::collections::BTreeSet;

use crate::{Launch, names};

/// Launches of a variant between an autotuner's own.
const VARIANTS: usize = 2;

/// The repetitions of a kernel in a benchmark.
const BENCHMARKED: usize = 5;

/// Whether each launch is of an autotuner: its own kernels, and the variants that it tries in
/// between.
pub(crate) fn tuning(launches: &[Launch], names: &[&str]) -> Vec<bool> {
    let mut is_tuning = vec![false; launches.len()];
    let is_tuner: Vec<bool> = names.iter().map(|name| names::tuner(name).is_some()).collect();
    let of_tuner = |launch: &Launch| is_tuner.get(launch.name as usize) == Some(&true);
    let mut last: Option<usize> = None;
    for place in (0..launches.len()).filter(|&place| of_tuner(&launches[place])) {
        let from = last.filter(|&last| place - last <= VARIANTS + 1).unwrap_or(place);
        is_tuning[from..=place].fill(true);
        last = Some(place);
    }
    // A variant may run once before the tuner's first kernel.
    let variants: BTreeSet<u32> = (0..launches.len())
        .filter(|&place| is_tuning[place] && !of_tuner(&launches[place]))
        .map(|place| launches[place].name)
        .collect();
    let begins = |place: &usize| is_tuning[*place] && *place > 0 && !is_tuning[*place - 1];
    for first in (0..launches.len()).filter(begins).collect::<Vec<_>>() {
        for place in (first.saturating_sub(VARIANTS)..first).rev() {
            if !variants.contains(&launches[place].name) {
                break;
            }
            is_tuning[place] = true;
        }
    }
    is_tuning
}

/// Whether each launch is of a benchmark: one kernel over and over, with memory filled in between
/// so that no cache holds its data.
pub(crate) fn benchmarks(launches: &[Launch], names: &[&str]) -> Vec<bool> {
    let name = |place: usize| launches[place].name;
    let is_fill = |place: usize| names.get(name(place) as usize).is_some_and(|n| names::is_fill(n));
    let mut is_benchmark = vec![false; launches.len()];
    let mut from = 0;
    while from + 2 < launches.len() {
        let again = (from..launches.len() - 2).take_while(|&at| name(at) == name(at + 2)).count();
        let differs = name(from) != name(from + 1) && (is_fill(from) || is_fill(from + 1));
        if differs && again >= 2 * BENCHMARKED {
            is_benchmark[from..from + again + 2].fill(true);
        }
        from += again.max(1);
    }
    is_benchmark
}
