//! The GPUs that were calibrated: listed, and forgotten.

use std::path::{Path, PathBuf};

use propp_base_model::DeviceProfile;
use propp_judge_cost::quality::Weights;
use propp_suite_calibrate::kept;

use crate::cli::say::{Failure, Result, print, say};

/// What a kept file is of, in words.
fn of_file(path: &Path) -> Result<(String, String), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    if path.extension().is_some_and(|ending| ending == "json") {
        let profile = DeviceProfile::from_json(&text).map_err(|error| error.to_string())?;
        return Ok((profile.gpu, format!("device profile of {}", profile.date)));
    }
    let weights = Weights::from_toml(&text).map_err(|error| error.to_string())?;
    let from = weights.provenance();
    Ok((from.gpu.clone(), format!("{}, {}", weights.prices_from(), from.date)))
}

fn kept_files() -> Result<Vec<PathBuf>> {
    kept::all().map_err(|error| Failure::usage(format!("the folder of kept prices: {error}")))
}

pub(super) fn list() -> Result<()> {
    let mut out = String::new();
    for path in kept_files()? {
        let line = match of_file(&path) {
            Ok((gpu, what)) => format!("{gpu}: {what} ({})", path.display()),
            Err(error) => format!("{}: not used: {error}", path.display()),
        };
        out += &format!("{}\n", propp_base_text::printable(&line));
    }
    if out.is_empty() {
        out = "No GPU was calibrated; `propp calibrate` calibrates the one of this machine.\n"
            .to_owned();
    }
    print(&out)
}

pub(super) fn remove(name: &str) -> Result<()> {
    let all: Vec<(String, PathBuf)> = kept_files()?
        .into_iter()
        .map(|path| {
            // A file that cannot be used goes by its own name.
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (of_file(&path).map_or(stem, |(gpu, _)| gpu), path)
        })
        .collect();
    let same = |one: &str, other: &str| one.eq_ignore_ascii_case(other);
    let has = |gpu: &str| !name.is_empty() && gpu.to_lowercase().contains(&name.to_lowercase());
    let mut gpus: Vec<&str> = all.iter().map(|(gpu, _)| gpu.as_str()).collect();
    gpus.dedup();
    let mut meant: Vec<&str> =
        gpus.iter().copied().filter(|gpu| name == "all" || same(gpu, name)).collect();
    if meant.is_empty() {
        meant = gpus.iter().copied().filter(|gpu| has(gpu)).collect();
    }
    match meant.len() {
        0 => Err(Failure::usage(format!(
            "no GPU {name:?} was calibrated; `propp calibrate --list` lists the calibrated \
             GPUs"
        ))),
        2.. if name != "all" => Err(Failure::usage(format!(
            "{name:?} is part of several names: {}; give one whole",
            meant.join(", ")
        ))),
        _ => {
            for (_, path) in all.iter().filter(|(gpu, _)| meant.contains(&gpu.as_str())) {
                std::fs::remove_file(path).map_err(|error| {
                    Failure::usage(format!("cannot remove {}: {error}", path.display()))
                })?;
                say(&format!("propp: removed {}", path.display()));
            }
            Ok(())
        }
    }
}
