//! What was found, for people and programs; a file a format. Pure.

pub mod table;

use propp_model::DeviceProfile;

/// The profile as it is written: indented, and the same for the same findings.
///
/// # Errors
/// When serde cannot write it, which it can.
pub fn json(profile: &DeviceProfile) -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(profile)? + "\n")
}

/// The JSON Schema of a profile, published as `docs/schema/probe-1.schema.json`.
///
/// # Errors
/// When serde cannot write it, which it can.
pub fn schema() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&schemars::schema_for!(DeviceProfile))? + "\n")
}
