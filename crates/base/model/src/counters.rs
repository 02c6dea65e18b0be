//! The counters, a row each: the constant that code names it by, the profiling library's name, and
//! what it counts.

use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Clock cycles, summed (`.sum`), averaged or maximal over the units.
    Cycles,
    /// Warps times cycles: each cycle adds the number of warps in that state.
    WarpCycles,
    /// Warp instructions.
    Instructions,
    /// Thread instructions (a full warp instruction is 32).
    ThreadInstructions,
    /// Bytes asked for by the program.
    Bytes,
    /// Tag lookups of 128-byte cache lines.
    Tags,
    /// 32-byte sectors.
    Sectors,
    /// Transfers of up to 128 bytes through the shared memory data path.
    Wavefronts,
    /// Requests to L2 of up to four sectors each.
    Requests,
}

/// How a counter is obtained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Counted by the hardware while the kernel runs unchanged.
    Hardware,
    /// Counted by patched machine code. Exact and repeatable, but on no chip in one pass with
    /// hardware counters.
    Patched,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct Counter {
    /// The full metric name with its roll-up; values are stored and passed under it.
    pub name: &'static str,
    pub unit: Unit,
    pub source: Source,
    pub meaning: &'static str,
}

/// A value that `crates/code/pace` computes from the compiled code and counts of instructions, and that
/// recordings hold like a counter. No GPU counts it.
#[derive(Clone, Copy, Debug)]
pub struct OfCode {
    pub name: &'static str,
    pub meaning: &'static str,
}

macro_rules! counters {
    ($($id:ident = $name:literal, $source:ident $unit:ident, $meaning:literal;)*) => {
        $(pub const $id: &str = $name;)*

        /// The rows of the counters, by the same names.
        pub mod described {
            use super::{Counter, Source, Unit};

            $(pub const $id: Counter = Counter {
                name: $name,
                unit: Unit::$unit,
                source: Source::$source,
                meaning: $meaning,
            };)*
        }

        /// Every counter propp may ask for.
        pub const COUNTERS: &[Counter] = &[$(described::$id),*];
    };
}

macro_rules! of_code {
    ($($id:ident = $name:literal, $meaning:literal;)*) => {
        $(pub const $id: &str = $name;)*

        /// Every value of the compiled code.
        pub const OF_CODE: &[OfCode] = &[$(OfCode { name: $name, meaning: $meaning }),*];
    };
}

/// How long a launch took while it was measured, in nanoseconds; of recordings of one run only.
pub const TIME: &str = "gpu__time_duration.sum";

counters! {
    CYCLES_ELAPSED = "sm__cycles_elapsed.sum",
        Hardware Cycles, "cycles from start to end of the kernel, over all SMs";
    CYCLES_ACTIVE_AVG = "sm__cycles_active.avg",
        Hardware Cycles, "cycles with at least one resident warp, average SM";
    CYCLES_ACTIVE_MAX = "sm__cycles_active.max",
        Hardware Cycles, "cycles with at least one resident warp, busiest SM";
    WARPS_ACTIVE = "sm__warps_active.sum",
        Hardware WarpCycles, "resident warps, added up each cycle";
    STALLED_BARRIER = "smsp__warps_issue_stalled_barrier.sum",
        Hardware WarpCycles, "warps waiting at a block barrier, added up each cycle";
    INST_ISSUED = "sm__inst_issued.sum",
        Hardware Instructions, "instructions issued, replays included";
    INST_EXECUTED = "smsp__inst_executed.sum", Hardware Instructions, "warp instructions executed";
    THREAD_INST_EXECUTED = "smsp__thread_inst_executed.sum",
        Hardware ThreadInstructions, "thread instructions executed";
    SHARED_LOAD_WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
        Hardware Wavefronts, "wavefronts of shared-memory loads";
    SHARED_STORE_WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
        Hardware Wavefronts, "wavefronts of shared-memory stores";
    SHARED_LOADS = "smsp__inst_executed_op_shared_ld.sum",
        Hardware Instructions, "shared-memory load instructions";
    SHARED_STORES = "smsp__inst_executed_op_shared_st.sum",
        Hardware Instructions, "shared-memory store instructions";
    L2_SECTORS_FROM_L1 = "lts__t_sectors_srcunit_tex.sum",
        Hardware Sectors, "32-byte sectors exchanged between L1 and L2";
    PIPE_ALU = "sm__inst_executed_pipe_alu.sum",
        Hardware Instructions, "instructions of the integer and logic pipe";
    PIPE_FMA = "sm__inst_executed_pipe_fma.sum",
        Hardware Instructions, "instructions of the single-precision pipe";
    PIPE_FP64 = "sm__inst_executed_pipe_fp64.sum",
        Hardware Instructions, "instructions of the double-precision pipe";
    PIPE_FP64_CYCLES = "sm__pipe_fp64_cycles_active.sum",
        Hardware Cycles, "cycles in which the double-precision pipe was active";
    PIPE_XU = "sm__inst_executed_pipe_xu.sum",
        Hardware Instructions, "instructions of the special-function pipe";
    PIPE_LSU = "sm__inst_executed_pipe_lsu.sum",
        Hardware Instructions, "instructions of the load/store pipe";
    PIPE_TENSOR_CYCLES = "sm__pipe_tensor_cycles_active.sum",
        Hardware Cycles, "cycles in which the tensor pipe was active";
    GLOBAL_BYTES = "sm__sass_data_bytes_mem_global.sum",
        Patched Bytes, "bytes that threads asked of global memory";
    GLOBAL_TAGS = "sm__sass_l1tex_tags_mem_global.sum",
        Patched Tags, "cache lines that global accesses touched in L1";
    SHARED_BYTES = "sm__sass_data_bytes_mem_shared.sum",
        Patched Bytes, "bytes that threads asked of shared memory";
    LOCAL_BYTES = "sm__sass_data_bytes_mem_local.sum",
        Patched Bytes, "bytes that threads asked of local memory";
    TMA_READ_SECTORS = "l1tex__m_xbar2l1tex_read_sectors_pipe_tma.sum",
        Hardware Sectors, "32-byte sectors brought in by bulk copies (TMA)";
    TMA_WRITE_SECTORS = "l1tex__m_l1tex2xbar_write_sectors_pipe_tma.sum",
        Hardware Sectors, "32-byte sectors sent out by bulk copies (TMA)";
    THREAD_INST_PREDICATED_ON = "smsp__thread_inst_executed_pred_on.sum",
        Hardware ThreadInstructions, "thread instructions executed and not switched off by a predicate";
    SHARED_ATOMIC_WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
        Hardware Wavefronts, "wavefronts of shared-memory atomics";
    SHARED_ATOMICS = "smsp__inst_executed_op_shared_atom.sum",
        Hardware Instructions, "shared-memory atomic instructions";
    DRAM_READ = "dram__bytes_read.sum", Hardware Bytes, "bytes read from device memory";
    DRAM_WRITTEN = "dram__bytes_write.sum", Hardware Bytes, "bytes written to device memory";
    L2_MISSES = "lts__t_sectors_lookup_miss.sum",
        Hardware Sectors, "32-byte sectors that L2 did not hold";
    L2_REQUESTS = "lts__t_requests_srcunit_tex.sum", Hardware Requests, "requests from L1 to L2";
    L2_REDUCTIONS = "lts__t_sectors_op_red.sum",
        Hardware Sectors, "32-byte sectors of reductions carried out in L2";
    L2_ATOMICS = "lts__t_sectors_op_atom.sum",
        Hardware Sectors, "32-byte sectors of atomics carried out in L2";
    L2_REDUCTION_REQUESTS = "lts__t_requests_op_red.sum",
        Hardware Requests, "reductions that L2 was sent";
    L2_ATOMIC_REQUESTS = "lts__t_requests_op_atom.sum",
        Hardware Requests, "atomics that L2 was sent";
    DATA_WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts.sum",
        Hardware Wavefronts, "wavefronts of the L1 and shared-memory data path";
    GLOBAL_LOADS = "sm__sass_inst_executed_op_global_ld.sum",
        Patched Instructions, "global-memory load instructions";
    GLOBAL_STORES = "sm__sass_inst_executed_op_global_st.sum",
        Patched Instructions, "global-memory store instructions";
    GLOBAL_ATOMICS = "sm__sass_inst_executed_op_global_atom.sum",
        Patched Instructions, "global-memory atomic instructions";
    GLOBAL_REDUCTIONS = "sm__sass_inst_executed_op_global_red.sum",
        Patched Instructions, "global-memory reduction instructions";
    ASYNC_COPIES = "sm__sass_inst_executed_op_ldgsts.sum",
        Patched Instructions, "asynchronous copies from global to shared memory";
    GLOBAL_LOAD_BYTES = "sm__sass_data_bytes_mem_global_op_ld.sum",
        Patched Bytes, "bytes that threads loaded from global memory";
    GLOBAL_STORE_BYTES = "sm__sass_data_bytes_mem_global_op_st.sum",
        Patched Bytes, "bytes that threads stored to global memory";
    GLOBAL_LOAD_SECTORS = "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum",
        Patched Sectors, "32-byte sectors that global loads touched";
    GLOBAL_STORE_SECTORS = "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum",
        Patched Sectors, "32-byte sectors that global stores touched";
    GLOBAL_ATOMIC_SECTORS = "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom.sum",
        Patched Sectors, "32-byte sectors that global atomics touched";
    GLOBAL_REDUCTION_SECTORS = "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red.sum",
        Patched Sectors, "32-byte sectors that global reductions touched";
    EXACT_LOAD_WAVEFRONTS = "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
        Patched Wavefronts, "wavefronts that shared-memory loads need";
    EXACT_STORE_WAVEFRONTS = "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
        Patched Wavefronts, "wavefronts that shared-memory stores need";
    EXACT_ATOMIC_WAVEFRONTS = "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
        Patched Wavefronts, "wavefronts that shared-memory atomics need";
    EXACT_SHARED_LOADS = "sm__sass_inst_executed_op_shared_ld.sum",
        Patched Instructions, "shared-memory load instructions";
    EXACT_SHARED_STORES = "sm__sass_inst_executed_op_shared_st.sum",
        Patched Instructions, "shared-memory store instructions";
    EXACT_SHARED_ATOMICS = "sm__sass_inst_executed_op_shared_atom.sum",
        Patched Instructions, "shared-memory atomic instructions";
    MATRIX_LOAD_WAVEFRONTS = "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldsm.sum",
        Patched Wavefronts, "wavefronts that loads of matrices (ldmatrix) need";
    MATRIX_STORE_WAVEFRONTS = "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_stsm.sum",
        Patched Wavefronts, "wavefronts that stores of matrices (stmatrix) need";
    MATRIX_LOADS = "sm__sass_inst_executed_op_ldsm.sum",
        Patched Instructions, "instructions that load matrices from shared memory (ldmatrix)";
    MATRIX_STORES = "sm__sass_inst_executed_op_shared_stsm.sum",
        Patched Instructions, "instructions that store matrices to shared memory (stmatrix)";
    SHARED_LOAD_BYTES = "sm__sass_data_bytes_mem_shared_op_ld.sum",
        Patched Bytes, "bytes that threads loaded from shared memory";
    SHARED_STORE_BYTES = "sm__sass_data_bytes_mem_shared_op_st.sum",
        Patched Bytes, "bytes that threads stored to shared memory";
    SHARED_ATOMIC_BYTES = "sm__sass_data_bytes_mem_shared_op_atom.sum",
        Patched Bytes, "bytes of shared-memory atomics";
    MATRIX_LOAD_BYTES = "sm__sass_data_bytes_mem_shared_op_ldsm.sum",
        Patched Bytes, "bytes of loads of matrices (ldmatrix)";
    MATRIX_STORE_BYTES = "sm__sass_data_bytes_mem_shared_op_stsm.sum",
        Patched Bytes, "bytes of stores of matrices (stmatrix)";
    BRANCHES = "sm__sass_inst_executed_op_branch.sum", Patched Instructions, "branch instructions";
    EXCHANGES = "sm__sass_thread_inst_executed_op_inter_thread_communication_pred_on.sum",
        Patched ThreadInstructions, "thread instructions that exchange values within a warp";
    CONTROL = "sm__sass_thread_inst_executed_op_control_pred_on.sum",
        Patched ThreadInstructions, "thread instructions of control flow";
    MISCELLANEOUS = "sm__sass_thread_inst_executed_op_misc_pred_on.sum",
        Patched ThreadInstructions, "thread instructions of no other class, barriers among them";
    INST_EXECUTED_MAX = "smsp__inst_executed.max",
        Hardware Instructions, "warp instructions of the busiest quarter of an SM";
    DATA_WAVEFRONTS_MAX = "l1tex__data_pipe_lsu_wavefronts.max",
        Hardware Wavefronts, "wavefronts of the busiest SM's data path";
    HOST_SECTORS = "lts__t_sectors_srcunit_tex_aperture_sysmem.sum",
        Hardware Sectors, "32-byte sectors of host memory";
    L2_REDUCTION_REQUESTS_MAX = "lts__t_requests_op_red.max",
        Hardware Requests, "reductions that the busiest slice of L2 was sent";
    L2_ATOMIC_REQUESTS_MAX = "lts__t_requests_op_atom.max",
        Hardware Requests, "atomics that the busiest slice of L2 was sent";
    GLOBAL_LOADS_MAX = "sm__sass_inst_executed_op_global_ld.max",
        Patched Instructions, "global-memory load instructions of the busiest SM";
    GLOBAL_TAGS_MAX = "sm__sass_l1tex_tags_mem_global.max",
        Patched Tags, "cache lines touched by the busiest SM";
    BULK_COPIES = "sm__sass_inst_executed_op_tma.sum",
        Patched Instructions, "bulk-copy (TMA) instructions";
}

of_code! {
    CODE_LOAD_ROUNDS = "code__load_rounds.sum",
        "how often warps wait for loads from global memory that go out together";
    CODE_ISSUE_DELAYS = "code__issue_delays.sum",
        "cycles that the compiler puts between the instructions that warps execute";
    CODE_OTHER_WAITS = "code__other_waits.sum",
        "cycles that warps wait for other results: of shared, constant and local memory, shuffles, \
         special functions";
    CODE_TENSOR_DELAYS = "code__tensor_delays.sum",
        "cycles in which the matrix instructions that warps execute keep tensor cores busy";
    CODE_MATRIX_WAVEFRONTS = "code__matrix_wavefronts.sum",
        "wavefronts of shared memory of loads and stores of matrices (ldmatrix, stmatrix), \
         without bank conflicts";
    CODE_TEXTURES = "code__texture_instructions.sum",
        "instructions that read textures";
    CODE_FILLS = "code__fill_instructions.sum",
        "instructions of loops that bring data from global into shared memory, and read none \
         of shared memory";
    CODE_POLLS = "code__polls",
        "1 for a kernel that loads in a loop what other blocks may write, else 0";
}

/// Bytes that loads and stores of global memory would move if all 32 threads of each warp took part and
/// asked for different words. Hints use it where there is code; the bundled suites do not hold it.
pub const CODE_ACCESS_BYTES: &str = "code__global_access_bytes.sum";

/// 32-byte sectors, each counted once, that only emulation knows: read by a launch before it writes
/// them, and written by it.
pub const NEEDED_READS: &str = "needed__sectors_read.sum";
pub const NEEDED_WRITES: &str = "needed__sectors_written.sum";
/// Of those written, the ones that the launch reads after it, and did not before.
pub const READ_BACK: &str = "needed__sectors_read_back.sum";
/// What a launch adds to the needs of the program: sectors that come from outside of all kernels and
/// that no launch needed before; that are results now and were none; results of launches before that
/// it reads, so that they are none any more.
pub const NEW_INPUTS: &str = "needed__sectors_of_new_inputs.sum";
pub const NEW_RESULTS: &str = "needed__sectors_of_new_results.sum";
pub const USED_RESULTS: &str = "needed__sectors_of_used_results.sum";
/// Sums and products of threads, of matrices too, by the width of what they take; TF32 is half.
pub const HALF_OPERATIONS: &str = "operations__half.sum";
pub const SINGLE_OPERATIONS: &str = "operations__single.sum";
pub const DOUBLE_OPERATIONS: &str = "operations__double.sum";

/// The row of a counter.
#[must_use]
pub fn counter(name: &str) -> Option<&'static Counter> {
    COUNTERS.iter().find(|counter| counter.name == name)
}
