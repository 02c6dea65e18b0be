//! Tails of the distributions that the tests need.

/// ln Γ(x) for x > 0, by Stirling's series after moving x up to where it holds.
pub(super) fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut below) = (x, 0.0);
    while x < 12.0 {
        below += x.ln();
        x += 1.0;
    }
    let inverse = 1.0 / (x * x);
    let series = (1.0 / 12.0 - inverse * (1.0 / 360.0 - inverse / 1260.0)) / x;
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - below
}

/// The chance of exactly `k` of `n` where each comes with chance `p`.
fn binomial(n: u64, p: f64, k: u64) -> f64 {
    if p <= 0.0 || p >= 1.0 {
        let sure = if p <= 0.0 { 0 } else { n };
        return f64::from(u8::from(k == sure));
    }
    let (n, k) = (n as f64, k as f64);
    let ways = ln_gamma(n + 1.0) - ln_gamma(k + 1.0) - ln_gamma(n - k + 1.0);
    (ways + k * p.ln() + (n - k) * (-p).ln_1p()).exp()
}

/// The chance of `k` or more of `n` where each comes with chance `p`.
pub(super) fn binomial_at_least(n: u64, p: f64, k: u64) -> f64 {
    if k as f64 <= n as f64 * p {
        return 1.0 - if k == 0 { 0.0 } else { binomial_at_most(n, p, k - 1) };
    }
    sum_while_it_counts((k..=n).map(|k| binomial(n, p, k)))
}

/// The chance of `k` or fewer of `n` where each comes with chance `p`.
pub(super) fn binomial_at_most(n: u64, p: f64, k: u64) -> f64 {
    if k as f64 > n as f64 * p {
        return 1.0 - if k >= n { 0.0 } else { binomial_at_least(n, p, k + 1) };
    }
    sum_while_it_counts((0..=k.min(n)).rev().map(|k| binomial(n, p, k)))
}

/// The chance of `k` or more where `mean` are expected.
pub(super) fn poisson_at_least(mean: f64, k: u64) -> f64 {
    if mean <= 0.0 {
        return f64::from(u8::from(k == 0));
    }
    let exactly = |k: u64| (k as f64 * mean.ln() - mean - ln_gamma(k as f64 + 1.0)).exp();
    if k as f64 <= mean {
        return 1.0 - sum_while_it_counts((0..k).rev().map(exactly));
    }
    sum_while_it_counts((k..).map(exactly))
}

/// Adds terms that become smaller and smaller.
fn sum_while_it_counts(terms: impl Iterator<Item = f64>) -> f64 {
    let mut sum = 0.0;
    for term in terms {
        sum += term;
        if term <= sum * 1e-12 {
            break;
        }
    }
    sum.min(1.0)
}

/// The chance of a chi-squared of so many degrees of freedom at or above `value`.
pub(super) fn chi_squared_at_least(value: f64, degrees: usize) -> f64 {
    if value <= 0.0 || degrees == 0 {
        return 1.0;
    }
    let (a, x) = (degrees as f64 / 2.0, value / 2.0);
    let scale = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut k) = (1.0 / a, 1.0 / a, a);
        while term > sum * 1e-14 {
            k += 1.0;
            term *= x / k;
            sum += term;
        }
        return (1.0 - sum * scale).clamp(0.0, 1.0);
    }
    // Lentz's continued fraction of the upper tail.
    let tiny = 1e-300;
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / tiny;
    let mut d = 1.0 / b;
    let mut fraction = d;
    for i in 1..500 {
        let i = f64::from(i);
        let numerator = -i * (i - a);
        b += 2.0;
        d = 1.0 / (numerator * d + b).max(tiny);
        c = (b + numerator / c).max(tiny);
        fraction *= d * c;
        if (d * c - 1.0).abs() < 1e-14 {
            break;
        }
    }
    (fraction * scale).clamp(0.0, 1.0)
}

/// From and to where a share lies of which `k` of `n` were seen, with 95 %: Wilson's.
pub(super) fn share_between(k: u64, n: u64) -> [f64; 2] {
    let (k, n, z) = (k as f64, (n as f64).max(1.0), 1.96_f64);
    let share = k / n;
    let middle = share + z * z / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + z * z / n;
    [((middle - half) / whole).max(0.0), ((middle + half) / whole).min(1.0)]
}

/// The value below which a share of sorted values lies.
pub(super) fn quantile(sorted: &[f64], share: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    sorted.get((share * last as f64).round() as usize).copied().unwrap_or(f64::NAN)
}

/// A copy in ascending order.
pub(super) fn sorted(values: &[f64]) -> Vec<f64> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values
}

/// The value in the middle.
pub(super) fn median(values: &[f64]) -> f64 {
    quantile(&sorted(values), 0.5)
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
        near(ln_gamma(5.0), 24.0_f64.ln());
    }
}
