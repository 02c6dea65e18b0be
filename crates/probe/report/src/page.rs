//! The page: one file, without a script and without anything from a network.

use maud::{Markup, html};
use propp_base_model::{DeviceProfile, Sample};
use propp_base_text::html::{Document, Section, facts};

use super::published::PublishedError;
use super::sections::sections;
use super::summary;
use super::svg::Table;
use super::tables;

/// Rows of a group of findings that is shown without being asked for.
const MOST_OPEN: usize = 40;

/// The page of a profile and its samples.
pub fn html(samples: &[Sample], profile: &DeviceProfile) -> Result<String, PublishedError> {
    let document = Document {
        title: &format!("The memory of {}, measured", profile.gpu),
        summary: facts("facts short", tables::provenance(profile)),
        sections: parts(samples, profile)?,
        script: None,
    };
    Ok(document.render())
}

fn parts(samples: &[Sample], profile: &DeviceProfile) -> Result<Vec<Section>, PublishedError> {
    let mut parts: Vec<Section> = glance(profile).into_iter().collect();
    parts.extend(sections(samples, profile));
    if !profile.findings.is_empty() {
        parts.push(Section::new("findings", "Findings", findings(profile)));
    }
    parts.push(Section::new("published", "Beside published values", published(profile)?));
    let properties = tables::properties(profile);
    if !properties.rows.is_empty() {
        let body = html! {
            p {
                "What each memory does with the load of a warp, here and on the K20c of Table 2 of \
                 Fang and others."
            }
            (properties.html())
        };
        parts.push(Section::new("properties", "Memories by property", body));
    }
    parts.push(Section::new("guidelines", "Guidelines of 2017, re-examined", guidelines(profile)));
    if !samples.is_empty() {
        let body = stability(&tables::stability(samples));
        parts.push(Section::new("samples", "Samples that were not stable", body));
    }
    Ok(parts)
}

/// The summary, where there is anything to sum up.
fn glance(profile: &DeviceProfile) -> Option<Section> {
    let mut tables = vec![summary::memories(profile), summary::costs(profile)];
    tables.retain(|table| !table.rows.is_empty());
    let body = html! { div.glance { @for table in &tables { (table.html()) } } };
    (!tables.is_empty()).then(|| Section::new("glance", summary::TITLE, body))
}

fn findings(profile: &DeviceProfile) -> Markup {
    html! {
        p { (tables::INTERVALS) }
        @for (title, table) in tables::findings(profile) {
            details open[table.rows.len() <= MOST_OPEN] {
                summary { (title) " (" (table.rows.len()) ")" }
                (table.html())
            }
        }
    }
}

fn published(profile: &DeviceProfile) -> Result<Markup, PublishedError> {
    let papers = tables::published(profile)?;
    Ok(html! {
        p {
            "What four papers measured on earlier GPUs, as printed, and what was found here that \
             means the same. Sizes are in binary units."
        }
        @for (paper, table) in &papers { h3 { (paper) } (table.html()) }
    })
}

fn guidelines(profile: &DeviceProfile) -> Markup {
    html! {
        p {
            "The advice of Section 7 of Fang and others, in our words, against what was measured \
             here."
        }
        p { (tables::tally(profile)) }
        (tables::guideline_rows(profile).html())
    }
}

/// The experiments that had any, or the sentence that none had.
fn stability(table: &Table) -> Markup {
    let mut unstable = table.clone();
    unstable.rows.retain(|row| row.last().is_some_and(|count| count != "0"));
    html! {
        p {
            "A sample is not stable when its repetitions did not agree, or the clock was not the \
             usual one. It is kept, and no value rests on it."
        }
        @if unstable.rows.is_empty() { p { "There were none." } } @else { (unstable.html()) }
        details { summary { "All experiments" } (table.html()) }
    }
}
