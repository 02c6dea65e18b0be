//! Counter values as they were read, by name and by pass.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::no_value::NoValue;

/// What the counters of one launch read.
///
/// Values stay in the pass that counted them, because every pass runs the
/// kernel anew, at its own clock and cache state: cycle counts of one launch
/// were seen to differ by up to 24 % between passes on an H200. A quotient of
/// such counts is therefore only formed inside one pass ([`Self::together`]).
/// Counts of what the program did (instructions, bytes, sectors) repeat from
/// pass to pass and may be taken from any ([`Self::anywhere`]).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CounterValues {
    passes: Vec<BTreeMap<String, f64>>,
    absent: BTreeMap<String, String>,
}

/// Why a counter has no value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Absence {
    /// Nobody asked for it.
    #[error("counter {name} was not collected")]
    NotCollected {
        /// The counter.
        name: String,
    },
    /// It was asked for and could not be had.
    #[error("counter {name}: {reason}")]
    Refused {
        /// The counter.
        name: String,
        /// The collector's words.
        reason: String,
    },
    /// The profiling library answered with something that is no count.
    #[error("counter {name} read {value}, which is no count")]
    NotACount {
        /// The counter.
        name: String,
        /// What was read.
        value: f64,
    },
    /// All were counted, but not at the same time.
    #[error("no single pass counted all of {names}, and the kernel runs differently in each")]
    NotInOnePass {
        /// The counters, comma-separated.
        names: String,
    },
}

impl CounterValues {
    /// The values of a launch that needed one pass only.
    #[must_use]
    pub fn from_pass<N: Into<String>>(values: impl IntoIterator<Item = (N, f64)>) -> Self {
        let mut all = Self::default();
        all.add_pass(values);
        all
    }

    /// Adds the values of one more pass.
    pub fn add_pass<N: Into<String>>(&mut self, values: impl IntoIterator<Item = (N, f64)>) {
        self.passes.push(values.into_iter().map(|(name, value)| (name.into(), value)).collect());
    }

    /// Notes why a counter that was asked for has no value.
    pub fn add_absent(&mut self, name: impl Into<String>, reason: impl Into<String>) {
        self.absent.insert(name.into(), reason.into());
    }

    /// The value of one counter, from the first pass that has it.
    ///
    /// # Errors
    /// If no pass has it, or what it has is no count.
    pub fn anywhere(&self, name: &str) -> Result<f64, Absence> {
        let value = self
            .passes
            .iter()
            .find_map(|pass| pass.get(name).copied())
            .ok_or_else(|| self.absence(name))?;
        count(name, value)
    }

    /// The values of several counters from the first pass that has them all.
    ///
    /// # Errors
    /// If one of them has no value, or no single pass has all of them.
    pub fn together<const N: usize>(&self, names: [&str; N]) -> Result<[f64; N], Absence> {
        for name in names {
            self.anywhere(name)?;
        }
        let Some(pass) =
            self.passes.iter().find(|pass| names.iter().all(|&name| pass.contains_key(name)))
        else {
            return Err(Absence::NotInOnePass { names: names.join(", ") });
        };
        let mut values = [0.0; N];
        for (value, name) in values.iter_mut().zip(names) {
            *value = count(name, pass.get(name).copied().unwrap_or(f64::NAN))?;
        }
        Ok(values)
    }

    fn absence(&self, name: &str) -> Absence {
        match self.absent.get(name) {
            Some(reason) => Absence::Refused { name: name.to_owned(), reason: reason.clone() },
            None => Absence::NotCollected { name: name.to_owned() },
        }
    }
}

/// Counters are 64 bits wide at most. The profiling library answers NaN for a
/// metric that was not configured.
fn count(name: &str, value: f64) -> Result<f64, Absence> {
    if (0.0..=u64::MAX as f64).contains(&value) {
        Ok(value)
    } else {
        Err(Absence::NotACount { name: name.to_owned(), value })
    }
}

impl From<Absence> for NoValue {
    fn from(absence: Absence) -> Self {
        Self::Unavailable(absence.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotient_takes_both_halves_from_the_same_pass() {
        let mut values = CounterValues::from_pass([("cycles", 100.0), ("alu", 7.0)]);
        values.add_pass([("cycles", 124.0), ("tensor", 9.0)]);
        assert_eq!(values.together(["alu", "cycles"]), Ok([7.0, 100.0]));
        assert_eq!(values.together(["tensor", "cycles"]), Ok([9.0, 124.0]));
        assert_eq!(
            values.together(["alu", "tensor"]).unwrap_err().to_string(),
            "no single pass counted all of alu, tensor, and the kernel runs differently in each"
        );
    }

    #[test]
    fn an_absent_counter_says_why() {
        let mut values =
            CounterValues::from_pass([("broken", f64::NAN), ("negative", -1.0), ("huge", 1e20)]);
        values.add_absent("refused", "not available on this chip");
        let says = |name| values.anywhere(name).unwrap_err().to_string();
        assert_eq!(says("refused"), "counter refused: not available on this chip");
        assert_eq!(says("unasked"), "counter unasked was not collected");
        assert_eq!(says("broken"), "counter broken read NaN, which is no count");
        assert_eq!(says("negative"), "counter negative read -1, which is no count");
        assert_eq!(says("huge"), "counter huge read 100000000000000000000, which is no count");
    }
}
