//! `propp compare --verdict`: on runs of unchanged programs, planted changes, and as a user meets it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;

use propp_base_statistics::random::Random;
use propp_judge_analysis::{Analysis, Input, analyse};
use propp_judge_cost::quality::Weights;
use propp_recording_store::read;
use propp_report_compare::{Outcome, Runs, Side, compare, decide};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::edit::edit;
use crate::support::many::{Made, write_traced};
use crate::support::propp::{
    document, ended, fits, in_repository, propp, published_schema, refuses, unpacked,
};

/// The kernels of a run with the time of each launch and their number.
type Run = Vec<Made>;

/// The runs of unchanged programs that the gate is tested on, by program and machine.
fn files() -> BTreeMap<String, Vec<Value>> {
    let mut programs: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for file in ["runs", "runs_of_others"] {
        let path = format!("tests/fixtures/gate/{file}.txt.gz");
        let text = String::from_utf8(unpacked(&path)).unwrap();
        for run in text.split("=== ").skip(1) {
            let (name, json) = run.split_once('\n').unwrap();
            let (program, number) = name.rsplit_once('_').unwrap_or((name, ""));
            if number.parse::<u32>().is_ok() {
                let runs = programs.entry(format!("{file} {program}")).or_default();
                runs.push(serde_json::from_str(json).unwrap());
            }
        }
    }
    programs.retain(|_, runs| runs.len() >= 4);
    programs
}

/// The kernels of a run, of each the median launch.
fn kernels(run: &Value) -> Run {
    let of = |(place, kernel): (usize, &Value)| {
        let measures = &kernel["measures"];
        let times = measures["time"][0].as_array()?;
        let ns = times[times.len() / 2].as_f64()?;
        let launches = measures["launches"].as_u64()?;
        Some(Made::new(&format!("k{place}"), launches, ns as u64))
    };
    run["kernels"].as_array().unwrap().iter().enumerate().filter_map(of).collect()
}

fn analysed(folder: &TempDir, kernels: &[Made]) -> Analysis {
    let path = folder.path().join("run.propp");
    write_traced(&path, kernels);
    let recording = read(&path).unwrap();
    let weights = Weights::bundled("paper").unwrap();
    analyse(&[Input { name: "run", recording: &recording }], &weights, Default::default())
}

fn sides<'a>(all: &[&'a Analysis]) -> Vec<Side<'a>> {
    all.iter().map(|run| Side::new("side".to_owned(), run, |_, _| true)).collect()
}

/// The verdict, and the least difference that it states.
fn decided(before: &[&Analysis], after: &[&Analysis]) -> (Outcome, f64) {
    let (before, after) = (sides(before), sides(after));
    let comparison = compare(vec![before[0].clone(), after[0].clone()]);
    let runs = [&before, &after].map(|sides| Runs { sides, failed: None });
    let decision = decide(&comparison, &runs[0], &runs[1], None);
    (decision.verdict, decision.least_difference.unwrap())
}

/// Between totals, as a percentage of their mean.
fn deviation(totals: &[f64]) -> f64 {
    let count = totals.len() as f64;
    let mean = totals.iter().sum::<f64>() / count;
    let squares: f64 = totals.iter().map(|total| (total - mean).powi(2)).sum();
    100.0 * (squares / (count - 1.0)).sqrt() / mean
}

/// What the verdict knows beforehand is the mean of these squares.
#[test]
fn the_deviation_between_runs_is_that_of_the_runs_it_is_from() {
    let programs = files();
    let mut squares = 0.0;
    for (name, runs) in &programs {
        let of = |run: &Value| run["application"]["time"].as_f64().unwrap();
        let own = deviation(&runs.iter().map(of).collect::<Vec<f64>>());
        println!("{name}: deviation {own:.2} % of {} runs", runs.len());
        squares += own * own;
    }
    let all = (squares / programs.len() as f64).sqrt();
    println!("root of the mean square: {all:.2} %");
    assert!((0.32..0.35).contains(&all), "{all}");
}

/// Of real runs on three machines; the deviations that the verdict knows are of these runs.
#[test]
fn unchanged_programs_are_never_faster_or_slower_and_planted_changes_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let programs = files();
    assert_eq!(programs.len(), 8, "{:?}", programs.keys());
    let of = |runs: &Vec<Value>| -> (Vec<Run>, Vec<Analysis>) {
        let runs: Vec<Run> = runs.iter().map(kernels).collect();
        let analyses = runs.iter().map(|run| analysed(&folder, run)).collect();
        (runs, analyses)
    };
    let all: Vec<(Vec<Run>, Vec<Analysis>)> = programs.values().map(of).collect();
    let mut random = Random::of_seed(2026);
    let (mut identical, mut planted, mut found) = (0, 0, 0);
    for turn in 0..200 {
        let (runs, analyses) = &all[turn % all.len()];
        let mut order: Vec<usize> = (0..analyses.len()).collect();
        random.shuffle(&mut order);
        let each = 1 + random.below((analyses.len() / 2).min(5) as u64) as usize;
        let (before, after) = (&order[..each], &order[each..2 * each]);
        let of = |places: &[usize]| -> Vec<&Analysis> {
            places.iter().map(|place| &analyses[*place]).collect()
        };
        let (outcome, least) = decided(&of(before), &of(after));
        let is_wrong = matches!(outcome, Outcome::Faster | Outcome::Slower);
        assert!(!is_wrong, "{outcome:?} of {each} and {each} runs, least {least}");
        identical += 1;
        if turn % 2 == 0 {
            continue;
        }
        let slower = |place: &usize| {
            let longer = |made: &Made| {
                let ns = made.ns as f64 * (1.0 + 2.0 * least);
                Made::new(&made.name, made.launches, ns.round() as u64)
            };
            analysed(&folder, &runs[*place].iter().map(longer).collect::<Run>())
        };
        let changed: Vec<Analysis> = after.iter().map(slower).collect();
        let changed: Vec<&Analysis> = changed.iter().collect();
        planted += 1;
        found += usize::from(decided(&of(before), &changed).0 == Outcome::Slower);
        found += usize::from(decided(&changed, &of(before)).0 == Outcome::Faster);
    }
    assert_eq!((identical, planted), (200, 100));
    println!("planted changes named: {found} of 200");
    assert!(found >= 195, "{found} of 200");
}

/// A kernel with the nanoseconds of all its launches, and of the median one.
type Recorded = (String, u64, u64);

/// Runs of other programs, in which the length of a kernel was changed (`tests/fixtures/verdict`).
fn held_out(folder: &TempDir) -> BTreeMap<String, Vec<Analysis>> {
    let text = unpacked("tests/fixtures/verdict/runs.json.gz");
    let programs: BTreeMap<String, Vec<Vec<Recorded>>> = serde_json::from_slice(&text).unwrap();
    let made = |kernels: Vec<Recorded>| -> Analysis {
        let of = |(name, total, median): Recorded| {
            let launches = (total as f64 / median as f64).round().max(1.0) as u64;
            // Some thousand launches are no better than a hundred here.
            let launches = launches.min(100);
            Made::new(&name, launches, (total as f64 / launches as f64).round() as u64)
        };
        analysed(folder, &kernels.into_iter().map(of).collect::<Run>())
    };
    programs.into_iter().map(|(name, runs)| (name, runs.into_iter().map(made).collect())).collect()
}

#[test]
fn on_other_programs_nothing_is_found_in_noise_and_longer_kernels_are() {
    let folder = tempfile::tempdir().unwrap();
    let programs = held_out(&folder);
    assert_eq!(programs.len(), 7);
    for (name, runs) in &programs {
        let totals = runs.iter().map(|run| run.run.kernel_time_ns as f64);
        let own = deviation(&totals.collect::<Vec<f64>>());
        let least = [1, 2, 3, 5].map(|each| {
            let all: Vec<&Analysis> = runs.iter().collect();
            100.0 * decided(&all[..each], &all[each..2 * each]).1
        });
        println!("{name}: deviation {own:.2} %, seen with 1, 2, 3, 5 runs: {least:.1?} %");
    }
    let mut random = Random::of_seed(29);
    let mut draw = |runs: &'_ [Analysis], count: usize| -> Vec<usize> {
        let mut order: Vec<usize> = (0..runs.len()).collect();
        random.shuffle(&mut order);
        order.truncate(count);
        order
    };
    let names: Vec<&String> = programs.keys().collect();
    for turn in 0..200 {
        let runs = &programs[names[turn % names.len()]];
        let each = [1, 2, 3, 5][turn / names.len() % 4];
        let order = draw(runs, 2 * each);
        let of = |places: &[usize]| places.iter().map(|place| &runs[*place]).collect::<Vec<_>>();
        let (outcome, least) = decided(&of(&order[..each]), &of(&order[each..]));
        let is_wrong = matches!(outcome, Outcome::Faster | Outcome::Slower);
        assert!(!is_wrong, "{outcome:?}, {each} runs, least {least}");
    }
    // 2 % more turns make all kernels together 1.9 % longer, and 4 % more 3.7 %.
    let before = &programs["spin100000"];
    for (name, each) in [("spin102000", 5), ("spin102000", 3), ("spin104000", 2)] {
        let after = &programs[name];
        for _ in 0..10 {
            let (one, two) = (draw(before, each), draw(after, each));
            let one: Vec<_> = one.iter().map(|place| &before[*place]).collect();
            let two: Vec<_> = two.iter().map(|place| &after[*place]).collect();
            assert_eq!(decided(&one, &two).0, Outcome::Slower, "{name} {each}");
            assert_eq!(decided(&two, &one).0, Outcome::Faster, "{name} {each}");
        }
    }
}

fn verdict(folder: &Path, arguments: &[&str]) -> Output {
    propp(folder, &[&["compare", "--verdict"], arguments].concat())
}

/// Three runs of a program and of one that is a tenth faster.
fn runs() -> (TempDir, [&'static str; 6]) {
    let folder = tempfile::tempdir().unwrap();
    let names = ["a=1.propp", "a=2.propp", "a=3.propp", "b=4.propp", "b=5.propp", "b=6.propp"];
    for (place, name) in names.iter().enumerate() {
        let (side, file) = name.split_once('=').unwrap();
        let ns = if side == "a" { 100_000 } else { 90_000 } + 30 * place as u64;
        let kernels = [Made::new("main_kernel(int*)", 20, ns), Made::new("other(int*)", 5, 40_000)];
        write_traced(&folder.path().join(file), &kernels);
    }
    (folder, names)
}

#[test]
fn a_verdict_is_a_word_a_number_and_an_exit_code() {
    let (folder, names) = runs();
    let folder = folder.path();
    let text = ended(&verdict(folder, &names), 0);
    assert!(text.starts_with("faster: 1.09"), "{text}");
    assert!(text.contains("(a, 3 runs) → ") && text.contains("99.9 % certain"), "{text}");
    let mut back = names;
    back.rotate_left(3);
    let json = verdict(folder, &[&back[..], &["--format", "json"]].concat());
    let json: Value = serde_json::from_str(&ended(&json, 1)).unwrap();
    let schema = propp(folder, &["compare", "--verdict", "--schema"]);
    fits(&published_schema("verdict-1", &ended(&schema, 0)), &json);
    assert_eq!((&json["verdict"], &json["runs"]), (&"slower".into(), &serde_json::json!([3, 3])));
    // One kernel, which did not change, by its name and by its id.
    let shown = document(&propp(folder, &["show", "1.propp", "--format", "json"]));
    let kernels = shown["kernels"].as_array().unwrap();
    let other = kernels.iter().find(|kernel| kernel["name"].as_str().unwrap().starts_with("other"));
    let other = other.unwrap();
    for kernel in ["other", other["id"].as_str().unwrap()] {
        let text = ended(&verdict(folder, &[&names[..], &["-k", kernel]].concat()), 3);
        assert!(text.starts_with("no difference: 1.000×") && text.contains("\nnext: "), "{text}");
    }
}

#[test]
fn a_failed_program_has_other_results_and_few_runs_tell_little() {
    let (folder, names) = runs();
    let folder = folder.path();
    let one_each = verdict(folder, &["1.propp", "2.propp"]);
    assert!(ended(&one_each, 3).starts_with("cannot tell"), "{one_each:?}");
    edit(&folder.join("4.propp"), "UPDATE run SET exit_code = 9");
    let text = ended(&verdict(folder, &names), 1);
    assert!(text.starts_with("other results") && text.contains("exit code 9"), "{text}");
    // Of two that fail alike it is not known that the results differ.
    edit(&folder.join("1.propp"), "UPDATE run SET exit_code = 9");
    assert!(ended(&verdict(folder, &names), 0).starts_with("faster"));
}

/// Of two emulated programs the kernels without an order are named, once each and a few of them.
#[test]
fn without_an_order_it_is_said_why() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["emulated_own.propp", "emulated_own_2_22.propp"]
        .map(|name| in_repository(&format!("tests/fixtures/recordings/{name}")));
    let files = files.each_ref().map(|file| file.to_str().unwrap());
    let text = ended(&verdict(folder.path(), &files), 3);
    assert!(text.starts_with("cannot tell\nbecause "), "{text}");
    assert!(text.contains("that prices were fitted to") && text.lines().count() < 12, "{text}");
    assert!(text.contains("next: emulate a smaller input"), "{text}");
    let none = ended(&verdict(folder.path(), &[&files[..], &["--weights", "paper"]].concat()), 3);
    assert!(none.contains("because no prices of emulated counts apply\n"), "{none}");
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let (folder, names) = runs();
    let folder = folder.path();
    refuses(&verdict(folder, &names[..3]), &["on two sides", "old=A.propp"]);
    refuses(&verdict(folder, &["1.propp", "2.propp", "3.propp"]), &["here are 3"]);
    refuses(&verdict(folder, &["1.propp,2.propp", "3.propp"]), &["ranks of one"]);
    refuses(&verdict(folder, &["1.propp", "2.propp", "-k", "nothing"]), &["no kernel matches"]);
    refuses(&verdict(folder, &["1.propp", "4.propp", "--format", "md"]), &["text or JSON"]);
}

#[test]
fn a_time_below_the_floor_cannot_be() {
    let folder = tempfile::tempdir().unwrap();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let [first, emulated] =
        ["recordings/h100_transpose.propp", "tests/fixtures/recordings/emulated_transpose.propp"]
            .map(|file| root.join(file).display().to_string());
    let second = folder.path().join("second.propp");
    std::fs::write(&second, unpacked("recordings/h100_transpose.propp")).unwrap();
    let asked = [first.as_str(), "second.propp", "--floor", emulated.as_str()];
    let unchanged = ended(&verdict(folder.path(), &asked), 3);
    assert!(unchanged.starts_with("cannot tell"), "{unchanged}");
    edit(&second, "UPDATE kernel SET duration_ns = duration_ns / 12");
    let text = ended(&verdict(folder.path(), &asked), 1);
    assert!(text.starts_with("cannot be") && text.contains("of transpose_naive takes"), "{text}");
    let without = ended(&verdict(folder.path(), &asked[..2]), 0);
    assert!(without.starts_with("faster: 12"), "{without}");
}
