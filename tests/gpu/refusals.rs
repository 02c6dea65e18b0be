//! What cannot be done is said, with the exit code of the contract and the
//! cure; the program runs all the same where it can.

use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;

use super::process::run;
use super::programs::{Profile, path, propp_path};
use crate::support::{same, says};

fn written(file: &Path, contents: &str) -> Result<(), String> {
    std::fs::write(file, contents).map_err(|error| format!("{}: {error}", file.display()))
}

pub(crate) fn programs_that_cannot_run_have_their_codes() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let text = folder.path().join("text");
    written(&text, "no program\n")?;
    for (program, code) in [
        (folder.path().join("missing"), 127),
        ("surely-no-program-of-this-name".into(), 127),
        (text, 126),
        (folder.path().to_owned(), 126),
    ] {
        let mut profile = Profile::of_command(&[], &program, &[])?;
        let ran = run(&mut profile.command, b"")?.ended_with(code)?;
        says(&ran.err, &[&program.display().to_string()])?;
        same(profile.file().exists(), false, "no recording of nothing")?;
    }
    Ok(())
}

pub(crate) fn an_existing_file_is_kept_without_force() -> Result<(), String> {
    let mut profile = Profile::of(&["--runs", "trace"], "exit_code", &["0"])?;
    written(&profile.file(), "precious")?;
    let ran = run(&mut profile.command, b"")?.ended_with(125)?;
    says(&ran.err, &["-f", "-o"])?;
    same(ran.err.contains("exit_code: stderr"), false, "the program was not started")?;
    let kept = std::fs::read_to_string(profile.file()).map_err(|error| error.to_string())?;
    same(kept.as_str(), "precious", "the file")?;
    let profile = Profile::of(&["--runs", "trace", "-f"], "exit_code", &["0"])?;
    written(&profile.file(), "worthless")?;
    same(profile.expect(0, b"")?.seen(), 1, "launches")
}

pub(crate) fn an_output_that_cannot_be_written_stops_before_the_program() -> Result<(), String> {
    // The second -o is an error of usage, so the folder is not this one's own.
    let mut command = super::programs::propp();
    command.args(["profile", "-o", "/proc/no-such-folder/r.propp", "--"]);
    command.arg(path("exit_code")?).arg("0");
    let ran = run(&mut command, b"")?.ended_with(125)?;
    says(&ran.err, &["/proc/no-such-folder"])?;
    same(ran.err.contains("exit_code: stderr"), false, "the program was not started")
}

pub(crate) fn without_cupti_the_program_runs_and_the_cure_is_named() -> Result<(), String> {
    let empty = tempfile::tempdir().map_err(|error| error.to_string())?;
    for (argument, code) in [("0", 4), ("7", 7)] {
        let mut profile = Profile::of(&[], "exit_code", &[argument])?;
        profile.command.env("PROPP_CUDA_DIR", empty.path());
        let ran = run(&mut profile.command, b"echo\n")?.ended_with(code)?;
        same(ran.text().as_str(), "echo\n", "the program's output")?;
        says(&ran.err, &["exit_code: stderr", "CUPTI", "PROPP_CUDA_DIR"])?;
    }
    Ok(())
}

/// NVIDIA's driver says here who may read counters.
const DRIVER_PARAMETERS: &str = "/proc/driver/nvidia/params";

/// An ordinary user may or may not read counters; either way the program runs.
pub(crate) fn an_ordinary_user_is_told_the_truth() -> Result<(), String> {
    const NOBODY: u32 = 65_534;
    let restricted = std::fs::read_to_string(DRIVER_PARAMETERS)
        .map(|text| text.contains("RmProfilingAdminOnly: 1"))
        .map_err(|error| format!("{DRIVER_PARAMETERS}: {error}"))?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let open = |file: &Path, mode| {
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(mode))
            .map_err(|error| format!("{}: {error}", file.display()))
    };
    open(folder.path(), 0o777)?;
    let place = |from: &Path, name: &str| {
        let to = folder.path().join(name);
        std::fs::copy(from, &to).map_err(|error| format!("{}: {error}", from.display()))?;
        open(&to, 0o755).map(|()| to)
    };
    let propp = place(&propp_path(), "propp")?;
    let program = place(&path("exit_code")?, "exit_code")?;
    let mut command = std::process::Command::new(propp);
    command.args(["profile", "-o", "r.propp", "--"]).arg(program).arg("0");
    command.current_dir(folder.path()).env("HOME", folder.path()).uid(NOBODY).gid(NOBODY);
    let ran = run(&mut command, b"echo\n")?;
    println!("counters for administrators only: {restricted}; propp as nobody: {}", ran.code());
    let ran = ran.ended_with(if restricted { 4 } else { 0 })?;
    same(ran.text().as_str(), "echo\n", "the program's output")?;
    if restricted {
        says(&ran.err, &["NVreg_RestrictProfilingToAdminUsers=0", "SYS_ADMIN"])?;
    }
    Ok(())
}
