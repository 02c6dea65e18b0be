//! What holds for the criteria whatever the counters read.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use propp_base_model::counters as names;
use propp_base_model::counters::COUNTERS;
use propp_base_model::{
    ActivityTrace, Allocation, Direction, Interval, KernelRun, LaunchFacts, Transfer, Value,
};
use propp_judge_criteria::Criterion;
use propp_judge_criteria::{CounterValues, assess_launch, data_transfer, host_sync};
use proptest::prelude::*;

use super::launch_tables::{h200, launch};

/// Facts of a launch that really was.
static FACTS: LazyLock<LaunchFacts> = LazyLock::new(|| {
    launch(include_str!("../../../../../tests/fixtures/criteria/h200_corners.tsv"), "wide_shared")
        .facts
});

/// Counters that the formulas use where they are there.
const EXTRA: [&str; 4] = [
    "smsp__thread_inst_executed_pred_on.sum",
    "l1tex__m_l1tex2xbar_write_sectors_pipe_tma.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "smsp__inst_executed_op_shared_atom.sum",
];

/// Anything a counter, or a broken reader of counters, may come up with.
fn reading() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => 0.0..1e12_f64,
        2 => (0_u64..1_000).prop_map(|n| n as f64),
        2 => Just(0.0),
        1 => proptest::num::f64::ANY,
        1 => Just(f64::MAX),
    ]
}

fn counters() -> impl Strategy<Value = CounterValues> {
    let names: Vec<&str> = COUNTERS.iter().map(|c| c.name).chain(EXTRA).collect();
    let one = proptest::option::weighted(0.95, reading());
    proptest::collection::vec(one, names.len()).prop_map(move |values| {
        let there = names.iter().zip(values).filter_map(|(&n, v)| Some((n, v?)));
        CounterValues::from_pass(there.collect::<Vec<_>>())
    })
}

fn any_launch() -> impl Strategy<Value = LaunchFacts> {
    let size = || prop_oneof![4 => 1_u32..70, 2 => 0_u32..3_000, 1 => any::<u32>()];
    let bytes = || prop_oneof![3 => 0_u32..60_000, 1 => any::<u32>()];
    (
        [size(), size(), size()],
        (1_u32..64, 1_u32..32, prop_oneof![9 => Just(1_u32), 1 => any::<u32>()]),
        prop_oneof![9 => 0_u32..256, 1 => any::<u32>()],
        bytes(),
        bytes(),
        proptest::option::of(0_u32..20),
        proptest::option::of((1_u32..4, 1_u32..4, any::<u32>())),
    )
        .prop_map(|(grid, block, registers, fixed, dynamic, barriers, cluster)| LaunchFacts {
            grid,
            block: block.into(),
            registers_per_thread: registers,
            static_shared_bytes: fixed,
            dynamic_shared_bytes: dynamic,
            barriers_per_block: barriers,
            cluster: cluster.map(Into::into),
            unprofiled: None,
        })
}

fn interval() -> impl Strategy<Value = Interval> {
    prop_oneof![
        6 => (0_u64..10_000, 0_u64..500).prop_map(|(s, d)| (s, s + d)),
        1 => (any::<u64>(), any::<u64>()),
    ]
    .prop_map(|(start_ns, end_ns)| Interval { start_ns, end_ns })
}

fn trace() -> impl Strategy<Value = ActivityTrace> {
    let kernel = (0_u32..2, interval()).prop_map(|(device, at)| KernelRun { device, at });
    let direction = prop_oneof![
        Just(Direction::HostToDevice),
        Just(Direction::DeviceToHost),
        Just(Direction::DeviceToDevice),
        Just(Direction::PeerToPeer),
        Just(Direction::HostToHost),
    ];
    let bytes = || prop_oneof![5 => 0_u64..1_000_000, 1 => any::<u64>()];
    let transfer = (0_u32..3, direction, bytes(), interval())
        .prop_map(|(device, direction, bytes, at)| Transfer { device, direction, bytes, at });
    let allocation = (0_u32..2, bytes()).prop_map(|(device, bytes)| Allocation { device, bytes });
    (
        proptest::collection::vec(kernel, 0..30),
        proptest::collection::vec(transfer, 0..30),
        proptest::collection::vec(allocation, 0..5),
    )
        .prop_map(|(kernels, transfers, allocations)| ActivityTrace {
            kernels,
            transfers,
            allocations,
        })
}

fn many_cases() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(1_000), failure_persistence: None, ..default }
}

/// A number from 0 to 1, or a reason.
fn is_sound(value: &Value) -> Result<(), TestCaseError> {
    match (value.measured(), value.reason()) {
        (Some(value), None) => prop_assert!((0.0..=1.0).contains(&value.get())),
        (None, Some(reason)) => prop_assert!(!reason.is_empty()),
        both => prop_assert!(false, "{both:?}"),
    }
    Ok(())
}

proptest! {
    #![proptest_config(many_cases())]

    #[test]
    fn every_launch_value_is_a_fraction_or_a_reason(
        launch in any_launch(), counters in counters(),
    ) {
        let assessments = assess_launch(&launch, &h200(), &counters);
        prop_assert_eq!(assessments.len(), 9);
        for assessment in &assessments {
            is_sound(&assessment.value)?;
            prop_assert!(assessment.inputs.iter().all(|input| input.number.is_finite()));
            let json = serde_json::to_string(assessment).unwrap();
            prop_assert!(!json.contains("null"), "{}", json);
        }
    }

    #[test]
    fn every_run_value_is_a_fraction_or_a_reason(trace in trace()) {
        let sync = host_sync(&trace.kernels);
        for assessment in sync.devices.values().chain([&sync.run, &data_transfer(&trace)]) {
            is_sound(&assessment.value)?;
        }
    }

    #[test]
    fn more_of_the_defect_never_raises_a_value(
        base in reading_set(), factor in 1.0..50.0_f64, which in 0..DEFECTS.len(),
    ) {
        let (criterion, counter, worse) = DEFECTS[which];
        let before = value_of(&base, criterion);
        let mut changed = base.clone();
        let value = changed.get_mut(counter).unwrap();
        *value = if worse == Worse::More { *value * factor } else { *value / factor };
        let after = value_of(&changed, criterion);
        if let (Some(before), Some(after)) = (before, after) {
            let change = format!("{criterion} {counter}: {before} to {after}");
            prop_assert!(after <= before + 1e-12, "{}", change);
        }
    }

    #[test]
    fn a_launch_that_needs_more_never_occupies_more(
        base in any_launch(), registers in 0_u32..100, shared in 0_u32..50_000, fewer in 1_u32..8,
    ) {
        let occupancy = |launch: &LaunchFacts| {
            assess_launch(launch, &h200(), &CounterValues::default())[0].value.measured()
        };
        let hungrier = [
            LaunchFacts {
                registers_per_thread: base.registers_per_thread.saturating_add(registers),
                ..base.clone()
            },
            LaunchFacts {
                dynamic_shared_bytes: base.dynamic_shared_bytes.saturating_add(shared),
                ..base.clone()
            },
            LaunchFacts { grid: base.grid.map(|n| n / fewer), ..base.clone() },
        ];
        for launch in &hungrier {
            if let (Some(before), Some(after)) = (occupancy(&base), occupancy(launch)) {
                prop_assert!(after <= before, "{:?} {:?}", base, launch);
            }
        }
    }

    #[test]
    fn a_longer_gap_lowers_hsync_and_a_bare_copy_lowers_dt(
        trace in trace(), gap in 1_u64..1_000, bytes in 1_u64..1_000_000,
    ) {
        let forward = |k: &&KernelRun| k.at.start_ns <= k.at.end_ns && k.at.end_ns < 1 << 40;
        let first = KernelRun { device: 0, at: Interval { start_ns: 0, end_ns: 1 } };
        let kernels: Vec<KernelRun> = [first]
            .into_iter()
            .chain(trace.kernels.iter().filter(forward).map(|k| KernelRun { device: 0, ..*k }))
            .collect();
        let end = kernels.iter().map(|k| k.at.end_ns).max().unwrap_or(0);
        let idle = |gap: u64| {
            let at = Interval { start_ns: end + gap, end_ns: end + gap + 10 };
            let longer: Vec<KernelRun> =
                kernels.iter().copied().chain([KernelRun { device: 0, at }]).collect();
            host_sync(&longer).run.value.measured().unwrap()
        };
        prop_assert!(idle(2 * gap) < idle(gap));

        let mut copying = ActivityTrace { kernels, ..trace };
        let before = data_transfer(&copying).value.measured();
        let at = Interval { start_ns: end + 1, end_ns: end + 2 };
        let bare = Transfer { device: 0, direction: Direction::HostToDevice, bytes, at };
        copying.transfers.push(bare);
        let after = data_transfer(&copying).value.measured().unwrap();
        prop_assert!(before.is_none_or(|before| after.get() <= before.get() + 1e-12));
        copying.transfers.pop();
        copying.kernels.push(KernelRun { device: 0, at });
        copying.transfers.push(bare);
        let hidden = data_transfer(&copying).value.measured().unwrap();
        prop_assert!(hidden.get() >= after.get() - 1e-12);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Worse {
    More,
    Less,
}

/// Which way each counter makes a kernel worse while the others stay.
const DEFECTS: [(Criterion, &str, Worse); 11] = [
    (Criterion::DSync, names::STALLED_BARRIER, Worse::More),
    (Criterion::TDiv, names::THREAD_INST_EXECUTED, Worse::Less),
    (Criterion::LbW, names::WARPS_ACTIVE, Worse::Less),
    (Criterion::LbSm, names::CYCLES_ACTIVE_MAX, Worse::More),
    (Criterion::GranL1, names::GLOBAL_TAGS, Worse::More),
    (Criterion::GranL2, names::L2_SECTORS_FROM_L1, Worse::More),
    (Criterion::SmemEff, names::SHARED_LOAD_WAVEFRONTS, Worse::More),
    (Criterion::SmemEff, names::SHARED_STORE_WAVEFRONTS, Worse::More),
    (Criterion::Ci, names::PIPE_FMA, Worse::Less),
    (Criterion::Ci, names::PIPE_TENSOR_CYCLES, Worse::Less),
    (Criterion::Ci, names::PIPE_LSU, Worse::Less),
];

fn reading_set() -> impl Strategy<Value = BTreeMap<&'static str, f64>> {
    let names: Vec<&str> = COUNTERS.iter().map(|c| c.name).collect();
    proptest::collection::vec(0.0..1e9_f64, names.len())
        .prop_map(move |values| names.iter().copied().zip(values).collect())
}

fn value_of(counters: &BTreeMap<&'static str, f64>, criterion: Criterion) -> Option<f64> {
    let counters = CounterValues::from_pass(counters.iter().map(|(&n, &v)| (n, v)));
    let all = assess_launch(&FACTS, &h200(), &counters);
    all.into_iter().find(|a| a.criterion == criterion)?.value.measured().map(f64::from)
}

#[test]
fn zero_everywhere_is_an_absence_and_not_a_verdict() {
    let zeros = CounterValues::from_pass(COUNTERS.iter().map(|c| (c.name, 0.0)));
    for assessment in assess_launch(&FACTS, &h200(), &zeros) {
        let is_static = assessment.criterion == Criterion::Occ;
        assert_eq!(assessment.value.measured().is_some(), is_static, "{assessment:?}");
    }
}

#[test]
fn nothing_collected_leaves_the_static_criterion_only() {
    for assessment in assess_launch(&FACTS, &h200(), &CounterValues::default()) {
        match assessment.criterion {
            Criterion::Occ => assert_eq!(assessment.value.reason(), None),
            _ => assert!(assessment.value.reason().unwrap().ends_with("was not collected")),
        }
    }
}

/// A criterion is a file and a row: whatever lists criteria is made from the rows.
#[test]
fn no_source_beside_the_table_lists_the_criteria_by_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut folders: Vec<_> = ["src", "crates"].map(|name| root.join(name)).into();
    let (mut tables, mut read) = (0, 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && name != "tests" && name != "target" {
                folders.push(path);
                continue;
            }
            if !name.ends_with(".rs") || name.ends_with("tests.rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap();
            let is_named = |c: &Criterion| {
                [c.name(), c.title()].iter().any(|name| text.contains(&format!("{name:?}")))
            };
            let named = Criterion::ALL.iter().filter(|c| is_named(c)).count();
            read += 1;
            if name == "table.rs" && named == Criterion::ALL.len() {
                tables += 1;
            } else {
                assert!(named <= Criterion::ALL.len() / 2, "{} of them in {path:?}", named);
            }
        }
    }
    assert_eq!(tables, 1, "of {read} files");
}

#[test]
fn every_criterion_has_a_formula() {
    for criterion in Criterion::ALL {
        assert!(!criterion.formula().is_empty(), "{criterion}");
    }
}

#[test]
fn a_million_kernels_and_copies_take_no_time_to_speak_of() {
    let at =
        |i: u64| Interval { start_ns: i * 7_919 % 1_000_003, end_ns: i * 7_919 % 1_000_003 + 5 };
    let trace = ActivityTrace {
        kernels: (0..1_000_000).map(|i| KernelRun { device: 0, at: at(i) }).collect(),
        transfers: (0..1_000_000)
            .map(|i| Transfer {
                device: 0,
                direction: Direction::HostToDevice,
                bytes: 1,
                at: at(i),
            })
            .collect(),
        allocations: vec![],
    };
    let start = std::time::Instant::now();
    assert!(host_sync(&trace.kernels).run.value.measured().is_some());
    assert!(data_transfer(&trace).value.measured().is_some());
    assert!(start.elapsed().as_secs() < 20, "{:?} unoptimised", start.elapsed());
}
