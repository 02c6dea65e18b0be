//! The margins of ranges, by split-conformal calibration across domains.
//!
//! The score of a result is how far its realised gain was from the priced one ([`score`]). A range
//! leaves out a part of the weight of the scores at each end ([`TAILS`]), less what is counted for
//! the domain to come ([`TO_COME`]). The results of a rule in a domain weigh 1 together, because they err
//! together; and all results of other rules weigh as much as [`POOL`] domains of the rule, so that a
//! rule with little evidence has the range of all.

use std::collections::{BTreeMap, BTreeSet};

use propp_judge_hints::{Margin, Rule};

use super::PairResult;
use super::order::Kept;

/// What a range leaves out below and above. More results than these lie above: ranges also end at what
/// memory and SMs can do, and remedies take out more than the rules count.
const TAILS: [f64; 2] = [0.1, 0.05];

/// How much of a domain lies beyond each end: the next one may be further off than all known ones,
/// which matters where they are few.
const TO_COME: f64 = 0.3;

/// How many domains of a rule all other rules weigh.
const POOL: f64 = 2.0;

/// Fewer scores make no range.
const MIN_RESULTS: usize = 20;

/// How far the realised gain was from the priced one; `None` if the rule found nothing.
fn score(result: &PairResult) -> Option<f64> {
    let priced = result.priced?[0].ln();
    Some((result.realised.ln() - priced) / Margin::spread(priced))
}

/// The margin of a rule by these results; without a rule, of all rules together. `None` if they are
/// too few.
pub(super) fn margin(rule: Option<Rule>, results: &[&PairResult], kept: &Kept) -> Option<Margin> {
    let scored: Vec<(&PairResult, f64)> =
        results.iter().filter_map(|result| Some((*result, score(result)?))).collect();
    if scored.len() < MIN_RESULTS {
        return None;
    }
    let mut cells: BTreeMap<(Option<Rule>, &str), f64> = BTreeMap::new();
    for (result, _) in &scored {
        *cells.entry((result.pair.rule, result.pair.domain())).or_default() += 1.0;
    }
    let is_own = |of: Option<Rule>| rule.is_some() && rule == of;
    let others = cells.keys().filter(|(of, _)| !is_own(*of)).count().max(1) as f64;
    let weight = |result: &PairResult| {
        let of_cell = if is_own(result.pair.rule) { 1.0 } else { POOL / others };
        of_cell / cells[&(result.pair.rule, result.pair.domain())]
    };
    let mut scores: Vec<(f64, f64)> =
        scored.iter().map(|(result, score)| (*score, weight(result))).collect();
    scores.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let whole: f64 = scores.iter().map(|(_, weight)| weight).sum();
    let [below, above] = TAILS.map(|tail| tail * whole - TO_COME);
    let low = reached(scores.iter(), below)?;
    let likely = reached(scores.iter(), whole / 2.0)?;
    let high = reached(scores.iter().rev(), above)?;
    let calibrated = cells.keys().any(|(of, _)| is_own(*of));
    Some(Margin { low, likely, high, kept: kept.of(rule), calibrated })
}

/// The value with which the sum of the weights reaches this one.
fn reached<'a>(values: impl Iterator<Item = &'a (f64, f64)>, weight: f64) -> Option<f64> {
    let mut sum = 0.0;
    let mut summed = values.map(|(value, own)| {
        sum += own;
        (*value, sum)
    });
    summed.find(|(_, sum)| *sum >= weight - 1e-9).map(|(value, _)| value)
}

/// Says of each result which hint comes first, and which gain is expected, by the results of all
/// other domains.
pub(super) fn expect(results: &mut [PairResult]) {
    let of = |result: &PairResult| result.pair.domain().to_owned();
    let domains: BTreeSet<String> = results.iter().map(of).collect();
    for domain in &domains {
        let others: Vec<&PairResult> =
            results.iter().filter(|other| of(other) != *domain).collect();
        let kept = Kept::new(&others, results);
        let rules: BTreeSet<Rule> = results.iter().filter_map(|result| result.pair.rule).collect();
        let margins: BTreeMap<Rule, Option<Margin>> =
            rules.into_iter().map(|rule| (rule, margin(Some(rule), &others, &kept))).collect();
        for result in results.iter_mut().filter(|result| of(result) == *domain) {
            result.first = kept.first(&result.hints);
            let own = result.pair.rule.and_then(|rule| margins.get(&rule).copied());
            let margin = own.flatten();
            let ends = |[priced, most]: [f64; 2]| {
                let ends = margin?.around(priced.ln());
                Some(ends.map(|end| end.exp().min(most)))
            };
            result.expected = result.priced.and_then(ends);
        }
    }
}

#[cfg(test)]
#[path = "margins_tests.rs"]
pub(super) mod tests;
