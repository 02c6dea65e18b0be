//! The policy: which kernels and quantities are judged, and how much worse each may become.

use std::collections::{BTreeMap, BTreeSet};

use propp_base_names::KernelFilter;
use propp_judge_criteria::Criterion;
use serde::Deserialize;

use super::quantity::{Kind, Quantity};
use super::renamed::Rename;

/// How much worse a quantity may become. The larger of the two counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// In the quantity's own unit; times in ns.
    pub absolute: f64,
    /// As a share of the baseline's value.
    pub relative: f64,
}

impl Limit {
    /// The limit as an absolute change of this baseline value.
    pub fn absolute_at(self, baseline: f64) -> f64 {
        self.absolute.max(self.relative * baseline.abs())
    }
}

/// Whether noise is taken into account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strictness {
    /// A change beyond the limit counts if it is not noise.
    #[default]
    NoiseAware,
    /// Every change beyond the limit counts.
    Strict,
}

/// What follows from a change beyond its limit that may be noise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Undecided {
    /// The kernel passes, and the report mentions the change.
    #[default]
    Pass,
    /// The kernel has no verdict.
    NoVerdict,
}

#[derive(Clone, Debug)]
pub struct Policy {
    /// The probability that a gate run fails although nothing has changed.
    pub false_alarms: f64,
    pub strictness: Strictness,
    pub undecided: Undecided,
    /// Whether much lower time excuses lower criteria of a kernel.
    pub faster_excuses: bool,
    /// The kernels that are judged; all if empty.
    pub include: Vec<KernelFilter>,
    pub exclude: Vec<KernelFilter>,
    pub allow_new: Vec<KernelFilter>,
    pub allow_gone: Vec<KernelFilter>,
    /// Kernels of the baseline that have another name now.
    pub renamed: Vec<Rename>,
    /// A quantity without a limit is not judged.
    pub limits: BTreeMap<Quantity, Limit>,
    /// The limit of the instructions of an emulated kernel, which has no time that tells more: only where
    /// the policy says nothing of them.
    pub emulated_instructions: Option<Limit>,
    /// What differs for some kernels; of two limits of a quantity for a kernel the later counts.
    pub kernels: Vec<OfKernels>,
    /// The table `[gate.code]` as it stands: what is allowed of compiled code.
    pub code: toml::Table,
}

/// Limits of some kernels; the others stay those of the policy.
#[derive(Clone, Debug)]
pub struct OfKernels {
    pub name: KernelFilter,
    /// `None`: the quantity is not judged.
    pub limits: BTreeMap<Quantity, Option<Limit>>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            false_alarms: 0.01,
            strictness: Strictness::default(),
            undecided: Undecided::default(),
            faster_excuses: true,
            include: Vec::new(),
            exclude: Vec::new(),
            allow_new: Vec::new(),
            allow_gone: Vec::new(),
            renamed: Vec::new(),
            limits: Quantity::ALL
                .into_iter()
                .filter_map(|q| Some((q, default_limit(q)?)))
                .collect(),
            emulated_instructions: Some(Limit { absolute: 0.0, relative: 0.1 }),
            kernels: Vec::new(),
            code: toml::Table::new(),
        }
    }
}

/// The limit where the policy sets none. Instructions have no limit where times are measured: more of
/// them in the same time are no regression, and their number differs between compilers. The limit of
/// `barriers_etc` lets a compiler read a special register once more (1 a thread); a barrier
/// in a loop exceeds it.
fn default_limit(quantity: Quantity) -> Option<Limit> {
    let absolute = |absolute| Limit { absolute, relative: 0.0 };
    Some(match quantity {
        Quantity::Instructions => return None,
        Quantity::BarriersEtc => Limit { absolute: 4.0, relative: 0.2 },
        Quantity::Time => Limit { absolute: 100.0, relative: 0.03 },
        Quantity::StepTime => Limit { absolute: 1_000.0, relative: 0.1 },
        Quantity::Quality | Quantity::Criterion(Criterion::Dt) => absolute(0.02),
        other if other.kind() == Kind::Count => absolute(0.0),
        _ => absolute(0.05),
    })
}

impl Policy {
    /// The limit for a kernel, or for the application; `None` where it is not judged.
    pub fn limit(&self, quantity: Quantity, kernel: Option<&str>) -> Option<Limit> {
        let own = kernel.and_then(|kernel| {
            let of_kernel = self.kernels.iter().rev().filter(|of| of.name.matches(kernel));
            of_kernel.into_iter().find_map(|of| of.limits.get(&quantity))
        });
        own.copied().unwrap_or_else(|| self.limits.get(&quantity).copied())
    }

    /// The same for emulated runs, whose instructions stand for the time.
    pub(super) fn untimed(&self) -> Self {
        let mut policy = self.clone();
        let instructions = self.emulated_instructions.map(|limit| (Quantity::Instructions, limit));
        policy.limits.extend(instructions);
        policy
    }

    /// Whether a kernel may become worse by more than the policy lets others.
    pub(super) fn is_relaxed(&self, quantity: Quantity, kernel: &str) -> bool {
        let [own, general] = [Some(kernel), None].map(|of| self.limit(quantity, of));
        match (own, general) {
            (None, Some(_)) => true,
            (Some(own), Some(general)) => {
                own.relative > general.relative || own.absolute > general.absolute
            }
            (_, None) => false,
        }
    }

    /// Quantities that are judged of anything.
    pub(super) fn quantities(&self) -> BTreeSet<Quantity> {
        let own = self.kernels.iter().flat_map(|of| &of.limits);
        let own = own.filter(|(_, limit)| limit.is_some()).map(|(quantity, _)| *quantity);
        self.limits.keys().copied().chain(own).collect()
    }

    /// What to say of the names in it that none of these kernels has, of each name once. Kernels
    /// that may come or go need not be there.
    pub fn unknown(&self, kernels: &BTreeSet<&str>) -> Vec<String> {
        let of_kernels: Vec<KernelFilter> = self.kernels.iter().map(|of| of.name.clone()).collect();
        let mut unknown: BTreeMap<String, (&KernelFilter, Vec<&str>)> = BTreeMap::new();
        for (key, filters) in
            [("include", &self.include), ("exclude", &self.exclude), ("kernel", &of_kernels)]
        {
            for filter in filters.iter().filter(|f| !kernels.iter().any(|name| f.matches(name))) {
                let (_, keys) = unknown.entry(filter.to_string()).or_insert((filter, Vec::new()));
                keys.push(key);
            }
        }
        let told = unknown.into_values().map(|(filter, mut keys)| {
            keys.dedup();
            let keys = keys.join(", ");
            let what = format!("no kernel has the name that is in the policy's {keys}:");
            filter.nothing_among(&what, kernels.iter().map(|name| (*name).to_owned()).collect())
        });
        told.collect()
    }

    pub fn includes(&self, name: &str) -> bool {
        (self.include.is_empty() || any_matches(&self.include, name))
            && !any_matches(&self.exclude, name)
    }
}

pub(super) fn any_matches(patterns: &[KernelFilter], name: &str) -> bool {
    patterns.iter().any(|pattern| pattern.matches(name))
}
