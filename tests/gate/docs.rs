//! `docs/ci.md` and `docs/gate.md`: their YAML, the policy, and the shell steps.

use std::path::Path;

use propp_gate::noise::count_noise;
use propp_gate::{Limit, Policy, Quantity};
use yaml_rust2::{Yaml, YamlLoader};

use super::runs::recordings;
use crate::support;
use crate::support::propp::in_repository;
use crate::support::steps::{self, Step, shell};

fn document() -> String {
    let page = |name: &str| std::fs::read_to_string(in_repository(name)).unwrap();
    page("docs/ci.md") + &page("docs/gate.md")
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

/// The policy below a line with these words.
fn policy(part: &str) -> String {
    let all = blocks("toml").into_iter();
    let mut named = all.filter(|(title, _)| title.contains(part)).map(|(_, text)| text);
    let policy = named.next().unwrap();
    assert_eq!(named.next(), None, "{part}");
    policy
}

/// The shell steps of a workflow of GitHub Actions in their order, job after job.
fn github_steps(workflow: &Yaml) -> Vec<Step> {
    let known = ["name", "on", "permissions", "jobs"];
    assert!(keys(workflow).iter().all(|key| known.contains(key)));
    let may_comment = workflow["permissions"]["pull-requests"].as_str() == Some("write");
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
            let known = ["name", "uses", "run", "with", "if", "env", "continue-on-error"];
            assert!(keys(step).iter().all(|key| known.contains(key)), "{:?}", keys(step));
            match (step["uses"].as_str(), step["run"].as_str()) {
                (Some(action), None) => {
                    assert!(action.contains("@v"), "{action}");
                    steps.extend(stand_in(action, &step["with"]).as_deref().map(plain));
                }
                (None, Some(run)) => {
                    let is_always =
                        step["if"].as_str().is_some_and(|r#if| r#if.contains("always()"));
                    assert_eq!(step["continue-on-error"].as_bool(), is_always.then_some(true));
                    assert_eq!(may_comment && is_always, run.starts_with("gh pr comment"));
                    if is_always {
                        assert_eq!(keys(&step["env"]), ["PR", "GH_TOKEN"]);
                    }
                    steps.push(Step { run: run.to_owned(), is_always });
                }
                _ => panic!("a step either uses or runs: {step:?}"),
            }
        }
    }
    steps
}

/// What an action does, as far as it matters to the gate: a checkout of the base is in a new job on
/// another machine, and recordings go from one job to the other.
fn stand_in(action: &str, with: &Yaml) -> Option<String> {
    let text = |key: &str| with[key].as_str().unwrap_or_default().to_owned();
    match action.split('@').next()? {
        "actions/checkout" if text("ref") == "${{ github.base_ref }}" => Some(
            "rm -rf run*.propp baseline.json propp.toml github.env .git
             git clone -q --branch main origin.git fresh
             mv fresh/* ."
                .to_owned(),
        ),
        "actions/checkout" if with.is_badvalue() => None,
        "actions/upload-artifact" if text("name") == "recordings" => {
            Some(format!("mkdir artifacts; cp {} artifacts", text("path")))
        }
        "actions/download-artifact" => Some(format!("mv artifacts {}", text("path"))),
        "actions/upload-artifact" => None,
        other => panic!("{other}: what does it do?"),
    }
}

/// The script lines of a GitLab pipeline in their order, stage after stage.
fn gitlab_steps(pipeline: &Yaml) -> Vec<Step> {
    let stages: Vec<&str> =
        pipeline["stages"].as_vec().unwrap().iter().map(|s| s.as_str().unwrap()).collect();
    let mut steps = Vec::new();
    for stage in &stages {
        let jobs = pipeline.as_hash().unwrap().values();
        for job in jobs.filter(|job| job["stage"].as_str() == Some(stage)) {
            let known = ["stage", "tags", "image", "script", "artifacts", "needs"];
            assert!(keys(job).iter().all(|key| known.contains(key)), "{:?}", keys(job));
            let lines = job["script"].as_vec().unwrap();
            steps.extend(lines.iter().map(|line| plain(line.as_str().unwrap())));
        }
    }
    assert_eq!(keys(pipeline).len(), stages.len() + 1, "a job a stage");
    steps
}

/// A step that runs if those before it did.
fn plain(run: &str) -> Step {
    Step { run: run.to_owned(), is_always: false }
}

/// Stands in for what only a GPU machine on GitHub has: `propp profile` copies a recorded run to
/// where it is asked to write, after it has run what the project calls its program; nvcc does nothing, gh keeps the comment. Everything else is the
/// real thing.
fn stand_ins(dir: &Path, recorded: &[&str]) {
    let bin = dir.join("bin");
    std::fs::create_dir(&bin).unwrap();
    let script = format!(
        "#!/bin/sh\nif [ \"$1\" != profile ]; then exec {} \"$@\"; fi\n\
         n=$(cat count 2>/dev/null || echo 0); echo $((n + 1)) > count\n\
         if [ -x my_app ]; then ./my_app; fi\n\
         for word in \"$@\"; do case $word in *.propp) out=$word;; esac; done\n\
         set -- {}\nshift $n\ncp recorded/$1.propp \"$out\"\n",
        env!("CARGO_BIN_EXE_propp"),
        recorded.join(" ")
    );
    let gh = "#!/bin/sh\n[ \"$3\" = 7 ] || exit 1\nfor word in \"$@\"; do last=$word; done\n\
              cp \"$last\" comment.md\n";
    for (name, text) in [("propp", script.as_str()), ("nvcc", "#!/bin/sh\n"), ("gh", gh)] {
        support::script(&bin.join(name), text);
    }
}

/// A clone with a baseline and a policy, which its origin has, too.
fn project(recorded: &[&str]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::rename(recordings().keep(), dir.path().join("recorded")).unwrap();
    stand_ins(dir.path(), recorded);
    std::fs::write(dir.path().join("propp.toml"), policy("all keys")).unwrap();
    let commands = "propp baseline recorded/none_1.propp recorded/none_2.propp -o baseline.json
        git init -q --initial-branch main
        git add baseline.json propp.toml
        git -c user.name=A -c user.email=a@b commit -q -m base
        git clone -q --bare . origin.git
        git remote add origin file://$PWD/origin.git";
    let made = shell(dir.path(), commands);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    dir
}

/// The exit code of a pipeline's steps, and the folder in which they ran.
fn pipeline(steps: &[Step], recorded: &[&str]) -> (i32, tempfile::TempDir) {
    let dir = project(recorded);
    (steps::run(dir.path(), steps), dir)
}

#[test]
fn the_examples_pass_and_fail_as_they_should() {
    let github = yaml("GitHub").iter().map(github_steps).collect::<Vec<_>>();
    let gitlab = yaml("GitLab").iter().map(gitlab_steps).collect::<Vec<_>>();
    let has_comment = |steps: &[Step]| steps.iter().any(|step| step.is_always);
    assert!(has_comment(&github[0]), "the workflow to copy comments on the pull request");
    for steps in github.iter().chain(&gitlab) {
        assert!(steps.len() >= 2, "{steps:?}");
        let (code, passed) = pipeline(steps, &["none_3", "none_1", "none_2"]);
        assert_eq!(code, 0, "{steps:?}");
        let text = |dir: &tempfile::TempDir, name: &str| {
            std::fs::read_to_string(dir.path().join(name)).unwrap()
        };
        assert!(passed.path().join("gate.xml").is_file());
        assert!(text(&passed, "summary.md").contains("propp gate: passed"));
        let (code, failed) = pipeline(steps, &["conflict2", "conflict2", "conflict2"]);
        assert_eq!(code, 1, "{steps:?}");
        assert!(text(&failed, "gate.xml").contains("SMem_eff"));
        if has_comment(steps) {
            assert!(text(&passed, "comment.md").contains("propp gate: passed"));
            assert!(text(&failed, "comment.md").contains("SMem_eff"));
        }
    }
}

/// What a program of a pull request can write while it is recorded.
const ATTACKS: [&str; 4] = [
    "cp evil.toml propp.toml",
    "cp evil.json baseline.json",
    "echo PROPP_POLICY=$PWD/evil.toml >> $GITHUB_ENV",
    "for run in $(seq 4 40); do cp recorded/none_$((run % 3 + 1)).propp run$run.propp; done",
];

/// The exit code of steps while the program of the pull request attacks the gate.
fn attacked(steps: &[Step], attack: &str) -> i32 {
    let dir = project(&["conflict2", "conflict2", "conflict2"]);
    // As a runner of GitHub does it: what a step puts into the file is set in those that follow.
    let environment =
        "export GITHUB_ENV=$PWD/github.env; touch $GITHUB_ENV; set -a; . $GITHUB_ENV; set +a";
    let evil = "[gate]\nexclude = []\n[gate.limits]\nothers = \"ignore\"\nCI = { absolute = 9 }\n";
    std::fs::write(dir.path().join("evil.toml"), evil).unwrap();
    let baseline = "propp baseline recorded/conflict2.propp -o evil.json";
    assert!(shell(dir.path(), baseline).status.success());
    support::script(&dir.path().join("my_app"), &format!("#!/bin/sh\n{attack}\n"));
    let with = |step: &Step| Step {
        run: format!("{environment}\n{}", step.run),
        is_always: step.is_always,
    };
    steps::run(dir.path(), &steps.iter().map(with).collect::<Vec<_>>())
}

#[test]
fn a_program_does_not_change_what_it_is_held_against() {
    let naive: Vec<Step> = [
        "for run in 1 2 3; do propp profile -q -f -o run$run.propp ./my_app; done",
        "propp gate --baseline baseline.json run*.propp",
    ]
    .map(plain)
    .into();
    assert_eq!(attacked(&naive, "true"), 1);
    for attack in ATTACKS {
        assert_ne!(attacked(&naive, attack), 1, "no attack: {attack}");
    }
    let github = yaml("GitHub").iter().map(github_steps).collect::<Vec<_>>();
    let gitlab = yaml("GitLab").iter().map(gitlab_steps).collect::<Vec<_>>();
    for steps in github.iter().chain(&gitlab) {
        assert_eq!(attacked(steps, &ATTACKS.join("\n")), 1, "{steps:?}");
    }
}

#[test]
fn other_commands_of_the_page_run() {
    for (_, text) in blocks("sh") {
        let steps: Vec<Step> = text.lines().map(plain).collect();
        let (code, _) = pipeline(&steps, &["none_1", "none_2", "none_3", "none_1", "none_2"]);
        assert_eq!(code, 0, "{text}");
    }
}

#[test]
fn the_policy_of_the_page_is_one() {
    let policy = Policy::from_toml(&policy("all keys")).unwrap();
    assert_eq!(policy.limits[&Quantity::Time], Limit { absolute: 500.0, relative: 0.1 });
    assert!(!policy.limits.contains_key(&Quantity::named("CI").unwrap()));
    assert!(!policy.includes("warm_up(int)") && policy.includes("scale(int)"));
}

#[test]
fn with_the_short_policy_only_the_time_counts() {
    let text = policy("the application as a whole");
    assert_eq!(text.lines().count(), 4);
    let policy = Policy::from_toml(&text).unwrap();
    let default = Policy::default().limits[&Quantity::Time];
    assert_eq!(policy.limits.into_iter().collect::<Vec<_>>(), [(Quantity::Time, default)]);
}

/// The page tells the noise of counts for large baselines, too.
#[test]
fn the_page_tells_what_is_allowed_of_counts() {
    let text = document();
    let row = text.lines().find(|line| line.starts_with("| `TDiv`, `Gran_L1`, `Gran_L2`,"));
    let noise = |runs| {
        let of = |name| {
            let quantity = Quantity::named(name).unwrap();
            assert_eq!(Policy::default().limits[&quantity].absolute_at(1.0), 0.0);
            let noise = count_noise(quantity, 1.0, 0.0, runs, 1e12);
            format!("{}", (noise * 1e6).round() / 1e6)
        };
        ["TDiv", "Gran_L1", "Gran_L2", "SMem_eff"].map(of).join(", ")
    };
    let told = format!("| {}: their noise; {} with five", noise(4), noise(5));
    assert!(row.unwrap().contains(&told), "{told}");
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
