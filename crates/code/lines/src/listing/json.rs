//! The code of kernels for programs.

use schemars::JsonSchema;
use serde::Serialize;

use super::Listing;

const SCHEMA: &str = "propp.code/1";

/// The listings as indented JSON.
pub fn render(listings: &[Listing]) -> Result<String, serde_json::Error> {
    let (schema, propp_version) = (SCHEMA, env!("CARGO_PKG_VERSION"));
    let document = Document { schema, propp_version, kernels: listings };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// The JSON Schema of the document.
pub fn schema() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&schemars::schema_for!(Document<'_>))? + "\n")
}

/// The compiled code of kernels, as recorded by propp.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "propp show --code")]
struct Document<'l> {
    /// Always `propp.code/1`.
    schema: &'static str,
    /// The version of propp that wrote this document.
    propp_version: &'static str,
    /// An entry for each piece of code: several if modules have kernels of the same name.
    kernels: &'l [Listing],
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_published_schema_is_of_these_structures() {
        let published = include_str!("../../../../../docs/schema/code-1.schema.json");
        assert_eq!(super::schema().unwrap(), published);
    }
}
