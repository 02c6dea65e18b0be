//! A run on another GPU, as a table and as JSON.

use std::fmt::Write as _;

use comfy_table::Cell;
use propp_base_names::{KernelName, labels};
use propp_base_text::{Page, count, duration, per_cent, table, wrapped};
use propp_judge_analysis::{KernelThere, Listing, OnTarget};
use serde::Serialize;

use super::head;

/// Characters of a name.
const NAME: usize = 60;

/// What the run would take on the other GPU, with the first kernels of the listing.
pub fn render(listing: &Listing<'_>, on: &OnTarget, rows: usize, page: Page) -> String {
    let ns = |ns: f64| duration(ns.round() as u64);
    let mut out = String::new();
    let mut put = |text: &str, rest: usize| {
        let _ = writeln!(out, "{}", wrapped(text, page.width, rest));
    };
    put(&head::origin(listing.analysis), 2);
    let doubt = if on.is_validated { "" } else { " (another chip: not validated)" };
    // Of a program with steps, as its report.
    let steps = listing.analysis.run.steps.as_ref();
    let (each, unit) = steps.map_or((1.0, ""), |steps| (steps.reported as f64, " a step"));
    let told = format!(
        "On {}{doubt}: {} in kernels{unit} ({} to {}), {} here: {:.2} times as fast",
        on.there,
        ns(on.there_ns / each),
        ns(on.least_ns / each),
        ns(on.most_ns / each),
        ns(on.here_ns / each),
        on.here_ns / on.there_ns.max(1.0)
    );
    put(&told, 2);
    let mut beside = Vec::new();
    if on.untold_ns > 0.0 {
        beside.push(format!("{}{unit} in kernels without a prediction", ns(on.untold_ns / each)));
    }
    if on.copies_ns > 0.0 {
        beside.push(format!(
            "{}{unit} of copies between host and device, as long there if its link is the same",
            ns(on.copies_ns / each)
        ));
    }
    if on.rest_ns > 0.0 {
        beside.push(format!("{}{unit} of the host, which stay as they are", ns(on.rest_ns / each)));
    }
    if !beside.is_empty() {
        put(&format!("Not in these times: {}.", beside.join("; ")), 2);
    }
    let titles =
        ["#", "time %", "a launch", "there", "from", "to", "limited here", "limited there", "name"];
    let is_number = |column: usize| column < 6;
    let mut shown_rows = table::dense(titles, is_number, page);
    let shown: Vec<&KernelThere> = on.kernels.iter().take(rows).collect();
    let names: Vec<&KernelName> =
        shown.iter().map(|one| &listing.kernels[one.place].name).collect();
    let mut reasons = Vec::new();
    for (one, name) in shown.iter().zip(labels(&names, NAME)) {
        let kernel = listing.kernels[one.place];
        let share = kernel.time_share.map_or_else(|| "?".to_owned(), per_cent);
        let here = one.here_ns.map_or_else(|| "?".to_owned(), ns);
        let cells = match &one.there {
            Ok(there) => [
                ns(there.ns),
                ns(there.ns / there.within),
                ns(there.ns * there.within),
                there.here.name().to_owned(),
                there.there.name().to_owned(),
            ],
            Err(why) => {
                reasons.push(format!("{}: {why}", kernel.number));
                ["?", "?", "?", "?", "?"].map(str::to_owned)
            }
        };
        let row = [kernel.number.to_string(), share, here].into_iter().chain(cells).chain([name]);
        shown_rows.add_row(row.map(Cell::new));
    }
    let _ = write!(out, "\n{}", table::text(&shown_rows));
    for reason in reasons {
        let _ = writeln!(out, "{}", wrapped(&reason, page.width, 4));
    }
    let more = on.kernels.len().saturating_sub(shown.len());
    if more > 0 {
        let more = count(more as u64, "more kernel", "more kernels");
        let _ = writeln!(out, "{more}: --all");
    }
    let legend = match on.is_validated {
        true => {
            "A time there is the time here multiplied by the ratio of the cost model's times \
             on both GPUs; 80 % of the kernels of the suite are in such ranges (propp explain \
             your-gpu)."
        }
        false => {
            "Prices of another chip follow from data sheets. Nobody has measured how far off these \
             times are: the ranges are not validated (propp explain your-gpu)."
        }
    };
    let _ = writeln!(out, "\n{}", wrapped(legend, page.width, 0));
    out
}

#[derive(Serialize)]
struct Document<'a> {
    /// Fields are added, never renamed.
    schema: &'static str,
    #[serde(flatten)]
    on: &'a OnTarget,
    kernels: Vec<KernelJson>,
}

#[derive(Serialize)]
struct KernelJson {
    number: usize,
    name: String,
    /// The median of its launches here, in nanoseconds.
    here_ns: Option<f64>,
    /// A launch there; null where it cannot be told.
    there_ns: Option<f64>,
    /// The time is right within this factor in 80 % of cases.
    within: Option<f64>,
    /// What takes most of its time here.
    limited_here: Option<String>,
    /// What takes most of its time there.
    limited_there: Option<String>,
    /// Why it cannot be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The same as indented JSON.
pub fn json(listing: &Listing<'_>, on: &OnTarget) -> Result<String, serde_json::Error> {
    let kernel = |one: &KernelThere| {
        let kernel = listing.kernels[one.place];
        let there = one.there.as_ref().ok();
        KernelJson {
            number: kernel.number,
            name: kernel.name.full.clone(),
            here_ns: one.here_ns,
            there_ns: there.map(|there| there.ns),
            within: there.map(|there| there.within),
            limited_here: there.map(|there| there.here.name().to_owned()),
            limited_there: there.map(|there| there.there.name().to_owned()),
            reason: one.there.as_ref().err().cloned(),
        }
    };
    let kernels = on.kernels.iter().map(kernel).collect();
    let document = Document { schema: "propp.on/1", on, kernels };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}
