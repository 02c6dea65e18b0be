//! Captured launches where commands take a program: the replay runs under the injected library.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use propp_recording_launch::{Launch, Writer, read};
use propp_recording_wire::{
    Bytes, CaptureEnds, Contents, Frame, MemoryKind, Parameter, Part, Reached,
};

use super::code::NESTED;
use super::library::{cubin, folder};
use super::profile::of_launch;
use crate::support::propp::{in_repository, propp};

/// An address that nothing has in a process that begins.
const ADDRESS: u64 = 0x10_0000_0000;

/// A launch whose memory is 0 before it; what it leaves is known to the stand-in, which leaves it 0.
fn launch_file(folder: &Path, left: u8) -> PathBuf {
    let fixture = std::fs::read(in_repository("tests/fixtures/launches/in_place.launch")).unwrap();
    let Launch { process, device, mut captured, .. } = read(fixture.as_slice()).unwrap();
    let code = std::fs::read(cubin("kernels.sm_90")).unwrap();
    captured.name = NESTED.to_owned();
    captured.before = 4;
    captured.code_bytes = code.len() as u64;
    captured.variables.clear();
    captured.memory = vec![Reached { address: ADDRESS, bytes: 4096, kind: MemoryKind::Device }];
    let parameter = |offset, bytes: &[u8]| Parameter { offset, value: Bytes(bytes.to_vec()) };
    captured.parameters =
        vec![parameter(0, &ADDRESS.to_le_bytes()), parameter(8, &3_u32.to_le_bytes())];
    let contents = |part, bytes: &[u8]| {
        Frame::Contents(Contents { part, index: 0, offset: 0, bytes: Bytes(bytes.to_vec()) })
    };
    let path = folder.join("k.launch");
    let mut writer = Writer::new(std::fs::File::create(&path).unwrap()).unwrap();
    let ends = CaptureEnds { has_succeeded: true, refused: String::new() };
    for frame in [
        Frame::Hello(process),
        Frame::Device(device.unwrap()),
        Frame::Captured(Box::new(captured)),
        contents(Part::Code, &code),
        contents(Part::Memory, &[0; 4096]),
        contents(Part::MemoryAfter, &[left; 8]),
        Frame::CaptureEnds(ends),
    ] {
        writer.frame(&frame).unwrap();
    }
    writer.finish().unwrap();
    path
}

#[test]
fn the_profile_of_a_launch_has_its_kernel_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = launch_file(folder.path(), 0);
    let profiled = of_launch("", &file, "").run();
    profiled.expect(0, "", &[]);
    let recording = &profiled.recording;
    assert_eq!(profiled.traced(), [NESTED; 20]);
    assert!(recording.copies.is_empty() && recording.sets.is_empty());
    assert_eq!(profiled.measured_of(NESTED).count(), recording.measurements.len());
    assert!(!recording.measurements.is_empty());
    assert_eq!(recording.replayed_launch(), Some("launch 5 of nested in app"));
    assert_eq!(recording.command(), [file.to_str().unwrap()]);
    let screen = &profiled.err;
    assert!(
        screen.contains("launch 5 of nested in app, replayed alone: 20 launches, median"),
        "{screen}"
    );
    assert!(!screen.contains("propp_hold") && !screen.contains("GPU busy"), "{screen}");
    let shown = propp(&folder, &["show", profiled.file().to_str().unwrap(), "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    for name in ["HSync", "DT"] {
        let of_run = &report["run"]["criteria"][name];
        assert_eq!(of_run["state"], "not_applicable");
        assert!(of_run.to_string().contains("replayed alone"), "{of_run}");
    }
}

#[test]
fn rounds_of_the_replay_and_wrong_results_are_the_profiles() {
    let folder = tempfile::tempdir().unwrap();
    let right = of_launch("--runs trace", &launch_file(folder.path(), 0), "--rounds 3").run();
    right.expect(0, "", &[]);
    assert_eq!(right.traced(), [NESTED; 3]);
    let wrong = of_launch("--runs trace", &launch_file(folder.path(), 7), "--rounds 3").run();
    assert_eq!(wrong.code, 1, "{}", wrong.err);
    assert!(wrong.err.contains("RESULTS DIFFER: 2 of 1024 numbers"), "{}", wrong.err);
}

/// A propp that profiles with the stand-ins.
fn stood_in(home: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_propp"));
    command.args(words).current_dir(home).env("LD_LIBRARY_PATH", folder());
    command.env("PROPP_CUDA_DIR", folder()).env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.output().unwrap()
}

#[track_caller]
fn prints(home: &Path, words: &[&str], codes: &[i32]) -> [String; 2] {
    let output = stood_in(home, words);
    let texts = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(codes.contains(&output.status.code().unwrap()), "{words:?}: {texts:?}");
    texts
}

#[test]
fn launches_are_compared_and_the_first_is_the_reference() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let file = launch_file(home, 0);
    std::fs::copy(&file, home.join("b.launch")).unwrap();
    let [both, told] = prints(home, &["compare", "k.launch", "b.launch", "--format", "json"], &[0]);
    assert!(told.contains("profiling k.launch") && told.contains("profiling b.launch"), "{told}");
    let both: serde_json::Value = serde_json::from_str(&both).unwrap();
    let names: Vec<&str> = both["sides"]
        .as_array()
        .unwrap()
        .iter()
        .map(|side| side["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["k.launch", "b.launch"]);

    let other = cubin("kernels.sm_90");
    let words = ["compare", "k.launch", "--with", other.to_str().unwrap(), "-k", NESTED];
    let [text, _] = prints(home, &words, &[0]);
    let replay = text.find("other     5.00 us").unwrap_or_else(|| panic!("{text}"));
    let table = text.find("captured").unwrap();
    assert!(table < replay && text.contains("No difference in time of 1 %"), "{text}");
    assert!(text.matches("kernels.sm_90.cubin").count() > 0, "{text}");

    let wrong = launch_file(home, 7);
    std::fs::rename(wrong, home.join("w.launch")).unwrap();
    let words = ["compare", "w.launch", "--with", other.to_str().unwrap()];
    let [text, told] = prints(home, &words, &[1]);
    assert!(told.contains("captured kernel itself gives other results"), "{told}");
    assert!(text.is_empty() && !told.contains("profiling"), "{text}{told}");
}

#[test]
fn a_launch_is_several_runs_for_a_baseline_and_the_gate() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    launch_file(home, 0);
    let [_, told] = prints(home, &["baseline", "k.launch", "-o", "b.json"], &[0]);
    assert!(
        told.contains("profiling k.launch, run 5 of 5") && told.contains("of 5 runs"),
        "{told}"
    );
    let [text, told] = prints(home, &["gate", "k.launch", "-b", "b.json"], &[0, 3]);
    assert!(told.contains("run 3 of 3") && text.contains("3 runs against 5"), "{told}{text}");
}

#[test]
fn other_commands_say_what_they_need_of_a_launch() {
    let folder = tempfile::tempdir().unwrap();
    let file = launch_file(folder.path(), 0);
    let file = file.to_str().unwrap();
    let says = |words: &[&str], part: &str| {
        let output = propp(&folder, words);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {told}");
        assert!(told.contains(part), "{words:?}: {told}");
    };
    says(&["show", file], "make one: propp profile");
    says(&["compare", "a.propp", file, "--source", "k.cu"], "one captured launch");
    says(&["compare", file, "--grid", "7"], "one captured launch");
    says(&["replay", file, "-k", "x"], "give --with or --source");
    says(&["replay", file, "--against", "none.cubin"], "cannot read none.cubin");
    let twice = ["advise", "--try", "make && app", file, file, "a.cu"];
    says(&twice, "and a captured launch, if edits are to be tried on one");
}
