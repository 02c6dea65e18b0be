//! Private arrays of threads, and padding.

use crate::bench::{Bench, Point};
use crate::experiment::Experiment;
use crate::finding::Finding;
use crate::machine::MachineError;
use crate::sample::Sample;
use crate::view::{curve_of, pooled, series};

pub(super) const ARRAYS: Experiment = Experiment {
    id: "local.arrays",
    title: "private arrays: in registers or in local memory",
    seconds: 3.0,
    run: run_arrays,
    analyse: analyse_arrays,
};

pub(super) const PADDING: Experiment = Experiment {
    id: "local.padding",
    title: "a transpose through tiles of 32 and of 33 words a row",
    seconds: 0.2,
    run: run_padding,
    analyse: analyse_padding,
};

/// Ways of using the array, and whether its places are known when compiling.
const PATTERNS: [(&str, &str); 3] = [
    ("vectors", "sum of vectors, unrolled"),
    ("product", "matrix product, loops that the compiler may unroll"),
    ("sort", "sort, places that depend on the data"),
];
const SIZES: [u64; 12] = [2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256];

fn run_arrays(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    for (pattern, (name, _)) in PATTERNS.iter().enumerate() {
        for words in SIZES {
            // The product takes words squared of work.
            let rounds =
                if *name == "product" { (65_536 / (words * words)).clamp(4, 256) } else { 256 };
            let setting = [("words", words as f64), ("rounds", rounds as f64)];
            let unit = "registers, local bytes, cycles a round";
            let point = Point { series: name, setting: &setting, unit };
            bench.take(&point, "private_array", &[pattern as u64, words, rounds, 32], 3)?;
        }
    }
    Ok(())
}

fn analyse_arrays(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    PATTERNS.iter().flat_map(|(name, meaning)| of_pattern(samples, name, meaning)).collect()
}

fn of_pattern(samples: &[Sample], name: &str, meaning: &str) -> Vec<Finding> {
    let id = format!("local.{name}");
    let method = format!("{meaning}; local memory of the compiled code");
    let local = curve_of(samples, ARRAYS.id, name, "words", &[], |v| v.get(1).copied());
    let in_registers = local.iter().take_while(|place| place.y == 0.0).last();
    let spilled = local.iter().find(|place| place.y > 0.0);
    let largest = format!("{id}.words_in_registers");
    let mut findings = vec![match (in_registers, spilled) {
        (Some(kept), Some(spilled)) => {
            let interval = [kept.x, spilled.x - 1.0];
            Finding::bracketed(&largest, "words", kept.x, interval, &method, local.len() as u64)
        }
        (Some(kept), None) => {
            let why = format!("{} words, the largest that was tried, are in registers", kept.x);
            Finding::unknown(&largest, &why, &method)
        }
        (None, _) => Finding::unknown(&largest, "even the smallest is in local memory", &method),
    }];
    // What a step of the work costs on either side. A sort moves one new word through words
    // that are in order, which takes as many steps as there are.
    let cycles = curve_of(samples, ARRAYS.id, name, "words", &[], |v| v.get(2).copied());
    let work = |words: f64| if name == "product" { words * words } else { words };
    let cost = |x: f64| cycles.iter().find(|place| place.x == x).map(|place| place.y / work(x));
    if let (Some(kept), Some(spilled)) = (in_registers, spilled)
        && let Some(before) = cost(kept.x)
    {
        let larger = local.iter().filter(|place| place.y > 0.0);
        let times: Vec<f64> = larger.filter_map(|p| Some(cost(p.x)? / before)).collect();
        let room = [
            times.iter().copied().fold(f64::INFINITY, f64::min),
            times.iter().copied().fold(0.0, f64::max),
        ];
        let method = format!(
            "cycles a step of the work, {} words of which {} bytes are in local memory against {} \
             in registers; the interval is that of larger arrays",
            spilled.x, spilled.y, kept.x
        );
        let id = format!("{id}.cost");
        if let Some(first) = times.first() {
            let count = times.len() as u64;
            findings.push(Finding::bracketed(&id, "times", *first, room, &method, count));
        }
    }
    findings
}

const ROWS: u64 = 4096;
const LAUNCHES: usize = 6;

fn run_padding(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    for pitch in [32, 33] {
        let setting = [("pitch_words", pitch as f64), ("rows", ROWS as f64)];
        let point = Point { series: "transpose", setting: &setting, unit: "ns, the last cycles" };
        bench.take(&point, "padding", &[pitch, ROWS], LAUNCHES)?;
    }
    Ok(())
}

fn analyse_padding(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    let times = |pitch: f64| -> Vec<f64> {
        let of = series(samples, PADDING.id, "transpose");
        of.filter(|sample| sample.get("pitch_words") == Some(pitch))
            .flat_map(|sample| sample.values.iter().take(LAUNCHES - 1).copied())
            .collect()
    };
    let column = |pitch: f64| -> Option<f64> {
        pooled(samples, PADDING.id, "transpose", &[("pitch_words", pitch)])
            .chunks(LAUNCHES)
            .filter_map(|one| one.last().copied())
            .next()
    };
    let (plain, padded) = (times(32.0), times(33.0));
    let base = crate::statistics::median(&padded).unwrap_or(f64::NAN);
    let gains: Vec<f64> = plain.iter().map(|time| time / base).collect();
    let mut findings = vec![Finding::measured(
        "local.padding.gain",
        "times",
        &gains,
        "transpose of 4096 x 4096 words, rows of 32 words against 33",
    )];
    if let (Some(plain), Some(padded)) = (column(32.0), column(33.0)) {
        let method = "a block reads its tile by columns, rows of 32 words against 33";
        let id = "local.padding.tile_gain";
        findings.push(Finding::calculated(id, "times", plain / padded, method));
    }
    findings
}
