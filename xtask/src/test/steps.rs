//! The steps of `cargo xtask test`, in their order.

use std::path::Path;
use std::process::Command;

use super::browser;
use super::python;
use super::runners::Totals;
use crate::error::Error;
use crate::paths::Paths;
use crate::{cargo, licences, nvcc, process, setup};

const FMT_CURE: &str = "run `cargo fmt --all` (`rustup component add rustfmt` if cargo has no fmt)";
const CLIPPY_CURE: &str =
    "warnings are errors here (`rustup component add clippy` if cargo has no clippy)";
const CARGO_CURE: &str = "cargo's words are above";

/// Parts of library names that no shipped file may depend on at load time.
const FOREIGN: [&str; 4] = ["cuda", "cupti", "nvperf", "nvidia"];

/// What a step reads and what it leaves for the summary.
pub(super) struct Run<'a> {
    pub(super) paths: &'a Paths,
    pub(super) keep_going: bool,
    pub(super) tests: Totals,
}

/// How a step ended that did not fail.
pub(super) enum Outcome {
    Passed(String),
    Skipped(String),
}

pub(super) struct Step {
    pub(super) name: &'static str,
    pub(super) what: &'static str,
    pub(super) run: fn(&mut Run<'_>) -> Result<Outcome, Error>,
}

#[rustfmt::skip]
pub(super) const STEPS: &[Step] = &[
    Step { name: "setup", what: "the pinned CUDA redistributables", run: set_up },
    Step { name: "python", what: "the pinned packages that tests compare with", run: set_up_python },
    Step { name: "browser", what: "the pinned Chromium that tests open reports in", run: set_up_browser },
    Step { name: "fmt", what: "cargo fmt --all --check", run: fmt },
    Step { name: "clippy", what: "cargo clippy, warnings denied", run: clippy },
    Step { name: "rustdoc", what: "cargo doc, warnings denied", run: rustdoc },
    Step { name: "bindings", what: "the committed bindings are what the pinned headers give", run: check_bindings },
    Step { name: "build", what: "cargo build --release", run: build },
    Step { name: "test", what: "cargo test, host-library tests included", run: cargo_test },
    Step { name: "ldd", what: "what is shipped loads without CUDA libraries", run: ldd },
    Step { name: "nvcc", what: "every CUDA source compiles, warnings denied", run: compile_cuda },
    Step { name: "licences", what: "dependencies come from crates.io under licences in deny.toml", run: check_licences },
    Step { name: "deny", what: "cargo deny check bans licenses sources", run: deny },
];

fn passed() -> Outcome {
    Outcome::Passed(String::new())
}

fn set_up(run: &mut Run<'_>) -> Result<Outcome, Error> {
    setup::run(run.paths).map(|()| passed())
}

fn set_up_python(run: &mut Run<'_>) -> Result<Outcome, Error> {
    python::set_up(run.paths)
}

fn set_up_browser(run: &mut Run<'_>) -> Result<Outcome, Error> {
    browser::set_up(run.paths)
}

fn fmt(run: &mut Run<'_>) -> Result<Outcome, Error> {
    let args = ["fmt", "--all", "--check"];
    process::run(&mut cargo::command(run.paths, args), FMT_CURE).map(|()| passed())
}

fn clippy(run: &mut Run<'_>) -> Result<Outcome, Error> {
    let args = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    process::run(&mut cargo::command(run.paths, args), CLIPPY_CURE).map(|()| passed())
}

fn rustdoc(run: &mut Run<'_>) -> Result<Outcome, Error> {
    let mut command = cargo::command(run.paths, ["doc", "--workspace", "--no-deps"]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    process::run(&mut command, CARGO_CURE).map(|()| passed())
}

fn check_bindings(run: &mut Run<'_>) -> Result<Outcome, Error> {
    // The kernel's name for this executable holds even if a later build, made
    // by one of these steps, has replaced the file.
    let mut command = Command::new("/proc/self/exe");
    command.args(["bindings", "--check"]).current_dir(&run.paths.root);
    let words = || "cargo xtask bindings --check".to_owned();
    let cure = "its words are above";
    match command.status() {
        Err(source) => Err(Error::Start { command: words(), source, cure }),
        Ok(status) if !status.success() => Err(Error::Failed { command: words(), status, cure }),
        Ok(_) => Ok(passed()),
    }
}

fn build(run: &mut Run<'_>) -> Result<Outcome, Error> {
    cargo::build_release(run.paths).map(|_| passed())
}

fn cargo_test(run: &mut Run<'_>) -> Result<Outcome, Error> {
    let mut command = cargo::command(run.paths, ["test", "--workspace"]);
    if run.keep_going {
        command.arg("--no-fail-fast");
    }
    command.env("PROPP_CUDA_DIR", &run.paths.cuda);
    // A host-library test must fail here where it would be left out elsewhere.
    command.env("PROPP_REQUIRE_REDISTRIBUTABLES", "1");
    if let Some(python) = python::path(run.paths) {
        command.env("PROPP_TEST_PYTHON", python);
    }
    if let Some(chromium) = browser::path(run.paths) {
        command.env("PROPP_TEST_CHROMIUM", chromium);
    }
    let tests = &mut run.tests;
    process::run_lines(&mut command, CARGO_CURE, |line| {
        println!("{line}");
        tests.add(line);
    })?;
    if run.tests.passed == 0 {
        return Err(Error::NoTests);
    }
    Ok(Outcome::Passed(format!("{} tests passed", run.tests.passed)))
}

fn ldd(run: &mut Run<'_>) -> Result<Outcome, Error> {
    let built = cargo::build_release(run.paths)?;
    for file in [&built.propp, &built.inject] {
        let libraries = cuda_libraries(file)?;
        if !libraries.is_empty() {
            let file = run.paths.short(file).to_owned();
            return Err(Error::CudaLinked { file, libraries });
        }
        println!("{}: no CUDA library", run.paths.short(file).display());
    }
    Ok(passed())
}

/// The CUDA libraries that the loader would look for.
fn cuda_libraries(file: &Path) -> Result<Vec<String>, Error> {
    let text = process::output(Command::new("ldd").arg(file), "ldd comes with the C library")?;
    Ok(cuda_names(&text))
}

fn cuda_names(ldd: &str) -> Vec<String> {
    // The first word of a line is the name that the file asks for.
    let names = ldd.lines().filter_map(|line| line.split_whitespace().next());
    let foreign = |name: &&str| FOREIGN.iter().any(|part| name.to_lowercase().contains(part));
    names.filter(foreign).map(str::to_owned).collect()
}

fn compile_cuda(run: &mut Run<'_>) -> Result<Outcome, Error> {
    let count = nvcc::compile_all(run.paths)?;
    Ok(Outcome::Passed(format!("{count} sources")))
}

fn check_licences(run: &mut Run<'_>) -> Result<Outcome, Error> {
    licences::check(run.paths).map(Outcome::Passed)
}

fn deny(run: &mut Run<'_>) -> Result<Outcome, Error> {
    let probe = cargo::command(run.paths, ["deny", "--version"]).output();
    if !probe.is_ok_and(|probe| probe.status.success()) {
        println!(
            "cargo-deny is not installed, and building it takes longer than all of this; step \
             licences has checked licences and sources (`cargo install cargo-deny --locked`)"
        );
        return Ok(Outcome::Skipped("cargo-deny is not installed".into()));
    }
    // Advisories are left to a run by hand: they need GitHub, and a new one must
    // not fail a commit of yesterday.
    let args = ["deny", "--workspace", "check", "bans", "licenses", "sources"];
    let mut command = cargo::command(run.paths, args);
    process::run(&mut command, CARGO_CURE).map(|()| passed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuda_is_seen_by_the_name_asked_for_and_not_by_the_folder_it_was_found_in() {
        let text = "\tlinux-vdso.so.1 (0x00007fff)\n\
                    \tlibc.so.6 => /opt/nvidia/lib/libc.so.6 (0x00007f01)\n\
                    \tlibcuda.so.1 => not found\n\
                    \tlibnvperf_host.so => /usr/lib/libnvperf_host.so (0x00007f02)\n";
        assert_eq!(cuda_names(text), ["libcuda.so.1", "libnvperf_host.so"]);
    }
}
