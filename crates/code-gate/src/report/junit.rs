//! JUnit XML for CI servers: each kernel is a test case.

use std::fmt::Write;

use propp_gate::Verdict;
use propp_text::escape::xml as escaped;

use super::{headline, reason_words, topics};
use crate::result::CodeResult;

#[must_use]
pub fn render(result: &CodeResult) -> String {
    let refused = usize::from(result.refusal.is_some());
    let tests = result.kernels.len() + refused;
    let failures = result.count(Verdict::Regressed);
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"propp gate\" \
         tests=\"{tests}\" failures=\"{failures}\" errors=\"{refused}\">\n"
    );
    let case = "    <testcase classname=\"propp.gate\" name=";
    if result.refusal.is_some() {
        let message = escaped(&headline(result));
        let _ = writeln!(
            out,
            "{case}\"baseline\">\n      <error message=\"{message}\"/>\n    </testcase>"
        );
    }
    for kernel in &result.kernels {
        let name = escaped(&kernel.name);
        let reasons: Vec<String> =
            kernel.decisive().map(|reason| reason_words(reason, result)).collect();
        let reasons = escaped(&reasons.join("; "));
        let _ = match kernel.verdict {
            Verdict::Regressed => writeln!(
                out,
                "{case}\"{name}\">\n      <failure type=\"worse in the code\" message=\"{}\">\
                 {reasons}</failure>\n    </testcase>",
                escaped(&topics(kernel)),
            ),
            _ if reasons.is_empty() => writeln!(out, "{case}\"{name}\"/>"),
            _ => writeln!(
                out,
                "{case}\"{name}\">\n      <system-out>{reasons}</system-out>\n    </testcase>"
            ),
        };
    }
    out += "  </testsuite>\n</testsuites>\n";
    out
}
