//! Runs that the gate compares: recordings, and results of benchmark tools.

use std::io::Read;
use std::path::{Path, PathBuf};

use propp_gate_runs::{Profile, measure};
use propp_judge_cost::quality::Weights;
use propp_recording::Recording;

use crate::cli::common::recordings::read;
use crate::cli::common::weights::WeightsArg;
use crate::cli::say::{Failure, Result};

/// How the files of recordings begin: of SQLite, and of gzip.
const RECORDINGS: [&[u8]; 2] = [b"SQLite format 3\0", &[0x1f, 0x8b]];

/// A file's text; what is no text is told by its line.
pub(crate) fn text_of(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    if RECORDINGS.iter().any(|begin| bytes.starts_with(begin)) {
        return Err("this is a recording".to_owned());
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("line {line} is not UTF-8 text")
    })
}

/// Recordings, a profile each.
pub(crate) fn profiles_of(files: &[PathBuf], weights: &WeightsArg) -> Result<Vec<Profile>> {
    if files.iter().any(|file| is_result(file)) {
        named_once(files)?;
        return files.iter().map(|file| result(file)).collect();
    }
    let (recordings, weights) = recordings_of(files, weights)?;
    Ok(recordings.iter().map(|recording| measure(recording, &weights)).collect())
}

/// Recordings, and the weights for their GPU.
pub(crate) fn recordings_of(
    files: &[PathBuf],
    weights: &WeightsArg,
) -> Result<(Vec<Recording>, Weights)> {
    named_once(files)?;
    let recordings: Vec<Recording> =
        files.iter().map(|file| read(file)).collect::<Result<_, _>>()?;
    if let Some((file, _)) = files.iter().zip(&recordings).find(|(_, own)| !own.is_finished()) {
        let text = "was not finished: propp writes it still, or was killed; record it again";
        return Err(Failure::usage(format!("{} {text}", file.display())));
    }
    let weights = weights.of(&recordings)?;
    Ok((recordings, weights))
}

fn named_once(files: &[PathBuf]) -> Result<()> {
    let mut known: Vec<PathBuf> = Vec::new();
    for file in files {
        let canonical = file.canonicalize().unwrap_or_else(|_| file.clone());
        if known.contains(&canonical) {
            let text = format!("{} is named twice; name each run once", file.display());
            return Err(Failure::usage(text));
        }
        known.push(canonical);
    }
    Ok(())
}

/// Whether a file may be a result of a benchmark tool: JSON.
fn is_result(path: &Path) -> bool {
    let mut start = [0; 1];
    let read =
        propp_recording_store::open_file(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *b"{"
}

/// A result of NVBench or Google Benchmark as a run.
fn result(path: &Path) -> Result<Profile> {
    let failed = |what: String| {
        Failure::usage(format!(
            "cannot use {}: {what}; recordings, and results of NVBench (--jsonbin) and Google \
             Benchmark, each for themselves, are runs",
            path.display()
        ))
    };
    let text = text_of(path).map_err(failed)?;
    let samples = |name: &str| propp_code_lines::sources::samples(path, name);
    propp_gate_runs::benchmarks::run(&text, &samples).map_err(|error| failed(error.to_string()))
}

/// Runs without a kernel in common are of several programs.
pub(crate) fn share_kernels(files: &[PathBuf], profiles: &[Profile]) -> Result<()> {
    let mut all = files.iter().zip(profiles).filter(|(_, profile)| !profile.kernels.is_empty());
    let Some((first, one)) = all.next() else { return Ok(()) };
    let Some((file, _)) = all.find(|(_, profile)| !one.shares_kernels(profile)) else {
        return Ok(());
    };
    Err(Failure::usage(format!(
        "{} and {} have no kernel in common: they are runs of different programs, and each \
         needs its own baseline",
        first.display(),
        file.display()
    )))
}

/// Runs of one program as one.
pub(crate) fn joined(profiles: &[Profile]) -> Result<Profile> {
    Profile::join(profiles).map_err(Failure::usage)
}
