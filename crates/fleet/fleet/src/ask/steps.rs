//! The times of each step beside the median of the ranks: ranks that are slow in some steps, and
//! how far totals differ by chance.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use propp_base_statistics::median::median;

use super::totals::{JobName, Name, Usual, is_collective};
use super::work::Work;
use super::{LATE, LONGER, NEAR, SIGMA, STEPS, nats, sigmas};
use crate::{Cell, Fleet};

/// The steps in which a rank is slow in the kernels of a name, added up.
pub(super) struct Steps {
    count: u64,
    first: u32,
    last: u32,
    pub total_ns: f64,
    /// The medians of the ranks in the same steps.
    pub median_ns: f64,
    on_the_whole: f64,
    pub work: Work,
    pub usual: Work,
}

impl Steps {
    /// The share by which the rank is slower. Its slow steps are its longest, so what it has more
    /// work for is told by all steps, where that is less.
    pub(super) fn excess(&self) -> f64 {
        (self.total_ns / self.median_ns - 1.0).min(self.on_the_whole)
    }

    /// How many, the first, the last.
    pub(super) fn places(&self) -> [u64; 3] {
        [self.count, self.first.into(), self.last.into()]
    }
}

/// The cells of a name in a job: the ranks of a step stand together.
pub(super) struct Compared<'f> {
    pub of: JobName<'f>,
    cells: Vec<Cell>,
    /// For each cell the median of its step.
    median_ns: Vec<f64>,
    ranks: BTreeMap<u32, Rank>,
}

/// The cells of a run, added up.
#[derive(Clone, Copy, Debug, Default)]
struct Rank {
    steps: usize,
    total_ns: f64,
    median_ns: f64,
    squares: f64,
}

impl Rank {
    fn add(&mut self, total_ns: f64, median_ns: f64) {
        self.steps += 1;
        self.total_ns += total_ns;
        self.median_ns += median_ns;
        self.squares += (total_ns - median_ns).powi(2);
    }

    /// The share by which it is slower than the medians, on the whole.
    fn excess(&self) -> f64 {
        self.total_ns / self.median_ns - 1.0
    }

    /// Variance of the time of all its steps, if they are independent of each other.
    fn variance(&self) -> Option<f64> {
        let steps = self.steps as f64;
        let excess = self.total_ns - self.median_ns;
        let squares = (self.squares - excess * excess / steps).max(0.0);
        (self.steps > 1).then(|| squares * steps / (steps - 1.0))
    }
}

impl Compared<'_> {
    /// Standard deviation of the total of a rank, by how its steps vary: the median of the ranks.
    pub(super) fn noise_ns(&self) -> Option<f64> {
        let variances: Vec<f64> = self.ranks.values().filter_map(Rank::variance).collect();
        median(&variances).map(f64::sqrt)
    }
}

/// A rank by its job, the kernel's name, and its run.
pub(super) type RankOf<'f> = (JobName<'f>, usize);

/// The slow steps of all ranks that have enough of them and are not slow in the whole recording.
pub(super) fn slow<'f>(
    all: &[Compared<'f>],
    whole: &BTreeSet<RankOf<'f>>,
    usual: &BTreeMap<&str, Usual>,
) -> BTreeMap<RankOf<'f>, Steps> {
    // Cells of a job, and ranks of all names.
    let mut sizes: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for one in all {
        let size = sizes.entry(one.of.0).or_default();
        size[0] += one.cells.len();
        size[1] += one.ranks.len();
    }
    let mut slow = BTreeMap::new();
    // Of a pair neither rank shows how often steps are slow by chance.
    for one in all.iter().filter(|one| !usual[one.of.0].is_pair()) {
        let Usual { steps, total_ns, .. } = usual[one.of.0];
        let is_whole = |run: u32| whole.contains(&(one.of, run as usize));
        let found = slow_steps(one, is_whole, sizes[one.of.0], total_ns / steps);
        slow.extend(found.into_iter().map(|(run, steps)| ((one.of, run as usize), steps)));
    }
    slow
}

/// Cells of runs whose programs have about as many steps as the others of the job, in steps of
/// enough ranks.
pub(super) fn compared<'f>(fleet: &'f Fleet, usual: &BTreeMap<&str, Usual>) -> Vec<Compared<'f>> {
    let names: HashMap<&str, Name<'_>> = (fleet.kernels.iter())
        .map(|kernel| (kernel.name.as_str(), (kernel.function.as_str(), kernel.range.as_str())))
        .collect();
    let is_like: Vec<bool> = (fleet.runs.iter())
        .map(|run| (run.steps as f64, usual[run.job.as_str()].steps))
        .map(|(steps, usual)| (steps - usual).abs() <= 0.1 * usual)
        .collect();
    let mut all: BTreeMap<JobName<'_>, Vec<Cell>> = BTreeMap::new();
    for (name, cells) in &fleet.cells {
        let Some(&name) = names.get(name.as_str()) else { continue };
        for cell in cells.iter().filter(|cell| is_like[cell.run as usize]) {
            let job = fleet.runs[cell.run as usize].job.as_str();
            all.entry((job, name)).or_default().push(*cell);
        }
    }
    let beside = |(of, cells): (JobName<'f>, _)| beside_median(of, cells, usual[of.0].fewest());
    all.into_iter().map(beside).collect()
}

fn beside_median(of: JobName<'_>, mut cells: Vec<Cell>, fewest: usize) -> Compared<'_> {
    cells.sort_unstable_by_key(|cell| (cell.step, cell.run));
    let mut kept =
        Compared { of, cells: Vec::new(), median_ns: Vec::new(), ranks: BTreeMap::new() };
    for step in cells.chunk_by(|a, b| a.step == b.step) {
        let times: Vec<f64> = step.iter().map(|cell| cell.total_ns).collect();
        let Some(median_ns) = median(&times).filter(|_| step.len() >= fewest) else {
            continue;
        };
        kept.cells.extend(step);
        kept.median_ns.resize(kept.cells.len(), median_ns);
        for cell in step {
            kept.ranks.entry(cell.run).or_default().add(cell.total_ns, median_ns);
        }
    }
    kept
}

fn slow_steps(
    compared: &Compared<'_>,
    is_whole: impl Fn(u32) -> bool,
    [cells_of_job, ranks_of_job]: [usize; 2],
    step_ns: f64,
) -> BTreeMap<u32, Steps> {
    let Compared { of, cells, median_ns, ranks } = compared;
    let beside = || cells.iter().map(|cell| cell.total_ns).zip(median_ns);
    let distances: Vec<f64> = beside().map(|(ns, median_ns)| (ns - median_ns).abs()).collect();
    let spread_ns = SIGMA * median(&distances).unwrap_or_default();
    let (sign, least_ns) = match is_collective(of.1) {
        true => (-1.0, LATE * step_ns),
        false => (1.0, 0.0),
    };
    let far_ns = least_ns.max(sigmas(cells_of_job) * spread_ns);
    // A rank that is a little slower than the others may be the only one beyond the limit. It is
    // held against the others as if they were slower by that.
    let slower = 1.0 + sign * NEAR;
    let (mut out, mut near) = (BTreeMap::<u32, Vec<usize>>::new(), BTreeMap::new());
    let others: BTreeMap<u32, usize> = (ranks.iter())
        .filter(|(run, _)| !is_whole(**run))
        .map(|(&run, rank)| (run, rank.steps))
        .collect();
    let steps_of_all: usize = others.values().sum();
    for (place, (ns, median_ns)) in beside().enumerate() {
        let far_ns = far_ns.max(LONGER * median_ns);
        let run = cells[place].run;
        if !others.contains_key(&run) {
            continue;
        }
        if sign * (ns - median_ns) > far_ns {
            out.entry(run).or_default().push(place);
        }
        if sign * (ns * slower - median_ns) > far_ns {
            *near.entry(run).or_default() += 1;
        }
    }
    let all_near: usize = near.values().sum();
    out.retain(|run, places| {
        let steps = others[run];
        let of_others = [all_near - near.get(run).unwrap_or(&0), steps_of_all - steps];
        places.len() >= STEPS && surprise([places.len(), steps], of_others) > nats(ranks_of_job)
    });
    let added = |(run, places): (u32, Vec<usize>)| (run, added_up(compared, run, &places));
    out.into_iter().map(added).collect()
}

/// How unlikely it is that a rank is slow in so many of its steps, if it is so as often as the
/// others: less the logarithm of Chernoff's bound for the binomial distribution.
fn surprise(own: [usize; 2], of_others: [usize; 2]) -> f64 {
    let [out, steps] = own.map(|number| number as f64);
    let [others_out, others_steps] = of_others.map(|number| number as f64);
    let usual = (others_out + 1.0) / (others_steps + 1.0);
    let term = |number: f64, usual: f64| match number > 0.0 {
        true => number * (number / steps / usual).ln(),
        false => 0.0,
    };
    match out / steps > usual {
        true => term(out, usual) + term(steps - out, 1.0 - usual),
        false => 0.0,
    }
}

/// At least one cell of a run, in the order of the steps.
fn added_up(compared: &Compared<'_>, run: u32, places: &[usize]) -> Steps {
    let Compared { cells, median_ns, ranks, .. } = compared;
    let step = |place: Option<&usize>| place.map_or(0, |&place| cells[place].step);
    let mut sum = Steps {
        count: places.len() as u64,
        first: step(places.first()),
        last: step(places.last()),
        total_ns: 0.0,
        median_ns: 0.0,
        on_the_whole: ranks[&run].excess(),
        work: Work::NONE,
        usual: Work::NONE,
    };
    for &place in places {
        let cell = &cells[place];
        let begin = cells.partition_point(|other| other.step < cell.step);
        let step: Vec<Work> = (cells[begin..].iter())
            .take_while(|other| other.step == cell.step)
            .map(Cell::work)
            .collect();
        sum.total_ns += cell.total_ns;
        sum.median_ns += median_ns[place];
        sum.work.add(cell.work());
        sum.usual.add(Work::median(&step));
    }
    sum
}

impl Cell {
    fn work(&self) -> Work {
        let Self { launches, blocks, instructions, .. } = *self;
        Work { launches: launches.into(), blocks, instructions }
    }
}
