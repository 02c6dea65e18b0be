//! Packs the counters into passes.
//!
//! A kernel runs once per pass. The wiring of the chip decides which counters fit into a pass,
//! and only NVIDIA's host library knows it: a set fits if the library says that it needs one
//! pass. Packing is not additive (two sets of two passes each may need three or four passes
//! together), so this is a search for the smallest number of passes such that one of them
//! holds all counters of each ratio.
//!
//! The question "how many passes does this set need" is a parameter, so nothing here does I/O.

use std::collections::{BTreeMap, BTreeSet};

use super::plan::{CounterSet, LeftOut, Pass, Placed, Plan, Reason};
use super::ratios::{Need, Ratio};
use propp_base_model::counters::{Source, counter};

/// Plans the passes for a chip without the counters in `missing`. `passes_for` returns the
/// number of passes that a set of counters needs.
pub fn plan_passes<E>(
    ratios: &'static [Ratio],
    missing: &BTreeSet<&str>,
    passes_for: impl FnMut(&CounterSet) -> Result<usize, E>,
) -> Result<Plan, E> {
    let mut oracle = Oracle { passes_for, known: BTreeMap::new() };
    let mut left_out = Vec::new();
    let mut wanted = Vec::new();
    let mut if_free = Vec::new();
    for ratio in ratios {
        let spellings = match ratio.need {
            Need::Required => oracle.usable_spellings(ratio, missing)?,
            // These are asked about in sets, which takes far fewer questions.
            Need::IfFree => present_spellings(ratio, missing),
        };
        match (spellings, ratio.need) {
            (Err(reason), _) => left_out.push(LeftOut { ratio, reason }),
            (Ok(spellings), Need::Required) => wanted.push((ratio, spellings)),
            (Ok(spellings), Need::IfFree) => if_free.push((ratio, spellings)),
        }
    }
    let (mut passes, chosen) = oracle.pack(&wanted)?;
    let mut placed = Vec::new();
    for ((ratio, _), counters) in wanted.iter().zip(chosen) {
        placed.extend(place(ratio, counters, &passes));
    }
    let added = oracle.add_optional(&if_free, &mut passes)?;
    for ((ratio, spellings), added) in if_free.iter().zip(added) {
        match added {
            Some(counters) => placed.extend(place(ratio, counters, &passes)),
            None => {
                let reason = oracle.why_not(spellings)?;
                left_out.push(LeftOut { ratio, reason });
            }
        }
    }
    Ok(Plan { passes, placed, left_out })
}

type Spelling = &'static [&'static str];

/// Answers how many passes a set needs, and remembers the answers.
struct Oracle<F> {
    passes_for: F,
    known: BTreeMap<CounterSet, usize>,
}

impl<E, F: FnMut(&CounterSet) -> Result<usize, E>> Oracle<F> {
    fn passes(&mut self, set: &CounterSet) -> Result<usize, E> {
        if let Some(passes) = self.known.get(set) {
            return Ok(*passes);
        }
        let passes = (self.passes_for)(set)?;
        self.known.insert(set.clone(), passes);
        Ok(passes)
    }

    /// The alternatives of a ratio that this chip can read in one pass, or why none can.
    fn usable_spellings(
        &mut self,
        ratio: &'static Ratio,
        missing: &BTreeSet<&str>,
    ) -> Result<Result<Vec<Spelling>, Reason>, E> {
        let spellings = match present_spellings(ratio, missing) {
            Ok(spellings) => spellings,
            Err(reason) => return Ok(Err(reason)),
        };
        let mut usable = Vec::new();
        for spelling in &spellings {
            if self.passes_of(spelling)? <= 1 {
                usable.push(*spelling);
            }
        }
        if usable.is_empty() {
            return Ok(Err(self.why_not(&spellings)?));
        }
        Ok(Ok(usable))
    }

    fn passes_of(&mut self, spelling: Spelling) -> Result<usize, E> {
        self.passes(&spelling.iter().copied().collect())
    }

    /// Why no alternative fits into the plan.
    fn why_not(&mut self, spellings: &[Spelling]) -> Result<Reason, E> {
        let mut fewest = None;
        for spelling in spellings {
            let passes = self.passes_of(spelling)?;
            fewest = Some(fewest.map_or(passes, |fewest: usize| fewest.min(passes)));
        }
        Ok(match fewest {
            Some(passes) if passes > 1 => Reason::NeverTogether { passes },
            _ => Reason::CostsAPass,
        })
    }

    /// The smallest number of passes for all ratios, and the alternative chosen for each.
    /// With equally many passes, preferred alternatives win.
    fn pack(
        &mut self,
        ratios: &[(&'static Ratio, Vec<Spelling>)],
    ) -> Result<(Vec<Pass>, Vec<Spelling>), E> {
        let choices = choices(ratios);
        // The lower bound: what all counters need if ratios may be split over passes.
        let all = |choice: &Vec<Spelling>| choice.iter().flat_map(|s| s.iter().copied()).collect();
        let mut fewest = ratios.len();
        for chosen in &choices {
            fewest = fewest.min(self.passes(&all(chosen))?.max(1));
        }
        for limit in fewest..=ratios.len() {
            for chosen in &choices {
                if let Some(passes) = self.pack_within(chosen, Vec::new(), limit)? {
                    return Ok((passes, chosen.clone()));
                }
            }
        }
        Ok((Vec::new(), Vec::new()))
    }

    /// Backtracking: tries the first ratio in each pass with room, then in a new pass, and
    /// continues with the rest.
    fn pack_within(
        &mut self,
        rest: &[Spelling],
        passes: Vec<Pass>,
        limit: usize,
    ) -> Result<Option<Vec<Pass>>, E> {
        let Some((first, rest)) = rest.split_first() else {
            return Ok(Some(hardware_first(passes)));
        };
        for index in 0..passes.len() {
            if let Some(grown) = self.grow(&passes[index], first)? {
                let mut passes = passes.clone();
                passes[index] = grown;
                if let Some(found) = self.pack_within(rest, passes, limit)? {
                    return Ok(Some(found));
                }
            }
        }
        if passes.len() < limit {
            let mut passes = passes;
            passes.push(Pass { counters: first.iter().copied().collect(), source: source(first) });
            return self.pack_within(rest, passes, limit);
        }
        Ok(None)
    }

    /// The pass with the counters added, if they fit.
    fn grow(&mut self, pass: &Pass, counters: Spelling) -> Result<Option<Pass>, E> {
        if pass.source != source(counters) {
            return Ok(None);
        }
        let mut grown = pass.clone();
        grown.counters.extend(counters.iter().copied());
        Ok((self.passes(&grown.counters)? <= 1).then_some(grown))
    }

    /// Adds optional ratios to passes with room: each to the first pass where it fits, with
    /// its preferred alternative. Returns the alternative of each ratio that was added.
    fn add_optional(
        &mut self,
        ratios: &[(&'static Ratio, Vec<Spelling>)],
        passes: &mut [Pass],
    ) -> Result<Vec<Option<Spelling>>, E> {
        let mut added = vec![None; ratios.len()];
        let most = ratios.iter().map(|(_, spellings)| spellings.len()).max().unwrap_or(0);
        for choice in 0..most {
            for pass in passes.iter_mut() {
                let open = (0..ratios.len()).filter(|&index| added[index].is_none());
                let spelt = open.filter_map(|i| Some((i, *ratios[i].1.get(choice)?)));
                let fitting: Vec<_> = spelt.filter(|(_, s)| source(s) == pass.source).collect();
                for (index, spelling) in self.fill(pass, &fitting)? {
                    added[index] = Some(spelling);
                }
            }
        }
        Ok(added)
    }

    /// Adds in order all alternatives that still fit. More counters never need fewer passes,
    /// so a binary search finds the next alternative that does not fit.
    fn fill(
        &mut self,
        pass: &mut Pass,
        mut rest: &[(usize, Spelling)],
    ) -> Result<Vec<(usize, Spelling)>, E> {
        let mut added = Vec::new();
        while !rest.is_empty() {
            let (mut fits, mut too_many) = (0, rest.len() + 1);
            let mut tried = rest.len();
            while too_many - fits > 1 {
                let counters = rest[..tried].iter().flat_map(|(_, spelling)| spelling.iter());
                let mut grown = pass.counters.clone();
                grown.extend(counters.copied());
                if self.passes(&grown)? <= 1 {
                    fits = tried;
                } else {
                    too_many = tried;
                }
                tried = usize::midpoint(fits, too_many);
            }
            let (fitting, others) = rest.split_at(fits);
            pass.counters.extend(fitting.iter().flat_map(|(_, spelling)| spelling.iter().copied()));
            added.extend_from_slice(fitting);
            rest = others.get(1..).unwrap_or_default();
        }
        Ok(added)
    }
}

/// The alternatives of a ratio whose counters the chip has.
fn present_spellings(
    ratio: &'static Ratio,
    missing: &BTreeSet<&str>,
) -> Result<Vec<Spelling>, Reason> {
    let absent = |spelling: &Spelling| -> Vec<&'static str> {
        spelling.iter().copied().filter(|name| missing.contains(name)).collect()
    };
    let present: Vec<Spelling> =
        ratio.spellings.iter().copied().filter(|s| absent(s).is_empty()).collect();
    if present.is_empty() {
        return Err(Reason::Missing(ratio.spellings.first().map(absent).unwrap_or_default()));
    }
    Ok(present)
}

/// Every choice of one alternative per ratio, the preferred ones first.
fn choices(ratios: &[(&'static Ratio, Vec<Spelling>)]) -> Vec<Vec<Spelling>> {
    ratios.iter().fold(vec![Vec::new()], |choices, (_, spellings)| {
        spellings
            .iter()
            .flat_map(|spelling| {
                choices.iter().map(move |choice| {
                    let mut choice = choice.clone();
                    choice.push(*spelling);
                    choice
                })
            })
            .collect()
    })
}

fn source(counters: Spelling) -> Source {
    let patched = |name: &&str| counter(name).is_some_and(|c| c.source == Source::Patched);
    if counters.iter().any(patched) { Source::Patched } else { Source::Hardware }
}

fn hardware_first(mut passes: Vec<Pass>) -> Vec<Pass> {
    passes.sort_by_key(|pass| pass.source == Source::Patched);
    passes
}

fn place(ratio: &'static Ratio, counters: Spelling, passes: &[Pass]) -> Option<Placed> {
    let pass =
        passes.iter().position(|pass| counters.iter().all(|name| pass.counters.contains(name)))?;
    Some(Placed { ratio, counters, pass })
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use proptest::prelude::*;

    use super::*;
    use crate::counters::ratios::RATIOS;

    /// A chip that reads up to `room` counters per pass.
    fn roomy(room: usize) -> impl FnMut(&CounterSet) -> Result<usize, Infallible> {
        move |set| Ok(set.len().div_ceil(room))
    }

    fn must(result: Result<Plan, Infallible>) -> Plan {
        let Ok(plan) = result;
        plan
    }

    proptest! {
        #[test]
        fn every_ratio_sits_in_one_pass_or_is_left_out_with_a_reason(
            room in 1_usize..12,
            absent in proptest::sample::subsequence(
                propp_base_model::counters::COUNTERS.iter().map(|c| c.name).collect::<Vec<_>>(),
                0..6,
            ),
        ) {
            let missing: BTreeSet<&str> = absent.into_iter().collect();
            let plan = must(plan_passes(RATIOS, &missing, roomy(room)));
            prop_assert_eq!(plan.placed.len() + plan.left_out.len(), RATIOS.len());
            for placed in &plan.placed {
                let pass = &plan.passes[placed.pass];
                prop_assert!(placed.counters.iter().all(|name| pass.counters.contains(name)));
            }
            for pass in &plan.passes {
                prop_assert!(pass.counters.len() <= room);
                prop_assert!(pass.counters.iter().all(|name| !missing.contains(name)));
                let sources: BTreeSet<bool> = pass.counters.iter()
                    .filter_map(|name| counter(name))
                    .map(|c| c.source == Source::Patched)
                    .collect();
                prop_assert_eq!(sources.len(), 1);
            }
        }
    }

    #[test]
    fn a_chip_with_room_for_everything_needs_two_passes() {
        let plan = must(plan_passes(RATIOS, &BTreeSet::new(), roomy(100)));
        assert_eq!(plan.passes.len(), 2, "one for hardware, one for patched counters");
        assert!(plan.left_out.is_empty());
    }

    #[test]
    fn the_second_spelling_is_taken_when_the_chip_lacks_the_first() {
        use propp_base_model::counters::{PIPE_FP64, PIPE_FP64_CYCLES};
        let plan = must(plan_passes(RATIOS, &BTreeSet::from([PIPE_FP64]), roomy(100)));
        assert!(plan.counters().contains(PIPE_FP64_CYCLES));
    }

    /// In passes of one counter there is room for no ratio of two, and for an optional one of one counter
    /// only in a pass of its own.
    #[test]
    fn what_is_left_out_never_fits_or_costs_a_pass() {
        let plan = must(plan_passes(RATIOS, &BTreeSet::new(), roomy(1)));
        let never =
            |reason: &Reason| matches!(reason, Reason::NeverTogether { passes } if *passes > 1);
        let reasons = || plan.left_out.iter().map(|left| &left.reason);
        assert!(reasons().any(never), "{:?}", plan.left_out);
        let plan = must(plan_passes(RATIOS, &BTreeSet::new(), roomy(8)));
        let reasons: Vec<&Reason> = plan.left_out.iter().map(|left| &left.reason).collect();
        assert!(!reasons.is_empty() && reasons.iter().all(|one| **one == Reason::CostsAPass));
    }

    #[test]
    fn an_optional_ratio_never_costs_a_pass() {
        let required: Vec<Ratio> =
            RATIOS.iter().filter(|r| r.need == Need::Required).copied().collect();
        let required: &'static [Ratio] = Vec::leak(required);
        for room in 3..12 {
            let without = must(plan_passes(required, &BTreeSet::new(), roomy(room))).passes.len();
            assert_eq!(
                must(plan_passes(RATIOS, &BTreeSet::new(), roomy(room))).passes.len(),
                without
            );
        }
    }
}
