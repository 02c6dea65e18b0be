//! propp as its users call it, and files of this repository.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::schema::problems;
use super::{CUDA_DIR, says};

/// Set to write what tests make into the pages, pictures and schemas of the documentation.
const WRITE: &str = "PROPP_WRITE_DOCS";

/// A path in this repository.
pub(crate) fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// What is in a compressed file of this repository.
pub(crate) fn unpacked(path: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let file = std::fs::File::open(in_repository(path)).unwrap();
    flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    bytes
}

/// propp in a folder, without the settings of whoever runs the tests.
pub(crate) fn command(folder: impl AsRef<Path>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_propp"));
    command.current_dir(folder);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        let is_setting = text.starts_with("PROPP_") || text.starts_with("GITHUB_");
        // The library under test, and where CUDA is, belong to the machine.
        if is_setting && !["PROPP_INJECT_LIB", CUDA_DIR].contains(&&*text) {
            command.env_remove(name);
        }
    }
    command
}

/// Fails where this process ignores SIGINT, and so do those that it starts: a shell's `&` does that.
pub(crate) fn assert_interruptible() {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
    const SIGINT: u64 = 1 << 1;
    assert_eq!(ignored & SIGINT, 0, "SIGINT is ignored here: run the tests in the foreground");
}

/// propp in this repository.
pub(crate) fn here() -> Command {
    command(in_repository(""))
}

/// Runs propp in a folder.
pub(crate) fn propp(folder: impl AsRef<Path>, arguments: &[&str]) -> Output {
    command(folder).args(arguments).output().unwrap()
}

/// A worker of the suite that is given a text, after `set` has changed its environment.
pub(crate) fn suite_worker(text: &str, set: impl FnOnce(&mut Command)) -> Output {
    let mut command = here();
    command.arg("suite-worker").stdin(Stdio::piped());
    set(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
    let mut worker = command.spawn().unwrap();
    // One that ends before it has read everything has said why.
    let _ = worker.stdin.take().unwrap().write_all(text.as_bytes());
    worker.wait_with_output().unwrap()
}

/// Compiles a C source of this repository into a shared library.
pub(crate) fn shared_library(source: &str, output: &Path) {
    let status = Command::new("cc")
        .args(["-std=c11", "-O1", "-shared", "-fPIC", "-Wall", "-Wextra", "-I"])
        .args([in_repository("primitives"), in_repository(source), "-o".into()])
        .arg(output)
        .arg("-ldl")
        .status();
    assert!(status.unwrap().success(), "{source}");
}

/// Runs propp in this repository.
pub(crate) fn propp_here(arguments: &[&str]) -> Output {
    here().args(arguments).output().unwrap()
}

/// The standard output of a call with this exit code.
#[track_caller]
pub(crate) fn ended(output: &Output, code: i32) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{errors}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The standard output of a call that succeeded and had nothing to say besides.
#[track_caller]
pub(crate) fn stdout(output: &Output) -> String {
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    ended(output, 0)
}

/// The standard output of a call that succeeded, as JSON.
#[track_caller]
pub(crate) fn document(output: &Output) -> Value {
    serde_json::from_str(&ended(output, 0)).unwrap()
}

/// The message of a failure with exit code 2 that printed nothing else, but the same as JSON where that
/// was asked for.
#[track_caller]
pub(crate) fn refusal(output: &Output) -> String {
    let printed = ended(output, 2);
    let is_refusal = printed.starts_with("{\"schema\":\"propp.refusal/1\"");
    assert!(printed.is_empty() || is_refusal, "{printed}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A call is refused with words that say this; refuses one that printed anything else.
#[track_caller]
pub(crate) fn refuses(output: &Output, words: &[&str]) {
    says(&refusal(output), words).unwrap();
}

/// A file of this repository has what a test made.
#[track_caller]
pub(crate) fn is_committed(path: &str, made: &str) {
    let file = in_repository(path);
    if std::env::var_os(WRITE).is_some() {
        return std::fs::write(file, made).unwrap();
    }
    let committed = std::fs::read_to_string(file).unwrap_or_default();
    let differs = made.lines().zip(committed.lines()).find(|(new, old)| new != old);
    assert!(made == committed, "{path} is old: run this test with {WRITE}=1: {differs:?}");
}

/// The schema in `docs/schema`, which is the one that propp prints. If fields were only added,
/// the test may write the file; any other change needs the next number in its name.
#[track_caller]
pub(crate) fn published_schema(name: &str, printed: &str) -> Value {
    is_committed(&format!("docs/schema/{name}.schema.json"), printed);
    serde_json::from_str(printed).unwrap()
}

#[track_caller]
pub(crate) fn fits(schema: &Value, document: &Value) {
    assert_eq!(problems(schema, document), Vec::<String>::new());
}

/// Puts a text between the marks of a part.
pub(crate) fn with_part(page: &str, part: &str, text: &str) -> String {
    let (start, end) = (format!("<!-- {part} -->\n"), format!("<!-- end of {part} -->\n"));
    let (above, rest) = page.split_once(&start).unwrap();
    let (_, below) = rest.split_once(&end).unwrap();
    format!("{above}{start}{}\n{end}{below}", text.trim_end())
}
