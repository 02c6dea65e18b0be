//! What a program says its kernels must measure, against what was measured.
//!
//! The programs of `tests/device` print their predictions as JSON lines (see
//! the README there). This module knows no GPU: the device tests use it on
//! recordings that they make, `tests/closed_forms.rs` on one that is kept.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use propp_base_model::{OccupancyLimit, Value};
use propp_judge_analysis::{Analysis, Grouping, Input, KernelReport, analyse};
use propp_judge_cost::quality::Weights;
use propp_judge_criteria::Criterion;
use propp_judge_criteria::Note;
use propp_recording::Recording;
use serde::Deserialize;

/// An activity record never tells fewer registers than these, which a warp is
/// given even if it needs less.
const LEAST_REGISTERS: u32 = 16;

/// A line of a program: one launch and what must be found of it.
#[derive(Debug, Deserialize)]
pub(crate) struct Prediction {
    /// As in the source.
    kernel: String,
    /// Mangled.
    function: String,
    grid: u32,
    block: u32,
    dynamic_shared: u32,
    static_shared: u32,
    registers: u32,
    /// The driver's answer.
    blocks_per_sm: u64,
    criteria: BTreeMap<Criterion, f64>,
    #[serde(default)]
    not_applicable: Vec<Criterion>,
    #[serde(default)]
    counters: BTreeMap<String, f64>,
    #[serde(default)]
    occupancy_limit: Option<String>,
    /// How far off a value may be, relative to it.
    #[serde(default)]
    relative_tolerance: f64,
}

/// The predictions of a program: every line that is about a launch.
pub(crate) fn read_predictions(lines: &str) -> Result<Vec<Prediction>, String> {
    lines
        .lines()
        .filter(|line| line.contains("\"function\""))
        .map(|line| serde_json::from_str(line).map_err(|error| format!("{error} in {line}")))
        .collect()
}

/// The analysis of one recording with the paper's weights.
pub(crate) fn analysis(recording: &Recording) -> Result<Analysis, String> {
    let weights = Weights::bundled("paper").map_err(|error| error.to_string())?;
    let input = Input { name: "the recording", recording };
    Ok(analyse(&[input], &weights, Grouping::Signature))
}

/// What one comparison came to.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    pub(crate) kernels: usize,
    /// Predicted numbers that were compared, criteria and counters.
    pub(crate) criteria: usize,
    pub(crate) counters: usize,
    /// Criteria that had to be n/a.
    pub(crate) not_applicable: usize,
    /// The largest relative deviation of a criterion and of a counter.
    worst_criterion: Option<Deviation>,
    worst_counter: Option<Deviation>,
    misses: Vec<Miss>,
}

#[derive(Clone, Debug)]
struct Deviation {
    kernel: String,
    of: String,
    relative: f64,
}

#[derive(Debug)]
struct Miss {
    kernel: String,
    of: String,
    predicted: String,
    got: String,
}

/// Compares every prediction with the recording.
pub(crate) fn compare(
    predictions: &[Prediction],
    recording: &Recording,
) -> Result<Comparison, String> {
    let analysis = analysis(recording)?;
    let counters = counters_by_launch(recording);
    let mut comparison = Comparison::default();
    for prediction in predictions {
        comparison.kernels += 1;
        let Some(kernel) = analysis.kernels.iter().find(|kernel| prediction.is_of(kernel)) else {
            comparison.miss(prediction, "launch", "is in the recording", "is not");
            continue;
        };
        comparison.facts(prediction, kernel);
        comparison.criteria(prediction, kernel);
        let found = counters.get(&prediction.key()).cloned().unwrap_or_default();
        comparison.counters(prediction, &found);
    }
    Ok(comparison)
}

/// A launch by function, grid, block and dynamic shared memory.
type Key = (String, [u32; 3], [u32; 3], u32);

impl Prediction {
    fn key(&self) -> Key {
        (self.function.clone(), [self.grid, 1, 1], [self.block, 1, 1], self.dynamic_shared)
    }

    fn is_of(&self, kernel: &KernelReport) -> bool {
        kernel.configurations.iter().any(|c| {
            (kernel.name.symbol.clone(), c.grid, c.block, c.dynamic_shared_bytes) == self.key()
        })
    }

    /// Resources that may stand as the limit for the one that was meant: a
    /// block size limits by the threads or by the blocks that an SM holds.
    fn limits(&self) -> &'static [OccupancyLimit] {
        match self.occupancy_limit.as_deref() {
            Some("registers") => &[OccupancyLimit::Registers],
            Some("shared_memory") => &[OccupancyLimit::SharedMemory],
            Some("block_size") => &[OccupancyLimit::Warps, OccupancyLimit::Blocks],
            Some("grid") => &[OccupancyLimit::Grid],
            _ => &[],
        }
    }
}

/// The values of the counters of every measured launch, from whichever pass.
fn counters_by_launch(recording: &Recording) -> BTreeMap<Key, BTreeMap<String, f64>> {
    let mut launches: BTreeMap<Key, BTreeMap<String, f64>> = BTreeMap::new();
    for measurement in &recording.measurements {
        let signature = &recording.signatures[measurement.signature];
        let Some(function) = signature.function else { continue };
        let function = recording.names[function].clone();
        let key = (function, signature.grid, signature.block, signature.dynamic_shared_bytes);
        let launch = launches.entry(key).or_default();
        let set = &recording.counter_sets[measurement.counter_set];
        for (name, value) in set.counters.iter().zip(&measurement.values) {
            if let Some(value) = value {
                launch.entry(name.clone()).or_insert(*value);
            }
        }
    }
    launches
}

impl Comparison {
    fn miss(&mut self, of: &Prediction, what: &str, predicted: impl ToString, got: impl ToString) {
        self.misses.push(Miss {
            kernel: of.kernel.clone(),
            of: what.to_owned(),
            predicted: predicted.to_string(),
            got: got.to_string(),
        });
    }

    /// What the driver says of the launch.
    fn facts(&mut self, prediction: &Prediction, kernel: &KernelReport) {
        let Some(configuration) = kernel.configurations.first() else { return };
        let registers = prediction.registers.max(LEAST_REGISTERS);
        if ![prediction.registers, registers].contains(&configuration.registers) {
            self.miss(prediction, "registers", registers, configuration.registers);
        }
        let (predicted, got) = (prediction.static_shared, configuration.static_shared_bytes);
        if predicted != got {
            self.miss(prediction, "static shared memory", predicted, got);
        }
        let occupancy = kernel.criteria.get(&Criterion::Occ).map(|report| &report.evidence.notes);
        let limits = occupancy.into_iter().flatten().find_map(|note| match note {
            Note::Limits { by, resident_blocks_per_sm } => Some((by, *resident_blocks_per_sm)),
            _ => None,
        });
        let Some((by, resident)) = limits else {
            self.miss(prediction, "OCC", "says what limits it", "does not");
            return;
        };
        if resident != prediction.blocks_per_sm {
            self.miss(prediction, "resident blocks", prediction.blocks_per_sm, resident);
        }
        let meant = prediction.limits();
        if !meant.is_empty() && !by.iter().any(|by| meant.contains(by)) {
            let by: Vec<String> = by.iter().map(ToString::to_string).collect();
            let meant = prediction.occupancy_limit.clone().unwrap_or_default();
            self.miss(prediction, "limit of OCC", meant, by.join(", "));
        }
    }

    fn criteria(&mut self, prediction: &Prediction, kernel: &KernelReport) {
        for (&criterion, &predicted) in &prediction.criteria {
            self.criteria += 1;
            let value = kernel.criteria.get(&criterion).map(|report| &report.aggregate.value);
            let name = criterion.to_string();
            match value {
                Some(Value::Measured { value }) => {
                    let deviation = self.number(prediction, &name, predicted, value.get());
                    keep_larger(&mut self.worst_criterion, deviation);
                }
                other => self.miss(prediction, &name, predicted, in_words(other)),
            }
        }
        for &criterion in &prediction.not_applicable {
            self.not_applicable += 1;
            let value = kernel.criteria.get(&criterion).map(|report| &report.aggregate.value);
            if !matches!(value, Some(Value::NotApplicable { .. })) {
                self.miss(prediction, &criterion.to_string(), "n/a", in_words(value));
            }
        }
    }

    fn counters(&mut self, prediction: &Prediction, found: &BTreeMap<String, f64>) {
        for (name, &predicted) in &prediction.counters {
            self.counters += 1;
            match found.get(name) {
                Some(&got) => {
                    let deviation = self.number(prediction, name, predicted, got);
                    keep_larger(&mut self.worst_counter, deviation);
                }
                None => self.miss(prediction, name, predicted, "no value"),
            }
        }
    }

    fn number(
        &mut self,
        prediction: &Prediction,
        what: &str,
        predicted: f64,
        got: f64,
    ) -> Deviation {
        let off = (got - predicted).abs();
        let relative = if off == 0.0 { 0.0 } else { off / predicted.abs() };
        // Predictions are printed with 12 digits.
        if relative > prediction.relative_tolerance.max(1e-11) {
            self.miss(
                prediction,
                what,
                predicted,
                format!("{got} ({:+.2} %)", signed(predicted, got)),
            );
        }
        Deviation { kernel: prediction.kernel.clone(), of: what.to_owned(), relative }
    }

    /// Everything within its tolerance, or a table of what is not.
    pub(crate) fn verdict(&self) -> Result<(), String> {
        if self.misses.is_empty() { Ok(()) } else { Err(self.table()) }
    }

    /// One line on how it went.
    pub(crate) fn summary(&self) -> String {
        let worst = |deviation: &Option<Deviation>| match deviation {
            Some(Deviation { kernel, of, relative }) if *relative > 0.0 => {
                format!("{:.3} % ({of} of {kernel})", relative * 100.0)
            }
            _ => "none".to_owned(),
        };
        format!(
            "{} launches: {} criteria (largest deviation {}), {} counters (largest deviation {}), \
             {} that must be n/a; {} misses",
            self.kernels,
            self.criteria,
            worst(&self.worst_criterion),
            self.counters,
            worst(&self.worst_counter),
            self.not_applicable,
            self.misses.len(),
        )
    }

    pub(crate) fn table(&self) -> String {
        let mut text = self.summary();
        let head = ("kernel", "of", "predicted", "got");
        let rows = self.misses.iter().map(|miss| {
            (miss.kernel.as_str(), miss.of.as_str(), miss.predicted.as_str(), miss.got.as_str())
        });
        for (kernel, of, predicted, got) in std::iter::once(head).chain(rows) {
            // Writing to a String cannot fail.
            let _ = write!(text, "\n{kernel:<24} {of:<54} {predicted:<20} {got}");
        }
        text
    }
}

fn signed(predicted: f64, got: f64) -> f64 {
    (got - predicted) / predicted.abs() * 100.0
}

fn keep_larger(worst: &mut Option<Deviation>, deviation: Deviation) {
    if worst.as_ref().is_none_or(|worst| deviation.relative > worst.relative) {
        *worst = Some(deviation);
    }
}

fn in_words(value: Option<&Value>) -> String {
    match value {
        None => "nothing".to_owned(),
        Some(Value::Measured { value }) => value.get().to_string(),
        Some(Value::NotApplicable { reason }) => format!("n/a: {reason}"),
        Some(Value::Unavailable { reason }) => format!("unavailable: {reason}"),
    }
}
