//! JSON, Markdown, JUnit XML and annotations.

use serde_json::Value;

use super::command::{run, with_baseline};
use crate::support::many::{self, Made};
use crate::support::propp::{command, propp_here, published_schema, stdout};

fn printed(words: &str) -> String {
    let dir = with_baseline();
    String::from_utf8(run(dir.path(), words).stdout).unwrap()
}

#[test]
fn json_says_what_the_table_says() {
    let text = printed("gate --baseline baseline.json --format json conflict2.propp");
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (json["schema"].as_str(), json["exit_code"].as_u64()),
        (Some("propp.gate/1"), Some(1))
    );
    assert_eq!(
        (json["runs_before"].as_u64(), json["kernels"].as_array().unwrap().len()),
        (Some(2), 7)
    );
    let first = &json["kernels"][0];
    assert_eq!(first["verdict"], "regressed");
    let quantities = first["quantities"].as_array().unwrap();
    let shared = quantities.iter().find(|quantity| quantity["name"] == "SMem_eff").unwrap();
    assert_eq!(shared["verdict"], "regressed");
    let number = |key: &str| shared[key].as_f64().unwrap();
    assert!((number("before") - number("now") - number("worse_by")).abs() < 1e-9);
    assert!(number("worse_by") > number("allowed") && number("allowed") > 0.0);
}

/// A pull request shows what a program called its ranges.
#[test]
fn nothing_in_an_nvtx_range_or_a_name_is_markdown() {
    const RANGE: &str = "a|b <img src=x> `c` @team #1 ~~d~~ [e](http://f)";
    let dir = tempfile::tempdir().unwrap();
    let record = |name: &str, ns| {
        let kernel = Made { nvtx: Some(RANGE), ..Made::new("k", 100, ns) };
        many::write(&dir.path().join(name), &[kernel]);
    };
    record("before.propp", 10_000);
    record("now.propp", 30_000);
    let propp = |words: &str| run(dir.path(), words);
    assert!(propp("baseline before.propp -o baseline.json").status.success());
    let output = propp("gate --baseline baseline.json --format md now.propp");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let shown = r"a\|b &lt;img src=x&gt; \`c\` &#64;team \#1 \~\~d\~\~ \[e\](http://f)";
    assert!(text.contains(shown), "{text}");
    assert!(!text.contains("<img") && !text.contains("@team"), "{text}");
}

#[test]
fn markdown_lists_what_passes_if_all_is_asked_for() {
    let few = printed("gate --baseline baseline.json --format md conflict2.propp");
    let all = printed("gate --baseline baseline.json --format md conflict2.propp --all");
    let passing =
        |text: &str| text.lines().filter(|l| l.starts_with("| pass |")).map(String::from).collect();
    let [few, all]: [Vec<String>; 2] = [passing(&few), passing(&all)];
    assert_eq!((few.len(), all.len()), (0, 7));
    assert!(
        all.iter().all(|row| row.contains("|  | time ") && row.contains(" us -&gt; ")),
        "{all:?}"
    );
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

/// The names of the elements in their order; panics where one is not closed.
fn elements(xml: &str) -> Vec<String> {
    let (mut open, mut all): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut rest = xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").unwrap();
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "{}", &rest[..start]);
        let end = start + rest[start..].find('>').unwrap();
        let tag = &rest[start + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
        } else {
            let name = tag.split([' ', '/']).next().unwrap().to_owned();
            all.push(name.clone());
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
        rest = &rest[end + 1..];
    }
    assert_eq!(open, Vec::<String>::new());
    all
}

#[test]
fn junit_has_a_test_a_kernel() {
    let xml = printed("gate --baseline baseline.json --format junit conflict2.propp");
    let elements = elements(&xml);
    let count = |name: &str| elements.iter().filter(|element| *element == name).count();
    assert_eq!((count("testsuite"), count("testcase"), count("failure")), (1, 8, 1));
    assert!(xml.contains("tests=\"8\" failures=\"1\" errors=\"0\""), "{xml}");
    assert!(xml.contains("<failure type=\"regressed\" message=\"SMem_eff\">"), "{xml}");
}

#[test]
fn annotations_are_commands_of_github() {
    let text = printed("gate --baseline baseline.json --format github conflict2.propp");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 1, "{text}");
    assert!(
        lines[0].starts_with("::error title=propp%3A SMem_eff regressed::transpose("),
        "{text}"
    );
    let text = printed("gate --baseline baseline.json --format github none_3.propp");
    assert!(text.starts_with("::notice title=propp gate::passed"), "{text}");
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
    assert_eq!(elements(&read("g.xml"))[0], "testsuites");
    // A file that is there stays, and one of no format is told before anything is compared.
    let taken = String::from_utf8(gate("-o g.json").stderr).unwrap();
    assert!(taken.contains("g.json exists; give -f"), "{taken}");
    assert_eq!(gate("-f -o g.json").status.code(), Some(1));
    let read_too = String::from_utf8(gate("-f -o baseline.json").stderr).unwrap();
    assert!(read_too.contains("baseline.json is a file to be read"), "{read_too}");
    let unknown = String::from_utf8(gate("-o g.yaml").stderr).unwrap();
    assert!(unknown.contains("there are .txt, .json, .md, .xml"), "{unknown}");
}
