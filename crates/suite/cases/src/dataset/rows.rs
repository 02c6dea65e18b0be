//! Turns recordings into rows.

use std::collections::{BTreeMap, BTreeSet};

use propp_base_model::{GpuRates, Value};
use propp_base_statistics::median::median;
use propp_judge_cost::quality::Weights;
use propp_judge_cost::{HostWork, TERMS, Unknown, Work, demands_of_copies};
use propp_judge_criteria::Criterion;
use propp_recording::{KernelRow, Recording, SuiteCase, SuiteState};
use propp_suite_problems::MARKER;

use crate::rank::Median;
use crate::rank::split::Cases;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The primitive, such as `scan.inclusive`.
    pub primitive: String,
    pub element: String,
    pub n: u64,
    /// The second size of the primitive, such as of a second input.
    pub m: u64,
    /// The distribution of the input.
    pub distribution: String,
}

/// An implementation on a problem.
#[derive(Clone, Debug)]
pub struct MeasuredCase {
    pub problem: Problem,
    pub library: String,
    pub variant: String,
    /// Of a run.
    pub time: Median,
    /// Of the sequential reference on the CPU.
    pub cpu_ns: u64,
    /// Compulsory traffic: the bytes that any implementation has to read, and to write.
    pub compulsory: [u64; 2],
    /// Over the case's kernels.
    pub criteria: BTreeMap<Criterion, Value>,
    /// One entry per kernel and configuration.
    pub kernels: Vec<Work>,
    /// The kernel behind each of these.
    pub timed: Vec<TimedKernel>,
    /// The time of the kernels in the trace run, which runs the case once.
    pub kernel_ns: u64,
    pub host: HostWork,
}

/// A kernel of a case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimedKernel {
    /// Its name in the source, which is the same in every build.
    pub name: String,
    /// Blocks and threads of a block.
    pub shape: [[u32; 3]; 2],
    /// The median of the launches whose counters were read, in the trace run.
    pub ns: Option<u64>,
}

/// The rows of one or several recordings of a GPU.
#[derive(Clone, Debug)]
pub struct Dataset {
    pub gpu: String,
    /// Whether the work is that of an emulation.
    pub is_emulated: bool,
    /// What prices of the GPU follow; `None` if the recordings lack its attributes.
    pub rates: Option<GpuRates>,
    /// How long an empty kernel takes: the median of those between the cases; `None` if the recordings
    /// have none.
    pub empty_ns: Option<f64>,
    /// The versions of the libraries.
    pub suite: String,
    /// CUDA version of the driver.
    pub driver: Option<i32>,
    /// The time of the latest recording.
    pub recorded: String,
    pub rows: Vec<MeasuredCase>,
    /// The number of cases that were left out, by reason.
    pub left_out: BTreeMap<String, u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    #[error("{0} holds no cases of a suite; `propp suite run` makes a recording that does")]
    NoSuite(String),
    #[error("no case has both a time and a profile: {0}")]
    NoRows(String),
    #[error("{0} is in {1} and again in {2}; each case counts once")]
    Twice(String, String, String),
    #[error("the recordings are of different GPUs ({0}); a fit is for one")]
    SeveralGpus(String),
}

impl MeasuredCase {
    /// What is the same case in another recording.
    pub fn key(&self) -> (&Problem, &str, &str) {
        (&self.problem, &self.library, &self.variant)
    }

    /// For each kernel the number of launches and a launch's demand of each term of the cost
    /// model; then once the demand of all copies.
    /// Fails if a kernel's work is unknown; the terms in `without` do not count.
    pub fn demands(&self, without: &[&str]) -> Result<Vec<(f64, Vec<f64>)>, Unknown> {
        let kernel_demands = |work: &Work| Ok((work.launches as f64, work.demands(without)?));
        let kernels = self.kernels.iter().map(kernel_demands);
        let copies = demands_of_copies(&self.host).map(|demands| Ok((1.0, demands)));
        kernels.chain(copies).collect()
    }
}

impl Dataset {
    /// Makes a dataset of recordings with their file names. The weights do not affect the
    /// criteria.
    /// Fails if there are no rows, or the GPUs differ.
    pub fn from_recordings(
        recordings: &[(String, Recording)],
        weights: &Weights,
    ) -> Result<Self, Unusable> {
        let mut gpus = BTreeSet::new();
        let (mut rows, mut left_out) = (Vec::new(), BTreeMap::new());
        let mut suites = BTreeSet::new();
        let mut from: BTreeMap<(Problem, String, String), &String> = BTreeMap::new();
        for (file, recording) in recordings {
            if recording.suite.is_empty() {
                return Err(Unusable::NoSuite(file.clone()));
            }
            gpus.extend(recording.gpu().map(str::to_owned));
            if gpus.len() > 1 {
                return Err(Unusable::SeveralGpus(Vec::from_iter(gpus).join(", ")));
            }
            suites.extend(
                recording.suite.iter().map(|c| format!("{} {}", c.library, c.library_version)),
            );
            let known = rows.len();
            add_rows(recording, weights, &mut rows, &mut left_out);
            for row in &rows[known..] {
                let key = (row.problem.clone(), row.library.clone(), row.variant.clone());
                if let Some(other) = from.insert(key, file) {
                    let case = format!("{} {} {}", row.library, row.variant, row.problem.primitive);
                    return Err(Unusable::Twice(case, other.clone(), file.clone()));
                }
            }
        }
        if rows.is_empty() {
            let reasons = left_out.iter().map(|(reason, count)| format!("{count} {reason}"));
            return Err(Unusable::NoRows(Vec::from_iter(reasons).join("; ")));
        }
        let driver = recordings.iter().flat_map(|(_, recording)| &recording.processes);
        let recorded = recordings.iter().filter_map(|(_, r)| r.meta.get("created_utc")).max();
        Ok(Self {
            gpu: gpus.pop_first().unwrap_or_else(|| "an unknown GPU".to_owned()),
            is_emulated: recordings.iter().any(|(_, one)| one.emulated_gpu().is_some()),
            rates: recordings
                .iter()
                .find_map(|(_, recording)| propp_judge_analysis::gpu(recording).rates),
            empty_ns: median(&recordings.iter().flat_map(|(_, r)| empty(r)).collect::<Vec<_>>()),
            suite: Vec::from_iter(suites).join(", "),
            driver: driver.filter_map(|p| Some(p.hello.as_ref()?.driver_cuda_version)).max(),
            recorded: recorded.cloned().unwrap_or_default(),
            rows,
            left_out,
        })
    }

    /// Keeps the cases that another dataset has, too.
    pub fn keep_cases_of(&mut self, other: &Self) {
        let known: BTreeSet<_> = other.rows.iter().map(MeasuredCase::key).collect();
        self.rows.retain(|row| known.contains(&row.key()));
    }

    /// Removes a counter from all kernels; returns whether any had it.
    pub fn forget(&mut self, counter: &str) -> bool {
        let all = self.rows.iter_mut().flat_map(|row| &mut row.kernels);
        all.filter_map(|work| work.counts.remove(counter)).count() > 0
    }

    /// Terms of the cost model with a counter that no kernel has.
    pub fn without(&self) -> Vec<&'static str> {
        let all = || self.rows.iter().flat_map(|row| &row.kernels);
        let is_read = |name: &str| all().any(|work| work.counts.contains_key(name));
        let unread = TERMS
            .iter()
            .filter(|term| !term.counters.iter().all(|name| !term.needs(name) || is_read(name)));
        unread.map(|term| term.name).collect()
    }

    /// The index of each row's problem.
    pub fn cases(&self) -> Vec<usize> {
        let all: BTreeSet<&Problem> = self.rows.iter().map(|row| &row.problem).collect();
        let places: BTreeMap<&Problem, usize> = all.into_iter().zip(0..).collect();
        self.rows.iter().map(|row| places[&row.problem]).collect()
    }
}

/// The durations of empty kernels, in ns: the markers between the cases that have few blocks.
fn empty(recording: &Recording) -> Vec<f64> {
    const BLOCKS: u32 = 132;
    let is_empty = |kernel: &&KernelRow| {
        let key = recording.launch_key(kernel.signature, None);
        key.function.is_some_and(|name| name.contains(MARKER)) && key.grid[0] <= BLOCKS
    };
    recording
        .kernels
        .iter()
        .filter(is_empty)
        .map(|kernel| (kernel.end_ns - kernel.start_ns) as f64)
        .collect()
}

fn add_rows(
    recording: &Recording,
    weights: &Weights,
    rows: &mut Vec<MeasuredCase>,
    left_out: &mut BTreeMap<String, u64>,
) {
    let cases = Cases::new(recording, weights).with_code();
    for case in &recording.suite {
        match row(&cases, case) {
            Ok(row) => rows.push(row),
            Err(reason) => *left_out.entry(reason).or_default() += 1,
        }
    }
}

fn row(cases: &Cases<'_>, case: &SuiteCase) -> Result<MeasuredCase, String> {
    let measured = match (case.state, &case.measured) {
        (SuiteState::Ok, Some(measured)) => measured,
        (state, _) => return Err(state.name().to_owned()),
    };
    let time = Median::from_samples(&measured.samples_ns).ok_or("without a time")?;
    let marker = case.marker.ok_or("not in the profile")?;
    let judged = cases.judge(marker).ok_or("without kernels")?;
    let criteria =
        judged.run.criteria.into_iter().map(|(c, report)| (c, report.aggregate.value)).collect();
    let timed = judged.kernels.iter().flat_map(|kernel| {
        let ns = kernel.measured_ns.or_else(|| Some(kernel.durations?.median_ns));
        kernel.configurations.iter().map(move |one| TimedKernel {
            name: kernel.name.full.clone(),
            shape: [one.grid, one.block],
            ns,
        })
    });
    Ok(MeasuredCase {
        timed: timed.collect(),
        problem: Problem {
            primitive: case.primitive.clone(),
            element: case.element.clone(),
            n: case.n,
            m: measured.m,
            distribution: case.distribution.clone(),
        },
        library: case.library.clone(),
        variant: case.variant.clone(),
        time,
        cpu_ns: measured.cpu_ns,
        compulsory: [measured.bytes_read, measured.bytes_written],
        criteria,
        kernel_ns: judged.run.kernel_time_ns,
        kernels: judged.kernels.into_iter().flat_map(|kernel| kernel.work).collect(),
        host: cases.host_work(marker),
    })
}
