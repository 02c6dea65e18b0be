//! Markdown for pull requests and the summary of a GitHub step.

use std::fmt::Write;

use propp_base_text::escape::{markdown as text, markdown_code as code};
use propp_base_text::per_cent;
use propp_gate_runs::report::markdown::{MAX_ROWS, cut, heading, tail};

use super::{Call, basis, headline, signed, words};
use crate::result::{CodeResult, KernelOutcome, Reason};

/// Kernels that are as before are listed only if all are asked for.
pub fn render(result: &CodeResult, call: &Call) -> String {
    let mut out = heading(result.verdict, &headline(result));
    let rows: Vec<&KernelOutcome> =
        result.kernels.iter().filter(|kernel| call.is_listed(kernel)).collect();
    if !rows.is_empty() {
        out += &table(&rows, result);
        out += &cut(rows.len());
    }
    let policy = result.refusal.is_none().then_some(call.policy.as_deref());
    out + &tail(&basis(result), &call.next_steps(result), policy)
}

fn table(rows: &[&KernelOutcome], result: &CodeResult) -> String {
    let is_weighted = rows.iter().any(|kernel| kernel.weight.is_some());
    let is_predicted = rows.iter().any(|kernel| kernel.prediction.is_some());
    let several = result.architectures.len() > 1;
    let mut titles = vec!["code", "kernel"];
    titles.extend(is_weighted.then_some("share of the time"));
    titles.extend(is_predicted.then_some("predicted change"));
    titles.extend(["what", "line"]);
    titles.extend(several.then_some("architectures"));
    let mut out = format!("| {} |\n|{}\n", titles.join(" | "), "---|".repeat(titles.len()));
    for kernel in rows.iter().take(MAX_ROWS) {
        let share = kernel
            .weight
            .map_or("not launched".to_owned(), |weight| format!("{} %", per_cent(weight.share)));
        let predicted = kernel.prediction.as_ref().map_or(String::new(), |predicted| {
            let [change, low, high] = [predicted.change, predicted.low, predicted.high].map(signed);
            format!("{change} % ({low} to {high})")
        });
        let name = match &kernel.before {
            Some(before) => format!("{} (was {})", code(&kernel.name), code(before)),
            None => code(&kernel.name),
        };
        let reasons: Vec<&Reason> = kernel.decisive().collect();
        for (place, reason) in
            reasons.iter().map(Some).chain(reasons.is_empty().then_some(None)).enumerate()
        {
            let first = |cell: &str| if place == 0 { cell.to_owned() } else { String::new() };
            let of = |part: &dyn Fn(&Reason) -> String| reason.map_or(String::new(), |r| part(r));
            let mut cells = vec![first(words(kernel.verdict)), first(&name)];
            cells.extend(is_weighted.then(|| first(&share)));
            cells.extend(is_predicted.then(|| first(&predicted)));
            cells.push(of(&|reason| text(&reason.change.text)));
            cells.push(of(&|reason| reason.change.line.as_deref().map_or(String::new(), code)));
            cells.extend(several.then(|| of(&|reason| reason.architectures.join(", "))));
            let _ = writeln!(out, "| {} |", cells.join(" | "));
        }
    }
    out
}
