//! The page: one file, without a script and without anything from a network.

use std::fmt::Write as _;

use propp_model::{DeviceProfile, Sample};
use propp_text::escape::html as escaped;

use super::published::PublishedError;
use super::sections::sections;
use super::summary;
use super::svg::Table;
use super::tables;

const STYLE: &str = include_str!("style.css");

/// What the page may load: nothing, from nowhere, but the style within it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// Rows of a group of findings that is shown without being asked for.
const MOST_OPEN: usize = 40;

/// A part of the page: its name in links, its heading, and what is in it.
struct Part {
    id: String,
    title: String,
    body: String,
}

impl Part {
    fn new(id: &str, title: &str, body: String) -> Self {
        Self { id: id.to_owned(), title: title.to_owned(), body }
    }
}

/// The page of a profile and its samples.
///
/// # Errors
/// When the bundled values of papers cannot be read.
pub fn html(samples: &[Sample], profile: &DeviceProfile) -> Result<String, PublishedError> {
    let parts = parts(samples, profile)?;
    let title = format!("The memory of {}, measured", escaped(&profile.gpu));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#main\">To the content</a>\n<header>\n<h1>{title}</h1>\n{}\
         <nav aria-label=\"Sections\"><ul>\n",
        provenance(profile)
    );
    for part in &parts {
        // Writing to a string does not fail.
        let _ = writeln!(out, "<li><a href=\"#{}\">{}</a></li>", part.id, escaped(&part.title));
    }
    out.push_str("</ul></nav>\n</header>\n<main id=\"main\">\n");
    for part in &parts {
        let _ = write!(
            out,
            "<section id=\"{id}\" aria-labelledby=\"{id}-title\">\n<h2 id=\"{id}-title\">{}</h2>\n\
             {}</section>\n",
            escaped(&part.title),
            part.body,
            id = part.id
        );
    }
    out.push_str("</main>\n</body>\n</html>\n");
    Ok(out)
}

fn provenance(profile: &DeviceProfile) -> String {
    let mut out = String::from("<dl class=\"facts\">\n");
    for (name, value) in tables::provenance(profile) {
        let _ = writeln!(out, "<div><dt>{name}</dt><dd>{}</dd></div>", escaped(&value));
    }
    out.push_str("</dl>\n");
    out
}

fn parts(samples: &[Sample], profile: &DeviceProfile) -> Result<Vec<Part>, PublishedError> {
    let mut parts: Vec<Part> = glance(profile).into_iter().collect();
    parts.extend(sections(samples, profile).into_iter().map(|section| {
        let figures = section.figures.concat();
        let words = paragraph(section.words);
        let body = format!("{words}<div class=\"figures\">\n{figures}</div>\n");
        Part::new(section.id, section.title, body)
    }));
    if !profile.findings.is_empty() {
        parts.push(Part::new("findings", "Findings", findings(profile)));
    }
    parts.push(Part::new("published", "Beside published values", published(profile)?));
    let properties = tables::properties(profile);
    if !properties.rows.is_empty() {
        let words = "What each memory does with the load of a warp, here and on the K20c of Table \
                     2 of Fang and others.";
        let body = format!("{}{}", paragraph(words), properties.html());
        parts.push(Part::new("properties", "Memories by property", body));
    }
    parts.push(Part::new("guidelines", "Guidelines of 2017, re-examined", guidelines(profile)));
    if !samples.is_empty() {
        let body = stability(&tables::stability(samples));
        parts.push(Part::new("samples", "Samples that were not stable", body));
    }
    Ok(parts)
}

/// The summary, where there is anything to sum up.
fn glance(profile: &DeviceProfile) -> Option<Part> {
    let tables = [summary::memories(profile), summary::costs(profile)];
    let some: Vec<String> =
        tables.iter().filter(|table| !table.rows.is_empty()).map(Table::html).collect();
    let body = format!("<div class=\"glance\">\n{}</div>\n", some.concat());
    (!some.is_empty()).then(|| Part::new("glance", summary::TITLE, body))
}

fn paragraph(words: &str) -> String {
    format!("<p>{}</p>\n", escaped(words))
}

fn findings(profile: &DeviceProfile) -> String {
    let mut out = paragraph(tables::INTERVALS);
    for (title, table) in tables::findings(profile) {
        let _ = write!(
            out,
            "<details{}><summary>{} ({})</summary>\n{}</details>\n",
            if table.rows.len() > MOST_OPEN { "" } else { " open" },
            escaped(&title),
            table.rows.len(),
            table.html()
        );
    }
    out
}

fn published(profile: &DeviceProfile) -> Result<String, PublishedError> {
    let words = "What four papers measured on earlier GPUs, as printed, and what was found here \
                 that means the same. Sizes are in binary units.";
    let mut out = paragraph(words);
    for (paper, table) in tables::published(profile)? {
        let _ = write!(out, "<h3>{}</h3>\n{}", escaped(&paper), table.html());
    }
    Ok(out)
}

fn guidelines(profile: &DeviceProfile) -> String {
    let words = "The advice of Section 7 of Fang and others, in our words, against what was \
                 measured here.";
    let table = tables::guideline_rows(profile).html();
    format!("{}{}{table}", paragraph(words), paragraph(&tables::tally(profile)))
}

/// The experiments that had any, or the sentence that none had.
fn stability(table: &Table) -> String {
    let mut unstable = table.clone();
    unstable.rows.retain(|row| row.last().is_some_and(|count| count != "0"));
    let words = "A sample is not stable when its repetitions did not agree, or the clock was not \
                 the usual one. It is kept, and no value rests on it.";
    let all = format!("<details><summary>All experiments</summary>{}</details>\n", table.html());
    let some =
        if unstable.rows.is_empty() { paragraph("There were none.") } else { unstable.html() };
    format!("{}{some}{all}", paragraph(words))
}
