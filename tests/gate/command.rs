//! The two commands as a user meets them.

use std::path::Path;
use std::process::Output;

use super::recordings::recordings;
use crate::support::many;
use crate::support::propp::{command, in_repository, refuses};

pub(super) fn run(dir: &Path, words: &str) -> Output {
    command(dir).args(words.split_whitespace()).output().unwrap()
}

/// What was printed; lines end where there is room, so each gap is one blank.
fn words_of(output: &Output) -> String {
    stdout(output).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A folder with recordings and a baseline of two of them.
pub(crate) fn with_baseline() -> tempfile::TempDir {
    let dir = recordings();
    let output = run(dir.path(), "baseline none_1.propp none_2.propp -o baseline.json");
    assert!(output.status.success(), "{}", stderr(&output));
    dir
}

#[test]
fn pass_regressed_and_unreadable() {
    let dir = with_baseline();
    let pass = run(dir.path(), "gate --baseline baseline.json none_3.propp");
    assert_eq!(pass.status.code(), Some(0), "{}", stdout(&pass));
    assert!(stdout(&pass).starts_with("gate: passed; 7 kernels"), "{}", stdout(&pass));
    let worse = run(dir.path(), "gate --baseline baseline.json conflict2.propp");
    assert_eq!(worse.status.code(), Some(1));
    let text = words_of(&worse);
    assert!(text.starts_with("gate: regressed; 7 kernels: 1 regressed"), "{text}");
    assert!(text.contains("SMem_eff fell from 1.000"), "{text}");
    for (words, what) in [
        ("gate --baseline none.json none_3.propp", "cannot use the baseline none.json"),
        ("gate --baseline none_1.propp none_3.propp", "none_1.propp: this is a recording; `propp"),
        ("gate --baseline baseline.json baseline.json", "baseline.json"),
        ("gate none_3.propp", "--baseline"),
        ("gate --baseline baseline.json --policy no.toml none_3.propp", "no.toml"),
        ("gate --baseline baseline.json none_3.propp none_3.propp", "named twice"),
        ("gate --baseline baseline.json --false-alarms 2 none_3.propp", "between 0 and 1"),
        ("baseline none_1.propp -o baseline.json", "-f to overwrite"),
    ] {
        refuses(&run(dir.path(), words), &[what]);
    }
}

#[test]
fn a_failed_program_makes_a_warned_baseline_and_no_verdict() {
    let dir = tempfile::tempdir().unwrap();
    let recording = in_repository("recordings/h200_pytorch_modules.propp");
    std::fs::copy(recording, dir.path().join("run.propp")).unwrap();
    let made = run(dir.path(), "baseline run.propp -o baseline.json");
    assert!(made.status.success());
    let told = "propp: run.propp: the program ended with exit code 1, so this run may";
    assert!(stderr(&made).contains(told), "{}", stderr(&made));
    let gate = || run(dir.path(), "gate --baseline baseline.json run.propp");
    assert_eq!(gate().status.code(), Some(0));
    assert!(words_of(&gate()).contains("the program failed in the baseline and in today's runs"));
    // As if it had not failed then.
    let baseline = dir.path().join("baseline.json");
    let text = std::fs::read_to_string(&baseline).unwrap();
    let succeeded = text.replace(",\"failed\":\"with exit code 1\"", "");
    assert_ne!(succeeded, text);
    std::fs::write(baseline, succeeded).unwrap();
    assert_eq!(gate().status.code(), Some(3));
    let told = "gate: no verdict: the program ended with exit code 1 in today's runs";
    assert!(words_of(&gate()).starts_with(told), "{}", stdout(&gate()));
}

#[test]
fn a_baseline_is_the_same_every_time_and_small() {
    let dir = recordings();
    let one = stdout(&run(dir.path(), "baseline none_1.propp none_2.propp"));
    let two = stdout(&run(dir.path(), "baseline none_1.propp none_2.propp"));
    assert_eq!(one, two);
    assert!(one.len() < 8_000, "{}", one.len());
    assert!(one.contains("\"name\":\"NVIDIA H200\",\"chip\":\"GH100\""));
    assert!(one.contains("\n        \"OCC\": 1,\n"), "{one}");
}

#[test]
fn faults_of_a_policy_name_file_line_and_key() {
    let dir = with_baseline();
    std::fs::write(dir.path().join("propp.toml"), "[gate]\nfalse-alarms = 2.0\n").unwrap();
    let output = run(dir.path(), "gate --baseline baseline.json none_3.propp");
    refuses(&output, &["propp.toml", "line 2", "gate.false-alarms"]);
}

#[test]
fn kernels_that_may_come_or_go_need_not_be_there() {
    let dir = with_baseline();
    let text = "[gate]\nallow-new = [\"debug\"]\nallow-gone = [\"regex:^old\"]\n";
    std::fs::write(dir.path().join("propp.toml"), text).unwrap();
    let output = run(dir.path(), "gate --baseline baseline.json none_3.propp");
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
}

#[test]
fn a_renamed_kernel_is_named_and_compared_if_asked() {
    let dir = with_baseline();
    let path = dir.path().join("baseline.json");
    let baseline = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, baseline.replace("gather", "collect")).unwrap();
    let gate = |words: &str| run(dir.path(), &format!("gate --baseline baseline.json {words}"));
    let output = gate("none_3.propp");
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    let told = "collect is gone: perhaps renamed, --renamed collect gather compares the two";
    assert!(words_of(&output).contains(told), "{}", stdout(&output));
    let output = gate("--renamed collect gather none_3.propp");
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    let told = "gather was compared with the baseline's collect";
    assert!(words_of(&output).contains(told), "{}", stdout(&output));
    let output = gate("--renamed colect gather none_3.propp");
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
    assert!(words_of(&output).contains("the baseline has no colect"), "{}", stdout(&output));
}

#[test]
fn a_failing_gate_says_the_next_steps_and_each_the_policy() {
    let dir = with_baseline();
    let gate = |words: &str| run(dir.path(), &format!("gate --baseline baseline.json {words}"));
    let last_lines = |output: &Output| -> Vec<String> {
        let text = stdout(output);
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len() - 3..].iter().map(|line| line.trim_end().to_owned()).collect()
    };
    let failed = gate("conflict2.propp");
    let steps = [
        "what to change: propp show conflict2.propp -k transpose",
        "if it is meant: propp baseline -f -o baseline.json conflict2.propp",
        "policy: none found, default limits",
    ];
    assert_eq!(last_lines(&failed), steps);
    // Both are commands that work, and the second makes the gate pass.
    for step in &steps[..2] {
        let (_, words) = step.split_once(": propp ").unwrap();
        let output = run(dir.path(), words);
        assert!(output.status.success(), "{words}: {}", stderr(&output));
    }
    let passed = gate("conflict2.propp");
    assert_eq!(passed.status.code(), Some(0));
    assert!(!stdout(&passed).contains("if it is meant"), "{}", stdout(&passed));
    let told = "conflict2.propp is one of the baseline's runs";
    assert!(stderr(&passed).contains(told), "{}", stderr(&passed));
    // In Markdown, with a policy.
    std::fs::write(dir.path().join("propp.toml"), "[gate]\nexclude = [\"sum\"]\n").unwrap();
    std::fs::rename(dir.path().join("none_1.propp"), dir.path().join("run 1.propp")).unwrap();
    let mut markdown = command(&dir);
    markdown.args(["gate", "-b", "baseline.json", "--format", "md", "none_2.propp", "run 1.propp"]);
    assert!(run(dir.path(), "baseline none_3.propp -f -o baseline.json").status.success());
    let passed = markdown.output().unwrap();
    assert_eq!(last_lines(&passed)[2], "policy: propp.toml");
    let baseline = std::fs::read_to_string(dir.path().join("baseline.json")).unwrap();
    let other = baseline.replace("\"launches\": 8", "\"launches\": 7");
    std::fs::write(dir.path().join("baseline.json"), other).unwrap();
    let steps = [
        "what to change: `propp show none_2.propp -k iterate`",
        "if it is meant: `propp baseline -f -o baseline.json none_2.propp 'run 1.propp'`",
        "policy: propp.toml",
    ];
    assert_eq!(last_lines(&markdown.output().unwrap()), steps);
    // A new kernel may be meant, and nothing is to be changed.
    let other = baseline.replace("_Z4axpyPKfPf", "axpz").replace("axpy(", "axpz(");
    std::fs::write(dir.path().join("baseline.json"), other).unwrap();
    let new = markdown.output().unwrap();
    assert_eq!(
        (new.status.code(), &last_lines(&new)[1..]),
        (Some(3), &steps.map(String::from)[1..])
    );
    assert!(!stdout(&new).contains("what to change"), "{}", stdout(&new));
}

#[test]
fn a_name_in_the_policy_that_no_kernel_has_is_told_once() {
    let dir = with_baseline();
    let of = "[[gate.kernel]]\nname = \"gathr\"\nlimits.";
    let text =
        format!("[gate]\nexclude = [\"gathr\"]\n{of}CI = \"ignore\"\n{of}OCC = \"ignore\"\n");
    std::fs::write(dir.path().join("propp.toml"), text).unwrap();
    let output = run(dir.path(), "gate --baseline baseline.json none_3.propp");
    assert_eq!(output.status.code(), Some(0));
    let said = stderr(&output);
    let told: Vec<&str> = said.lines().filter(|line| line.contains("gathr")).collect();
    assert_eq!(told.len(), 1, "{said}");
    let what =
        "no kernel has the name that is in the policy's exclude, kernel: gathr (did you mean";
    assert!(told[0].contains(what), "{said}");
}

#[test]
fn faults_of_a_baseline_name_file_line_and_key() {
    let dir = with_baseline();
    let path = dir.path().join("baseline.json");
    let good = std::fs::read_to_string(&path).unwrap();
    let [old, new] = ["\"OCC\": 0.969697", "\"OCC\": 1.5"];
    let line = good[..good.find(old).unwrap()].matches('\n').count() + 1;
    std::fs::write(&path, good.replacen(old, new, 1)).unwrap();
    let output = run(dir.path(), "gate --baseline baseline.json none_3.propp");
    refuses(&output, &["baseline.json", &format!("line {line}, key OCC: ")]);
}

#[test]
fn another_gpu_ends_with_code_3() {
    let dir = with_baseline();
    let path = dir.path().join("baseline.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let other = text.replace("NVIDIA H200", "NVIDIA L4").replace("GH100", "AD104");
    std::fs::write(&path, other).unwrap();
    let refused = run(dir.path(), "gate --baseline baseline.json none_3.propp");
    assert_eq!(refused.status.code(), Some(3));
    assert!(
        words_of(&refused).contains("another GPU: NVIDIA H200 (GH100)"),
        "{}",
        stdout(&refused)
    );
    let words = "gate --baseline baseline.json --allow-device-change conflict2.propp";
    let partly = run(dir.path(), words);
    assert_eq!(partly.status.code(), Some(1));
    assert!(words_of(&partly).contains("Not compared: OCC"), "{}", stdout(&partly));
}

#[test]
fn the_ratchet_writes_what_improved() {
    let dir = recordings();
    let path = dir.path().to_owned();
    assert!(run(&path, "baseline conflict2.propp -o b.json").status.success());
    let read = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
    let old = read("b.json");
    let better = run(&path, "gate --baseline b.json --ratchet=new.json none_1.propp");
    assert_eq!(better.status.code(), Some(0), "{}", stdout(&better));
    assert!(words_of(&better).contains("SMem_eff rose from 0.667"), "{}", stdout(&better));
    assert_eq!(read("b.json"), old);
    assert_ne!(read("new.json"), old);
    // In place; then the defect is one. Another name of the old file shows that its
    // content was not written over.
    std::fs::hard_link(path.join("b.json"), path.join("before.json")).unwrap();
    assert!(run(&path, "gate --baseline b.json --ratchet -- none_1.propp").status.success());
    assert_eq!(read("b.json"), read("new.json"));
    assert_eq!(read("before.json"), old);
    let back = run(&path, "gate --baseline b.json conflict2.propp --ratchet");
    assert_eq!(back.status.code(), Some(1));
    assert!(stderr(&back).contains("the baseline stays"));
    assert_eq!(read("b.json"), read("new.json"));
}

#[test]
fn runs_with_other_options_are_not_compared() {
    let dir = with_baseline();
    let path = dir.path().join("baseline.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let gate = |name: &str, value: &str| {
        let mut baseline: serde_json::Value = serde_json::from_str(&text).unwrap();
        for recording in baseline["recordings"].as_array_mut().unwrap() {
            let options = recording["options"].as_object_mut().unwrap();
            options.insert(name.into(), value.into());
        }
        std::fs::write(&path, baseline.to_string()).unwrap();
        run(dir.path(), "gate --baseline baseline.json none_3.propp")
    };
    for (name, value) in [("budget", "2"), ("devices", "1"), ("kernel", "vadd")] {
        let output = gate(name, value);
        assert_eq!(output.status.code(), Some(3), "{name}: {}", stdout(&output));
        let told = format!("recorded with another --{name} than the baseline");
        assert!(words_of(&output).contains(&told), "{}", stdout(&output));
    }
}

#[test]
fn runs_of_another_program_have_no_verdict_and_their_reports_are_written() {
    let dir = with_baseline();
    std::fs::copy(
        in_repository("tests/fixtures/recordings/h200_app.propp"),
        dir.path().join("app.propp"),
    )
    .unwrap();
    let output =
        run(dir.path(), "gate --baseline baseline.json -o gate.json -o gate.xml app.propp");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    for file in ["gate.json", "gate.xml"] {
        let text = std::fs::read_to_string(dir.path().join(file)).unwrap();
        assert!(text.contains("have no kernel in common"), "{file}: {text}");
    }
}

#[test]
fn what_makes_no_baseline_is_refused() {
    let dir = recordings();
    std::fs::copy(
        in_repository("tests/fixtures/recordings/h200_app.propp"),
        dir.path().join("app.propp"),
    )
    .unwrap();
    many::write(&dir.path().join("empty.propp"), &[]);
    for (words, what) in [
        ("baseline empty.propp", "empty.propp has no kernel"),
        ("baseline none_1.propp empty.propp", "empty.propp has no kernel"),
        ("baseline none_1.propp app.propp", "have no kernel in common: they are runs of different"),
    ] {
        refuses(&run(dir.path(), words), &[what]);
    }
    // Another argument may be another problem: that is said.
    let output = run(dir.path(), "baseline none_1.propp conflict2.propp");
    assert!(output.status.success() && stderr(&output).contains("counts as noise"), "{output:?}");
    assert!(stdout(&output).contains("\"instructions\": 1577984"), "{}", stdout(&output));
}
