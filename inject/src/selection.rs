//! Which launches are measured, and how. Pure.

use std::sync::atomic::{AtomicU64, Ordering};

use propp_wire::{Planned, Selection, Stage, Thinning};

use crate::kinds::{Kind, NEVER};

/// What is asked of the launches that are to be measured.
pub(crate) struct Filters {
    selection: Selection,
    /// Launches so far that everything but skip and count let pass.
    matching: AtomicU64,
}

impl Filters {
    pub(crate) fn new(selection: &Selection) -> Self {
        Self { selection: selection.clone(), matching: AtomicU64::new(0) }
    }

    /// Whether launches of a function on a device may be measured. A graph's
    /// kernels have no names here, so graphs (`None`) pass the filter by name.
    pub(crate) fn want(&self, device: u32, name: Option<&str>) -> bool {
        let wanted = &self.selection;
        (wanted.devices.is_empty() || wanted.devices.contains(&device))
            && name.is_none_or(|name| {
                let asked_for =
                    wanted.kernels.is_empty() || wanted.kernels.iter().any(|kernel| kernel == name);
                asked_for && !wanted.left_alone.iter().any(|part| name.contains(part.as_str()))
            })
    }

    /// The number of this launch among those of its kind that may be measured.
    /// `is_open` says whether an NVTX range of that name is open.
    pub(crate) fn number(&self, kind: &Kind, is_open: impl Fn(&str) -> bool) -> Option<u64> {
        let wanted = &self.selection;
        let passes = kind.wanted
            && (wanted.nvtx.is_empty() || wanted.nvtx.iter().any(|range| is_open(range)))
            && self.in_window();
        passes.then(|| kind.numbered.fetch_add(1, Ordering::Relaxed))
    }

    fn in_window(&self) -> bool {
        let (skip, count) = (self.selection.launch_skip, self.selection.launch_count);
        if skip == 0 && count == 0 {
            return true;
        }
        let index = self.matching.fetch_add(1, Ordering::Relaxed);
        index >= skip && (count == 0 || index - skip < count)
    }

    /// The steps for a kind of launch.
    pub(crate) fn steps(&self, is_kind: impl Fn(&Planned) -> bool) -> Steps {
        match self.selection.planned.iter().find(|planned| is_kind(planned)) {
            Some(planned) => Steps::Planned { launches: planned.launches.clone(), done: 0 },
            None => Steps::Thinning { rule: self.selection.thinning.clone(), done: 0 },
        }
    }

    /// The ways of measuring, one after the other.
    pub(crate) fn stages(&self) -> &[Stage] {
        &self.selection.stages
    }
}

/// Which launches of one kind are measured.
#[derive(Clone, Debug)]
pub(crate) enum Steps {
    /// Number and stage of each; so many are done or have been missed.
    Planned { launches: Vec<(u64, u32)>, done: usize },
    /// By rule, in any stage that has all passes.
    Thinning { rule: Thinning, done: u32 },
}

impl Steps {
    /// The number of the launch from which on there is something to do.
    pub(crate) fn next(&self) -> u64 {
        match self {
            Self::Planned { launches, done } => launches.get(*done).map_or(NEVER, |step| step.0),
            Self::Thinning { rule, done } => {
                if rule.most == 0 {
                    return rule.skip; // Each, in whatever order threads bring them.
                }
                let is_done = u64::from(*done) >= rule.most;
                if is_done { NEVER } else { rule.skip.saturating_add(distance(*done)) }
            }
        }
    }

    /// The stage in which launch `number` is to be measured, if it is, when
    /// the present stage is `stage`. There is no way back to an earlier one.
    pub(crate) fn take(&mut self, number: u64, stage: u32, stages: &[Stage]) -> Option<u32> {
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
                // Among stages of single passes nothing is measured that was
                // not foreseen: the other passes would be missing.
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

/// 0, 1, 2, 4, 8 and so on.
fn distance(done: u32) -> u64 {
    match done {
        0 => 0,
        more => 1_u64.checked_shl(more - 1).unwrap_or(NEVER),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use propp_wire::Launch;

    use super::*;

    pub(crate) fn launch(name: u32, grid: u32) -> Launch {
        Launch {
            name,
            grid: [grid, 1, 1],
            block: [128, 1, 1],
            cluster: [0; 3],
            registers: 0,
            static_shared_bytes: 0,
            dynamic_shared_bytes: 0,
            local_bytes_per_thread: 0,
            device: 0,
            context: 1,
            stream: 0,
            correlation: 0,
            graph: 0,
            nvtx: 0,
        }
    }

    pub(crate) fn no_steps() -> Steps {
        Steps::Planned { launches: Vec::new(), done: 0 }
    }

    fn everything() -> Selection {
        Selection {
            kernels: Vec::new(),
            left_alone: Vec::new(),
            nvtx: Vec::new(),
            devices: Vec::new(),
            launch_skip: 0,
            launch_count: 0,
            stages: vec![Stage { pass: 0 }],
            planned: Vec::new(),
            thinning: Thinning { most: 0, skip: 0 },
            budget_ns: 0,
        }
    }

    fn kind(wanted: bool, steps: Steps) -> Kind {
        Kind::new(launch(1, 1), wanted, steps)
    }

    /// The indices of the launches that are measured, of launches of these kinds.
    fn measured(filters: &Filters, kinds: &[&Kind], order: &[usize]) -> Vec<usize> {
        let measure = |(index, which): (usize, &usize)| {
            let kind = kinds[*which];
            let number = filters.number(kind, |_| false)?;
            let mut steps = kind.steps.lock().unwrap();
            (number >= steps.next()).then_some(())?;
            steps.take(number, 0, filters.stages()).map(|_| index)
        };
        order.iter().enumerate().filter_map(measure).collect()
    }

    fn thinned(most: u64, skip: u64, of: usize) -> Vec<usize> {
        let filters =
            Filters::new(&Selection { thinning: Thinning { most, skip }, ..everything() });
        let kind = kind(true, filters.steps(|_| false));
        measured(&filters, &[&kind], &vec![0; of])
    }

    #[test]
    fn a_kind_is_measured_less_and_less_often() {
        assert_eq!(thinned(0, 0, 4), [0, 1, 2, 3]);
        assert_eq!(thinned(5, 0, 100), [0, 1, 2, 4, 8]);
        assert_eq!(thinned(4, 1, 100), [1, 2, 3, 5]);
        assert_eq!(thinned(200, 0, 1000).len(), 11);
    }

    #[test]
    fn skip_and_count_number_the_launches_that_match() {
        let filters = Filters::new(&Selection { launch_skip: 1, launch_count: 2, ..everything() });
        let wanted = kind(true, filters.steps(|_| false));
        let unwanted = kind(false, filters.steps(|_| false));
        assert_eq!(measured(&filters, &[&wanted, &unwanted], &[0, 1, 0, 1, 0, 0]), [2, 4]);
    }

    #[test]
    fn what_is_skipped_does_not_use_up_the_share_of_its_kind() {
        let filters = Filters::new(&Selection {
            launch_skip: 3,
            thinning: Thinning { most: 2, skip: 0 },
            ..everything()
        });
        let kind = kind(true, filters.steps(|_| false));
        assert_eq!(measured(&filters, &[&kind], &[0; 8]), [3, 4]);
    }

    #[test]
    fn names_and_devices_filter() {
        let filters = Filters::new(&Selection {
            kernels: vec!["a".to_owned(), "nccl_b".to_owned()],
            left_alone: vec!["nccl".to_owned()],
            devices: vec![1],
            ..everything()
        });
        assert!(filters.want(1, Some("a")));
        assert!(filters.want(1, None), "a graph has no name");
        assert!(!filters.want(0, Some("a")));
        assert!(!filters.want(1, Some("b")));
        assert!(!filters.want(1, Some("nccl_b")));
    }

    #[test]
    fn only_launches_inside_a_range_are_numbered() {
        let filters = Filters::new(&Selection { nvtx: vec!["step".to_owned()], ..everything() });
        let kind = kind(true, filters.steps(|_| false));
        assert_eq!(filters.number(&kind, |_| false), None);
        assert_eq!(filters.number(&kind, |range| range == "step"), Some(0));
    }

    #[test]
    fn a_plan_is_followed_forwards_only() {
        let stages = [0, 1, 2].map(|pass| Stage { pass });
        let mut steps = Steps::Planned { launches: vec![(1, 0), (3, 1), (4, 1), (6, 2)], done: 0 };
        assert_eq!(steps.take(0, 0, &stages), None);
        assert_eq!(steps.take(1, 0, &stages), Some(0));
        assert_eq!(steps.next(), 3);
        assert_eq!(steps.take(5, 0, &stages), Some(1), "late is better than never");
        assert_eq!(steps.take(6, 2, &stages), Some(2), "a step of an earlier stage is lost");
        assert_eq!(steps.next(), NEVER);
        assert_eq!(steps.take(9, 2, &stages), None);
    }

    #[test]
    fn what_was_not_planned_waits_for_a_stage_that_has_all_passes() {
        let stages = [1, 0].map(|pass| Stage { pass });
        let mut steps = Steps::Thinning { rule: Thinning { most: 1, skip: 0 }, done: 0 };
        assert_eq!(steps.take(0, 0, &stages), None);
        assert_eq!(steps.take(1, 1, &stages), Some(1));
        assert_eq!(steps.next(), NEVER);
        let mut alone = Steps::Thinning { rule: Thinning { most: 1, skip: 0 }, done: 0 };
        assert_eq!(alone.take(0, 0, &stages[..1]), Some(0), "each pass has a run of its own");
    }
}
