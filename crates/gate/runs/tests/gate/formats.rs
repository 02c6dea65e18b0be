//! Results as a table, JSON, Markdown, JUnit XML and annotations of GitHub.

use propp_base_text::Page;
use propp_gate_runs::report::{self, Call};
use propp_gate_runs::{Allowed, GateResult, Policy, Quantity, Undecided, Verdict, compare};
use serde_json::Value;

use crate::edited::{before, judged, now, times};
use crate::runs::{all, joined, repeated};

const PAGE: Page = Page { width: 100, colour: false };

/// A run with a defect in one of seven kernels, against two runs.
fn regressed() -> GateResult {
    let before = joined(&repeated("planted_none")[..2]);
    compare(&before, &all()["planted_conflict2"], &Policy::default(), Allowed::default())
}

fn passed() -> GateResult {
    judged(&now(), &Policy::default())
}

fn call() -> Call {
    Call {
        recordings: vec!["run 1.propp".to_owned(), "run2.propp".to_owned()],
        baseline: "baseline.json".to_owned(),
        policy: None,
        all: false,
    }
}

fn json(result: &GateResult) -> Value {
    serde_json::from_str(&report::json::render(result, &call()).unwrap()).unwrap()
}

#[test]
fn the_table_says_what_and_why_and_what_to_do() {
    insta::assert_snapshot!("regressed", report::table::render(&regressed(), &call(), PAGE));
    let all = Call { all: true, ..call() };
    insta::assert_snapshot!("passed", report::table::render(&passed(), &all, PAGE));
}

/// The quantity that decided stands first in a kernel's row, whatever else changed.
#[test]
fn what_decided_comes_first() {
    let [mut before, mut now] = [before(), now()];
    times(&mut before, "sum", "OCC", 0.5);
    times(&mut now, "sum", "time", 2.0);
    let result = compare(&before, &now, &Policy::default(), Allowed::default());
    let table = report::table::render(&result, &call(), PAGE);
    let places = [" regressed  time ", "improved   OCC "]
        .map(|part| table.find(part).unwrap_or_else(|| panic!("{part}: {table}")));
    assert!(places[0] < places[1], "{table}");
}

/// A program of 10,000 kernels would fill the screen; the worst come first, and the rest is counted.
#[test]
fn the_table_lists_the_first_rows_and_counts_the_rest() {
    let mut result = regressed();
    let worst = result.kernels[0].clone();
    result.kernels.extend(vec![worst; 30]);
    let rows = |all: bool| {
        let table = report::table::render(&result, &Call { all, ..call() }, PAGE);
        (table.lines().filter(|line| line.contains("regressed  ")).count(), table)
    };
    let ((few, short), (many, _)) = (rows(false), rows(true));
    assert!(many > few, "{few} {many}");
    assert!(short.contains("more, which --all and the JSON report (-o gate.json) list"), "{short}");
}

#[test]
fn json_says_what_the_table_says() {
    let json = json(&regressed());
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
    let [reason, whole] = [&shared["reason"], &first["reason"]].map(|v| v.as_str().unwrap());
    assert!(reason.starts_with("SMem_eff fell from 0.913 to 0.610 ("), "{reason}");
    assert!(whole.starts_with(reason) && whole.contains("; "), "{whole}");
    // A quantity that passes has no reason.
    let passing = quantities.iter().find(|quantity| quantity["verdict"] == "pass").unwrap();
    assert_eq!(passing["reason"], "");
}

/// What decided comes first; what else is to be said of the kernel follows in one sentence.
#[test]
fn the_reasons_of_a_kernel_are_one_sentence() {
    let mut now = now();
    times(&mut now, "sum", "time", 2.0);
    times(&mut now, "sum", "DSync", 0.97);
    let result = judged(&now, &Policy::default());
    let sum = result.kernels.iter().find(|row| row.name.starts_with("sum(")).unwrap();
    let reason = sum.reason();
    let parts: Vec<&str> = reason.split("; ").collect();
    let [time, test, with_it, costs] = &parts[..] else { panic!("{reason}") };
    assert!(time.starts_with("time rose from ") && time.ends_with("% is allowed"), "{reason}");
    assert!(test.starts_with("rank test of 8 values against 32: p = "), "{reason}");
    assert!(with_it.starts_with("with it DSync fell from 0.9"), "{reason}");
    assert!(costs.starts_with("costs ") && costs.ends_with("% of the time in kernels"), "{reason}");
    let written = &json(&result)["kernels"][0];
    assert_eq!(written["reason"], reason);
    assert_eq!(written["with_it"][0], with_it.trim_start_matches("with it "));
}

/// Names and ranges are the program's, and a recording's words are anybody's.
#[test]
fn nothing_in_a_report_controls_the_terminal() {
    let mut now = now();
    let kernel = &mut now.kernels[0];
    kernel.name = "f\u{1b}[31m".to_owned();
    let occupancy = Quantity::named("OCC").unwrap();
    let instructions = Quantity::named("Gran_L1").unwrap();
    for quantity in [occupancy, instructions] {
        kernel.measures.remove(&quantity);
        kernel.absent.insert(quantity, "lost\u{1b}[2J".to_owned());
    }
    let policy = Policy { undecided: Undecided::NoVerdict, ..Policy::default() };
    let result = judged(&now, &policy);
    assert!(report::table::render(&result, &call(), PAGE).contains("lost\u{1b}"));
    let result = result.printable();
    let row = result.kernels.iter().find(|row| row.verdict == Verdict::NoVerdict).unwrap();
    assert!(row.reason().contains(r"OCC was not measured: lost\u{1b}[2J"), "{}", row.reason());
    for text in [
        report::table::render(&result, &Call { all: true, ..call() }, PAGE),
        report::markdown::render(&result, &call()),
        report::junit::render(&result),
        report::annotations::render(&result),
    ] {
        assert!(!text.contains('\u{1b}') && text.contains("lost"), "{text}");
    }
    // A note names the command, and a refusal the GPU.
    now.origins[0].command = vec!["./\u{1b}[2J".to_owned()];
    let noted = judged(&now, &policy).printable();
    assert!(noted.notes[0].starts_with(r"another command: ./\u{1b}[2J; "), "{:?}", noted.notes);
    now.gpus[0].name = "\u{1b}[2J".to_owned();
    let refused = judged(&now, &policy).printable().refusal.unwrap();
    assert!(refused.starts_with(r"another GPU: \u{1b}[2J "), "{refused}");
}

/// A pull request shows what a program called its ranges.
#[test]
fn nothing_in_an_nvtx_range_or_a_name_is_markdown() {
    const RANGE: &str = "a|b <img src=x> `c` @team #1 ~~d~~ [e](http://f)";
    let [mut before, mut now] = [before(), now()];
    for profile in [&mut before, &mut now] {
        profile.kernels[0].key.nvtx = Some(RANGE.to_owned());
    }
    times(&mut now, "sum", "time", 3.0);
    let result = compare(&before, &now, &Policy::default(), Allowed::default());
    let text = report::markdown::render(&result, &call());
    let shown = r"a\|b &lt;img src=x&gt; \`c\` &#64;team \#1 \~\~d\~\~ \[e\](http://f)";
    assert!(text.contains(shown), "{text}");
    assert!(!text.contains("<img") && !text.contains("@team"), "{text}");
}

#[test]
fn markdown_lists_what_passes_if_all_is_asked_for() {
    let result = regressed();
    let passing = |all: bool| -> Vec<String> {
        let text = report::markdown::render(&result, &Call { all, ..call() });
        assert!(text.starts_with("### ❌ propp gate: regressed; 7 kernels: 1 regressed"), "{text}");
        text.lines().filter(|line| line.starts_with("| pass |")).map(String::from).collect()
    };
    let (few, all) = (passing(false), passing(true));
    assert_eq!((few.len(), all.len()), (0, 7));
    assert!(
        all.iter().all(|row| row.contains("|  | time ") && row.contains(" us -&gt; ")),
        "{all:?}"
    );
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
fn junit_has_a_test_per_kernel() {
    let xml = report::junit::render(&regressed());
    let elements = elements(&xml);
    let count = |name: &str| elements.iter().filter(|element| *element == name).count();
    assert_eq!((count("testsuite"), count("testcase"), count("failure")), (1, 8, 1));
    assert!(xml.contains("tests=\"8\" failures=\"1\" errors=\"0\""), "{xml}");
    assert!(xml.contains("<failure type=\"regressed\" message=\"SMem_eff\">SMem_eff fell "));
    let told = |xml: &str| xml.matches("<system-out>").count();
    let mut faster = now();
    times(&mut faster, "scale", "time", 0.5);
    let improved = report::junit::render(&judged(&faster, &Policy::default()));
    assert!(told(&xml) == 0 && told(&improved) > 0, "{improved}");
}

#[test]
fn a_refusal_is_an_error_in_every_format() {
    let mut other = now();
    other.gpus[0].name = "NVIDIA L4".to_owned();
    let result = judged(&other, &Policy::default());
    let xml = report::junit::render(&result);
    assert_eq!(elements(&xml), ["testsuites", "testsuite", "testcase", "error"]);
    assert!(xml.contains("tests=\"1\" failures=\"0\" errors=\"1\""), "{xml}");
    let notes = report::annotations::render(&result);
    assert!(notes.starts_with("::warning title=propp gate::no verdict: another GPU: NVIDIA L4"));
    let next = "if it is meant: propp baseline -f -o baseline.json 'run 1.propp' run2.propp\n";
    let table = report::table::render(&result, &call(), PAGE);
    assert!(table.starts_with("gate: no verdict: another GPU") && table.ends_with(next), "{table}");
    let markdown = report::markdown::render(&result, &call());
    assert!(markdown.starts_with("### ❔ propp gate: no verdict: another GPU"), "{markdown}");
    assert!(!markdown.contains("rank tests") && !markdown.contains("policy:"), "{markdown}");
    assert_eq!(json(&result)["application"], Value::Null);
}

#[test]
fn annotations_are_commands_of_github() {
    let text = report::annotations::render(&regressed());
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.starts_with("::error title=propp%3A SMem_eff regressed::transpose("), "{text}");
    let mut now = now();
    times(&mut now, "gather", "time", 3.0);
    let text = report::annotations::render(&judged(&now, &Policy::default()));
    assert!(text.contains(" %25 (median of all differences) (3.0 %25 is allowed; "), "{text}");
    let text = report::annotations::render(&passed());
    assert!(text.starts_with("::notice title=propp gate::passed"), "{text}");
}

/// GitHub shows ten errors and ten warnings, and a step's summary holds so many rows.
#[test]
fn reports_of_many_kernels_are_cut() {
    let [mut before, mut now] = [before(), now()];
    for (profile, factor) in [(&mut before, 1.0), (&mut now, 4.0)] {
        let mut kernel = profile.kernels[0].clone();
        let time = kernel.measures.get_mut(&Quantity::Time).unwrap();
        time.0.iter_mut().flatten().for_each(|ns| *ns *= factor);
        profile.kernels.extend((0..250).map(|number| {
            let mut kernel = kernel.clone();
            kernel.key.function = format!("k{number:03}");
            kernel.name = format!("k{number:03}()");
            kernel
        }));
        profile.kernels.sort_by(|a, b| a.key.cmp(&b.key));
    }
    let mut gone = before.kernels[0].clone();
    for number in 0..12 {
        gone.key.function = format!("gone{number:02}");
        before.kernels.push(gone.clone());
    }
    let result = compare(&before, &now, &Policy::default(), Allowed::default());
    let lines = report::annotations::render(&result);
    let count = |level: &str| lines.lines().filter(|line| line.starts_with(level)).count();
    assert_eq!((count("::error "), count("::warning ")), (10, 10));
    assert!(lines.contains("it is gone; allow-gone in the policy lets it go"), "{lines}");
    let text = report::markdown::render(&result, &call());
    let rows = text.lines().filter(|line| line.starts_with("| regressed")).count();
    assert_eq!(rows, 200);
    let all = result.all().filter(|row| row.verdict != Verdict::Pass).count();
    assert!(text.contains(&format!("\n{} more are in the other reports.\n", all - 200)), "{text}");
}

/// The commands name the kernel that is worst, and the files as a shell takes them.
#[test]
fn what_to_do_next() {
    let steps = |result: &GateResult| -> Vec<String> {
        let text = report::table::render(result, &call(), PAGE);
        let is_step = |line: &&str| line.starts_with("what to") || line.starts_with("if it");
        text.lines().filter(is_step).map(str::to_owned).collect()
    };
    let meant = "if it is meant: propp baseline -f -o baseline.json 'run 1.propp' run2.propp";
    let change = "what to change: propp show 'run 1.propp' -k transpose";
    assert_eq!(steps(&regressed()), [change, meant]);
    assert_eq!(steps(&passed()), Vec::<String>::new());
    // A new kernel may be meant, and nothing is to be changed.
    let mut other = now();
    other.kernels[0].key.function = "other".to_owned();
    assert_eq!(steps(&judged(&other, &Policy::default())), [meant]);
}
