//! The page of the matrix says what its results say, and every row can be run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[path = "programs/matrix/page.rs"]
mod page;
#[path = "programs/matrix/rows.rs"]
#[allow(dead_code, reason = "rounds are not run here")]
mod rows;

use page::{page, results};
use rows::rows;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

#[test]
fn the_page_is_made_from_the_results() {
    let text = page(&rows(&folder()).unwrap(), &results(&folder()).unwrap());
    let committed = std::fs::read_to_string(folder().join("../../lab/programs.md")).unwrap();
    assert!(text == committed, "lab/programs.md is old: cargo bench --bench programs -- --page");
}

#[test]
fn every_row_has_its_program_and_a_name_of_its_own() {
    let rows = rows(&folder()).unwrap();
    let names: BTreeSet<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names.len(), rows.len());
    for row in &rows {
        let files = row.command.iter().map(|word| word.trim_start_matches("compiled:"));
        let sources = files.filter(|word| Path::new(word).extension().is_some());
        let missing: Vec<&str> = sources.filter(|file| !folder().join(file).is_file()).collect();
        assert!(missing.is_empty(), "{}: {missing:?}", row.name);
    }
    let unknown = results(&folder()).unwrap().into_iter().find(|o| !names.contains(&*o.row));
    assert!(unknown.is_none(), "{unknown:?}");
}
