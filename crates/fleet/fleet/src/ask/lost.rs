//! Who lost counters, or all of a recording, and why.

use std::collections::{BTreeMap, BTreeSet};

use propp_base_columns::{Table, TableError};

use crate::Fleet;
use crate::build::Columns;

struct Loss<'f> {
    job: &'f str,
    rank: Option<i64>,
    /// The last of several ranks.
    last_rank: Option<i64>,
    host: Option<&'f str>,
    what: &'static str,
    kernels: Option<u64>,
    why: String,
    recording: Option<&'f str>,
}

pub(super) fn answer(fleet: &Fleet) -> Result<Table, TableError> {
    let why = Why::of(fleet);
    let mut rows: Vec<Loss<'_>> = counters(fleet, &why).chain(unfinished(fleet, &why)).collect();
    rows.extend(missing(fleet));
    rows.sort_by_key(|r| (r.job, r.rank, r.what, r.recording));
    let columns = Columns::of(&rows)
        .text("job", "The job", |r| Some(r.job.to_owned()))
        .whole("rank", "The rank", |r| r.rank.and_then(|rank| rank.try_into().ok()))
        .whole("last_rank", "The last rank, where the row is about several", |r| {
            r.last_rank.and_then(|rank| rank.try_into().ok())
        })
        .text("host", "Its machine", |r| r.host.map(str::to_owned))
        .text("what", "counters; end (of the recording); recording (of a rank)", |r| {
            Some(r.what.to_owned())
        })
        .whole("kernels", "Kernels that ran and have no counters", |r| r.kernels)
        .text("why", "Notices of the recording except mere information, by code", |r| {
            Some(r.why.clone())
        })
        .text("recording", "The recording", |r| r.recording.map(str::to_owned));
    Table::new(columns.done())
}

fn counters<'f>(fleet: &'f Fleet, why: &Why<'f>) -> impl Iterator<Item = Loss<'f>> {
    let mut without: BTreeMap<usize, u64> = BTreeMap::new();
    for kernel in fleet.kernels.iter().filter(|kernel| kernel.measured == 0) {
        *without.entry(kernel.run).or_default() += 1;
    }
    without
        .into_iter()
        .map(|(run, kernels)| Loss { kernels: Some(kernels), ..why.of_run(fleet, run, "counters") })
}

fn unfinished<'f>(fleet: &'f Fleet, why: &Why<'f>) -> impl Iterator<Item = Loss<'f>> {
    let cut = (0..fleet.runs.len()).filter(|&run| !fleet.runs[run].finished);
    cut.map(|run| why.of_run(fleet, run, "end"))
}

/// The codes of each run's notices that are no mere information.
struct Why<'f>(BTreeMap<usize, BTreeSet<&'f str>>);

impl<'f> Why<'f> {
    fn of(fleet: &'f Fleet) -> Self {
        let mut codes: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
        for notice in fleet.notices.iter().filter(|notice| notice.severity != "info") {
            codes.entry(notice.run).or_default().insert(&notice.code);
        }
        Self(codes)
    }

    fn of_run(&self, fleet: &'f Fleet, run: usize, what: &'static str) -> Loss<'f> {
        let codes = self.0.get(&run).into_iter().flatten().copied();
        let of = &fleet.runs[run];
        Loss {
            job: &of.job,
            rank: of.rank,
            last_rank: None,
            host: Some(&of.host),
            what,
            kernels: None,
            why: codes.collect::<Vec<_>>().join(", "),
            recording: Some(&of.recording),
        }
    }
}

/// Ranks of which a job that says how many it has brought no recording. The number is from the
/// environment of a program, so ranks that follow one another are one row.
fn missing(fleet: &Fleet) -> Vec<Loss<'_>> {
    let mut jobs: BTreeMap<&str, (i64, BTreeSet<i64>)> = BTreeMap::new();
    for run in &fleet.runs {
        let (world, ranks) = jobs.entry(&run.job).or_default();
        *world = (*world).max(run.world.unwrap_or_default());
        ranks.extend(run.rank);
    }
    let of_job = |(job, (world, ranks)): (_, (i64, BTreeSet<i64>))| {
        gaps(world, &ranks).into_iter().map(move |[first, last]| Loss {
            job,
            rank: Some(first),
            last_rank: Some(last).filter(|last| *last > first),
            host: None,
            what: "recording",
            kernels: None,
            why: match last > first {
                true => "no recording of these ranks is in the tree".to_owned(),
                false => "no recording of the rank is in the tree".to_owned(),
            },
            recording: None,
        })
    };
    jobs.into_iter().flat_map(of_job).collect()
}

/// The first and the last of the numbers below `world` that follow one another and are not there.
fn gaps(world: i64, there: &BTreeSet<i64>) -> Vec<[i64; 2]> {
    let mut next = 0;
    let mut gaps = Vec::new();
    for &rank in there.iter().filter(|rank| (0..world).contains(rank)).chain([&world]) {
        if next < rank {
            gaps.push([next, rank - 1]);
        }
        next = rank.saturating_add(1);
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Run;

    #[test]
    fn ranks_that_follow_one_another_are_one_row_however_many_there_are() {
        let run = |rank| Run {
            job: "train".to_owned(),
            rank: Some(rank),
            world: Some(i64::MAX),
            finished: true,
            ..Run::default()
        };
        let fleet = Fleet { runs: [0, 1, 3, -1, i64::MAX].map(run).into(), ..Fleet::default() };
        let rows = missing(&fleet);
        let ranks: Vec<_> = rows.iter().map(|row| (row.rank, row.last_rank)).collect();
        assert_eq!(ranks, [(Some(2), None), (Some(4), Some(i64::MAX - 1))]);
        assert!(rows[0].why.contains("the rank is") && rows[1].why.contains("these ranks"));
    }

    #[test]
    fn gaps_lie_between_what_is_there() {
        let of = |world, there: &[i64]| gaps(world, &there.iter().copied().collect());
        assert_eq!(of(4, &[0, 1, 2, 3]), [[0; 2]; 0]);
        assert_eq!(of(4, &[]), [[0, 3]]);
        assert_eq!(of(0, &[]), [[0; 2]; 0]);
        assert_eq!(of(-3, &[1]), [[0; 2]; 0]);
        assert_eq!(of(9, &[1, 2, 7, 12]), [[0, 0], [3, 6], [8, 8]]);
    }
}
