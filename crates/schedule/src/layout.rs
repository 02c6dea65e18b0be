//! Which launches of a kind are measured, and in which stage.

use std::collections::HashMap;

use propp_wire::Stage;

use super::rotation::Rotation;

/// Stages of rotations and of the gaps between them.
pub(super) struct Layout {
    pub(super) stages: Vec<Stage>,
    /// The stage of each rotation's first pass.
    pub(super) first_of_round: Vec<u32>,
    /// The stage of each gap in which launches are replayed; gap 0 lies before
    /// the first rotation.
    pub(super) of_gap: HashMap<usize, u32>,
}

impl Layout {
    pub(super) fn of(
        rounds: usize,
        passes: usize,
        replayed: &HashMap<usize, Vec<(u64, usize)>>,
    ) -> Self {
        let mut layout =
            Self { stages: Vec::new(), first_of_round: Vec::new(), of_gap: HashMap::new() };
        let passes = u32::try_from(passes).unwrap_or(u32::MAX);
        for gap in 0..=rounds {
            if replayed.values().flatten().any(|(_, of)| *of == gap) {
                let stage = layout.next();
                layout.of_gap.insert(gap, stage);
                layout.stages.push(Stage { pass: 0 });
            }
            if gap < rounds {
                let stage = layout.next();
                layout.first_of_round.push(stage);
                layout.stages.extend((1..=passes).map(|pass| Stage { pass }));
            }
        }
        layout
    }

    fn next(&self) -> u32 {
        u32::try_from(self.stages.len()).unwrap_or(u32::MAX)
    }
}

/// Which of `launches` launches are measured when `most` are to be (0: all):
/// not the first, which loads code, when there are enough others; then less and
/// less often.
pub(super) fn thinned(launches: u64, most: u64) -> Vec<u64> {
    if most == 0 || launches <= most {
        return (0..launches).collect();
    }
    let doubling = std::iter::successors(Some(1_u64), |number| number.checked_mul(2));
    let mut numbers: Vec<u64> =
        doubling.take_while(|&number| number < launches).take(index(most)).collect();
    // When doubling leaves the launches too early, those in between serve.
    let mut others = (2..launches).filter(|number| !number.is_power_of_two());
    while (numbers.len() as u64) < most.min(launches - 1) {
        numbers.extend(others.next());
    }
    numbers.sort_unstable();
    numbers
}

/// How many those are.
pub(super) fn count_thinned(launches: u64, most: u64) -> u64 {
    if most == 0 { launches } else { launches.min(most) }
}

pub(super) fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Where the launches of each kind stand: number within the kind and place in
/// the order.
pub(super) struct Places<'r> {
    pub(super) of_kind: &'r HashMap<usize, Vec<usize>>,
    /// In their order.
    pub(super) rotations: &'r [Rotation],
}

impl Places<'_> {
    fn of(&self, kind: usize) -> &[usize] {
        self.of_kind.get(&kind).map(Vec::as_slice).unwrap_or_default()
    }

    /// Up to `most` launches of each kind outside the rotations, with the gap
    /// that they are in: as few gaps as will do, since each is a stage.
    pub(super) fn between(&self, kinds: &[usize], most: u64) -> HashMap<usize, Vec<(u64, usize)>> {
        let outside: HashMap<usize, Vec<(u64, usize)>> =
            kinds.iter().map(|&kind| (kind, self.outside(kind))).collect();
        let mut gaps: Vec<usize> = Vec::new();
        let mut without: Vec<usize> = kinds.to_vec();
        loop {
            let comes_in = |gap: usize, kind: &usize| outside[kind].iter().any(|(_, g)| *g == gap);
            without.retain(|kind| !gaps.iter().any(|gap| comes_in(*gap, kind)));
            let gain = |gap: usize| without.iter().filter(|kind| comes_in(gap, kind)).count();
            match (0..=self.rotations.len()).max_by_key(|gap| gain(*gap)) {
                Some(best) if gain(best) > 0 => gaps.push(best),
                _ => break,
            }
        }
        let in_gaps = |all: Vec<(u64, usize)>| {
            let mut some: Vec<(u64, usize)> =
                all.into_iter().filter(|(_, gap)| gaps.contains(gap)).collect();
            let chosen = thinned(some.len() as u64, most);
            let mut chosen = chosen.into_iter().map(index).peekable();
            let mut place = 0;
            some.retain(|_| {
                place += 1;
                chosen.next_if_eq(&(place - 1)).is_some()
            });
            some
        };
        outside.into_iter().map(|(kind, all)| (kind, in_gaps(all))).collect()
    }

    /// The launches of a kind outside the rotations, each with the number of
    /// rotations that have gone before.
    fn outside(&self, kind: usize) -> Vec<(u64, usize)> {
        let gap = |place: usize| {
            let gone = self.rotations.partition_point(|rotation| rotation.end() <= place);
            let is_inside = self.rotations.get(gone).is_some_and(|next| next.begin() <= place);
            (!is_inside).then_some(gone)
        };
        let numbered = (0_u64..).zip(self.of(kind));
        numbered.filter_map(|(number, &place)| Some((number, gap(place)?))).collect()
    }

    /// Up to `most` launches of a kind in each pass of a rotation, as many in
    /// one as in another, with their stage.
    pub(super) fn inside(
        &self,
        kind: usize,
        round: usize,
        most: u64,
        first_stage: u32,
    ) -> Vec<(u64, u32)> {
        let places = self.of(kind);
        // The first launch loads code.
        let number_at = |begin: &usize| places.partition_point(|place| place < begin).max(1);
        let begins: Vec<usize> = self.rotations[round].begins.iter().map(number_at).collect();
        let limit = if most == 0 { usize::MAX } else { index(most) };
        let windows = || begins.windows(2).map(|window| (window[0], window[1]));
        let each = windows().map(|(from, to)| to - from).min().unwrap_or(0).min(limit);
        windows()
            .zip(first_stage..)
            .flat_map(|((from, _), stage)| {
                (from..from + each).map(move |number| (number as u64, stage))
            })
            .collect()
    }
}
