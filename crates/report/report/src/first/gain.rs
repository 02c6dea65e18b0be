//! What the first hint brings, and the criterion that is weakest.

use propp_judge_analysis::KernelReport;
use propp_judge_criteria::Criterion;
use propp_judge_hints::{Advice, Expected, Hint};

use propp_base_text::{short, times};

/// What the first hint is likely to bring.
pub fn gain(advice: Option<&Advice>, is_wide: bool) -> String {
    let Some(advice) = advice else { return "?".to_owned() };
    gain_of(advice.hints.first(), is_wide).unwrap_or_else(|| {
        let is_unknown = advice.nothing.as_ref().is_some_and(|nothing| nothing.is_unknown());
        if is_unknown { "?" } else { "-" }.to_owned()
    })
}

pub(super) fn gain_of(hint: Option<&Hint>, is_wide: bool) -> Option<String> {
    Some(match &hint?.expected {
        Expected::Time { gain, .. } if is_wide => {
            format!("{} ({} to {})", times(gain.likely), short(gain.low), short(gain.high))
        }
        Expected::Time { gain, .. } => times(gain.likely),
        Expected::AtMost { most, .. } => format!("at most {}", times(*most)),
        Expected::Unpriced { .. } => "?".to_owned(),
    })
}

/// How many times faster the first hint is likely to make it.
pub fn likely(advice: Option<&Advice>) -> Option<f64> {
    match advice?.hints.first()?.expected {
        Expected::Time { gain, .. } => Some(gain.likely),
        Expected::AtMost { .. } | Expected::Unpriced { .. } => None,
    }
}

/// The kernel's own criterion that is farthest from 100.
pub fn weakest(kernel: &KernelReport) -> Option<(Criterion, f64)> {
    let own = kernel.criteria.iter().filter(|(criterion, _)| !criterion.is_of_run());
    let measured = own.filter_map(|(criterion, report)| {
        Some((*criterion, report.aggregate.value.measured()?.get()))
    });
    // What a kernel has to compute is no fault.
    measured.filter(|(c, _)| *c != Criterion::Ci).min_by(|a, b| a.1.total_cmp(&b.1))
}

/// `OCC 4`.
pub fn weakest_words(kernel: &KernelReport) -> String {
    weakest(kernel).map_or_else(
        || "?".to_owned(),
        |(criterion, value)| format!("{criterion} {:.0}", 100.0 * value),
    )
}
