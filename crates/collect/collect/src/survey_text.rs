//! What `propp metrics` prints.

use std::fmt::Write;

use propp_base_text::table::{fitted, text as lines};
use propp_base_text::{Page, cupti_version};

use crate::survey::{RatioRow, Survey};

pub fn survey_text(survey: &Survey, page: Page) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{}: {} passes (CUPTI {})\n",
        survey.chip,
        survey.passes.len(),
        cupti_version(survey.cupti_version),
    );
    let _ = writeln!(out, "{}", lines(&criteria_table(survey, page)));
    let _ = writeln!(out, "{}", lines(&passes_table(survey, page)));
    let _ = writeln!(
        out,
        "Counters that are divided by each other share a pass. (One quotient crosses passes on every \
         chip: Gran_L2 divides counts of patched code by counts of \
         unpatched code.)\n* Not read by kernel replay, where it would cost every launch some 20 ms.\nAsked for in one set, packed as CUPTI likes, these counters need {}.",
        passes(survey.passes_in_one_set)
    );
    match survey.missing.as_slice() {
        [] => out.push_str("The chip has every counter of the catalogue.\n"),
        missing => {
            let _ = writeln!(out, "Counters the chip lacks: {}", missing.join(", "));
        }
    }
    out
}

fn passes(count: usize) -> String {
    if count == 1 { "1 pass".to_owned() } else { format!("{count} passes") }
}

fn criteria_table(survey: &Survey, page: Page) -> comfy_table::Table {
    let mut table = fitted(["Criterion", "Quantity", "Pass", "Counters"], page);
    for row in &survey.criteria {
        if row.ratios.is_empty() {
            table.add_row([row.criterion.name(), row.source, "-", "-"]);
        }
        add_ratios(&mut table, row.criterion.name(), &row.ratios);
    }
    add_ratios(&mut table, "Cost model", &survey.work);
    table
}

fn add_ratios(table: &mut comfy_table::Table, purpose: &str, ratios: &[RatioRow]) {
    for (index, ratio) in ratios.iter().enumerate() {
        table.add_row([
            if index == 0 { purpose } else { "" }.to_owned(),
            ratio.quantity.to_owned(),
            ratio.pass.map_or("-".to_owned(), |pass| pass.to_string()),
            ratio.left_out.clone().unwrap_or_else(|| ratio.counters.join("\n")),
        ]);
    }
}

fn passes_table(survey: &Survey, page: Page) -> comfy_table::Table {
    let mut table = fitted(["Pass", "Counter", "Meaning"], page);
    for (index, pass) in survey.passes.iter().enumerate() {
        for (row, counter) in pass.counters.iter().enumerate() {
            let number = if row == 0 { (index + 1).to_string() } else { String::new() };
            let mark = if counter.replayed { "" } else { " *" };
            table.add_row([number, format!("{}{mark}", counter.name), counter.meaning.to_owned()]);
        }
    }
    table
}
