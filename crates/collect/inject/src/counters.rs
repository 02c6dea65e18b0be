//! The counters of one device, and the profiler configurations that read them.

use std::collections::HashSet;

use cupti_sys::raw::CUcontext;
use cupti_sys::{ConfigImage, Error, Evaluator, Host, device};

use crate::agent::Agent;

/// What every context of a device shares. Found once, since asking CUPTI takes a
/// tenth of a second.
pub(crate) struct DeviceCounters {
    /// Counters that the device has, by pass.
    passes: Vec<Vec<String>>,
    /// Counters that kernel replay leaves out.
    not_replayed: &'static [String],
    host: Host<'static>,
}

/// What a configuration of the profiler reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// All passes of each launch, by kernel replay.
    Replay,
    /// One pass of each launch, and always the same.
    Pass(u32),
    /// One pass of each launch; the passes take turns.
    Turns,
}

pub(crate) struct Configuration<'d> {
    host: &'d Host<'static>,
    pub(crate) reading: Reading,
    /// Each counter and its pass.
    pub(crate) counters: Vec<(String, u32)>,
    pub(crate) image: ConfigImage,
}

// SAFETY: CUPTI's objects may be used from any thread, one at a time; the
// job's lock sees to that.
unsafe impl Send for DeviceCounters {}

impl DeviceCounters {
    /// Finds out which counters the device has.
    pub(crate) fn find(
        agent: &'static Agent,
        context: CUcontext,
        index: u32,
    ) -> Result<Self, Error> {
        let chip = device::chip_name(agent.cupti, index as usize)?;
        // SAFETY: the program launches in this context, so it is live.
        let availability = unsafe { device::counter_availability(agent.cupti, context.cast()) }?;
        let host = Host::for_device(agent.cupti, &chip, availability)?;
        let asked = agent.config.counters.iter().find(|(name, _)| *name == chip);
        let asked = asked.map(|(_, passes)| passes.as_slice()).unwrap_or_default();
        let names: Vec<&str> = asked.iter().flatten().map(String::as_str).collect();
        let missing: HashSet<&str> = host.missing(&names)?.into_iter().collect();
        if !missing.is_empty() {
            let missing: Vec<&str> = missing.iter().copied().collect();
            let text = format!("device {index} has no counter {}", missing.join(", "));
            agent.warn("counters-absent", text);
        }
        let has = |name: &&String| !missing.contains(name.as_str());
        let passes = asked.iter().map(|pass| pass.iter().filter(has).cloned().collect()).collect();
        Ok(Self { passes, not_replayed: &agent.config.not_replayed, host })
    }

    pub(crate) fn configure(&self, reading: Reading) -> Result<Configuration<'_>, Error> {
        let groups = groups(&self.passes, self.not_replayed, reading);
        let names: Vec<Vec<&str>> = groups
            .iter()
            .map(|(_, names)| names.iter().map(|name| name.as_str()).collect())
            .collect();
        let names: Vec<&[&str]> = names.iter().map(Vec::as_slice).collect();
        let image = self.host.config_in_groups(&names)?;
        let counters = groups
            .iter()
            .flat_map(|(pass, names)| names.iter().map(|name| ((*name).clone(), *pass)))
            .collect();
        Ok(Configuration { host: &self.host, reading, counters, image })
    }
}

/// The counters of each pass, with its number.
///
/// Kernel replay reads all passes together, without the counters in `not_replayed`.
/// There, a counter of several passes is read in the first only: CUPTI keeps one
/// value for a counter, and if two passes read it, the value fits neither.
fn groups<'p>(
    passes: &'p [Vec<String>],
    not_replayed: &'p [String],
    reading: Reading,
) -> Vec<(u32, Vec<&'p String>)> {
    let mut excluded: HashSet<&String> = HashSet::new();
    let is_together = reading == Reading::Replay;
    if is_together {
        excluded.extend(not_replayed);
    }
    let is_read = |number: u32| !matches!(reading, Reading::Pass(pass) if pass != number);
    let numbered = (1..).zip(passes).filter(|(number, _)| is_read(*number));
    numbered
        .map(|(number, names)| {
            (number, names.iter().filter(|n| excluded.insert(*n) || !is_together).collect())
        })
        .filter(|(_, names): &(u32, Vec<&String>)| !names.is_empty())
        .collect()
}

impl Configuration<'_> {
    pub(crate) fn names(&self) -> Vec<&str> {
        self.counters.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The passes that it reads, in CUPTI's order; without those of which the device has no
    /// counter.
    pub(crate) fn passes(&self) -> Vec<u32> {
        let mut passes: Vec<u32> = self.counters.iter().map(|(_, pass)| *pass).collect();
        passes.dedup();
        passes
    }

    /// Whether CUPTI's passes are those that were planned, so that they can take turns.
    pub(crate) fn has_a_turn_for_each(&self) -> bool {
        self.image.passes == self.passes().len()
    }

    /// How often a measured launch runs.
    pub(crate) fn runs(&self) -> u32 {
        match self.reading {
            Reading::Replay => u32::try_from(self.image.passes).unwrap_or(u32::MAX),
            Reading::Pass(_) | Reading::Turns => 1,
        }
    }

    /// Whether code of the program is patched to read some of them: CUPTI names counters of
    /// instructions (SASS) after how it counts them.
    pub(crate) fn patches(&self) -> bool {
        self.counters.iter().any(|(name, _)| name.contains("__sass_"))
    }

    pub(crate) fn evaluator(&self) -> Result<Evaluator<'static>, Error> {
        self.host.evaluator(&self.names())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes() -> Vec<Vec<String>> {
        [&["bytes"][..], &["cycles", "warps"], &["cycles", "alu"]]
            .map(|names| names.iter().map(|name| (*name).to_owned()).collect())
            .to_vec()
    }

    fn names(groups: Vec<(u32, Vec<&String>)>) -> Vec<(u32, String)> {
        let join = |names: Vec<&String>| {
            names.into_iter().map(String::as_str).collect::<Vec<_>>().join(" ")
        };
        groups.into_iter().map(|(pass, names)| (pass, join(names))).collect()
    }

    #[test]
    fn together_a_counter_belongs_to_its_first_pass() {
        let expected = [(1, "bytes"), (2, "cycles warps"), (3, "alu")];
        assert_eq!(
            names(groups(&passes(), &[], Reading::Replay)),
            expected.map(|(p, n)| (p, n.to_owned()))
        );
    }

    #[test]
    fn alone_a_pass_has_all_its_counters() {
        assert_eq!(names(groups(&passes(), &[], Reading::Pass(3))), [(3, "cycles alu".to_owned())]);
        assert!(groups(&passes(), &[], Reading::Pass(4)).is_empty());
    }

    #[test]
    fn passes_that_take_turns_have_all_their_counters() {
        let expected = [(1, "bytes"), (2, "cycles warps"), (3, "cycles alu")];
        let dear = ["alu".to_owned()];
        let expected = expected.map(|(p, n)| (p, n.to_owned()));
        assert_eq!(names(groups(&passes(), &dear, Reading::Turns)), expected);
    }

    #[test]
    fn what_is_not_replayed_is_read_where_its_pass_is_alone() {
        let dear = ["bytes".to_owned(), "alu".to_owned()];
        let expected = [(2, "cycles warps".to_owned())];
        assert_eq!(names(groups(&passes(), &dear, Reading::Replay)), expected);
        assert_eq!(
            names(groups(&passes(), &dear, Reading::Pass(3))),
            [(3, "cycles alu".to_owned())]
        );
    }
}
