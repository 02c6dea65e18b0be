//! Launch files that nothing captured: made to harm, or damaged without a contradiction.

use std::process::{Command, Output};

use propp_collect::{free_memory, ptx_of};
use propp_recording_launch::{Launch, Region};
use propp_recording_wire::{Bytes, MemoryKind, Parameter, Reached, Variable};

use super::{bytes, captured, emulate, words, write};
use crate::support::redistributables;

const ADDRESS: u64 = 0x3_0200_0000;

/// A kernel `one` with a pointer to 64 numbers, which is in `%rd1`.
fn ptx(target: &str, before: &str, body: &str) -> String {
    format!(
        ".version 8.0\n.target {target}\n.address_size 64\n{before}\n.visible .entry one(.param .u64 p)\n\
         {{\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\nld.param.u64 %rd1, [p];\n{body}\nret;\n}}\n"
    )
}

/// A launch of one thread, which changes nothing.
fn of_ptx(text: String) -> Launch {
    let mut launch = captured();
    launch.ptx = vec![text.into_bytes()];
    launch.captured.name = "one".to_owned();
    let pointer = Parameter { offset: 0, value: Bytes(ADDRESS.to_le_bytes().to_vec()) };
    launch.captured.parameters = vec![pointer];
    launch.captured.memory =
        vec![Reached { address: ADDRESS, bytes: 256, kind: MemoryKind::Device }];
    launch.memory =
        vec![Region { before: bytes(&[1.0; 64]), after: Vec::new(), left_out: Vec::new() }];
    (launch.captured.variables, launch.variables) = (Vec::new(), Vec::new());
    (launch.captured.launch.grid, launch.captured.launch.block) = ([1; 3], [1; 3]);
    launch
}

/// Emulates a launch; whether a recording was left is checked, too.
#[track_caller]
fn run(launch: &Launch, options: &[&str], code: i32, part: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    write(launch, &folder.path().join("-x.launch"));
    let mut asked = options.to_vec();
    asked.extend(["--", "-x.launch"]);
    let (output, recording) = emulate(folder.path(), &asked);
    let text = words(&output) + &String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(code), "{text}");
    assert!(text.contains(part) && !text.contains("libcudart"), "{text}");
    // A kernel that ran is counted, also if what it had asked for was a fault.
    assert_eq!(recording.exists(), code < 2 || text.contains(BEYOND), "{text}");
    output
}

const BEYOND: &str = "outside of all allocations, or beyond the end of one";
const EQUAL: &str = "results equal, bit by bit";

#[test]
fn copies_and_sets_of_kernels_reach_allocations_alone() {
    const COPY: &str = ".extern .func (.param .b32 r) __cudaCDP2MemcpyAsync\n(.param .b64 a, .param .b64 b, \
                        .param .b64 c, .param .b32 d, .param .b64 e);";
    const SET: &str = ".extern .func (.param .b32 r) __cudaCDP2MemsetAsync\n(.param .b64 a, .param .b32 b, \
                       .param .b64 c, .param .b64 d);";
    let copy = |to: &str, from: &str, bytes: u32| {
        let body = format!(
            "{{\n.param .b64 a;\nst.param.b64 [a+0], {to};\n.param .b64 b;\nst.param.b64 [b+0], {from};\n\
             .param .b64 c;\nst.param.b64 [c+0], {bytes};\n.param .b32 d;\nst.param.b32 [d+0], 3;\n\
             .param .b64 e;\nst.param.b64 [e+0], 0;\n.param .b32 r;\n\
             call.uni (r), __cudaCDP2MemcpyAsync, (a, b, c, d, e);\nld.param.b32 %r1, [r+0];\n}}"
        );
        of_ptx(ptx("sm_90", COPY, &body))
    };
    let set = |to: &str, bytes: u32| {
        let body = format!(
            "{{\n.param .b64 a;\nst.param.b64 [a+0], {to};\n.param .b32 b;\nst.param.b32 [b+0], 0;\n\
             .param .b64 c;\nst.param.b64 [c+0], {bytes};\n.param .b64 d;\nst.param.b64 [d+0], 0;\n\
             .param .b32 r;\ncall.uni (r), __cudaCDP2MemsetAsync, (a, b, c, d);\n\
             ld.param.b32 %r1, [r+0];\n}}"
        );
        of_ptx(ptx("sm_90", SET, &body))
    };
    run(&copy("%rd1", "%rd1", 256), &[], 0, EQUAL);
    run(&set("%rd1", 256), &[], 1, "RESULTS DIFFER: 64 of 64 numbers");
    for launch in [
        copy("4660", "%rd1", 4),
        copy("%rd1", "4660", 4),
        copy("%rd1", "%rd1", 260),
        set("4660", 4),
        set("%rd1", 260),
    ] {
        let output = run(&launch, &[], 125, BEYOND);
        assert!(words(&output).contains("no results were compared"), "{}", words(&output));
    }
}

#[test]
fn variables_that_no_machine_has_room_for_are_refused() {
    let launch = of_ptx(ptx("sm_90", ".global .b8 big[250000000000];", ""));
    if free_memory().is_some_and(|free| free < 250_000_000_000) {
        let output = run(&launch, &[], 125, "more than this machine has free");
        assert!(words(&output).contains("no kernel ran"), "{}", words(&output));
    }
}

#[test]
fn clusters_are_counted_and_those_of_one_block_are_none() {
    let mut launch = of_ptx(ptx("sm_90", "", ""));
    launch.captured.launch.cluster = [1; 3];
    launch.captured.before = u64::MAX;
    run(&launch, &[], 0, EQUAL);
    launch.captured.launch.cluster = [u32::MAX; 3];
    run(&launch, &[], 2, "it has clusters of blocks");
}

#[test]
fn an_access_beyond_placed_memory_names_it() {
    let launch =
        of_ptx(ptx("sm_90", "", "ld.global.u32 %r1, [%rd1+256];\nst.global.u32 [%rd1+256], %r1;"));
    let allocation = "after the end of an allocation (device memory,";
    run(&launch, &[], 0, allocation);
}

#[test]
fn names_of_a_file_forge_no_verdict() {
    let mut launch = of_ptx(ptx("sm_90", "", "mov.u32 %r1, 7;\nst.global.u32 [%rd1], %r1;"));
    let name = "a\nemulated  results equal, bit by bit".to_owned();
    launch.device.as_mut().unwrap().name.clone_from(&name);
    launch.captured.variables = vec![Variable { name, bytes: 4 }];
    launch.variables = vec![Region { before: vec![0; 4], after: Vec::new(), left_out: Vec::new() }];
    let output = run(&launch, &[], 1, "RESULTS DIFFER");
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(out.contains("without the captured variables a\\nemulated"), "{out}");
    assert_eq!(out.lines().filter(|line| line.starts_with("emulated ")).count(), 1, "{out}");
}

#[test]
fn what_keeps_a_kernel_from_running_is_named() {
    let plain = || of_ptx(ptx("sm_90", "", ""));
    // Addresses that processors with four levels of pages do not have, and those of the emulation itself.
    for (address, why) in [(1 << 56, "has no such addresses"), (0x2000_0000_0000, "keeps its own")]
    {
        let mut launch = plain();
        launch.captured.memory[0].address = address;
        let output = run(&launch, &[], 125, why);
        assert!(words(&output).contains("no kernel ran"), "{}", words(&output));
    }
    let mut launch = plain();
    launch.captured.launch.grid = [0, 1, 1];
    run(&launch, &[], 125, "are not what the GPU allows; no kernel ran");
    run(&of_ptx(ptx("sm_90", ".global .b8 g[1 2 3];", "")), &[], 125, "no kernel ran");
}

#[test]
fn ptx_for_another_gpu_and_no_ptx_are_two_messages() {
    run(&of_ptx(ptx("sm_90", "", "")), &["--gpu", "a100"], 2, "is not for compute capability 8.0");
    let folder = tempfile::tempdir().unwrap();
    let launch = of_ptx(ptx("sm_90", "", ""));
    let given = |bytes: &[u8], part: &str, code: i32| {
        let file = folder.path().join("given.ptx");
        std::fs::write(&file, bytes).unwrap();
        run(&launch, &["--ptx", file.to_str().unwrap()], code, part);
    };
    let text = ptx("sm_90", "", "");
    given(text.as_bytes(), EQUAL, 0);
    let newer = text.replace("sm_90", "sm_100");
    given(newer.as_bytes(), "has no PTX of one for compute capability 9.0: compile it", 2);
    for other in [format!("\u{feff}{text}"), text.replace("one", "two"), "no code".to_owned()] {
        given(other.as_bytes(), "has no PTX of one; give --ptx a program", 2);
    }
}

/// The PTX of a program is that of all its units, or none.
#[test]
fn a_unit_without_ptx_is_not_left_out() {
    let Some(cuda) = redistributables() else { return };
    let folder = tempfile::tempdir().unwrap();
    let nvcc = |words: &[&str]| {
        let mut command = Command::new(cuda.join("bin/nvcc"));
        command.args(["-rdc=true", "-cudart", "shared"]).current_dir(folder.path());
        let output =
            command.arg(format!("-L{}", cuda.join("lib").display())).args(words).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let one = "extern __device__ float f(float x);\n__global__ void one(float* x) { *x = f(*x); }\nint main() {}\n";
    std::fs::write(folder.path().join("one.cu"), one).unwrap();
    std::fs::write(folder.path().join("two.cu"), "__device__ float f(float x) { return 2 * x; }\n")
        .unwrap();
    let (both, machine) = ("arch=compute_90,code=[sm_90,compute_90]", "arch=compute_90,code=sm_90");
    nvcc(&["-gencode", both, "-c", "one.cu", "-o", "one.o"]);
    for (code, texts) in [(both, Some(2)), (machine, None)] {
        nvcc(&["-gencode", code, "-c", "two.cu", "-o", "two.o"]);
        nvcc(&["-arch=sm_90", "one.o", "two.o", "-o", "app"]);
        let program = std::fs::read(folder.path().join("app")).unwrap();
        let found = ptx_of(&program, "_Z3onePf", 90);
        assert_eq!(found.map(|found| found.len()), texts, "{code}");
    }
}
