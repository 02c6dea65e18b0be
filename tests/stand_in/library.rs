//! The stand-ins, compiled once.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use super::layouts::layouts;
use crate::support::propp::unpacked;

const FLAGS: [&str; 9] = [
    "-std=gnu11",
    "-O1",
    "-g",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-fPIC",
    "-fvisibility=hidden",
    "-pthread",
];

const DRIVER: &[&str] = &["driver.c", "replay.c", "control.c"];
const CUPTI: &[&str] =
    &["callbacks.c", "activity.c", "host.c", "ranges.c", "samples.c", "control.c"];

/// A folder with `libcuda.so.1`, `libcupti.so.13`, `libnvperf_host.so`,
/// `old/libcupti.so.12` and `program`.
pub(crate) fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(compile)
}

/// A cubin of the crate `sass`, unpacked.
pub(crate) fn cubin(name: &str) -> PathBuf {
    let bytes = unpacked(&format!("crates/code/sass/tests/fixtures/{name}.cubin.gz"));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.cubin"));
    let mut part = tempfile::NamedTempFile::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    part.write_all(&bytes).unwrap();
    // Other tests may be reading the one that is there.
    part.persist(&path).unwrap();
    path
}

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stand_in/c")
}

/// Named after what it is made from, and complete as soon as it has its name:
/// other tests may be compiling, too.
fn compile() -> PathBuf {
    let layouts = layouts();
    let mut hasher = DefaultHasher::new();
    layouts.hash(&mut hasher);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(sources()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().for_each(|file| std::fs::read(file).unwrap().hash(&mut hasher));
    (FLAGS, DRIVER, CUPTI).hash(&mut hasher);
    let parent = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = parent.join(format!("stand-in-{:016x}", hasher.finish()));
    if folder.is_dir() {
        return folder;
    }
    let part = tempfile::tempdir_in(parent).unwrap();
    std::fs::write(part.path().join("layouts.h"), layouts).unwrap();
    std::fs::create_dir(part.path().join("old")).unwrap();
    let shared = |out: &str, sources: &[&str]| {
        cc(part.path(), out, sources, &["-shared", &format!("-Wl,-soname,{out}"), "-lm"]);
    };
    shared("libcuda.so.1", DRIVER);
    shared("libcupti.so.13", CUPTI);
    shared("libnvperf_host.so", &[]);
    shared("libtorch_cpu.so", &["torch.c"]);
    cc(part.path(), "old/libcupti.so.12", &["old_cupti.c"], &["-shared", "-fvisibility=default"]);
    cc(part.path(), "program", &["program.c"], &["-l:libcuda.so.1"]);
    // Another run of the tests may have been faster; its folder is the same.
    if std::fs::rename(part.path(), &folder).is_err() {
        assert!(folder.is_dir(), "{}", folder.display());
    }
    folder
}

fn cc(folder: &Path, out: &str, files: &[&str], more: &[&str]) {
    let mut command = Command::new("cc");
    command.args(FLAGS).arg("-I").arg(folder).arg("-o").arg(folder.join(out));
    command.args(files.iter().map(|file| sources().join(file)));
    command.arg("-L").arg(folder).args(["-x", "none"]).args(more);
    let output = command.output().unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{words}");
}
