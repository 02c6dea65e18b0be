//! The table for a terminal or a text file.

use std::collections::HashMap;
use std::fmt::Write as _;

use comfy_table::{Cell, Color};
use propp_base_text::{Page, indented, table};

use super::super::reason::shown_change;
use super::super::verdict::{Finding, GateResult, KernelOutcome, Verdict};
use super::{Call, basis, change, criteria_words, headline, policy_words};

/// More rows than a reader looks at are counted, unless all are asked for.
const MAX_ROWS: usize = 20;

/// Kernels that pass are listed only if all are asked for.
pub fn render(result: &GateResult, call: &Call, page: Page) -> String {
    let mut out =
        format!("{}\n", indented(&format!("gate: {}", headline(result)), page.width, 0, 2));
    if result.refusal.is_some() {
        return out + &steps(result, call);
    }
    let mut rows: Vec<&KernelOutcome> =
        result.all().filter(|row| call.all || row.verdict != Verdict::Pass).collect();
    let more = if call.all { 0 } else { rows.len().saturating_sub(MAX_ROWS) };
    rows.truncate(rows.len() - more);
    if !rows.is_empty() {
        let _ = writeln!(out, "\n{}", lines(&rows, page));
        for row in rows.iter().filter(|row| !row.reasons.is_empty()) {
            let name = propp_base_names::shorten(&row.name, 80);
            let text = format!("{name} {}: {}", row.launched, row.reason());
            let text = text.replace("  ", " ").replace(" :", ":");
            let _ = writeln!(out, "{}", indented(&text, page.width, 0, 2));
        }
    }
    if more > 0 {
        let text = format!("and {more} more, which --all and the JSON report (-o gate.json) list");
        let _ = writeln!(out, "{}", indented(&text, page.width, 0, 2));
    }
    out.push('\n');
    for note in criteria_words(result).iter().chain(&result.notes).chain([&basis(result)]) {
        let _ = writeln!(out, "{}", indented(note, page.width, 0, 2));
    }
    out + &steps(result, call) + &policy_words(call.policy.as_deref()) + "\n"
}

/// Commands stay in one line, so that they can be copied.
fn steps(result: &GateResult, call: &Call) -> String {
    let line = |(what, command)| format!("{what}: {command}\n");
    call.next_steps(result).into_iter().map(line).collect()
}

/// The verdict of the kernel, then in the line of each quantity its verdict, if it differs.
fn verdicts(whole: Verdict, findings: &[&Finding]) -> String {
    let others = findings.iter().map(|f| if f.verdict == whole { "" } else { f.verdict.words() });
    let mut lines: Vec<String> = others.map(str::to_owned).collect();
    match lines.first_mut() {
        Some(first) if first.is_empty() => *first = whole.words().to_owned(),
        Some(first) => *first = format!("{} ({first})", whole.words()),
        None => return whole.words().to_owned(),
    }
    lines.join("\n")
}

fn lines(rows: &[&KernelOutcome], page: Page) -> String {
    let titles = ["verdict", "quantity", "before -> now", "allowed", "kernel"];
    let mut table = table::fitted(titles, page);
    let short = |row: &KernelOutcome| propp_base_names::shorten(&row.name, 40);
    let mut uses: HashMap<String, usize> = HashMap::new();
    rows.iter().for_each(|row| *uses.entry(short(row)).or_default() += 1);
    for row in rows {
        let mut decisive: Vec<&Finding> =
            row.findings.iter().filter(|finding| finding.verdict != Verdict::Pass).collect();
        // The quantities that decided the verdict first, then the worst first.
        decisive.sort_by_key(|f| (f.verdict != row.verdict, std::cmp::Reverse(f.verdict)));
        let lines = |of: &dyn Fn(&Finding) -> String| {
            decisive.iter().map(|finding| of(finding)).collect::<Vec<_>>().join("\n")
        };
        let mut name = short(row);
        if uses[&name] > 1 {
            name = format!("{name} {}", row.launched);
        }
        table.add_row([
            Cell::new(verdicts(row.verdict, &decisive)).fg(colour(row.verdict)),
            Cell::new(lines(&|finding| finding.quantity.to_string())),
            Cell::new(lines(&change)),
            Cell::new(lines(&|finding| {
                shown_change(finding.quantity, finding.allowed, finding.before)
            })),
            Cell::new(name),
        ]);
    }
    table::text(&table)
}

pub const fn colour(verdict: Verdict) -> Color {
    match verdict {
        Verdict::Pass | Verdict::Excused => Color::Reset,
        Verdict::Improved => Color::Green,
        Verdict::NoVerdict => Color::Yellow,
        Verdict::Regressed => Color::Red,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantity::Quantity;

    #[test]
    fn a_verdict_that_differs_from_the_kernels_is_shown() {
        let of = |verdict| Finding {
            quantity: Quantity::Time,
            verdict,
            before: 1.0,
            now: Some(2.0),
            worse_by: 1.0,
            allowed: 0.5,
            p_value: None,
            reason: None,
        };
        let [improved, open] = [Verdict::Improved, Verdict::NoVerdict].map(of);
        assert_eq!(verdicts(Verdict::Improved, &[&improved, &open]), "improved\nno verdict");
        assert_eq!(verdicts(Verdict::Improved, &[&improved, &improved]), "improved\n");
        assert_eq!(verdicts(Verdict::Pass, &[&open]), "pass (no verdict)");
        assert_eq!(verdicts(Verdict::Pass, &[]), "pass");
    }
}
