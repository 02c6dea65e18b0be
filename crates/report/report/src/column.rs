//! The columns of the kernels on the first screen, and which of them give way to names.

use propp_base_text::{duration, per_cent};
use propp_judge_analysis::KernelReport;
use propp_judge_hints::{Advice, Advised};

use super::first::{self, Roof};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Number,
    Share,
    Launch,
    Roof,
    RoofWithBar,
    Gain,
    GainWithRange,
    Weakest,
    Place,
    Certainty,
}

use Column as C;

/// Of kernels with times, the one with the most columns first.
pub(super) const TIMED: [&[Column]; 6] = [
    &[C::Number, C::Share, C::Launch, C::RoofWithBar, C::GainWithRange, C::Weakest],
    &[C::Number, C::Share, C::Launch, C::RoofWithBar, C::GainWithRange],
    &[C::Number, C::Share, C::Launch, C::Roof, C::GainWithRange],
    &[C::Number, C::Share, C::Launch, C::Roof, C::Gain],
    &[C::Number, C::Share, C::Roof, C::Gain],
    &[C::Number, C::Share, C::Gain],
];

/// The same of emulated kernels.
pub(super) const ORDERED: [&[Column]; 3] = [
    &[C::Number, C::Place, C::Certainty, C::Weakest],
    &[C::Number, C::Place, C::Weakest],
    &[C::Number, C::Place],
];

impl Column {
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Number => "#",
            Self::Share => "time %",
            Self::Launch => "a launch",
            Self::Roof | Self::RoofWithBar => "nearest roof",
            Self::Gain => "gain",
            Self::GainWithRange => "likely gain",
            Self::Weakest => "weakest",
            Self::Place => "place",
            Self::Certainty => "certainty",
        }
    }

    pub(super) fn is_number(self) -> bool {
        matches!(self, Self::Number | Self::Share | Self::Launch | Self::Place | Self::Certainty)
    }

    pub(super) fn cell(
        self,
        advised: &Advised<'_>,
        kernel: &KernelReport,
        advice: Option<&Advice>,
    ) -> String {
        let unknown = || "?".to_owned();
        let roof = || first::Roofs::new(advised, kernel, advice).nearest().cloned();
        match self {
            Self::Number => kernel.number.to_string(),
            Self::Share => kernel.time_share.map_or_else(unknown, per_cent),
            Self::Launch => {
                kernel.durations.map_or_else(unknown, |durations| duration(durations.median_ns))
            }
            Self::Roof => roof().map_or_else(unknown, |roof| words(&roof)),
            Self::RoofWithBar => {
                roof().map_or_else(unknown, |roof| format!("{} {}", bar(roof.share), words(&roof)))
            }
            Self::Gain => first::gain(advice, false),
            Self::GainWithRange => first::gain(advice, true),
            Self::Weakest => first::weakest_words(kernel),
            Self::Place => first::place(kernel)[0].clone(),
            Self::Certainty => first::place(kernel)[1].clone(),
        }
    }
}

fn words(Roof { name, share }: &Roof) -> String {
    format!("{:>3.0} % {name}", 100.0 * share)
}

/// Five characters.
fn bar(share: f64) -> String {
    const LENGTH: f64 = 5.0;
    let full = (share.clamp(0.0, 1.0) * LENGTH).round() as usize;
    "█".repeat(full) + &"·".repeat(LENGTH as usize - full)
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn a_bar_is_as_long_as_its_share() {
        assert_eq!([0.0, 0.31, 1.0, 7.0].map(bar), ["·····", "██···", "█████", "█████"]);
    }
}
