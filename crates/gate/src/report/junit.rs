//! JUnit XML for CI servers: each kernel is a test case.

use std::fmt::Write;

use propp_text::escape::xml as escaped;

use super::super::verdict::{GateResult, KernelOutcome, Verdict};
use super::{headline, moved};

#[must_use]
pub fn render(result: &GateResult) -> String {
    let rows: Vec<&KernelOutcome> = result.all().collect();
    let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
    let refused = usize::from(result.refusal.is_some());
    let (tests, failures) = (rows.len() + refused, count(Verdict::Regressed));
    let errors = count(Verdict::NoVerdict) + refused;
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"propp gate\" \
         tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n"
    );
    if result.refusal.is_some() {
        let _ = writeln!(
            out,
            "    <testcase classname=\"propp.gate\" name=\"baseline\">\n      <error message=\"{}\"/>\n    \
             </testcase>",
            escaped(&headline(result))
        );
    }
    for row in rows {
        let name = format!("{} {}", row.name, row.launched);
        let _ = write!(
            out,
            "    <testcase classname=\"propp.gate\" name=\"{}\"",
            escaped(name.trim_end())
        );
        match row.verdict {
            Verdict::Regressed => {
                let what = moved(row, Verdict::Regressed);
                let _ = writeln!(
                    out,
                    ">\n      <failure type=\"regressed\" message=\"{}\">{}</failure>\n    </testcase>",
                    escaped(&what),
                    escaped(&row.reason)
                );
            }
            Verdict::NoVerdict => {
                let _ = writeln!(
                    out,
                    ">\n      <error type=\"no verdict\" message=\"{}\"/>\n    </testcase>",
                    escaped(&row.reason)
                );
            }
            _ if row.reason.is_empty() => out += "/>\n",
            _ => {
                let _ = writeln!(
                    out,
                    ">\n      <system-out>{}</system-out>\n    </testcase>",
                    escaped(&row.reason)
                );
            }
        }
    }
    out += "  </testsuite>\n</testsuites>\n";
    out
}
