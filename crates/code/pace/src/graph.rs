//! How often blocks run, in as few unknowns as the control flow leaves.
//!
//! A block with one way out passes on what comes in. Unknown is only how often each way out of a
//! block with several is taken; the end of the warp is a way out, too.

use std::collections::{BTreeMap, BTreeSet};

use propp_code_sass::graph::forwards;
use propp_code_sass::{Block, Flow, Instruction};

/// A number that depends on unknowns: a constant and a factor for each of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Linear {
    pub(crate) constant: f64,
    pub(crate) factors: BTreeMap<usize, f64>,
}

impl Linear {
    pub(crate) fn add(&mut self, other: &Self, times: f64) {
        self.constant += times * other.constant;
        for (unknown, factor) in &other.factors {
            *self.factors.entry(*unknown).or_default() += times * factor;
        }
    }

    /// The sum of the factors and the constant: its value where everything is 1.
    pub(crate) fn size(&self) -> f64 {
        self.constant + self.factors.values().sum::<f64>()
    }

    pub(crate) fn at(&self, unknowns: &[f64]) -> f64 {
        let sum = self.factors.iter().map(|(unknown, factor)| factor * unknowns[*unknown]);
        self.constant + sum.sum::<f64>()
    }
}

/// The blocks that can run, and the unknowns that say how often.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) unknowns: usize,
    /// How often a warp runs each block.
    pub(crate) runs: Vec<Linear>,
    /// For each block with several ways out, how often it is entered: as often as it is left.
    pub(crate) entered: Vec<(usize, Linear)>,
}

/// Where control goes from a block.
struct Exits {
    /// Blocks behind it; a block twice if two ways lead there.
    to: Vec<usize>,
    /// Whether threads also end or return in it.
    ends: bool,
    /// Blocks of functions that it calls, once for each run.
    calls: Vec<usize>,
}

impl Graph {
    /// `callees` are the offsets of functions in the same code, by the offset of the call.
    pub(crate) fn new(flow: &Flow, all: &[Instruction], callees: &BTreeMap<u64, u64>) -> Self {
        let exits: Vec<Exits> =
            flow.blocks.iter().map(|block| exits(flow, block, all, callees)).collect();
        let ahead = |block: usize| exits[block].to.iter().chain(&exits[block].calls);
        let reached: BTreeSet<usize> =
            forwards(0, exits.len(), |block| ahead(block).copied().collect()).into_iter().collect();
        let mut ways = Ways { incoming: vec![Vec::new(); exits.len()], left: Vec::new() };
        let mut unknowns = 0;
        for (block, own) in exits.iter().enumerate() {
            ways.left.push(None);
            if !reached.contains(&block) {
                continue;
            }
            own.calls.iter().for_each(|to| ways.incoming[*to].push(Way::Run(block)));
            if own.to.len() + usize::from(own.ends) < 2 {
                own.to.iter().for_each(|to| ways.incoming[*to].push(Way::Run(block)));
                continue;
            }
            let mut left = Linear::default();
            for to in own.to.iter().copied().map(Some).chain(own.ends.then_some(None)) {
                left.factors.insert(unknowns, 1.0);
                if let Some(to) = to {
                    ways.incoming[to].push(Way::Unknown(unknowns));
                }
                unknowns += 1;
            }
            ways.left[block] = Some(left);
        }
        let mut known = vec![None; exits.len()];
        for block in 0..exits.len() {
            ways.runs(block, &mut known);
        }
        let several = (0..exits.len()).filter(|block| ways.left[*block].is_some());
        let entered = several.map(|block| (block, ways.entered(block, &mut known))).collect();
        let runs = known.into_iter().map(Option::unwrap_or_default).collect();
        Self { unknowns, runs, entered }
    }

    /// How many instructions a warp executes of which each block has so many.
    pub(crate) fn sum(&self, in_blocks: &[f64]) -> Linear {
        let mut sum = Linear::default();
        for (runs, count) in self.runs.iter().zip(in_blocks).filter(|(_, count)| **count > 0.0) {
            sum.add(runs, *count);
        }
        sum
    }
}

/// A way into a block.
#[derive(Clone, Copy)]
enum Way {
    /// As often as the unknown says.
    Unknown(usize),
    /// As often as another block runs.
    Run(usize),
}

struct Ways {
    incoming: Vec<Vec<Way>>,
    /// How often each block with several ways out is left.
    left: Vec<Option<Linear>>,
}

impl Ways {
    /// How often a block runs. A circle without a way out never does.
    fn runs(&self, block: usize, known: &mut Vec<Option<Linear>>) -> Linear {
        if let Some(known) = &known[block] {
            return known.clone();
        }
        // What comes back here on the way is the circle's.
        known[block] = Some(Linear::default());
        let runs = match &self.left[block] {
            Some(left) => left.clone(),
            None => self.entered(block, known),
        };
        known[block] = Some(runs.clone());
        runs
    }

    fn entered(&self, block: usize, known: &mut Vec<Option<Linear>>) -> Linear {
        let mut entered = Linear { constant: f64::from(u8::from(block == 0)), ..Linear::default() };
        for way in &self.incoming[block] {
            match way {
                Way::Unknown(unknown) => *entered.factors.entry(*unknown).or_default() += 1.0,
                Way::Run(from) => entered.add(&self.runs(*from, known), 1.0),
            }
        }
        entered
    }
}

fn exits(flow: &Flow, block: &Block, all: &[Instruction], callees: &BTreeMap<u64, u64>) -> Exits {
    let code = block.instructions(all);
    let to = block.edges.clone();
    let last = code.last().and_then(|last| last.opcode.name());
    let ends = to.is_empty() || matches!(last, Some("EXIT" | "RET" | "KILL" | "RTT"));
    let is_call = |one: &&Instruction| matches!(one.opcode.name(), Some("CALL"));
    let callee = |one: &Instruction| {
        let by_target = || one.target.and_then(|target| u64::try_from(target).ok());
        let offset = callees.get(&one.offset).copied().or_else(by_target)?;
        flow.block_at(offset).filter(|to| flow.blocks[*to].start == offset)
    };
    let calls = code.iter().filter(is_call).filter_map(callee).collect();
    Exits { to, ends, calls }
}
