//! Reports of the findings, one file for each format. Pure.

pub mod table;

use propp_base_model::DeviceProfile;

/// The device profile as indented JSON.
pub fn json(profile: &DeviceProfile) -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(profile)? + "\n")
}

/// The JSON Schema of a profile, published as `docs/schema/probe-1.schema.json`.
pub fn schema() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&schemars::schema_for!(DeviceProfile))? + "\n")
}
