//! Terms know no time.

use std::collections::BTreeSet;

use super::*;
use crate::Work;
use propp_base_model::counters::OF_CODE;
use propp_base_model::counters::{Unit, counter};

/// The demand of a term by its name; counters that are not given are 0.
fn amount(name: &str, counts: &[(&str, f64)], shape: &Shape) -> f64 {
    let term = TERMS.iter().find(|term| term.name == name).unwrap();
    assert!(counts.iter().all(|(counter, _)| term.counters.contains(counter)), "{name}");
    let count = |counter: &&str| {
        let own = counts.iter().find(|(known, _)| known == counter);
        own.map_or(0.0, |(_, count)| *count)
    };
    term.amount(&term.counters.iter().map(count).collect::<Vec<_>>(), shape)
}

/// With a measured time among its inputs, a prediction would not be a prediction.
#[test]
fn terms_use_only_counts_of_work() {
    for term in TERMS {
        for name in term.counters {
            let of_code = OF_CODE.iter().any(|one| one.name == *name);
            let unit = counter(name).map(|counter| counter.unit);
            assert!(of_code != unit.is_some(), "{name}");
            let is_time = matches!(unit, Some(Unit::Cycles | Unit::WarpCycles));
            assert!(!is_time, "{}: {name} is a time", term.name);
            for word in ["cycles", "stalled", "duration", "throughput", "active", "pct"] {
                assert!(!name.contains(word), "{}: {name}", term.name);
            }
        }
    }
}

#[test]
fn names_are_unique() {
    let names: BTreeSet<&str> = TERMS.iter().map(|term| term.name).collect();
    assert_eq!(names.len(), TERMS.len());
}

#[test]
fn the_code_tells_or_counts_guess() {
    let all = |names: &[&str]| names.iter().all(|name| TERMS.iter().any(|t| t.name == *name));
    assert!(all(OF_THE_CODE) && all(GUESSED));
    for term in TERMS {
        let of_code = |name: &&str| OF_CODE.iter().any(|one| one.name == *name);
        let mut needed = term.counters.iter().filter(|name| term.needs(name));
        let is_of_code = needed.any(of_code);
        assert_eq!(is_of_code, OF_THE_CODE.contains(&term.name), "{}", term.name);
        assert!(!is_of_code || !GUESSED.contains(&term.name));
    }
}

#[test]
fn amounts_are_never_negative_nor_infinite() {
    let shapes = [Shape::default(), Shape { blocks: 1.0, ..Shape::default() }];
    for term in TERMS {
        for shape in shapes {
            let mixed = || [1.0, 1e18, 0.0, 0.0].into_iter().cycle().take(term.counters.len());
            let all = |count: f64| vec![count; term.counters.len()];
            for counts in [all(0.0), all(1e18), mixed().collect()] {
                let amount = term.amount(&counts, &shape);
                assert!(amount.is_finite() && amount >= 0.0, "{}: {amount}", term.name);
            }
        }
    }
}

/// The counter of loaded sectors leaves them out.
#[test]
fn loads_of_asynchronous_copies_come_from_l2() {
    let shape = Shape { resident_warps: 1.0, ..Shape::default() };
    let common =
        [(CODE_LOAD_ROUNDS, 10.0), (L2_SECTORS_FROM_L1, 100.0), (GLOBAL_STORE_SECTORS, 20.0)];
    assert_eq!(amount("code_rounds_from_l2", &common, &shape), 10.0);
    let from_memory = |loaded: f64| {
        let own = [(DRAM_READ, 20.0 * SECTOR), (GLOBAL_LOAD_SECTORS, loaded)];
        amount("code_rounds_from_memory", &[&common[..], &own].concat(), &shape)
    };
    assert_eq!([from_memory(0.0), from_memory(40.0)], [2.5, 5.0]);
}

#[test]
fn issue_takes_as_long_as_the_busiest_pipe_and_a_little_for_the_others() {
    let shape = Shape { resident_warps: 8.0, busy_sms: 1.0, ..Shape::default() };
    let of = |counts: &[(&str, f64)]| amount("issue_cycles", counts, &shape);
    // A quarter issues an instruction a cycle; its pipe of integers takes two.
    assert_eq!(of(&[(INST_ISSUED, 800.0)]), 200.0);
    let integers = of(&[(INST_ISSUED, 800.0), (PIPE_ALU, 800.0)]);
    assert!((integers - 200.0 * 9.0_f64.cbrt()).abs() < 1e-9, "{integers}");
    assert!((of(&[(PIPE_FP64, 800.0)]) - 400.0).abs() < 1e-9);
    assert!((of(&[(CODE_TENSOR_DELAYS, 2000.0)]) - 500.0).abs() < 1e-9);
}

#[test]
fn a_round_misses_if_one_of_its_loads_does() {
    assert_eq!(rounds_that_miss(0.5, 10.0, 10.0), 0.5);
    assert_eq!(rounds_that_miss(0.5, 30.0, 10.0), 0.875);
    // Loads that are counted less often than their rounds.
    assert_eq!([rounds_that_miss(0.5, 5.0, 10.0), rounds_that_miss(1.0, 0.0, 0.0)], [0.5, 1.0]);
    // Rounds that hit wait for L1.
    let shape = Shape { resident_warps: 4.0, ..Shape::default() };
    let counts = [
        (CODE_ISSUE_DELAYS, 400.0),
        (CODE_OTHER_WAITS, 200.0),
        (CODE_LOAD_ROUNDS, 40.0),
        (GLOBAL_LOADS, 80.0),
        (L2_SECTORS_FROM_L1, 50.0),
        (GLOBAL_LOAD_SECTORS, 100.0),
    ];
    let cycles = amount("warp_cycles", &counts, &shape);
    assert!((cycles - (150.0 + 10.0 * 33.0 / 4.0)).abs() < 1e-9, "{cycles}");
    // What comes from device memory has missed L1, whatever other counts say.
    let all = [&counts[..], &[(DRAM_READ, 100.0 * SECTOR)]].concat();
    assert_eq!(amount("warp_cycles", &all, &shape), 150.0);
}

#[test]
fn textures_take_wavefronts() {
    let shape = Shape { busy_sms: 2.0, ..Shape::default() };
    let counts = [(DATA_WAVEFRONTS, 10.0), (CODE_TEXTURES, 10.0)];
    assert_eq!(amount("l1_wavefronts", &counts, &shape), 45.0);
}

#[test]
fn wavefronts_that_are_not_counted_as_shared_are_those_of_copies_and_matrices() {
    let shape = Shape { busy_sms: 2.0, ..Shape::default() };
    let with_counted = |copies, matrices, counted| {
        let counts = [
            (MATRIX_LOAD_WAVEFRONTS, counted),
            (EXACT_LOAD_WAVEFRONTS, 10.0),
            (EXACT_STORE_WAVEFRONTS, 20.0),
            (DATA_WAVEFRONTS, 1000.0),
            (GLOBAL_TAGS, 300.0),
            (ASYNC_COPIES, copies),
            (CODE_MATRIX_WAVEFRONTS, matrices),
        ];
        amount("shared_wavefronts", &counts, &shape)
    };
    let of = |copies, matrices| with_counted(copies, matrices, 0.0);
    assert_eq!(of(0.0, 0.0), 15.0);
    assert_eq!([of(8.0, 0.0), of(0.0, 8.0)], [350.0; 2]);
    // Without the code, as in emulation, those that were counted.
    assert_eq!([with_counted(0.0, 0.0, 40.0), with_counted(0.0, 8.0, 40.0)], [35.0, 350.0]);
}

#[test]
fn a_block_of_few_warps_takes_as_long_to_start_as_one_of_eight() {
    let of = |warps| {
        let shape = Shape { blocks: 10.0, warps: 10.0 * warps, busy_sms: 2.0, ..Shape::default() };
        amount("warps", &[], &shape)
    };
    assert_eq!([1.0, 8.0, 16.0].map(of), [40.0, 40.0, 80.0]);
}

#[test]
fn words_are_scattered_where_sectors_stay_nearly_empty() {
    // Bytes written, sectors stored to, and bytes stored, of 1,000 stores.
    let of = |[written, sectors, bytes]: [f64; 3]| {
        let counts =
            [(DRAM_WRITTEN, written), (GLOBAL_STORE_SECTORS, sectors), (GLOBAL_STORE_BYTES, bytes)];
        amount("dram_partial_writes", &counts, &Shape::default())
    };
    assert_eq!(of([32e3, 1000.0, 4e3]), 500.0, "words of four bytes");
    assert_eq!(of([32e3, 1000.0, 8e3]), 0.0, "words of eight bytes");
    assert_eq!(of([4e3, 1000.0, 4e3]), 0.0, "neighbours met in L2");
    assert_eq!(of([32e3, 0.0, 0.0]), 0.0, "written by an earlier kernel");
}

/// Of a recording without the maxima a third goes to one slice.
#[test]
fn atomics_are_those_of_the_busiest_slice() {
    let counts = |max: Option<f64>| {
        let all = [
            (L2_REDUCTION_REQUESTS, 3000.0),
            (L2_REDUCTIONS, 6000.0),
            (L2_ATOMIC_REQUESTS, 0.0),
            (L2_ATOMICS, 0.0),
        ];
        let maxima = [L2_REDUCTION_REQUESTS_MAX, L2_ATOMIC_REQUESTS_MAX].map(|name| (name, max));
        let known = maxima.into_iter().filter_map(|(name, max)| Some((name, max?)));
        all.into_iter().chain(known).map(|(name, value)| (name.to_owned(), value)).collect()
    };
    let place = TERMS.iter().position(|term| term.name == BUSIEST_SLICE).unwrap();
    let others: Vec<&str> =
        TERMS.iter().map(|term| term.name).filter(|name| *name != BUSIEST_SLICE).collect();
    let amount = |max| {
        let work = Work { launches: 1, shape: Some(Shape::default()), counts: counts(max) };
        work.demands(&others).unwrap()[place]
    };
    // All to one sector, of which the other partition counts half; to many; and a third of them.
    let amounts = [Some(2000.0), Some(100.0), None].map(amount);
    let expected = [4000.0, 143.0, 1700.0];
    assert!(amounts.iter().zip(expected).all(|(is, of)| (is - of).abs() < 1e-6), "{amounts:?}");
}

#[test]
fn lanes_that_add_to_one_address_repeat_what_an_sm_asks_for() {
    let of = |sectors: f64| {
        let counts = [(L2_REDUCTIONS, sectors), (GLOBAL_REDUCTION_SECTORS, 100.0)];
        amount("repeated_reductions", &counts, &Shape { busy_sms: 10.0, ..Shape::default() })
    };
    assert_eq!([of(150.0), of(1150.0), of(50.0)], [0.0, 100.0, 0.0]);
}

#[test]
fn sectors_of_atomics_count_where_no_slice_does() {
    let of = |requests: &[(&'static str, f64)]| {
        amount(
            "l2_reduction_sectors",
            &[&[(L2_REDUCTIONS, 7.0)], requests].concat(),
            &Shape::default(),
        )
    };
    assert_eq!([of(&[]), of(&[(L2_REDUCTION_REQUESTS, 5.0)])], [7.0, 0.0]);
}

/// Two waves and a half: 20 blocks of which 8 fit.
#[test]
fn the_last_wave_takes_as_long_as_a_full_one() {
    let full = Shape { blocks: 24.0, warps: 24.0, resident_warps: 8.0, waves: 3.0, busy_sms: 1.0 };
    let shape = Shape { blocks: 20.0, warps: 20.0, ..full };
    let of = |rounds: f64, shape: &Shape| {
        let sectors = [(L2_SECTORS_FROM_L1, 100.0), (GLOBAL_LOAD_SECTORS, 100.0)];
        amount(
            "code_rounds_from_l2",
            &[&sectors[..], &[(CODE_LOAD_ROUNDS, rounds)]].concat(),
            shape,
        )
    };
    assert_eq!((of(20.0, &shape), of(24.0, &full)), (3.0, 3.0));
    // Of a wave alone, as many as a warp has.
    let one = Shape { warps: 4.0, resident_warps: 4.0, waves: 1.0, ..full };
    assert_eq!(of(4.0, &one), 1.0);
}
