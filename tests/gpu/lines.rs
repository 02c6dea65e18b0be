//! The line run, with a real driver and CUPTI.

use std::fs;

use super::line_checks::{hints, places, planted_lines_are_named, sums_agree};
use super::programs::{Profile, Profiled, plain, root};

fn lines_of(program: &str, arguments: &[&str]) -> Result<Profiled, String> {
    Profile::of(&["--lines", "--launch-timeout", "5"], program, arguments)?.expect(0, b"")
}

/// Kernels of `closed_forms` that wait by the clock: patched code is slow, so they turn round less
/// often.
const WAIT: [&str; 3] = ["barriers<", "busy_sms<", "uneven_warps<"];

pub(crate) fn instructions_add_up_to_the_launch() -> Result<(), String> {
    let mut compared = 0;
    for program in ["closed_forms", "lines", "planted"] {
        let profiled = lines_of(program, &[])?;
        let is_same = |name: &str| !WAIT.iter().any(|part| name.contains(part));
        compared += sums_agree(&profiled.recording, is_same)
            .map_err(|error| format!("{program}: {error}{}", profiled.notices()))?;
    }
    match compared {
        25.. => Ok(()),
        few => Err(format!("only {few} kernels were compared")),
    }
}

pub(crate) fn hints_name_the_planted_lines() -> Result<(), String> {
    let source = |name: &str| {
        fs::read_to_string(root().join("tests/device").join(name)).map_err(|e| e.to_string())
    };
    let profiled = lines_of("lines", &[])?;
    planted_lines_are_named(&profiled.recording, &source("lines.cu")?)?;
    // Of the defects of `planted` those that are in a line and cost enough for a hint.
    let text = source("planted.cu")?;
    let line_of = |defect: &str| {
        let is_it = |line: &str| {
            let marks = line.split_once("// HERE").map_or("", |(_, marks)| marks);
            marks.split([' ', ':']).any(|mark| mark == defect)
        };
        let (number, line) = (1..).zip(text.lines()).find(|(_, line)| is_it(line))?;
        // A comment of its own is about the next line.
        Some(if line.trim_start().starts_with("//") { number + 1 } else { number })
    };
    for (defect, rule) in [
        ("stride8", "scattered-reads"),
        ("shuffled", "scattered-reads"),
        ("conflict32", "bank-conflicts"),
        ("diverge16", "divergence"),
        ("diverge1", "divergence"),
    ] {
        let expected: u32 = line_of(defect).ok_or(format!("no line is marked with {defect}"))?;
        let found = places(&hints(&lines_of("planted", &[defect])?.recording)?, rule);
        if !found.contains(&expected) {
            return Err(format!("{defect} is in line {expected}, and {rule} is told of {found:?}"));
        }
    }
    Ok(())
}

/// Programs that are hard to profile end as they do alone, with their output, and with lines
/// where there are kernels outside of graphs.
pub(crate) fn the_line_run_harms_no_program() -> Result<(), String> {
    for program in ["contexts", "device_reset", "drvapi", "graphs", "modules", "threads", "nvtx"] {
        let alone = plain(program, &[], b"")?.ended_with(0)?;
        let profiled = lines_of(program, &[])?;
        if profiled.ran.out != alone.out {
            return Err(format!("{program} said something else{}", profiled.notices()));
        }
        if profiled.recording.line_launches.is_empty() {
            return Err(format!("{program}: no instruction was counted{}", profiled.notices()));
        }
    }
    // A kernel that hangs alone is left out.
    let profiled = lines_of("handshake", &[])?;
    match profiled.notice("launch-hung") {
        true => Ok(()),
        false => Err(format!("handshake: {}", profiled.notices())),
    }
}
