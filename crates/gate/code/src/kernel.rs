//! What a baseline keeps of a compiled kernel.

use std::collections::BTreeMap;

use propp_code_inspect::{Access, Body, Content, Kernel, Occurrences, Resources, Traffic, Work};
use serde::{Deserialize, Serialize};

use crate::content;

/// A kernel for one architecture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KernelCode {
    pub symbol: String,
    /// Such as `sm_90`.
    pub architecture: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compiler: Option<String>,
    pub registers: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub stack_bytes: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub shared_bytes: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub named_barriers: u32,
    /// Threads of a block at most, or exactly where `is_required`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_required: bool,
    pub instructions: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub spill_bytes: u32,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<Count, Counted>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accesses: Vec<Accesses>,
    /// What is in no loop, then the loops.
    pub bodies: Vec<LoopCode>,
    #[serde(with = "content")]
    pub content: Content,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Count {
    SpillLoads,
    SpillStores,
    /// Local memory that is no spill.
    LocalLoads,
    LocalStores,
    Barriers,
    Divisions,
    LongDivisions,
    /// Divisions and roots of floating-point numbers that have a slow way.
    SlowPaths,
    Double,
    ToDouble,
}

/// How often something stands in the code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    pub all: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub in_loops: u32,
    /// Source line of the first of the deepest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
}

/// Accesses of one sort at one loop depth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accesses {
    pub space: String,
    pub direction: String,
    pub width: u16,
    pub depth: usize,
    pub count: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
}

/// A loop without the loops in it, or the code outside of loops (depth 0), with the price of a
/// pass in cycles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopCode {
    pub depth: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    pub instructions: u32,
    pub issue: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub global_wait: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub other_wait: u32,
    pub work: Work,
}

impl LoopCode {
    pub fn cycles(&self) -> u32 {
        self.issue.saturating_add(self.global_wait).saturating_add(self.other_wait)
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl KernelCode {
    /// What a baseline keeps of an inspected kernel.
    pub fn of(kernel: &Kernel) -> Self {
        let Resources { registers, stack_bytes, static_shared_bytes, barriers, .. } =
            kernel.resources;
        let code = &kernel.code;
        let mut counts = BTreeMap::new();
        let local =
            |of: fn(&Traffic) -> &Occurrences| sum(of(&code.local.fixed), of(&code.local.computed));
        for (count, occurrences) in [
            (Count::SpillLoads, counted(&code.local.spills.loads)),
            (Count::SpillStores, counted(&code.local.spills.stores)),
            (Count::LocalLoads, local(|traffic| &traffic.loads)),
            (Count::LocalStores, local(|traffic| &traffic.stores)),
            (Count::Barriers, counted(&code.barriers)),
            (Count::Divisions, counted(&code.divisions)),
            (Count::LongDivisions, counted(&code.long_divisions)),
            (Count::SlowPaths, counted(&code.slow_paths)),
            (Count::Double, counted(&code.double)),
            (Count::ToDouble, counted(&code.to_double)),
        ] {
            if occurrences.all > 0 {
                counts.insert(count, occurrences);
            }
        }
        let spills = &code.local.spills;
        Self {
            symbol: kernel.name.symbol.clone(),
            architecture: kernel.target.to_string(),
            compiler: kernel.compiler.clone(),
            registers: registers.unwrap_or(0),
            stack_bytes,
            shared_bytes: u32::try_from(static_shared_bytes).unwrap_or(u32::MAX),
            named_barriers: barriers,
            threads: kernel.resources.own_block(),
            is_required: kernel.resources.required_threads.is_some(),
            instructions: code.instructions,
            spill_bytes: spills.load_bytes.saturating_add(spills.store_bytes),
            counts,
            accesses: code.accesses.iter().filter_map(accesses).collect(),
            bodies: code.outside.iter().chain(&code.loops).map(body).collect(),
            content: code.content.clone(),
        }
    }

    /// How often something stands in the code.
    pub fn count(&self, what: Count) -> Counted {
        self.counts.get(&what).cloned().unwrap_or_default()
    }

    /// Its loops, the code outside of them aside.
    pub fn loops(&self) -> impl Iterator<Item = &LoopCode> {
        self.bodies.iter().filter(|body| body.depth > 0)
    }

    pub fn outside(&self) -> Option<&LoopCode> {
        self.bodies.iter().find(|body| body.depth == 0)
    }

    pub fn resources(&self) -> Resources {
        let threads = self.threads.map(|threads| [threads, 1, 1]);
        Resources {
            registers: Some(self.registers),
            static_shared_bytes: self.shared_bytes.into(),
            barriers: self.named_barriers,
            max_threads: threads.filter(|_| !self.is_required),
            required_threads: threads.filter(|_| self.is_required),
            ..Resources::default()
        }
    }

    /// Whether the other is the same, whatever it is called and wherever its lines are.
    pub fn is_like(&self, other: &Self) -> bool {
        let bare = |kernel: &Self| {
            let mut bare = Self { symbol: String::new(), compiler: None, ..kernel.clone() };
            let counts = bare.counts.values_mut().map(|one| &mut one.line);
            let accesses = bare.accesses.iter_mut().map(|one| &mut one.line);
            let bodies = bare.bodies.iter_mut().map(|one| &mut one.line);
            counts.chain(accesses).chain(bodies).for_each(|line| *line = None);
            bare
        };
        self.content == other.content && bare(self) == bare(other)
    }
}

fn counted(of: &Occurrences) -> Counted {
    Counted { all: of.count, in_loops: of.in_loops, line: of.line.clone() }
}

fn sum(a: &Occurrences, b: &Occurrences) -> Counted {
    let first = if a.count > 0 && a.depth >= b.depth { a } else { b };
    Counted { all: a.count + b.count, in_loops: a.in_loops + b.in_loops, line: first.line.clone() }
}

fn accesses(access: &Access) -> Option<Accesses> {
    Some(Accesses {
        space: access.space.to_owned(),
        direction: access.direction.to_owned(),
        width: access.width?,
        depth: access.depth,
        count: access.count,
        line: access.line.clone(),
    })
}

fn body(body: &Body) -> LoopCode {
    LoopCode {
        depth: body.depth,
        line: body.line.clone(),
        instructions: body.instructions,
        issue: body.price.issue_cycles,
        global_wait: body.price.global_wait_cycles,
        other_wait: body.price.other_wait_cycles,
        work: body.work,
    }
}
