//! `propp capture`: which launch is taken out of a program, what goes into the file, and what is
//! refused.

use std::process::Output;

use propp_recording_launch::{Launch, read};
use propp_recording_wire::MemoryKind;

use super::code::NESTED;
use super::library::cubin;
use super::profile::{of_script, profile};
use crate::support::propp::{ended, in_repository, propp, published_schema};

fn steps(text: &str) -> String {
    text.replace("CUBIN", cubin("kernels.sm_90").to_str().unwrap()).replace("NESTED", NESTED)
}

/// Two allocations of which the second leads to the first, and four launches that write both.
const FOUR: &str = "context 0 cubin CUBIN 31 alloc 100 alloc 10000 launch NESTED 1 1 reach NESTED 3 \
                    reach NESTED 4 reach NESTED 5 sync effects exit 7";

#[track_caller]
fn captured((output, file): (Output, Option<Vec<u8>>), code: i32, out: &str) -> Launch {
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{words}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), out, "{words}");
    assert!(words.contains("propp: wrote k.launch"), "{words}");
    read(file.unwrap().as_slice()).unwrap()
}

#[track_caller]
fn refused((output, file): (Output, Option<Vec<u8>>), code: i32, part: &str) {
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{words}");
    assert!(words.contains(part), "{words}");
    assert_eq!(file, None);
}

#[test]
fn a_launch_has_its_parameters_code_and_memory() {
    let launch =
        captured(profile("-k nested --launch 3", &steps(FOUR)).capture(), 7, "effects 4\n");
    let of = &launch.captured;
    assert_eq!((of.name.as_str(), of.before, of.ordinal), (NESTED, 2, 2));
    assert_eq!((of.launch.grid, of.launch.block), ([4, 1, 1], [64, 1, 1]));
    assert_eq!(launch.code, std::fs::read(cubin("kernels.sm_90")).unwrap());
    assert_eq!(launch.device.as_ref().unwrap().name, "Stand-in GPU");
    assert_eq!(launch.stack, Some(2048));
    // The pointer leads to the second, which leads to the first.
    let sizes: Vec<u64> = of.memory.iter().map(|reached| reached.bytes).collect();
    assert_eq!(sizes, [10_000, 100]);
    assert!(of.memory.iter().all(|reached| reached.kind == MemoryKind::Device));
    let mut block = of.memory[0].address.to_le_bytes().to_vec();
    block.extend(4_u32.to_le_bytes());
    assert_eq!(launch.parameter_block(), block);
    let [large, small] = launch.memory.as_slice() else { panic!("two") };
    assert_eq!(large.before[..8], of.memory[1].address.to_le_bytes());
    // One launch with 3 came before, this one adds 4; each adds one to the other.
    assert_eq!((large.before[9999], small.before[99]), (3, 1));
    assert_eq!(large.after.len(), 1);
    let (from, page) = &large.after[0];
    assert_eq!((*from, page.len(), page[9999 - from]), (8192, 1808, 7));
    assert_eq!((small.after[0].0, small.after[0].1[99]), (0, 2));
    assert_eq!(launch.changed_bytes(), 1808 + 100);
}

/// A library with PTX in it, as nvcc puts it there, not compressed.
fn library_with_ptx(folder: &std::path::Path, text: &str) -> std::path::PathBuf {
    let mut entry = vec![0; 64];
    let mut set = |at: usize, bytes: &[u8]| entry[at..at + bytes.len()].copy_from_slice(bytes);
    set(0, &1_u16.to_le_bytes());
    set(2, &0x101_u16.to_le_bytes());
    set(4, &64_u32.to_le_bytes());
    set(8, &(text.len() as u64).to_le_bytes());
    set(24, &[5, 0, 8, 0]);
    set(28, &80_u32.to_le_bytes());
    let mut fatbin = 0xba55_ed50_u32.to_le_bytes().to_vec();
    fatbin.extend([1, 0, 16, 0]);
    fatbin.extend((64 + text.len() as u64).to_le_bytes());
    fatbin.extend(entry);
    fatbin.extend(text.as_bytes());
    let (source, library) = (folder.join("ptx.c"), folder.join("libptx.so"));
    let bytes: Vec<String> = fatbin.iter().map(u8::to_string).collect();
    let code = format!(
        "__attribute__((section(\".nv_fatbin\"), aligned(8))) const unsigned char fatbin[] = {{{}}};\n\
         int with_code(void) {{ return fatbin[0]; }}\n",
        bytes.join(",")
    );
    std::fs::write(&source, code).unwrap();
    let mut compiler = std::process::Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source);
    assert!(compiler.status().unwrap().success());
    library
}

#[test]
fn the_ptx_of_a_library_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let run = |kernel: &str| {
        let text = format!(
            ".version 8.5\n.target sm_80\n.address_size 64\n.visible .entry {kernel}()\n{{\n ret;\n}}\n"
        );
        let library = library_with_ptx(folder.path(), &text);
        let script = format!("LD_PRELOAD={} $P {}", library.display(), steps(FOUR));
        let (output, file) = of_script("-k nested", &script).capture();
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        (text, captured((output, file), 7, "effects 4\n").ptx, words)
    };
    let (text, ptx, words) = run(NESTED);
    assert_eq!(ptx, [text.into_bytes()]);
    assert!(!words.contains("no PTX"), "{words}");
    // That of a kernel with a longer name is another's.
    let (_, ptx, words) = run(&format!("{NESTED}i"));
    assert!(ptx.is_empty() && words.contains("no PTX of the kernel was found"), "{words}");
}

#[test]
fn the_program_may_be_ended_when_the_launch_is_captured() {
    let steps = steps("context 0 cubin CUBIN 31 alloc 64 reach NESTED 1 sleep 60000");
    let launch = captured(profile("-k nested --stop", &steps).capture(), 0, "");
    assert_eq!(launch.memory.len(), 1);
}

#[test]
fn what_cannot_be_captured_is_named_and_the_program_goes_on() {
    let run = |options: &str, control: &str| profile(options, &steps(FOUR)).with(control).capture();
    refused(
        run("-k nested --launch 9", ""),
        7,
        "whose name has 'nested' were launched fewer than 9 times",
    );
    refused(run("-k other", ""), 7, "launched were: nested");
    let copy = run("-k nested --launch 2", "fail cuMemcpyDtoH_v2 0 1");
    refused(copy, 7, "cannot be copied (CUDA error 1)");
    let without = "context 0 alloc 64 reach NESTED 1 exit 0";
    refused(profile("-k nested", &steps(without)).capture(), 125, "the code of the kernel was not");
    let large = "context 0 cubin CUBIN 31 alloc 3000000 reach NESTED 1 exit 0";
    let run = profile("-k nested --limit 2", &steps(large)).capture();
    refused(run, 125, "more than 2 MiB of memory: --limit");
    let dies = "context 0 cubin CUBIN 31 exit 3";
    refused(
        profile("-k nested", &steps(dies)).capture(),
        3,
        "no kernel whose name has 'nested' was launched",
    );
}

#[test]
fn a_launch_that_does_not_end_in_time_is_let_go() {
    let run = |options: &str, control: &str| profile(options, &steps(FOUR)).with(control).capture();
    let of = |control: &str| run("-k nested --launch 3 --launch-timeout 0.3", control);
    refused(of("busy 1"), 7, "the work before the launch did not end within 0.3 s");
    let (output, file) = of("busy 2");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "effects 4\n");
    refused(
        (output, file),
        7,
        "captured: the launch did not end within 0.3 s; if it waits for the host",
    );
    captured(run("-k nested --launch 3", "busy 2"), 7, "effects 4\n");
    let without = run("-k nested --launch 3", "fail cuCtxRecordEvent 0 3");
    refused(without, 7, "no event can be recorded in its context (CUDA error 3)");
}

#[test]
fn graphs_and_streams_that_are_captured_are_left_alone() {
    let steps = steps(
        "context 0 cubin CUBIN 31 alloc 64 graph NESTED 2 3 capture-begins launch NESTED 1 1 \
         capture-ends sync effects exit 0",
    );
    let run = profile("-k nested", &steps).capture();
    refused(run, 125, "no kernel whose name has 'nested' was launched");
}

#[test]
fn a_launch_after_a_stream_was_captured_is_taken() {
    let steps = steps(
        "context 0 cubin CUBIN 31 alloc 64 capture-begins launch NESTED 1 1 capture-ends reach NESTED 1 \
         sync exit 0",
    );
    let launch = captured(profile("-k nested", &steps).capture(), 0, "");
    assert_eq!((launch.memory.len(), launch.captured.before), (1, 0));
}

#[test]
fn a_process_that_is_refused_costs_another_one_nothing() {
    let of = |alloc: u32| {
        steps(&format!("context 0 cubin CUBIN 31 alloc {alloc} reach NESTED 1 exit 0"))
    };
    let script = format!("$P {}; $P {}", of(3_000_000), of(64));
    let launch = captured(of_script("-k nested --limit 2", &script).capture(), 0, "");
    assert_eq!(launch.bytes(), 64);
}

#[test]
fn a_launch_of_a_step_is_found_by_an_earlier_recording() {
    // Two launches before the steps, each of which has two more.
    let steps = steps(
        "context 0 cubin CUBIN 31 alloc 64 reach NESTED 1 reach NESTED 1 launch init 1 7 repeat 10 push \
         train_step launch a 1 6 reach NESTED 1 launch b 1 6 reach NESTED 1 launch a 1 5 sync pop end \
         exit 0",
    );
    let profiled = profile("--nvtx-include all", &steps).run();
    assert!(profiled.err.contains("10 steps"), "{}", profiled.err);
    let capture = |options: &str| profile(&format!("-k nested {options}"), &steps).like(&profiled);
    let of = |options: &str| captured(capture(options).capture(), 0, "");
    assert_eq!(of("--step 1").captured.before, 2);
    assert_eq!(of("--step 4 --launch 2").captured.before, 2 + 3 * 2 + 1);
    let is_refused = |options: &str, part: &str| {
        refused(capture(options).capture(), 2, part);
    };
    is_refused("--step 11", "has 10 steps");
    is_refused("--step 1 --launch 3", "has 2 launches of such kernels");
}

/// Two processes of which the second meets its launch while the first still lives.
#[test]
fn of_several_processes_the_first_is_captured() {
    let of = |alloc: u32, after: &str| {
        steps(&format!(
            "context 0 cubin CUBIN 31 alloc {alloc} reach NESTED 1 {after} sync effects exit 0"
        ))
    };
    let script = format!("$P {} & sleep 1; $P {}; wait", of(64, "sleep 2500"), of(4096, ""));
    let both = of_script("-k nested", &script).capture();
    // Each prints what its own launch did.
    let launch = captured(both, 0, "effects 1\neffects 1\n");
    assert_eq!(launch.bytes(), 64);
}

#[test]
fn a_program_that_is_killed_leaves_no_file() {
    // The harness sees that nothing else is in the folder.
    let steps = steps("context 0 cubin CUBIN 31 alloc 64 sleep 60000 reach NESTED 1");
    let script = format!("$P {steps} & sleep 1; kill -9 $!; wait $!");
    refused(
        of_script("-k nested", &script).capture(),
        137,
        "no kernel whose name has 'nested' was launched",
    );
}

#[test]
fn code_that_was_loaded_twice_under_one_name_is_told() {
    let steps =
        steps("context 0 cubin CUBIN 31 alloc 64 unload cubin CUBIN 31 reach NESTED 1 exit 0");
    let (output, file) = profile("-k nested", &steps).capture();
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    // The same code twice is one.
    assert!(file.is_some() && !words.contains("modules have a kernel"), "{words}");
}

/// Without a GPU, a replay can only say what it lacks.
#[test]
fn a_replay_says_what_it_lacks() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| propp(&folder, &[&["replay"], words].concat());
    let file = in_repository("tests/fixtures/launches/in_place.launch");
    let file = file.to_str().unwrap();
    let words = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    if !std::path::Path::new("/dev/nvidiactl").exists() {
        let output = run(&[file]);
        assert_eq!(output.status.code(), Some(3), "{}", words(&output));
        assert!(words(&output).contains("no NVIDIA driver"), "{}", words(&output));
    }
    for (wrong, part) in [
        (&["missing.launch"][..], "No such file"),
        (&["Cargo.toml"], "it is not a captured launch"),
        (&[file, "--grid", "7"], "give --with or --source"),
        (&[file, "--with", "missing.cubin"], "cannot read missing.cubin"),
    ] {
        std::fs::write(folder.path().join("Cargo.toml"), "[package]").unwrap();
        let output = run(wrong);
        assert_eq!(output.status.code(), Some(2), "{}", words(&output));
        assert!(words(&output).contains(part), "{}", words(&output));
    }
    published_schema("replay-1", &ended(&run(&["--schema"]), 0));
}
