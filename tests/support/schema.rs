//! JSON against a published schema.

use serde_json::{Map, Value};

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
            "$schema" | "$defs" | "title" | "description" | "format" | "default" => true,
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
            // `properties` reports fields that it does not name.
            "additionalProperties" if argument == &Value::Bool(false) => true,
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

/// What of a document its schema does not allow.
pub(crate) fn problems(schema: &Value, document: &Value) -> Vec<String> {
    let mut check = Check { root: schema, problems: Vec::new() };
    check.value("", schema, document);
    check.problems
}
