//! Kernels that are not the same on all ranks of a job.

use std::collections::{BTreeMap, BTreeSet};

use propp_base_columns::{Table, TableError};
use propp_base_statistics::median::median;

use super::COUNT;
use super::totals::Name;
use crate::build::Columns;
use crate::{Fleet, Kernel};

struct Difference<'f> {
    job: &'f str,
    name: Name<'f>,
    run: usize,
    what: &'static str,
    own: String,
    usual: String,
}

pub(super) fn answer(fleet: &Fleet) -> Result<Table, TableError> {
    let mut jobs: BTreeMap<(&str, Name<'_>), BTreeMap<usize, Vec<&Kernel>>> = BTreeMap::new();
    for kernel in &fleet.kernels {
        let name = (kernel.function.as_str(), kernel.range.as_str());
        let job = fleet.runs[kernel.run].job.as_str();
        jobs.entry((job, name)).or_default().entry(kernel.run).or_default().push(kernel);
    }
    let mut rows: Vec<Difference<'_>> = Vec::new();
    for ((job, name), ranks) in &jobs {
        let mut add = |what, found: Vec<(usize, String, String)>| {
            rows.extend(found.into_iter().map(|(run, own, usual)| Difference {
                job,
                name: *name,
                run,
                what,
                own,
                usual,
            }));
        };
        add("code", unlike(ranks, |kernel| kernel.code.clone()));
        let launched = |kernel: &Kernel| {
            let shared = kernel.dynamic_shared_bytes;
            Some(format!("{} {} {shared}", kernel.grid, kernel.block))
        };
        add("configuration", unlike(ranks, launched));
        add("counts", other_counts(ranks));
    }
    rows.sort_by_key(|r| (r.job, r.what, r.name, r.run));
    let columns = Columns::of(&rows)
        .text("job", "The job", |r| Some(r.job.to_owned()))
        .text("what", "code, configuration or counts", |r| Some(r.what.to_owned()))
        .text("function", "The kernel", |r| Some(r.name.0.to_owned()))
        .text("range", "NVTX range around its launches", |r| Some(r.name.1.to_owned()))
        .whole("rank", "The rank", |r| fleet.runs[r.run].rank.and_then(|n| n.try_into().ok()))
        .text("host", "Its machine", |r| Some(fleet.runs[r.run].host.clone()))
        .text("own", "Value of the rank", |r| Some(r.own.clone()))
        .text("usual", "Value of most ranks", |r| Some(r.usual.clone()))
        .text("recording", "The recording", |r| Some(fleet.runs[r.run].recording.clone()));
    Table::new(columns.done())
}

/// The ranks whose set of values is not that of most ranks; of sets that are as frequent, the
/// first by the alphabet counts as the usual. Ranks without a value are left out.
fn unlike(
    ranks: &BTreeMap<usize, Vec<&Kernel>>,
    of: impl Fn(&Kernel) -> Option<String>,
) -> Vec<(usize, String, String)> {
    let set = |kernels: &Vec<&Kernel>| {
        let values: BTreeSet<String> = kernels.iter().filter_map(|kernel| of(kernel)).collect();
        values.into_iter().collect::<Vec<_>>().join(", ")
    };
    let sets: Vec<(usize, String)> = ranks
        .iter()
        .map(|(&run, kernels)| (run, set(kernels)))
        .filter(|(_, set)| !set.is_empty())
        .collect();
    let mut frequency: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, set) in &sets {
        *frequency.entry(set).or_default() += 1;
    }
    let Some(usual) = frequency.iter().rev().max_by_key(|(_, count)| **count) else {
        return Vec::new();
    };
    let usual = (*usual.0).to_owned();
    let others = sets.iter().filter(|(_, set)| *set != usual);
    others.map(|(run, set)| (*run, set.clone(), usual.clone())).collect()
}

/// The ranks whose mean launch executes other numbers of instructions.
fn other_counts(ranks: &BTreeMap<usize, Vec<&Kernel>>) -> Vec<(usize, String, String)> {
    let counted = |(run, kernels): (&usize, &Vec<&Kernel>)| {
        let counts: Vec<f64> = kernels.iter().filter_map(|kernel| kernel.instructions).collect();
        (!counts.is_empty()).then(|| (*run, counts.iter().sum::<f64>() / counts.len() as f64))
    };
    let all: Vec<(usize, f64)> = ranks.iter().filter_map(counted).collect();
    let Some(usual) = median(&all.iter().map(|one| one.1).collect::<Vec<_>>()) else {
        return Vec::new();
    };
    let words = |count: f64| format!("{count:.0}");
    let others = all.iter().filter(|(_, count)| (count - usual).abs() > COUNT * usual);
    others.map(|&(run, count)| (run, words(count), words(usual))).collect()
}
