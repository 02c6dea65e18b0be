//! A baseline that only moves towards better values.

use super::profile::{Kernel, Measures, Profile};
use super::verdict::{Finding, GateResult, KernelOutcome, Verdict};

/// The baseline with today's values of the quantities that improved; `None` if none
/// improved or something regressed. All other values stay, so noise moves no baseline.
pub fn ratchet(before: &Profile, now: &Profile, result: &GateResult) -> Option<Profile> {
    if result.exit_code() != 0 {
        return None;
    }
    let mut better = before.clone();
    let mut moved = false;
    if let Some(whole) = &result.application {
        moved |= copy_improved(&mut better.application, &now.application, whole);
    }
    for (kernel, [old, new]) in result.kernels.iter().filter_map(|k| Some((k, k.keys.as_ref()?))) {
        let find = |all: &[Kernel], key| all.binary_search_by(|k: &Kernel| k.key.cmp(key)).ok();
        let (Some(at), Some(from)) = (find(&before.kernels, old), find(&now.kernels, new)) else {
            continue;
        };
        if copy_improved(&mut better.kernels[at].measures, &now.kernels[from].measures, kernel) {
            better.kernels[at].key = new.clone();
            moved = true;
        }
    }
    better.kernels.sort_by(|a, b| a.key.cmp(&b.key));
    moved.then_some(better)
}

fn copy_improved(into: &mut Measures, from: &Measures, outcome: &KernelOutcome) -> bool {
    // A faster kernel was excused for lower criteria: its new criteria go with its new time.
    let is_new =
        |finding: &&Finding| matches!(finding.verdict, Verdict::Improved | Verdict::Excused);
    let mut copied = false;
    for finding in outcome.findings.iter().filter(is_new) {
        if let Some(samples) = from.get(&finding.quantity) {
            into.insert(finding.quantity, samples.clone());
        }
        copied = true;
    }
    copied
}
