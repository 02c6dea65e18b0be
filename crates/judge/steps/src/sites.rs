//! From where a program launches: its calls, as a tree.

use std::collections::HashMap;

use crate::Launch;

/// A call in a function of the program, on the way to launches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// Number of the call of this function; 0 for an outermost function.
    pub parent: u32,
    /// Calls that come later in the function's code have a greater one.
    pub position: u32,
    /// The file of the function, `:` and its name.
    pub function: String,
    /// The line of the call, if it is known.
    pub line: Option<u32>,
}

/// The sites of a process, by their numbers from 1, in the order of their first launches.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    all: Vec<Site>,
    /// The numbers from the outermost call to each site.
    paths: Vec<Vec<u32>>,
    /// Whether each calls a model or is called by one: loops in there are layers.
    in_model: Vec<bool>,
    /// Whether each is the step of an optimizer, or in it.
    in_optimizer: Vec<bool>,
    /// Whether each is called to try out how long code takes.
    is_trial: Vec<bool>,
    positions: Vec<u32>,
}

/// Numbers beyond are no sites, and no launches.
const MOST: usize = 1 << 16;
const MOST_LAUNCHES: usize = 1 << 21;

/// No more calls in each other are sent.
const DEEPEST: usize = 128;

/// What names of functions of machine code have.
const MACHINE_CODE: &str = ":+0x";

/// How PyTorch calls the modules of a model.
const MODULE_CALLS: [&str; 2] = [":Module._call_impl", ":Module._wrapped_call_impl"];

/// How PyTorch calls the step of an optimizer, whoever wrote its kernels.
const OPTIMIZER_CALL: &str = ":Optimizer.profile_hook_step.<locals>.wrapper";

/// What tries out how long code takes.
const TRIALS: [&str; 2] = [":do_bench", "Benchmarker.benchmark"];

impl Sites {
    /// Of sites whose numbers are their places, from 1. One whose caller is unknown is left without.
    pub fn new(sites: Vec<Site>) -> Self {
        let mut all = Self {
            all: sites,
            paths: vec![Vec::new()],
            in_model: vec![false],
            in_optimizer: vec![false],
            is_trial: vec![false],
            positions: vec![0],
        };
        for number in 1..=all.all.len() {
            let site = &all.all[number - 1];
            let caller = (site.parent as usize).min(number);
            let is_known = caller < number && all.paths[caller].len() < DEEPEST;
            let parent = if is_known { caller } else { 0 };
            let calls_module = MODULE_CALLS.iter().any(|name| site.function.ends_with(name));
            let calls_optimizer = site.function.ends_with(OPTIMIZER_CALL);
            let tries_out = TRIALS.iter().any(|name| site.function.contains(name));
            let is_machine_code = site.function.contains(MACHINE_CODE);
            let mut path = all.paths[parent].clone();
            path.push(number as u32);
            all.in_model[parent] |= calls_module && parent > 0;
            all.in_model.push(all.in_model[parent]);
            all.in_optimizer.push(all.in_optimizer[parent] || calls_optimizer);
            all.is_trial.push(all.is_trial[parent] || tries_out);
            all.positions.push(if is_machine_code { number as u32 } else { site.position });
            all.paths.push(path);
        }
        all
    }

    pub fn get(&self, number: u32) -> Option<&Site> {
        self.all.get((number as usize).checked_sub(1)?)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn path(&self, number: u32) -> &[u32] {
        self.paths.get(number as usize).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn is_in_model(&self, number: u32) -> bool {
        self.in_model.get(number as usize) == Some(&true)
    }

    /// Whether a launch from there changes a model: it is in the step of an optimizer, and not in a pass
    /// that the optimizer asks for.
    pub(crate) fn is_in_optimizer(&self, number: u32) -> bool {
        self.in_optimizer.get(number as usize) == Some(&true) && !self.is_in_model(number)
    }

    /// Whether a launch from there tries out how long code takes, as Triton and Inductor do.
    pub(crate) fn is_trial(&self, number: u32) -> bool {
        self.is_trial.get(number as usize) == Some(&true)
    }

    pub(crate) fn parent(&self, number: u32) -> u32 {
        self.path(number).iter().rev().nth(1).copied().unwrap_or(0)
    }

    /// Where the call is among those of its function. Compilers move machine code about, so that its calls are
    /// taken in the order in which they first came.
    pub(crate) fn position(&self, number: u32) -> u32 {
        self.positions.get(number as usize).copied().unwrap_or(0)
    }

    /// The outermost function of the thread that does most: its calls are the program's, those of other threads
    /// come at their own times.
    pub(crate) fn main_function(&self, launches: &[Launch]) -> Option<&str> {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let outermost = launches.iter().filter_map(|launch| self.outermost(launch.site));
        outermost.for_each(|function| *counts.entry(function).or_default() += 1);
        let is_module = |function: &str| function.ends_with(":<module>");
        counts
            .into_iter()
            .max_by_key(|(name, count)| (is_module(name), *count, *name))
            .map(|most| most.0)
    }

    /// The outermost function on the way to a site.
    pub(crate) fn outermost(&self, number: u32) -> Option<&str> {
        let outermost = self.get(*self.path(number).first()?)?;
        Some(&outermost.function)
    }

    /// By the call of each function, the positions of its first call and of its last.
    pub(crate) fn ends_of_functions(&self) -> Vec<[u32; 2]> {
        let mut ends = vec![[u32::MAX, 0]; self.paths.len()];
        for number in 1..self.paths.len() as u32 {
            let position = self.position(number);
            let [first, last] = &mut ends[self.parent(number) as usize];
            (*first, *last) = ((*first).min(position), (*last).max(position));
        }
        ends
    }
}

/// The sites of a process and the launches from them, as they are recorded.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    sites: Vec<Site>,
    launched_from: HashMap<u32, u32>,
}

impl Calls {
    /// The site with this number, from 1.
    pub fn add(&mut self, number: u32, site: Site) {
        let Some(place) = (number as usize).checked_sub(1).filter(|place| *place < MOST) else {
            return;
        };
        if self.sites.len() <= place {
            self.sites.resize_with(place + 1, Site::default);
        }
        self.sites[place] = site;
    }

    /// This call launched from the site with this number.
    pub fn launched_from(&mut self, call: u32, number: u32) {
        if self.launched_from.len() < MOST_LAUNCHES {
            self.launched_from.insert(call, number);
        }
    }

    pub fn sites(&self) -> Sites {
        Sites::new(self.sites.clone())
    }

    /// Sets the sites of launches, of which these are the calls: a call has one, however many kernels it launches.
    pub fn set(&self, launches: &mut [Launch], calls: &[u32]) {
        let mut latest = None;
        for (launch, call) in launches.iter_mut().zip(calls) {
            let is_new = latest.replace(*call) != Some(*call);
            let site = is_new.then(|| self.launched_from.get(call)).flatten();
            launch.site = site.copied().unwrap_or(0);
        }
    }
}
