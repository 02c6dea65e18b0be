//! Which rank is slow in which kernel, and why.

use propp_columns::{Table, TableError};
use propp_numbers::median::median;

use super::Limits;
use super::totals::{Name, Total, by_job};
use crate::Fleet;
use crate::build::Columns;

/// With fewer ranks no median tells which of them is the odd one.
const FEWEST_RANKS: usize = 3;

/// What the functions of NCCL's kernels begin with.
const COLLECTIVE: &str = "nccl";

struct Straggler<'f> {
    job: &'f str,
    name: Name<'f>,
    run: usize,
    total_ns: f64,
    median_ns: f64,
    /// Work over the median of the ranks, the greater of instructions, blocks and launches.
    work: Option<f64>,
    cause: &'static str,
}

impl Straggler<'_> {
    fn excess_ns(&self) -> f64 {
        (self.total_ns - self.median_ns).abs()
    }
}

pub(super) fn answer(fleet: &Fleet, limits: Limits) -> Result<Table, TableError> {
    let mut rows: Vec<Straggler<'_>> = by_job(fleet)
        .into_iter()
        .filter(|(_, ranks)| ranks.len() >= FEWEST_RANKS)
        .flat_map(|((job, name), ranks)| of_kernel(job, name, &ranks, limits))
        .collect();
    rows.sort_by(|a, b| b.excess_ns().total_cmp(&a.excess_ns()));
    let columns = Columns::of(&rows)
        .text("job", "The job", |r| Some(r.job.to_owned()))
        .whole("rank", "The rank", |r| fleet.runs[r.run].rank.and_then(|n| n.try_into().ok()))
        .text("host", "Its machine", |r| Some(fleet.runs[r.run].host.clone()))
        .text("cause", CAUSES, |r| Some(r.cause.to_owned()))
        .text("function", "The kernel", |r| Some(r.name.0.to_owned()))
        .text("range", "NVTX range around its launches", |r| Some(r.name.1.to_owned()))
        .real("total_ns", "Time of its launches on the rank", |r| Some(r.total_ns))
        .real("median_ns", "Median of the ranks", |r| Some(r.median_ns))
        .real("work_ratio", "Its work over the median of the ranks", |r| r.work)
        .text("recording", "The recording", |r| Some(fleet.runs[r.run].recording.clone()));
    Table::new(columns.done())
}

const CAUSES: &str = "more work: its counts are higher; slower hardware: the same counts took \
                      longer; unknown: its counters were not read; late: it waits least in a \
                      collective, so the others wait for it";

fn of_kernel<'f>(
    job: &'f str,
    name: Name<'f>,
    ranks: &[Total],
    limits: Limits,
) -> Vec<Straggler<'f>> {
    let times: Vec<f64> = ranks.iter().map(|rank| rank.total_ns).collect();
    let Some(median_ns) = median(&times) else { return Vec::new() };
    let distances: Vec<f64> = times.iter().map(|ns| (ns - median_ns).abs()).collect();
    let deviation_ns = median(&distances).unwrap_or_default();
    let far_ns = (limits.time * median_ns).max(limits.deviations * deviation_ns);
    let is_collective = name.0.starts_with(COLLECTIVE);
    let one = |rank: &Total| {
        let excess_ns = rank.total_ns - median_ns;
        let is_out = if is_collective { -excess_ns > far_ns } else { excess_ns > far_ns };
        let work = work_ratio(ranks, rank);
        // Work counts as the cause if it explains half of the time.
        let enough = limits.count.max(0.5 * excess_ns / median_ns);
        let cause = match work {
            _ if is_collective => "late",
            Some(ratio) if ratio - 1.0 > enough => "more work",
            Some(_) if rank.instructions.is_some() => "slower hardware",
            _ => "unknown",
        };
        is_out.then_some(Straggler {
            job,
            name,
            run: rank.run,
            total_ns: rank.total_ns,
            median_ns,
            work,
            cause,
        })
    };
    ranks.iter().filter_map(one).collect()
}

/// The greatest of the ratios that are known.
fn work_ratio(ranks: &[Total], rank: &Total) -> Option<f64> {
    let counts: [fn(&Total) -> Option<f64>; 3] =
        [|of| of.instructions, |of| Some(of.blocks), |of| Some(of.launches as f64)];
    let ratio = |count: fn(&Total) -> Option<f64>| {
        let usual = median(&ranks.iter().filter_map(count).collect::<Vec<f64>>())?;
        (usual > 0.0).then_some(count(rank)? / usual)
    };
    counts.into_iter().filter_map(ratio).reduce(f64::max)
}
