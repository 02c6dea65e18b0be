//! `propp explain`: the documentation, in the terminal.

use std::io;

use propp_base_manual::{CRITERIA, TOPICS, Topic};
use propp_base_text::{Page, indented, markdown};
use propp_judge_criteria::Criterion;
use propp_suite_problems::likeliest;

use super::say::terminal::Output;
use super::say::{Failure, Result, page, pager};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Criterion or topic to explain [default: list all]
    topic: Option<String>,
    /// Print a long text directly, not through a pager
    #[arg(long)]
    no_pager: bool,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let page = page(&io::stdout());
    let text = match &args.topic {
        None => list(page),
        Some(name) => markdown::text(source(name).ok_or_else(|| unknown(name))?, page),
    };
    pager::page(&text, Output::Report, !args.no_pager)
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
