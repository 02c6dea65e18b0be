//! The counter values of a launch, by name and pass.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The counter values of one launch.
///
/// Every pass runs the kernel again at another clock and cache state: on an H200, cycle
/// counts of one launch differed by up to 24 % between passes. So a quotient of cycle counts
/// takes both from one pass ([`Self::in_one_pass`]). Counts of work (instructions, bytes,
/// sectors) repeat in every pass and may come from any ([`Self::in_any_pass`]).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CounterValues {
    passes: Vec<BTreeMap<String, f64>>,
    absent: BTreeMap<String, String>,
}

impl CounterValues {
    pub fn from_pass<N: Into<String>>(values: impl IntoIterator<Item = (N, f64)>) -> Self {
        let mut all = Self::default();
        all.add_pass(values);
        all
    }

    pub fn add_pass<N: Into<String>>(&mut self, values: impl IntoIterator<Item = (N, f64)>) {
        self.passes.push(values.into_iter().map(|(name, value)| (name.into(), value)).collect());
    }

    /// Records why a requested counter has no value.
    pub fn add_absent(&mut self, name: impl Into<String>, reason: impl Into<String>) {
        self.absent.insert(name.into(), reason.into());
    }

    /// The value from the first pass that has the counter.
    /// Fails if no pass has it, or its value is not a count.
    pub fn in_any_pass(&self, name: &str) -> Result<f64, String> {
        let value = self
            .passes
            .iter()
            .find_map(|pass| pass.get(name).copied())
            .ok_or_else(|| self.absence(name))?;
        count(name, value)
    }

    /// The values from the first pass that has all of the counters.
    /// Fails if a counter has no value, or no pass has all of them.
    pub fn in_one_pass<const N: usize>(&self, names: [&str; N]) -> Result<[f64; N], String> {
        for name in names {
            self.in_any_pass(name)?;
        }
        let Some(pass) =
            self.passes.iter().find(|pass| names.iter().all(|&name| pass.contains_key(name)))
        else {
            return Err(format!(
                "no single pass counted all of {}, and the kernel runs differently in each",
                names.join(", ")
            ));
        };
        let mut values = [0.0; N];
        for (value, name) in values.iter_mut().zip(names) {
            *value = count(name, pass.get(name).copied().unwrap_or(f64::NAN))?;
        }
        Ok(values)
    }

    /// Why a counter has no value.
    fn absence(&self, name: &str) -> String {
        match self.absent.get(name) {
            Some(reason) => format!("counter {name}: {reason}"),
            None => format!("counter {name} was not collected"),
        }
    }
}

/// Counters have up to 64 bits. The profiling library returns NaN for a metric that was not
/// configured.
fn count(name: &str, value: f64) -> Result<f64, String> {
    let is_count = (0.0..=u64::MAX as f64).contains(&value);
    is_count
        .then_some(value)
        .ok_or_else(|| format!("counter {name} read {value}, which is not a count"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotient_takes_both_halves_from_the_same_pass() {
        let mut values = CounterValues::from_pass([("cycles", 100.0), ("alu", 7.0)]);
        values.add_pass([("cycles", 124.0), ("tensor", 9.0)]);
        assert_eq!(values.in_one_pass(["alu", "cycles"]), Ok([7.0, 100.0]));
        assert_eq!(values.in_one_pass(["tensor", "cycles"]), Ok([9.0, 124.0]));
        assert_eq!(
            values.in_one_pass(["alu", "tensor"]).unwrap_err(),
            "no single pass counted all of alu, tensor, and the kernel runs differently in each"
        );
    }

    #[test]
    fn an_absent_counter_says_why() {
        let mut values =
            CounterValues::from_pass([("broken", f64::NAN), ("negative", -1.0), ("huge", 1e20)]);
        values.add_absent("refused", "not available on this chip");
        let says = |name| values.in_any_pass(name).unwrap_err();
        assert_eq!(says("refused"), "counter refused: not available on this chip");
        assert_eq!(says("unasked"), "counter unasked was not collected");
        assert_eq!(says("broken"), "counter broken read NaN, which is not a count");
        assert_eq!(says("negative"), "counter negative read -1, which is not a count");
        assert_eq!(says("huge"), "counter huge read 100000000000000000000, which is not a count");
    }
}
