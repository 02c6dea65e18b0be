//! Programs that make a profiler's life hard: nothing crashes or hangs, their
//! results stay right, and everything up to the end is kept.

use rustix::process::Signal;

use super::process::{child_of, signal};
use super::programs::{Profile, Profiled, plain, propp_path, root};
use crate::round::Programs;
use crate::rows::rows;
use crate::support::same;

/// Profiles every launch of a program that behaves the same each time.
fn every_launch(program: &str, arguments: &[&str], launches: usize) -> Result<Profiled, String> {
    let alone = plain(program, arguments, b"")?.ended_with(0)?;
    let profiled = Profile::of(&["--all"], program, arguments)?.expect(0, b"")?;
    same(profiled.ran.out == alone.out, true, &profiled.ran.text())?;
    let counts = (profiled.seen(), profiled.measured());
    same(counts, (launches, launches), &format!("launches{}", profiled.notices()))?;
    same(profiled.analysis.run.measured, launches as u64, "launches in the report")?;
    Ok(profiled)
}

pub(crate) fn graph_nodes_are_measured() -> Result<(), String> {
    let profiled = every_launch("graphs", &[], 200)?;
    let names: Vec<&str> =
        profiled.analysis.kernels.iter().map(|kernel| kernel.name.bare.as_str()).collect();
    same(names, vec!["step"], "kernels")
}

/// By default few launches are measured, and a graph is one launch: the others
/// must run as they are, between replayed ones.
pub(crate) fn graphs_stay_right_when_measured_in_part() -> Result<(), String> {
    let alone = plain("graphs", &[], b"")?.ended_with(0)?;
    let profiled = Profile::of(&[], "graphs", &[])?.expect(0, b"")?;
    same(profiled.ran.text(), alone.text(), "output")?;
    same(profiled.notice("ended-differently"), false, &profiled.notices())?;
    same(profiled.seen(), 200, "kernels seen")?;
    let measured = profiled.measured();
    same((20..200).contains(&measured), true, &format!("{measured} kernels measured"))
}

pub(crate) fn threads_and_streams_are_all_seen() -> Result<(), String> {
    let profiled = every_launch("threads", &[], 200)?;
    let mut streams: Vec<u32> = profiled
        .recording
        .kernels
        .iter()
        .map(|kernel| profiled.recording.streams[kernel.stream].stream)
        .collect();
    streams.sort_unstable();
    streams.dedup();
    same(streams.len(), 8, "streams")
}

pub(crate) fn code_that_comes_and_goes_is_measured() -> Result<(), String> {
    every_launch("modules", &[], 36).map(drop)
}

pub(crate) fn both_sides_of_an_early_fork_are_profiled() -> Result<(), String> {
    let profiled = every_launch("fork", &["before"], 20 + 30)?;
    let traced = |process: usize| profiled.recording.processes[process].run == 0;
    let processes = (0..profiled.recording.processes.len()).filter(|&p| traced(p)).count();
    same(processes, 2, "processes")
}

pub(crate) fn a_late_fork_does_no_harm() -> Result<(), String> {
    every_launch("fork", &["after"], 10 + 30)?;
    every_launch("fork", &["exec"], 10 + 30).map(drop)
}

pub(crate) fn a_device_reset_loses_nothing() -> Result<(), String> {
    every_launch("device_reset", &[], 10 + 20).map(drop)
}

pub(crate) fn two_contexts_take_turns() -> Result<(), String> {
    every_launch("contexts", &[], 10 + 20 + 30).map(drop)
}

pub(crate) fn cooperative_launches_do_not_hang() -> Result<(), String> {
    every_launch("coop", &[], 5).map(drop)
}

/// One process that uses every GPU: each has its figures.
pub(crate) fn two_gpus_are_told_apart() -> Result<(), String> {
    let gpus = propp_collect_cuda::gpus().map_err(|error| error.to_string())?.len();
    let profiled = every_launch("gpus", &[], 20 * gpus)?;
    same(profiled.analysis.devices.len(), gpus, "GPUs in the report")?;
    for (index, launches) in [(0_u32, 20), (u32::try_from(gpus).unwrap_or(1) - 1, 20)] {
        let of = |stream: usize| profiled.recording.streams[stream].device_index == index;
        let measured = profiled.recording.measurements.iter().filter(|m| of(m.stream)).count();
        same(measured, launches, &format!("measured on GPU {index}"))?;
    }
    // By default, too: a kind of launch on another GPU is another kind.
    let profiled = Profile::of(&[], "gpus", &[])?.expect(0, b"")?;
    same(profiled.measured(), 3 * gpus, &profiled.notices())
}

/// A process for each GPU, as `torchrun` starts them.
pub(crate) fn a_process_for_each_gpu_is_profiled() -> Result<(), String> {
    let gpus = propp_collect_cuda::gpus().map_err(|error| error.to_string())?.len();
    let program = super::programs::path("gpus")?;
    let one = |index| format!("CUDA_VISIBLE_DEVICES={index} {} &", program.display());
    let script: String = (0..gpus).map(one).collect::<String>() + " wait";
    let shell = std::path::Path::new("/bin/sh");
    let profiled = Profile::of_command(&["--all"], shell, &["-c", &script])?.expect(0, b"")?;
    same((profiled.seen(), profiled.measured()), (20 * gpus, 20 * gpus), &profiled.notices())?;
    same(profiled.analysis.devices.len(), gpus, "GPUs in the report")
}

/// `handshake` has a kernel that never ends when launches run one at a time.
pub(crate) fn a_kernel_that_hangs_alone_is_left_out() -> Result<(), String> {
    let options = ["--launch-timeout", "2"];
    let profiled = Profile::of(&options, "handshake", &[])?.expect(0, b"handshake: done\n")?;
    same(profiled.notice("launch-hung"), true, &profiled.notices())?;
    let measured = |name: &str| {
        let kernels = &profiled.analysis.kernels;
        kernels.iter().find(|k| k.name.bare == name).map(|kernel| (kernel.seen, kernel.measured))
    };
    same(measured("waits_for_the_other"), Some((Some(1), 0)), "the kernel that waits")?;
    same(measured("independent"), Some((Some(6), 3)), "the kernel that does not")
}

pub(crate) fn the_driver_interface_is_seen() -> Result<(), String> {
    let profiled = every_launch("drvapi", &[], 2)?;
    same(profiled.analysis.kernels[0].name.bare.as_str(), "twice", "kernel")
}

pub(crate) fn nvtx_ranges_select() -> Result<(), String> {
    every_launch("nvtx", &[], 2 + 3 + 4 + 5)?;
    let patterns = [("outer", 3 + 4), ("inner", 4), ("regex:^(inner|num)", 4 + 5), ("all", 14)];
    for (range, launches) in patterns {
        let options = ["--all", "--nvtx-include", range];
        let profiled = Profile::of(&options, "nvtx", &[])?.expect(0, b"")?;
        same(profiled.measured(), launches, &format!("in {range}{}", profiled.notices()))?;
    }
    Ok(())
}

pub(crate) fn the_program_says_what_is_profiled() -> Result<(), String> {
    let options = ["--all", "--capture-range", "cuda-profiler-api", "--nvtx-include", "all"];
    let profiled = Profile::of(&options, "nvtx", &[])?.expect(0, b"")?;
    let of =
        |kernels: &[propp_judge_analysis::KernelReport]| -> Vec<(Option<String>, Option<u64>)> {
            kernels.iter().map(|kernel| (kernel.nvtx.clone(), kernel.seen)).collect()
        };
    let mut ranges = of(&profiled.analysis.kernels);
    ranges.sort_unstable();
    let named = |name: &str, seen| (Some(name.to_owned()), Some(seen));
    same(ranges, vec![named("inner", 4), named("outer", 3)], &profiled.notices())?;
    same(profiled.measured(), 7, &profiled.notices())?;
    let none = Profile::of(&["--delay", "1000"], "nvtx", &[])?.expect(0, b"")?;
    same((none.seen(), none.notice("window-empty")), (0, true), &none.notices())
}

/// A part of what `cargo xtask bench programs` runs.
pub(crate) fn short_programs_of_the_matrix_are_not_harmed() -> Result<(), String> {
    let folder = root().join("tests/programs");
    let programs = Programs::new(folder.clone(), propp_path())?;
    let quick: Vec<_> = rows(&folder)?.into_iter().filter(|row| row.quick).collect();
    programs.compile_all(&quick);
    for row in &quick {
        let outcome = programs.round(row, 0).map_err(|reason| format!("{}: {reason}", row.name))?;
        let title = format!("{}, {}: {}", row.group, row.name, row.what);
        let words = &outcome.words;
        same(outcome.is_harmed(), false, &format!("{title}: was harmed\n{words}"))?;
    }
    Ok(())
}

/// Ten launches are complete when the program ends in `_exit(3)`.
pub(crate) fn what_was_complete_before_exit_is_kept() -> Result<(), String> {
    let profiled = Profile::of(&["--all"], "hard_exit", &[])?.expect(3, b"")?;
    let counts = (profiled.seen(), profiled.measured());
    println!("hard_exit: {} of 20 launches seen, {} measured", counts.0, counts.1);
    let enough = counts.0 >= 10 && counts.1 >= 10;
    same(enough, true, &format!("{counts:?}{}", profiled.notices()))?;
    same(profiled.notice("process-ended-early"), true, "the report says so")
}

/// Every line of the program stands for four complete launches.
fn killed_half_way(runs: &str, kept: fn(&Profiled) -> usize) -> Result<(), String> {
    let mut profile = Profile::of(&["--all", "--runs", runs], "sleeper", &[])?;
    let mut running = profile.start()?;
    running.wait_for_lines(10)?;
    signal(child_of(running.pid())?, Signal::KILL)?;
    let ran = running.wait()?.ended_with(128 + 9)?;
    let launches = 4 * ran.text().lines().count();
    let profiled = profile.read(ran)?;
    println!("killed in a {runs} run: {} of {launches} launches kept", kept(&profiled));
    same(kept(&profiled) >= launches, true, &format!("{}", kept(&profiled)))?;
    same(profiled.notice("process-ended-early"), true, "the report says so")
}

pub(crate) fn a_killed_program_leaves_its_trace() -> Result<(), String> {
    killed_half_way("trace", Profiled::seen)
}

pub(crate) fn a_killed_program_leaves_its_counters() -> Result<(), String> {
    killed_half_way("count", Profiled::measured)
}

/// The program goes on, and the recording can be read up to the last moment.
pub(crate) fn a_killed_propp_leaves_program_and_recording() -> Result<(), String> {
    let mut profile = Profile::of(&["--all", "--runs", "count"], "sleeper", &["20"])?;
    let mut running = profile.start()?;
    running.wait_for_lines(10)?;
    signal(running.pid(), Signal::KILL)?;
    let ran = running.wait()?.ended_with(128 + 9)?;
    same(ran.text().lines().count(), 20, "lines of the program, which was not killed")?;
    let profiled = profile.read(ran)?;
    println!("propp killed: {} of 40 launches kept", profiled.measured());
    same(profiled.measured() > 0, true, "something is kept")?;
    same(profiled.notice("recording-unfinished"), true, "the report says so")
}
