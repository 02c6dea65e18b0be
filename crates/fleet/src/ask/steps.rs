//! Ranks that are slow in some steps.

use std::collections::{BTreeMap, HashMap};

use propp_numbers::median::median;

use super::Limits;
use super::totals::{FEWEST_RANKS, JobName, Name, is_collective};
use super::work::Work;
use crate::{Cell, Fleet};

/// The steps in which a rank is slow in the kernels of a name, added up.
pub(super) struct Steps {
    count: u64,
    first: u32,
    last: u32,
    pub total_ns: f64,
    /// The medians of the ranks in the same steps.
    pub median_ns: f64,
    pub work: Work,
    pub usual: Work,
}

impl Steps {
    /// How many, the first, the last.
    pub(super) fn places(&self) -> [u64; 3] {
        [self.count, self.first.into(), self.last.into()]
    }
}

/// The cells of a name in a job: the ranks of a step stand together.
struct Compared<'f> {
    of: JobName<'f>,
    cells: Vec<Cell>,
    /// For each cell its time less the median of the step.
    excess_ns: Vec<f64>,
    /// Cells of each run.
    steps: BTreeMap<u32, usize>,
}

/// The slow steps of all ranks, of those who have enough of them.
pub(super) fn by_job(fleet: &Fleet, limits: Limits) -> BTreeMap<(JobName<'_>, usize), Steps> {
    let all = compared(fleet);
    // Cells of a job, and ranks of all names.
    let mut sizes: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for one in &all {
        let size = sizes.entry(one.of.0).or_default();
        size[0] += one.cells.len();
        size[1] += one.steps.len();
    }
    let mut slow = BTreeMap::new();
    for one in &all {
        let found = slow_steps(one, sizes[one.of.0], limits);
        slow.extend(found.into_iter().map(|(run, steps)| ((one.of, run as usize), steps)));
    }
    slow
}

/// Cells of runs whose programs have about as many steps as the others of the job, in steps of
/// enough ranks.
fn compared(fleet: &Fleet) -> Vec<Compared<'_>> {
    let names: HashMap<&str, Name<'_>> = (fleet.kernels.iter())
        .map(|kernel| (kernel.name.as_str(), (kernel.function.as_str(), kernel.range.as_str())))
        .collect();
    let is_like = like_the_others(fleet);
    let mut all: BTreeMap<JobName<'_>, Vec<Cell>> = BTreeMap::new();
    for (name, cells) in &fleet.cells {
        let Some(&name) = names.get(name.as_str()) else { continue };
        for cell in cells.iter().filter(|cell| is_like[cell.run as usize]) {
            let job = fleet.runs[cell.run as usize].job.as_str();
            all.entry((job, name)).or_default().push(*cell);
        }
    }
    all.into_iter().map(|(of, cells)| beside_median(of, cells)).collect()
}

/// Of each run whether its number of steps is within a tenth of the median of its job.
fn like_the_others(fleet: &Fleet) -> Vec<bool> {
    let mut jobs: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for run in &fleet.runs {
        jobs.entry(&run.job).or_default().push(run.steps as f64);
    }
    let usual: BTreeMap<&str, f64> =
        jobs.into_iter().filter_map(|(job, steps)| Some((job, median(&steps)?))).collect();
    let is_like = |steps: f64, usual: f64| (steps - usual).abs() <= 0.1 * usual;
    fleet.runs.iter().map(|run| is_like(run.steps as f64, usual[run.job.as_str()])).collect()
}

fn beside_median(of: JobName<'_>, mut cells: Vec<Cell>) -> Compared<'_> {
    cells.sort_unstable_by_key(|cell| (cell.step, cell.run));
    let (cells_of, excess_ns, steps) = (Vec::new(), Vec::new(), BTreeMap::new());
    let mut kept = Compared { of, cells: cells_of, excess_ns, steps };
    for step in cells.chunk_by(|a, b| a.step == b.step) {
        let times: Vec<f64> = step.iter().map(|cell| cell.total_ns).collect();
        if let Some(median_ns) = median(&times).filter(|_| step.len() >= FEWEST_RANKS) {
            kept.cells.extend(step);
            kept.excess_ns.extend(times.iter().map(|ns| ns - median_ns));
        }
    }
    for cell in &kept.cells {
        *kept.steps.entry(cell.run).or_default() += 1;
    }
    kept
}

fn slow_steps(
    compared: &Compared<'_>,
    [cells_of_job, ranks_of_job]: [usize; 2],
    limits: Limits,
) -> BTreeMap<u32, Steps> {
    let Compared { of, cells, excess_ns, steps } = compared;
    let distances: Vec<f64> = excess_ns.iter().map(|ns| ns.abs()).collect();
    let far_ns = limits.deviations(cells_of_job) * median(&distances).unwrap_or_default();
    let is_out = |cell: &Cell, excess_ns: f64| {
        let far_ns = far_ns.max(limits.time * (cell.total_ns - excess_ns));
        if is_collective(of.1) { -excess_ns > far_ns } else { excess_ns > far_ns }
    };
    let mut out: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (place, (cell, &excess_ns)) in cells.iter().zip(excess_ns).enumerate() {
        if is_out(cell, excess_ns) {
            out.entry(cell.run).or_default().push(place);
        }
    }
    let all: usize = out.values().map(Vec::len).sum();
    out.retain(|run, places| {
        let of_others = [all - places.len(), cells.len() - steps[run]];
        places.len() >= limits.steps
            && surprise([places.len(), steps[run]], of_others) > limits.nats(ranks_of_job)
    });
    let added = |(run, places): (u32, Vec<usize>)| (run, added_up(compared, &places));
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
fn added_up(compared: &Compared<'_>, places: &[usize]) -> Steps {
    let Compared { cells, excess_ns, .. } = compared;
    let step = |place: Option<&usize>| place.map_or(0, |&place| cells[place].step);
    let mut sum = Steps {
        count: places.len() as u64,
        first: step(places.first()),
        last: step(places.last()),
        total_ns: 0.0,
        median_ns: 0.0,
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
        sum.median_ns += cell.total_ns - excess_ns[place];
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
