//! `propp suite-worker` through its orders and answers, with a library written in C:
//! without a GPU, and with a driver whose device is the host.

use std::path::PathBuf;
use std::sync::OnceLock;

use propp_recording::SuiteMeasured;
use propp_suite_problems::{Case, Distribution, Element};
use propp_suite_run::protocol::{Answer, Limits, Order, Step};

use crate::support::propp::{refusal, shared_library, suite_worker};

struct Built {
    _dir: tempfile::TempDir,
    library: PathBuf,
    driver: PathBuf,
}

/// The library and the driver, compiled once.
fn built() -> &'static Built {
    static BUILT: OnceLock<Built> = OnceLock::new();
    BUILT.get_or_init(|| {
        let dir = tempfile::tempdir().unwrap();
        let (library, driver) = (dir.path().join("libstub.so"), dir.path().join("driver"));
        std::fs::create_dir(&driver).unwrap();
        shared_library("tests/worker/library.c", &library);
        shared_library("tests/worker/fake_cuda.c", &driver.join("libcuda.so.1"));
        Built { _dir: dir, library, driver }
    })
}

/// What became of a worker.
struct Ended {
    answers: Vec<Answer>,
    code: Option<i32>,
    stderr: String,
}

impl Ended {
    /// The answers that end orders.
    fn ends(&self) -> Vec<&Answer> {
        self.answers.iter().filter(|a| !matches!(a, Answer::Working { .. })).collect()
    }
}

/// Gives a worker its orders, with the driver whose device is the host, or none.
fn worker(orders: &[Order], with_driver: bool, environment: &[(&str, &str)]) -> Ended {
    let mut text = String::new();
    for order in orders {
        text.push_str(&serde_json::to_string(order).unwrap());
        text.push('\n');
    }
    let empty = tempfile::tempdir().unwrap();
    let path = if with_driver { built().driver.as_path() } else { empty.path() };
    let output = suite_worker(&text, |command| {
        command.envs(environment.iter().copied()).env("LD_LIBRARY_PATH", path);
    });
    let stdout = String::from_utf8(output.stdout).unwrap();
    let answer = |line: &str| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
    Ended {
        answers: stdout.lines().map(answer).collect(),
        code: output.status.code(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn open(device: Option<u32>) -> Order {
    Order::Open { path: built().library.clone(), device }
}

fn case(primitive: &str, variant: &str, element: Element) -> Case {
    Case {
        id: 5,
        primitive: primitive.to_owned(),
        variant: variant.to_owned(),
        element,
        n: 1000,
        distribution: Distribution::Uniform,
        seed: 1,
    }
}

const LIMITS: Limits =
    Limits { flush_l2: true, min_samples: 8, max_samples: 12, relative_noise: 0.01, seconds: 1.0 };

fn measure(case: Case) -> Order {
    Order::Measure { case, limits: LIMITS }
}

/// The answer to one case, from a worker of its own.
fn answer(case: Case) -> (Answer, Ended) {
    let ended = worker(&[open(Some(0)), measure(case)], true, &[]);
    let last = ended.answers.last().unwrap().clone();
    (last, ended)
}

#[track_caller]
fn measured(answer: &Answer) -> &SuiteMeasured {
    match answer {
        Answer::Measured { id: 5, measured } => measured,
        other => panic!("{other:?}"),
    }
}

#[test]
fn entries_are_listed_without_a_gpu() {
    let ended = worker(&[open(None)], false, &[]);
    let [Answer::Opened(facts)] = ended.answers.as_slice() else { panic!("{:?}", ended.answers) };
    assert_eq!((facts.name.as_str(), facts.version.as_str()), ("stub", "0.1"));
    let host = facts.entries.iter().find(|entry| entry.variant == "host").unwrap();
    assert_eq!(host.elements, [Element::F32]);
    assert!(host.synchronises && !host.naive);
    assert_eq!(ended.code, Some(0));
    assert!(ended.stderr.contains("the library prints when it is opened"), "{}", ended.stderr);
}

#[test]
fn cases_are_skipped_without_a_gpu() {
    let replay =
        Order::Replay { case: case("copy", "good", Element::I32), marker: 1, flush_l2: true };
    let ended =
        worker(&[open(None), measure(case("copy", "good", Element::I32)), replay], false, &[]);
    let [_, Answer::Skipped { id: 5, reason }, Answer::Skipped { .. }] = ended.answers.as_slice()
    else {
        panic!("{:?}", ended.answers)
    };
    assert!(reason.contains("without a GPU"), "{reason}");
    assert_eq!(ended.code, Some(0));
}

#[test]
fn no_driver_and_no_such_gpu_are_refused() {
    let ended = worker(&[open(Some(0))], false, &[]);
    match ended.answers.as_slice() {
        [Answer::Refused { reason }] => assert!(reason.contains("NVIDIA"), "{reason}"),
        // A machine with a GPU: nothing to refuse.
        [Answer::Opened(_)] => {}
        other => panic!("{other:?}"),
    }
    let ended = worker(&[open(Some(7))], true, &[]);
    let [Answer::Refused { reason }] = ended.answers.as_slice() else {
        panic!("{:?}", ended.answers)
    };
    assert!(reason.contains("cuDeviceGet"), "{reason}");
}

#[test]
fn a_file_that_is_no_library_is_refused() {
    let order = Order::Open { path: "Cargo.toml".into(), device: None };
    let ended = worker(&[order], false, &[]);
    let [Answer::Refused { reason }] = ended.answers.as_slice() else {
        panic!("{:?}", ended.answers)
    };
    assert!(reason.contains("not an ELF shared library"), "{reason}");
}

#[test]
fn nonsense_is_an_error() {
    let run = |text: &str| refusal(&suite_worker(text, |_| {}));
    assert!(run("hello\n").contains("not an order: hello"));
    let order = serde_json::to_string(&measure(case("copy", "good", Element::I32))).unwrap();
    assert!(run(&order).contains("first order must open a library"));
}

#[test]
fn a_right_case_is_checked_and_timed() {
    let (answer, ended) = answer(case("copy", "good", Element::I32));
    let measured = measured(&answer);
    assert_eq!((measured.m, measured.temp_bytes), (0, 100));
    assert_eq!((measured.bytes_read, measured.bytes_written), (4000, 4000));
    assert!((8..=12).contains(&measured.samples_ns.len()), "{measured:?}");
    let steps: Vec<&Answer> = ended.answers.iter().skip(1).take(3).collect();
    let at = |step| Answer::Working { id: 5, step };
    assert_eq!(steps, [&at(Step::Data), &at(Step::Check), &at(Step::Time)]);
    assert_eq!(ended.code, Some(0));
    assert!(!ended.stderr.contains("marker"), "{}", ended.stderr);
}

#[test]
fn other_primitives_are_right_too() {
    let cases = [
        case("copy.h2d", "good", Element::I32),
        case("merge_sort.keys", "in_place", Element::I32),
        case("reduce.sum", "plain", Element::F32),
        case("reduce.sum", "host", Element::F32),
        case("partition.if", "both_ends", Element::I32),
    ];
    for n in [0, 1, 33, 1 << 16] {
        let mut orders = vec![open(Some(0))];
        orders.extend(cases.iter().map(|case| measure(Case { n, ..case.clone() })));
        let ended = worker(&orders, true, &[]);
        let ends = ended.ends();
        assert_eq!(ends.len(), 6);
        for end in &ends[1..] {
            measured(end);
        }
    }
}

#[test]
fn wrong_results_are_told_with_their_place() {
    let wrong = |variant| match answer(case("copy", variant, Element::I32)) {
        (Answer::Wrong { id: 5, what }, Ended { code: Some(0), .. }) => what,
        (other, _) => panic!("{variant}: {other:?}"),
    };
    assert!(wrong("wrong").starts_with("out[500] is "), "{}", wrong("wrong"));
    assert!(wrong("wrong").ends_with("(in the first run)"));
    assert!(wrong("second_wrong").ends_with("(in the second run)"));
    assert!(wrong("small").contains("room for 500 elements in out, and copy needs 1000"));
    assert_eq!(wrong("input"), "it changed its input (in)");
}

#[test]
fn writing_outside_is_a_failure() {
    let failed = |variant| match answer(case("copy", variant, Element::I32)) {
        (Answer::Failed { id: 5, message, .. }, Ended { code: Some(0), .. }) => message,
        (other, _) => panic!("{variant}: {other:?}"),
    };
    assert_eq!(failed("outside"), "it wrote outside of out, 12 bytes beyond its 4000 bytes");
    assert_eq!(failed("before"), "it wrote outside of out, 1 bytes before its begin");
    assert_eq!(failed("temp"), "it wrote outside of temp, 0 bytes beyond its 100 bytes");
}

#[test]
fn a_status_is_told_in_the_librarys_words_and_the_worker_goes_on() {
    let orders = [
        open(Some(0)),
        measure(case("copy", "status", Element::I32)),
        measure(case("copy", "good", Element::I32)),
    ];
    let ended = worker(&orders, true, &[]);
    let [_, Answer::Failed { status: 77, message, .. }, last] = ended.ends()[..] else {
        panic!("{:?}", ended.answers)
    };
    assert_eq!(message, "run: it is Monday");
    measured(last);
}

#[test]
fn a_spoiled_context_ends_the_worker() {
    let orders = [
        open(Some(0)),
        measure(case("copy", "break", Element::I32)),
        measure(case("copy", "good", Element::I32)),
    ];
    let ended = worker(&orders, true, &[]);
    let [_, Answer::Failed { status: 1700, message, .. }] = ended.ends()[..] else {
        panic!("{:?}", ended.answers)
    };
    assert!(message.contains("IllegalAddress"), "{message}");
    assert_eq!(ended.code, Some(3));
}

#[test]
fn a_crash_is_the_workers_own() {
    let ended = worker(&[open(Some(0)), measure(case("copy", "crash", Element::I32))], true, &[]);
    assert_eq!(ended.code, None);
    assert!(matches!(ended.answers.last(), Some(Answer::Working { step: Step::Check, .. })));
}

#[test]
fn what_a_library_prints_is_no_answer() {
    let (answer, ended) = answer(case("copy", "loud", Element::I32));
    measured(&answer);
    assert!(ended.stderr.contains("printed by the library"));
}

#[test]
fn what_cannot_be_done_is_skipped_with_the_reason() {
    let skipped = |case: Case| match answer(case) {
        (Answer::Skipped { id: 5, reason }, Ended { code: Some(0), .. }) => reason,
        (other, _) => panic!("{other:?}"),
    };
    let copy = |variant| case("copy", variant, Element::I32);
    assert!(skipped(copy("later")).contains("needs compute capability 99.9, the GPU has 9.0"));
    assert!(skipped(copy("nobody")).contains("stub has no copy nobody"));
    assert!(skipped(copy("refuse")).contains("refuses the size"));
    assert!(skipped(case("copy", "good", Element::F64)).contains("copy good is not for f64"));
    assert!(skipped(case("reverse", "other", Element::I32)).contains("no primitive reverse"));
    let large = Case { n: (1 << 22) + 1, ..copy("good") };
    assert!(skipped(large).contains("is meant for 4194304 elements at most"));
    let huge = Case { n: u64::MAX, ..copy("later") };
    assert!(skipped(huge).contains("too many"));
}

#[test]
fn too_little_memory_is_told_in_numbers() {
    let large = Case { n: 1 << 22, ..case("copy", "good", Element::I32) };
    let free = (70 << 20).to_string();
    let ended = worker(&[open(Some(0)), measure(large)], true, &[("FAKE_CUDA_FREE", &free)]);
    let Some(Answer::Skipped { reason, .. }) = ended.answers.last() else {
        panic!("{:?}", ended.answers)
    };
    assert_eq!(reason, "needs 16.0 MiB of GPU memory, but 70.0 MiB are free");
}

#[test]
fn a_replay_has_its_markers_and_no_timing() {
    let replay = |variant: &str, marker, flush_l2| Order::Replay {
        case: case("copy", variant, Element::I32),
        marker,
        flush_l2,
    };
    let orders = [open(Some(0)), replay("loud", 3, false), replay("good", 4, true)];
    let ended = worker(&orders, true, &[("FAKE_CUDA_TELLS_SETS", "1")]);
    let ends = ended.ends();
    assert_eq!(ends[1..], [&Answer::Replayed { id: 5 }, &Answer::Replayed { id: 5 }]);
    let told = |line: &&str| ["marker", "{", "set"].iter().any(|word| line.contains(word));
    let lines: Vec<&str> = ended.stderr.lines().filter(told).collect();
    // Twice the L2 cache of the stub; other memory is smaller.
    let flush = format!("fake: set {} bytes", 2 << 16);
    let flushes = lines.iter().filter(|line| **line == flush).count();
    assert_eq!(flushes, 1, "{}", ended.stderr);
    let begin = |marker: &str| lines.iter().position(|line| *line == marker).unwrap();
    assert_eq!(lines[begin("fake: marker 4 x 1") - 1], flush);
    let of_loud = &lines[begin("fake: marker 3 x 1")..=begin("fake: marker 3 x 2")];
    assert_eq!(of_loud.len(), 3, "one run, and nothing else: {of_loud:?}");
    let of_good = &lines[begin("fake: marker 4 x 1")..];
    assert_eq!(of_good, ["fake: marker 4 x 1", "fake: marker 4 x 2"]);
}
