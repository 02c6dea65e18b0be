//! How near a kernel comes to what the GPU can do.

use propp_base_model::counters::{INST_EXECUTED, L2_SECTORS_FROM_L1};
use propp_judge_analysis::{Analysis, KernelReport};
use propp_judge_criteria::{Criterion, Note};
use propp_judge_hints::{Advice, Advised};

/// A respect in which the GPU can do only so much, and the measured share of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Roof {
    pub name: String,
    pub share: f64,
}

/// The roofs over a kernel that are known.
#[derive(Debug, Default)]
pub struct Roofs {
    memory: Option<Roof>,
    l2: Option<Roof>,
    pipe: Option<Roof>,
    issue: Option<Roof>,
}

impl Roofs {
    pub fn new(advised: &Advised<'_>, kernel: &KernelReport, advice: Option<&Advice>) -> Self {
        let analysis = advised.listing.analysis;
        let named = |name: &str, share| Roof { name: name.to_owned(), share };
        let notes = kernel.criteria.get(&Criterion::Ci).map(|report| &report.evidence.notes);
        let pipe = notes.into_iter().flatten().find_map(|note| match note {
            Note::BusiestPipe { pipe, share } => Some(named(&format!("{pipe} pipe"), share.get())),
            _ => None,
        });
        Self {
            memory: advice
                .and_then(|advice| advice.memory_share)
                .map(|share| named("memory", share)),
            l2: l2(advised, kernel).map(|share| named("L2", share)),
            pipe,
            issue: issue(analysis, kernel).map(|share| named("issue", share)),
        }
    }

    /// Of moving bytes, the one that is nearer; not known without that of device memory.
    pub fn memory(&self) -> Option<&Roof> {
        nearer(Some(self.memory.as_ref()?), self.l2.as_ref())
    }

    /// Of executing instructions, the one that is nearer.
    pub fn compute(&self) -> Option<&Roof> {
        nearer(self.pipe.as_ref(), self.issue.as_ref())
    }

    /// The one that the kernel comes nearest to. Without the roof that most kernels are under
    /// it is not known.
    pub fn nearest(&self) -> Option<&Roof> {
        nearer(Some(self.memory()?), self.compute())
    }
}

fn nearer<'a>(one: Option<&'a Roof>, other: Option<&'a Roof>) -> Option<&'a Roof> {
    [one, other].into_iter().flatten().max_by(|a, b| a.share.total_cmp(&b.share))
}

/// Warp instructions of what the SMs can issue.
fn issue(analysis: &Analysis, kernel: &KernelReport) -> Option<f64> {
    possible(per_s(kernel, INST_EXECUTED)? / analysis.machine?.instructions_per_s?)
}

/// Bytes between SMs and L2 of what a copy moves there, as the device profile has it.
fn l2(advised: &Advised<'_>, kernel: &KernelReport) -> Option<f64> {
    const SECTOR: f64 = 32.0;
    let bandwidth = advised.device_profile?.number("bandwidth.l2_copy")?.0 * 1e9;
    possible(SECTOR * per_s(kernel, L2_SECTORS_FROM_L1)? / bandwidth)
}

fn per_s(kernel: &KernelReport, counter: &str) -> Option<f64> {
    let [work] = kernel.work.as_slice() else { return None };
    let seconds = kernel.durations?.median_ns.max(1) as f64 * 1e-9;
    Some(work.counts.get(counter)? / seconds)
}

/// More than there can be is of launches that did not all do the same.
fn possible(share: f64) -> Option<f64> {
    (share <= 1.02).then_some(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roof(name: &str, share: f64) -> Option<Roof> {
        Some(Roof { name: name.to_owned(), share })
    }

    #[test]
    fn the_nearest_roof_is_the_largest_share_of_both_sides() {
        let mut roofs = Roofs {
            memory: roof("memory", 0.3),
            pipe: roof("fma", 0.2),
            issue: roof("issue", 0.5),
            ..Roofs::default()
        };
        assert_eq!(roofs.compute(), roof("issue", 0.5).as_ref());
        assert_eq!(roofs.nearest(), roof("issue", 0.5).as_ref());
        roofs.issue = None;
        assert_eq!(roofs.compute(), roof("fma", 0.2).as_ref());
        assert_eq!(roofs.nearest(), roof("memory", 0.3).as_ref());
        roofs.l2 = roof("L2", 0.4);
        assert_eq!(roofs.nearest(), roof("L2", 0.4).as_ref());
        roofs.memory = None;
        assert_eq!(roofs.nearest(), None);
    }

    #[test]
    fn without_the_memory_share_no_roof_is_nearest() {
        let roofs = Roofs { issue: roof("issue", 0.5), ..Roofs::default() };
        assert_eq!((roofs.memory(), roofs.nearest()), (None, None));
        assert_eq!(roofs.compute(), roof("issue", 0.5).as_ref());
    }
}
