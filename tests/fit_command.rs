//! `propp fit`, `propp dataset` and `--weights` on a recorded suite: a part of one,
//! 64 cases of six primitives, of which two lack a pass.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::edit::edit;
use crate::support::propp::{ended, propp_here, refusal};
use crate::support::python;

const SUITE: &str = "tests/fixtures/recordings/h200_suite_part.propp";
const TRANSPOSE: &str = "recordings/h200_transpose.propp";

fn refusal_of(words: &[&str]) -> String {
    refusal(&propp_here(words))
}

fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

#[test]
fn the_same_recording_gives_the_same_file_and_propp_reads_it() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (path(&folder, "one.toml"), path(&folder, "other.toml"));
    let html = path(&folder, "fit.html");
    let table = ended(&propp_here(&["fit", SUITE, "--rounds", "100", "-o", &one, "-o", &html]), 0);
    let html = std::fs::read_to_string(html).unwrap();
    assert!(html.contains("Reliability diagram: ") && html.contains("class=\"spot\""), "{html}");
    ended(&propp_here(&["fit", SUITE, "--rounds", "100", "-o", &other]), 0);
    let written = std::fs::read_to_string(&one).unwrap();
    assert_eq!(written, std::fs::read_to_string(&other).unwrap());
    for word in ["64 implementations on 12 problems", "leave out 2 cases with", "cost, norm"] {
        assert!(table.contains(word), "{word} is not in\n{table}");
    }
    assert!(refusal_of(&["fit", SUITE, "-o", &one]).contains("give -f to overwrite it"));
    assert!(written.contains("[cost.certainty]\nscale = ") && table.contains("How sure the order"));

    let shown = ended(&propp_here(&["show", SUITE, "--weights", &one, "--format", "json"]), 0);
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["weights"]["gpu"], "NVIDIA H200");
    let kernels = shown["kernels"].as_array().unwrap();
    let predicted: Vec<&Value> =
        kernels.iter().filter(|kernel| kernel["predicted"]["ns"].is_number()).collect();
    assert!(predicted.len() > 40, "{} of {}", predicted.len(), kernels.len());
    let mut near = 0;
    for kernel in &predicted {
        let parts = kernel["predicted"]["parts"].as_array().unwrap();
        let shares: f64 = parts.iter().map(|part| part["share"].as_f64().unwrap()).sum();
        assert!((shares - 1.0).abs() < 1e-9, "{kernel}");
        let ratio = kernel["predicted"]["ns"].as_f64().unwrap()
            / kernel["durations"]["median_ns"].as_f64().unwrap();
        near += usize::from((0.5..2.0).contains(&ratio));
    }
    assert!(near * 10 > predicted.len() * 7, "{near} of {}", predicted.len());

    // It was made before there were counters of uneven work and of host memory.
    // Nor was the code recorded.
    let without = written.lines().find(|line| line.starts_with("without = [")).unwrap();
    for term in ["host_link", "uneven_instructions", "uneven_loads", "issue_cycles"] {
        assert!(without.contains(&format!("{term:?}")), "{term}: {written}");
    }
    assert!(!written.contains("[cost.coarse]"));

    // This recording has no such counters.
    let old = "tests/fixtures/recordings/h200_transpose_few_counters.propp";
    let table = ended(&propp_here(&["show", old, "--weights", &one]), 0);
    assert!(table.contains("counter dram__bytes_read.sum was not read"), "{table}");
    let without = ended(&propp_here(&["show", old, "--weights", "paper"]), 0);
    assert!(!without.contains("predicted"), "{without}");
}

#[test]
fn every_response_and_metric_can_be_fitted() {
    let mut seen = Vec::new();
    for (model, response) in [
        ("criteria-linear", "relative"),
        ("criteria-linear", "speedup"),
        ("criteria-linear", "time"),
        ("criteria-log", "relative"),
    ] {
        let words =
            ["--rounds", "100", "--format", "json", "--model", model, "--response", response];
        let words = [&["fit", SUITE][..], &words].concat();
        let fit: Value = serde_json::from_str(&ended(&propp_here(&words), 0)).unwrap();
        assert_eq!((&fit["schema"], &fit["fit"]["cost"]), (&"propp.fit/1".into(), &Value::Null));
        let weights = fit["fit"]["weights"].to_string();
        assert!(!seen.contains(&weights), "{words:?} changes nothing");
        seen.push(weights);
    }
}

#[test]
fn pairs_are_told_by_how_far_apart_they_are() {
    let words = ["fit", SUITE, "--rounds", "100"];
    let fit: Value =
        serde_json::from_str(&ended(&propp_here(&[&words[..], &["--format", "json"]].concat()), 0))
            .unwrap();
    let models = fit["fit"]["models"].as_array().unwrap();
    let of = |name: &str| {
        let is_it = |model: &&Value| model["name"].as_str().unwrap().starts_with(name);
        models.iter().find(is_it).unwrap()["figures"][1].clone() // a primitive left out
    };
    let figures = of("cost, norm");
    let ranges = figures["apart"].as_array().unwrap();
    for of in ["measured", "predicted"] {
        let sum = |what: &str| ranges.iter().map(|range| range[of][what].as_f64().unwrap()).sum();
        let (pairs, right): (f64, f64) = (sum("pairs"), sum("right"));
        assert_eq!(figures["ordering"]["total"]["pairs"].as_f64(), Some(pairs));
        assert_eq!(figures["ordering"]["total"]["right"].as_f64(), Some(right));
    }
    assert_eq!(ranges[0]["measured"]["pairs"], 0, "who is nearly as fast has no order");
    assert_eq!(of("paper")["apart"], Value::Array(Vec::new()), "it predicts no times");
    // Whichever predicts best has the lines in the table.
    let best = models[0]["figures"][1]["apart"].as_array().unwrap().len();
    let table = ended(&propp_here(&words), 0);
    assert_eq!(table.contains("as predicted"), best > 0);
    assert_eq!(table.contains("more than 2  "), best > 0, "{table}");
}

#[test]
fn a_fit_does_without_a_counter() {
    let fit = |words: &[&str]| -> Value {
        let all = [&["fit", SUITE, "--rounds", "100", "--format", "json"], words].concat();
        serde_json::from_str(&ended(&propp_here(&all), 0)).unwrap()
    };
    let cost = |fit: &Value| fit["fit"]["cost"].clone();
    let (whole, part) = (fit(&[]), fit(&["--without", "dram__bytes_read.sum"]));
    let without = cost(&part)["without"].to_string();
    assert!(without.contains("dram_read") && without.contains("load_rounds_from_memory"));
    assert!(!cost(&whole)["without"].to_string().contains("dram_read"));
    assert_ne!(cost(&whole)["prices"], cost(&part)["prices"]);
    assert_eq!(whole["fit"]["weights"], part["fit"]["weights"], "criteria stay as they were");
    let refused = refusal_of(&["fit", SUITE, "--without", "dram"]);
    assert!(refused.contains("no case has the counter \"dram\""), "{refused}");
}

#[test]
fn what_cannot_be_fitted_is_refused() {
    let refused = refusal_of(&["fit", TRANSPOSE]);
    assert!(refused.contains("holds no cases of a suite"), "{refused}");
    assert!(refusal_of(&["fit"]).contains("required"));
    assert!(refusal_of(&["fit", SUITE, SUITE]).contains("each case counts once"));
    assert!(refusal_of(&["fit", SUITE, "-f", "-o", SUITE]).contains("is a file to be read"));
    assert!(refusal_of(&["fit", SUITE, "-o", "no/such/folder.toml"]).contains("no such directory"));
    assert!(refusal_of(&["fit", SUITE, "--rounds", "0"]).contains("100..=1000000"));
    assert!(refusal_of(&["dataset", SUITE]).contains("--format"));
    assert!(refusal_of(&["fit", "nowhere.propp"]).contains("nowhere.propp"));
    let refused = refusal_of(&["show", TRANSPOSE, "--weights", "./nowhere.toml"]);
    assert!(refused.contains("cannot use the weights ./nowhere.toml"), "{refused}");
    let words =
        ["rank", "--from", SUITE, "reduce.max", "--sort", "predicted", "--weights", "paper"];
    assert!(refusal_of(&words).contains("have no prices; `propp fit` makes some"));
    let refused = refusal_of(&["rank", "--from", SUITE, "reduce.max", "--weights", "h900"]);
    assert!(refused.contains("h900"), "{refused}");
}

#[test]
fn recordings_of_two_gpus_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let other = path(&folder, "other.propp");
    std::fs::copy(SUITE, &other).unwrap();
    edit(other.as_ref(), "UPDATE device SET name = 'NVIDIA L4'");
    for command in ["fit", "dataset"] {
        let words = [&[command, SUITE, &other][..], &["--format", "csv"]].concat();
        let refused = refusal_of(if command == "fit" { &words[..3] } else { &words });
        assert!(refused.contains("different GPUs (NVIDIA H200, NVIDIA L4)"), "{refused}");
    }
}

#[test]
fn prices_that_are_none_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(&folder, "w.toml");
    ended(&propp_here(&["fit", SUITE, "--rounds", "100", "-o", &file]), 0);
    let whole = std::fs::read_to_string(&file).unwrap();
    for (from, to, word) in [
        ("\nl2_sectors =", "\nl3_sectors =", "the price of l2_sectors is missing"),
        ("\nl2_sectors = { ns = ", "\nl2_sectors = { ns = 1e300 } # ", "missing field"),
        (
            "\nl2_sectors = {",
            "\nl2_sectors = { ns = -1.0, low = 0.0, high = 1.0, most = 1.0 } # {",
            "is negative",
        ),
        (
            "\nl2_sectors = {",
            "\nl2_sectors = { ns = 2.0, low = 0.0, high = 1.0, most = 1.0 } # {",
            "is not within its interval",
        ),
        ("spread = ", "spread = -", "must be 1 or more"),
        ("schema = 1", "schema = 9", "schema"),
    ] {
        std::fs::write(&file, whole.replacen(from, to, 1)).unwrap();
        let refused = refusal_of(&["show", TRANSPOSE, "--weights", &file]);
        assert!(refused.contains(word), "{refused}");
    }
}

#[test]
fn the_dataset_has_every_case_and_scipy_finds_the_weights_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let (csv, parquet) = (path(&folder, "d.csv"), path(&folder, "d.parquet"));
    propp_here(&["dataset", SUITE, "-o", &csv, "-o", &parquet]);
    let text_of_csv = std::fs::read_to_string(&csv).unwrap();
    assert_eq!(text_of_csv.lines().count(), 65);
    assert!(text_of_csv.starts_with("gpu,primitive,element,n,m,distribution,library,variant,time"));
    assert!(std::fs::read(&parquet).unwrap().starts_with(b"PAR1"));
    let to_stdout = ended(&propp_here(&["dataset", SUITE, "--format", "csv"]), 0);
    assert_eq!(to_stdout, text_of_csv);
    assert!(refusal_of(&["dataset", SUITE, "-o", &csv]).contains("give -f"));

    let Some(python) = python() else { return };
    let fit = path(&folder, "fit.json");
    let words = ["fit", SUITE, "--rounds", "100", "--format", "json", "--model", "criteria-linear"];
    let json = ended(&propp_here(&words), 0);
    std::fs::write(&fit, json).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fit/dataset.py");
    let checked = Command::new(python).arg(script).args([&csv, &fit]).output().unwrap();
    println!("{}", String::from_utf8_lossy(&checked.stdout));
    assert!(checked.status.success(), "{checked:?}");
}

#[test]
fn weights_of_the_recorded_gpu_are_used_and_named_and_say_how_sure_qm_is() {
    let table = ended(&propp_here(&["show", SUITE, "--all"]), 0);
    assert!(table.contains("propp fit, NVIDIA H200"), "{table}");
    let shown = |weights: &str| -> Value {
        let words = ["show", SUITE, "--weights", weights, "--format", "json"];
        serde_json::from_str(&ended(&propp_here(&words), 0)).unwrap()
    };
    let (own, paper) = (shown("auto"), shown("paper"));
    assert_eq!(own["weights"]["gpu"], "NVIDIA H200");
    let (mut wide, mut all) = (0, 0);
    for (kernel, by_paper) in
        own["kernels"].as_array().unwrap().iter().zip(paper["kernels"].as_array().unwrap())
    {
        assert!(by_paper["quality"]["low"].is_null(), "nobody knows how sure the paper's are");
        let quality = &kernel["quality"];
        let Some(value) = quality["value"].as_f64() else { continue };
        let (low, high) = (quality["low"].as_f64().unwrap(), quality["high"].as_f64().unwrap());
        assert!(0.0 <= low && low <= value && value <= high && high <= 1.0, "{quality}");
        all += 1;
        wide += usize::from(high - low > 0.005);
    }
    assert!(wide > 50, "{wide} of {all} intervals are wide");
}
