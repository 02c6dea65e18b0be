//! `propp advise`: arrays, guidelines and patches of recorded kernels; patched programs run emulated.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::browser::is_looked_at;
use crate::emulate::{compiled_in, emulate};
use crate::support::propp::{self, ended, fits, propp_here, published_schema};

/// Runs in the repository, where the sources of the recordings are.
fn advise(arguments: &[&str]) -> Output {
    propp_here(&[&["advise"], arguments].concat())
}

fn document(arguments: &[&str]) -> Value {
    propp::document(&advise(&[arguments, &["--format", "json"]].concat()))
}

fn case(name: &str) -> String {
    format!("recordings/cases/{name}.propp.gz")
}

const LINES: &str = "tests/fixtures/lines/lines.propp.gz";

/// An array of a kernel by its name.
fn array<'a>(document: &'a Value, kernel: &str, name: &str) -> &'a Value {
    let of = |list: &'a Value, is_it: &dyn Fn(&str) -> bool| {
        let mut all = list.as_array().unwrap().iter();
        all.find(|one| is_it(one["name"].as_str().unwrap()))
    };
    let kernel = of(&document["kernels"], &|name| name.contains(kernel)).unwrap();
    of(&kernel["arrays"], &|own| own == name).unwrap_or_else(|| panic!("{name}: {kernel}"))
}

fn uses(array: &Value) -> Vec<&str> {
    array["uses"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect()
}

#[test]
fn arrays_are_the_parameters_that_addresses_are_computed_from() {
    let lines = document(&[LINES]);
    // y[row] += value[k] * x[column[k]] for k in start[row]..start[row + 1]
    assert_eq!(
        array(&lines, "sparse_rows", "x")["index_from"],
        Value::from(vec!["column", "start"])
    );
    assert_eq!(array(&lines, "sparse_rows", "column")["index_from"], Value::from(vec!["start"]));
    assert_eq!(uses(array(&lines, "sparse_rows", "y")), ["only-written"]);
    assert_eq!(uses(array(&lines, "count_values", "bins"))[0], "atomics");
    // Every thread of the grid reads the same place[i] in turn.
    let place = array(&lines, "attract", "place");
    assert_eq!(place["same_for_threads"], 256);
    assert_eq!(place["same_for_blocks"], 64);
    assert_eq!(uses(place), ["only-read", "broadcast", "shared-by-blocks"]);
}

#[test]
fn an_index_that_a_search_finds_differs_between_threads() {
    // Only comparisons depend on the thread there, and what they choose.
    let search = document(&[&case("load_balancing_search_v0")]);
    let starts = array(&search, "lbs_v0", "starts");
    assert_eq!([&starts["same_for_threads"], &starts["same_for_blocks"]], [1, 1]);
    let matrix = document(&[&case("transformation_v0")]);
    let matrix = array(&matrix, "transformation_v0", "matrix");
    assert_eq!((uses(matrix)[1], &matrix["same_for_threads"]), ("broadcast", &Value::from(256)));
}

#[test]
fn sums_over_arrays_are_those_of_the_kernel() {
    for name in ["transpose_v1", "filtering_v0", "transformation_v2", "load_balancing_search_v1"] {
        let arrays = document(&[&case(name)]);
        let lines = ["show", &case(name), "--lines", "--format", "json"];
        let lines = propp::document(&propp_here(&lines));
        let all = arrays["kernels"][0]["arrays"].as_array().unwrap();
        for (own, shown) in
            [("sectors", "sectors"), ("passes", "wavefronts"), ("local_sectors", "local_sectors")]
        {
            let sum: u64 = all.iter().map(|array| array[own].as_u64().unwrap()).sum();
            assert_eq!(Value::from(sum), lines["kernels"][0]["total"][shown], "{name} {own}");
        }
    }
}

#[test]
fn json_fits_the_schema_which_is_the_published_one() {
    let schema = published_schema("advise-1", &ended(&advise(&["--schema"]), 0));
    for file in [LINES.to_owned(), case("transpose_v1"), case("filtering_v0")] {
        fits(&schema, &document(&[&file]));
    }
}

#[test]
fn the_page_has_the_arrays_and_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("advise.html");
    let output = advise(&[&case("filtering_v1"), "-o", &page.display().to_string()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("each byte from device memory loaded 9.0×"), "{html}");
    is_looked_at(&page, "advise");
}

#[test]
fn what_the_recording_lacks_is_said() {
    let without = advise(&["tests/fixtures/recordings/h200_app.propp"]);
    let said = String::from_utf8_lossy(&without.stderr).into_owned();
    assert!(!without.status.success() && said.contains("propp profile --lines"), "{said}");
    let other = advise(&[LINES, "-k", "none_such"]);
    let said = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(!other.status.success() && said.contains("attract"), "{said}");
}

/// Copies folders of the repository and applies the patches of recordings to them.
fn patched(folders: &[&str], recordings: &[String]) -> tempfile::TempDir {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tree = tempfile::tempdir().unwrap();
    for folder in folders {
        std::fs::create_dir_all(tree.path().join(folder)).unwrap();
        for file in std::fs::read_dir(root.join(folder)).unwrap() {
            let file = file.unwrap().path();
            let to = tree.path().join(folder).join(file.file_name().unwrap());
            if file.is_file() {
                std::fs::copy(file, to).unwrap();
            }
        }
    }
    for (number, recording) in recordings.iter().enumerate() {
        let diff = tree.path().join(format!("{number}.diff"));
        let output = advise(&[recording, "--patch", &diff.display().to_string()]);
        assert!(
            output.status.success(),
            "{recording}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        if diff.is_file() {
            let git = Command::new("git")
                .args(["apply", "--unidiff-zero"])
                .arg(&diff)
                .current_dir(tree.path())
                .output();
            let git = git.unwrap();
            assert!(git.status.success(), "{recording}: {}", String::from_utf8_lossy(&git.stderr));
        }
    }
    tree
}

/// Runs a program emulated, which must find its results right. The recording.
fn checked(program: &Path, arguments: &str) -> PathBuf {
    let (output, recording) = emulate(program, &arguments.split(' ').collect::<Vec<_>>());
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("correct"), "{arguments}: {said}");
    recording
}

#[test]
fn a_padded_tile_gives_the_same_result_without_bank_conflicts() {
    let tree = patched(&["examples/common", "examples/transpose"], &[case("transpose_v1")]);
    let source = tree.path().join("examples/transpose/transpose.cu");
    let text = std::fs::read_to_string(&source).unwrap();
    assert!(text.contains("__shared__ float buffer[tile][Pitch + 1];"));
    let Some(program) = compiled_in(&source, tree.path()) else { return };
    let recording = checked(&program, "128 1");
    let recording = recording.display().to_string();
    let shown = propp::document(&propp_here(&["show", &recording, "--format", "json"]));
    assert_eq!(shown["kernels"][0]["criteria"]["SMem_eff"]["value"], 1.0);
}

#[test]
fn exchanged_stores_fill_their_sectors() {
    let tree = patched(&["examples/common", "examples/transpose"], &[case("transpose_v0")]);
    let source = tree.path().join("examples/transpose/transpose.cu");
    let text = std::fs::read_to_string(&source).unwrap();
    assert!(text.contains("__shared__ float exchanged_values[8][36];"));
    let Some(program) = compiled_in(&source, tree.path()) else { return };
    let recording = checked(&program, "128 0");
    let recording = recording.display().to_string();
    let shown = propp::document(&propp_here(&["show", &recording, "--format", "json"]));
    assert_eq!(shown["kernels"][0]["criteria"]["Gran_L2"]["value"], 1.0);
    // Other versions are as they were.
    checked(&program, "128 2");
}

#[test]
fn a_sort_by_exchanging_leaves_local_memory() {
    let tree = patched(&["examples/common", "examples/mnf"], &[case("filtering_v0")]);
    let text = std::fs::read_to_string(tree.path().join("examples/mnf/filtering.cuh")).unwrap();
    assert!(text.contains("for (int place = i; place > 0; place--) {"), "{text}");
    let source = tree.path().join("examples/mnf/mnf.cu");
    let Some(program) = compiled_in(&source, tree.path()) else { return };
    let inspected = propp_here(&["inspect", &program.display().to_string(), "--format", "json"]);
    let inspected = propp::document(&inspected);
    let all = inspected["kernels"].as_array().unwrap();
    let own = all.iter().find(|one| one["name"].as_str().unwrap().starts_with("filtering_v0"));
    assert_eq!(own.unwrap()["resources"]["stack_bytes"], 0);
    checked(&program, "filtering 0 0 1");
}

#[test]
fn every_patch_of_the_examples_compiles_and_passes_the_check() {
    let of = |name: &str, last: usize| {
        (0..=last).map(|v| case(&format!("{name}_v{v}"))).collect::<Vec<_>>()
    };
    let search = patched(
        &["examples/common", "examples/load_balancing_search"],
        &of("load_balancing_search", 3),
    );
    let source = search.path().join("examples/load_balancing_search/load_balancing_search.cu");
    let Some(program) = compiled_in(&source, search.path()) else { return };
    for version in 0..4 {
        checked(&program, &format!("{version} 65536 1"));
    }
    let all = [of("filtering", 3), of("covariance", 5), of("transformation", 2)].concat();
    let mnf = patched(&["examples/common", "examples/mnf"], &all);
    let program = compiled_in(&mnf.path().join("examples/mnf/mnf.cu"), mnf.path()).unwrap();
    for (step, last) in [("filtering", 3), ("covariance", 5), ("transformation", 2)] {
        for version in 0..=last {
            checked(&program, &format!("{step} {version} 0 1"));
        }
    }
}
