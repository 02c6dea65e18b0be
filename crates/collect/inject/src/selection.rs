//! Which launches pass the user's filters. Pure.

use std::sync::atomic::{AtomicU64, Ordering};

use propp_recording_wire::{Planned, Selection, Stage, has_parts};

use crate::kinds::Kind;
use crate::steps::Steps;

/// The filters that a launch must pass to be measured.
pub(crate) struct Filters {
    selection: Selection,
    /// Launches so far that passed every filter but skip and count.
    matching: AtomicU64,
}

impl Filters {
    pub(crate) fn new(selection: &Selection) -> Self {
        Self { selection: selection.clone(), matching: AtomicU64::new(0) }
    }

    /// Whether launches of a function on a device may be measured. A graph's
    /// kernels have no names here, so graphs (`None`) pass the filter by name.
    pub(crate) fn wants(&self, device: u32, name: Option<&str>) -> bool {
        let wanted = &self.selection;
        let by_name = name.map_or(wanted.graphs, |name| {
            let asked_for =
                wanted.kernels.is_empty() || wanted.kernels.iter().any(|kernel| kernel == name);
            asked_for && has_parts(name, &wanted.name_parts) && !self.leaves_alone(name)
        });
        by_name && (wanted.devices.is_empty() || wanted.devices.contains(&device))
    }

    /// Whether a kernel is not measured because it waits for others, or went wrong before.
    pub(crate) fn leaves_alone(&self, name: &str) -> bool {
        self.selection.left_alone.iter().any(|part| name.contains(part.as_str()))
    }

    /// Whether nothing is measured any more once this kernel was launched.
    pub(crate) fn stops_at(&self, name: &str) -> bool {
        self.selection.stops_at.iter().any(|part| name.contains(part.as_str()))
    }

    /// The number of this launch among the launches of its kind that pass the
    /// filters. `is_included` says whether an NVTX range is open that the user wants.
    pub(crate) fn number(&self, kind: &Kind, is_included: impl Fn() -> bool) -> Option<u64> {
        let wanted = &self.selection;
        let passes = kind.wanted && (wanted.nvtx.is_empty() || is_included()) && self.in_window();
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

    pub(crate) fn steps(&self, is_kind: impl Fn(&Planned) -> bool) -> Steps {
        match self.selection.planned.iter().find(|planned| is_kind(planned)) {
            Some(planned) => Steps::Planned { launches: planned.launches.clone(), done: 0 },
            None if self.selection.planned_only => Steps::Planned { launches: Vec::new(), done: 0 },
            None => Steps::Thinning { rule: self.selection.thinning.clone(), done: 0 },
        }
    }

    pub(crate) fn stages(&self) -> &[Stage] {
        &self.selection.stages
    }
}

#[cfg(test)]
mod tests {
    use propp_recording_wire::Thinning;

    use super::*;
    use crate::kinds::tests::launch;

    fn everything() -> Selection {
        Selection { stages: vec![Stage { pass: 0 }], ..Selection::nothing() }
    }

    fn kind(wanted: bool, steps: Steps) -> Kind {
        Kind::new(launch(1, 1), wanted, false, steps)
    }

    /// The indices of the launches that are measured, of launches of these kinds.
    fn measured(filters: &Filters, kinds: &[&Kind], order: &[usize]) -> Vec<usize> {
        let measure = |(index, which): (usize, &usize)| {
            let kind = kinds[*which];
            let number = filters.number(kind, || false)?;
            let mut steps = kind.steps.lock().unwrap();
            (number >= steps.next()).then_some(())?;
            steps.advance(number, 0, filters.stages()).map(|_| index)
        };
        order.iter().enumerate().filter_map(measure).collect()
    }

    fn thinned(most: u64, skip: u64, of: usize) -> Vec<usize> {
        let filters = Filters::new(&Selection {
            thinning: Thinning { most, skip, spares_second: false },
            ..everything()
        });
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
    fn what_is_not_planned_may_be_left_out() {
        let planned_only = Filters::new(&Selection { planned_only: true, ..everything() });
        let unplanned = kind(true, planned_only.steps(|_| false));
        assert_eq!(measured(&planned_only, &[&unplanned], &[0; 9]), [0; 0]);
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
            thinning: Thinning { most: 2, skip: 0, spares_second: false },
            ..everything()
        });
        let kind = kind(true, filters.steps(|_| false));
        assert_eq!(measured(&filters, &[&kind], &[0; 8]), [3, 4]);
    }

    #[test]
    fn parts_of_a_name_stand_in_order() {
        let parts =
            |texts: &[&str]| -> Vec<String> { texts.iter().map(|t| (*t).to_owned()).collect() };
        let name = "_ZN2at6native13reduce_kernelILi512EEEv";
        assert!(has_parts(name, &parts(&[])));
        assert!(has_parts(name, &parts(&["native", "reduce_kernel", "512"])));
        assert!(!has_parts(name, &parts(&["reduce_kernel", "native"])));
        assert!(!has_parts(name, &parts(&["reduce_kernel", "reduce_kernel"])));
    }

    #[test]
    fn names_and_devices_filter() {
        let filters = Filters::new(&Selection {
            kernels: vec!["a".to_owned(), "nccl_b".to_owned()],
            left_alone: vec!["nccl".to_owned()],
            devices: vec![1],
            ..everything()
        });
        assert!(filters.wants(1, Some("a")));
        assert!(filters.wants(1, None), "a graph has no name");
        assert!(!Filters::new(&Selection { graphs: false, ..everything() }).wants(1, None));
        assert!(!filters.wants(0, Some("a")));
        assert!(!filters.wants(1, Some("b")));
        assert!(!filters.wants(1, Some("nccl_b")));
    }

    #[test]
    fn only_launches_inside_a_range_are_numbered() {
        let filters = Filters::new(&Selection { nvtx: vec!["step".to_owned()], ..everything() });
        let kind = kind(true, filters.steps(|_| false));
        assert_eq!(filters.number(&kind, || false), None);
        assert_eq!(filters.number(&kind, || true), Some(0));
    }
}
