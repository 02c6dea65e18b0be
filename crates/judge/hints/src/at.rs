//! A place in the code that a hint is about.

use propp_code_lines::Place;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// A place in a kernel's code.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "AtJson")]
pub struct At {
    #[serde(flatten, serialize_with = "file_and_line")]
    #[schemars(with = "FileAndLine<'static>")]
    pub place: Option<Place>,
    /// The function of the instruction there that has most of it, as the compiler named it.
    pub function: String,
    /// Bytes from the function's beginning to the instruction.
    pub offset: u32,
    /// The instruction's name without operands.
    pub opcode: String,
    /// What was counted.
    pub of: &'static str,
    /// The line's share of that in the kernel.
    pub share: f64,
    /// How many times what it needs the line asks for; null for what has no such measure.
    pub times: Option<f64>,
    /// The line's share of the kernel's predicted time; null without a prediction, and for rules
    /// that read the code.
    pub time_share: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
struct FileAndLine<'a> {
    /// The source file as the compiler recorded it; null where the code has no line information.
    file: Option<&'a str>,
    line: Option<u32>,
}

fn file_and_line<S: Serializer>(place: &Option<Place>, to: S) -> Result<S::Ok, S::Error> {
    let file = place.as_ref().map(|place| place.file.as_str());
    FileAndLine { file, line: place.as_ref().map(|place| place.line) }.serialize(to)
}
