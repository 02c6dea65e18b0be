//! Latency by a second method: a few dependent loads between two readings of the clock. The
//! cycles are linear in the number of loads: the slope is the latency without loop and clock,
//! the intercept is the cost of a clock reading.

use propp_base_model::{Finding, Sample};
use propp_base_statistics::median::median;

use super::spectrum_patterns::{SMS, small};
use crate::ask::Ask;
use crate::bench::{Bench, Point};
use crate::chain::shuffled;
use crate::experiment::{Experiment, known};
use crate::machine::MachineError;
use crate::view::curve;

pub(super) const CHAIN: Experiment = Experiment {
    id: "latency.chain",
    title: "latency by the slope of a few loads, and what a reading of the clock takes",
    seconds: 0.1,
    run,
    analyse,
};

/// The numbers of loads between two readings.
const LOADS: [u64; 4] = [1, 2, 4, 8];

/// The numbers of steps of the probe `chain`, and observations per chain.
const STEPS: [u64; 6] = [1, 2, 4, 8, 16, 32];
const LAPS: usize = 56;

/// The chains of the probe `chain`, in its order.
const CHAINS: [&str; 4] = ["index", "generic", "arithmetic", "arithmetic_wide"];

const RECORDED: usize = 64;

/// The largest relative difference of the two methods that counts as agreement.
const APART: f64 = 0.03;

fn run(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    let sms = bench.machine().facts().sms;
    for (name, path, bytes, stride) in small() {
        let lap = shuffled(bytes, stride, 1);
        // Two warm laps at least: the probe counts groups of loads.
        let ask = Ask::new(path, &lap).warmed(2 * lap.len() as u64);
        // On the same SMs as the chases of many loads, because the distance to the second
        // constant cache differs.
        for sm in (0..SMS).map(|i| i * sms / SMS) {
            let ask = ask.clone().on_sm(sm);
            for loads in LOADS {
                let setting = [("loads", loads as f64), ("bytes", bytes as f64), ("sm", sm.into())];
                let point = Point { series: name, setting: &setting, unit: "cycles" };
                let settings: Vec<u64> =
                    std::iter::once(loads).chain(ask.settings(RECORDED)).collect();
                bench.take(&point, "chase_several", &settings, RECORDED)?;
            }
        }
    }
    for (at, name) in CHAINS.iter().enumerate() {
        for steps in STEPS {
            let setting = [("loads", steps as f64)];
            let series = format!("chain_{name}");
            let point = Point { series: &series, setting: &setting, unit: "cycles" };
            bench.take(&point, "chain", &[at as u64, steps], LAPS)?;
        }
    }
    Ok(())
}

/// A line through cycles over the number of steps.
#[derive(Clone, Debug)]
struct StepLine {
    /// The slope: cycles per step.
    step: f64,
    /// The intercept by each point: cycles of a clock reading.
    readings: Vec<f64>,
    /// The largest minus the smallest number of steps.
    span: f64,
}

impl StepLine {
    fn reading(&self) -> f64 {
        median(&self.readings).unwrap_or(f64::NAN)
    }

    /// The smallest and the largest reading.
    fn reading_range(&self) -> [f64; 2] {
        let most = self.readings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        [self.readings.iter().copied().fold(f64::INFINITY, f64::min), most]
    }

    /// The slope. Its interval covers the deviation of every point from the line.
    fn slope(&self, id: &str, method: &str) -> Finding {
        let [least, most] = self.reading_range();
        let room = (most - least) / self.span;
        let interval = [self.step - room, self.step + room];
        let count = self.readings.len() as u64;
        Finding::bracketed(id, "cycles", self.step, interval, method, count)
    }
}

/// The Theil–Sen line through the medians of a series. It is robust against single points,
/// whose code alignment may add a few cycles.
fn step_line(samples: &[Sample], series: &str) -> Option<StepLine> {
    let places = curve(samples, CHAIN.id, series, "loads", &[]);
    let pairs = places.iter().enumerate().flat_map(|(i, from)| {
        places[i + 1..].iter().map(move |to| (to.y - from.y) / (to.x - from.x))
    });
    let step = median(&pairs.collect::<Vec<f64>>()).filter(|_| places.len() >= 3)?;
    Some(StepLine {
        step,
        readings: places.iter().map(|place| place.y - step * place.x).collect(),
        span: places.last()?.x - places.first()?.x,
    })
}

/// The cost of a clock reading around the loads of a spectrum pattern, if it was calibrated.
pub(super) fn clock_reading(samples: &[Sample], pattern: &str) -> Option<f64> {
    let is_small = small().any(|(name, ..)| name == pattern);
    // Patterns past L1 use the same load instructions as L1.
    let likest = if is_small { pattern } else { "l1" };
    let narrow = ["shared", "constant_l1", "constant_l15", "texture"].contains(&likest);
    let empty = if narrow { "chain_arithmetic" } else { "chain_arithmetic_wide" };
    Some(step_line(samples, empty)?.reading())
}

fn analyse(samples: &[Sample], findings: &[Finding]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (name, ..) in small() {
        found.extend(path_findings(samples, findings, name));
    }
    for (id, series, method) in [
        (
            "latency.shared.indexed",
            "chain_index",
            "as latency.shared.slope, but a loaded word is an index, of which the next address is \
             made",
        ),
        (
            "latency.shared.generic",
            "chain_generic",
            "as latency.shared.slope, but along addresses of all of memory",
        ),
        (
            "latency.address_of_index",
            "chain_arithmetic",
            "slope of instructions that make an address of an index, and no loads",
        ),
    ] {
        found.push(match step_line(samples, series) {
            Some(line) => line.slope(id, method),
            None => Finding::unknown(id, "too few points were stable", method),
        });
    }
    for (id, series, bytes) in [
        ("latency.clock_reading", "chain_arithmetic", 4),
        ("latency.clock_reading_wide", "chain_arithmetic_wide", 8),
    ] {
        let method =
            format!("where the cycles of chains that load nothing begin, and end in {bytes} bytes");
        found.push(match step_line(samples, series) {
            Some(line) => {
                let count = line.readings.len() as u64;
                let interval = line.reading_range();
                Finding::bracketed(id, "cycles", line.reading(), interval, &method, count)
            }
            None => Finding::unknown(id, "too few points were stable", &method),
        });
    }
    found
}

/// The slope for a path, and whether the chase of many loads agrees.
fn path_findings(samples: &[Sample], findings: &[Finding], name: &str) -> Vec<Finding> {
    const METHOD: &str = "slope over 1 to 8 loads between two readings of the clock";
    let (id, word) = (format!("latency.{name}.slope"), format!("latency.{name}.two_methods"));
    let Some(line) = step_line(samples, name) else {
        let why = "too few points were stable";
        return [id, word].map(|id| Finding::unknown(&id, why, METHOD)).to_vec();
    };
    let mut found = vec![line.slope(&id, METHOD)];
    found.push(match known(findings, &format!("latency.{name}")) {
        Some(together) => {
            let agrees = (line.step - together).abs() <= APART * together;
            let method = format!("{METHOD}, {:.2}, against {together:.2} together", line.step);
            Finding::word(
                &word,
                if agrees { "agree" } else { "disagree" },
                &method,
                LOADS.len() as u64,
            )
        }
        None => Finding::unknown(&word, "no chase of many loads is known", METHOD),
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(series: &str, loads: u64, cycles: f64) -> Sample {
        Sample {
            experiment: CHAIN.id.to_owned(),
            series: series.to_owned(),
            setting: [("loads".to_owned(), loads as f64)].into(),
            values: vec![cycles; 5],
            stable: true,
            ..Sample::default()
        }
    }

    fn chain(series: &str, step: f64, reading: f64) -> Vec<Sample> {
        LOADS.map(|loads| sample(series, loads, reading + step * loads as f64)).to_vec()
    }

    #[test]
    fn the_slope_is_the_latency_and_the_rest_the_clock() {
        let mut samples = chain("shared", 23.0, 20.0);
        samples.extend(chain("chain_index", 29.0, 20.0));
        samples.extend(chain("chain_arithmetic", 4.0, 20.0));
        let earlier = [Finding::calculated("latency.shared", "cycles", 23.04, "")];
        let found = analyse(&samples, &earlier);
        let of = |id: &str| found.iter().find(|finding| finding.id == id).unwrap();
        assert!((known(&found, "latency.shared.slope").unwrap() - 23.0).abs() < 1e-9);
        assert!((known(&found, "latency.shared.indexed").unwrap() - 29.0).abs() < 1e-9);
        assert!((known(&found, "latency.clock_reading").unwrap() - 20.0).abs() < 1e-9);
        assert_eq!(
            of("latency.shared.two_methods").value,
            propp_base_model::finding::Value::Word("agree".to_owned())
        );
        assert!(known(&found, "latency.shared.generic").is_none());
        let reading = clock_reading(&samples, "shared").unwrap();
        assert!((reading - 20.0).abs() < 1e-9);
    }

    #[test]
    fn a_chase_that_says_something_else_is_told() {
        let earlier = [Finding::calculated("latency.shared", "cycles", 24.0, "")];
        let found = analyse(&chain("shared", 23.0, 20.0), &earlier);
        let word = found.iter().find(|one| one.id == "latency.shared.two_methods").unwrap();
        assert_eq!(word.value, propp_base_model::finding::Value::Word("disagree".to_owned()));
        assert!(word.method.contains("23.00, against 24.00"), "{}", word.method);
    }

    #[test]
    fn without_a_calibration_nothing_is_known_of_a_reading() {
        assert_eq!(clock_reading(&chain("shared", 23.0, 20.0), "shared"), None);
    }
}
