//! A suite of three implementations, written down by hand.

use std::collections::BTreeMap;

use propp_base_text::Page;
use propp_judge_cost::Certainty;
use propp_judge_cost::quality::Weights;
use propp_judge_criteria::Criterion;
use propp_recording::{
    Copied, CounterSet, Device, Ending, KernelRow, Measurement, Process, Run, Signature, Stream,
};
use propp_recording::{Recording, SuiteCase, SuiteMeasured, SuiteState};
use propp_recording_wire::{Direction, Job};
use propp_suite_problems::{Distribution, Element};

use super::report::{Extent, csv, table, why};
use super::split::Split;
use super::*;

const ACTIVE: &str = "smsp__thread_inst_executed.sum";
const EXECUTED: &str = "smsp__inst_executed.sum";

fn case(variant: &str, samples_us: &[u64], marker: Option<u32>) -> SuiteCase {
    SuiteCase {
        library: "own".to_owned(),
        library_version: "1".to_owned(),
        primitive: "reduce.sum".to_owned(),
        variant: variant.to_owned(),
        element: "f32".to_owned(),
        n: 1 << 24,
        distribution: "uniform".to_owned(),
        seed: 1,
        state: SuiteState::Ok,
        reason: None,
        measured: Some(SuiteMeasured {
            m: 0,
            bytes_read: 4 << 24,
            bytes_written: 4,
            operations: 1 << 24,
            temp_bytes: 1024,
            cpu_ns: 8_000_000,
            throttled: 0,
            samples_ns: samples_us.iter().map(|us| us * 1000).collect(),
        }),
        marker,
    }
}

fn bad(variant: &str, state: SuiteState, reason: &str) -> SuiteCase {
    let reason = Some(reason.to_owned());
    SuiteCase { state, reason, measured: None, ..case(variant, &[], None) }
}

fn signature(function: usize, grid: [u32; 3]) -> Signature {
    Signature {
        function: Some(function),
        grid,
        block: [256, 1, 1],
        cluster: [0; 3],
        registers: 32,
        static_shared_bytes: 0,
        dynamic_shared_bytes: 0,
        local_bytes_per_thread: 0,
    }
}

/// Attributes of an H200.
fn attributes() -> BTreeMap<u32, i32> {
    BTreeMap::from([
        (12, 65_536),
        (16, 132),
        (36, 3_201_000),
        (37, 6144),
        (39, 2048),
        (75, 9),
        (76, 0),
        (81, 233_472),
        (82, 65_536),
        (97, 232_448),
        (106, 32),
        (111, 1024),
    ])
}

/// Launches as (signature, correlation); the same kernel prepares the cases,
/// and is in both.
fn recording() -> Recording {
    let launches =
        [(0, 1), (1, 2), (0, 3), (0, 4), (2, 5), (0, 6), (3, 7), (4, 8), (0, 10), (5, 11), (0, 12)];
    let kernel = |(place, (signature, correlation)): (usize, (usize, u32))| KernelRow {
        stream: 0,
        signature,
        start_ns: 1000 * place as u64,
        end_ns: 1000 * place as u64 + 500,
        correlation,
        graph: 0,
        nvtx: None,
    };
    let measured = |ordinal: u64, threads: f64| Measurement {
        stream: 1,
        signature: 0,
        counter_set: 0,
        ordinal,
        ordinal_in_signature: ordinal,
        correlation: 7,
        graph: 0,
        nvtx: None,
        took_ns: 1,
        values: vec![Some(threads), Some(100.0)],
    };
    let process = |run| Process { run, ordinal: 0, hello: None, progress: None, totals: None };
    let run = |job| Run { job, duration_ns: Some(1), ending: Some(Ending::Exited(0)) };
    let device = |process| Device {
        process,
        index: 0,
        name: "NVIDIA H200".to_owned(),
        chip: "GH100".to_owned(),
        uuid: "GPU-1".to_owned(),
        memory_bytes: 1 << 37,
        attributes: attributes(),
    };
    let stream = |process| Stream { process, device_index: 0, context: 1, stream: 7 };
    let copy = |correlation| Copied {
        stream: 0,
        direction: Direction::HostToDevice,
        bytes: 1 << 20,
        pageable: false,
        start_ns: 8000,
        end_ns: 8100,
        correlation,
    };
    Recording {
        meta: [("suite.cpu", "a CPU")].map(|(k, v)| (k.to_owned(), v.to_owned())).into(),
        runs: vec![run(Job::Trace), run(Job::Count)],
        processes: vec![process(0), process(1)],
        devices: vec![device(0), device(1)],
        names: vec!["_Z3sumPf".to_owned(), "propp_case_marker".to_owned()],
        signatures: vec![
            signature(0, [1024, 1, 1]),
            signature(1, [1, 1, 1]),
            signature(1, [1, 2, 1]),
            signature(1, [2, 1, 1]),
            signature(1, [2, 2, 1]),
            signature(1, [3, 1, 1]),
        ],
        streams: vec![stream(0), stream(1)],
        kernels: launches.into_iter().enumerate().map(kernel).collect(),
        copies: vec![copy(6), copy(9)],
        counter_sets: vec![CounterSet {
            process: 1,
            device_index: 0,
            runs: 8,
            counters: vec![ACTIVE.to_owned(), EXECUTED.to_owned()],
            passes: vec![1, 1],
        }],
        // Of the kernel's six launches the second, third and fifth are the cases'.
        measurements: [3200.0, 1600.0, 800.0, 3200.0, 2400.0, 3200.0]
            .into_iter()
            .zip(0..)
            .map(|(threads, ordinal)| measured(ordinal, threads))
            .collect(),
        suite: vec![
            case("slow", &[400, 401, 402, 403, 404, 405, 406], Some(1)),
            case("fast", &[100, 101, 102, 103, 104, 105, 106], Some(3)),
            case("rival", &[104, 105, 106, 107, 108, 109, 110], None),
            bad("broken", SuiteState::Wrong, "out[0] is 4 and should be 5"),
            bad("crasher", SuiteState::Failed, "crashed: signal 11 (SIGSEGV)"),
            SuiteCase { n: 1 << 20, ..case("slow", &[9], None) },
            SuiteCase { primitive: "reduce.min".to_owned(), ..case("fast", &[9], None) },
        ],
        ..Recording::default()
    }
}

fn question(primitive: &str) -> Question {
    Question { primitive: primitive.to_owned(), ..Question::default() }
}

fn ranking(question: &Question) -> Result<Ranking, NotRanked> {
    rank(&recording(), &Weights::bundled("paper").unwrap(), question)
}

#[test]
fn launches_between_the_markers_are_the_cases_and_no_others() {
    let recording = recording();
    let split = Split::new(&recording);
    let calls = |marker| -> Vec<u32> {
        let kernels = &split.selection(marker).unwrap().kernels;
        kernels.iter().map(|place| recording.kernels[*place].correlation).collect()
    };
    assert_eq!(calls(1), [3, 4]);
    let first = split.selection(1).unwrap();
    let ordinals: Vec<(u64, u64)> = (first.measurements.iter())
        .map(|(place, number)| (recording.measurements[*place].ordinal, *number))
        .collect();
    assert_eq!(ordinals, [(1, 0), (2, 1)]);
    assert!(first.copies.is_empty());
    // Case 2 launched nothing. Without a second marker the third goes on to the end.
    assert!(split.selection(2).is_none());
    assert_eq!(calls(3), [12]);
    assert!(split.selection(4).is_none());
}

/// The collector counts launches of a kernel in each NVTX range anew.
#[test]
fn a_launch_within_a_range_is_found_by_its_number_in_the_range() {
    let mut recording = recording();
    recording.names.push("range".to_owned());
    let (range, last) = (Some(recording.names.len() - 1), recording.kernels.len() - 1);
    recording.kernels[last].nvtx = range;
    recording.measurements[5].nvtx = range;
    recording.measurements[5].ordinal_in_signature = 0;
    let split = Split::new(&recording);
    assert_eq!(split.selection(3).unwrap().measurements, [(5, 0)]);
    assert_eq!(split.selection(1).unwrap().measurements, [(1, 0), (2, 1)]);
}

#[test]
fn criteria_are_those_of_the_cases_own_launches() {
    let ranking = ranking(&question("reduce")).unwrap();
    let of = |variant: &str| {
        let found = ranking.problems[0].ranked.iter().find(|one| one.variant == variant).unwrap();
        found.criteria[&Criterion::TDiv].clone()
    };
    // Means over launches: (16 + 8) / 2 threads of 32.
    assert!((of("slow").measured().unwrap().get() - 0.375).abs() < 1e-9);
    assert_eq!(of("rival").reason(), Some("the recording has no profile of this case"));
}

#[test]
fn overlapping_intervals_are_ties_and_share_a_place() {
    let ranking = ranking(&question("reduce.sum")).unwrap();
    let ranked = &ranking.problems[0].ranked;
    let places: Vec<(&str, usize, bool)> =
        ranked.iter().map(|one| (one.variant.as_str(), one.place, one.tied)).collect();
    assert_eq!(places, [("fast", 1, true), ("rival", 1, true), ("slow", 3, false)]);
    let fast = &ranked[0];
    assert_eq!((fast.time.median_ns, fast.relative_speed), (103_000, 1.0));
    assert!((fast.cpu_speedup - 8e6 / 103e3).abs() < 1e-6);
    assert!((ranking.peak_bytes_per_s.unwrap() - 4.917e12).abs() < 1e9);
    assert_eq!(ranking.problems[0].left_out.len(), 2);
}

#[test]
fn the_usual_problem_is_the_largest_unless_others_are_asked_for() {
    let usual = ranking(&question("reduce.sum")).unwrap();
    assert_eq!(usual.problems.iter().map(|p| p.name.n).collect::<Vec<_>>(), [1 << 24]);
    assert_eq!(usual.others.iter().map(|name| name.n).collect::<Vec<_>>(), [1 << 20]);
    assert_eq!(usual.relatives, ["reduce.min"]);
    let all = Question { sizes: Filter::All, ..question("reduce.sum") };
    assert_eq!(ranking(&all).unwrap().problems.len(), 2);
    let small = Question { sizes: Filter::Only(vec![1 << 20]), ..question("reduce.sum") };
    assert_eq!(ranking(&small).unwrap().problems[0].name.n, 1 << 20);
    let few = Question {
        elements: Filter::Only(vec![Element::F32]),
        distributions: Filter::Only(vec![Distribution::Few]),
        ..question("reduce.sum")
    };
    assert_eq!(
        ranking(&few).unwrap_err().to_string(),
        "reduce.sum was not measured like that; there are f32 2^20 uniform; f32 2^24 uniform; \
         `propp suite run --primitive reduce.sum --type TYPE --size N` measures others, and --from \
         FILE ranks them"
    );
}

#[test]
fn a_wrong_primitive_suggests_the_closest() {
    let error = ranking(&question("redcue.sum")).unwrap_err().to_string();
    assert_eq!(
        error,
        "no primitive redcue.sum (did you mean reduce.sum or reduce.min?); `propp rank` lists them"
    );
    let error = ranking(&question("hash")).unwrap_err().to_string();
    assert!(error.starts_with("the recording has no compute.hash; `propp suite run"), "{error}");
    let empty = rank(&Recording::default(), &Weights::bundled("paper").unwrap(), &question("x"));
    assert_eq!(empty, Err(NotRanked::no_suite()));
}

#[test]
fn by_quality_what_has_none_comes_last() {
    let asked = Question { order: Order::Quality, ..question("reduce.sum") };
    let ranking = ranking(&asked).unwrap();
    let ranked = &ranking.problems[0].ranked;
    assert_eq!(ranked.last().unwrap().variant, "rival");
    // Weights without bootstrap draws give no ties.
    let places: Vec<(usize, bool)> = ranked.iter().map(|one| (one.place, one.tied)).collect();
    assert_eq!(places, [(1, false), (2, false), (3, false)]);
}

#[test]
fn by_prediction_it_is_said_how_certain_the_order_is() {
    let certainty = Certainty { scale: 0.15, growth: 0.0, pairs: 100, primitives: 5 };
    let sure = |ns| Some(certainty.faster(10_000.0, ns, 0.0));
    let asked = Question { order: Order::Predicted, ..question("reduce.sum") };
    let mut ranking = ranking(&asked).unwrap();
    for (one, (place, tied, ns, sure)) in ranking.problems[0].ranked.iter_mut().zip([
        (1, true, 10_000, None),
        (1, true, 11_000, sure(11_000.0)),
        (3, false, 30_000, sure(30_000.0)),
    ]) {
        (one.place, one.tied, one.predicted_ns, one.certainty) = (place, tied, Some(ns), sure);
    }
    let text = table(&ranking, Extent { all: false, most: 99 }, Page::PLAIN);
    for line in
        ["1=   10.0 us           - ", "1=   11.0 us cannot tell ", "3   30.0 us       >99 % "]
    {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}

#[test]
fn formats() {
    let ranking = ranking(&question("reduce")).unwrap();
    let extent = |all, most| Extent { all, most };
    insta::assert_snapshot!("table", table(&ranking, extent(true, 99), Page::PLAIN));
    insta::assert_snapshot!("what_decides", table(&ranking, extent(false, 2), Page::PLAIN));
    let narrow = table(&ranking, extent(false, 99), Page { width: 60, colour: false });
    let long: Vec<&str> = narrow.lines().filter(|line| line.chars().count() > 60).collect();
    assert!(long.is_empty() && !narrow.contains("±%  "), "{long:?}");
    let names = ["rival".to_owned()];
    for width in [60, 80, 100] {
        let text = why(&ranking, &names, Page { width, colour: false });
        assert!(text.lines().all(|line| line.chars().count() <= width), "{width}: {text}");
    }
    insta::assert_snapshot!("why", why(&ranking, &names, Page::PLAIN));
    insta::assert_snapshot!("csv", csv(&ranking));
    let widths: Vec<usize> = csv(&ranking).lines().map(|line| line.split(',').count()).collect();
    assert!(widths.iter().all(|width| *width == widths[0]), "{widths:?}");
    let json = serde_json::to_value(ranking.document(true)).unwrap();
    assert_eq!(json["schema"], "propp.rank/1");
    assert_eq!(json["bundled"], true);
    assert_eq!(json["problems"][0]["ranked"][0]["median_ns"], 103_000);
    assert_eq!(json["problems"][0]["ranked"][0]["criteria"]["LB_W"]["state"], "unavailable");
    assert_eq!(json["problems"][0]["left_out"][0]["state"], "wrong");
}
