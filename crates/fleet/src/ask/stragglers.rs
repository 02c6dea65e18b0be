//! Which rank is slow in which kernel, all the time or in some steps, and why.

use std::collections::BTreeMap;

use propp_columns::{Table, TableError};
use propp_numbers::median::median;

use super::Limits;
use super::steps::{Steps, by_job as steps_by_job};
use super::totals::{FEWEST_RANKS, JobName, Total, by_job, is_collective};
use super::work::{Work, cause};
use crate::Fleet;
use crate::build::Columns;

/// A rank that is slow in the kernels of a name.
struct Straggler<'f> {
    of: JobName<'f>,
    run: usize,
    cause: &'static str,
    span: &'static str,
    total_ns: f64,
    median_ns: f64,
    /// Work over the median of the ranks, the greater of instructions, blocks and launches.
    work: Option<f64>,
    /// The steps in which it is slow: how many, the first and the last.
    steps: Option<[u64; 3]>,
}

impl Straggler<'_> {
    fn excess_ns(&self) -> f64 {
        (self.total_ns - self.median_ns).abs()
    }
}

pub(super) fn answer(fleet: &Fleet, limits: Limits) -> Result<Table, TableError> {
    let mut slow_steps = steps_by_job(fleet, limits);
    let mut rows = whole(fleet, limits);
    for row in &mut rows {
        row.steps = slow_steps.remove(&(row.of, row.run)).map(|steps| steps.places());
    }
    rows.extend(slow_steps.into_iter().map(|((of, run), steps)| in_steps(of, run, &steps, limits)));
    rows.sort_by(|a, b| {
        b.excess_ns().total_cmp(&a.excess_ns()).then((a.of, a.run).cmp(&(b.of, b.run)))
    });
    let place = |row: &Straggler<'_>, place: usize| row.steps.map(|steps| steps[place]);
    let columns = Columns::of(&rows)
        .text("job", "The job", |r| Some(r.of.0.to_owned()))
        .whole("rank", "The rank", |r| fleet.runs[r.run].rank.and_then(|n| n.try_into().ok()))
        .text("host", "Its machine", |r| Some(fleet.runs[r.run].host.clone()))
        .text("cause", CAUSES, |r| Some(r.cause.to_owned()))
        .text("function", "The kernel", |r| Some(r.of.1.0.to_owned()))
        .text("range", "NVTX range around its launches", |r| Some(r.of.1.1.to_owned()))
        .text("span", "all: the times are of the recording; steps: of its slow steps", |r| {
            Some(r.span.to_owned())
        })
        .real("total_ns", "Time of its launches on the rank", |r| Some(r.total_ns))
        .real("median_ns", "Median of the ranks", |r| Some(r.median_ns))
        .real("work_ratio", "Its work over the median of the ranks", |r| r.work)
        .whole("steps", "Steps in which it is slow", |r| place(r, 0))
        .whole("first_step", "The first of them", |r| place(r, 1))
        .whole("last_step", "The last of them", |r| place(r, 2))
        .text("recording", "The recording", |r| Some(fleet.runs[r.run].recording.clone()));
    Table::new(columns.done())
}

const CAUSES: &str = "more work: its counts are higher; slower hardware: the same counts took \
                      longer; unknown: its counters were not read; late: it waits least in a \
                      collective, so the others wait for it";

/// Ranks that are slow in all of the recording.
fn whole(fleet: &Fleet, limits: Limits) -> Vec<Straggler<'_>> {
    let mut names = by_job(fleet);
    names.retain(|_, ranks| ranks.len() >= FEWEST_RANKS);
    let mut compared: BTreeMap<&str, usize> = BTreeMap::new();
    for ((job, _), ranks) in &names {
        *compared.entry(job).or_default() += ranks.len();
    }
    let mut found = Vec::new();
    for (of, ranks) in &names {
        found.extend(of_kernel(*of, ranks, limits.deviations(compared[of.0]), limits));
    }
    found
}

fn of_kernel<'f>(
    of: JobName<'f>,
    ranks: &[Total],
    deviations: f64,
    limits: Limits,
) -> Vec<Straggler<'f>> {
    let times: Vec<f64> = ranks.iter().map(|rank| rank.total_ns).collect();
    let Some(median_ns) = median(&times) else { return Vec::new() };
    let distances: Vec<f64> = times.iter().map(|ns| (ns - median_ns).abs()).collect();
    let deviation_ns = median(&distances).unwrap_or_default();
    let far_ns = (limits.time * median_ns).max(deviations * deviation_ns);
    let usual = Work::median(&ranks.iter().map(|rank| rank.work).collect::<Vec<_>>());
    let is_collective = is_collective(of.1);
    let one = |rank: &Total| {
        let excess_ns = rank.total_ns - median_ns;
        let is_out = if is_collective { -excess_ns > far_ns } else { excess_ns > far_ns };
        is_out.then(|| Straggler {
            of,
            run: rank.run,
            cause: cause(is_collective, rank.work, usual, excess_ns / median_ns, limits),
            span: "all",
            total_ns: rank.total_ns,
            median_ns,
            work: rank.work.ratio(usual),
            steps: None,
        })
    };
    ranks.iter().filter_map(one).collect()
}

fn in_steps<'f>(of: JobName<'f>, run: usize, slow: &Steps, limits: Limits) -> Straggler<'f> {
    let excess = (slow.total_ns - slow.median_ns) / slow.median_ns;
    Straggler {
        of,
        run,
        cause: cause(is_collective(of.1), slow.work, slow.usual, excess, limits),
        span: "steps",
        total_ns: slow.total_ns,
        median_ns: slow.median_ns,
        work: slow.work.ratio(slow.usual),
        steps: Some(slow.places()),
    }
}
