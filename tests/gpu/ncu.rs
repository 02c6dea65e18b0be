//! Nsight Compute's numbers for a program.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::process::run;

/// A launch as `ncu` saw it.
#[derive(Debug)]
pub(crate) struct NcuLaunch {
    /// Mangled.
    pub(crate) function: String,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) values: BTreeMap<String, f64>,
}

/// Where `ncu` is, or where it was looked for.
fn find() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("PROPP_NCU") {
        return Ok(named.into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).map(|folder| folder.join("ncu"));
    let usual = Path::new("/usr/local/cuda/bin/ncu").to_owned();
    on_path
        .chain([usual])
        .find(|ncu| ncu.is_file())
        .ok_or("no ncu on PATH or in /usr/local/cuda/bin; name it in PROPP_NCU".to_owned())
}

/// Runs a program under `ncu` for some counters.
pub(crate) fn measure(
    program: &Path,
    arguments: &[&str],
    counters: &BTreeSet<String>,
) -> Result<Vec<NcuLaunch>, String> {
    let log = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let names: Vec<&str> = counters.iter().map(String::as_str).collect();
    let mut command = Command::new(find()?);
    command.args(["--clock-control", "none", "--csv", "--page", "raw", "--print-units", "base"]);
    command.args(["--print-kernel-base", "mangled", "--force-overwrite", "--log-file"]);
    command.arg(log.path()).arg("--metrics").arg(names.join(","));
    command.arg(program).args(arguments);
    let ran = run(&mut command, b"")?;
    let text = std::fs::read_to_string(log.path()).map_err(|error| error.to_string())?;
    if ran.code() != 0 {
        return Err(format!("ncu ended with {}: {}{text}", ran.code(), ran.err));
    }
    launches(&text, counters)
}

fn launches(text: &str, counters: &BTreeSet<String>) -> Result<Vec<NcuLaunch>, String> {
    let mut rows = text.lines().filter(|line| line.starts_with('"')).map(cells);
    let head = rows.next().ok_or(format!("no table from ncu: {text}"))?;
    let place = |name: &str| head.iter().position(|cell| cell == name);
    let column = |name: &str| place(name).ok_or(format!("ncu has no column {name}"));
    let (function, grid, block) =
        (column("Kernel Name")?, column("Grid Size")?, column("Block Size")?);
    let places: Vec<(&String, usize)> =
        counters.iter().filter_map(|name| Some((name, place(name)?))).collect();
    // The second line holds the units.
    rows.skip(1)
        .map(|row| {
            let cell = |place: usize| row.get(place).map(String::as_str).unwrap_or_default();
            let values = places
                .iter()
                .filter_map(|&(name, place)| Some((name.clone(), number(cell(place))?)))
                .collect();
            Ok(NcuLaunch {
                function: cell(function).to_owned(),
                grid: dimensions(cell(grid))?,
                block: dimensions(cell(block))?,
                values,
            })
        })
        .collect()
}

/// The cells of a line in which every cell is quoted.
fn cells(line: &str) -> Vec<String> {
    line.trim_matches('"').split("\",\"").map(|cell| cell.replace("\"\"", "\"")).collect()
}

/// With commas between thousands.
fn number(cell: &str) -> Option<f64> {
    cell.replace(',', "").parse().ok()
}

/// Such as `(65536, 1, 1)`.
fn dimensions(cell: &str) -> Result<[u32; 3], String> {
    let numbers: Option<Vec<u32>> =
        cell.trim_matches(['(', ')']).split(", ").map(|number| number.parse().ok()).collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or(format!("{cell:?} is no size of a grid or block"))
}
