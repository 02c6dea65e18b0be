//! The first job at which a count or the quality of a kernel changed.

use std::collections::BTreeMap;

use propp_base_columns::{Table, TableError};
use propp_base_statistics::median::median;

use super::COUNT;
use super::totals::Name;
use crate::build::Columns;
use crate::{Fleet, Kernel};

struct Change<'f> {
    program: &'f str,
    name: Name<'f>,
    what: &'static str,
    job: &'f str,
    created_utc: &'f str,
    before: f64,
    after: f64,
}

/// A quantity of a kernel: its name and its value.
type Quantity = (&'static str, fn(&Kernel) -> Option<f64>);

const QUANTITIES: [Quantity; 2] =
    [("instructions", |kernel| kernel.instructions), ("qm", |kernel| kernel.qm)];

/// The values of a quantity by the beginnings and names of jobs.
type Series<'f> = BTreeMap<(&'f str, &'f str), Vec<f64>>;

/// The first change by more than the limit.
fn changed<'f>(
    (program, name, what): (&'f str, Name<'f>, &'static str),
    series: &Series<'f>,
) -> Option<Change<'f>> {
    let values = series.iter().filter_map(|(at, values)| Some((*at, median(values)?)));
    let values: Vec<_> = values.collect();
    let mut pairs = values.windows(2);
    let pair = pairs.find(|pair| (pair[1].1 - pair[0].1).abs() > COUNT * pair[0].1.abs())?;
    let ((created_utc, job), after) = pair[1];
    Some(Change { program, name, what, job, created_utc, before: pair[0].1, after })
}

pub(super) fn answer(fleet: &Fleet) -> Result<Table, TableError> {
    // A job begins with the first of its recordings.
    let mut begins: BTreeMap<&str, &str> = BTreeMap::new();
    for run in &fleet.runs {
        let begin = begins.entry(&run.job).or_insert(&run.created_utc);
        *begin = (*begin).min(&run.created_utc);
    }
    let mut all: BTreeMap<(&str, Name<'_>, &'static str), Series<'_>> = BTreeMap::new();
    for kernel in &fleet.kernels {
        let run = &fleet.runs[kernel.run];
        let name = (kernel.function.as_str(), kernel.range.as_str());
        for (what, of) in QUANTITIES {
            let Some(value) = of(kernel) else { continue };
            let series = all.entry((run.program.as_str(), name, what)).or_default();
            let begin = begins.get(run.job.as_str()).copied().unwrap_or_default();
            series.entry((begin, run.job.as_str())).or_default().push(value);
        }
    }
    let mut rows: Vec<Change<'_>> =
        all.into_iter().filter_map(|(key, series)| changed(key, &series)).collect();
    rows.sort_by_key(|r| (r.created_utc, r.job, r.program, r.name, r.what));
    let columns = Columns::of(&rows)
        .text("job", "The first job with the new value", |r| Some(r.job.to_owned()))
        .text("created_utc", "When it was begun", |r| Some(r.created_utc.to_owned()))
        .text("program", "The command", |r| Some(r.program.to_owned()))
        .text("function", "The kernel", |r| Some(r.name.0.to_owned()))
        .text("range", "NVTX range around its launches", |r| Some(r.name.1.to_owned()))
        .text("what", "instructions of a launch, or qm", |r| Some(r.what.to_owned()))
        .real("before", "Median of the job before", |r| Some(r.before))
        .real("after", "Median of this job", |r| Some(r.after));
    Table::new(columns.done())
}
