//! `--probe`.

use propp_base_model::DeviceProfile;
use propp_judge_hints::OwnProfile;
use propp_recording::Recording;
use propp_suite_calibrate::kept::{self, Kept};

use crate::cli::say::{Failure, Result, say};

/// The option of the commands that print hints.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ProbeArg {
    /// Device profile for the hints, which `propp probe --profile FILE.json` wrote; `auto`: the
    /// profile that `propp calibrate --full` stored, else the bundled one of this GPU; `none`: no
    /// profile
    #[arg(long, value_name = "FILE.json", default_value = AUTO)]
    probe: String,
}

const AUTO: &str = "auto";
const NONE: &str = "none";

/// The profile that `propp calibrate --full` made of the recorded GPU. One that cannot be used is told.
fn kept_profile(recordings: &[&Recording]) -> Option<OwnProfile> {
    let name = recordings.iter().find_map(|recording| recording.gpu())?;
    let own = || -> Result<Option<OwnProfile>, String> {
        let found = kept::read(name, Kept::Probe).map_err(|error| error.to_string())?;
        let Some((path, text)) = found else { return Ok(None) };
        let failed = |error: String| format!("{}: {error}", path.display());
        let profile = DeviceProfile::from_json(&text).map_err(|error| failed(error.to_string()))?;
        OwnProfile::of(profile, recordings).map(Some).map_err(|error| failed(error.to_string()))
    };
    own().unwrap_or_else(|what| {
        say(&format!(
            "propp: warning: the device profile that `propp calibrate --full` made is not used: {what}; \
             `propp calibrate --remove all` forgets it"
        ));
        None
    })
}

/// The profile of the recorded GPU, without a word of the user's.
pub(crate) fn automatic(recordings: &[&Recording]) -> Result<Option<OwnProfile>> {
    match kept_profile(recordings) {
        Some(own) => Ok(Some(own)),
        None => OwnProfile::bundled(recordings).map_err(Failure::usage),
    }
}

impl ProbeArg {
    /// The profile of the recorded GPU; one of another is refused.
    pub(crate) fn of(&self, recordings: &[&Recording]) -> Result<Option<OwnProfile>> {
        let path = match self.probe.as_str() {
            AUTO => return automatic(recordings),
            NONE => return Ok(None),
            path => path,
        };
        let failed = |why: String| {
            Failure::usage(format!(
                "cannot use the device profile {path}: {why}; `propp probe all --profile \
                 FILE.json` writes the profile of this GPU, and `--probe none` shows hints \
                 without one"
            ))
        };
        let text = std::fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
        let profile = DeviceProfile::from_json(&text).map_err(|error| failed(error.to_string()))?;
        OwnProfile::of(profile, recordings).map(Some).map_err(|error| failed(error.to_string()))
    }
}
