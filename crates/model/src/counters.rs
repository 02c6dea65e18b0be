//! Names of counters, so that a typing error is a compile error.
//! `crates/criteria/src/counters/catalogue.rs` says what each counts.

/// How long a launch took while it was measured, in nanoseconds; of recordings of one run only.
pub const TIME: &str = "gpu__time_duration.sum";
pub const CYCLES_ELAPSED: &str = "sm__cycles_elapsed.sum";
pub const CYCLES_ACTIVE_AVG: &str = "sm__cycles_active.avg";
pub const CYCLES_ACTIVE_MAX: &str = "sm__cycles_active.max";
pub const WARPS_ACTIVE: &str = "sm__warps_active.sum";
pub const STALLED_BARRIER: &str = "smsp__warps_issue_stalled_barrier.sum";
pub const INST_ISSUED: &str = "sm__inst_issued.sum";
pub const INST_EXECUTED: &str = "smsp__inst_executed.sum";
pub const THREAD_INST_EXECUTED: &str = "smsp__thread_inst_executed.sum";
pub const SHARED_LOAD_WAVEFRONTS: &str = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum";
pub const SHARED_STORE_WAVEFRONTS: &str = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum";
pub const SHARED_LOADS: &str = "smsp__inst_executed_op_shared_ld.sum";
pub const SHARED_STORES: &str = "smsp__inst_executed_op_shared_st.sum";
pub const L2_SECTORS_FROM_L1: &str = "lts__t_sectors_srcunit_tex.sum";
pub const PIPE_ALU: &str = "sm__inst_executed_pipe_alu.sum";
pub const PIPE_FMA: &str = "sm__inst_executed_pipe_fma.sum";
pub const PIPE_FP64: &str = "sm__inst_executed_pipe_fp64.sum";
pub const PIPE_FP64_CYCLES: &str = "sm__pipe_fp64_cycles_active.sum";
pub const PIPE_XU: &str = "sm__inst_executed_pipe_xu.sum";
pub const PIPE_LSU: &str = "sm__inst_executed_pipe_lsu.sum";
pub const PIPE_TENSOR_CYCLES: &str = "sm__pipe_tensor_cycles_active.sum";
pub const GLOBAL_BYTES: &str = "sm__sass_data_bytes_mem_global.sum";
pub const GLOBAL_TAGS: &str = "sm__sass_l1tex_tags_mem_global.sum";
pub const SHARED_BYTES: &str = "sm__sass_data_bytes_mem_shared.sum";
pub const LOCAL_BYTES: &str = "sm__sass_data_bytes_mem_local.sum";
pub const TMA_READ_SECTORS: &str = "l1tex__m_xbar2l1tex_read_sectors_pipe_tma.sum";
pub const TMA_WRITE_SECTORS: &str = "l1tex__m_l1tex2xbar_write_sectors_pipe_tma.sum";
pub const THREAD_INST_PREDICATED_ON: &str = "smsp__thread_inst_executed_pred_on.sum";
pub const SHARED_ATOMIC_WAVEFRONTS: &str = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum";
pub const SHARED_ATOMICS: &str = "smsp__inst_executed_op_shared_atom.sum";
pub const DRAM_READ: &str = "dram__bytes_read.sum";
pub const DRAM_WRITTEN: &str = "dram__bytes_write.sum";
pub const L2_MISSES: &str = "lts__t_sectors_lookup_miss.sum";
pub const L2_REQUESTS: &str = "lts__t_requests_srcunit_tex.sum";
pub const L2_REDUCTIONS: &str = "lts__t_sectors_op_red.sum";
pub const L2_ATOMICS: &str = "lts__t_sectors_op_atom.sum";
pub const L2_REDUCTION_REQUESTS: &str = "lts__t_requests_op_red.sum";
pub const L2_ATOMIC_REQUESTS: &str = "lts__t_requests_op_atom.sum";
pub const L2_REDUCTION_REQUESTS_MAX: &str = "lts__t_requests_op_red.max";
pub const L2_ATOMIC_REQUESTS_MAX: &str = "lts__t_requests_op_atom.max";
pub const DATA_WAVEFRONTS: &str = "l1tex__data_pipe_lsu_wavefronts.sum";
pub const GLOBAL_LOADS: &str = "sm__sass_inst_executed_op_global_ld.sum";
pub const GLOBAL_STORES: &str = "sm__sass_inst_executed_op_global_st.sum";
pub const GLOBAL_ATOMICS: &str = "sm__sass_inst_executed_op_global_atom.sum";
pub const GLOBAL_REDUCTIONS: &str = "sm__sass_inst_executed_op_global_red.sum";
pub const ASYNC_COPIES: &str = "sm__sass_inst_executed_op_ldgsts.sum";
pub const GLOBAL_LOAD_BYTES: &str = "sm__sass_data_bytes_mem_global_op_ld.sum";
pub const GLOBAL_STORE_BYTES: &str = "sm__sass_data_bytes_mem_global_op_st.sum";
pub const GLOBAL_LOAD_SECTORS: &str = "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum";
pub const GLOBAL_STORE_SECTORS: &str = "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum";
pub const GLOBAL_ATOMIC_SECTORS: &str = "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom.sum";
pub const GLOBAL_REDUCTION_SECTORS: &str =
    "sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red.sum";
pub const EXACT_LOAD_WAVEFRONTS: &str =
    "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum";
pub const EXACT_STORE_WAVEFRONTS: &str =
    "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum";
pub const EXACT_ATOMIC_WAVEFRONTS: &str =
    "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum";
pub const EXACT_SHARED_LOADS: &str = "sm__sass_inst_executed_op_shared_ld.sum";
pub const EXACT_SHARED_STORES: &str = "sm__sass_inst_executed_op_shared_st.sum";
pub const EXACT_SHARED_ATOMICS: &str = "sm__sass_inst_executed_op_shared_atom.sum";
pub const BRANCHES: &str = "sm__sass_inst_executed_op_branch.sum";
pub const EXCHANGES: &str =
    "sm__sass_thread_inst_executed_op_inter_thread_communication_pred_on.sum";
pub const CONTROL: &str = "sm__sass_thread_inst_executed_op_control_pred_on.sum";
pub const MISCELLANEOUS: &str = "sm__sass_thread_inst_executed_op_misc_pred_on.sum";
pub const INST_EXECUTED_MAX: &str = "smsp__inst_executed.max";
pub const DATA_WAVEFRONTS_MAX: &str = "l1tex__data_pipe_lsu_wavefronts.max";
pub const HOST_SECTORS: &str = "lts__t_sectors_srcunit_tex_aperture_sysmem.sum";
pub const GLOBAL_LOADS_MAX: &str = "sm__sass_inst_executed_op_global_ld.max";
pub const GLOBAL_TAGS_MAX: &str = "sm__sass_l1tex_tags_mem_global.max";
pub const BULK_COPIES: &str = "sm__sass_inst_executed_op_tma.sum";

/// Computed from the compiled code and counts of instructions (`crates/pace`).
pub const CODE_LOAD_ROUNDS: &str = "code__load_rounds.sum";
pub const CODE_ISSUE_DELAYS: &str = "code__issue_delays.sum";
pub const CODE_OTHER_WAITS: &str = "code__other_waits.sum";
pub const CODE_FILLS: &str = "code__fill_instructions.sum";
pub const CODE_POLLS: &str = "code__polls";
pub const CODE_TENSOR_DELAYS: &str = "code__tensor_delays.sum";
pub const CODE_MATRIX_WAVEFRONTS: &str = "code__matrix_wavefronts.sum";
