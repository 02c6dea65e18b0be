//! The latency spectrum: what a load takes, by where it is served and whether its
//! translation was at hand (the patterns P1 to P6 of Mei and Chu, and the other memories).

use propp_model::Finding;
use propp_model::Sample;
use propp_numbers::Random;
use propp_numbers::median::median;

use super::chain::reading;
use crate::ask::{Ask, BEHIND, loads};
use crate::bench::{Bench, Point};
use crate::chain::shuffled;
use crate::chase::Path;
use crate::experiment::Experiment;
use crate::machine::{Facts, MachineError};
use crate::view::series;

pub(super) const SPECTRUM: Experiment = Experiment {
    id: "latency.spectrum",
    title: "latency by place and by translation",
    seconds: 1.0,
    run,
    analyse,
};

const MIB: u64 = 1 << 20;
const PAGE: u64 = 2 * MIB;

/// How a pattern is made.
enum Made {
    /// A small lap, warm along its own path: bytes, stride.
    Small(Path, u64, u64),
    /// A lap over a share of L2, in L2 by a touch: hundredths of its size.
    InL2(u64),
    /// One line a page over nine tenths of memory, in L2.
    FarPages,
    /// Cold lines of a footprint in bytes.
    Cold(u64),
    /// Cold lines, one a page, over nine tenths of memory.
    ColdFarPages,
}

/// The patterns: name, meaning, how it is made.
const PATTERNS: [(&str, &str, Made); 11] = [
    ("shared", "shared memory", Made::Small(Path::Shared, 8192, 128)),
    ("constant_l1", "constant cache", Made::Small(Path::Constant, 1024, 64)),
    (
        "constant_l15",
        "constant cache of the next level",
        Made::Small(Path::Constant, 16 * 1024, 64),
    ),
    ("l1", "P1 in L1", Made::Small(Path::Cached, 16 * 1024, 128)),
    ("read_only", "L1 along the read-only way", Made::Small(Path::ReadOnly, 16 * 1024, 128)),
    ("texture", "L1 along the texture way", Made::Small(Path::Texture, 16 * 1024, 128)),
    ("l2_near", "P1 in L2: a footprint that its near part holds", Made::InL2(7)),
    ("l2_far", "P1 in L2: a footprint that only both parts hold", Made::InL2(70)),
    ("l2_far_pages", "P2 and P3: L2, translations from afar", Made::FarPages),
    ("dram", "P4: DRAM, translations at hand", Made::Cold(256 * MIB)),
    ("dram_far_pages", "P5: DRAM, translations from afar", Made::ColdFarPages),
];

/// By how much loads one by one may differ from loads together: a cycle, which is what the
/// clock counts in, and a share. A load of few cycles waits for the reading of the clock
/// before it by a cycle or five; where laps are larger than the caches of the SM, the two
/// ways are not made of the same places, and places differ.
const CYCLE: f64 = 1.0;
const NEAR: f64 = 0.1;
const PLACES: f64 = 0.05;

/// The patterns that the caches of an SM hold: name, way, bytes, stride.
pub(super) fn small() -> impl Iterator<Item = (&'static str, Path, u64, u64)> {
    PATTERNS.iter().filter_map(|(name, _, made)| match made {
        Made::Small(path, bytes, stride) => Some((*name, *path, *bytes, *stride)),
        _ => None,
    })
}

/// SMs that every pattern is measured from, spread over the chip: they are not equally far
/// from its memory.
pub(super) const SMS: u32 = 8;

/// Loads that are recorded one by one, and together.
const EACH: usize = 1024;
const TOGETHER: usize = 4096;

fn far_pages(facts: &Facts) -> Vec<u64> {
    let pages = facts.free_bytes / 10 * 9 / PAGE;
    let mut places: Vec<u64> = (0..pages).map(|i| i * PAGE + i * 4224 % PAGE / 128 * 128).collect();
    Random::of_seed(6).shuffle(&mut places);
    places
}

fn cold(bytes: u64) -> Vec<u64> {
    let mut random = Random::of_seed(5);
    let mut places: Vec<u64> = (0..4 * TOGETHER).map(|_| random.below(bytes / 128) * 128).collect();
    places.sort_unstable();
    places.dedup();
    random.shuffle(&mut places);
    places
}

fn run(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    let facts = bench.machine().facts().clone();
    for (name, _, made) in &PATTERNS {
        let (path, lap) = match made {
            Made::Small(path, bytes, stride) => (*path, shuffled(*bytes, *stride, 1)),
            Made::InL2(hundredths) => {
                (Path::L2, shuffled(facts.l2_bytes / 100 * hundredths / MIB * MIB, 128, 1))
            }
            Made::FarPages | Made::ColdFarPages => (Path::L2, far_pages(&facts)),
            Made::Cold(bytes) => (Path::L2, cold(*bytes)),
        };
        let ask = Ask::new(path, &lap);
        let ask = match made {
            Made::Small(..) => ask.warmed(lap.len().next_multiple_of(16) as u64 * 4),
            Made::InL2(_) => ask.touched(3),
            Made::FarPages => ask.touched(2),
            Made::Cold(_) | Made::ColdFarPages => ask.flushed(),
        };
        for sm in (0..SMS).map(|i| i * facts.sms / SMS) {
            let ask = ask.clone().on_sm(sm);
            let bytes = lap.iter().max().copied().unwrap_or(0) as f64;
            let setting = [("bytes", bytes), ("sm", f64::from(sm))];
            let each = Point { series: &format!("{name}_each"), setting: &setting, unit: "cycles" };
            bench.take(&each, "chase", &ask.settings(EACH), EACH + BEHIND)?;
            let average = Point {
                series: &format!("{name}_average"),
                setting: &setting,
                unit: "cycles, ns, SM",
            };
            bench.take(&average, "chase_average", &ask.settings(TOGETHER), 3)?;
        }
    }
    Ok(())
}

fn analyse(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    let mut findings: Vec<Finding> =
        PATTERNS.iter().flat_map(|(name, meaning, _)| of_pattern(samples, name, meaning)).collect();
    findings.push(page_table_switch(samples));
    findings
}

/// The papers' P6: on some GPUs a load from a stretch whose page table is not active takes
/// several times what any other takes.
fn page_table_switch(samples: &[Sample]) -> Finding {
    const ID: &str = "latency.page_table_switch";
    const METHOD: &str = "P6: loads of P5 that take more than three times its median";
    let all: Vec<f64> = series(samples, SPECTRUM.id, "dram_far_pages_each")
        .flat_map(|sample| loads(&sample.values))
        .collect();
    let Some(middle) = median(&all) else {
        return Finding::unknown(ID, "no observation of it was stable", METHOD);
    };
    let slow: Vec<f64> = all.iter().copied().filter(|load| *load > 3.0 * middle).collect();
    // Refreshes and other pauses of DRAM delay one load in a hundred or so.
    if 50 * slow.len() > all.len() {
        return crate::view::measured(ID, "cycles", &slow, METHOD);
    }
    let why = format!("{} of {} loads, no more than pauses of DRAM", slow.len(), all.len());
    Finding::absent(ID, &why, METHOD)
}

/// Cycles and nanoseconds by the amortised chase; the chase one by one must agree.
fn of_pattern(samples: &[Sample], name: &str, meaning: &str) -> Vec<Finding> {
    let average = format!("{name}_average");
    let column = |at: usize| -> Vec<f64> {
        let of = series(samples, SPECTRUM.id, &average);
        of.filter_map(|sample| sample.values.get(at).copied()).collect()
    };
    let method = format!("{meaning}; chase of {TOGETHER} loads together");
    let cycles = crate::view::measured(&format!("latency.{name}"), "cycles", &column(0), &method);
    let ns = crate::view::measured(&format!("latency.{name}.ns"), "ns", &column(1), &method);
    let one_by_one = one_by_one(samples, name, median(&column(0)));
    vec![cycles, ns, one_by_one]
}

/// Whether loads one by one take what they take together, less what a reading of the clock
/// takes by a chain that loads nothing.
fn one_by_one(samples: &[Sample], name: &str, together: Option<f64>) -> Finding {
    const METHOD: &str = "mean of loads one by one";
    let id = format!("latency.{name}.one_by_one");
    let each: Vec<f64> = series(samples, SPECTRUM.id, &format!("{name}_each"))
        .filter_map(|sample| sample.values.split_last_chunk::<BEHIND>())
        .flat_map(|(recorded, _)| recorded.iter().copied())
        .collect();
    // The mean is what an amortised chase shows; without the outliers of interruptions.
    let Some((mean, together)) = trimmed_mean(&each).zip(together) else {
        return Finding::unknown(&id, "no observation of it was stable", METHOD);
    };
    let Some(reading) = reading(samples, name) else {
        let why = "what a reading of the clock takes was not measured (latency.chain)";
        return Finding::unknown(&id, why, METHOD);
    };
    let alone = mean - reading;
    let is_near = small().any(|(small, ..)| small == name);
    let room = CYCLE + together * if is_near { NEAR } else { PLACES };
    let word = if (alone - together).abs() <= room { "agrees" } else { "disagrees" };
    let method = format!(
        "{METHOD} less what a reading of the clock takes ({reading:.1}), {alone:.1}, against \
         {together:.1}; within {room:.1} they agree"
    );
    Finding::word(&id, word, &method, each.len() as u64)
}

/// The mean without the lowest and the highest hundredth.
fn trimmed_mean(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let cut = sorted.len() / 100;
    let kept = sorted.get(cut..sorted.len() - cut).filter(|kept| !kept.is_empty())?;
    Some(kept.iter().sum::<f64>() / kept.len() as f64)
}
