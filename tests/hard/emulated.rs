//! Emulated programs that close, limit, leave or kill what propp needs, and what propp says of it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use propp_recording::Recording;
use propp_recording_store::read;
use tempfile::TempDir;

use crate::emulate::compiled_in;
use crate::support::left_out;
use crate::support::propp::{command, in_repository};

/// A program, compiled once for all tests that run.
pub(super) fn program(
    source: &str,
    place: &OnceLock<Option<(TempDir, PathBuf)>>,
) -> Option<PathBuf> {
    let compiled = place.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let program = compiled_in(&in_repository(source), folder.path())?;
        Some((folder, program))
    });
    compiled.as_ref().map(|(_, program)| program.clone())
}

pub(super) fn odd() -> Option<PathBuf> {
    static PROGRAM: OnceLock<Option<(TempDir, PathBuf)>> = OnceLock::new();
    program("tests/hard/odd.cu", &PROGRAM)
}

/// `propp emulate -o r.propp` in a folder, of what a shell is told.
pub(super) fn emulated(folder: &Path, script: &str) -> Command {
    let mut emulate = command(folder);
    emulate.args(["emulate", "--quiet", "--force", "-o", "r.propp", "sh", "-c", script]);
    emulate.env("XDG_CACHE_HOME", in_repository("target/tmp")).env_remove("LD_LIBRARY_PATH");
    emulate
}

pub(super) fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The exit code, and the launches that are recorded.
#[track_caller]
pub(super) fn ends(output: &Output, folder: &Path, code: i32, launches: usize) -> Recording {
    assert_eq!(output.status.code(), Some(code), "{}", words(output));
    let recording = read(&folder.join("r.propp")).unwrap();
    assert_eq!(recording.measurements.len(), launches, "{}", words(output));
    recording
}

#[test]
fn what_has_ended_is_counted_however_the_process_ends() {
    let Some(program) = odd() else { return };
    for (mode, code) in [("killed", 137), ("exits", 19), ("few-numbers", 18), ("", 18)] {
        let folder = tempfile::tempdir().unwrap();
        let script = format!("{} {mode}", program.display());
        let output = emulated(folder.path(), &script).output().unwrap();
        let recording = ends(&output, folder.path(), code, 100);
        assert_eq!(recording.seen.iter().map(|seen| seen.launches).sum::<u64>(), 100);
        assert_eq!(recording.processes[0].totals.as_ref().unwrap().measured, 100, "{mode}");
        assert!(!words(&output).contains("missing"), "{}", words(&output));
    }
}

#[test]
fn a_limit_of_the_program_is_not_one_of_propp() {
    let Some(program) = odd() else { return };
    let folder = tempfile::tempdir().unwrap();
    let run = |mode: &str| {
        emulated(folder.path(), &format!("{} {mode}", program.display())).output().unwrap()
    };
    ends(&run("small-files"), folder.path(), 13, 100);
    // The runtime needs memory for a launch, and says in CUDA's words that there is none.
    let output = run("little-memory");
    assert_eq!(output.status.code(), Some(15), "{}", words(&output));
}

#[test]
fn a_process_that_cannot_reach_propp_any_more_is_told() {
    let Some(program) = odd() else { return };
    let folder = tempfile::tempdir().unwrap();
    let script = format!("{} leaves-root", program.display());
    let output = emulated(folder.path(), &script).output().unwrap();
    if output.status.code() == Some(92) {
        left_out("this user may not change a process's root folder");
        return;
    }
    ends(&output, folder.path(), 18, 100);
    // Seven launches, each with its beginning, and the wait at the end of the program.
    let told = words(&output);
    assert!(told.contains("15 messages of the program are missing"), "{told}");
}

/// propp lives, so the program is not ended, whatever keeps a frame from being sent.
#[test]
fn what_cannot_be_sent_does_not_end_the_program() {
    let Some(program) = odd() else { return };
    let folder = tempfile::tempdir().unwrap();
    let run = |mode: &str| {
        emulated(folder.path(), &format!("{} {mode}", program.display())).output().unwrap()
    };
    ends(&run("no-waiting"), folder.path(), 18, 5100);
    let output = run("no-sending");
    ends(&output, folder.path(), 18, 100);
    assert!(words(&output).contains("messages of the program are missing"), "{}", words(&output));
}

/// A child that has launched nothing when the program ends is waited for, and so is a process that has
/// not begun yet.
#[test]
fn what_begins_late_is_recorded() {
    let Some(program) = odd() else { return };
    let folder = tempfile::tempdir().unwrap();
    let output = emulated(folder.path(), &format!("{} late", program.display())).output().unwrap();
    let recording = ends(&output, folder.path(), 18, 105);
    assert_eq!(recording.processes.len(), 2);
    let late = format!("(sleep 0.3; {}) & exit 4", program.display());
    ends(&emulated(folder.path(), &late).output().unwrap(), folder.path(), 4, 100);
}

#[test]
fn a_launch_beyond_the_limits_of_a_gpu_is_refused() {
    let Some(program) = odd() else { return };
    let folder = tempfile::tempdir().unwrap();
    let script = format!("{} too-large", program.display());
    ends(&emulated(folder.path(), &script).output().unwrap(), folder.path(), 18, 100);
}

/// Where propp may open few files, a process more costs its counts, and neither the program nor the
/// others.
#[test]
fn a_process_for_which_there_is_no_room_is_told_and_runs_on() {
    let Some(program) = odd() else { return };
    let folder = tempfile::tempdir().unwrap();
    let odd = program.display();
    let inner = format!("for i in $(seq 40); do {odd} pauses & done; wait; exit 5");
    let emulate = emulated(folder.path(), &inner);
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -n 30; exec \"$@\"", "sh"]).arg(emulate.get_program());
    shell.args(emulate.get_args()).current_dir(folder.path());
    shell.env("XDG_CACHE_HOME", in_repository("target/tmp")).env_remove("LD_LIBRARY_PATH");
    let output = shell.output().unwrap();
    assert_eq!(output.status.code(), Some(5), "{}", words(&output));
    assert!(words(&output).contains("a process could not be listened to"), "{}", words(&output));
    let launches = read(&folder.path().join("r.propp")).unwrap().measurements.len();
    assert!(launches >= 1000 && launches.is_multiple_of(100), "{launches}");
}

/// To SQLite these are no names.
#[test]
fn a_recording_has_the_name_that_it_was_given() {
    let Some(program) = odd() else { return };
    let folder = tempfile::tempdir().unwrap();
    for name in ["file:x.propp?mode=memory", ":memory:", "file:y"] {
        let mut emulate = command(folder.path());
        emulate.args(["emulate", "--quiet", "-o", name]).arg(&program);
        emulate.env("XDG_CACHE_HOME", in_repository("target/tmp")).env_remove("LD_LIBRARY_PATH");
        assert_eq!(emulate.output().unwrap().status.code(), Some(18));
        assert_eq!(read(&folder.path().join(name)).unwrap().measurements.len(), 100, "{name}");
        let shown = command(folder.path()).args(["show", name]).output().unwrap();
        assert!(shown.status.success(), "{}", words(&shown));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn the_gate_takes_no_recording_that_was_not_finished() {
    let Some(program) = odd() else { return };
    let folder = tempfile::tempdir().unwrap();
    let script = format!("{} endless", program.display());
    let mut propp = emulated(folder.path(), &script).stdout(Stdio::null()).spawn().unwrap();
    let counted =
        || read(&folder.path().join("r.propp")).is_ok_and(|r| r.measurements.len() == 100);
    within("what was counted is committed", counted);
    propp.kill().unwrap();
    propp.wait().unwrap();
    let refused = command(folder.path()).args(["baseline", "r.propp"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(words(&refused).contains("r.propp was not finished"), "{}", words(&refused));
}

#[test]
fn a_launch_that_was_cut_is_told() {
    let Some(program) = odd() else { return };
    let folder = tempfile::tempdir().unwrap();
    let script = format!("{} endless & sleep 1; kill -9 $!; exit 3", program.display());
    let output = emulated(folder.path(), &script).output().unwrap();
    ends(&output, folder.path(), 3, 100);
    let told = words(&output);
    assert!(told.contains("process 0 ended within a launch of endless, which is not"), "{told}");
}

/// propp is killed: what was counted is there, nobody emulates any more, and nothing is left that
/// has no name.
#[test]
fn a_propp_that_is_killed_leaves_what_was_counted() {
    let Some(program) = odd() else { return };
    let folder = tempfile::tempdir().unwrap();
    let temporary = folder.path().join("tmp");
    fs::create_dir(&temporary).unwrap();
    let script = format!("{} endless & echo $! > pid; wait", program.display());
    let mut emulate = emulated(folder.path(), &script);
    let mut propp = emulate.env("TMPDIR", &temporary).stdout(Stdio::null()).spawn().unwrap();
    let counted =
        || read(&folder.path().join("r.propp")).is_ok_and(|r| r.measurements.len() == 100);
    within("what was counted is committed", counted);
    propp.kill().unwrap();
    propp.wait().unwrap();
    let pid = fs::read_to_string(folder.path().join("pid")).unwrap();
    let status = PathBuf::from(format!("/proc/{}/status", pid.trim()));
    // A zombie, where nobody is there to wait for it.
    let ends = || fs::read_to_string(&status).map_or(true, |text| text.contains("State:\tZ"));
    within("the program ends with propp", ends);
    assert!(counted());
    for entry in fs::read_dir(&temporary).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(name.to_string_lossy().starts_with("propp-"), "{name:?}");
    }
}

#[track_caller]
pub(super) fn within(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A process that outlives the program and propp is left alone.
#[test]
fn what_is_left_behind_in_order_runs_on() {
    let Some(program) = odd() else { return };
    let folder = tempfile::tempdir().unwrap();
    let pauses = format!("{} pauses; echo $? > code", program.display());
    let script = format!("({pauses}) > /dev/null 2>&1 & sleep 0.1; exit 5");
    let output = emulated(folder.path(), &script).output().unwrap();
    assert_eq!(output.status.code(), Some(5), "{}", words(&output));
    assert!(words(&output).contains("still running when propp stopped"), "{}", words(&output));
    let code = folder.path().join("code");
    within("it ends", || fs::read_to_string(&code).is_ok_and(|text| text.trim() == "18"));
}

#[test]
fn a_temporary_folder_that_will_not_do_is_told_before_the_program_starts() {
    let Some(program) = odd() else { return };
    let folder = tempfile::tempdir().unwrap();
    let script = format!("touch started; {}", program.display());
    let missing = folder.path().join("missing");
    let told = words(&emulated(folder.path(), &script).env("TMPDIR", &missing).output().unwrap());
    assert!(told.contains("set TMPDIR to a folder that exists and has room"), "{told}");
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Programs with the rights of another user do not heed `LD_LIBRARY_PATH`.
#[test]
fn a_program_with_other_rights_is_told_apart_from_one_that_is_not_linked() {
    let Some(program) = odd() else { return };
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("odd");
    fs::copy(&program, &copy).unwrap();
    let nobody = 65534;
    if std::os::unix::fs::chown(&copy, Some(nobody), None).is_err() {
        left_out("this user may not give files away");
        return;
    }
    fs::set_permissions(&copy, fs::Permissions::from_mode(0o4755)).unwrap();
    let mut emulate = command(folder.path());
    emulate.args(["emulate", "-q", "-o", "r.propp", "./odd"]);
    let told = words(&emulate.env("XDG_CACHE_HOME", folder.path()).output().unwrap());
    assert!(told.contains("it runs with the rights of another user (setuid"), "{told}");
}
