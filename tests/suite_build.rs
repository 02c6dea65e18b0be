//! Building the suite: the cache, errors and the compiler's absence, with a
//! compiler that is a script; and `propp suite list`, which needs neither.

use std::path::{Path, PathBuf};
use std::process::Output;

use crate::support::propp::{ended, here, refusal};
use crate::support::{CUDA_DIR, names, script};

/// Notes what it is asked for, and makes an empty file of it.
const NVCC: &str = r#"#!/bin/sh
case $1 in --version) echo "release 13.0, V13.0.88"; exit ;; esac
echo "$*" >> "$(dirname "$0")/log"
for word; do
  case $word in */src/*.c*) [ -s "$word" ] || exit 9 ;; esac
  [ "$before" = -o ] && : > "$word"
  before=$word
done
case $1 in -arch=sm_999)
  echo "nvcc fatal   : Value 'sm_999' is not defined for option 'gpu-architecture'" >&2; exit 1 ;;
esac
case $* in *"$BROKEN"*.cu*) echo "own_scan.cu(3): error: expected a ;" >&2; exit 2 ;; esac
"#;

struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("cuda/bin");
        std::fs::create_dir_all(&bin).unwrap();
        script(&bin.join("nvcc"), NVCC);
        Self { folder }
    }

    fn propp(&self, arguments: &[&str], broken: &str) -> Output {
        let mut command = here();
        command.args(arguments).env("CUDA_HOME", self.folder.path().join("cuda"));
        command.env("PROPP_SUITE_CACHE", self.folder.path().join("cache")).env("BROKEN", broken);
        command.env_remove(CUDA_DIR).output().unwrap()
    }

    fn compiled(&self) -> usize {
        let log = std::fs::read_to_string(self.folder.path().join("cuda/bin/log"));
        log.unwrap_or_default().lines().count()
    }
}

const NONE_BROKEN: &str = "no such source";

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn libraries(output: &Output) -> Vec<PathBuf> {
    assert!(output.status.success(), "{}", text(&output.stderr));
    let out = text(&output.stdout);
    let path =
        |line: &str| line.split_once(": ").unwrap().1.trim_end_matches(" (from the cache)").into();
    out.lines().map(path).collect()
}

#[test]
fn a_library_is_compiled_once_for_an_architecture_and_a_compiler() {
    let bench = Bench::new();
    let build =
        |arch| bench.propp(&["suite", "build", "--library", "cub", "--arch", arch], NONE_BROKEN);
    let first = libraries(&build("sm_90"));
    assert!(first[0].ends_with("libpropp_cub.so") && first[0].is_file());
    let compiled = bench.compiled();
    assert!(compiled > 5, "{compiled}");
    let again = build("sm_90");
    assert!(text(&again.stdout).ends_with(" (from the cache)\n"));
    assert_eq!(libraries(&again), first);
    assert_eq!(bench.compiled(), compiled);
    let other = libraries(&build("sm_100"));
    assert_ne!(other, first);
    assert_eq!(bench.compiled(), 2 * compiled);
    // Another nvcc is another compiler.
    let nvcc = bench.folder.path().join("cuda/bin/nvcc");
    std::fs::write(&nvcc, NVCC.replace("V13.0.88", "V13.1.0")).unwrap();
    assert_ne!(libraries(&build("sm_90")), first);
    let forced = ["suite", "build", "--library", "cub", "--arch", "sm_90", "--again", "-j1"];
    libraries(&bench.propp(&forced, NONE_BROKEN));
    assert_eq!(bench.compiled(), 4 * compiled);
    let folder = first[0].parent().unwrap();
    assert_eq!(names(folder), ["libpropp_cub.so"], "nothing else is left");
}

#[test]
fn a_source_that_does_not_compile_is_told_with_the_command_that_can_be_tried() {
    let bench = Bench::new();
    let output = bench.propp(&["suite", "build", "--arch", "sm_90"], "own_scan");
    let words = refusal(&output);
    assert!(words.contains("propp: src/own_scan.cu does not compile:\n  "), "{words}");
    assert!(words.contains("own_scan.cu(3): error: expected a ;"), "{words}");
    let command = words.lines().nth(1).unwrap();
    assert!(command.contains("/cuda/bin/nvcc -arch=sm_90 "), "{command}");
    let source = command.split(' ').find(|word| word.ends_with("own_scan.cu")).unwrap();
    assert!(Path::new(source).is_file(), "{source}");
}

#[test]
fn an_architecture_that_the_compiler_does_not_know_is_told_as_such() {
    let bench = Bench::new();
    let output = bench.propp(&["suite", "build", "--arch", "sm_999"], NONE_BROKEN);
    let words = refusal(&output);
    assert!(words.contains("/cuda/bin/nvcc does not know the architecture sm_999; "), "{words}");
}

#[test]
fn without_a_compiler_the_line_that_installs_one_is_told() {
    let bench = Bench::new();
    let empty = bench.folder.path().join("empty");
    let arguments = ["suite", "build", "--arch", "sm_90", "--cuda-dir", empty.to_str().unwrap()];
    let output = bench.propp(&arguments, NONE_BROKEN);
    let words = refusal(&output);
    assert!(words.starts_with("propp: no nvcc found"), "{words}");
    assert!(words.contains("pip install \"nvidia-cuda-nvcc==13.*\""), "{words}");
    assert!(words.contains("PROPP_NVCC"), "{words}");
}

#[test]
fn the_list_needs_no_gpu_and_no_compiler() {
    let list = |arguments: &[&str]| ended(&here().args(arguments).env_clear().output().unwrap(), 0);
    let table = list(&["suite", "list"]);
    for name in ["reduce.sum", "transpose", "device_radix_sort", "lookback", "atomic_each*"] {
        assert!(table.contains(name), "{name}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&list(&["suite", "list", "--format", "json"])).unwrap();
    assert_eq!(json["schema"], "propp.suite.matrix/1");
    assert_eq!(json["libraries"].as_array().unwrap().len(), 4);
    let primitives = list(&["rank"]);
    assert_eq!(primitives.lines().count(), 59);
}
