//! The baseline file: JSON with one quantity per line in a fixed order, so that diffs can be
//! reviewed.

use std::collections::BTreeMap;
use std::fmt::Write;

use propp_base_text::line_at;
use serde::{Deserialize, Serialize};

use super::certificate::{Certificate, Runner};
use super::profile::{Gpu, Kernel, Key, Measures, Origin, Profile, Samples};
use super::quantity::Quantity;
use super::values::MeasuresFile;

pub const SCHEMA: &str = "propp.baseline/1";

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BaselineError {
    #[error("its schema is {found}; this propp reads {SCHEMA}")]
    Schema { found: String },
    #[error("line {line}, key {key}: {what}")]
    Content {
        line: usize,
        /// The last key before the fault.
        key: String,
        what: String,
    },
}

#[derive(Deserialize)]
struct Head {
    schema: Option<serde_json::Value>,
}

/// What a file has in place of a schema, if it does not have it.
pub fn other_schema(text: &str, schema: &str) -> Result<Option<String>, serde_json::Error> {
    Ok(match serde_json::from_str::<Head>(text)?.schema {
        Some(serde_json::Value::String(found)) if found == schema => None,
        other => Some(other.map_or("missing".to_owned(), |found| found.to_string())),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "schema")]
    _schema: String,
    weights: String,
    gpus: Vec<Gpu>,
    recordings: Vec<Origin>,
    certificate: Option<Certificate>,
    application: MeasuresFile,
    kernels: Vec<KernelFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KernelFile {
    name: String,
    symbol: String,
    nvtx: Option<String>,
    grid: [u32; 3],
    block: [u32; 3],
    dynamic_shared_bytes: u32,
    measures: MeasuresFile,
}

impl Profile {
    /// Reads a baseline.
    /// Fails if the text is not a baseline; the error names line and key.
    pub fn from_json(text: &str) -> Result<Self, BaselineError> {
        let other = other_schema(text, SCHEMA).map_err(|error| located(text, &error))?;
        if let Some(found) = other {
            return Err(BaselineError::Schema { found });
        }
        let file: File = serde_json::from_str(text).map_err(|error| located(text, &error))?;
        if file.recordings.is_empty() {
            return Err(fault(text, "\"recordings\"", "recordings", "there is none"));
        }
        let runs = file.recordings.len();
        let mut kernels: BTreeMap<Key, Kernel> = BTreeMap::new();
        for kernel in file.kernels.into_iter().map(|kernel| kernel.into_kernel(runs)) {
            if !kernel.measures.contains_key(&Quantity::Launches) {
                let (at, what) = (format!("\"{}\"", kernel.key.function), "launches are missing");
                return Err(fault(text, &at, "measures", what));
            }
            let key = kernel.key.clone();
            if kernels.insert(key.clone(), kernel).is_some() {
                let what = format!("the kernel {} is there twice", key.function);
                return Err(fault(text, &format!("\"{}\"", key.function), "symbol", &what));
            }
        }
        Ok(Self {
            gpus: file.gpus,
            weights: file.weights,
            origins: file.recordings,
            application: file.application.into_measures(runs),
            kernels: kernels.into_values().collect(),
            runner: Runner::default(),
            certificate: file.certificate,
        })
    }

    pub fn to_json(&self) -> String {
        let list = |lines: Vec<String>, indent: &str| match lines.as_slice() {
            [] => "[]".to_owned(),
            lines => format!("[\n{indent}  {}\n{indent}]", lines.join(&format!(",\n{indent}  "))),
        };
        let gpus = self.gpus.iter().map(json).collect();
        let origins = self.origins.iter().map(json).collect();
        let kernels = self.kernels.iter().map(|k| kernel_text(k, self.origins.len())).collect();
        let certificate = self.certificate.as_ref().map_or_else(String::new, certificate_text);
        format!(
            "{{\n  \"schema\": {},\n  \"weights\": {},\n  \"gpus\": {},\n  \"recordings\": {},\n{certificate}  \
             \"application\": {},\n  \"kernels\": {}\n}}\n",
            json(SCHEMA),
            json(&self.weights),
            list(gpus, "  "),
            list(origins, "  "),
            measures_text(&self.application, self.origins.len(), "  "),
            list(kernels, "  ")
        )
    }
}

/// JSON on one line; nothing here can fail to be written.
pub fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A line for each kernel, so that diffs can be reviewed.
fn certificate_text(certificate: &Certificate) -> String {
    let kernels: Vec<String> = certificate.kernels.iter().map(json).collect();
    let kernels = kernels.join(",\n      ");
    let bare = json(&Certificate { kernels: Vec::new(), ..certificate.clone() });
    let text = bare.replacen("\"kernels\":[],", "", 1).replacen('{', "{\n    ", 1);
    let text = text.strip_suffix('}').unwrap_or(&text);
    format!("  \"certificate\": {text},\n    \"kernels\": [\n      {kernels}\n    ]\n  }},\n")
}

fn kernel_text(kernel: &Kernel, runs: usize) -> String {
    let mut text = format!("{{\n      \"name\": {},\n", json(&kernel.name));
    let _ = writeln!(text, "      \"symbol\": {},", json(&kernel.key.function));
    if let Some(nvtx) = &kernel.key.nvtx {
        let _ = writeln!(text, "      \"nvtx\": {},", json(nvtx));
    }
    let _ = write!(
        text,
        "      \"grid\": {}, \"block\": {}, \"dynamic_shared_bytes\": {},\n      \"measures\": {}\n    }}",
        json(&kernel.key.grid),
        json(&kernel.key.block),
        kernel.key.dynamic_shared_bytes,
        measures_text(&kernel.measures, runs, "      ")
    );
    text
}

fn measures_text(measures: &Measures, runs: usize, indent: &str) -> String {
    let lines: Vec<String> = measures
        .iter()
        .map(|(quantity, samples)| {
            format!("{indent}  \"{quantity}\": {}", samples_text(samples, runs))
        })
        .collect();
    format!("{{\n{}\n{indent}}}", lines.join(",\n"))
}

/// One number if all runs agree, else one number per run if the launches of each run agree.
fn samples_text(samples: &Samples, runs: usize) -> String {
    let single_value =
        |run: &Vec<f64>| if let [value] = run[..] { Some(rounded(value)) } else { None };
    let single: Option<Vec<f64>> = samples.0.iter().map(single_value).collect();
    match single {
        Some(values) if values.len() == runs && values.windows(2).all(|w| w[0] == w[1]) => {
            values.first().map_or("[]".to_owned(), |value| number(*value))
        }
        Some(values) => {
            let values: Vec<String> = values.into_iter().map(number).collect();
            format!("[{}]", values.join(", "))
        }
        None => {
            let runs = samples.0.iter().map(|run| {
                let run: Vec<String> = run.iter().map(|value| number(rounded(*value))).collect();
                format!("[{}]", run.join(", "))
            });
            format!("[{}]", runs.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Rounds to six digits, more than any measurement is accurate to. Integers stay exact.
fn rounded(value: f64) -> f64 {
    if value.fract() == 0.0 { value } else { format!("{value:.5e}").parse().unwrap_or(value) }
}

fn number(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 { format!("{value:.0}") } else { json(&value) }
}

fn located(text: &str, error: &serde_json::Error) -> BaselineError {
    let line = error.line();
    let mut end = 0;
    for (place, content) in text.split_inclusive('\n').enumerate() {
        if place + 1 == line {
            end += content.len().min(error.column());
            break;
        }
        end += content.len();
    }
    let end = (end..=text.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(text.len());
    BaselineError::Content { line, key: key_at(text, end), what: bare(error) }
}

/// What is wrong with JSON, without the place.
pub fn bare(error: &serde_json::Error) -> String {
    error.to_string().split(" at line ").next().unwrap_or_default().to_owned()
}

/// The last object key that begins before a place in JSON.
fn key_at(text: &str, place: usize) -> String {
    let mut key = "(none)";
    let mut from = 0;
    let next = |from: usize| text[from..].find('"').map(|quote| from + quote + 1);
    while let Some(start) = next(from).filter(|start| *start <= place) {
        let inside = &text[start..];
        let mut escaped = false;
        let Some(length) = inside.find(|c: char| {
            let closes = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        }) else {
            break;
        };
        from = start + length + 1;
        if text[from..].trim_start().starts_with(':') {
            key = &inside[..length];
        }
    }
    key.to_owned()
}

fn fault(text: &str, at: &str, key: &str, what: &str) -> BaselineError {
    let end = text.rfind(at).unwrap_or(0);
    let line = line_at(text, end);
    BaselineError::Content { line, key: key.to_owned(), what: what.to_owned() }
}

impl KernelFile {
    fn into_kernel(self, runs: usize) -> Kernel {
        Kernel {
            key: Key {
                function: self.symbol,
                nvtx: self.nvtx,
                grid: self.grid,
                block: self.block,
                dynamic_shared_bytes: self.dynamic_shared_bytes,
            },
            name: self.name,
            measures: self.measures.into_measures(runs),
            absent: BTreeMap::new(),
        }
    }
}
