//! Kernels of programs that no suite has: what each did and how long it took. Their factors tell how
//! far a cost model is off where no fit has seen the like.

use propp_base_model::GpuRates;
use propp_judge_analysis::{Analysis, Grouping, Input, analyse, gpu};
use propp_judge_cost::Work;
use propp_judge_cost::quality::{Wanted, Weights};
use propp_recording::Recording;
use serde::{Deserialize, Serialize};

/// Kernels of programs, all on one GPU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outside {
    schema: String,
    pub gpu: String,
    pub rates: GpuRates,
    pub kernels: Vec<OutsideKernel>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutsideKernel {
    /// The file of the recording, without its folder and ending.
    pub program: String,
    pub kernel: String,
    /// The median of the launches whose counters were read.
    pub ns: f64,
    /// A launch, for each configuration.
    pub work: Vec<Work>,
}

const SCHEMA: &str = "propp.kernels/1";

/// A kernel with a smaller share of its program's time says little.
const LEAST_SHARE: f64 = 0.05;

#[derive(Debug, thiserror::Error)]
pub enum BadOutside {
    #[error("it is not a table of kernels: {0}")]
    Syntax(#[from] serde_json::Error),
    #[error("it is a table of schema {0}, and this propp reads {SCHEMA}")]
    Schema(String),
    #[error("a time or a rate of its GPU is not a positive number")]
    Numbers,
    #[error("the recordings are of different GPUs ({0} and {1})")]
    SeveralGpus(String, String),
    #[error("{0} does not describe its GPU")]
    Undescribed(String),
    #[error("there is no recording")]
    Nothing,
}

impl Outside {
    /// The kernels of recordings with at least a twentieth of their program's time.
    /// Fails if the recordings are of several GPUs, or one does not describe its GPU.
    pub fn from_recordings(recordings: &[(String, Recording)]) -> Result<Self, BadOutside> {
        let (mut known, mut kernels): (Option<(String, GpuRates)>, _) = (None, Vec::new());
        for (file, recording) in recordings {
            let Wanted { name: Some(name), rates: Some(rates), .. } = gpu(recording) else {
                return Err(BadOutside::Undescribed(file.clone()));
            };
            match &known {
                Some((first, _)) if *first != name => {
                    return Err(BadOutside::SeveralGpus(first.clone(), name));
                }
                _ => known = Some((name, rates)),
            }
            kernels.extend(of_program(file, recording));
        }
        let (gpu, rates) = known.ok_or(BadOutside::Nothing)?;
        Ok(Self { schema: SCHEMA.to_owned(), gpu, rates, kernels })
    }

    /// Fails if the text is no such table.
    pub fn from_json(text: &str) -> Result<Self, BadOutside> {
        let own: Self = serde_json::from_str(text)?;
        if own.schema != SCHEMA {
            return Err(BadOutside::Schema(own.schema));
        }
        let is_timed = |one: &OutsideKernel| one.ns.is_finite() && one.ns > 0.0;
        match own.rates.are_sane() && own.kernels.iter().all(is_timed) {
            true => Ok(own),
            false => Err(BadOutside::Numbers),
        }
    }
}

fn of_program(file: &str, recording: &Recording) -> Vec<OutsideKernel> {
    let weights = Weights::for_reports(&gpu(recording)).ok();
    let input = Input { name: file, recording };
    let analysis: Option<Analysis> =
        weights.map(|weights| analyse(&[input], &weights, Grouping::Signature));
    let program = file.rsplit('/').next().unwrap_or(file);
    let program = program.split('.').next().unwrap_or(program);
    let kernels = analysis.into_iter().flat_map(|analysis| analysis.kernels);
    let large = kernels.filter(|kernel| {
        kernel.measured > 0 && kernel.time_share.is_some_and(|share| share.get() >= LEAST_SHARE)
    });
    large
        .filter_map(|kernel| {
            let ns = kernel.measured_ns.or_else(|| Some(kernel.durations?.median_ns))?;
            Some(OutsideKernel {
                program: program.to_owned(),
                kernel: kernel.name.bare.clone(),
                ns: ns as f64,
                work: kernel.work,
            })
        })
        .collect()
}
