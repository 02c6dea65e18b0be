//! The stages of a run, and the launches that are measured in them.

use std::collections::HashMap;

use propp_recording_wire::Stage;

use super::rotation::Rotation;

/// The stages of all rotations, and of the gaps between them.
pub(super) struct Layout {
    pub(super) stages: Vec<Stage>,
    /// The first stage of each rotation.
    pub(super) first_stages: Vec<u32>,
    /// The stage of each gap with replayed launches. Gap 0 is before the first
    /// rotation.
    pub(super) gap_stages: HashMap<usize, u32>,
}

impl Layout {
    pub(super) fn new(
        rotations: usize,
        passes: usize,
        replayed: &HashMap<usize, Vec<(u64, usize)>>,
    ) -> Self {
        let mut layout =
            Self { stages: Vec::new(), first_stages: Vec::new(), gap_stages: HashMap::new() };
        let passes = u32::try_from(passes).unwrap_or(u32::MAX);
        for gap in 0..=rotations {
            if replayed.values().flatten().any(|(_, of)| *of == gap) {
                let stage = layout.next();
                layout.gap_stages.insert(gap, stage);
                layout.stages.push(Stage { pass: 0 });
            }
            if gap < rotations {
                let stage = layout.next();
                layout.first_stages.push(stage);
                layout.stages.extend((1..=passes).map(|pass| Stage { pass }));
            }
        }
        layout
    }

    fn next(&self) -> u32 {
        u32::try_from(self.stages.len()).unwrap_or(u32::MAX)
    }
}

/// The numbers of the launches to measure: at most `most` (0: all) of `launches`. If
/// there are enough, they leave out the first, which loads code, and grow apart (1, 2,
/// 4, 8 ...).
pub(super) fn thinned(launches: u64, most: u64) -> Vec<u64> {
    if most == 0 || launches <= most {
        return (0..launches).collect();
    }
    let doubling = std::iter::successors(Some(1_u64), |number| number.checked_mul(2));
    let mut numbers: Vec<u64> =
        doubling.take_while(|&number| number < launches).take(index(most)).collect();
    // Fill up with the numbers in between if doubling gives too few.
    let mut others = (2..launches).filter(|number| !number.is_power_of_two());
    while (numbers.len() as u64) < most.min(launches - 1) {
        numbers.extend(others.next());
    }
    numbers.sort_unstable();
    numbers
}

pub(super) fn count_thinned(launches: u64, most: u64) -> u64 {
    if most == 0 { launches } else { launches.min(most) }
}

pub(super) fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The places of the launches in launch order.
pub(super) struct Places<'r> {
    pub(super) by_kind: &'r HashMap<usize, Vec<usize>>,
    pub(super) rotations: &'r [Rotation],
}

impl Places<'_> {
    fn places(&self, kind: usize) -> &[usize] {
        self.by_kind.get(&kind).map(Vec::as_slice).unwrap_or_default()
    }

    /// Up to `most` launches of each kind outside the rotations, each with its gap. Uses
    /// as few gaps as possible, since each gap is a stage.
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

    /// The launches of a kind outside the rotations, each with the number of rotations
    /// before it.
    fn outside(&self, kind: usize) -> Vec<(u64, usize)> {
        let gap = |place: usize| {
            let gone = self.rotations.partition_point(|rotation| rotation.end() <= place);
            let is_inside = self.rotations.get(gone).is_some_and(|next| next.begin() <= place);
            (!is_inside).then_some(gone)
        };
        let numbered = (0_u64..).zip(self.places(kind));
        numbered.filter_map(|(number, &place)| Some((number, gap(place)?))).collect()
    }

    /// Up to `most` launches of a kind in each pass of a rotation, the same number in
    /// every pass, each with its stage.
    pub(super) fn inside(
        &self,
        kind: usize,
        rotation: usize,
        most: u64,
        first_stage: u32,
    ) -> Vec<(u64, u32)> {
        let places = self.places(kind);
        // The first launch loads code and is not measured.
        let number_at = |begin: &usize| places.partition_point(|place| place < begin).max(1);
        let begins: Vec<usize> = self.rotations[rotation].begins.iter().map(number_at).collect();
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
