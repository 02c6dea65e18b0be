//! `propp baseline` and `propp gate` of compiled code as a user meets them, and `docs/code-gate.md`.
//! The builds are those of `crates/gate/code/tests/planted`.

use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;
use yaml_rust2::YamlLoader;

use crate::gate::docs::{github_steps, gitlab_steps};
use crate::readme::printed_anew;
use crate::support::propp::{
    ended, fits, in_repository, is_committed, propp, published_schema, unpacked,
};
use crate::support::steps;
use crate::support::{redistributables, says, script};

const PAGE: &str = "docs/code-gate.md";

/// Two kernels of the eighty.
const FEW: &str = "[gate]\ninclude = [\"regex:r08::sum_defect\", \"regex:r11::copy_packs\"]\n";

/// A folder with the builds, and a policy that leaves two kernels.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (from, to) in [
        ("crates/gate/code/tests/planted/before.regressions.fatbin.gz", "before.fatbin"),
        ("crates/gate/code/tests/planted/after.regressions.fatbin.gz", "after.fatbin"),
        ("crates/code/inspect/tests/fixtures/slow.sm_90.cubin.gz", "slow.sm_90.cubin"),
        ("crates/code/inspect/tests/fixtures/slow.sm_75.cubin.gz", "slow.sm_75.cubin"),
        ("crates/gate/code/tests/planted/before_h200.propp.gz", "run.propp"),
        ("tests/fixtures/gate/planted_none_1.propp.gz", "none_1.propp"),
    ] {
        std::fs::write(folder.path().join(to), unpacked(from)).unwrap();
    }
    std::fs::write(folder.path().join("few.toml"), FEW).unwrap();
    folder
}

#[test]
fn a_build_passes_against_itself_and_fails_where_it_is_worse() {
    let folder = folder();
    let path = folder.path();
    ended(&propp(path, &["baseline", "before.fatbin", "-o", "code.json"]), 0);
    let text = ended(&propp(path, &["gate", "--baseline", "code.json", "before.fatbin"]), 0);
    says(&text, &["gate: passed", "as before", "policy: none found"]).unwrap();
    let text = ended(&propp(path, &["gate", "--baseline", "code.json", "after.fatbin"]), 1);
    says(&text, &["worse in the code", "Judged by the compiled code alone", "if it is meant"])
        .unwrap();
    // The same verdict without a file between.
    let direct = ended(&propp(path, &["gate", "--baseline", "before.fatbin", "after.fatbin"]), 1);
    let judged = |text: &str| text.lines().next().unwrap().to_owned();
    assert_eq!(judged(&direct), judged(&text));
    assert!(!direct.contains("if it is meant"));
}

#[test]
fn the_same_files_make_the_same_baseline() {
    let folder = folder();
    let make = || ended(&propp(folder.path(), &["baseline", "after.fatbin"]), 0);
    assert_eq!(make(), make());
}

/// An annotation names a source file of the checkout. Of two files of a name nobody knows which it is.
#[test]
fn annotations_are_at_lines_of_the_checkout() {
    let folder = folder();
    for (folders, name) in [(&["src", "old"][..], "own_copy.cu"), (&["src"], "own_reduce.cu")] {
        for inner in folders {
            std::fs::create_dir_all(folder.path().join(inner)).unwrap();
            std::fs::write(folder.path().join(inner).join(name), "").unwrap();
        }
    }
    let arguments = ["gate", "--baseline", "before.fatbin", "--policy", "few.toml"];
    let more = ["--format", "github", "after.fatbin"];
    let text = ended(&propp(folder.path(), &[&arguments[..], &more].concat()), 1);
    let lines: Vec<&str> = text.lines().collect();
    let [reduce, copy] = &lines[..] else { panic!("{text}") };
    assert!(reduce.starts_with("::error file=src/own_reduce.cu,line=88,title="), "{text}");
    assert!(copy.starts_with("::error title=propp%3A narrow"), "{text}");
}

#[test]
fn json_fits_the_published_schema() {
    let folder = folder();
    let printed = ended(&propp(folder.path(), &["gate", "--schema=code"]), 0);
    let schema = published_schema("code-gate-1", &printed);
    let arguments = ["gate", "--baseline", "before.fatbin", "after.fatbin", "--recording"];
    let arguments = [&arguments[..], &["run.propp", "--format", "json"]].concat();
    let document: Value =
        serde_json::from_str(&ended(&propp(folder.path(), &arguments), 1)).unwrap();
    fits(&schema, &document);
    assert_eq!(document["verdict"], "regressed");
    assert_eq!(document["architectures"].as_array().unwrap().len(), 3);
    assert_eq!(document["kernels"][0]["prediction"]["architecture"], "sm_90");
}

/// Each says what is wrong and what to do.
#[test]
fn wrong_inputs() {
    let folder = folder();
    let path = folder.path();
    std::fs::write(path.join("old.json"), "{\"schema\": \"propp.code-baseline/9\"}\n").unwrap();
    std::fs::write(path.join("cut.json"), "{\"schema\": \"propp.code-baseline/1\",\n \"ke")
        .unwrap();
    std::fs::write(path.join("wrong.toml"), "[gate.code]\nspill = 1\n").unwrap();
    std::fs::write(path.join("word.toml"), "[gate.code]\nspills = \"some\"\n").unwrap();
    std::fs::write(path.join("block.toml"), "[[gate.code.launch]]\nname = \"f\"\nblock = 0\n")
        .unwrap();
    let base = ["gate", "--baseline"];
    for (arguments, code, words) in [
        (
            &["before.fatbin", "none_1.propp"][..],
            2,
            &["before.fatbin is compiled code", "none_1.propp is not"][..],
        ),
        (
            &["old.json", "after.fatbin"],
            2,
            &["old.json", "propp.code-baseline/9", "propp baseline"],
        ),
        (&["cut.json", "after.fatbin"], 2, &["cut.json", "line 2"]),
        (&["before.fatbin", "missing"], 2, &["cannot read missing"]),
        (&["missing", "after.fatbin"], 2, &["missing", "No such file"]),
        (&["before.fatbin", "after.fatbin", "--ratchet"], 2, &["--ratchet is for recordings"]),
        (&["before.fatbin", "after.fatbin", "--false-alarms", "0.1"], 2, &["--false-alarms"]),
        (
            &["before.fatbin", "after.fatbin", "--policy", "wrong.toml"],
            2,
            &["gate.code.spill", "loop-price"],
        ),
        (
            &["before.fatbin", "after.fatbin", "--policy", "word.toml"],
            2,
            &["gate.code.spills", "ignore"],
        ),
        (
            &["before.fatbin", "after.fatbin", "--policy", "block.toml"],
            2,
            &["gate.code.launch", "1 to 1024"],
        ),
        (&["slow.sm_75.cubin", "slow.sm_90.cubin"], 3, &["no verdict", "sm_75", "sm_90"]),
        (&["slow.sm_90.cubin", "after.fatbin"], 3, &["no verdict", "no kernel of the baseline"]),
    ] {
        let output = propp(path, &[&base[..], arguments].concat());
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        says(&text, words).unwrap();
    }
}

/// A program, the same with another barrier, and a recording of a run of it: the report says what
/// share of the time the kernel takes.
#[test]
fn a_recording_says_what_a_kernel_weighs() {
    let Some(cuda) = redistributables() else { return };
    let folder = folder();
    let text = std::fs::read_to_string(in_repository("tests/device/app.cu")).unwrap();
    // Its own kernels, without those of the libraries, each of whose uses is one line.
    let of_library = |line: &str| line.contains("cub") || line.contains("thrust");
    let own = text.lines().map(|line| if of_library(line) { "" } else { line });
    let text = own.collect::<Vec<_>>().join("\n");
    let loops = "for(int k=0;k<200;k++){__syncthreads();";
    assert!(text.contains(loops));
    let worse = text.replace(loops, &format!("{loops} __syncthreads();"));
    for (name, text) in [("app", text.as_str()), ("worse", &worse)] {
        std::fs::write(folder.path().join(format!("{name}.cu")), text).unwrap();
        let output = Command::new(cuda.join("bin/nvcc"))
            .args(["-O3", "-lineinfo", "-arch=sm_90", "-cubin", "-w", "-o"])
            .args([&format!("{name}.cubin"), &format!("{name}.cu")])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let recording = in_repository("tests/fixtures/recordings/h200_app.propp");
    std::fs::copy(recording, folder.path().join("app.propp")).unwrap();
    let arguments = ["gate", "--baseline", "app.cubin", "--recording", "app.propp", "worse.cubin"];
    let text = ended(&propp(folder.path(), &arguments), 1);
    says(&text, &["barrier(float*, int)", "barriers in a loop, before", "worse.cu:19"]).unwrap();
    says(&text, &["% of the time in kernels", "share %"]).unwrap();
    says(&text, &["No times are predicted: the recording holds no code of kernels"]).unwrap();
    let arguments = [&arguments[..], &["--format", "md"]].concat();
    let text = ended(&propp(folder.path(), &arguments), 1);
    says(&text, &["| share of the time |", "`worse.cu:19`"]).unwrap();
}

/// A recording with the code of its kernels predicts how their times change.
#[test]
fn a_recording_with_code_predicts_times() {
    let folder = folder();
    let arguments = ["gate", "--baseline", "before.fatbin", "after.fatbin", "--recording"];
    let arguments = [&arguments[..], &["run.propp", "--policy", "few.toml", "--format"]].concat();
    let of = |format: &'static str| {
        ended(&propp(folder.path(), &[&arguments[..], &[format]].concat()), 1)
    };
    says(&of("table"), &["predicted 3 % longer (", "Predicted for the time in all"]).unwrap();
    says(&of("md"), &["| predicted change |", "Predicted for the time in all kernels"]).unwrap();
    says(&of("github"), &["predicted 3 %25 longer ("]).unwrap();
}

#[test]
fn the_page_shows_what_propp_prints() {
    let folder = folder();
    let committed = std::fs::read_to_string(in_repository(PAGE)).unwrap();
    let print = |command: &str| {
        let arguments: Vec<&str> = command.strip_prefix("propp ")?.split(' ').collect();
        Some(ended(&propp(folder.path(), &arguments), 1))
    };
    is_committed(PAGE, &printed_anew(&committed, print));
}

/// The blocks of a language in the page.
fn blocks(language: &str) -> Vec<String> {
    let page = std::fs::read_to_string(in_repository(PAGE)).unwrap();
    let mut parts = page.split("```").skip(1).step_by(2);
    let own = parts.by_ref().filter_map(|part| part.strip_prefix(&format!("{language}\n")));
    own.map(str::to_owned).collect()
}

/// A clone whose origin has the baseline of a build.
const CLONE: &str = "git init -q --initial-branch main
    git add code.json
    git -c user.name=A -c user.email=a@b commit -q -m base
    git clone -q --bare . origin.git
    git remote add origin file://$PWD/origin.git";

/// The workflows of the page as they are printed, with a compiler that copies a build, and writes a
/// baseline and a policy that hide what became worse, and a `gh` that keeps the comment.
#[test]
fn the_workflows_of_the_page_pass_and_fail_as_they_should() {
    let workflows = blocks("yaml");
    assert_eq!(workflows.len(), 2, "GitHub and GitLab");
    for workflow in workflows {
        let workflow = YamlLoader::load_from_str(&workflow).unwrap().remove(0);
        let is_github = workflow["jobs"].as_hash().is_some();
        let steps = if is_github { github_steps(&workflow) } else { gitlab_steps(&workflow) };
        for (build, code) in [("before.fatbin", 0), ("after.fatbin", 1)] {
            let folder = folder();
            let path = folder.path();
            ended(&propp(path, &["baseline", "before.fatbin", "-o", "code.json"]), 0);
            assert!(steps::shell(path, CLONE).status.success());
            let bin = path.join("bin");
            std::fs::create_dir(&bin).unwrap();
            let exe = env!("CARGO_BIN_EXE_propp");
            let nvcc = format!(
                "#!/bin/sh\ncp {build} my_app\n{exe} baseline -f -o code.json my_app\n\
                 printf '[gate]\\nexclude = [\"regex:.\"]\\n' > propp.toml\n"
            );
            script(&bin.join("nvcc"), &nvcc);
            let gh = "#!/bin/sh\n[ \"$3\" = 7 ] && cp base/gate.md comment.md\n";
            script(&bin.join("gh"), gh);
            script(&bin.join("propp"), &format!("#!/bin/sh\nexec {exe} \"$@\"\n"));
            assert_eq!(steps::run(path, &steps), code);
            let text = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
            let words = if code == 0 { "propp gate: passed" } else { "worse in the code" };
            assert!(text("summary.md").contains(words));
            assert!(text("kernels.md").contains("sm_80"));
            let kept = if is_github { "code" } else { "gate" };
            let report = text(&format!("artifacts/{kept}/base/gate.xml"));
            assert!(report.contains("<testsuite name=\"propp gate\""));
            if is_github {
                assert!(text("comment.md").contains(words));
            }
        }
    }
}

/// The other commands of the page, and its policy.
#[test]
fn the_commands_and_the_policy_of_the_page_are_good() {
    for commands in blocks("sh") {
        let folder = folder();
        let path = folder.path();
        std::fs::create_dir(path.join("build")).unwrap();
        std::fs::copy(path.join("before.fatbin"), path.join("build/my_app")).unwrap();
        std::fs::copy(path.join("none_1.propp"), path.join("run.propp")).unwrap();
        ended(&propp(path, &["baseline", "before.fatbin", "-o", "code.json"]), 0);
        for command in commands.lines() {
            let arguments: Vec<&str> = command.split(' ').skip(1).collect();
            ended(&propp(path, &arguments), 0);
        }
    }
    let folder = folder();
    let [policy] = &blocks("toml")[..] else { panic!("the page has one policy") };
    std::fs::write(folder.path().join("propp.toml"), policy).unwrap();
    let arguments = ["gate", "--baseline", "before.fatbin", "before.fatbin"];
    says(&ended(&propp(folder.path(), &arguments), 0), &["policy: propp.toml"]).unwrap();
}
