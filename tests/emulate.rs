//! `propp emulate` on the repository's own programs, compiled with the toolkit's nvcc: the
//! counts that follow from the source, and those that an H200 had.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Arc, Mutex, OnceLock};

use propp_judge_analysis::{Grouping, Input, analyse};
use propp_judge_cost::quality::Weights;
use propp_judge_criteria::Criterion;
use propp_recording::Recording;
use propp_recording_store::read;
use propp_recording_wire::Direction;
use serde_json::Value;

use crate::support::propp::{here, in_repository};
use crate::support::{recorded, redistributables};

mod case_studies;
mod demo;
mod floor;
mod functions;
mod hints;
mod hopper;
mod launches;
mod planted;
mod programs;
mod races;
mod real;
mod rule_pages;
mod suite;
mod textures;

/// A program of the repository, with the shared runtime unless told otherwise. None without the
/// toolkit.
fn compiled(source: &str, folder: &Path, runtime: &'static str) -> Option<PathBuf> {
    compiled_with(source, folder, runtime, &[])
}

fn compiled_with(
    source: &str,
    folder: &Path,
    runtime: &'static str,
    flags: &'static [&'static str],
) -> Option<PathBuf> {
    once(Source::Repository(source.to_owned()), folder, runtime, flags)
}

/// A program that is written here.
fn written(name: &'static str, code: &str, folder: &Path) -> Option<PathBuf> {
    once(Source::Written(name, code.to_owned()), folder, "shared", &[])
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Repository(String),
    /// Its name, and the code.
    Written(&'static str, String),
}

/// Source, runtime and flags of a program.
type Wanted = (Source, &'static str, &'static [&'static str]);

/// Its number, and where it is once it is compiled.
type Compiled = Arc<(usize, OnceLock<PathBuf>)>;

/// What tests asked for: those of one process share it.
static PROGRAMS: Mutex<BTreeMap<Wanted, Compiled>> = Mutex::new(BTreeMap::new());

/// A copy in the folder of what is compiled at most once in this process.
fn once(
    source: Source,
    folder: &Path,
    runtime: &'static str,
    flags: &'static [&'static str],
) -> Option<PathBuf> {
    redistributables()?;
    let program = {
        let mut programs = PROGRAMS.lock().unwrap();
        let new = Arc::new((programs.len(), OnceLock::new()));
        programs.entry((source.clone(), runtime, flags)).or_insert(new).clone()
    };
    let (number, program) = &*program;
    let program = program.get_or_init(|| {
        let own = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("emulate-{number}"));
        std::fs::create_dir_all(&own).unwrap();
        let source = match source {
            Source::Repository(path) => in_repository(&path),
            Source::Written(name, code) => {
                let path = own.join(format!("{name}.cu"));
                std::fs::write(&path, code).unwrap();
                path
            }
        };
        built(&source, &own, runtime, flags).unwrap()
    });
    let copy = folder.join(program.file_name().unwrap());
    // By another process: of a file that this one writes, a child of another thread may hold the
    // descriptor, and such a program cannot be run.
    assert!(Command::new("cp").arg(program).arg(&copy).status().unwrap().success());
    Some(copy)
}

/// A launch that ends at once, and one that does not.
const LONG: &str = "#include <cstdio>\n__global__ void quick(int* a) { a[threadIdx.x] = 1; }\n\
    __global__ void slow(volatile int* a) {\n  \
    for (int i = 0; i < 1 << 20; i++) a[blockIdx.x] += i;\n}\nint main() {\n  int* a;\n  \
    cudaMalloc(&a, 1 << 22);\n  quick<<<1, 32>>>(a);\n  std::puts(\"slow\");\n  \
    std::fflush(stdout);\n  slow<<<1 << 20, 32>>>(a);\n  return 3;\n}\n";

/// A program from anywhere, with the shared runtime.
pub(crate) fn compiled_in(source: &Path, folder: &Path) -> Option<PathBuf> {
    built(source, folder, "shared", &[])
}

fn built(source: &Path, folder: &Path, runtime: &str, flags: &[&str]) -> Option<PathBuf> {
    let cuda = redistributables()?;
    let program = folder.join(source.file_stem().unwrap());
    let usual = (!flags.iter().any(|flag| flag.starts_with("-arch"))).then_some("-arch=sm_90");
    let output = Command::new(cuda.join("bin/nvcc"))
        // Code for the GPU is optimised without -O3, too, which is for the host's.
        .args(["-std=c++17", "-lineinfo", "-cudart", runtime])
        .args(usual)
        .args(flags)
        .arg(format!("-L{}", cuda.join("lib").display()))
        .arg(source)
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(program)
}

pub(super) fn emulate(program: &Path, arguments: &[&str]) -> (Output, PathBuf) {
    let recording = program.with_extension("propp");
    (emulate_into(&recording, program, arguments), recording)
}

fn emulate_into(recording: &Path, program: &Path, arguments: &[&str]) -> Output {
    here()
        .args(["emulate", "--force", "-o"])
        .arg(recording)
        .arg(program)
        .args(arguments)
        .env("XDG_CACHE_HOME", program.parent().unwrap())
        .env_remove("LD_LIBRARY_PATH")
        .output()
        .unwrap()
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The values of each launch by the names of counters, in the order of launches.
fn counters(recording: &Recording) -> Vec<BTreeMap<String, f64>> {
    let mut all = Vec::new();
    for measurement in &recording.measurements {
        let names = recording.counter_sets[measurement.counter_set].counters.iter().cloned();
        let values = measurement.values.iter().map(|value| value.unwrap());
        all.push(names.zip(values).collect());
    }
    all
}

#[test]
fn closed_forms_are_counted_to_the_last_unit() {
    let folder = tempfile::tempdir().unwrap();
    let source = "tests/device/closed_forms.cu";
    let flags = &["-DSHORT=1"];
    let Some(program) = compiled_with(source, folder.path(), "shared", flags) else { return };
    let lines = folder.path().join("closed_forms.jsonl");
    let (output, recording) = emulate(&program, &["--out", lines.to_str().unwrap()]);
    assert!(output.status.success(), "{}", words(&output));
    let text = std::fs::read_to_string(lines).unwrap();
    let predictions: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let counted = counters(&read(&recording).unwrap());
    assert_eq!((predictions.len(), counted.len()), (113, 113));
    let (mut compared, mut worst) = (0, 0.0_f64);
    for (prediction, counted) in predictions.iter().zip(&counted) {
        let kernel = &prediction["kernel"];
        for (name, expected) in prediction["counters"].as_object().unwrap() {
            assert_eq!(counted.get(name), expected.as_f64().as_ref(), "{name} of {kernel}");
            compared += 1;
        }
        let threads = counted["smsp__thread_inst_executed.sum"];
        let tdiv = threads / (32.0 * counted["smsp__inst_executed.sum"]);
        if let Some(expected) = prediction["criteria"]["TDiv"].as_f64() {
            assert!((tdiv - expected).abs() <= 0.001, "TDiv of {kernel}: {tdiv}, not {expected}");
            worst = worst.max((tdiv - expected).abs());
        }
    }
    println!("113 launches, {compared} counters equal, TDiv within {worst:.6}");
    // As on the hardware: three of each access kernel, five of each with shared memory.
    assert_eq!(compared, 3 * 40 + 5 * 9);
}

/// Criteria of each kernel by its name.
fn criteria(recording: &Recording) -> BTreeMap<String, BTreeMap<Criterion, f64>> {
    let weights = Weights::bundled("paper").unwrap();
    let input = Input { name: "the recording", recording };
    let analysis = analyse(&[input], &weights, Grouping::Signature);
    let of = |kernel: &propp_judge_analysis::KernelReport| {
        let numbers = Criterion::ALL.iter().filter_map(|criterion| {
            let spread = kernel.criteria.get(criterion)?.aggregate.spread.as_ref()?;
            Some((*criterion, spread.median.get()))
        });
        (kernel.name.symbol.clone(), numbers.collect())
    };
    analysis.kernels.iter().map(of).collect()
}

/// What the README says that the command prints, but for what it leaves out.
fn readme() -> Vec<String> {
    let text = std::fs::read_to_string(in_repository("README.md")).unwrap();
    let block = text.split("$ propp emulate ./transpose 1024\n").nth(1).unwrap();
    let lines = block.split("```").next().unwrap().lines();
    // The recording is in another folder here.
    let lines = lines.filter(|line| !matches!(*line, "" | "...") && !line.contains("wrote"));
    lines.map(str::to_owned).collect()
}

#[test]
fn the_transpose_has_the_criteria_of_an_h200() {
    let folder = tempfile::tempdir().unwrap();
    let source = "examples/transpose/transpose.cu";
    let Some(program) = compiled(source, folder.path(), "shared") else { return };
    let (output, recording) = emulate(&program, &["1024"]);
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{stdout}{}", words(&output));
    assert_eq!(stdout.matches("5 launches, 1024 x 1024, correct").count(), 4, "{stdout}");
    let screen = words(&output);
    for line in readme() {
        let is_there = |text: &str| text.lines().any(|printed| printed == line);
        assert!(is_there(&stdout) || is_there(&screen), "{line} is not in {stdout}{screen}");
    }
    for said in ["NVIDIA H200 (emulated)", "Bank conflicts in shared memory", "[emulated]"] {
        assert!(screen.contains(said), "{said} is not in {screen}");
    }
    let emulated = criteria(&read(&recording).unwrap());
    // Of matrices of 4096, whose criteria are the same.
    let measured = criteria(&recorded("recordings/h200_transpose.propp"));
    let limits = [
        (Criterion::GranL1, 0.001),
        (Criterion::GranL2, 0.01),
        (Criterion::SmemEff, 0.001),
        (Criterion::TDiv, 0.001),
    ];
    assert_eq!((emulated.len(), measured.len()), (4, 4));
    for (kernel, own) in &emulated {
        for (criterion, limit) in limits {
            let (ours, theirs) = (own.get(&criterion), measured[kernel].get(&criterion));
            assert_eq!(ours.is_some(), theirs.is_some(), "{criterion:?} of {kernel}");
            let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
            assert!((ours - theirs).abs() <= limit, "{criterion:?} of {kernel}: {ours}, {theirs}");
        }
    }
    the_predicted_order_is_that_of_an_h200(&recording);
}

/// Where `propp show` and `propp compare` see an order in an emulated recording, it is the one of
/// the times that an H200 took for larger matrices.
fn the_predicted_order_is_that_of_an_h200(recording: &Path) {
    let said = |words: &[&str]| {
        let output = here().args(words).arg(recording).output().unwrap();
        assert!(output.status.success(), "{}", self::words(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let shown: Value = serde_json::from_str(&said(&["show", "--format", "json"])).unwrap();
    let places = shown["kernels"].as_array().unwrap().iter().map(|kernel| {
        let symbol = kernel["symbol"].as_str().unwrap().to_owned();
        (symbol, kernel["predicted_order"]["place"].as_u64().unwrap())
    });
    let measured = recorded("recordings/h200_transpose.propp");
    let weights = Weights::bundled("paper").unwrap();
    let input = Input { name: "the recording", recording: &measured };
    let measured = analyse(&[input], &weights, Grouping::Signature).kernels;
    let time = |symbol: &str| {
        measured.iter().find(|kernel| kernel.name.symbol == symbol).unwrap().total_ns()
    };
    let places: Vec<(u64, u64)> = places.map(|(symbol, place)| (place, time(&symbol))).collect();
    let called = places.iter().flat_map(|one| places.iter().map(move |other| (one, other)));
    let called = called.filter(|(one, other)| one.0 < other.0);
    assert!(called.inspect(|(one, other)| assert!(one.1 > other.1, "{places:?}")).count() > 3);
    let pair = ["compare", "-k", "transpose_naive", "-k", "transpose_padded"];
    let compared: Value =
        serde_json::from_str(&said(&[&pair[..], &["--format", "json"]].concat())).unwrap();
    let row = &compared["comparisons"][0]["kernels"][0];
    assert_eq!(row["predicted"]["verdict"], "faster", "{row}");
    assert!(row["change"].is_null() && row["expected"].is_null(), "a time: {row}");
    let table = said(&pair);
    assert!(table.contains("faster: >99 % transpose_naive -> transpose_padded"), "{table}");
    assert!(table.contains("explained by: Gran_L1 6 to 100"), "{table}");
}

#[test]
fn a_program_with_its_own_runtime_is_told_how_to_link() {
    let folder = tempfile::tempdir().unwrap();
    let source = "examples/transpose/transpose.cu";
    let Some(program) = compiled(source, folder.path(), "static") else { return };
    let (output, recording) = emulate(&program, &["64"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(words(&output).contains("NVCC_APPEND_FLAGS=\"-cudart shared\""), "{}", words(&output));
    assert!(!recording.exists());
}

#[test]
fn a_fault_is_told_with_its_place_and_the_program_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let code = "#include <cstdio>\n__global__ void beyond(int* a) {\n    \
        a[threadIdx.x < 24 ? threadIdx.x : threadIdx.x + 1000] = 1;\n}\nint main() {\n    int* a;\n    cudaMalloc(&a, 128);\n    \
        beyond<<<1, 32>>>(a);\n    \
        std::printf(\"%s\\n\", cudaGetErrorName(cudaDeviceSynchronize()));\n    return 3;\n}\n";
    let Some(program) = written("beyond", code, folder.path()) else { return };
    let (output, _) = emulate(&program, &[]);
    assert_eq!(output.status.code(), Some(3), "{}", words(&output));
    assert_eq!(output.stdout, b"cudaErrorIllegalAddress\n");
    let said = words(&output);
    assert!(said.contains("a store of 4 bytes"), "{said}");
    assert!(said.contains("thread [24, 0, 0]") && said.contains("beyond.cu:3"), "{said}");
}

/// Cooperative launches, graphs, both built and captured, and the driver's calls with a module of
/// PTX: programs that check their own results.
#[test]
fn programs_of_other_kinds_run() {
    let folder = tempfile::tempdir().unwrap();
    for (name, said, launches) in [
        ("coop", "ring: 5 cooperative launches\n", 5),
        (
            "graphs",
            "built graph: 5 launches of 20 nodes\ncaptured graph: 5 launches of 20 nodes\n",
            200,
        ),
        ("drvapi", "twice: 2 launches\n", 2),
    ] {
        let source = format!("tests/device/robust/{name}.cu");
        let Some(program) = compiled(&source, folder.path(), "shared") else { return };
        let (output, recording) = emulate(&program, &[]);
        assert!(output.status.success(), "{name}: {}", words(&output));
        assert_eq!(String::from_utf8_lossy(&output.stdout), said);
        assert_eq!(read(&recording).unwrap().measurements.len(), launches, "{name}");
    }
}

/// Copies in rows, and what of them is recorded.
#[test]
fn copies_and_waits_are_in_the_recording() {
    let folder = tempfile::tempdir().unwrap();
    let code = "#include <cstdio>\nint main() {\n  char host[4][8], back[4][8] = {};\n  \
        for (int i = 0; i < 32; i++) host[i / 8][i % 8] = i;\n  char* a;\n  size_t pitch;\n  \
        cudaMallocPitch(&a, &pitch, 8, 4);\n  cudaMemset2D(a, pitch, 7, 8, 4);\n  \
        cudaMemcpy2D(a, pitch, host, 8, 8, 3, cudaMemcpyHostToDevice);\n  \
        cudaMemcpy2D(back, 8, a, pitch, 8, 4, cudaMemcpyDeviceToHost);\n  \
        cudaDeviceSynchronize();\n  cudaFree(a);\n  \
        std::printf(\"%zu %d %d %d\\n\", pitch, back[0][1], back[2][7], back[3][0]);\n  \
        return cudaGetLastError();\n}\n";
    let Some(program) = written("rows", code, folder.path()) else { return };
    let (output, recording) = emulate(&program, &[]);
    assert!(output.status.success(), "{}", words(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "512 1 23 7\n");
    let recording = read(&recording).unwrap();
    let copies: Vec<_> = recording.copies.iter().map(|c| (c.direction, c.bytes)).collect();
    assert_eq!(copies, [(Direction::HostToDevice, 24), (Direction::DeviceToHost, 32)]);
    let memory: Vec<_> =
        recording.memory.iter().map(|m| (m.event.allocated, m.event.bytes)).collect();
    assert_eq!(memory, [(true, 2048), (false, 2048)]);
    assert_eq!((recording.sets.len(), recording.syncs.len()), (1, 1));
}

/// A kernel without end, and time that is up.
#[test]
fn the_budget_ends_a_program_with_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = written("long", LONG, folder.path()) else { return };
    let recording = folder.path().join("long.propp");
    let mut command = here();
    command.args(["emulate", "--budget", "1", "-o"]).arg(&recording).arg(&program);
    let output = command.env("XDG_CACHE_HOME", folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(124), "{}", words(&output));
    let said = words(&output);
    assert!(said.contains("the time of --budget is up"), "{said}");
    assert_eq!(read(&recording).unwrap().measurements.len(), 1);
}
