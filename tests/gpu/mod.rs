//! The device tests, by subject.

mod agreement;
mod blocks;
mod code;
mod frameworks;
mod line_checks;
mod lines;
mod methods;
mod modules;
mod ncu;
mod passthrough;
mod predictions;
mod probes;
pub(crate) mod process;
mod programs;
mod refusals;
mod survival;
mod values;

pub(crate) use frameworks::has as python_has;
pub(crate) use programs::remove;

/// How far criteria made of cycles may lie apart when they are measured in different ways,
/// absolute. The ways leave other data in the caches, which is most of what a short launch
/// waits for: of launches of 1 to 30 us some were seen 0.05 to 0.06 apart.
fn of_cycles(launch_ns: u64) -> f64 {
    if launch_ns < 50_000 { 0.07 } else { 0.03 }
}

/// A test.
pub(crate) type Check = fn() -> Result<(), String>;

macro_rules! named {
    ($($module:ident::$check:ident),* $(,)?) => {
        &[$((stringify!($check), $module::$check)),*]
    };
}

pub(crate) const CHECKS: &[(&str, Check)] = named![
    values::closed_forms_hold,
    values::occupancy_equals_the_drivers_answer,
    values::host_sync_follows_from_the_pauses,
    values::data_transfer_follows_from_the_bytes,
    passthrough::output_input_and_exit_code_pass_through,
    passthrough::a_signal_becomes_the_exit_code_of_a_shell,
    passthrough::a_signal_to_propp_reaches_the_program,
    passthrough::a_program_without_cuda_runs_as_ever,
    passthrough::programs_of_a_shell_are_profiled,
    passthrough::many_launches_cost_little,
    survival::graph_nodes_are_measured,
    survival::graphs_stay_right_when_measured_in_part,
    survival::threads_and_streams_are_all_seen,
    survival::code_that_comes_and_goes_is_measured,
    survival::both_sides_of_an_early_fork_are_profiled,
    survival::a_late_fork_does_no_harm,
    survival::a_device_reset_loses_nothing,
    survival::two_contexts_take_turns,
    survival::cooperative_launches_do_not_hang,
    survival::two_gpus_are_told_apart,
    survival::a_process_for_each_gpu_is_profiled,
    survival::a_kernel_that_hangs_alone_is_left_out,
    survival::the_driver_interface_is_seen,
    survival::nvtx_ranges_select,
    survival::the_program_says_what_is_profiled,
    survival::short_programs_of_the_matrix_are_not_harmed,
    survival::what_was_complete_before_exit_is_kept,
    survival::a_killed_program_leaves_its_trace,
    survival::a_killed_program_leaves_its_counters,
    survival::a_killed_propp_leaves_program_and_recording,
    refusals::programs_that_cannot_run_have_their_codes,
    refusals::an_existing_file_is_kept_without_force,
    refusals::an_output_that_cannot_be_written_stops_before_the_program,
    refusals::without_cupti_the_program_runs_and_the_cure_is_named,
    refusals::an_ordinary_user_is_told_the_truth,
    code::measured_kernels_have_their_code,
    code::unloaded_code_is_kept,
    lines::instructions_add_up_to_the_launch,
    lines::instructions_of_libraries_add_up,
    lines::hints_name_the_planted_lines,
    lines::the_line_run_harms_no_program,
    methods::methods_agree,
    methods::a_budget_is_kept,
    agreement::agrees_with_ncu,
    probes::probes_measure_this_gpu,
    probes::loads_of_probes_are_what_they_are_called,
];

/// Tests that need PyTorch.
pub(crate) const WITH_TORCH: &[(&str, Check)] = named![
    frameworks::a_training_loop_prints_the_same,
    frameworks::another_profiler_in_the_program_does_no_harm,
    blocks::blocks_count_what_the_program_does,
    modules::every_kernel_of_a_step_has_a_module,
    modules::a_compiled_model_is_one_module,
    modules::a_model_on_two_gpus_has_modules,
    modules::modules_cost_a_step_little,
];

/// Tests that need JAX.
pub(crate) const WITH_JAX: &[(&str, Check)] =
    named![frameworks::a_program_that_tunes_its_kernels_prints_the_same];
