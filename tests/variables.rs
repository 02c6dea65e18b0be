//! Environment variables: each is in a table, and the tables are in the documentation.

use std::collections::BTreeSet;

use propp_recording_wire::variables::{ALL, Audience, Variable};

use crate::support::propp::{in_repository, is_committed, with_part};
use crate::support::sources::{Source, product, sources};

/// Variables of this repository alone: by whom they are read, and what they do.
const OF_THE_REPOSITORY: &[(&str, &str, &str)] = &[
    (
        "PROPP_AGENT_ARM",
        "`benches/agents`, for the model's command",
        "The help that this prompt has",
    ),
    ("PROPP_AGENT_FOLDER", "the same", "A folder with the sources"),
    ("PROPP_AGENT_KERNEL", "the same", "The kernel's name"),
    ("PROPP_AGENT_TRY", "the same", "The number of the try, from 1"),
    (
        "PROPP_BIN",
        "device tests, benches",
        "The propp to run, in a folder of `cargo xtask dist --device-tests`",
    ),
    ("PROPP_BOTH_RUNTIMES", "the build", "Build the runtime of emulated programs for AVX2 as well"),
    ("PROPP_CHAOS_CASES", "a test", "How many programs are disturbed"),
    ("PROPP_CHAOS_FIRST", "a test", "The first of them"),
    ("PROPP_CODE_GATE_DAMAGED", "a test", "How many damaged baselines of builds are read"),
    ("PROPP_DAMAGE_CASES", "a test", "How many damaged recordings are read"),
    ("PROPP_DIST", "device tests, benches", "The folder of `cargo xtask dist --device-tests`"),
    ("PROPP_EMULATED_SUITE", "a test", "A recording of an emulated suite to compare"),
    ("PROPP_EMULATE_RUNS", "a test", "How often unchanged programs are emulated"),
    ("PROPP_FATBIN_DAMAGED", "a test", "How many damaged files with device code are read"),
    ("PROPP_FIT_DIR", "a test", "Keeps the systems of equations and their solutions"),
    ("PROPP_FLEET_ROUNDS", "a test", "How often a writer of a fleet's tree is killed"),
    ("PROPP_INSPECT_DAMAGED", "a test", "How many damaged cubins are inspected"),
    ("PROPP_NCU", "a device test, benches", "Nsight Compute"),
    (
        "PROPP_NVCC_NOTHING_NEW",
        "`cargo xtask nvcc`",
        "Take objects that are there, compile nothing",
    ),
    ("PROPP_PTX_DAMAGED", "a test", "How many damaged texts of PTX are read"),
    ("PROPP_RANDOM_KERNELS", "a test", "How many random kernels are emulated"),
    ("PROPP_REAL", "tests of the Python package", "The propp that a stand-in calls"),
    ("PROPP_REPOSITORY", "tests of the Python package", "The repository"),
    ("PROPP_REQUIRE_REDISTRIBUTABLES", "tests", "Fail where the CUDA redistributables are missing"),
    ("PROPP_SASS_DAMAGED", "a test", "How many damaged cubins are decoded"),
    ("PROPP_STEPS_CORPUS", "a test", "Folder of launch sequences to look for steps in"),
    (
        "PROPP_SUITE_AS_RECORDED",
        "a test",
        "`xtask/compiled.txt` has the suite's libraries as they are",
    ),
    ("PROPP_TEST_AXE", "a test", "The script of axe-core"),
    ("PROPP_TEST_CHROMIUM", "tests, a bench", "A Chromium"),
    ("PROPP_TEST_NVCC", "tests", "An nvcc that takes objects of `cargo xtask test`"),
    ("PROPP_TEST_PYTHON", "tests", "A Python with DuckDB and SciPy"),
    ("PROPP_TEST_ROLE", "tests", "What a test does that is a program of itself"),
    ("PROPP_TEST_ROWS", "a test", "Rows of the tables that are written and read"),
    ("PROPP_TEST_SCREENSHOTS", "a test", "A folder for pictures of the pages"),
    ("PROPP_TEST_VICTIM", "a test", "The recording of a writer that is killed"),
    ("PROPP_TEST_WRITER", "a test", "The recording of another writer"),
    ("PROPP_TRIAL_TEST", "a test", "The folder of a trial that is stopped"),
    ("PROPP_UPDATE_MATRIX", "a test", "Write `primitives/matrix.json`"),
    ("PROPP_VALIDATION_DIR", "device tests, benches", "A folder for their tables and recordings"),
    ("PROPP_WHEEL_TAG", "the build of the wheel", "Its platform"),
    ("PROPP_WHEEL_VERSION", "the build of the wheel", "Its version"),
    ("PROPP_WRITE_DOCS", "tests", "Write what tests make into pages, schemas and kernels"),
];

/// What the build tells the compiler, and what no environment has.
const NO_VARIABLES: [&str; 4] =
    ["PROPP_INJECT_HASH", "PROPP_EMULATE_HASH", "PROPP_SURELY_NOT_SET", "PROPP_"];

/// Where C names begin with the same letters.
const NAMES_OF_C: [&str; 3] = [".h", ".cuh", ".cu"];

/// Words of a text that begin as variables do.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let words = text.split(move |c| !is_part(c));
    words.filter(|word| word.starts_with("PROPP_"))
}

fn code(source: &Source) -> impl Iterator<Item = &str> {
    source.text.lines().filter(|line| !line.trim_start().starts_with("//"))
}

#[test]
fn the_code_names_variables_by_their_constants() {
    let is_table =
        |source: &Source| source.path.ends_with("crates/recording/wire/src/variables.rs");
    let mut literals = Vec::new();
    for source in product().iter().filter(|source| !is_table(source)) {
        for line in code(source) {
            let is_literal = |name: &&str| line.contains(&format!("{name:?}"));
            let found = named(line).filter(is_literal).filter(|n| !NO_VARIABLES.contains(n));
            literals.extend(found.map(|name| format!("{}: {name}", source.path.display())));
        }
    }
    let none: [String; 0] = [];
    assert_eq!(literals, none, "take them from propp_recording_wire::variables");
}

#[test]
fn every_variable_is_in_a_table() {
    let of_c: BTreeSet<String> = sources(&NAMES_OF_C)
        .iter()
        .flat_map(|source| named(&source.text).map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let known = |name: &str| {
        ALL.iter().any(|variable| variable.name == name)
            || OF_THE_REPOSITORY.iter().any(|(own, ..)| *own == name)
            || NO_VARIABLES.contains(&name)
            || of_c.contains(name)
    };
    let all = sources(&[".rs", ".py", ".sh"]);
    let mut unknown = BTreeSet::new();
    let mut used = BTreeSet::new();
    for source in &all {
        let is_table = source.path.ends_with("variables.rs");
        for name in code(source).flat_map(named).filter(|_| !is_table) {
            used.insert(name);
            if !known(name) {
                unknown.insert(format!("{}: {name}", source.path.display()));
            }
        }
    }
    assert_eq!(unknown, BTreeSet::new());
    let gone: Vec<&str> = OF_THE_REPOSITORY.iter().map(|(name, ..)| *name).collect();
    let gone: Vec<&&str> = gone.iter().filter(|name| !used.contains(**name)).collect();
    assert!(gone.is_empty(), "nobody reads {gone:?} any more");
}

fn table<'a>(rows: impl Iterator<Item = (&'a str, &'a str, &'a str)>) -> String {
    let rows = rows.map(|(name, by, what)| format!("| `{name}` | {by} | {what} |\n"));
    format!("| variable | read by | meaning |\n|---|---|---|\n{}", rows.collect::<String>())
}

/// The table of the variables of propp for some readers.
fn own_table(audience: Audience) -> String {
    let of = |variable: &&Variable| variable.audience == audience;
    table(ALL.iter().filter(of).map(|one| (one.name, one.read_by, one.what)))
}

/// A text of `docs/cli.md` with the exit codes, and with the tables of variables for users.
pub(crate) fn with_variables(page: &str) -> String {
    let page = with_part(page, "exit codes", &propp_base_manual::exit_codes::table());
    let page = with_part(&page, "variables of options", &own_table(Audience::Option));
    with_part(&page, "variables of settings", &own_table(Audience::Setting))
}

#[test]
fn those_of_the_repository_are_in_its_documentation() {
    const PAGE: &str = "docs/development.md";
    let page = std::fs::read_to_string(in_repository(PAGE)).unwrap();
    let anew = with_part(&page, "variables of propp itself", &own_table(Audience::Own));
    let table = table(OF_THE_REPOSITORY.iter().copied());
    is_committed(PAGE, &with_part(&anew, "variables of the repository", &table));
}

#[test]
fn tables_are_in_order_and_name_each_variable_once() {
    let all = ALL.iter().map(|variable| variable.name);
    let mut names: Vec<&str> = all.chain(OF_THE_REPOSITORY.iter().map(|row| row.0)).collect();
    assert!(OF_THE_REPOSITORY.is_sorted_by_key(|(name, ..)| name.replace("_", "")));
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}
