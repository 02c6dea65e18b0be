//! Judging some launches of a recording.

use propp_base_model::Machine;
use propp_judge_cost::quality::Weights;
use propp_recording::Recording;

use super::activity::Activity;
use super::codes::{Codes, codes_for};
use super::devices::Devices;
use super::draft::Basis;
use super::launches::Launches;
use super::lines::CountedLines;
use super::selection::{Selection, View};
use super::{Grouping, Judged, WallTimes, judged};

/// Judges selections of one recording, each as if nothing else had run.
pub struct Judge<'a> {
    recording: &'a Recording,
    devices: Devices<'a>,
    codes: Option<Codes<'a>>,
    weights: &'a Weights,
}

impl<'a> Judge<'a> {
    pub fn of(recording: &'a Recording, weights: &'a Weights) -> Self {
        let devices = Devices::of(&[View::whole(recording)]);
        let codes = codes_for(weights, [recording]);
        Self { recording, devices, codes, weights }
    }

    /// The same, with what the code adds to the counts, whether the weights price it or not.
    #[must_use]
    pub fn with_code(self) -> Self {
        Self { codes: Some(Codes::of([self.recording])), ..self }
    }

    /// Its kernels, a signature each, and the run that they make.
    pub fn judge(&self, selection: &Selection) -> Judged {
        let views = [View::selected(self.recording, selection)];
        let launches = Launches::of(&views, &self.devices);
        let activity = Activity::of(&views, &self.devices);
        let basis = Basis {
            launches: &launches,
            devices: &self.devices,
            codes: self.codes.as_ref(),
            lines: &CountedLines::default(),
            weights: self.weights,
            grouping: Grouping::Signature,
        };
        judged(&basis, &views, &activity, WallTimes::default())
    }

    /// Peaks of the GPU; `None` where the recording does not describe it or names several.
    pub fn machine(&self) -> Option<Machine> {
        super::machine([self.recording])
    }
}
