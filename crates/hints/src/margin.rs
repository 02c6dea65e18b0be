//! How far estimates of a rule were off.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::Rule;

/// Written by `propp hints calibrate --margins`.
const TEXT: &str = include_str!("margins.toml");

/// How wide a rule's range is: what the logarithm of the gain that the prices give is
/// multiplied with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    /// At the lower end.
    pub low: f64,
    /// For the likely gain.
    pub likely: f64,
    /// At the upper end.
    pub high: f64,
    /// Whether pairs of the suite stand behind it.
    pub calibrated: bool,
}

/// The margins inside this propp are none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the margins inside this propp cannot be read, which is a fault of it: {0}")]
pub struct BadMargins(String);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    low: f64,
    likely: f64,
    high: f64,
}

impl Margin {
    /// Without pairs: from nothing to the square of what the prices give.
    pub const UNKNOWN: Self = Self { low: 0.0, likely: 1.0, high: 2.0, calibrated: false };

    /// Of a rule.
    ///
    /// # Errors
    /// When the table inside this propp cannot be read.
    pub fn of(rule: Rule) -> Result<Self, BadMargins> {
        static ALL: LazyLock<Result<BTreeMap<Rule, Row>, BadMargins>> =
            LazyLock::new(|| table(TEXT));
        let all = ALL.as_ref().map_err(Clone::clone)?;
        Ok(all.get(&rule).map_or(Self::UNKNOWN, |row| Self {
            low: row.low,
            likely: row.likely,
            high: row.high,
            calibrated: true,
        }))
    }
}

fn table(text: &str) -> Result<BTreeMap<Rule, Row>, BadMargins> {
    toml::from_str(text).map_err(|error| BadMargins(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margins_are_in_order() {
        let all = table(TEXT).unwrap();
        assert!(!all.is_empty());
        for (rule, row) in all {
            assert!(0.0 <= row.low && row.low <= row.likely && row.likely <= row.high, "{rule}");
        }
        assert!(!Margin::of(Rule::Broadcast).unwrap().calibrated);
    }

    #[test]
    fn a_table_that_cannot_be_read_is_no_empty_one() {
        let one = "[few-blocks]\nlow = 0.5\nlikely = 1.0\nhigh = 1.5\n";
        assert_eq!(table(one).unwrap().len(), 1);
        for broken in [one.replace("low", "least"), one.replace("few", "no"), "[".to_owned()] {
            let error = table(&broken).unwrap_err().to_string();
            assert!(error.starts_with("the margins inside this propp cannot be read"), "{error}");
        }
    }
}
