//! Aggregates the values of launches to kernels, and of kernels to the run.

use propp_base_model::{Fraction, Value};
use propp_base_statistics::median::middle_two;
use serde::{Deserialize, Serialize};

/// The value of a launch, or of a group of launches, and its weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    pub value: Value,
    /// The unprofiled time of the launch, or of all launches of the group.
    pub unprofiled_ns: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    pub min: Fraction,
    pub median: Fraction,
    pub max: Fraction,
}

/// Several values of one criterion as one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aggregate {
    /// The mean of the measured values, weighted by time.
    #[serde(flatten)]
    pub value: Value,
    /// The spread of the measured values, unweighted.
    pub spread: Option<Spread>,
    /// The number of measured values.
    pub measured: usize,
    pub not_applicable: usize,
    pub unavailable: usize,
    /// The time of the measured samples over the time of all samples to which the criterion
    /// applies.
    pub time_covered: Option<Fraction>,
}

/// Aggregates values of one criterion.
///
/// The mean is over the measured values. Without any the result is the first unavailable
/// value, else the first that is not applicable.
pub fn aggregate(samples: &[Sample]) -> Aggregate {
    let measured: Vec<(Fraction, f64)> = samples
        .iter()
        .filter_map(|s| s.value.measured().map(|value| (value, s.unprofiled_ns as f64)))
        .collect();
    let unavailable: Vec<&Sample> =
        samples.iter().filter(|s| matches!(s.value, Value::Unavailable { .. })).collect();
    let measured_time: f64 = measured.iter().map(|(_, time)| time).sum();
    let unavailable_time: f64 = unavailable.iter().map(|s| s.unprofiled_ns as f64).sum();
    Aggregate {
        value: mean(&measured, measured_time).unwrap_or_else(|| absence(samples, &measured)),
        spread: spread(measured.iter().map(|(value, _)| *value).collect()),
        measured: measured.len(),
        not_applicable: samples.len() - measured.len() - unavailable.len(),
        unavailable: unavailable.len(),
        // `clamped` gives `None` for 0 / 0, when the criterion applies to nothing.
        time_covered: Fraction::clamped(measured_time / (measured_time + unavailable_time)),
    }
}

fn mean(measured: &[(Fraction, f64)], time: f64) -> Option<Value> {
    let weighted: f64 = measured.iter().map(|(value, time)| value.get() * time).sum();
    Fraction::clamped(weighted / time).map(|value| Value::Measured { value })
}

fn absence(samples: &[Sample], measured: &[(Fraction, f64)]) -> Value {
    if !measured.is_empty() {
        return Value::Unavailable { reason: "no launch has an unprofiled duration".to_owned() };
    }
    let first = |wanted: fn(&Value) -> bool| samples.iter().map(|s| &s.value).find(|v| wanted(v));
    first(|value| matches!(value, Value::Unavailable { .. }))
        .or_else(|| first(|value| matches!(value, Value::NotApplicable { .. })))
        .cloned()
        .unwrap_or_else(|| Value::Unavailable { reason: "no launch was profiled".to_owned() })
}

fn spread(values: Vec<Fraction>) -> Option<Spread> {
    let mut sorted = values;
    sorted.sort_by(|a, b| a.get().total_cmp(&b.get()));
    let (min, max) = (*sorted.first()?, *sorted.last()?);
    let [low, high] = middle_two(&sorted)?;
    let median = Fraction::clamped(f64::midpoint(low.get(), high.get()))?;
    Some(Spread { min, median, max })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(value: f64, unprofiled_ns: u64) -> Sample {
        let value = Value::Measured { value: Fraction::clamped(value).unwrap() };
        Sample { value, unprofiled_ns }
    }

    fn unavailable(unprofiled_ns: u64) -> Sample {
        Sample { value: Value::Unavailable { reason: "dropped".into() }, unprofiled_ns }
    }

    fn not_applicable(unprofiled_ns: u64) -> Sample {
        Sample { value: Value::NotApplicable { reason: "no shared memory".into() }, unprofiled_ns }
    }

    #[test]
    fn long_launches_weigh_more_in_the_mean_and_not_in_the_spread() {
        let all = aggregate(&[measured(0.2, 900), measured(1.0, 50), measured(0.4, 50)]);
        assert!((all.value.measured().unwrap().get() - 0.25).abs() < 1e-12);
        let spread = all.spread.unwrap();
        assert_eq!((spread.min.get(), spread.median.get(), spread.max.get()), (0.2, 0.4, 1.0));
        assert_eq!(all.time_covered, Some(Fraction::ONE));
    }

    #[test]
    fn what_has_no_number_is_counted_and_not_averaged() {
        let some = aggregate(&[measured(0.5, 30), unavailable(10), not_applicable(1_000)]);
        assert_eq!(some.value.measured().unwrap().get(), 0.5);
        assert_eq!((some.measured, some.not_applicable, some.unavailable), (1, 1, 1));
        assert_eq!(some.time_covered.unwrap().get(), 0.75);
    }

    #[test]
    fn nothing_measured_stays_without_a_number() {
        assert_eq!(aggregate(&[not_applicable(5), unavailable(5)]).value.reason(), Some("dropped"));
        let none = aggregate(&[not_applicable(5), not_applicable(5)]);
        assert!(matches!(none.value, Value::NotApplicable { .. }));
        assert_eq!((none.spread, none.time_covered), (None, None));
        assert_eq!(aggregate(&[]).value.reason(), Some("no launch was profiled"));
    }

    #[test]
    fn without_durations_there_is_no_mean_but_still_a_spread() {
        let untimed = aggregate(&[measured(0.5, 0)]);
        assert_eq!(untimed.value.reason(), Some("no launch has an unprofiled duration"));
        assert!(untimed.spread.is_some());
    }
}
