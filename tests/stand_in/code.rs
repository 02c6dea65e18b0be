//! The code of measured kernels: from the driver's memory into the recording. The stand-in
//! takes a module's code out of the memory as soon as CUPTI's callback has returned.

use std::path::Path;

use propp_code_sass::Cubin;
use propp_recording::{CodeRow, Recording};

use super::library::cubin;
use super::profile::{Profiled, of_script, profile};

/// A kernel of `kernels.cu`.
pub(crate) const NESTED: &str = "_Z6nestedPKfPfii";
const CALLS: &str = "_Z5callsPKfPfi";

/// Steps with the names of kernels in place of `NESTED` and `CALLS`, and of files in place of
/// `sm_NN`.
fn steps(text: &str) -> String {
    let words = text.split_whitespace().map(|word| match word {
        "NESTED" => NESTED.to_owned(),
        "CALLS" => CALLS.to_owned(),
        "sm_80" | "sm_90" | "sm_100" => path(&cubin(&format!("kernels.{word}"))),
        "plain" => path(&cubin("plain.sm_90")),
        other => other.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn path(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

/// Function, architecture and registers of each piece of code, which must be what the fixture
/// has; in the order of the rows.
fn code(recording: &Recording) -> Vec<(&str, u32, u32)> {
    recording.code.iter().map(|row| one(recording, row)).collect()
}

fn one<'a>(recording: &'a Recording, row: &CodeRow) -> (&'a str, u32, u32) {
    let stored = &recording.cubins[row.cubin];
    let bytes = stored.unpack().unwrap();
    assert!(stored.zlib.len() < bytes.len());
    let cubin = Cubin::parse(&bytes).unwrap();
    let name = recording.names[row.function].as_str();
    let function = cubin.function(name).unwrap();
    let architecture = cubin.architecture().number();
    assert_eq!(stored.architecture, Some(architecture));
    let whole = std::fs::read(self::cubin(&format!("kernels.sm_{architecture}"))).unwrap();
    let whole = Cubin::parse(&whole).unwrap();
    let expected = whole.function(name).unwrap();
    assert_eq!(function.code, expected.code);
    assert_eq!(function.resources, expected.resources);
    let lines = cubin.lines().unwrap();
    let table = lines.table(function).unwrap();
    assert!(function.instructions().all(|instruction| table.at(instruction.offset).is_some()));
    (name, architecture, function.resources.registers.unwrap())
}

fn quiet(profiled: &Profiled) -> &Recording {
    profiled.expect(0, "", &[]);
    &profiled.recording
}

#[test]
fn code_of_measured_kernels_is_kept_and_no_other() {
    let steps = steps("context 0 cubin sm_90 31 launch NESTED 1 3 sync");
    let profiled = profile("", &steps).run();
    assert_eq!(code(quiet(&profiled)), [(NESTED, 90, 31)]);
    assert_eq!(profiled.recording.cubins.len(), 1);
    assert!(profiled.err.contains("with code 2.15 KiB of 1 kernel\n"), "{}", profiled.err);
    // What is launched in the trace run and filtered out is not measured.
    let filtered =
        super::code::steps("context 0 cubin sm_90 32 launch NESTED 1 1 launch CALLS 1 1");
    let profiled = profile("-k calls", &filtered).run();
    assert_eq!(code(quiet(&profiled)), [(CALLS, 90, 32)]);
}

#[test]
fn without_a_trace_run_all_code_is_sent_and_what_is_measured_kept() {
    let steps = steps("context 0 cubin sm_90 32 launch CALLS 1 1 sync");
    let profiled = profile("--runs count", &steps).run();
    assert_eq!(code(quiet(&profiled)), [(CALLS, 90, 32)]);
}

#[test]
fn unloaded_code_is_kept_and_touched_no_more() {
    let steps = steps(
        "context 0 repeat 5 cubin sm_90 31 launch NESTED 1 2 sync unload end \
         cubin sm_80 32 launch CALLS 1 1 unload",
    );
    let profiled = profile("--all", &steps).run();
    assert_eq!(code(quiet(&profiled)), [(NESTED, 90, 31), (CALLS, 80, 32)]);
}

/// Counters of single passes come when the code may be gone.
#[test]
fn code_is_kept_that_was_unloaded_before_its_counters_came() {
    let steps = steps("context 0 repeat 3 cubin sm_90 31 launch NESTED 1 2 sync unload end");
    let profiled = profile("--replay application", &steps).run();
    let found = code(quiet(&profiled));
    assert!(found.len() > 1 && found.iter().all(|one| *one == (NESTED, 90, 31)), "{found:?}");
    assert_eq!(profiled.recording.cubins.len(), 1, "one for all runs");
}

#[test]
fn the_same_cubin_is_kept_once() {
    // In two contexts of a process.
    let twice = "context 0 cubin sm_90 31 launch NESTED 1 1 sync \
                 context 0 cubin sm_90 31 launch NESTED 1 1 sync";
    let profiled = profile("--all", &steps(twice)).run();
    assert_eq!(code(quiet(&profiled)), [(NESTED, 90, 31)]);
    assert_eq!(profiled.recording.cubins.len(), 1);
    // In two processes, each of which has it.
    let script = format!(
        "for i in 1 2; do $P {}; done",
        steps("context 0 cubin sm_90 31 launch NESTED 1 1 sync")
    );
    let profiled = of_script("--all", &script).run();
    assert_eq!(code(quiet(&profiled)), [(NESTED, 90, 31); 2]);
    assert_eq!(profiled.recording.cubins.len(), 1);
    let processes: Vec<usize> = profiled.recording.code.iter().map(|row| row.process).collect();
    assert_ne!(processes[0], processes[1]);
}

#[test]
fn of_two_cubins_with_a_kernel_of_the_same_name_the_launched_one_is_kept() {
    let both = "context 0 cubin sm_80 29 launch NESTED 1 1 sync cubin sm_100 28 \
                launch NESTED 1 1 sync";
    let profiled = profile("--all", &steps(both)).run();
    assert_eq!(code(quiet(&profiled)), [(NESTED, 80, 29), (NESTED, 100, 28)]);
    let first = "context 0 cubin sm_100 28 cubin sm_80 29 launch NESTED 1 1 sync";
    let profiled = profile("--all", &steps(first)).run();
    assert_eq!(code(quiet(&profiled)), [(NESTED, 80, 29)]);
    // It is neither of the two.
    let unknown = "context 0 cubin sm_80 29 cubin sm_100 99 launch NESTED 1 1 sync";
    let profiled = profile("--all", &steps(unknown)).run().ends(0, "", &["code-unseen"]);
    assert!(profiled.notices().contains("launched with 99 registers"), "{}", profiled.notices());
    assert_eq!(profiled.recording.code, []);
}

/// Of a module that is small.
#[test]
fn kernels_that_the_trace_run_did_not_have_have_code() {
    let folder = tempfile::tempdir().unwrap();
    let large = folder.path().join("large");
    let mut bytes = std::fs::read(cubin("kernels.sm_90")).unwrap();
    bytes.resize(2 << 20, 0xa5);
    std::fs::write(&large, bytes).unwrap();
    for (module, expected) in
        [(path(&cubin("kernels.sm_90")), &[][..]), (path(&large), &["code-unseen"])]
    {
        let again = folder.path().join(format!("{} launches", expected.len()));
        let program = format!(
            "context 0 cubin {module} 31 launch NESTED 1 2 second {} cubin {module} 32 launch CALLS 1 2 end sync",
            path(&again).replace(' ', "_")
        );
        let profiled = profile("", &steps(&program)).run().ends(0, "", expected);
        assert_eq!(profiled.measured_of(CALLS).count(), 2);
        let has_both = code(&profiled.recording).len() == 2;
        assert_eq!(has_both, expected.is_empty(), "{}", profiled.notices());
        let told = profiled
            .notices()
            .contains("calls(float const*, float*, int) is missing: the trace run did not have");
        assert_eq!(told, !has_both, "{}", profiled.notices());
    }
}

#[test]
fn a_crash_while_code_is_read_costs_the_code_alone() {
    let steps = steps("context 0 cubin sm_90 31 launch NESTED 1 3 sync effects exit 7");
    for options in ["", "--runs count"] {
        let profiled = profile(options, &steps).with("torn YES").run();
        profiled.expect(7, "effects 3\n", &["ended-differently"]);
        let told = "while propp read its code; the run is made again without collecting the code";
        assert!(profiled.notices().contains(told), "{}", profiled.notices());
        assert_eq!(profiled.measured_of(NESTED).count(), 3);
        assert_eq!(profiled.recording.code, []);
    }
}

#[test]
fn a_load_inside_of_a_reading_is_left_alone() {
    let steps = steps("context 0 cubin sm_90 31 launch NESTED 1 3 sync effects");
    let profiled = profile("", &steps).with("nested YES").run().ends(0, "effects 3\n", &[]);
    assert_eq!(code(&profiled.recording), [(NESTED, 90, 31)]);
}

/// 20 MB of code on each of 16 threads.
#[test]
fn threads_that_load_code_take_the_memory_of_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("code");
    let whole = std::fs::read(cubin("kernels.sm_90")).unwrap();
    std::fs::write(&file, with_long_code(&whole, 20 << 20)).unwrap();
    let program = format!("context 0 cubins 16 {} 31 launch NESTED 1 1 memory", file.display());
    let profiled = profile("--runs count", &steps(&program)).run();
    let kilobytes = profiled.out.trim().strip_prefix("memory ").unwrap().parse::<u64>().unwrap();
    assert!((20_000..150_000).contains(&kilobytes), "{kilobytes} kB");
}

#[test]
fn kernels_of_graphs_have_code() {
    let graph = steps("context 0 cubin sm_90 31 graph NESTED 2 2 sync");
    let profiled = profile("--all", &graph).run();
    assert_eq!(code(quiet(&profiled)), [(NESTED, 90, 31)]);
    // Without a trace run they have no names.
    let profiled = profile("--runs count", &graph).run().ends(0, "", &["code-unseen"]);
    assert!(profiled.notices().contains("the code of kernels of graphs is missing"));
}

#[test]
fn kernels_of_modules_that_were_not_seen_are_named() {
    let steps = steps("context 0 launch vadd 1 1 cubin sm_90 31 launch NESTED 1 1 launch vmul 1 9");
    let profiled = profile("--all", &steps).run().ends(0, "", &["code-unseen"]);
    let told = |kernel: &str| profiled.notices().matches(&format!("code of {kernel} is")).count();
    assert_eq!(["vadd", "vmul", "nested"].map(told), [1, 1, 0], "{}", profiled.notices());
    assert_eq!(code(&profiled.recording), [(NESTED, 90, 31)]);
}

#[test]
fn code_outlives_a_propp_that_is_killed() {
    let steps = steps("context 0 cubin sm_90 31 launch NESTED 1 3 sync sleep 500 kill-propp");
    let profiled = profile("--runs count", &steps).run();
    assert_eq!(profiled.code, 137);
    assert!(!profiled.recording.is_finished());
    assert_eq!(code(&profiled.recording), [(NESTED, 90, 31)]);
}

#[test]
fn code_can_be_left_out() {
    let steps = steps("context 0 cubin sm_90 31 launch NESTED 1 3 sync");
    let profiled = profile("--no-code", &steps).run();
    assert_eq!(quiet(&profiled).code, []);
    assert_eq!(profiled.recording.cubins, []);
    assert_eq!(profiled.recording.meta["option.no-code"], "true");
    assert!(!profiled.err.contains("with code"), "{}", profiled.err);
    assert_eq!(profile("--runs trace", &steps).run().recording.code, []);
    let refused = profile("--no-code --lines", &steps).fails();
    assert!(refused.contains("need the code of kernels"), "{refused}");
}

#[test]
fn damaged_code_is_told_and_harms_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let whole = std::fs::read(cubin("kernels.sm_90")).unwrap();
    for (name, bytes) in [
        ("cut", &whole[..whole.len() / 2]),
        ("text", b"this is no cubin, but it is longer than the header of one would be, is it not"),
        ("empty", b""),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, bytes).unwrap();
        let damaged =
            format!("context 0 cubin {} 16 launch NESTED 1 3 sync unload effects", file.display());
        let profiled = profile("", &steps(&damaged)).run();
        profiled.expect(0, "effects 3\n", &["code-unreadable", "code-unseen"]);
        assert_eq!(profiled.recording.code, []);
        assert_eq!(profiled.measured_of(NESTED).count(), 3, "it is measured all the same");
    }
}

/// A module of 40 MB, most of it data, is cut down; one whose code is as long is left out.
#[test]
fn huge_modules_take_no_more_than_their_kernels() {
    let folder = tempfile::tempdir().unwrap();
    let whole = std::fs::read(cubin("kernels.sm_90")).unwrap();
    let mut long = whole.clone();
    long.resize(40 << 20, 0xa5);
    let data = folder.path().join("data");
    std::fs::write(&data, &long).unwrap();
    let program = format!("context 0 cubin {} 31 launch NESTED 1 2 sync effects", data.display());
    let profiled = profile("", &steps(&program)).run().ends(0, "effects 2\n", &[]);
    assert_eq!(code(&profiled.recording), [(NESTED, 90, 31)]);
    assert!(profiled.recording.cubins[0].zlib.len() < 5000);
    let code = folder.path().join("code");
    std::fs::write(&code, with_long_code(&whole, 40 << 20)).unwrap();
    let program = format!("context 0 cubin {} 31 launch NESTED 1 2 sync effects", code.display());
    let profiled = profile("", &steps(&program)).run();
    profiled.expect(0, "effects 2\n", &["code-left-out", "code-unseen"]);
    assert_eq!(profiled.recording.code, []);
}

/// The cubin with the code of `NESTED` moved to its end and so many bytes long.
fn with_long_code(cubin: &[u8], length: usize) -> Vec<u8> {
    let number = |at: usize| u64::from_le_bytes(cubin[at..at + 8].try_into().unwrap()) as usize;
    let text = cubin_section(cubin, &Cubin::parse(cubin).unwrap());
    let mut long = cubin.to_vec();
    let start = long.len();
    long.resize(start + length, 0);
    let header = number(40) + 64 * text;
    long[header + 24..header + 32].copy_from_slice(&(start as u64).to_le_bytes());
    long[header + 32..header + 40].copy_from_slice(&(length as u64).to_le_bytes());
    long
}

/// The number of the section with the code of `NESTED`.
fn cubin_section(bytes: &[u8], cubin: &Cubin<'_>) -> usize {
    let code = cubin.function(NESTED).unwrap().code;
    let offset = (code.as_ptr().addr() - bytes.as_ptr().addr()) as u64;
    let headers = u64::from_le_bytes(bytes[40..48].try_into().unwrap()) as usize;
    let mut sections = bytes[headers..].chunks_exact(64);
    sections.position(|header| header[24..32] == offset.to_le_bytes()).unwrap()
}
