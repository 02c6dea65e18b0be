//! Kernels that have another name than in the baseline: the ones that the user names, and the ones
//! that look like it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use propp_base_names::{is_called, own_name, without_signature};
use propp_base_text::count;
use propp_base_text::escape::shell_word;

use super::profile::{Kernel, Profile, Samples};
use super::quantity::Quantity;

/// By which factor the work of a renamed kernel may differ: a new name often comes with new code.
const LIKE: f64 = 1.5;

/// A kernel of the baseline, and its name in the current runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rename {
    pub old: String,
    pub new: String,
}

/// The option that takes the two as the same kernel.
impl fmt::Display for Rename {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--renamed {} {}", shell_word(&self.old), shell_word(&self.new))
    }
}

/// The demangled names of functions by their symbols.
type Functions = BTreeMap<String, String>;

impl Profile {
    /// Gives kernels of a baseline the names that the current runs have for them, so that the gate
    /// compares the two. Returns one sentence per rename: that it was done, or why not.
    pub fn rename(&mut self, now: &Self, renames: &[Rename]) -> Vec<String> {
        renames.iter().map(|rename| self.rename_one(now, rename)).collect()
    }

    fn rename_one(&mut self, now: &Self, Rename { old, new }: &Rename) -> String {
        let (before, now) = (functions(self), functions(now));
        let (olds, news) = (only_in(&before, &now, old), only_in(&now, &before, new));
        let nothing = |why: String| format!("{old} was not renamed to {new}: {why}");
        if olds.is_empty() {
            return nothing(format!("the baseline has no {old} that is gone now"));
        }
        if news.is_empty() {
            return nothing(format!("the current runs have no {new} that the baseline lacks"));
        }
        // Instances of a template go to those with the same arguments.
        let is_one = olds.len() == 1 && news.len() == 1;
        let instances = count(olds.len() as u64, "instance", "instances");
        let mut taken = BTreeSet::new();
        let mut renamed = 0;
        for (symbol, name) in olds {
            let is_same = |other: &String| is_one || arguments(other) == arguments(&name);
            let mut same = news.iter().filter(|(_, other)| is_same(other));
            let (Some((to, name)), None) = (same.next(), same.next()) else { continue };
            // One kernel of now is one of the baseline.
            if !taken.insert(to) {
                continue;
            }
            for kernel in self.kernels.iter_mut().filter(|kernel| kernel.key.function == symbol) {
                kernel.key.function.clone_from(to);
                kernel.name.clone_from(name);
            }
            renamed += 1;
        }
        self.kernels.sort_by(|a, b| a.key.cmp(&b.key));
        match renamed {
            0 => nothing("no two have the same template arguments; name both with them".to_owned()),
            1 if is_one => format!("{new} was compared with the baseline's {old}"),
            _ => format!("{new} was compared with the baseline's {old}: {renamed} of {instances}"),
        }
    }

    /// Kernels of this baseline that seem to have another name now.
    pub fn perhaps_renamed(&self, now: &Self) -> Vec<Rename> {
        let [gone, new] = [self, now].map(|of| of.kernels.iter().collect::<Vec<_>>());
        suspects(self, now, &gone, &new).into_iter().map(|(old, new)| between(old, new)).collect()
    }
}

/// The names by which [`Profile::rename`] finds two functions: with their parameters only if nothing
/// else differs.
pub(super) fn between(old: &str, new: &str) -> Rename {
    let short = [old, new].map(without_signature);
    let [old, new] = if short[0] == short[1] { [old, new] } else { short };
    Rename { old: old.to_owned(), new: new.to_owned() }
}

fn functions(profile: &Profile) -> Functions {
    profile.kernels.iter().map(|k| (k.key.function.clone(), k.name.clone())).collect()
}

/// Functions of a name, or of a name and parameters, that the other side does not have.
fn only_in(functions: &Functions, other: &Functions, name: &str) -> Functions {
    let alone = functions.iter().filter(|(symbol, _)| !other.contains_key(*symbol));
    let alone: Functions = alone.map(|(symbol, full)| (symbol.clone(), full.clone())).collect();
    // What is written out is meant before namespaces and template arguments that are left out.
    let ways: [&dyn Fn(&str) -> bool; 3] =
        [&|full| full == name, &|full| without_signature(full) == name, &|full| {
            is_called(full, name)
        }];
    let named = |way: &&dyn Fn(&str) -> bool| -> Functions {
        alone.clone().into_iter().filter(|(_, full)| way(full)).collect()
    };
    ways.iter().map(named).find(|found| !found.is_empty()).unwrap_or_default()
}

fn arguments(name: &str) -> &str {
    let bare = without_signature(name);
    bare.find('<').map_or("", |place| &bare[place..])
}

/// A function with all its launches in a run.
#[derive(Default)]
struct Work<'a> {
    name: &'a str,
    shapes: BTreeSet<([u32; 3], [u32; 3])>,
    launches: f64,
    instructions: f64,
    ns: f64,
}

impl Work<'_> {
    fn is_namesake(&self, other: &Self) -> bool {
        own_name(self.name) == own_name(other.name)
    }

    fn is_like(&self, other: &Self) -> bool {
        let like = |a: f64, b: f64| a.max(b) <= LIKE * a.min(b);
        let counted = self.instructions > 0.0 && other.instructions > 0.0;
        let work = if counted {
            like(self.instructions, other.instructions)
        } else {
            like(self.ns, other.ns)
        };
        self.launches == other.launches && !self.shapes.is_disjoint(&other.shapes) && work
    }
}

type Same = fn(&Work<'_>, &Work<'_>) -> bool;

/// When two functions are perhaps one, the surest first.
const SAME: [Same; 3] =
    [|a, b| a.is_namesake(b) && a.is_like(b), |a, b| a.is_namesake(b), |a, b| a.is_like(b)];

/// Pairs of a kernel that is gone and one that is new which are perhaps the same: they agree in the
/// function's own name, or in launches and work, and no other kernel agrees with either so.
pub(super) fn suspects<'a>(
    before: &Profile,
    now: &Profile,
    gone: &[&'a Kernel],
    new: &[&'a Kernel],
) -> Vec<(&'a str, &'a str)> {
    let mut gone = works(gone, &functions(now));
    let mut new = works(new, &functions(before));
    let mut found = Vec::new();
    for is_same in SAME {
        let only = |of: &Work<'a>, all: &[Work<'a>]| {
            let mut same = (0..all.len()).filter(|at| is_same(of, &all[*at]));
            same.next().filter(|_| same.next().is_none())
        };
        let pairs: Vec<(usize, usize)> = (0..gone.len())
            .filter_map(|at| {
                let other = only(&gone[at], &new)?;
                (only(&new[other], &gone)? == at).then_some((at, other))
            })
            .collect();
        found.extend(pairs.iter().map(|&(old, now)| (gone[old].name, new[now].name)));
        let [olds, news]: [BTreeSet<usize>; 2] =
            [pairs.iter().map(|p| p.0).collect(), pairs.iter().map(|p| p.1).collect()];
        gone = without(gone, &olds);
        new = without(new, &news);
    }
    found
}

fn without<'a>(all: Vec<Work<'a>>, taken: &BTreeSet<usize>) -> Vec<Work<'a>> {
    let left = all.into_iter().enumerate().filter(|(at, _)| !taken.contains(at));
    left.map(|(_, work)| work).collect()
}

/// The functions of these kernels that the other side has not at all.
fn works<'a>(kernels: &[&'a Kernel], other: &Functions) -> Vec<Work<'a>> {
    let mut works: BTreeMap<&str, Work<'a>> = BTreeMap::new();
    for kernel in kernels.iter().filter(|kernel| !other.contains_key(&kernel.key.function)) {
        let mean = |quantity| kernel.measures.get(&quantity).map_or(0.0, Samples::mean);
        let work = works.entry(&kernel.key.function).or_default();
        work.name = &kernel.name;
        work.shapes.insert((kernel.key.grid, kernel.key.block));
        work.launches += mean(Quantity::Launches);
        work.instructions += mean(Quantity::Launches) * mean(Quantity::Instructions);
        work.ns += kernel.total_ns();
    }
    works.into_values().collect()
}
