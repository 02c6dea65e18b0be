//! The results of pairs as Markdown, and as the file of margins.

use std::fmt::Write as _;

use propp_hints::BadMargins;
use propp_hints::{Gain, Margin, Rule};

use super::{PairResult, margin, summary};

/// Two tables: by rule and by pair.
#[must_use]
pub fn markdown(outcomes: &[PairResult]) -> String {
    let mut out = String::new();
    out.push_str(
        "| rule | pairs | domains | outcomes | found | within range | by others' margins | median factor off | \
         median width of range |\n|---|---|---|---|---|---|---|---|---|\n",
    );
    for rule in summary(outcomes) {
        let number = |value: Option<f64>| value.map_or_else(String::new, |v| format!("{v:.2}"));
        let share = |part: usize, whole: usize| match whole {
            0 => String::new(),
            _ => format!("{part} ({:.0} %)", 100.0 * part as f64 / whole as f64),
        };
        let [held_out, of_others] = rule.within_held_out;
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            rule.rule,
            rule.pairs,
            rule.domains,
            rule.outcomes,
            rule.found,
            share(rule.within, rule.found),
            share(held_out, of_others),
            number(rule.error),
            number(rule.width)
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

/// The minimum and maximum over a pair's problems.
fn pair_line(out: &mut String, own: &[PairResult]) {
    let Some(PairResult { pair, .. }) = own.first() else { return };
    let found: Vec<&PairResult> = own.iter().filter(|one| one.expected.is_some()).collect();
    let span = |values: Vec<f64>| {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(0.0, f64::max);
        match values.len() {
            0 => String::new(),
            1 => format!("{least:.2}"),
            _ => format!("{least:.2} to {most:.2}"),
        }
    };
    let gains = |get: fn(&Gain) -> f64| {
        found.iter().filter_map(|one| one.expected.as_ref().map(get)).collect::<Vec<f64>>()
    };
    let range: Vec<f64> =
        gains(|gain| gain.low).into_iter().chain(gains(|gain| gain.high)).collect();
    let _ = writeln!(
        out,
        "| {} | {} | {} of {} | {} | {} | {} |",
        pair.rule,
        pair.words(),
        found.len(),
        own.len(),
        span(gains(|gain| gain.likely)),
        span(range),
        span(own.iter().map(|one| one.realised).collect())
    );
}

/// The text of `margins.toml`.
#[must_use]
pub fn margins(outcomes: &[PairResult]) -> String {
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

/// Calibrated rules whose range holds fewer than `share` of the results.
///
/// # Errors
/// If the bundled margins cannot be read.
pub fn too_narrow(outcomes: &[PairResult], share: f64) -> Result<Vec<Rule>, BadMargins> {
    let mut narrow = Vec::new();
    for of_rule in summary(outcomes) {
        let is_narrow = of_rule.found > 0 && (of_rule.within as f64) < share * of_rule.found as f64;
        if is_narrow && Margin::of(of_rule.rule)?.calibrated {
            narrow.push(of_rule.rule);
        }
    }
    Ok(narrow)
}
