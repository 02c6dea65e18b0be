//! `propp probe` without a GPU: what the runner does with a machine that is made up, how
//! its samples come through the recording, and the command on such recordings.

mod made_up;

use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use propp_base_model::{DeviceProfile, Finding};
use propp_probe_experiments::{ALL, Experiment};
use propp_probe_run::{
    Findings, Neighbours, Pace, ProbeRecording, RunError, RunSettings, RunSummary, Subject, report,
    run,
};
use propp_recording::Recording;
use propp_recording_store::read;
use serde_json::Value;

use crate::support::propp::{self, fits, propp_here, published_schema};
use made_up::{DEVICE, FAILING, FIRST, FIRST_AGAIN, Fake, LACKING, SECOND};

fn subject() -> Subject {
    Subject {
        gpu: "NVIDIA Made Up".to_owned(),
        compute_capability: "9.0".to_owned(),
        driver: "580.65.06 (CUDA 13.0)".to_owned(),
        compiler: "nvcc 13.0.88 sm_90".to_owned(),
    }
}

const AT_ONCE: Pace = Pace { least: Duration::ZERO, most: Duration::from_millis(5) };

static NEVER: AtomicBool = AtomicBool::new(false);

fn attempt(
    path: &Path,
    machine: &mut Fake,
    experiments: &[&'static Experiment],
    stop: &AtomicBool,
    neighbours: &Neighbours<'_>,
) -> Result<RunSummary, RunError> {
    let mut keep = ProbeRecording::begin(path, false, &subject()).unwrap();
    let given = RunSettings { machine, experiments, neighbours, stop, pace: AT_ONCE, quiet: true };
    let outcome = run(given, &mut keep)?;
    keep.finish(false).unwrap();
    Ok(outcome)
}

fn measured(path: &Path, machine: &mut Fake, experiments: &[&'static Experiment]) -> RunSummary {
    attempt(path, machine, experiments, &NEVER, &Neighbours::unknown()).unwrap()
}

fn place() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("probe.propp");
    (folder, path)
}

/// A recording of the real first experiment on the made-up GPU.
fn real(path: &Path) {
    measured(path, &mut Fake::new(), &[&DEVICE]);
}

fn values(recording: &Recording, experiment: &str) -> Vec<f64> {
    let of = recording.probes.iter().filter(|sample| sample.experiment == experiment);
    of.flat_map(|sample| sample.values.clone()).collect()
}

#[test]
fn samples_come_through_the_recording_as_they_were() {
    let (_folder, path) = place();
    let outcome = measured(&path, &mut Fake::new(), &[&FIRST, &SECOND]);
    assert_eq!(outcome, RunSummary { measured: 2, ..RunSummary::default() });
    let recording = read(&path).unwrap();
    assert!(recording.is_finished());
    assert_eq!(recording.gpu(), Some("NVIDIA Made Up"));
    let first = &recording.probes[0];
    assert_eq!((first.experiment.as_str(), first.series.as_str()), ("made.first", "line"));
    assert_eq!(first.get("bytes"), Some(64.0));
    assert_eq!((first.unit.as_str(), first.repeat, first.stable), ("cycles", 0, true));
    assert_eq!(first.values, [33.875; 3]);
    // Two points, three repetitions each.
    assert_eq!(values(&recording, "made.second"), [1.0; 18]);
    assert_eq!(recording.probes[3].get("bytes"), Some(0.1));
}

#[test]
fn an_experiment_that_is_measured_anew_replaces_its_samples_and_no_others() {
    let (_folder, path) = place();
    measured(&path, &mut Fake::new(), &[&FIRST, &SECOND, &LACKING]);
    measured(&path, &mut Fake::new(), &[&FIRST_AGAIN, &LACKING]);
    let recording = read(&path).unwrap();
    assert_eq!(values(&recording, "made.first"), [37.5; 18]);
    assert_eq!(values(&recording, "made.second"), [1.0; 18]);
    assert_eq!(recording.notices.len(), 1);
}

#[test]
fn a_compressed_recording_is_gone_on_with_and_stays_compressed() {
    let (_folder, path) = place();
    measured(&path, &mut Fake::new(), &[&FIRST]);
    ProbeRecording::begin(&path, false, &subject()).unwrap().finish(true).unwrap();
    assert_eq!(std::fs::read(&path).unwrap()[..2], [0x1f, 0x8b]);
    measured(&path, &mut Fake::new(), &[&SECOND]);
    assert_eq!(std::fs::read(&path).unwrap()[..2], [0x1f, 0x8b]);
    assert_eq!(read(&path).unwrap().probes.len(), 12);
}

#[test]
fn probes_of_something_else_are_left_alone_without_force() {
    let (_folder, path) = place();
    measured(&path, &mut Fake::new(), &[&FIRST]);
    let other = Subject { driver: "590.1".to_owned(), ..subject() };
    let words = ProbeRecording::begin(&path, false, &other).unwrap_err().to_string();
    assert!(words.contains("holds probes with probe.driver = 580.65.06 (CUDA 13.0)"), "{words}");
    ProbeRecording::begin(&path, true, &other).unwrap().finish(false).unwrap();
    assert!(read(&path).unwrap().probes.is_empty());
    let device =
        ProbeRecording::begin(Path::new("/dev/null"), true, &other).unwrap_err().to_string();
    assert!(device.contains("/dev/null: it is not a file that could be replaced"), "{device}");
}

#[test]
fn what_the_gpu_cannot_do_is_told_and_kept_and_the_rest_is_measured() {
    let (_folder, path) = place();
    let outcome = measured(&path, &mut Fake::new(), &[&LACKING, &FAILING, &SECOND]);
    assert_eq!((outcome.measured, outcome.failed), (1, 1));
    let recording = read(&path).unwrap();
    assert_eq!(recording.notices, outcome.notices);
    let told: Vec<(&str, &str)> =
        recording.notices.iter().map(|n| (n.code.as_str(), n.text.as_str())).collect();
    assert_eq!(
        told,
        [
            (
                "probe-lacks:made.lacking",
                "made.lacking: skipped: lacking: no clusters before sm_90"
            ),
            (
                "probe-failed:made.failing",
                "made.failing: failed: failing: an illegal memory access was encountered"
            ),
        ]
    );
}

#[test]
fn a_gpu_that_does_not_answer_ends_it_and_what_was_measured_is_kept() {
    let (_folder, path) = place();
    // Two looks to warm up, one after each experiment.
    let mut machine = Fake { clocks: vec![1980.0, 1980.0, 1980.0, -1.0], ..Fake::new() };
    let ended = attempt(&path, &mut machine, &[&FIRST, &FAILING], &NEVER, &Neighbours::unknown());
    let words = ended.unwrap_err().to_string();
    assert!(words.starts_with("the GPU does not answer: clock: the device is lost"), "{words}");
    let recording = read(&path).unwrap();
    assert!(!recording.is_finished());
    assert_eq!(recording.probes.len(), 6);
    assert_eq!(recording.notices.len(), 1);
}

#[test]
fn after_a_clock_that_drifts_the_experiment_is_repeated_once() {
    let (_folder, path) = place();
    // It drops during the first experiment, and stays.
    let mut machine = Fake { clocks: vec![1980.0, 1980.0, 1700.0], ..Fake::new() };
    let outcome = measured(&path, &mut machine, &[&FIRST]);
    assert_eq!(outcome, RunSummary { measured: 1, ..RunSummary::default() });
    // Warm-up twice, and a look after each of two attempts.
    assert_eq!(machine.looks, 6);
    assert_eq!(read(&path).unwrap().probes.len(), 6);
    // It never settles.
    let clocks = (0..1_000_000).map(|i| if i % 2 == 0 { 1980.0 } else { 1500.0 }).collect();
    let outcome = measured(&path, &mut Fake { clocks, ..Fake::new() }, &[&FIRST]);
    assert_eq!(outcome.notices[0].code, "probe-clock:made.first");
}

#[test]
fn other_processes_on_the_gpu_are_told() {
    let (_folder, path) = place();
    let neighbours = Neighbours::before(|| vec![4711]);
    let outcome = attempt(&path, &mut Fake::new(), &[&FIRST], &NEVER, &neighbours).unwrap();
    let words = "made.first: another process used the GPU meanwhile (id 4711)";
    assert_eq!(outcome.notices[0].text, words);
}

#[test]
fn an_interrupt_keeps_what_is_whole() {
    static STOP: AtomicBool = AtomicBool::new(false);
    let (_folder, path) = place();
    let mut machine = Fake { stop_at: Some(("other", &STOP)), ..Fake::new() };
    let experiments = [&FIRST, &SECOND, &FIRST_AGAIN];
    let outcome =
        attempt(&path, &mut machine, &experiments, &STOP, &Neighbours::unknown()).unwrap();
    assert!(outcome.interrupted);
    assert_eq!((outcome.measured, outcome.failed), (1, 0));
    let recording = read(&path).unwrap();
    assert_eq!(values(&recording, "made.first"), [33.875; 18]);
    assert!(values(&recording, "made.second").is_empty());
}

fn propp(arguments: &[&str]) -> Output {
    propp_here(&[&["probe"], arguments].concat())
}

fn stdout(arguments: &[&str]) -> String {
    propp::stdout(&propp(arguments))
}

fn refusal(arguments: &[&str]) -> String {
    propp::refusal(&propp(arguments))
}

#[test]
fn the_list_has_every_experiment_and_needs_no_gpu() {
    let listed = stdout(&["list"]);
    for experiment in ALL {
        assert!(listed.contains(experiment.id), "{}", experiment.id);
    }
    let json: Value =
        serde_json::from_str(&stdout(&["list", "device", "--format", "json"])).unwrap();
    assert_eq!(json[0]["experiment"], "device.record");
    assert!(json.as_array().unwrap().iter().all(|one| one["group"] == "device"));
}

#[test]
fn a_word_that_names_nothing_is_told_with_one_that_does() {
    let words = refusal(&["devcie.record"]);
    assert!(words.contains("devcie.record") && words.contains("device.record"), "{words}");
    assert!(refusal(&[]).contains("<WHAT>..."));
    assert!(refusal(&["all", "--from", "a", "--compress"]).contains("cannot be used with"));
    assert!(refusal(&["--from", "/no/such/file"]).contains("cannot open the recording"));
}

#[test]
fn a_recording_is_analysed_without_a_gpu() {
    let (folder, path) = place();
    real(&path);
    let file = path.to_str().unwrap();
    let profile = folder.path().join("gpu.json");
    let table = stdout(&["--from", file, "--all", "--profile", profile.to_str().unwrap()]);
    assert!(
        table.starts_with("NVIDIA Made Up (compute capability 9.0), driver 580.65.06"),
        "{table}"
    );
    let line = table.lines().find(|line| line.contains("device.sms")).unwrap();
    let words: Vec<&str> = line.split_whitespace().take(3).collect();
    assert_eq!(words, ["device.sms", "132", "exact"]);
    let clock = table.lines().find(|line| line.contains("device.clock ")).unwrap();
    assert!(clock.contains("1,980 MHz"), "{clock}");
    let written = std::fs::read_to_string(&profile).unwrap();
    assert_eq!(stdout(&["--from", file, "--format", "json"]), written);
    let profile = DeviceProfile::from_json(&written).unwrap();
    assert_eq!(profile.number("device.sms"), Some((132.0, [132.0; 2])));
    assert_eq!((profile.samples, profile.unstable), (6, 0));
    // What the crate finds, in its order.
    let found = Findings::from_recording(&read(&path).unwrap(), &[]).unwrap();
    assert_eq!(profile.findings, found.profile.findings);
    assert_eq!(stdout(&["device", "--from", file]), table);
}

#[test]
fn files_that_are_there_are_replaced_with_force_only() {
    let (folder, path) = place();
    real(&path);
    let [html, profile] = ["page.html", "gpu.json"].map(|name| folder.path().join(name));
    let [file, html, profile] = [&path, &html, &profile].map(|path| path.to_str().unwrap());
    let all = ["--from", file, "-o", html, "--profile", profile];
    let told = String::from_utf8(propp(&all).stderr).unwrap();
    assert!(told.contains("wrote ") && told.contains("page.html ("), "{told}");
    let page = std::fs::read_to_string(html).unwrap();
    assert!(
        page.contains("Content-Security-Policy\" content=\"default-src 'none'; style-src"),
        "the page loads nothing"
    );
    std::fs::write(html, "mine").unwrap();
    assert!(refusal(&["--from", file, "-o", html]).contains("page.html exists; give -f"));
    assert_eq!(std::fs::read_to_string(html).unwrap(), "mine");
    assert!(propp(&[&all[..], &["-f"]].concat()).status.success());
    assert_eq!(std::fs::read_to_string(html).unwrap(), page);
    assert!(refusal(&["--from", file, "-f", "-o", file]).contains("is a file to be read"));
    assert!(refusal(&["--from", file, "-f"]).contains("-f replaces the files of -o and --profile"));
}

#[test]
fn a_recording_without_probes_says_so() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/recordings/h200_app.propp");
    assert!(refusal(&["--from", path]).contains("holds no probes; `propp probe all"));
    assert!(Findings::from_recording(&read(Path::new(path)).unwrap(), &[]).is_none());
}

#[test]
fn profiles_fit_the_schema_that_is_published() {
    let schema = published_schema("probe-1", &stdout(&["--schema"]));
    let (_folder, recording) = place();
    real(&recording);
    let recording = read(&recording).unwrap();
    let mut profile = Findings::from_recording(&recording, &[]).unwrap().profile;
    profile.findings.push(Finding::word("x.policy", "LRU", "m", 3));
    profile.findings.push(Finding::unknown("x.ways", "it is noisy", "m"));
    profile.findings.push(Finding::absent("x.banks", "Kepler only", "m"));
    let document = serde_json::from_str(&report::json(&profile).unwrap()).unwrap();
    fits(&schema, &document);
}

#[test]
fn without_a_gpu_or_a_compiler_the_exit_code_says_so() {
    let (_folder, path) = place();
    // On a machine with a GPU a compiler that does not work ends it.
    let mut command = propp::here();
    command.args(["probe", "device", "-o", path.to_str().unwrap()]).env("PROPP_NVCC", "/no/nvcc");
    let output = command.output().unwrap();
    let words = String::from_utf8(output.stderr).unwrap();
    match output.status.code() {
        Some(4) => assert!(words.contains("`propp probe --from FILE` and `list` need no GPU")),
        code => assert_eq!(code, Some(2), "{words}"),
    }
    assert!(!path.exists());
}

#[test]
fn a_report_begins_with_a_summary_and_has_the_rest_on_request() {
    const FROM: [&str; 3] = ["probe", "--from", "recordings/h200/probe.propp"];
    let said = |more: &[&str]| propp::stdout(&propp::propp_here(&[&FROM[..], more].concat()));
    let summary = said(&[]);
    assert!(
        summary.lines().count() < 40 && summary.contains("memory written, at best"),
        "{summary}"
    );
    assert!(summary.contains("All 326 findings of 24 experiments: --all."), "{summary}");
    let all = said(&["--all"]);
    assert!(all.lines().count() > 1000 && all.contains("device.warp_size"));
    let named = said(&["device.record"]);
    assert!(named.contains("device.warp_size") && !named.contains("latency.l1"), "{named}");
    let json = [&FROM[..], &["--all", "--format", "json"]].concat();
    propp::refuses(&propp::propp_here(&json), &["--all is for the table"]);
}
