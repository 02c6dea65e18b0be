//! Answers for people: a table, and a page.

mod heat;
mod line;

use std::path::Path;

use maud::{Markup, html};
use propp_base_columns::{Table, Values};
use propp_base_names::{KernelName, shorten};
use propp_base_text::html::{Document, Section, scrolling};
use propp_base_text::{Page, printable, table};

use crate::{Fleet, Question};

/// Columns of a function's name on a wide page, and at least.
const NAME_WIDTHS: [usize; 2] = [48, 14];

/// The answer as lines. What is the same in all rows stands above; the hash of the recording is
/// for programs.
pub fn text(answer: &Table, page: Page) -> String {
    if answer.rows() == 0 {
        return "nothing\n".to_owned();
    }
    // Half of a narrow page is for the numbers.
    let name_width = (page.width / 4).clamp(NAME_WIDTHS[1], NAME_WIDTHS[0]);
    let (mut above, mut titles, mut columns) = (String::new(), Vec::new(), Vec::new());
    for (name, cells) in cells(answer, name_width) {
        let is_same = answer.rows() > 1 && cells.iter().all(|cell| *cell == cells[0]);
        match is_same {
            true if cells[0].is_empty() => {}
            true => above += &format!("{name}: {}\n", cells[0]),
            false => {
                titles.push(name);
                columns.push(cells);
            }
        }
    }
    if columns.is_empty() {
        return above;
    }
    let mut lines = table::fitted(titles, page);
    for row in 0..answer.rows() {
        lines.add_row(columns.iter().map(|column| column[row].as_str()));
    }
    above + &table::text(&lines)
}

/// The answer as a page; stragglers with a map of ranks and kernels, and the time of the steps.
pub fn page(fleet: &Fleet, question: Question, answer: &Table, title: &str) -> String {
    let mut sections = vec![Section::new("answer", "Findings", findings(answer))];
    if question == Question::Stragglers {
        sections.extend(heat::sections(fleet));
        sections.extend(line::sections(fleet));
    }
    let summary = html! {
        p { (fleet.runs.len()) " recordings, " (answer.rows()) " findings" }
    };
    Document { title, summary, sections, script: None }.render()
}

fn findings(answer: &Table) -> Markup {
    if answer.rows() == 0 {
        return html! { p { "Nothing." } };
    }
    let columns = cells(answer, NAME_WIDTHS[0]);
    // Words begin at the left of a column.
    let is_text = |name: &str| {
        let of_name = answer.columns().iter().find(|column| column.name == name);
        of_name.is_some_and(|column| matches!(column.values, Values::Text(_)))
    };
    let of = html! {
        table.data {
            thead { tr { @for (name, _) in &columns { th.w[is_text(name)] scope="col" { (name) } } } }
            tbody {
                @for row in 0..answer.rows() {
                    tr { @for (name, cells) in &columns { td.w[is_text(name)] { (cells[row]) } } }
                }
            }
        }
    };
    scrolling("Findings", &of)
}

/// The columns that people read, as texts.
fn cells(answer: &Table, name_width: usize) -> Vec<(&str, Vec<String>)> {
    let columns = answer.columns().iter().filter(|column| column.name != "recording");
    let of = |column: &propp_base_columns::Column| {
        let cell = |row| match column.name.as_str() {
            "function" => short_name(&cell(&column.values, row), name_width),
            // `nvidia-smi -L` tells the GPUs of a machine from each other by this much.
            "gpu_uuid" => cell(&column.values, row).chars().take("GPU-01234567".len()).collect(),
            "file" => file_name(cell(&column.values, row)),
            _ => cell(&column.values, row),
        };
        (0..answer.rows()).map(cell).collect()
    };
    columns.map(|column| (column.name.as_str(), of(column))).collect()
}

fn file_name(path: String) -> String {
    Path::new(&path).file_name().map_or(path.clone(), |name| name.to_string_lossy().into_owned())
}

fn short_name(name: &str, width: usize) -> String {
    shorten(&KernelName::from_symbol(name).bare, width)
}

fn cell(values: &Values, row: usize) -> String {
    let text = match values {
        Values::Float(values) => values[row].map(|value| match value.abs() {
            size if size > 0.0 && size < 0.01 => format!("{value:.2e}"),
            size if size >= 1000.0 => format!("{value:.0}"),
            _ => format!("{value:.4}"),
        }),
        Values::Int(values) => values[row].map(|value| value.to_string()),
        Values::Bool(values) => values[row].map(|value| value.to_string()),
        Values::Text(values) => values[row].as_deref().map(|text| printable(text).into()),
    };
    text.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use propp_base_columns::Column;

    use super::*;

    #[test]
    fn what_all_rows_share_stands_above_and_lines_fit_a_narrow_page() {
        let text_of = |values: [&str; 2]| Values::Text(values.map(|v| Some(v.to_owned())).into());
        let name = "void at::native::vectorized_elementwise_kernel<4, float>(int, float)";
        let columns = vec![
            Column::new("job", "", text_of(["train-1"; 2])),
            Column::new("range", "", text_of([""; 2])),
            Column::new("rank", "", Values::Int(vec![Some(1), Some(2)])),
            Column::new("cause", "", text_of(["slower hardware", "late"])),
            Column::new("function", "", text_of([name, "ncclDevKernel_AllReduce"])),
        ];
        let answer = Table::new(columns).unwrap();
        let shown = text(&answer, Page { width: 60, colour: false });
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines.len(), 4, "{shown}");
        assert_eq!(lines[0], "job: train-1");
        assert!(lines.iter().all(|line| line.chars().count() <= 60), "{shown}");
    }
}
