//! Copies of sources that are texts, with builds and programs that are lines of a shell.

use propp_report_advise::{Edit, EditKind};
use rustix::process::{Pid, Signal, kill_process};

use super::*;
use crate::Outcome;

#[test]
fn a_command_is_a_build_and_a_run() {
    assert_eq!(split("cd a && nvcc x.cu && ./a.out").unwrap(), ("cd a && nvcc x.cu", "./a.out"));
    assert!(split("./a.out").is_err() && split("&& ./a.out").is_err());
}

/// Trees whose program is a text: its build copies it and its check looks for a word.
fn trees(folder: &Path) -> Result<Trees, TrialError> {
    fs::write(folder.join("a.cu"), "good text\n").unwrap();
    let command = "cp a.cu app && grep -q good app";
    of(folder, command, "false", None)
}

fn of(
    folder: &Path,
    command: &str,
    propp: &str,
    limit: Option<Duration>,
) -> Result<Trees, TrialError> {
    let weights = Weights::bundled("paper").unwrap();
    Trees::new(&folder.join("a.cu"), command, PathBuf::from(propp), weights, limit, None)
}

#[test]
fn copies_are_built_and_checked_and_the_users_file_is_written_only_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    let mut trees = trees(folder.path()).unwrap();
    let path = trees.root(Side::Best).join("a.cu").display().to_string();
    assert!(trees.holds(&path) && !trees.holds("/usr/include/x.h"));
    // Such a path would be one of the user's other files.
    let up = trees.root(Side::Best).join("../b.cu").display().to_string();
    assert!(!trees.holds(&up));
    let with = |text: &str| Edited::from([(path.clone(), text.to_owned())]);
    assert_eq!(trees.build(Side::Candidate, &with("good and new\n")), Ok(()));
    assert!(matches!(
        trees.build(Side::Candidate, &with("bad\n")),
        Err(Rejected::FailsItsCheck(_))
    ));
    let users = || fs::read_to_string(folder.path().join("a.cu")).unwrap();
    assert_eq!(users(), "good text\n");

    let sources = BTreeMap::from([(path.clone(), Source::new("good text\n".to_owned()))]);
    let edit = Edit {
        kind: EditKind::Padding,
        file: path.clone(),
        line: 1,
        range: 5..9,
        text: "words".to_owned(),
        why: String::new(),
    };
    let timed = |is_kept| Outcome::Timed { before_ns: 2.0, after_ns: 1.0, p: 0.001, is_kept };
    let step =
        |is_kept| Step { kernel: "k".to_owned(), edit: edit.clone(), outcome: timed(is_kept) };
    assert_eq!(trees.write(&[step(false)], &sources).unwrap(), Vec::<PathBuf>::new());
    assert_eq!(trees.write(&[step(true)], &sources).unwrap().len(), 1);
    assert_eq!(users(), "good words\n");
    // It is not what was copied any more.
    assert!(matches!(trees.write(&[step(true)], &sources), Err(TrialError::Changed(_))));
}

/// Says to a process of a test that it is one, and in which folder.
const INSIDE: &str = "PROPP_TRIAL_TEST";

/// This test in a process of its own.
fn again(test: &str, folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("trees::tests::{test}")]).env(INSIDE, folder);
    command.env("TMPDIR", folder.join("temporary"));
    command
}

fn entries(folder: &Path) -> Vec<std::ffi::OsString> {
    let mut names: Vec<_> =
        folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names
}

/// What a full disk does: no file may have more than 8 KiB.
#[test]
fn sources_are_written_all_or_none() {
    if let Some(folder) = std::env::var_os(INSIDE).map(PathBuf::from) {
        let trees = of(&folder.join("sources"), "true && true", "false", None).unwrap();
        let path = |name: &str| trees.root(Side::Best).join(name).display().to_string();
        let old = || Source::new("x".repeat(5000));
        let sources = BTreeMap::from([(path("a.cu"), old()), (path("b.cu"), old())]);
        let step = |name: &str, bytes| {
            let (file, text) = (path(name), "y".repeat(bytes));
            let (kind, why) = (EditKind::Padding, String::new());
            let edit = Edit { kind, file, line: 1, range: 0..0, text, why };
            let outcome = Outcome::Timed { before_ns: 2.0, after_ns: 1.0, p: 0.001, is_kept: true };
            Step { kernel: "k".to_owned(), edit, outcome }
        };
        let is_over = std::sync::Arc::default();
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, is_over).unwrap();
        let limit = rustix::process::Rlimit { current: Some(8192), maximum: None };
        rustix::process::setrlimit(rustix::process::Resource::Fsize, limit).unwrap();
        let written = trees.write(&[step("a.cu", 100), step("b.cu", 6000)], &sources);
        assert!(matches!(written, Err(TrialError::Write { .. })), "{written:?}");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let sources = folder.path().join("sources");
    for name in ["sources", "temporary"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    for name in ["a.cu", "b.cu"] {
        fs::write(sources.join(name), "x".repeat(5000)).unwrap();
    }
    // By a pipe: the limit also holds for a file that the output goes to.
    let child = again("sources_are_written_all_or_none", folder.path()).output().unwrap();
    assert!(child.status.success(), "{child:?}");
    for name in ["a.cu", "b.cu"] {
        assert_eq!(fs::read_to_string(sources.join(name)).unwrap(), "x".repeat(5000), "{name}");
    }
    assert_eq!(entries(&sources), ["a.cu", "b.cu"]);
}

#[test]
fn the_copies_go_when_a_signal_ends_the_trial() {
    use std::os::unix::process::ExitStatusExt;

    if let Some(folder) = std::env::var_os(INSIDE).map(PathBuf::from) {
        of(&folder, "true && touch runs && sleep 60", "false", None).unwrap();
        return;
    }
    for signal in [Signal::HUP, Signal::INT, Signal::TERM] {
        let folder = tempfile::tempdir().unwrap();
        let temporary = folder.path().join("temporary");
        fs::create_dir(&temporary).unwrap();
        fs::write(folder.path().join("a.cu"), "").unwrap();
        let test = "the_copies_go_when_a_signal_ends_the_trial";
        let mut child = again(test, folder.path()).spawn().unwrap();
        let runs = || {
            let copies = entries(&temporary);
            copies.iter().any(|copy| temporary.join(copy).join("best/runs").exists())
        };
        while !runs() {
            assert!(child.try_wait().unwrap().is_none());
            std::thread::sleep(Duration::from_millis(10));
        }
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(signal.as_raw()));
        assert!(entries(&temporary).is_empty(), "{signal:?}: {:?}", entries(&temporary));
    }
}

#[test]
fn sources_that_fail_as_they_are_end_the_trial() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.cu"), "bad\n").unwrap();
    let command = "cp a.cu app && grep -q good app";
    assert!(matches!(of(folder.path(), command, "false", None), Err(TrialError::Unusable(_))));
}

#[test]
fn an_edit_that_hangs_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.cu"), "good\n").unwrap();
    let command = "cp a.cu app && if grep -q hang app; then sleep 60; fi";
    let trees = of(folder.path(), command, "false", None).unwrap();
    assert_eq!(trees.limits, [Some(LEAST); 2]);
    let mut trees = of(folder.path(), command, "false", Some(Duration::from_secs(1))).unwrap();
    let path = trees.root(Side::Best).join("a.cu").display().to_string();
    let hanging = Edited::from([(path, "hang\n".to_owned())]);
    let said = "stopped after 1 s (--time-limit)".to_owned();
    assert_eq!(trees.build(Side::Candidate, &hanging), Err(Rejected::FailsItsCheck(said)));
}

#[test]
fn why_a_program_could_not_be_profiled_is_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.cu"), "good\n").unwrap();
    let propp = folder.path().join("propp");
    let says = |script: &str| {
        // By another process: what is open for writing cannot be started.
        let made = Command::new("sh")
            .args(["-c", r#"printf '#!/bin/sh\n%s\n' "$1" > "$0" && chmod +x "$0""#])
            .arg(&propp)
            .arg(script)
            .status();
        assert!(made.unwrap().success());
        let trees = of(folder.path(), "true && true", &propp.display().to_string(), None);
        trees.unwrap().record().unwrap_err().to_string()
    };
    let program = "echo 'correct' >&2; echo 'result 17'";
    assert_eq!(
        says(&format!("echo 'propp: problem: no driver' >&2; {program}; exit 4")),
        "the program could not be profiled: problem: no driver"
    );
    assert_eq!(
        says(&format!("{program}; exit 3")),
        "the program could not be profiled: under `propp profile` it ended with exit status: 3: correct"
    );
}

/// A propp that reports a replay by the text of what it runs with: `fast` takes half the time, and `bad`
/// is wrong.
const REPLAYS: &str = r#"#!/bin/sh
[ "$1" = replay ] || { echo "propp: no counters" >&2; exit 1; }
echo "$@" >> "$(dirname "$0")/calls"
while [ $# -gt 0 ]; do
    case $1 in
    --with) other=$2 ;;
    --against) first=$2 ;;
    esac
    shift
done
ran() {
    right=true wrong=0 times="20,21,22,23,24,25"
    grep -q fast "$1" && times="10,11,12,13,14,15"
    grep -q bad "$1" && right=false wrong=7
    echo "{\"right\":$right,\"varies\":false,\"wrong\":$wrong,\"compared\":100,\"times_ns\":[$times]}"
}
echo "{\"captured\":$(ran "${first:-/dev/null}"),\"other\":$(ran "$other")}"
grep -q bad "$other" && exit 1
exit 0
"#;

#[test]
fn edits_are_tried_on_a_captured_launch() {
    let folder = tempfile::tempdir().unwrap();
    let (sources, propp) = (folder.path().join("sources"), folder.path().join("propp"));
    fs::create_dir(&sources).unwrap();
    fs::write(sources.join("a.cu"), "good a b c\n").unwrap();
    // By another process: what is open for writing cannot be started.
    let made = Command::new("sh")
        .args(["-c", r#"printf '%s' "$1" > "$0" && chmod +x "$0""#])
        .arg(&propp)
        .arg(REPLAYS)
        .status();
    assert!(made.unwrap().success());
    let replay = |options: &[&str]| Replay {
        file: folder.path().join("k.launch"),
        options: options.iter().map(Into::into).collect(),
    };
    let new = |command: &str| {
        let weights = Weights::bundled("paper").unwrap();
        let replay = Some(replay(&["--tolerance", "0.1"]));
        Trees::new(&sources, command, propp.clone(), weights, None, replay)
    };
    for outside in ["true && /tmp/app", "true && ../app"] {
        assert!(matches!(new(outside), Err(TrialError::NotBelow(_))), "{outside}");
    }
    let mut trees = new("cp a.cu app && ./app").unwrap();
    let path = trees.root(Side::Best).join("a.cu").display().to_string();
    let sources = BTreeMap::from([(path.clone(), Source::new("good a b c\n".to_owned()))]);
    let edit = |at: usize, text: &str| {
        let (kind, why) = (EditKind::Padding, String::new());
        let (file, text) = (path.clone(), text.to_owned());
        ("k".to_owned(), Edit { kind, file, line: 1, range: at..at + 1, text, why })
    };
    let edits = vec![edit(5, "bad"), edit(7, "fast"), edit(9, "same")];
    let steps = crate::climb(&mut trees, edits, &sources, |_| {});
    let wrong = Rejected::GivesOtherResults("7 of 100 numbers in memory".to_owned());
    assert_eq!(steps[0].outcome, Outcome::Rejected(wrong));
    let kept: Vec<bool> = steps.iter().map(Step::is_kept).collect();
    assert_eq!(kept, [false, true, false], "{steps:?}");
    let said = crate::text(&steps, true, propp_base_text::Page::PLAIN);
    assert!(said.contains("give other results than the captured launch"), "{said}");
    let calls = fs::read_to_string(folder.path().join("calls")).unwrap();
    assert!(calls.lines().all(|call| call.ends_with("--tolerance 0.1")), "{calls}");
}
