//! Summarises the results of pairs by rule.

use std::collections::BTreeSet;

use propp_hints::{Margin, Rule};
use propp_numbers::median::{Between, quantile};

use super::PairResult;

/// A rule with fewer results keeps the default margin.
const MIN_RESULTS: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleSummary {
    pub rule: Rule,
    /// The number of pairs with a result.
    pub pairs: usize,
    /// Pairs times problems.
    pub outcomes: usize,
    /// Results in which the rule found its defect.
    pub found: usize,
    /// Found results whose measured gain is within the range.
    pub within: usize,
    /// The number of domains of these pairs ([`super::Pair::domain`]).
    pub domains: usize,
    /// The same with each domain held out: the number within the range that the other domains'
    /// results give, and the number of results that could be held out.
    pub within_held_out: [usize; 2],
    /// The median factor between likely and measured gain.
    pub error: Option<f64>,
    /// The median width of the range, high over low.
    pub width: Option<f64>,
}

/// The rules with results.
#[must_use]
pub fn summary(outcomes: &[PairResult]) -> Vec<RuleSummary> {
    Rule::ALL.into_iter().filter_map(|rule| rule_summary(rule, outcomes)).collect()
}

fn rule_summary(rule: Rule, outcomes: &[PairResult]) -> Option<RuleSummary> {
    let own: Vec<&PairResult> = outcomes.iter().filter(|one| one.pair.rule == rule).collect();
    let mut pairs: Vec<_> = own.iter().map(|one| &one.pair).collect();
    pairs.dedup();
    let domains: BTreeSet<&str> = own.iter().map(|one| one.pair.domain()).collect();
    let gains = || own.iter().filter_map(|one| Some((one.realised, one.expected?)));
    let errors = gains().map(|(realised, gain)| (realised / gain.likely).ln().abs().exp());
    let held_out: Vec<bool> = own.iter().filter_map(|one| is_within_held_out(one, &own)).collect();
    (!own.is_empty()).then(|| RuleSummary {
        rule,
        pairs: pairs.len(),
        domains: domains.len(),
        outcomes: own.len(),
        found: gains().count(),
        within: own.iter().filter(|one| one.is_within() == Some(true)).count(),
        within_held_out: [held_out.iter().filter(|held| **held).count(), held_out.len()],
        error: middle(&errors.collect::<Vec<f64>>()),
        width: middle(&gains().map(|(_, gain)| gain.high / gain.low).collect::<Vec<f64>>()),
    })
}

/// Whether a result is within the range that the results of other domains give.
fn is_within_held_out(one: &PairResult, own: &[&PairResult]) -> Option<bool> {
    let others = own.iter().filter(|other| other.pair.domain() != one.pair.domain());
    let margin = margin(others.copied())?;
    one.is_within_margin(margin)
}

/// The margin of a rule: the 10th to 90th percentile of the results' slopes, rounded outwards
/// to 0.05. It spans at least 0.5 to 1.5, because kernels differ from the suite's.
#[must_use]
pub fn margin<'a>(outcomes: impl Iterator<Item = &'a PairResult>) -> Option<Margin> {
    let slopes: Vec<f64> = outcomes.filter_map(PairResult::slope).collect();
    if slopes.len() < MIN_RESULTS {
        return None;
    }
    let slope_at = |share| quantile(&slopes, share, Between::Outward);
    let low = (slope_at(0.1)?.clamp(0.0, 0.5) * 20.0).floor() / 20.0;
    let high = (slope_at(0.9)?.max(1.5) * 20.0).ceil() / 20.0;
    let likely = ((slope_at(0.5)? * 20.0).round() / 20.0).clamp(low, high);
    Some(Margin { low, likely, high, calibrated: true })
}

/// The median; of an even number of values the higher middle one, which is a result that
/// occurred.
fn middle(list: &[f64]) -> Option<f64> {
    quantile(list, 0.5, Between::Outward)
}

#[cfg(test)]
mod tests {
    use super::super::Pair;
    use super::*;
    use propp_hints::Gain;

    fn outcome(primitive: &str, priced: f64, realised: f64) -> PairResult {
        PairResult {
            pair: Pair {
                rule: Rule::Barriers,
                primitive: Some(primitive.to_owned()),
                before: "a".to_owned(),
                after: "b".to_owned(),
                programs: None,
            },
            problem: String::new(),
            before_ns: 1.0,
            realised,
            expected: Some(Gain { low: 1.0, likely: priced, high: priced * priced, priced }),
        }
    }

    #[test]
    fn a_margin_holds_nine_tenths_and_needs_four() {
        let all = [2.0, 4.0, 4.0, 4.0, 8.0].map(|realised| outcome("p", 4.0, realised));
        let found = margin(all.iter()).unwrap();
        assert_eq!((found.low, found.likely, found.high), (0.5, 1.0, 1.5));
        assert_eq!(margin(all[..3].iter()), None);
        let worse = [1.0, 0.5, 64.0, 64.0].map(|realised| outcome("p", 4.0, realised));
        let found = margin(worse.iter()).unwrap();
        assert_eq!((found.low, found.high), (0.0, 3.0));
    }

    #[test]
    fn a_held_out_result_does_not_affect_its_margin() {
        let mut all = vec![outcome("other", 2.0, 1.9); 4];
        all.push(outcome("odd", 2.0, 16.0));
        let of = summary(&all);
        assert_eq!(of[0].found, 5);
        // The four of one primitive have too few others to be judged by.
        assert_eq!(of[0].within_held_out, [0, 1]);
    }
}
