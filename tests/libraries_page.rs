//! The tables of `lab/libraries.md`: Tables 2 and 3 of Pro++, with what the suite has today and
//! what was recorded.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::Value;

use crate::support::propp::{in_repository, is_committed, propp_here, with_part};

/// The libraries of the paper, in the order of its columns, as the suite names them.
const PAPER: [&str; 5] = ["arrayfire", "cub", "cudpp", "moderngpu", "thrust"];

/// A row of the paper's Table 2: its name, the libraries that have it by their first letters, and the
/// primitives of the suite.
const ROWS: [(&str, &str, &[&str]); 28] = [
    ("fill, generate, sequence, tabulate", "at", &["fill", "sequence", "tabulate"]),
    (
        "modify, transform, replace, adjacent difference",
        "at",
        &["transform", "replace", "adjacent_difference"],
    ),
    ("modify_if", "t", &["transform_if"]),
    ("comparison", "t", &["equal", "mismatch"]),
    ("simple copy", "t", &["copy"]),
    ("gathering", "t", &["gather"]),
    ("gathering_if", "t", &["gather_if"]),
    ("scattering", "t", &["scatter"]),
    ("scattering_if", "t", &["scatter_if"]),
    ("counting", "at", &["count", "count_if"]),
    ("extrema", "abt", &["reduce.min", "reduce.max", "reduce.argmin", "reduce.argmax"]),
    ("reduction", "abcmt", &["reduce.sum"]),
    (
        "reduction by keys, segmented reduction",
        "abmt",
        &["reduce_by_key.sum", "segmented_reduce.sum"],
    ),
    ("histogram", "ab", &["histogram.even"]),
    ("inclusive scan", "abcmt", &["scan.inclusive"]),
    ("exclusive scan", "abcmt", &["scan.exclusive"]),
    ("scan by key, segmented scan", "ct", &["scan_by_key.inclusive", "segmented_scan.inclusive"]),
    ("unsorted search, find", "t", &["find"]),
    ("vectorised binary search", "mt", &["search.lower_bound"]),
    ("load-balancing search", "m", &["search.load_balance"]),
    ("partition(_if)", "bt", &["partition.if"]),
    ("compaction, copy_if, select", "bct", &["select.if", "select.flagged"]),
    ("merge", "mt", &["merge"]),
    ("merge sort", "am", &["merge_sort.keys", "merge_sort.pairs"]),
    ("radix sort", "bct", &["radix_sort.keys", "radix_sort.pairs"]),
    ("set union", "amt", &["set.union"]),
    ("set intersection", "amt", &["set.intersection"]),
    ("set difference", "mt", &["set.difference"]),
];
const UNIQUE: (&str, &str, &[&str]) = ("unique", "abt", &["unique"]);

/// A row of the paper's Table 3: speedups against its CPU, in the order of [`PAPER`].
const SPEEDUPS: [(&str, &[&str], [&str; 5]); 11] = [
    ("compaction", &["select.if"], ["", "67", "24", "", "14"]),
    ("merge", &["merge"], ["", "", "", "32", "21"]),
    ("partition", &["partition.if"], ["", "44", "", "", "6"]),
    ("prefix scan", &["scan.inclusive"], ["63", "223", "114", "135", "68"]),
    ("reduction", &["reduce.sum"], ["1009", "961", "865", "1074", "1069"]),
    ("segmented prefix scan", &["segmented_scan.inclusive"], ["", "", "26", "", "4"]),
    ("segmented reduction", &["segmented_reduce.sum"], ["err", "28", "", "28", "8"]),
    ("set union", &["set.union"], ["3", "", "", "13", "3"]),
    ("sort", &["merge_sort.keys", "radix_sort.keys"], ["80", "85", "39", "48", "80"]),
    ("unique", &["unique"], ["err", "73", "", "", "17"]),
    ("vectorised binary search", &["search.lower_bound"], ["", "", "", "527", "167"]),
];

/// The libraries of the suite, and what each has: those of propp by `primitives/matrix.json`, others by
/// the source of their adapter.
fn implemented() -> BTreeMap<String, BTreeSet<String>> {
    let matrix = std::fs::read_to_string(in_repository("primitives/matrix.json")).unwrap();
    let matrix: Value = serde_json::from_str(&matrix).unwrap();
    let names = |library: &Value| {
        let entries = library["entries"].as_array().unwrap();
        entries.iter().map(|entry| entry["primitive"].as_str().unwrap().to_owned()).collect()
    };
    let mut all: BTreeMap<String, BTreeSet<String>> = matrix["libraries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|library| (library["name"].as_str().unwrap().to_owned(), names(library)))
        .collect();
    for library in ["arrayfire", "cudpp", "moderngpu"] {
        let path = in_repository(&format!("examples/adapters/{library}.cu"));
        let source = std::fs::read_to_string(path).unwrap();
        let named = source.split("(r, \"").skip(1).filter_map(|rest| rest.split('"').next());
        all.insert(library.to_owned(), named.map(str::to_owned).collect());
    }
    all
}

fn table_2(implemented: &BTreeMap<String, BTreeSet<String>>) -> String {
    let mut table = "| primitive | ArrayFire | CUB | CUDPP | ModernGPU | Thrust | own |\n\
                     |---|---|---|---|---|---|---|\n"
        .to_owned();
    for (row, paper, primitives) in ROWS.iter().chain([&UNIQUE]) {
        write!(table, "| {row} |").unwrap();
        for (library, letter) in PAPER.iter().zip("abcmt".chars()).chain([(&"own", ' ')]) {
            let then = if paper.contains(letter) { "x" } else { "" };
            let own = implemented.get(*library);
            let has = primitives.iter().filter(|one| own.is_some_and(|own| own.contains(**one)));
            let now = match has.count() {
                0 => String::new(),
                all if all == primitives.len() => "**x**".to_owned(),
                some => format!("**{some} of {}**", primitives.len()),
            };
            write!(table, " {} |", format!("{then} {now}").trim()).unwrap();
        }
        table.push('\n');
    }
    table
}

/// With the libraries of the paper that could be run.
const RECORDED: &str = "recordings/cases/libraries.propp.gz";

/// That recording, and for what it leaves out the bundled one.
fn reported() -> [Value; 2] {
    [&["--from", RECORDED][..], &[]].map(|from| {
        let arguments = [&["suite", "report", "--format", "json"], from].concat();
        serde_json::from_slice(&propp_here(&arguments).stdout).unwrap()
    })
}

fn table_3(reports: &[Value; 2]) -> String {
    let report = &reports[0];
    let recorded: BTreeSet<&str> = report["libraries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|library| library["name"].as_str().unwrap())
        .collect();
    let mut table = format!(
        "Today: {}, times one core of {}, on the largest uniform problem; QM in hundredths behind it.\n\n\
         | primitive | where | ArrayFire | CUB | CUDPP | ModernGPU | Thrust | own |\n\
         |---|---|---|---|---|---|---|---|\n",
        report["gpu"].as_str().unwrap(),
        report["cpu"].as_str().unwrap(),
    );
    for (row, primitives, paper) in &SPEEDUPS {
        writeln!(table, "| {row} | paper | {} |  |", paper.join(" | ")).unwrap();
        for primitive in *primitives {
            let all = reports.iter().flat_map(|report| report["primitives"].as_array().unwrap());
            let Some(own) = all.into_iter().find(|one| one["primitive"] == *primitive) else {
                writeln!(table, "|  | `{primitive}`: not recorded |  |  |  |  |  |  |").unwrap();
                continue;
            };
            let element = own["element"].as_str().unwrap();
            let size = propp_suite_problems::words::size_words(own["n"].as_u64().unwrap());
            write!(table, "|  | `{primitive}` {element} {size} |").unwrap();
            for library in PAPER.iter().chain(&["own"]) {
                let best = &own["best"][*library];
                let cell = match (best["cpu_speedup"].as_f64(), best["quality"]["value"].as_f64()) {
                    (Some(times), Some(quality)) => {
                        format!("{} ({:.0})", rounded(times), quality * 100.0)
                    }
                    (Some(times), None) => rounded(times),
                    _ if recorded.contains(library) => String::new(),
                    _ => "not run".to_owned(),
                };
                write!(table, " {cell} |").unwrap();
            }
            table.push('\n');
        }
    }
    table
}

fn rounded(times: f64) -> String {
    if times < 10.0 { format!("{times:.1}") } else { format!("{times:.0}") }
}

#[test]
fn the_page_of_the_papers_libraries_has_what_was_recorded() {
    let page = std::fs::read_to_string(in_repository("lab/libraries.md")).unwrap();
    let implemented = implemented();
    let anew = with_part(&page, "table 2", &table_2(&implemented));
    let anew = with_part(&anew, "table 3", &table_3(&reported()));
    is_committed("lab/libraries.md", &anew);
}

/// Adapters are compiled by their users; what they name must be in the suite.
#[test]
fn adapters_name_primitives_of_the_suite() {
    let all = implemented();
    let own = &all["own"];
    for library in ["arrayfire", "cudpp", "moderngpu"] {
        let unknown: Vec<&String> = all[library].difference(own).collect();
        assert!(!all[library].is_empty() && unknown.is_empty(), "{library}: {unknown:?}");
    }
}
