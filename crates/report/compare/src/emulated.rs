//! The verdict on two emulated programs: an order by their counts, and what it is worth.

use std::collections::BTreeSet;

use propp_base_model::OccupancyLimit;
use propp_judge_analysis::KernelReport;
use propp_judge_criteria::{Criterion, Note};

use super::comparison::{Comparison, Side};
use super::no_price::NoPrice;
use super::outcome::Outcome;
use super::time::Verdict;

/// Kernels that are named.
const KERNELS: usize = 5;

/// What to do where emulated counts give no order.
fn counts(first: &str) -> Option<String> {
    const COUNTS: &str = "compare the counts themselves (propp show FILE --rows counters --format csv), or \
                          profile both on a GPU";
    Some(format!("{first}{COUNTS}"))
}

/// Why kernels have no order, each of them once and a few in all, and whether one asks for too much.
fn without_order(comparison: &Comparison<'_>) -> (Vec<String>, bool) {
    let kernels = || comparison.sides.iter().take(2).flat_map(Side::kernels);
    if kernels().all(|kernel| kernel.order.is_none()) {
        return (vec!["no prices of emulated counts apply".to_owned()], false);
    }
    let mut is_large = false;
    let mut why = BTreeSet::new();
    for kernel in kernels() {
        if let Some(reason) = NoPrice::of(kernel) {
            is_large |= matches!(reason, NoPrice::TooMuch(_));
            why.insert(reason.words(&format!(" of {}", kernel.name.bare)));
        }
    }
    let left_out = why.len().saturating_sub(KERNELS);
    let mut told: Vec<String> = why.into_iter().take(KERNELS).collect();
    if left_out > 0 {
        told.push(format!("the same holds for {left_out} more kernels"));
    }
    (told, is_large)
}

/// Whether the grid of a kernel of the second side fills far less of the GPU than that of the first, so
/// that this input may be too small for it.
fn fewer_threads(comparison: &Comparison<'_>) -> Option<String> {
    let [base, side] = [0, 1].map(|place| comparison.sides[place].kernels());
    comparison.against[0].rows.iter().find_map(|row| {
        let (before, after) = (base[row.pair.a?], side[row.pair.b?]);
        let [now, then] = [occupancy(before)?, occupancy(after)?].map(|share| 100.0 * share);
        (then < 0.5 * now && is_limited_by_grid(after)).then(|| {
            format!(
                "{} fills {then:.0} % of the warp slots instead of {now:.0} %, which a larger input may mend",
                after.name.bare
            )
        })
    })
}

fn occupancy(kernel: &KernelReport) -> Option<f64> {
    Some(kernel.criteria.get(&Criterion::Occ)?.aggregate.value.measured()?.get())
}

fn is_limited_by_grid(kernel: &KernelReport) -> bool {
    let notes = kernel.criteria.get(&Criterion::Occ).map(|report| &report.evidence.notes);
    notes.into_iter().flatten().any(|note| match note {
        Note::Limits { by, .. } => by.contains(&OccupancyLimit::Grid),
        _ => false,
    })
}

/// What counts say of two programs without times.
#[derive(Default)]
pub(super) struct Order {
    pub(super) verdict: Outcome,
    pub(super) certainty: Option<f64>,
    pub(super) because: Vec<String>,
    pub(super) next: Option<String>,
}

/// The order of two emulated programs.
pub(super) fn order(comparison: &Comparison<'_>) -> Order {
    let Some(predicted) = comparison.against[0].predicted else {
        let (mut because, is_large) = without_order(comparison);
        if because.is_empty() {
            because.push("one side has no times".to_owned());
        }
        because.extend(by_kernel(comparison));
        let next = counts(if is_large { "emulate a smaller input, or " } else { "" });
        return Order { because, next, ..Order::default() };
    };
    let mut because = vec![match predicted.same {
        true => "both were emulated, and ask for the same work".to_owned(),
        false if predicted.small => {
            "both were emulated, and launching takes two fifths or more of the time of both"
                .to_owned()
        }
        false => format!(
            "both were emulated: by their counts, the second is faster with a chance of {}; it is \
             unknown by how much",
            chance(predicted.faster)
        ),
    }];
    let fewer = fewer_threads(comparison).filter(|_| predicted.verdict == Verdict::Slower);
    let verdict = match predicted.verdict {
        Verdict::Faster => Outcome::Faster,
        Verdict::Slower if fewer.is_none() => Outcome::Slower,
        Verdict::Tie if predicted.same => Outcome::NoDifference,
        Verdict::Slower | Verdict::Tie => Outcome::CannotTell,
    };
    because.extend(fewer.clone());
    let mut next = None;
    if verdict == Outcome::CannotTell {
        because.extend(by_kernel(comparison));
        next = counts("emulate a larger input, or ");
    }
    let is_sure = !predicted.same && !predicted.small && fewer.is_none();
    let certainty = is_sure.then(|| predicted.faster.max(1.0 - predicted.faster));
    Order { verdict, certainty, because, next }
}

/// Such as `97 %`. No prediction is certain, so none is said to be.
fn chance(probability: f64) -> String {
    match probability {
        _ if probability >= 0.995 => ">99 %".to_owned(),
        _ if probability <= 0.005 => "<1 %".to_owned(),
        _ => format!("{:.0} %", 100.0 * probability),
    }
}

/// What is known of single kernels, where there are several.
fn by_kernel(comparison: &Comparison<'_>) -> Option<String> {
    let [_, side] = [0, 1].map(|place| comparison.sides[place].kernels());
    let rows = &comparison.against[0].rows;
    let told = rows.iter().filter_map(|row| {
        let order = row.predicted.filter(|order| order.verdict != Verdict::Tie)?;
        Some(format!("{} {}", side[row.pair.b?].name.bare, order.words()))
    });
    let told: Vec<String> = told.take(KERNELS).collect();
    (rows.len() > 1 && !told.is_empty()).then(|| format!("by kernel: {}", told.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_chance_is_said_to_be_certain() {
        assert_eq!(chance(0.9999), ">99 %");
        assert_eq!(chance(0.0001), "<1 %");
        assert_eq!(chance(0.994), "99 %");
        assert_eq!(chance(0.37), "37 %");
    }
}
