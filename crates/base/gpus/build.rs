//! Lists the folders of `weights/`, so that a GPU is its folder and nothing else.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The statics of the crate, and the file in a GPU's folder that each is made of.
const TABLES: [(&str, &str); 4] = [
    ("DESCRIPTIONS", "gpu.txt"),
    ("WEIGHTS", "weights.toml"),
    ("EMULATED", "emulated.toml"),
    ("PROBES", "probe.json"),
];

fn main() -> io::Result<()> {
    let of = |name: &str| env::var_os(name).map(PathBuf::from).ok_or(io::ErrorKind::NotFound);
    let folder = of("CARGO_MANIFEST_DIR")?.join("../../../weights").canonicalize()?;
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut folders: Vec<PathBuf> =
        fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    folders.retain(|path| path.is_dir());
    folders.sort();
    let tables: String = TABLES.iter().map(|(name, file)| table(name, file, &folders)).collect();
    fs::write(of("OUT_DIR")?.join("tables.rs"), tables)
}

/// A static with the text of this file in each folder that has it.
fn table(name: &str, file: &str, folders: &[PathBuf]) -> String {
    let row = |folder: &PathBuf| {
        let path = folder.join(file);
        let gpu = folder.file_name().and_then(|name| name.to_str())?;
        path.is_file().then(|| format!("    ({gpu:?}, include_str!({:?})),\n", as_text(&path)))
    };
    let rows: String = folders.iter().filter_map(row).collect();
    format!("pub static {name}: &[(&str, &str)] = &[\n{rows}];\n")
}

fn as_text(path: &Path) -> String {
    path.display().to_string()
}
