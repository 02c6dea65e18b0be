//! Fits the passes, one after the other, into the order of the launches.
//!
//! A program has phases: a loop over some kernels, then one over others. Each
//! phase gets a rotation of its own, in which every pass sees every kernel.

/// Launches of the order that planning looks at, to bound its time.
const MAX_LAUNCHES: usize = 200_000;

/// All passes, one after the other, for some kinds of launches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rotation {
    /// The place in the order where each pass begins; the last element is the end.
    pub(super) begins: Vec<usize>,
    /// For each kind, whether it is launched in every pass.
    pub(super) rotated: Vec<bool>,
}

impl Rotation {
    pub(super) fn begin(&self) -> usize {
        self.begins.first().copied().unwrap_or(0)
    }

    pub(super) fn end(&self) -> usize {
        self.begins.last().copied().unwrap_or(0)
    }
}

/// Fits rotations of `passes` passes for the `eligible` kinds with enough launches. Each
/// pass measures `wanted` launches of a kind, or as many as possible. `pays` says whether
/// a rotation of these kinds is worth its cost.
pub(super) fn fit(
    order: &[usize],
    eligible: &[bool],
    passes: usize,
    wanted: u64,
    pays: impl Fn(&[bool]) -> bool,
) -> Vec<Rotation> {
    let order = &order[..order.len().min(MAX_LAUNCHES)];
    let mut open = eligible.to_vec();
    let mut rotations: Vec<Rotation> = Vec::new();
    let mut start = 0;
    let mut seen = Occurrences::count(order, open.len());
    loop {
        for (kind, open) in open.iter_mut().enumerate() {
            // The first launch of a kind loads its code and is not measured.
            *open &= seen.counts[kind] > passes as u64;
        }
        // Take the phase that ends first.
        let of_phase = (0..open.len()).filter(|&kind| open[kind]).min_by_key(|&k| seen.last[k]);
        let Some(leader) = of_phase else { return rotations };
        let candidates: Vec<bool> =
            (0..open.len()).map(|k| open[k] && seen.first[k] < seen.last[leader]).collect();
        let fitted = fit_one(&order[start..], candidates, leader, &seen, passes, wanted);
        match fitted.filter(|rotation| pays(&rotation.rotated)) {
            Some(rotation) => {
                for (open, rotated) in open.iter_mut().zip(&rotation.rotated) {
                    *open &= !rotated;
                }
                let begins: Vec<usize> = rotation.begins.iter().map(|at| at + start).collect();
                let rotation = Rotation { begins, ..rotation };
                start = rotation.end();
                seen = Occurrences::count(&order[start..], open.len());
                rotations.push(rotation);
            }
            // The other kinds of the phase may still make a rotation later.
            None => open[leader] = false,
        }
    }
}

/// How often each kind is launched, and where first and last.
struct Occurrences {
    counts: Vec<u64>,
    first: Vec<usize>,
    last: Vec<usize>,
}

impl Occurrences {
    fn count(order: &[usize], kinds: usize) -> Self {
        let (mut counts, mut first, mut last) = (vec![0; kinds], vec![0; kinds], vec![0; kinds]);
        for (place, &kind) in order.iter().enumerate() {
            if counts[kind] == 0 {
                first[kind] = place;
            }
            counts[kind] += 1;
            last[kind] = place;
        }
        Self { counts, first, last }
    }
}

/// Fits one rotation over the leader and as many candidates as can share it.
fn fit_one(
    order: &[usize],
    mut rotated: Vec<bool>,
    leader: usize,
    seen: &Occurrences,
    passes: usize,
    wanted: u64,
) -> Option<Rotation> {
    let fit = |rotated: &[bool], most: u64| {
        let share = |kind: usize| match rotated[kind] {
            true => ((seen.counts[kind] - 1) / passes as u64).clamp(1, most),
            false => 0,
        };
        let shares: Vec<u64> = (0..rotated.len()).map(share).collect();
        // Best, start when every kind was launched once: launches of the first turn
        // of a loop only then lie before the rotation. Otherwise start at once.
        let all_have_come = (0..rotated.len()).filter(|&k| rotated[k]).map(|k| seen.first[k] + 1);
        let late = all_have_come.max().unwrap_or(0);
        windows(order, &shares, passes, late, leader)
            .or_else(|_| windows(order, &shares, passes, 0, leader))
    };
    // One launch of each kind in a pass decides which kinds take part.
    let begins = loop {
        match fit(&rotated, 1) {
            Ok(begins) => break begins,
            // The leader alone always fits: it has more launches than there are passes.
            Err(shortage) => rotated[shortage.spoiler(leader, seen)?] = false,
        }
    };
    // Then each pass gets as many launches as possible.
    let halved = |most: &u64| Some(most / 2).filter(|most| *most > 1);
    let most = Some(wanted.min(order.len() as u64)).filter(|most| *most > 1);
    let more = std::iter::successors(most, halved).find_map(|most| fit(&rotated, most).ok());
    Some(Rotation { begins: more.unwrap_or(begins), rotated })
}

/// Why the passes do not fit.
struct Shortage {
    /// The kinds that ran out of launches.
    missing: Vec<usize>,
    /// The kind, other than the leader, that filled a pass last after the longest wait.
    waited_for: Option<usize>,
}

impl Shortage {
    /// The kind to leave out: if the leader ran out of launches, the kind that passes
    /// waited for; otherwise the rarest of the kinds that ran out.
    fn spoiler(&self, leader: usize, seen: &Occurrences) -> Option<usize> {
        if self.missing.contains(&leader) {
            return self.waited_for;
        }
        self.missing.iter().copied().min_by_key(|kind| seen.counts[*kind])
    }
}

/// The beginnings of the passes, each pass as short as the shares allow.
fn windows(
    order: &[usize],
    shares: &[u64],
    passes: usize,
    begin: usize,
    leader: usize,
) -> Result<Vec<usize>, Shortage> {
    let mut has_come = vec![false; shares.len()];
    order[..begin].iter().for_each(|&kind| has_come[kind] = true);
    let mut begins = vec![begin];
    let mut place = begin;
    let mut longest = (0, None);
    for _ in 0..passes {
        let first = place;
        let mut open = shares.to_vec();
        let mut left = open.iter().filter(|share| **share > 0).count();
        while left > 0 {
            let Some(&kind) = order.get(place) else {
                let missing = (0..open.len()).filter(|kind| open[*kind] > 0).collect();
                return Err(Shortage { missing, waited_for: longest.1 });
            };
            place += 1;
            if !std::mem::replace(&mut has_come[kind], true) || open[kind] == 0 {
                continue;
            }
            open[kind] -= 1;
            left -= usize::from(open[kind] == 0);
            if left == 0 && kind != leader && place - first > longest.0 {
                longest = (place - first, Some(kind));
            }
        }
        begins.push(place);
    }
    Ok(begins)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Set-up kinds 3 and 4, a loop over 0, 1, 2, in whose first turn 6 comes
    /// too, and an end with 5.
    fn training(steps: usize) -> Vec<usize> {
        let mut order = vec![3, 4, 3, 0, 1, 6, 2];
        order.extend([0, 1, 2].repeat(steps - 1));
        order.push(5);
        order
    }

    fn only(rotations: Vec<Rotation>) -> Rotation {
        let [rotation] = rotations.try_into().unwrap();
        rotation
    }

    #[test]
    fn a_loop_is_rotated_and_what_stands_around_it_is_not() {
        let order = training(20);
        let rotation = only(fit(&order, &[true; 7], 4, 2, |_| true));
        assert_eq!(rotation.rotated, [true, true, true, false, false, false, false]);
        assert_eq!(rotation.begins.len(), 5);
        assert_eq!(rotation.begin(), 7, "3, 4 and 6 come before");
        assert!(rotation.end() < order.len(), "and 5 comes after");
    }

    #[test]
    fn too_few_steps_are_no_loop() {
        assert_eq!(fit(&training(4), &[true; 7], 4, 2, |_| true), []);
    }

    #[test]
    fn more_launches_in_a_pass_never_cost_a_kind_its_place() {
        // Of 1 there would be two for each pass, but not between those of 0.
        let rotation =
            only(fit(&[1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1], &[true; 2], 4, 5, |_| true));
        assert_eq!(rotation.rotated, [true, true]);
    }

    #[test]
    fn every_phase_has_its_rotation() {
        let mut order = [0, 1, 2].repeat(20);
        order.extend([3].repeat(50));
        order.extend([4, 5].repeat(20));
        let rotations = fit(&order, &[true; 6], 4, 3, |_| true);
        let rotated: Vec<Vec<usize>> = rotations
            .iter()
            .map(|rotation| (0..6).filter(|&kind| rotation.rotated[kind]).collect())
            .collect();
        assert_eq!(rotated, [vec![0, 1, 2], vec![3], vec![4, 5]]);
        assert!(rotations.is_sorted_by(|a, b| a.end() <= b.begin()));
    }

    #[test]
    fn what_is_not_eligible_is_passed_over() {
        let rotation = only(fit(&[0, 1, 2].repeat(20), &[true, false, true], 4, 3, |_| true));
        assert_eq!(rotation.rotated, [true, false, true]);
    }

    proptest! {
        #[test]
        fn every_pass_of_a_rotation_has_every_rotated_kind(
            order in proptest::collection::vec(0_usize..5, 0..200),
            passes in 1_usize..5,
            wanted in 1_u64..4,
        ) {
            let rotations = fit(&order, &[true; 5], passes, wanted, |_| true);
            prop_assert!(rotations.is_sorted_by(|a, b| a.end() <= b.begin()));
            for rotation in &rotations {
                prop_assert_eq!(rotation.begins.len(), passes + 1);
                for window in rotation.begins.windows(2) {
                    let part = &order[window[0]..window[1]];
                    for (kind, rotated) in rotation.rotated.iter().enumerate() {
                        prop_assert!(!rotated || part.contains(&kind));
                    }
                }
            }
            for kind in 0..5 {
                prop_assert!(rotations.iter().filter(|r| r.rotated[kind]).count() <= 1);
            }
        }
    }
}
