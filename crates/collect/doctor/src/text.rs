//! A diagnosis for people.

use std::fmt::Write;

use propp_base_text::indented;

use crate::{Check, Diagnosis, State};

/// The diagnosis for people, with colours.
pub fn text(diagnosis: &Diagnosis, width: usize) -> String {
    let mut out = String::new();
    for check in &diagnosis.checks {
        block(&mut out, check, width);
    }
    let count = |state| diagnosis.checks.iter().filter(|check| check.state == state).count();
    let verdict = match (count(State::Problem), count(State::Warning)) {
        (0, 0) => "Everything is ok: this machine can profile.".to_owned(),
        (0, 1) => "This machine can profile, with one warning.".to_owned(),
        (0, warnings) => format!("This machine can profile, with {warnings} warnings."),
        (1, _) => "This machine cannot profile: one problem.".to_owned(),
        (problems, _) => format!("This machine cannot profile: {problems} problems."),
    };
    let _ = writeln!(out, "\n{}", indented(&verdict, width, 0, 0));
    let works = format!("Works here: {}, and what reads recordings.", diagnosis.works.join(", "));
    let next = format!("Next: {}.", diagnosis.next);
    for line in [works, next] {
        let _ = writeln!(out, "{}", indented(&line, width, 0, 0));
    }
    out
}

/// Where findings begin beside the names of the checks, and below them.
const BESIDE: usize = 26;
const BELOW: usize = 4;

/// With fewer columns findings go below.
const NARROW: usize = 72;

fn block(out: &mut String, check: &Check, width: usize) {
    let (word, colour) = match check.state {
        State::Ok => ("ok", "\u{1b}[32m"),
        State::Warning => ("warning", "\u{1b}[33m"),
        State::Problem => ("PROBLEM", "\u{1b}[31m"),
    };
    let begin = if width < NARROW { BELOW } else { BESIDE };
    let finding = indented(&check.finding, width, begin, begin);
    let _ = write!(out, "{colour}{word:<8}\u{1b}[0m ");
    let _ = if width < NARROW {
        writeln!(out, "{}\n{finding}", check.name)
    } else {
        writeln!(out, "{:<16} {}", check.name, finding.trim_start())
    };
    if let Some(cure) = &check.cure {
        let _ = writeln!(out, "{}", indented(&format!("-> {cure}"), width, begin, begin + 3));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        ["\u{1b}[32m", "\u{1b}[33m", "\u{1b}[31m", "\u{1b}[0m"]
            .iter()
            .fold(text.to_owned(), |text, code| text.replace(code, ""))
    }

    fn diagnosis() -> Diagnosis {
        let check = |state, cure: Option<&str>| Check {
            name: "other profilers",
            state,
            finding: "running: ncu (7), nv-hostengine (12), dcgm-exporter (1234567)".to_owned(),
            cure: cure.map(str::to_owned),
        };
        let cure = "end them before profiling; pause DCGM with `dcgmi profile --pause`";
        let checks = vec![check(State::Ok, None), check(State::Warning, Some(cure))];
        let next = "`propp profile ./my_app`".to_owned();
        Diagnosis { schema: "propp.doctor/1", can_profile: true, checks, works: vec!["demo"], next }
    }

    #[test]
    fn every_line_fits_the_terminal() {
        for width in 40..120 {
            for line in plain(&text(&diagnosis(), width)).lines() {
                assert!(line.chars().count() <= width, "{width}: {line:?}");
            }
        }
    }

    #[test]
    fn findings_go_beside_or_below_their_names() {
        let shown = |width| plain(&text(&diagnosis(), width));
        assert_eq!(
            shown(80).lines().take(5).collect::<Vec<_>>(),
            [
                "ok       other profilers  running: ncu (7), nv-hostengine (12), dcgm-exporter",
                "                          (1234567)",
                "warning  other profilers  running: ncu (7), nv-hostengine (12), dcgm-exporter",
                "                          (1234567)",
                "                          -> end them before profiling; pause DCGM with `dcgmi",
            ]
        );
        assert_eq!(
            shown(60).lines().take(5).collect::<Vec<_>>(),
            [
                "ok       other profilers",
                "    running: ncu (7), nv-hostengine (12), dcgm-exporter",
                "    (1234567)",
                "warning  other profilers",
                "    running: ncu (7), nv-hostengine (12), dcgm-exporter",
            ]
        );
    }
}
