//! A suite with libraries that crash, hang, lie and speak nonsense. The worker is
//! a script: what a real one does needs a GPU.

use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use propp_collect_toolkit::Surroundings;
use propp_recording::SuiteState;
use propp_recording_store::read;
use propp_suite_problems::selection::Selection;
use propp_suite_run::protocol::{Limits, Order};
use propp_suite_run::supervise::{Lost, Patience, Worker};
use propp_suite_run::{Options, SuiteError, SuiteSummary, run};

use crate::support::edit::edit;
use crate::support::propp::assert_interruptible;
use crate::support::script;
/// Answers by the name of the library and of the variant, and notes each order.
const WORKER: &str = r#"#!/bin/sh
trap '' PIPE
entry() { printf '{"primitive":"copy","variant":"%s","description":"d","elements":["i32"],"synchronises":false,"naive":false,"min_compute":80,"max_elements":0}' "$1"; }
opened() { name=$1; shift; all=; for v in "$@"; do all="$all${all:+,}$(entry "$v")"; done
  printf '{"opened":{"name":"%s","version":"1","entries":[%s]}}\n' "$name" "$all"; }
while IFS= read -r line; do
  printf '%s\n' "$line" >> "$0.log"
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
  case $line in
  *'"open"'*refused.so*) echo '{"refused":{"reason":"it was compiled for another version of the ABI"}}' ;;
  *'"open"'*crash_at_once.so*) kill -SEGV $$ ;;
  *'"open"'*twin.so*) opened good a ;;
  *'"open"'*good.so*) opened good a b c ;;
  *'"open"'*bad.so*) opened bad first crash exits hang nonsense other_id circles wrong skipped failed last ;;
  *'"replay"'*'"b"'*) kill -SEGV $$ ;;
  *'"replay"'*) echo "{\"replayed\":{\"id\":$id}}" ;;
  *'"crash"'*) echo "assertion failed: here" >&2; kill -SEGV $$ ;;
  *'"exits"'*) exit 3 ;;
  *'"hang"'*) echo "{\"working\":{\"id\":$id,\"step\":\"check\"}}"; sleep 100 ;;
  *'"nonsense"'*) echo 'Segmentation fault (just kidding)' ;;
  *'"other_id"'*) echo '{"skipped":{"id":999,"reason":"r"}}' ;;
  *'"circles"'*) while :; do for s in data check; do echo "{\"working\":{\"id\":$id,\"step\":\"$s\"}}"; sleep 0.05; done; done ;;
  *'"wrong"'*) echo "{\"wrong\":{\"id\":$id,\"what\":\"out[3] is 4 and should be 5\"}}" ;;
  *'"skipped"'*) echo "{\"skipped\":{\"id\":$id,\"reason\":\"too little memory\"}}" ;;
  *'"failed"'*) echo "{\"failed\":{\"id\":$id,\"status\":1700,\"message\":\"an illegal memory access\"}}" ;;
  *) echo "{\"working\":{\"id\":$id,\"step\":\"time\"}}"
     echo "{\"measured\":{\"id\":$id,\"m\":0,\"samples_ns\":[5,4,6],\"throttled\":1,\"cpu_ns\":50,\"bytes_read\":8,\"bytes_written\":8,\"operations\":0,\"temp_bytes\":0}}" ;;
  esac
done
"#;

struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        script(&folder.path().join("worker"), WORKER);
        Self { folder }
    }

    fn worker(&self) -> Vec<OsString> {
        vec![self.folder.path().join("worker").into()]
    }

    fn options(&self, libraries: &[&str]) -> Options {
        Options {
            libraries: libraries.iter().map(PathBuf::from).collect(),
            selection: Selection { sizes: vec![1000], seed: 1, ..Selection::default() },
            output: self.folder.path().join("suite.propp"),
            force: false,
            device: 0,
            gpu: "a GPU".to_owned(),
            limits: Limits {
                flush_l2: true,
                min_samples: 1,
                max_samples: 3,
                relative_noise: 0.1,
                seconds: 0.1,
            },
            criteria: false,
            emulate: None,
            threads: None,
            variables: Vec::new(),
            quiet: true,
            propp: env!("CARGO_BIN_EXE_propp").into(),
            worker: self.worker(),
            patience: Patience { step: Duration::from_secs(1), element: Duration::ZERO },
        }
    }

    fn orders(&self) -> usize {
        let log = std::fs::read_to_string(self.folder.path().join("worker.log")).unwrap();
        log.lines().filter(|line| line.contains("measure")).count()
    }
}

fn make(options: &Options) -> Result<SuiteSummary, SuiteError> {
    run(options, &Surroundings::default())
}

#[test]
fn each_failure_is_told_by_name_and_the_others_go_on() {
    let bench = Bench::new();
    let options =
        bench.options(&["refused.so", "crash_at_once.so", "good.so", "twin.so", "bad.so"]);
    let outcome = make(&options).unwrap();
    let refused: Vec<(&Path, &str)> =
        outcome.refused.iter().map(|r| (r.path.as_path(), r.reason.as_str())).collect();
    assert_eq!(refused.len(), 3, "{refused:?}");
    assert_eq!(
        refused[0],
        (Path::new("refused.so"), "it was compiled for another version of the ABI")
    );
    assert_eq!(
        refused[1],
        (Path::new("crash_at_once.so"), "its loading crashed: signal 11 (SIGSEGV)")
    );
    assert!(refused[2].1.starts_with("it calls itself good, as good.so does"), "{refused:?}");
    let recording = read(&options.output).unwrap();
    assert_eq!(recording.suite, outcome.cases);
    let of = |library: &str, variant: &str| {
        let mut found =
            recording.suite.iter().filter(|c| c.library == library && c.variant == variant);
        let case = found.next().unwrap();
        assert_eq!(found.next(), None);
        (case.state, case.reason.clone().unwrap_or_default())
    };
    for (library, variant) in
        [("good", "a"), ("good", "b"), ("good", "c"), ("bad", "first"), ("bad", "last")]
    {
        assert_eq!(of(library, variant), (SuiteState::Ok, String::new()), "{library} {variant}");
    }
    let failed = |variant| {
        let (state, reason) = of("bad", variant);
        assert_eq!(state, SuiteState::Failed, "{variant}");
        reason
    };
    assert_eq!(failed("crash"), "crashed: signal 11 (SIGSEGV); it said: assertion failed: here");
    assert_eq!(failed("exits"), "crashed: it ended with code 3");
    assert_eq!(failed("hang"), "hung: no answer within 1 s while its result was checked");
    assert_eq!(failed("nonsense"), "spoke nonsense: Segmentation fault (just kidding)");
    assert!(failed("other_id").starts_with("spoke nonsense: Skipped { id: 999"));
    assert!(failed("circles").starts_with("hung: no answer within"));
    assert_eq!(failed("failed"), "status 1700: an illegal memory access");
    assert_eq!(of("bad", "wrong"), (SuiteState::Wrong, "out[3] is 4 and should be 5".to_owned()));
    assert_eq!(of("bad", "skipped"), (SuiteState::Skipped, "too little memory".to_owned()));
    let measured = recording.suite[0].measured.clone().unwrap();
    assert_eq!(measured.samples_ns, [5, 4, 6]);
    assert_eq!((measured.cpu_ns, measured.throttled), (50, 1));
}

#[test]
fn a_suite_goes_on_where_it_was_interrupted_and_never_over_another_file() {
    let bench = Bench::new();
    let options = bench.options(&["good.so"]);
    assert_eq!(make(&options).unwrap().cases.len(), 3);
    let error = make(&options).unwrap_err().to_string();
    assert!(error.contains("holds this suite already, complete; give -f"), "{error}");
    // As a kill after the first case leaves it.
    edit(
        &options.output,
        "UPDATE meta SET value = 'timing' WHERE key = 'suite.state'; \
         DELETE FROM suite_sample WHERE suite_case > 1; DELETE FROM suite_case WHERE id > 1;",
    );
    let before = bench.orders();
    let outcome = make(&options).unwrap();
    assert_eq!((outcome.cases.len(), outcome.resumed), (3, 1));
    assert_eq!(bench.orders() - before, 2);
    edit(&options.output, "UPDATE meta SET value = 'timing' WHERE key = 'suite.state'");
    let mut other = options.clone();
    other.selection.sizes = vec![2000];
    let error = make(&other).unwrap_err().to_string();
    assert!(error.contains("an unfinished suite of other cases"), "{error}");
    other.force = true;
    let outcome = make(&other).unwrap();
    assert_eq!((outcome.cases.len(), outcome.resumed), (3, 0));
    assert!(outcome.cases.iter().all(|case| case.n == 2000));
}

#[test]
fn without_any_library_there_is_no_suite_and_no_file() {
    let bench = Bench::new();
    let options = bench.options(&["refused.so"]);
    let error = make(&options).unwrap_err().to_string();
    assert_eq!(
        error,
        "no library can be used: refused.so: it was compiled for another version of the ABI"
    );
    assert!(!options.output.exists());
    let mut nothing = bench.options(&["good.so"]);
    nothing.selection.primitives = vec!["cpoy".to_owned()];
    let error = make(&nothing).unwrap_err().to_string();
    assert_eq!(error, "no primitive cpoy (did you mean copy?); there are copy");
    assert!(!nothing.output.exists());
}

#[test]
fn a_worker_is_gone_at_once_when_the_user_wants_to_stop() {
    let bench = Bench::new();
    let mut worker = Worker::start(&bench.worker(), &[]).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&stop);
    let setting = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        set.store(true, Ordering::Relaxed);
    });
    let line = r#"{"measure":{"case":{"id":1,"primitive":"copy","variant":"hang","element":"i32",
        "n":1,"distribution":"uniform","seed":1},"limits":{"flush_l2":true,"min_samples":1,
        "max_samples":1,"relative_noise":0.1,"seconds":1.0}}}"#;
    let order: Order = serde_json::from_str(line).unwrap();
    let begun = Instant::now();
    let patience = Patience { step: Duration::from_secs(60), element: Duration::ZERO };
    assert_eq!(worker.ask(&order, patience, &stop), Err(Lost::Interrupted));
    assert!(begun.elapsed() < Duration::from_secs(10));
    setting.join().unwrap();
    let missing = Worker::start(&["/nowhere/worker".into()], &[]).err().unwrap().to_string();
    assert!(missing.starts_with("the worker cannot be started: /nowhere/worker: "), "{missing}");
}

/// Whether a process is there and has not ended.
fn is_alive(pid: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = state.rsplit(") ").next().and_then(|rest| rest.chars().next());
    state.is_some_and(|state| !matches!(state, 'Z' | 'X'))
}

#[test]
fn what_a_worker_started_ends_with_it_however_it_ends() {
    let bench = Bench::new();
    let grandchild = bench.folder.path().join("grandchild");
    let begin = format!("sleep 300 <&- >&- 2>&- & echo $! > {}", grandchild.display());
    let stop = AtomicBool::new(false);
    let open = Order::Open { path: "good.so".into(), device: None };
    let patience = Patience { step: Duration::from_secs(10), element: Duration::ZERO };
    for (how, end) in [("in order", "read -r order; exit 0"), ("with a code", "exit 3")] {
        let script = format!("{begin}; {end}");
        let mut worker =
            Worker::start(&["/bin/sh".into(), "-c".into(), script.into()], &[]).unwrap();
        if how == "in order" {
            while std::fs::read_to_string(&grandchild).unwrap_or_default().is_empty() {
                std::thread::sleep(Duration::from_millis(5));
            }
            worker.finish(Duration::from_secs(10));
        } else {
            let lost = worker.ask(&open, patience, &stop).unwrap_err();
            assert_eq!(lost.to_string(), "crashed: it ended with code 3");
            drop(worker);
        }
        let pid = std::fs::read_to_string(&grandchild).unwrap();
        std::fs::remove_file(&grandchild).unwrap();
        let since = Instant::now();
        while is_alive(pid.trim()) {
            assert!(since.elapsed() < Duration::from_secs(10), "{how}: {pid} stays");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

const ROLE: &str = "PROPP_TEST_ROLE";

/// A suite with its profile, after which the process interrupts itself twice. Does nothing
/// unless the test below runs it.
#[test]
fn interrupted_after_the_profile() {
    if std::env::var_os(ROLE).is_none() {
        return;
    }
    let bench = Bench::new();
    let mut options = bench.options(&["good.so"]);
    options.criteria = true;
    make(&options).unwrap();
    for count in ["once", "twice"] {
        let pid = std::process::id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        // Time for it to end the process.
        std::thread::sleep(Duration::from_millis(300));
        println!("interrupted {count}");
    }
}

#[test]
fn the_first_interrupt_after_the_profile_waits_for_the_suite_and_the_second_ends_it() {
    assert_interruptible();
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "suite_supervision::interrupted_after_the_profile", "--nocapture"])
        .env(ROLE, "suite")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("interrupted once"), "{output:?}");
    assert!(!said.contains("interrupted twice"), "{output:?}");
    assert_eq!(output.status.signal(), Some(2));
}

/// Without a GPU the profile has nothing in it. The file is a recording of both
/// all the same, and the suite is not complete.
#[test]
fn right_cases_are_replayed_under_the_collector_and_the_times_are_kept() {
    let bench = Bench::new();
    let mut options = bench.options(&["good.so", "bad.so"]);
    options.criteria = true;
    let outcome = make(&options).unwrap();
    assert_eq!(outcome.measured, 0);
    assert!(!outcome.problems.is_empty());
    let recording = read(&options.output).unwrap();
    assert_eq!(recording.suite, outcome.cases);
    let markers: Vec<(&str, u32)> = recording
        .suite
        .iter()
        .filter_map(|case| Some((case.variant.as_str(), case.marker?)))
        .collect();
    assert_eq!(markers, [("a", 1), ("b", 2), ("c", 3), ("first", 4), ("last", 5)]);
    assert_eq!(recording.meta["suite.state"], "timed");
    assert!(recording.is_finished(), "it is the profile that has the name now");
    let left: Vec<_> = std::fs::read_dir(bench.folder.path()).unwrap().collect();
    assert_eq!(left.len(), 3, "worker, its log, the recording: {left:?}");
    // Crashing on one case costs the others nothing.
    let log = std::fs::read_to_string(bench.folder.path().join("worker.log")).unwrap();
    let replayed = |variant: &str| {
        let line = |line: &&str| line.contains("replay") && line.contains(variant);
        log.lines().filter(line).count()
    };
    for variant in ["\"a\"", "\"b\"", "\"c\"", "\"first\"", "\"last\""] {
        assert!(replayed(variant) >= 1, "{variant}");
    }
    assert_eq!(replayed("\"wrong\""), 0);
    // Once more: only the profile is made again.
    let before = bench.orders();
    assert_eq!(make(&options).unwrap().resumed, outcome.cases.len());
    assert_eq!(bench.orders(), before);
}
