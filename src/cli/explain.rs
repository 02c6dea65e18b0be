//! `propp explain`: the documentation, in the terminal.

use std::io;

use propp_base_manual::{CRITERIA, RULES, TOPICS, Topic, exit_codes};
use propp_base_model::counters::{COUNTERS, Counter, OF_CODE, Source, Unit};
use propp_base_text::{Page, indented, markdown};
use propp_judge_criteria::Criterion;
use propp_judge_hints::Rule;
use propp_report::cures;
use propp_suite_problems::likeliest;

use super::say::terminal::Output;
use super::say::{Failure, Result, page, pager};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Topic, criterion, hint, counter or exit code to explain [default: list all]
    #[arg(num_args = 0..)]
    topic: Vec<String>,
    /// Print a long text directly, not through a pager
    #[arg(long)]
    no_pager: bool,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let page = page(&io::stdout());
    let text = match args.topic.as_slice() {
        [] => list(page),
        // A name of several words, as people say it.
        words => {
            let name = words.join("-");
            let names = [
                name.clone(),
                format!("{name}s"),
                name.trim_end_matches('s').to_owned(),
                words.join("_"),
                words.join(" "),
            ];
            // A page as README calls it.
            let of_page = name.strip_prefix("docs/").and_then(|name| name.split_once(".md"));
            let of_page = of_page.map(|(page, _)| page.to_owned());
            let name = name.split_once('#').map_or(name.as_str(), |(page, _)| page);
            let near = NEAR.iter().find(|(word, _)| word.eq_ignore_ascii_case(name));
            let near = near.map(|(_, topic)| (*topic).to_owned());
            let names = near.iter().filter(|_| of_page.is_some()).chain(&names);
            let text = names.chain(&of_page).chain(&near).find_map(|name| {
                let text = source(name).map(str::to_owned);
                let text = text.or_else(|| rule(name)).or_else(|| counter(name));
                let text = text.or_else(|| notice(name));
                text.or_else(|| exit_codes::meaning(name))
            });
            markdown::text(&text.ok_or_else(|| unknown(&words.join(" ")))?, page)
        }
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

/// A hint by its name, such as `bank-conflicts`: what it says, and the row of the guide on it.
fn rule(name: &str) -> Option<String> {
    let rule = Rule::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(name))?;
    let guide = source("hints").unwrap_or_default();
    let start = format!("| `{}` |", rule.name());
    let row = guide.lines().find(|line| line.starts_with(&start)).unwrap_or_default();
    let mut cells = row.trim_matches('|').split(" | ").skip(1).map(str::trim);
    let evidence = cells.next().filter(|text| !text.is_empty());
    let causes =
        cells.next().map(|text| text.trim_end_matches('|').trim()).filter(|text| !text.is_empty());
    let paragraph = |title: &str, text: Option<&str>| {
        text.map_or_else(String::new, |text| format!("{title}: {text}.\n\n"))
    };
    let example = RULES.iter().find(|(name, _)| *name == rule.name());
    let example = example.and_then(|(_, page)| page.split_once("\n\n"));
    let example = example.map_or_else(String::new, |(_, text)| format!("{text}\n"));
    Some(format!(
        "## {}: {}\n\n{}{}{example}More: {}. `propp explain hints` is about all hints, and a report names the remedy.\n",
        rule.name(),
        rule.title(),
        paragraph("What it looks at", evidence),
        paragraph("What it tells apart", causes),
        rule.further().trim_end_matches('.')
    ))
}

/// A counter by the name that recordings and tables have: what it counts, and how it is read.
fn counter(name: &str) -> Option<String> {
    let of_code = OF_CODE.iter().find(|value| value.name == name);
    let (meaning, how) = match (COUNTERS.iter().find(|counter| counter.name == name), of_code) {
        (Some(counter), _) => (counter.meaning, read(counter)),
        (None, Some(value)) => (
            value.meaning,
            "Computed from the compiled code and the counts of its instructions; no GPU counts it."
                .to_owned(),
        ),
        (None, None) => return None,
    };
    Some(format!("## {name}\n\nWhat it counts: {meaning}.\n\n{how}\n"))
}

fn read(counter: &Counter) -> String {
    let unit = match counter.unit {
        Unit::Cycles => "clock cycles",
        Unit::WarpCycles => "warps times cycles",
        Unit::Instructions => "instructions of warps",
        Unit::ThreadInstructions => "instructions of threads",
        Unit::Bytes => "bytes that the program asks for",
        Unit::Tags => "lookups of 128-byte lines",
        Unit::Sectors => "sectors of 32 bytes",
        Unit::Wavefronts => "transfers of up to 128 bytes",
        Unit::Requests => "requests of up to four sectors",
    };
    let how = match counter.source {
        Source::Hardware => "The hardware counts while the kernel runs unchanged",
        Source::Patched => "Patched machine code counts, exactly and repeatably",
    };
    format!("Unit: {unit}. {how}. In an emulated recording the emulator counts.")
}

/// A notice of a report, by its code: its row in the guide.
fn notice(code: &str) -> Option<String> {
    let quoted = format!("`{code}`");
    let rows = source("notices")?.lines().filter_map(|line| line.strip_prefix("| `"));
    let missing = rows
        .filter_map(|row| {
            format!("`{row}").split_once(" | ").and_then(|(codes, text)| {
                let is_one = codes.split(", ").any(|own| own == quoted);
                is_one.then(|| text.trim_end_matches('|').trim().to_owned())
            })
        })
        .next()?;
    let cure = cures::words(code).map_or_else(String::new, |cure| format!("To do: {cure}.\n\n"));
    Some(format!("## {code}\n\nMissing: {missing}.\n\n{cure}`propp explain notices` lists all.\n"))
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
    for line in [
        format!("Each criterion: {criteria}"),
        "Each hint, counter and notice, by the name that a report or a table has".to_owned(),
        "Each exit code, by its number".to_owned(),
    ] {
        out += &format!("\n{}\n", indented(&line, page.width, 0, 2));
    }
    out
}

/// Words that are near a topic, though not in their letters.
const NEAR: &[(&str, &str)] = &[
    ("baseline", "gate"),
    ("calibrate", "your-gpu"),
    ("certainty", "QM"),
    ("compare", "reports"),
    ("docs/ci.md", "gate"),
    ("docs/quality-metric.md", "QM"),
    ("emulate", "engine"),
    ("exit", "exit-codes"),
    ("exit-status", "exit-codes"),
    ("fit", "QM"),
    ("gain", "hints"),
    ("GPU-busy", "screen"),
    ("github", "gate"),
    ("gitlab", "gate-workflows"),
    ("likely-gain", "hints"),
    ("limits", "policy"),
    ("peak", "roof"),
    ("place", "QM"),
    ("prices", "your-gpu"),
    ("roofline", "roof"),
    ("timeline", "reports"),
    ("modules", "python"),
    ("page", "reports"),
    ("pytorch", "python"),
    ("step", "reports"),
    ("steps", "reports"),
    ("trust", "QM"),
    ("weakest", "screen"),
];

fn unknown(name: &str) -> Failure {
    let topics = TOPICS.iter().map(|topic| topic.name).chain(Criterion::ALL.map(Criterion::name));
    let names: Vec<&str> = topics.chain(Rule::ALL.map(Rule::name)).collect();
    let like = likeliest(name, &names).map(|like| format!(" (did you mean {like}?)"));
    Failure::usage(format!(
        "no topic {name}{}; `propp explain` lists them",
        like.unwrap_or_default()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_word_leads_to_a_topic() {
        assert_eq!(NEAR.iter().find(|(_, topic)| source(topic).is_none()), None);
    }

    #[test]
    fn every_counter_has_a_sentence() {
        for counter in COUNTERS {
            let text = super::counter(counter.name).unwrap();
            assert!(text.contains("Unit: ") && text.lines().count() == 5, "{text}");
        }
    }

    #[test]
    fn a_notice_has_its_row() {
        let text = notice("ranges-unseen").unwrap();
        assert!(text.contains("import the framework") && text.lines().count() == 5, "{text}");
        let text = notice("processes-differ").unwrap();
        assert!(
            text.contains("Missing: ") && text.contains("\n\nTo do: let the program"),
            "{text}"
        );
        assert_eq!((notice("ranges"), notice("")), (None, None));
    }

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
