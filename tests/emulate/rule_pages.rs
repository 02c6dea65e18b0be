//! The pages of `docs/rules`: nvcc compiles their examples, `propp emulate` runs them, and the hint is
//! there before the change, on the line that the page marks, and not after it.

use std::collections::BTreeMap;
use std::fmt::Write;

use propp_base_manual::RULES;
use serde_json::Value;

use super::{emulate, words, written};
use crate::support::propp::{document, propp_here};

/// What the examples are compiled with. A buffer is of any type.
const BEFORE: &str = "#include <cstdlib>\n#include <vector>\nstruct Buffer {\n  void* at;\n  \
    template <class T> operator T*() const { return static_cast<T*>(at); }\n};\n";

/// Runs them one by one, on numbers between 0 and 1 with every bit pattern in their low bits.
const MAIN: &str = "int main() {\n  const int count = 1 << 22;\n  std::vector<unsigned> bits(count);\n  \
    for (int i = 0; i < count; i++) bits[i] = 0x3f000000u | (i * 2654435761u >> 9);\n  \
    Buffer in, out;\n  if (cudaMalloc(&in.at, count * 4)) return 1;\n  \
    if (cudaMalloc(&out.at, count * 4 + (1 << 16))) return 1;\n  \
    cudaMemcpy(in.at, bits.data(), count * 4, cudaMemcpyHostToDevice);\n";

struct Example {
    rule: &'static str,
    /// `before` or `after` the change.
    when: &'static str,
    code: String,
    /// The line of the page that its code begins in.
    line: usize,
}

/// The two examples of a page.
fn examples(rule: &'static str, page: &str) -> [Example; 2] {
    ["before", "after"].map(|when| {
        let fence = format!("```cuda\n// {when}\n");
        let start = page.find(&fence).unwrap_or_else(|| panic!("{rule}: {when}")) + fence.len();
        let code = page[start..].split("```").next().unwrap().to_owned();
        Example { rule, when, code, line: page[..start].lines().count() + 1 }
    })
}

fn namespace(example: &Example) -> String {
    format!("{}::{}::", example.rule.replace('-', "_"), example.when)
}

fn program(examples: &[Example]) -> String {
    let mut text = BEFORE.to_owned();
    for example in examples {
        let Example { rule, when, code, line } = example;
        let space = rule.replace('-', "_");
        let _ = writeln!(
            text,
            "namespace {space} {{ namespace {when} {{\n#line {line} \"{rule}.md\"\n{code}}} }}"
        );
    }
    text += MAIN;
    for example in examples {
        let _ = writeln!(text, "  {}run(in, out);", namespace(example));
    }
    text + "  return cudaDeviceSynchronize();\n}\n"
}

#[test]
fn a_hint_is_where_its_page_says_and_gone_after_the_change() {
    let folder = tempfile::tempdir().unwrap();
    let all: Vec<Example> = RULES.iter().flat_map(|(rule, page)| examples(rule, page)).collect();
    let Some(program) = written("rules", &program(&all), folder.path()) else { return };
    let (output, recording) = emulate(&program, &[]);
    assert!(output.status.success(), "{}", words(&output));
    let shown = document(&propp_here(&["show", recording.to_str().unwrap(), "--format", "json"]));
    let kernels: BTreeMap<&str, &Value> = (shown["kernels"].as_array().unwrap().iter())
        .map(|kernel| (kernel["name"].as_str().unwrap(), kernel))
        .collect();
    let mut wrong = Vec::new();
    for example in &all {
        let of = namespace(example);
        let (_, kernel) = kernels.iter().find(|(name, _)| name.contains(&of)).unwrap();
        let hints = kernel["advice"]["hints"].as_array().unwrap();
        let names: Vec<&str> = hints.iter().map(|hint| hint["rule"].as_str().unwrap()).collect();
        let hint = hints.iter().find(|hint| hint["rule"] == example.rule);
        if hint.is_some() != (example.when == "before") {
            wrong.push(format!("{of} has {names:?}"));
            continue;
        }
        let mark = format!("// hint: {}", example.rule);
        let marked = example.code.lines().position(|line| line.ends_with(&mark));
        let expected = marked.map(|at| (example.line + at) as u64);
        let at = hint.and_then(|hint| hint["at"]["line"].as_u64());
        if at.is_some() && at != expected {
            wrong.push(format!("{of} is at line {at:?}, and the page says {expected:?}"));
        }
        println!("{of} {names:?} at {at:?}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
