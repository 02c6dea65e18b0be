//! The table of what the functions of a program did in each of its steps.

use std::collections::{BTreeMap, HashMap};

use propp_base_columns::{Table, TableError};
use propp_judge_analysis::StepOfLaunches;

use crate::build::Columns;
use crate::identity::{Identified, name_id};

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
    steps: &StepOfLaunches,
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
        let Some(step) = steps.of_main(*step) else { continue };
        let of = &kernels[kernel];
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
