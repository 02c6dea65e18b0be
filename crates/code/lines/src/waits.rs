//! Where warps were when an SM took a sample, and why they did not issue.

use std::ops::AddAssign;

use schemars::JsonSchema;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// What every counter of samples begins with.
const OF_SAMPLES: &str = "smsp__pcsamp_warps_issue_stalled_";

/// A reason why a warp does not issue, and the one that it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reason(usize);

/// NVIDIA's name, a word or two for a column, and what the warp waits for.
struct Row(&'static str, &'static str, &'static str);

const ROWS: [Row; 20] = [
    Row("long_scoreboard", "memory", "data from global, local or texture memory"),
    Row("short_scoreboard", "shared", "shared memory or a special function"),
    Row("barrier", "barrier", "the other warps of the block, at a barrier"),
    Row("membar", "fence", "a memory fence"),
    Row("lg_throttle", "memory queue", "room in the queue of global and local memory"),
    Row("mio_throttle", "shared queue", "room in the queue of shared memory and special functions"),
    Row("tex_throttle", "texture queue", "room in the queue of textures"),
    Row("math_pipe_throttle", "pipe", "an arithmetic pipe that is busy"),
    Row("wait", "own latency", "the fixed latency of the instruction before"),
    Row("not_selected", "its turn", "a turn: another warp issued"),
    Row("selected", "issues", "nothing: it issues"),
    Row("no_instructions", "code", "instructions that are not in the cache"),
    Row("imc_miss", "constants", "constants that are not in the cache"),
    Row("branch_resolving", "branch", "the target of a branch"),
    Row("dispatch_stall", "dispatch", "the dispatch of the instruction"),
    Row("drain", "stores", "stores, before the end"),
    Row("sleeping", "sleep", "the end of a sleep"),
    Row("warpgroup_arrive", "warpgroup", "the other warps of the warpgroup"),
    Row("misc", "other", "something that NVIDIA does not name"),
    Row("", "other", "something that propp does not know"),
];

impl Reason {
    pub const ISSUES: Self = Self(10);
    pub const LONG_SCOREBOARD: Self = Self(0);
    pub const SHORT_SCOREBOARD: Self = Self(1);

    /// That of a counter; `None` for a counter of something else.
    fn of_counter(counter: &str) -> Option<Self> {
        let name = counter.strip_prefix(OF_SAMPLES)?;
        let known = ROWS.iter().position(|row| row.0 == name);
        Some(Self(known.unwrap_or(ROWS.len() - 1)))
    }

    /// NVIDIA's name; empty for one that propp does not know.
    pub const fn name(self) -> &'static str {
        ROWS[self.0].0
    }

    /// A word or two, for a column of a table.
    pub const fn short(self) -> &'static str {
        ROWS[self.0].1
    }

    /// What the warp waits for.
    pub const fn words(self) -> &'static str {
        ROWS[self.0].2
    }
}

/// How many samples there are of each reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waits([u64; ROWS.len()]);

impl Waits {
    /// The samples that a counter counts.
    pub(crate) fn field(&mut self, counter: &str) -> Option<&mut u64> {
        Reason::of_counter(counter).map(|reason| &mut self.0[reason.0])
    }

    pub fn total(&self) -> u64 {
        self.0.iter().fold(0, |sum, samples| sum.saturating_add(*samples))
    }

    pub fn of(&self, reason: Reason) -> u64 {
        self.0[reason.0]
    }

    /// The reasons with samples, the most frequent first.
    pub fn by_frequency(&self) -> Vec<(Reason, u64)> {
        let mut all: Vec<(Reason, u64)> = self.each().collect();
        all.sort_by_key(|(reason, samples)| (std::cmp::Reverse(*samples), *reason));
        all
    }

    /// What warps mostly wait for; `None` where they only issue, or without samples.
    pub fn main(&self) -> Option<Reason> {
        let waits = self.by_frequency().into_iter().find(|(reason, _)| *reason != Reason::ISSUES);
        waits.map(|(reason, _)| reason)
    }

    fn each(&self) -> impl Iterator<Item = (Reason, u64)> {
        let all = self.0.into_iter().enumerate().map(|(place, samples)| (Reason(place), samples));
        all.filter(|(_, samples)| *samples > 0)
    }
}

impl AddAssign for Waits {
    fn add_assign(&mut self, other: Self) {
        for (own, others) in self.0.iter_mut().zip(other.0) {
            *own = own.saturating_add(others);
        }
    }
}

/// As a map from NVIDIA's names to numbers of samples.
impl Serialize for Waits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (reason, samples) in self.each() {
            let name = reason.name();
            map.serialize_entry(if name.is_empty() { "unknown" } else { name }, &samples)?;
        }
        map.end()
    }
}

impl JsonSchema for Waits {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "WaitsJson".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        std::collections::BTreeMap::<String, u64>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constants_are_the_rows_that_they_say() {
        let names = [Reason::ISSUES, Reason::LONG_SCOREBOARD, Reason::SHORT_SCOREBOARD];
        assert_eq!(names.map(Reason::name), ["selected", "long_scoreboard", "short_scoreboard"]);
    }

    #[test]
    fn samples_are_told_apart_by_reason() {
        let mut waits = Waits::default();
        for (counter, samples) in
            [("barrier", 3), ("long_scoreboard", 5), ("selected", 9), ("new", 1)]
        {
            *waits.field(&format!("{OF_SAMPLES}{counter}")).unwrap() += samples;
        }
        assert_eq!(waits.field("smsp__sass_inst_executed"), None);
        assert_eq!((waits.total(), waits.of(Reason::LONG_SCOREBOARD)), (18, 5));
        assert_eq!(waits.main(), Some(Reason::LONG_SCOREBOARD));
        let mut twice = waits;
        twice += waits;
        assert_eq!(twice.total(), 36);
        let json = serde_json::to_string(&waits).unwrap();
        assert_eq!(json, r#"{"long_scoreboard":5,"barrier":3,"selected":9,"unknown":1}"#);
        assert_eq!(Waits::default().main(), None);
    }
}
