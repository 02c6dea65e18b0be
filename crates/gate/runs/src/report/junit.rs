//! JUnit XML for CI servers: each kernel is a test case.

use propp_base_text::escape::xml as escaped;

use super::super::verdict::{GateResult, KernelOutcome, Verdict};
use super::{headline, moved};

/// What a test case comes to.
pub enum CaseResult {
    Failure {
        kind: &'static str,
        what: String,
        why: String,
    },
    NoVerdict(String),
    /// Passed; there may be something to say.
    Words(String),
}

pub fn render(result: &GateResult) -> String {
    let case = |row: &KernelOutcome| {
        let why = row.reason();
        let told = match row.verdict {
            Verdict::Regressed => {
                CaseResult::Failure { kind: "regressed", what: moved(row, row.verdict), why }
            }
            Verdict::NoVerdict => CaseResult::NoVerdict(why),
            _ => CaseResult::Words(why),
        };
        (format!("{} {}", row.name, row.launched).trim_end().to_owned(), told)
    };
    let refusal = result.refusal.is_some().then(|| headline(result));
    suite(refusal.as_deref(), &result.all().map(case).collect::<Vec<_>>())
}

/// Why there is no result.
pub fn failed(message: &str) -> String {
    suite(Some(message), &[])
}

/// Cases by their names; a refusal says why nothing was compared.
pub fn suite(refusal: Option<&str>, cases: &[(String, CaseResult)]) -> String {
    let count = |is: fn(&CaseResult) -> bool| cases.iter().filter(|(_, case)| is(case)).count();
    let refused = usize::from(refusal.is_some());
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"propp gate\" \
         tests=\"{}\" failures=\"{}\" errors=\"{}\">\n",
        cases.len() + refused,
        count(|case| matches!(case, CaseResult::Failure { .. })),
        count(|case| matches!(case, CaseResult::NoVerdict(_))) + refused
    );
    let mut add = |name: &str, inner: &str| {
        out += &format!("    <testcase classname=\"propp.gate\" name=\"{}\"", escaped(name));
        out += &match inner {
            "" => "/>\n".to_owned(),
            inner => format!(">\n      {inner}\n    </testcase>\n"),
        };
    };
    if let Some(refusal) = refusal {
        add("baseline", &format!("<error message=\"{}\"/>", escaped(refusal)));
    }
    for (name, case) in cases {
        let inner = match case {
            CaseResult::Failure { kind, what, why } => format!(
                "<failure type=\"{kind}\" message=\"{}\">{}</failure>",
                escaped(what),
                escaped(why)
            ),
            CaseResult::NoVerdict(why) => {
                format!("<error type=\"no verdict\" message=\"{}\"/>", escaped(why))
            }
            CaseResult::Words(words) if words.is_empty() => String::new(),
            CaseResult::Words(words) => format!("<system-out>{}</system-out>", escaped(words)),
        };
        add(name, &inner);
    }
    out + "  </testsuite>\n</testsuites>\n"
}
