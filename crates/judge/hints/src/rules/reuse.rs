//! Data that is fetched more often than it need be: broadcast, reuse, local memory.

use propp_base_model::counters::*;
use propp_judge_cost::Work;
use propp_judge_criteria::Criterion;

use super::Finding;
use crate::change::{Context, Edit, INSTRUCTIONS, Pair};
use crate::facts::{Facts, LANES, SECTOR, evidence};

/// Bytes that a thread moves at most.
const WIDEST: f64 = 16.0;

/// The loads of a kernel, if they are of two kinds: one word for the whole warp, or a word for each
/// thread one after the other. The counter of bytes counts a word once, however many threads ask
/// for it.
pub(super) struct Uniform {
    /// Share of the loads of one word.
    pub(super) share: f64,
    /// Bytes of a word.
    width: f64,
}

impl Uniform {
    pub(super) fn of(work: &Work) -> Option<Self> {
        /// How far the sectors may be from those of the two kinds.
        const NOISE: f64 = 0.05;
        let get = |name: &str| work.counts.get(name).copied();
        let loads = get(GLOBAL_LOADS)?.max(1.0);
        let (bytes, sectors) = (get(GLOBAL_LOAD_BYTES)? / loads, get(GLOBAL_LOAD_SECTORS)? / loads);
        let of_width = |width: f64| {
            let share = (LANES * width - bytes) / ((LANES - 1.0) * width);
            let expected = share + (1.0 - share) * LANES * width / SECTOR;
            let fits = (sectors / expected - 1.0).abs() <= NOISE;
            (fits && (0.0..=1.0).contains(&share)).then_some(Self { share, width })
        };
        [4.0, 8.0, 16.0].into_iter().find_map(of_width)
    }
}

/// The threads of a warp ask for the same words.
pub(crate) fn broadcast(facts: &Facts<'_>) -> Option<Finding> {
    let Uniform { share: uniform, .. } = Uniform::of(facts.work)?;
    let loads = facts.count(GLOBAL_LOADS)?;
    let share = uniform * loads / facts.count(INST_EXECUTED)?.max(1.0);
    // Few threads of a warp ask for few words, too.
    let is_whole = facts.criterion(Criterion::TDiv).is_some_and(|value| value >= 0.9);
    if uniform < 0.4 || share < 0.03 || !is_whole {
        return None;
    }
    // As in a product of matrices: the tile of `shared-memory-reuse` holds both.
    if uniform < 0.8 && from_l2(facts).is_some() {
        return None;
    }
    let counters = [GLOBAL_LOADS, GLOBAL_LOAD_BYTES, GLOBAL_LOAD_SECTORS];
    Some(Finding::new(
        vec![
            evidence("loads of one word by a whole warp, share of all loads", uniform, counters),
            evidence(
                "these loads, share of all instructions",
                share,
                [GLOBAL_LOADS, INST_EXECUTED],
            ),
        ],
        vec![
            "the address does not depend on the thread: parameters, coefficients or a row \
             that all threads of a warp use"
                .to_owned(),
        ],
        "put what all threads of a warp read at one address into __constant__ memory or a \
         kernel parameter (different addresses within a warp are served there one after \
         the other), or let one thread load it and pass it on by __shfl_sync or shared \
         memory",
    ))
}

/// Words for the whole warp are loaded once, and come from constant or shared memory, 16 bytes at a
/// time.
pub(crate) fn broadcast_once(work: &Work, _: &Context<'_>) -> Pair {
    let Some(Uniform { share, width }) = Uniform::of(work) else {
        return Pair::edited(work, |_| {});
    };
    Pair::edited(work, |edit| {
        let loads = share * edit.get(GLOBAL_LOADS);
        from_shared(edit, loads, 1.0 / LANES);
        widen(edit, loads * (1.0 - width / WIDEST));
    })
}

/// So many loads of shared memory are saved by wider ones.
fn widen(edit: &mut Edit, saved: f64) {
    let counters = [
        INST_EXECUTED,
        INST_ISSUED,
        PIPE_LSU,
        DATA_WAVEFRONTS,
        EXACT_SHARED_LOADS,
        EXACT_LOAD_WAVEFRONTS,
    ];
    edit.add(&counters, -saved);
}

/// So many loads are of shared memory; a part of them is left, which fills it.
fn from_shared(edit: &mut Edit, loads: f64, left: f64) {
    let all = edit.get(GLOBAL_LOADS);
    let factor = 1.0 - loads / all.max(1.0) * (1.0 - left);
    edit.scale(&[GLOBAL_LOADS, GLOBAL_LOAD_SECTORS, GLOBAL_TAGS], factor);
    edit.add(&[EXACT_SHARED_LOADS, EXACT_LOAD_WAVEFRONTS], loads);
}

/// The most sectors that local memory moves between L1 and L2: its counter counts 4 bytes
/// for each warp instruction (`docs/criteria.md`), whose 32 threads touch 4 sectors. The
/// slow path of `sinf` keeps an array there: of the 31 million sectors of app.cu's
/// `diverge`, 29 million are of it, and none of what other blocks have read.
pub(super) fn of_local_memory(bytes: f64) -> f64 {
    const SECTORS: f64 = 4.0;
    SECTORS * bytes / 4.0
}

/// L2 delivers many times over what was loaded from memory once, or what the program allocated: then
/// memory delivers it again and again, too.
pub(crate) fn from_l2(facts: &Facts<'_>) -> Option<Finding> {
    let others = facts.or_0(GLOBAL_STORE_SECTORS) + of_local_memory(facts.or_0(LOCAL_BYTES));
    // At least so much, and no more than the loads touch: L1 may keep what they touch.
    let sectors = (facts.count(L2_SECTORS_FROM_L1)? - others).max(0.0);
    let loaded = SECTOR * sectors.min(facts.count(GLOBAL_LOAD_SECTORS)?);
    let (read, delivered) = read_once(facts.work, facts.footprint)?;
    let is_memory_too = read < delivered;
    let asked = facts.count(GLOBAL_LOAD_BYTES)?;
    let times = loaded / read.max(1.0);
    // What fits into L2 from the start is read from nowhere: no sign of reuse.
    let is_large = read > 1e6;
    // What fills a tile costs instructions, too.
    let least = if is_tiled(facts.work) { 2.0 } else { 4.0 };
    if !(times >= least && is_large && asked >= 2.0 * read) {
        return None;
    }
    let shared: f64 = super::shared::accesses(facts).iter().sum();
    let cause = if is_memory_too {
        "blocks read data that other blocks read before, after L2 has evicted it"
    } else if shared > 0.0 {
        "tiles in shared memory are too small, or do not contain the reused data"
    } else {
        "several blocks read the same data, or several threads of a block read the same rows"
    };
    let (bytes, what) = if is_memory_too {
        ("trace", ["each allocated byte", "allocated bytes"])
    } else if facts.count(DRAM_READ).is_none() {
        (NEEDED_READS, ["each byte that the launch has to read", "bytes that it has to read"])
    } else {
        (DRAM_READ, ["each byte from device memory", "bytes read from device memory"])
    };
    let mut numbers = vec![
        evidence(
            format!("how often L2 delivers {}", what[0]),
            times,
            [L2_SECTORS_FROM_L1, GLOBAL_LOAD_SECTORS, GLOBAL_STORE_SECTORS, LOCAL_BYTES, bytes],
        ),
        evidence(
            format!("requested bytes over {}", what[1]),
            asked / read,
            [GLOBAL_LOAD_BYTES, bytes],
        ),
    ];
    if is_memory_too {
        numbers.push(evidence("bytes read from device memory", delivered, [DRAM_READ]));
    }
    Some(Finding::new(
        numbers,
        vec![cause.to_owned()],
        "load a tile once into shared memory (or registers), let all threads of the block \
         use it, and only then go on to the next; it pays where each element is used \
         several times",
    ))
}

/// Of the bytes that memory delivers those that it must: no more than there are. Caches and rounding
/// make a little more of them.
fn needed_once(delivered: f64, footprint: Option<f64>) -> f64 {
    footprint.filter(|most| delivered >= 1.5 * most).unwrap_or(delivered)
}

/// The bytes that a launch has to read, and those that memory delivers. The emulator counts the first
/// exactly, and has no memory.
fn read_once(work: &Work, footprint: Option<f64>) -> Option<(f64, f64)> {
    if let Some(delivered) = work.counts.get(DRAM_READ) {
        return Some((needed_once(*delivered, footprint), *delivered));
    }
    work.counts.get(NEEDED_READS).map(|sectors| (SECTOR * sectors, SECTOR * sectors))
}

/// Whether what is loaded is put into shared memory.
fn is_tiled(work: &Work) -> bool {
    let get = |name| work.count(name);
    get(GLOBAL_LOADS) > 0.0 && get(EXACT_SHARED_STORES) >= 0.5 * get(GLOBAL_LOADS)
}

/// A larger tile is filled with so many times fewer loads. What fills it are the instructions of loops
/// that do so; where there is none, or the code is not known, its share of the accesses.
fn fill_less(edit: &mut Edit, times: f64) {
    let (loads, stores) = (edit.get(GLOBAL_LOADS), edit.get(EXACT_SHARED_STORES));
    let others = edit.get(GLOBAL_STORES) + edit.get(EXACT_SHARED_LOADS);
    let by_code = edit.get(CODE_FILLS) / edit.get(INST_ISSUED).max(1.0);
    let by_accesses = (loads + stores) / (loads + stores + others).max(1.0);
    let filling = if by_code > 0.0 { by_code.min(1.0) } else { by_accesses };
    edit.scale(&INSTRUCTIONS, 1.0 - filling * (1.0 - 1.0 / times));
    edit.scale(&[CODE_FILLS], 1.0 / times);
    let filling = [
        GLOBAL_LOADS,
        GLOBAL_LOAD_SECTORS,
        GLOBAL_TAGS,
        EXACT_SHARED_STORES,
        EXACT_STORE_WAVEFRONTS,
    ];
    edit.scale(&filling, 1.0 / times);
}

/// L2 delivers each byte once. Consecutive loads are of a tile in shared memory, which is as large
/// as the data is used again.
pub(crate) fn staged(work: &Work, context: &Context<'_>) -> Pair {
    /// How often a tile of 32 by 32 serves what it holds.
    const TILE: f64 = 32.0;
    Pair::edited(work, |edit| {
        let stored = edit.get(GLOBAL_STORE_SECTORS);
        let now = edit.get(L2_SECTORS_FROM_L1);
        let others = stored + of_local_memory(edit.get(LOCAL_BYTES));
        let (read, delivered) = read_once(work, context.footprint).unwrap_or_default();
        let written = edit.get(DRAM_WRITTEN);
        edit.lower(DRAM_READ, read);
        edit.scale(&[L2_MISSES], (read + written) / (delivered + written).max(1.0));
        let ideal = (read / SECTOR + others).min(now);
        let factor = if now > 0.0 { ideal / now } else { 1.0 };
        edit.scale(&[L2_SECTORS_FROM_L1, L2_REQUESTS], factor);
        let (loads, bytes) = (edit.get(GLOBAL_LOADS), edit.get(GLOBAL_LOAD_BYTES));
        let is_consecutive =
            SECTOR * edit.get(GLOBAL_LOAD_SECTORS) <= 1.5 * bytes.max(SECTOR * loads);
        if is_tiled(work) {
            fill_less(edit, ((now - others) * SECTOR / read.max(SECTOR)).max(1.0));
        } else if is_consecutive {
            let used = (bytes / read.max(1.0)).clamp(1.0, TILE);
            from_shared(edit, loads, 1.0 / used);
            // What a warp reads of it at one address, it reads 16 bytes at a time.
            if let Some(Uniform { share, width }) = Uniform::of(work) {
                widen(edit, loads * share * (1.0 - width / WIDEST));
            }
        }
    })
}

/// With so many registers a thread, what lies in local memory is what they have no room for.
const SPILLING: f64 = 128.0;

/// Local memory that matters. The counter counts 4 bytes for each warp instruction of 4 bytes a
/// thread (`docs/criteria.md`), and more for wider ones.
pub(crate) fn local_memory(facts: &Facts<'_>) -> Option<Finding> {
    let bytes = facts.count(LOCAL_BYTES)?;
    let each = bytes / facts.count(INST_EXECUTED)?.max(1.0);
    // What `malloc` keeps there is none of the kernel's arrays.
    if each < 0.12 || super::code::heap::has_all_local_memory(&facts.sites) {
        return None;
    }
    let registers = facts.configuration.registers;
    let counters = [LOCAL_BYTES, INST_EXECUTED];
    let causes = if f64::from(registers) >= SPILLING {
        vec![
            format!("{registers} registers per thread are too few: the rest is spilled"),
            "an array with an index that is known only at run time".to_owned(),
        ]
    } else {
        vec![format!(
            "an array with an index that is known only at run time; {registers} registers per \
             thread cause no spills, unless __launch_bounds__ or -maxrregcount limits them"
        )]
    };
    Some(Finding::new(
        vec![
            evidence("bytes of local memory for each instruction", each, counters),
            evidence("registers per thread", f64::from(registers), ["registers"]),
        ],
        causes,
        "make the array small and its indices known to the compiler (unrolled loops, \
         constant bounds, one loop in place of nested ones), so that it goes into \
         registers; else put it into shared memory, a column for each thread; `nvcc \
         -Xptxas -v` tells spills from arrays",
    ))
}

/// No local memory: neither its instructions, nor its traffic, nor the waits for what is loaded.
///
/// Registers have no index that is known at run time only. So the loops and branches that went over
/// an array are the same for all threads, or choices without a branch: as many branches as accesses
/// no longer part the threads of a warp.
pub(crate) fn in_registers(work: &Work, context: &Context<'_>) -> Pair {
    /// Cycles that an access waits in the mean: a load for L1 (30 cycles and more), a store not.
    const WAIT: f64 = 15.0;
    let accesses = work.count(LOCAL_BYTES) / 4.0;
    let pair = Pair::edited(work, |edit| {
        edit.set(LOCAL_BYTES, 0.0);
        edit.add(&[INST_EXECUTED, INST_ISSUED, PIPE_LSU, DATA_WAVEFRONTS], -accesses);
        if context.registers < SPILLING {
            let parting = (accesses / edit.get(BRANCHES).max(1.0)).min(1.0);
            edit.scale(&INSTRUCTIONS, context.t_div.powf(parting));
        }
        let own = edit.get(GLOBAL_LOAD_SECTORS)
            + edit.get(GLOBAL_STORE_SECTORS)
            + edit.get(GLOBAL_ATOMIC_SECTORS)
            + edit.get(GLOBAL_REDUCTION_SECTORS);
        let now = edit.get(L2_SECTORS_FROM_L1);
        let factor = if now > own { own / now } else { 1.0 };
        edit.scale(&[L2_SECTORS_FROM_L1, L2_REQUESTS], factor);
        let (loaded, stored) = (edit.get(GLOBAL_LOAD_BYTES), edit.get(GLOBAL_STORE_BYTES));
        edit.lower(DRAM_READ, loaded);
        edit.lower(DRAM_WRITTEN, stored);
    });
    pair.waiting(WAIT * accesses)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(counts: &[(&str, f64)]) -> Work {
        let counts = counts.iter().map(|(name, count)| ((*name).to_owned(), *count));
        Work { counts: counts.collect(), ..Work::default() }
    }

    #[test]
    fn branches_over_an_array_in_registers_part_no_threads() {
        let counts = work(&[
            (LOCAL_BYTES, 400.0),
            (INST_EXECUTED, 1100.0),
            (BRANCHES, 100.0),
            (PIPE_ALU, 500.0),
        ]);
        let left = |registers: f64, t_div: f64| {
            let context = Context { t_div, registers, ..Context::default() };
            let pair = in_registers(&counts, &context);
            [INST_EXECUTED, PIPE_ALU].map(|name| pair.without.counts[name])
        };
        // A hundred accesses go, and half of what is left, where half of the threads take part.
        assert_eq!(left(32.0, 0.5), [500.0, 250.0]);
        assert_eq!(left(32.0, 1.0), [1000.0, 500.0]);
        // Spilled registers have no index.
        assert_eq!(left(255.0, 0.5), [1000.0, 500.0]);
    }

    #[test]
    fn memory_need_not_deliver_more_than_there_is() {
        let counts = work(&[
            (DRAM_READ, 32e6),
            (DRAM_WRITTEN, 0.0),
            (L2_SECTORS_FROM_L1, 1e6),
            (GLOBAL_LOADS, 1e6),
            (GLOBAL_LOAD_BYTES, 32e6),
            (GLOBAL_LOAD_SECTORS, 1e6),
        ]);
        let read = |footprint| {
            let pair = staged(&counts, &Context { footprint, ..Context::default() });
            [DRAM_READ, L2_SECTORS_FROM_L1].map(|name| pair.without.counts[name])
        };
        assert_eq!(read(Some(3.2e6)), [3.2e6, 1e5]);
        assert_eq!(read(Some(1e9)), [32e6, 1e6]);
        assert_eq!(read(None), [32e6, 1e6]);
    }

    #[test]
    fn a_larger_tile_is_filled_with_fewer_accesses_and_instructions() {
        let counts = work(&[
            (DRAM_READ, 3.2e6),
            (L2_SECTORS_FROM_L1, 4e5),
            (GLOBAL_LOADS, 1e5),
            (GLOBAL_LOAD_SECTORS, 4e5),
            (EXACT_SHARED_STORES, 1e5),
            (EXACT_SHARED_LOADS, 2e5),
            (INST_EXECUTED, 8e6),
            (INST_ISSUED, 8e6),
        ]);
        let pair = staged(&counts, &Context::default());
        let left = |name: &str| pair.without.counts[name];
        // L2 delivers four times what memory does: half of the accesses fill the tile.
        assert_eq!([GLOBAL_LOADS, EXACT_SHARED_STORES].map(left), [2.5e4; 2]);
        assert_eq!([EXACT_SHARED_LOADS, INST_EXECUTED].map(left), [2e5, 5e6]);
        // The code says that it is three quarters of the instructions.
        let mut known = counts;
        known.counts.insert(CODE_FILLS.to_owned(), 6e6);
        let pair = staged(&known, &Context::default());
        assert_eq!(
            [CODE_FILLS, INST_EXECUTED].map(|name| pair.without.counts[name]),
            [1.5e6, 3.5e6]
        );
    }
}
