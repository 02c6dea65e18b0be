//! The device profile: the measured properties of a GPU's memory system.

use serde::{Deserialize, Serialize};

use crate::finding::{Finding, Value};

/// The form and its version: the value of the field `schema`.
pub const PROFILE_SCHEMA: &str = "propp.probe/1";

/// What is known of a GPU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct DeviceProfile {
    /// `propp.probe/1`.
    pub schema: String,
    /// Product name of the GPU.
    pub gpu: String,
    /// Compute capability, such as `9.0`.
    pub compute_capability: String,
    /// The driver's version.
    pub driver: String,
    /// The compiler of the probes.
    pub compiler: String,
    /// The version of propp.
    pub propp: String,
    /// When it was measured, in UTC.
    pub date: String,
    /// Repetitions that were taken, and how many of them were not stable.
    pub samples: u64,
    /// Of these, how many were not stable.
    pub unstable: u64,
    /// What was found, in the order of the experiments.
    pub findings: Vec<Finding>,
}

#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    #[error("it is not a device profile: {0}")]
    Json(#[from] serde_json::Error),
    #[error("it is of the form {found}, and this propp reads {PROFILE_SCHEMA}")]
    Version { found: String },
}

impl DeviceProfile {
    /// Fails if the text is not a profile, or of another version.
    pub fn from_json(text: &str) -> Result<Self, ProfileError> {
        #[derive(Deserialize)]
        struct Head {
            schema: String,
        }
        let head: Head = serde_json::from_str(text)?;
        if head.schema != PROFILE_SCHEMA {
            return Err(ProfileError::Version { found: head.schema });
        }
        Ok(serde_json::from_str(text)?)
    }

    pub fn finding(&self, id: &str) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.id == id)
    }

    /// A number with its interval; `None` if it is unknown.
    pub fn number(&self, id: &str) -> Option<(f64, [f64; 2])> {
        let finding = self.finding(id)?;
        let value = finding.value.number()?;
        Some((value, finding.interval.unwrap_or([value, value])))
    }

    pub fn word(&self, id: &str) -> Option<&str> {
        match &self.finding(id)?.value {
            Value::Word(word) => Some(word),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = include_str!("../../../../weights/h200/probe.json");

    #[test]
    fn a_profile_of_this_form_is_read_and_none_of_another() {
        let profile = DeviceProfile::from_json(TEXT).unwrap();
        assert_eq!(profile.gpu, "NVIDIA H200");
        let other = TEXT.replacen(PROFILE_SCHEMA, "propp.probe/0", 1);
        let refused = DeviceProfile::from_json(&other).unwrap_err().to_string();
        assert_eq!(refused, "it is of the form propp.probe/0, and this propp reads propp.probe/1");
        assert!(matches!(DeviceProfile::from_json("{}"), Err(ProfileError::Json(_))));
    }

    #[test]
    fn a_finding_is_a_number_or_a_word() {
        let profile = DeviceProfile::from_json(TEXT).unwrap();
        let (numbers, words): (Vec<_>, Vec<_>) =
            profile.findings.iter().partition(|finding| finding.value.number().is_some());
        assert!(numbers.len() > 20);
        for finding in numbers {
            let (number, [low, high]) = profile.number(&finding.id).unwrap();
            assert!(low <= number && number <= high, "{finding:?}");
            assert_eq!(profile.word(&finding.id), None);
        }
        for finding in words {
            assert_eq!(profile.number(&finding.id), None, "{finding:?}");
        }
        assert_eq!((profile.number("none"), profile.word("none")), (None, None));
    }
}
