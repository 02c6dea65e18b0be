//! JSON, Markdown, JUnit XML and annotations.

use serde_json::Value;

use super::command::{run, with_baseline};
use crate::support::propp::{command, propp_here, published_schema, stdout};

fn printed(words: &str) -> String {
    let dir = with_baseline();
    String::from_utf8(run(dir.path(), words).stdout).unwrap()
}

/// Every field that is written is in the schema, and the schema is the published one.
#[test]
fn the_published_schema_is_the_programs() {
    let schema = published_schema("gate-1", &stdout(&propp_here(&["gate", "--schema"])));
    let text = printed("gate --baseline baseline.json --format json conflict2.propp");
    let json: Value = serde_json::from_str(&text).unwrap();
    let fields = |value: &Value| -> Vec<String> {
        let mut names: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        names.sort();
        names
    };
    let kernel = &json["kernels"][0];
    for (pointer, value) in [
        ("/properties", &json),
        ("/$defs/Row/properties", kernel),
        ("/$defs/QuantityJson/properties", &kernel["quantities"][0]),
    ] {
        assert_eq!(fields(schema.pointer(pointer).unwrap()), fields(value), "{pointer}");
    }
    assert_eq!(schema.pointer("/properties/schema/const").unwrap(), "propp.gate/1");
}

#[test]
fn on_github_the_summary_and_the_annotations_come_by_themselves() {
    let dir = with_baseline();
    let summary = dir.path().join("summary.md");
    std::fs::write(&summary, "before\n").unwrap();
    let mut command = command(&dir);
    command.args(["gate", "--baseline", "baseline.json", "conflict2.propp"]);
    command.env("GITHUB_ACTIONS", "true").env("GITHUB_STEP_SUMMARY", &summary);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("gate: regressed") && text.contains("\n::error title="), "{text}");
    let summary = std::fs::read_to_string(summary).unwrap();
    assert!(summary.starts_with("before\n### ❌ propp gate: regressed"), "{summary}");
    let row = summary.lines().find(|line| line.starts_with("| regressed |")).unwrap();
    assert_eq!(row.matches(" | ").count(), 3, "{row}");
    assert!(row.contains("| SMem_eff |") && row.contains("SMem\\_eff fell"), "{row}");
}

/// With -f, nobody reads an earlier verdict; without, the corrected call finds the name free.
#[test]
fn a_call_without_a_verdict_says_so_in_its_files() {
    let dir = with_baseline();
    let read = |name: &str| std::fs::read_to_string(dir.path().join(name)).ok();
    let passed = "gate --baseline baseline.json none_3.propp -o g.xml -o g.md -o g.json";
    assert_eq!(run(dir.path(), passed).status.code(), Some(0));
    let wrong = "gate --baseline nowhere.json none_3.propp -f -o g.xml -o g.md -o g.json";
    assert_eq!(run(dir.path(), wrong).status.code(), Some(2));
    let [xml, md, json] = ["g.xml", "g.md", "g.json"].map(|name| read(name).unwrap());
    assert!(xml.contains("<error message=\"cannot use the baseline nowhere.json"), "{xml}");
    assert!(md.contains("no verdict") && json.contains("propp.refusal/1"), "{md}{json}");
    run(dir.path(), "gate --baseline nowhere.json none_3.propp -o h.md");
    assert_eq!(read("h.md"), None);
    // What is read, or is to be replaced by something else, is no report.
    let before = read("baseline.json");
    for words in ["-f -o baseline.json", "--ratchet=baseline.json -f -o baseline.json"] {
        let output = run(dir.path(), &format!("gate -b baseline.json none_3.propp {words}"));
        assert_eq!((output.status.code(), read("baseline.json")), (Some(2), before.clone()));
    }
}

#[test]
fn reports_go_to_files_as_well() {
    let dir = with_baseline();
    let gate = |words: &str| {
        let words = format!("gate --baseline baseline.json conflict2.propp {words}");
        run(dir.path(), &words)
    };
    assert_eq!(gate("-o g.json -o g.md -o g.xml").status.code(), Some(1));
    let read = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
    assert!(read("g.json").contains("propp.gate/1") && read("g.md").starts_with("### "));
    assert!(read("g.xml").contains("<testsuites>"));
    // A file that is there stays, and one of no format is told before anything is compared.
    let taken = String::from_utf8(gate("-o g.json").stderr).unwrap();
    assert!(taken.contains("g.json exists; give -f"), "{taken}");
    assert_eq!(gate("-f -o g.json").status.code(), Some(1));
    let read_too = String::from_utf8(gate("-f -o baseline.json").stderr).unwrap();
    assert!(read_too.contains("baseline.json is a file to be read"), "{read_too}");
    let unknown = String::from_utf8(gate("-o g.yaml").stderr).unwrap();
    assert!(unknown.contains("there are .txt, .json, .md, .xml"), "{unknown}");
}
