//! A program must not notice that it is profiled.

use std::process::Command;

use rustix::process::Signal;

use super::process::{run, signal};
use super::programs::{Profile, path, plain};
use crate::support::{same, says};

/// Any byte, in more of them than a pipe holds.
fn bytes() -> Vec<u8> {
    (0..300_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect()
}

pub(crate) fn output_input_and_exit_code_pass_through() -> Result<(), String> {
    let input = bytes();
    let alone = plain("exit_code", &["7"], &input)?.ended_with(7)?;
    let profiled = Profile::of(&[], "exit_code", &["7"])?.expect(7, &input)?;
    same(profiled.ran.out == input, true, "what was read is what was written")?;
    same(profiled.ran.out == alone.out, true, "the same output as alone")?;
    same(profiled.ran.err_of_program(), alone.err.as_str(), "the program's errors")?;
    same(profiled.ran.err.matches("exit_code: stderr").count(), 1, "the program's errors, once")?;
    same((profiled.seen(), profiled.measured()), (1, 1), "launches")?;
    let quiet = Profile::of(&["--quiet"], "exit_code", &["0"])?.expect(0, &input)?;
    same(quiet.ran.err.as_str(), "exit_code: stderr\n", "nothing from propp with --quiet")
}

pub(crate) fn a_signal_becomes_the_exit_code_of_a_shell() -> Result<(), String> {
    for (argument, code) in [("-15", 128 + 15), ("-6", 128 + 6)] {
        let profiled = Profile::of(&[], "exit_code", &[argument])?.expect(code, b"")?;
        same(profiled.ran.err_of_program(), "exit_code: stderr\n", "errors")?;
        same(profiled.notice("process-ended-early"), true, "the report says so")?;
    }
    Ok(())
}

pub(crate) fn a_signal_to_propp_reaches_the_program() -> Result<(), String> {
    let mut profile = Profile::of(&["--all"], "sleeper", &[])?;
    let mut running = profile.start()?;
    running.wait_for_lines(5)?;
    signal(running.pid(), Signal::TERM)?;
    let ran = running.wait()?.ended_with(128 + 15)?;
    let lines = ran.text().lines().count();
    let profiled = profile.read(ran)?;
    same(profiled.seen() >= 4 * lines, true, &format!("{} of 4 x {lines}", profiled.seen()))
}

pub(crate) fn a_program_without_cuda_runs_as_ever() -> Result<(), String> {
    let profiled = Profile::of(&[], "not_cuda", &["a", "b"])?.expect(0, b"")?;
    same(profiled.ran.text().as_str(), "a b\n", "its output")?;
    says(&profiled.ran.err, &["did not use CUDA"])?;
    Profile::of(&[], "not_cuda", &[])?.expect(7, b"").map(drop)
}

/// Shells, scripts and launchers start the programs that matter.
pub(crate) fn programs_of_a_shell_are_profiled() -> Result<(), String> {
    let script = format!("{} && {}", path("drvapi")?.display(), path("coop")?.display());
    let alone = run(Command::new("sh").args(["-c", &script]), b"")?.ended_with(0)?;
    let shell = std::path::Path::new("/bin/sh");
    let profiled = Profile::of_command(&["--all"], shell, &["-c", &script])?.expect(0, b"")?;
    same(profiled.ran.text(), alone.text(), "output")?;
    same((profiled.seen(), profiled.measured()), (2 + 5, 2 + 5), "launches")?;
    let options = ["--all", "--target-processes", "application-only"];
    let profiled = Profile::of_command(&options, shell, &["-c", &script])?.expect(0, b"")?;
    same(profiled.seen(), 0, "launches of the shell itself")
}

/// What a launch that is not measured may cost the host.
const COST_NS: i64 = 10_000;

pub(crate) fn many_launches_cost_little() -> Result<(), String> {
    let alone = plain("many", &["100000"], b"")?.ended_with(0)?;
    let profiled = Profile::of(&["-v"], "many", &["100000"])?.expect(0, b"")?;
    same(profiled.ran.text(), alone.text(), "output")?;
    same((profiled.seen(), profiled.measured()), (100_000, 3), "launches")?;
    let alone = times(&alone.err);
    let with_propp = times(&profiled.ran.err);
    println!("ns a launch: {alone:?} alone, {with_propp:?} in the trace run and the count run");
    let ([alone], [_, counting]) = (alone.as_slice(), with_propp.as_slice()) else {
        return Err(format!("times are missing in {}", profiled.ran.err));
    };
    same(counting - alone < COST_NS, true, "the cost of an unmeasured launch")
}

fn times(err: &str) -> Vec<i64> {
    let lines = err.lines().filter_map(|line| line.strip_prefix("empty: "));
    lines.filter_map(|line| line.split_once(' ')?.0.parse().ok()).collect()
}
