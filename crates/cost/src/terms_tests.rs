//! Terms know no time.

use std::collections::BTreeSet;

use super::*;
use crate::Work;
use propp_model::counters::OF_CODE;
use propp_model::counters::{Unit, counter};

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
            for counts in [vec![0.0; 6], vec![1e18; 6], vec![1.0, 1e18, 0.0, 0.0, 0.0, 0.0]] {
                let amount = term.amount(&counts[..term.counters.len()], &shape);
                assert!(amount.is_finite() && amount >= 0.0, "{}: {amount}", term.name);
            }
        }
    }
}

/// The counter of loaded sectors leaves them out.
#[test]
fn loads_of_asynchronous_copies_come_from_l2() {
    let shape = Shape { resident_warps: 1.0, ..Shape::default() };
    let amount = |name: &str, counts: &[f64]| {
        TERMS.iter().find(|term| term.name == name).unwrap().amount(counts, &shape)
    };
    let rounds = 10.0;
    assert_eq!(amount("code_rounds_from_l2", &[rounds, 100.0, 20.0, 0.0, 0.0, 0.0]), rounds);
    let read = 20.0 * SECTOR;
    assert_eq!(amount("code_rounds_from_memory", &[rounds, read, 0.0, 100.0, 20.0]), 2.5);
    assert_eq!(amount("code_rounds_from_memory", &[rounds, read, 40.0, 100.0, 20.0]), 5.0);
}

#[test]
fn issue_takes_no_longer_than_the_instructions_of_all_warps() {
    let of = |resident_warps: f64, delays: f64, waits: f64, instructions: f64, tensor: f64| {
        let shape = Shape { resident_warps, busy_sms: 1.0, ..Shape::default() };
        let term = TERMS.iter().find(|term| term.name == "issue_cycles").unwrap();
        term.amount(&[delays, waits, instructions, tensor], &shape)
    };
    // A lone warp in each quarter takes its own cycles.
    assert_eq!(of(4.0, 800.0, 400.0, 400.0, 0.0), 300.0);
    // Of two with as many cycles each takes half of these for the other one, too.
    assert_eq!(of(8.0, 1600.0, 800.0, 800.0, 0.0), 450.0);
    // Their instructions take longer one after the other.
    let two = |instructions, tensor| of(8.0, 1600.0, 800.0, instructions, tensor);
    assert_eq!(two(2400.0, 0.0), 600.0);
    // Among very many instructions a warp's delays are stretched four times.
    assert_eq!(two(8000.0, 0.0), 900.0);
    // The tensor core of a quarter is busy for longer, or is not.
    assert_eq!([two(800.0, 2000.0), two(800.0, 1000.0)], [500.0, 450.0]);
}

#[test]
fn wavefronts_that_are_not_counted_as_shared_are_those_of_copies_and_matrices() {
    let shape = Shape { busy_sms: 2.0, ..Shape::default() };
    let term = TERMS.iter().find(|term| term.name == "shared_wavefronts").unwrap();
    let amount =
        |copies, matrices| term.amount(&[10.0, 20.0, 1000.0, 300.0, copies, matrices], &shape);
    assert_eq!(amount(0.0, 0.0), 15.0);
    assert_eq!([amount(8.0, 0.0), amount(0.0, 8.0)], [350.0; 2]);
}

#[test]
fn a_block_of_few_warps_takes_as_long_to_start_as_one_of_sixteen() {
    let term = TERMS.iter().find(|term| term.name == "warps").unwrap();
    let amount = |warps| {
        let shape = Shape { blocks: 10.0, warps: 10.0 * warps, busy_sms: 2.0, ..Shape::default() };
        term.amount(&[], &shape)
    };
    assert_eq!([1.0, 16.0, 32.0].map(amount), [80.0, 80.0, 160.0]);
}

#[test]
fn words_are_scattered_where_sectors_stay_nearly_empty() {
    let term = TERMS.iter().find(|term| term.name == "dram_partial_writes").unwrap();
    // Bytes written, sectors stored to, and bytes stored, of 1,000 stores.
    let amount = |counts: [f64; 3]| term.amount(&counts, &Shape::default());
    assert_eq!(amount([32e3, 1000.0, 4e3]), 500.0, "words of four bytes");
    assert_eq!(amount([32e3, 1000.0, 8e3]), 0.0, "words of eight bytes");
    assert_eq!(amount([4e3, 1000.0, 4e3]), 0.0, "neighbours met in L2");
    assert_eq!(amount([32e3, 0.0, 0.0]), 0.0, "written by an earlier kernel");
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
    assert_eq!([amount(Some(100.0)), amount(None)], [200.0, 2000.0]);
}

/// Two waves and a half: 20 blocks of which 8 fit.
#[test]
fn the_last_wave_takes_as_long_as_a_full_one() {
    let full = Shape { blocks: 24.0, warps: 24.0, resident_warps: 8.0, waves: 3.0, busy_sms: 1.0 };
    let shape = Shape { blocks: 20.0, warps: 20.0, ..full };
    let amount = |rounds: f64, shape: &Shape| {
        let term = TERMS.iter().find(|term| term.name == "code_rounds_from_l2").unwrap();
        term.amount(&[rounds, 100.0, 0.0, 0.0, 0.0, 100.0], shape)
    };
    assert_eq!((amount(20.0, &shape), amount(24.0, &full)), (3.0, 3.0));
    // Of a wave alone, as many as a warp has.
    let one = Shape { warps: 4.0, resident_warps: 4.0, waves: 1.0, ..full };
    assert_eq!(amount(4.0, &one), 1.0);
}
