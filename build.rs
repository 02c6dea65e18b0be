//! Builds the injected library and embeds it, so that `cargo install` brings
//! everything: a program that profiles others is one file.
//!
//! It is built by a cargo of its own, in a folder of its own, always in
//! release mode: it runs inside other people's programs.
//!
//! The sources of the primitive suite are embedded as they are; `propp suite`
//! compiles them where it runs.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The recording that answers `propp rank` where there is no other: its folder, and it.
const BUNDLED: [&str; 2] = ["recordings", "recordings/h200/suite.propp"];

/// The sources of the primitive suite: a header, and a folder.
const PRIMITIVES: [&str; 2] = ["primitives/propp_primitive.h", "primitives/src"];

const SOURCES: [&str; 7] = [
    "inject/src",
    "inject/Cargo.toml",
    "wire/src",
    "wire/Cargo.toml",
    "cupti-sys/src",
    "cupti-sys/Cargo.toml",
    "Cargo.lock",
];

fn main() -> Result<(), String> {
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(variable("OUT_DIR")?);
    for source in SOURCES.iter().chain(&PRIMITIVES).chain(&BUNDLED[..1]) {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    let library = build(&root, &out.join("inject"))?;
    let bytes = fs::read(&library).map_err(|e| format!("{}: {e}", library.display()))?;
    let embedded = out.join("libpropp_inject.so");
    fs::write(&embedded, &bytes).map_err(|e| format!("{}: {e}", embedded.display()))?;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    println!("cargo::rustc-env=PROPP_INJECT_HASH={:016x}", hasher.finish());
    embed_primitives(&root, &out.join("primitives.rs"))?;
    embed_recording(&root.join(BUNDLED[1]), &out.join("bundled.rs"))
}

/// Writes the name and the bytes of a recording, or that there is none.
fn embed_recording(recording: &Path, place: &Path) -> Result<(), String> {
    let text = if recording.exists() {
        format!("Some(({:?}, include_bytes!({recording:?})))\n", BUNDLED[1])
    } else {
        "None\n".to_owned()
    };
    fs::write(place, text).map_err(|e| format!("{}: {e}", place.display()))
}

/// Writes a list of the suite's sources: paths below `primitives`, and contents.
fn embed_primitives(root: &Path, list: &Path) -> Result<(), String> {
    let [header, folder] = PRIMITIVES.map(|path| root.join(path));
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut files = vec![header];
    for entry in fs::read_dir(&folder).map_err(failed)? {
        files.push(entry.map_err(failed)?.path());
    }
    files.sort();
    let mut text = "&[\n".to_owned();
    for file in &files {
        let name = file.strip_prefix(root.join("primitives")).map_err(|e| e.to_string())?;
        text += &format!("    ({:?}, include_bytes!({:?})),\n", name.display().to_string(), file);
    }
    text += "]\n";
    fs::write(list, text).map_err(|e| format!("{}: {e}", list.display()))
}

fn build(root: &Path, target: &Path) -> Result<PathBuf, String> {
    let mut command = Command::new(variable("CARGO")?);
    command
        .args(["build", "--release", "--quiet", "--package", "propp-inject"])
        .arg("--manifest-path")
        .arg(root.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(target);
    // Clippy's driver and the outer build's own settings are not for it.
    for variable in ["RUSTC_WORKSPACE_WRAPPER", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
        command.env_remove(variable);
    }
    let status = command.status().map_err(|e| format!("cargo: {e}"))?;
    if !status.success() {
        return Err("the injected library does not build; the words above say why".to_owned());
    }
    Ok(target.join("release/libpropp_inject.so"))
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|e| format!("{name}: {e}"))
}
