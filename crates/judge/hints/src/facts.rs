//! What the rules look at.

use std::collections::BTreeMap;

use propp_base_model::Machine;
use propp_base_model::counters::{CYCLES_ELAPSED, DRAM_READ, DRAM_WRITTEN, WARPS_ACTIVE};
use propp_code_pace::Ran;
use propp_judge_analysis::{Configuration, KernelReport, Needs};
use propp_judge_cost::{Predicted, Resource, Work};
use propp_judge_criteria::{Criterion, Note};

use super::Evidence;

/// Bytes of a sector.
pub(super) const SECTOR: f64 = 32.0;

/// Threads of a warp.
pub(super) const LANES: f64 = 32.0;

/// Of the peak of memory; what passes it is no share.
pub(super) const POSSIBLE: f64 = 1.02;

/// A kernel as the rules see it: of merged configurations, the one that is launched
/// most often.
pub(super) struct Facts<'a> {
    pub(super) kernel: &'a KernelReport,
    pub(super) work: &'a Work,
    /// Places in the code of each configuration, and of this one.
    pub(super) all_sites: Vec<Vec<Ran>>,
    pub(super) sites: Vec<Ran>,
    /// Whether the code was searched for such places.
    pub(super) knows_sites: bool,
    pub(super) configuration: &'a Configuration,
    pub(super) machine: Machine,
    /// The most bytes that its data takes.
    pub(super) footprint: Option<f64>,
}

impl<'a> Facts<'a> {
    pub(super) fn of(
        kernel: &'a KernelReport,
        machine: Machine,
        footprint: Option<f64>,
    ) -> Option<Self> {
        let pairs = kernel.work.iter().zip(&kernel.configurations).enumerate();
        let (place, (work, configuration)) = pairs.max_by_key(|(_, (work, _))| work.launches)?;
        let all_sites: Vec<Vec<Ran>> = (0..kernel.work.len()).map(|at| sites(kernel, at)).collect();
        let sites = all_sites.get(place).cloned().unwrap_or_default();
        let knows_sites = kernel.sites.get(place).is_some_and(Option::is_some);
        Some(Self {
            kernel,
            work,
            all_sites,
            sites,
            knows_sites,
            configuration,
            machine,
            footprint,
        })
    }

    pub(super) fn count(&self, name: &str) -> Option<f64> {
        self.work.counts.get(name).copied()
    }

    /// A counter's value, 0 where it was not read.
    pub(super) fn or_0(&self, name: &str) -> f64 {
        self.count(name).unwrap_or(0.0)
    }

    pub(super) fn criterion(&self, criterion: Criterion) -> Option<f64> {
        let report = self.kernel.criteria.get(&criterion)?;
        report.aggregate.value.measured().map(|value| value.get())
    }

    pub(super) fn notes(&self, criterion: Criterion) -> &[Note] {
        self.kernel.criteria.get(&criterion).map_or(&[], |report| &report.evidence.notes)
    }

    /// The predicted time, where the cost model covers the kernel; of emulated counts what their order
    /// rests on.
    pub(super) fn predicted(&self) -> Option<&Predicted> {
        let timed = self.kernel.predicted.as_ref().and_then(|predicted| predicted.as_ref().ok());
        let timed = timed.filter(|predicted| predicted.outside.is_none());
        timed.or(self.kernel.order.as_ref().map(|order| &order.launch))
    }

    /// A resource's share of the predicted time.
    pub(super) fn share_of(&self, resource: Resource) -> Option<f64> {
        let parts = &self.predicted()?.parts;
        Some(parts.iter().filter(|part| part.resource == resource).map(|part| part.share).sum())
    }

    /// Terms' share of the predicted time.
    pub(super) fn share_of_terms(&self, terms: &[&str]) -> Option<f64> {
        let parts = &self.predicted()?.parts;
        Some(parts.iter().filter(|p| terms.contains(&p.term)).map(|part| part.share).sum())
    }

    /// The same where the launch may ask for far more of a term than any that was fitted.
    pub(super) fn share_of_terms_beyond(&self, terms: &[&str]) -> Option<f64> {
        let timed = self.kernel.predicted.as_ref().and_then(|predicted| predicted.as_ref().ok());
        let parts = &timed.or(self.predicted())?.parts;
        Some(parts.iter().filter(|p| terms.contains(&p.term)).map(|part| part.share).sum())
    }

    /// Whether its counts are an emulator's, which has no times.
    pub(super) fn is_emulated(&self) -> bool {
        self.kernel.order.is_some() || Needs::of(self.work).is_some()
    }

    pub(super) fn median_ns(&self) -> Option<f64> {
        self.kernel.durations.map(|durations| durations.median_ns as f64)
    }

    /// The time of a launch whose counters were read; of any, where that is not known.
    pub(super) fn now_ns(&self) -> Option<f64> {
        self.kernel.measured_ns.map(|ns| ns as f64).or_else(|| self.median_ns())
    }

    /// The time of a launch as far as it is known: of emulated counts the predicted one.
    pub(super) fn time_ns(&self) -> Option<f64> {
        self.now_ns().or_else(|| self.kernel.order.as_ref().map(|order| order.launch.ns))
    }

    /// The clock of the SMs while the counters were read; of emulated counts the one that the GPU's
    /// driver reports.
    pub(super) fn cycles_a_ns(&self) -> Option<f64> {
        const ISSUE_SLOTS: f64 = 4.0;
        let machine = &self.machine;
        let cycles = match self.is_emulated() {
            true => machine.instructions_per_s? / machine.sms / ISSUE_SLOTS * 1e-9,
            false => self.count(CYCLES_ELAPSED)? / machine.sms / self.now_ns()?.max(1.0),
        };
        (cycles > 0.0).then_some(cycles)
    }

    /// Cycles from the first instruction of a warp to its last, in the mean.
    pub(super) fn warp_cycles(&self) -> Option<f64> {
        self.warp_cycles_of(self.work)
    }

    /// The same of any configuration.
    pub(super) fn warp_cycles_of(&self, work: &Work) -> Option<f64> {
        let shape = work.shape?;
        match work.counts.get(WARPS_ACTIVE) {
            Some(active) => Some(active / shape.warps.max(1.0)),
            // The predicted time is of all configurations.
            None if self.is_emulated() && self.kernel.work.len() == 1 => {
                let each = shape.resident_warps / shape.warps.max(1.0);
                Some(self.time_ns()? * self.cycles_a_ns()? * each)
            }
            None => None,
        }
    }

    /// Share of what device memory can move that this kernel moves.
    pub(super) fn memory_share(&self) -> Option<f64> {
        let bytes = self.count(DRAM_READ)? + self.count(DRAM_WRITTEN)?;
        let seconds = self.median_ns()?.max(1.0) * 1e-9;
        let share = bytes / seconds / self.machine.peak_bytes_per_s?;
        // More than there can be is of launches that did not all do the same.
        (share <= POSSIBLE).then_some(share)
    }

    pub(super) fn blocks(&self) -> f64 {
        self.configuration.grid.iter().map(|n| f64::from(*n)).product()
    }

    pub(super) fn threads_per_block(&self) -> f64 {
        self.configuration.block.iter().map(|n| f64::from(*n)).product()
    }

    pub(super) fn warps(&self) -> f64 {
        self.blocks() * (self.threads_per_block() / LANES).ceil()
    }
}

/// The sites of a configuration of a kernel. How often they ran, a line run knows exactly.
fn sites(kernel: &KernelReport, configuration: usize) -> Vec<Ran> {
    let mut sites = kernel.sites.get(configuration).cloned().flatten().unwrap_or_default();
    let launched = kernel.configurations.get(configuration);
    let of_launch = kernel.lines.iter().filter(|lines| {
        launched.is_some_and(|one| (one.grid, one.block) == (lines.grid, lines.block))
    });
    let own = of_launch
        .flat_map(|lines| lines.instructions.iter().filter(|one| one.function == lines.symbol));
    let executed: BTreeMap<u64, u64> =
        own.map(|one| (u64::from(one.offset), one.counts.executed)).collect();
    if executed.values().any(|executed| *executed > 0) {
        for ran in &mut sites {
            if let Some(executed) = executed.get(&ran.site.offset) {
                ran.times = *executed as f64;
            }
        }
    }
    sites.retain(|ran| ran.times > 0.0);
    sites
}

pub(super) fn evidence(
    what: impl Into<String>,
    value: f64,
    from: impl IntoIterator<Item = &'static str>,
) -> Evidence {
    Evidence { what: what.into(), value, from: from.into_iter().collect(), measured: None }
}
