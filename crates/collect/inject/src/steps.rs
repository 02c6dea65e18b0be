//! Which launches of one kind are measured, and in which stage. Pure.

use propp_recording_wire::{Stage, Thinning};

/// No launch of a kind has this number.
pub(crate) const NEVER: u64 = u64::MAX;

#[derive(Clone, Debug)]
pub(crate) enum Steps {
    /// The number and stage of each launch. `done` counts those measured or missed.
    Planned { launches: Vec<(u64, u32)>, done: usize },
    /// By rule, in any stage that reads all passes.
    Thinning { rule: Thinning, done: u32 },
}

impl Steps {
    /// The number of the next launch that may be measured.
    pub(crate) fn next(&self) -> u64 {
        match self {
            Self::Planned { launches, done } => launches.get(*done).map_or(NEVER, |step| step.0),
            Self::Thinning { rule, done } => {
                if rule.most == 0 {
                    return rule.skip; // Every launch, in whatever order the threads make them.
                }
                let is_done = u64::from(*done) >= rule.most;
                if is_done { NEVER } else { rule.skip.saturating_add(distance(rule, *done)) }
            }
        }
    }

    /// The stage in which to measure launch `number`, if at all. The device is in
    /// stage `stage` and never goes back to an earlier one.
    pub(crate) fn advance(&mut self, number: u64, stage: u32, stages: &[Stage]) -> Option<u32> {
        match self {
            Self::Planned { launches, done } => {
                while launches.get(*done).is_some_and(|step| step.1 < stage) {
                    *done += 1;
                }
                let step = launches.get(*done).filter(|step| step.0 <= number)?;
                *done += 1;
                Some(step.1)
            }
            Self::Thinning { done, .. } => {
                // A stage of a single pass measures only what was planned: the other
                // passes of an unplanned kind would be missing.
                let here = stages.get(stage as usize)?;
                let is_whole = here.pass == 0 || stages.len() == 1;
                is_whole.then(|| {
                    *done += 1;
                    stage
                })
            }
        }
    }
}

/// 0, 1, 2, 4, 8 and so on; 0, 2, 4, 8 where the second is spared.
fn distance(rule: &Thinning, done: u32) -> u64 {
    match done {
        0 => 0,
        more => {
            let doublings = more - u32::from(!rule.spares_second);
            1_u64.checked_shl(doublings).unwrap_or(NEVER)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_followed_forwards_only() {
        let stages = [0, 1, 2].map(|pass| Stage { pass });
        let mut steps = Steps::Planned { launches: vec![(1, 0), (3, 1), (4, 1), (6, 2)], done: 0 };
        assert_eq!(steps.advance(0, 0, &stages), None);
        assert_eq!(steps.advance(1, 0, &stages), Some(0));
        assert_eq!(steps.next(), 3);
        assert_eq!(steps.advance(5, 0, &stages), Some(1), "late is better than never");
        assert_eq!(steps.advance(6, 2, &stages), Some(2), "a step of an earlier stage is lost");
        assert_eq!(steps.next(), NEVER);
        assert_eq!(steps.advance(9, 2, &stages), None);
    }

    #[test]
    fn what_was_not_planned_waits_for_a_stage_that_has_all_passes() {
        let stages = [1, 0].map(|pass| Stage { pass });
        let mut steps =
            Steps::Thinning { rule: Thinning { most: 1, skip: 0, spares_second: false }, done: 0 };
        assert_eq!(steps.advance(0, 0, &stages), None);
        assert_eq!(steps.advance(1, 1, &stages), Some(1));
        assert_eq!(steps.next(), NEVER);
        let mut alone =
            Steps::Thinning { rule: Thinning { most: 1, skip: 0, spares_second: false }, done: 0 };
        assert_eq!(alone.advance(0, 0, &stages[..1]), Some(0), "each pass has a run of its own");
    }
}
