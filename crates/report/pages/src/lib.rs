//! The report as one HTML page that needs no network.
//!
//! Charts are inline SVG, a script of ours is put into the page as it is, and a content
//! security policy forbids the page to load anything. Nothing that the page holds grows
//! without limit: of kernels, names, hints and spans of time the page says what it left
//! out.

mod advice;
mod bars;
mod blocks;
mod code;
mod first;
mod flame;
mod kernels;
mod lane;
mod lines;
mod links;
mod marks;
mod modules;
mod origin;
mod panels;
mod roofline;
mod roofs;
mod spans;
mod timeline;

use maud::html;
use propp_base_names::{KernelName, labels};
use propp_base_text::html::{Document, Section};
use propp_code_lines::Sources;
use propp_judge_analysis::Timeline;
use propp_judge_hints::Advised;
use propp_recording::Recording;
use propp_report::headings::headings;

use links::Links;

const SCRIPT: &str =
    concat!(include_str!("table.js"), include_str!("timeline.js"), include_str!("flame.js"));

/// Characters of a kernel's name in the table and the charts.
const LABEL: usize = 60;

/// The whole page. The recordings are those of the analysis; their code is shown, and of the
/// sources what their lines ask for.
pub fn render(
    advised: &Advised<'_>,
    timeline: &Timeline,
    recordings: &[&Recording],
    sources: &Sources,
) -> String {
    let listing = &advised.listing;
    let analysis = listing.analysis;
    let names: Vec<&KernelName> = listing.kernels.iter().map(|kernel| &kernel.name).collect();
    let labels = labels(&names, LABEL);
    // The table has a line for what these say besides.
    let headings = headings(&listing.kernels, LABEL);
    let hints = advice::covered(advised);
    let picture = timeline::Picture::new(timeline, &listing.kernels, &hints);
    let panels = listing.listed().len().min(panels::MOST);
    let mut links = Links { rows: 0, panels, hints, bars: picture.marked() };
    let rows = kernels::Rows::new(advised, &labels, &links);
    links.rows = rows.shown;
    let views = lines::Views::new(advised, sources, &links.hints);
    let kernels = html! {
        (kernels::section(listing, rows))
        (panels::section(advised, &headings, &links, timeline, |place| views.has(place)))
    };
    let mut sections = vec![
        ("first", "First changes", first::section(advised, &headings, &links)),
        ("timeline", "Timeline", picture.section(&headings, &links)),
        ("roofline", "Roofline", roofline::section(listing, &headings)),
        ("kernels", "Kernels", kernels),
        ("advice", "What to change", advice::section(advised, &headings, &links, &views)),
        ("criteria", "Criteria side by side", bars::section(listing, &headings)),
        ("origin", "Where this comes from", origin::section(advised)),
    ];
    if let Some(lines) = views.section(advised, &headings, sources) {
        sections.insert(5, ("lines", "Source lines", lines));
    }
    if let Some(tree) = modules::section(&analysis.modules) {
        sections.insert(4, ("modules", "Modules", tree));
    }
    if let Some(flame) = flame::section(analysis, &listing.kernels) {
        sections.insert(3, ("flame", "Flame graph", flame));
    }
    if let Some(code) = code::section(listing.listed(), recordings) {
        sections.insert(sections.len() - 1, ("code", "Code", code));
    }
    Document {
        title: &origin::title(analysis),
        summary: first::lead(advised, &headings),
        sections: (sections.into_iter())
            .map(|(id, title, body)| Section::new(id, title, body))
            .collect(),
        script: Some(SCRIPT),
    }
    .render()
}
