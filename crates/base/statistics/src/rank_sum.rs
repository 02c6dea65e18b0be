//! The exact rank-sum test (Wilcoxon, Mann–Whitney). It assumes no distribution.

use crate::median::{median_of_sorted, thinned};

/// Larger samples are thinned, so that the exact distribution stays cheap to compute. With
/// 32 and 16 values the smallest possible p-value is 4e-13.
const MOST: [usize; 2] = [32, 16];

/// Two lists as they go into the test, each sorted.
#[derive(Clone, Debug)]
pub struct RankSum {
    before: Vec<f64>,
    after: Vec<f64>,
}

impl RankSum {
    /// Of sorted lists.
    pub fn of(before: &[f64], after: &[f64]) -> Self {
        Self { before: thinned(before, MOST[0]), after: thinned(after, MOST[1]) }
    }

    /// How many values there are of each.
    pub fn sizes(&self) -> (usize, usize) {
        (self.before.len(), self.after.len())
    }

    /// The Hodges–Lehmann estimate: the median of all pairwise differences. Unlike the
    /// difference of medians it is stable for kernels with two kinds of launches.
    pub fn shift(&self) -> f64 {
        let mut all: Vec<f64> = Vec::with_capacity(self.before.len() * self.after.len());
        for after in &self.after {
            all.extend(self.before.iter().map(|before| after - before));
        }
        all.sort_by(f64::total_cmp);
        median_of_sorted(&all).unwrap_or(0.0)
    }

    /// The smallest p-value that samples of these sizes can reach.
    pub fn least_p_value(&self) -> f64 {
        let (n, m) = (self.before.len(), self.after.len());
        (1..=m).fold(1.0, |p, k| p * k as f64 / (n + k) as f64)
    }

    /// The one-sided p-value of a rise: the probability of a rank sum of `after` at least as
    /// high if both samples come from one distribution.
    pub fn p_value_of_rise(&self) -> f64 {
        let (n, m) = (self.before.len(), self.after.len());
        if self.before.last() < self.after.first() {
            return self.least_p_value();
        }
        let mut ranks = doubled_ranks(&self.before, &self.after);
        let seen: usize = ranks[n..].iter().sum();
        ranks.sort_unstable();
        // ways[k][s]: the number of choices of k ranks with the sum s. Exact below 2^53.
        let most: usize = ranks[n..].iter().sum();
        let mut ways = vec![vec![0.0_f64; most + 1]; m + 1];
        ways[0][0] = 1.0;
        for (taken, rank) in ranks.iter().enumerate() {
            for k in (1..=m.min(taken + 1)).rev() {
                let (less, more) = ways.split_at_mut(k);
                // Ranks ascend, so k of them sum up to k * rank at most.
                for sum in *rank..=most.min(k * rank) {
                    more[0][sum] += less[k - 1][sum - rank];
                }
            }
        }
        let all: f64 = ways[m].iter().sum();
        ways[m][seen.min(most)..].iter().sum::<f64>() / all
    }

    /// The one-sided p-value of a fall.
    pub fn p_value_of_fall(&self) -> f64 {
        let negated = |list: &[f64]| list.iter().rev().map(|value| -value).collect();
        Self { before: negated(&self.before), after: negated(&self.after) }.p_value_of_rise()
    }
}

/// Twice the rank of each value, `before` first; ties get their mean rank.
fn doubled_ranks(before: &[f64], after: &[f64]) -> Vec<usize> {
    let all: Vec<f64> = before.iter().chain(after).copied().collect();
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|&a, &b| all[a].total_cmp(&all[b]));
    let mut ranks = vec![0; all.len()];
    let mut start = 0;
    while start < order.len() {
        let value = all[order[start]];
        let end = order[start..].iter().take_while(|&&place| all[place] == value).count() + start;
        for &place in &order[start..end] {
            ranks[place] = start + 1 + end;
        }
        start = end;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-12, "{a} {b}");
    }

    #[test]
    fn p_values_are_those_of_all_orders() {
        // The 10 ways to choose 2 of 5: sums of ranks 9 and 8 are one way each.
        close(RankSum::of(&[1.0, 2.0, 3.0], &[4.0, 5.0]).p_value_of_rise(), 0.1);
        close(RankSum::of(&[1.0, 2.0, 4.0], &[3.0, 5.0]).p_value_of_rise(), 0.2);
        close(RankSum::of(&[3.0, 4.0, 5.0], &[1.0, 2.0]).p_value_of_rise(), 1.0);
        close(RankSum::of(&[3.0, 4.0, 5.0], &[1.0, 2.0]).p_value_of_fall(), 0.1);
        close(RankSum::of(&[1.0, 1.0], &[1.0, 1.0]).p_value_of_rise(), 1.0);
        // R: wilcox.test(c(6,7,8,9), c(1,2,3,4,5), alternative="greater") is 1 / 126.
        close(
            RankSum::of(&[1.0, 2.0, 3.0, 4.0, 5.0], &[6.0, 7.0, 8.0, 9.0]).least_p_value(),
            1.0 / 126.0,
        );
    }

    #[test]
    fn equal_values_count_half() {
        // Ranks 1, 2.5, 2.5, 4: of the six pairs those with 2.5 and 4 (two), or more.
        close(RankSum::of(&[1.0, 2.0], &[2.0, 3.0]).p_value_of_rise(), 2.0 / 6.0);
    }

    #[test]
    fn it_is_no_smaller_than_it_says_when_nothing_has_changed() {
        // All 70 ways to deal eight values to two hands of four.
        let mut below = [0; 3];
        for mask in 0_u32..256 {
            if mask.count_ones() != 4 {
                continue;
            }
            let hand = |bit: u32| -> Vec<f64> {
                (0..8).filter(|k| mask >> k & 1 == bit).map(f64::from).collect()
            };
            let p_value = RankSum::of(&hand(0), &hand(1)).p_value_of_rise();
            for (count, level) in below.iter_mut().zip([0.02, 0.1, 0.5]) {
                *count += u32::from(p_value <= level + 1e-12);
            }
        }
        assert_eq!(below, [1, 7, 31]);
    }

    #[test]
    fn two_kinds_of_launches_do_not_shift() {
        let mixed = [5.0, 5.1, 5.2, 10.0, 10.1, 10.2];
        assert!(RankSum::of(&mixed, &[5.1, 5.15, 9.9, 10.1, 10.15, 10.2]).shift().abs() < 0.11);
        assert_eq!(RankSum::of(&[1.0, 2.0], &[4.0, 5.0]).shift(), 3.0);
        assert_eq!(RankSum::of(&[1.0], &[]).shift(), 0.0);
    }
}
