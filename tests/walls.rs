//! The boundaries of the crates: what a pure crate must not depend on, how large a crate may
//! be, and that neither crates nor modules depend on each other in a circle.

mod modules;
mod workspace;

use modules::Circle;
use workspace::{Package, packages};

/// Crates that compute and do no more: with no GPU, command line or database below them.
const PURE: &[&str] = &[
    "propp-advise",
    "propp-analysis",
    "propp-arithmetic",
    "propp-benchmarks",
    "propp-caches",
    "propp-cases",
    "propp-code-gate",
    "propp-columns",
    "propp-compare",
    "propp-criteria",
    "propp-engine",
    "propp-fatbin",
    "propp-fit",
    "propp-fleet",
    "propp-gate",
    "propp-graph",
    "propp-hints",
    "propp-inspect",
    "propp-kineto",
    "propp-lines",
    "propp-listing",
    "propp-manual",
    "propp-memory",
    "propp-model",
    "propp-modules",
    "propp-names",
    "propp-numbers",
    "propp-pace",
    "propp-probes",
    "propp-probes-report",
    "propp-problems",
    "propp-ptx",
    "propp-ptx-text",
    "propp-recording",
    "propp-report",
    "propp-requests",
    "propp-sass",
    "propp-schedule",
    "propp-text",
    "propp-tables",
    "propp-wire",
];

/// What a pure crate must not see.
const IMPURE: [&str; 4] = ["clap", "cupti-sys", "cust", "rusqlite"];

/// Lines of a crate at most, without tests and generated files.
const MOST_LINES: usize = 7000;

/// Circles that a registry makes with what it registers.
const CIRCLES: &[&str] = &[
    // The table of criteria: it names the file of each, and the files judge by its rows.
    "propp-criteria crate",
];

#[test]
fn pure_crates_have_nothing_impure_below_them() {
    let packages = packages();
    for name in PURE {
        let package = packages.iter().find(|package| package.name == *name).unwrap();
        let seen: Vec<&String> =
            package.below.iter().filter(|below| IMPURE.contains(&below.as_str())).collect();
        assert!(seen.is_empty(), "{name} must not see {seen:?}");
    }
}

#[test]
fn no_crate_is_too_large_to_know() {
    for Package { name, files, .. } in packages() {
        let lines: usize = files.iter().map(|file| file.own_lines()).sum();
        assert!(lines <= MOST_LINES, "{name}: {lines} lines");
    }
}

#[test]
fn crates_do_not_go_in_circles_not_even_for_their_tests() {
    let packages = packages();
    let names: Vec<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let edges = |name: &str| {
        let package = packages.iter().find(|package| package.name == name).unwrap();
        package.uses.iter().map(String::as_str).filter(|used| names.contains(used)).collect()
    };
    assert_eq!(modules::circles(&names, edges), Vec::<Vec<&str>>::new());
}

#[test]
fn modules_of_a_crate_do_not_go_in_circles() {
    let all: Vec<Circle> = packages().iter().flat_map(modules::circles_of).collect();
    let new: Vec<&Circle> = all.iter().filter(|c| !CIRCLES.contains(&c.folder.as_str())).collect();
    assert!(new.is_empty(), "modules that lead to each other: {new:#?}");
    let is_there = |folder: &&&str| all.iter().any(|circle| circle.folder == **folder);
    let gone: Vec<_> = CIRCLES.iter().filter(|folder| !is_there(folder)).collect();
    assert!(gone.is_empty(), "no circle any more, so take them out of the list: {gone:?}");
}
