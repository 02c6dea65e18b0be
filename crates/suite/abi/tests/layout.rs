//! The mirror against the header, as the C compiler of this machine lays it out.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::mem::offset_of;
use std::path::Path;
use std::process::Command;

use propp_suite_abi::raw;

/// A struct's name in C, its size, and the names and offsets of its fields.
type Layout = (&'static str, usize, Vec<(&'static str, usize)>);

/// For a struct: its name in C, its size here, its fields' names there and offsets here.
macro_rules! layout {
    ($ours:ty, $theirs:literal, $($field:ident = $name:literal),* $(,)?) => {
        ($theirs, size_of::<$ours>(), vec![$(($name, offset_of!($ours, $field))),*])
    };
}

#[rustfmt::skip]
fn layouts() -> Vec<Layout> {
    vec![
        layout!(raw::Problem, "propp_problem",
            struct_size = "struct_size", element_type = "type", n = "n", m = "m", a = "a", b = "b",
            result_n = "result_n", input = "in", second = "in2", aux = "aux", index = "index",
            flags = "flags", out = "out", out_aux = "out_aux", out_count = "out_count",
            temp = "temp", temp_bytes = "temp_bytes", host = "host", host_bytes = "host_bytes",
            host_result = "host_result"),
        layout!(raw::Sizes, "propp_sizes",
            struct_size = "struct_size", reserved = "reserved", temp_bytes = "temp_bytes",
            host_bytes = "host_bytes", out_elements = "out_elements",
            out_aux_elements = "out_aux_elements"),
        layout!(raw::Work, "propp_work",
            struct_size = "struct_size", reserved = "reserved", bytes_read = "bytes_read",
            bytes_written = "bytes_written", operations = "operations"),
        layout!(raw::Entry, "propp_entry",
            primitive = "primitive", variant = "variant", description = "description",
            types = "types", flags = "flags", min_compute = "min_compute", reserved = "reserved",
            max_elements = "max_elements", user = "user", sizes = "sizes", prepare = "prepare",
            reset = "reset", run = "run", release = "release", work = "work"),
        layout!(raw::Library, "propp_library",
            abi_version = "abi_version", library_size = "library_size", entry_size = "entry_size",
            problem_size = "problem_size", sizes_size = "sizes_size", work_size = "work_size",
            name = "name", version = "version", count = "count", entries = "entries",
            message = "message"),
    ]
}

/// The constants, by their names in C.
fn constants() -> Vec<(&'static str, u64)> {
    vec![
        ("PROPP_ABI_VERSION", raw::ABI_VERSION.into()),
        ("PROPP_I32", raw::I32.into()),
        ("PROPP_U32", raw::U32.into()),
        ("PROPP_F32", raw::F32.into()),
        ("PROPP_I64", raw::I64.into()),
        ("PROPP_F64", raw::F64.into()),
        ("PROPP_TYPES", raw::TYPES.into()),
        ("PROPP_SYNCHRONISES", raw::SYNCHRONISES.into()),
        ("PROPP_RESULT_ON_HOST", raw::RESULT_ON_HOST.into()),
        ("PROPP_USES_STREAMS", raw::USES_STREAMS.into()),
        ("PROPP_NAIVE", raw::NAIVE.into()),
        ("PROPP_OK", raw::OK as u64),
        ("PROPP_E_TYPE", raw::E_TYPE as u64),
        ("PROPP_E_SIZE", raw::E_SIZE as u64),
        ("PROPP_E_ARGUMENT", raw::E_ARGUMENT as u64),
        ("PROPP_E_MEMORY", raw::E_MEMORY as u64),
        ("PROPP_E_INTERNAL", raw::E_INTERNAL as u64),
        ("PROPP_E_LIBRARY", raw::E_LIBRARY as u64),
        ("PROPP_E_CUDA", raw::E_CUDA as u64),
        ("PROPP_SIZE_UNKNOWN", raw::SIZE_UNKNOWN),
        ("PROPP_HOST_RESULT_BYTES", raw::HOST_RESULT_BYTES as u64),
        ("sizeof(propp_scalar)", size_of::<raw::Scalar>() as u64),
        ("_Alignof(propp_scalar)", align_of::<raw::Scalar>() as u64),
    ]
}

#[test]
fn the_mirror_has_the_headers_layout() {
    let mut program = "#include <stddef.h>\n#include <stdio.h>\n\
                       #include \"propp_primitive.h\"\nint main(void) {\n"
        .to_owned();
    let mut wanted = Vec::new();
    let mut number = |expression: String, value: u64| {
        program.push_str(&format!("printf(\"%llu\\n\", (unsigned long long)({expression}));\n"));
        wanted.push(format!("{expression} = {value}"));
    };
    for (name, size, fields) in layouts() {
        number(format!("sizeof({name})"), size as u64);
        for (field, offset) in fields {
            number(format!("offsetof({name}, {field})"), offset as u64);
        }
    }
    for (name, value) in constants() {
        number(name.to_owned(), value);
    }
    program.push_str("puts(PROPP_LIBRARY_SYMBOL);\nreturn 0;\n}\n");

    let lines = output_of(&program);
    let (symbol, numbers) = lines.split_last().unwrap();
    assert_eq!(symbol, raw::LIBRARY_SYMBOL);
    let found: Vec<String> = wanted
        .iter()
        .zip(numbers)
        .map(|(want, number)| format!("{} = {number}", want.rsplit_once(" = ").unwrap().0))
        .collect();
    assert_eq!(found, wanted);
}

/// Compiles and runs a C program that includes the header.
fn output_of(program: &str) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let (source, binary) = (dir.path().join("layout.c"), dir.path().join("layout"));
    std::fs::write(&source, program).unwrap();
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../primitives");
    let compiled = Command::new("cc")
        .args(["-std=c11", "-Wall", "-Werror", "-I"])
        .arg(include)
        .arg(&source)
        .arg("-o")
        .arg(&binary)
        .status()
        .unwrap();
    assert!(compiled.success());
    let output = Command::new(&binary).output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}
