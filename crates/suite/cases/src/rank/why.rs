//! What the counters of an implementation say of its time: what it asks of the GPU, and the
//! hints on the kernel that takes most of it.

use std::collections::BTreeMap;

use propp_base_model::Machine;
use propp_base_model::counters::{DRAM_READ, DRAM_WRITTEN, INST_EXECUTED, L2_SECTORS_FROM_L1};
use propp_base_names::shorten;
use propp_base_text::{bytes, grouped};
use propp_judge_analysis::{Judged, KernelReport};
use propp_judge_cost::Resource;
use propp_judge_cost::quality::Weights;
use propp_judge_hints::{Advice, Rule, advise_kernel};
use serde::Serialize;

/// Characters of a kernel's name.
const NAME: usize = 60;

/// What the counters of an implementation say of its time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Why {
    /// The kernel that takes most of the time.
    pub kernel: String,
    /// `None` without counters, and of kernels that nobody can change.
    pub advice: Option<Advice>,
    /// Whether its kernels come compiled with a closed library.
    pub is_closed: bool,
    /// The time of all its other kernels.
    pub others_ns: f64,
    /// The times of all its kernels, added up; in the trace run.
    pub kernels_ns: f64,
    /// The predicted time by what it goes into, over all kernels and launches; empty where it
    /// is not known.
    pub resources: BTreeMap<Resource, f64>,
    /// Sums over all kernels and launches.
    pub work: BTreeMap<CountedWork, f64>,
}

/// The defect that costs most.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Defect {
    pub rule: Rule,
    pub title: &'static str,
    pub kernel: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CountedWork {
    DeviceMemory,
    L2,
    Instructions,
    Launches,
}

impl CountedWork {
    pub(super) const ALL: [Self; 4] =
        [Self::DeviceMemory, Self::L2, Self::Instructions, Self::Launches];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::DeviceMemory => "device memory",
            Self::L2 => "from L2",
            Self::Instructions => "warp instructions",
            Self::Launches => "launches",
        }
    }

    /// In a sentence.
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::DeviceMemory => "bytes of device memory",
            Self::L2 => "bytes from L2",
            Self::Instructions => "warp instructions",
            Self::Launches => "launches",
        }
    }

    fn of(self, counts: &BTreeMap<String, f64>) -> Option<f64> {
        const SECTOR: f64 = 32.0;
        let count = |name: &str| counts.get(name).copied();
        match self {
            Self::DeviceMemory => Some(count(DRAM_READ)? + count(DRAM_WRITTEN)?),
            Self::L2 => Some(SECTOR * count(L2_SECTORS_FROM_L1)?),
            Self::Instructions => count(INST_EXECUTED),
            Self::Launches => Some(1.0),
        }
    }

    pub(super) fn words(self, value: f64) -> String {
        match self {
            Self::DeviceMemory | Self::L2 => bytes(value.round() as u64),
            Self::Instructions | Self::Launches => grouped(value),
        }
    }
}

impl Why {
    pub(super) fn of(
        judged: &Judged,
        weights: &Weights,
        machine: Option<Machine>,
        is_closed: bool,
    ) -> Self {
        let longest = judged.kernels.iter().max_by_key(|kernel| kernel.total_ns());
        let Some(longest) = longest else { return Self::default() };
        let machine = machine.filter(|_| !is_closed);
        let advice = machine.map(|machine| advise_kernel(longest, weights, machine, None, None));
        let kernels_ns = judged.run.kernel_time_ns as f64;
        let work =
            CountedWork::ALL.into_iter().filter_map(|work| Some((work, total(judged, work)?)));
        Self {
            kernel: shorten(&longest.name.bare, NAME),
            advice,
            is_closed,
            others_ns: (kernels_ns - longest.total_ns() as f64).max(0.0),
            kernels_ns,
            resources: resources(&judged.kernels).unwrap_or_default(),
            work: work.collect(),
        }
    }

    /// What most of the predicted time goes into.
    pub(super) fn mostly(&self) -> Option<String> {
        let all: f64 = self.resources.values().sum();
        let (resource, ns) = self.resources.iter().max_by(|a, b| a.1.total_cmp(b.1))?;
        (all > 0.0).then(|| format!("{:.0} % {resource}", 100.0 * ns / all))
    }

    /// The first hint, in short.
    pub(super) fn defect(&self) -> Option<Defect> {
        let hint = self.advice.as_ref()?.hints.first()?;
        let kernel = self.kernel.clone();
        Some(Defect { rule: hint.rule, title: hint.rule.title(), kernel })
    }
}

fn total(judged: &Judged, work: CountedWork) -> Option<f64> {
    let all = judged.kernels.iter().flat_map(|kernel| &kernel.work);
    all.map(|of| Some(work.of(&of.counts)? * of.launches as f64)).sum()
}

/// `None` where the model does not cover a kernel.
fn resources(kernels: &[KernelReport]) -> Option<BTreeMap<Resource, f64>> {
    let mut all = BTreeMap::new();
    for kernel in kernels {
        let predicted = kernel.predicted.as_ref()?.as_ref().ok()?;
        let launches: u64 = kernel.work.iter().map(|work| work.launches).sum();
        for part in &predicted.parts {
            *all.entry(part.resource).or_insert(0.0) += part.share * predicted.ns * launches as f64;
        }
    }
    Some(all)
}
