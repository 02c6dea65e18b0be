//! `propp demo`: a report from the binary alone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use propp_recording::Recording;
use propp_recording_store::read;
use serde_json::Value;

use super::{counters, emulate, words, written};
use crate::support::propp::{in_repository, propp};
use crate::support::redistributables;

const SOURCE: &str = "examples/pipeline/pipeline.cu";
const FATBIN: &str = "examples/pipeline/pipeline.fatbin";

/// The kernels that the binary brings are those of `examples/pipeline`. With `PROPP_WRITE_DOCS=1` the
/// file is written.
#[test]
fn the_kernels_of_the_demo_are_those_of_their_source() {
    let Some(cuda) = redistributables() else { return };
    let made = fatbin(&cuda.join("bin/nvcc"));
    let own = in_repository(FATBIN);
    if std::env::var_os("PROPP_WRITE_DOCS").is_some() {
        std::fs::write(&own, &made).unwrap();
    }
    assert!(std::fs::read(&own).unwrap() == made, "PROPP_WRITE_DOCS=1 writes {FATBIN}");
}

/// PTX that every GPU of CUDA 13 takes, and the machine code of the GPU that `propp emulate` plays.
fn fatbin(nvcc: &Path) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    // In the folder and by their names: nvcc writes down how it was told of a file.
    let [ptx, fatbin] = ["pipeline.ptx", "pipeline.fatbin"].map(Path::new);
    let run = |arguments: &[&str], from: &Path, to: &Path| {
        let mut command = Command::new(nvcc);
        command.current_dir(folder.path()).args(arguments).arg("-o").arg(to).arg(from);
        let status = command.status().unwrap();
        assert!(status.success(), "nvcc {arguments:?}");
    };
    let source = in_repository(SOURCE);
    run(&["-O3", "-std=c++17", "-lineinfo", "-ptx", "-arch=compute_75"], &source, ptx);
    let text = std::fs::read_to_string(folder.path().join(ptx)).unwrap();
    let lines = text.lines().map(|line| format!("{}\n", without_folders(line)));
    std::fs::write(folder.path().join(ptx), lines.collect::<String>()).unwrap();
    let [for_all, for_one] = ["arch=compute_75,code=compute_75", "arch=compute_75,code=sm_90"];
    run(&["-lineinfo", "-fatbin", "-gencode", for_all, "-gencode", for_one], ptx, fatbin);
    std::fs::read(folder.path().join(fatbin)).unwrap()
}

/// A line of PTX as it is in every folder: files by their path here, and no hash of the folder in the
/// names of internal functions.
fn without_folders(line: &str) -> String {
    // `_INTERNAL_`, and then eight digits.
    const INTERNAL: &str = "95,73,78,84,69,82,78,65,76,95,";
    if let Some((number, path)) = line.strip_prefix("\t.file\t").and_then(|l| l.split_once(" \"")) {
        let name = path.trim_end_matches('"').rsplit('/').next().unwrap();
        let bytes = std::fs::metadata(in_repository(SOURCE)).unwrap().len();
        return match SOURCE.ends_with(name) {
            true => format!("\t.file\t{number} \"{SOURCE}\", 0, {bytes}"),
            false => format!("\t.file\t{number} \"{name}\""),
        };
    }
    let Some((before, after)) = line.split_once(INTERNAL) else { return line.to_owned() };
    let rest: Vec<&str> = after.splitn(9, ',').collect();
    format!("{before}{INTERNAL}{}{}", "48,".repeat(8), rest[8])
}

/// The demo in a folder, as whoever has nothing but the binary runs it.
fn demo(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_propp"));
    command.env_clear().env("HOME", folder.join("home")).env("PATH", "/usr/bin:/bin");
    command.current_dir(folder).args(["demo", "--emulate"]).args(arguments).output().unwrap()
}

/// The folder in which the demo was run with a page, once in this process, and what it said.
fn whole_demo() -> &'static (PathBuf, Output) {
    static DEMO: LazyLock<(PathBuf, Output)> = LazyLock::new(|| {
        let own = format!("demo-{}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(own);
        std::fs::create_dir_all(&folder).unwrap();
        let output = demo(&folder, &["-o", "page.html"]);
        assert!(output.status.success(), "{}", words(&output));
        (folder, output)
    });
    &DEMO
}

/// The first screen of a recording that is emulated.
fn order(folder: &Path, recording: &Path) -> Vec<String> {
    let file = recording.to_str().unwrap();
    let screen = propp(folder, &["show", file]).stdout;
    let screen = String::from_utf8(screen).unwrap();
    let (_, table) = screen.split_once("weakest    name\n").unwrap();
    let rows: Vec<&str> = table.lines().take_while(|line| !line.is_empty()).collect();
    assert!(rows.iter().all(|row| !row.contains('?')), "{table}");
    rows.iter().map(|row| row.split_whitespace().last().unwrap().to_owned()).collect()
}

/// The kernels of a bundled recording, the one with the most time first.
fn measured_order(recording: &str) -> Vec<String> {
    let file = in_repository(recording);
    let output = propp(in_repository(""), &["show", file.to_str().unwrap(), "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let name = |kernel: &Value| kernel["short_name"].as_str().unwrap().to_owned();
    report["kernels"].as_array().unwrap().iter().map(name).collect()
}

/// What each kernel and configuration counts in a launch, in each that is different.
fn counted(recording: &Recording) -> BTreeMap<String, Vec<BTreeMap<String, u64>>> {
    let mut all: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for (measurement, values) in recording.measurements.iter().zip(counters(recording)) {
        let values = values.into_iter().map(|(name, value)| (name, value.to_bits())).collect();
        let signature = &recording.signatures[measurement.signature];
        let name = signature.function.map_or("", |function| &recording.names[function]);
        let key = format!("{name} {:?} {:?}", signature.grid, signature.block);
        let of_kernel = all.entry(key).or_default();
        if !of_kernel.contains(&values) {
            of_kernel.push(values);
        }
    }
    all
}

#[test]
fn the_demo_needs_nothing_but_the_binary() {
    let (folder, output) = whole_demo();
    let screen = words(output);
    let sums = "pipeline: 1 frame, sum of levels 111049755, first row 58208\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), sums);
    let named = [
        "histogram_in_global_memory (kernel 1): Atomics to global memory",
        "scale_rows (kernel 2): Too few blocks for this GPU",
        "gray_in_runs (kernel 3): Uncoalesced accesses",
        "3 more changes: --all",
        "3 of 6 kernels do more work than any launch that the cost model was fitted to",
        "The recording is demo.propp; the program's source is pipeline.cu. Next:",
        "let thread i of a warp access element i",
        "propp show demo.propp -k 1",
    ];
    let missing: Vec<_> = named.iter().filter(|words| !screen.contains(**words)).collect();
    assert!(missing.is_empty(), "{missing:?} in {screen}");
    assert!(!screen.contains("process-ended-early"), "{screen}");
    // `propp show` names the same changes.
    let shown = propp(folder, &["show", "demo.propp"]);
    let shown =
        String::from_utf8_lossy(&shown.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    for change in &named[..4] {
        assert!(shown.contains(change), "{change} in {shown}");
    }
    let page = std::fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(page.contains("histogram_in_global_memory"));
    assert!(page.contains("places are extrapolated"));
    let source = std::fs::read(folder.join("pipeline.cu")).unwrap();
    assert_eq!(source, std::fs::read(in_repository(SOURCE)).unwrap());
    assert!(read(&folder.join("demo.propp")).is_ok());
}

#[test]
fn the_demo_says_which_outputs_it_has() {
    let folder = tempfile::tempdir().unwrap();
    for (output, says) in [("page", "its ending says what to write"), ("page.pdf", "no format")] {
        let refused = demo(folder.path(), &["-o", output]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(words(&refused).contains(says), "{}", words(&refused));
    }
    std::fs::write(folder.path().join("page.html"), "mine").unwrap();
    assert_eq!(demo(folder.path(), &["-o", "page.html"]).status.code(), Some(2));
    // Nothing was begun.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// The same counts as those of the example, kernel by kernel, and the order of a GPU.
#[test]
fn the_demo_counts_what_the_example_counts() {
    let folder = tempfile::tempdir().unwrap();
    let source = std::fs::read_to_string(in_repository(SOURCE)).unwrap();
    let one = source.replace("constexpr int frames = 4,", "constexpr int frames = 1,");
    assert_ne!(source, one);
    let Some(program) = written("frames", &one, folder.path()) else { return };
    let (output, example) = emulate(&program, &[]);
    assert!(output.status.success(), "{}", words(&output));
    let (of_demo, _) = whole_demo();
    let own = read(&of_demo.join("demo.propp")).unwrap();
    let whole = read(&example).unwrap();
    assert_eq!(counted(&own), counted(&whole));
    // One of the example's four frames.
    assert_eq!((own.measurements.len(), whole.measurements.len()), (517, 517));
    for recording in ["recordings/h200_pipeline.propp", "recordings/h100_pipeline.propp"] {
        assert_eq!(order(folder.path(), &example), measured_order(recording), "{recording}");
    }
}

/// Larger than all that the prices were fitted to.
#[test]
fn large_transposes_are_in_the_order_of_a_gpu() {
    let folder = tempfile::tempdir().unwrap();
    let source = std::fs::read_to_string(in_repository("examples/transpose/transpose.cu")).unwrap();
    let common = in_repository("examples/common");
    let once = source
        .replace("../common", common.to_str().unwrap())
        .replace("const int launches = 5;", "const int launches = 1;");
    let Some(program) = written("transpose", &once, folder.path()) else { return };
    let (output, recording) = emulate(&program, &["4096"]);
    assert!(
        String::from_utf8_lossy(&output.stdout).contains(": 1 launches,"),
        "{}",
        words(&output)
    );
    assert!(output.status.success(), "{}", words(&output));
    let [emulated, measured] =
        [order(folder.path(), &recording), measured_order("recordings/h200_transpose.propp")];
    // The last two take 36.4 and 36.6 us on an H200, and tie here.
    assert_eq!(emulated[..2], measured[..2], "{emulated:?} {measured:?}");
}
