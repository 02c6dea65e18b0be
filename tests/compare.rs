//! `propp compare` as a user meets it.

use std::path::Path;
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::edit::edit;
use crate::support::left_out;
use crate::support::many::{Made, write, write_steps};
use crate::support::propp::{document, ended, fits, propp, published_schema, refuses};
use crate::support::schema::problems;

const TRANSPOSE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/recordings/h200_transpose.propp");

fn compare(dir: &Path, arguments: &[&str]) -> Output {
    propp(dir, &[&["compare"], arguments].concat())
}

fn json(dir: &Path, arguments: &[&str]) -> Value {
    document(&compare(dir, &[arguments, &["--format", "json"]].concat()))
}

fn recorded(kernels: &[(&str, &[Made])]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, kernels) in kernels {
        write(&dir.path().join(name), kernels);
    }
    dir
}

fn texts<'a>(list: &'a Value, key: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|one| one[key].as_str().unwrap()).collect()
}

#[test]
fn implementations_in_one_recording_are_ranked_and_explained() {
    let names = ["transpose_naive", "transpose_tiled", "transpose_padded", "transpose_vectorised"];
    let arguments = [TRANSPOSE, "-k", names[0], "-k", names[1], "-k", names[2], "-k", names[3]];
    let report = json(Path::new("."), &arguments);
    assert_eq!(report["schema"], "propp.compare/1");
    let ranking = report["ranking"].as_array().unwrap();
    assert_eq!((&ranking[2], &ranking[3]), (&Value::from(names[1]), &Value::from(names[0])));
    let against = report["comparisons"].as_array().unwrap();
    assert_eq!(against.len(), 3);
    let padded = &against[1];
    assert_eq!(padded["total"]["verdict"], "faster");
    let speedup = padded["total"]["speedup"].as_f64().unwrap();
    // 1.243070 ms of the naive one, 185.378 us of the padded one.
    assert!((speedup - 6.706).abs() < 0.01, "{speedup}");
    let (low, high) = (&padded["total"]["low"], &padded["total"]["high"]);
    assert!(low.as_f64().unwrap() < speedup && speedup < high.as_f64().unwrap());
    let by = texts(&padded["reasons"]["explained_by"], "what");
    assert_eq!(by[..2], ["Gran_L1", "Gran_L2"], "{by:?}");
    assert_eq!(texts(&padded["reasons"]["on_one_side_alone"], "what"), ["SMem_eff"]);
    assert_eq!(padded["kernels"][0]["aligned_by"], "place");
}

#[test]
fn a_prediction_says_how_certain_it_is_and_stands_in_for_times() {
    let names = ["transpose_naive", "transpose_padded", "transpose_vectorised"];
    let dir = tempfile::tempdir().unwrap();
    let untimed = dir.path().join("t.propp");
    std::fs::copy(TRANSPOSE, &untimed).unwrap();
    edit(&untimed, "DELETE FROM kernel");
    for file in [TRANSPOSE, untimed.to_str().unwrap()] {
        let arguments = [file, "-k", names[0], "-k", names[1], "-k", names[2]];
        let report = json(Path::new("."), &arguments);
        let expected = report["comparisons"][0]["kernels"][0]["expected"].clone();
        let (before, after) = (&expected["before_ns"], &expected["after_ns"]);
        let speedup = before.as_f64().unwrap() / after.as_f64().unwrap();
        assert!((expected["speedup"].as_f64().unwrap() - speedup).abs() < 1e-9);
        assert!(expected["faster"].as_f64().unwrap() > 0.99 && speedup > 5.0, "{expected}");
        let text = ended(&compare(Path::new("."), &arguments), 0);
        if file == TRANSPOSE {
            let line = format!("the cost model expects a speedup of {speedup:.2} (faster: >99 %)");
            assert!(text.contains(&line), "{text}");
        } else {
            assert_eq!(report["comparisons"][0]["mover"], Value::Null);
            assert!(text.contains("has no times; ~ is predicted"), "{text}");
            assert!(text.contains(&format!("~{speedup:>7.2}  faster: >99 %")), "{text}");
            let md =
                ended(&compare(dir.path(), &[&arguments[..], &["--format", "md"]].concat()), 0);
            assert!(md.contains(&format!("| ~{speedup:.2} | | | faster: >99 % |")), "{md}");
        }
    }
    let near = [untimed.to_str().unwrap(), "-k", names[1], "-k", names[2]];
    let faster = json(Path::new("."), &near)["comparisons"][0]["kernels"][0]["expected"]["faster"]
        .as_f64()
        .unwrap();
    assert!((0.1..0.9).contains(&faster), "{faster}");
    assert!(ended(&compare(Path::new("."), &near), 0).contains("cannot tell"));
    // The paper's weights have no prices.
    let paper = json(Path::new("."), &[&near[..], &["--weights", "paper"]].concat());
    assert_eq!(paper["comparisons"][0]["kernels"][0]["expected"], Value::Null);
}

#[test]
fn what_cannot_be_told_apart_is_a_tie() {
    let arguments = [TRANSPOSE, "-k", "transpose_padded", "-k", "transpose_vectorised"];
    let report = json(Path::new("."), &arguments);
    assert_eq!(report["comparisons"][0]["total"]["verdict"], "tie");
    assert_eq!(report["comparisons"][0]["reasons"]["explained_by"], Value::Array(Vec::new()));
    let text = ended(&compare(Path::new("."), &arguments), 0);
    assert!(
        text.contains("transpose_vectorised against transpose_padded, time in kernels: a tie"),
        "{text}"
    );
}

#[test]
fn a_recording_against_itself_is_a_tie_in_every_kernel() {
    let same = format!("same={TRANSPOSE}");
    let report = json(Path::new("."), &[TRANSPOSE, &same]);
    let rows = report["comparisons"][0]["kernels"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    for row in rows {
        assert_eq!(
            (&row["aligned_by"], &row["change"]["verdict"]),
            (&"signature".into(), &"tie".into())
        );
        assert_eq!(row["change"]["speedup"], 1.0);
    }
}

#[test]
fn kernels_are_aligned_by_name_by_function_and_by_likeness() {
    let before = [
        Made::new("same", 10, 100_000),
        Made::new("_Z4tileILi8EEvPf", 10, 50_000),
        Made::new("old_name", 10, 40_000),
        Made::new("radix_sort", 10, 30_000),
    ];
    let after = [
        Made::new("new_name", 20, 20_000),
        Made::new("_Z4tileILi16EEvPf", 10, 25_000),
        Made::new("same", 10, 100_000),
        Made::new("fused_relu", 30, 10_000),
    ];
    let dir = recorded(&[("a.propp", &before), ("b.propp", &after)]);
    let report = json(dir.path(), &["before=a.propp", "after=b.propp"]);
    let mut rows: Vec<[&str; 4]> = report["comparisons"][0]["kernels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let name = |side: &str| row[side]["name"].as_str().unwrap_or("-");
            let text = |value: &'_ Value| value.as_str().unwrap_or("-").len();
            let verdict = row["change"]["verdict"].as_str().unwrap_or("-");
            assert!(text(&row["aligned_by"]) > 0);
            [name("before"), name("after"), row["aligned_by"].as_str().unwrap(), verdict]
        })
        .collect();
    rows.sort_unstable();
    assert_eq!(
        rows,
        [
            ["-", "fused_relu", "alone", "-"],
            ["old_name", "new_name", "place", "faster"],
            ["radix_sort", "-", "alone", "-"],
            ["same", "same", "name", "tie"],
            ["void tile<8>(float*)", "void tile<16>(float*)", "function", "faster"],
        ]
    );
    let text = ended(&compare(dir.path(), &["before=a.propp", "after=b.propp"]), 0);
    assert!(text.contains("old_name -> new_name (alike)"), "{text}");
    assert!(text.contains("radix_sort (gone)") && text.contains("fused_relu (new)"), "{text}");
    assert!(text.contains("after against before, time in kernels: "), "{text}");
}

#[test]
fn of_recordings_only_the_kernels_that_are_asked_for_are_compared() {
    let dir = recorded(&[
        ("a.propp", &[Made::new("scan", 9, 100_000), Made::new("sort", 9, 700_000)]),
        ("b.propp", &[Made::new("scan", 9, 50_000), Made::new("sort", 9, 900_000)]),
    ]);
    let both = ["before=a.propp", "b.propp"];
    let report =
        |more: &[&str]| json(dir.path(), &[&both[..], more].concat())["comparisons"][0].clone();
    assert_eq!(report(&[])["total"]["verdict"], "slower");
    let scan = report(&["-k", "scan"]);
    assert_eq!(scan["total"]["verdict"], "faster");
    assert_eq!(scan["kernels"].as_array().unwrap().len(), 1);
    assert_eq!(report(&["-k", "regex:^s"])["kernels"].as_array().unwrap().len(), 2);
    assert_eq!(report(&["-k", "scan", "-k", "sort"])["kernels"].as_array().unwrap().len(), 2);
    // Who reads the report alone sees that it is not of the whole program.
    let text = ended(&compare(dir.path(), &[&both[..], &["-k", "scan"]].concat()), 0);
    assert!(
        text.contains(
            "b.propp -k scan against before -k scan, time in kernels: 2.00 times as fast"
        ),
        "{text}"
    );
}

#[test]
fn what_ran_in_ranges_of_one_recording_is_compared() {
    let in_range = |nvtx, ns| Made { nvtx: Some(nvtx), ..Made::new("work", 8, ns) };
    let dir = recorded(&[("r.propp", &[in_range("old", 80_000), in_range("new", 20_000)])]);
    let report = json(dir.path(), &["r.propp", "--range", "old", "--range", "new"]);
    assert_eq!(report["ranking"], Value::from(vec!["new", "old"]));
    let total = &report["comparisons"][0]["total"];
    assert_eq!(total["verdict"], "faster");
    assert!((total["speedup"].as_f64().unwrap() - 4.0).abs() < 0.01);
    let refused = compare(dir.path(), &["r.propp", "--range", "old", "--range", "none"]);
    refuses(&refused, &["no kernel ran in range \"none\"; ranges: new, old"]);
}

#[test]
fn a_single_launch_is_no_proof_of_a_small_difference() {
    let dir = recorded(&[
        ("a.propp", &[Made::new("k", 1, 100_000)]),
        ("b.propp", &[Made::new("k", 1, 110_000)]),
        ("c.propp", &[Made::new("k", 1, 200_000)]),
    ]);
    let report = json(dir.path(), &["a.propp", "b.propp", "c.propp"]);
    let verdicts: Vec<&Value> = report["comparisons"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["total"]["verdict"])
        .collect();
    assert_eq!(verdicts, ["tie", "slower"]);
}

#[test]
fn markdown_is_for_pull_requests() {
    let dir = recorded(&[
        ("a.propp", &[Made::new("<b>|`x`", 9, 100_000)]),
        ("b.propp", &[Made::new("<b>|`x`", 9, 200_000)]),
    ]);
    assert_eq!(ended(&compare(dir.path(), &["a.propp", "b.propp", "-o", "c.md"]), 0), "");
    let text = std::fs::read_to_string(dir.path().join("c.md")).unwrap();
    assert!(text.contains("| `<b>\\|'x'` |") && text.contains("**slower**"), "{text}");
}

#[test]
fn no_report_replaces_what_it_is_made_of() {
    let dir =
        recorded(&[("a.propp", &[Made::new("k", 9, 1)]), ("b.json", &[Made::new("k", 9, 1)])]);
    let before = std::fs::read(dir.path().join("b.json")).unwrap();
    for output in ["b.json", "./b.json", "-", "missing/c.json"] {
        let refused = compare(dir.path(), &["a.propp", "b.json", "-f", "-o", output]);
        assert_eq!(refused.status.code(), Some(2), "{output}");
    }
    assert_eq!(std::fs::read(dir.path().join("b.json")).unwrap(), before);
    let device = compare(dir.path(), &["a.propp", "b.json", "--format", "md", "-o", "/dev/null"]);
    assert!(device.status.success());
}

#[test]
fn what_cannot_be_compared_is_refused_with_the_cure() {
    let dir = recorded(&[("a.propp", &[Made::new("k", 3, 1_000)])]);
    for (arguments, words) in [
        (&["a.propp"][..], "nothing to compare with"),
        (&["a.propp", "-k", "k"], "or --kernel or --range twice"),
        (&["a.propp", "b=a.propp", "-k", "k", "-k", "l"], "no kernel matches --kernel l"),
        (&["a.propp", "-k", "k", "-k", "kk"], "no kernel matches --kernel kk (did you mean k?)"),
        (&["a.propp", "--range", "x", "--range", "y"], "--nvtx-include RANGE"),
        (&["a.propp", "no.propp"], "cannot open the recording no.propp"),
        (&["a.propp", "--run", "true"], "--run takes NAME=CMD"),
        (&[], "<FILE>"),
        (&["--schema", "a.propp"], "--schema cannot be used with a FILE"),
        (&["--schema", "--run", "a=true"], "--schema cannot be used with --run"),
    ] {
        refuses(&compare(dir.path(), arguments), &[words]);
    }
}

#[test]
fn real_comparisons_fit_the_published_schema() {
    let printed = ended(&compare(Path::new("."), &["--schema"]), 0);
    let schema = published_schema("compare-1", &printed);
    let app = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/recordings/h200_app.propp");
    // Everything that may be missing is missing somewhere: kernels of one side alone,
    // criteria, predictions, times.
    let dir = recorded(&[("a.propp", &[Made::new("k", 3, 1_000)])]);
    for arguments in [
        &[TRANSPOSE, app][..],
        &[app, "a.propp"],
        &[TRANSPOSE, "-k", "transpose_naive", "-k", "transpose_padded", "-k", "regex:tiled"],
    ] {
        fits(&schema, &json(dir.path(), arguments));
    }
    let mut bad = json(dir.path(), &[TRANSPOSE, app]);
    bad["comparisons"][0]["kernels"][0]["aligned_by"] = Value::from("luck");
    bad["sides"][0]["quality"] = Value::from(2.0);
    bad["more"] = Value::Null;
    assert_eq!(problems(&schema, &bad).len(), 3);
}

#[test]
fn commands_need_a_gpu() {
    if propp_collect_cuda::gpus().is_ok() {
        return left_out("what `compare --run` says without a GPU, because there is one");
    }
    let output = compare(Path::new("."), &["--run", "a=true", "--run", "b=true"]);
    assert_eq!(output.status.code(), Some(4));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("--run needs a GPU") && said.contains("compare recordings"), "{said}");
    assert!(output.stdout.is_empty());
}

/// Words are looked at before the machine is: what is no command is a mistake of usage.
#[test]
fn a_run_without_a_name_or_a_command_is_refused() {
    for run in ["true", "=true", "a="] {
        let output = compare(Path::new("."), &["--run", "b=true", "--run", run]);
        refuses(&output, &["--run takes NAME=CMD"]);
    }
}

#[test]
fn a_step_is_compared_however_many_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let kernels = |launches| {
        [("gemm", 90_000), ("norm", 30_000)].map(|(name, ns)| Made::new(name, launches, ns))
    };
    write_steps(&path("ten.propp"), &kernels(10), true);
    write_steps(&path("forty.propp"), &kernels(40), true);
    write(&path("whole.propp"), &kernels(10));
    let compared =
        |files: [&str; 2], options: &[&str]| json(folder.path(), &[&files[..], options].concat());
    let of = |document: &Value| -> (String, [u64; 2]) {
        let against = &document["comparisons"][0];
        let rows = &against["kernels"][0];
        let launches = ["before", "after"].map(|side| rows[side]["launches"].as_u64().unwrap());
        (against["total"]["verdict"].as_str().unwrap().to_owned(), launches)
    };
    let steps = compared(["ten.propp", "forty.propp"], &[]);
    assert_eq!(of(&steps), ("tie".to_owned(), [1, 1]));
    assert_eq!(steps["sides"][1]["step"]["count"], 40);
    let runs = compared(["ten.propp", "forty.propp"], &["--step", "none"]);
    assert_eq!(of(&runs), ("slower".to_owned(), [10, 40]));
    assert_eq!(runs["sides"][1]["step"], Value::Null);
    // A side without steps.
    assert_eq!(of(&compared(["ten.propp", "whole.propp"], &[])).1, [10, 10]);
}

#[test]
fn different_programs_without_a_common_kernel_are_not_ordered() {
    let spmv = concat!(env!("CARGO_MANIFEST_DIR"), "/recordings/h200_spmv.propp");
    let here = Path::new(".");
    let report = json(here, &[TRANSPOSE, spmv]);
    let against = &report["comparisons"][0];
    assert_eq!((&against["unrelated"], &against["total"]), (&true.into(), &Value::Null));
    let text = ended(&compare(here, &[TRANSPOSE, spmv]), 0);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("are different programs without a common kernel"), "{text}");
    assert!(!text.contains("times as") && !text.contains(" 2. "), "{text}");
    for sides in [[TRANSPOSE, spmv], [spmv, TRANSPOSE]] {
        let word = ended(&compare(here, &[&sides[..], &["--verdict"]].concat()), 3);
        assert!(word.starts_with("cannot tell\n"), "{word}");
        assert!(word.contains("because they are different programs"), "{word}");
    }
    // Whoever names kernels means to compare them.
    let named = ["-k", "transpose_naive", "-k", "row_per_thread"];
    let chosen = json(here, &[&[TRANSPOSE, spmv][..], &named].concat());
    assert_eq!(chosen["comparisons"][0]["unrelated"], false);
    assert!(chosen["comparisons"][0]["total"]["speedup"].is_number());
    // Kernels that every script of PyTorch calls are no common program.
    let at = |functor: &str| {
        format!("void at::native::vectorized_elementwise_kernel<4, {functor}>(int)")
    };
    let of =
        |functor: &str, own: &str| [Made::new(&at(functor), 20, 90_000), Made::new(own, 5, 50_000)];
    let (one, two) = (of("CUDAFunctor_add<float>", "fold_rows"), of("FillFunctor<float>", "spin"));
    let folder = recorded(&[("one.propp", &one), ("two.propp", &two), ("same.propp", &one)]);
    for script in ["one", "two", "same"] {
        let command = format!(
            "UPDATE meta SET value = '[\"python3\", \"{script}.py\"]' WHERE key = 'command'"
        );
        edit(&folder.path().join(format!("{script}.propp")), &command);
    }
    let unrelated = |other: &str| {
        json(folder.path(), &["one.propp", other])["comparisons"][0]["unrelated"].clone()
    };
    assert_eq!([unrelated("two.propp"), unrelated("same.propp")], [true, false]);
    // Another GPU is the same program.
    let other = concat!(env!("CARGO_MANIFEST_DIR"), "/recordings/h100_spmv.propp");
    assert_eq!(json(here, &[spmv, other])["comparisons"][0]["unrelated"], false);
}
