//! The noise of each quantity: how far it varies between runs of an unchanged program.
//!
//! The numbers come from 35 runs of four programs on one H200
//! (`tests/fixtures/gate/README.md`): 117 kernels of 0.5 us to 2.7 ms, each run compared
//! with every other run of its program. "Seen" is the largest difference. 35 runs on two
//! other machines stay within the limits that are set here.
//!
//! Counts: OCC, launches and copies never differed. TDiv and Gran_L1 differ where warps
//! spin (decoupled look-back), Gran_L2 where timing decides what hits in L1, and SmemEff
//! because the hardware counts up to 3.5 % too many shared memory wavefronts
//! (`docs/criteria.md`).
//!
//! Cycles and times: a rank test needs many launches. With few launches only a change above
//! [`least_change`] counts. Short kernels vary most: of 2 us, the few hundred cycles of a
//! cold start are a tenth.

use propp_judge_criteria::Criterion;

use super::quantity::Quantity;

/// A baseline of this many runs shows its own noise by the range of its runs.
pub const MANY_RUNS: usize = 5;

/// Factors on the range of the baseline's runs. A new run lies outside the range of n runs
/// with probability 2 / (n + 1), but rarely far outside. Of 12,000 counts on an H200 none
/// lay four ranges of five other runs away; of cycles and times the ones that lay two
/// ranges away were all below [`least_change`].
const COUNT_RANGES: f64 = 4.0;
const MEASURE_RANGES: f64 = 2.0;

/// Baselines hold six digits.
const ROUNDING: f64 = 1e-5;

/// The largest change of a count that is noise, absolute. `range` is the difference between
/// the largest and the smallest mean of the baseline's `runs`.
pub fn count_noise(quantity: Quantity, value: f64, range: f64, runs: usize, launch_ns: f64) -> f64 {
    let tolerance = match quantity {
        Quantity::Criterion(Criterion::TDiv) => 0.002, // seen: 0.0011
        Quantity::Criterion(Criterion::GranL1) => 0.01, // seen: 0.005
        // Seen: 0.009, and 0.035 within 1.3 us.
        Quantity::Criterion(Criterion::GranL2) => 0.015 + 0.05 * within(1_000.0, launch_ns),
        Quantity::Criterion(Criterion::SmemEff) => 0.03, // seen: 0.018
        // They vary only where warps spin.
        Quantity::Instructions | Quantity::BarriersEtc => 0.02 * value.abs(),
        _ => 0.0,
    };
    let share = if runs >= MANY_RUNS { 0.1 } else { 1.0 };
    (tolerance * share).max(COUNT_RANGES * range).max(ROUNDING * value.abs())
}

/// The smallest change of a measure that counts without a rank test, for which there are
/// too few launches; absolute. `launch_ns` is the time of a launch, or of a step.
pub fn least_change(quantity: Quantity, range: f64, launch_ns: f64) -> f64 {
    let least = match quantity {
        Quantity::Criterion(Criterion::DSync) => 0.12 * within(5_000.0, launch_ns), // seen: 0.084
        Quantity::Criterion(Criterion::LbW) => 0.08 * within(50_000.0, launch_ns),  // seen: 0.056
        Quantity::Criterion(Criterion::LbSm) => 0.18 * within(25_000.0, launch_ns), // seen: 0.14
        Quantity::Criterion(Criterion::Ci) => 0.06 * within(50_000.0, launch_ns),   // seen: 0.041
        Quantity::Criterion(Criterion::HSync) => 0.08,                              // seen: 0.049
        Quantity::Quality => 0.025,                                                 // seen: 0.013
        // Seen: 0.3 us of 1.2 us, 0.8 of 4, 1.4 of 7.7, 4.8 of 45, 6 of 800.
        Quantity::Time => {
            750.0 + 0.15 * launch_ns.min(50_000.0) + 0.03 * (launch_ns - 50_000.0).max(0.0)
        }
        // Chosen and not calibrated: programs that wait for the host differ much between runs.
        Quantity::StepTime => 0.4 * launch_ns,
        _ => 0.02,
    };
    least.max(MEASURE_RANGES * range)
}

/// The largest change of a measure's mean that is noise, absolute. The range of
/// [`MANY_RUNS`] is trusted, but for a tenth of the largest noise that was seen.
pub fn measure_noise(quantity: Quantity, range: f64, runs: usize, launch_ns: f64) -> f64 {
    let least = least_change(quantity, 0.0, launch_ns);
    let share = if runs >= MANY_RUNS { 0.1 } else { 1.0 };
    (least * share).max(MEASURE_RANGES * range)
}

/// 1 up to `ns`, falling as 1/t beyond: a fixed cost of a launch weighs less in a longer one.
fn within(ns: f64, launch_ns: f64) -> f64 {
    (ns / launch_ns.max(1.0)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_varied_is_exact() {
        for quantity in [Quantity::Launches, Quantity::Criterion(Criterion::Occ)] {
            assert!(count_noise(quantity, 1.0, 0.0, 1, 1e4) < 2e-5);
        }
    }

    #[test]
    fn a_large_baseline_is_believed() {
        let shared = Quantity::Criterion(Criterion::SmemEff);
        assert_eq!(count_noise(shared, 0.9, 0.001, 3, 1e4), 0.03);
        assert_eq!(count_noise(shared, 0.9, 0.001, 5, 1e4), 0.004);
        assert_eq!(count_noise(shared, 0.9, 0.018, 3, 1e4), 0.072);
    }

    #[test]
    fn sectors_of_short_kernels_vary_with_what_hits_in_l1() {
        let sectors =
            |ns: f64| count_noise(Quantity::Criterion(Criterion::GranL2), 0.5, 0.0, 1, ns);
        assert_eq!([800.0, 1e3, 2e3].map(sectors), [0.065, 0.065, 0.04]);
        assert!(sectors(1e9) < 0.0151);
        let instructions = |value: f64| count_noise(Quantity::Instructions, value, 0.0, 1, 1e4);
        assert_eq!([100.0, -100.0].map(instructions), [2.0; 2]);
    }

    #[test]
    fn long_kernels_have_little_noise() {
        let balance = Quantity::Criterion(Criterion::LbSm);
        assert_eq!(least_change(balance, 0.0, 2_000.0), 0.18);
        assert!(least_change(balance, 0.0, 1_000_000.0) < 0.005);
        assert_eq!(least_change(Quantity::Time, 0.0, 1_000.0), 900.0);
        assert_eq!(least_change(Quantity::Time, 0.0, 1_050_000.0), 38_250.0);
    }
}
