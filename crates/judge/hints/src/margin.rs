//! How far estimates of a rule were off: the margins of ranges (docs/hints.md).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::Rule;

/// Written by `propp hints calibrate --margins`.
const TEXT: &str = include_str!("margins.toml");

/// How far realised gains were from priced ones, on the logarithm and in units of
/// [`Margin::spread`].
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Margin {
    /// The 10th percentile.
    pub low: f64,
    /// The median.
    pub likely: f64,
    /// The 90th percentile.
    pub high: f64,
    /// How often the rule named the defect that was planted, of the times that it found something in
    /// a kernel with a planted defect.
    pub kept: f64,
    /// Whether pairs of the rule itself stand behind it, besides those of all rules.
    #[serde(skip)]
    pub calibrated: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MarginsFile {
    pooled: Margin,
    rules: BTreeMap<Rule, Margin>,
}

impl Margin {
    /// Of a rule; that of all rules together where no pair has checked it.
    /// Fails when the table inside this propp cannot be read.
    pub fn of(rule: Rule) -> Result<Self, String> {
        let all = bundled()?;
        let own = all.rules.get(&rule).map(|own| Self { calibrated: true, ..*own });
        Ok(own.unwrap_or(all.pooled))
    }

    /// That of all rules together.
    /// Fails when the table inside this propp cannot be read.
    pub fn pooled() -> Result<Self, String> {
        Ok(bundled()?.pooled)
    }

    /// How far off the logarithm of a gain may be: small gains by little, large ones by a power.
    pub fn spread(priced_log: f64) -> f64 {
        /// The spread of a gain of nothing.
        const LEAST: f64 = 0.5;
        LEAST.hypot(priced_log)
    }

    /// The margin of prices that are less well known: the ends are so many times as far away.
    #[must_use]
    pub fn widened(self, widening: f64) -> Self {
        let apart = |end: f64| self.likely + (end - self.likely) * widening;
        Self { low: apart(self.low), high: apart(self.high), ..self }
    }

    /// The lower end, the likely value and the upper end of the gain's logarithm. No end expects
    /// a loss.
    pub fn around(self, priced_log: f64) -> [f64; 3] {
        let spread = Self::spread(priced_log);
        [self.low, self.likely, self.high].map(|part| (priced_log + part * spread).max(0.0))
    }
}

fn bundled() -> Result<&'static MarginsFile, String> {
    static ALL: LazyLock<Result<MarginsFile, String>> = LazyLock::new(|| table(TEXT));
    ALL.as_ref().map_err(Clone::clone)
}

fn table(text: &str) -> Result<MarginsFile, String> {
    toml::from_str(text).map_err(|error| {
        format!("the margins inside this propp cannot be read, which is a fault of it: {error}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margins_are_in_order() {
        let all = table(TEXT).unwrap();
        assert!(!all.rules.is_empty());
        for row in all.rules.values().chain([&all.pooled]) {
            assert!(row.low <= row.likely && row.likely <= row.high, "{row:?}");
            assert!((0.0..=1.0).contains(&row.kept), "{row:?}");
        }
        let unchecked = Margin::of(Rule::LaunchBound).unwrap();
        assert_eq!(unchecked, Margin::pooled().unwrap());
        assert!(!unchecked.calibrated);
    }

    #[test]
    fn a_range_widens_with_the_gain_and_never_expects_a_loss() {
        let margin = Margin { low: -0.3, likely: 0.0, high: 0.4, kept: 0.5, calibrated: true };
        let [low, likely, high] = margin.around(0.0);
        assert_eq!([low, likely], [0.0; 2]);
        assert!((high - 0.4 * 0.5).abs() < 1e-12);
        let [low, likely, high] = margin.around(3.0);
        assert!((low - (3.0 - 0.3 * 9.25_f64.sqrt())).abs() < 1e-12 && likely == 3.0);
        assert!(high - low > 2.0);
    }

    #[test]
    fn a_table_that_cannot_be_read_is_no_empty_one() {
        let row = "low = -0.5\nlikely = 0.0\nhigh = 0.5\nkept = 0.5\n";
        let one = format!("[pooled]\n{row}\n[rules.few-blocks]\n{row}");
        assert_eq!(table(&one).unwrap().rules.len(), 1);
        for broken in [one.replace("low", "least"), one.replace("few", "no"), "[".to_owned()] {
            let error = table(&broken).unwrap_err().to_string();
            assert!(error.starts_with("the margins inside this propp cannot be read"), "{error}");
        }
    }
}
