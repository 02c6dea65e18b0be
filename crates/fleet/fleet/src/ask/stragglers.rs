//! Which rank is slow in which kernel, all the time or in some steps, and why.

use std::collections::BTreeMap;

use propp_base_columns::{Table, TableError};
use propp_base_statistics::median::median;

use super::steps::{Compared, Steps, compared, slow};
use super::totals::{JobName, Total, Usual, by_job, is_collective, usual};
use super::work::{Work, cause};
use super::{LATE, LONGER, OUTLIER, SIGMA, sigmas};
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

pub(super) fn answer(fleet: &Fleet) -> Result<Table, TableError> {
    let usual = usual(fleet);
    let by_step = compared(fleet, &usual);
    let mut rows = whole(fleet, &usual, &by_step);
    let of_rows = rows.iter().map(|row| (row.of, row.run)).collect();
    let slow_steps = slow(&by_step, &of_rows, &usual);
    rows.extend(slow_steps.into_iter().map(|((of, run), steps)| in_steps(of, run, &steps)));
    rows.sort_by(|a, b| {
        b.excess_ns().total_cmp(&a.excess_ns()).then((a.of, a.run).cmp(&(b.of, b.run)))
    });
    let place = |row: &Straggler<'_>, place: usize| row.steps.map(|steps| steps[place]);
    let columns = Columns::of(&rows)
        .text("job", "The job", |r| Some(r.of.0.to_owned()))
        .whole("rank", "The rank", |r| fleet.runs[r.run].rank.and_then(|n| n.try_into().ok()))
        .text("host", "Its machine", |r| Some(fleet.runs[r.run].host.clone()))
        .text("gpu", "Its GPU", |r| fleet.runs[r.run].gpu.clone())
        .text("gpu_uuid", "The driver's identifier of the GPU", |r| {
            fleet.runs[r.run].gpu_uuid.clone()
        })
        .text("cause", CAUSES, |r| Some(r.cause.to_owned()))
        .text("function", "The kernel", |r| Some(r.of.1.0.to_owned()))
        .text("range", "NVTX range around its launches", |r| Some(r.of.1.1.to_owned()))
        .text("span", "all: the times are of the recording; steps: of its slow steps", |r| {
            Some(r.span.to_owned())
        })
        .real("total_ns", "Time of its launches on the rank", |r| Some(r.total_ns))
        .real("median_ns", "Median of the ranks", |r| Some(r.median_ns))
        .real("work_ratio", "Its work over the median of the ranks", |r| r.work)
        .whole("steps", "Steps in which it is slow, where these are not all", |r| place(r, 0))
        .whole("first_step", "The first of them", |r| place(r, 1))
        .whole("last_step", "The last of them", |r| place(r, 2))
        .text("file", "Its file when it was added", |r| Some(fleet.runs[r.run].file.clone()))
        .text("recording", "The recording", |r| Some(fleet.runs[r.run].recording.clone()));
    Table::new(columns.done())
}

const CAUSES: &str = "more work: its counts are higher; slower hardware: the same counts took \
                      longer; unknown: its counters were not read; late: it waits least in a \
                      collective, so the others wait for it";

/// Ranks that are slow in all of the recording.
fn whole<'f>(
    fleet: &'f Fleet,
    usual: &BTreeMap<&str, Usual>,
    by_step: &[Compared<'f>],
) -> Vec<Straggler<'f>> {
    let noise_ns: BTreeMap<JobName<'_>, f64> =
        by_step.iter().filter_map(|one| Some((one.of, one.noise_ns()?))).collect();
    let mut names = by_job(fleet);
    names.retain(|(job, _), ranks| ranks.len() >= usual[job].fewest());
    let mut compared: BTreeMap<&str, usize> = BTreeMap::new();
    for ((job, _), ranks) in &names {
        *compared.entry(job).or_default() += ranks.len();
    }
    let mut found = Vec::new();
    for (of, ranks) in &names {
        let distance = Distance {
            noise_ns: noise_ns.get(of).copied(),
            sigmas: sigmas(compared[of.0]),
            usual: usual[of.0],
        };
        found.extend(of_kernel(*of, ranks, distance));
    }
    found
}

/// What the distance of a rank is held against.
struct Distance {
    /// Standard deviation by chance; not known of programs without steps.
    noise_ns: Option<f64>,
    /// From how many of them on it is not by chance.
    sigmas: f64,
    usual: Usual,
}

impl Distance {
    /// From where on a rank is told, by the spread of the ranks. A few ranks tell poorly what is
    /// by chance; their many steps tell it well.
    fn far_ns(&self, spread_ns: f64) -> f64 {
        match (self.noise_ns, self.usual.is_pair()) {
            (Some(noise_ns), true) => self.sigmas * noise_ns,
            (None, true) => f64::INFINITY,
            (Some(noise_ns), false) => (self.sigmas * noise_ns).max(OUTLIER * spread_ns),
            (None, false) => self.sigmas * spread_ns,
        }
    }
}

fn of_kernel<'f>(of: JobName<'f>, ranks: &[Total], distance: Distance) -> Vec<Straggler<'f>> {
    let times: Vec<f64> = ranks.iter().map(|rank| rank.total_ns).collect();
    let Some(median_ns) = median(&times) else { return Vec::new() };
    let distances: Vec<f64> = times.iter().map(|ns| (ns - median_ns).abs()).collect();
    let deviation_ns = median(&distances).unwrap_or_default();
    let is_collective = is_collective(of.1);
    let late_ns = if is_collective { LATE * distance.usual.total_ns } else { 0.0 };
    let least_ns = distance.usual.share() * late_ns.max(LONGER * median_ns);
    let far_ns = distance.far_ns(SIGMA * deviation_ns).max(least_ns);
    let usual = Work::median(&ranks.iter().map(|rank| rank.work).collect::<Vec<_>>());
    let one = |rank: &Total| {
        let excess_ns = rank.total_ns - median_ns;
        let is_out = if is_collective { -excess_ns > far_ns } else { excess_ns > far_ns };
        is_out.then(|| Straggler {
            of,
            run: rank.run,
            cause: cause(is_collective, rank.work, usual, excess_ns / median_ns),
            span: "all",
            total_ns: rank.total_ns,
            median_ns,
            work: rank.work.ratio(usual),
            steps: None,
        })
    };
    ranks.iter().filter_map(one).collect()
}

fn in_steps<'f>(of: JobName<'f>, run: usize, slow: &Steps) -> Straggler<'f> {
    Straggler {
        of,
        run,
        cause: cause(is_collective(of.1), slow.work, slow.usual, slow.excess()),
        span: "steps",
        total_ns: slow.total_ns,
        median_ns: slow.median_ns,
        work: slow.work.ratio(slow.usual),
        steps: Some(slow.places()),
    }
}

#[cfg(test)]
mod tests {
    use propp_base_columns::Values;
    use propp_base_statistics::Random;

    use super::*;
    use crate::{Cell, Kernel, Run};

    const STEPS: u32 = 100;

    /// Five kernels whose launches take either of two times, as some do on a GPU; all those of the
    /// last rank take `slower` times as long.
    fn job(ranks: u32, seed: u64, slower: f64) -> Fleet {
        let mut fleet = Fleet::default();
        for run in 0..ranks {
            let mut random = Random::new(seed, run.into());
            let recording = run.to_string();
            fleet.runs.push(Run { recording, steps: STEPS.into(), ..Run::default() });
            for name in ["a", "b", "c", "d", "e"] {
                let cells = fleet.cells.entry(name.to_owned()).or_default();
                let mut total_ns = 0.0;
                for step in 0..STEPS {
                    let ns = if random.unit() < 0.5 { 8_400.0 } else { 12_400.0 };
                    let slower = if run + 1 == ranks { slower } else { 1.0 };
                    let ns = (slower * (ns + 200.0 * random.unit())).round();
                    total_ns += ns;
                    let (launches, blocks, instructions) = (1, 100.0, 1e6);
                    cells.push(Cell { run, step, launches, total_ns: ns, blocks, instructions });
                }
                fleet.kernels.push(Kernel {
                    run: run as usize,
                    name: name.to_owned(),
                    function: name.to_owned(),
                    blocks: 100,
                    launches: STEPS.into(),
                    total_ns: total_ns as i64,
                    instructions: Some(1e6),
                    ..Kernel::default()
                });
            }
        }
        fleet
    }

    /// In how many of 100 jobs the last rank is named alone, and in how many nobody is.
    fn named(ranks: u32, slower: f64) -> [usize; 2] {
        let found = |seed| {
            let fleet = job(ranks, seed, slower);
            let answer = answer(&fleet).unwrap();
            let column = answer.columns().iter().find(|column| column.name == "recording").unwrap();
            let Values::Text(recordings) = &column.values else { panic!("names") };
            let last = Some((ranks - 1).to_string());
            [!recordings.is_empty() && recordings.iter().all(|r| *r == last), recordings.is_empty()]
        };
        let all: Vec<[bool; 2]> = (0..100).map(found).collect();
        [0, 1].map(|place| all.iter().filter(|found| found[place]).count())
    }

    /// By the spread of the ranks alone, 7 of the 100 jobs had a slow rank.
    #[test]
    fn a_rank_is_not_slow_by_the_chance_of_its_launches() {
        assert_eq!(named(16, 1.0), [0, 100]);
        assert_eq!(named(16, 1.2), [100, 0]);
    }

    /// Of 2,000 jobs like the first 7 had a slow rank, two of them among these 100.
    #[test]
    fn of_two_ranks_the_slower_one_is_named() {
        assert_eq!(named(2, 1.0)[1], 98);
        assert_eq!(named(2, 1.3), [100, 0]);
    }
}
