//! The bundled recording of a whole suite: it answers, and what is written of it is so.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use propp_base_model::counters::OF_CODE;
use propp_base_model::counters::{CODE_LOAD_ROUNDS, CODE_POLLS};
use propp_judge_cost::quality::Weights;
use propp_recording::{CounterSet, SuiteCase, SuiteState};
use propp_recording_store::read;
use propp_suite_cases::dataset::{Dataset, MeasuredCase as Row};
use propp_suite_cases::rank::overview::Overview;
use propp_suite_cases::rank::paced;
use propp_suite_problems::EntryFacts;
use propp_suite_problems::matrix::Matrix;

use crate::support::propp::{ended, refuses};
use crate::support::{SUITE, SUITE_FILE as BUNDLED, recorded};

const COMPUTING: &str = "recordings/h200/compute.propp";
const MORE: &str = "recordings/h200/compute_more.propp";
const DOCUMENT: &str = "lab/suite-h200.md";
const REGENERATE: &str = "cargo run --release -- suite report --format md --from \
                          recordings/h200/suite.propp > lab/suite-h200.md";

/// Implementations of `copy` that are newer.
const NEWER_COPIES: [&str; 4] = ["blocks_of_32", "blocks_of_64", "blocks_of_1024", "twice"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// On a machine without a GPU, whatever it has, and without anyone's settings.
fn propp(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_propp"))
        .args(arguments)
        .current_dir(root())
        .env_clear()
        .env("CUDA_VISIBLE_DEVICES", "")
        .output()
        .unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    ended(&propp(arguments), 0)
}

#[test]
fn every_recorded_primitive_is_answered_without_a_gpu() {
    let matrix = Matrix::bundled().unwrap();
    assert_eq!(matrix.primitives().len(), 59);
    let (computing, more) = (recorded(COMPUTING), recorded(MORE));
    let answers = |recording| {
        let overview = Overview::new(recording, &Weights::bundled("paper").unwrap()).unwrap();
        let answered = overview.primitives.into_iter().filter(|one| !one.best.is_empty());
        answered.map(|one| one.primitive).collect::<BTreeSet<_>>()
    };
    let answered = &(&answers(&SUITE) | &answers(&computing)) | &answers(&more);
    for primitive in matrix.primitives() {
        assert!(answered.contains(primitive), "{primitive}");
    }
}

#[test]
fn the_first_line_says_from_what_the_answer_is() {
    let cases = [
        ("reduce.sum", BUNDLED),
        ("radix_sort.keys", BUNDLED),
        ("compute.softmax", COMPUTING),
        ("compute.gemm", MORE),
    ];
    for (primitive, file) in cases {
        let text = stdout(&["rank", primitive]);
        let mut lines = text.lines();
        let first = format!("From the bundled recording {file}, not from this machine.");
        assert_eq!(lines.next(), Some(first.as_str()));
        let head = format!("{primitive} on NVIDIA H200");
        assert!(lines.next().is_some_and(|line| line.starts_with(&head)), "{text}");
        let best = lines.skip_while(|line| !line.ends_with(" implementation")).nth(1);
        assert!(best.is_some_and(|line| line.trim_start().starts_with('1')), "{text}");
    }
}

#[test]
fn what_computes_is_told_in_its_own_unit() {
    let text = stdout(&["rank", "gemm"]);
    assert!(text.contains("f32 2^24 uniform, M × N × K = 65,536 × 256 × 256\n"), "{text}");
    let row = |name: &str| {
        let line = text.lines().find(|line| line.ends_with(name)).unwrap();
        line.split_whitespace().map(str::to_owned).collect::<Vec<String>>()
    };
    let titles = row(" implementation");
    let at = |title: &str| titles.iter().position(|one| one == title).unwrap();
    // "pipe %" are two words, and "vs best" and "first hint".
    assert!(at("TFLOP/s") < at("pipe") && at("pipe") < at("math"), "{titles:?}");
    for (name, math) in [
        (" cublas gemm", "FP32"),
        (" cublas gemm_tf32", "TF32"),
        (" cublas gemm_bf16", "BF16"),
        (" own tensor_f16", "FP16"),
    ] {
        assert!(row(name).contains(&math.to_owned()), "{name}: {text}");
    }
    let json = stdout(&["rank", "gemm", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    for one in json["problems"][0]["ranked"].as_array().unwrap() {
        // 2 * 65,536 * 256 * 256 operations.
        let expected = 8.589_934_592e9 / one["median_ns"].as_f64().unwrap() / 1e3;
        let value = one["rate"]["value"].as_f64().unwrap();
        assert!((value / expected - 1.0).abs() < 1e-6, "{one}");
        let share = one["rate"]["of_peak"].as_f64().unwrap();
        assert!(share > 0.0 && share < 1.0, "{one}");
    }
    let hash = stdout(&["rank", "compute.hash"]);
    assert!(hash.contains("Ghashes/s") && !hash.contains("math"), "{hash}");
}

#[test]
fn it_is_the_whole_default_suite_and_nothing_in_it_is_wrong() {
    let recording = &*SUITE;
    assert_eq!(recording.meta["suite.state"], "complete");
    assert!(recording.meta["suite.selection"].contains("\"sizes\":[],\"distributions\":[]"));
    let with = |state| recording.suite.iter().filter(|case| case.state == state).count();
    assert_eq!(SuiteState::ALL.map(with), [1148, 0, 6, 0]);
    assert!(recorded(MORE).suite.iter().all(|case| case.state == SuiteState::Ok));
    // Each implementation that is listed is there, at least once right.
    let (computing, more) = (recorded(COMPUTING), recorded(MORE));
    let matrix = Matrix::bundled().unwrap();
    for library in &matrix.libraries {
        // In one block 2^20 bodies and their 128 sources are one size too many: it was skipped.
        let ran = |entry: &&EntryFacts| {
            let is_newer = entry.primitive == "copy" && NEWER_COPIES.contains(&&*entry.variant);
            entry.variant != "one_block" && !is_newer
        };
        for entry in library.entries.iter().filter(ran) {
            let is_right =
                [recording, &computing, &more].into_iter().flat_map(|one| &one.suite).any(|case| {
                    case.state == SuiteState::Ok
                        && (&case.library, &case.primitive, &case.variant)
                            == (&library.name, &entry.primitive, &entry.variant)
                });
            assert!(is_right, "{} {} {}", library.name, entry.primitive, entry.variant);
        }
    }
    let thinned = &recording.meta["suite.thinned"];
    assert!(thinned.starts_with("23052 of 30328 measured launches, 32 at most"), "{thinned}");
    let bytes = std::fs::metadata(root().join(BUNDLED)).unwrap().len();
    assert!(bytes < 3_300_000, "{bytes} bytes");
}

/// The code itself is not kept; without what it says the coarse prices would predict.
#[test]
fn it_holds_what_the_code_of_every_kernel_says() {
    let recording = &*SUITE;
    assert!(recording.cubins.is_empty());
    let file = root().join(BUNDLED).to_str().unwrap().to_owned();
    let paper = Weights::bundled("paper").unwrap();
    let dataset = Dataset::from_recordings(&[(file, read(&root().join(BUNDLED)).unwrap())], &paper);
    let rows = dataset.unwrap().rows;
    assert_eq!(rows.len(), 1148);
    for row in &rows {
        for work in &row.kernels {
            let name = format!("{} {}", row.problem.primitive, row.variant);
            for of_code in OF_CODE {
                let value = work.counts.get(of_code.name);
                assert!(value.is_some_and(|value| value.is_finite()), "{} {name}", of_code.name);
            }
        }
    }
    let polls = |row: &&Row| row.kernels.iter().any(|work| work.counts[CODE_POLLS] > 0.0);
    let look_back: Vec<&Row> =
        rows.iter().filter(|row| row.variant.starts_with("lookback")).collect();
    assert!(look_back.iter().filter(|row| polls(row)).count() > look_back.len() / 2);
    let copies = rows.iter().filter(|row| row.problem.primitive == "copy");
    assert_eq!(copies.filter(polls).count(), 0, "a copy waits for no other block");
}

/// Every kernel of the whole recording is paced from its code, as the bundled one holds it.
#[test]
fn what_the_code_says_is_that_of_the_recorded_code() {
    let whole = read(&root().join("recordings/h200/suite_with_code.propp")).unwrap();
    let paper = Weights::bundled("paper").unwrap();
    let computed = paced(&whole, &paper);
    let set = |place: usize| &whole.counter_sets[whole.measurements[place].counter_set].counters;
    let is_beside = |place: &usize| set(*place).contains(&computed.beside);
    let known: Vec<u64> = computed
        .values
        .iter()
        .filter(|(place, _)| is_beside(place))
        .map(|(_, v)| v[0].to_bits())
        .collect();
    // Of positive numbers the bits are in order.
    let kept: BTreeSet<u64> = known.into_iter().collect();
    let is_kept = |value: f64| {
        // The search for them ends at an error, which rounding moves.
        let [low, high] = [value * (1.0 - 1e-6), value * (1.0 + 1e-6)].map(f64::to_bits);
        kept.range(low..=high).next().is_some()
    };
    let place = |set: &CounterSet| set.counters.iter().position(|name| name == CODE_LOAD_ROUNDS);
    let mut compared = 0;
    for measurement in &SUITE.measurements {
        if let Some(at) = place(&SUITE.counter_sets[measurement.counter_set])
            && let Some(rounds) = measurement.values[at]
        {
            assert!(is_kept(rounds), "{rounds}");
            compared += 1;
        }
    }
    assert!(compared > 3_000, "{compared}");
}

#[test]
fn the_document_is_what_the_report_says() {
    let report = stdout(&["suite", "report", "--format", "md", "--from", BUNDLED]);
    let document = std::fs::read_to_string(root().join(DOCUMENT)).unwrap_or_default();
    let different = report.lines().zip(document.lines()).find(|(new, old)| new != old);
    assert!(
        report == document,
        "{DOCUMENT} is out of date: `{REGENERATE}` writes it anew; first difference: {different:?}"
    );
}

#[test]
fn the_report_says_the_same_in_every_format() {
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&["suite", "report", "--format", "json"])).unwrap();
    assert_eq!(json["schema"], "propp.suite.report/1");
    assert_eq!(json["bundled"], true);
    let rows = json["primitives"].as_array().unwrap();
    assert_eq!(rows.len(), 46);
    let table = stdout(&["suite", "report"]);
    assert!(table.starts_with("From the bundled recording"), "{table}");
    let markdown = stdout(&["suite", "report", "--format", "md"]);
    for row in rows {
        let primitive = row["primitive"].as_str().unwrap();
        let fastest = row["best"].as_object().unwrap().values();
        let fastest = fastest.min_by_key(|best| best["median_ns"].as_u64()).unwrap();
        let variant = fastest["variant"].as_str().unwrap();
        let line = |text: &str, start: &str| {
            let found = text.lines().find(|line| line.starts_with(start)).map(str::to_owned);
            found.unwrap_or_default()
        };
        assert!(line(&table, &format!("{primitive} ")).contains(variant), "{primitive}");
        assert!(line(&markdown, &format!("| {primitive} |")).contains(variant), "{primitive}");
        // Of one CPU time, so the fastest has the greatest speedup.
        let speedups = row["best"].as_object().unwrap().values().map(|best| &best["cpu_speedup"]);
        let greatest = speedups.filter_map(serde_json::Value::as_f64).fold(0.0, f64::max);
        assert_eq!(fastest["cpu_speedup"].as_f64(), Some(greatest), "{primitive}");
    }
    let compared = json["compared"].as_array().unwrap();
    let names: Vec<&str> = compared.iter().filter_map(|one| one["primitive"].as_str()).collect();
    assert_eq!(names, ["reduce.sum", "scan.inclusive", "scan.exclusive"]);
}

#[test]
fn pairs_whose_quality_agrees_with_their_times_are_counted() {
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&["suite", "report", "--format", "json"])).unwrap();
    let (mut compared, mut agree) = (0_u64, 0_u64);
    for row in json["primitives"].as_array().unwrap() {
        let best = row["best"].as_object().unwrap().values();
        let known = best.filter_map(|one| {
            Some((one["median_ns"].as_f64()?, one["quality"]["value"].as_f64()?))
        });
        let known: Vec<(f64, f64)> = known.collect();
        for (a, b) in [(0, 1), (0, 2), (1, 2)].into_iter().filter(|(_, b)| *b < known.len()) {
            let (slower, faster) = if known[a].0 > known[b].0 { (a, b) } else { (b, a) };
            if known[slower].0 >= 1.05 * known[faster].0 {
                compared += 1;
                agree += u64::from(known[faster].1 > known[slower].1);
            }
        }
    }
    assert!(compared > 40);
    let best = &json["agreement"]["best"];
    assert_eq!([&best["compared"], &best["agree"]], [compared, agree]);
}

#[test]
fn a_recording_without_a_suite_has_no_report() {
    let output = propp(&["suite", "report", "--from", "recordings/h200_transpose.propp"]);
    refuses(&output, &["recordings/h200_transpose.propp: the recording holds no suite"]);
}

/// A part of a suite that was recorded as it is, small enough for a test.
const PART: &str = "tests/fixtures/recordings/h200_suite_part.propp";

#[test]
fn thinning_keeps_cases_and_times_and_says_what_it_left() {
    let folder = tempfile::tempdir().unwrap();
    let thinned = |launches: &str| {
        let path = folder.path().join(format!("{launches}.propp"));
        let name = path.to_str().unwrap().to_owned();
        stdout(&["suite", "thin", PART, "-o", &name, "--launches", launches]);
        (read(&path).unwrap(), name)
    };
    let whole = read(&root().join(PART)).unwrap();
    let dataset = |file: &str| stdout(&["dataset", file, "--format", "csv"]);
    let (all, file) = thinned("1000");
    assert_eq!(all.suite, whole.suite);
    assert_eq!(all.kernels, whole.kernels);
    // Nothing of what fits and rankings are made of is lost.
    assert_eq!(dataset(&file), dataset(PART));
    let (one, name) = thinned("1");
    assert!(one.measurements.len() < all.measurements.len());
    assert_eq!(one.suite, whole.suite);
    let words = format!("{} of {} measured", one.measurements.len(), whole.measurements.len());
    assert!(one.meta["suite.thinned"].starts_with(&words), "{:?}", one.meta["suite.thinned"]);
    // Each case still has criteria of each of its kernels.
    let measured = |text: &str| text.lines().filter(|line| line.contains("\"\"")).count();
    assert_eq!(measured(&dataset(&name)), measured(&dataset(PART)));
    for (arguments, told) in [
        ([name.as_str(), "-o", "unused.propp"], "is thinned already (".to_owned()),
        ([PART, "-o", name.as_str()], format!("{name} exists; give -f")),
        (["recordings/h200_transpose.propp", "-o", "unused.propp"], "holds no suite".to_owned()),
    ] {
        let output = propp(&[&["suite", "thin"], &arguments[..]].concat());
        refuses(&output, &[&told]);
        assert!(!Path::new("unused.propp").exists());
    }
}

#[test]
fn thinning_leaves_named_primitives_out() {
    let folder = tempfile::tempdir().unwrap();
    let thinned = folder.path().join("thinned.propp").to_str().unwrap().to_owned();
    let whole = read(&root().join(PART)).unwrap();
    let names: BTreeSet<&str> = whole.suite.iter().map(|case| case.primitive.as_str()).collect();
    let all = Vec::from_iter(names).join(",");
    let thin = |file: &str, without: &str| {
        propp(&["suite", "thin", file, "-f", "-o", &thinned, "--without", without])
    };
    assert!(thin(PART, "reduce").status.success());
    let stays = |case: &&SuiteCase| !case.primitive.starts_with("reduce.");
    let left: Vec<SuiteCase> = whole.suite.iter().filter(stays).cloned().collect();
    assert!(!left.is_empty() && left.len() < whole.suite.len());
    assert_eq!(read(Path::new(&thinned)).unwrap().suite, left, "with their samples");
    refuses(&thin(PART, "no_such"), &["no primitive no_such"]);
    refuses(&thin(PART, &all), &["nothing would be left"]);
    let emulated = "tests/fixtures/recordings/emulated_own.propp";
    refuses(&thin(emulated, "reduce"), &["an emulated suite cannot be thinned"]);
}

#[test]
fn a_cut_compressed_recording_is_told_and_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.propp");
    let whole = std::fs::read(root().join(BUNDLED)).unwrap();
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let output = propp(&["rank", "reduce", "--from", path.to_str().unwrap()]);
    refuses(&output, &["cannot open the recording"]);
}

#[test]
fn hints_are_not_calibrated_without_prices_or_pairs() {
    let refused = |arguments: &[&str], why: &str| {
        refuses(&propp(&[&["hints", "calibrate"], arguments].concat()), &[why]);
    };
    refused(&["--weights", "paper", "recordings/h200/compute.propp"], "no prices");
    refused(&["recordings/h200_transpose.propp"], "no pair of implementations");
}
