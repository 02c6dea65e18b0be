//! Tests of medians and quantiles.

use proptest::prelude::*;

use super::*;

#[test]
fn a_median_is_halfway_between_the_middle_two() {
    assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
    assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
    assert_eq!(median(&[f64::INFINITY, f64::INFINITY]), Some(f64::INFINITY));
    assert_eq!(median(&[]), None);
    assert_eq!(median(&[3.0, f64::NAN, 1.0]), None);
    assert_eq!(middle_two(&[1, 2, 3]), Some([2, 2]));
    assert_eq!(middle_two::<u64>(&[]), None);
}

#[test]
fn a_quantile_lies_between_two_values() {
    let five = [10.0, 20.0, 30.0, 40.0, 50.0];
    let at = |share, between| quantile(&five, share, between);
    assert_eq!(at(0.25, Between::Line), Some(20.0));
    assert_eq!(at(0.9, Between::Line), Some(46.0));
    assert_eq!(at(0.9, Between::Nearest), Some(50.0));
    assert_eq!(at(0.8, Between::Nearest), Some(40.0));
    assert_eq!(at(0.2, Between::Outward), Some(10.0));
    assert_eq!(at(0.8, Between::Outward), Some(50.0));
    assert_eq!(quantile(&[1.0, 2.0], 0.5, Between::Outward), Some(2.0));
    assert_eq!(quantile(&[1.0, 2.0], 0.5, Between::Nearest), Some(2.0));
    for between in [Between::Line, Between::Nearest, Between::Outward] {
        assert_eq!(quantile(&[7.0], 0.1, between), Some(7.0));
        assert_eq!(quantile(&[], 0.5, between), None);
        assert_eq!(quantile(&[1.0, f64::NAN], 0.5, between), None);
        assert_eq!(quantile(&[1.0], 1.5, between), None);
    }
}

#[test]
fn what_is_kept_of_many_has_both_ends() {
    assert_eq!(thinned(&[1.0, 2.0], 3), [1.0, 2.0]);
    assert_eq!(thinned(&[1.0, 2.0, 3.0, 4.0, 5.0], 3), [1.0, 3.0, 5.0]);
}

/// Conover, Practical Nonparametric Statistics, and any table of the sign test: there the
/// ranks are counted from 1, and 0 says that there is none.
#[test]
fn ranks_are_those_of_the_tables() {
    let table = [(5, 0), (6, 1), (8, 1), (9, 2), (12, 3), (20, 6), (25, 8), (50, 18), (100, 40)];
    for (count, wanted) in table {
        let (rank, coverage) = rank_around_median(count, 0.95);
        assert_eq!(if coverage < 0.95 { 0 } else { rank + 1 }, wanted, "{count}");
    }
}

/// Of many samples the binomial distribution is a normal one.
#[test]
fn of_many_samples_the_ranks_are_those_of_the_normal_distribution() {
    for count in [10_000, 1_000_000] {
        let n = count as f64;
        let normal = (n / 2.0 - 0.979_981_992 * n.sqrt()).floor() as usize;
        let (rank, coverage) = rank_around_median(count, 0.95);
        assert!(normal.abs_diff(rank) <= 1, "{count}: {rank} {normal}");
        assert!((0.95..0.952).contains(&coverage), "{count}: {coverage}");
    }
}

#[test]
fn few_samples_say_nothing() {
    assert_eq!(Median::of_sorted(&[]), None);
    assert_eq!(Median::of_sorted(&[1, 1, 1, 1, 1]), None);
    let six = Median::of_sorted(&[1, 2, 3, 5, 6, 9]).unwrap();
    assert_eq!(six, Median { value: 4, low: 1, high: 9 });
    assert_eq!(six.relative_noise(), 1.0);
}

#[test]
fn nothing_is_not_noise() {
    assert_eq!(Median { value: 0, low: 0, high: 0 }.relative_noise(), 0.0);
    assert_eq!(Median { value: 0, low: 0, high: 1 }.relative_noise(), f64::INFINITY);
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

proptest! {
    #[test]
    fn the_median_lies_within(mut samples in prop::collection::vec(any::<u64>(), 6..1500)) {
        samples.sort_unstable();
        let median = Median::of_sorted(&samples).unwrap();
        prop_assert!(median.low <= median.value && median.value <= median.high);
        let inside = samples.iter().filter(|s| (median.low..=median.high).contains(s)).count();
        prop_assert!(inside >= 6);
    }

    #[test]
    fn quantiles_ascend(
        values in prop::collection::vec(-1e9..1e9_f64, 1..50),
        one in 0.0..1.0_f64,
        other in 0.0..1.0_f64,
    ) {
        let (low, high) = (one.min(other), one.max(other));
        for between in [Between::Line, Between::Nearest, Between::Outward] {
            let at = |share| quantile(&values, share, between);
            prop_assert!(at(low) <= at(high));
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            prop_assert_eq!(at(0.0), Some(least));
        }
    }
}
