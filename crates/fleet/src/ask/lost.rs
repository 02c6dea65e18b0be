//! Who lost counters, or all of a recording, and why.

use std::collections::{BTreeMap, BTreeSet};

use propp_columns::{Table, TableError};

use crate::Fleet;
use crate::build::Columns;

struct Loss<'f> {
    job: &'f str,
    rank: Option<i64>,
    host: Option<&'f str>,
    what: &'static str,
    kernels: Option<u64>,
    why: String,
    recording: Option<&'f str>,
}

pub(super) fn answer(fleet: &Fleet) -> Result<Table, TableError> {
    let mut rows: Vec<Loss<'_>> = counters(fleet).chain(unfinished(fleet)).collect();
    rows.extend(missing(fleet));
    rows.sort_by_key(|r| (r.job, r.rank, r.what, r.recording));
    let columns = Columns::of(&rows)
        .text("job", "The job", |r| Some(r.job.to_owned()))
        .whole("rank", "The rank", |r| r.rank.and_then(|rank| rank.try_into().ok()))
        .text("host", "Its machine", |r| r.host.map(str::to_owned))
        .text("what", "counters; end (of the recording); recording (of a rank)", |r| {
            Some(r.what.to_owned())
        })
        .whole("kernels", "Kernels that ran and have no counters", |r| r.kernels)
        .text("why", "Notices of the recording that are no mere information, by code", |r| {
            Some(r.why.clone())
        })
        .text("recording", "The recording", |r| r.recording.map(str::to_owned));
    Table::new(columns.done())
}

fn counters(fleet: &Fleet) -> impl Iterator<Item = Loss<'_>> {
    let mut without: BTreeMap<usize, u64> = BTreeMap::new();
    for kernel in fleet.kernels.iter().filter(|kernel| kernel.measured == 0) {
        *without.entry(kernel.run).or_default() += 1;
    }
    without
        .into_iter()
        .map(|(run, kernels)| Loss { kernels: Some(kernels), ..of_run(fleet, run, "counters") })
}

fn unfinished(fleet: &Fleet) -> impl Iterator<Item = Loss<'_>> {
    let cut = (0..fleet.runs.len()).filter(|&run| !fleet.runs[run].finished);
    cut.map(|run| of_run(fleet, run, "end"))
}

fn of_run<'f>(fleet: &'f Fleet, run: usize, what: &'static str) -> Loss<'f> {
    let told = fleet.notices.iter().filter(|notice| notice.run == run);
    let codes: BTreeSet<&str> = told
        .filter(|notice| notice.severity != "info")
        .map(|notice| notice.code.as_str())
        .collect();
    let of = &fleet.runs[run];
    Loss {
        job: &of.job,
        rank: of.rank,
        host: Some(&of.host),
        what,
        kernels: None,
        why: codes.into_iter().collect::<Vec<_>>().join(", "),
        recording: Some(&of.recording),
    }
}

/// Ranks of which a job that says how many it has brought no recording.
fn missing(fleet: &Fleet) -> Vec<Loss<'_>> {
    let mut jobs: BTreeMap<&str, (i64, BTreeSet<i64>)> = BTreeMap::new();
    for run in &fleet.runs {
        let (world, ranks) = jobs.entry(&run.job).or_default();
        *world = (*world).max(run.world.unwrap_or_default());
        ranks.extend(run.rank);
    }
    let of_job = |(job, (world, ranks)): (_, (i64, BTreeSet<i64>))| {
        let absent = (0..world).filter(move |rank| !ranks.contains(rank));
        absent.map(move |rank| Loss {
            job,
            rank: Some(rank),
            host: None,
            what: "recording",
            kernels: None,
            why: "no recording of the rank is in the tree".to_owned(),
            recording: None,
        })
    };
    jobs.into_iter().flat_map(of_job).collect()
}
