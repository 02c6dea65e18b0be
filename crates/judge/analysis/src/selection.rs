//! What of a recording is analysed: all of it, or some launches.

use propp_base_model::Interval;
use propp_recording::{Copied, KernelRow, Measurement, MemoryRow, Recording, SeenRow};

/// Launches and copies, by their places in the lists of a recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    pub kernels: Vec<usize>,
    pub copies: Vec<usize>,
    /// With the number of the launch among the selected launches of its key, from 0.
    pub measurements: Vec<(usize, u64)>,
}

/// A recording, of which analyses see all or what is selected.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) recording: &'a Recording,
    selection: Option<&'a Selection>,
    steps: Option<OfSteps<'a>>,
}

/// The kernels that count, the window, and what lies in it between the steps.
type OfSteps<'a> = (&'a [bool], Interval, &'a [Interval]);

impl<'a> View<'a> {
    pub(super) const fn whole(recording: &'a Recording) -> Self {
        Self { recording, selection: None, steps: None }
    }

    pub(super) const fn selected(recording: &'a Recording, selection: &'a Selection) -> Self {
        Self { selection: Some(selection), ..Self::whole(recording) }
    }

    /// Only the kernels count that ran in the window. Launches are numbered as in the whole run,
    /// so what was measured of a kernel before or after is still its own.
    pub(super) const fn steps(
        recording: &'a Recording,
        is_in: &'a [bool],
        window: Interval,
        between: &'a [Interval],
    ) -> Self {
        Self { steps: Some((is_in, window, between)), ..Self::whole(recording) }
    }

    /// All kernels, each with whether it counts.
    pub(super) fn all_kernels(self) -> impl Iterator<Item = (&'a KernelRow, bool)> {
        let places = self.selection.map(|selection| selection.kernels.as_slice());
        let counts = move |place: usize| self.steps.is_none_or(|(is_in, ..)| is_in[place]);
        let rows = rows(&self.recording.kernels, places);
        rows.enumerate().map(move |(place, row)| (row, counts(place)))
    }

    pub(super) fn kernels(self) -> impl Iterator<Item = &'a KernelRow> {
        self.all_kernels().filter(|(_, counts)| *counts).map(|(row, _)| row)
    }

    pub(super) fn copies(self) -> impl Iterator<Item = &'a Copied> {
        let places = self.selection.map(|selection| selection.copies.as_slice());
        let counts = move |copy: &&Copied| {
            self.window().is_none_or(|at| (at.start_ns..at.end_ns).contains(&copy.start_ns))
        };
        rows(&self.recording.copies, places).filter(counts)
    }

    pub(super) fn window(self) -> Option<Interval> {
        self.steps.map(|(_, window, _)| window)
    }

    /// The time between steps before this moment.
    pub(super) fn between_before(self, at_ns: u64) -> u64 {
        let between = self.steps.map_or(&[][..], |(_, _, between)| between);
        let before = between.iter().take_while(|one| one.end_ns <= at_ns);
        before.map(|one| one.end_ns - one.start_ns).sum()
    }

    /// Each with its number among the launches of its key.
    pub(super) fn measurements(self) -> impl Iterator<Item = (&'a Measurement, u64)> {
        let all = &self.recording.measurements;
        let selected = self.selection.map(|selection| selection.measurements.as_slice());
        let whole = if selected.is_some() { &[] } else { all.as_slice() };
        let whole = whole.iter().map(|one| (one, one.ordinal_in_signature));
        let selected = selected.unwrap_or_default().iter();
        whole.chain(selected.map(|&(place, number)| (&all[place], number)))
    }

    /// None within a selection: memory belongs to no launch.
    pub(super) fn memory(self) -> &'a [MemoryRow] {
        if self.selection.is_some() { &[] } else { &self.recording.memory }
    }

    /// None within a selection: the count run tells them of all launches together.
    pub(super) fn seen(self) -> &'a [SeenRow] {
        if self.selection.is_some() { &[] } else { &self.recording.seen }
    }
}

/// All rows, or those at the places.
fn rows<'a, T>(all: &'a [T], places: Option<&'a [usize]>) -> impl Iterator<Item = &'a T> {
    let whole = if places.is_some() { &[] } else { all };
    whole.iter().chain(places.unwrap_or_default().iter().map(|&place| &all[place]))
}
