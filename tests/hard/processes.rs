//! Emulated programs of many processes at once: each launch is stored under its own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use propp_base_names::{demangle, own_name};
use propp_base_statistics::Random;
use propp_recording::Recording;
use propp_recording_store::read;
use tempfile::TempDir;

use super::emulated::{emulated, odd, program, words};
use crate::support::propp::command;
use crate::support::{python, redistributables};

/// Launches by kernel and threads of a block.
type Launches = BTreeMap<(String, u32), u64>;

fn processes() -> Option<PathBuf> {
    static PROGRAM: OnceLock<Option<(TempDir, PathBuf)>> = OnceLock::new();
    program("tests/hard/processes.cu", &PROGRAM)
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
