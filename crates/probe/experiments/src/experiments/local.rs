//! Local arrays of threads, and padding.

use propp_base_model::Finding;
use propp_base_model::Sample;
use propp_base_statistics::median::median;

use crate::bench::{Bench, Point};
use crate::experiment::Experiment;
use crate::machine::MachineError;
use crate::view::{curve_of, measured, pooled, series};

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

/// The access patterns, and whether their indexes are known at compile time.
const PATTERNS: [(&str, &str); 3] = [
    ("vectors", "sum of vectors, unrolled"),
    ("product", "matrix product, loops that the compiler may unroll"),
    ("sort", "sort, places that depend on the data"),
];
const SIZES: [u64; 12] = [2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256];

fn run_arrays(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    for (pattern, (name, _)) in PATTERNS.iter().enumerate() {
        for words in SIZES {
            // The work of the product grows with the square of the words.
            let rounds =
                if *name == "product" { (65_536 / (words * words)).clamp(4, 256) } else { 256 };
            let setting = [("words", words as f64), ("rounds", rounds as f64)];
            let unit = "registers, local bytes, cycles a round";
            let settings = |forced: u64| [pattern as u64, words, rounds, 32, forced];
            let point = Point { series: name, setting: &setting, unit };
            let taken = bench.take(&point, "private_array", &settings(0), 3)?;
            // The same work with the array forced into local memory.
            if taken.get(1) == Some(&0.0) {
                let series = format!("{name}_forced");
                let point = Point { series: &series, setting: &setting, unit };
                bench.take(&point, "private_array", &settings(1), 3)?;
            }
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
    findings.push(cost(samples, name));
    findings
}

/// The slowdown when an array that fits into registers is forced into local memory, for the
/// largest such array and smaller ones.
fn cost(samples: &[Sample], name: &str) -> Finding {
    const METHOD: &str = "the same work on as many words in local memory against registers";
    let id = format!("local.{name}.cost");
    let cycles =
        |series: &str| curve_of(samples, ARRAYS.id, series, "words", &[], |v| v.get(2).copied());
    let kept = cycles(name);
    let times: Vec<(f64, f64)> = cycles(&format!("{name}_forced"))
        .iter()
        .filter_map(|forced| {
            let kept = kept.iter().find(|kept| kept.x == forced.x)?;
            Some((forced.x, forced.y / kept.y))
        })
        .collect();
    let Some((words, most)) = times.last().copied() else {
        let why = "no array that is kept in registers was measured in local memory, too";
        return Finding::unknown(&id, why, METHOD);
    };
    let room = [
        times.iter().map(|(_, times)| *times).fold(f64::INFINITY, f64::min),
        times.iter().map(|(_, times)| *times).fold(0.0, f64::max),
    ];
    let method = format!("{METHOD}: {words} words; the interval is that of all sizes");
    Finding::bracketed(&id, "times", most, room, &method, times.len() as u64)
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
    let base = median(&padded).unwrap_or(f64::NAN);
    let gains: Vec<f64> = plain.iter().map(|time| time / base).collect();
    let mut findings = vec![measured(
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

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(series: &str, words: f64, local: f64, cycles: f64) -> Sample {
        Sample {
            experiment: ARRAYS.id.to_owned(),
            series: series.to_owned(),
            setting: [("words".to_owned(), words)].into(),
            values: vec![32.0, local, cycles],
            stable: true,
            ..Sample::default()
        }
    }

    #[test]
    fn the_cost_is_that_of_as_many_words() {
        let samples = [
            sample("vectors", 64.0, 0.0, 100.0),
            sample("vectors", 128.0, 0.0, 200.0),
            sample("vectors", 256.0, 64.0, 700.0),
            sample("vectors_forced", 64.0, 256.0, 300.0),
            sample("vectors_forced", 128.0, 512.0, 800.0),
        ];
        let found = cost(&samples, "vectors");
        assert_eq!(found.value.number(), Some(4.0));
        assert_eq!(found.interval, Some([3.0, 4.0]));
        assert!(cost(&samples[..3], "vectors").value.number().is_none());
    }
}
