//! The steps of `cargo xtask test`.

use std::sync::atomic::AtomicBool;

use super::browser;
use super::outcome::Outcome;
use super::programs;
use super::python;
use super::runners::Totals;
use super::wheel;
use crate::cargo::{Shipped, Tests};
use crate::error::Error;
use crate::paths::Paths;
use crate::stamps::{self, Inputs, Stamp};
use crate::{bindings, cargo, licences, loads, nvcc, process, setup};

const FMT_CURE: &str = "run `cargo fmt --all` (`rustup component add rustfmt` if cargo has no fmt)";
const CARGO_CURE: &str = "cargo's words are above";

/// What a step reads and what it leaves for others and the summary.
pub(super) struct Run<'a> {
    pub(super) paths: &'a Paths,
    pub(super) keep_going: bool,
    /// Whether step nvcc is part of this run, so that every object is there.
    pub(super) has_objects: bool,
    built: Option<Tests>,
    pub(super) tests: Totals,
}

impl<'a> Run<'a> {
    pub(super) fn new(paths: &'a Paths, keep_going: bool, steps: &[&Step]) -> Self {
        let has_objects = steps.iter().any(|step| step.name == NVCC);
        Self { paths, keep_going, has_objects, built: None, tests: Totals::default() }
    }

    /// The test programs, built once.
    pub(super) fn built(&mut self) -> Result<&Tests, Error> {
        match &mut self.built {
            Some(built) => Ok(built),
            none => Ok(none.insert(cargo::build_tests(self.paths)?)),
        }
    }
}

pub(super) struct Step {
    pub(super) name: &'static str,
    pub(super) what: &'static str,
    pub(super) work: Work,
}

#[derive(Clone, Copy)]
pub(super) enum Work {
    /// One after the other.
    InOrder {
        /// Whether it uses what the lanes make.
        after_all_lanes: bool,
        work: fn(&mut Run<'_>) -> Result<Outcome, Error>,
    },
    /// One after the other in a lane, beside everything else.
    Beside(Beside, fn(&Paths, &AtomicBool) -> Result<Outcome, Error>),
    /// Beside the steps that follow it, with what is built. It may use what the lanes make.
    WithBuilt(fn(&Paths, &Shipped) -> Result<Outcome, Error>),
}

/// What runs beside the steps that are cargo's.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Beside {
    /// NVIDIA's compiler, and what it compiles.
    Cuda,
    /// What tests compare with.
    Others,
}

impl Beside {
    pub(super) const ALL: [Self; 2] = [Self::Cuda, Self::Others];
}

impl Step {
    pub(super) fn lane(&self) -> Option<Beside> {
        match self.work {
            Work::Beside(lane, _) => Some(lane),
            Work::InOrder { .. } | Work::WithBuilt(_) => None,
        }
    }

    pub(super) fn is_beside_others(&self) -> bool {
        !matches!(self.work, Work::InOrder { .. })
    }
}

const fn in_order(work: fn(&mut Run<'_>) -> Result<Outcome, Error>) -> Work {
    Work::InOrder { after_all_lanes: false, work }
}

const fn after_all_lanes(work: fn(&mut Run<'_>) -> Result<Outcome, Error>) -> Work {
    Work::InOrder { after_all_lanes: true, work }
}

const NVCC: &str = "nvcc";

/// Only by its name: it compiles the workspace and its dependencies once more.
pub(super) const RUSTDOC: &str = "rustdoc";

#[rustfmt::skip]
pub(super) const STEPS: &[Step] = &[
    Step { name: "setup", what: "the pinned CUDA redistributables", work: Work::Beside(Beside::Cuda, set_up) },
    Step { name: NVCC, what: "every CUDA source compiles, warnings denied", work: Work::Beside(Beside::Cuda, compile_cuda) },
    Step { name: "python", what: "the pinned packages that tests compare with", work: Work::Beside(Beside::Others, set_up_python) },
    Step { name: "browser", what: "the pinned Chromium and axe-core that tests open reports in", work: Work::Beside(Beside::Others, set_up_browser) },
    Step { name: "fmt", what: "cargo fmt --all --check", work: in_order(fmt) },
    Step { name: "build", what: "cargo test --no-run, compiled by clippy, warnings denied", work: in_order(build) },
    Step { name: RUSTDOC, what: "cargo doc, warnings denied", work: in_order(rustdoc) },
    Step { name: "ldd", what: "what is built loads without CUDA libraries", work: in_order(ldd) },
    Step { name: "licences", what: "dependencies come from crates.io under licences in deny.toml", work: in_order(check_licences) },
    Step { name: "deny", what: "cargo deny check bans licenses sources", work: in_order(deny) },
    Step { name: "bindings", what: "the committed bindings are what the pinned headers give", work: Work::WithBuilt(check_bindings) },
    Step { name: "wheel", what: "the Python package in a fresh environment: mypy, and its tests", work: Work::WithBuilt(wheel::check) },
    Step { name: "test", what: "all tests, host-library tests included", work: after_all_lanes(test) },
];

fn passed() -> Outcome {
    Outcome::Passed(String::new())
}

fn set_up(paths: &Paths, _: &AtomicBool) -> Result<Outcome, Error> {
    setup::run(paths).map(|()| passed())
}

fn compile_cuda(paths: &Paths, stop: &AtomicBool) -> Result<Outcome, Error> {
    let counts = nvcc::compile_all(paths, stamps::are_ignored(), stop)?;
    Ok(Outcome::Passed(format!(
        "{} sources, {} compiled, {} as in xtask/compiled.txt",
        counts.sources, counts.compiled, counts.recorded
    )))
}

fn set_up_python(paths: &Paths, _: &AtomicBool) -> Result<Outcome, Error> {
    python::set_up(paths)
}

fn set_up_browser(paths: &Paths, _: &AtomicBool) -> Result<Outcome, Error> {
    browser::set_up(paths)
}

fn fmt(run: &mut Run<'_>) -> Result<Outcome, Error> {
    let args = ["fmt", "--all", "--check"];
    process::run(&mut cargo::command(run.paths, args), FMT_CURE).map(|()| passed())
}

fn rustdoc(run: &mut Run<'_>) -> Result<Outcome, Error> {
    let mut command =
        cargo::command(run.paths, ["doc", "--workspace", "--no-deps", "--features", "parquet,mcp"]);
    cargo::by_clippy(&mut command).env("RUSTDOCFLAGS", "-D warnings");
    process::run(&mut command, CARGO_CURE).map(|()| passed())
}

fn build(run: &mut Run<'_>) -> Result<Outcome, Error> {
    let count = run.built()?.programs.len();
    Ok(Outcome::Passed(format!("{count} test programs")))
}

fn ldd(run: &mut Run<'_>) -> Result<Outcome, Error> {
    let paths = run.paths;
    let shipped = &run.built()?.shipped;
    loads::no_cuda(paths, [&shipped.propp, &shipped.inject]).map(|()| passed())
}

fn check_bindings(paths: &Paths, _: &Shipped) -> Result<Outcome, Error> {
    let root = &paths.root;
    let mut inputs = Inputs::default();
    inputs.word(setup::toolkit_stamp(paths)?);
    inputs.file(&root.join("Cargo.lock"));
    // The generator, and what it writes.
    for folder in ["xtask/bindings", "cupti-sys/src", "patches/cust_raw/src"] {
        inputs.tree(&root.join(folder), |_| true)?;
    }
    let stamp = Stamp::new(paths, "bindings", &inputs);
    if stamp.has_passed() {
        return Ok(Outcome::Passed("as when they were".to_owned()));
    }
    bindings::run(&bindings::Args { check: true }, paths)?;
    stamp.passed().map(|()| passed())
}

fn test(run: &mut Run<'_>) -> Result<Outcome, Error> {
    run.built()?;
    let Run { paths, keep_going, has_objects, built: Some(built), tests } = run else {
        return Err(Error::NoTests);
    };
    let programs = programs::Programs::new(paths, *has_objects, built)?;
    let as_before = programs.run(*keep_going, tests)?;
    let note = match as_before {
        0 => String::new(),
        count => format!(", {count} of {} programs as when they passed", built.programs.len()),
    };
    if tests.passed == 0 && as_before == 0 {
        return Err(Error::NoTests);
    }
    Ok(Outcome::Passed(format!("{} tests passed{note}", tests.passed)))
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
