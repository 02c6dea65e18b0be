//! A round of a row: the program alone, and under propp.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Instant, SystemTime};

use propp_judge_analysis::{Analysis, Grouping, Input, analyse};
use propp_judge_cost::quality::Weights;
use propp_recording::utc;
use propp_recording_store::read;
use tempfile::TempDir;

use super::rows::{Outcome, Row};
use crate::process::{Ran, run};

/// Kernels that a result names.
const NAMED: usize = 3;

/// The programs, compiled as they are needed.
pub(crate) struct Programs {
    sources: PathBuf,
    propp: PathBuf,
    compiled: TempDir,
    known: Mutex<HashMap<Recipe, Compiled>>,
}

/// A source and the flags that it is compiled with.
type Recipe = (String, Vec<String>);

/// The program of a recipe, once it has been compiled.
type Compiled = Arc<OnceLock<Result<PathBuf, String>>>;

impl Programs {
    pub(crate) fn new(sources: PathBuf, propp: PathBuf) -> Result<Self, String> {
        let compiled = TempDir::new().map_err(|error| error.to_string())?;
        Ok(Self { sources, propp, compiled, known: Mutex::default() })
    }

    /// Compiles the programs of these rows, all at once. What cannot be compiled is told in its
    /// row's round.
    pub(crate) fn compile_all(&self, rows: &[Row]) {
        std::thread::scope(|scope| {
            for row in rows {
                scope.spawn(|| self.words(row));
            }
        });
    }

    /// Runs a row on one GPU, or on all that it needs.
    pub(crate) fn round(&self, row: &Row, gpu: u32) -> Result<Outcome, String> {
        let missing = row.modules.iter().find(|module| !has_module(module));
        if let Some(module) = missing {
            return Err(format!("python3 has no {module} here"));
        }
        let words = self.words(row)?;
        let folder = TempDir::new().map_err(|error| error.to_string())?;
        let file = folder.path().join("r.propp");
        let (alone_s, alone) = self.time(row, gpu, &words, None)?;
        let (propp_s, profiled) = self.time(row, gpu, &words, Some(&file))?;
        let read = read(&file).ok();
        let analysis = read.as_ref().map(|recording| {
            let weights = Weights::bundled("paper").map_err(|error| error.to_string())?;
            let input = Input { name: "the recording", recording };
            Ok::<Analysis, String>(analyse(&[input], &weights, Grouping::Signature))
        });
        let analysis: Option<Analysis> = analysis.transpose()?;
        let now = utc(SystemTime::now());
        let mut outcome = Outcome {
            row: row.name.clone(),
            date: now.split('T').next().unwrap_or_default().to_owned(),
            gpu: String::new(),
            driver: driver(),
            alone_s: hundredths(alone_s),
            propp_s: hundredths(propp_s),
            alone_code: alone.code(),
            propp_code: profiled.code(),
            same_output: alone.out == profiled.out,
            has_recording: analysis.is_some(),
            devices: 0,
            seen: 0,
            measured: 0,
            covered: None,
            notices: Vec::new(),
            without: Vec::new(),
            words: String::new(),
        };
        if let Some(analysis) = &analysis {
            add(analysis, &mut outcome);
        }
        if outcome.is_harmed() {
            let (out, alone) = (profiled.text(), alone.text());
            outcome.words = format!("-- alone\n{alone}-- under propp\n{out}{}", profiled.err);
        }
        Ok(outcome)
    }

    /// The command of a row, its program compiled.
    pub(crate) fn words(&self, row: &Row) -> Result<Vec<String>, String> {
        let (first, others) = row.command.split_first().ok_or("no command")?;
        let first = match Path::new(first).extension().and_then(|ending| ending.to_str()) {
            Some("cu" | "c") => self.program(first, &row.flags)?.display().to_string(),
            _ => first.clone(),
        };
        // A word that stands for a program: another row's, for scripts that start it.
        let compiled = |word: &String| match word.strip_prefix("compiled:") {
            Some(source) => self.program(source, &row.flags).map(|path| path.display().to_string()),
            None => Ok(word.clone()),
        };
        let others: Result<Vec<String>, String> = others.iter().map(compiled).collect();
        Ok(std::iter::once(first).chain(others?).collect())
    }

    fn program(&self, source: &str, flags: &[String]) -> Result<PathBuf, String> {
        let (number, compiled) = {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            let number = known.len();
            let recipe = (source.to_owned(), flags.to_vec());
            (number, Arc::clone(known.entry(recipe).or_default()))
        };
        // Who asks for a program that another thread compiles, waits for it.
        compiled.get_or_init(|| self.compile(source, flags, number)).clone()
    }

    fn compile(&self, source: &str, flags: &[String], number: usize) -> Result<PathBuf, String> {
        let path = self.sources.join(source);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let program = self.compiled.path().join(format!("{number}-{stem}"));
        let nvcc = std::env::var("PROPP_NVCC").unwrap_or("nvcc".to_owned());
        let mut compiler = match source.ends_with(".c") {
            true => Command::new("cc"),
            false => Command::new(nvcc),
        };
        if !source.ends_with(".c") {
            compiler.args(["-std=c++17", "-arch=native"]);
        }
        compiler.args(["-O2", "-o"]).arg(&program).arg(path).args(flags);
        run(&mut compiler, b"")?.ended_with(0)?;
        Ok(program)
    }

    /// Runs a row's command, and returns the seconds that it took.
    fn time(
        &self,
        row: &Row,
        gpu: u32,
        words: &[String],
        recording: Option<&Path>,
    ) -> Result<(f64, Ran), String> {
        let mut command = match recording {
            Some(file) => {
                let mut propp = Command::new(&self.propp);
                propp.args(["profile", "-q", "-o"]).arg(file).args(&row.options);
                propp.arg("--").args(words);
                propp
            }
            None => {
                let mut alone = Command::new(&words[0]);
                alone.args(&words[1..]);
                alone
            }
        };
        command.current_dir(&self.sources).envs(&row.environment);
        if row.gpus == 1 {
            command.env("CUDA_VISIBLE_DEVICES", gpu.to_string());
        }
        let begun = Instant::now();
        let ran = run(&mut command, b"")?;
        Ok((begun.elapsed().as_secs_f64(), ran))
    }
}

/// Whether Python has the module.
fn has_module(module: &str) -> bool {
    let find =
        format!("import importlib.util as u, sys; sys.exit(u.find_spec('{module}') is None)");
    Command::new("python3").args(["-c", &find]).status().is_ok_and(|status| status.success())
}

fn driver() -> String {
    let version = std::fs::read_to_string("/sys/module/nvidia/version").unwrap_or_default();
    version.trim().to_owned()
}

fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// What the recording tells.
fn add(analysis: &Analysis, outcome: &mut Outcome) {
    outcome.gpu = analysis.devices.first().map(|device| device.name.clone()).unwrap_or_default();
    outcome.devices = analysis.devices.len();
    outcome.seen = analysis.run.seen.unwrap_or_default();
    outcome.measured = analysis.run.measured;
    let total: u64 = analysis.kernels.iter().map(|kernel| kernel.total_ns()).sum();
    let part = |ns: u64| ns as f64 / total as f64;
    let mut without: Vec<(String, u64)> = Vec::new();
    for kernel in analysis.kernels.iter().filter(|kernel| kernel.measured == 0) {
        match without.iter_mut().find(|(name, _)| *name == kernel.name.bare) {
            Some((_, ns)) => *ns += kernel.total_ns(),
            None => without.push((kernel.name.bare.clone(), kernel.total_ns())),
        }
    }
    without.sort_by_key(|(_, ns)| std::cmp::Reverse(*ns));
    let left: u64 = without.iter().map(|(_, ns)| ns).sum();
    if total > 0 {
        outcome.covered = Some(hundredths(100.0 * (1.0 - part(left))) / 100.0);
        let percent = |(name, ns): (String, u64)| (name, hundredths(100.0 * part(ns)));
        outcome.without = without.into_iter().take(NAMED).map(percent).collect();
    }
    let codes: BTreeSet<&String> = analysis.notices.iter().map(|notice| &notice.code).collect();
    outcome.notices = codes.into_iter().cloned().collect();
}
