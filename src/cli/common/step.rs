//! `--step`.

use std::str::FromStr;

use propp_judge_analysis::{Analysis, Part};

use crate::cli::say::{Failure, Result};

/// The option of the commands that report on a run.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct StepArg {
    /// Part of the run that the report is about: `auto`, the steps that the program repeats, or the
    /// whole run if there are none; `none`, the whole run; N, the steps of kind N if the program has
    /// several kinds, such as training and evaluation
    #[arg(long, value_name = "auto|none|N", default_value = "auto")]
    step: Asked,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Asked(Part);

impl std::fmt::Display for Asked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Part::Steps => f.write_str("auto"),
            Part::WholeRun => f.write_str("none"),
            Part::Kind(number) => write!(f, "{number}"),
        }
    }
}

impl FromStr for Asked {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        match (text, text.parse()) {
            ("auto", _) => Ok(Self(Part::Steps)),
            ("none", _) => Ok(Self(Part::WholeRun)),
            (_, Ok(number)) if number > 0 => Ok(Self(Part::Kind(number))),
            _ => Err("it is auto, none, or the number of a kind of steps, from 1".to_owned()),
        }
    }
}

impl StepArg {
    pub(crate) const fn part(&self) -> &Part {
        &self.step.0
    }

    pub(crate) fn check(&self, analysis: &Analysis) -> Result<()> {
        check(self.part(), analysis)
    }
}

/// Refuses a number for which the program has no steps.
pub(crate) fn check(part: &Part, analysis: &Analysis) -> Result<()> {
    let (Part::Kind(number), None) = (part, &analysis.run.steps) else {
        return Ok(());
    };
    Err(Failure::usage(format!(
        "--step {number}: there are no steps of this number; without --step, the report names \
             all kinds that it has (none for several recordings together, for --runs one, and \
             without a trace run)"
    )))
}
