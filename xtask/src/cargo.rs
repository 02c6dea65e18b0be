//! Calls of cargo, and the files that it reports to have built.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::error::Error;
use crate::paths::Paths;
use crate::process;

/// What is shipped: the binary and the library that it injects.
pub(crate) struct Release {
    pub(crate) propp: PathBuf,
    pub(crate) inject: PathBuf,
}

/// A cargo command in the workspace's root, by the toolchain that runs xtask.
pub(crate) fn command<'a>(paths: &Paths, args: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(&paths.root);
    command
}

/// Builds everything but xtask (which is never shipped) with optimisation.
pub(crate) fn build_release(paths: &Paths) -> Result<Release, Error> {
    let built = build(paths, &["build", "--release", "--workspace", "--exclude", "xtask"])?;
    let propp = find(&built, "bin", "propp").ok_or(Error::NotBuilt("binary `propp`"))?;
    let inject = find(&built, "cdylib", "propp_inject")
        .ok_or(Error::NotBuilt("library `libpropp_inject.so`"))?;
    Ok(Release { propp, inject })
}

/// Builds the device tests and returns their executable.
pub(crate) fn build_device_tests(paths: &Paths) -> Result<PathBuf, Error> {
    let args = ["test", "--release", "--no-run", "--package", "propp", "--test", "gpu"];
    let built = build(paths, &args)?;
    find(&built, "test", "gpu").ok_or(Error::NotBuilt("device test `gpu`"))
}

/// Builds a benchmark and returns its executable.
pub(crate) fn build_bench(paths: &Paths, name: &'static str) -> Result<PathBuf, Error> {
    let built = build(paths, &["bench", "--no-run", "--package", "propp", "--bench", name])?;
    find(&built, "bench", name).ok_or(Error::NotBuilt("benchmark"))
}

/// One target that cargo compiled or found fresh.
struct Built {
    kinds: Vec<String>,
    name: String,
    files: Vec<PathBuf>,
    executable: Option<PathBuf>,
}

fn build(paths: &Paths, args: &[&str]) -> Result<Vec<Built>, Error> {
    let mut command = command(paths, args.iter().copied());
    // Diagnostics stay readable on standard error; the JSON comes on standard output.
    command.arg("--message-format=json-render-diagnostics");
    let messages = process::output(&mut command, "the compiler's words are above")?;
    let parsed = messages.lines().filter(|line| line.starts_with('{')).map(serde_json::from_str);
    let messages: Vec<Value> = parsed.collect::<Result<_, _>>().map_err(|error| Error::Output {
        command: process::line(&command),
        reason: error.to_string(),
    })?;
    Ok(messages.iter().filter(|message| is_artifact(message)).map(artifact).collect())
}

fn is_artifact(message: &Value) -> bool {
    message["reason"] == "compiler-artifact"
}

fn artifact(message: &Value) -> Built {
    Built {
        kinds: strings(&message["target"]["kind"]),
        name: message["target"]["name"].as_str().unwrap_or_default().to_owned(),
        files: strings(&message["filenames"]).into_iter().map(PathBuf::from).collect(),
        executable: message["executable"].as_str().map(PathBuf::from),
    }
}

fn strings(value: &Value) -> Vec<String> {
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn find(built: &[Built], kind: &str, name: &str) -> Option<PathBuf> {
    let target = built
        .iter()
        .find(|built| built.name == name && built.kinds.iter().any(|found| found == kind))?;
    let library =
        || target.files.iter().find(|file| file.extension().is_some_and(|end| end == "so"));
    target.executable.clone().or_else(|| library().cloned())
}
