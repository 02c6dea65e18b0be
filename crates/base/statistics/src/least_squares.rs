//! Lines and planes through points by least squares.

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

    /// The values are off by one, up and down, where they vary by four.
    #[test]
    fn what_a_fit_leaves_is_told() {
        let values = [1.0, -1.0, 5.0, 3.0];
        let points: Vec<(f64, f64)> = [0.0, 0.0, 4.0, 4.0].into_iter().zip(values).collect();
        let found = line(&points).unwrap();
        assert!((found.slope - 1.0).abs() < 1e-12 && found.intercept.abs() < 1e-12);
        assert!((found.r_squared - 0.8).abs() < 1e-12);
        let rows: Vec<Vec<f64>> = points.iter().map(|point| vec![1.0, point.0]).collect();
        let fit = least_squares(&rows, &values).unwrap();
        assert!((fit.r_squared - 0.8).abs() < 1e-12, "{fit:?}");
        assert!((fit.largest_residual - 1.0).abs() < 1e-12, "{fit:?}");
    }

    #[test]
    fn a_line_is_found_again() {
        let found = line(&[(1.0, 5.0), (2.0, 7.0), (4.0, 11.0)]).unwrap();
        assert!((found.slope - 2.0).abs() < 1e-12 && (found.intercept - 3.0).abs() < 1e-12);
        assert!((found.r_squared - 1.0).abs() < 1e-12);
        assert_eq!(line(&[(1.0, 5.0), (1.0, 7.0)]), None);
    }
}
