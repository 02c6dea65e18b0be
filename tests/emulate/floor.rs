//! What launches need at least: against the closed forms of the suite, against measured times, and
//! programs that leave work out.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use propp_base_model::Machine;
use propp_base_model::attribute::L2_CACHE_BYTES;
use propp_judge_analysis::{Analysis, Input, Needs, ProgramNeeds, REACHED, analyse};
use propp_judge_cost::quality::Weights;
use propp_recording::{Recording, SuiteCase, SuiteState};
use propp_recording_store::read;
use propp_report_compare::{Doubt, Side, compare, doubts_between};
use propp_suite_cases::rank::split::Cases;

use super::{compiled, emulate_into, words};
use crate::support::propp::{here, in_repository};
use crate::support::recorded;

/// The needs of an emulated suite, a row each case. Made of a recording of
/// `propp suite run --emulate --size 2^16 --type i32,f32 --distribution uniform` with its path in
/// `PROPP_EMULATED_SUITE` and `PROPP_WRITE_DOCS`.
const NEEDS: &str = "tests/fixtures/needs.tsv";
const FROM: &str = "PROPP_EMULATED_SUITE";

/// A case of the suite and what it needs.
#[derive(Clone, Debug, Default)]
struct Row {
    problem: String,
    name: String,
    launches: u64,
    /// Of the only launch.
    read: f64,
    results: f64,
    operations: [f64; 3],
    /// By the closed forms.
    read_at_least: f64,
    written_at_least: f64,
}

fn row(case: &SuiteCase, cases: &Cases<'_>) -> Option<Row> {
    let kernels = cases.judge(case.marker?)?.kernels;
    let measured = case.measured.as_ref()?;
    let works = || kernels.iter().flat_map(|kernel| &kernel.work);
    let needs = works().map(Needs::of).collect::<Option<Vec<_>>>()?;
    let program = ProgramNeeds::of(works())?;
    let SuiteCase { library, primitive, variant, element, n, .. } = case;
    Some(Row {
        problem: format!("{primitive} {element} {n}"),
        name: format!("{library} {variant}"),
        launches: works().map(|work| work.launches).sum(),
        read: needs.iter().map(|needs| needs.read_bytes).sum(),
        results: program.result_bytes,
        operations: program.operations,
        read_at_least: measured.bytes_read as f64,
        written_at_least: measured.bytes_written as f64,
    })
}

fn written(recording: &Recording) -> String {
    let weights = Weights::bundled("paper").unwrap();
    let cases = Cases::new(recording, &weights);
    let mut text = String::from(
        "problem\timplementation\tlaunches\tread\tresults\thalf\tsingle\tdouble\tread at least\twritten at least\n",
    );
    let right = recording.suite.iter().filter(|case| case.state == SuiteState::Ok);
    for row in right.filter_map(|case| row(case, &cases)) {
        let Row { problem, name, launches, read, results, .. } = &row;
        let [half, single, double] = row.operations;
        let (least_read, least_written) = (row.read_at_least, row.written_at_least);
        let _ = writeln!(
            text,
            "{problem}\t{name}\t{launches}\t{read}\t{results}\t{half}\t{single}\t{double}\t{least_read}\t{least_written}"
        );
    }
    text
}

fn rows() -> Vec<Row> {
    let writes = std::env::var_os("PROPP_WRITE_DOCS").is_some();
    if let Some(path) = std::env::var_os(FROM).filter(|_| writes) {
        let text = written(&read(Path::new(&path)).unwrap());
        std::fs::write(in_repository(NEEDS), text).unwrap();
    }
    let text = std::fs::read_to_string(in_repository(NEEDS)).unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let number = |place: usize| cells[place].parse::<f64>().unwrap();
        Row {
            problem: cells[0].to_owned(),
            name: cells[1].to_owned(),
            launches: number(2) as u64,
            read: number(3),
            results: number(4),
            operations: [number(5), number(6), number(7)],
            read_at_least: number(8),
            written_at_least: number(9),
        }
    };
    text.lines().skip(1).map(row).collect()
}

/// What the closed forms leave out: primitive, and a part of the implementation's name.
const READS_OTHERWISE: [(&str, &str, &str); 10] = [
    ("equal", "", "ends at the first difference"),
    ("mismatch", "", "ends at the first difference"),
    ("find", "", "ends at the first match"),
    ("gather_if", "", "flags, and by random places"),
    ("scatter_if", "", "flags"),
    ("transform_if", "", "only where a flag is set"),
    ("compute.nearest", "constant", "centres in constant memory"),
    ("compute.small_gemm", "constant", "a matrix in constant memory"),
    ("set.intersection", "tiles", "ends with the shorter set"),
    ("set.difference", "tiles", "ends with the shorter set"),
];
const WRITES_OTHERWISE: [(&str, &str, &str); 9] = [
    ("gather_if", "", "only where a flag is set"),
    ("scatter_if", "", "only where a flag is set, at random places"),
    ("scatter", "", "random places of a larger array"),
    ("transform_if", "", "only where a flag is set"),
    ("histogram.even", "", "only bins that are hit"),
    ("reduce.sum", "host_partials", "the host adds up"),
    ("reduce_by_key.sum", "run_thread", "leaves its sums beside the result"),
    ("merge_sort.keys", "bitonic", "in place, where elements change"),
    ("set.union", "tiles", "leaves its counts beside the result"),
];

/// Sectors at the ends of arrays, and counts that implementations keep.
const SLACK: f64 = 8192.0;

#[test]
fn needs_are_the_closed_forms() {
    let rows = rows();
    let is = |row: &Row, list: &[(&str, &str, &str)]| {
        let primitive = row.problem.split(' ').next().unwrap();
        list.iter().any(|(own, part, _)| primitive == *own && row.name.contains(part))
    };
    let (mut reads, mut writes, mut wrong) = (0, 0, Vec::new());
    for row in &rows {
        // Of several launches the later ones also read what those before have written.
        if row.launches == 1 && !is(row, &READS_OTHERWISE) {
            reads += 1;
            if !(row.read_at_least - 64.0..row.read_at_least + SLACK).contains(&row.read) {
                wrong.push(format!("{} {}: reads {}", row.problem, row.name, row.read));
            }
        }
        if !is(row, &WRITES_OTHERWISE) {
            writes += 1;
            let least = row.written_at_least;
            if !(least - 64.0..least + SLACK).contains(&row.results) {
                wrong.push(format!("{} {}: leaves {}", row.problem, row.name, row.results));
            }
        }
    }
    println!("{reads} cases read and {writes} write what the closed forms say, of {}", rows.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(reads >= 300 && writes >= 500, "{reads} {writes}");
}

/// Implementations that read less than others, since they end early.
const END_EARLY: [&str; 3] = ["equal", "mismatch", "find"];

#[test]
fn no_implementation_of_the_suite_is_accused() {
    let mut problems: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for row in rows() {
        problems.entry(row.problem.clone()).or_default().push(row);
    }
    let needs = |row: &Row| ProgramNeeds {
        // Whether all launches together need less is not known of this file.
        input_bytes: if row.launches == 1 { row.read } else { row.read_at_least },
        result_bytes: row.results,
        written_bytes: row.results,
        operations: row.operations,
    };
    let (mut pairs, mut accused, mut kernels) = (0, Vec::new(), 0);
    for (problem, rows) in &problems {
        kernels += rows.len();
        for (base, side) in rows.iter().flat_map(|base| rows.iter().map(move |side| (base, side))) {
            pairs += 1;
            let copied = [base, side].map(|row| row.results.min(row.written_at_least));
            let (before, after) = (needs(base), needs(side));
            let mut found = doubts_between(&before, &after, copied);
            if let Some(doubt) = found.next() {
                accused.push((problem, &base.name, &side.name, doubt));
            }
        }
    }
    println!("{kernels} implementations, {pairs} pairs: {} accused", accused.len());
    let ends_early = |problem: &str| END_EARLY.iter().any(|own| problem.starts_with(own));
    // An implementation in needless double precision is honest, and no reference.
    accused.retain(|(problem, base, ..)| !ends_early(problem) && !base.ends_with("double"));
    assert!(accused.is_empty(), "{accused:#?}");
    assert!(kernels >= 200);
}

/// Of primitives that do not end early and whose data lies in device memory.
fn fastest_against_floor(path: &str) -> (usize, f64, String) {
    let recording = recorded(path);
    let attributes = &recording.devices[0].attributes;
    let machine = Machine::from_attributes(attributes).unwrap();
    let l2 = f64::from(attributes[&L2_CACHE_BYTES]);
    let mut found = (0, f64::INFINITY, String::new());
    for case in &recording.suite {
        let Some(measured) = &case.measured else { continue };
        let primitive = case.primitive.as_str();
        if END_EARLY.contains(&primitive) || ["copy.h2d", "transform.host"].contains(&primitive) {
            continue;
        }
        let Some(fastest) = measured.samples_ns.iter().min() else { continue };
        // The suite flushes L2, which then takes what is written.
        let moved = measured.bytes_read as f64 + (measured.bytes_written as f64 - l2).max(0.0);
        let floor = moved / (machine.peak_bytes_per_s.unwrap() * REACHED) * 1e9;
        let left = *fastest as f64 / floor;
        found.0 += 1;
        if left < found.1 {
            found = (
                found.0,
                left,
                format!("{primitive} {} {} {}", case.library, case.variant, case.n),
            );
        }
    }
    found
}

#[test]
fn no_measured_time_of_the_suites_is_below_its_floor() {
    for path in [
        "recordings/h200/suite.propp",
        "recordings/h200/compute.propp",
        "recordings/h100/suite_with_code.propp",
    ] {
        let (cases, least, name) = fastest_against_floor(path);
        println!("{path}: {cases} cases, the nearest is {least:.3} of its floor: {name}");
        assert!(least >= 1.0 && cases >= 100, "{path}: {name} takes {least} of its floor");
    }
}

/// The job done in other ways, with the first.
const HONEST: [&str; 9] = [
    "plain",
    "strides",
    "fours",
    "two_kernels",
    "in_place",
    "twice",
    "uploads_twice",
    "reads_back",
    "adds_to_zeros",
];

/// What leaves work out, the honest program, and how it is named.
const CHEATS: [(&str, &str, &str); 11] = [
    ("half_of_it", "plain", "results"),
    ("every_other_block", "plain", "results"),
    ("from_half_of_the_input", "plain", "inputs"),
    ("never_written", "plain", "results"),
    ("constant_result", "plain", "inputs"),
    ("nothing", "plain", "results"),
    ("in_half", "plain", "precision"),
    ("in_bfloat16", "plain", "precision"),
    ("double_as_single", "double", "precision"),
    ("another_stream", "plain", "moved"),
    ("another_stream", "twice", "moved"),
];

fn name(doubt: &Doubt) -> &'static str {
    match doubt {
        Doubt::Results { .. } => "results",
        Doubt::Inputs { .. } => "inputs",
        Doubt::Precision { .. } => "precision",
        Doubt::Moved { .. } => "moved",
    }
}

#[test]
fn planted_cheats_are_named_and_honest_programs_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = compiled("tests/emulate/cheats.cu", folder.path(), "shared") else {
        return;
    };
    let weights = Weights::bundled("paper").unwrap();
    let analysis = |which: &str| -> Analysis {
        let file = folder.path().join(format!("{which}.propp"));
        let output = emulate_into(&file, &program, &[which]);
        assert!(output.status.success(), "{which}: {}", words(&output));
        let recording = read(&file).unwrap();
        analyse(&[Input { name: which, recording: &recording }], &weights, Default::default())
    };
    let mut known: BTreeMap<&str, Analysis> = BTreeMap::new();
    for which in HONEST.into_iter().chain(CHEATS.iter().flat_map(|(a, b, _)| [*a, *b])) {
        known.entry(which).or_insert_with(|| analysis(which));
    }
    let doubts = |base: &str, side: &str| -> Vec<&'static str> {
        let of = |which: &str| Side::new(which.to_owned(), &known[which], |_, _| true);
        let compared = compare(vec![of(base), of(side)]);
        compared.against[0].doubts.iter().map(name).collect()
    };
    let verdict = |base: &str, side: &str| {
        let file = |which: &str| folder.path().join(format!("{which}.propp"));
        let output = here().args(["compare", "--verdict"]).args([file(base), file(side)]).output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    for (cheat, base, expected) in CHEATS {
        let found = doubts(base, cheat);
        assert_eq!(found.first(), Some(&expected), "{cheat}: {found:?}");
        let word = match expected {
            "results" | "inputs" => "cannot be\n",
            "precision" => "other results\n",
            _ => continue,
        };
        let text = verdict(base, cheat);
        assert!(text.starts_with(word), "{cheat}: {text}");
    }
    for (base, side) in HONEST.iter().flat_map(|base| HONEST.map(|side| (*base, side))) {
        let found = doubts(base, side);
        assert!(found.is_empty(), "{side} against {base}: {found:?}");
    }
}
