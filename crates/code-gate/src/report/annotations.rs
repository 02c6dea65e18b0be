//! Annotations of GitHub Actions: one workflow command per line.

use propp_gate::Verdict;
use propp_gate::report::annotations::{data, property};

use super::{headline, reason_words, topics, weight_words};
use crate::result::CodeResult;

/// GitHub shows ten errors of a step.
const MAX_SHOWN: usize = 10;

/// An error for each kernel that became worse, or a notice.
#[must_use]
pub fn render(result: &CodeResult) -> String {
    let mut out = String::new();
    let worse = result.kernels.iter().filter(|kernel| kernel.verdict == Verdict::Regressed);
    for kernel in worse.take(MAX_SHOWN) {
        let title = format!("propp: {} worse in the code", topics(kernel));
        let mut parts: Vec<String> =
            kernel.decisive().map(|reason| reason_words(reason, result)).collect();
        parts.extend(kernel.weight.as_ref().map(weight_words));
        let text = format!("{}: {}", kernel.name, parts.join("; "));
        out += &format!("::error title={}::{}\n", property(&title), data(&text));
    }
    if out.is_empty() {
        let level = if result.exit_code() == 0 { "notice" } else { "warning" };
        out = format!("::{level} title=propp gate::{}\n", data(&headline(result)));
    }
    out
}
