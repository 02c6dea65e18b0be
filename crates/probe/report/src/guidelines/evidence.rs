//! The findings that a rule reads, kept so that the verdict can show them.

use propp_base_model::DeviceProfile;
use propp_base_model::finding::{Finding, Value};

use crate::words;

/// What a rule read so far.
pub(super) struct Evidence<'a> {
    profile: &'a DeviceProfile,
    read: Vec<&'a Finding>,
    missing: Vec<String>,
}

impl<'a> Evidence<'a> {
    pub(super) const fn of(profile: &'a DeviceProfile) -> Self {
        Self { profile, read: Vec::new(), missing: Vec::new() }
    }

    pub(super) const fn profile(&self) -> &'a DeviceProfile {
        self.profile
    }

    /// A finding, remembered with those that were read.
    fn finding(&mut self, id: &str) -> Option<&'a Finding> {
        let found = self.profile.finding(id);
        match found {
            Some(finding) => self.read.push(finding),
            None => self.missing.push(id.to_owned()),
        }
        found
    }

    pub(super) fn number(&mut self, id: &str) -> Option<f64> {
        let finding = self.finding(id)?;
        let number = finding.value.number();
        if number.is_none() {
            self.missing.push(id.to_owned());
        }
        number
    }

    pub(super) fn word(&mut self, id: &str) -> Option<&'a str> {
        match &self.finding(id)?.value {
            Value::Word(word) => Some(word),
            _ => {
                self.missing.push(id.to_owned());
                None
            }
        }
    }

    /// What was read, each with its value.
    pub(super) fn read(&self) -> Vec<(String, String)> {
        let mut read: Vec<(String, String)> = Vec::new();
        for finding in &self.read {
            if read.iter().all(|(id, _)| *id != finding.id) {
                read.push((finding.id.clone(), words::value(finding)));
            }
        }
        read
    }

    /// Why there is no verdict.
    pub(super) fn missing(&self) -> String {
        match self.missing.as_slice() {
            [] => "no experiment asks for it".to_owned(),
            ids => format!("there is no value of {}", ids.join(", ")),
        }
    }
}
