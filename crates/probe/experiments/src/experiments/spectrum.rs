//! The latency spectrum: the latency of a load by the memory that serves it and by whether its
//! translation hits in the TLB (the patterns P1 to P6 of Mei and Chu, and other memories).

use propp_base_model::{Finding, Sample};
use propp_base_statistics::Random;
use propp_base_statistics::median::median;
use propp_probe_caches::Path;

use super::chain::clock_reading;
use super::spectrum_patterns::{Accesses, MIB, PAGE, PATTERNS, SMS, small};
use crate::ask::{Ask, BEHIND, loads};
use crate::bench::{Bench, Point};
use crate::chain::shuffled;
use crate::experiment::Experiment;
use crate::machine::{Facts, MachineError};
use crate::view::{measured, series};

pub(super) const SPECTRUM: Experiment = Experiment {
    id: "latency.spectrum",
    title: "latency by place and by translation",
    seconds: 1.0,
    run,
    analyse,
};

/// How far loads that are timed one by one may differ from loads that are timed together: one
/// cycle, which is the resolution of the clock, and a share. A short load waits one to five
/// cycles for the clock reading before it. Laps larger than the SM's caches visit other places
/// in the two methods, and latencies differ by place.
const CYCLE: f64 = 1.0;
const NEAR: f64 = 0.1;
const PLACES: f64 = 0.05;

/// The number of loads that are timed one by one, and together.
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
    for (name, _, accesses) in &PATTERNS {
        let (path, lap) = match accesses {
            Accesses::Small(path, bytes, stride) => (*path, shuffled(*bytes, *stride, 1)),
            Accesses::InL2(hundredths) => {
                (Path::L2, shuffled(facts.l2_bytes / 100 * hundredths / MIB * MIB, 128, 1))
            }
            Accesses::FarPages | Accesses::ColdFarPages => (Path::L2, far_pages(&facts)),
            Accesses::Cold(bytes) => (Path::L2, cold(*bytes)),
        };
        let ask = Ask::new(path, &lap);
        let ask = match accesses {
            Accesses::Small(..) => ask.warmed(lap.len().next_multiple_of(16) as u64 * 4),
            Accesses::InL2(_) => ask.touched(3),
            Accesses::FarPages => ask.touched(2),
            Accesses::Cold(_) | Accesses::ColdFarPages => ask.flushed(),
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

/// Pattern P6 of the papers: on some GPUs a load whose page table is not active takes several
/// times as long as other loads.
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
    // DRAM refreshes delay about one load in a hundred.
    if 50 * slow.len() > all.len() {
        return measured(ID, "cycles", &slow, METHOD);
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
    let cycles = measured(&format!("latency.{name}"), "cycles", &column(0), &method);
    let ns = measured(&format!("latency.{name}.ns"), "ns", &column(1), &method);
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
    let Some(reading) = clock_reading(samples, name) else {
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
