//! The report as one HTML page that needs no network.
//!
//! A style sheet and a script of ours are put into the page as they are; charts are
//! inline SVG. Every text from a recording passes `escape`, and a content security
//! policy forbids the page to load anything. Nothing that the page holds grows without
//! limit: of kernels, names, hints and spans of time the page says what it left out.

mod advice;
mod bars;
mod escape;
mod kernels;
mod origin;
mod roofline;
mod timeline;

use std::fmt::Write as _;

use propp_analysis::Timeline;
use propp_hints::Advised;
use propp_names::{KernelName, labels};

use crate::headings::headings;
use escape::escaped;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Characters of a kernel's name in the table and the charts.
const LABEL: usize = 60;

/// The whole page.
#[must_use]
pub fn render(advised: &Advised<'_>, timeline: &Timeline) -> String {
    let analysis = advised.analysis;
    let names: Vec<&KernelName> = analysis.kernels.iter().map(|kernel| &kernel.name).collect();
    let labels: Vec<String> = labels(&names, LABEL).iter().map(|label| escaped(label)).collect();
    // The table has a line for what these say besides.
    let headings: Vec<String> =
        headings(&analysis.kernels, LABEL).iter().map(|label| escaped(label)).collect();
    let sections = [
        ("kernels", "Kernels", kernels::section(analysis, &labels)),
        ("advice", "What to change", advice::section(advised, &headings)),
        ("criteria", "Criteria side by side", bars::section(analysis, &headings)),
        ("roofline", "Roofline", roofline::section(analysis, &headings)),
        ("timeline", "Timeline", timeline::section(timeline)),
        ("origin", "Where this comes from", origin::section(advised)),
    ];
    let title = escaped(&origin::title(analysis));
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <link rel=\"icon\" href=\"data:,\">\n\
         <title>propp: {title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#kernels\">To the kernels</a>\n<header>\n<h1>{title}</h1>\n"
    );
    out.push_str(&origin::summary(analysis));
    out.push_str("<nav aria-label=\"Sections\"><ul>\n");
    for (id, heading, _) in &sections {
        let _ = writeln!(out, "<li><a href=\"#{id}\">{heading}</a></li>");
    }
    out.push_str("</ul></nav>\n</header>\n<main>\n");
    for (id, heading, body) in &sections {
        let _ = write!(
            out,
            "<section id=\"{id}\" aria-labelledby=\"{id}-heading\">\n\
             <h2 id=\"{id}-heading\">{heading}</h2>\n{body}</section>\n"
        );
    }
    let _ = write!(
        out,
        "</main>\n<footer><p>Written by propp {}. The page is one file and loads nothing.</p>\
         </footer>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    );
    out
}

/// A number with so many digits behind the point, and without zeros at its end.
fn coordinate(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
