//! The pages of `docs/rules`: nvcc compiles their examples, `propp emulate` runs them, and the hint is
//! there before the change, on the line that the page marks if it names one, and not after it.

use std::collections::BTreeMap;
use std::fmt::Write;

use propp_base_manual::RULES;
use propp_judge_hints::Rule;
use serde_json::Value;

use super::{emulate, words, written};
use crate::support::propp::{document, in_repository, propp_here};

/// What the examples are compiled with. A buffer is of any type. Results of `before` and `after` are
/// the same but for rounding.
const BEFORE: &str = "#include <cmath>\n#include <cstdio>\n#include <cstring>\n#include <vector>\n\
    const int COUNT = 1 << 22;\nstruct Buffer {\n  void* at;\n  \
    template <class T> operator T*() const { return static_cast<T*>(at); }\n};\n\
    static std::vector<float> result(void (*run)(Buffer, Buffer), Buffer in, Buffer out) {\n  \
    std::vector<float> all(COUNT);\n  cudaMemset(out.at, 0, COUNT * 4);\n  run(in, out);\n  \
    cudaMemcpy(all.data(), out.at, COUNT * 4, cudaMemcpyDeviceToHost);\n  return all;\n}\n\
    static bool differ(const std::vector<float>& a, const std::vector<float>& b) {\n  \
    for (int i = 0; i < COUNT; i++)\n    \
    if (memcmp(&a[i], &b[i], 4) && !(fabsf(a[i] - b[i]) <= 1e-3f * fabsf(a[i]))) return true;\n  \
    return false;\n}\n";

/// Runs the examples one by one, on numbers from 0.5 to 1 with all patterns in their low bits.
const MAIN: &str = "int main() {\n  std::vector<unsigned> bits(COUNT);\n  \
    for (int i = 0; i < COUNT; i++) bits[i] = 0x3f000000u | (i * 2654435761u >> 9);\n  \
    Buffer in, out;\n  if (cudaMalloc(&in.at, COUNT * 4)) return 1;\n  \
    if (cudaMalloc(&out.at, COUNT * 4)) return 1;\n  \
    cudaMemcpy(in.at, bits.data(), COUNT * 4, cudaMemcpyHostToDevice);\n";

/// On examples whose data lies otherwise after the change, so that the results differ.
const OTHER_LAYOUT: &str = "// another layout";

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
    for pair in examples.chunks_exact(2) {
        let [before, after] = [&pair[0], &pair[1]].map(|example| {
            let space = namespace(example);
            format!("result([](Buffer a, Buffer b) {{ {space}run(a, b); }}, in, out)")
        });
        let _ = writeln!(text, "  {{ const auto a = {before}, b = {after};");
        let _ = writeln!(text, "  if (differ(a, b)) std::puts(\"{}\"); }}", pair[0].rule);
    }
    text + "  return cudaDeviceSynchronize();\n}\n"
}

#[test]
fn every_page_is_of_a_rule_and_inside_propp() {
    let folder = std::fs::read_dir(in_repository("docs/rules")).unwrap();
    let files = folder.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut pages: Vec<String> =
        files.map(|name| name.strip_suffix(".md").unwrap().to_owned()).collect();
    pages.sort_unstable();
    let known: Vec<&str> = RULES.iter().map(|(rule, _)| *rule).collect();
    assert_eq!(pages, known);
    for (rule, page) in RULES {
        assert!(Rule::ALL.iter().any(|known| known.name() == *rule), "{rule}");
        assert!(page.starts_with(&format!("# `{rule}`: ")), "{rule}");
    }
}

#[test]
fn a_hint_is_where_its_page_says_and_gone_after_the_change() {
    let folder = tempfile::tempdir().unwrap();
    let all: Vec<Example> = RULES.iter().flat_map(|(rule, page)| examples(rule, page)).collect();
    let Some(program) = written("rules", &program(&all), folder.path()) else { return };
    let (output, recording) = emulate(&program, &[]);
    assert!(output.status.success(), "{}", words(&output));
    let differ = String::from_utf8(output.stdout).unwrap();
    let has_other =
        |rule: &str| all.iter().any(|one| one.rule == rule && one.code.contains(OTHER_LAYOUT));
    let other: Vec<&str> = RULES.iter().map(|(rule, _)| *rule).filter(|r| has_other(r)).collect();
    let told: Vec<&str> =
        differ.lines().filter(|line| RULES.iter().any(|(r, _)| r == line)).collect();
    assert_eq!(told, other, "results differ");
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
        // Counts of memory are by kernel, and name no line.
        if at.is_some() && at != expected {
            wrong.push(format!("{of} is at line {at:?}, and the page says {expected:?}"));
        }
        println!("{of} {names:?} at {at:?}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
