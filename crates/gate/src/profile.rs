//! What one or several runs of a program came to: the content of a baseline.

use std::collections::{BTreeMap, BTreeSet};

use propp_numbers::median::thinned;
use propp_text::{cuda_version, cupti_version};
use propp_wire::LaunchKey;
use serde::{Deserialize, Serialize};

use super::quantity::Quantity;

/// The most values of a run that are kept of one quantity: as many order statistics,
/// evenly spaced, the least and the greatest among them. Small files, and enough for a
/// rank test.
const KEPT: usize = 9;

/// Values by run, and of each run by launch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples(pub Vec<Vec<f64>>);

impl Samples {
    /// One value a run.
    #[must_use]
    pub fn one(value: f64) -> Self {
        Self(vec![vec![value]])
    }

    /// Values of one run in their order, thinned; of equal ones one.
    #[must_use]
    pub fn of_run(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        (!values.is_empty()).then(|| Self(vec![thinned(&values, KEPT)]))
    }

    /// All values.
    #[must_use]
    pub fn pooled(&self) -> Vec<f64> {
        let mut all: Vec<f64> = self.0.iter().flatten().copied().collect();
        all.sort_by(f64::total_cmp);
        all
    }

    /// The mean of each run.
    pub fn means(&self) -> impl Iterator<Item = f64> {
        self.0.iter().map(|run| run.iter().sum::<f64>() / run.len().max(1) as f64)
    }

    /// The mean of the means.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.means().sum::<f64>() / self.0.len().max(1) as f64
    }

    /// How far the means lie apart.
    #[must_use]
    pub fn range(&self) -> f64 {
        let (low, high) = self
            .means()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), m| (low.min(m), high.max(m)));
        if low <= high { high - low } else { 0.0 }
    }
}

/// Quantities with their values.
pub type Measures = BTreeMap<Quantity, Samples>;

/// What makes a kernel the same in another recording.
pub type Key = LaunchKey<String, Option<String>>;

/// A kernel with its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    /// Which one it is.
    pub key: Key,
    /// Its name as the programmer wrote it.
    pub name: String,
    /// Its values.
    pub measures: Measures,
    /// Why quantities that apply to it have none. Not in files.
    pub absent: BTreeMap<Quantity, String>,
}

impl Kernel {
    /// A typical launch of it, in ns, as far as times are known.
    #[must_use]
    pub fn typical_ns(&self) -> Option<f64> {
        self.measures.get(&Quantity::Time).map(Samples::mean)
    }

    /// What a run spends in it: launches times the time of one.
    #[must_use]
    pub fn total_ns(&self) -> f64 {
        let launches = self.measures.get(&Quantity::Launches).map_or(0.0, Samples::mean);
        launches * self.typical_ns().unwrap_or(0.0)
    }
}

/// A GPU.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gpu {
    /// Product name.
    pub name: String,
    /// Chip, as CUPTI spells it.
    pub chip: String,
    /// Device memory in bytes.
    pub memory_bytes: u64,
    /// Highest clock of the SMs, as the driver says it.
    pub sm_clock_khz: Option<u32>,
    /// Highest clock of the memory.
    pub memory_clock_khz: Option<u32>,
    /// CUDA version of the driver, 13000 for 13.0.
    pub driver_cuda_version: Option<i32>,
    /// CUPTI that was used, 130001 for 13.0.
    pub cupti_version: Option<u32>,
}

impl Gpu {
    /// Whether cycles and times of the two can be compared.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        (&self.name, &self.chip) == (&other.name, &other.chip)
    }

    /// In words.
    #[must_use]
    pub fn words(&self) -> String {
        format!("{} ({})", self.name, self.chip)
    }

    /// Driver and CUPTI in words.
    #[must_use]
    pub fn software(&self) -> String {
        let driver = self.driver_cuda_version.map_or("?".to_owned(), cuda_version);
        let cupti = self.cupti_version.map_or("?".to_owned(), cupti_version);
        format!("driver for CUDA {driver}, CUPTI {cupti}")
    }
}

/// A recording that went in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The profiled command, a word each.
    pub command: Vec<String>,
    /// When it was made.
    pub created_utc: String,
    /// The propp that made it.
    pub propp_version: String,
    /// The options that decide which launches are measured.
    pub options: BTreeMap<String, String>,
}

/// Runs of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The GPUs, each kind once.
    pub gpus: Vec<Gpu>,
    /// What QM was weighed with.
    pub weights: String,
    /// The recordings, one a run.
    pub origins: Vec<Origin>,
    /// The application as a whole.
    pub application: Measures,
    /// Its kernels, by name.
    pub kernels: Vec<Kernel>,
}

/// Recordings that make no baseline together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotJoined {
    /// No recording.
    #[error("there is no recording")]
    Nothing,
    /// Different GPUs.
    #[error("the recordings are of different GPUs ({0} and {1}); make a baseline for each")]
    Gpus(String, String),
}

impl Profile {
    /// Several runs of a program as one.
    ///
    /// # Errors
    /// If they are of different GPUs, or there is none.
    pub fn join(profiles: &[Self]) -> Result<Self, NotJoined> {
        let first = profiles.first().ok_or(NotJoined::Nothing)?;
        let words = |p: &Self| p.gpus.iter().map(Gpu::words).collect::<Vec<_>>().join(", ");
        if let Some(other) = profiles.iter().find(|other| !first.same_gpus(other)) {
            return Err(NotJoined::Gpus(words(first), words(other)));
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
            // A run without it is a run with 0 launches of it.
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
        })
    }

    /// Whether some function is launched by both: programs that have none in common are
    /// different ones.
    #[must_use]
    pub fn shares_kernels(&self, other: &Self) -> bool {
        let known: BTreeSet<&str> = self.kernels.iter().map(|k| k.key.function.as_str()).collect();
        other.kernels.iter().any(|kernel| known.contains(kernel.key.function.as_str()))
    }

    /// Whether every kind of GPU of the one is in the other.
    #[must_use]
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
