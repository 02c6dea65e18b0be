//! What a launch counts with changed code: the recorded counts, as far as they follow from the code
//! moved with it.

use propp_base_model::counters::{
    BRANCHES, CODE_ISSUE_DELAYS, CODE_LOAD_ROUNDS, CODE_OTHER_WAITS, DATA_WAVEFRONTS, DRAM_READ,
    DRAM_WRITTEN, EXACT_LOAD_WAVEFRONTS, EXACT_STORE_WAVEFRONTS, GLOBAL_LOAD_SECTORS, GLOBAL_LOADS,
    GLOBAL_LOADS_MAX, GLOBAL_STORE_SECTORS, GLOBAL_STORES, INST_EXECUTED, INST_EXECUTED_MAX,
    INST_ISSUED, L2_REQUESTS, L2_SECTORS_FROM_L1, LOCAL_BYTES, PIPE_ALU, PIPE_FMA, PIPE_FP64,
    PIPE_LSU, PIPE_XU,
};
use propp_code_inspect::Body;
use propp_code_pace::GLOBAL_LATENCY;
use propp_judge_cost::{Shape, Work};

use super::passes::Passed;

const WARP: f64 = 32.0;
const WORD_BYTES: f64 = 4.0;
const SECTOR_BYTES: f64 = 32.0;
const LINE_SECTORS: f64 = 4.0;
/// What L1 keeps of the stacks of an SM beside what streams through.
const NEAR_BYTES: f64 = 32_768.0;
/// Of the local memory that goes to L2, shares that device memory reads and writes.
const TO_MEMORY: [f64; 2] = [0.35, 0.45];

/// Of a launch, besides its counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Launched {
    /// Blocks that an SM holds, before and now.
    pub(super) blocks_per_sm: [f64; 2],
    /// Bytes of stack of a thread.
    pub(super) stack_bytes: f64,
}

/// The work of a launch with changed code.
pub(super) fn changed(
    work: &Work,
    before: &Passed<'_>,
    now: &Passed<'_>,
    launched: Launched,
) -> Option<Work> {
    let shape = work.shape?;
    let mut edit = Edit { work: work.clone(), warps: shape.warps };
    let stores = edit.get(GLOBAL_STORE_SECTORS);
    for (names, of) in FOLLOWING {
        let (old, new) = (before.sum(of), now.sum(of));
        names.iter().for_each(|name| edit.follow(name, old, new));
    }
    let [old, new] = [before, now].map(|of| of.sum(|body| body.price.global_wait_cycles) / LATENCY);
    edit.follow(CODE_LOAD_ROUNDS, old, new);
    // Stores go through to L2; narrow loads of the same sectors hit L1.
    let stores = edit.get(GLOBAL_STORE_SECTORS) - stores;
    edit.add(L2_SECTORS_FROM_L1, stores);
    edit.add(L2_REQUESTS, stores / LINE_SECTORS);
    edit.work.shape = Some(resident(&shape, launched.blocks_per_sm));
    let [old, new] = [before, now].map(|of| of.sum(|body| body.effort.local_words));
    let words = (new - old) * shape.warps;
    let bytes = words * WARP * WORD_BYTES;
    edit.add(LOCAL_BYTES, bytes);
    edit.add(DATA_WAVEFRONTS, words);
    let threads = WARP * edit.work.shape?.resident_warps / shape.busy_sms.max(1.0);
    let stack = launched.stack_bytes * threads;
    let beyond = stack / (stack + NEAR_BYTES);
    edit.add(L2_SECTORS_FROM_L1, beyond * bytes / SECTOR_BYTES);
    edit.add(L2_REQUESTS, beyond * bytes / SECTOR_BYTES / LINE_SECTORS);
    edit.add(DRAM_READ, TO_MEMORY[0] * beyond * bytes);
    edit.add(DRAM_WRITTEN, TO_MEMORY[1] * beyond * bytes);
    Some(edit.work)
}

const LATENCY: f64 = GLOBAL_LATENCY as f64;

/// Counts that follow what the code says a warp does.
type Following = (&'static [&'static str], fn(&Body) -> u32);

const FOLLOWING: [Following; 12] = [
    (&[INST_EXECUTED, INST_ISSUED, INST_EXECUTED_MAX], |body| body.instructions),
    (&[CODE_ISSUE_DELAYS], |body| body.price.issue_cycles),
    (&[CODE_OTHER_WAITS], |body| body.price.other_wait_cycles),
    (&[PIPE_LSU], |body| body.effort.load_store),
    (&[GLOBAL_LOADS, GLOBAL_LOADS_MAX, GLOBAL_LOAD_SECTORS], |body| body.effort.global_loads),
    (&[GLOBAL_STORES, GLOBAL_STORE_SECTORS], |body| body.effort.global_stores),
    (&[EXACT_LOAD_WAVEFRONTS, EXACT_STORE_WAVEFRONTS], |body| body.effort.shared_words),
    (&[PIPE_ALU], |body| body.effort.integer),
    (&[PIPE_FMA], |body| body.effort.single),
    (&[PIPE_FP64], |body| body.effort.double),
    (&[PIPE_XU], |body| body.effort.special),
    (&[BRANCHES], |body| body.effort.branches),
];

struct Edit {
    work: Work,
    warps: f64,
}

impl Edit {
    fn get(&self, name: &str) -> f64 {
        self.work.counts.get(name).copied().unwrap_or(0.0)
    }

    fn add(&mut self, name: &str, more: f64) {
        if let Some(count) = self.work.counts.get_mut(name) {
            *count = (*count + more).max(0.0);
        }
    }

    /// Scales a count as what stands for it in the code, or adds what is new.
    fn follow(&mut self, name: &str, before: f64, now: f64) {
        let Some(count) = self.work.counts.get_mut(name) else { return };
        if before > 0.0 && *count > 0.0 {
            *count *= now / before;
        } else {
            *count += (now - before).max(0.0) * self.warps;
        }
    }
}

/// How a launch fills the GPU with another number of blocks on an SM.
fn resident(shape: &Shape, [before, now]: [f64; 2]) -> Shape {
    // A grid that fits beside itself, or that has a block for each SM at most, stays where it is.
    let room = now * shape.busy_sms;
    if before == now || now <= 0.0 || shape.blocks <= shape.busy_sms {
        return *shape;
    }
    Shape {
        resident_warps: shape.blocks.min(room) * shape.warps / shape.blocks,
        waves: (shape.blocks / room).ceil(),
        ..*shape
    }
}

#[cfg(test)]
mod tests {
    use propp_code_inspect::{Effort, Price, Work as Done};

    use super::*;

    /// A loop that moves this many words of local memory per pass.
    fn spilling(local_words: u32) -> Body {
        Body {
            offset: 0,
            line: None,
            depth: 1,
            instructions: 20,
            price: Price::default(),
            work: Done::default(),
            effort: Effort { local_words, ..Effort::default() },
        }
    }

    #[test]
    fn local_memory_follows_the_spills() {
        const PASSES: f64 = 100.0;
        let (warps, busy_sms) = (1056.0, 132.0);
        let shape = Shape { blocks: 132.0, warps, busy_sms, resident_warps: warps, waves: 1.0 };
        // 32 threads of a warp move four bytes each.
        let bytes = |words: f64| PASSES * words * warps * 128.0;
        let counts = [(LOCAL_BYTES.to_owned(), bytes(4.0))];
        let work = Work { shape: Some(shape), counts: counts.into(), launches: 1 };
        let launched = Launched { blocks_per_sm: [1.0, 1.0], stack_bytes: 64.0 };
        let [before, fewer, none] = [4, 1, 0].map(spilling);
        let passed = |body| Passed(vec![(body, PASSES)]);
        let now = |body| {
            let now = changed(&work, &passed(&before), &passed(body), launched).unwrap();
            now.counts[LOCAL_BYTES]
        };
        assert_eq!(now(&before), bytes(4.0));
        assert_eq!(now(&fewer), bytes(1.0));
        assert_eq!(now(&none), 0.0);
    }
}
