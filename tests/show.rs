//! `propp show` as a user meets it, on a recording that is made up in
//! `fixtures/recordings/synthetic.rs`; nothing in it was measured.

use std::process::{Output, Stdio};

use tempfile::TempDir;

use crate::support::propp::{
    command, document, in_repository, propp, propp_here, published_schema, refuses, stdout,
};
use crate::support::synthetic::{program, record};

/// A directory with the recordings `app.propp` and `rank1.propp`.
fn recorded() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    record(&dir.path().join("app.propp"), &program(1), true);
    record(&dir.path().join("rank1.propp"), &program(2), true);
    dir
}

fn show(dir: &TempDir, arguments: &[&str]) -> Output {
    propp(dir, &[&["show"], arguments].concat())
}

#[test]
fn first_screen() {
    insta::assert_snapshot!(stdout(&show(&recorded(), &["app.propp"])));
}

#[test]
fn first_screen_of_an_h200() {
    let dir = tempfile::tempdir().unwrap();
    let fixture = "tests/fixtures/recordings/h200_app.propp";
    std::fs::copy(in_repository(fixture), dir.path().join("h200_app.propp")).unwrap();
    insta::assert_snapshot!(stdout(&show(&dir, &["h200_app.propp"])));
}

#[test]
fn table() {
    insta::assert_snapshot!(stdout(&show(&recorded(), &["app.propp", "--all"])));
}

#[test]
fn table_of_ranks_merged_and_limited() {
    let arguments =
        ["app.propp", "rank1.propp", "--merge", "--sort", "qm", "--top", "3", "-k", "regex:[vs]"];
    insta::assert_snapshot!(stdout(&show(&recorded(), &arguments)));
}

#[test]
fn table_of_a_recording_without_counters() {
    let dir = tempfile::tempdir().unwrap();
    let runs: Vec<_> = program(1).into_iter().take(1).collect();
    record(&dir.path().join("app.propp"), &runs, false);
    insta::assert_snapshot!(stdout(&show(&dir, &["app.propp", "--all"])));
}

#[test]
fn the_published_schema_is_the_programs() {
    published_schema("show-1", &stdout(&propp_here(&["show", "--schema"])));
}

#[test]
fn json() {
    let text = stdout(&show(&recorded(), &["app.propp", "--format", "json", "--top", "2"]));
    // What differs from day to day and from version to version.
    let fixed = text.lines().map(|line| match line.split_once("_utc\": \"") {
        Some((key, _)) if key.contains("finished") => format!("{key}_utc\": \"TIME\","),
        _ => line.replace(env!("CARGO_PKG_VERSION"), "VERSION"),
    });
    insta::assert_snapshot!(fixed.collect::<Vec<_>>().join("\n"));
}

#[test]
fn csv() {
    insta::assert_snapshot!(stdout(&show(&recorded(), &["app.propp", "--format", "csv"])));
}

#[test]
fn explain_one_criterion() {
    let output = show(&recorded(), &["app.propp", "--explain", "smem_eff"]);
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn explain_everything_of_one_kernel() {
    let output = show(&recorded(), &["app.propp", "-k", "strided", "--explain"]);
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn output_goes_to_a_file_whose_ending_says_how() {
    let dir = recorded();
    let wrote = |arguments: &[&str]| {
        let output = show(&dir, arguments);
        assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("propp: wrote out.csv ("), "{said}");
    };
    wrote(&["app.propp", "-o", "out.csv"]);
    let written = || std::fs::read_to_string(dir.path().join("out.csv")).unwrap();
    assert!(written().starts_with("kernel,symbol,"));
    refuses(
        &show(&dir, &["app.propp", "-o", "out.csv", "--format", "json"]),
        &["out.csv exists; give -f to overwrite it"],
    );
    assert!(written().starts_with("kernel,symbol,"));
    wrote(&["app.propp", "-o", "out.csv", "--format", "json", "-f"]);
    assert!(written().starts_with("{\n"));
    refuses(
        &show(&dir, &["app.propp", "-o", "no/such/out.csv"]),
        &["cannot write no/such/out.csv"],
    );
}

#[test]
fn the_quality_metric_is_explained_alone() {
    let text = stdout(&show(&recorded(), &["app.propp", "-k", "strided", "--explain", "qm"]));
    assert!(text.contains("QM 0.") && !text.contains("(weight "), "{text}");
}

#[test]
fn probes_are_no_kernels() {
    refuses(&propp_here(&["show", "recordings/h200/probe.propp"]), &["see `propp probe --from "]);
}

#[test]
fn what_cannot_be_shown_is_refused_with_the_cure() {
    let dir = recorded();
    std::fs::write(dir.path().join("text"), "not a database, but long enough to be one").unwrap();
    for (arguments, words) in [
        (&["no.propp"][..], &["cannot open the recording no.propp"][..]),
        (&["text"], &["text is not a propp recording", "`propp profile APP`"]),
        (&["app.propp", "text"], &["text is not a propp recording"]),
        (&["app.propp", "--weights", "h900"], &["\"h900\"", "there are: paper", "./h900"]),
        (&["app.propp", "--weights", "./w.toml"], &["cannot use the weights ./w.toml"]),
        (&["app.propp", "--weights", "./text"], &["cannot use the weights ./text"]),
        (&["app.propp", "-k", "regex:("], &["not a regular expression"]),
        (&["app.propp", "--format", "yaml"], &["table, json, csv"]),
        (&["app.propp", "-o", "x.weird"], &["no format has the ending .weird", ".parquet"]),
        (&["app.propp", "--explain", "--format", "json"], &["cannot be used with"]),
        (&["--schema", "--format", "json"], &["--schema cannot be used with --format"]),
        (&["--schema", "app.propp"], &["--schema cannot be used with a FILE"]),
        (&["--schema", "--merge"], &["--schema cannot be used with --merge"]),
        (&["app.propp", "-f"], &["required", "--output"]),
        (&["app.propp", "--cuda-dir", "/usr"], &["unexpected argument '--cuda-dir'"]),
        (&[], &["<FILE>"]),
        (&["--explain", "OCC"], &["no recording is given"]),
    ] {
        refuses(&show(&dir, arguments), words);
    }
}

/// A recording of an H200, and what to do with its hints.
fn of_an_h200(dir: &TempDir, arguments: &[&str]) -> Output {
    let path = in_repository("tests/fixtures/recordings/h200_app.propp");
    let path = path.to_str().unwrap();
    show(dir, &[&[path], arguments].concat())
}

/// A profile of one finding.
fn made_up(dir: &TempDir, gpu: &str, cycles: f64) {
    let text = format!(
        r#"{{"schema": "propp.probe/1", "gpu": "{gpu}", "compute_capability": "9.0",
        "driver": "1.2.3", "compiler": "nvcc", "propp": "4.5.6", "date": "2001-02-03T04:05:06Z",
        "samples": 1, "unstable": 0, "findings": [{{"id": "shared.conflict_4.cycles_per_way", "value":
        {{"number": {cycles:.3}}}, "unit": "cycles", "interval": [1.9, 2.1],
        "method": "made up", "samples": 1}}]}}"#
    );
    std::fs::write(dir.path().join("profile.json"), text).unwrap();
}

#[test]
fn prices_come_from_a_profile_and_every_format_names_it() {
    let dir = tempfile::tempdir().unwrap();
    made_up(&dir, "NVIDIA H200", 2.0);
    // All kernels match, which leaves the first screen.
    let of_an_h200 = |dir: &TempDir, arguments: &[&str]| {
        of_an_h200(dir, &[&["-k", "regex:."], arguments].concat())
    };
    for format in ["table", "md", "html", "json"] {
        let text = stdout(&of_an_h200(&dir, &["--probe", "profile.json", "--format", format]));
        // Of Markdown without what keeps its characters from meaning something.
        let text = text.replace('\\', "");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let sentence = "to an access (loads), which take 62.0 cycles (58.9 to 65.1)";
        assert!(words.contains(sentence), "{format}");
        assert!(words.contains("shared.conflict_4.cycles_per_way"), "{format}");
        assert!(!words.contains("shared.hit"), "{format}");
        assert!(words.contains("2001-02-03T04:05:06Z"), "{format}");
        let none = stdout(&of_an_h200(&dir, &["--probe", "none", "--format", format]));
        assert!(!none.contains("per_way") && !none.contains(r"per\_way"), "{format}");
        let own = stdout(&of_an_h200(&dir, &["--format", format]));
        let own = own.replace('\\', "");
        assert!(own.contains("cycles_per_way"), "{format}");
    }
}

#[test]
fn a_profile_of_another_gpu_is_refused() {
    let dir = recorded();
    made_up(&dir, "NVIDIA L4", 2.0);
    refuses(&of_an_h200(&dir, &["--probe", "profile.json"]), &["NVIDIA L4", "NVIDIA H200"]);
    refuses(
        &show(&dir, &["app.propp", "--probe", "profile.json"]),
        &["NVIDIA L4", "Synthetic GPU"],
    );
    refuses(
        &of_an_h200(&dir, &["--probe", "nothing.json"]),
        &["cannot use the device profile nothing.json"],
    );
    std::fs::write(dir.path().join("profile.json"), r#"{"schema": "propp.probe/9"}"#).unwrap();
    refuses(&of_an_h200(&dir, &["--probe", "profile.json"]), &["propp.probe/9"]);
}

#[test]
fn the_environment_is_meant_for_other_calls_too() {
    let dir = recorded();
    for arguments in [&["--schema"][..], &["app.propp", "--explain"]] {
        let plain = stdout(&show(&dir, arguments));
        let mut command = command(&dir);
        let output = command
            .arg("show")
            .args(arguments)
            .env("PROPP_FORMAT", "csv")
            .env("PROPP_KERNEL", "regex:.")
            .output();
        assert_eq!(stdout(&output.unwrap()), plain);
    }
}

#[test]
fn a_recording_that_is_named_twice_counts_once() {
    let dir = recorded();
    std::os::unix::fs::symlink("app.propp", dir.path().join("link")).unwrap();
    let once = stdout(&show(&dir, &["app.propp"]));
    let twice = show(&dir, &["app.propp", "./app.propp", "link"]);
    assert_eq!(String::from_utf8(twice.stdout).unwrap(), once);
    let said = String::from_utf8(twice.stderr).unwrap();
    assert!(said.contains("./app.propp is the same recording as app.propp, and counts once"));
    assert_eq!(said.lines().count(), 2, "{said}");
}

#[test]
fn weights_come_from_a_file() {
    let dir = recorded();
    let paper = include_str!("../weights/paper.toml");
    let only = |name: &str| {
        paper
            .lines()
            .map(|line| match line.split_once(" = ") {
                Some((key, value)) if value.parse::<u32>().is_ok() && key != "schema" => {
                    format!("{key} = {}\n", u32::from(key == name))
                }
                _ => format!("{line}\n"),
            })
            .collect::<String>()
    };
    std::fs::write(dir.path().join("w.toml"), only("Gran_L2")).unwrap();
    let text = stdout(&show(&dir, &["app.propp", "--weights", "w.toml", "--format", "json"]));
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    for kernel in report["kernels"].as_array().unwrap() {
        assert_eq!(kernel["quality"]["value"], kernel["criteria"]["Gran_L2"]["value"]);
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let dir = recorded();
    let mut child = command(&dir)
        .args(["show", "app.propp", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn floors_come_from_an_emulated_run_of_the_same_program() {
    let emulated = "tests/fixtures/recordings/emulated_transpose.propp";
    let show = |file: &str, arguments: &[&str]| {
        propp_here(&[&["show", file, "--floor", emulated], arguments].concat())
    };
    let report = document(&show("recordings/h100_transpose.propp", &["--format", "json"]));
    let kernels = report["kernels"].as_array().unwrap();
    let left = |name: &str| {
        let kernel = kernels.iter().find(|kernel| kernel["short_name"] == name).unwrap();
        let needs = &kernel["floor"]["needs"];
        assert_eq!(needs["read_bytes"], 67_108_864.0);
        assert_eq!(needs["written_bytes"], 67_108_864.0);
        kernel["floor"]["left"].as_f64().unwrap()
    };
    assert!((6.0..9.0).contains(&left("transpose_naive")));
    assert!((1.0..1.5).contains(&left("transpose_padded")));
    let text = stdout(&show("recordings/h100_transpose.propp", &["--all"]));
    assert!(text.contains("×  transpose_naive\n"), "{text}");
    let other = show("recordings/h100_transpose.propp", &["--format", "csv"]);
    refuses(&other, &["--floor is for the table and for JSON"]);
    refuses(&show(emulated, &[]), &["--floor is for a recording with times"]);
    let other = show("recordings/h100_spmv.propp", &[]);
    refuses(&other, &["has none of these kernels"]);
    let measured = "recordings/h100_transpose.propp";
    let other = propp_here(&["show", measured, "--floor", measured]);
    refuses(&other, &["is not a recording of propp emulate"]);
}

/// The tables for data frames are of the same part of the run as the screen.
#[test]
fn rows_of_kernels_are_of_the_steps_and_say_so() {
    const FILE: &str = "recordings/h200_pytorch_step.propp";
    let rows = |more: &[&str]| {
        stdout(&propp_here(&[&["show", FILE, "--format", "csv"][..], more].concat()))
    };
    let steps = rows(&["--rows", "kernels"]);
    assert_eq!(steps, rows(&[]));
    let whole = rows(&["--rows", "kernels", "--step", "none"]);
    assert_eq!(whole, rows(&["--step", "none"]));
    let table = |step: &[&str]| {
        let json = [&["show", FILE, "--rows", "kernels", "--format", "json"][..], step].concat();
        document(&propp_here(&json))
    };
    let column = |table: &serde_json::Value, name: &str| {
        let columns = table["columns"].as_array().unwrap();
        columns.iter().find(|of| of["name"] == name).unwrap()["values"].as_array().unwrap().clone()
    };
    assert!(column(&table(&[]), "steps").iter().all(|steps| *steps == 8));
    let none = table(&["--step", "none"]);
    assert!(column(&none, "steps").iter().all(serde_json::Value::is_null));
    let total =
        |table| column(table, "total_ns").iter().filter_map(serde_json::Value::as_u64).sum::<u64>();
    assert!(total(&none) > total(&table(&[])));
    let launches =
        propp_here(&["show", FILE, "--rows", "launches", "--step", "none", "--format", "csv"]);
    refuses(&launches, &["--step has no effect", "whole run"]);
}
