//! The workflows of a public host, and the action that puts propp onto a runner.

use std::process::Command;

use yaml_rust2::{Yaml, YamlLoader};

use crate::support::propp::in_repository;
use crate::support::python;

fn text(path: &str) -> String {
    std::fs::read_to_string(in_repository(path)).unwrap()
}

fn yaml(path: &str) -> Yaml {
    YamlLoader::load_from_str(&text(path)).unwrap().remove(0)
}

const FILES: [&str; 3] =
    [".github/workflows/ci.yml", ".github/workflows/release.yml", "action.yml"];

#[test]
fn a_linter_finds_nothing_in_them() {
    let Some(python) = python() else { return };
    let zizmor = python.with_file_name("zizmor");
    let output = Command::new(zizmor)
        .args(["--offline", "--no-progress", "--color=never"])
        .args(FILES)
        .current_dir(in_repository("."))
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{words}");
}

#[test]
fn the_release_publishes_what_was_tried_and_the_action_fetches_what_is_published() {
    let release = yaml(FILES[1]);
    let jobs = &release["jobs"];
    let needs = jobs["publish"]["needs"].as_vec().unwrap();
    let tried: Vec<&str> = needs.iter().map(|job| job.as_str().unwrap()).collect();
    assert_eq!(tried, ["try-archive", "try-wheel"]);
    assert!(tried.iter().all(|job| jobs[*job]["needs"].as_str() == Some("build")));
    let steps = |job: &str| {
        let steps = jobs[job]["steps"].as_vec().unwrap().clone();
        steps.into_iter().filter_map(|step| step["run"].as_str().map(str::to_owned))
    };
    let all: Vec<String> = ["build", "publish"].into_iter().flat_map(steps).collect();
    assert!(all.iter().any(|run| run.contains("cargo xtask dist --glibc 2.28 --tag")));
    let publishes = all.iter().find(|run| run.contains("gh release create")).unwrap();
    let dist = text("xtask/src/dist.rs");
    for file in ["SHA256SUMS", "NOTES.md"] {
        assert!(publishes.contains(file) && dist.contains(file), "{file}");
    }
    let action = text(FILES[2]);
    assert!(action.contains("name=propp-${tag#v}-$(uname -m)-linux\n"));
    assert!(dist.contains("\"propp-{VERSION}-{}-linux\""));
    assert!(action.contains("sha256sum --check --ignore-missing --strict SHA256SUMS"));
}
