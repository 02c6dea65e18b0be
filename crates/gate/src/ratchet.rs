//! A baseline that keeps what has become better.

use super::profile::{Kernel, Measures, Profile};
use super::verdict::{Finding, KernelOutcome, Outcome, Verdict};

/// The baseline with today's values of all quantities that improved, if any did and
/// nothing regressed. The rest stays as it was: noise moves no baseline.
#[must_use]
pub fn ratchet(before: &Profile, now: &Profile, outcome: &Outcome) -> Option<Profile> {
    if outcome.exit_code() != 0 {
        return None;
    }
    let mut better = before.clone();
    let mut moved = false;
    if let Some(whole) = &outcome.application {
        moved |= take(&mut better.application, &now.application, whole);
    }
    for (kernel, [old, new]) in outcome.kernels.iter().filter_map(|k| Some((k, k.keys.as_ref()?))) {
        let find = |all: &[Kernel], key| all.binary_search_by(|k: &Kernel| k.key.cmp(key)).ok();
        let (Some(at), Some(from)) = (find(&before.kernels, old), find(&now.kernels, new)) else {
            continue;
        };
        if take(&mut better.kernels[at].measures, &now.kernels[from].measures, kernel) {
            better.kernels[at].key = new.clone();
            moved = true;
        }
    }
    better.kernels.sort_by(|a, b| a.key.cmp(&b.key));
    moved.then_some(better)
}

fn take(into: &mut Measures, from: &Measures, of: &KernelOutcome) -> bool {
    let better = of.findings.iter().filter(|finding| finding.verdict == Verdict::Improved);
    // What the faster kernel paid with is what it has now.
    let paid = of.findings.iter().filter(|finding| finding.verdict == Verdict::Excused);
    let all: Vec<&Finding> = better.chain(paid).collect();
    for finding in &all {
        if let Some(samples) = from.get(&finding.quantity) {
            into.insert(finding.quantity, samples.clone());
        }
    }
    !all.is_empty()
}
