//! What language models are given beside the packet: refusals as data, the skill, `propp run`.

use std::path::Path;

use serde_json::Value;

use crate::support::edit::edit;
use crate::support::propp::{ended, fits, here, propp, published_schema, refuses};

#[test]
fn a_refusal_is_one_object_where_json_was_asked_for() {
    let schema = propp::cli::refusal_schema().unwrap();
    let schema = published_schema("refusal-1", &schema);
    for (arguments, code, exit) in [
        (&["show", "nothing.propp", "--format", "json"][..], "not-possible", 2),
        (&["show", "--nothing", "--format=json"], "wrong-call", 2),
        (&["gate", "a.propp", "-b", "nothing", "--format", "json"], "not-possible", 2),
    ] {
        let output = here().args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(exit), "{arguments:?}");
        let refusal: Value = serde_json::from_slice(&output.stdout).unwrap();
        fits(&schema, &refusal);
        assert_eq!(refusal["code"], code, "{refusal}");
        assert!(refusal["cure"].as_str().is_some_and(|cure| cure.len() > 10), "{refusal}");
        assert!(!output.stderr.is_empty(), "people read it as well");
    }
    let people = here().args(["show", "nothing.propp"]).output().unwrap();
    refuses(&people, &["nothing.propp"]);
}

#[test]
fn what_a_cure_costs_is_what_the_runs_took() {
    let file = "recordings/h200_pytorch_modules.propp";
    let json = here().args(["show", file, "--format", "json", "--step", "none"]).output().unwrap();
    let json: Value = serde_json::from_str(&ended(&json, 0)).unwrap();
    let durations = json["recordings"][0]["durations_ns"].as_array().unwrap();
    assert_eq!(durations.len(), json["recordings"][0]["runs"].as_array().unwrap().len());
    let all: f64 = durations.iter().filter_map(Value::as_f64).sum();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.propp");
    std::fs::copy("recordings/h200_transpose.propp", &copy).unwrap();
    edit(&copy, "DELETE FROM meta WHERE key = 'finished_utc'");
    let brief = propp(folder.path(), &["show", "copy.propp", "--brief", "--format", "json"]);
    let brief: Value = serde_json::from_str(&ended(&brief, 0)).unwrap();
    let unfinished = &brief["not_judged"][0];
    assert_eq!(unfinished["code"], "recording-unfinished", "{brief}");
    assert!(unfinished["seconds"].as_f64().unwrap() > 0.1 && all > 0.0, "{unfinished}");
}

/// By the rules of agentskills.io: the folder has the skill's name, and the frontmatter its fields.
#[test]
fn the_skill_is_one_and_is_installed_once() {
    let text = ended(&here().arg("skill").output().unwrap(), 0);
    let (front, body) = text.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap();
    let field = |name: &str| {
        let line = front.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        line.unwrap_or_else(|| panic!("no {name}")).to_owned()
    };
    for line in front.lines() {
        let name = line.split_once(": ").unwrap().0;
        assert!(["name", "description", "license", "compatibility"].contains(&name), "{line}");
        // Plain values, which every reader of YAML takes as they are.
        let value = line.split_once(": ").unwrap().1;
        assert!(
            !value.contains(": ") && !value.contains(" #") && !value.starts_with('"'),
            "{line}"
        );
    }
    assert_eq!(field("name"), "propp");
    assert!((50..=1_024).contains(&field("description").len()));
    assert!(field("compatibility").len() <= 500);
    assert!(body.lines().count() < 500);
    let tokens = tiktoken_rs::o200k_base().unwrap().encode_ordinary(&text).len();
    assert!(tokens < 5_000, "{tokens}");
    let folder = tempfile::tempdir().unwrap();
    let install =
        |more: &[&str]| propp(folder.path(), &[&["skill", "--install", "skills"], more].concat());
    let file = folder.path().join("skills/propp/SKILL.md");
    let first = install(&[]);
    assert!(String::from_utf8_lossy(&first.stderr).contains("writing skills/propp/SKILL.md"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    assert!(String::from_utf8_lossy(&install(&[]).stderr).contains("already"));
    std::fs::write(&file, "mine").unwrap();
    refuses(&install(&[]), &["differs", "--force"]);
    ended(&install(&["--force"]), 0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
}

/// Commands and rules that the skill and the page name exist.
#[test]
fn the_skill_names_what_there_is() {
    let skill = std::fs::read_to_string("docs/skill/propp/SKILL.md").unwrap();
    let rules = skill.lines().skip_while(|line| !line.starts_with("| rule")).skip(2);
    let rules: Vec<&str> = rules.take_while(|line| line.starts_with('|')).collect();
    assert!(rules.len() >= 10);
    for rule in rules.iter().flat_map(|line| line.split('|').nth(1).unwrap().split(',')) {
        let explained = here().args(["explain", rule.trim()]).output().unwrap();
        ended(&explained, 0);
    }
    let index = std::fs::read_to_string("llms.txt").unwrap();
    let links = index.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
    let links: Vec<&str> = links.collect();
    assert!(links.len() > 8 && links.iter().all(|link| Path::new(link).exists()), "{links:?}");
    let agent = ended(&here().args(["explain", "agent", "--no-pager"]).output().unwrap(), 0);
    assert!(agent.contains("propp mcp"), "{agent}");
}

/// Without a GPU the program runs all the same.
#[test]
fn run_has_the_output_and_the_exit_code_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let output = propp(folder.path(), &["run", "--", "sh", "-c", "echo out; echo err >&2; exit 7"]);
    assert_eq!(output.status.code(), Some(7), "{output:?}");
    assert_eq!(output.stdout, b"out\n");
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("err\npropp: "), "{output:?}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
