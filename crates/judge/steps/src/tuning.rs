//! Launches that try out kernels: those of autotuners, and benchmarks.

use std::collections::BTreeSet;

use crate::{Launch, Tuner, names};

/// Launches of a variant between an autotuner's own.
const VARIANTS: usize = 2;

/// The repetitions of a kernel in a benchmark.
const BENCHMARKED: usize = 5;

/// Variants of convolutions that a search tries, one after the other, and launches between them.
const FEWEST_VARIANTS: usize = 4;
const MOST_BETWEEN: usize = 4;

/// For which tuner each of the launches before place `steady` runs, where the second step begins.
pub(crate) fn tuners(launches: &[Launch], names: &[&str], steady: usize) -> Vec<Option<Tuner>> {
    let of_xla = tuning(launches, names);
    let is_benchmark = benchmarks(launches, names);
    let is_search = searches(launches, names, steady);
    let tuner = |place: usize| match place {
        _ if of_xla[place] => Some(Tuner::Xla),
        _ if is_benchmark[place] => Some(Tuner::Triton),
        _ if is_search[place] => Some(Tuner::Cudnn),
        _ => None,
    };
    (0..steady).map(tuner).collect()
}

/// Whether each launch before that place is of a search for the fastest convolution: variants that
/// never run again, one after the other.
fn searches(launches: &[Launch], names: &[&str], steady: usize) -> Vec<bool> {
    let later: BTreeSet<u32> = launches[steady..].iter().map(|launch| launch.name).collect();
    let is_variant = |&place: &usize| {
        let name = launches[place].name;
        !later.contains(&name) && names::is_convolution(names[name as usize])
    };
    let variants: Vec<usize> = (0..steady).filter(is_variant).collect();
    let mut is_search = vec![false; steady];
    for row in variants.chunk_by(|a, b| b - a <= MOST_BETWEEN + 1) {
        let different: BTreeSet<u32> = row.iter().map(|&place| launches[place].name).collect();
        if different.len() >= FEWEST_VARIANTS {
            row.iter().for_each(|&place| is_search[place] = true);
        }
    }
    is_search
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tuner_is_known_by_what_it_does() {
        let names = [
            "DelayKernel",
            "fused",
            "FillFunctor",
            "mm",
            "a_cudnn",
            "b_cudnn",
            "c_cudnn",
            "d_cudnn",
        ];
        let launch = |&name: &u32| Launch { name, ..Launch::default() };
        let timed = [2, 3].repeat(7);
        let order = [&[0, 1, 0, 1][..], &timed, &[4, 4, 5, 5, 6, 6, 7, 7, 4, 1]].concat();
        let launches: Vec<Launch> = order.iter().map(launch).collect();
        let found = tuners(&launches, &names, order.len());
        let count = |tuner| found.iter().filter(|one| **one == Some(tuner)).count();
        assert_eq!([Tuner::Xla, Tuner::Triton, Tuner::Cudnn].map(count), [3, 14, 9]);
        // Where one of four variants runs in the steps, there was no search.
        let found = tuners(&launches, &names, order.len() - 2);
        assert_eq!(found.iter().filter(|one| **one == Some(Tuner::Cudnn)).count(), 0);
    }
}
