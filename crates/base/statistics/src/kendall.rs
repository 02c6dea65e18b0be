//! Kendall's rank correlation.

/// Kendall's tau-b: pairs that two orders agree on less those they do not, over the
/// geometric mean of the pairs that are no tie in the one and in the other. `None`
/// when all values of one are the same, for different lengths and for values that
/// are not numbers.
///
/// In `n log n` steps, after Knight (Journal of the American Statistical Association
/// 61, 1966): in the order of the one, what a merge sort by the other exchanges are
/// the pairs that disagree.
pub fn kendall_tau_b(one: &[f64], other: &[f64]) -> Option<f64> {
    if one.len() != other.len() || one.iter().chain(other).any(|value| value.is_nan()) {
        return None;
    }
    // -0 is 0.
    let mut both: Vec<(f64, f64)> =
        one.iter().zip(other).map(|(a, b)| (a + 0.0, b + 0.0)).collect();
    both.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let tied_in_one = tied(&both, |a, b| a.0 == b.0);
    let tied_in_both = tied(&both, |a, b| a == b);
    let mut values: Vec<f64> = both.iter().map(|(_, value)| *value).collect();
    let disagreeing = sort(&mut values);
    let tied_in_other = tied(&values, |a, b| a == b);
    let count = one.len() as u64;
    let all = count * count.saturating_sub(1) / 2;
    let different = all + tied_in_both - tied_in_one - tied_in_other;
    let balance = different as f64 - 2.0 * disagreeing as f64;
    let scale = ((all - tied_in_one) as f64 * (all - tied_in_other) as f64).sqrt();
    (scale > 0.0).then(|| balance / scale)
}

/// Pairs within runs of equals.
fn tied<T>(sorted: &[T], is_same: impl Fn(&T, &T) -> bool) -> u64 {
    sorted.chunk_by(is_same).map(|run| run.len() as u64 * (run.len() as u64 - 1) / 2).sum()
}

/// Sorts, and counts the pairs that stood in the wrong order.
fn sort(values: &mut [f64]) -> u64 {
    let half = values.len() / 2;
    if half == 0 {
        return 0;
    }
    let (low, high) = values.split_at_mut(half);
    let mut wrong = sort(low) + sort(high);
    let mut merged = Vec::with_capacity(values.len());
    let (low, high) = values.split_at(half);
    let mut taken = 0;
    for value in low {
        while let Some(smaller) = high.get(taken).filter(|smaller| *smaller < value) {
            merged.push(*smaller);
            taken += 1;
        }
        wrong += taken as u64;
        merged.push(*value);
    }
    merged.extend_from_slice(&high[taken..]);
    values.copy_from_slice(&merged);
    wrong
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn orders_agree_or_do_not() {
        let up = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(kendall_tau_b(&up, &[10.0, 20.0, 30.0, 40.0]), Some(1.0));
        assert_eq!(kendall_tau_b(&up, &[4.0, 3.0, 2.0, 1.0]), Some(-1.0));
        assert_eq!(kendall_tau_b(&up, &[1.0; 4]), None);
        assert_eq!(kendall_tau_b(&up, &[1.0]), None);
        assert_eq!(kendall_tau_b(&[], &[]), None);
        assert_eq!(kendall_tau_b(&[1.0, f64::NAN], &[1.0, 2.0]), None);
        assert_eq!(kendall_tau_b(&[0.0, -0.0, 1.0], &[1.0, 1.0, 2.0]), Some(1.0));
    }

    #[test]
    fn many_are_done_at_once() {
        let values: Vec<f64> = (0..200_000).map(f64::from).collect();
        let last: Vec<f64> = values.iter().map(|value| (value + 1.0) % 200_000.0).collect();
        let tau = kendall_tau_b(&values, &last).unwrap();
        assert!((tau - (1.0 - 4.0 / 200_000.0)).abs() < 1e-12, "{tau}");
    }

    /// By its definition, pair by pair.
    fn by_pairs(one: &[f64], other: &[f64]) -> Option<f64> {
        let (mut balance, mut in_one, mut in_other) = (0.0, 0.0, 0.0_f64);
        for i in 0..one.len() {
            for j in 0..i {
                let sign = |a: f64| if a == 0.0 { 0.0 } else { a.signum() };
                let (a, b) = (sign(one[i] - one[j]), sign(other[i] - other[j]));
                balance += a * b;
                in_one += a * a;
                in_other += b * b;
            }
        }
        let scale: f64 = in_one * in_other;
        (scale > 0.0).then(|| balance / scale.sqrt())
    }

    proptest! {
        #[test]
        fn it_is_what_its_definition_says(
            pairs in prop::collection::vec((-4_i8..4, -4_i8..4), 0..60),
        ) {
            let one: Vec<f64> = pairs.iter().map(|pair| f64::from(pair.0)).collect();
            let other: Vec<f64> = pairs.iter().map(|pair| f64::from(pair.1)).collect();
            match (kendall_tau_b(&one, &other), by_pairs(&one, &other)) {
                (Some(is), Some(wanted)) => prop_assert!((is - wanted).abs() < 1e-12),
                (is, wanted) => prop_assert_eq!(is, wanted),
            }
        }
    }
}
