//! `--weights`.

use propp_base_text::shows_itself;
use propp_judge_cost::quality::Weights;
use propp_recording::Recording;
use propp_recording_wire::variables;

use super::kept;
use crate::cli::say::{Failure, Result};

/// The option of the commands that print QM and predicted times.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WeightsArg {
    /// Weights of QM and prices of the cost model: a file of `propp fit` or `propp calibrate`, or a
    /// bundled name such as h200 or paper; `auto`: the calibrated values of the recorded GPU, else
    /// the bundled values of this GPU model, else values scaled from the most similar GPU
    #[arg(long, value_name = "NAME|FILE", default_value = AUTO, env = variables::WEIGHTS)]
    weights: String,
}

const AUTO: &str = "auto";

impl WeightsArg {
    /// Whether there are such weights, before long work is begun.
    pub(crate) fn check(&self) -> Result<()> {
        self.of(&[]).map(drop)
    }

    /// As [`Self::of`], with prices of emulated counts.
    pub(crate) fn of_emulated(&self, recording: &Recording) -> Result<Weights> {
        let weights = self.of(std::slice::from_ref(recording))?;
        Some(weights).filter(|weights| weights.order().is_some()).ok_or_else(|| {
            Failure::usage(format!(
                "there are no prices of the counts of {}; `propp fit TIMED.propp --emulated \
                 FILE -o FILE.toml` makes some, for --weights FILE.toml",
                recording.gpu().unwrap_or("an unknown GPU")
            ))
        })
    }

    /// A name without a path or an ending is that of bundled weights.
    pub(crate) fn of(&self, recordings: &[Recording]) -> Result<Weights> {
        let asked = self.weights.as_str();
        let named = recordings.iter().find(|recording| recording.gpu().is_some());
        let wanted = named.map(propp_judge_analysis::gpu).unwrap_or_default();
        if asked == AUTO {
            if let Some((_, own)) = kept::weights(&wanted) {
                return Ok(own);
            }
            return Weights::for_reports(&wanted).map_err(Failure::usage);
        }
        if !asked.contains(['/', '.']) {
            let name = |error| format!("{error}; name a file by its path, such as ./{asked}");
            let bundled = Weights::bundled(asked).map_err(|error| Failure::usage(name(error)))?;
            return Ok(bundled.for_gpu(&wanted));
        }
        let failed = |what: String| {
            Failure::usage(format!(
                "cannot use the weights {asked}: {what}; `propp fit FILE -o {asked}` writes some, and {} are bundled",
                Weights::bundled_names().collect::<Vec<_>>().join(", ")
            ))
        };
        let text = std::fs::read_to_string(asked).map_err(|error| failed(error.to_string()))?;
        let weights = Weights::from_toml(&text).map_err(|error| failed(error.to_string()))?;
        // Reports print where they are from.
        let from = weights.provenance();
        if ![&from.source, &from.gpu, &from.date].iter().all(|text| text.chars().all(shows_itself))
        {
            return Err(failed("its provenance holds control characters".to_owned()));
        }
        Ok(weights.for_gpu(&wanted))
    }
}
