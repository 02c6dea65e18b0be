//! The measured values of one or several runs of a program: the content of a baseline.

use std::collections::{BTreeMap, BTreeSet};

use propp_base_statistics::median::thinned;
use propp_base_text::{cuda_version, cupti_version};
use propp_recording_wire::LaunchKey;
use serde::{Deserialize, Serialize};

use super::certificate::{Certificate, Runner};
use super::quantity::Quantity;

/// Each run keeps this many order statistics of a quantity, evenly spaced from the smallest
/// to the largest value: enough for a rank test, and the file stays small.
const KEPT: usize = 9;

/// For each run the values of its launches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples(pub Vec<Vec<f64>>);

impl Samples {
    /// One value a run.
    pub fn one(value: f64) -> Self {
        Self(vec![vec![value]])
    }

    /// The values of one run, sorted and thinned.
    pub fn of_run(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        (!values.is_empty()).then(|| Self(vec![thinned(&values, KEPT)]))
    }

    /// The values of all runs, sorted.
    pub fn pooled(&self) -> Vec<f64> {
        let mut all: Vec<f64> = self.0.iter().flatten().copied().collect();
        all.sort_by(f64::total_cmp);
        all
    }

    pub fn means(&self) -> impl Iterator<Item = f64> {
        self.0.iter().map(|run| run.iter().sum::<f64>() / run.len().max(1) as f64)
    }

    pub fn mean(&self) -> f64 {
        self.means().sum::<f64>() / self.0.len().max(1) as f64
    }

    /// The largest minus the smallest mean of a run.
    pub fn range(&self) -> f64 {
        let (low, high) = self
            .means()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), m| (low.min(m), high.max(m)));
        if low <= high { high - low } else { 0.0 }
    }
}

pub type Measures = BTreeMap<Quantity, Samples>;

/// What makes a kernel the same in another recording.
pub type Key = LaunchKey<String, Option<String>>;

#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    pub key: Key,
    /// As the programmer wrote it.
    pub name: String,
    pub measures: Measures,
    /// Why quantities that apply to it have no value. Not written to files.
    pub absent: BTreeMap<Quantity, String>,
}

impl Kernel {
    /// The mean time of a launch, if known.
    pub fn typical_ns(&self) -> Option<f64> {
        self.measures.get(&Quantity::Time).map(Samples::mean)
    }

    /// The time of all its launches in a run.
    pub fn total_ns(&self) -> f64 {
        let launches = self.measures.get(&Quantity::Launches).map_or(0.0, Samples::mean);
        launches * self.typical_ns().unwrap_or(0.0)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gpu {
    pub name: String,
    /// As CUPTI spells it.
    pub chip: String,
    pub memory_bytes: u64,
    /// The highest clock of the SMs that the driver reports.
    pub sm_clock_khz: Option<u32>,
    pub memory_clock_khz: Option<u32>,
    /// CUDA version of the driver, 13000 for 13.0.
    pub driver_cuda_version: Option<i32>,
    /// 130001 for CUPTI 13.0.
    pub cupti_version: Option<u32>,
}

impl Gpu {
    /// Whether cycles and times of the two GPUs can be compared.
    pub fn is_like(&self, other: &Self) -> bool {
        (&self.name, &self.chip) == (&other.name, &other.chip)
    }

    pub fn words(&self) -> String {
        format!("{} ({})", self.name, self.chip)
    }

    /// Driver and CUPTI in words.
    pub fn software(&self) -> String {
        let driver = self.driver_cuda_version.map_or("?".to_owned(), cuda_version);
        let cupti = self.cupti_version.map_or("?".to_owned(), cupti_version);
        format!("driver for CUDA {driver}, CUPTI {cupti}")
    }
}

/// How a profiled program ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "Option<String>", into = "Option<String>")]
pub enum Ended {
    /// Baselines of an older propp do not say it, nor whether they are of `--runs one`.
    #[default]
    Unknown,
    Well,
    /// Such as `with exit code 1`.
    Failed(String),
}

impl From<Option<String>> for Ended {
    fn from(failed: Option<String>) -> Self {
        failed.map_or(Self::Well, Self::Failed)
    }
}

impl From<Ended> for Option<String> {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Failed(how) => Some(how),
            Ended::Well | Ended::Unknown => None,
        }
    }
}

impl Ended {
    pub fn failed(&self) -> Option<&str> {
        match self {
            Self::Failed(how) => Some(how),
            Self::Well | Self::Unknown => None,
        }
    }

    pub(super) const fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown)
    }
}

/// The recording of one run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    pub command: Vec<String>,
    pub created_utc: String,
    pub propp_version: String,
    /// The options that decide which launches are measured.
    pub options: BTreeMap<String, String>,
    /// How the program ended; null if it did not fail.
    #[serde(default, skip_serializing_if = "Ended::is_unknown")]
    pub failed: Ended,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Each kind of GPU once.
    pub gpus: Vec<Gpu>,
    /// The source of the weights of QM.
    pub weights: String,
    /// One per run.
    pub origins: Vec<Origin>,
    pub application: Measures,
    /// Sorted by key.
    pub kernels: Vec<Kernel>,
    /// Where the runs were recorded. Not written to files.
    pub runner: Runner,
    /// Of a baseline: what a gate against it is worth.
    pub certificate: Option<Certificate>,
}

/// Why recordings cannot form one baseline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotJoined {
    #[error("there is no recording")]
    Nothing,
    #[error("the recordings are of different GPUs ({0} and {1}); make a baseline for each")]
    Gpus(String, String),
}

impl Profile {
    /// Whether its counts are an emulator's.
    pub fn is_emulated(&self) -> bool {
        self.gpus.iter().any(|gpu| gpu.name.ends_with("(emulated)"))
    }

    /// Joins several runs of a program.
    /// Fails if they are of different GPUs, or there is none.
    pub fn join(profiles: &[Self]) -> Result<Self, NotJoined> {
        let first = profiles.first().ok_or(NotJoined::Nothing)?;
        if let Some(other) = profiles.iter().find(|other| !first.same_gpus(other)) {
            return Err(NotJoined::Gpus(first.gpu_words(), other.gpu_words()));
        }
        let gpus: BTreeSet<&Gpu> = profiles.iter().flat_map(|profile| &profile.gpus).collect();
        let mut kernels: BTreeMap<&Key, Kernel> = BTreeMap::new();
        let mut application = Measures::new();
        let mut runs_before = 0;
        for profile in profiles {
            append(&mut application, &profile.application);
            for kernel in &profile.kernels {
                let all = kernels.entry(&kernel.key).or_insert_with(|| Kernel {
                    key: kernel.key.clone(),
                    name: kernel.name.clone(),
                    measures: none(runs_before),
                    absent: kernel.absent.clone(),
                });
                append(&mut all.measures, &kernel.measures);
            }
            runs_before += profile.origins.len();
            // A run that did not launch the kernel counts as a run with 0 launches.
            for kernel in kernels.values_mut() {
                let launches = kernel.measures.entry(Quantity::Launches).or_default();
                launches.0.resize(launches.0.len().max(runs_before), vec![0.0]);
            }
        }
        let weights = profiles.iter().find(|p| p.weights != first.weights);
        Ok(Self {
            gpus: gpus.into_iter().cloned().collect(),
            weights: weights.map_or_else(|| first.weights.clone(), |_| "several".to_owned()),
            origins: profiles.iter().flat_map(|profile| profile.origins.clone()).collect(),
            application,
            kernels: kernels.into_values().collect(),
            runner: Runner::of_all(profiles.iter().map(|profile| &profile.runner)),
            certificate: None,
        })
    }

    pub(super) fn gpu_words(&self) -> String {
        self.gpus.iter().map(Gpu::words).collect::<Vec<_>>().join(", ")
    }

    /// Whether both launch a common function; otherwise they are different programs.
    pub fn shares_kernels(&self, other: &Self) -> bool {
        let names = |kernel: &Kernel| [kernel.key.function.clone(), kernel.name.clone()];
        let known: BTreeSet<String> = self.kernels.iter().flat_map(names).collect();
        other.kernels.iter().flat_map(names).any(|name| known.contains(&name))
    }

    /// Whether this recording is one of its runs: begun in the same second by the same command,
    /// with the same time in kernels to the digits that a file keeps.
    pub fn holds(&self, run: &Self) -> bool {
        let time = |of: &Self, place: usize| {
            let all = of.application.get(&Quantity::Time).filter(|t| t.0.len() == of.origins.len());
            all?.0[place].first().copied()
        };
        let is_same = |place: usize| match (time(self, place), time(run, 0)) {
            (Some(kept), Some(measured)) => (kept - measured).abs() <= 1e-5 * measured,
            (kept, measured) => kept == measured,
        };
        let begun = |origin: &Origin| (origin.command.clone(), origin.created_utc.clone());
        let of_run = run.origins.first().map(begun);
        let is_begun_alike = |place: usize| Some(begun(&self.origins[place])) == of_run;
        (0..self.origins.len()).any(|place| is_begun_alike(place) && is_same(place))
    }

    /// Whether both ran on the same kinds of GPUs.
    pub fn same_gpus(&self, other: &Self) -> bool {
        let within =
            |a: &Self, b: &Self| a.gpus.iter().all(|x| b.gpus.iter().any(|y| x.is_like(y)));
        within(self, other) && within(other, self)
    }
}

fn none(runs: usize) -> Measures {
    let launches = Samples(vec![vec![0.0]; runs]);
    if runs == 0 { Measures::new() } else { Measures::from([(Quantity::Launches, launches)]) }
}

fn append(to: &mut Measures, from: &Measures) {
    for (quantity, samples) in from {
        to.entry(*quantity).or_default().0.extend(samples.0.iter().cloned());
    }
}
