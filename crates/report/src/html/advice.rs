//! What to change.

use std::fmt::Write as _;

use propp_hints::{Advice, Advised};
use propp_text::per_cent;

use super::escape::escaped;
use crate::hints::{Words, worth};

/// The section; `labels` are escaped.
pub(super) fn section(advised: &Advised<'_>, labels: &[String]) -> String {
    let mut out = String::new();
    for place in worth(advised.analysis) {
        if let (Some(Some(advice)), Some(label)) =
            (advised.of_kernels.get(place), labels.get(place))
        {
            let share = advised.analysis.kernels[place].time_share;
            let share = share.map(|share| format!(", {} % of the time", per_cent(share)));
            let _ = writeln!(out, "<h3>{label}{}</h3>", share.unwrap_or_default());
            put(&mut out, advice);
        }
    }
    if !advised.of_run.hints.is_empty() {
        out.push_str("<h3>The run</h3>\n");
        put(&mut out, &advised.of_run);
    }
    if out.is_empty() {
        return "<p>Nobody looked for hints, or nothing was measured.</p>\n".to_owned();
    }
    format!(
        "<p>The most gain first, at most three a kernel. Times are those of a launch (of the run \
         for hints of the run); their ranges are what estimates of this kind were off by.</p>\n{out}"
    )
}

fn put(out: &mut String, advice: &Advice) {
    if let Some(nothing) = &advice.nothing {
        let _ = writeln!(out, "<p>{}</p>", escaped(&nothing.to_string()));
    }
    if advice.hints.is_empty() {
        return;
    }
    out.push_str("<ol class=\"hints\">\n");
    for hint in advice.shown() {
        let words = Words::of(hint);
        let _ = writeln!(
            out,
            "<li><p><strong>{}</strong>: {}</p><dl>",
            escaped(words.title),
            escaped(&words.expected)
        );
        for (word, text) in words.parts {
            let _ = writeln!(out, "<dt>{word}</dt><dd>{}</dd>", escaped(&text));
        }
        out.push_str("</dl></li>\n");
    }
    out.push_str("</ol>\n");
}
