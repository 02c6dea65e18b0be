//! The options of a recording that decide which launches are measured: the mean over the
//! first three launches of a kernel is another number than that over all of them.

use std::collections::BTreeMap;

/// Runs are comparable if these options are the same.
const DECISIVE: [&str; 7] = [
    "budget",
    "devices",
    "kernel",
    "launch-count",
    "launch-skip",
    "max-launches-per-kernel",
    "nvtx-include",
];

/// Runs are comparable if these are the same; one that was not given is left out.
const DECISIVE_IF_GIVEN: [&str; 5] = ["capture-range", "delay", "duration", RUNS, "step"];

/// Of a run that was timed and counted at once it has the value `one`, else none.
pub(super) const RUNS: &str = "runs";

/// The decisive options of a recording, whose options `value` looks up.
pub(super) fn decisive<'a>(value: impl Fn(&str) -> Option<&'a String>) -> BTreeMap<String, String> {
    let of = |name| Some((name, value(name)?));
    let given = DECISIVE_IF_GIVEN.into_iter().filter_map(of).filter(|(_, v)| !v.is_empty());
    let present = DECISIVE.into_iter().filter_map(of).chain(given);
    present.map(|(name, value)| (name.to_owned(), value.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(all: &[(&str, &str)]) -> BTreeMap<String, String> {
        all.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn the_window_is_decisive_if_one_was_given() {
        let window = |delay| options(&[("devices", ""), ("budget", ""), ("delay", delay)]);
        let (given, none) = (window("2"), window(""));
        assert_eq!(decisive(|name| given.get(name)), given);
        let one = options(&[("runs", "one")]);
        assert_eq!(decisive(|name| one.get(name)), one);
        assert_eq!(decisive(|name| none.get(name)), options(&[("devices", ""), ("budget", "")]));
    }

    #[test]
    fn budget_and_devices_are_decisive() {
        let recorded = options(&[("devices", "1"), ("budget", "2"), ("replay", "auto")]);
        let decisive = decisive(|name| recorded.get(name));
        assert_eq!(decisive, options(&[("devices", "1"), ("budget", "2")]));
    }
}
