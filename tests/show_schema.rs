//! The JSON report against its published schema.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

#[path = "fixtures/recordings/synthetic.rs"]
#[allow(dead_code, reason = "each test crate uses its part")]
mod synthetic;

use std::process::Command;

use propp::analysis::{Grouping, Input, analyse};
use propp::quality::Weights;
use propp::recording::read;
use propp::report::json;
use propp_wire::Job;
use serde_json::{Map, Value};
use synthetic::{program, record};

/// Everything of a value that its schema does not allow. Knows the keywords
/// that the published schema uses and refuses any other, so that none passes
/// unheeded; fields that the schema does not name are reported as well.
struct Check<'a> {
    root: &'a Value,
    problems: Vec<String>,
}

impl Check<'_> {
    fn value(&mut self, at: &str, schema: &Value, value: &Value) {
        if schema == &Value::Bool(true) {
            return;
        }
        let schema = schema.as_object().unwrap_or_else(|| panic!("{at}: {schema}"));
        for (keyword, argument) in schema {
            self.keyword(at, keyword, argument, schema, value);
        }
    }

    fn keyword(
        &mut self,
        at: &str,
        keyword: &str,
        argument: &Value,
        schema: &Map<String, Value>,
        value: &Value,
    ) {
        let number = || value.as_f64();
        let fits = match keyword {
            "$schema" | "$defs" | "title" | "description" | "format" => true,
            "$ref" => {
                let path = argument.as_str().unwrap().trim_start_matches('#');
                self.value(at, self.root.pointer(path).unwrap(), value);
                true
            }
            "type" => match argument {
                Value::Array(kinds) => kinds.iter().any(|kind| is_a(kind, value)),
                kind => is_a(kind, value),
            },
            "const" => argument == value,
            "enum" => argument.as_array().unwrap().contains(value),
            "minimum" => number().is_none_or(|n| n >= argument.as_f64().unwrap()),
            "maximum" => number().is_none_or(|n| n <= argument.as_f64().unwrap()),
            "minItems" => {
                value.as_array().is_none_or(|a| a.len() as u64 >= argument.as_u64().unwrap())
            }
            "maxItems" => {
                value.as_array().is_none_or(|a| a.len() as u64 <= argument.as_u64().unwrap())
            }
            "anyOf" | "oneOf" => {
                let fitting = argument.as_array().unwrap().iter().filter(|schema| {
                    let mut inner = Check { root: self.root, problems: Vec::new() };
                    inner.value(at, schema, value);
                    inner.problems.is_empty()
                });
                let fitting = fitting.count();
                fitting == 1 || keyword == "anyOf" && fitting > 0
            }
            "items" => {
                for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                    self.value(&format!("{at}/{place}"), argument, item);
                }
                true
            }
            "required" => {
                let fields = argument.as_array().unwrap().iter().map(|name| name.as_str().unwrap());
                fields.into_iter().all(|name| value.get(name).is_some())
            }
            "properties" => {
                for (name, field) in value.as_object().into_iter().flatten() {
                    match argument.get(name) {
                        Some(schema) => self.value(&format!("{at}/{name}"), schema, field),
                        None => self.problems.push(format!("{at}/{name} is not in the schema")),
                    }
                }
                true
            }
            "additionalProperties" => {
                assert!(!schema.contains_key("properties"), "{at}: not handled together");
                for (name, field) in value.as_object().into_iter().flatten() {
                    self.value(&format!("{at}/{name}"), argument, field);
                }
                true
            }
            other => panic!("{at}: this test does not know the keyword {other}"),
        };
        if !fits {
            self.problems.push(format!("{at}: {value} against {keyword} {argument}"));
        }
    }
}

fn is_a(kind: &Value, value: &Value) -> bool {
    match kind.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        other => panic!("unknown type {other}"),
    }
}

fn problems(schema: &Value, document: &Value) -> Vec<String> {
    let mut check = Check { root: schema, problems: Vec::new() };
    check.value("", schema, document);
    check.problems
}

fn document(runs: &[(Job, Vec<Vec<propp_wire::Frame>>)], grouping: Grouping) -> Value {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.propp");
    record(&path, runs, true);
    let recording = read(&path).unwrap();
    let input = Input { name: "r.propp", recording: &recording };
    let analysis = analyse(&[input], &Weights::bundled("paper").unwrap(), grouping);
    serde_json::from_str(&json::render(&analysis).unwrap()).unwrap()
}

#[test]
fn reports_fit_the_schema() {
    let schema: Value = serde_json::from_str(&json::schema().unwrap()).unwrap();
    let whole = program(1);
    for grouping in [Grouping::Signature, Grouping::Function] {
        for runs in [&whole[..], &whole[..1], &whole[1..], &[]] {
            let document = document(runs, grouping);
            assert_eq!(problems(&schema, &document), Vec::<String>::new());
        }
    }
}

#[test]
fn what_does_not_fit_is_noticed() {
    let schema: Value = serde_json::from_str(&json::schema().unwrap()).unwrap();
    let good = document(&program(1), Grouping::Signature);
    let spoil = |pointer: &str, by: Value| {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).unwrap() = by;
        assert!(!problems(&schema, &bad).is_empty(), "{pointer}");
    };
    spoil("/kernels/0/quality/value", Value::from(1.5));
    spoil("/kernels/0/criteria/OCC/state", Value::from("perfect"));
    spoil("/kernels/0/criteria/OCC/inputs/0/number", Value::from("many"));
    spoil("/kernels/0/configurations/0/grid", Value::from(vec![1, 2]));
    spoil("/kernels/0/durations", Value::from(7));
    spoil("/run/launches_measured", Value::Null);
    spoil("/notices", Value::from(0));
    let mut bad = good.clone();
    bad.as_object_mut().unwrap().insert("extra".to_owned(), Value::Null);
    assert_eq!(problems(&schema, &bad), ["/extra is not in the schema"]);
    let mut bad = good.clone();
    bad["kernels"][0].as_object_mut().unwrap().remove("symbol");
    assert_eq!(problems(&schema, &bad).len(), 1);
}

#[test]
fn the_published_schema_is_the_programs() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schema/show-1.schema.json");
    let output = Command::new(env!("CARGO_BIN_EXE_propp")).args(["show", "--schema"]).output();
    let printed = String::from_utf8(output.unwrap().stdout).unwrap();
    if std::env::var_os("PROPP_UPDATE_SCHEMA").is_some() {
        std::fs::write(path, &printed).unwrap();
    }
    let published = std::fs::read_to_string(path).unwrap();
    assert!(
        printed == published,
        "the format has changed: if fields were only added, run this test with \
         PROPP_UPDATE_SCHEMA=1; anything else needs propp.show/2"
    );
    assert!(published.contains("propp.show/1"));
}
