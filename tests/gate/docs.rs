//! `docs/ci.md` and `docs/gate.md`: their YAML, the policy, and the shell steps.

use std::path::Path;

use propp_gate_runs::noise::count_noise;
use propp_gate_runs::{Limit, Policy, Quantity};
use yaml_rust2::{Yaml, YamlLoader};

use super::recordings::recordings;
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

fn yaml(part: &str, workflows: usize) -> Vec<Yaml> {
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
    assert_eq!(all.len(), workflows, "{part}");
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
pub(crate) fn github_steps(workflow: &Yaml) -> Vec<Step> {
    let known = ["name", "on", "permissions", "jobs"];
    assert!(keys(workflow).iter().all(|key| known.contains(key)));
    assert_eq!(keys(&workflow["permissions"]), ["contents"]);
    let mut steps = Vec::new();
    let jobs = workflow["jobs"].as_hash().unwrap();
    for job in jobs.values() {
        assert!(!job["runs-on"].is_badvalue());
        let known = ["runs-on", "container", "steps", "needs", "if", "permissions"];
        assert!(keys(job).iter().all(|key| known.contains(key)), "{:?}", keys(job));
        let is_always = job["if"].as_str().map(|when| assert_eq!(when, "always()")).is_some();
        if let Some(needed) = job["needs"].as_str() {
            assert!(jobs.contains_key(&Yaml::from_str(needed)), "{needed}");
            steps.push(Step { run: NEW_MACHINE.to_owned(), is_always });
        }
        let of_job: Vec<Step> =
            job["steps"].as_vec().unwrap().iter().filter_map(github_step).collect();
        let runs_the_program = of_job.iter().any(|step| step.run.contains("./my_app"));
        assert!(!runs_the_program || job["permissions"].is_badvalue(), "it may write");
        steps.extend(of_job.into_iter().map(|step| {
            let may_fail = step.is_always || is_always;
            Step { is_always: may_fail, ..step }
        }));
    }
    steps
}

/// A new machine has nothing but what belongs to the test.
const NEW_MACHINE: &str =
    "rm -rf run*.propp base baseline.json propp.toml my_app gate.* github.env .git";

/// As a runner of GitHub does it: what a step puts into the file is set in those that follow.
const ENVIRONMENT: &str =
    "export GITHUB_ENV=$PWD/github.env; touch $GITHUB_ENV; set -a; . $GITHUB_ENV; set +a";

/// What a step of GitHub Actions does, and whether it does it after a failure, too.
fn github_step(step: &Yaml) -> Option<Step> {
    let known = [
        "name",
        "id",
        "uses",
        "run",
        "working-directory",
        "with",
        "if",
        "env",
        "continue-on-error",
    ];
    assert!(keys(step).iter().all(|key| known.contains(key)), "{:?}", keys(step));
    let run = match (step["uses"].as_str(), step["run"].as_str()) {
        (Some(action), None) => {
            assert!(action.contains("@v"), "{action}");
            stand_in(action, &step["with"])?
        }
        (None, Some(run)) => {
            let is_comment = run.starts_with("gh pr comment");
            assert_eq!(step["continue-on-error"].as_bool(), is_comment.then_some(true));
            if is_comment {
                assert_eq!(keys(&step["env"]), ["PR", "GH_REPO", "GH_TOKEN"]);
            }
            let id = step["id"].as_str().map(|id| format!("touch tmp/{id}.began\n"));
            let folder = step["working-directory"].as_str().unwrap_or(".");
            format!("{}cd {folder}\n{run}", id.unwrap_or_default())
        }
        _ => panic!("a step either uses or runs: {step:?}"),
    };
    let (condition, is_always) = match step["if"].as_str() {
        None => ("true", false),
        Some("always()") => ("true", true),
        Some("always() && steps.gate.outcome != 'skipped'") => ("[ -e tmp/gate.began ]", true),
        Some("hashFiles('base/gate.md') != ''") => ("[ -e base/gate.md ]", false),
        Some(other) => panic!("{other}: when is that?"),
    };
    let run = format!("{ENVIRONMENT}\n{condition} || exit 0\n{run}");
    Some(Step { run, is_always })
}

/// What an action does, as far as it matters to the gate.
fn stand_in(action: &str, with: &Yaml) -> Option<String> {
    let text = |key: &str| with[key].as_str().unwrap_or_default().to_owned();
    let name = text("name");
    match action.split('@').next()? {
        "actions/checkout" if text("ref") == "${{ github.base_ref }}" => Some(match text("path") {
            path if path.is_empty() => {
                "git clone -q --branch main origin.git fresh\nmv fresh/* fresh/.git .".to_owned()
            }
            // The action keeps a clone that is there already, with its hooks.
            path => format!(
                "[ ! -e {path}/.git ] || exit 70\nrm -rf {path}
                 git clone -q --branch main origin.git {path}"
            ),
        }),
        "actions/checkout" => {
            assert_eq!(with["persist-credentials"].as_bool(), Some(false), "the program reads it");
            None
        }
        "actions/upload-artifact" => Some(kept(&name, &text("path"))),
        "actions/download-artifact" => Some(format!(
            "[ -d artifacts/{name} ] || exit 0\nmkdir -p ./{0}\ncp -r artifacts/{name}/. ./{0}",
            text("path")
        )),
        // The stand-ins have a propp.
        "OWNER/propp" => None,
        other => panic!("{other}: what does it do?"),
    }
}

/// Keeps what is there of these files as an artifact.
fn kept(name: &str, paths: &str) -> String {
    let paths = paths.replace('\n', " ");
    format!(
        "mkdir -p artifacts/{name}\nfor f in {paths}; do\n\
         if [ -f $f ]; then cp --parents $f artifacts/{name}; fi; done"
    )
}

/// The script lines of a GitLab pipeline in their order, stage after stage, and its report.
pub(crate) fn gitlab_steps(pipeline: &Yaml) -> Vec<Step> {
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
            if let Some(report) = job["artifacts"]["reports"]["junit"].as_str() {
                assert_eq!(job["artifacts"]["when"].as_str(), Some("always"));
                steps.push(Step { run: kept("gate", report), is_always: true });
            }
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
         if [ -x my_app ]; then ./my_app || exit; fi\n\
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

/// The workflows of the pages: for GitHub one with a single job and one with two, for GitLab one.
fn workflows() -> Vec<Vec<Step>> {
    let github = yaml("GitHub", 2);
    let gitlab = yaml("GitLab", 1);
    github.iter().map(github_steps).chain(gitlab.iter().map(gitlab_steps)).collect()
}

fn has_comment(steps: &[Step]) -> bool {
    steps.iter().any(|step| step.run.contains("gh pr comment"))
}

/// A file of the artifact `gate`.
fn artifact(dir: &Path, name: &str) -> String {
    let gate = dir.join("artifacts/gate");
    let of_base = std::fs::read_to_string(gate.join("base").join(name));
    of_base.or_else(|_| std::fs::read_to_string(gate.join(name))).unwrap()
}

#[test]
fn the_examples_pass_and_fail_as_they_should() {
    assert!(has_comment(&workflows()[0]), "the workflow to copy comments on the pull request");
    for steps in &workflows() {
        assert!(steps.len() >= 2, "{steps:?}");
        let (code, passed) = pipeline(steps, &["none_3", "none_1", "none_2"]);
        assert_eq!(code, 0, "{steps:?}");
        let text = |dir: &tempfile::TempDir, name: &str| {
            std::fs::read_to_string(dir.path().join(name)).unwrap()
        };
        artifact(passed.path(), "gate.xml");
        assert!(text(&passed, "summary.md").contains("propp gate: passed"));
        let (code, failed) = pipeline(steps, &["conflict2", "conflict2", "conflict2"]);
        assert_eq!(code, 1, "{steps:?}");
        assert!(artifact(failed.path(), "gate.xml").contains("SMem_eff"));
        if has_comment(steps) {
            assert!(text(&passed, "comment.md").contains("propp gate: passed"));
            assert!(text(&failed, "comment.md").contains("SMem_eff"));
        }
    }
}

/// The branch that the pull request goes to, after a change.
fn on_the_branch(dir: &Path, change: &str) {
    let commands = format!(
        "git clone -q origin.git other\ncd other\n{change}
         git -c user.name=A -c user.email=a@b commit -q -m other\ngit push -q origin main
         cd ..\nrm -rf other"
    );
    let made = shell(dir, &commands);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

#[test]
fn a_branch_needs_no_policy_but_a_baseline() {
    for steps in &workflows() {
        let dir = project(&["none_3", "none_1", "none_2"]);
        on_the_branch(dir.path(), "git rm -q propp.toml");
        assert_eq!(steps::run(dir.path(), steps), 0, "{steps:?}");
        let summary = std::fs::read_to_string(dir.path().join("summary.md")).unwrap();
        assert!(summary.contains("policy: none found, default limits"), "{summary}");
        let dir = project(&["none_3", "none_1", "none_2"]);
        on_the_branch(dir.path(), "git rm -q baseline.json");
        assert_eq!(steps::run(dir.path(), steps), 2, "{steps:?}");
    }
}

/// What a program of a pull request can write while it is recorded.
const ATTACKS: [&str; 4] = [
    "cp evil.toml propp.toml",
    "cp evil.json baseline.json",
    "echo PROPP_POLICY=$PWD/evil.toml >> $GITHUB_ENV",
    "for run in $(seq 4 40); do cp recorded/none_$((run % 3 + 1)).propp run$run.propp; done",
];

/// Results of its own, where the gate's might be: words to post, and pipes that nobody reads.
const PLANTED: &str = "rm -rf gate.xml base\nmkdir base base/.git\nmkfifo gate.xml base/gate.xml
    echo forged | tee gate.md > base/gate.md";

/// The exit code of steps while the program of the pull request attacks the gate.
fn attacked(steps: &[Step], attack: &str) -> i32 {
    attack_on(steps, attack, "true").0
}

/// Also the comment on the pull request, if there is one, where the branch that it goes to changed.
fn attack_on(steps: &[Step], attack: &str, change: &str) -> (i32, Option<String>) {
    let dir = project(&["conflict2", "conflict2", "conflict2"]);
    if change != "true" {
        on_the_branch(dir.path(), change);
    }
    let evil = "[gate]\nexclude = []\n[gate.limits]\nothers = \"ignore\"\nCI = { absolute = 9 }\n";
    std::fs::write(dir.path().join("evil.toml"), evil).unwrap();
    let baseline = "propp baseline recorded/conflict2.propp -o evil.json";
    assert!(shell(dir.path(), baseline).status.success());
    support::script(&dir.path().join("my_app"), &format!("#!/bin/sh\n{attack}\n"));
    let code = steps::run(dir.path(), steps);
    (code, std::fs::read_to_string(dir.path().join("comment.md")).ok())
}

#[test]
fn a_program_does_not_change_what_it_is_held_against() {
    let naive: Vec<Step> = [
        "for run in 1 2 3; do propp profile -q -f -o run$run.propp ./my_app; done",
        "propp gate --baseline baseline.json run*.propp",
    ]
    .map(|run| plain(&format!("{ENVIRONMENT}\n{run}")))
    .into();
    assert_eq!(attacked(&naive, "true"), 1);
    for attack in ATTACKS {
        assert_ne!(attacked(&naive, attack), 1, "no attack: {attack}");
    }
    for steps in &workflows() {
        let attack = format!("{}\n{PLANTED}", ATTACKS.join("\n"));
        assert_eq!(attacked(steps, &attack), 1, "{steps:?}");
    }
}

/// Neither where the gate judges, nor where it ends before it does, nor where it is never reached.
#[test]
fn what_a_program_plants_is_not_posted() {
    for steps in &workflows() {
        let (code, comment) = attack_on(steps, PLANTED, "true");
        assert_eq!((code, comment.is_some()), (1, has_comment(steps)), "{steps:?}");
        assert!(comment.is_none_or(|text| text.contains("SMem_eff") && !text.contains("forged")));
        let (code, comment) = attack_on(steps, PLANTED, "git rm -q baseline.json");
        assert_eq!(code, 2, "{steps:?}");
        let is_own = |text: String| text.contains("no verdict") && !text.contains("forged");
        assert_eq!(comment.map(is_own), has_comment(steps).then_some(true), "{steps:?}");
        let never_reached = attack_on(steps, &format!("{PLANTED}\nexit 7"), "true");
        assert_eq!(never_reached, (7, None), "{steps:?}");
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

/// The page tells the noise of counts, and that it is a tenth for large baselines.
#[test]
fn the_page_tells_what_is_allowed_of_counts() {
    let text = document().replace("\n  ", " ");
    assert!(text.contains("With five or more runs in the baseline, a tenth of these"));
    for name in ["TDiv", "Gran_L1", "SMem_eff", "Gran_L2"] {
        let quantity = Quantity::named(name).unwrap();
        assert_eq!(Policy::default().limits[&quantity].absolute_at(1.0), 0.0);
        let noise = |runs| {
            let noise = count_noise(quantity, 1.0, 0.0, runs, 1e12);
            (noise * 1e6).round() / 1e6
        };
        let told = format!("{} for {name}", noise(4));
        assert!(text.contains(&told), "{told}");
        assert_eq!(noise(5), noise(4) / 10.0, "{name}");
    }
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
