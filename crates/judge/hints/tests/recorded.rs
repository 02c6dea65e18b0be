//! Hints on kernels that were recorded on an H200.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

use std::path::Path;
use std::sync::LazyLock;

use propp_base_model::Fraction;
use propp_base_model::counters as names;
use propp_judge_analysis::{Analysis, Grouping, Input, KernelReport, Listing, analyse};
use propp_judge_cost::quality::Weights;
use propp_judge_criteria::Criterion;
use propp_judge_criteria::{Note, Pipe};
use propp_judge_hints::{
    Advice, Advised, Expected, Libraries, Nothing, OwnProfile, Rule, SHOWN, advise, advise_kernel,
    promise,
};
use propp_recording::Recording;
use propp_recording_store::read;

/// A recording of the repository.
fn recorded(path: &str) -> Recording {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path)).unwrap()
}

/// `tests/device/app.cu`.
static APP: LazyLock<Recording> =
    LazyLock::new(|| recorded("tests/fixtures/recordings/h200_app.propp"));
static SUITE_JUDGED: LazyLock<Advised<'static>> =
    LazyLock::new(|| judged(&recorded("recordings/h200/suite.propp"), &h200()));

fn h200() -> Weights {
    Weights::bundled("h200").unwrap()
}

/// Analyses stay until the tests end.
fn analysed(recording: &Recording, weights: &Weights) -> &'static Analysis {
    let input = Input { name: "test", recording };
    Box::leak(Box::new(analyse(&[input], weights, Grouping::Signature)))
}

fn judged(recording: &Recording, weights: &Weights) -> Advised<'static> {
    advise(Listing::whole(analysed(recording, weights)), None, &Libraries::default())
}

#[track_caller]
fn advice<'a>(advised: &'a Advised<'_>, name: &str) -> &'a Advice {
    let mut all = advised.kernels();
    let found = all.find(|(kernel, _)| kernel.name.full.contains(name));
    found.unwrap_or_else(|| panic!("no kernel {name}")).1.unwrap()
}

#[track_caller]
fn kernel<'a>(analysis: &'a Analysis, name: &str) -> &'a KernelReport {
    let found = analysis.kernels.iter().find(|kernel| kernel.name.full.contains(name));
    found.unwrap_or_else(|| panic!("no kernel {name}"))
}

fn rules(advice: &Advice) -> Vec<Rule> {
    advice.hints.iter().map(|hint| hint.rule).collect()
}

fn rules_of(advised: &Advised<'_>, name: &str) -> Vec<Rule> {
    rules(advice(advised, name))
}

/// What is wrong with the kernels of app.cu, and a part of the cause.
const PLANTED: [(&str, Rule, &str); 7] = [
    ("diverge(", Rule::Divergence, "on average 4 of 32 threads"),
    ("strided(", Rule::ScatteredAccess, "access 32.0 sectors, and their bytes would fill 4.0"),
    ("tr_naive(", Rule::ScatteredAccess, "stores: the threads of a warp access 32.0 sectors"),
    ("tr_tile<0>", Rule::BankConflicts, "all 32 threads of a warp access the same bank (loads)"),
    ("imbalance(", Rule::UnevenSms, "some blocks have far more work than others"),
    ("barrier(", Rule::Barriers, "many barriers: about 40"),
    ("tiny(", Rule::FewBlocks, "1 block for 132 SMs: 131 SMs are idle"),
];

#[test]
fn every_planted_defect_is_the_first_or_second_hint_with_its_cause() {
    for weights in [h200(), Weights::bundled("paper").unwrap()] {
        let analysis = judged(&APP, &weights);
        for (name, rule, cause) in PLANTED {
            let advice = advice(&analysis, name);
            let place = advice.hints.iter().position(|hint| hint.rule == rule);
            let found = rules(advice);
            assert!(place.is_some_and(|place| place < 2), "{name}: {found:?}");
            let hint = &advice.hints[place.unwrap()];
            assert!(
                hint.causes.iter().any(|text| text.contains(cause)),
                "{name}: {:?}",
                hint.causes
            );
            assert!(!hint.evidence.is_empty() && !hint.remedy.is_empty());
        }
    }
}

#[test]
fn sound_kernels_get_none_of_the_planted_defects() {
    for weights in [h200(), Weights::bundled("paper").unwrap()] {
        let analysis = judged(&APP, &weights);
        let sound = |kernel: &KernelReport| {
            let name = &kernel.name.full;
            ["vadd(", "tr_tile<1>", "detail::reduce::"].iter().any(|part| name.contains(part))
        };
        let kernels: Vec<_> = analysis.kernels().filter(|(kernel, _)| sound(kernel)).collect();
        assert_eq!(kernels.len(), 4, "vadd, the padded transpose and CUB's two kernels");
        for (kernel, advice) in kernels {
            for rule in rules(advice.unwrap()) {
                let planted = PLANTED.iter().any(|(_, planted, _)| *planted == rule);
                assert!(!planted, "{}: {rule}", kernel.name.full);
            }
        }
    }
}

#[test]
fn ranges_hold_what_the_mended_transpose_takes() {
    let analysis = judged(&APP, &h200());
    let mended =
        kernel(analysis.listing.analysis, "tr_tile<1>").durations.unwrap().median_ns as f64;
    for (name, rule) in [("tr_tile<0>", Rule::BankConflicts), ("tr_naive(", Rule::ScatteredAccess)]
    {
        let advice = advice(&analysis, name);
        let hint = advice.hints.iter().find(|hint| hint.rule == rule).unwrap();
        let Expected::Time { now_ns, gain, calibrated: true, quality: Some([now, then]), .. } =
            hint.expected
        else {
            panic!("{name}: {:?}", hint.expected);
        };
        let realised = now_ns / mended;
        assert!(gain.low <= realised && realised <= gain.high, "{name}: {realised} of {gain:?}");
        assert!(realised / gain.likely < 1.5 && gain.likely / realised < 1.5, "{name}: {gain:?}");
        assert!(then >= now);
    }
}

#[test]
fn without_prices_no_time_is_made_up_and_the_order_is_that_of_the_criteria() {
    let analysis = judged(&APP, &Weights::bundled("paper").unwrap());
    let mut seen = 0;
    for (kernel, advice) in analysis.kernels() {
        let mut last = f64::INFINITY;
        for hint in &advice.unwrap().hints {
            let Expected::Unpriced { deficit, because, .. } = &hint.expected else {
                panic!("{}: {:?}", kernel.name.full, hint.expected);
            };
            assert!(because.contains("no prices"), "{because}");
            assert!(*deficit <= last);
            last = *deficit;
            seen += 1;
        }
    }
    assert!(seen > 10);
}

#[test]
fn hints_are_ordered_by_what_they_bring_and_how_often_it_came_true() {
    for analysis in [&judged(&APP, &h200()), &*SUITE_JUDGED] {
        for (kernel, advice) in analysis.kernels() {
            let advice = advice.unwrap();
            assert!(advice.shown().len() <= SHOWN);
            assert_eq!(advice.hints.is_empty(), advice.nothing.is_some());
            let mut last = f64::INFINITY;
            for hint in &advice.hints {
                if let Expected::Time { gain, .. } = hint.expected {
                    let ordered =
                        1.0 <= gain.low && gain.low <= gain.likely && gain.likely <= gain.high;
                    assert!(ordered && gain.high.is_finite(), "{}: {gain:?}", kernel.name.full);
                    let promised = promise(gain.priced, gain.kept);
                    assert!(promised <= last);
                    last = promised;
                }
            }
        }
    }
}

#[test]
fn a_kernel_near_its_limit_is_left_alone_and_told_why() {
    let full = SUITE_JUDGED.kernels().filter_map(|(kernel, advice)| {
        let nothing = advice?.nothing.as_ref()?;
        let Nothing::Memory { share } = nothing else { return None };
        Some((kernel, nothing, *share))
    });
    let full: Vec<_> = full.collect();
    assert!(full.iter().any(|(kernel, ..)| kernel.name.full.contains("copy")), "{}", full.len());
    for (kernel, nothing, share) in full {
        assert!((0.8..1.0).contains(&share), "{}: {share}", kernel.name.full);
        let text = nothing.to_string();
        assert!(text.starts_with("nothing worth changing: DRAM bandwidth is at"), "{text}");
    }
}

/// Kernels of recordings that show what a rule is about, and kernels that do not.
#[test]
fn rules_tell_kernels_that_show_their_defect_from_those_that_do_not() {
    let app = judged(&APP, &h200());
    let domains = judged(&recorded("tests/fixtures/hints/domains.propp.gz"), &h200());
    let cases = [
        (&app, Rule::ScatteredAccess, "strided(", "vadd("),
        (&domains, Rule::MisalignedAccess, "mesh_diffuse<1>", "mesh_diffuse<0>"),
        (&app, Rule::NarrowTypes, "vadd(", "DeviceReduceKernel"),
        (&app, Rule::BankConflicts, "tr_tile<0>", "tr_tile<1>"),
        (&app, Rule::Divergence, "diverge(", "strided("),
        (&app, Rule::Barriers, "barrier(", "tr_tile<1>"),
        (&app, Rule::FewBlocks, "tiny(", "vadd("),
        (&app, Rule::UnevenSms, "imbalance(", "barrier("),
        (&app, Rule::UnevenWarps, "for_each::static_kernel", "barrier("),
        (&app, Rule::Occupancy, "RadixSortOnesweep", "vadd("),
        (&app, Rule::Atomics, "RadixSortHistogram", "vadd("),
        (&app, Rule::LaunchBound, "tiny(", "imbalance("),
    ];
    for (analysis, rule, shows, does_not) in cases {
        let found = rules_of(analysis, shows);
        assert!(found.contains(&rule), "{rule} on {shows}: {found:?}");
        let found = rules_of(analysis, does_not);
        assert!(!found.contains(&rule), "{rule} on {does_not}: {found:?}");
    }
}

/// The same on the suite, where a name stands for several launches.
#[test]
fn rules_find_the_defects_of_the_suites_ladders() {
    let cases = [
        (Rule::ScatteredReads, "transpose_elements<", "transpose_tile<unsigned int, 1, 8>"),
        (Rule::LocalMemory, "Defect)6>", "Defect)0>"),
        (Rule::SharedMemoryReuse, "bound_naive<", "copy_elements<"),
        (
            Rule::LatencyBound,
            "copy_packs<unsigned int, 64, 1, true>",
            "copy_packs<unsigned int, 256, 8, true>",
        ),
    ];
    for (rule, shows, does_not) in cases {
        let any = |name: &str| {
            let own = SUITE_JUDGED.kernels().filter(|(k, _)| k.name.full.contains(name));
            let own: Vec<Vec<Rule>> = own.map(|(_, advice)| rules(advice.unwrap())).collect();
            assert!(!own.is_empty(), "no kernel {name}");
            own.iter().any(|found| found.contains(&rule))
        };
        assert!(any(shows), "{rule} on {shows}");
        assert!(!any(does_not), "{rule} on {does_not}");
    }
}

#[test]
fn the_run_is_told_of_gaps_and_of_copies() {
    let app = judged(&APP, &h200());
    assert_eq!(rules(&app.run_advice), [Rule::HostGaps], "it copies nothing");
    assert!(
        !rules(&SUITE_JUDGED.run_advice).contains(&Rule::Copies),
        "its copies are short beside the rest"
    );
    // 16 % of its span are copies between host and device, and nothing runs beside them.
    let copying = judged(&recorded("recordings/h200_transpose.propp"), &h200());
    let copies = copying.run_advice.hints.iter().find(|hint| hint.rule == Rule::Copies).unwrap();
    let Expected::Time { now_ns, gain, .. } = copies.expected else { panic!("{copies:?}") };
    let saved = now_ns - now_ns / gain.high;
    assert!(
        saved <= copying.listing.analysis.run.traffic.host_copy_ns as f64,
        "no more than the copies took"
    );
}

/// `vadd` of app.cu with other counters than were recorded.
fn changed(edit: impl FnOnce(&mut KernelReport)) -> Vec<Rule> {
    let analysis = analysed(&APP, &h200());
    let mut kernel = kernel(analysis, "vadd(").clone();
    edit(&mut kernel);
    rules(&advise_kernel(&kernel, &h200(), analysis.machine.unwrap(), None, None))
}

/// As if the threads of a warp loaded one word together, which the counter of bytes counts once.
#[test]
fn loads_of_one_word_by_all_threads_are_told() {
    let broadcast = changed(|kernel| {
        let counts = &mut kernel.work[0].counts;
        *counts.get_mut(names::GLOBAL_LOADS).unwrap() *= 20.0;
        let loads = counts[names::GLOBAL_LOADS];
        *counts.get_mut(names::GLOBAL_LOAD_BYTES).unwrap() = 4.0 * loads;
        *counts.get_mut(names::GLOBAL_LOAD_SECTORS).unwrap() = loads;
        *counts.get_mut(names::INST_EXECUTED).unwrap() += loads;
    });
    assert!(broadcast.contains(&Rule::Broadcast), "{broadcast:?}");
    assert!(!changed(|_| {}).contains(&Rule::Broadcast));
}

/// The slow path of its `sinf` keeps an array in local memory, which L2 delivers: no reuse
/// that shared memory could serve.
#[test]
fn traffic_of_local_memory_is_not_taken_for_reuse() {
    let analysis = judged(&APP, &h200());
    let found = rules_of(&analysis, "diverge(");
    assert_eq!(found[0], Rule::Divergence);
    assert!(!found.contains(&Rule::SharedMemoryReuse), "{found:?}");
}

/// As if its integer pipe were full and twenty times as busy.
#[test]
fn a_full_pipe_is_told() {
    let busy = changed(|kernel| {
        let share = Fraction::try_from(0.95).unwrap();
        let note = Note::BusiestPipe { pipe: Pipe::Fma, share };
        kernel.criteria.get_mut(&Criterion::Ci).unwrap().evidence.notes = vec![note];
        *kernel.work[0].counts.get_mut(names::PIPE_FMA).unwrap() = 5e8;
    });
    assert!(busy.contains(&Rule::BusyPipe), "{busy:?}");
    assert!(!changed(|_| {}).contains(&Rule::BusyPipe));
}

/// As if its addresses were shifted by four bytes.
#[test]
fn misaligned_rows_are_told_from_strides() {
    let shifted = |lines: f64| {
        changed(|kernel| {
            let counts = &mut kernel.work[0].counts;
            for (sectors, requests) in [
                (names::GLOBAL_LOAD_SECTORS, names::GLOBAL_LOADS),
                (names::GLOBAL_STORE_SECTORS, names::GLOBAL_STORES),
            ] {
                let requests = counts[requests];
                *counts.get_mut(sectors).unwrap() = 5.0 * requests;
            }
            *counts.get_mut(names::GLOBAL_TAGS).unwrap() *= lines;
            *counts.get_mut(names::L2_SECTORS_FROM_L1).unwrap() *= 1.25;
            *counts.get_mut(names::L2_REQUESTS).unwrap() *= 2.0;
        })
    };
    // What shifts an access also takes it into the next line.
    assert!(!shifted(1.0).contains(&Rule::MisalignedAccess));
    let shifted = shifted(2.0);
    assert!(shifted.contains(&Rule::MisalignedAccess), "{shifted:?}");
    assert!(!shifted.contains(&Rule::ScatteredAccess), "{shifted:?}");
}

/// As if each warp moved 32 bytes by a request: bytes, or words that four threads share.
#[test]
fn words_that_threads_share_are_no_narrow_types() {
    let moved = |asked: f64| {
        changed(|kernel| {
            let counts = &mut kernel.work[0].counts;
            let mut requests = 0.0;
            for [count, bytes, sectors] in [
                [names::GLOBAL_LOADS, names::GLOBAL_LOAD_BYTES, names::GLOBAL_LOAD_SECTORS],
                [names::GLOBAL_STORES, names::GLOBAL_STORE_BYTES, names::GLOBAL_STORE_SECTORS],
            ] {
                let count = 4.0 * counts[count];
                counts.insert(bytes.to_owned(), 8.0 * count);
                counts.insert(sectors.to_owned(), count / 4.0);
                requests += count / 4.0;
            }
            counts.insert(names::CODE_ACCESS_BYTES.to_owned(), asked * requests);
        })
    };
    let bytes = moved(32.0);
    assert!(bytes.contains(&Rule::NarrowTypes), "{bytes:?}");
    let shared = moved(128.0);
    assert!(!shared.contains(&Rule::NarrowTypes), "{shared:?}");
}

/// Merged and changed counters must not bring a rule to a number that is none.
#[test]
fn no_counter_is_needed_for_an_answer() {
    let weights = h200();
    let analysis = analysed(&APP, &weights);
    let machine = analysis.machine.unwrap();
    for (name, _, _) in PLANTED {
        let kernel = kernel(analysis, name);
        for name in kernel.work[0].counts.keys() {
            for value in [None, Some(0.0), Some(1e15)] {
                let mut kernel = kernel.clone();
                match value {
                    Some(value) => kernel.work[0].counts.insert(name.clone(), value),
                    None => kernel.work[0].counts.remove(name),
                };
                for hint in advise_kernel(&kernel, &weights, machine, Some(4096), None).hints {
                    let numbers = hint.evidence.iter().map(|one| one.value);
                    assert!(numbers.clone().all(f64::is_finite), "{name}: {hint:?}");
                    if let Expected::Time { gain, .. } = hint.expected {
                        assert!(gain.low >= 1.0 && gain.high.is_finite(), "{name}: {gain:?}");
                    }
                }
            }
        }
    }
}

/// `app.cu` with the bundled profile of the H200.
fn with_prices() -> Advised<'static> {
    let profile = Box::leak(Box::new(OwnProfile::bundled(&[&APP]).unwrap().unwrap()));
    advise(Listing::whole(analysed(&APP, &h200())), Some(profile), &Libraries::default())
}

/// The numbers are those of `weights/h200/probe.json`: with another, look at what changed and
/// accept it (`INSTA_UPDATE=always cargo test -p propp-judge-hints`).
#[test]
fn prices_of_an_h200() {
    let mut text = String::new();
    for (kernel, advice) in with_prices().kernels() {
        for hint in &advice.unwrap().hints {
            for one in &hint.evidence {
                if let Some(reading) = &one.measured {
                    let findings = reading.findings.join(", ");
                    let name = kernel.name.bare.chars().take(60).collect::<String>();
                    text += &format!("{name}: {}: {} [{findings}]\n", hint.rule, one.what);
                }
            }
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn without_a_profile_hints_are_the_same_but_for_prices() {
    let (mut with, without) = (with_prices(), judged(&APP, &h200()));
    assert!(with.device_profile.is_some() && without.device_profile.is_none());
    let mut prices = 0;
    for (advice, without) in with.kernel_advice.iter_mut().zip(&without.kernel_advice) {
        for hint in &mut advice.as_mut().unwrap().hints {
            let before = hint.evidence.len();
            hint.evidence.retain(|one| one.measured.is_none());
            prices += before - hint.evidence.len();
        }
        assert_eq!(advice, without);
    }
    assert!(prices > 0);
    assert_eq!(with.run_advice, without.run_advice);
}
