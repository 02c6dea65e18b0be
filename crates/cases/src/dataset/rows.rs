//! From recordings to rows.

use std::collections::{BTreeMap, BTreeSet};

use propp_criteria::Criterion;
use propp_criteria::cost::{HostWork, TERMS, Unknown, Work, demands_of_copies};
use propp_criteria::quality::Weights;
use propp_model::Value;
use propp_recording::{Recording, SuiteCase, SuiteState};

use crate::rank::Median;
use crate::rank::split::Cases;

/// What implementations are compared on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The primitive, such as `scan.inclusive`.
    pub primitive: String,
    /// Element type.
    pub element: String,
    /// Elements.
    pub n: u64,
    /// Size of the second input, or of whatever the primitive has beside `n`.
    pub m: u64,
    /// Distribution of the input.
    pub distribution: String,
}

/// An implementation on a problem.
#[derive(Clone, Debug)]
pub struct Row {
    /// The problem.
    pub problem: Problem,
    /// The library.
    pub library: String,
    /// The implementation.
    pub variant: String,
    /// Time of a run.
    pub time: Median,
    /// Time of the sequential reference on the CPU.
    pub cpu_ns: u64,
    /// Bytes that any implementation has to read, and to write.
    pub compulsory: [u64; 2],
    /// The criteria over the case's kernels.
    pub criteria: BTreeMap<Criterion, Value>,
    /// What its kernels do, by kind.
    pub kernels: Vec<Work>,
    /// Its kernels' time in the trace run, which is one run.
    pub kernel_ns: u64,
    /// What it does beside.
    pub host: HostWork,
}

/// The rows of one or several recordings of a GPU.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// Name of the GPU.
    pub gpu: String,
    /// Driver, and versions of libraries, as the recordings say.
    pub suite: String,
    /// CUDA version of the driver.
    pub driver: Option<i32>,
    /// When the recordings were made, the latest.
    pub recorded: String,
    /// The rows.
    pub rows: Vec<Row>,
    /// Cases that are no rows, and why, with how many.
    pub left_out: BTreeMap<String, u64>,
}

/// Why recordings make no dataset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// There is nothing of a suite in it.
    #[error("{0} holds no cases of a suite; `propp suite run` makes a recording that does")]
    NoSuite(String),
    /// There are cases, and none with time and counters.
    #[error("no case has both a time and a profile: {0}")]
    NoRows(String),
    /// A case is there twice.
    #[error("{0} is in {1} and again in {2}; each case counts once")]
    Twice(String, String, String),
    /// They are of different GPUs.
    #[error("the recordings are of different GPUs ({0}); a fit is for one")]
    SeveralGpus(String),
}

impl Row {
    /// How much of each term of the cost model each kind of kernel asks for in a
    /// launch, and how often it is launched; and what all copies ask for, once.
    ///
    /// # Errors
    /// When a kernel's work is not known, but for the terms `without` which it is told.
    pub fn demands(&self, without: &[&str]) -> Result<Vec<(f64, Vec<f64>)>, Unknown> {
        let of_kernel = |work: &Work| Ok((work.launches as f64, work.demands(without)?));
        let kernels = self.kernels.iter().map(of_kernel);
        let copies = demands_of_copies(&self.host).map(|demands| Ok((1.0, demands)));
        kernels.chain(copies).collect()
    }
}

impl Dataset {
    /// Of the recordings, each with the name of its file. The weights play no part in
    /// the criteria, only in the metric made of them.
    ///
    /// # Errors
    /// When there are no rows, or GPUs differ.
    pub fn of(recordings: &[(String, Recording)], weights: &Weights) -> Result<Self, Unusable> {
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
            take(recording, weights, &mut rows, &mut left_out);
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
            suite: Vec::from_iter(suites).join(", "),
            driver: driver.filter_map(|p| Some(p.hello.as_ref()?.driver_cuda_version)).max(),
            recorded: recorded.cloned().unwrap_or_default(),
            rows,
            left_out,
        })
    }

    /// Takes a counter out of all kernels' work; whether it was in any.
    pub fn forget(&mut self, counter: &str) -> bool {
        let all = self.rows.iter_mut().flat_map(|row| &mut row.kernels);
        all.filter_map(|work| work.counts.remove(counter)).count() > 0
    }

    /// Terms of the cost model that are made of a counter that no kernel has.
    #[must_use]
    pub fn without(&self) -> Vec<&'static str> {
        let all = || self.rows.iter().flat_map(|row| &row.kernels);
        let is_read = |name: &&'static str| all().any(|work| work.counts.contains_key(*name));
        let unread = TERMS.iter().filter(|term| !term.counters.iter().all(is_read));
        unread.map(|term| term.name).collect()
    }

    /// The problem of each row, as a number.
    #[must_use]
    pub fn cases(&self) -> Vec<usize> {
        let all: BTreeSet<&Problem> = self.rows.iter().map(|row| &row.problem).collect();
        let places: BTreeMap<&Problem, usize> = all.into_iter().zip(0..).collect();
        self.rows.iter().map(|row| places[&row.problem]).collect()
    }
}

fn take(
    recording: &Recording,
    weights: &Weights,
    rows: &mut Vec<Row>,
    left_out: &mut BTreeMap<String, u64>,
) {
    let cases = Cases::of(recording, weights);
    for case in &recording.suite {
        match row(&cases, case) {
            Ok(row) => rows.push(row),
            Err(reason) => *left_out.entry(reason).or_default() += 1,
        }
    }
}

fn row(cases: &Cases<'_>, case: &SuiteCase) -> Result<Row, String> {
    let measured = match (case.state, &case.measured) {
        (SuiteState::Ok, Some(measured)) => measured,
        (state, _) => return Err(state.name().to_owned()),
    };
    let time = Median::of(&measured.samples_ns).ok_or("without a time")?;
    let marker = case.marker.ok_or("not in the profile")?;
    let judged = cases.judge(marker).ok_or("without kernels")?;
    let criteria =
        judged.run.criteria.into_iter().map(|(c, report)| (c, report.aggregate.value)).collect();
    Ok(Row {
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
