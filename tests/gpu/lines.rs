//! The line run, with a real driver and CUPTI.

use std::fs;
use std::path::Path;

use super::line_checks::{PLANTED, hints, places, planted_line, planted_lines_are_named, sums};
use super::programs::{Profile, Profiled, plain, propp_path, root};
use crate::round::Programs;
use crate::rows::{Row, rows};

fn lines_of(program: &str, arguments: &[&str]) -> Result<Profiled, String> {
    Profile::of(&["--lines", "--launch-timeout", "5"], program, arguments)?.expect(0, b"")
}

/// Kernels of `closed_forms` that wait by the clock: patched code is slow, so they turn round less
/// often.
const WAIT: [&str; 3] = ["barriers<", "busy_sms<", "uneven_warps<"];

pub(crate) fn instructions_add_up_to_the_launch() -> Result<(), String> {
    let mut same = 0;
    for program in ["closed_forms", "lines", "planted"] {
        let profiled = lines_of(program, &[])?;
        let sums = sums(&profiled.recording);
        let is_wrong = |off: &&String| !WAIT.iter().any(|part| off.contains(part));
        if let Some(off) = sums.off.iter().find(is_wrong) {
            return Err(format!("{program}: {off}{}", profiled.notices()));
        }
        same += sums.same;
    }
    match same {
        25.. => Ok(()),
        few => Err(format!("only {few} kernels were compared")),
    }
}

/// Programs whose kernels are those of libraries, by their names in the matrix.
const LIBRARIES: [&str; 4] = ["cublas", "cusolver", "cufft", "thrust-cub"];

/// Kernels of libraries, too; but for those that wait for others of their own, by polling, and
/// those that are launched with the same grid and other arguments.
pub(crate) fn instructions_of_libraries_add_up() -> Result<(), String> {
    let programs = Programs::new(root().join("tests/programs"), propp_path())?;
    let rows: Vec<Row> = rows(&root().join("tests/programs"))?
        .into_iter()
        .filter(|row| LIBRARIES.contains(&row.name.as_str()))
        .collect();
    programs.compile_all(&rows);
    let (mut same, mut off) = (0, Vec::new());
    for row in &rows {
        let words = programs.words(row)?;
        let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        let mut profile = Profile::of_command(&["--lines"], Path::new(&words[0]), &arguments)?;
        profile.command.current_dir(root().join("tests/programs"));
        let sums = sums(&profile.expect(0, b"")?.recording);
        same += sums.same;
        off.extend(sums.off);
    }
    if rows.len() == LIBRARIES.len() && same >= 40 && off.len() * 4 < same {
        return Ok(());
    }
    Err(format!("{same} kernels agree in {} programs; {}", rows.len(), off.join("; ")))
}

pub(crate) fn hints_name_the_planted_lines() -> Result<(), String> {
    let source = |name: &str| {
        fs::read_to_string(root().join("tests/device").join(name)).map_err(|e| e.to_string())
    };
    let profiled = lines_of("lines", &[])?;
    planted_lines_are_named(&profiled.recording, &source("lines.cu")?)?;
    let text = source("planted.cu")?;
    for (defect, rule) in PLANTED {
        let expected = planted_line(&text, defect)?;
        let found = places(&hints(&lines_of("planted", &[defect])?.recording)?, rule);
        if !found.contains(&expected) {
            return Err(format!("{defect} is in line {expected}, and {rule} is told of {found:?}"));
        }
    }
    Ok(())
}

/// Programs that are hard to profile end as they do alone, with their output, and with lines
/// of their kernels outside of graphs.
pub(crate) fn the_line_run_harms_no_program() -> Result<(), String> {
    for program in ["contexts", "device_reset", "drvapi", "modules", "threads", "nvtx"] {
        let alone = plain(program, &[], b"")?.ended_with(0)?;
        let profiled = lines_of(program, &[])?;
        if profiled.ran.out != alone.out {
            return Err(format!("{program} said something else{}", profiled.notices()));
        }
        if profiled.recording.line_launches.is_empty() || profiled.notice("line-run-failed") {
            return Err(format!("{program}: no instruction was counted{}", profiled.notices()));
        }
    }
    let profiled = lines_of("graphs", &[])?;
    if !profiled.notice("no-line-run") {
        return Err(format!("a graph's kernels were counted{}", profiled.notices()));
    }
    // A kernel that hangs alone is left out.
    let profiled = lines_of("handshake", &[])?;
    match profiled.notice("launch-hung") {
        true => Ok(()),
        false => Err(format!("handshake: {}", profiled.notices())),
    }
}
