//! The steps of a program, and the table of what its functions did in each.
//!
//! A step goes from a launch of the marker to the next. The marker is the first function that is
//! launched once a step; launches count in the order of the calls, so what runs at the same time
//! on another stream falls into the same step on every rank.

use std::collections::{BTreeMap, HashMap};

use propp_base_columns::{Table, TableError};
use propp_recording::Recording;

use crate::build::Columns;
use crate::identity::{Identified, name_id};

/// Fewer repetitions are not called steps.
const FEWEST_STEPS: u64 = 3;

/// Functions that are launched so often a step, on the whole, take at least this share of the
/// time of all kernels.
const COVERED: f64 = 0.9;

/// And at least this share of all launches: a model of four equal parts launches its longest kernels
/// four times a step, and its loss, its optimizer and its collectives tell the step.
const LAUNCHED: f64 = 0.75;

/// Launches beside the whole number a step, of warm-up for instance, as a share of the steps.
const BESIDE: f64 = 0.05;

/// The step of each launch of the trace run.
pub(crate) struct Steps {
    pub count: u64,
    /// `None` before the first step, in other processes than that of most launches, and in
    /// programs without steps.
    pub of_launch: Vec<Option<u64>>,
}

/// How often a function is launched, how long it takes in all, and its first launch.
#[derive(Default)]
struct Launched {
    launches: u64,
    ns: u64,
    first: usize,
}

pub(crate) fn steps(
    recording: &Recording,
    launches: &[(usize, usize)],
    kernels: &[Identified<'_>],
) -> Steps {
    let order = calls(recording);
    let function = |row: usize| kernels[launches[row].0].key.function.unwrap_or_default();
    let mut functions: BTreeMap<&str, Launched> = BTreeMap::new();
    for (place, &row) in order.iter().enumerate() {
        let (kernel, launch) = launches[row];
        let first = Launched { first: place, ..Launched::default() };
        let of = functions.entry(function(row)).or_insert(first);
        of.launches += 1;
        of.ns += kernels[kernel].durations_ns[launch];
    }
    let mut of_launch = vec![None; launches.len()];
    let Some(count) = count(&functions) else { return Steps { count: 0, of_launch } };
    let once = functions.iter().filter(|(_, of)| of.launches == count);
    let marker = once.min_by_key(|(_, of)| of.first).map(|(name, _)| *name);
    let mut begun: u64 = 0;
    for row in order {
        begun += u64::from(marker == Some(function(row)));
        of_launch[row] = begun.checked_sub(1);
    }
    Steps { count, of_launch }
}

/// The launches of the process with most of them, in the order of their calls.
fn calls(recording: &Recording) -> Vec<usize> {
    let rows = &recording.kernels;
    let process = |row: usize| recording.streams[rows[row].stream].process;
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for row in 0..rows.len() {
        *sizes.entry(process(row)).or_default() += 1;
    }
    let main = sizes.into_iter().rev().max_by_key(|one| one.1).map(|one| one.0);
    let mut order: Vec<usize> = (0..rows.len()).filter(|&row| Some(process(row)) == main).collect();
    order.sort_by_key(|&row| (rows[row].correlation, rows[row].start_ns));
    order
}

/// The number of steps: the greatest number of launches of a function of which the functions that
/// take most of the time are launched a multiple.
fn count(functions: &BTreeMap<&str, Launched>) -> Option<u64> {
    let share = |of: &Launched| [of.ns as f64, of.launches as f64];
    let sum = |sums: [f64; 2], one: [f64; 2]| [sums[0] + one[0], sums[1] + one[1]];
    let [all_ns, all_launches] = functions.values().map(share).fold([0.0; 2], sum);
    let mut counts: Vec<u64> = functions.values().map(|of| of.launches).collect();
    counts.sort_unstable();
    counts.dedup();
    counts.into_iter().rev().filter(|&count| count >= FEWEST_STEPS).find(|&count| {
        let beside = (BESIDE * count as f64) as u64;
        let is_multiple = |launches: u64| {
            launches >= count && (launches % count <= beside || count - launches % count <= beside)
        };
        let covered = functions.values().filter(|of| is_multiple(of.launches)).map(share);
        let [ns, launches] = covered.fold([0.0; 2], sum);
        ns >= COVERED * all_ns && launches >= LAUNCHED * all_launches
    })
}

/// What the launches of a function within a range add up to in a step.
struct InStep {
    name: usize,
    step: u64,
    launches: u64,
    total_ns: u64,
    blocks: u64,
    instructions: Option<f64>,
}

pub(crate) fn step_table(
    recording: &str,
    steps: &Steps,
    launches: &[(usize, usize)],
    kernels: &[Identified<'_>],
) -> Result<Table, TableError> {
    let ids: Vec<String> = kernels.iter().map(name_id).collect();
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let names: Vec<usize> = (ids.iter().enumerate())
        .map(|(place, id)| *numbers.entry(id.as_str()).or_insert(place))
        .collect();
    let mut sums: BTreeMap<(usize, u64), InStep> = BTreeMap::new();
    for (&(kernel, place), step) in launches.iter().zip(&steps.of_launch) {
        let (Some(step), of) = (*step, &kernels[kernel]) else { continue };
        let name = names[kernel];
        let none =
            InStep { name, step, launches: 0, total_ns: 0, blocks: 0, instructions: Some(0.0) };
        let sum = sums.entry((name, step)).or_insert(none);
        sum.launches += 1;
        sum.total_ns += of.durations_ns[place];
        sum.blocks += of.blocks();
        sum.instructions = sum.instructions.zip(of.instructions()).map(|(sum, own)| sum + own);
    }
    let rows: Vec<InStep> = sums.into_values().collect();
    let columns = Columns::of(&rows)
        .text("recording", "The recording", |_| Some(recording.to_owned()))
        .text("name", "Function and range, as in the table of kernels", |r| {
            Some(ids[r.name].clone())
        })
        .whole("step", "The step, from 0", |r| Some(r.step))
        .whole("launches", "Launches in the step", |r| Some(r.launches))
        .whole("total_ns", "Their unprofiled durations, added up", |r| Some(r.total_ns))
        .whole("blocks", "Their blocks", |r| Some(r.blocks))
        .real("instructions", "Their warp instructions, by the mean of their kernels", |r| {
            r.instructions
        });
    Table::new(columns.done())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(functions: &[(&'static str, u64, u64)]) -> Option<u64> {
        let of = |&(name, launches, ns)| (name, Launched { launches, ns, first: 0 });
        count(&functions.iter().map(of).collect())
    }

    #[test]
    fn most_of_the_time_is_in_whole_numbers_of_launches_a_step() {
        assert_eq!(counted(&[("gemm", 800, 50), ("norm", 400, 30), ("adam", 200, 20)]), Some(200));
        // Two launches of warm-up, and what runs once.
        assert_eq!(counted(&[("gemm", 802, 60), ("adam", 200, 39), ("init", 1, 1)]), Some(200));
        // Four equal parts: the rest takes little time, and is launched often.
        let parts = [("gemm", 480, 900), ("norm", 240, 50), ("copy", 2100, 40), ("loss", 60, 10)];
        assert_eq!(counted(&parts), Some(60));
        assert_eq!(counted(&[("gemm", 7, 60), ("adam", 5, 40)]), None);
        assert_eq!(counted(&[]), None);
    }
}
