//! Builds and embeds the injected library, so that propp is a single file.
//!
//! It is built by a cargo of its own, always in release mode: it runs inside other
//! people's programs. Its target folder is in the outer build's, so that whatever profile
//! or tool asks for it, it is compiled once.
//!
//! The CUDA runtime of emulated programs is built beside it, and linked with the version that
//! the symbols of NVIDIA's have.
//!
//! The sources of the primitive suite and of the probes are embedded, too; `propp suite`
//! and `propp probe` compile them on the user's machine.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of recordings, and those that `propp rank` uses by default: the first that has the
/// primitive, so the smallest comes first.
const RECORDINGS: &str = "recordings";
const BUNDLED: [&str; 3] = [
    "recordings/h200/compute_more.propp",
    "recordings/h200/compute.propp",
    "recordings/h200/suite.propp",
];

/// CUDA sources that are compiled on the user's machine.
struct Embedded {
    /// The generated file with the list.
    name: &'static str,
    /// The paths in the list are relative to this folder.
    root: &'static str,
    /// Files, and folders with files.
    parts: &'static [&'static str],
}

const EMBEDDED: [Embedded; 2] = [
    Embedded {
        name: "primitives.rs",
        root: "primitives",
        parts: &["primitives/propp_primitive.h", "primitives/src"],
    },
    Embedded {
        name: "probes.rs",
        root: "crates/probe/experiments/cuda",
        parts: &["crates/probe/experiments/cuda"],
    },
];

/// What the libraries are built of.
const CRATES: &[&str] = &[
    "crates/base/gpus",
    "crates/base/guest",
    "crates/base/model",
    "crates/code/elf",
    "crates/code/fatbin",
    "crates/code/sass",
    "crates/collect/inject",
    "crates/emulate/engine",
    "crates/emulate/ptx",
    "crates/emulate/runtime",
    "crates/recording/wire",
    "cupti-sys",
];

/// What they read besides their `src` and `Cargo.toml`.
const READ: &[&str] = &[
    "crates/base/gpus/build.rs",
    "crates/code/sass/tables",
    "crates/emulate/runtime/libcudart.map",
    "crates/emulate/runtime/per_thread.ld",
    "weights",
    "Cargo.lock",
];

fn main() -> Result<(), String> {
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("../../..");
    let out = PathBuf::from(variable("OUT_DIR")?);
    let embedded = EMBEDDED.iter().flat_map(|set| set.parts);
    for folder in CRATES.iter().map(|folder| root.join(folder)) {
        println!("cargo::rerun-if-changed={}", folder.join("src").display());
        println!("cargo::rerun-if-changed={}", folder.join("Cargo.toml").display());
    }
    for source in READ.iter().chain(embedded).chain([&RECORDINGS]) {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    let target = shared_target(&out)?;
    build(&root, &target, &["propp-collect-inject", "propp-emulate-runtime"], None)?;
    let inject = fs::read(built(&target, "libpropp_inject.so")?).map_err(|e| e.to_string())?;
    fs::write(out.join("libpropp_inject.so"), &inject).map_err(|e| e.to_string())?;
    println!("cargo::rustc-env=PROPP_INJECT_HASH={:016x}", hash(&inject));
    embed_runtimes(&root, &target, &out)?;
    for set in &EMBEDDED {
        embed(&root, set, &out.join(set.name))?;
    }
    embed_recordings(&root, &out.join("bundled.rs"))
}

fn hash(bytes: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// The runtime of emulated programs for each kind of processor: its folder, as the loader of
/// glibc looks for it, and what the compiler calls it. Only what `cargo xtask dist --device-tests` makes has the
/// last: it takes as long to build as the first.
const RUNTIMES: [(&str, Option<&str>); 2] =
    [("", None), ("glibc-hwcaps/x86-64-v3", Some("x86-64-v3"))];

/// Builds the runtimes, writes the list of their folders and contents, and tells its hash.
fn embed_runtimes(root: &Path, target: &Path, out: &Path) -> Result<(), String> {
    println!("cargo::rerun-if-env-changed=PROPP_BOTH_RUNTIMES");
    let is_wanted = env::var("PROPP_BOTH_RUNTIMES").is_ok();
    let has_v3 = is_wanted && variable("CARGO_CFG_TARGET_ARCH")? == "x86_64";
    let mut text = "&[\n".to_owned();
    let mut hashes = Vec::new();
    for (folder, processor) in RUNTIMES {
        let target = match processor {
            Some(_) if !has_v3 => continue,
            Some(processor) => target.join(processor),
            None => target.to_owned(),
        };
        if processor.is_some() {
            build(root, &target, &["propp-emulate-runtime"], processor)?;
        }
        let name = processor.map_or("libcudart.so.13".into(), |of| format!("libcudart-{of}.so"));
        let runtime = out.join(name);
        link_runtime(root, &built(&target, "libpropp_emulate_rt.a")?, &runtime)?;
        hashes.push(hash(fs::read(&runtime).map_err(|e| e.to_string())?));
        text += &format!("    ({folder:?}, include_bytes!({runtime:?})),\n");
    }
    println!("cargo::rustc-env=PROPP_EMULATE_HASH={:016x}", hash(&hashes));
    fs::write(out.join("runtimes.rs"), text + "]\n").map_err(|e| e.to_string())
}

/// Links the runtime as a shared library. rustc cannot give its symbols a version.
fn link_runtime(root: &Path, archive: &Path, library: &Path) -> Result<(), String> {
    let map = root.join("crates/emulate/runtime/libcudart.map");
    // As crates that compile C choose it: that of the target, then the one for all.
    let of_target = format!("CC_{}", variable("TARGET")?.replace('-', "_"));
    let linker =
        env::var(of_target).or_else(|_| env::var("CC")).unwrap_or_else(|_| "cc".to_owned());
    let mut command = Command::new(&linker);
    command.args(["-shared", "-Wl,--gc-sections", "-Wl,-s", "-Wl,-soname,libcudart.so.13"]);
    command.arg(format!("-Wl,--version-script={}", map.display()));
    command.arg(root.join("crates/emulate/runtime/per_thread.ld"));
    command.arg("-Wl,--whole-archive").arg(archive).arg("-Wl,--no-whole-archive");
    command.args(["-lgcc_s", "-lpthread", "-ldl", "-lm", "-o"]).arg(library);
    let status = command.status().map_err(|e| format!("{linker}: {e}"))?;
    if !status.success() {
        return Err("the runtime of emulated programs does not link; see above".to_owned());
    }
    Ok(())
}

/// Writes names and bytes of the recordings that are there.
fn embed_recordings(root: &Path, place: &Path) -> Result<(), String> {
    let there = BUNDLED.iter().map(|name| (name, root.join(name)));
    let there = there.filter(|(_, path)| path.exists());
    let files = there.map(|(name, path)| format!("({name:?}, include_bytes!({path:?})),\n"));
    let text = format!("&[\n{}]\n", files.collect::<String>());
    fs::write(place, text).map_err(|e| format!("{}: {e}", place.display()))
}

/// Writes a list of sources: relative paths and contents.
fn embed(root: &Path, set: &Embedded, list: &Path) -> Result<(), String> {
    let mut files = Vec::new();
    for part in set.parts.iter().map(|part| root.join(part)) {
        if part.is_file() {
            files.push(part);
            continue;
        }
        let failed = |e: std::io::Error| format!("{}: {e}", part.display());
        for entry in fs::read_dir(&part).map_err(failed)? {
            files.push(entry.map_err(failed)?.path());
        }
    }
    files.sort();
    let mut text = "&[\n".to_owned();
    for file in &files {
        let name = file.strip_prefix(root.join(set.root)).map_err(|e| e.to_string())?;
        text += &format!("    ({:?}, include_bytes!({:?})),\n", name.display().to_string(), file);
    }
    text += "]\n";
    fs::write(list, text).map_err(|e| format!("{}: {e}", list.display()))
}

/// `target/inject`, seen from `target/PROFILE/build/PACKAGE/out`.
fn shared_target(out: &Path) -> Result<PathBuf, String> {
    let target = out.ancestors().nth(4).ok_or("OUT_DIR is not in a target folder")?;
    Ok(target.join("inject"))
}

/// Builds libraries, for one kind of processor or any.
fn build(
    root: &Path,
    target: &Path,
    packages: &[&str],
    processor: Option<&str>,
) -> Result<(), String> {
    let mut command = Command::new(variable("CARGO")?);
    command
        .args(["build", "--release", "--quiet", "--lib"])
        .args(packages.iter().flat_map(|package| ["--package", package]))
        .arg("--manifest-path")
        .arg(root.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(target);
    // Clippy's driver and the outer build's settings must not affect it.
    for variable in ["RUSTC_WORKSPACE_WRAPPER", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
        command.env_remove(variable);
    }
    if let Some(processor) = processor {
        command.env("RUSTFLAGS", format!("-C target-cpu={processor}"));
    }
    if let Some(triple) = other_target()? {
        command.args(["--target", &triple]);
    }
    let status = command.status().map_err(|e| format!("cargo: {e}"))?;
    if !status.success() {
        return Err("the embedded libraries do not build; the words above say why".to_owned());
    }
    Ok(())
}

/// The target, if it is another one than that of the machine that builds.
fn other_target() -> Result<Option<String>, String> {
    let target = variable("TARGET")?;
    Ok((target != variable("HOST")?).then_some(target))
}

/// Where cargo puts what it builds for a target.
fn built(target: &Path, file: &str) -> Result<PathBuf, String> {
    let folder = other_target()?.map_or_else(|| target.to_owned(), |triple| target.join(triple));
    Ok(folder.join("release").join(file))
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|e| format!("{name}: {e}"))
}
