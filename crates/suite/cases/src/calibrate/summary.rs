//! Summarises the results of pairs: by rule, by domain, and all.

use std::collections::BTreeSet;

use propp_base_statistics::median::{Between, quantile};
use propp_judge_hints::Rule;

use super::order::planted;
use super::{DEFECT, PairResult};

#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The rule, or the domain.
    pub name: String,
    /// The number of pairs with a result.
    pub pairs: usize,
    /// The number of domains of these pairs ([`super::Pair::domain`]).
    pub domains: usize,
    /// Pairs times problems.
    pub outcomes: usize,
    /// Results in which the rule found its defect and priced it.
    pub found: usize,
    /// Results whose first hint is the rule's, or that of another defect of the pair; and those
    /// with a defect that costs time.
    pub first: [usize; 2],
    /// Found results whose measured gain is within the range that the other domains' results give.
    pub within: usize,
    /// The median factor between likely and measured gain.
    pub error: Option<f64>,
    /// The median width of the range, high over low.
    pub width: Option<f64>,
}

pub fn by_rule(results: &[PairResult]) -> Vec<Summary> {
    let of = |rule: Option<Rule>| {
        summary(rule.map_or("none", Rule::name), results, |one| one.pair.rule == rule)
    };
    Rule::ALL.into_iter().map(Some).chain([None]).filter_map(of).collect()
}

pub fn by_domain(results: &[PairResult]) -> Vec<Summary> {
    let domains: BTreeSet<&str> = results.iter().map(|one| one.pair.domain()).collect();
    let of = |domain: &str| summary(domain, results, |one| one.pair.domain() == domain);
    domains.into_iter().filter_map(of).collect()
}

/// `None` without results.
pub fn of_all(results: &[PairResult]) -> Option<Summary> {
    summary("all", results, |_| true)
}

/// Those that the bundled prices were not fitted to.
pub fn of_unfitted(results: &[PairResult]) -> Option<Summary> {
    summary("not in the fit", results, |one| !one.pair.is_fitted())
}

fn summary(
    name: &str,
    results: &[PairResult],
    is_own: impl Fn(&PairResult) -> bool,
) -> Option<Summary> {
    let own: Vec<&PairResult> = results.iter().filter(|one| is_own(one)).collect();
    let mut pairs: Vec<_> = own.iter().map(|one| &one.pair).collect();
    pairs.dedup();
    let domains: BTreeSet<&str> = pairs.iter().map(|pair| pair.domain()).collect();
    let costly = || own.iter().filter(|one| one.realised >= DEFECT);
    let is_first =
        |one: &PairResult| one.first.is_some_and(|first| planted(one, results).contains(&first));
    let ranges = || own.iter().filter_map(|one| Some((one.realised, one.expected?)));
    let errors = ranges().map(|(realised, [_, likely, _])| (realised / likely).ln().abs().exp());
    let widths = ranges().map(|(_, [low, _, high])| high / low);
    (!own.is_empty()).then(|| Summary {
        name: name.to_owned(),
        pairs: pairs.len(),
        domains: domains.len(),
        outcomes: own.len(),
        found: own.iter().filter(|one| one.priced.is_some()).count(),
        first: [costly().filter(|one| is_first(one)).count(), costly().count()],
        within: own.iter().filter(|one| one.is_within() == Some(true)).count(),
        error: middle(&errors.collect::<Vec<f64>>()),
        width: middle(&widths.collect::<Vec<f64>>()),
    })
}

/// The median; of an even number of values the higher middle one, which is a result that
/// occurred.
fn middle(list: &[f64]) -> Option<f64> {
    quantile(list, 0.5, Between::Outward)
}
