//! `propp emulate` of a captured launch: one that an H200 ran, and ones that are made here, whose
//! results follow from the source.

mod counts;
mod damaged;

use std::path::{Path, PathBuf};
use std::process::Output;

use propp_collect::ptx_of;
use propp_recording_launch::{Launch, Region, read};
use propp_recording_wire::{Bytes, MemoryKind, Parameter, Reached, Variable};

use super::{compiled, counters, words};
use crate::support::propp::{here, in_repository};

const CAPTURED: &str = "tests/fixtures/launches/in_place.launch";

fn emulate(folder: &Path, words: &[&str]) -> (Output, PathBuf) {
    let recording = folder.join("launch.propp");
    let mut command = here();
    command.args(["emulate", "-f", "-o"]).arg(&recording).args(words).current_dir(folder);
    command.env("XDG_CACHE_HOME", folder).env_remove("LD_LIBRARY_PATH");
    (command.output().unwrap(), recording)
}

fn captured() -> Launch {
    read(std::fs::File::open(in_repository(CAPTURED)).unwrap()).unwrap()
}

/// The program of the captures, with PTX in it.
fn program(folder: &Path) -> Option<PathBuf> {
    compiled("tests/capture/app.cu", folder, "shared")
}

fn write(launch: &Launch, to: &Path) {
    propp_recording_launch::write(launch, std::fs::File::create(to).unwrap()).unwrap();
}

fn bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn region(before: &[f32], after: &[f32]) -> Region {
    Region { before: bytes(before), after: vec![(0, bytes(after))], ..Region::default() }
}

/// A launch of a kernel of the captured module on one array.
fn made(program: &Path, kernel: &str, values: Region, rest: &[u8]) -> Launch {
    const ADDRESS: u64 = 0x3_0200_0000;
    let mut launch = captured();
    let code = std::fs::read(program).unwrap();
    launch.ptx = ptx_of(&code, kernel, 90).unwrap().into_iter().map(String::into_bytes).collect();
    launch.captured.name = kernel.to_owned();
    let pointer = Parameter { offset: 0, value: Bytes(ADDRESS.to_le_bytes().to_vec()) };
    let others = (!rest.is_empty()).then(|| Parameter { offset: 8, value: Bytes(rest.to_vec()) });
    launch.captured.parameters = std::iter::once(pointer).chain(others).collect();
    let length = values.before.len() as u64;
    launch.captured.memory =
        vec![Reached { address: ADDRESS, bytes: length, kind: MemoryKind::Device }];
    launch.memory = vec![values];
    (launch.captured.variables, launch.variables) = (Vec::new(), Vec::new());
    launch
}

#[test]
fn what_an_h200_left_is_what_the_emulation_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = program(folder.path()) else { return };
    let file = in_repository(CAPTURED);
    let asked = ["--ptx", program.to_str().unwrap(), file.to_str().unwrap()];
    let (output, recording) = emulate(folder.path(), &asked);
    assert_eq!(output.status.code(), Some(0), "{}", words(&output));
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(out.contains("emulated  results equal, bit by bit"), "{out}");
    assert!(out.contains("captured on NVIDIA H200"), "{out}");
    let recording = propp_recording_store::read(&recording).unwrap();
    assert_eq!(recording.command(), [file.to_str().unwrap()]);
    let counted = counters(&recording);
    assert_eq!(counted.len(), 1);
    // Each sector of 2^20 numbers of 4 bytes is read once and written once.
    let of = |name: &str| counted[0][name];
    assert_eq!(of("sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum"), 131_072.0);
    assert_eq!(of("sm__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum"), 131_072.0);
    let shown = here().arg("show").arg(folder.path().join("launch.propp")).output().unwrap();
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains("in_place"), "{shown}");
}

#[test]
fn launches_of_an_h200_that_have_their_ptx_need_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["pointers", "sum_levels"] {
        let file = in_repository(&format!("tests/fixtures/launches/{name}.launch"));
        let (output, recording) = emulate(folder.path(), &[file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{}", words(&output));
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(out.contains("emulated  results equal, bit by bit"), "{out}");
        assert_eq!(counters(&propp_recording_store::read(&recording).unwrap()).len(), 1);
    }
}

#[test]
fn variables_shared_memory_and_grids_that_meet_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = program(folder.path()) else { return };
    let file = folder.path().join("made.launch");
    let run = |launch: &Launch, code: i32, word: &str| {
        write(launch, &file);
        let (output, _) = emulate(folder.path(), &["made.launch"]);
        assert_eq!(output.status.code(), Some(code), "{}", words(&output));
        assert!(String::from_utf8_lossy(&output.stdout).contains(word), "{}", words(&output));
    };
    let ascending = |count: u16| -> Vec<f32> { (0..count).map(f32::from).collect() };

    let table = ascending(64);
    let factors: Vec<f32> = table.iter().map(|value| value * 0.5).collect();
    let product: Vec<f32> = table.iter().zip(&factors).map(|(a, b)| a * b).collect();
    let next: Vec<f32> = table.iter().map(|value| value + 1.0).collect();
    let values = region(&[7.0; 64], &product);
    let mut launch = made(&program, "_Z9variablesPf", values, &[]);
    let variable = |name: &str| Variable { name: name.to_owned(), bytes: 256 };
    launch.captured.variables = vec![variable("factors"), variable("table")];
    launch.variables =
        vec![Region { before: bytes(&factors), ..Region::default() }, region(&table, &next)];
    (launch.captured.launch.grid, launch.captured.launch.block) = ([1, 1, 1], [64, 1, 1]);
    run(&launch, 0, "results equal, bit by bit");
    launch.variables[1].after.clear();
    run(&launch, 1, "RESULTS DIFFER: 64 of 192 numbers");

    let many = ascending(50_000);
    let reversed: Vec<f32> = many.iter().rev().copied().collect();
    let count = 50_000_i32.to_le_bytes();
    let mut launch = made(&program, "_Z8reversedPfi", region(&many, &reversed), &count);
    (launch.captured.launch.grid, launch.captured.launch.block) = ([1, 1, 1], [1024, 1, 1]);
    launch.captured.launch.dynamic_shared_bytes = 200_000;
    run(&launch, 0, "results equal, bit by bit");

    let mut sums = vec![1.0; 5000];
    sums[4999] = 5000.0;
    let count = 5000_i32.to_le_bytes();
    let mut launch = made(&program, "_Z8togetherPfi", region(&[0.0; 5000], &sums), &count);
    (launch.captured.launch.grid, launch.captured.launch.block) = ([32, 1, 1], [128, 1, 1]);
    launch.captured.is_cooperative = true;
    run(&launch, 0, "results equal, bit by bit");
    launch.memory[0].after[0].1[..4].copy_from_slice(&1.000_001_f32.to_le_bytes());
    run(&launch, 1, "RESULTS DIFFER: 1 of 5000 numbers");
    let (output, _) = emulate(folder.path(), &["--tolerance", "1e-5", "made.launch"]);
    assert_eq!(output.status.code(), Some(0), "{}", words(&output));
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(out.contains("within the tolerance: 1 numbers differ"), "{out}");

    // A pointer that leads nowhere is a fault, as on a GPU.
    launch.captured.parameters[0].value = Bytes(0x3_0300_0000_u64.to_le_bytes().to_vec());
    write(&launch, &file);
    let (output, _) = emulate(folder.path(), &["made.launch"]);
    assert_eq!(output.status.code(), Some(125), "{}", words(&output));
    assert!(words(&output).contains("no results were compared"), "{}", words(&output));
    assert!(words(&output).contains("0x303000000"), "{}", words(&output));
}

#[test]
fn a_thread_has_the_stack_that_it_had() {
    const DEPTH: usize = 2000;
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = program(folder.path()) else { return };
    let file = folder.path().join("made.launch");
    // The sum of the last hexadecimal digits up to a number, and 3.
    let sum = |last: usize| (1..=last).fold(3, |sum, number| sum + number as u32 % 16);
    let mut after = vec![0.0; 5000];
    (0..64).for_each(|thread| after[4096 + thread] = f32::from_bits(sum(DEPTH + thread)));
    let depth = (DEPTH as u32).to_le_bytes();
    let mut launch = made(&program, "_Z4deepPii", region(&[0.0; 5000], &after), &depth);
    (launch.captured.launch.grid, launch.captured.launch.block) = ([1, 1, 1], [64, 1, 1]);
    for (stack, code) in [(None, 125), (Some(512 << 10), 0)] {
        launch.stack = stack;
        write(&launch, &file);
        let (output, _) = emulate(folder.path(), &["made.launch"]);
        assert_eq!(output.status.code(), Some(code), "{}", words(&output));
    }
}

#[test]
fn what_cannot_be_emulated_is_said_in_three_lines() {
    let folder = tempfile::tempdir().unwrap();
    let file = in_repository(CAPTURED);
    let file = file.to_str().unwrap();
    let refused = |asked: &[&str], part: &str| {
        let (output, recording) = emulate(folder.path(), asked);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(part) && text.lines().count() <= 3, "{text}");
        assert!(!recording.exists());
    };
    refused(&[file], "has no PTX of in_place");
    refused(&[file], "-gencode arch=compute_90,code=[sm_90,compute_90]");
    refused(&[file, "more"], "nothing after it");
    let mut command = here();
    let checked = command.args(["emulate", "--check", file]).output().unwrap();
    assert_eq!(checked.status.code(), Some(2), "{}", words(&checked));
    assert!(words(&checked).contains("--check looks at programs"), "{}", words(&checked));
    refused(&["--ptx", "missing", file], "cannot read missing");
    refused(&["--gpu", "none", file], "none");
    let damaged = folder.path().join("damaged.launch");
    let whole = std::fs::read(file).unwrap();
    std::fs::write(&damaged, &whole[..whole.len() / 2]).unwrap();
    refused(&["damaged.launch"], "it was not finished");
    let Some(other) = compiled("tests/emulate/races.cu", folder.path(), "shared") else { return };
    let told = "has no PTX of in_place; give --ptx a program";
    refused(&["--ptx", other.to_str().unwrap(), file], told);
    refused(&["--tolerance", "1e-3", other.to_str().unwrap()], "this is a program");
    let Some(program) = program(folder.path()) else { return };
    // Of a kernel with as many parameters of other sizes.
    let values = region(&[0.0; 64], &[1.0; 64]);
    let mut launch = made(&program, "_Z8reversedPfi", values, &[0; 8]);
    write(&launch, &folder.path().join("other.launch"));
    let (output, recording) = emulate(folder.path(), &["other.launch"]);
    assert_eq!(output.status.code(), Some(2), "{}", words(&output));
    assert!(!recording.exists());
    assert!(words(&output).contains("other parameters"), "{}", words(&output));
    launch.captured.launch.cluster = [4, 1, 1];
    write(&launch, &folder.path().join("clusters.launch"));
    let (output, _) = emulate(folder.path(), &["clusters.launch"]);
    assert_eq!(output.status.code(), Some(2), "{}", words(&output));
    assert!(words(&output).contains("clusters"), "{}", words(&output));
}

/// `propp capture --touched` of a file.
#[test]
fn what_a_launch_does_not_touch_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = program(folder.path()) else { return };
    let capture = |words: &[&str]| {
        let mut command = here();
        command.arg("capture").args(words).current_dir(folder.path());
        command.env("XDG_CACHE_HOME", folder.path()).env_remove("LD_LIBRARY_PATH");
        command.output().unwrap()
    };
    // 16 MiB, of which 50,000 numbers in the middle are reversed.
    let many: Vec<f32> = (0..50_000_u16).map(f32::from).collect();
    let reversed: Vec<f32> = many.iter().rev().copied().collect();
    let count = 50_000_i32.to_le_bytes();
    let mut launch = made(&program, "_Z8reversedPfi", region(&many, &reversed), &count);
    (launch.captured.launch.grid, launch.captured.launch.block) = ([1, 1, 1], [1024, 1, 1]);
    launch.captured.launch.dynamic_shared_bytes = 200_000;
    const BEHIND: usize = 8 << 20;
    let noise = |place: usize| (place as u32).wrapping_mul(2_654_435_761).to_le_bytes();
    let mut whole: Vec<u8> = (0..4 << 20).flat_map(noise).collect();
    whole[BEHIND..BEHIND + 200_000].copy_from_slice(&bytes(&many));
    launch.memory[0].before = whole.clone();
    launch.memory[0].after = vec![(BEHIND, bytes(&reversed))];
    let start = launch.captured.memory[0].address;
    launch.captured.memory[0].bytes = whole.len() as u64;
    launch.captured.parameters[0].value = Bytes((start + BEHIND as u64).to_le_bytes().to_vec());
    write(&launch, &folder.path().join("whole.launch"));

    let output = capture(&["--touched", "-o", "small.launch", "whole.launch"]);
    assert_eq!(output.status.code(), Some(0), "{}", words(&output));
    let said = words(&output);
    assert!(said.contains("the launch touches 196 KiB of 16.0 MiB"), "{said}");
    let length = |name: &str| folder.path().join(name).metadata().unwrap().len();
    assert!(length("whole.launch") > 15 << 20 && length("small.launch") < 500_000, "{said}");
    let file = std::fs::File::open(folder.path().join("small.launch")).unwrap();
    let small = read(file).unwrap();
    let kept = BEHIND..BEHIND + 49 * 4096;
    assert_eq!(small.memory[0].before[kept.clone()], whole[kept.clone()]);
    assert!(small.memory[0].before[..kept.start].iter().all(|byte| *byte == 0));
    assert_eq!(small.kept_bytes(), kept.len() as u64);
    // It runs as before, and what is left out is compared as memory that does not change.
    let (output, _) = emulate(folder.path(), &["small.launch"]);
    assert_eq!(output.status.code(), Some(0), "{}", words(&output));
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(out.contains("16.0 MiB of memory, 196 KiB of it in the file"), "{out}");
    assert!(out.contains("results equal, bit by bit"), "{out}");

    // Without the results of the GPU it is not known that the emulation touches the same.
    launch.memory[0].after[0].1[0] ^= 1;
    write(&launch, &folder.path().join("wrong.launch"));
    let output = capture(&["--touched", "-o", "none.launch", "wrong.launch"]);
    assert_eq!(output.status.code(), Some(1), "{}", words(&output));
    assert!(words(&output).contains("other results than the GPU"), "{}", words(&output));
    assert!(!folder.path().join("none.launch").exists());
    let again = capture(&["--touched", "-o", "small.launch", "whole.launch"]);
    assert_eq!(again.status.code(), Some(2), "{}", words(&again));
    assert!(words(&again).contains("give -f to overwrite it"), "{}", words(&again));
}

/// Pages that only pointers in memory lead to are seen, too.
#[test]
fn what_pointers_lead_to_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    let file = in_repository("tests/fixtures/launches/pointers.launch");
    let mut command = here();
    command
        .args(["capture", "--touched", "-q", "-o", "small.launch", "--export", "out"])
        .arg(&file);
    command.current_dir(folder.path()).env("XDG_CACHE_HOME", folder.path());
    let output = command.env_remove("LD_LIBRARY_PATH").output().unwrap();
    assert_eq!((output.status.code(), words(&output).as_str()), (Some(0), ""));
    assert!(output.stdout.is_empty());
    let whole = read(std::fs::File::open(&file).unwrap()).unwrap();
    let small = read(std::fs::File::open(folder.path().join("small.launch")).unwrap()).unwrap();
    assert_eq!(small.captured, whole.captured);
    assert!(small.memory.iter().all(|region| region.before.len() > region.left_out.len()));
    assert!(small.memory.iter().zip(&whole.memory).all(|(a, b)| a.after == b.after));
    assert!(folder.path().join("out/launch.txt").exists());
    let (output, _) = emulate(folder.path(), &["small.launch"]);
    assert_eq!(output.status.code(), Some(0), "{}", words(&output));
}
