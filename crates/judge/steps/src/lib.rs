//! The steps of a program: what it does over and over, as in training, decoding or a solver.
//! They are ranges of the program that repeat ([`choose`]); without such ranges they are found in the
//! loops of the source, by the calls that launch ([`Sites`]), or in the order of the launches, by the names
//! of the kernels. Pure.
//!
//! A step is a *loop*: a sequence of kernels that repeats, whatever its share of the run. Grids
//! may grow, and loops inside a step may run more or less often. [`find`] says where each step
//! begins.

mod anchors;
mod boundaries;
mod calls;
mod cycles;
mod evidence;
mod fold;
mod host;
mod loops;
mod names;
mod nest;
mod nested;
mod ranges;
mod regular;
mod rotation;
mod sites;
mod source;
mod stretch;
mod tuning;
mod turns;

use std::ops::Range;

pub use host::{HostCalls, InOrder};
pub use names::Tuner;
pub use ranges::{Found, Process, ProgramRange, choose, range_names};
pub use sites::{Calls, Site, Sites};

/// Fewer repetitions are no steps.
const FEWEST: usize = 3;

/// More kinds of steps than this: the program tries out one thing after the other.
const MOST_KINDS: usize = 3;

/// The launches in steps, of those from the first step to the end of the program: what comes
/// somewhere in between is a part of something else.
const UNTIL_THE_END: f64 = 0.75;

/// The launches in steps, of all, where there are few of each kind.
const HALF: f64 = 0.5;

/// A launch, in the order of the calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// Index of the kernel's name.
    pub name: u32,
    pub start_ns: u64,
    pub end_ns: u64,
    /// What the host did between the launch before and this one.
    pub before: Before,
    /// Number of the site that it comes from; 0 if that is not known, and for all kernels of a call but
    /// the first.
    pub site: u32,
}

/// What the host did before a launch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// It waited for the GPU, or copied results to itself.
    pub waited: bool,
    /// It copied data to the GPU.
    pub copied_in: bool,
}

/// Steps of one kind. Those of another may lie between them, as when a program trains and evaluates
/// in turns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// The place of the first launch of each.
    pub begins: Vec<usize>,
    /// The place after the last launch of each.
    pub ends: Vec<usize>,
    /// Number of the site of the first call in each, if they are the iterations of a loop of the source; else 0.
    pub site: u32,
}

impl Steps {
    /// Each lasts until the next begins.
    pub fn until(begins: Vec<usize>, end: usize) -> Self {
        let ends = begins.iter().skip(1).copied().chain([end]).take(begins.len()).collect();
        Self { begins, ends, site: 0 }
    }

    pub fn count(&self) -> usize {
        self.begins.len()
    }

    /// The place after the last launch of the last.
    pub fn end(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// The launches of each step.
    pub fn each(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.begins.iter().zip(&self.ends).map(|(&from, &to)| from..to)
    }

    /// These and others, of which none is in one of these.
    pub(crate) fn with(&self, others: &Self) -> Self {
        let mut all: Vec<Range<usize>> = self.each().chain(others.each()).collect();
        all.sort_by_key(|step| step.start);
        Self { site: self.site, ..all.into_iter().collect() }
    }

    /// The place of the first launch of the second, or of the only one.
    pub fn second(&self) -> Option<usize> {
        self.begins.get(1).or(self.begins.first()).copied()
    }

    pub fn launches(&self) -> usize {
        self.each().map(|step| step.len()).sum()
    }
}

impl FromIterator<Range<usize>> for Steps {
    fn from_iter<T: IntoIterator<Item = Range<usize>>>(steps: T) -> Self {
        let (begins, ends) = steps.into_iter().map(|step| (step.start, step.end)).unzip();
        Self { begins, ends, site: 0 }
    }
}

/// The steps of a process: the kinds in the order of their first steps. `names` are the mangled
/// or demangled names that the launches refer to.
pub fn find(launches: &[Launch], names: &[&str], sites: &Sites) -> Vec<Steps> {
    loops::find(launches, names, sites)
}

/// Whether each launch is of an autotuner.
pub fn is_tuning(launches: &[Launch], names: &[&str]) -> Vec<bool> {
    tuning::tuning(launches, names)
}

/// For which autotuner each launch runs of those before place `steady`, where the program's second
/// step begins.
pub fn tuners(launches: &[Launch], names: &[&str], steady: usize) -> Vec<Option<Tuner>> {
    tuning::tuners(launches, names, steady)
}
