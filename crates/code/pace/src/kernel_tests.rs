//! Code of compiled kernels, run by warps that take random ways through it.

use std::io::Read;

use flate2::read::GzDecoder;
use propp_base_model::counters::{BRANCHES, GLOBAL_LOAD_BYTES, GLOBAL_LOADS, INST_ISSUED};
use propp_base_statistics::Random;

use super::*;

const WARPS: usize = 400;

fn unzipped(file: &str) -> Vec<u8> {
    let path = format!("{}/../{file}", env!("CARGO_MANIFEST_DIR"));
    let mut bytes = Vec::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_end(&mut bytes).unwrap();
    bytes
}

fn slow() -> Vec<u8> {
    unzipped("inspect/tests/fixtures/slow.sm_90.cubin.gz")
}

/// How often all warps run each block if they take each way out as often as the others.
fn random_runs(flow: &Flow, random: &mut Random) -> Vec<f64> {
    let mut runs = vec![0.0; flow.blocks.len()];
    for _ in 0..WARPS {
        let mut block = 0;
        for _ in 0..10_000 {
            runs[block] += 1.0;
            let edges = &flow.blocks[block].edges;
            if edges.is_empty() {
                break;
            }
            let way = (random.unit() * edges.len() as f64) as usize;
            block = edges[way.min(edges.len() - 1)];
        }
    }
    runs
}

fn counts(code: &KernelCode, runs: &[f64]) -> BTreeMap<String, f64> {
    let sum =
        |in_blocks: &[f64]| -> f64 { in_blocks.iter().zip(runs).map(|(n, runs)| n * runs).sum() };
    let kinds = KINDS.iter().zip(&code.kinds);
    kinds.map(|(kind, in_blocks)| (kind.counter.to_owned(), kind.unit * sum(in_blocks))).collect()
}

/// The mangled name of a kernel of `slow.cu`.
fn symbol<'c>(cubin: &Cubin<'c>, name: &str) -> &'c str {
    let part = format!("{}{name}", name.len());
    cubin.functions().iter().find(|one| one.name.contains(&part)).unwrap().name
}

/// The code of a kernel of `slow.cu`, how often its blocks ran, and what that counts.
fn ran(name: &str) -> (KernelCode, Vec<f64>, BTreeMap<String, f64>) {
    let bytes = slow();
    let cubin = Cubin::parse(&bytes).unwrap();
    let name = symbol(&cubin, name);
    let code = KernelCode::of(&bytes, name).unwrap();
    let flow = Flow::of(cubin.function(name).unwrap());
    let runs = random_runs(&flow, &mut Random::new(11, 0));
    let counts = counts(&code, &runs);
    (code, runs, counts)
}

/// Blocks of several loops that differ in nothing that is counted stay apart by what is likely only.
#[test]
fn counts_tell_how_often_blocks_ran() {
    let mut checked = 0;
    for name in [
        "chase",
        "gather",
        "spills",
        "array",
        "literal",
        "doubles",
        "divides",
        "remainder",
        "sevenths",
        "quotients",
        "bytes",
        "vectors",
        "shared",
        "sums",
    ] {
        let (code, runs, counts) = ran(name);
        let pace = code.pace(&counts, WARPS as f64, Instructions::Machine).unwrap();
        let sum = |cost: fn(&BlockCost) -> f64| -> f64 {
            runs.iter().zip(&code.costs).map(|(runs, one)| runs * cost(one)).sum()
        };
        let (rounds, delays) = (sum(|one| one.load_rounds), sum(|one| one.issue_cycles));
        let is_near = |found: f64, planted: f64| (found - planted).abs() <= 0.15 * planted + 1.0;
        assert!(is_near(pace.issue_delays, delays), "{}: {pace:?}, {delays}", name);
        assert!(is_near(pace.load_rounds, rounds), "{}: {pace:?}, {rounds}", name);
        assert!(pace.misfit < 1.0, "{}: {pace:?}", name);
        checked += usize::from(rounds > 0.0);
    }
    assert!(checked > 8, "{checked} kernels load");
}

/// The code of the only kernel of a fixture.
fn fixture(file: &str) -> (Vec<u8>, String) {
    let bytes = unzipped(&format!("pace/fixtures/{file}"));
    let name = Cubin::parse(&bytes).unwrap().functions()[0].name.to_owned();
    (bytes, name)
}

fn counted(counts: &[(&str, f64)]) -> BTreeMap<String, f64> {
    counts.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
}

#[test]
fn bytes_tell_loops_with_as_many_loads_apart() {
    let (bytes, name) = fixture("reduce_packs.sm_90.cubin.gz");
    let code = KernelCode::of(&bytes, &name).unwrap();
    // As an H200 counts 2^26 elements: warps load 16 bytes a thread. The last block then loads what the
    // others found, a word a thread: 17 loads.
    let mut counts = counted(&[
        (INST_EXECUTED, 4_971_991.0),
        (GLOBAL_LOADS, 524_305.0),
        (GLOBAL_LOAD_BYTES, 268_437_568.0),
        ("sm__sass_inst_executed_op_global_st.sum", 529.0),
        ("sm__sass_data_bytes_mem_global_op_st.sum", 2_116.0),
        ("sm__sass_inst_executed_op_global_atom.sum", 528.0),
        ("sm__sass_inst_executed_op_shared_ld.sum", 4_753.0),
        ("sm__sass_inst_executed_op_shared_st.sum", 4_760.0),
        (BRANCHES, 537_529.0),
    ]);
    let cubin = Cubin::parse(&bytes).unwrap();
    let function = cubin.function(&name).unwrap();
    let flow = Flow::of(function);
    let instructions: Vec<Instruction> = function.instructions().collect();
    let is_word = |one: &&Instruction| {
        one.opcode.name() == Some("LDG") && one.memory.and_then(|memory| memory.width) == Some(32)
    };
    let words_loaded = |counts: &BTreeMap<String, f64>| {
        let found = code.frequencies(counts, 1.0, Instructions::Machine).unwrap();
        let in_block = |block: usize| flow.blocks[block].instructions(&instructions);
        let of_block = |(block, runs): (usize, &f64)| {
            runs * in_block(block).iter().filter(is_word).count() as f64
        };
        found.blocks.iter().enumerate().map(of_block).sum::<f64>() / counts[GLOBAL_LOADS]
    };
    assert!(words_loaded(&counts) < 0.01, "{}", words_loaded(&counts));
    counts.remove(GLOBAL_LOAD_BYTES);
    assert!(words_loaded(&counts) > 0.2, "{} without bytes", words_loaded(&counts));
}

#[test]
fn loops_that_fill_shared_memory_are_told() {
    let (bytes, name) = fixture("filtering_v2.sm_90.cubin.gz");
    let code = KernelCode::of(&bytes, &name).unwrap();
    // A pass of the two loops has 30 and 110 instructions; what follows them reads shared memory.
    let fills: Vec<f64> = code.fills.iter().copied().filter(|count| *count > 0.0).collect();
    assert_eq!(fills.iter().sum::<f64>(), 140.0, "{fills:?}");
    let (code, runs, counts) = ran("shared");
    let pace = code.pace(&counts, WARPS as f64, Instructions::Machine).unwrap();
    let planted: f64 = runs.iter().zip(&code.fills).map(|(runs, one)| runs * one).sum();
    assert!(planted > 0.0 && (pace.fills / planted - 1.0).abs() < 0.15, "{pace:?}, {planted}");
    let (code, ..) = ran("chase");
    assert!(code.fills.iter().all(|count| *count == 0.0), "nothing goes to shared memory");
}

#[test]
fn counts_of_ptx_tell_the_instructions_of_the_machine_code() {
    let off = |name: &&str| {
        let (code, _, mut counts) = ran(name);
        let executed = counts[INST_EXECUTED];
        // PTX has fewer instructions, and its branches are others.
        for (counter, share) in [(INST_EXECUTED, 0.7), (BRANCHES, 1.6)] {
            counts.entry(counter.to_owned()).and_modify(|count| *count *= share);
        }
        let pace = code.pace(&counts, WARPS as f64, Instructions::Ptx).unwrap();
        assert_eq!(pace.executed[0].0, INST_ISSUED);
        pace.executed[0].1 / executed - 1.0
    };
    // Most of what they execute is in loops that access memory.
    let found = ["chase", "gather", "sums"].map(|name| off(&name));
    assert!(found.iter().all(|off| off.abs() < 0.15), "{found:?}");
    let (code, _, counts) = ran("chase");
    let pace = code.pace(&counts, WARPS as f64, Instructions::Machine).unwrap();
    assert!(pace.executed.is_empty(), "a GPU counts them itself");
}

/// PTX has no spills, so the machine code of a kernel says whether bytes of local memory are its own.
#[test]
fn counted_local_memory_is_believed_where_the_code_has_some() {
    let local = |name: &str| {
        let (code, _, mut counts) = ran(name);
        counts.insert(LOCAL_BYTES.to_owned(), 1e9);
        let pace = code.pace(&counts, WARPS as f64, Instructions::Ptx).unwrap();
        pace.executed.into_iter().find(|(counter, _)| *counter == LOCAL_BYTES).unwrap().1
    };
    assert_eq!(["array", "chase"].map(local), [1e9, 0.0]);
}

#[test]
fn loads_that_depend_on_each_other_are_a_round_each() {
    // `chase` follows a list; the loads of `vectors` go out together.
    let rounds = |name: &str| {
        let (code, _, counts) = ran(name);
        let pace = code.pace(&counts, WARPS as f64, Instructions::Machine).unwrap();
        (pace.load_rounds / counts[GLOBAL_LOADS], pace.polls)
    };
    let ((chase, polls), (vectors, _)) = (rounds("chase"), rounds("vectors"));
    assert!(chase > 0.85 && !polls, "{chase} rounds a load");
    assert!(vectors < chase, "{vectors} rounds a load");
}

/// `slow.cu` with these accesses of a kernel in order with those of other blocks.
fn ordered(name: &str, opcodes: &[&str]) -> KernelCode {
    let whole = slow();
    let mut bytes = whole.clone();
    let cubin = Cubin::parse(&whole).unwrap();
    let name = symbol(&cubin, name);
    let function = cubin.function(name).unwrap();
    let start = function.code.as_ptr() as usize - whole.as_ptr() as usize;
    let is_it = |one: &Instruction| one.opcode.name().is_some_and(|name| opcodes.contains(&name));
    for one in function.instructions().filter(is_it) {
        let at = start + one.offset as usize;
        bytes[at..at + 16].copy_from_slice(&(one.word | 0x7 << 77).to_le_bytes());
    }
    KernelCode::of(&bytes, name).unwrap()
}

#[test]
fn blocks_wait_for_what_others_make_known() {
    let (_, _, mut counts) = ran("chase");
    let polls = |code: &KernelCode, counts: &BTreeMap<String, f64>| {
        code.pace(counts, WARPS as f64, Instructions::Machine).unwrap().polls
    };
    assert!(!polls(&ordered("chase", &["STG"]), &counts), "no load waits");
    assert!(!polls(&ordered("chase", &["LDG"]), &counts), "nothing is made known");
    let both = ordered("chase", &["LDG", "STG"]);
    assert!(polls(&both, &counts));
    counts.insert(GLOBAL_LOADS.to_owned(), 0.0);
    assert!(!polls(&both, &counts), "nothing was loaded");
}

#[test]
fn counts_of_other_code_fit_worse() {
    let (code, _, own) = ran("chase");
    let (other, _, _) = ran("gather");
    let misfit =
        |code: &KernelCode| code.pace(&own, WARPS as f64, Instructions::Machine).unwrap().misfit;
    assert!(misfit(&code) < 0.01 && misfit(&other) > 100.0 * misfit(&code).max(1e-3));
}

/// Of a warp that runs each block of the code once.
#[test]
fn each_block_has_the_cost_of_its_last_pass() {
    let costs = |name: &str| {
        let (code, ..) = ran(name);
        let sum = |of: fn(&BlockCost) -> f64| code.costs.iter().map(of).sum::<f64>();
        [sum(|one| one.issue_cycles), sum(|one| one.other_waits), sum(|one| one.load_rounds)]
    };
    for (name, wanted) in [
        ("nothing", [7.0, 0.0, 0.0]),
        ("sums", [67.0, 144.0, 0.994]),
        ("shared", [515.0, 159.0, 3.853]),
        ("divides", [168.0, 123.0, 0.967]),
        ("spills", [837.0, 863.0, 1.817]),
    ] {
        let found = costs(name).map(|cost| (1000.0 * cost).round() / 1000.0);
        assert_eq!(found, wanted, "{name}");
    }
}

/// A pass through the code of a site takes at least a cycle for each instruction.
#[test]
fn sites_have_the_runs_and_cycles_of_their_blocks() {
    let bytes = unzipped("sites/tests/cubins/kernels.sm_90.cubin.gz");
    let cubin = Cubin::parse(&bytes).unwrap();
    let mut checked = 0;
    for function in cubin.functions() {
        let Some(code) = KernelCode::of(&bytes, function.name) else { continue };
        let once = vec![1.0; code.costs.len()];
        for ran in code.ran(&once, 8.0) {
            assert_eq!(ran.times, 8.0);
            assert_eq!(ran.entries, 8.0 * ran.site.before.len() as f64);
            assert!(ran.cycles >= ran.instructions, "{ran:?}");
            checked += usize::from(ran.instructions > 8.0);
        }
    }
    assert!(checked > 3, "{checked} sites with code of their own");
}

#[test]
fn what_is_not_there_has_no_pace() {
    let bytes = slow();
    assert!(KernelCode::of(&bytes, "missing").is_none());
    let cubin = Cubin::parse(&bytes).unwrap();
    assert!(KernelCode::of(&bytes[..bytes.len() / 2], symbol(&cubin, "chase")).is_none());
    let (code, _, mut counts) = ran("chase");
    assert_eq!(code.pace(&counts, 0.0, Instructions::Machine), None, "no warps");
    counts.remove(BRANCHES);
    assert!(
        code.pace(&counts, WARPS as f64, Instructions::Machine).is_some(),
        "other counters say it, too"
    );
    counts.remove(INST_EXECUTED);
    assert_eq!(code.pace(&counts, WARPS as f64, Instructions::Machine), None);
}

#[test]
fn damaged_code_is_paced_or_not() {
    let mut random = Random::new(3, 0);
    let whole = slow();
    let cubin = Cubin::parse(&whole).unwrap();
    let chase = symbol(&cubin, "chase");
    let (_, _, counts) = ran("chase");
    for _ in 0..300 {
        let mut bytes = whole.clone();
        for _ in 0..8 {
            let at = (random.unit() * bytes.len() as f64) as usize;
            bytes[at] ^= 1 << (random.unit() * 8.0) as u32;
        }
        if let Some(code) = KernelCode::of(&bytes, chase)
            && let Some(pace) = code.pace(&counts, WARPS as f64, Instructions::Machine)
        {
            assert!(pace.load_rounds >= 0.0 && pace.load_rounds.is_finite());
        }
    }
}
