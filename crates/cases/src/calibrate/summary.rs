//! Outcomes rule by rule.

use propp_hints::{Margin, Rule};
use propp_numbers::median::{Between, quantile};

use super::Outcome;

/// Rules with fewer outcomes than this are as wide as without any.
const LEAST_OUTCOMES: usize = 4;

/// The outcomes of a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OfRule {
    /// The rule.
    pub rule: Rule,
    /// Pairs of implementations with an outcome.
    pub pairs: usize,
    /// Outcomes: pairs times problems.
    pub outcomes: usize,
    /// Of these the rule found its defect in the first implementation.
    pub found: usize,
    /// Of these the range holds what came of it.
    pub within: usize,
    /// The same with margins from the outcomes of other primitives, and of how many:
    /// only where others have enough of them.
    pub within_held_out: [usize; 2],
    /// Factor between likely and realised gain, the median.
    pub error: Option<f64>,
    /// Width of the range, high over low, the median.
    pub width: Option<f64>,
}

/// Rule by rule, those without an outcome left out.
#[must_use]
pub fn summary(outcomes: &[Outcome]) -> Vec<OfRule> {
    Rule::ALL.into_iter().filter_map(|rule| of_rule(rule, outcomes)).collect()
}

fn of_rule(rule: Rule, outcomes: &[Outcome]) -> Option<OfRule> {
    let own: Vec<&Outcome> = outcomes.iter().filter(|one| one.pair.rule == rule).collect();
    let mut pairs: Vec<_> = own.iter().map(|one| &one.pair).collect();
    pairs.dedup();
    let gains = || own.iter().filter_map(|one| Some((one.realised, one.expected?)));
    let errors = gains().map(|(realised, gain)| (realised / gain.likely).ln().abs().exp());
    let held_out: Vec<bool> = own.iter().filter_map(|one| holds_out(one, &own)).collect();
    (!own.is_empty()).then(|| OfRule {
        rule,
        pairs: pairs.len(),
        outcomes: own.len(),
        found: gains().count(),
        within: own.iter().filter(|one| one.is_within() == Some(true)).count(),
        within_held_out: [held_out.iter().filter(|held| **held).count(), held_out.len()],
        error: middle(&errors.collect::<Vec<f64>>()),
        width: middle(&gains().map(|(_, gain)| gain.high / gain.low).collect::<Vec<f64>>()),
    })
}

/// Whether an outcome is within a range that other primitives' outcomes make.
fn holds_out(one: &Outcome, own: &[&Outcome]) -> Option<bool> {
    let others = own.iter().filter(|other| other.pair.primitive != one.pair.primitive);
    let margin = margin(others.copied())?;
    one.is_within_margin(margin)
}

/// The margin that outcomes of a rule ask for: between the lowest and the highest tenth
/// of what the logarithm of the priced gain must be multiplied with, and never so narrow
/// that a kernel unlike the suite's would be promised much: half to one and a half at
/// least.
#[must_use]
pub fn margin<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> Option<Margin> {
    let slopes: Vec<f64> = outcomes.filter_map(Outcome::slope).collect();
    if slopes.len() < LEAST_OUTCOMES {
        return None;
    }
    let of = |share| quantile(&slopes, share, Between::Outward);
    // Outwards, to a twentieth.
    let low = (of(0.1)?.clamp(0.0, 0.5) * 20.0).floor() / 20.0;
    let high = (of(0.9)?.max(1.5) * 20.0).ceil() / 20.0;
    let likely = ((of(0.5)? * 20.0).round() / 20.0).clamp(low, high);
    Some(Margin { low, likely, high, calibrated: true })
}

/// Of an even number the higher of the middle two: an outcome that there was.
fn middle(list: &[f64]) -> Option<f64> {
    quantile(list, 0.5, Between::Outward)
}

#[cfg(test)]
mod tests {
    use super::super::Pair;
    use super::*;
    use propp_hints::Gain;

    fn outcome(primitive: &str, priced: f64, realised: f64) -> Outcome {
        Outcome {
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
    fn what_is_held_out_has_no_say_in_its_margin() {
        let mut all = vec![outcome("other", 2.0, 1.9); 4];
        all.push(outcome("odd", 2.0, 16.0));
        let of = summary(&all);
        assert_eq!(of[0].found, 5);
        // The four of one primitive have too few others to be judged by.
        assert_eq!(of[0].within_held_out, [0, 1]);
    }
}
