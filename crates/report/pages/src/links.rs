//! Where the page has something of a kernel: its row, its hints, its bars in the timeline.

use std::collections::BTreeSet;

use maud::{Markup, html};

/// What the page has of kernels, by their places in the analysis. Names of targets are made
/// of places alone, so that no text of a recording gets into one.
#[derive(Debug, Default)]
pub(super) struct Links {
    /// Kernels in the table: the first ones.
    pub(super) rows: usize,
    /// Kernels with a panel: the first ones, too.
    pub(super) panels: usize,
    pub(super) hints: BTreeSet<usize>,
    pub(super) bars: BTreeSet<usize>,
}

/// The name of a kernel's row.
pub(super) fn row(place: usize) -> String {
    format!("kernel-{}", place + 1)
}

/// The name of a kernel's panel.
pub(super) fn panel(place: usize) -> String {
    format!("panel-{}", place + 1)
}

/// The name of the hints of a kernel, or of the run.
pub(super) fn hints(place: Option<usize>) -> String {
    place.map_or_else(|| "hints-run".to_owned(), |place| format!("hints-{}", place + 1))
}

/// The name of a kernel's bars.
pub(super) fn bars(place: usize) -> String {
    format!("bars-{}", place + 1)
}

/// The name of a kernel's source lines.
pub(super) fn lines(place: usize) -> String {
    format!("lines-{}", place + 1)
}

impl Links {
    /// The address of a kernel's hints.
    pub(super) fn to_hints(&self, place: usize) -> Option<String> {
        self.hints.contains(&place).then(|| format!("#{}", hints(Some(place))))
    }

    /// The address of a kernel's bars.
    pub(super) fn to_bars(&self, place: usize) -> Option<String> {
        self.bars.contains(&place).then(|| format!("#{}", bars(place)))
    }

    /// The address of a kernel's panel.
    pub(super) fn to_panel(&self, place: usize) -> Option<String> {
        (place < self.panels).then(|| format!("#{}", panel(place)))
    }

    /// The address of a kernel's row.
    pub(super) fn to_row(&self, place: usize) -> Option<String> {
        (place < self.rows).then(|| format!("#{}", row(place)))
    }

    /// Links to where else a kernel is.
    pub(super) fn elsewhere(&self, place: usize) -> Markup {
        let all = [(self.to_row(place), "In the table"), (self.to_bars(place), "In the timeline")];
        let all: Vec<(String, &str)> =
            all.into_iter().filter_map(|(address, words)| Some((address?, words))).collect();
        html! {
            @if !all.is_empty() {
                p.links { @for (address, words) in all { a href=(address) { (words) } " " } }
            }
        }
    }
}

/// Text that leads somewhere, where there is something.
pub(super) fn linked(address: Option<&str>, text: &str) -> Markup {
    html! {
        @if let Some(address) = address { a href=(address) { (text) } } @else { (text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_has_links_to_what_the_page_has_of_it() {
        let links =
            Links { rows: 2, panels: 0, hints: BTreeSet::from([1]), bars: BTreeSet::from([2]) };
        assert_eq!(links.to_row(1).as_deref(), Some("#kernel-2"));
        assert_eq!(links.to_row(2), None);
        assert_eq!(links.to_hints(1).as_deref(), Some("#hints-2"));
        let of = |place| links.elsewhere(place).into_string();
        assert_eq!(of(1), "<p class=\"links\"><a href=\"#kernel-2\">In the table</a> </p>");
        assert_eq!(of(2), "<p class=\"links\"><a href=\"#bars-3\">In the timeline</a> </p>");
        assert_eq!(of(3), "");
    }
}
