//! What the analysis makes of recordings whose answers are known. Everything
//! is made up in `fixtures/recordings/synthetic.rs`, nothing was measured, but for the last test.

use propp_base_model::Value;
use propp_judge_analysis::{
    Analysis, Durations, Grouping, Input, KernelReport, Listing, Sort, analyse,
};
use propp_judge_cost::quality::Weights;
use propp_judge_criteria::Criterion;
use propp_recording::Recording;
use propp_recording_store::read;
use propp_recording_wire::{Frame, Goodbye, Job, Launch};

use crate::fixture;
use crate::synthetic::{
    CLEAN, Counts, STRIDED, Trace, VADD, counter_names, goodbye, introduction, launch, measured,
    program, record,
};

pub(crate) fn recorded(runs: &[(Job, Vec<Vec<Frame>>)]) -> Recording {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.propp");
    record(&path, runs, true);
    read(&path).unwrap()
}

fn analysed(recordings: &[&Recording], grouping: Grouping) -> Analysis {
    let inputs: Vec<Input<'_>> =
        recordings.iter().map(|recording| Input { name: "r.propp", recording }).collect();
    analyse(&inputs, &Weights::bundled("paper").unwrap(), grouping)
}

fn of_program() -> Analysis {
    analysed(&[&recorded(&program(1))], Grouping::Signature)
}

fn kernels<'a>(analysis: &'a Analysis, name: &str) -> Vec<&'a KernelReport> {
    analysis.kernels.iter().filter(|kernel| kernel.name.bare.contains(name)).collect()
}

fn value(kernel: &KernelReport, criterion: Criterion) -> &Value {
    &kernel.criteria[&criterion].aggregate.value
}

#[track_caller]
fn close(value: &Value, want: f64) {
    let got = value.measured().unwrap_or_else(|| panic!("{value:?}")).get();
    assert!((got - want).abs() < 1e-9, "got {got}, want {want}");
}

fn codes(analysis: &Analysis) -> Vec<&str> {
    analysis.notices.iter().map(|notice| notice.code.as_str()).collect()
}

#[test]
fn kernels_are_told_apart_by_configuration_and_sorted_by_time() {
    let analysis = of_program();
    let listed: Vec<(&str, u64, Option<u64>, u64)> = (analysis.kernels.iter())
        .map(|k| (k.name.bare.split('<').next().unwrap(), k.total_ns() / 1000, k.seen, k.measured))
        .collect();
    let fill = "at::native::vectorized_elementwise_kernel";
    assert_eq!(
        listed,
        [
            ("vadd", 200, Some(3), 2),
            ("vadd", 100, Some(1), 1),
            ("strided", 80, Some(1), 1),
            ("tr_bank", 60, Some(1), 1),
            ("diverge", 40, Some(1), 1),
            (fill, 10, Some(1), 1),
            (fill, 10, Some(1), 0),
        ]
    );
    let first = &analysis.kernels[0];
    let durations = first.durations.unwrap();
    let Durations { total_ns, min_ns, median_ns, max_ns, .. } = durations;
    assert_eq!((total_ns, min_ns, median_ns, max_ns), (200_000, 40_000, 60_000, 100_000));
    assert_eq!((durations.launches, durations.interval_ns), (3, None));
    // Of 40, 60 and 100 us.
    assert_eq!(durations.deviation_ns, 30_551);
    assert!((first.time_share.unwrap().get() - 0.4).abs() < 1e-12);
    assert_eq!(analysis.run.kernel_time_ns, 500_000);
    assert_eq!((analysis.run.seen, analysis.run.measured), (Some(9), 7));
}

/// Loads along a column of a tile take 32 wavefronts, or one with padding; stores take one.
/// The exact counters have no noise.
#[test]
fn shared_memory_efficiency_is_exact() {
    let recording = fixture("h200_app");
    let analysis = analysed(&[&recording], Grouping::Signature);
    for (kernel, expected) in [("tr_tile<0>", 2.0 / 33.0), ("tr_tile<1>", 1.0), ("barrier", 1.0)] {
        close(value(kernels(&analysis, kernel)[0], Criterion::SmemEff), expected);
    }
}

#[test]
fn criteria_follow_from_the_counts() {
    let analysis = of_program();
    close(value(kernels(&analysis, "strided")[0], Criterion::GranL1), 1.0 / 32.0);
    close(value(kernels(&analysis, "strided")[0], Criterion::GranL2), 0.125);
    close(value(kernels(&analysis, "tr_bank")[0], Criterion::SmemEff), 0.125);
    close(value(kernels(&analysis, "diverge")[0], Criterion::TDiv), 0.5);
    close(value(kernels(&analysis, "diverge")[0], Criterion::Ci), 0.375);
    let vadd = kernels(&analysis, "vadd")[0];
    close(value(vadd, Criterion::Occ), 1.0);
    // Launches of 100 and 60 us count so: residency 0.5 and 0.75.
    close(value(vadd, Criterion::LbW), (100.0 * 0.5 + 60.0 * 0.75) / 160.0);
    let spread = vadd.criteria[&Criterion::LbW].aggregate.spread.unwrap();
    assert_eq!((spread.min.get(), spread.median.get(), spread.max.get()), (0.5, 0.625, 0.75));
    assert!(matches!(value(vadd, Criterion::SmemEff), Value::NotApplicable { .. }));
    // The example is the longest launch.
    let inputs = &vadd.criteria[&Criterion::LbW].evidence.inputs;
    assert_eq!(inputs[0].number, 128_000.0);
}

#[test]
fn the_run_has_its_own_criteria_and_the_kernels_mean() {
    let analysis = of_program();
    // 500 us of kernels in 1000 us.
    close(&analysis.run.criteria[&Criterion::HSync].aggregate.value, 0.5);
    // 2000 bytes copied, 1000 of them behind a kernel, 2000 allocated (pinned
    // host memory is not).
    close(&analysis.run.criteria[&Criterion::Dt].aggregate.value, 0.5 + (1000.0 - 2000.0) / 4000.0);
    close(&analysis.run.criteria[&Criterion::TDiv].aggregate.value, (490.0 - 40.0 * 0.5) / 490.0);
    let weighted: f64 = (analysis.kernels.iter())
        .map(|k| k.quality.value.measured().unwrap().get() * k.total_ns() as f64)
        .sum();
    close(&analysis.run.quality.value, weighted / 500_000.0);
    assert_eq!(analysis.run.traffic.to_device_bytes, 1000);
    assert_eq!(analysis.run.traffic.allocated_bytes, 2000);
}

#[test]
fn a_kernel_that_was_not_measured_keeps_what_needs_no_counter() {
    let analysis = of_program();
    let unmeasured = kernels(&analysis, "_kernel<8")[0];
    close(value(unmeasured, Criterion::Occ), 8.0 * 128.0 / (4.0 * 2048.0));
    let reason = "no launch of this kernel was measured".to_owned();
    assert_eq!(value(unmeasured, Criterion::Ci), &Value::Unavailable { reason });
    close(value(unmeasured, Criterion::HSync), 0.5);
    let covered = analysis.run.criteria[&Criterion::Ci].aggregate.time_covered.unwrap();
    assert!((covered.get() - 0.98).abs() < 1e-12);
}

#[test]
fn configurations_merge_by_function() {
    let analysis = analysed(&[&recorded(&program(1))], Grouping::Function);
    assert_eq!(analysis.kernels.len(), 6);
    let vadd = kernels(&analysis, "vadd")[0];
    assert_eq!((vadd.configurations.len(), vadd.total_ns(), vadd.seen), (2, 300_000, Some(4)));
    // The small configuration fills 1/64 of the SMs with its 2 blocks of 2
    // warps, of which it could fill 2/64 on an SM.
    let of_large = (100.0 * 0.5 + 60.0 * 0.75) / 160.0;
    let of_small = (1.0 / 64.0) / (2.0 / 64.0);
    let value = value(vadd, Criterion::LbW).measured().unwrap().get();
    assert!((value - (200.0 * of_large + 100.0 * of_small) / 300.0).abs() < 1e-5, "{value}");
}

#[test]
fn ranks_are_one_run() {
    let (one, other) = (recorded(&program(1)), recorded(&program(2)));
    let both = analysed(&[&one, &other], Grouping::Signature);
    assert_eq!((both.devices.len(), both.kernels.len()), (2, 7));
    assert_eq!(both.kernels[0].total_ns(), 400_000);
    assert_eq!((both.kernels[0].seen, both.kernels[0].measured), (Some(6), 4));
    close(&both.run.criteria[&Criterion::HSync].aggregate.value, 0.5);
    close(&both.devices[1].host_sync.value, 0.5);
    // On one GPU the same kernels at the same time leave it as busy.
    let again = recorded(&program(1));
    let shared = analysed(&[&one, &again], Grouping::Signature);
    assert_eq!(shared.devices.len(), 1);
    close(&shared.run.criteria[&Criterion::HSync].aggregate.value, 0.5);
    // The order of the files changes nothing but the list of files.
    let turned = analysed(&[&other, &one], Grouping::Signature);
    let shown = |analysis: &Analysis| format!("{:?} {:?}", analysis.kernels, analysis.run);
    assert_eq!(shown(&both), shown(&turned));
}

#[test]
fn sorting_and_selecting_keep_shares_and_count_what_is_left_out() {
    let analysis = of_program();
    let no_fill = |kernel: &KernelReport| !kernel.name.full.contains("fill");
    let listing = Listing::new(&analysis, Sort::Quality, no_fill, Some(3));
    let quality: Vec<f64> = (listing.listed().iter())
        .map(|kernel| kernel.quality.value.measured().unwrap().get())
        .collect();
    assert!(quality.is_sorted(), "the worst first: {quality:?}");
    assert_eq!((listing.listed().len(), listing.unlisted()), (3, 4));
    let listing = Listing::new(&analysis, Sort::Name, |kernel| kernel.name.bare == "vadd", None);
    let shares: Vec<f64> = listing.kernels.iter().map(|k| k.time_share.unwrap().get()).collect();
    assert!(!listing.is_whole() && listing.unlisted() == 5);
    assert!((shares[0] - 0.2).abs() < 1e-12 && (shares[1] - 0.4).abs() < 1e-12, "{shares:?}");
}

#[test]
fn kernels_whose_order_by_quality_cannot_be_told_are_tied() {
    let recording = fixture("h200_app");
    let inputs = [Input { name: "app", recording: &recording }];
    let analysis = analyse(&inputs, &Weights::bundled("h200").unwrap(), Grouping::Signature);
    let tied = |sort: Sort| -> Vec<usize> {
        let listing = Listing::new(&analysis, sort, |_| true, None);
        let tied = analysis.kernels.iter().filter(|kernel| listing.is_tied(kernel));
        tied.map(|kernel| kernel.number).collect()
    };
    let by_quality = tied(Sort::Quality);
    assert!((2..analysis.kernels.len()).contains(&by_quality.len()), "{by_quality:?}");
    assert_eq!(tied(Sort::Time), [0; 0]);
}

#[test]
fn without_a_trace_run_values_stay_and_times_do_not() {
    let runs: Vec<_> = program(1).into_iter().filter(|(job, _)| *job == Job::Count).collect();
    let analysis = analysed(&[&recorded(&runs)], Grouping::Signature);
    let vadd = kernels(&analysis, "vadd")[0];
    assert_eq!((vadd.seen, vadd.measured, vadd.durations, vadd.time_share), (None, 1, None, None));
    close(value(kernels(&analysis, "strided")[0], Criterion::GranL2), 0.125);
    let reason = "the recording has no trace run".to_owned();
    assert_eq!(value(vadd, Criterion::HSync), &Value::Unavailable { reason });
    assert!(analysis.run.quality.value.measured().is_none());
    assert!(codes(&analysis).contains(&"no-trace-run"));
}

#[test]
fn without_a_count_run_times_stay_and_values_do_not() {
    let runs: Vec<_> = program(1).into_iter().filter(|(job, _)| *job == Job::Trace).collect();
    let analysis = analysed(&[&recorded(&runs)], Grouping::Signature);
    let vadd = kernels(&analysis, "vadd")[0];
    assert_eq!((vadd.seen, vadd.measured, vadd.total_ns()), (Some(3), 0, 200_000));
    close(value(vadd, Criterion::Occ), 1.0);
    assert!(value(vadd, Criterion::GranL1).measured().is_none());
    assert!(codes(&analysis).contains(&"no-count-run"));
}

#[test]
fn what_is_missing_is_said() {
    let mut runs = program(1);
    // The traced process is killed; of the counted one a measurement is lost.
    runs[0].1[0].pop();
    runs[1].1[0].remove(11);
    let dropped = Frame::Goodbye(Goodbye { seen: 9, measured: 7, dropped: 12 });
    *runs[1].1[0].last_mut().unwrap() = dropped;
    // And a kernel is launched once more than in the trace run.
    runs[1].1[0].insert(12, measured(launch(STRIDED, 256, 256), 1, CLEAN));
    runs[1].1[0].insert(12, measured(launch(7, 1, 32), 0, CLEAN));
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.propp");
    record(&path, &runs, false);
    let recording = read(&path).unwrap();
    let analysis = analysed(&[&recording], Grouping::Signature);
    let wanted = [
        "recording-unfinished",
        "process-ended-early",
        "records-dropped",
        "not-replayed",
        "launches-differ",
    ];
    assert_eq!(codes(&analysis), wanted);
    let never = kernels(&analysis, "never_seen")[0];
    assert_eq!((never.seen, never.measured, never.durations), (Some(0), 1, None));
    close(value(never, Criterion::GranL1), 1.0);
    assert!(analysis.notices[4].text.starts_with("2 measured launches are not in the trace run"));
}

#[test]
fn counter_sets_that_take_turns_complete_each_other() {
    let mut runs = program(1);
    let split = |frame: &Frame, first: bool| match frame.clone() {
        Frame::CounterNames(mut names) => {
            let half = names.counters.len() / 2;
            let (front, back) = names.counters.split_at(half);
            names.counters = if first { front.to_vec() } else { back.to_vec() };
            Frame::CounterNames(names)
        }
        Frame::Measured(mut measured) => {
            let half = measured.values.len() / 2;
            let values = &measured.values;
            measured.values = if first { values[..half].to_vec() } else { values[half..].to_vec() };
            Frame::Measured(measured)
        }
        other => other,
    };
    let counts = Counts { ways: Some(8.0), ..CLEAN };
    let (set, one) = (counter_names(), measured(launch(VADD, 1024, 256), 0, counts));
    let other = measured(launch(VADD, 1024, 256), 1, counts);
    let mut counted = introduction(Job::Count, 1);
    counted.extend([
        split(&set, true),
        split(&one, true),
        split(&set, false),
        split(&other, false),
    ]);
    counted.push(goodbye(9, 2));
    runs[1].1 = vec![counted];
    let analysis = analysed(&[&recorded(&runs)], Grouping::Signature);
    let vadd = kernels(&analysis, "vadd")[0];
    assert_eq!(vadd.measured, 2);
    close(value(vadd, Criterion::TDiv), 1.0);
    close(value(vadd, Criterion::GranL2), 1.0);
    // A pipe's instructions and the cycles may be from two passes.
    close(value(vadd, Criterion::Ci), 0.375);
    // What needs its counters at once does not mix two launches.
    let smem_eff = value(vadd, Criterion::SmemEff);
    assert!(smem_eff.reason().unwrap().contains("no single pass counted all of"), "{smem_eff:?}");
}

#[test]
fn kernels_of_a_graph_get_their_names_from_the_trace() {
    let graph = |name| Launch { graph: 3, ..launch(name, 64, 128) };
    let mut trace = Trace::default();
    trace.kernel(launch(VADD, 1024, 256), 100, 0).kernel(graph(VADD), 10, 5).part_of_call(
        graph(STRIDED),
        20,
        5,
    );
    let node = |place: u32| Launch {
        grid: [0; 3],
        block: [0; 3],
        registers: 0,
        graph: place,
        ..launch(0, 0, 0)
    };
    let mut traced = introduction(Job::Trace, 1);
    traced.extend([Frame::Kernels(trace.kernels), goodbye(2, 0)]);
    let mut counted = introduction(Job::Count, 1);
    counted.extend([
        counter_names(),
        measured(launch(VADD, 1024, 256), 0, CLEAN),
        measured(node(1), 0, CLEAN),
        measured(node(2), 0, Counts { gran_l2: 0.25, ..CLEAN }),
        goodbye(2, 2),
    ]);
    // Both kernels of the graph belong to the same launch, the process's second.
    for frame in &mut counted {
        if let Frame::Measured(measured) = frame {
            measured.ordinal = u64::from(measured.launch.graph != 0);
        }
    }
    let good = [(Job::Trace, vec![traced.clone()]), (Job::Count, vec![counted.clone()])];
    let analysis = analysed(&[&recorded(&good)], Grouping::Signature);
    assert_eq!(codes(&analysis), Vec::<&str>::new());
    let strided = kernels(&analysis, "strided")[0];
    assert_eq!((strided.total_ns(), strided.measured), (20_000, 1));
    close(value(strided, Criterion::GranL2), 0.25);
    close(value(strided, Criterion::Occ), 1.0);
    // A graph of another size is not guessed at.
    counted.remove(counted.len() - 2);
    let bad = [(Job::Trace, vec![traced]), (Job::Count, vec![counted])];
    let analysis = analysed(&[&recorded(&bad)], Grouping::Signature);
    assert_eq!(codes(&analysis), ["graph-kernels-unknown"]);
    assert_eq!(kernels(&analysis, "strided")[0].measured, 0);
}

#[test]
fn an_unknown_gpu_leaves_values_unavailable_with_the_reason() {
    let mut runs = program(1);
    for (_, processes) in &mut runs {
        for frame in &mut processes[0] {
            if let Frame::Device(device) = frame {
                device.attributes.retain(|(number, _)| *number != 16);
            }
        }
    }
    let analysis = analysed(&[&recorded(&runs)], Grouping::Signature);
    let reason = "the recording lacks attribute 16 of the GPU".to_owned();
    let vadd = kernels(&analysis, "vadd")[0];
    assert_eq!(value(vadd, Criterion::TDiv), &Value::Unavailable { reason });
}

#[test]
fn an_empty_recording_is_no_accident() {
    let analysis = analysed(&[&recorded(&[])], Grouping::Signature);
    assert!(analysis.kernels.is_empty());
    assert_eq!(codes(&analysis), ["no-trace-run", "no-count-run"]);
}

/// Counters come without names for kernels of graphs. Seven graphs of one kernel each, launched four
/// times: each kernel has its own counters. `dependent` and `with_shared_memory` were not measured.
#[test]
fn kernels_of_several_graphs_keep_their_own_counters() {
    let analysis = analysed(&[&fixture("h200_graph_kernels")], Grouping::Signature);
    let measured: Vec<(&str, u64)> =
        analysis.kernels.iter().map(|k| (k.name.bare.as_str(), k.measured)).collect();
    for (name, measured) in measured {
        let expected = if ["dependent", "with_shared_memory"].contains(&name) { 0 } else { 6 };
        assert_eq!(measured, expected, "{name}");
    }
}
