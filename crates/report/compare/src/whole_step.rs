//! How long whole steps take on two sides: with what the host, copies and waits add to the kernels.

use propp_base_statistics::median::median;
use propp_base_statistics::rank_sum::RankSum;
use propp_base_text::duration;
use propp_judge_analysis::Steps;

use super::comparison::{Against, Comparison};

/// A difference is certain if chance makes one like it less often.
const CHANCE: f64 = 0.05;
/// Less is no difference to anybody.
const LEAST: f64 = 0.01;

/// A sentence; none unless both sides have steps, of programs that have something in common.
pub(super) fn words(comparison: &Comparison<'_>, against: &Against<'_>) -> Option<String> {
    if against.unrelated {
        return None;
    }
    let lengths = |side: usize| comparison.sides[side].steps().map(lengths);
    between(&lengths(0)?, &lengths(against.place)?)
}

// The lengths are sorted.
fn between(before: &[f64], after: &[f64]) -> Option<String> {
    let [one, other] = [median(before)?, median(after)?];
    let times = other / one;
    let change = match times {
        _ if (times - 1.0).abs() < LEAST => "as long as before".to_owned(),
        ..1.0 => format!("{:.2} times as fast", 1.0 / times),
        _ => format!("{times:.2} times as long"),
    };
    let ranks = RankSum::of(before, after);
    let p = 2.0 * ranks.p_value_of_rise().min(ranks.p_value_of_fall());
    let sure = match p {
        _ if 2.0 * ranks.least_p_value() >= CHANCE => {
            format!("; {} and {} steps are too few to be certain", before.len(), after.len())
        }
        p if p < CHANCE => String::new(),
        _ => "; steps differ as much among themselves".to_owned(),
    };
    let [one, other] = [one, other].map(|ns| duration(ns.round() as u64));
    Some(format!("the whole step, with the host: {one} → {other} in the median, {change}{sure}"))
}

/// Of the steps that are compared, from the first kernel of each to that of the next.
fn lengths(steps: &Steps) -> Vec<f64> {
    let begins = &steps.kinds[steps.main].begins_ns;
    let of = |step: usize| Some(begins.get(step + 1)?.saturating_sub(begins[step]) as f64);
    let first = steps.first_reported - 1;
    let mut all: Vec<f64> = (first..first + steps.reported).filter_map(of).collect();
    all.sort_by(f64::total_cmp);
    all
}

#[cfg(test)]
mod tests {
    use super::between;

    #[test]
    fn a_longer_step_is_told_though_kernels_are_a_tie() {
        let steps =
            |ns: f64| (0..10).map(|step| ns + f64::from(step / 4) * 1e4).collect::<Vec<_>>();
        let slower = between(&steps(6e6), &steps(9e6)).unwrap();
        assert_eq!(
            slower,
            "the whole step, with the host: 6.01 ms → 9.01 ms in the median, 1.50 times as long"
        );
        let same = between(&steps(6e6), &steps(6e6)).unwrap();
        assert!(
            same.ends_with("as long as before; steps differ as much among themselves"),
            "{same}"
        );
        let few = between(&steps(6e6), &[9e6, 9.1e6]).unwrap();
        assert!(few.ends_with("1.51 times as long"), "{few}");
        let fewer = between(&[6e6, 6.1e6], &[9e6, 9.1e6]).unwrap();
        assert!(fewer.ends_with("; 2 and 2 steps are too few to be certain"), "{fewer}");
        assert_eq!(between(&[], &[9e6]), None);
    }
}
