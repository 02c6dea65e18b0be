//! `propp.profile()` of the Python package: parts of a process that runs already.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::library::folder;
use super::profile::of_script;
use crate::support::python;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What the part of `attach.py` says.
fn attached(part: &str) -> Option<Value> {
    let home = tempfile::tempdir().unwrap();
    let mut command = Command::new("timeout");
    command.args(["-s", "KILL", "60"]).arg(python()?);
    command.arg(root().join("tests/stand_in/python/attach.py")).arg(part);
    command.env("PYTHONPATH", root().join("python/src")).current_dir(home.path());
    command.env("PROPP_BINARY", env!("CARGO_BIN_EXE_propp")).env("PROPP_CUDA_DIR", folder());
    command.env("LD_LIBRARY_PATH", folder()).env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.env_remove("CUDA_INJECTION64_PATH").env_remove("PROPP_INJECT_CONFIG");
    let output = command.output().unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn blocks_of_one_process_follow_one_another() {
    let Some(said) = attached("blocks") else { return };
    // Of five launches the first, the third and the fifth are measured, and the others timed.
    let of = |kernel: &str| json!([[kernel, 5, 3, true, null]]);
    assert_eq!(said, json!({"found": [of("a"), of("b"), of("c")], "warnings": []}));
}

#[test]
fn a_block_has_all_threads_and_the_blocks_beside_it() {
    let Some(said) = attached("threads") else { return };
    let of = |kernel: &str| json!([kernel, 4, 2, true, null]);
    let early = "the block has not ended: ask after it";
    assert_eq!(said, json!({"found": [[of("one"), of("two")], early], "warnings": []}));
}

#[test]
fn kernels_of_graphs_are_timed_and_not_measured() {
    let Some(said) = attached("graphs") else { return };
    let found = json!([[["alone", 3, 2, true, null], ["in_graph", 2, 0, true, null]]]);
    assert_eq!(said["found"], found);
    let warning = said["warnings"][0].as_str().unwrap();
    assert!(warning.starts_with("propp: in_graph ran inside graphs, and were timed"), "{warning}");
}

#[test]
fn a_forked_child_that_lives_on_holds_nobody_up() {
    let Some(said) = attached("forked") else { return };
    assert_eq!(said, json!({"found": [[["parent", 3, 2, true, null]]], "warnings": []}));
}

#[test]
fn ranges_tell_launches_of_a_block_apart() {
    let Some(said) = attached("ranges") else { return };
    let of = |kernel: &str, range: &str| json!([kernel, 3, 2, true, range]);
    let found = json!([[of("decorated", "step"), of("inside", "loop")]]);
    assert_eq!(said, json!({"found": found, "warnings": []}));
}

#[test]
fn a_decorated_function_returns_its_value_and_raises_its_error() {
    let Some(said) = attached("decorated") else { return };
    let found = json!([2, "zero", [["work", 3, 2, true, null]]]);
    assert_eq!(said, json!({"found": found, "warnings": []}));
}

#[test]
fn what_cannot_be_profiled_says_why_and_the_process_goes_on() {
    let Some(said) = attached("taken") else { return };
    let text = said["found"][1].as_str().unwrap();
    assert_eq!((&said["found"][0], text.contains("39")), (&json!("NoCounters"), true), "{text}");
    assert!(!text.contains("still running"), "{text}");
    // The whole process is profiled already.
    let script = format!(
        "PYTHONPATH={} PROPP_BINARY={} {} {} refused",
        root().join("python/src").display(),
        env!("CARGO_BIN_EXE_propp"),
        python().unwrap().display(),
        root().join("tests/stand_in/python/attach.py").display()
    );
    let profiled = of_script("--runs trace", &script).run();
    assert!(profiled.out.contains("start it without propp"), "{}", profiled.out);
    assert_eq!(profiled.recording.kernels.len(), 1);
}
