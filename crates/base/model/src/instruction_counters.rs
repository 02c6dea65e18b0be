//! Names of the counters of single instructions: CUPTI's SASS metrics.

pub const EXECUTED: &str = "smsp__sass_inst_executed";
pub const THREADS: &str = "smsp__sass_thread_inst_executed";
pub const THREADS_ON: &str = "smsp__sass_thread_inst_executed_pred_on";
pub const GLOBAL_SECTORS: &str = "smsp__sass_sectors_mem_global";
pub const IDEAL_GLOBAL_SECTORS: &str = "smsp__sass_sectors_mem_global_ideal";
pub const GLOBAL_TAGS: &str = "smsp__sass_l1tex_tags_mem_global";
pub const SHARED_WAVEFRONTS: &str = "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared";
pub const IDEAL_SHARED_WAVEFRONTS: &str = "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal";
pub const LOCAL_SECTORS: &str = "smsp__sass_sectors_mem_local";
pub const DIVERGENT_BRANCHES: &str = "smsp__sass_branch_targets_threads_divergent";
pub const UNIFORM_BRANCHES: &str = "smsp__sass_branch_targets_threads_uniform";

pub const ALL: [&str; 11] = [
    EXECUTED,
    THREADS,
    THREADS_ON,
    GLOBAL_SECTORS,
    IDEAL_GLOBAL_SECTORS,
    GLOBAL_TAGS,
    SHARED_WAVEFRONTS,
    IDEAL_SHARED_WAVEFRONTS,
    LOCAL_SECTORS,
    DIVERGENT_BRANCHES,
    UNIFORM_BRANCHES,
];
