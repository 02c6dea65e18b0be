//! Calls of cargo, and the files that it reports to have built.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::error::Error;
use crate::paths::Paths;
use crate::process;

const CARGO_CURE: &str = "the compiler's words are above";
const CLIPPY_CURE: &str = "the compiler's words are above; warnings are errors here, and clippy has to be \
                           installed (`rustup component add clippy`)";

const INJECT: &str = "libpropp_inject.so";
const RUNTIME: &str = "libcudart.so.13";

/// What is shipped: the binary, and the libraries embedded in it, for injection and for emulated
/// programs.
#[derive(Clone)]
pub(crate) struct Shipped {
    pub(crate) propp: PathBuf,
    pub(crate) inject: PathBuf,
    pub(crate) runtime: PathBuf,
}

/// What `cargo test` runs, and the binary that tests call.
pub(crate) struct Tests {
    pub(crate) programs: Vec<TestProgram>,
    pub(crate) shipped: Shipped,
}

pub(crate) struct TestProgram {
    /// Package and target, such as `propp integration`.
    pub(crate) name: String,
    pub(crate) file: PathBuf,
    /// The package's folder, in which cargo runs it.
    pub(crate) folder: PathBuf,
}

/// A cargo command in the workspace's root, by the toolchain that runs xtask.
pub(crate) fn command<'a>(paths: &Paths, args: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(&paths.root);
    command
}

const SHIPPED: [&str; 5] = ["--release", "--package", "propp", "--features", "parquet,mcp"];

/// Builds the command, with optimisation.
pub(crate) fn build_release(paths: &Paths) -> Result<Shipped, Error> {
    shipped(&build(paths, &[&["build"], &SHIPPED[..]].concat())?)
}

/// Builds for the folder of `cargo xtask dist --device-tests`: with a second runtime of emulated programs, which
/// takes as long to build as the first and makes the wheel too large.
fn build_for_dist(paths: &Paths, args: &[&str]) -> Result<Everything, Error> {
    let mut command = command(paths, args.iter().copied());
    command.env("PROPP_BOTH_RUNTIMES", "1");
    built_by(command, CARGO_CURE)
}

/// What `cargo xtask dist --device-tests` ships.
pub(crate) fn build_dist(paths: &Paths) -> Result<Shipped, Error> {
    shipped(&build_for_dist(paths, &[&["build"], &SHIPPED[..]].concat())?)
}

/// Builds for systems with this glibc or a newer one: linked by zig, which comes with
/// cargo-zigbuild in the folder `tools`.
pub(crate) fn build_release_for(
    paths: &Paths,
    tools: &Path,
    glibc: (u32, u32),
) -> Result<Shipped, Error> {
    let arch = std::env::consts::ARCH;
    let target = format!("{arch}-unknown-linux-gnu.{}.{}", glibc.0, glibc.1);
    let mut command = Command::new(tools.join("cargo-zigbuild"));
    command.args(["zigbuild", "--target", &target]).args(SHIPPED).current_dir(&paths.root);
    // It looks for zig with the first Python that it finds.
    let before = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(tools.to_owned()).chain(std::env::split_paths(&before));
    command.env("PATH", std::env::join_paths(path).unwrap_or(before));
    shipped(&built_by(command, CARGO_CURE)?)
}

fn shipped(built: &Everything) -> Result<Shipped, Error> {
    let embedded = |name| {
        let mut files = built.out_dirs.iter().map(|folder| folder.join(name));
        files.find(|file| file.is_file()).ok_or(Error::NotBuilt(name))
    };
    Ok(Shipped { propp: built.propp()?, inject: embedded(INJECT)?, runtime: embedded(RUNTIME)? })
}

/// Has clippy's driver compile the workspace: it is a rustc that warns of more. What `cargo clippy`
/// checks would be compiled once more.
pub(crate) fn by_clippy(command: &mut Command) -> &mut Command {
    command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    let deny = ["-D", "warnings"].map(|word| format!("{word}__CLIPPY_HACKERY__"));
    command.env("CLIPPY_ARGS", deny.concat())
}

/// Builds every test program of the workspace, and all else that has warnings.
pub(crate) fn build_tests(paths: &Paths) -> Result<Tests, Error> {
    let args = ["test", "--workspace", "--all-targets", "--no-run", "--features", "propp/mcp"];
    let mut command = command(paths, args);
    by_clippy(&mut command);
    let built = built_by(command, CLIPPY_CURE)?;
    let shipped = shipped(&built)?;
    let programs = built.targets.into_iter().filter_map(Built::into_test_program).collect();
    Ok(Tests { programs, shipped })
}

/// Builds the device tests and returns their executable.
pub(crate) fn build_device_tests(paths: &Paths) -> Result<PathBuf, Error> {
    let args = ["test", "--release", "--no-run", "--package", "propp", "--test", "gpu"];
    build_for_dist(paths, &args)?.find("test", "gpu").ok_or(Error::NotBuilt("device test `gpu`"))
}

/// Builds a benchmark and returns its executable.
pub(crate) fn build_bench(paths: &Paths, name: &'static str) -> Result<PathBuf, Error> {
    let args = ["bench", "--no-run", "--package", "propp", "--bench", name];
    let built = build_for_dist(paths, &args)?;
    built.find("bench", name).ok_or(Error::NotBuilt("benchmark"))
}

/// What cargo compiled or found fresh.
struct Everything {
    targets: Vec<Built>,
    out_dirs: Vec<PathBuf>,
}

struct Built {
    kinds: Vec<String>,
    name: String,
    package: String,
    is_test: bool,
    manifest: PathBuf,
    files: Vec<PathBuf>,
    executable: Option<PathBuf>,
}

fn build(paths: &Paths, args: &[&str]) -> Result<Everything, Error> {
    built_by(command(paths, args.iter().copied()), CARGO_CURE)
}

fn built_by(mut command: Command, cure: &'static str) -> Result<Everything, Error> {
    // Diagnostics stay readable on standard error; the JSON comes on standard output.
    command.arg("--message-format=json-render-diagnostics");
    let messages = process::output(&mut command, cure)?;
    let parsed = messages.lines().filter(|line| line.starts_with('{')).map(serde_json::from_str);
    let messages: Vec<Value> = parsed.collect::<Result<_, _>>().map_err(|error| Error::Output {
        command: process::line(&command),
        reason: error.to_string(),
    })?;
    let of = |reason: &'static str| messages.iter().filter(move |m| m["reason"] == reason);
    Ok(Everything {
        targets: of("compiler-artifact").map(Built::of).collect(),
        out_dirs: of("build-script-executed")
            .filter_map(|message| message["out_dir"].as_str().map(PathBuf::from))
            .collect(),
    })
}

impl Everything {
    fn find(&self, kind: &str, name: &str) -> Option<PathBuf> {
        let is_it = |built: &&Built| {
            !(built.is_test && kind == "bin")
                && built.name == name
                && built.kinds.iter().any(|found| found == kind)
        };
        let target = self.targets.iter().find(is_it)?;
        let library =
            || target.files.iter().find(|file| file.extension().is_some_and(|end| end == "so"));
        target.executable.clone().or_else(|| library().cloned())
    }

    fn propp(&self) -> Result<PathBuf, Error> {
        self.find("bin", "propp").ok_or(Error::NotBuilt("binary `propp`"))
    }
}

impl Built {
    fn of(message: &Value) -> Self {
        Self {
            kinds: strings(&message["target"]["kind"]),
            name: message["target"]["name"].as_str().unwrap_or_default().to_owned(),
            package: package(message["package_id"].as_str().unwrap_or_default()).to_owned(),
            is_test: message["profile"]["test"] == true,
            manifest: message["manifest_path"].as_str().unwrap_or_default().into(),
            files: strings(&message["filenames"]).into_iter().map(PathBuf::from).collect(),
            executable: message["executable"].as_str().map(PathBuf::from),
        }
    }

    fn into_test_program(self) -> Option<TestProgram> {
        let kind = self.kinds.first().map_or("", String::as_str);
        let is_test = self.is_test && !["bench", "example"].contains(&kind);
        let file = self.executable.filter(|_| is_test)?;
        let folder = self.manifest.parent()?.to_owned();
        let target = if kind == "test" { &self.name } else { kind };
        Some(TestProgram { name: format!("{} {target}", self.package), file, folder })
    }
}

/// The name in an id: `path+file:///propp#name@0.1.0`, or `path+file:///propp/name#0.1.0`.
fn package(id: &str) -> &str {
    let (path, last) = id.split_once('#').unwrap_or((id, ""));
    match last.split_once('@') {
        Some((name, _)) => name,
        None => path.rsplit('/').next().unwrap_or(path),
    }
}

fn strings(value: &Value) -> Vec<String> {
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_has_its_name_wherever_its_folder_is() {
        assert_eq!(package("path+file:///home/me/clone#propp@0.1.0"), "propp");
        assert_eq!(package("path+file:///home/me/clone/wire#0.1.0"), "wire");
    }
}
