//! Outcomes as Markdown, and as the file of margins.

use std::fmt::Write as _;

use propp_hints::BadMargins;
use propp_hints::{Gain, Margin, Rule};

use super::{Outcome, margin, summary};

/// Two tables: rule by rule, and pair by pair.
#[must_use]
pub fn markdown(outcomes: &[Outcome]) -> String {
    let mut out = String::new();
    out.push_str(
        "| rule | pairs | outcomes | found | within range | by others' margins | median factor off | \
         median width of range |\n|---|---|---|---|---|---|---|---|\n",
    );
    for of in summary(outcomes) {
        let number = |value: Option<f64>| value.map_or_else(String::new, |v| format!("{v:.2}"));
        let share = |part: usize, whole: usize| match whole {
            0 => String::new(),
            _ => format!("{part} ({:.0} %)", 100.0 * part as f64 / whole as f64),
        };
        let [held_out, of_others] = of.within_held_out;
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {} |",
            of.rule,
            of.pairs,
            of.outcomes,
            of.found,
            share(of.within, of.found),
            share(held_out, of_others),
            number(of.error),
            number(of.width)
        );
    }
    out.push_str(
        "\n| rule | pair | problems found | likely gain | range | realised gain |\n\
         |---|---|---|---|---|---|\n",
    );
    let mut rest = outcomes;
    while let Some(first) = rest.first() {
        let same = rest.iter().take_while(|one| one.pair == first.pair).count();
        let (own, others) = rest.split_at(same);
        pair_line(&mut out, own);
        rest = others;
    }
    out
}

/// The least and the greatest over a pair's problems.
fn pair_line(out: &mut String, own: &[Outcome]) {
    let Some(Outcome { pair, .. }) = own.first() else { return };
    let found: Vec<&Outcome> = own.iter().filter(|one| one.expected.is_some()).collect();
    let span = |values: Vec<f64>| {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(0.0, f64::max);
        match values.len() {
            0 => String::new(),
            1 => format!("{least:.2}"),
            _ => format!("{least:.2} to {most:.2}"),
        }
    };
    let of = |get: fn(&Gain) -> f64| {
        found.iter().filter_map(|one| one.expected.as_ref().map(get)).collect::<Vec<f64>>()
    };
    let range: Vec<f64> = of(|gain| gain.low).into_iter().chain(of(|gain| gain.high)).collect();
    let _ = writeln!(
        out,
        "| {} | {} | {} of {} | {} | {} | {} |",
        pair.rule,
        pair.words(),
        found.len(),
        own.len(),
        span(of(|gain| gain.likely)),
        span(range),
        span(own.iter().map(|one| one.realised).collect())
    );
}

/// The text of `margins.toml` that these outcomes ask for.
#[must_use]
pub fn margins(outcomes: &[Outcome]) -> String {
    let mut out = String::from(
        "# How wide the range of each rule is, on the logarithm of the gain that the prices\n# \
         give: written by `propp hints calibrate --margins` (docs/hints.md).\n",
    );
    for rule in Rule::ALL {
        let own = outcomes.iter().filter(|one| one.pair.rule == rule);
        if let Some(Margin { low, likely, high, .. }) = margin(own) {
            let _ =
                write!(out, "\n[{rule}]\nlow = {low:.2}\nlikely = {likely:.2}\nhigh = {high:.2}\n");
        }
    }
    out
}

/// Rules that were calibrated and hold in fewer than `share` of what they found.
///
/// # Errors
/// When the margins inside this propp cannot be read.
pub fn too_narrow(outcomes: &[Outcome], share: f64) -> Result<Vec<Rule>, BadMargins> {
    let mut narrow = Vec::new();
    for of in summary(outcomes) {
        let is_narrow = of.found > 0 && (of.within as f64) < share * of.found as f64;
        if is_narrow && Margin::of(of.rule)?.calibrated {
            narrow.push(of.rule);
        }
    }
    Ok(narrow)
}
