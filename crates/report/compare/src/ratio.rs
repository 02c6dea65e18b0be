//! The ratio of the times of two programs, by several runs of each.

use propp_base_statistics::tails::student_quantile;
use propp_judge_analysis::KernelReport;

use super::comparison::Side;
use super::time::variance;

/// How certain `faster` and `slower` are.
pub(super) const CERTAINTY: f64 = 0.999;
/// How often a difference that is said to be seen is.
const POWER: f64 = 0.95;

/// Standard deviation of the time of all kernels between runs of one program, and of a kernel beside it,
/// as a share; and of each launch, in nanoseconds (`lab/verdict.md`).
pub(super) const OF_RUNS: f64 = 0.0033;
const OF_KERNELS: f64 = 0.005;
const OF_LAUNCHES_NS: f64 = 80.0;
/// As many degrees of freedom are these deviations worth beside those of the runs themselves.
const WORTH: f64 = 4.0;
/// Runs of a side that tell by themselves how single launches scatter.
const SEVERAL: usize = 3;

/// The time of the kernels in each run of a side.
pub(super) struct Times {
    pub(super) ns: Vec<f64>,
    /// What is known beforehand of the deviation between runs, as a share.
    pub(super) between: f64,
    /// The deviation that launches within a run make, where the runs are too few to tell.
    pub(super) within: f64,
}

impl Times {
    /// None unless all runs have times.
    pub(super) fn of(sides: &[Side<'_>]) -> Option<Self> {
        let time = |side: &Side<'_>| {
            let ns: u64 = side.kernels().iter().map(|kernel| kernel.total_ns()).sum();
            (ns > 0).then(|| ns as f64 / side.parts())
        };
        let ns: Vec<f64> = sides.iter().map(time).collect::<Option<_>>()?;
        let first: &Side<'_> = sides.first()?;
        let within = if ns.len() < SEVERAL { within(first.kernels()) } else { 0.0 };
        Some(Self { ns, between: between(first.kernels()), within })
    }

    pub(super) fn mean(&self) -> f64 {
        self.ns.iter().sum::<f64>() / self.ns.len() as f64
    }

    fn logs(&self) -> Vec<f64> {
        self.ns.iter().map(|ns| ns.ln()).collect()
    }
}

fn between(kernels: &[&KernelReport]) -> f64 {
    let total: f64 = kernels.iter().map(|kernel| kernel.total_ns() as f64).sum();
    let own = kernels.iter().filter_map(|kernel| {
        let share = kernel.total_ns() as f64 / total.max(1.0);
        let fixed = OF_LAUNCHES_NS / (kernel.durations?.median_ns as f64).max(1.0);
        Some(share * share * (OF_KERNELS * OF_KERNELS + fixed * fixed))
    });
    (OF_RUNS * OF_RUNS + own.sum::<f64>()).sqrt()
}

fn within(kernels: &[&KernelReport]) -> f64 {
    let total: f64 = kernels.iter().map(|kernel| kernel.total_ns() as f64).sum();
    variance(kernels, total).sqrt() / total.max(1.0)
}

/// A ratio of times, as logarithms.
#[derive(Clone, Copy)]
pub(super) struct Judged {
    /// Of the time before by the time after.
    pub(super) log: f64,
    /// Half of its interval.
    pub(super) half: f64,
    /// The least that would be seen.
    pub(super) least: f64,
    /// The deviation of one run.
    deviation: f64,
    freedom: f64,
}

impl Judged {
    pub(super) fn of(before: &Times, after: &Times) -> Self {
        let [one, two] = [before.logs(), after.logs()];
        let mean = |logs: &[f64]| logs.iter().sum::<f64>() / logs.len() as f64;
        let squares = |logs: &[f64]| {
            let mean = mean(logs);
            logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>()
        };
        let known = before.between.max(after.between);
        let own = (one.len() + two.len()).saturating_sub(2) as f64;
        let freedom = WORTH + own;
        let variance = (WORTH * known * known + squares(&one) + squares(&two)) / freedom;
        let counts = [one.len() as f64, two.len() as f64];
        let parts = variance * (1.0 / counts[0] + 1.0 / counts[1]);
        let launches = before.within.powi(2) / counts[0] + after.within.powi(2) / counts[1];
        let error = (parts + launches).sqrt();
        Self {
            log: mean(&one) - mean(&two),
            half: student_quantile(0.5 + CERTAINTY / 2.0, freedom) * error,
            least: least(error, freedom),
            deviation: variance.sqrt(),
            freedom,
        }
    }

    /// What would be seen with so many runs of each, if they scatter as these do.
    pub(super) fn with(&self, runs: usize) -> f64 {
        let more = (WORTH + 2.0 * (runs as f64 - 1.0)).max(self.freedom);
        least(self.deviation * (2.0 / runs as f64).sqrt(), more)
    }
}

/// The least logarithm of a ratio that is told with the power.
fn least(error: f64, freedom: f64) -> f64 {
    let of = |share| student_quantile(share, freedom);
    (of(0.5 + CERTAINTY / 2.0) + of(POWER)) * error
}
