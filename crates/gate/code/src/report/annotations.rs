//! Annotations of GitHub Actions: one workflow command per line.

use propp_gate_runs::Verdict;
use propp_gate_runs::report::annotations::{annotation, property, summary};

use super::{Call, headline, prediction_words, reason_words, topics, weight_words};
use crate::result::{CodeResult, KernelOutcome};

/// GitHub shows ten errors of a step.
const MAX_SHOWN: usize = 10;

/// An error for each kernel that became worse, at its source line where that is known, or a notice.
pub fn render(result: &CodeResult, call: &Call) -> String {
    let mut out = String::new();
    let worse = result.kernels.iter().filter(|kernel| kernel.verdict == Verdict::Regressed);
    for kernel in worse.take(MAX_SHOWN) {
        let title = format!("propp: {} worse in the code", topics(kernel));
        let mut parts: Vec<String> =
            kernel.decisive().map(|reason| reason_words(reason, result)).collect();
        parts.extend(kernel.weight.as_ref().map(weight_words));
        parts.extend(prediction_words(kernel));
        let text = format!("{}: {}", kernel.name, parts.join("; "));
        let place = place(kernel, call);
        out += &annotation("error", &place, &title, &text);
    }
    if out.is_empty() { summary(result.exit_code(), &headline(result)) } else { out }
}

/// `file=src/a.cu,line=36,` of what became worse, where the file is in the checkout.
fn place(kernel: &KernelOutcome, call: &Call) -> String {
    let mut lines = kernel.decisive().filter_map(|reason| reason.change.line.as_deref());
    let place = lines.find_map(|line| {
        let (file, line) = line.rsplit_once(':')?;
        Some((call.sources.get(file)?, line))
    });
    place.map_or_else(String::new, |(path, line)| {
        format!("file={},line={},", property(path), property(line))
    })
}
