//! Margins, and how results are made up for tests.

use super::super::Pair;
use super::*;

pub(in super::super) fn result(rule: Rule, domain: &str, priced: f64, realised: f64) -> PairResult {
    let pair = Pair {
        rule: Some(rule),
        primitive: Some(domain.to_owned()),
        before: "a".to_owned(),
        after: "b".to_owned(),
        programs: None,
    };
    let problem = String::new();
    let (hints, priced) = (vec![(rule, Some(priced))], Some([priced, 1e3]));
    PairResult { pair, problem, realised, priced, hints, first: None, expected: None }
}

fn some(rule: Rule, domain: &str, realised: f64, count: usize) -> Vec<PairResult> {
    vec![result(rule, domain, 2.0, realised); count]
}

#[test]
fn domains_weigh_alike_and_rules_with_evidence_go_their_own_way() {
    let spread = Margin::spread(2.0_f64.ln());
    let score = |realised: f64| (realised / 2.0).ln() / spread;
    // Of many results in one domain only one counts as much as one alone.
    let mut all = some(Rule::Atomics, "one", 8.0, 30);
    all.extend(some(Rule::Atomics, "other", 2.0, 1));
    let own: Vec<&PairResult> = all.iter().collect();
    let kept = Kept::new(&[], &[]);
    let found = margin(Some(Rule::Atomics), &own, &kept).unwrap();
    assert_eq!((found.low, found.likely), (score(2.0), score(2.0)));
    assert!((found.high - score(8.0)).abs() < 1e-12 && found.calibrated);
    // Another rule whose gains are as priced knows little of atomics.
    all.extend((0..9).flat_map(|at| some(Rule::Barriers, &format!("d{at}"), 2.0, 1)));
    let both: Vec<&PairResult> = all.iter().collect();
    let high = margin(Some(Rule::Barriers), &both, &kept).unwrap().high;
    assert!((high - score(8.0)).abs() < 1e-12, "{high}");
    all.extend((9..30).flat_map(|at| some(Rule::Barriers, &format!("d{at}"), 2.0, 1)));
    let both: Vec<&PairResult> = all.iter().collect();
    assert_eq!(margin(Some(Rule::Barriers), &both, &kept).unwrap().high, 0.0);
    assert_eq!(margin(None, &both, &kept).unwrap().likely, 0.0);
    assert!(!margin(Some(Rule::Copies), &both, &kept).unwrap().calibrated);
}

#[test]
fn a_domain_does_not_affect_its_own_range() {
    let mut all = some(Rule::Barriers, "usual", 2.2, 20);
    all.push(result(Rule::Barriers, "odd", 2.0, 16.0));
    expect(&mut all);
    assert_eq!(all[20].is_within(), Some(false));
    // The odd one alone is too little to make a range of the others.
    assert_eq!(all[0].expected, None);
    assert_eq!(margin(Some(Rule::Barriers), &[&all[0]], &Kept::new(&[], &[])), None);
}
