//! Which crate may see which: storeys by path, what must never be below a crate, and no circles of
//! crates or modules.

mod map;
mod modules;
mod workspace;

use workspace::{Package, packages};

/// The storeys, the lowest first. A crate uses its own storey and the rows above this one's; the
/// storeys of a row do not see each other.
const STOREYS: &[&[&str]] = &[
    &["base"],
    &["recording"],
    &["code"],
    &["judge", "emulate"],
    &["report", "gate", "collect", "fleet"],
    &["suite", "probe"],
];

/// Crates that start programs, talk to a GPU, or keep files. All others compute and do no more.
const IMPURE: &[&str] = &[
    "propp-base-guest",
    "propp-recording-store",
    "propp-code-lines",
    "propp-emulate-runtime",
    "propp-report-mcp",
    "propp-report-trial",
    "propp-fleet-tree",
    "propp-collect",
    "propp-collect-cuda",
    "propp-collect-doctor",
    "propp-collect-embedded",
    "propp-collect-inject",
    "propp-collect-toolkit",
    "propp-suite-abi",
    "propp-suite-calibrate",
    "propp-suite-replay",
    "propp-suite-run",
    "propp-probe-run",
];

/// Who must never see whom, directly or not.
const NEVER: &[(&str, &[&str])] = &[
    // It is loaded into the user's program, and built beside propp.
    ("propp-emulate-runtime", &["nalgebra", "rayon", "toml"]),
    ("propp-collect-inject", &["nalgebra", "rayon", "rusqlite", "serde", "toml"]),
    // The command does not need the interpreter to tell of a GPU. It decodes PTX, for
    // `propp emulate --check`, and runs none.
    ("propp", &["propp-emulate-engine"]),
    // Data is no page and no table.
    ("propp-recording", &["comfy-table", "indicatif", "maud", "pulldown-cmark"]),
];

const NEVER_BELOW_PURE: &[&str] = &["clap", "cupti-sys", "cust", "rusqlite"];

/// Lines of a file at most, without its tests.
const MOST_LINES: usize = 450;

fn storey(package: &Package) -> Option<&str> {
    package.folder.strip_prefix("crates/")?.split('/').next()
}

fn rank(storey: &str) -> usize {
    let row = STOREYS.iter().position(|row| row.contains(&storey));
    row.unwrap_or_else(|| panic!("crates/{storey} is no storey: add it to STOREYS"))
}

#[test]
fn crates_use_their_own_storey_and_those_below() {
    let packages = packages();
    let mut wrong = Vec::new();
    for package in &packages {
        let Some(own) = storey(package) else { continue };
        for used in packages.iter().filter(|other| package.uses.contains(&other.name)) {
            let Some(other) = storey(used) else { continue };
            if own != other && rank(other) >= rank(own) {
                wrong.push(format!("{} must not use {}", package.name, used.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn crates_are_named_by_their_folders() {
    for package in packages() {
        let Some(inner) = package.folder.strip_prefix("crates/") else { continue };
        let (storey, own) = inner.split_once('/').unwrap();
        let name =
            if storey == own { format!("propp-{own}") } else { format!("propp-{storey}-{own}") };
        assert_eq!(package.name, name, "{}", package.folder);
    }
}

#[test]
fn crates_that_compute_do_nothing_else() {
    let packages = packages();
    for name in IMPURE {
        assert!(packages.iter().any(|package| package.name == *name), "there is no {name}");
    }
    let is_pure = |p: &&Package| storey(p).is_some() && !IMPURE.contains(&p.name.as_str());
    for package in packages.iter().filter(is_pure) {
        let seen: Vec<_> =
            NEVER_BELOW_PURE.iter().filter(|name| package.below.contains(**name)).collect();
        assert!(seen.is_empty(), "{} must not see {seen:?}", package.name);
    }
}

#[test]
fn nobody_sees_what_must_never_be_below_it() {
    let packages = packages();
    for (name, never) in NEVER {
        let package = packages.iter().find(|package| package.name == *name).unwrap();
        let seen: Vec<_> = never.iter().filter(|below| package.below.contains(**below)).collect();
        assert!(seen.is_empty(), "{name} must not see {seen:?}");
    }
}

#[test]
fn files_are_read_in_one_sitting() {
    let packages = packages();
    let files = packages.iter().flat_map(|package| {
        package.files.iter().map(move |file| (&package.folder, file.module.join("/"), file))
    });
    let long: Vec<_> = files
        .map(|(folder, module, file)| (format!("{folder}/src/{module}"), file.own_lines()))
        .filter(|(_, lines)| *lines > MOST_LINES)
        .collect();
    assert!(long.is_empty(), "more than {MOST_LINES} lines: {long:#?}");
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
    let circles: Vec<_> = packages().iter().flat_map(modules::circles_of).collect();
    assert!(circles.is_empty(), "modules that lead to each other: {circles:#?}");
}
