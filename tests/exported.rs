//! `propp capture --export`: what a GPU captured becomes a folder that nvcc builds, and that runs the
//! launch on a driver of these tests.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use propp_recording_launch::{Launch, read, write};
use propp_recording_wire::Bytes;

use crate::support::propp::{command, in_repository};
use crate::support::redistributables;

fn fixture(name: &str) -> PathBuf {
    in_repository(&format!("tests/fixtures/launches/{name}.launch"))
}

fn words(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

fn propp(folder: &Path, words: &[&str]) -> Output {
    command(folder).arg("capture").args(words).output().unwrap()
}

#[track_caller]
fn exported(folder: &Path, file: &Path, to: &str) -> String {
    let output = propp(folder, &["--export", to, file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", words(&output));
    words(&output)
}

/// Calls make in an exported folder, with the pinned nvcc and the driver of these tests.
fn make(cuda: &Path, folder: &Path, driver: &Path, arguments: &[&str]) -> Output {
    let path = format!("{}:{}", cuda.join("bin").display(), std::env::var("PATH").unwrap());
    let mut make = Command::new("make");
    make.arg("-C").arg(folder).args(arguments).env("PATH", path).env("LD_LIBRARY_PATH", driver);
    let libraries = format!("-L{}", cuda.join("lib").display());
    make.env("NVCC_APPEND_FLAGS", libraries).output().unwrap()
}

fn driver(cuda: &Path, folder: &Path) -> PathBuf {
    let to = folder.join("driver");
    std::fs::create_dir(&to).unwrap();
    let status = Command::new("cc")
        .args(["-std=gnu11", "-O1", "-shared", "-fPIC", "-fvisibility=hidden", "-Wall", "-Werror"])
        .arg("-I")
        .arg(cuda.join("include"))
        .arg("-o")
        .arg(to.join("libcuda.so.1"))
        .arg(in_repository("tests/exported/driver.c"))
        .status();
    assert!(status.unwrap().success());
    to
}

/// Every file of a folder, by its path in there.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|inner| format!("{name}/{inner}")));
        } else {
            found.push(name);
        }
    }
    found.sort();
    found
}

#[test]
fn an_exported_launch_is_built_checked_and_timed_without_propp() {
    let Some(cuda) = redistributables() else { return };
    let folder = tempfile::tempdir().unwrap();
    let driver = driver(&cuda, folder.path());
    let said = exported(folder.path(), &fixture("in_place"), "out");
    assert!(said.contains("the folder holds the program's data"), "{said}");
    let out = folder.path().join("out");
    assert_eq!(out.metadata().unwrap().permissions().mode() & 0o777, 0o700);
    for file in files(&out) {
        let mode = out.join(&file).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{file}");
    }
    let readme = std::fs::read_to_string(out.join("README.md")).unwrap();
    for part in ["make check", "in_place(float*, int)", "NVIDIA H200", "memory of the program"] {
        assert!(readme.contains(part), "{part}: {readme}");
    }
    let checked = make(&cuda, &out, &driver, &["check"]);
    assert_eq!(checked.status.code(), Some(0), "{}", words(&checked));
    let text = words(&checked);
    assert!(text.contains("captured  results equal, bit by bit ("), "{text}");
    assert!(text.contains("captured  4.00 us (median of 20 launches"), "{text}");

    let alone = |place: &Path, words: &[&str], taken: bool| {
        let mut alone = Command::new(out.join("alone"));
        alone.args(words).current_dir(place).env("LD_LIBRARY_PATH", &driver);
        if taken {
            alone.env("STAND_IN_TAKEN", "1");
        }
        alone.output().unwrap()
    };
    // Another process has its memory elsewhere.
    let again = alone(&out, &["--rounds", "0"], true);
    assert_eq!(again.status.code(), Some(0), "{}", words(&again));
    std::fs::write(out.join("wrong.cubin"), "wrong").unwrap();
    let wrong = alone(&out, &["--with", "wrong.cubin", "--rounds", "3"], false);
    assert_eq!(wrong.status.code(), Some(1), "{}", words(&wrong));
    let text = words(&wrong);
    assert!(text.contains("captured  results equal"), "{text}");
    assert!(text.contains("other     RESULTS DIFFER: 1048576 of 1048"), "{text}");
    let near = alone(&out, &["--with", "wrong.cubin", "--absolute", "1.5"], false);
    assert_eq!(near.status.code(), Some(0), "{}", words(&near));
    assert!(words(&near).contains("other     results within the tolerance"), "{}", words(&near));
    // Too few blocks leave the rest as it was.
    let few = alone(&out, &["--with", "kernel.cubin", "--grid", "4095"], false);
    assert!(words(&few).contains("RESULTS DIFFER: 256 of "), "{}", words(&few));
    for call in [&["--with", "none.cubin"][..], &["--colour"], &["--type", "f8"]] {
        assert_eq!(alone(&out, call, false).status.code(), Some(2), "{call:?}");
    }

    // The program is the same for every launch: this one follows pointers in memory.
    exported(folder.path(), &fixture("pointers"), "pointers");
    let other = alone(&folder.path().join("pointers"), &[], false);
    assert_eq!(other.status.code(), Some(0), "{}", words(&other));
    assert!(folder.path().join("pointers/kernel.ptx").metadata().unwrap().len() > 0);
}

#[test]
fn an_exported_launch_has_its_stack_and_asks_for_the_variables_that_it_writes() {
    let Some(cuda) = redistributables() else { return };
    let folder = tempfile::tempdir().unwrap();
    let driver = driver(&cuda, folder.path());
    let mut launch = read(std::fs::File::open(fixture("in_place")).unwrap()).unwrap();
    launch.stack = Some(65_536);
    let place = launch.captured.variables.iter().position(|one| one.name == "table").unwrap();
    launch.variables[place].after = vec![(0, vec![1; 4])];
    exported(folder.path(), &saved(&launch, &folder.path().join("own.launch")), "out");
    let out = folder.path().join("out");
    let made = make(&cuda, &out, &driver, &["alone"]);
    assert_eq!(made.status.code(), Some(0), "{}", words(&made));
    std::fs::write(out.join("lacks.cubin"), "lacks").unwrap();
    let alone = |options: &[&str], stack: &str| {
        let mut alone = Command::new(out.join("alone"));
        alone.args(options).current_dir(&out).env("LD_LIBRARY_PATH", &driver);
        alone.env("STAND_IN_STACK", stack).output().unwrap()
    };
    let lacking = alone(&["--with", "lacks.cubin"], "0");
    assert_eq!(lacking.status.code(), Some(2), "{}", words(&lacking));
    let text = words(&lacking);
    assert!(
        text.contains("lacks.cubin lacks the variable table, which the launch writes"),
        "{text}"
    );
    // The kernel of these tests does not write it, so its results are others.
    for (stack, status) in [("65536", 1), ("65537", 3)] {
        let ran = alone(&[], stack);
        assert_eq!(ran.status.code(), Some(status), "{}", words(&ran));
    }
}

/// A launch of `in_place` whose cubin was compiled here from a text.
fn compiled(cuda: &Path, folder: &Path, name: &str, code: &str) -> Launch {
    let (source, cubin) = (folder.join(name), folder.join("compiled.cubin"));
    std::fs::create_dir_all(source.parent().unwrap()).unwrap();
    std::fs::write(&source, code).unwrap();
    let status = Command::new(cuda.join("bin/nvcc"))
        .args(["-cubin", "-arch=sm_90", "-lineinfo", name, "-o"])
        .arg(&cubin)
        .current_dir(folder)
        .status();
    assert!(status.unwrap().success());
    let mut launch = read(std::fs::File::open(fixture("in_place")).unwrap()).unwrap();
    launch.code = std::fs::read(cubin).unwrap();
    launch.captured.code_bytes = launch.code.len() as u64;
    launch
}

fn saved(launch: &Launch, to: &Path) -> PathBuf {
    write(launch, std::fs::File::create(to).unwrap()).unwrap();
    to.to_owned()
}

#[test]
fn the_source_of_the_kernel_is_there_and_compiles() {
    let Some(cuda) = redistributables() else { return };
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    std::fs::write(
        folder.path().join("src/more.cuh"),
        "__device__ inline float more(float value) { return value * 0.5f + 1; }\n",
    )
    .unwrap();
    let code = "#include \"more.cuh\"\n__global__ void in_place(float* values, int n) {\n    \
                const int i = blockIdx.x * blockDim.x + threadIdx.x;\n    \
                if (i < n) values[i] = more(values[i]);\n}\n";
    let launch = compiled(&cuda, folder.path(), "src/own.cu", code);
    let file = saved(&launch, &folder.path().join("own.launch"));
    let said = exported(folder.path(), &file, "out");
    assert!(said.contains("out/source/own.cu is src/own.cu"), "{said}");
    let out = folder.path().join("out");
    let there = files(&out.join("source"));
    assert_eq!(there, ["more.cuh", "own.cu"]);
    let made = make(&cuda, &out, folder.path(), &["mine.cubin"]);
    assert_eq!(made.status.code(), Some(0), "{}", words(&made));
    let cubin = std::fs::read(out.join("mine.cubin")).unwrap();
    assert_eq!(propp_code_sass::kernels(&cubin).unwrap(), ["_Z8in_placePfi"]);
    // Nothing but what is below the working directory and the folders that are named is read.
    let elsewhere = tempfile::tempdir().unwrap();
    let said = exported(elsewhere.path(), &file, "out");
    assert!(said.contains("own.cu was not found below this folder"), "{said}");
    assert!(files(&elsewhere.path().join("out/source")).is_empty());
    let sources = folder.path().to_str().unwrap();
    let asked = ["--export", "more", "--sources", sources, file.to_str().unwrap()];
    let output = propp(elsewhere.path(), &asked);
    assert_eq!(output.status.code(), Some(0), "{}", words(&output));
    assert_eq!(files(&elsewhere.path().join("more/source")).len(), 2);
}

#[test]
fn names_in_a_file_lead_nowhere_else_and_run_nothing() {
    let Some(cuda) = redistributables() else { return };
    let folder = tempfile::tempdir().unwrap();
    let work = folder.path().join("work");
    std::fs::create_dir(&work).unwrap();
    let hostile = "$(shell touch run) `touch run`;' $$(touch run) #|.cu";
    let text = "#line 1 \"sub/HOSTILE\"\n__global__ void in_place(float* values, int n) {\n\
                for (int i = 0; i < n; i++) values[i] = sinf(values[i]);\n\
                #line 1 \"../../outside.cu\"\n\
                for (int i = 0; i < n; i++) values[i] = cosf(values[i]);\n\
                #line 1 \"/etc/passwd\"\n\
                for (int i = 0; i < n; i++) values[i] = logf(values[i]);\n}\n";
    let mut launch = compiled(&cuda, &work, "own.cu", &text.replace("HOSTILE", hostile));
    std::fs::remove_file(work.join("own.cu")).unwrap();
    std::fs::create_dir(work.join("sub")).unwrap();
    std::fs::write(work.join("sub").join(hostile), "// there\n").unwrap();
    std::fs::write(folder.path().join("outside.cu"), "secret\n").unwrap();
    launch.device.as_mut().unwrap().name = "GPU`\n# $(touch run)\u{202e}".to_owned();
    launch.process.command = vec!["$(touch run)".to_owned()];
    let file = saved(&launch, &work.join("k.launch"));
    exported(&work, &file, "out");
    let out = work.join("out");
    let plain = "__shell_touch_run___touch_run_______touch_run____.cu";
    assert_eq!(files(&out.join("source")), [plain]);
    let all: Vec<String> = files(&out);
    assert!(
        all.iter().all(|name| !name.contains("passwd") && !name.contains("outside")),
        "{all:?}"
    );
    let makefile = std::fs::read_to_string(out.join("Makefile")).unwrap();
    let is_plain = |c: char| c.is_ascii_graphic() || " \n\t".contains(c);
    assert!(makefile.chars().all(is_plain) && !makefile.contains("touch run"), "{makefile}");
    assert!(makefile.contains(&format!("SOURCE ?= source/{plain}\n")), "{makefile}");
    let made = make(&cuda, &out, &work, &["mine.cubin", "FLAGS=-O1"]);
    assert_eq!(made.status.code(), Some(0), "{}", words(&made));
    assert!(out.join("mine.cubin").exists());
    let readme = std::fs::read_to_string(out.join("README.md")).unwrap();
    assert!(!readme.contains("\n# $(touch") && !readme.contains('\u{202e}'), "{readme}");
    assert!(!files(folder.path()).iter().any(|name| name.ends_with("run")));

    // A name that could be a line of its own in launch.txt.
    for name in ["_Z8in_placePfi\nmemory 0x0 1 /etc/passwd -", "a b", "", "a\u{202e}b"] {
        launch.captured.name = name.to_owned();
        saved(&launch, &file);
        let output = propp(&work, &["--export", "other", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{}", words(&output));
        assert!(words(&output).contains("no compiler puts into a name"), "{}", words(&output));
        assert!(!work.join("other").exists());
    }
    assert_eq!(work.read_dir().unwrap().filter(|e| e.as_ref().unwrap().path().is_dir()).count(), 2);
}

#[test]
fn what_cannot_be_exported_is_said_before_anything_runs() {
    let folder = tempfile::tempdir().unwrap();
    let file = fixture("in_place");
    let file = file.to_str().unwrap();
    std::fs::create_dir(folder.path().join("there")).unwrap();
    for (call, part) in [
        (&["--export", "there", file][..], "there exists already"),
        (&["--export", "there", "-k", "x", "./missing"], "there exists already"),
        (&["--export", "new", file, "more"], "nothing after it"),
        (&["--export", "new", "-k", "x", file], "-k and --stop are for programs"),
        (&["--export", "new", "--sources", "none", file], "--sources none"),
        (&[file], "give --export DIR"),
        (&["./app"], "give the name of a kernel with -k"),
    ] {
        let output = propp(folder.path(), call);
        assert_eq!(output.status.code(), Some(2), "{}", words(&output));
        assert!(words(&output).contains(part), "{}", words(&output));
    }
    let mut launch = read(std::fs::File::open(fixture("in_place")).unwrap()).unwrap();
    launch.captured.parameters[0].value = Bytes(vec![0xab; 8]);
    let file = saved(&launch, &folder.path().join("k.launch"));
    exported(folder.path(), &file, "new");
    let text = std::fs::read_to_string(folder.path().join("new/launch.txt")).unwrap();
    assert!(text.contains("\nparameter 0 8 abababababababab\n"), "{text}");
    assert!(text.contains("\ngrid 4096 1 1\nblock 256 1 1\n"), "{text}");
}
