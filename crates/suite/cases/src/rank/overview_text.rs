//! An overview as text.

use std::fmt::Write;

use propp_base_text::escape::markdown_cell;
use propp_base_text::{Page, cuda_version, duration, indented, table as terminal};
use propp_judge_criteria::Criterion;

use super::overview::{Best, Overview, Pairs, PrimitiveSummary};
use super::pick;
use super::ranking::{Ranked, Ranking};
use super::report::{hundredths, speedup};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Terminal(Page),
    Markdown,
}

pub fn table(overview: &Overview, page: Page) -> String {
    text(overview, Style::Terminal(page))
}

pub fn markdown(overview: &Overview) -> String {
    text(overview, Style::Markdown)
}

fn text(overview: &Overview, style: Style) -> String {
    let mut out = String::new();
    style.title(&mut out, 1, &format!("The primitive suite on {}", overview.gpu));
    style.paragraph(&mut out, &provenance(overview));
    if style == Style::Markdown {
        style.paragraph(&mut out, "`propp suite report --format md` makes this page.");
    }
    style.title(&mut out, 2, "Speedup and quality by primitive and library");
    style.paragraph(
        &mut out,
        "The fastest implementation of each library on the largest uniform problem: its \
         speedup over one core of the CPU, and QM in hundredths. * is the fastest of all, or \
         a tie with it.",
    );
    let rows: Vec<Vec<String>> =
        overview.primitives.iter().map(|row| libraries_row(overview, row, style)).collect();
    style.rows(&mut out, &libraries_header(overview, style), &rows);
    style.paragraph(&mut out, &agreement(overview));
    for ranking in &overview.compared {
        implementations(&mut out, ranking, style);
    }
    style.paragraph(
        &mut out,
        "Criteria and QM are hundredths: 100 is best, - does not apply, ? could not be measured. \
         HSync and DT are of the span from an implementation's first launch to its last.",
    );
    out.trim_end().to_owned() + "\n"
}

fn provenance(overview: &Overview) -> String {
    let libraries: Vec<String> =
        overview.libraries.iter().map(|one| format!("{} {}", one.name, one.version)).collect();
    let driver = overview
        .driver_cuda_version
        .map(|version| format!(", CUDA {} driver", cuda_version(version)));
    let thinned = overview.thinned.as_ref().map(|what| format!(" Thinned: {what}."));
    format!(
        "{}{}, recorded {}; against one core of {}. Libraries: {}.{} QM by the weights of {} ({}).",
        overview.gpu,
        driver.unwrap_or_default(),
        overview.recorded,
        overview.cpu,
        libraries.join(", "),
        thinned.unwrap_or_default(),
        overview.weights.source,
        overview.weights.gpu
    )
}

fn agreement(overview: &Overview) -> String {
    let share = |pairs: Pairs| {
        let per_cent = 100.0 * pairs.agree as f64 / pairs.compared.max(1) as f64;
        format!("{} of {} pairs ({per_cent:.0} %)", pairs.agree, pairs.compared)
    };
    format!(
        "Of two implementations of a problem whose times are 5 % apart or more, the faster has the \
         better QM in {} of the fastest above, and in {} of all implementations on these problems.",
        share(overview.agreement.best),
        share(overview.agreement.all)
    )
}

fn libraries_header(overview: &Overview, style: Style) -> Vec<String> {
    let titles = |what: &str| {
        let names = overview.libraries.iter();
        names.map(|library| format!("{what} {}", library.name)).collect::<Vec<_>>()
    };
    let head = ["primitive", "problem"].map(str::to_owned);
    let best = match style {
        Style::Terminal(_) => vec!["fastest".to_owned()],
        Style::Markdown => titles("best of"),
    };
    [head.to_vec(), titles("x CPU"), titles("QM"), best].concat()
}

fn libraries_row(overview: &Overview, row: &PrimitiveSummary, style: Style) -> Vec<String> {
    let mut cells = vec![row.primitive.clone(), pick::words(&row.problem)];
    let best = || overview.libraries.iter().map(|library| row.best.get(&library.name));
    let cell = |one: Option<&Best>, words: fn(&Best) -> String| one.map(words).unwrap_or_default();
    cells.extend(best().map(|one| {
        cell(one, |one| {
            let mark = if one.is_fastest { "*" } else { "" };
            format!("{}{mark}", speedup(one.cpu_speedup))
        })
    }));
    cells.extend(best().map(|one| cell(one, |one| hundredths(&one.quality))));
    let words = |one: &Best| format!("{}, {}", one.variant, duration(one.median_ns));
    if style == Style::Markdown {
        cells.extend(best().map(|one| cell(one, words)));
    } else {
        let fastest = row.best.iter().min_by_key(|(_, one)| one.median_ns);
        let fastest = fastest.map(|(library, one)| format!("{library} {}", words(one)));
        cells.push(fastest.unwrap_or_default());
    }
    cells
}

fn implementations(out: &mut String, ranking: &Ranking, style: Style) {
    let Some(problem) = ranking.problems.first() else { return };
    let title = format!("Criteria of {}, {}", ranking.primitive, pick::words(&problem.name));
    style.title(out, 2, &title);
    let mut header = ["implementation", "time", "x CPU", "QM"].map(str::to_owned).to_vec();
    header.extend(Criterion::ALL.map(|criterion| criterion.name().to_owned()));
    let cells = |one: &Ranked| {
        let mut cells = vec![
            format!("{} {}", one.library, one.variant),
            duration(one.time.median_ns),
            speedup(one.cpu_speedup),
            hundredths(&one.quality.value),
        ];
        let value = |criterion| one.criteria.get(criterion).map_or("?".to_owned(), hundredths);
        cells.extend(Criterion::ALL.iter().map(value));
        cells
    };
    style.rows(out, &header, &problem.ranked.iter().map(cells).collect::<Vec<_>>());
}

impl Style {
    fn title(self, out: &mut String, level: usize, text: &str) {
        let _ = match self {
            Self::Terminal(_) => writeln!(out, "{text}\n"),
            Self::Markdown => writeln!(out, "{} {text}\n", "#".repeat(level)),
        };
    }

    fn paragraph(self, out: &mut String, text: &str) {
        let width = match self {
            Self::Terminal(page) => page.width,
            Self::Markdown => 90,
        };
        // Asterisks would be emphasis.
        let text = if self == Self::Markdown { text.replace('*', "\\*") } else { text.to_owned() };
        let _ = writeln!(out, "{}\n", indented(&text, width, 0, 0));
    }

    /// A table. Columns whose cells all begin with a digit, `-` or `?` are right-aligned.
    fn rows(self, out: &mut String, header: &[String], rows: &[Vec<String>]) {
        let is_number = |column: usize| {
            let mut cells = rows.iter().map(|row| &row[column]).filter(|cell| !cell.is_empty());
            cells.all(|cell| cell.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '?'))
        };
        let numbers: Vec<bool> = (0..header.len()).map(is_number).collect();
        let text = match self {
            Self::Terminal(page) => terminal_rows(header, rows, &numbers, page),
            Self::Markdown => markdown_rows(header, rows, &numbers),
        };
        let _ = writeln!(out, "{text}\n");
    }
}

fn terminal_rows(header: &[String], rows: &[Vec<String>], numbers: &[bool], page: Page) -> String {
    // Titles in two lines keep the columns narrow.
    let broken = |title: &String| match title.rsplit_once([' ', '_']) {
        Some((above, below)) => format!("{above}\n{below}"),
        None => format!("\n{title}"),
    };
    let titles: Vec<String> = header.iter().map(broken).collect();
    let titles = titles.iter().map(String::as_str);
    let mut table = terminal::dense(titles, |column| numbers[column], page);
    table.add_rows(rows);
    terminal::text(&table).trim_end().to_owned()
}

fn markdown_rows(header: &[String], rows: &[Vec<String>], numbers: &[bool]) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| markdown_cell(cell)).collect();
        format!("| {} |", cells.join(" | "))
    };
    let rule: String =
        numbers.iter().map(|number| if *number { "---:|" } else { "---|" }).collect();
    let rows = rows.iter().map(|row| line(row));
    [line(header), format!("|{rule}")].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}
