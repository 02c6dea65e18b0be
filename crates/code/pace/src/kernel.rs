//! The code of a kernel, ready to be paced by counts.

use std::collections::BTreeMap;
use std::sync::Arc;

use propp_base_model::counters::*;
use propp_code_sass::{Class, Cubin, Flow, Function, Instruction};
use propp_code_sites::Site;

use crate::frequencies::{Counted, Frequencies, frequencies};
use crate::graph::Graph;
use crate::kinds::{EXECUTED, Instructions, KINDS, access_bytes};
use crate::polling::may_poll;
use crate::tensor;
use crate::walk::{BlockCost, fills, walk};

/// Code with more ways to go than this is not paced: it would take seconds.
const MOST_BLOCKS: usize = 4_000;
const MOST_UNKNOWNS: usize = 2_000;

/// The code of a kernel: its blocks, what a run of each costs, and how counts tell how often each
/// ran.
#[derive(Clone, Debug)]
pub struct KernelCode {
    graph: Graph,
    costs: Vec<BlockCost>,
    /// For each of [`KINDS`] what a run of each block adds to it.
    kinds: Vec<Vec<f64>>,
    /// What of that the counter may leave out.
    left_out: Vec<Vec<f64>>,
    /// For each of [`EXECUTED`] what a run of each block adds to it.
    executed: Vec<Vec<f64>>,
    /// Cycles of a tensor core of a run of each block.
    tensor_delays: Vec<f64>,
    /// Reads of textures in each block.
    textures: Vec<f64>,
    /// Bytes that 32 threads move by the loads and stores of global memory in each block.
    access_bytes: Vec<f64>,
    /// Wavefronts of loads and stores of matrices of a run of each block.
    matrix_wavefronts: Vec<f64>,
    /// Instructions of each block of a loop that fills shared memory.
    fills: Vec<f64>,
    may_poll: bool,
    starts: Vec<u64>,
    sites: Vec<Arc<Site>>,
}

/// A place in the code, and how much of a launch happens there: sums over all warps.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    pub site: Arc<Site>,
    /// How often the instruction there ran.
    pub times: f64,
    /// How often the loop around it was entered.
    pub entries: f64,
    /// How often a warp waited in this loop for a latency of global memory.
    pub load_rounds: f64,
    /// Instructions in this loop, and the cycles between them and for other results.
    pub instructions: f64,
    pub cycles: f64,
}

/// What the code and the counts of a launch say together: sums over all warps.
#[derive(Clone, Debug, PartialEq)]
pub struct Pace {
    /// How often a warp waits for a latency of global memory.
    pub load_rounds: f64,
    /// Cycles between instructions that the compiler asks for.
    pub issue_delays: f64,
    /// Cycles that a warp waits for shared, constant and local memory, shuffles and special functions.
    pub other_waits: f64,
    /// Cycles in which tensor cores are busy.
    pub tensor_delays: f64,
    /// Wavefronts of shared memory of loads and stores of matrices.
    pub matrix_wavefronts: f64,
    /// Instructions with which warps read textures.
    pub textures: f64,
    /// Bytes of loads and stores of global memory with all threads and different words.
    pub access_bytes: f64,
    /// Instructions of loops that bring data from global into shared memory.
    pub fills: f64,
    /// Whether its blocks wait for each other.
    pub polls: bool,
    /// Instructions of the machine code, all and by pipe, and its bytes of local memory, by the names of their
    /// counters: where those of PTX were counted.
    pub executed: Vec<(&'static str, f64)>,
    /// How badly the counts fit the code; counts of other code fit worse.
    pub misfit: f64,
    /// The places that may cost more than they need.
    pub sites: Vec<Ran>,
}

impl Pace {
    /// The values by the names of their counters.
    pub fn counters(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let of_code = [
            (CODE_LOAD_ROUNDS, self.load_rounds),
            (CODE_ISSUE_DELAYS, self.issue_delays),
            (CODE_OTHER_WAITS, self.other_waits),
            (CODE_TENSOR_DELAYS, self.tensor_delays),
            (CODE_MATRIX_WAVEFRONTS, self.matrix_wavefronts),
            (CODE_TEXTURES, self.textures),
            (CODE_ACCESS_BYTES, self.access_bytes),
            (CODE_FILLS, self.fills),
            (CODE_POLLS, f64::from(u8::from(self.polls))),
        ];
        of_code.into_iter().chain(self.executed.iter().copied())
    }
}

impl KernelCode {
    /// The code of a kernel in a cubin. `None` if the cubin is none, lacks the kernel, or the code
    /// is too long.
    pub fn of(cubin: &[u8], kernel: &str) -> Option<Self> {
        let cubin = Cubin::parse(cubin).ok()?;
        let architecture = cubin.architecture();
        let function = cubin.function(kernel)?;
        let instructions: Vec<Instruction> = function.instructions().collect();
        let flow = Flow::of_instructions(function, &instructions);
        if flow.blocks.is_empty() || flow.blocks.len() > MOST_BLOCKS {
            return None;
        }
        let graph = Graph::new(&flow, &instructions, &callees(&cubin, function, &instructions));
        let in_blocks = |of: &dyn Fn(&[Instruction]) -> f64| -> Vec<f64> {
            flow.blocks.iter().map(|block| of(block.instructions(&instructions))).collect()
        };
        (graph.unknowns <= MOST_UNKNOWNS).then(|| Self {
            graph,
            costs: walk(&flow, &instructions),
            kinds: KINDS.iter().map(|kind| in_blocks(&|code| kind.count(code))).collect(),
            left_out: KINDS.iter().map(|kind| in_blocks(&|code| kind.left_out(code))).collect(),
            starts: flow.blocks.iter().map(|block| block.start).collect(),
            executed: { EXECUTED.iter() }
                .map(|(_, amount)| in_blocks(&|code| code.iter().map(*amount).sum()))
                .collect(),
            tensor_delays: in_blocks(&|code| {
                code.iter().map(|one| tensor::cycles(one, architecture)).sum()
            }),
            matrix_wavefronts: in_blocks(&|code| code.iter().map(tensor::wavefronts).sum()),
            textures: in_blocks(&|code| {
                number(code, |one| one.opcode.class() == Some(Class::Texture))
            }),
            access_bytes: in_blocks(&|code| code.iter().map(access_bytes).sum()),
            fills: fills(&flow, &instructions),
            may_poll: may_poll(&flow, &instructions),
            sites: propp_code_sites::find(&cubin, function, &flow, &instructions)
                .into_iter()
                .map(Arc::new)
                .collect(),
        })
    }

    /// The pace of a launch of `warps` warps with these counts. `None` without a count of its
    /// instructions, and if no way is found to make the counts of the code.
    pub fn pace(
        &self,
        counts: &BTreeMap<String, f64>,
        warps: f64,
        instructions: Instructions,
    ) -> Option<Pace> {
        let found = self.frequencies(counts, warps, instructions)?;
        let sum = |cost: fn(&BlockCost) -> f64| -> f64 {
            let both = found.blocks.iter().zip(&self.costs);
            both.map(|(runs, one)| runs * cost(one)).sum::<f64>() * warps
        };
        let all = |in_blocks: &Vec<f64>| -> f64 {
            found.blocks.iter().zip(in_blocks).map(|(runs, one)| runs * one).sum::<f64>() * warps
        };
        let executed = EXECUTED.iter().zip(&self.executed).map(|((name, _), of)| {
            let found = all(of);
            let is_seen = *name == LOCAL_BYTES && of.iter().any(|bytes| *bytes > 0.0);
            let seen = counts.get(*name).copied().filter(|_| is_seen);
            // The counts of PTX are exact for what it has itself; spilled registers come on top.
            (*name, found.max(seen.unwrap_or(0.0)))
        });
        Some(Pace {
            executed: match instructions {
                Instructions::Machine => Vec::new(),
                Instructions::Ptx => executed.collect(),
            },
            load_rounds: sum(|cost| cost.load_rounds),
            issue_delays: sum(|cost| cost.issue_cycles),
            other_waits: sum(|cost| cost.other_waits),
            tensor_delays: all(&self.tensor_delays),
            matrix_wavefronts: all(&self.matrix_wavefronts),
            textures: all(&self.textures),
            access_bytes: all(&self.access_bytes),
            fills: all(&self.fills),
            polls: self.may_poll && counts.get(GLOBAL_LOADS).is_none_or(|loads| *loads > 0.0),
            misfit: found.misfit,
            sites: self.ran(&found.blocks, warps),
        })
    }

    /// The sites, where a warp ran each block so often.
    fn ran(&self, runs: &[f64], warps: f64) -> Vec<Ran> {
        let sum = |blocks: &[usize], of: &dyn Fn(usize) -> f64| -> f64 {
            blocks.iter().map(|block| runs[*block] * of(*block)).sum::<f64>() * warps
        };
        let ran = self.sites.iter().map(|site| Ran {
            site: Arc::clone(site),
            times: runs[site.block] * warps,
            entries: sum(&site.before, &|_| 1.0),
            load_rounds: sum(&site.body, &|block| self.costs[block].load_rounds),
            instructions: sum(&site.body, &|block| self.kinds[0][block]),
            cycles: sum(&site.body, &|block| {
                self.costs[block].issue_cycles + self.costs[block].other_waits
            }),
        });
        ran.collect()
    }

    /// How often a warp of a launch with such counts of a GPU runs each block, by the block's
    /// offset in the kernel.
    pub fn runs(&self, counts: &BTreeMap<String, f64>, warps: f64) -> Option<BTreeMap<u64, f64>> {
        let found = self.frequencies(counts, warps, Instructions::Machine)?;
        Some(self.starts.iter().copied().zip(found.blocks).collect())
    }

    fn frequencies(
        &self,
        counts: &BTreeMap<String, f64>,
        warps: f64,
        instructions: Instructions,
    ) -> Option<Frequencies> {
        let per_warp = |counter| Some(counts.get(counter)? / warps).filter(|c: &f64| c.is_finite());
        let executed = per_warp(INST_EXECUTED)?;
        let length: f64 = self.kinds[0].iter().sum();
        let mut counted: Vec<(&str, Counted)> = KINDS
            .iter()
            .zip(self.kinds.iter().zip(&self.left_out))
            .filter_map(|(kind, (in_blocks, left_out))| {
                let (count, trust) =
                    (per_warp(kind.counter)? / kind.unit, kind.trust(instructions));
                let (in_blocks, left_out) = (in_blocks.clone(), left_out.clone());
                Some((kind.counter, Counted { count, trust, in_blocks, left_out }))
            })
            .collect();
        if instructions == Instructions::Ptx {
            join_reductions(&mut counted);
        }
        let counted: Vec<Counted> = counted.into_iter().map(|(_, one)| one).collect();
        frequencies(&self.graph, &counted, executed / length.max(1.0))
    }
}

/// ptxas makes reductions of the atomics of PTX whose result nothing reads, so that only their sum is known.
fn join_reductions(counted: &mut Vec<(&str, Counted)>) {
    let place = |counted: &[(&str, Counted)], name| counted.iter().position(|(of, _)| *of == name);
    let both = (place(counted, GLOBAL_ATOMICS), place(counted, GLOBAL_REDUCTIONS));
    let (Some(atomics), Some(reductions)) = both else { return };
    let (_, reductions) = counted[reductions].clone();
    let (_, all) = &mut counted[atomics];
    all.count += reductions.count;
    for (into, from) in
        [(&mut all.in_blocks, &reductions.in_blocks), (&mut all.left_out, &reductions.left_out)]
    {
        into.iter_mut().zip(from).for_each(|(into, from)| *into += from);
    }
    counted.retain(|(name, _)| *name != GLOBAL_REDUCTIONS);
}

/// The offsets of called functions that lie behind the kernel, by the offset of the call.
fn callees<'a>(
    cubin: &Cubin<'a>,
    kernel: &Function<'a>,
    instructions: &[Instruction],
) -> BTreeMap<u64, u64> {
    let calls = instructions.iter().filter(|one| one.opcode.name() == Some("CALL"));
    let offset = |call: &Instruction| {
        let name = cubin.called(kernel, call)?;
        Some((call.offset, kernel.offset_of(cubin.function(name)?)?))
    };
    calls.filter_map(offset).collect()
}

fn number(code: &[Instruction], is_it: fn(&Instruction) -> bool) -> f64 {
    code.iter().filter(|one| is_it(one)).count() as f64
}

#[cfg(test)]
#[path = "kernel_tests.rs"]
mod tests;
