//! `docs/ci.md`: its YAML, its policy, and its shell steps.

use std::path::Path;
use std::process::{Command, Output};

use propp_gate::{Limit, Policy, Quantity};
use yaml_rust2::{Yaml, YamlLoader};

use super::runs::recordings;
use crate::support;

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ci.md");
    std::fs::read_to_string(path).unwrap()
}

/// The blocks of a language, each with the line before it that is not empty.
fn blocks(language: &str) -> Vec<(String, String)> {
    let text = document();
    let lines: Vec<&str> = text.lines().collect();
    let start = |line: &&str| **line == format!("```{language}");
    let starts = (0..lines.len()).filter(|k| start(&lines[*k]));
    let block = |k: usize| {
        let title = lines[..k].iter().rev().find(|line| !line.is_empty()).unwrap();
        let body: Vec<&str> = lines[k + 1..].iter().take_while(|l| **l != "```").copied().collect();
        ((*title).to_owned(), body.join("\n") + "\n")
    };
    starts.map(block).collect()
}

fn yaml(part: &str) -> Vec<Yaml> {
    let all: Vec<Yaml> = blocks("yaml")
        .into_iter()
        .filter(|(title, _)| title.contains(part))
        .map(|(title, text)| {
            let mut documents =
                YamlLoader::load_from_str(&text).unwrap_or_else(|error| panic!("{title}: {error}"));
            assert_eq!(documents.len(), 1);
            documents.remove(0)
        })
        .collect();
    assert_eq!(all.len(), 2, "{part}: one for a GPU runner and one in two steps");
    all
}

fn keys(of: &Yaml) -> Vec<&str> {
    of.as_hash().unwrap().keys().map(|key| key.as_str().unwrap()).collect()
}

/// The shell steps of a workflow of GitHub Actions in their order, job after job.
fn github_steps(workflow: &Yaml) -> Vec<String> {
    assert!(keys(workflow).iter().all(|key| ["name", "on", "jobs"].contains(key)));
    let mut steps = Vec::new();
    let jobs = workflow["jobs"].as_hash().unwrap();
    for job in jobs.values() {
        assert!(!job["runs-on"].is_badvalue());
        let known = ["runs-on", "steps", "needs", "if"];
        assert!(keys(job).iter().all(|key| known.contains(key)), "{:?}", keys(job));
        if let Some(needed) = job["needs"].as_str() {
            assert!(jobs.contains_key(&Yaml::from_str(needed)), "{needed}");
        }
        for step in job["steps"].as_vec().unwrap() {
            let known = ["name", "uses", "run", "with", "if"];
            assert!(keys(step).iter().all(|key| known.contains(key)), "{:?}", keys(step));
            match (step["uses"].as_str(), step["run"].as_str()) {
                (Some(action), None) => assert!(action.contains("@v"), "{action}"),
                (None, Some(run)) => steps.push(run.to_owned()),
                _ => panic!("a step either uses or runs: {step:?}"),
            }
        }
    }
    steps
}

/// The script lines of a GitLab pipeline in their order, stage after stage.
fn gitlab_steps(pipeline: &Yaml) -> Vec<String> {
    let stages: Vec<&str> =
        pipeline["stages"].as_vec().unwrap().iter().map(|s| s.as_str().unwrap()).collect();
    let mut steps = Vec::new();
    for stage in &stages {
        let jobs = pipeline.as_hash().unwrap().values();
        for job in jobs.filter(|job| job["stage"].as_str() == Some(stage)) {
            let known = ["stage", "tags", "image", "script", "artifacts", "needs"];
            assert!(keys(job).iter().all(|key| known.contains(key)), "{:?}", keys(job));
            let lines = job["script"].as_vec().unwrap();
            steps.extend(lines.iter().map(|line| line.as_str().unwrap().to_owned()));
        }
    }
    assert_eq!(keys(pipeline).len(), stages.len() + 1, "a job a stage");
    steps
}

/// Stands in for what only a GPU machine has: `propp profile` copies a recorded run to
/// where it is asked to write, nvcc does nothing. Everything else is the real thing.
fn stand_ins(dir: &Path, recorded: &[&str]) {
    let bin = dir.join("bin");
    std::fs::create_dir(&bin).unwrap();
    let script = format!(
        "#!/bin/sh\nif [ \"$1\" != profile ]; then exec {} \"$@\"; fi\n\
         n=$(cat count 2>/dev/null || echo 0); echo $((n + 1)) > count\n\
         for word in \"$@\"; do case $word in *.propp) out=$word;; esac; done\n\
         set -- {}\nshift $n\ncp recorded/$1.propp \"$out\"\n",
        env!("CARGO_BIN_EXE_propp"),
        recorded.join(" ")
    );
    for (name, text) in [("propp", script.as_str()), ("nvcc", "#!/bin/sh\n")] {
        support::script(&bin.join(name), text);
    }
}

fn shell(dir: &Path, step: &str) -> Output {
    let path = format!("{}:{}", dir.join("bin").display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    // As both runners do.
    command.args(["-eo", "pipefail", "-c", step]).current_dir(dir).env("PATH", path);
    command.env("GITHUB_STEP_SUMMARY", dir.join("summary.md"));
    command.env_remove("PROPP_POLICY").env_remove("PROPP_WEIGHTS").output().unwrap()
}

/// Runs the steps until one fails; its exit code, or 0, and the folder.
fn pipeline(steps: &[String], recorded: &[&str]) -> (i32, tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    std::fs::rename(recordings().keep(), dir.path().join("recorded")).unwrap();
    stand_ins(dir.path(), recorded);
    let (_, policy) = blocks("toml").remove(0);
    std::fs::write(dir.path().join("propp.toml"), policy).unwrap();
    let baseline = "propp baseline recorded/none_1.propp recorded/none_2.propp -o baseline.json";
    assert!(shell(dir.path(), baseline).status.success());
    for step in steps {
        let output = shell(dir.path(), step);
        let code = output.status.code().unwrap();
        if code != 0 {
            println!("{step}: {code}: {}", String::from_utf8_lossy(&output.stderr));
            return (code, dir);
        }
    }
    (0, dir)
}

#[test]
fn the_examples_pass_and_fail_as_they_should() {
    let github = yaml("GitHub").iter().map(github_steps).collect::<Vec<_>>();
    let gitlab = yaml("GitLab").iter().map(gitlab_steps).collect::<Vec<_>>();
    for steps in github.iter().chain(&gitlab) {
        assert!(steps.len() >= 2, "{steps:?}");
        let (code, dir) = pipeline(steps, &["none_3", "none_1", "none_2"]);
        assert_eq!(code, 0, "{steps:?}");
        assert!(dir.path().join("gate.xml").is_file());
        let summary = std::fs::read_to_string(dir.path().join("summary.md")).unwrap();
        assert!(summary.contains("propp gate: passed"), "{summary}");
        let (code, dir) = pipeline(steps, &["conflict2", "conflict2", "conflict2"]);
        assert_eq!(code, 1, "{steps:?}");
        let report = std::fs::read_to_string(dir.path().join("gate.xml")).unwrap();
        assert!(report.contains("SMem_eff"), "{report}");
    }
}

#[test]
fn other_commands_of_the_page_run() {
    for (_, text) in blocks("sh") {
        let steps: Vec<String> = text.lines().map(str::to_owned).collect();
        let (code, _) = pipeline(&steps, &["none_1", "none_2", "none_3", "none_1", "none_2"]);
        assert_eq!(code, 0, "{text}");
    }
}

#[test]
fn the_policy_of_the_page_is_one() {
    let (_, text) = blocks("toml").remove(0);
    let policy = Policy::from_toml(&text).unwrap();
    assert_eq!(policy.limits[&Quantity::Time], Limit { absolute: 500.0, relative: 0.1 });
    assert!(!policy.limits.contains_key(&Quantity::named("CI").unwrap()));
    assert!(!policy.includes("warm_up(int)") && policy.includes("scale(int)"));
}

/// The table of quantities tells the limits that the program has.
#[test]
fn the_page_names_every_quantity() {
    let text = document();
    for quantity in Quantity::ALL {
        assert!(
            text.contains(&format!("`{quantity}`")) || text.contains(quantity.name()),
            "{quantity}"
        );
    }
}
