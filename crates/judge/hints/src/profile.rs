//! The device profile that hints take their measured numbers from: always that of the
//! recorded GPU.

use std::collections::BTreeSet;

use propp_base_model::DeviceProfile;
use propp_recording::Recording;

/// The profiles inside the program, as `propp probe --profile` writes them.
const BUNDLED: &[(&str, &str)] = propp_base_gpus::texts::PROBES;

/// The profile of the GPU that was recorded. There is no other way to make one than
/// with the recordings, so that no number comes from another GPU.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnProfile(DeviceProfile);

impl OwnProfile {
    /// A profile, if it is of the GPU that all of the recordings were made on.
    /// Fails when it is of another.
    pub fn of(profile: DeviceProfile, recordings: &[&Recording]) -> Result<Self, String> {
        let recorded = gpus(recordings);
        if recorded.len() == 1 && recorded.contains(profile.gpu.as_str()) {
            return Ok(Self(profile));
        }
        let names = recorded.into_iter().collect::<Vec<_>>().join(" and ");
        let recorded = if names.is_empty() { "an unnamed GPU".to_owned() } else { names };
        Err(format!(
            "it is of the GPU {}, and what is shown was recorded on {recorded}; a number that was \
             measured on one GPU says nothing of another",
            profile.gpu
        ))
    }

    /// The bundled profile of the recorded GPU, if there is one.
    /// Fails when a profile inside this propp cannot be read.
    pub fn bundled(recordings: &[&Recording]) -> Result<Option<Self>, String> {
        let all = profiles(BUNDLED)?;
        Ok(all.into_iter().find_map(|profile| Self::of(profile, recordings).ok()))
    }

    pub const fn get(&self) -> &DeviceProfile {
        &self.0
    }
}

fn profiles(texts: &[(&str, &str)]) -> Result<Vec<DeviceProfile>, String> {
    let all = texts.iter().map(|(_, text)| DeviceProfile::from_json(text));
    all.collect::<Result<_, _>>().map_err(|error| {
        format!(
            "a device profile inside this propp cannot be read, which is a fault of it: {error}; \
             `--probe none` shows hints without one"
        )
    })
}

/// The names of all GPUs that were recorded.
fn gpus<'a>(recordings: &[&'a Recording]) -> BTreeSet<&'a str> {
    let described = recordings.iter().flat_map(|recording| &recording.devices);
    let names: BTreeSet<&str> = described.map(|device| device.name.as_str()).collect();
    if names.is_empty() {
        return recordings.iter().filter_map(|recording| recording.gpu()).collect();
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_profiles_can_be_read_and_are_of_different_gpus() {
        let all = profiles(BUNDLED).unwrap();
        let names: BTreeSet<&str> = all.iter().map(|profile| profile.gpu.as_str()).collect();
        assert_eq!(names.len(), all.len());
        assert!(all.iter().all(|profile| !profile.findings.is_empty()));
    }

    #[test]
    fn a_profile_that_cannot_be_read_is_not_left_out() {
        let error = profiles(&[BUNDLED[0], ("none", "{}")]).unwrap_err();
        assert!(error.starts_with("a device profile inside this propp cannot be read"), "{error}");
    }
}
