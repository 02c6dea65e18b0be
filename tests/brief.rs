//! `propp show --brief`: the packet for programs that tune kernels.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::propp::{ended, fits, here, published_schema, refuses};

const MOST_TOKENS: usize = 1_500;
/// The first change and the command for it are in the first ones.
const FIRST: usize = 400;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn show(file: &Path, arguments: &[&str]) -> String {
    ended(&here().arg("show").arg(file).args(arguments).output().unwrap(), 0)
}

/// The recordings of programs that come with propp.
fn recordings() -> Vec<PathBuf> {
    let mut all = Vec::new();
    for folder in ["recordings", "tests/fixtures/recordings"] {
        let files =
            std::fs::read_dir(root().join(folder)).unwrap().map(|file| file.unwrap().path());
        all.extend(files.filter(|path| path.extension().is_some_and(|of| of == "propp")));
    }
    all.sort();
    // Recordings of the suite are hundreds of programs, and take long.
    let is_suite = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        ["suite", "emulated_own", "emulated_cub"].iter().any(|part| name.contains(part))
    };
    all.retain(|path| !is_suite(path));
    all
}

/// As the tokenizer o200k_base counts.
#[test]
fn a_packet_is_small_whatever_the_program_and_begins_with_what_to_do() {
    let tokenizer = tiktoken_rs::o200k_base().unwrap();
    let tokens = |text: &str| tokenizer.encode_ordinary(text).len();
    let all = recordings();
    assert!(all.len() >= 12, "{}", all.len());
    let schema = here().args(["show", "--brief", "--schema"]).output().unwrap();
    let schema = published_schema("brief-1", &ended(&schema, 0));
    let (mut most, mut with_changes) = ([0; 2], 0);
    for path in all {
        let name = path.file_name().unwrap().to_str().unwrap();
        let text = show(&path, &["--brief"]);
        let json = show(&path, &["--brief", "--format", "json"]);
        for (most, text) in most.iter_mut().zip([&text, &json]) {
            let count = tokens(text);
            assert!(count <= MOST_TOKENS, "{name}: {count} tokens\n{text}");
            *most = (*most).max(count);
        }
        let json: Value = serde_json::from_str(&json).unwrap();
        fits(&schema, &json);
        assert_eq!(json["schema"], "propp.brief/1");
        let Some(first) = json["changes"].get(0) else { continue };
        with_changes += 1;
        let next = format!("next: {}", json["next"][0].as_str().unwrap());
        let at = text.find(&next).unwrap() + next.len();
        let begin = &text[..at];
        assert!(tokens(begin) <= FIRST, "{name}: {} tokens\n{begin}", tokens(begin));
        assert!(begin.contains(first["id"].as_str().unwrap()), "{begin}");
        if let Some(line) = first["at"].as_str() {
            assert!(begin.contains(line), "{begin}");
        }
    }
    println!("most tokens: {} of text, {} of JSON", most[0], most[1]);
    assert!(with_changes >= 8, "{with_changes}");
}

/// Ids of kernels by function, range and launch.
fn ids(file: &str) -> BTreeMap<String, String> {
    let json: Value =
        serde_json::from_str(&show(&root().join(file), &["--format", "json"])).unwrap();
    let of = |kernel: &Value| {
        let launch = &kernel["configurations"][0];
        let key = format!(
            "{} {} {} {} {}",
            kernel["symbol"],
            kernel["nvtx"],
            launch["grid"],
            launch["block"],
            launch["dynamic_shared_bytes"]
        );
        (key, kernel["id"].as_str().unwrap().to_owned())
    };
    let ids: BTreeMap<String, String> =
        json["kernels"].as_array().unwrap().iter().map(of).collect();
    let different: std::collections::BTreeSet<&String> = ids.values().collect();
    assert_eq!(different.len(), ids.len(), "{file}");
    // Each change of a kernel names one of them.
    for change in json["changes"].as_array().unwrap() {
        let id = change["kernel_id"].as_str();
        assert!(id.is_none_or(|id| ids.values().any(|known| known == id)), "{change}");
    }
    ids
}

#[test]
fn ids_are_the_same_in_all_recordings_of_a_program() {
    for group in [
        &[
            "tests/fixtures/recordings/h200_app.propp",
            "tests/fixtures/recordings/h200_app_one_run.propp",
            "tests/fixtures/recordings/h200_app_two_runs.propp",
        ][..],
        &["recordings/h200_pipeline.propp", "recordings/h100_pipeline.propp"],
        &["recordings/h200_spmv.propp", "recordings/h100_spmv.propp"],
        &["recordings/h200_transpose.propp", "recordings/h100_transpose.propp"],
    ] {
        let all: Vec<BTreeMap<String, String>> = group.iter().map(|file| ids(file)).collect();
        let mut shared = 0;
        for (key, id) in &all[0] {
            for other in &all[1..] {
                if let Some(other) = other.get(key) {
                    assert_eq!(other, id, "{key}");
                    shared += 1;
                }
            }
        }
        assert!(shared >= 2, "{group:?}: {shared}");
    }
}

#[test]
fn a_kernel_is_shown_by_its_id() {
    let file = root().join("recordings/h200_pipeline.propp");
    let json: Value = serde_json::from_str(&show(&file, &["--brief", "--format", "json"])).unwrap();
    let first = &json["changes"][0];
    let text = show(&file, &["-k", first["kernel_id"].as_str().unwrap()]);
    assert!(text.contains(first["kernel"].as_str().unwrap()), "{text}");
    assert!(json["next"][0].as_str().unwrap().contains("--change 1"));
}

/// All of a change, or of a kernel, is as small; a long name or many lines do not make it longer.
#[test]
fn the_second_page_is_small_and_found_by_number_and_id() {
    let tokenizer = tiktoken_rs::o200k_base().unwrap();
    let schema = here().args(["show", "--change", "1", "--schema"]).output().unwrap();
    let schema = published_schema("drill-1", &ended(&schema, 0));
    let (mut most, mut with_lines) = (0, 0);
    for path in recordings() {
        let name = path.file_name().unwrap().to_str().unwrap();
        let packet: Value =
            serde_json::from_str(&show(&path, &["--brief", "--format", "json"])).unwrap();
        let mut asked: Vec<Vec<&str>> = Vec::new();
        if let Some(id) = packet["changes"][0]["id"].as_str() {
            asked.push(vec!["--change", id]);
        }
        if let Some(id) = packet["changes"][1]["kernel_id"].as_str() {
            asked.push(vec!["--brief", "--top", "15", "-k", id]);
        }
        for asked in &asked {
            let text = show(&path, &[&asked[..], &["--format", "json"]].concat());
            let count = tokenizer.encode_ordinary(&text).len();
            assert!(count <= MOST_TOKENS, "{name} {asked:?}: {count} tokens\n{text}");
            most = most.max(count);
            let json: Value = serde_json::from_str(&text).unwrap();
            fits(&schema, &json);
            with_lines += usize::from(!json["lines"].as_array().unwrap().is_empty());
            let id = if asked[0] == "--change" {
                &json["change"]["id"]
            } else {
                &json["kernel"]["kernel_id"]
            };
            assert_eq!(id, asked.last().unwrap());
        }
    }
    println!("most tokens of a second page: {most}");
    assert!(with_lines >= 2, "{with_lines}");
    let file = root().join("recordings/h200_spmv.propp");
    let text = show(&file, &["--change", "2"]);
    assert_eq!(text, show(&file, &["--change", "scattered-reads@kad99e56bce"]));
    assert!(text.contains("Hottest lines:\n") && text.contains("spmv.cu:27"), "{text}");
    assert!(tokenizer.encode_ordinary(&text).len() <= MOST_TOKENS, "{text}");
    let unknown = here().args(["show", "recordings/h200_spmv.propp", "--change", "9"]).output();
    refuses(&unknown.unwrap(), &["there are 1 to 3: copies@run"]);
}

#[test]
fn lines_are_as_many_as_asked_for() {
    let file = root().join("recordings/h200_spmv.propp");
    let of = |top: &str| -> Value {
        let json = show(&file, &["-k", "1", "--lines", "--top", top, "--format", "json"]);
        serde_json::from_str(&json).unwrap()
    };
    let (two, all) = (of("2"), of("99"));
    let lines = |of: &Value| of["kernels"][0]["lines"].as_array().unwrap().clone();
    assert_eq!(lines(&two).len(), 2);
    assert_eq!(lines(&two)[1]["hints"][0], "scattered-reads");
    let instructions = |of: &Value| of["kernels"][0]["instructions"].as_array().unwrap().len();
    assert!(0 < instructions(&two) && instructions(&two) < instructions(&all));
    let text = show(&file, &["-k", "1", "--lines", "--top", "2"]);
    assert!(text.contains("5 more lines (--all)"), "{text}");
}

/// A kernel either has a change or is to be left alone.
#[test]
fn no_kernel_that_is_to_be_left_alone_has_a_hint() {
    let mut near = 0;
    for file in
        ["tests/fixtures/hints/domains.propp.gz", "tests/fixtures/recordings/h200_app.propp"]
    {
        let [brief, whole] =
            [&["--brief", "--format", "json"][..], &["--format", "json"]].map(|arguments| {
                serde_json::from_str::<Value>(&show(&root().join(file), arguments)).unwrap()
            });
        let advice = |id: &Value| {
            let kernels = whole["kernels"].as_array().unwrap();
            kernels.iter().find(|kernel| kernel["id"] == *id).unwrap()["advice"]["hints"].clone()
        };
        for one in brief["near_roof"].as_array().unwrap() {
            near += 1;
            assert_eq!(advice(&one["kernel_id"]), Value::Array(Vec::new()), "{file}: {one}");
        }
    }
    assert!(near > 0);
}

/// The host is not recorded, so that only a bound of what it could save is known.
#[test]
fn gaps_of_an_idle_gpu_have_a_bound_and_no_likely_gain() {
    let file = root().join("tests/fixtures/recordings/h200_graph_kernels.propp");
    let json: Value = serde_json::from_str(&show(&file, &["--brief", "--format", "json"])).unwrap();
    let gaps = json["changes"].as_array().unwrap().iter().find(|one| one["rule"] == "host-gaps");
    let gaps = gaps.unwrap();
    assert!(gaps["at_most"].as_f64().unwrap() > 6.25, "{gaps}");
    assert_eq!((&gaps["gain"], &gaps["saves"]), (&Value::Null, &Value::Null));
    let text = show(&file, &["--brief"]);
    assert!(text.contains("× faster, how much of this can be reached is not known"), "{text}");
    assert!(show(&file, &[]).contains("    at most "), "the first screen");
}
