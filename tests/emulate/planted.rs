//! `propp gate` without a GPU: the defects of `planted.cu`, and unchanged runs.

use std::path::{Path, PathBuf};
use std::process::Command;

use propp_gate_runs::{Allowed, Policy, Profile, Verdict, compare, measure};
use propp_judge_cost::quality::Weights;
use propp_recording_store::read;

use super::{compiled, compiled_with, counters, emulate_into, words};
use crate::support::propp::here;
use crate::support::{recorded, redistributables};

/// Defect, and where and by what it is caught: as on a GPU, but for `few_blocks`, which a GPU
/// tells by LB_SM, too, and `heavy_warp`, which it tells by LB_W. Nothing catches uneven work between
/// blocks (LB_SM) and waiting (HSync), which are told by times: these are not emulated.
const PLANTED: [(&str, Option<(&str, &str)>); 22] = [
    ("conflict2", Some(("transpose", "SMem_eff"))),
    ("conflict4", Some(("transpose", "SMem_eff"))),
    ("conflict32", Some(("transpose", "SMem_eff"))),
    ("stride2", Some(("scale", "Gran_L1"))),
    ("stride8", Some(("scale", "Gran_L1"))),
    ("misaligned", Some(("scale", "Gran_L1"))),
    ("shuffled", Some(("gather", "Gran_L1"))),
    ("shuffled64", Some(("gather", "Gran_L1"))),
    ("barrier1", Some(("sum", "barriers_etc"))),
    ("barrier4", Some(("sum", "barriers_etc"))),
    ("occupancy2", Some(("axpy", "OCC"))),
    ("occupancy4", Some(("axpy", "OCC"))),
    ("block32", Some(("axpy", "OCC"))),
    ("diverge16", Some(("classify", "TDiv"))),
    ("diverge1", Some(("classify", "TDiv"))),
    ("few_blocks", Some(("iterate", "OCC"))),
    ("copies", Some(("application", "copied_bytes"))),
    ("clears", Some(("application", "launches"))),
    ("twice", Some(("scale", "launches"))),
    ("heavy_blocks", None),
    ("heavy_warp", Some(("iterate", "instructions"))),
    ("waits", None),
];

/// The program, as large as its grids need.
fn program(folder: &Path) -> Option<PathBuf> {
    let flags = &["-DPLANTED_SIDE=768", "-DPLANTED_STEPS=20", "-DPLANTED_ROUNDS=2"];
    compiled_with("tests/device/planted.cu", folder, "shared", flags)
}

fn run(program: &Path, defect: &str, number: usize) -> PathBuf {
    let recording = program.with_file_name(format!("{defect}{number}.propp"));
    let output = emulate_into(&recording, program, &[defect]);
    assert!(output.status.success(), "{defect}: {}", words(&output));
    recording
}

fn profile(recording: &Path) -> Profile {
    measure(&read(recording).unwrap(), &Weights::bundled("paper").unwrap())
}

/// What the gate finds to be worse, by kernel.
fn worse(before: &Profile, now: &Profile) -> Vec<(String, &'static str)> {
    let outcome = compare(before, now, &Policy::default(), Allowed::default());
    let rows = outcome.all().flat_map(|row| {
        let name = row.name.split('(').next().unwrap().to_owned();
        let worse = row.findings.iter().filter(|found| found.verdict == Verdict::Regressed);
        worse.map(move |found| (name.clone(), found.quantity.name()))
    });
    rows.collect()
}

#[test]
fn the_gate_catches_what_no_time_is_needed_for() {
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = program(folder.path()) else { return };
    let before = profile(&run(&program, "none", 0));
    let (program, before) = (&program, &before);
    std::thread::scope(|scope| {
        for part in PLANTED.chunks(PLANTED.len() / 2) {
            scope.spawn(move || {
                for (defect, expected) in part {
                    let found = worse(before, &profile(&run(program, defect, 0)));
                    println!("{defect}: {found:?}");
                    match expected {
                        None => assert!(found.is_empty(), "{defect}: {found:?}"),
                        Some((kernel, quantity)) => {
                            let same = |(name, what): &(String, &str)| {
                                (name.as_str(), *what) == (*kernel, *quantity)
                            };
                            assert!(found.iter().any(same), "{defect}: {found:?}");
                            let others =
                                found.iter().filter(|(n, _)| n != kernel && n != "application");
                            assert_eq!(others.count(), 0, "{defect}: {found:?}");
                        }
                    }
                }
            });
        }
    });
}

/// Set to the number of unchanged runs of each program.
const RUNS: &str = "PROPP_EMULATE_RUNS";

#[test]
fn unchanged_runs_have_the_same_counts_and_pass() {
    let folder = tempfile::tempdir().unwrap();
    let Some(planted) = program(folder.path()) else { return };
    let source = "examples/transpose/transpose.cu";
    let Some(transpose) = compiled(source, folder.path(), "shared") else { return };
    let runs = std::env::var(RUNS).map_or(2, |runs| runs.parse().unwrap());
    for (program, argument, launches) in [(&transpose, "256", 20), (&planted, "none", 14)] {
        let first = run(program, argument, 0);
        let counted = counters(&read(&first).unwrap());
        assert_eq!(counted.len(), launches);
        for number in 1..=runs {
            let next = run(program, argument, number);
            assert_eq!(counters(&read(&next).unwrap()), counted, "run {number}");
            assert_eq!(worse(&profile(&first), &profile(&next)), Vec::new());
        }
    }
    let first = planted.with_file_name("none0.propp");
    // A GPU's recording is never held against an emulated one.
    let measured = compare(
        &profile(&first),
        &measure(&recorded("recordings/h200_transpose.propp"), &Weights::bundled("paper").unwrap()),
        &Policy::default(),
        Allowed::default(),
    );
    assert_eq!(measured.exit_code(), 3);
}

/// The blocks of the page's section on machines without a GPU.
fn recipe() -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ci.md");
    let text = std::fs::read_to_string(page).unwrap();
    let section = text.split("## Without a GPU").nth(1).unwrap();
    let blocks = section.split("```bash\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn the_recipe_of_the_page_passes_and_fails_as_it_should() {
    let Some(cuda) = redistributables() else { return };
    let folder = tempfile::tempdir().unwrap();
    let bin = Path::new(env!("CARGO_BIN_EXE_propp")).parent().unwrap();
    let before = std::env::var_os("PATH").unwrap();
    let folders = [cuda.join("bin"), bin.to_owned()].into_iter();
    let path = std::env::join_paths(folders.chain(std::env::split_paths(&before))).unwrap();
    let source = |stride: &str| {
        let text = format!(
            "__global__ void copy(const float* a, float* b) {{\n  int i = blockIdx.x * 256 + \
             threadIdx.x;\n  b[i] = a[i * {stride} % 65536];\n}}\nint main() {{\n  float *a, *b;\n  \
             cudaMalloc(&a, 1 << 18);\n  cudaMalloc(&b, 1 << 18);\n  copy<<<256, 256>>>(a, b);\n  \
             return cudaDeviceSynchronize();\n}}\n"
        );
        std::fs::write(folder.path().join("my_app.cu"), text).unwrap();
    };
    let shell = |script: &str| {
        let mut command = Command::new("sh");
        command.args(["-e", "-c", script]).current_dir(folder.path()).env("PATH", &path);
        command.env("LIBRARY_PATH", cuda.join("lib")).env_remove("LD_LIBRARY_PATH");
        command.env("XDG_CACHE_HOME", folder.path());
        let output = command.output().unwrap();
        (output.status.code(), words(&output))
    };
    let [baseline, gate] = recipe().try_into().unwrap();
    source("1");
    assert_eq!(shell(&baseline).0, Some(0));
    assert_eq!(shell(&gate).0, Some(0));
    source("2");
    let (code, said) = shell(&gate);
    assert_eq!(code, Some(1), "{said}");
}

/// `propp profile` on a machine without a GPU names what works there.
#[test]
fn profile_says_whether_emulation_would_work() {
    if propp_collect_cuda::gpus().is_ok() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let source = "examples/transpose/transpose.cu";
    for (runtime, told) in [
        (
            "shared",
            "this works without a GPU, and counts what kernels ask of memory: propp emulate",
        ),
        ("static", "nor can it be emulated as it is"),
    ] {
        let Some(program) = compiled_with(source, folder.path(), runtime, &[]) else { return };
        let mut command = here();
        command.args(["profile", "-f", "-o"]).arg(program.with_extension("propp")).arg(&program);
        let output = command.arg("64").env("XDG_CACHE_HOME", folder.path()).output().unwrap();
        assert!(words(&output).contains(told), "{runtime}: {}", words(&output));
    }
}
