//! `propp inspect` as a user meets it. The cubins are those of `crates/code/inspect/tests/fixtures`
//! and `crates/code/sass/tests/fixtures`, the host files those of `crates/code/fatbin/tests/fixtures`.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::readme::printed_anew;
use crate::support::propp::{
    document, fits, in_repository, is_committed, propp, published_schema, refusal, refuses, stdout,
    unpacked,
};
use crate::support::{redistributables, says};

/// A folder with the fixtures, unpacked.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (of, names) in [
        ("inspect", &["slow.sm_80.cubin", "slow.sm_90.cubin", "slow.sm_120.cubin"][..]),
        ("fatbin", &["both.so", "both.a", "two.ptx", "size.fatbin", "relocatable.o"]),
        ("sass", &["older.sm_90.cubin"]),
    ] {
        for name in names {
            let bytes = unpacked(&format!("crates/code/{of}/tests/fixtures/{name}.gz"));
            std::fs::write(folder.path().join(name), bytes).unwrap();
        }
    }
    folder
}

fn inspect(folder: &Path, arguments: &[&str]) -> Output {
    propp(folder, &[&["inspect"], arguments].concat())
}

#[test]
fn first_screen() {
    let folder = folder();
    let output = inspect(folder.path(), &["slow.sm_90.cubin"]);
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn several_architectures() {
    let folder = folder();
    let files = ["slow.sm_80.cubin", "slow.sm_90.cubin", "slow.sm_120.cubin", "--top", "2"];
    insta::assert_snapshot!(stdout(&inspect(folder.path(), &files)));
}

#[test]
fn one_kernel_in_full() {
    let folder = folder();
    let output = inspect(folder.path(), &["slow.sm_90.cubin", "-k", "divides_long"]);
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn markdown() {
    let folder = folder();
    let arguments = ["slow.sm_90.cubin", "--format", "md", "--top", "4"];
    insta::assert_snapshot!(stdout(&inspect(folder.path(), &arguments)));
}

#[test]
fn csv_has_a_row_for_each_kernel() {
    let folder = folder();
    let arguments = ["slow.sm_80.cubin", "slow.sm_90.cubin", "--format", "csv", "--sort", "name"];
    let text = stdout(&inspect(folder.path(), &arguments));
    assert_eq!(text.lines().count(), 1 + 2 * 16);
    let mut lines = text.lines();
    let titles: Vec<&str> = lines.next().unwrap().split(',').collect();
    let column = |name: &str| titles.iter().position(|title| *title == name).unwrap();
    // Names with commas are quoted: take a kernel without.
    let row: Vec<&str> =
        lines.find(|line| line.starts_with("nothing()")).unwrap().split(',').collect();
    assert_eq!(row[column("architecture")], "sm_80");
    assert_eq!(row[column("registers")], "4");
    assert_eq!(row[column("gpu")], "A100");
    assert_eq!(row[column("occupancy")], "1");
}

#[test]
fn json_fits_the_published_schema() {
    let folder = folder();
    let schema = published_schema("inspect-1", &stdout(&inspect(folder.path(), &["--schema"])));
    for arguments in [
        &["slow.sm_80.cubin", "slow.sm_120.cubin"][..],
        &["both.a", "older.sm_90.cubin"],
        &["slow.sm_90.cubin", "--gpu", "h200", "--block", "96,1024", "--shared", "120000"],
    ] {
        let arguments = [arguments, &["--format", "json"]].concat();
        let document = document(&inspect(folder.path(), &arguments));
        fits(&schema, &document);
        assert!(!document["kernels"].as_array().unwrap().is_empty());
    }
}

#[test]
fn a_gpu_takes_the_code_that_its_driver_would_load() {
    let folder = folder();
    let kernels = |gpu: &str| {
        let files = ["slow.sm_80.cubin", "both.so", "size.fatbin"];
        let arguments = [&files[..], &["--gpu", gpu, "--format", "json"]].concat();
        let document = document(&inspect(folder.path(), &arguments));
        let kernels = document["kernels"].as_array().unwrap().clone();
        let mut seen: Vec<String> = kernels
            .iter()
            .map(|kernel| {
                let gpu = kernel["occupancies"][0]["gpu"].as_str().unwrap();
                format!("{} {gpu}", kernel["architecture"].as_str().unwrap())
            })
            .collect();
        seen.sort();
        seen.dedup();
        seen
    };
    assert_eq!(kernels("RTX 4090"), ["sm_80 RTX 4090"]);
    assert_eq!(kernels("h200"), ["sm_90 H200", "sm_90a H200"]);
    assert_eq!(kernels("b300"), ["sm_100f B300"]);
}

#[test]
fn folders_are_searched_for_code() {
    let folder = folder();
    let cache = folder.path().join("cache/ab");
    std::fs::create_dir_all(&cache).unwrap();
    std::fs::copy(folder.path().join("slow.sm_90.cubin"), cache.join("kernel.cubin")).unwrap();
    std::fs::copy(folder.path().join("two.ptx"), cache.join("kernel.ptx")).unwrap();
    std::fs::write(cache.join("kernel.json"), "{}").unwrap();
    let text = stdout(&inspect(folder.path(), &["cache"]));
    assert!(text.starts_with("cache/ab/kernel.cubin: 16 kernels for sm_90\n"), "{text}");
    std::fs::remove_file(cache.join("kernel.cubin")).unwrap();
    let text = refusal(&inspect(folder.path(), &["cache"]));
    says(&text, &["cache", "no CUDA code", "2 files looked at"]).unwrap();
}

#[test]
fn what_cannot_be_read_is_told_beside_what_can() {
    let folder = folder();
    let mut bytes = std::fs::read(folder.path().join("both.a")).unwrap();
    bytes.truncate(bytes.len() - 1000);
    std::fs::write(folder.path().join("cut.a"), &bytes).unwrap();
    let text = stdout(&inspect(folder.path(), &["cut.a"]));
    says(&text, &["2 kernels for sm_80", "Not read: cut.a", "is cut off"]).unwrap();
}

/// Each says what is wrong and what to do.
#[test]
fn wrong_inputs() {
    let folder = folder();
    let path = folder.path();
    std::fs::write(path.join("notes.txt"), "some text\n").unwrap();
    std::fs::write(path.join("empty"), "").unwrap();
    std::fs::write(path.join("run.propp"), "SQLite format 3\0").unwrap();
    let cubin = std::fs::read(path.join("slow.sm_90.cubin")).unwrap();
    std::fs::write(path.join("cut.cubin"), &cubin[..3000]).unwrap();
    let mut unknown = cubin.clone();
    unknown[49] = 70;
    std::fs::write(path.join("volta.cubin"), unknown).unwrap();
    // A program without device code.
    std::fs::copy("/bin/true", path.join("none")).unwrap();
    for (arguments, words) in [
        (&["notes.txt"][..], &["notes.txt", "some text", "give an executable"][..]),
        (&["run.propp"], &["run.propp", "a recording is for `propp show run.propp`"]),
        (&["empty"], &["empty: the file is empty", "give an executable"]),
        (&["missing"], &["cannot read missing", "No such file"]),
        (&["none"], &["none: no CUDA code in it", ".nv_fatbin", "ldd none"]),
        (&["cut.cubin"], &["cut.cubin: damaged", "again"]),
        (&["volta.cubin"], &["volta.cubin", "sm_70 is not known; known are sm_75, sm_80"]),
        (&["two.ptx"], &["two.ptx", "only PTX for sm_90a", "compile for a GPU", "ptxas"]),
        (&["slow.sm_90.cubin", "--gpu", "voodoo"], &["no GPU voodoo", "H100", "A100"]),
        (&["slow.sm_90.cubin", "--gpu", "a100"], &["runs on A100", "for sm_90", "-arch=sm_80"]),
        (&["both.so", "--gpu", "b200"], &["sm_80, sm_90", "PTX for sm_90", "-arch=sm_100"]),
        (&["slow.sm_90.cubin", "--arch", "sm_80"], &["no kernel for sm_80", "for sm_90"]),
        (&["slow.sm_90.cubin", "--arch", "hopper"], &["an architecture is called sm_90"]),
        (&["slow.sm_90.cubin", "--block", "2000"], &["--block", "1..=1024"]),
        (
            &["slow.sm_90.cubin", "-k", "=divide"],
            &["matches --kernel =divide", "try divide,", "divides_long", "remainder"],
        ),
        (&["slow.sm_90.cubin", "-k", "chaise"], &["did you mean chase?"]),
        (&["slow.sm_90.cubin", "-o", "table.pdf"], &[".pdf", ".txt, .json, .csv, .md"]),
        (&["--schema", "--gpu", "h100"], &["--schema cannot be used with --gpu"]),
        (&[], &["<FILE>"]),
    ] {
        refuses(&inspect(path, arguments), words);
    }
}

#[test]
fn a_report_replaces_no_input() {
    let folder = folder();
    let arguments = ["slow.sm_90.cubin", "-o", "slow.sm_90.cubin", "-f", "--format", "json"];
    refuses(&inspect(folder.path(), &arguments), &["to be read"]);
    let output = inspect(folder.path(), &["slow.sm_90.cubin", "-o", "report.json"]);
    assert!(output.status.success());
    let report = std::fs::read_to_string(folder.path().join("report.json")).unwrap();
    assert!(report.contains("propp.inspect/1"));
}

/// A name in a cubin can be anything.
#[test]
fn names_write_no_orders_to_the_terminal() {
    let folder = folder();
    let cubin = std::fs::read(folder.path().join("slow.sm_90.cubin")).unwrap();
    let mut bytes = cubin.clone();
    let name = b"_Z7nothingv";
    for place in 0..bytes.len() - name.len() {
        if bytes[place..].starts_with(name) {
            bytes[place..place + name.len()].copy_from_slice(b"x\x1b[31m\xe2\x80\xaeno");
        }
    }
    assert_ne!(bytes, cubin);
    std::fs::write(folder.path().join("evil.cubin"), bytes).unwrap();
    for format in ["table", "md"] {
        let arguments = ["evil.cubin", "--top", "100", "--format", format];
        let text = stdout(&inspect(folder.path(), &arguments));
        assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{text}");
        assert!(text.contains("u{1b}"), "{text}");
    }
}

/// A program as users have it: two architectures and PTX, linked with the runtime.
#[test]
fn an_executable_of_nvcc() {
    let Some(cuda) = redistributables() else { return };
    let folder = folder();
    let source = in_repository("crates/code/fatbin/tests/fixtures/two.cu");
    let program = folder.path().join("program");
    std::fs::write(folder.path().join("main.cu"), "int main() {}\n").unwrap();
    let compiled = Command::new(cuda.join("bin/nvcc"))
        .args(["-gencode", "arch=compute_90,code=sm_90"])
        .args(["-gencode", "arch=compute_90,code=compute_90", "main.cu"])
        .arg(source)
        .arg("-o")
        .arg(&program)
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let text = stdout(&inspect(folder.path(), &["program"]));
    assert!(text.starts_with("program: 2 kernels for sm_90; PTX 9.0 for sm_90\n"), "{text}");
    says(&text, &["twice", "thirds"]).unwrap();
}

#[test]
fn the_page_shows_what_propp_prints() {
    let folder = folder();
    let committed = std::fs::read_to_string(in_repository("docs/inspect.md")).unwrap();
    let print = |command: &str| {
        let arguments: Vec<&str> = command.strip_prefix("propp inspect ")?.split(' ').collect();
        Some(stdout(&inspect(folder.path(), &arguments)))
    };
    is_committed("docs/inspect.md", &printed_anew(&committed, print));
    assert!(committed.contains("```console\n$ propp inspect "), "the page has no example");
}
