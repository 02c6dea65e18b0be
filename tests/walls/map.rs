//! ARCHITECTURE.md is the map: it names each crate once, and nothing that is not there.

use std::collections::BTreeSet;

use propp_judge_cost::TERMS;

use super::workspace::packages;

#[test]
fn the_map_lists_the_crates() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/ARCHITECTURE.md"));
    let page = page.unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `crates/"));
    let listed: Vec<&str> = rows.map(|row| row.split_once('`').unwrap().0).collect();
    let there: BTreeSet<String> = packages()
        .iter()
        .filter_map(|package| package.folder.strip_prefix("crates/").map(str::to_owned))
        .collect();
    let once: BTreeSet<String> = listed.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(once.len(), listed.len(), "a crate has two rows: {listed:?}");
    assert_eq!(once, there);
}

/// A path between backticks that begins with a folder of the tree names something that is there.
#[test]
fn the_map_leads_somewhere() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let tops = [
        "crates/",
        "src/",
        "tests/",
        "docs/",
        "lab/",
        "weights/",
        "primitives/",
        "xtask/",
        "python/",
        "recordings/",
        "patches/",
        "examples/",
        "cupti-sys/",
    ];
    let words = page.split('`').skip(1).step_by(2);
    let paths = words.filter(|word| tops.iter().any(|top| word.starts_with(top)));
    let lost: Vec<&str> =
        paths.filter(|path| !path.contains(['*', '<', ' ']) && !root.join(path).exists()).collect();
    assert!(lost.is_empty(), "not there: {lost:?}");
}

/// Names with underscores in the section on prices are terms of the cost model.
#[test]
fn the_map_names_terms_that_there_are() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/ARCHITECTURE.md"));
    let page = page.unwrap();
    let section = page.split("\n## 7. ").nth(1).unwrap().split("\n## ").next().unwrap();
    let is_name = |word: &&str| {
        word.contains('_') && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let named: Vec<&str> = section.split('`').skip(1).step_by(2).filter(is_name).collect();
    assert!(named.len() > 5, "{named:?}");
    let unknown = named.into_iter().find(|name| !TERMS.iter().any(|term| term.name == *name));
    assert_eq!(unknown, None);
}
