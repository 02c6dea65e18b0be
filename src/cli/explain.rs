//! `propp explain`: the documentation, in the terminal.

use std::io;
use std::process::ExitCode;

use propp_criteria::Criterion;
use propp_problems::likeliest;
use propp_text::{Page, indented, markdown};

use super::terminal::Output;
use super::{Failure, page, pager};

const CRITERIA: &str = include_str!("../../docs/criteria.md");
const QUALITY: &str = include_str!("../../docs/quality-metric.md");
const REPORTS: &str = include_str!("../../docs/reports.md");
const HINTS: &str = include_str!("../../docs/hints.md");
const COLLECTION: &str = include_str!("../../docs/collection.md");
const INSPECT: &str = include_str!("../../docs/inspect.md");
const CI: &str = include_str!("../../docs/ci.md");
const ENGINE: &str = include_str!("../../docs/engine.md");
const GATE: &str = include_str!("../../docs/gate.md");
const CODE_GATE: &str = include_str!("../../docs/code-gate.md");
const CLI: &str = include_str!("../../docs/cli.md");
const RECORDING: &str = include_str!("../../docs/recording.md");
const LINES: &str = include_str!("../../docs/lines.md");
const PROBE: &str = include_str!("../../docs/probe.md");
const SUITE: &str = include_str!("../../docs/suite.md");

/// Arguments of `propp explain`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What to explain; without it, what there is
    topic: Option<String>,
    /// Do not show a long text a page at a time
    #[arg(long)]
    no_pager: bool,
}

struct Topic {
    name: &'static str,
    about: &'static str,
    page: &'static str,
    /// The beginning of a heading; the whole page without one.
    section: Option<&'static str>,
}

const fn topic(
    name: &'static str,
    about: &'static str,
    page: &'static str,
    section: Option<&'static str>,
) -> Topic {
    Topic { name, about, page, section }
}

/// Besides the criteria, which go by their names.
const TOPICS: &[Topic] = &[
    topic("screen", "the first screen of a report", REPORTS, Some("The first screen")),
    topic(
        "roof",
        "how near a kernel comes to what the GPU can do",
        REPORTS,
        Some("The first screen"),
    ),
    topic("criteria", "the eleven criteria", CRITERIA, None),
    topic("QM", "the quality metric and the cost model", QUALITY, None),
    topic("hints", "what to change, what it should bring, how good that is", HINTS, None),
    topic("profile", "how `propp profile` measures, and what it leaves out", COLLECTION, None),
    topic("window", "profiling a part of a program", COLLECTION, Some("Part of a program")),
    topic("replay", "ways to read the counters of a launch", COLLECTION, Some("Four ways")),
    topic(
        "notices",
        "what is tried when a run goes wrong, and what was left out",
        COLLECTION,
        Some("When a count run goes wrong"),
    ),
    topic("lines", "source lines and what they ask for, and the compiled code", LINES, None),
    topic("inspect", "what compiled kernels tell before they run", INSPECT, None),
    topic(
        "static-price",
        "how long a warp alone takes for a loop, from the code",
        INSPECT,
        Some("The static price"),
    ),
    topic(
        "engine",
        "running and counting without a GPU: what is right, what is refused",
        ENGINE,
        None,
    ),
    topic("gate", "runs held against a baseline, for CI: a workflow to copy", CI, None),
    topic("code-gate", "the gate without a GPU: compiled code against a baseline", CODE_GATE, None),
    topic("gate-workflows", "for GitLab, and for two machines", GATE, Some("Other workflows")),
    topic("policy", "what the gate allows", GATE, Some("The policy")),
    topic("certificate", "what a gate is worth on a runner", GATE, Some("What the gate is worth")),
    topic(
        "benchmarks",
        "results of NVBench and Google Benchmark",
        GATE,
        Some("Benchmarks of other"),
    ),
    topic("gate-quantities", "what the gate compares", GATE, Some("What is compared")),
    topic("gate-statistics", "how often the gate is wrong", GATE, Some("How often it is wrong")),
    topic("reports", "formats of reports, and comparisons", REPORTS, None),
    topic("code", "the compiled code of kernels, and what is recorded of it", LINES, None),
    topic("recording", "the file format", RECORDING, None),
    topic("probe", "how a GPU's memory is measured", PROBE, None),
    topic("suite", "the primitive suite", SUITE, None),
    topic("rank", "how to read a ranking", SUITE, Some("Reading a ranking")),
    topic(
        "options",
        "the words that all commands share",
        CLI,
        Some("Words that all commands share"),
    ),
    topic("exit-codes", "what exit codes mean", CLI, Some("Exit codes")),
];

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let page = page(&io::stdout());
    let text = match &args.topic {
        None => list(page),
        Some(name) => markdown::text(source(name).ok_or_else(|| unknown(name))?, page),
    };
    pager::page(&text, Output::Report, !args.no_pager)?;
    Ok(ExitCode::SUCCESS)
}

/// The text on a topic.
fn source(name: &str) -> Option<&'static str> {
    let is_called = |other: &str| other.eq_ignore_ascii_case(name);
    if let Some(criterion) = Criterion::ALL.into_iter().find(|c| is_called(c.name())) {
        return markdown::section(CRITERIA, Some(heading(criterion)));
    }
    let topic = TOPICS.iter().find(|topic| is_called(topic.name))?;
    markdown::section(topic.page, topic.section)
}

/// How the criterion's section in `docs/criteria.md` begins.
fn heading(criterion: Criterion) -> &'static str {
    match criterion {
        // They share one.
        Criterion::GranL1 | Criterion::GranL2 => "Gran_L1 and Gran_L2",
        other => other.name(),
    }
}

fn list(page: Page) -> String {
    let mut out = "propp explain TOPIC\n\n".to_owned();
    for Topic { name, about, .. } in TOPICS {
        out += &format!("{}\n", indented(&format!("{name:<16} {about}"), page.width, 2, 19));
    }
    let criteria = Criterion::ALL.map(Criterion::name).join(", ");
    out + &format!("\n{}\n", indented(&format!("Each criterion: {criteria}"), page.width, 0, 2))
}

/// Words that are near a topic, though not in their letters.
const NEAR: &[(&str, &str)] =
    &[("baseline", "gate"), ("github", "gate"), ("gitlab", "gate-workflows"), ("limits", "policy")];

fn unknown(name: &str) -> Failure {
    let names: Vec<&str> =
        TOPICS.iter().map(|topic| topic.name).chain(Criterion::ALL.map(Criterion::name)).collect();
    let near = NEAR.iter().find(|(word, _)| word.eq_ignore_ascii_case(name));
    let near = near.map(|(_, topic)| (*topic).to_owned());
    let like =
        near.or_else(|| likeliest(name, &names)).map(|like| format!(" (did you mean {like}?)"));
    Failure::usage(format!(
        "no topic {name}{}; `propp explain` lists them",
        like.unwrap_or_default()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_has_its_text() {
        let names =
            TOPICS.iter().map(|topic| topic.name).chain(Criterion::ALL.map(Criterion::name));
        for name in names {
            let text = source(name).unwrap_or_default();
            assert!(text.lines().count() > 4, "{name}: {text}");
        }
    }
}
