//! Writes the recordings of a synthetic job: kernels, counts and noise of a real recording, on as
//! many ranks and steps as asked for, with or without planted trouble. Nothing of it was measured.
//!
//! ```text
//! cargo run --release -p propp-fleet-tree --example synthetic -- \
//!     OUT RANKS STEPS SEED planted|clean recordings/h200_pytorch_step.propp
//! ```
//!
//! `OUT/planted.csv` says which rank has which trouble. `lab/fleet/measure.py` uses it.

mod job;
mod kernels;
mod write;

use std::error::Error;
use std::fs;
use std::path::Path;

use rayon::prelude::*;

use crate::job::{Job, Trouble};

const USAGE: &str = "usage: synthetic OUT RANKS STEPS SEED planted|clean RECORDING";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [out, ranks, steps, seed, how, base] = arguments.as_slice() else {
        return Err(USAGE.into());
    };
    let is_planted = match how.as_str() {
        "planted" => true,
        "clean" => false,
        _ => return Err(USAGE.into()),
    };
    let base = propp_recording_store::read(Path::new(base))?;
    let kernels = kernels::of_recording(&base)?;
    let job = Job::new(&kernels, ranks.parse()?, steps.parse()?, seed.parse()?, is_planted)?;
    let out = Path::new(out);
    fs::create_dir_all(out)?;
    let written = (0..job.ranks).into_par_iter().map(|rank| {
        let path = out.join(format!("{rank:05}.propp"));
        match job.trouble(rank) {
            Some(Trouble::Missing) => Ok(()),
            trouble => {
                write::rank(&path, &base, &job, rank).map_err(|error| error.to_string())?;
                if trouble == Some(Trouble::Damaged) { halve(&path) } else { Ok(()) }
            }
        }
    });
    written.collect::<Result<(), String>>()?;
    let planted = job.planted.iter().map(|(trouble, rank)| format!("{rank},{}\n", trouble.word()));
    fs::write(out.join("planted.csv"), planted.collect::<String>())?;
    Ok(())
}

/// Cuts a file off, as a full disk would.
fn halve(path: &Path) -> Result<(), String> {
    let cut = || {
        let file = fs::OpenOptions::new().write(true).open(path)?;
        file.set_len(file.metadata()?.len() / 2)
    };
    cut().map_err(|error: std::io::Error| format!("{}: {error}", path.display()))
}
