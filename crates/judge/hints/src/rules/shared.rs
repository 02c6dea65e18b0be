//! Shared memory: bank conflicts.

use propp_base_model::counters::*;
use propp_judge_cost::Work;
use propp_judge_criteria::Criterion;

use super::Finding;
use crate::change::{Context, Pair};
use crate::facts::{Facts, evidence};

/// Bytes of a trip through shared memory.
const WAVEFRONT: f64 = 128.0;

/// Trips of loads and stores, of matrices, too.
const WAVEFRONTS: [&str; 4] = [
    EXACT_LOAD_WAVEFRONTS,
    EXACT_STORE_WAVEFRONTS,
    MATRIX_LOAD_WAVEFRONTS,
    MATRIX_STORE_WAVEFRONTS,
];

/// Accesses take more trips than they need.
pub(crate) fn conflicts(facts: &Facts<'_>) -> Option<Finding> {
    let efficiency = facts.criterion(Criterion::SmemEff)?;
    if efficiency >= 0.85 {
        return None;
    }
    if let Some(finding) = conflicts_of_matrices(facts.work, efficiency) {
        return Some(finding);
    }
    let trips = trips(facts);
    let [loads, stores] = trips;
    let Worst { ways: worst, side, .. } = worst_of(facts, trips);
    let ways = worst.round();
    let cause = if ways >= 31.0 {
        format!("all 32 threads of a warp access the same bank ({side}): a stride of 32 words")
    } else if worst >= 1.5 {
        let stride = if (ways.log2().fract()).abs() < 0.05 {
            format!("as with a stride of {ways} words")
        } else {
            "a stride with a factor in common with 32, or indices that depend on data".to_owned()
        };
        format!("about {worst:.1} threads of a warp access the same bank ({side}): {stride}")
    } else {
        "a few accesses have many conflicts, or atomics update the same word".to_owned()
    };
    let mut numbers = vec![evidence(
        "SMem_eff: necessary wavefronts over actual wavefronts",
        efficiency,
        [EXACT_LOAD_WAVEFRONTS, EXACT_STORE_WAVEFRONTS, EXACT_SHARED_LOADS, EXACT_SHARED_STORES],
    )];
    numbers.extend(loads.map(|ways| {
        evidence("wavefronts per load", ways, [EXACT_LOAD_WAVEFRONTS, EXACT_SHARED_LOADS])
    }));
    numbers.extend(stores.map(|ways| {
        evidence("wavefronts per store", ways, [EXACT_STORE_WAVEFRONTS, EXACT_SHARED_STORES])
    }));
    Some(Finding::new(
        numbers,
        vec![cause],
        "pad the rows of the array by one element ([32][33] instead of [32][32]), or \
         swizzle the columns (index x ^ y), so that neighbouring threads use neighbouring \
         banks; for indices that depend on data keep one copy per lane",
    ))
}

/// Load and store instructions, those without an active lane left out where that is known.
pub(crate) fn accesses(facts: &Facts<'_>) -> [f64; 2] {
    let of = |exact, hardware| facts.count(exact).unwrap_or_else(|| facts.or_0(hardware));
    [of(EXACT_SHARED_LOADS, SHARED_LOADS), of(EXACT_SHARED_STORES, SHARED_STORES)]
}

/// Trips that loads and stores need: one an access at least, and as many as its bytes fill.
pub(super) fn needed(work: &Work) -> f64 {
    let of = |accesses: &str, bytes: &str| work.count(accesses).max(work.count(bytes) / WAVEFRONT);
    if work.counts.contains_key(SHARED_LOAD_BYTES) {
        return of(EXACT_SHARED_LOADS, SHARED_LOAD_BYTES)
            + of(EXACT_SHARED_STORES, SHARED_STORE_BYTES)
            + of(MATRIX_LOADS, MATRIX_LOAD_BYTES)
            + of(MATRIX_STORES, MATRIX_STORE_BYTES);
    }
    let accesses = work.count(EXACT_SHARED_LOADS) + work.count(EXACT_SHARED_STORES);
    accesses.max(work.count(SHARED_BYTES) / WAVEFRONT)
}

/// Trips of a load and of a store.
fn trips(facts: &Facts<'_>) -> [Option<f64>; 2] {
    let trips = |wavefronts, accesses| {
        let accesses = facts.count(accesses).filter(|accesses| *accesses > 0.0)?;
        Some(facts.count(wavefronts)? / accesses)
    };
    [
        trips(EXACT_LOAD_WAVEFRONTS, EXACT_SHARED_LOADS)
            .or_else(|| trips(SHARED_LOAD_WAVEFRONTS, SHARED_LOADS)),
        trips(EXACT_STORE_WAVEFRONTS, EXACT_SHARED_STORES)
            .or_else(|| trips(SHARED_STORE_WAVEFRONTS, SHARED_STORES)),
    ]
}

fn worst_of(facts: &Facts<'_>, trips: [Option<f64>; 2]) -> Worst {
    let accesses = accesses(facts);
    let trips = trips.map(|trips| trips.unwrap_or(0.0));
    let of_kinds = facts.count(SHARED_LOAD_BYTES).zip(facts.count(SHARED_STORE_BYTES));
    let bytes = of_kinds.map_or_else(|| facts.or_0(SHARED_BYTES), |(load, store)| load + store);
    worst(accesses, trips, bytes / WAVEFRONT)
}

/// Loads and stores of matrices with most of the trips that nobody needs.
fn conflicts_of_matrices(work: &Work, efficiency: f64) -> Option<Finding> {
    let of = |name| work.count(name);
    let made = of(MATRIX_LOAD_WAVEFRONTS) + of(MATRIX_STORE_WAVEFRONTS);
    let needed = (of(MATRIX_LOAD_BYTES) + of(MATRIX_STORE_BYTES)) / WAVEFRONT;
    let others = of(EXACT_LOAD_WAVEFRONTS) + of(EXACT_STORE_WAVEFRONTS);
    let all = (1.0 - efficiency) * (made + others);
    if needed == 0.0 || made - needed < 0.5 * all {
        return None;
    }
    let ways = made / needed;
    let counters = [MATRIX_LOAD_WAVEFRONTS, MATRIX_STORE_WAVEFRONTS];
    Some(Finding::new(
        vec![
            evidence("SMem_eff: necessary wavefronts over actual wavefronts", efficiency, counters),
            evidence("wavefronts of matrices over those that their bytes fill", ways, counters),
        ],
        vec![format!(
            "rows of matrices (ldmatrix, stmatrix) lie in the same banks: {ways:.1} wavefronts where \
             one would do"
        )],
        "pad the rows of the matrices by 16 bytes, or swizzle their pieces of 16 bytes (piece ^ row \
         % 8), so that eight neighbouring rows lie in different banks; rows must begin at multiples \
         of 16 bytes",
    ))
}

/// Where the conflicts of a kernel are, and what its counts may mean.
pub(crate) struct Conflict {
    pub side: &'static str,
    /// Trips of an access, and those that its bytes need, which are 1, 2 or 4; one at least.
    pub readings: Vec<(f64, f64)>,
}

/// `None` where no width of the accesses goes with the counts.
pub(crate) fn conflict(facts: &Facts<'_>) -> Option<Conflict> {
    let Worst { side, readings, .. } = worst_of(facts, trips(facts));
    (!readings.is_empty()).then_some(Conflict { side, readings })
}

/// Counters of different passes agree within this.
const NOISE: f64 = 0.02;

#[derive(Debug, PartialEq)]
struct Worst {
    /// Trips that an access takes for each that its bytes need.
    ways: f64,
    side: &'static str,
    /// Trips of an access and those that its bytes need, for each of the widths that may
    /// be; none where no width goes with the counts.
    readings: Vec<(f64, f64)>,
}

/// The side with more trips than its bytes need. Loads and stores share one count of
/// bytes, and an access of 8 or 16 bytes a thread needs two or four trips without any
/// conflict: widths are tried out, and of those that the bytes and the trips allow the ones
/// count that leave the least empty. Where these disagree, it is either side.
fn worst(accesses: [f64; 2], trips: [f64; 2], lines: f64) -> Worst {
    const SIDES: [&str; 2] = ["loads", "stores"];
    let of = |needed: [f64; 2]| {
        let excess = |side: usize| accesses[side] * (trips[side] - needed[side]).max(0.0);
        let side = usize::from(excess(1) > excess(0));
        let readings = vec![(trips[side], needed[side])];
        Worst { ways: trips[side] / needed[side], side: SIDES[side], readings }
    };
    let widths = [1.0, 2.0, 4.0];
    let possible: Vec<[f64; 2]> = widths
        .iter()
        .flat_map(|&load| widths.iter().map(move |&store| [load, store]))
        .filter(|needed| are_possible(accesses, trips, *needed, lines))
        .collect();
    // The likeliest leave the least room in their lines empty.
    let empty = |needed: &[f64; 2]| {
        let room = accesses[0] * needed[0] + accesses[1] * needed[1];
        (room - lines).abs() / room.max(1.0)
    };
    let least = possible.iter().map(empty).fold(f64::INFINITY, f64::min);
    let fitting: Vec<Worst> = possible
        .iter()
        .filter(|needed| empty(needed) <= least + NOISE)
        .map(|needed| of(*needed))
        .collect();
    match fitting.as_slice() {
        [] => {
            let mean = (lines / accesses.iter().sum::<f64>().max(1.0)).max(1.0);
            Worst { readings: Vec::new(), ..of([mean, mean]) }
        }
        [first, others @ ..] => {
            let agree = others.iter().all(|other| other.side == first.side);
            let least = fitting.iter().map(|worst| worst.ways).fold(f64::INFINITY, f64::min);
            let readings = fitting.iter().flat_map(|worst| worst.readings.clone()).collect();
            let side = if agree { first.side } else { "loads or stores" };
            Worst { ways: least, side, readings }
        }
    }
}

/// Whether accesses of these widths, in trips without a conflict, move the bytes that were
/// counted (in trips, too) in no fewer trips than were. Accesses of one trip may be of
/// fewer threads or of narrower types.
fn are_possible(accesses: [f64; 2], trips: [f64; 2], needed: [f64; 2], lines: f64) -> bool {
    let mut range = [0.0, 0.0];
    for side in [0, 1] {
        if accesses[side] == 0.0 && needed[side] > 1.0 {
            return false;
        }
        if accesses[side] > 0.0 && trips[side] < needed[side] * (1.0 - NOISE) {
            return false;
        }
        let most = accesses[side] * needed[side];
        range[0] += if needed[side] > 1.0 { most } else { 0.0 };
        range[1] += most;
    }
    range[0] * (1.0 - NOISE) <= lines && lines <= range[1] * (1.0 + NOISE)
}

/// As many trips as instructions, or as the bytes fill.
pub(crate) fn without_conflicts(work: &Work, _: &Context<'_>) -> Pair {
    Pair::edited(work, |edit| {
        let now = WAVEFRONTS.iter().map(|name| edit.get(name)).sum::<f64>();
        let ideal = needed(work).min(now);
        if now > 0.0 {
            edit.scale(&WAVEFRONTS, ideal / now);
            let data = edit.get(DATA_WAVEFRONTS);
            edit.lower(DATA_WAVEFRONTS, (data - (now - ideal)).max(ideal));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As counted: accesses, trips of each, and 128-byte lines moved.
    fn side_of(accesses: [f64; 2], trips: [f64; 2], lines: f64) -> (f64, &'static str) {
        let Worst { ways, side, .. } = worst(accesses, trips, lines);
        (ways, side)
    }

    #[test]
    fn wide_stores_are_not_blamed_for_conflicts_of_loads() {
        // Stores of 16 bytes a thread, four trips each, and none in vain; loads of 4 bytes
        // with three threads in a bank.
        assert_eq!(side_of([100.0, 100.0], [3.0, 4.0], 500.0), (3.0, "loads"));
        assert_eq!(side_of([400.0, 100.0], [2.0, 4.0], 800.0), (2.0, "loads"));
        // And the other way round.
        assert_eq!(side_of([100.0, 400.0], [4.0, 2.0], 800.0), (2.0, "stores"));
    }

    #[test]
    fn the_side_with_more_trips_in_vain_is_told() {
        assert_eq!(side_of([100.0, 100.0], [32.0, 1.0], 200.0), (32.0, "loads"));
        assert_eq!(side_of([100.0, 100.0], [1.0, 8.0], 200.0), (8.0, "stores"));
        // Each store is worse, and there are few of them.
        assert_eq!(side_of([1000.0, 10.0], [2.0, 4.0], 1010.0), (2.0, "loads"));
        // Bytes that half of the threads move.
        assert_eq!(side_of([100.0, 100.0], [4.0, 1.0], 100.0).1, "loads");
        // One side alone.
        assert_eq!(side_of([0.0, 100.0], [0.0, 16.0], 100.0), (16.0, "stores"));
    }

    /// As an H200 counts `tests/emulate/shared_bytes.cu`.
    #[test]
    fn conflicts_of_matrices_are_told_from_those_of_loads() {
        let of = |matrices: f64, stores: f64| {
            let counts = [
                (MATRIX_LOADS, 8.0),
                (MATRIX_LOAD_BYTES, 4096.0),
                (MATRIX_LOAD_WAVEFRONTS, matrices),
                (SHARED_LOAD_BYTES, 0.0),
                (EXACT_SHARED_STORES, 64.0),
                (SHARED_STORE_BYTES, 8192.0),
                (EXACT_STORE_WAVEFRONTS, stores),
            ];
            let counts = counts.map(|(name, count)| (name.to_owned(), count));
            Work { counts: counts.into(), ..Work::default() }
        };
        let work = of(256.0, 64.0);
        let finding = conflicts_of_matrices(&work, 96.0 / 320.0).unwrap();
        assert!(finding.causes[0].contains("8.0 wavefronts"), "{:?}", finding.causes);
        let pair = without_conflicts(&work, &Context::default());
        let left = [MATRIX_LOAD_WAVEFRONTS, EXACT_STORE_WAVEFRONTS];
        assert_eq!(left.map(|name| pair.without.counts[name]).iter().sum::<f64>().round(), 96.0);
        // The stores meet, and the matrices do not.
        assert!(conflicts_of_matrices(&of(32.0, 512.0), 96.0 / 544.0).is_none());
    }

    #[test]
    fn what_the_counts_leave_open_is_left_open() {
        // Either stores are wide and loads meet, or the other way round.
        assert_eq!(side_of([100.0, 100.0], [4.0, 4.0], 500.0), (4.0, "loads or stores"));
    }
}
