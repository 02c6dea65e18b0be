//! `propp demo`: a report from the binary alone.

use std::path::Path;
use std::process::Command;

use crate::suite_matrix::nvcc;
use crate::support::propp::in_repository;

const SOURCE: &str = "examples/pipeline/pipeline.cu";
const FATBIN: &str = "examples/pipeline/pipeline.fatbin";

/// The kernels that the binary brings are those of `examples/pipeline`. With `PROPP_WRITE_DOCS=1` the
/// file is written.
#[test]
fn the_kernels_of_the_demo_are_those_of_their_source() {
    let Some(nvcc) = nvcc() else { return };
    let made = fatbin(&nvcc);
    let own = in_repository(FATBIN);
    if std::env::var_os("PROPP_WRITE_DOCS").is_some() {
        std::fs::write(&own, &made).unwrap();
    }
    assert!(std::fs::read(&own).unwrap() == made, "PROPP_WRITE_DOCS=1 writes {FATBIN}");
}

/// PTX that every GPU of CUDA 13 takes, and the machine code of the GPU that `propp emulate` plays.
fn fatbin(nvcc: &Path) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let [ptx, fatbin] = ["pipeline.ptx", "pipeline.fatbin"].map(|name| folder.path().join(name));
    let run = |arguments: &[&str], from: &Path, to: &Path| {
        let mut command = Command::new(nvcc);
        let status = command.args(arguments).arg("-o").arg(to).arg(from).status().unwrap();
        assert!(status.success(), "nvcc {arguments:?}");
    };
    let source = in_repository(SOURCE);
    run(&["-O3", "-std=c++17", "-lineinfo", "-ptx", "-arch=compute_75"], &source, &ptx);
    let text = std::fs::read_to_string(&ptx).unwrap();
    let lines = text.lines().map(|line| format!("{}\n", without_folders(line)));
    std::fs::write(&ptx, lines.collect::<String>()).unwrap();
    let [for_all, for_one] = ["arch=compute_75,code=compute_75", "arch=compute_75,code=sm_90"];
    run(&["-lineinfo", "-fatbin", "-gencode", for_all, "-gencode", for_one], &ptx, &fatbin);
    std::fs::read(fatbin).unwrap()
}

/// A line of PTX as it is in every folder: files by their path here, and no hash of the folder in the
/// names of internal functions.
fn without_folders(line: &str) -> String {
    // `_INTERNAL_`, and then eight digits.
    const INTERNAL: &str = "95,73,78,84,69,82,78,65,76,95,";
    if let Some((number, path)) = line.strip_prefix("\t.file\t").and_then(|l| l.split_once(" \"")) {
        let name = path.trim_end_matches('"').rsplit('/').next().unwrap();
        let bytes = std::fs::metadata(in_repository(SOURCE)).unwrap().len();
        return match SOURCE.ends_with(name) {
            true => format!("\t.file\t{number} \"{SOURCE}\", 0, {bytes}"),
            false => format!("\t.file\t{number} \"{name}\""),
        };
    }
    let Some((before, after)) = line.split_once(INTERNAL) else { return line.to_owned() };
    let rest: Vec<&str> = after.splitn(9, ',').collect();
    format!("{before}{INTERNAL}{}{}", "48,".repeat(8), rest[8])
}
