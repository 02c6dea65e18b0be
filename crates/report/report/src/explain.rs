//! Where the values come from.

use std::fmt::Write;

use propp_base_model::Value;
use propp_base_text::{Page, count, grouped, indented, printable, wrapped};
use propp_code_lines::KernelLines;
use propp_judge_analysis::{Analysis, CriterionReport, KernelReport, Listing, Scope};
use propp_judge_criteria::{Criterion, Input, InputSource};
use propp_judge_hints::{Behind, behind};

use super::words::configuration;

/// Lines that are named for a criterion.
const LINES: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Everything,
    Criterion(Criterion),
    Quality,
}

/// Formula, numbers, spread, reasons; first those of the run, then kernel by kernel.
pub fn render(listing: &Listing<'_>, of: Subject, page: Page) -> String {
    let analysis = listing.analysis;
    let mut out = String::new();
    let wanted = |criterion: &Criterion| match of {
        Subject::Everything => true,
        Subject::Criterion(only) => only == *criterion,
        Subject::Quality => false,
    };
    let of_run: Vec<(&Criterion, &CriterionReport)> = (analysis.run.criteria.iter())
        .filter(|(criterion, report)| report.scope == Scope::Run && wanted(criterion))
        .collect();
    if !of_run.is_empty() {
        out.push_str("The run\n");
    }
    for (criterion, report) in of_run {
        explain(&mut out, analysis, *criterion, report, None, page);
    }
    for kernel in listing.listed() {
        let own = |report: &CriterionReport| report.scope == Scope::Kernel;
        let own: Vec<_> =
            kernel.criteria.iter().filter(|(c, report)| own(report) && wanted(c)).collect();
        if own.is_empty() && of != Subject::Quality {
            continue;
        }
        let launched: Vec<String> = kernel.configurations.iter().map(configuration).collect();
        let title = format!("{} {}", kernel.name.full, launched.join(" "));
        let _ = writeln!(out, "{}", wrapped(&title, page.width, 2));
        if matches!(of, Subject::Everything | Subject::Quality) {
            let _ = writeln!(out, "{}\n", indented(&quality(analysis, kernel), page.width, 2, 4));
        }
        for (criterion, report) in own {
            explain(&mut out, analysis, *criterion, report, kernel.lines.as_deref(), page);
        }
    }
    out
}

/// The metric, how sure it is, and what it is made of.
fn quality(analysis: &Analysis, kernel: &KernelReport) -> String {
    let quality = &kernel.quality;
    let Some(value) = quality.value.measured() else {
        return format!("QM: {}", quality.value.reason().unwrap_or_default());
    };
    let sure = match quality.interval {
        Some([low, high]) => {
            format!("95 % bootstrap interval {low:.3} to {high:.3}")
        }
        None => "no interval: its weights were not bootstrapped".to_owned(),
    };
    let covered = quality.weight_covered.get() * 100.0;
    let source = &analysis.weights.provenance().source;
    format!(
        "QM {:.3} ({sure}): weighted mean of the criteria ({covered:.0} % of the weight is known); weights of {source}",
        value.get()
    )
}

fn explain(
    out: &mut String,
    analysis: &Analysis,
    criterion: Criterion,
    report: &CriterionReport,
    lines: Option<&KernelLines>,
    page: Page,
) {
    let mut put = |indent: usize, text: &str| {
        let _ = writeln!(out, "{}", indented(text, page.width, indent, indent + 2));
    };
    let weight = analysis.weights.weight(criterion);
    put(2, &format!("{criterion} (weight {weight}): {}", outcome(report)));
    put(4, &format!("asks {}", criterion.question()));
    put(4, &format!("= {}", report.evidence.formula));
    if report.scope == Scope::Kernel && report.aggregate.measured > 1 {
        put(4, "on the measured launch that ran longest:");
    }
    let width = report.evidence.inputs.iter().map(|input| input.name.chars().count()).max();
    for input in &report.evidence.inputs {
        put_input(out, input, width.unwrap_or(0));
    }
    const WHOLE: f64 = 0.995;
    let is_low = report.aggregate.value.measured().is_some_and(|value| value.get() < WHOLE);
    if let Some((of, most)) = lines.filter(|_| is_low).and_then(|lines| behind(criterion, lines)) {
        put_lines(out, of, &most);
    }
    for note in &report.evidence.notes {
        let _ = writeln!(out, "{}", indented(&format!("note: {note}"), page.width, 4, 6));
    }
    out.push('\n');
}

/// The value and how it varies, or why there is none.
fn outcome(report: &CriterionReport) -> String {
    let aggregate = &report.aggregate;
    let text = match &aggregate.value {
        Value::Measured { value } => format!("{:.3}", value.get()),
        Value::NotApplicable { reason } => format!("does not apply: {reason}"),
        Value::Unavailable { reason } => format!("could not be measured: {reason}"),
    };
    match aggregate.spread {
        Some(spread) if aggregate.measured > 1 => format!(
            "{text} (min {:.3}, median {:.3}, max {:.3} of {} launches)",
            spread.min.get(),
            spread.median.get(),
            spread.max.get(),
            aggregate.measured
        ),
        _ => text,
    }
}

/// The lines with most of what lowers the criterion; instructions where no lines are known.
fn put_lines(out: &mut String, of: &str, most: &[Behind<'_>]) {
    if most.is_empty() {
        return;
    }
    let _ = writeln!(out, "      {of}, as the line run counted them:");
    for Behind { instruction, instructions, share } in most.iter().take(LINES) {
        let own = format!("{} at {:#x}", instruction.opcode, instruction.offset);
        let place = match (instruction.own_place(), instructions) {
            (Some(place), 1) => format!("{}:{} ({own})", printable(place.file_name()), place.line),
            (Some(place), several) => format!(
                "{}:{} ({several} instructions, most of it {own})",
                printable(place.file_name()),
                place.line
            ),
            (None, _) => own,
        };
        let _ = writeln!(out, "        {:>5.1} %  {place}", 100.0 * share);
    }
    if let more @ 1.. = most.len().saturating_sub(LINES) {
        let _ = writeln!(
            out,
            "        {} (propp show FILE --lines)",
            count(more as u64, "more", "more")
        );
    }
}

fn put_input(out: &mut String, input: &Input, width: usize) {
    let source = match input.source {
        InputSource::Counter => "counter",
        InputSource::Launch => "launch",
        InputSource::Device => "GPU",
        InputSource::Trace => "trace",
        InputSource::Derived => "computed",
    };
    let number = grouped(input.number);
    let _ = writeln!(out, "      {:<width$}  {number:>20}  {source}", input.name);
}
