//! The tables of `lab/cases.md`, from the committed recordings and printed times.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use crate::support::propp::{in_repository, is_committed, propp_here, with_part};

/// A step: its study, the version before, and the rules that name what it changes.
struct Step {
    study: &'static str,
    from: usize,
    change: &'static str,
    rules: &'static [&'static str],
}

const fn step(
    study: &'static str,
    from: usize,
    change: &'static str,
    rules: &'static [&'static str],
) -> Step {
    Step { study, from, change, rules }
}

/// Whether a step is of the papers: transpose and covariance end with one of ours.
fn is_theirs(step: &Step) -> bool {
    !matches!((step.study, step.from), ("transpose", 3) | ("covariance", 4))
}

/// The steps of the papers, and two of ours.
const STEPS: [Step; 17] = [
    step("load_balancing_search", 0, "shared memory", &["scattered-access", "shared-memory-reuse"]),
    step("load_balancing_search", 1, "block size", &["occupancy"]),
    step("load_balancing_search", 2, "less shared memory and registers", &["occupancy"]),
    step("transpose", 0, "a tile in shared memory", &["scattered-access"]),
    step("transpose", 1, "padding", &["bank-conflicts"]),
    step("transpose", 2, "float4", &["narrow-types"]),
    step("transpose", 3, "larger tiles", &["latency-bound"]),
    step("filtering", 0, "registers", &["local-memory"]),
    step("filtering", 1, "rows in shared memory", &["shared-memory-reuse", "broadcast"]),
    step("filtering", 2, "tiles in shared memory", &["shared-memory-reuse"]),
    // The loop adds to its sums in global memory, then in shared memory.
    step(
        "covariance",
        0,
        "sums in shared memory",
        &["shared-memory-reuse", "broadcast", "memory-as-register"],
    ),
    step("covariance", 1, "sums in registers", &["shared-memory-reuse", "memory-as-register"]),
    step("covariance", 2, "tiles in shared memory", &["shared-memory-reuse"]),
    step("covariance", 3, "padding", &["bank-conflicts"]),
    step("covariance", 4, "tensor cores", &["busy-pipe"]),
    step("transformation", 0, "matrix in constant memory", &["broadcast"]),
    step("transformation", 1, "image in shared memory", &["shared-memory-reuse"]),
];

const CRITERIA: [&str; 6] = ["Gran_L1", "Gran_L2", "SMem_eff", "TDiv", "OCC", "LB_SM"];

fn propp(arguments: &[&str]) -> Value {
    let output = propp_here(arguments);
    serde_json::from_slice(&output.stdout).unwrap_or(Value::Null)
}

/// What a recording says of its kernel.
struct Version {
    shown: Value,
    advised: Value,
}

fn versions() -> BTreeMap<(&'static str, usize), Version> {
    let mut all = BTreeMap::new();
    for step in &STEPS {
        for version in [step.from, step.from + 1] {
            let file = format!("recordings/cases/{}_v{version}.propp.gz", step.study);
            let read = || {
                let kernel = |document: Value| {
                    let kernels = document["kernels"].as_array().cloned().unwrap_or_default();
                    let own = format!("{}_v{version}", step.study);
                    let is_own = |kernel: &Value| {
                        let name = kernel["name"].as_str().unwrap();
                        name.contains(&own) || name.contains("transpose_") || name.contains("lbs_v")
                    };
                    kernels.into_iter().find(is_own).unwrap_or(Value::Null)
                };
                Version {
                    shown: kernel(propp(&["show", &file, "--format", "json"])),
                    advised: kernel(propp(&["advise", &file, "--format", "json"])),
                }
            };
            all.entry((step.study, version)).or_insert_with(read);
        }
    }
    all
}

fn median_us(version: &Version) -> f64 {
    version.shown["durations"]["median_ns"].as_f64().unwrap() / 1000.0
}

/// The place of the first that names the step, from 1.
fn place(list: &Value, rules: &[&str]) -> Option<usize> {
    let list = list.as_array()?;
    list.iter().position(|one| rules.contains(&one["rule"].as_str().unwrap())).map(|at| at + 1)
}

/// A step that brings less does not pay.
const PAYS: f64 = 1.05;

fn steps(all: &BTreeMap<(&str, usize), Version>) -> String {
    let mut table = "| study | step | change | before | first hint | range of the hint that names the change | \
                     after | times as fast | inside | named by hint | named by advise | right |\n\
                     |---|---|---|---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    let (mut first, mut any, mut inside_count, mut priced) = (0, 0, 0, 0);
    let (mut right, mut idle) = ([0, 0], [0, 0]);
    // Steps that end outside of the range, and those of them whose next step ends inside.
    let mut later = [0, 0];
    for step in &STEPS {
        let (before, after) = (&all[&(step.study, step.from)], &all[&(step.study, step.from + 1)]);
        let (from, to) = (median_us(before), median_us(after));
        let hints = &before.shown["advice"]["hints"];
        let rule = hints[0]["rule"].as_str().map_or("none".to_owned(), |rule| format!("`{rule}`"));
        let hint = place(hints, step.rules);
        let time = hint.map_or(&Value::Null, |place| &hints[place - 1]["time"]);
        let range = ["least_ns", "most_ns"].map(|end| time[end].as_f64());
        let (range, inside) = match (range, hint) {
            ([Some(low), Some(high)], _) => {
                let is_inside = (low..=high).contains(&(to * 1000.0));
                priced += 1;
                inside_count += usize::from(is_inside);
                let next = STEPS.iter().find(|n| n.study == step.study && n.from == step.from + 1);
                let uncovered = next.filter(|next| {
                    let time = median_us(&all[&(next.study, next.from + 1)]) * 1000.0;
                    place(&after.shown["advice"]["hints"], next.rules) == Some(1)
                        && (low..=high).contains(&time)
                });
                later[0] += usize::from(!is_inside);
                later[1] += usize::from(!is_inside && uncovered.is_some());
                let words = format!("{:.1} to {:.1} us", low / 1000.0, high / 1000.0);
                (words, if is_inside { "yes" } else { "no" })
            }
            (_, Some(_)) => ("not priced".to_owned(), "-"),
            (_, None) => ("-".to_owned(), "-"),
        };
        let advise = place(&before.advised["guidelines"], step.rules);
        let pays = from / to >= PAYS;
        let is_silent = !pays && hint.is_none();
        let is_right = hint == Some(1) || is_silent;
        right[0] += usize::from(is_right);
        right[1] += usize::from(is_right && is_theirs(step));
        idle[0] += usize::from(is_silent);
        idle[1] += usize::from(!pays);
        first += usize::from(hint == Some(1));
        any += usize::from(hint.is_some() || advise.is_some());
        let shown = |place: Option<usize>| place.map_or("-".to_owned(), |place| place.to_string());
        writeln!(
            table,
            "| {} | V{} to V{} | {} | {from:.1} us | {rule} | {range} | {to:.1} us | {:.2} | {inside} | {} | {} | \
             {} |",
            step.study.replace('_', " "),
            step.from,
            step.from + 1,
            step.change,
            from / to,
            shown(hint),
            shown(advise),
            if is_right { "yes" } else { "no" },
        )
        .unwrap();
    }
    let ([silent, idle], [right, theirs], [outside, uncovered]) = (idle, right, later);
    let all_theirs = STEPS.iter().filter(|step| is_theirs(step)).count();
    let of_the_next = match uncovered {
        0 => String::new(),
        _ => format!(
            " In {uncovered} of the other {outside} the step brings a defect of its own, which the first hint of the new \
             version names; without it, in the version after that, the time is in the range."
        ),
    };
    format!(
        "{table}\nThe first hint names the change in {first} of {} steps, some hint or guideline in {any}. Of {idle} \
         steps that bring less than {PAYS} times, {silent} have no hint that names them, so hints are right in {right}; \
         of the papers' {all_theirs} in {theirs}. Where a hint with a price names the change, the time after it is in \
         its range in {inside_count} of {priced}.{of_the_next}\n",
        STEPS.len()
    )
}

/// The search of ModernGPU, the longest kernel first.
fn modern_gpu() -> Vec<Value> {
    let file = "recordings/cases/load_balancing_search_moderngpu.propp.gz";
    propp(&["show", file, "--format", "json"])["kernels"].as_array().unwrap().clone()
}

fn beginning() -> String {
    let kernels = modern_gpu();
    let times: Vec<f64> =
        kernels.iter().map(|k| k["durations"]["median_ns"].as_f64().unwrap() / 1000.0).collect();
    let [search, partition] = times[..] else { panic!("{times:?}") };
    let first = kernels[0]["advice"]["hints"][0]["rule"].as_str().unwrap();
    format!(
        "The search of ModernGPU, with which the paper begins, takes {search:.1} us on the same items, and a kernel \
         before it that divides the work {partition:.1} us. The first hint of the search is `{first}`.\n"
    )
}

fn criteria(all: &BTreeMap<(&str, usize), Version>) -> String {
    let mut table = format!("| version | {} | QM |\n|---|", CRITERIA.join(" | "));
    table += &"---|".repeat(CRITERIA.len() + 1);
    table.push('\n');
    let mut row = |name: &str, kernel: &Value| {
        write!(table, "| {name} |").unwrap();
        let cell =
            |value: &Value| value.as_f64().map_or(" n/a |".to_owned(), |v| format!(" {v:.2} |"));
        for criterion in CRITERIA {
            table += &cell(&kernel["criteria"][criterion]["value"]);
        }
        table += &cell(&kernel["quality"]["value"]);
        table.push('\n');
    };
    for ((study, version), of) in all {
        if (*study, *version) == ("load_balancing_search", 0) {
            row("load balancing search of ModernGPU", &modern_gpu()[0]);
        }
        row(&format!("{} V{version}", study.replace('_', " ")), &of.shown);
    }
    table
}

/// The medians of the printed times, by what ran: `covariance V0` and the rows of the image.
fn printed() -> BTreeMap<(String, usize), (f64, bool)> {
    let mut all: BTreeMap<(String, usize), (Vec<f64>, bool)> = BTreeMap::new();
    for file in ["times.txt", "serial.txt"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/h200").join(file);
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let Some((what, rest)) = line.split_once(", 224 bands of ") else { continue };
            let (height, rest) = rest.split_once(" x ").unwrap();
            let time = rest.split_once(": ").unwrap().1.split_once(" ms").unwrap().0;
            let entry =
                all.entry((what.to_owned(), height.parse().unwrap())).or_insert((Vec::new(), true));
            entry.0.push(time.parse().unwrap());
            entry.1 &= line.ends_with("correct");
        }
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    all.into_iter().map(|(what, (times, right))| (what, (median(times), right))).collect()
}

const HEIGHTS: [usize; 3] = [614, 753, 781];

/// Fang et al., Tables 5 to 7: our last version; a K20c, milliseconds, for each image theirs.
const K20C: [(&str, &str, usize, [&[f64]; 3]); 3] = [
    (
        "filtering",
        "Filtering (Table 5)",
        3,
        [
            &[123.38, 25.96, 22.00, 20.88],
            &[254.08, 57.89, 55.55, 44.97],
            &[1011.15, 221.36, 206.18, 168.59],
        ],
    ),
    (
        "covariance",
        "Covariance (Table 6)",
        5,
        [
            &[8262.08, 774.98, 750.53, 432.08, 269.42],
            &[24163.80, 1692.44, 1649.07, 938.11, 626.61],
            &[163_899.69, 6377.08, 6181.60, 3537.05, 2366.40],
        ],
    ),
    (
        "transformation",
        "Transformation (Table 7)",
        2,
        [&[137.38, 88.84, 67.99], &[298.27, 200.20, 158.67], &[599.02, 413.20, 273.15]],
    ),
];

fn kernels(printed: &BTreeMap<(String, usize), (f64, bool)>) -> String {
    let mut out = String::new();
    for (step, title, last, k20c) in K20C {
        let heads: Vec<String> = (0..=last).map(|v| format!("V{v}")).collect();
        let line = "---|".repeat(last + 3);
        writeln!(
            out,
            "{title}, milliseconds, and times as fast as V0:\n\n| image | GPU | {} |\n|{line}",
            heads.join(" | ")
        )
        .unwrap();
        let row = |gpu: &str, image: usize, times: &[Option<(f64, bool)>]| {
            let base = times[0].unwrap().0;
            let cell = |time: &Option<(f64, bool)>| match time {
                Some((time, true)) if *time == base => format!(" {time:.2} |"),
                Some((time, true)) => format!(" {time:.2} ({:.1}) |", base / time),
                Some((_, false)) => " wrong |".to_owned(),
                None => " - |".to_owned(),
            };
            let cells: String = times.iter().map(cell).collect();
            format!("| {} | {gpu} |{cells}\n", image + 1)
        };
        for (image, height) in HEIGHTS.into_iter().enumerate() {
            let own = (0..=last).map(|v| printed.get(&(format!("{step} V{v}"), height)).copied());
            out += &row("H200", image, &own.collect::<Vec<_>>());
            let paper = (0..=last).map(|v| k20c[image].get(v).map(|time| (*time, true)));
            out += &row("K20c", image, &paper.collect::<Vec<_>>());
        }
        out.push('\n');
    }
    out
}

/// Table 8: serial, CUDA and cuBLAS.
const WHOLE: [[f64; 3]; 3] =
    [[62393.56, 958.75, 2923.20], [141_221.63, 1761.99, 3969.39], [538_294.40, 5796.17, 8888.73]];

fn whole(printed: &BTreeMap<(String, usize), (f64, bool)>) -> String {
    let mut table =
        "The whole (Table 8), milliseconds with copies to and from the GPU, and times as fast as \
                     serial:\n\n| image | GPU | serial | CUDA | cuBLAS |\n|---|---|---|---|---|\n"
            .to_owned();
    for (image, height) in HEIGHTS.into_iter().enumerate() {
        let of = |what: &str| printed.get(&(format!("{what} MNF"), height)).copied();
        let serial = of("serial").map(|(time, _)| time);
        // A quarter of the rows of image 3: all but the small matrices grows with the pixels.
        let quarter = printed.get(&("serial MNF".to_owned(), height / 4)).map(|(time, _)| *time);
        let base = serial.or(quarter.map(|time| 4.0 * time));
        let shown = match (serial, quarter) {
            (Some(time), _) => format!("{time:.0}"),
            (None, Some(time)) => format!("{time:.0} for a quarter of the rows"),
            (None, None) => String::new(),
        };
        let cell = |what| match (of(what), base) {
            (Some((time, true)), Some(base)) => format!("{time:.0} ({:.0})", base / time),
            (Some((time, true)), None) => format!("{time:.0}"),
            (Some((_, false)), _) => "wrong".to_owned(),
            (None, _) => "not run".to_owned(),
        };
        let [old_serial, old_cuda, old_blas] = WHOLE[image];
        writeln!(
            table,
            "| {n} | H200 | {shown} | {} | {} |\n| {n} | K20c | {old_serial:.0} | {old_cuda:.0} ({:.0}) | \
             {old_blas:.0} ({:.0}) |",
            cell("CUDA"),
            cell("cuBLAS"),
            old_serial / old_cuda,
            old_serial / old_blas,
            n = image + 1,
        )
        .unwrap();
    }
    table
}

#[test]
fn the_page_of_the_case_studies_has_what_was_recorded() {
    let page = std::fs::read_to_string(in_repository("lab/cases.md")).unwrap();
    let (versions, printed) = (versions(), printed());
    let anew = with_part(&page, "steps", &(steps(&versions) + "\n" + &beginning()));
    let anew = with_part(&anew, "criteria", &criteria(&versions));
    let anew = with_part(&anew, "times", &(kernels(&printed) + &whole(&printed)));
    is_committed("lab/cases.md", &anew);
}
