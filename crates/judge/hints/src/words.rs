//! Hints in words, as every report has them.

use std::fmt::Write as _;

use propp_base_model::Fraction;
use propp_base_text::{Page, duration, grouped, indented, per_cent, times};
use propp_judge_criteria::Criterion;

use super::{Advice, At, Evidence, Expected, Gain, Hint, SHORTEST_NS};

pub struct HintWords {
    pub title: &'static str,
    /// What changing it should bring.
    pub expected: String,
    /// What was seen, what that costs here as far as it was measured, why it is so, what to change,
    /// where more is said.
    pub parts: Vec<(&'static str, String)>,
}

impl HintWords {
    /// The part that says which line it is.
    pub const WHERE: &str = "where";

    pub fn of(hint: &Hint) -> Self {
        Self {
            title: hint.rule.title(),
            expected: expected(hint),
            parts: [
                Some(("seen", evidence(hint))),
                measured(hint).map(|text| ("measured", text)),
                hint.at.as_ref().map(|at| (Self::WHERE, place(at))),
                Some(("why", hint.causes.join("; or "))),
                Some(("change", hint.remedy.clone())),
                Some(("more", hint.rule.further().to_owned())),
            ]
            .into_iter()
            .flatten()
            .collect(),
        }
    }
}

/// The hints on one kernel, or on the run.
pub fn text(advice: &Advice, page: Page) -> String {
    let mut out = String::new();
    if let Some(nothing) = &advice.nothing {
        let _ = writeln!(out, "{}", indented(&nothing.to_string(), page.width, 2, 2));
    }
    for (place, hint) in advice.shown().iter().enumerate() {
        let words = HintWords::of(hint);
        let line = format!("{}. {}: {}", place + 1, words.title, words.expected);
        let _ = writeln!(out, "{}", indented(&line, page.width, 2, 5));
        for (word, text) in words.parts {
            let line = format!("{word}: {text}");
            let _ = writeln!(out, "{}", indented(&line, page.width, 5, 7));
        }
    }
    out
}

/// The time that is expected, as a range, and what else gets better.
pub fn expected(hint: &Hint) -> String {
    gets_better(hint, true)
}

/// The same without what becomes of QM.
pub fn briefly(hint: &Hint) -> String {
    gets_better(hint, false)
}

fn gets_better(hint: &Hint, says_quality: bool) -> String {
    let (time, quality) = match &hint.expected {
        Expected::Time { now_ns, gain, quality, calibrated, beyond } => {
            let checked = match beyond {
                Some(term) => format!(
                    ", a guess: it asks for far more {} than any launch that was fitted",
                    term.replace('_', " ")
                ),
                None if *calibrated => String::new(),
                None => ", an unchecked estimate".to_owned(),
            };
            (format!("{}{checked}", range(*now_ns, *gain)), quality)
        }
        Expected::AtMost { now_ns, most } => (at_most(*now_ns, *most), &None),
        Expected::Unpriced { quality, because, .. } => {
            (format!("gain unknown: {because}"), quality)
        }
    };
    let criterion = hint.criterion.map(|(criterion, value)| {
        // Nothing copied is 50, and so is all that is copied beside kernels.
        let best = if criterion == Criterion::Dt { 50 } else { 100 };
        let quality = quality
            .filter(|_| says_quality)
            .filter(|[now, then]| (100.0 * then).round() > (100.0 * now).round())
            .map(|[now, then]| {
                format!("; at {best}, QM would rise from {:.0} to {:.0}", 100.0 * now, 100.0 * then)
            });
        let quality = quality.unwrap_or_default();
        let of_best = if best == 50 { " of at most 50" } else { " of 100" };
        format!("; {criterion} is {:.0}{of_best}{quality}", 100.0 * value)
    });
    format!("{time}{}", criterion.unwrap_or_default())
}

/// Why a bound has no likely value beside it.
pub const ONLY_A_BOUND: &str = "how much of this can be reached is not known";

/// `at most 15× faster: 5.38 ms → 367 us; how much of this can be reached is not known`.
fn at_most(now_ns: f64, most: f64) -> String {
    let [now, then] = [1.0, most].map(|gain| duration((now_ns / gain).round() as u64));
    format!("at most {} faster: {now} → {then}; {ONLY_A_BOUND}", times(most))
}

/// `about 15× faster: 5.38 ms → 367 us (142 us to 2.44 ms)`.
fn range(now_ns: f64, gain: Gain) -> String {
    let time = |gain: f64| duration((now_ns / gain).round() as u64);
    // Shorter than any launch: its share of one that takes the place of many.
    let is_share = now_ns / gain.high < SHORTEST_NS;
    let of = if is_share { " for each of the launches that become one" } else { "" };
    format!(
        "about {} faster: {} → {} ({} to {}){of}",
        times(gain.likely),
        time(1.0),
        time(gain.likely),
        time(gain.high),
        time(gain.low)
    )
}

/// The value of an evidence.
pub fn number(value: f64) -> String {
    if value.abs() >= 100.0 || value.fract() == 0.0 {
        grouped(value.round())
    } else {
        format!("{value:.2}")
    }
}

fn evidence(hint: &Hint) -> String {
    let of = |one: &Evidence| format!("{}: {}", one.what, number(one.value));
    let seen = hint.evidence.iter().filter(|one| one.measured.is_none());
    seen.map(of).collect::<Vec<_>>().join("; ")
}

/// `spmv.cu:25: 92 % of the kernel's loaded sectors beyond those that the data fill, 8.0× what the
/// line needs (most of them LDG at 0x1a0); 71 % of its predicted time`.
fn place(at: &At) -> String {
    let instruction = match at.opcode.as_str() {
        "" => format!("{:#x}", at.offset),
        opcode => format!("{opcode} at {:#x}", at.offset),
    };
    let (line, most) = match &at.place {
        Some(place) => {
            let line = format!("{}:{}", place.file_name(), place.line);
            (line, format!(" (most of them {instruction})"))
        }
        None => (instruction, String::new()),
    };
    let part = |share: f64| Fraction::clamped(share).map(per_cent).unwrap_or_default();
    let times = at
        .times
        .filter(|times| *times > 1.05)
        .map(|factor| format!(", {} what the line needs", times(factor)));
    let time = at.time_share.map(|share| format!("; {} % of its predicted time", part(share)));
    format!(
        "{line}: {} % of the kernel's {}{}{most}{}",
        part(at.share),
        at.of,
        times.unwrap_or_default(),
        time.unwrap_or_default()
    )
}

/// Prices of the device profile, each with the findings that it is from.
fn measured(hint: &Hint) -> Option<String> {
    let said = hint.evidence.iter().filter_map(|one| {
        let findings = &one.measured.as_ref()?.findings;
        Some(format!("{} [{}]", one.what, findings.join(", ")))
    });
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| said.join("; "))
}
