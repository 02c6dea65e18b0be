//! The order of hints: how often a rule was right where it found something.
//!
//! A rule may find its defect in kernels whose time is lost to another one. So hints are ordered by
//! the logarithm of the priced gain and the share of finds that were right ([`promise`]). The finds of a rule in a domain weigh 1 together, and [`PRIOR`] domains more with
//! the mean of all rules, so that a rule with little evidence keeps its place.

use std::collections::{BTreeMap, BTreeSet};

use propp_judge_hints::{Rule, promise};

use super::{DEFECT, Found, PairResult};

/// How many domains with the mean of all rules are added to those of a rule.
const PRIOR: f64 = 3.0;

/// How often rules were right.
pub(super) struct Kept {
    of_rules: BTreeMap<Rule, f64>,
    mean: f64,
}

impl Kept {
    /// By results in which the defect costs time.
    pub(super) fn new(results: &[&PairResult], all: &[PairResult]) -> Self {
        let mut cells: BTreeMap<(Rule, &str), [f64; 2]> = BTreeMap::new();
        for result in results.iter().filter(|result| result.realised >= DEFECT) {
            let planted = planted(result, all);
            for (rule, _) in result.hints.iter().filter(|(_, priced)| priced.is_some()) {
                let [right, finds] = cells.entry((*rule, result.pair.domain())).or_default();
                *right += f64::from(u8::from(planted.contains(rule)));
                *finds += 1.0;
            }
        }
        let shares = cells.iter().map(|((rule, _), [right, finds])| (*rule, right / finds));
        let shares: Vec<(Rule, f64)> = shares.collect();
        let sum: f64 = shares.iter().map(|(_, share)| share).sum();
        let mean = if shares.is_empty() { 1.0 } else { sum / shares.len() as f64 };
        let of = |rule: Rule| {
            let own: Vec<f64> =
                shares.iter().filter(|(of, _)| *of == rule).map(|(_, share)| *share).collect();
            (own.iter().sum::<f64>() + PRIOR * mean) / (own.len() as f64 + PRIOR)
        };
        Self { of_rules: Rule::ALL.into_iter().map(|rule| (rule, of(rule))).collect(), mean }
    }

    /// Without a rule, the mean of all.
    pub(super) fn of(&self, rule: Option<Rule>) -> f64 {
        rule.and_then(|rule| self.of_rules.get(&rule).copied()).unwrap_or(self.mean)
    }

    /// The first hint in this order. Hints without a price keep theirs.
    pub(super) fn first(&self, hints: &[Found]) -> Option<Rule> {
        let rank =
            |(rule, priced): &Found| Some((*rule, promise((*priced)?, self.of(Some(*rule)))));
        let best = hints.iter().filter_map(rank).max_by(|a, b| a.1.total_cmp(&b.1));
        best.or_else(|| hints.first().map(|(rule, _)| (*rule, 0.0))).map(|(rule, _)| rule)
    }
}

/// The defects of what a result's pair has before the change.
pub(super) fn planted(result: &PairResult, all: &[PairResult]) -> BTreeSet<Rule> {
    let same = all.iter().filter(|other| other.pair.has_defect_of(&result.pair));
    same.filter_map(|other| other.pair.rule).collect()
}

#[cfg(test)]
mod tests {
    use super::super::margins::expect;
    use super::super::margins::tests::result;
    use super::*;

    #[test]
    fn a_rule_that_was_wrong_in_other_domains_comes_later() {
        let found = [(Rule::NarrowTypes, Some(2.0)), (Rule::Barriers, Some(1.8))];
        let one = |domain: &str, realised: f64| {
            let mut one = result(Rule::Barriers, domain, 1.8, realised);
            one.hints = found.to_vec();
            one
        };
        // Alone, nothing is known, and the larger gain is first.
        let mut all = vec![one("images", 1.5)];
        expect(&mut all);
        assert_eq!(all[0].first, Some(Rule::NarrowTypes));
        // What a domain says itself does not count, nor do defects that cost nothing.
        all.extend([one("images", 1.5), one("meshes", 1.0)]);
        expect(&mut all);
        assert_eq!(all[0].first, Some(Rule::NarrowTypes));
        all.push(one("rows", 1.5));
        expect(&mut all);
        assert_eq!(all[0].first, Some(Rule::Barriers));
    }

    #[test]
    fn hints_without_a_price_keep_their_order() {
        let kept = Kept::new(&[], &[]);
        assert_eq!(kept.first(&[(Rule::Atomics, None), (Rule::Copies, None)]), Some(Rule::Atomics));
        assert_eq!(kept.first(&[]), None);
    }
}
