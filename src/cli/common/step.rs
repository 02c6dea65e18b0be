//! `--step`.

use std::str::FromStr;

use propp_base_text::printable;
use propp_judge_analysis::{Analysis, Part};

use crate::cli::say::{Failure, Result};

/// Names that an error lists.
const MOST_NAMES: usize = 10;

/// The option of the commands that report on a run.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct StepArg {
    /// Part of the run that the report is about: `auto`, the steps that the program repeats;
    /// `none`, the whole run; N, the steps of kind N; NAME, the NVTX ranges with this name
    #[arg(long, value_name = "auto|none|N|NAME", default_value = "auto")]
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
            Part::Range(name) => f.write_str(name),
        }
    }
}

impl FromStr for Asked {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        match (text, text.parse()) {
            ("auto", _) => Ok(Self(Part::Steps)),
            ("none", _) => Ok(Self(Part::WholeRun)),
            (_, Ok(number)) if number > 0 => Ok(Self(Part::Kind(number))),
            _ if !is_number => Ok(Self(Part::Range(text.to_owned()))),
            _ => Err("it is auto, none, the number of a kind of steps, from 1, or the name of an \
                      NVTX range"
                .to_owned()),
        }
    }
}

impl StepArg {
    pub(crate) const fn part(&self) -> &Part {
        &self.step.0
    }

    /// The name of the ranges that are the steps.
    pub(crate) fn range(&self) -> Option<&str> {
        match self.part() {
            Part::Range(name) => Some(name),
            Part::Steps | Part::WholeRun | Part::Kind(_) => None,
        }
    }

    pub(crate) fn check(&self, analysis: &Analysis) -> Result<()> {
        check(self.part(), analysis)
    }
}

/// Refuses a number or a name for which the program has no steps.
pub(crate) fn check(part: &Part, analysis: &Analysis) -> Result<()> {
    if analysis.run.steps.is_some() {
        return Ok(());
    }
    Err(Failure::usage(match part {
        Part::Steps | Part::WholeRun => return Ok(()),
        Part::Kind(number) => format!(
            "--step {number}: there are no steps of this kind (N is a kind of steps, not one step); without --step, the report names \
             all kinds that it has (none for several recordings together, for --runs one, and \
             without a trace run)"
        ),
        Part::Range(name) => no_range(&printable(name), &analysis.run.ranges),
    }))
}

fn no_range(name: &str, ranges: &[String]) -> String {
    let names: Vec<String> =
        ranges.iter().take(MOST_NAMES).map(|range| format!("`{}`", printable(range))).collect();
    let more = match ranges.len().saturating_sub(MOST_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    match names.as_slice() {
        [] => format!(
            "--step {name}: the recording has no ranges with launches; `propp profile --step {name}` \
             records them (none are seen for several recordings together, for --runs one, and \
             without a trace run)"
        ),
        names => format!(
            "--step {name}: no kernel was launched in a range of this name; ranges of the recording: \
             {}{more}",
            names.join(", ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_numbers_and_two_words_are_reserved() {
        let parsed = |text: &str| text.parse::<Asked>().map(|asked| asked.0);
        assert_eq!(parsed("auto"), Ok(Part::Steps));
        assert_eq!(parsed("none"), Ok(Part::WholeRun));
        assert_eq!(parsed("2"), Ok(Part::Kind(2)));
        for name in ["train_step", "step 2", "2nd", "Auto"] {
            let range = Part::Range(name.to_owned());
            assert_eq!(parsed(name), Ok(range.clone()));
            assert_eq!(Asked(range).to_string(), name);
        }
        for wrong in ["0", "", "99999999999999999999999"] {
            assert!(parsed(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_error_lists_the_ranges_that_there_are() {
        let ranges: Vec<String> = ["train_step", "eval"].map(str::to_owned).to_vec();
        assert!(
            no_range("step", &ranges).ends_with("ranges of the recording: `train_step`, `eval`")
        );
        assert!(no_range("step", &[]).contains("propp profile --step step"));
        let many: Vec<String> = (0..30).map(|number| format!("r{number}")).collect();
        assert!(no_range("step", &many).ends_with("`r9` and 20 more"));
    }
}
