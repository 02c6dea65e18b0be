//! Inputs that cases have in common, on a driver whose device is the host.

use propp_suite_problems::{Case, Distribution, Element};
use propp_suite_run::protocol::{Answer, Limits, Order};

use crate::support::propp::{shared_library, suite_worker};

/// The answers to cases, one after the other in one worker, and what the library
/// printed.
fn answers(cases: &[(&str, &str, u64)]) -> (Vec<Answer>, Vec<String>) {
    let dir = tempfile::tempdir().unwrap();
    let library = dir.path().join("libsharing.so");
    shared_library("tests/worker/sharing.c", &library);
    shared_library("tests/worker/fake_cuda.c", &dir.path().join("libcuda.so.1"));
    let limits = Limits {
        flush_l2: true,
        min_samples: 6,
        max_samples: 6,
        relative_noise: 0.01,
        seconds: 1.0,
    };
    let mut orders = vec![Order::Open { path: library, device: Some(0) }];
    orders.extend((1..).zip(cases).map(|(id, &(primitive, variant, n))| {
        let case = Case {
            id,
            primitive: primitive.to_owned(),
            variant: variant.to_owned(),
            element: Element::I32,
            n,
            distribution: Distribution::Uniform,
            seed: 1,
        };
        Order::Measure { case, limits }
    }));
    let lines: Vec<String> = orders.iter().map(|o| serde_json::to_string(o).unwrap()).collect();
    let output = suite_worker(&lines.join("\n"), |command| {
        command.env("LD_LIBRARY_PATH", dir.path());
    });
    let stdout = String::from_utf8(output.stdout).unwrap();
    let all = stdout.lines().map(|line| serde_json::from_str(line).unwrap());
    let ends = all.filter(|answer| !matches!(answer, Answer::Working { .. })).skip(1).collect();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    (ends, stderr.lines().filter(|l| l.contains(" reads ")).map(str::to_owned).collect())
}

/// Where the library found its input.
fn place(line: &str) -> &str {
    line.rsplit(' ').next().unwrap()
}

#[test]
fn an_array_that_two_primitives_read_stays_where_it_is() {
    let (ends, printed) = answers(&[
        ("copy", "good", 70_000),
        ("copy", "good", 70_000),
        ("reduce.max", "good", 70_000),
    ]);
    assert!(matches!(
        ends[..],
        [Answer::Measured { .. }, Answer::Measured { .. }, Answer::Measured { .. }]
    ));
    let [first, second, other] = &printed[..] else { panic!("{printed:?}") };
    assert_eq!((place(first), place(first)), (place(second), place(other)));
}

#[test]
fn a_spoiled_input_is_made_anew_and_no_one_else_is_blamed() {
    let (ends, printed) = answers(&[
        ("copy", "spoiler", 1000),
        ("copy", "good", 1000),
        ("copy", "spoiler", 1000),
        ("reduce.max", "good", 1000),
    ]);
    let is_right = |end: &Answer| matches!(end, Answer::Measured { .. });
    assert!(ends.len() == 4 && ends.iter().all(is_right), "{ends:?}");
    assert!(printed.len() > 4, "{printed:?}");
}

#[test]
fn what_is_wrong_on_a_new_input_too_is_wrong() {
    let (ends, printed) = answers(&[("copy", "good", 1000), ("copy", "wrong", 1000)]);
    let [Answer::Measured { .. }, Answer::Wrong { id: 2, what }] = &ends[..] else {
        panic!("{ends:?}")
    };
    assert!(what.starts_with("out[7] is ") && what.ends_with("(in the first run)"), "{what}");
    assert_eq!(printed.len(), 3);
}
