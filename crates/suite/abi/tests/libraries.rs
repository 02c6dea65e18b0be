//! Libraries good and bad, compiled on the spot.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

use std::path::{Path, PathBuf};
use std::process::Command;

use propp_collect_cuda::StreamHandle;
use propp_suite_abi::raw::{self, Problem};
use propp_suite_abi::{Error, Library, Status};

/// Compiles `library.c` with macros and opens it.
fn library(macros: &[&str]) -> Result<Library, Error> {
    let dir = tempfile::tempdir().unwrap();
    Library::open(&compiled(dir.path(), macros))
}

fn compiled(dir: &Path, macros: &[&str]) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = dir.join("liblibrary.so");
    let status = Command::new("cc")
        .args(["-std=c11", "-shared", "-fPIC", "-w", "-I"])
        .arg(here.join("../../../primitives"))
        .args(macros.iter().map(|text| format!("-D{text}")))
        .arg(here.join("tests/library.c"))
        .arg("-o")
        .arg(&output)
        .status()
        .unwrap();
    assert!(status.success());
    output
}

fn refusal(macros: &[&str]) -> String {
    library(macros).unwrap_err().to_string()
}

#[track_caller]
fn refused(macros: &[&str], words: &[&str]) {
    let text = refusal(macros);
    for word in words {
        assert!(text.contains(word), "{word:?} is not in: {text}");
    }
}

#[test]
fn a_good_library_shows_itself() {
    let library = library(&[]).unwrap();
    assert_eq!((library.name.as_str(), library.version.as_str()), ("mine", "1.0"));
    let [first, second] = library.entries.as_slice() else { panic!("{library:?}") };
    assert_eq!((first.primitive.as_str(), first.variant.as_str()), ("copy", "memcpy"));
    assert_eq!(first.description, "copies on the host");
    assert!(first.takes(raw::I32) && !first.takes(raw::F64) && !first.takes(77));
    assert_eq!((first.min_compute, first.max_elements), (50, 1000));
    assert!(!first.has(raw::NAIVE));
    assert!(second.takes(raw::F64) && second.has(raw::NAIVE) && second.has(raw::SYNCHRONISES));
}

#[test]
fn a_good_library_works() {
    let library = library(&[]).unwrap();
    let entry = &library.entries[0];
    let input = [5_i32, 6, 7];
    let mut output = [0_i32; 3];
    let problem = Problem {
        element_type: raw::I32,
        n: 3,
        input: input.as_ptr().cast(),
        out: output.as_mut_ptr().cast(),
        ..Problem::default()
    };
    let sizes = entry.sizes(&problem).unwrap();
    assert_eq!((sizes.temp_bytes, sizes.out_elements), (16, 3));
    let state = entry.prepare(&problem).unwrap();
    let stream = StreamHandle::DEFAULT;
    entry.reset(&problem, &state, stream).unwrap();
    entry.run(&problem, &state, stream).unwrap();
    entry.release(state).unwrap();
    assert_eq!(output, input);
}

#[test]
fn a_status_has_the_librarys_words() {
    let library = library(&[]).unwrap();
    let problem = Problem { element_type: raw::F64, n: 3, ..Problem::default() };
    let status = library.entries[0].sizes(&problem).unwrap_err();
    assert_eq!(status, Status(raw::E_TYPE));
    assert_eq!(library.message(status), "not that type");
}

#[test]
fn a_later_header_may_have_appended_fields_to_the_table() {
    // 80 bytes more than known would be stepped over; here they step into memory that
    // holds no entry, which shows that the size is used.
    refused(&["ENTRY_SIZE=(sizeof(propp_entry)+8)"], &["entry 1 of 2"]);
}

#[test]
fn no_export() {
    refused(&["NO_EXPORT"], &["exports no propp_primitive_library", "extern \"C\""]);
}

#[test]
fn other_versions() {
    refused(&["VERSION=2"], &["propp_primitive_library returns null for version 1"]);
    refused(&["ANY_VERSION"], &["answers to version 4294967295", "return null"]);
    refused(&["LIE=7"], &["version 7", "has version 1", "build it again"]);
}

#[test]
fn impossible_sizes() {
    refused(&["PROBLEM_SIZE=8"], &["propp_problem has 8 bytes", "build it again"]);
    refused(&["PROBLEM_SIZE=800"], &["propp_problem has 800 bytes"]);
    refused(&["ENTRY_SIZE=8"], &["propp_entry has 8 bytes"]);
    refused(&["ENTRY_SIZE=100000"], &["propp_entry has 100000 bytes"]);
}

#[test]
fn impossible_names() {
    refused(&["NAME=0"], &["library's name is null"]);
    refused(&["NAME=\"\""], &["library's name is empty"]);
    refused(&["NAME=\"\\xff\\xfe\""], &["library's name is not UTF-8"]);
    refused(&["NAME=((char*)16)"], &["library's name lies at 0x10"]);
    refused(&["PRIMITIVE=0"], &["entry 0 of 2", "primitive is null"]);
    refused(&["PRIMITIVE=\"\""], &["entry 0 of 2", "[a-z0-9_.]+"]);
    refused(&["PRIMITIVE=\"Reduce sum\""], &["Reduce sum", "[a-z0-9_.]+"]);
    refused(&["SECOND=\"memcpy\""], &["copy memcpy is there twice"]);
}

#[test]
fn impossible_entries() {
    refused(&["RUN=0"], &["copy memcpy: function run is null"]);
    refused(&["RUN=((void*)&user)"], &["function run lies at", "no code"]);
    refused(&["RUN=((void*)16)"], &["function run lies at 0x10", "no code"]);
    refused(&["ENTRIES=0"], &["entry 0 of 2", "is null"]);
    refused(&["ENTRIES=((void*)4096)"], &["entry 0 of 2", "no memory"]);
    refused(&["TYPES=0"], &["copy memcpy: no such element types"]);
    refused(&["TYPES=0xff"], &["copy memcpy: no such element types"]);
}

#[test]
fn a_count_that_lies() {
    refused(&["COUNT=3"], &["entry 2 of 3", "primitive is null"]);
    refused(&["COUNT=99999"], &["of 99999"]);
    refused(&["COUNT=-1"], &["claims 18446744073709551615 entries"]);
    assert!(library(&["COUNT=0"]).unwrap().entries.is_empty());
}

#[test]
fn other_files() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    let refused = |path: &Path, words: &str| {
        let text = Library::open(path).unwrap_err().to_string();
        assert!(text.starts_with(path.to_str().unwrap()) && text.contains(words), "{text}");
    };
    refused(&file, ": cannot be read: ");
    for content in [&b""[..], b"#!/bin/sh\n", b"\x7fELF"] {
        std::fs::write(&file, content).unwrap();
        refused(&file, ": not an ELF shared library (");
    }
    // The head of a library and nothing more.
    let whole = std::fs::read(compiled(dir.path(), &[])).unwrap();
    std::fs::write(&file, &whole[..100]).unwrap();
    refused(&file, ": cannot be loaded: ");
    refused(dir.path(), ": cannot be read: ");
}
