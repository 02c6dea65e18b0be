//! The few statistics that analyses share.

/// The middle of values, without those that are no numbers.
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        length if length % 2 == 1 => Some(sorted[middle]),
        _ => Some(f64::midpoint(sorted[middle - 1], sorted[middle])),
    }
}

/// The value below which a share of the values lies.
#[must_use]
pub fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    sorted.get((share * last as f64).round() as usize).copied()
}

/// Where the median of the population lies, and the chance of it: the narrowest pair of
/// order statistics that holds it with at least `confidence`, or the outermost with the
/// chance that they have. No distribution is assumed.
#[must_use]
pub fn median_interval(values: &[f64], confidence: f64) -> Option<([f64; 2], f64)> {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    let outermost = [*sorted.first()?, *sorted.last()?];
    // The chance that at most `k` of n fair coins show heads, term by term in logarithms.
    let mut log_term = -(n as f64) * std::f64::consts::LN_2;
    let mut below = 0.0;
    let mut best = (outermost, 1.0 - 2.0 * log_term.exp());
    for k in 0..n / 2 {
        below += log_term.exp();
        let chance = 1.0 - 2.0 * below;
        if chance < confidence {
            break;
        }
        best = ([sorted[k], sorted[n - 1 - k]], chance);
        log_term += ((n - k) as f64 / (k + 1) as f64).ln();
    }
    Some((best.0, best.1.max(0.0)))
}

/// A line through points by least squares, and the share of the variance that it explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Change of y for one of x.
    pub slope: f64,
    /// y at 0.
    pub intercept: f64,
    /// From 0 to 1.
    pub r_squared: f64,
}

/// The line through points; `None` when x does not vary.
#[must_use]
pub fn line(points: &[(f64, f64)]) -> Option<Line> {
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (mx, my) = (mean(|p| p.0), mean(|p| p.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        points.iter().map(|(x, y)| of(x - mx, y - my)).sum()
    };
    let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
    if points.len() < 2 || xx <= 0.0 {
        return None;
    }
    let slope = xy / xx;
    let r_squared = if yy > 0.0 { xy * xy / (xx * yy) } else { 1.0 };
    Some(Line { slope, intercept: my - slope * mx, r_squared })
}

/// Several terms fitted by least squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Of each column, in its order.
    pub coefficients: Vec<f64>,
    /// The share of the variance that they explain.
    pub r_squared: f64,
    /// By how much a row is off at most.
    pub largest_residual: f64,
}

/// The coefficients of columns that give the values best; `None` when the columns do not tell
/// them apart. Rows are as long as each other.
#[must_use]
pub fn least_squares(rows: &[Vec<f64>], values: &[f64]) -> Option<Fit> {
    let columns = rows.first()?.len();
    if rows.len() <= columns || rows.len() != values.len() {
        return None;
    }
    // The normal equations, each with its right side behind it.
    let mut equations: Vec<Vec<f64>> = (0..columns)
        .map(|i| {
            let sums = (0..columns).map(|j| rows.iter().map(|row| row[i] * row[j]).sum());
            let right = rows.iter().zip(values).map(|(row, value)| row[i] * value).sum();
            sums.chain(std::iter::once(right)).collect()
        })
        .collect();
    for i in 0..columns {
        let best = (i..columns)
            .max_by(|a, b| equations[*a][i].abs().total_cmp(&equations[*b][i].abs()))?;
        equations.swap(i, best);
        let pivot = equations[i].clone();
        if pivot[i].abs() < 1e-9 * rows.len() as f64 {
            return None;
        }
        for (_, equation) in equations.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let times = equation[i] / pivot[i];
            equation.iter_mut().zip(&pivot).for_each(|(one, other)| *one -= times * other);
        }
    }
    let coefficients: Vec<f64> =
        equations.iter().enumerate().map(|(i, one)| one[columns] / one[i]).collect();
    let told = |row: &Vec<f64>| row.iter().zip(&coefficients).map(|(a, b)| a * b).sum::<f64>();
    let off: Vec<f64> = rows.iter().zip(values).map(|(row, value)| value - told(row)).collect();
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let around: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let left: f64 = off.iter().map(|one| one * one).sum();
    Some(Fit {
        coefficients,
        r_squared: if around > 0.0 { 1.0 - left / around } else { 1.0 },
        largest_residual: off.iter().map(|one| one.abs()).fold(0.0, f64::max),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_terms_are_told_apart_or_refused() {
        let row = |x: f64, z: f64| vec![1.0, x, z];
        let rows: Vec<Vec<f64>> = (0..9).map(|i| row(f64::from(i % 3), f64::from(i / 3))).collect();
        let values: Vec<f64> = rows.iter().map(|row| 5.0 + 2.0 * row[1] - row[2]).collect();
        let fit = least_squares(&rows, &values).unwrap();
        for (found, truth) in fit.coefficients.iter().zip([5.0, 2.0, -1.0]) {
            assert!((found - truth).abs() < 1e-9, "{fit:?}");
        }
        assert!(fit.r_squared > 1.0 - 1e-12 && fit.largest_residual < 1e-9);
        let alike: Vec<Vec<f64>> = (0..9).map(|i| row(f64::from(i), f64::from(i))).collect();
        assert_eq!(least_squares(&alike, &values), None);
        assert_eq!(least_squares(&rows[..3], &values[..3]), None);
    }

    #[test]
    fn medians_and_quantiles() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, f64::NAN, 1.0]), Some(2.0));
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.25), Some(2.0));
    }

    #[test]
    fn the_interval_of_three_is_all_of_them_with_three_chances_in_four() {
        let (interval, chance) = median_interval(&[2.0, 1.0, 3.0], 0.95).unwrap();
        assert_eq!(interval, [1.0, 3.0]);
        assert!((chance - 0.75).abs() < 1e-12, "{chance}");
    }

    #[test]
    fn the_interval_of_many_is_narrow_and_as_sure_as_asked() {
        let values: Vec<f64> = (0..1000).map(f64::from).collect();
        let (interval, chance) = median_interval(&values, 0.95).unwrap();
        // From the tables of the binomial distribution.
        assert_eq!(interval, [468.0, 531.0]);
        assert!((0.95..0.96).contains(&chance), "{chance}");
    }

    #[test]
    fn a_line_is_found_again() {
        let found = line(&[(1.0, 5.0), (2.0, 7.0), (4.0, 11.0)]).unwrap();
        assert!((found.slope - 2.0).abs() < 1e-12 && (found.intercept - 3.0).abs() < 1e-12);
        assert!((found.r_squared - 1.0).abs() < 1e-12);
        assert_eq!(line(&[(1.0, 5.0), (1.0, 7.0)]), None);
    }
}
