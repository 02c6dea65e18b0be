//! The workspace's packages, as cargo and their files tell.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// How a file begins that `cargo xtask bindings` wrote.
const GENERATED: &str = "// Written by";

pub(super) struct Package {
    pub(super) name: String,
    /// Where it is, from the root.
    pub(super) folder: String,
    /// Packages that it needs to run, directly or not.
    pub(super) below: BTreeSet<String>,
    /// Packages that it names, for its tests and its build script, too.
    pub(super) uses: BTreeSet<String>,
    /// Its Rust sources.
    pub(super) files: Vec<Source>,
}

pub(super) struct Source {
    /// Where it stands below `src`: `[]` for `lib.rs`, `["a", "b"]` for `a/b.rs`.
    pub(super) module: Vec<String>,
    /// Up to its tests.
    pub(super) text: String,
}

impl Source {
    pub(super) fn own_lines(&self) -> usize {
        self.text.lines().count()
    }
}

/// All packages of the workspace.
pub(super) fn packages() -> Vec<Package> {
    let metadata = metadata();
    let array = |value: &Value| value.as_array().unwrap().clone();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let names: BTreeMap<String, String> =
        array(&metadata["packages"]).iter().map(|p| (text(&p["id"]), text(&p["name"]))).collect();
    let needed: BTreeMap<String, Vec<String>> = array(&metadata["resolve"]["nodes"])
        .iter()
        .map(|node| {
            let is_normal =
                |dep: &&Value| array(&dep["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            let deps = array(&node["deps"]);
            (text(&node["id"]), deps.iter().filter(is_normal).map(|d| text(&d["pkg"])).collect())
        })
        .collect();
    let members: Vec<String> = array(&metadata["workspace_members"]).iter().map(text).collect();
    array(&metadata["packages"])
        .iter()
        .filter(|package| members.contains(&text(&package["id"])))
        .map(|package| {
            let mut ids = BTreeSet::new();
            let mut open = vec![text(&package["id"])];
            while let Some(id) = open.pop() {
                let new = needed[&id].iter().filter(|id| ids.insert((*id).clone()));
                open.extend(new.cloned().collect::<Vec<_>>());
            }
            let manifest = PathBuf::from(text(&package["manifest_path"]));
            let folder = manifest.parent().unwrap();
            let folder = folder.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap();
            Package {
                name: text(&package["name"]),
                folder: folder.to_str().unwrap().to_owned(),
                below: ids.iter().map(|id| names[id].clone()).collect(),
                uses: array(&package["dependencies"]).iter().map(|d| text(&d["name"])).collect(),
                files: sources(&manifest.parent().unwrap().join("src")),
            }
        })
        .collect()
}

fn metadata() -> Value {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--locked", "--format-version=1"])
        .arg("--filter-platform=x86_64-unknown-linux-gnu")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The sources below a folder, without files of tests and generated ones.
fn sources(folder: &Path) -> Vec<Source> {
    let mut sources = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder_now) = open.pop() {
        for entry in std::fs::read_dir(&folder_now).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let name = path.file_stem().unwrap().to_str().unwrap();
            let is_rust = path.extension().is_some_and(|end| end == "rs");
            if !is_rust || name == "tests" || name.ends_with("_tests") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            if text.starts_with(GENERATED) {
                continue;
            }
            let inner = path.strip_prefix(folder).unwrap().with_extension("");
            let mut module: Vec<String> =
                inner.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            if matches!(name, "mod" | "lib" | "main") {
                module.pop();
            }
            // Tests stand at the end of a file.
            let own = text.split("\n#[cfg(test)]\nmod ").next().unwrap().to_owned();
            sources.push(Source { module, text: own });
        }
    }
    sources.sort_by(|a, b| a.module.cmp(&b.module));
    sources
}
