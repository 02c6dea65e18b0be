//! Runs the test programs that cargo built.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::browser::{AXE, CHROMIUM};
use super::python;
use super::runners::Totals;
use crate::cargo::{TestProgram, Tests};
use crate::error::Error;
use crate::paths::Paths;
use crate::stamps::{Inputs, Stamp};
use crate::{nvcc, process};

/// How many tests of a program run at once.
const THREADS: &str = "RUST_TEST_THREADS";

/// Tells the test that builds the suite's libraries that it passed with these sources.
const SUITE_AS_RECORDED: &str = "PROPP_SUITE_AS_RECORDED";

const CURE: &str = "the tests' words are above";

/// What setup fetches, as tests are told of it.
pub(crate) fn environment(paths: &Paths) -> Result<Vec<(&'static str, PathBuf)>, Error> {
    let mut environment = vec![
        ("PROPP_CUDA_DIR", paths.cuda.clone()),
        // What is not there fails a test here where it would be left out elsewhere.
        ("PROPP_REQUIRE_REDISTRIBUTABLES", "1".into()),
        ("PROPP_TEST_NVCC", nvcc::write_stand_in(paths)?),
    ];
    environment.extend(python::path(paths).map(|path| ("PROPP_TEST_PYTHON", path)));
    let browser = [("PROPP_TEST_CHROMIUM", CHROMIUM), ("PROPP_TEST_AXE", AXE)];
    let browser = browser.into_iter().filter_map(|(name, file)| Some((name, file.path(paths)?)));
    environment.extend(browser);
    Ok(environment)
}

/// The test programs, and what all of them are told.
pub(super) struct Programs<'a> {
    paths: &'a Paths,
    built: &'a Tests,
    environment: Vec<(&'static str, PathBuf)>,
    /// What decides how the tests of all programs end: what they are told, and the files of the
    /// repository that they read.
    common: Inputs,
    /// And the Rust sources, for the integration tests, which read these, too.
    with_sources: Inputs,
}

impl<'a> Programs<'a> {
    pub(super) fn new(
        paths: &'a Paths,
        has_objects: bool,
        built: &'a Tests,
    ) -> Result<Self, Error> {
        let mut environment = environment(paths)?;
        if has_objects {
            environment.push((nvcc::NOTHING_NEW, "1".into()));
        }
        if nvcc::is_suite_recorded(paths)? {
            environment.push((SUITE_AS_RECORDED, "1".into()));
        }
        let mut common = Inputs::default();
        common.word(&environment);
        common.word(told_by_the_caller());
        common.tree(&paths.root, |file| !is_rust(file))?;
        let mut with_sources = common.clone();
        with_sources.tree(&paths.root, is_rust)?;
        Ok(Self { paths, built, environment, common, with_sources })
    }

    /// Runs each, unless it passed before with the same inputs. Returns how many did.
    pub(super) fn run(&self, keep_going: bool, totals: &mut Totals) -> Result<usize, Error> {
        let (mut as_before, mut failed) = (0, Vec::new());
        for program in &self.built.programs {
            let stamp = Stamp::new(self.paths, &program.name, &self.inputs(program));
            if stamp.has_passed() {
                as_before += 1;
                continue;
            }
            println!("\n{}", program.name);
            match self.run_one(program, totals) {
                Ok(()) => stamp.passed()?,
                Err(error) => {
                    println!("{error}");
                    failed.push(program.name.clone());
                    if !keep_going {
                        break;
                    }
                }
            }
        }
        if failed.is_empty() { Ok(as_before) } else { Err(Error::Tests(failed)) }
    }

    fn run_one(&self, program: &TestProgram, totals: &mut Totals) -> Result<(), Error> {
        let mut command = Command::new(&program.file);
        command.current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        if std::env::var_os(THREADS).is_none() {
            // Half of the time tests wait: for a program, a socket, a moment.
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            command.env(THREADS, (2 * cores).to_string());
        }
        process::run_lines(&mut command, CURE, |line| {
            println!("{line}");
            totals.add(line);
        })
    }

    /// What decides how a program's tests end. Those of the root also call propp.
    fn inputs(&self, program: &TestProgram) -> Inputs {
        let is_integration = program.name.ends_with(" integration");
        let mut inputs = if is_integration { &self.with_sources } else { &self.common }.clone();
        inputs.file(&program.file);
        if program.name.starts_with("propp ") {
            inputs.file(&self.built.shipped.propp);
            inputs.word(Path::new("/dev/nvidiactl").exists());
        }
        inputs
    }
}

fn is_rust(file: &Path) -> bool {
    file.extension().is_some_and(|end| end == "rs")
}

/// Variables of the caller that tests, or propp in them, go by.
fn told_by_the_caller() -> Vec<(OsString, OsString)> {
    let decides = |name: &OsString| {
        let name = name.to_string_lossy();
        ["PROPP_", "INSTA_", "PROPTEST_"].iter().any(|start| name.starts_with(start))
    };
    let mut told: Vec<_> = std::env::vars_os().filter(|(name, _)| decides(name)).collect();
    told.sort();
    told
}
