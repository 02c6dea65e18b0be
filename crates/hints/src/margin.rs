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

#[derive(Deserialize)]
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
    #[must_use]
    pub fn of(rule: Rule) -> Self {
        static ALL: LazyLock<BTreeMap<Rule, Row>> =
            LazyLock::new(|| toml::from_str(TEXT).unwrap_or_default());
        ALL.get(&rule).map_or(Self::UNKNOWN, |row| Self {
            low: row.low,
            likely: row.likely,
            high: row.high,
            calibrated: true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margins_are_in_order() {
        let all: BTreeMap<Rule, Row> = toml::from_str(TEXT).unwrap();
        assert!(!all.is_empty());
        for (rule, row) in all {
            assert!(0.0 <= row.low && row.low <= row.likely && row.likely <= row.high, "{rule}");
        }
        assert!(!Margin::of(Rule::Broadcast).calibrated);
    }
}
