//! Emulated programs of many processes, with closed descriptors, full disks and kills.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use propp_names::{demangle, own_name};
use propp_numbers::Random;
use propp_recording::Recording;
use propp_store::read;
use tempfile::TempDir;

use crate::emulate::compiled_in;
use crate::support::propp::{command, in_repository};
use crate::support::{left_out, python, redistributables};

/// Launches by kernel and threads of a block.
type Launches = BTreeMap<(String, u32), u64>;

/// A program, compiled once for all tests that run.
fn program(source: &str, place: &OnceLock<Option<(TempDir, PathBuf)>>) -> Option<PathBuf> {
    let compiled = place.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let program = compiled_in(&in_repository(source), folder.path())?;
        Some((folder, program))
    });
    compiled.as_ref().map(|(_, program)| program.clone())
}

fn processes() -> Option<PathBuf> {
    static PROGRAM: OnceLock<Option<(TempDir, PathBuf)>> = OnceLock::new();
    program("tests/hard/processes.cu", &PROGRAM)
}

fn odd() -> Option<PathBuf> {
    static PROGRAM: OnceLock<Option<(TempDir, PathBuf)>> = OnceLock::new();
    program("tests/hard/odd.cu", &PROGRAM)
}

/// `propp emulate -o r.propp` in a folder, of what a shell is told.
fn emulated(folder: &Path, script: &str) -> Command {
    let mut emulate = command(folder);
    emulate.args(["emulate", "--quiet", "--force", "-o", "r.propp", "sh", "-c", script]);
    emulate.env("XDG_CACHE_HOME", in_repository("target/tmp")).env_remove("LD_LIBRARY_PATH");
    emulate
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What each process has launched, by its number and its words, as the recording says.
fn recorded(recording: &Recording) -> BTreeMap<(u32, String), Launches> {
    let mut all = BTreeMap::new();
    for process in &recording.processes {
        let hello = process.hello.as_ref().unwrap();
        let before = all.insert((hello.pid, hello.command[3].clone()), Launches::new());
        assert!(before.is_none(), "two rows of process {}", hello.pid);
    }
    for measurement in &recording.measurements {
        let process = &recording.processes[recording.streams[measurement.stream].process];
        let signature = &recording.signatures[measurement.signature];
        let hello = process.hello.as_ref().unwrap();
        let kernel = own_name(&demangle(&recording.names[signature.function.unwrap()])).to_owned();
        let launches = all.get_mut(&(hello.pid, hello.command[3].clone())).unwrap();
        *launches.entry((kernel, signature.block[0])).or_default() += 1;
    }
    all
}

/// The same, as the processes say.
fn logged(folder: &Path) -> BTreeMap<(u32, String), Launches> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let (pid, label) = name.split_once('.').unwrap();
        let text = fs::read_to_string(&path).unwrap();
        if label == "own" {
            assert_eq!(text, "mine\n", "what is the program's own");
            continue;
        }
        let mut launches = Launches::new();
        for line in text.lines() {
            let (kernel, block) = line.split_once(' ').unwrap();
            *launches.entry((kernel.to_owned(), block.parse().unwrap())).or_default() += 1;
        }
        all.insert((pid.parse().unwrap(), label.to_owned()), launches);
    }
    all
}

fn total(launches: &Launches) -> u64 {
    launches.values().sum()
}

/// Several processes at once: each launch is stored under its own kernel and process, once, and the
/// exit code is the script's.
fn one_round(program: &Path, random: &mut Random) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    fs::create_dir(&log).unwrap();
    let (mut script, mut codes) = (String::new(), String::new());
    for number in 0..2 + random.below(7) {
        let seed = random.below(1 << 30);
        let steps = 1 + random.below(8);
        let pause = random.below(4);
        script += &format!(
            "{} {seed} {steps} p{number} {} & p{number}=$!; sleep 0.00{pause}; ",
            program.display(),
            log.display()
        );
        codes += &format!("wait $p{number}; [ $? = {} ] || exit 90; ", 1 + seed % 100);
    }
    let code = 1 + random.below(80);
    let output = emulated(folder.path(), &format!("{script}{codes}exit {code}")).output().unwrap();
    let told = words(&output);
    assert_eq!(output.status.code(), Some(code as i32), "{script}\n{told}");
    let recording = read(&folder.path().join("r.propp")).unwrap();
    let (logged, recorded) = (logged(&log), recorded(&recording));
    for (process, launches) in &logged {
        let found = recorded.get(process).unwrap_or_else(|| panic!("no {process:?}: {script}"));
        // One that was killed had launched, and could not say so any more.
        let missing = launches.iter().any(|(kind, count)| found.get(kind) < Some(count));
        let more = total(found) - total(launches);
        assert!(!missing && more <= 1, "{process:?}: {launches:?}, recorded {found:?}: {script}");
    }
    for (process, launches) in &recorded {
        let is_logged = logged.contains_key(process) || total(launches) <= 1;
        assert!(is_logged, "{process:?} has {launches:?} and said nothing: {script}");
    }
    assert!(!told.contains("missing"), "{told}: {script}");
}

fn rounds(count: u64) {
    let Some(program) = processes() else { return };
    let mut random = Random::new(46, 0);
    for _ in 0..count {
        one_round(&program, &mut random);
    }
}

#[test]
fn processes_at_once_are_told_apart() {
    rounds(12);
}

#[test]
#[ignore = "slow: cargo xtask hard"]
fn processes_at_once_are_told_apart_in_a_thousand_rounds() {
    rounds(1000);
}

/// The exit code, and the launches that are recorded.
#[track_caller]
fn ends(output: &Output, folder: &Path, code: i32, launches: usize) -> Recording {
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
fn within(what: &str, is_so: impl Fn() -> bool) {
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

/// A command in a folder of its own file system, with so much room. None where this user may not
/// mount one.
pub(crate) fn on_small_disk(command: &Command, folder: &Path, options: &str) -> Option<Output> {
    let mut words: Vec<String> = Vec::new();
    for word in std::iter::once(command.get_program()).chain(command.get_args()) {
        words.push(word.to_string_lossy().into_owned());
    }
    let script = "mount -t tmpfs -o $0 none . 2>/dev/null || exit 77; cd \"$PWD\"; exec \"$@\"";
    let mut outer = Command::new("unshare");
    outer.args(["-Urm", "sh", "-c", script, options]).args(words).current_dir(folder);
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => outer.env(name, value),
            None => outer.env_remove(name),
        };
    }
    let output = outer.output().ok()?;
    let is_permitted = output.status.code() != Some(77) && !words_of_unshare(&output);
    if !is_permitted {
        left_out("this user may not mount a file system of their own");
    }
    is_permitted.then_some(output)
}

fn words_of_unshare(output: &Output) -> bool {
    words(output).starts_with("unshare:")
}

#[test]
fn a_full_disk_is_told_and_the_program_has_its_code() {
    let Some(program) = odd() else { return };
    let folder = tempfile::tempdir().unwrap();
    for (code, expected) in [(17, 17), (0, 125)] {
        let many = format!("for i in 1 2 3 4; do {}; done; exit {code}", program.display());
        let emulate = emulated(Path::new("."), &many);
        let Some(output) = on_small_disk(&emulate, folder.path(), "size=200k") else { return };
        let told = words(&output);
        assert_eq!(output.status.code(), Some(expected), "{told}");
        assert!(told.contains("full; what was written before is kept"), "{told}");
        assert!(told.contains(&format!("the program exited with code {code}")), "{told}");
    }
    // No room for the connection either.
    let mut emulate = emulated(Path::new("."), "exit 3");
    emulate.env("TMPDIR", ".");
    let Some(output) = on_small_disk(&emulate, folder.path(), "nr_inodes=2") else { return };
    let told = words(&output);
    assert_eq!(output.status.code(), Some(125), "{told}");
    assert!(told.contains("set TMPDIR to a folder that exists and has room"), "{told}");
}

/// Nor does a propp that could not write end what runs on.
#[test]
fn what_is_left_behind_runs_on_after_a_full_disk() {
    let Some(program) = odd() else { return };
    let [folder, outside] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let code = outside.path().join("code");
    let odd = program.display();
    let pauses = format!("({odd} pauses; echo $? > {}) > /dev/null 2>&1 &", code.display());
    let emulate = emulated(Path::new("."), &format!("{pauses} {odd}; {odd}; {odd}; exit 17"));
    let Some(output) = on_small_disk(&emulate, folder.path(), "size=200k") else { return };
    assert_eq!(output.status.code(), Some(17), "{}", words(&output));
    within("it ends", || fs::read_to_string(&code).is_ok_and(|text| text.trim() == "18"));
}

#[test]
fn a_cache_whose_code_may_not_be_loaded_is_not_used() {
    let Some(program) = odd() else { return };
    let folder = tempfile::tempdir().unwrap();
    let script = format!("{}; echo $?", program.display());
    let mut emulate = emulated(Path::new("."), &script);
    emulate.env("XDG_CACHE_HOME", ".");
    let Some(output) = on_small_disk(&emulate, folder.path(), "noexec") else { return };
    assert_eq!(String::from_utf8_lossy(&output.stdout), "18\n", "{}", words(&output));
    assert!(!words(&output).contains("did not load"), "{}", words(&output));
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

/// The same launches in each of four processes that a launcher has started.
#[track_caller]
fn four_alike(output: &Output, folder: &Path, launches: usize) {
    assert_eq!(output.status.code(), Some(0), "{}", words(output));
    let recording = read(&folder.join("r.propp")).unwrap();
    let mut counts = BTreeMap::new();
    for measurement in &recording.measurements {
        *counts.entry(recording.streams[measurement.stream].process).or_insert(0) += 1;
    }
    assert_eq!(counts.into_values().collect::<Vec<usize>>(), [launches; 4], "{}", words(output));
}

#[test]
fn the_ranks_of_mpirun_are_told_apart() {
    let (Some(program), Some(python)) = (odd(), python()) else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut emulate = command(folder.path());
    emulate.args(["emulate", "--quiet", "-o", "r.propp"]).arg(python.with_file_name("mpirun"));
    emulate.args(["--allow-run-as-root", "--oversubscribe", "-n", "4", "sh", "-c"]);
    emulate.arg(format!("{}; [ $? = 18 ]", program.display()));
    four_alike(&emulate.output().unwrap(), folder.path(), 100);
}

#[test]
fn the_workers_of_pytest_are_told_apart() {
    const TESTS: &str = "import ctypes, pytest\n\n\
        @pytest.fixture(scope='session')\ndef library(): return ctypes.CDLL('./liblaunch.so')\n\n\
        @pytest.mark.parametrize('number', range(40))\n\
        def test_launch(library, number): assert library.launch(32) == 0\n";
    const LIBRARY: &str = "__global__ void quick(int* p) { p[threadIdx.x] = 1; }\n\
        extern \"C\" int launch(int block) {\n  int* p;\n  cudaMalloc(&p, 4096);\n  \
        quick<<<1, block>>>(p);\n  return cudaDeviceSynchronize();\n}\n";
    let (Some(cuda), Some(python)) = (redistributables(), python()) else { return };
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("test_launch.py"), TESTS).unwrap();
    fs::write(folder.path().join("launch.cu"), LIBRARY).unwrap();
    let compiled = Command::new(cuda.join("bin/nvcc"))
        .args(["-shared", "-Xcompiler", "-fPIC", "-arch=sm_90", "-cudart", "shared"])
        .arg(format!("-L{}", cuda.join("lib").display()))
        .args(["-o", "liblaunch.so", "launch.cu"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", words(&compiled));
    let mut emulate = command(folder.path());
    emulate.args(["emulate", "--quiet", "-o", "r.propp"]).arg(&python);
    // As many for each worker.
    emulate.args(["-m", "pytest", "-q", "-n", "4", "--dist", "each", "-p", "no:cacheprovider"]);
    four_alike(&emulate.output().unwrap(), folder.path(), 40);
}
