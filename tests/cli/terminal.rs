//! Names that give orders to a terminal, through every command that prints them.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, UNIX_EPOCH};

use propp_base_text::shows_itself;
use propp_recording::{Ending, Facts, SuiteCase, SuiteMeasured, SuiteState};
use propp_recording_store::{SuiteFile, Writer, read};
use propp_recording_wire::{Frame, Name};
use serde_json::Value;

use crate::support::propp::command;
use crate::support::synthetic::program;

/// A colour, a title, a line of its own, and text in the other direction.
const EVIL: &str = "x\u{1b}[31m\u{1b}]0;t\u{7}\nwarning: y\u{202e}z\u{9b}2J";

/// The same as people get to see it.
const SHOWN: &str = r"x\u{1b}[31m\u{1b}]0;t\u{7}\nwarning: y\u{202e}z\u{9b}2J";

const RANGE: u32 = 50;

fn evil(before: &str) -> String {
    format!("{before}{EVIL}")
}

fn facts() -> Facts {
    Facts {
        command: vec![evil("./app"), evil("--all")],
        created: UNIX_EPOCH + Duration::from_secs(1_795_169_913),
        host: evil("host"),
        options: Vec::new(),
    }
}

/// What a process says, under names of that kind; times are so many times longer.
fn renamed(frame: Frame, slower: u64) -> Vec<Frame> {
    vec![match frame {
        Frame::Name(Name { id, .. }) => Frame::Name(Name { id, text: evil(&format!("k{id}")) }),
        Frame::Hello(mut hello) => {
            hello.command = facts().command;
            hello.cupti_path = evil("lib");
            let range = Name { id: RANGE, text: evil("range") };
            return vec![Frame::Hello(hello), Frame::Name(range)];
        }
        Frame::Device(mut device) => {
            device.name = evil("GPU");
            Frame::Device(device)
        }
        Frame::Kernels(mut kernels) => {
            for kernel in &mut kernels {
                kernel.launch.nvtx = RANGE;
                kernel.start_ns *= slower;
                kernel.end_ns *= slower;
            }
            Frame::Kernels(kernels)
        }
        Frame::Measured(mut measured) => {
            measured.launch.nvtx = RANGE;
            Frame::Measured(measured)
        }
        Frame::Notice(mut notice) => {
            (notice.code, notice.text) = (evil("code"), evil("text"));
            Frame::Notice(notice)
        }
        other => other,
    }]
}

fn record(path: &Path, slower: u64) {
    let mut writer = Writer::create(path, false, &facts()).unwrap();
    for (job, processes) in program(1) {
        let run = writer.begin_run(job).unwrap();
        for (ordinal, frames) in (0..).zip(processes) {
            let process = writer.process(run, ordinal).unwrap();
            for frame in frames.into_iter().flat_map(|frame| renamed(frame, slower)) {
                writer.frame(process, &frame).unwrap();
            }
        }
        writer.end_run(run, Duration::from_millis(1500), Ending::Exited(0)).unwrap();
    }
    writer.finish().unwrap();
}

fn record_suite(path: &Path) {
    Writer::create(path, false, &facts()).unwrap().finish().unwrap();
    let mut file = SuiteFile::open(path).unwrap();
    let case = |variant: &str, state| SuiteCase {
        library: evil("own"),
        library_version: evil("1"),
        primitive: "reduce.sum".to_owned(),
        variant: evil(variant),
        element: "f32".to_owned(),
        n: 1 << 24,
        distribution: "uniform".to_owned(),
        seed: 1,
        state,
        reason: (state != SuiteState::Ok).then(|| evil("why")),
        measured: (state == SuiteState::Ok).then(|| SuiteMeasured {
            m: 0,
            bytes_read: 4 << 24,
            bytes_written: 4,
            operations: 1 << 24,
            temp_bytes: 1024,
            cpu_ns: 8_000_000,
            throttled: 0,
            samples_ns: vec![20_000, 21_000, 22_000],
        }),
        marker: None,
    };
    file.add(&[case("a", SuiteState::Ok), case("b", SuiteState::Wrong)]).unwrap();
    for (key, value) in [("suite.state", "complete"), ("suite.gpu", &evil("GPU"))] {
        file.fact(key, value).unwrap();
    }
    file.close().unwrap();
}

/// A folder with `app.propp`, `slow.propp` of the same program, `suite.propp`, `probe.propp`
/// and `baseline.json`.
fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    record(&path("app.propp"), 1);
    record(&path("slow.propp"), 3);
    record_suite(&path("suite.propp"));
    Writer::create(&path("probe.propp"), false, &facts()).unwrap().finish().unwrap();
    let mut probe = SuiteFile::open(&path("probe.propp")).unwrap();
    for key in ["gpu", "compute_capability", "driver", "compiler"] {
        probe.fact(&format!("probe.{key}"), &evil(key)).unwrap();
    }
    probe.close().unwrap();
    let (made, _) = printed(dir.path(), &["baseline", "app.propp", "-o", "baseline.json"]);
    assert_eq!(made, "");
    dir
}

/// Standard output and standard error; nothing takes colours out of them.
fn printed(dir: &Path, words: &[&str]) -> (String, String) {
    let output = command(dir).args(words).env("CLICOLOR_FORCE", "1").output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

/// Whether the text holds lines and nothing else that a terminal acts upon.
fn is_safe(text: &str) -> bool {
    let is_own_line = |line: &str| !line.starts_with("warning: y");
    text.chars().all(|c| shows_itself(c) || c == '\n') && text.lines().all(is_own_line)
}

#[test]
fn what_people_read_gives_no_orders() {
    let dir = folder();
    // An escape may be broken by the end of a line, and Markdown escapes backslashes.
    let squeezed = |text: &str| text.replace(char::is_whitespace, "").replace(r"\\", r"\");
    for line in [
        "show app.propp",
        "show app.propp --merge",
        "show app.propp --explain",
        "show app.propp --format md",
        "show app.propp -k nothing",
        "show app.propp --format json -k nothing",
        "compare app.propp slow.propp",
        "compare app.propp slow.propp --format md",
        "compare app.propp --range one --range two",
        "compare app.propp --format json --range one --range two",
        "gate -b baseline.json slow.propp --all",
        "gate -b baseline.json slow.propp --format md",
        "gate -b baseline.json slow.propp --format github",
        "gate -b baseline.json slow.propp --format junit",
        "rank reduce.sum --from suite.propp",
        "suite report --from suite.propp",
        "suite report --from suite.propp --format md",
        "probe --from probe.propp",
        "probe --from probe.propp --format md",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let (out, err) = printed(dir.path(), &words);
        assert!(is_safe(&out) && is_safe(&err), "{line}: {out:?} {err:?}");
        let all = squeezed(&out) + &squeezed(&err);
        assert!(all.contains(r"\u{"), "{line} shows no name: {out}{err}");
    }
    for line in
        ["fit suite.propp", "dataset suite.propp --format csv", "hints calibrate suite.propp"]
    {
        let words: Vec<&str> = line.split(' ').collect();
        let (_, err) = printed(dir.path(), &words);
        assert!(is_safe(&err), "{line}: {err:?}");
    }
    let weights =
        include_str!("../../weights/paper.toml").replace("source = \"", "source = \"\\u001B[31m");
    std::fs::write(dir.path().join("evil.toml"), weights).unwrap();
    let (out, err) = printed(dir.path(), &["show", "app.propp", "--weights", "evil.toml"]);
    assert!(out.is_empty() && err.contains("holds control characters"), "{out}{err}");
    let name = "a\u{1b}[31m\u{202e}.propp";
    let (_, err) = printed(dir.path(), &["show", name]);
    assert!(is_safe(&err) && err.contains(r"a\u{1b}[31m\u{202e}.propp"), "{err:?}");
}

#[test]
fn programs_read_what_was_recorded() {
    let dir = folder();
    let json = |words: &[&str]| -> Value {
        let (out, err) = printed(dir.path(), words);
        serde_json::from_str(&out).unwrap_or_else(|_| panic!("{words:?}: {out}{err}"))
    };
    let shown = json(&["show", "app.propp", "--format", "json"]);
    let kernel = &shown["kernels"][0];
    assert!(kernel["symbol"].as_str().unwrap().ends_with(EVIL), "{kernel}");
    assert!(kernel["name"].as_str().unwrap().ends_with(SHOWN), "{kernel}");
    assert_eq!(kernel["nvtx"], evil("range"));
    assert_eq!(shown["recordings"][0]["command"][0], evil("./app"));
    assert_eq!(shown["devices"][0]["name"], evil("GPU"));
    let (csv, _) = printed(dir.path(), &["show", "app.propp", "--format", "csv"]);
    assert!(csv.contains(&evil("k1")) && csv.contains(&evil("range")), "{csv:?}");
    let baseline = std::fs::read_to_string(dir.path().join("baseline.json")).unwrap();
    let baseline: Value = serde_json::from_str(&baseline).unwrap();
    assert!(baseline["kernels"][0]["symbol"].as_str().unwrap().ends_with(EVIL), "{baseline}");
    let gate = json(&["gate", "-b", "baseline.json", "slow.propp", "--format", "json"]);
    assert!(gate["kernels"][0]["launched"].as_str().unwrap().ends_with(EVIL), "{gate}");
    let ranked = json(&["rank", "reduce.sum", "--from", "suite.propp", "--format", "json"]);
    assert!(ranked.to_string().contains(&serde_json::to_string(&evil("a")).unwrap()), "{ranked}");
    let profile = json(&["probe", "--from", "probe.propp", "--format", "json"]);
    assert_eq!(profile["gpu"], evil("gpu"));
}

/// What programs read gives no orders where people look at it.
#[test]
fn data_on_a_terminal_gives_no_orders() {
    let dir = folder();
    for line in [
        "show app.propp --no-pager",
        "show app.propp --no-pager --format csv",
        "show app.propp --no-pager --format json",
        "compare app.propp slow.propp --no-pager --format json",
        "gate -b baseline.json slow.propp --format json",
        "baseline app.propp",
        "rank reduce.sum --from suite.propp --format csv",
        "probe --from probe.propp --format json",
    ] {
        let output = Command::new("python3")
            .args(["-c", "import pty, sys; pty.spawn(sys.argv[1:])"])
            .arg(env!("CARGO_BIN_EXE_propp"))
            .args(line.split(' '))
            .current_dir(dir.path())
            .env("TERM", "xterm")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        // The terminal puts its own ends of lines; tables have their own colours.
        let text = String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n");
        let own =
            ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[22m", "\u{1b}[39m", "\u{1b}[38;5;8m", "\u{1b}[49m"];
        let own = own.into_iter().chain(["\u{1b}[38;5;9m", "\u{1b}[38;5;10m", "\u{1b}[38;5;11m"]);
        let plain = own.fold(text.clone(), |text, colour| text.replace(colour, ""));
        assert!(plain.chars().all(|c| shows_itself(c) || c == '\n'), "{line}: {plain:?}");
        assert!(plain.contains(r"\u{"), "{line} shows no name: {plain}");
    }
}

#[test]
fn a_printable_recording_has_no_other_text() {
    let dir = folder();
    for name in ["app.propp", "suite.propp", "probe.propp"] {
        let recording = read(&dir.path().join(name)).unwrap();
        assert!(format!("{recording:?}").contains(r"\u{202e}"), "{name}");
        let printable = recording.clone().printable();
        // What is left has its backslash doubled by the first escape.
        let text = format!("{printable:?}").replace(r"\\u", "").replace(r"\\\\", "");
        assert!(!text.contains(r"\u{"), "{name}: {text}");
        assert_eq!(printable.clone().printable(), printable);
    }
}
