//! Calls that cannot work: each says what is wrong and what to do.

use std::fmt::Write as _;
use std::path::Path;

use crate::support::propp::{command, propp};
use crate::support::{self, CUDA_DIR};

/// A line each; spaces part the words.
const CALLS: &str = "
    profile
    profile ./missing
    profile not-a-program-anywhere
    profile -o app.propp ./program.sh
    profile -o missing/out.propp ./program.sh
    profile --replay fast ./program.sh
    profile --runs three ./program.sh
    profile --runs one --kernel a ./program.sh
    profile --runs one --replay application ./program.sh
    profile --budget much ./program.sh
    profile --capture-range nvtx ./program.sh
    profile --nvtx-include regex:( ./program.sh
    profile --pytorch layers ./program.sh
    profile --like text.propp ./program.sh
    profile --like app.propp --delay 1 ./program.sh
    profile --runs trace --attempts 0 ./program.sh
    profile --devices one ./program.sh
    profile --cuda-dir missing ./program.sh
    profile train.py
    profil ./program.sh
    show
    show missing.propp
    show empty.propp
    show text.propp
    show cut.propp
    show folder
    show app.propp -k =diverg
    show app.propp -k regex:(
    show app.propp -k =tr_
    show app.propp --sort speed
    show app.propp --format xml
    show app.propp -o report.docx
    show app.propp -o missing/report.html
    show app.propp -o app.propp
    show app.propp -o taken.html
    show app.propp --explain Gran_L3
    show app.propp --explain QM --format json
    show app.propp --weights h300
    show app.propp --weights ./missing.toml
    show app.propp --probe ./missing.json
    show app.propp --probe app.propp
    show app.propp --rows launches
    show app.propp --rows kernels --format json --top 3
    show app.propp --kineto text.propp
    show app.propp --kineto text.propp -o counted.json
    show app.propp --kineto missing.json -o counted.json
    show --schema app.propp
    show app.propp --top ten
    compare app.propp
    compare app.propp missing.propp
    compare app.propp -k diverge
    compare app.propp -k diverge -k =strid
    compare app.propp --range step --range other
    compare --run new app.propp
    rank redcue
    rank reduce --type i16
    rank reduce --size huge
    rank reduce --from app.propp
    rank reduce --bundled --from app.propp
    rank reduce --bundled --distribution normal
    rank reduce --top 0
    rank reduce --bundled -k vec_u44
    show app.propp --libraries nothere.toml
    show app.propp --libraries bad.toml
    show app.propp -k 99
    fit
    fit app.propp
    fit probe.propp -o weights.toml
    dataset app.propp
    dataset app.propp -o data.xlsx
    baseline missing.propp
    baseline probe.propp
    baseline app.propp -o taken.html
    gate app.propp
    gate -b baseline.json
    gate app.propp -b missing.json
    gate app.propp -b text.propp
    gate app.propp -b baseline.json --policy bad.toml
    gate app.propp -b baseline.json --false-alarms 2
    gate app.propp -b baseline.json -o gate.yaml
    gate probe.propp -b baseline.json
    gate app.propp app.propp -b baseline.json
    suite
    suite run --primitive redcue
    suite run --type i16
    suite report --from app.propp
    suite thin app.propp -o thin.propp
    probe
    probe bandwith
    probe --from app.propp
    probe --from probe.propp -o page.pdf
    probe --from probe.propp -f
    metrics --cuda-dir missing
    explain gran
    explain bounds
    completions csh
    hints
    hints calibrate missing.propp
    show app.propp --roofline --format json
    show app.propp --roofline --lines
    show app.propp --floor app.propp
    show app.propp --floor missing.propp
    show app.propp --step 3
    view
    view missing.propp
    view app.propp --floor app.propp
    emulate
    emulate ./missing
    emulate program.cu
    emulate --gpu rx7900 ./program.sh
    inspect missing.cubin
    inspect text.propp
    advise app.propp
    advise app.propp -k nobody
    demo --gpu none
    man --dir text.propp
    rank gemm --bundled -k cublas/gem
    rank gemm --bundled --type f64
";

/// Words of which a helpful message has one: what to type, to name, or to choose from.
const NEXT_STEPS: [&str; 23] = [
    "there were",
    "give `",
    "and give ",
    "leave out",
    "--help",
    "`propp",
    "did you mean",
    "there are",
    "give ",
    "name ",
    "a path begins",
    "chmod",
    "copy it again",
    "possible values",
    "or --",
    "types are",
    "a size is",
    "distributions are",
    "expected one of",
    "Record both alike",
    "such as",
    "(try ",
    "record it with",
];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let app = root.join("tests/fixtures/recordings/h200_app.propp");
    let write = |name: &str, content: &[u8]| {
        std::fs::write(folder.path().join(name), content).unwrap();
    };
    let bytes = std::fs::read(&app).unwrap();
    write("app.propp", &bytes);
    write("cut.propp", &bytes[..bytes.len() / 3]);
    write("probe.propp", &std::fs::read(root.join("recordings/h200/probe.propp")).unwrap());
    write("empty.propp", b"");
    write("text.propp", b"not a recording\n");
    write("taken.html", b"mine");
    write("bad.toml", b"[gate]\nlimit.Gran_L1 = 0.1\n");
    write("program.sh", b"#!/bin/sh\n");
    write("program.cu", b"int main() {}\n");
    write("train.py", b"print()\n");
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    let baseline = propp(&folder, &["baseline", "app.propp", "-o", "baseline.json"]);
    assert!(baseline.status.success());
    folder
}

#[test]
fn wrong_calls_say_what_to_do() {
    if propp_collect_cuda::gpus().is_ok() {
        return support::left_out("wrong calls, because there is a GPU");
    }
    let folder = folder();
    let calls: Vec<&str> = CALLS.lines().map(str::trim).filter(|call| !call.is_empty()).collect();
    assert!(calls.len() >= 100, "{}", calls.len());
    let mut all = String::new();
    let (mut unhelpful, mut long) = (Vec::new(), Vec::new());
    for call in calls {
        let mut propp = command(&folder);
        propp.args(call.split_whitespace()).env("HOME", folder.path()).env_remove(CUDA_DIR);
        let output = propp.output().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        let code = output.status.code().unwrap_or(-1);
        let _ = writeln!(all, "$ propp {call}\n[{code}] {}\n", said.trim_end());
        // Help for a command without its subcommand is no error.
        let lines = said.lines().filter(|line| !line.trim().is_empty()).count();
        if lines > 3 && !said.contains("\nCommands:\n") {
            long.push(call);
        }
        if code == 0 || !NEXT_STEPS.iter().any(|step| said.contains(step)) {
            unhelpful.push(call);
        }
    }
    insta::assert_snapshot!(all);
    assert_eq!(unhelpful, [""; 0]);
    assert_eq!(long, [""; 0], "more than three lines");
}
