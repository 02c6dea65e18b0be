//! Times with intervals, and whether two of them differ.

use propp_judge_analysis::KernelReport;
use schemars::JsonSchema;
use serde::Serialize;

/// Run-to-run noise of a kernel's median: clocks and memory placement differ. Chosen so that
/// two runs of one program on an H200 are a tie.
const BETWEEN_RUNS: f64 = 0.03;
/// The part of the noise that does not depend on the kernel's time.
const BETWEEN_RUNS_NS: f64 = 300.0;

/// Run-to-run noise of the time of all kernels.
const BETWEEN_TOTALS: f64 = 0.025;

/// The uncertainty of a single launch: a first launch may take 10 % longer.
const SINGLE: f64 = 0.1;

/// The uncertainty of a single launch is ignored for kernels with a smaller share of the time.
const MINOR: f64 = 0.05;

/// A time and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "EstimateJson")]
pub struct Estimate {
    /// The median launch, or for a side the sum of all launches of a step or of the run.
    pub ns: f64,
    /// At least.
    pub low_ns: f64,
    /// At most.
    pub high_ns: f64,
    /// The number of launches behind the estimate.
    pub launches: u64,
}

impl Estimate {
    /// A launch of the kernel: the median with its 95 % interval (below six launches the
    /// minimum and maximum), widened by the run-to-run noise.
    pub fn for_kernel(kernel: &KernelReport) -> Option<Self> {
        let durations = kernel.durations?;
        let ns = durations.median_ns as f64;
        let [low, high] = match (durations.interval_ns, durations.launches) {
            (Some([low, high]), _) => [low as f64, high as f64],
            (None, 1) => [ns * (1.0 - SINGLE), ns * (1.0 + SINGLE)],
            (None, _) => [durations.min_ns as f64, durations.max_ns as f64],
        };
        // Half of the noise for each of the two sides.
        let (part, fixed) = (BETWEEN_RUNS / 2.0, BETWEEN_RUNS_NS / 2.0);
        Some(Self {
            ns,
            low_ns: (low * (1.0 - part) - fixed).max(0.0),
            high_ns: high * (1.0 + part) + fixed,
            launches: durations.launches,
        })
    }

    /// The sum over all kernels, with the standard deviations of their launches, of one of so many
    /// equal parts.
    pub fn for_total(kernels: &[&KernelReport], parts: f64) -> Option<Self> {
        let known: Vec<_> = kernels.iter().filter_map(|kernel| kernel.durations).collect();
        let ns: f64 = known.iter().map(|d| d.total_ns as f64).sum();
        if ns <= 0.0 {
            return None;
        }
        let half = 1.96 * variance(kernels, ns).sqrt() + BETWEEN_TOTALS / 2.0 * ns;
        Some(Self {
            ns: ns / parts,
            low_ns: (ns - half).max(0.0) / parts,
            high_ns: (ns + half) / parts,
            launches: known.iter().map(|durations| durations.launches).sum(),
        })
    }
}

/// Of the sum of all launches, which take so long together: the variance that single launches make.
pub(super) fn variance(kernels: &[&KernelReport], ns: f64) -> f64 {
    let known = kernels.iter().filter_map(|kernel| kernel.durations);
    known
        .map(|durations| {
            let deviation = match durations.launches {
                1 if durations.total_ns as f64 > MINOR * ns => {
                    SINGLE / 2.0 * durations.total_ns as f64
                }
                _ => durations.deviation_ns as f64,
            };
            durations.launches as f64 * deviation * deviation
        })
        .sum()
}

/// Which of two is faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "VerdictJson")]
pub enum Verdict {
    /// The second one.
    Faster,
    /// The intervals overlap.
    Tie,
    /// The first one.
    Slower,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ChangeJson")]
pub struct Change {
    pub verdict: Verdict,
    /// The time before by the time after.
    pub speedup: f64,
    /// At least.
    pub low: f64,
    /// At most.
    pub high: f64,
    pub before: Estimate,
    pub after: Estimate,
}

impl Change {
    /// `None` if one of the times is unknown.
    pub fn between(before: Option<Estimate>, after: Option<Estimate>) -> Option<Self> {
        let (before, after) = (before?, after?);
        let (low, high) =
            (before.low_ns / after.high_ns.max(1.0), before.high_ns / after.low_ns.max(1.0));
        let verdict = if low > 1.0 {
            Verdict::Faster
        } else if high < 1.0 {
            Verdict::Slower
        } else {
            Verdict::Tie
        };
        let speedup = before.ns / after.ns.max(1.0);
        Some(Self { before, after, speedup, low, high, verdict })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(low_ns: f64, ns: f64, high_ns: f64) -> Option<Estimate> {
        Some(Estimate { ns, low_ns, high_ns, launches: 5 })
    }

    #[test]
    fn overlapping_intervals_are_a_tie() {
        let of = |a, b| Change::between(a, b).map(|change| change.verdict);
        assert_eq!(of(estimate(9.0, 10.0, 11.0), estimate(10.0, 11.0, 12.0)), Some(Verdict::Tie));
        assert_eq!(
            of(estimate(9.0, 10.0, 11.0), estimate(12.0, 13.0, 14.0)),
            Some(Verdict::Slower)
        );
        assert_eq!(
            of(estimate(12.0, 13.0, 14.0), estimate(9.0, 10.0, 11.0)),
            Some(Verdict::Faster)
        );
        assert_eq!(of(estimate(9.0, 10.0, 11.0), None), None);
    }

    #[test]
    fn a_speedup_lies_in_its_interval() {
        let change =
            Change::between(estimate(18.0, 20.0, 22.0), estimate(9.0, 10.0, 11.0)).unwrap();
        assert_eq!(change.speedup, 2.0);
        assert!(change.low < 2.0 && 2.0 < change.high, "{change:?}");
    }
}
