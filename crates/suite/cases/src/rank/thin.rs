//! Thins a suite's recording to what rankings and fits need.
//!
//! A case can launch a kernel hundreds of times, with counters for each launch. Reports use the
//! means, so for each kernel and configuration a few measured launches are kept whose means are
//! closest to the means of all. Equidistant launches would not do: the launches of a sorting
//! network, for example, are periodic.

use std::collections::{BTreeMap, BTreeSet};

use propp_recording::{Kept, Recording};
use propp_suite_problems::NothingSelected;

use super::pick::primitives;
use super::split::Split;

/// The key of the recording's metadata that says how it was thinned.
pub const THINNED: &str = "suite.thinned";

/// What to keep with at most `launches` measured launches of each kernel and configuration in
/// a case, and a description. The cases of primitives that `without` names are left out.
/// Fails if the recording is emulated, a name is of no primitive, or nothing would be left.
pub fn thin(
    recording: &Recording,
    launches: usize,
    without: &[String],
) -> Result<(Kept, String), NotThinned> {
    if recording.emulated_gpu().is_some() {
        return Err(NotThinned::Emulated);
    }
    let known = primitives(recording);
    let without = if without.is_empty() {
        Vec::new()
    } else {
        propp_suite_problems::primitives(&known, without)?
    };
    if without.len() == known.len() {
        return Err(NotThinned::Nothing);
    }
    let stays = |place: &usize| !without.contains(&recording.suite[*place].primitive.as_str());
    let cases: Vec<usize> = (0..recording.suite.len()).filter(stays).collect();
    let markers = cases.iter().filter_map(|place| recording.suite[*place].marker).collect();
    let split = Split::new(recording).of_markers(&markers);
    let mut kept = Kept { cases, ..split.beside() };
    for kind in split.kinds(recording) {
        let places: Vec<Vec<usize>> = kind.into_values().collect();
        let chosen = if places.len() <= launches {
            (0..places.len()).collect()
        } else {
            closest(&relative_values(recording, &places), launches)
        };
        kept.measurements.extend(chosen.iter().flat_map(|launch| &places[*launch]));
    }
    let left_out = if without.is_empty() {
        String::new()
    } else {
        format!(", and without {}", without.join(", "))
    };
    let words = format!(
        "{} of {} measured launches, {launches} at most of each kernel and configuration in a \
         case; without what happened between the cases{left_out}",
        kept.measurements.len(),
        recording.measurements.len(),
    );
    Ok((kept, words))
}

/// Why a recording was not thinned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotThinned {
    #[error(
        "an emulated suite cannot be thinned: launches that thinning removes identify its \
         cases"
    )]
    Emulated,
    #[error(transparent)]
    Word(#[from] NothingSelected),
    #[error("nothing would be left of it")]
    Nothing,
}

/// The counters of each launch, divided by their means.
fn relative_values(recording: &Recording, launches: &[Vec<usize>]) -> Vec<Vec<f64>> {
    let launch_values = |places: &Vec<usize>| {
        let mut values: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for measurement in places.iter().map(|place| &recording.measurements[*place]) {
            for (position, value) in measurement.values.iter().enumerate() {
                values.insert((measurement.counter_set, position), value.unwrap_or(0.0));
            }
        }
        values
    };
    let all: Vec<BTreeMap<(usize, usize), f64>> = launches.iter().map(launch_values).collect();
    let counters: BTreeSet<(usize, usize)> =
        all.iter().flat_map(|one| one.keys().copied()).collect();
    let mean = |counter: &(usize, usize)| {
        all.iter().filter_map(|one| one.get(counter)).sum::<f64>() / all.len() as f64
    };
    let means: Vec<((usize, usize), f64)> = counters
        .iter()
        .map(|counter| (*counter, mean(counter)))
        .filter(|(_, m)| *m > 0.0)
        .collect();
    let over_mean = |one: &BTreeMap<(usize, usize), f64>| {
        means.iter().map(|(counter, mean)| one.get(counter).unwrap_or(&0.0) / mean).collect()
    };
    all.iter().map(over_mean).collect()
}

/// Chooses rows whose mean is close to 1 in every column: greedily one after another, then by
/// exchanging single rows until no exchange improves the mean.
fn closest(rows: &[Vec<f64>], wanted: usize) -> Vec<usize> {
    let columns = rows.first().map_or(0, Vec::len);
    let mut chosen: Vec<usize> = Vec::with_capacity(wanted);
    let mut sum = vec![0.0; columns];
    let distance = |sum: &[f64], out: Option<usize>, into: usize, count: f64| -> f64 {
        let without = |column: usize| out.map_or(0.0, |row| rows[row][column]);
        let near = |(column, sum): (usize, &f64)| {
            let mean = (sum - without(column) + rows[into][column]) / count;
            (mean - 1.0).powi(2)
        };
        sum.iter().enumerate().map(near).sum()
    };
    let best = |chosen: &[usize], sum: &[f64], out: Option<usize>, count: f64| {
        (0..rows.len())
            .filter(|row| !chosen.contains(row) || Some(*row) == out)
            .map(|row| (row, distance(sum, out, row, count)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
    };
    while chosen.len() < wanted.min(rows.len()) {
        let Some((row, _)) = best(&chosen, &sum, None, (chosen.len() + 1) as f64) else { break };
        add(&mut sum, &rows[row], 1.0);
        chosen.push(row);
    }
    // Each exchange improves the mean, so this ends; the bound guards against rounding.
    for _ in 0..100 {
        let mut is_better = false;
        for place in 0..chosen.len() {
            let out = chosen[place];
            let count = chosen.len() as f64;
            let now = distance(&sum, Some(out), out, count);
            if let Some((row, then)) = best(&chosen, &sum, Some(out), count)
                && then < now
            {
                add(&mut sum, &rows[out], -1.0);
                add(&mut sum, &rows[row], 1.0);
                chosen[place] = row;
                is_better = true;
            }
        }
        if !is_better {
            break;
        }
    }
    chosen.sort_unstable();
    chosen
}

fn add(sum: &mut [f64], row: &[f64], times: f64) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum += times * value;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn error(rows: &[Vec<f64>], chosen: &[usize]) -> f64 {
        let mean = |column: usize| {
            chosen.iter().map(|row| rows[*row][column]).sum::<f64>() / chosen.len() as f64
        };
        (0..rows[0].len()).map(|column| (mean(column) - 1.0).powi(2)).sum()
    }

    #[test]
    fn what_repeats_with_a_period_is_met_in_its_proportions() {
        // Three of four launches read 2 / 3, the fourth 2: each part of four is exact.
        let rows: Vec<Vec<f64>> =
            (0..64).map(|at| vec![if at % 4 == 3 { 2.0 } else { 2.0 / 3.0 }]).collect();
        let chosen = closest(&rows, 4);
        assert_eq!(chosen.len(), 4);
        assert!(error(&rows, &chosen) < 1e-12, "{chosen:?}");
    }

    proptest! {
        #[test]
        fn so_many_different_ones_are_chosen_and_no_exchange_of_one_is_better(
            values in prop::collection::vec((0.0..3.0_f64, 0.0..3.0_f64), 3..20),
            wanted in 1..3_usize,
        ) {
            let rows: Vec<Vec<f64>> = values.iter().map(|(a, b)| vec![*a, *b]).collect();
            let chosen = closest(&rows, wanted);
            prop_assert_eq!(chosen.len(), wanted);
            prop_assert!(chosen.windows(2).all(|pair| pair[0] < pair[1]));
            let least = error(&rows, &chosen);
            for place in 0..wanted {
                for other in (0..rows.len()).filter(|row| !chosen.contains(row)) {
                    let mut changed = chosen.clone();
                    changed[place] = other;
                    prop_assert!(error(&rows, &changed) >= least - 1e-9);
                }
            }
        }
    }
}
