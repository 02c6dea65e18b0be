//! Tails of the distributions that tests need: p-values.
//!
//! The incomplete beta function of the library behind the binomial ones stops after 140
//! terms. Up to 2^18 draws, the most there are, its tails are right to eight digits.

use statrs::distribution::{Binomial, ChiSquared, ContinuousCDF, DiscreteCDF, Poisson, StudentsT};

/// The chance of `k` or more of `n` where each comes with chance `p`.
pub fn binomial_at_least(n: u64, p: f64, k: u64) -> f64 {
    match k.checked_sub(1) {
        Some(less) => binomial(n, p).map_or(f64::NAN, |of| of.sf(less)),
        None => 1.0,
    }
}

/// The chance of `k` or fewer of `n` where each comes with chance `p`.
pub fn binomial_at_most(n: u64, p: f64, k: u64) -> f64 {
    binomial(n, p).map_or(f64::NAN, |of| of.cdf(k))
}

/// A chance that rounding has put outside of 0 to 1 is the nearer one.
fn binomial(n: u64, p: f64) -> Option<Binomial> {
    Binomial::new(p.clamp(0.0, 1.0), n).ok()
}

/// The chance of `k` or more where `mean` are expected.
pub fn poisson_at_least(mean: f64, k: u64) -> f64 {
    match k.checked_sub(1) {
        Some(less) => Poisson::new(mean).map_or(0.0, |of| of.sf(less)),
        None => 1.0,
    }
}

/// The chance of a chi-squared of so many degrees of freedom at or above `value`.
pub fn chi_squared_at_least(value: f64, degrees: usize) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    ChiSquared::new(degrees as f64).map_or(1.0, |of| of.sf(value))
}

/// The value below which such a share of Student's distribution lies.
pub fn student_quantile(share: f64, degrees: f64) -> f64 {
    StudentsT::new(0.0, 1.0, degrees).map_or(f64::NAN, |of| of.inverse_cdf(share))
}

/// From and to where a share lies of which `k` of `n` were seen, with 95 %: Wilson's.
pub fn share_between(k: u64, n: u64) -> [f64; 2] {
    let (k, n, z) = (k as f64, (n as f64).max(1.0), 1.96_f64);
    let share = k / n;
    let middle = share + z * z / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + z * z / n;
    [((middle - half) / whole).max(0.0), ((middle + half) / whole).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() <= 1e-6 * b.abs().max(1e-9), "{a} against {b}");
    }

    #[test]
    fn tails_are_those_of_the_tables() {
        near(binomial_at_least(10, 0.5, 8), 56.0 / 1024.0);
        near(binomial_at_most(10, 0.5, 2), 56.0 / 1024.0);
        near(binomial_at_least(10, 0.5, 3), 1.0 - 56.0 / 1024.0);
        near(poisson_at_least(2.0, 1), 1.0 - (-2.0_f64).exp());
        near(chi_squared_at_least(3.841_458_820_694_124, 1), 0.05);
        near(chi_squared_at_least(18.307_038_053_275_14, 10), 0.05);
        near(chi_squared_at_least(2.0, 2), (-1.0_f64).exp());
        near(student_quantile(0.975, 10.0), 2.228_138_852);
        near(student_quantile(0.999_5, 4.0), 8.610_301_581);
    }

    #[test]
    fn shares_have_the_interval_of_wilson() {
        let of = |k, n, [low, high]: [f64; 2]| {
            let [found_low, found_high] = share_between(k, n);
            near(found_low, low);
            near(found_high, high);
        };
        of(8, 10, [0.490_156_846_720_723, 0.943_319_052_019_307]);
        of(3, 40, [0.025_835_556_771_859, 0.198_645_301_590_975]);
        of(0, 10, [0.0, 0.277_540_168_766_617]);
        of(10, 10, [0.722_459_831_233_383, 1.0]);
    }

    #[test]
    fn what_is_certain_has_no_tail() {
        assert_eq!(binomial_at_least(10, 0.0, 0), 1.0);
        assert_eq!(binomial_at_least(10, 0.0, 1), 0.0);
        assert_eq!(binomial_at_least(10, 1.5, 10), 1.0);
        assert_eq!(binomial_at_least(10, 0.5, 11), 0.0);
        assert_eq!(binomial_at_most(10, 1.0, 9), 0.0);
        assert_eq!(binomial_at_most(10, 0.5, 10), 1.0);
        assert_eq!(poisson_at_least(0.0, 0), 1.0);
        assert_eq!(poisson_at_least(0.0, 3), 0.0);
        assert_eq!(chi_squared_at_least(0.0, 3), 1.0);
        assert_eq!(chi_squared_at_least(5.0, 0), 1.0);
    }

    /// Sums of all terms of 2^18 draws, by logarithms.
    #[test]
    fn many_draws_have_the_tails_of_their_sum() {
        let (n, p) = (1_u64 << 18, 0.01_f64);
        let mut log_term = n as f64 * (-p).ln_1p();
        let mut sum = log_term.exp();
        for k in 0..2500 {
            log_term += ((n - k) as f64 / (k + 1) as f64).ln() + p.ln() - (-p).ln_1p();
            sum += log_term.exp();
        }
        near(binomial_at_most(n, p, 2500), sum);
        near(binomial_at_least(n, p, 2501), 1.0 - sum);
    }
}
