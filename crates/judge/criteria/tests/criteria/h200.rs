//! The criteria on counters of a real GPU, against closed forms: kernels
//! whose counts follow from their source.

use propp_base_model::{Fraction, Interval, KernelRun, OccupancyLimit, Value};
use propp_judge_criteria::Criterion;
use propp_judge_criteria::{Assessment, Note, Pipe, host_sync};

use super::launch_tables::{Launch, h200, launch, number, rows};

const APP: &str = include_str!("../../../../../tests/fixtures/criteria/h200_app.tsv");
const CORNERS: &str = include_str!("../../../../../tests/fixtures/criteria/h200_corners.tsv");
const SHARED: &str = include_str!("../../../../../tests/fixtures/criteria/h200_shared.tsv");
const DOC: &str = include_str!("../../../../../docs/criteria.md");
const SEEN: &str = include_str!("../../../../../lab/criteria.md");
const TRACE: &str = include_str!("../../../../../tests/fixtures/criteria/h200_trace.tsv");

#[track_caller]
fn close(got: f64, want: f64, relative: f64) {
    assert!((got - want).abs() <= relative * want, "got {got}, want {want}");
}

fn app(kernel: &str) -> Launch {
    launch(APP, kernel)
}

fn corner(kernel: &str) -> Launch {
    launch(CORNERS, kernel)
}

#[test]
fn granularity_follows_from_the_access_pattern() {
    // Neighbouring threads, neighbouring words: every byte moved is used.
    close(app("vadd").value(Criterion::GranL1), 1.0, 1e-9);
    close(app("vadd").value(Criterion::GranL2), 1.0, 1e-9);
    // Stride 33 words: each 4-byte access has a line and a sector to itself.
    close(app("strided").value(Criterion::GranL1), 4.0 / 128.0, 1e-9);
    close(app("strided").value(Criterion::GranL2), 4.0 / 32.0, 1e-9);
    // Loads along rows (1 line, 4 sectors a warp), stores along columns (32
    // lines, 32 sectors).
    close(app("tr_naive").value(Criterion::GranL1), 2.0 / 33.0, 1e-9);
    close(app("tr_naive").value(Criterion::GranL2), 8.0 / 36.0, 1e-9);
    for kernel in ["tr_tile<0>", "tr_tile<1>", "barrier", "thrust::sequence"] {
        close(app(kernel).value(Criterion::GranL1), 1.0, 1e-9);
        close(app(kernel).value(Criterion::GranL2), 1.0, 1e-9);
    }
    // 128-bit accesses take four lines a warp and use them whole.
    close(corner("wide_shared").value(Criterion::GranL1), 1.0, 1e-9);
}

#[test]
fn l1_hits_push_gran_l2_over_the_top_and_the_note_says_how_far() {
    let cached = corner("cached").assess(Criterion::GranL2);
    assert_eq!(cached.value, Value::Measured { value: Fraction::ONE });
    let raw = cached.notes.iter().find_map(|n| match n {
        Note::Clamped { raw } => Some(*raw),
        _ => None,
    });
    close(raw.unwrap(), 34_603_008.0 / (32.0 * 127_492.0), 1e-9);
}

#[test]
fn bulk_copies_are_left_out_of_gran_l2() {
    let bulk = corner("bulk_load").assess(Criterion::GranL2);
    close(number(&bulk.value), 1.0, 1e-9);
    assert!(bulk.notes.contains(&Note::BulkCopies { sectors: 524_288.0 }), "{:?}", bulk.notes);
    // Nothing but the bulk copy reaches global memory here.
    let store = corner("bulk_store");
    for criterion in [Criterion::GranL1, Criterion::GranL2] {
        let reason = "no load or store of this kernel touches global memory".to_owned();
        assert_eq!(store.assess(criterion).value, Value::NotApplicable { reason });
    }
}

#[test]
fn uncounted_bulk_copies_and_local_memory_are_flagged() {
    let uncounted = app("vadd").assess(Criterion::GranL2);
    assert_eq!(uncounted.notes, [Note::BulkCopiesNotCounted]);
    let local = corner("local_array").assess(Criterion::GranL2);
    assert!(number(&local.value) < 0.05);
    assert!(matches!(local.notes[..], [Note::LocalMemory { .. }]), "{:?}", local.notes);
}

#[test]
fn shared_memory_efficiency_follows_from_bank_conflicts() {
    // Stores along a row of the tile take one wavefront, loads along a column
    // 32, or one with padding. Waiting for the data path adds some, most
    // visibly (3.5 %) where nothing else does.
    close(app("tr_tile<0>").value(Criterion::SmemEff), 2.0 / 33.0, 0.01);
    close(app("tr_tile<1>").value(Criterion::SmemEff), 1.0, 0.035);
    close(app("barrier").value(Criterion::SmemEff), 1.0, 0.01);
    // Four wavefronts are the least that a 128-bit access can do with.
    close(corner("wide_shared").value(Criterion::SmemEff), 1.0, 1e-9);
    let none = app("vadd").assess(Criterion::SmemEff).value;
    assert_eq!(none.reason(), Some("no load or store of this kernel touches shared memory"));
    assert!(matches!(none, Value::NotApplicable { .. }));
}

#[test]
fn shared_atomics_are_judged_where_counted_and_never_pass_for_perfect_loads() {
    let atomics = corner("shared_atomics").assess(Criterion::SmemEff);
    close(number(&atomics.value), 1.0, 0.02);
    assert!(atomics.notes.contains(&Note::SharedAtomics { instructions: 131_072.0 }));
    // Here they were not counted, and their bytes are six times what loads
    // and stores can have moved.
    let histogram = app("cub::DeviceRadixSortHistogramKernel").assess(Criterion::SmemEff).value;
    assert!(matches!(&histogram, Value::Unavailable { reason }
        if reason.contains("674816 wavefronts") && reason.contains("made 101376")));
    let copies = corner("async_copy").assess(Criterion::SmemEff).value;
    assert!(matches!(copies, Value::Unavailable { .. }), "{copies:?}");
}

#[test]
fn matrices_are_judged_and_asynchronous_copies_are_not() {
    let of = |kernel: &str| launch(SHARED, kernel).assess(Criterion::SmemEff);
    // Rows of 16 bytes that follow each other, or that are 128 bytes apart: 32 wavefronts for 4.
    close(number(&of("loaded<16, true>").value), 1.0, 1e-9);
    close(number(&of("loaded<16, false>").value), 1.0, 1e-9);
    close(number(&of("loaded<128, true>").value), (64.0 + 32.0) / (64.0 + 256.0), 1e-9);
    close(number(&of("stored<128>").value), 33.0 / 260.0, 1e-9);
    assert!(of("loaded<128, true>").notes.contains(&Note::Matrices { instructions: 8.0 }));
    // Of all accesses, the GPU counts 752 bytes in the first kernel and 4,224 in the last, which copy the same.
    for kernel in ["copied<0>", "copied<2>", "copied<3>", "copied<4>"] {
        close(number(&of(kernel).value), 1.0, 1e-9);
        assert_eq!(of(kernel).notes, [Note::AsyncCopiesLeftOut]);
    }
    // As in recordings without these counters.
    let columns = ["_op_ldsm.sum", "bytes_mem_shared_op_ld.sum"];
    let old = columns.iter().fold(SHARED.to_owned(), |table, name| table.replace(name, "_not.sum"));
    for kernel in ["loaded<16, true>", "copied<4>"] {
        let value = launch(&old, kernel).assess(Criterion::SmemEff).value;
        assert!(matches!(value, Value::Unavailable { .. }), "{value:?}");
    }
}

#[test]
fn divergence_counts_the_threads_that_take_part() {
    close(app("vadd").value(Criterion::TDiv), 1.0, 1e-9);
    close(app("tr_naive").value(Criterion::TDiv), 1.0, 1e-9);
    // Eight cases in turn over the lanes: at best 4 of 32 go together, and
    // the long cases of one lane in eight are nearly all there is to do.
    close(app("diverge").value(Criterion::TDiv), 4.0 / 32.0, 0.04);
    let vadd = app("vadd").assess(Criterion::TDiv);
    assert_eq!(vadd.notes, [Note::PredicatedOn { value: Fraction::try_from(0.95).unwrap() }]);
}

#[test]
fn balance_tells_idle_sms_from_idle_warps() {
    // One block: one SM of 132 works, and all its warps do.
    close(app("tiny").value(Criterion::LbSm), 1.0 / 132.0, 1e-6);
    close(app("tiny").value(Criterion::LbW), 1.0, 0.01);
    assert!(app("vadd").value(Criterion::LbSm) > 0.99);
    // 8 long blocks of 264, each beside a short one: the eight SMs that have
    // them hold 8 of 16 warps most of the time.
    close(app("imbalance").value(Criterion::LbSm), 6_590.204545 / 90_560.0, 1e-6);
    close(app("imbalance").value(Criterion::LbW), 0.5, 0.2);
}

#[test]
fn barriers_cost_only_where_warps_wait_at_them() {
    assert_eq!(app("vadd").value(Criterion::DSync), 1.0);
    let barrier = app("barrier").assess(Criterion::DSync);
    let input = |name: &str| barrier.inputs.iter().find(|i| i.name == name).unwrap().number;
    let filled = 1_917_449_592.0 / (64.0 * 132.0 * 239_128.712_1);
    close(input("resident warps over room for them"), filled, 1e-6);
    let at_barriers = 1_194_366_856.0 / (1_917_449_592.0 - 42_985_536.0);
    close(input("share of stalls at barriers"), at_barriers, 1e-9);
    close(number(&barrier.value), 1.0 - (1.0 - filled) * at_barriers, 1e-9);
}

#[test]
fn occupancy_names_what_limits_it() {
    let limits = |launch: &Launch| {
        let assessment = launch.assess(Criterion::Occ);
        let Some(Note::Limits { by, .. }) = assessment.notes.first().cloned() else {
            panic!("{assessment:?}")
        };
        (number(&assessment.value), by)
    };
    assert_eq!(limits(&app("vadd")), (1.0, vec![OccupancyLimit::Warps]));
    let (tiny, by) = limits(&app("tiny"));
    close(tiny, 64.0 / (132.0 * 2048.0), 1e-9);
    assert_eq!(by, [OccupancyLimit::Grid]);
    // 64 registers a thread: 32 warps of 64.
    assert_eq!(limits(&app("cub::DeviceScanKernel")), (0.5, vec![OccupancyLimit::Registers]));
    // 80 registers a thread round up to 2,560 a warp: 6 warps in each of the
    // four parts, 3 blocks of 8 warps.
    assert_eq!(limits(&corner("local_array")), (0.375, vec![OccupancyLimit::Registers]));
    assert_eq!(limits(&app("barrier")), (1.0, vec![OccupancyLimit::Warps]));
}

/// ncu rounds percentages to two digits, so a small one is coarse.
const PRINTED: f64 = 0.005 / 100.0;

#[test]
fn pipe_use_equals_the_profilers_own_percentage_of_peak() {
    let alu = ["alu", "fma", "fp64", "xu"].map(|p| format!("sm__inst_executed_pipe_{p}"));
    let tensor = "sm__pipe_tensor_cycles_active".to_owned();
    for row in rows(CORNERS) {
        let percent = |name: &str| row.number(&format!("{name}.avg.pct_of_peak_sustained_active"));
        let busiest = alu.iter().chain([&tensor]).map(|p| percent(p)).fold(0.0, f64::max) / 100.0;
        let lsu = percent("sm__inst_executed_pipe_lsu") / 100.0;
        let ci = Launch::of(&row).value(Criterion::Ci);
        let want = f64::midpoint(busiest, lsu);
        assert!((ci - want).abs() <= PRINTED, "{}: {ci} and {want}", row.text("kernel"));
    }
}

#[test]
fn each_pipe_saturates_at_its_peak() {
    for (kernel, pipe) in [
        ("pipe<0>", Pipe::Fma),
        ("pipe<1>", Pipe::Fp64),
        ("pipe<2>", Pipe::Alu),
        ("pipe<3>", Pipe::Xu),
    ] {
        let ci = corner(kernel).assess(Criterion::Ci);
        let Some(Note::BusiestPipe { pipe: busiest, share }) = ci.notes.first() else {
            panic!("{ci:?}")
        };
        assert_eq!(*busiest, pipe);
        assert!((0.9..=1.0).contains(&share.get()), "{kernel}: {share:?}");
    }
}

#[test]
fn a_chip_without_known_peaks_has_no_ci_unless_the_recording_brings_them() {
    let mut other = h200();
    other.chip = "GB100".to_owned();
    let launch = corner("pipe<2>");
    let ci = |counters: &_| {
        let all = propp_judge_criteria::assess_launch(&launch.facts, &other, counters);
        all.into_iter().find(|a| a.criterion == Criterion::Ci).unwrap().value
    };
    let reason = ci(&launch.counters).reason().unwrap().to_owned();
    assert_eq!(
        reason,
        "the peak of sm__inst_executed_pipe_alu.sum on chip GB100 is neither recorded (as \
         sm__inst_executed_pipe_alu.avg.peak_sustained) nor in propp's table, which has: GH100"
    );
    let mut with_peaks = launch.counters.clone();
    with_peaks.add_pass([
        ("sm__inst_executed_pipe_alu.avg.peak_sustained", 2.0),
        ("sm__inst_executed_pipe_fma.avg.peak_sustained", 4.0),
        ("sm__inst_executed_pipe_fp64.avg.peak_sustained", 2.0),
        ("sm__inst_executed_pipe_xu.avg.peak_sustained", 0.5),
        ("sm__inst_executed_pipe_lsu.avg.peak_sustained", 1.0),
        ("sm__pipe_tensor_cycles_active.avg.peak_sustained", 4.0),
    ]);
    close(number(&ci(&with_peaks)), launch.value(Criterion::Ci), 1e-9);
}

#[test]
fn a_missing_counter_makes_its_criterion_unavailable_and_no_other() {
    let ci = app("vadd").assess(Criterion::Ci).value;
    assert_eq!(ci.reason(), Some("counter sm__inst_executed_pipe_alu.sum was not collected"));
    assert!(app("vadd").assess(Criterion::GranL1).value.measured().is_some());
}

#[test]
fn host_sync_of_a_thousand_small_launches() {
    // Reference: the same union computed outside propp; kernels of this run
    // do not overlap, so the paper's sum of durations is the same number.
    let kernels: Vec<KernelRun> = rows(TRACE)
        .iter()
        .map(|row| Interval {
            start_ns: row.text("start").parse().unwrap(),
            end_ns: row.text("end").parse().unwrap(),
        })
        .map(|at| KernelRun { device: 0, at })
        .collect();
    assert_eq!(kernels.len(), 1_020);
    let sum: u64 = kernels.iter().map(|k| k.at.duration_ns()).sum();
    assert_eq!(sum, 5_425_225);
    close(number(&host_sync(&kernels).run.value), 5_425_225.0 / 6_804_451.0, 1e-12);
}

#[test]
fn an_assessment_survives_json() {
    let of_a_launch = |c: &Criterion| !matches!(c, Criterion::HSync | Criterion::Dt);
    for row in rows(CORNERS) {
        for criterion in Criterion::ALL.into_iter().filter(of_a_launch) {
            let before = Launch::of(&row).assess(criterion);
            let json = serde_json::to_string(&before).unwrap();
            let after: Assessment = serde_json::from_str(&json).unwrap();
            // serde_json reads back the last bit of a number as it likes.
            match (before.value.measured(), after.value.measured()) {
                (Some(before), Some(after)) => close(after.get(), before.get(), 1e-15),
                _ => assert_eq!(after.value, before.value),
            }
            let names = |a: &Assessment| a.inputs.iter().map(|i| i.name.to_string()).collect();
            let (names_before, names_after): (Vec<String>, Vec<String>) =
                (names(&before), names(&after));
            assert_eq!(names_after, names_before);
            assert_eq!((after.notes.len(), after.formula), (before.notes.len(), before.formula));
        }
    }
    let json = serde_json::to_value(app("tiny").assess(Criterion::LbSm)).unwrap();
    assert_eq!(json["criterion"], "LB_SM");
    assert_eq!(json["state"], "measured");
    assert_eq!(json["formula"], "sm__cycles_active.avg / sm__cycles_active.max");
    assert_eq!(json["inputs"][1]["name"], "sm__cycles_active.max");
    assert_eq!(json["inputs"][1]["source"], "counter");
    assert_eq!(json["inputs"][1]["number"], 1_078.0);
}

/// The table of the lab's page, cell by cell.
#[test]
fn the_documented_values_are_those_computed() {
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let mut lines = SEEN.lines().skip_while(|line| !line.starts_with("| kernel |"));
    let columns = cells(lines.next().unwrap());
    let kernels: Vec<_> = lines.skip(1).take_while(|line| line.starts_with('|')).collect();
    assert_eq!(kernels.len(), 9);
    for line in kernels {
        let row = cells(line);
        let launch = app(row[0].trim_matches('`'));
        for (column, printed) in columns.iter().zip(&row).skip(2) {
            let criterion = Criterion::ALL.into_iter().find(|c| c.name() == column).unwrap();
            let computed = match launch.assess(criterion).value {
                Value::Measured { value } => format!("{:.3}", value.get()),
                Value::NotApplicable { .. } => "n/a".to_owned(),
                Value::Unavailable { reason } => reason,
            };
            assert_eq!(&computed, printed, "{criterion} of {}", row[0]);
        }
    }
}

#[test]
fn the_documented_formulas_are_those_computed() {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let doc = one_line(DOC);
    for criterion in Criterion::ALL {
        let formula = one_line(criterion.formula());
        assert!(doc.contains(&format!("``` {formula} ```")), "{criterion}: {formula}");
    }
}
