//! On a made-up kernel and a made-up profile: nothing in it was measured.

use std::collections::BTreeMap;

use propp_base_model::Machine;
use propp_base_model::counters::*;
use propp_base_model::{DeviceProfile, Finding, Fraction, Value};
use propp_base_names::KernelName;
use propp_judge_analysis::{Configuration, Durations, KernelReport};
use propp_judge_cost::quality::QualityMetric;
use propp_judge_cost::{Shape, Work};
use propp_recording::Recording;

use super::*;
use crate::Rule;

const GPU: &str = "Made-Up 1";

/// Values unlike those of any GPU, and intervals of a tenth around them.
const FINDINGS: [(&str, f64); 30] = [
    ("shared.conflict_4.cycles_per_way", 3.0),
    ("shared.conflict_8.cycles_per_way", 5.0),
    ("shared.conflict_16.cycles_per_way", 7.0),
    ("shared.hit", 11.0),
    ("latency.shared", 12.0),
    ("latency.l1", 20.0),
    ("latency.l2_near", 200.0),
    ("latency.l2_far", 300.0),
    ("latency.l2_near.ns", 100.0),
    ("latency.l2_far.ns", 150.0),
    ("latency.dram", 600.0),
    ("latency.dram.ns", 300.0),
    ("latency.constant_l1", 15.0),
    ("warp.constant.distinct_words.cycles_per_more", 10.0),
    ("warp.cached.cycles_per_sector", 0.5),
    ("warp.l2.cycles_per_sector", 2.0),
    ("warp.l2.cycles_per_line", 1.5),
    ("fetch.into_l1", 32.0),
    ("fetch.into_l2", 64.0),
    ("l2.near_capacity", 10e6),
    ("l2.capacity", 40e6),
    ("tlb.reach", 1e9),
    ("tlb.penalty", 90.0),
    ("bandwidth.read", 1000.0),
    ("bandwidth.bytes_in_flight_needed", 8192.0),
    ("bandwidth.copy.bytes_in_flight", 16384.0),
    ("types.copy.int", 0.5),
    ("types.copy.int4.unrolled", 0.9),
    ("local.vectors.cost", 3.0),
    ("local.sort.words_in_registers", 16.0),
];

fn profile_without(left_out: &str) -> OwnProfile {
    let known = FINDINGS.iter().filter(|(id, _)| *id != left_out);
    let findings = known.map(|&(id, value)| {
        Finding::bracketed(id, "", value, [0.9 * value, 1.1 * value], "made up", 1)
    });
    of_findings(findings.collect())
}

fn of_findings(findings: Vec<Finding>) -> OwnProfile {
    let profile = DeviceProfile {
        schema: propp_base_model::PROFILE_SCHEMA.to_owned(),
        gpu: GPU.to_owned(),
        compute_capability: String::new(),
        driver: String::new(),
        compiler: String::new(),
        propp: String::new(),
        date: String::new(),
        samples: 0,
        unstable: 0,
        findings,
    };
    let meta = [("probe.gpu".to_owned(), GPU.to_owned())].into();
    OwnProfile::of(profile, &[&Recording { meta, ..Recording::default() }]).unwrap()
}

/// 100 warps, all on 10 SMs at a time.
const SHAPE: Shape =
    Shape { blocks: 100.0, warps: 100.0, busy_sms: 10.0, resident_warps: 100.0, waves: 1.0 };

/// A kernel of 10 us on 10 SMs, 100 warps.
fn kernel(counts: &[(&str, f64)]) -> KernelReport {
    let counts: BTreeMap<String, f64> =
        counts.iter().map(|&(name, count)| (name.to_owned(), count)).collect();
    KernelReport {
        measured_ns: None,
        floor: None,
        after_refusal: None,
        number: 1,
        name: KernelName::from_symbol("made_up"),
        nvtx: None,
        configurations: vec![Configuration {
            grid: [100, 1, 1],
            block: [32, 1, 1],
            cluster: None,
            dynamic_shared_bytes: 0,
            static_shared_bytes: 0,
            registers: 32,
        }],
        seen: Some(1),
        measured: 1,
        durations: Some(Durations {
            total_ns: 10_000,
            min_ns: 10_000,
            median_ns: 10_000,
            max_ns: 10_000,
            launches: 1,
            interval_ns: None,
            deviation_ns: 0,
        }),
        time_share: None,
        criteria: BTreeMap::new(),
        quality: QualityMetric {
            value: Value::Measured { value: Fraction::ONE },
            terms: Vec::new(),
            left_out: Vec::new(),
            weight_covered: Fraction::ONE,
            interval: None,
            drawn: Vec::new(),
        },
        lines: None,
        sites: Vec::new(),
        work: vec![Work { shape: Some(SHAPE), counts, launches: 1 }],
        predicted: None,
        order: None,
    }
}

fn on(rule: Rule, counts: &[(&str, f64)], profile: &OwnProfile, allocated: u64) -> Vec<Evidence> {
    let kernel = kernel(counts);
    let machine = Machine {
        sms: 10.0,
        warps_per_sm: 64.0,
        peak_bytes_per_s: Some(1e12),
        ..Machine::default()
    };
    let (facts, measured) =
        (Facts::of(&kernel, machine, None).unwrap(), Measured::new(profile, allocated));
    rule.definition().costs.map_or_else(Vec::new, |costs| costs(&facts, &measured))
}

/// All sentences, each under its findings. Of each finding it is checked that without it
/// no sentence speaks of it, and that intervals hold their values.
fn sentences(rule: Rule, counts: &[(&str, f64)]) -> Vec<String> {
    let all = on(rule, counts, &profile_without(""), 0);
    for one in &all {
        let reading = one.measured.as_ref().unwrap();
        let (low, high) = (reading.low, reading.high);
        assert!(low <= one.value && one.value <= high && low < high, "{one:?}");
        assert!(!reading.findings.is_empty(), "{one:?}");
        for id in &reading.findings {
            let without = on(rule, counts, &profile_without(id), 0);
            let mut left = without.iter().flat_map(|one| &one.measured.as_ref().unwrap().findings);
            assert!(left.all(|left| left != id), "{id}: {without:?}");
        }
    }
    all.into_iter().map(|one| one.what).collect()
}

/// 100 loads of 4 bytes a thread that touch so many sectors.
fn loads(sectors: f64) -> Vec<(&'static str, f64)> {
    vec![
        (GLOBAL_LOADS, 100.0),
        (GLOBAL_LOAD_BYTES, 12_800.0),
        (GLOBAL_LOAD_SECTORS, 100.0 * sectors),
    ]
}

#[test]
fn conflicts_cost_their_wavefronts() {
    // Loads of 4 bytes a thread, all threads in one bank.
    let counts = [
        (EXACT_SHARED_LOADS, 100.0),
        (SHARED_LOADS, 100.0),
        (EXACT_LOAD_WAVEFRONTS, 3200.0),
        (SHARED_BYTES, 12_800.0),
    ];
    assert_eq!(
        sentences(Rule::BankConflicts, &counts),
        [
            "conflicts add 31.0 wavefronts to an access (loads), which take 93.0 cycles (83.7 to \
             102)",
            "a load without a conflict takes 11.0 cycles (9.90 to 12.1)",
        ]
    );
    // At 16 bytes per thread, four wavefronts are needed.
    let wide = [
        (EXACT_SHARED_LOADS, 100.0),
        (SHARED_LOADS, 100.0),
        (EXACT_LOAD_WAVEFRONTS, 800.0),
        (SHARED_BYTES, 51_200.0),
    ];
    let said = sentences(Rule::BankConflicts, &wide);
    assert!(said[0].contains("add 4.0 wavefronts"), "{said:?}");
    assert!(said[0].contains("take 28.0 cycles (25.2 to 30.8)"), "{said:?}");
    // Loads or stores, of either width: a range.
    let either = [
        (EXACT_SHARED_LOADS, 100.0),
        (SHARED_LOADS, 100.0),
        (EXACT_LOAD_WAVEFRONTS, 400.0),
        (EXACT_SHARED_STORES, 100.0),
        (SHARED_STORES, 100.0),
        (EXACT_STORE_WAVEFRONTS, 400.0),
        (SHARED_BYTES, 64_000.0),
    ];
    let said = sentences(Rule::BankConflicts, &either);
    assert!(
        said[0].contains("(loads or stores), which in a load take 8.10 to 9.90 cycles"),
        "{said:?}"
    );
}

#[test]
fn sectors_cost_what_l1_and_l2_take_for_each() {
    let mut counts = loads(32.0);
    counts.extend([(DRAM_READ, 112_800.0), (DRAM_WRITTEN, 0.0)]);
    let said = sentences(Rule::ScatteredReads, &counts);
    assert_eq!(
        said,
        [
            "28.0 unnecessary sectors add 14.0 cycles (12.6 to 15.4) to a load from L1",
            "28.0 unnecessary sectors add up to 61.6 cycles to a load from L2",
            "a load uses 4.0 bytes of a sector, and a miss loads 32 bytes (29 to 35) into L1",
            "a load uses 4.0 bytes of a sector, and a miss loads 64 bytes (58 to 70) into L2",
            "memory delivers 97.7 KiB more than the kernel loads, which takes 100 ns (90.9 ns to 111 \
             ns) at its best rate",
        ]
    );
    let shifted = sentences(Rule::MisalignedAccess, &loads(5.0));
    assert_eq!(shifted.len(), 2, "{shifted:?}");
    assert!(
        shifted[1].starts_with("1.0 unnecessary sectors")
            && shifted[1].contains("add up to 2.20 cycles")
    );
    // Of stores no probe says anything, and loads in order have nothing in vain.
    assert_eq!(sentences(Rule::ScatteredAccess, &loads(4.0)), Vec::<String>::new());
}

#[test]
fn narrow_types_are_held_against_wide_ones() {
    let mut counts = loads(4.0);
    counts.extend([(GLOBAL_STORES, 100.0), (GLOBAL_STORE_BYTES, 12_800.0)]);
    assert_eq!(
        sentences(Rule::NarrowTypes, &counts),
        [
            "copying 4 bytes per thread at a time reaches 0.50 (0.45 to 0.55) of the driver's \
             copy rate",
            "copying 16 bytes per thread at a time, with up to eight in flight, reaches 0.90 \
             (0.81 to 0.99) of the driver's copy rate",
        ]
    );
    // Loads of 4 bytes and stores of 8 are neither.
    counts.pop();
    counts.push((GLOBAL_STORE_BYTES, 25_600.0));
    assert_eq!(sentences(Rule::NarrowTypes, &counts), Vec::<String>::new());
}

/// 400 loads of 4 sectors, of which so many come from L2 and so many from memory.
fn loads_from(l2: f64, memory: f64) -> [(&'static str, f64); 6] {
    [
        (GLOBAL_LOADS, 400.0),
        (GLOBAL_LOAD_BYTES, 51_200.0),
        (GLOBAL_LOAD_SECTORS, 1600.0),
        (L2_SECTORS_FROM_L1, l2),
        (DRAM_READ, 32.0 * memory),
        (DRAM_WRITTEN, 0.0),
    ]
}

#[test]
fn what_a_kernel_has_under_way_is_held_against_what_memory_needs() {
    // A warp has four loads in 10,000 ns, each of 300 ns, and three quarters from memory.
    let counts = loads_from(1600.0, 1200.0);
    for rule in [Rule::Occupancy, Rule::FewBlocks, Rule::LatencyBound, Rule::UnevenWarps] {
        let said = sentences(rule, &counts);
        assert_eq!(
            said[..3],
            [
                "by Little's law, reading at the best rate needs 8.00 KiB (7.20 KiB to 8.80 KiB) \
                 in flight per SM",
                "a copy of words came within 5 % of its best rate with 16.0 KiB (14.4 KiB to \
                 17.6 KiB); the 10.0 warps of this kernel per SM have 1.25 KiB with one load per \
                 warp, and 5.00 KiB with all 4.0",
                "by the same law, a warp has on average about 0.09 loads (0.08 to 0.10) in \
                 flight to device memory",
            ]
        );
    }
}

#[test]
fn of_a_kernel_out_of_l2_only_what_it_has_is_told() {
    let said = sentences(Rule::Occupancy, &loads_from(1600.0, 400.0));
    assert_eq!(
        said,
        [
            "most loads hit in L2: by Little's law each of the 10.0 warps of this kernel per SM has on average about 0.04 to 0.07 loads in flight to L2"
        ]
    );
    // Out of L1 it does not wait for memory.
    assert_eq!(sentences(Rule::Occupancy, &loads_from(700.0, 700.0)), Vec::<String>::new());
}

#[test]
fn nothing_is_told_of_loads_that_are_not_known() {
    let all = loads_from(1600.0, 1200.0);
    for (left_out, _) in all {
        let some: Vec<_> = all.into_iter().filter(|(name, _)| *name != left_out).collect();
        let said = sentences(Rule::Occupancy, &some);
        assert_eq!(said.is_empty(), left_out != GLOBAL_LOAD_BYTES, "{left_out}: {said:?}");
    }
    let copied: Vec<_> = all.into_iter().chain([(ASYNC_COPIES, 1.0)]).collect();
    assert_eq!(sentences(Rule::Occupancy, &copied), Vec::<String>::new());
}

#[test]
fn capacities_of_l2_are_told_on_the_side_that_counters_tell() {
    let of = |sectors: f64, read: f64| {
        let mut said =
            sentences(Rule::SharedMemoryReuse, &[(L2_SECTORS_FROM_L1, sectors), (DRAM_READ, read)]);
        // The latencies of the rule itself come first.
        said.split_off(3)
    };
    let fits = of(1e5, 0.0);
    assert_eq!(
        fits,
        [
            "its data, 3.05 MiB at most, fits the near part of L2, 9.54 MiB (8.58 MiB to 10.5 \
             MiB): a load that hits takes 200 cycles (180 to 220)",
            "a load from memory takes 600 cycles (540 to 660)",
        ]
    );
    let between = of(6e5, 0.0);
    assert!(between[0].contains("18.3 MiB at most, fits L2 (38.1 MiB"), "{between:?}");
    assert_eq!(between[1], "a load from the far part of L2 takes 300 cycles (270 to 330)");
    let beyond = of(1e7, 1e8);
    assert!(
        beyond[0].starts_with("device memory delivers 95.4 MiB, more than the capacity of L2"),
        "{beyond:?}"
    );
    // Within the interval of a capacity, and where much is touched again: not known.
    assert_eq!(of(10e6 / 32.0, 0.0), Vec::<String>::new());
    assert_eq!(of(1e7, 1e6), Vec::<String>::new());
}

#[test]
fn memory_beyond_the_reach_of_translation_is_told() {
    let profile = profile_without("");
    let said = |sectors, profile: &OwnProfile, bytes| {
        let mut all = on(Rule::ScatteredReads, &loads(sectors), profile, bytes);
        all.retain(|one| one.from == ["trace"]);
        all
    };
    assert_eq!(said(32.0, &profile, 1_000_000_000), []);
    let beyond = said(32.0, &profile, 2_000_000_000);
    assert_eq!(beyond.len(), 1);
    assert!(beyond[0].what.contains("allocates 1.86 GiB"), "{beyond:?}");
    assert!(beyond[0].what.ends_with("a TLB miss adds 90.0 cycles (81.0 to 99.0)"), "{beyond:?}");
    assert_eq!(said(32.0, &profile_without("tlb.reach"), 1 << 40), []);
    // Loads in order take one translation for many.
    assert_eq!(said(4.0, &profile, 1 << 40), []);
}

#[test]
fn constants_cost_their_distinct_words() {
    assert_eq!(
        sentences(Rule::Broadcast, &loads(1.0)),
        [
            "from constant memory, one word for all threads takes 15.0 cycles (13.5 to 16.5)",
            "each further word adds 10.0 cycles (9.00 to 11.0); these loads access up to 8 \
             words, which would add 0.00 to 77.0 cycles",
        ]
    );
}

#[test]
fn local_accesses_cost_l1() {
    assert_eq!(
        sentences(Rule::LocalMemory, &[(LOCAL_BYTES, 2000.0)]),
        [
            "the 5.0 local accesses of a warp take 100 cycles (90.0 to 110) from L1, if each \
             waits for the previous one",
            "probes took 3.00 times (2.70 to 3.30) as long with the same private array in local \
             memory instead of registers",
            "the largest array of a probe that the compiler kept in registers had 16 words (14 to \
             18)",
        ]
    );
}

#[test]
fn what_is_no_cost_or_not_known_is_left_out() {
    let number = |value| Finding::exact("shared.hit", "cycles", value, "made up");
    let unknown = Finding::unknown("shared.hit", "too noisy", "made up");
    for finding in [number(0.0), number(-0.1), number(f64::NAN), unknown] {
        let profile = of_findings(vec![finding]);
        assert_eq!(Measured::new(&profile, 0).get("shared.hit"), None);
    }
    for rule in Rule::ALL {
        assert_eq!(on(rule, &loads(32.0), &of_findings(Vec::new()), u64::MAX), []);
        assert!(on(rule, &[], &profile_without(""), 0).iter().all(|one| one.value.is_finite()));
    }
}

#[test]
fn a_profile_of_another_gpu_is_refused() {
    let profile = profile_without("").get().clone();
    for gpu in ["Made-Up 2", "Made-Up", "made-up 1"] {
        let meta = [("probe.gpu".to_owned(), gpu.to_owned())].into();
        let recording = Recording { meta, ..Recording::default() };
        let refused = OwnProfile::of(profile.clone(), &[&recording]).unwrap_err();
        assert!(refused.contains("the GPU Made-Up 1,") && refused.contains(gpu), "{refused}");
        assert_eq!(OwnProfile::bundled(&[&recording]), Ok(None));
    }
    let refused = OwnProfile::of(profile, &[]).unwrap_err();
    assert!(refused.contains("recorded on an unnamed GPU;"), "{refused}");
}

#[test]
fn idle_sms_come_before_other_defects_without_prices() {
    let mut few = kernel(&[(INST_EXECUTED, 1e6)]);
    few.configurations[0].grid = [4, 1, 1];
    let machine = Machine { sms: 132.0, ..Machine::default() };
    let facts = Facts::of(&few, machine, None).unwrap();
    let idle = crate::advise::idle_sms(Rule::FewBlocks, &facts);
    assert!((idle - 128.0 / 132.0).abs() < 1e-9, "{idle}");
    assert_eq!(crate::advise::idle_sms(Rule::Broadcast, &facts), 0.0);
}
