//! All that is known of one kernel, for a screen of its own.

use propp_base_model::Value;
use propp_base_text::{Page, count, duration, grouped, hundredths, indented, per_cent, wrapped};
use propp_judge_analysis::{Configuration, KernelReport};
use propp_judge_hints::{Advice, Advised, words};

use super::head;
use super::lines::waits;
use super::words::configuration;
use super::{floor, predicted};

/// Configurations of a merged kernel that are listed.
const CONFIGURATIONS: usize = 4;

/// The kernel in sections, each with a title at the beginning of a line and its text indented.
pub fn render(
    advised: &Advised<'_>,
    kernel: &KernelReport,
    advice: Option<&Advice>,
    page: Page,
) -> String {
    let mut out = broken(&kernel.name.full, page.width) + "\n";
    let mut put = |text: &str| {
        let lines = indented(text, page.width, 2, 4) + "\n";
        out.push_str(&lines.replace('\u{a0}', " "));
    };
    facts(kernel).iter().for_each(|fact| put(fact));
    let analysis = advised.listing.analysis;
    if let Some(text) = predicted::sentence(analysis, kernel, advice) {
        put(&text);
    }
    if let Some(text) = floor::sentence(kernel) {
        put(&text);
    }
    if let Some(text) = kernel.lines.as_deref().and_then(waits::of_kernel) {
        put(&text);
    }
    let says = |advice: &&Advice| !advice.hints.is_empty() || advice.nothing.is_some();
    if let Some(advice) = advice.filter(says) {
        out.push_str("\nWhat to change, the most promising first; times are per launch\n");
        out.push_str(&words::text(advice, page));
    }
    out.push_str("\nCriteria in hundredths, 100 is best (for DT, 50)\n");
    for (criterion, report) in &kernel.criteria {
        let of = if criterion.is_of_run() { " (of the run)" } else { "" };
        let line = match &report.aggregate.value {
            Value::Measured { value } => {
                format!("{:>4}  {criterion}{of}: {}", hundredths(*value), criterion.question())
            }
            Value::NotApplicable { reason } => {
                format!("   -  {criterion}{of} does not apply: {reason}")
            }
            Value::Unavailable { reason } => {
                format!("   ?  {criterion}{of} could not be measured: {reason}")
            }
        };
        out.push_str(&(indented(&line, page.width, 2, 8) + "\n"));
    }
    out
}

/// The hints on the run.
pub fn run(advised: &Advised<'_>, page: Page) -> String {
    let hints = words::text(&advised.run_advice, page);
    let hints =
        if hints.is_empty() { "  Nothing to change was found.\n".to_owned() } else { hints };
    let notices = advised.listing.analysis.notices.iter().map(head::notice_line);
    let notices: String = notices.map(|line| indented(&line, page.width, 2, 4) + "\n").collect();
    let notices =
        if notices.is_empty() { notices } else { format!("\nNotices of the recording\n{notices}") };
    let origin = wrapped(&head::origin(advised.listing.analysis), page.width, 2);
    format!("The run\n  {}\n\nWhat to change\n{hints}{notices}", origin.replace('\n', "\n  "))
}

/// Its share, criteria, times and configurations, a paragraph each.
fn facts(kernel: &KernelReport) -> Vec<String> {
    let share = kernel.time_share.map(|share| format!("{} % of the time, ", per_cent(share)));
    let seen = kernel.seen.unwrap_or(kernel.measured);
    let launches = count(seen, "launch", "launches");
    let measured = match kernel.seen {
        Some(_) => format!("counters of {} of {launches}", kernel.measured),
        None => format!("counters of {launches}"),
    };
    let mut out = vec![format!(
        "kernel {}: {}{measured}, QM {}",
        kernel.number,
        share.unwrap_or_default(),
        head::quality(kernel)
    )];
    out.extend(kernel.nvtx.iter().map(|range| format!("in the range {range}")));
    let criteria = kernel.criteria.iter().map(|(criterion, report)| {
        let value = match &report.aggregate.value {
            Value::Measured { value } => hundredths(*value),
            Value::NotApplicable { .. } => "-".to_owned(),
            Value::Unavailable { .. } => "?".to_owned(),
        };
        // A name and its value stay on one line.
        format!("{criterion}\u{a0}{value}")
    });
    out.push(criteria.collect::<Vec<_>>().join(" "));
    out.extend(kernel.durations.map(|times| {
        let sure = times
            .interval_ns
            .map(|[low, high]| format!(" (95 % interval {} to {})", duration(low), duration(high)));
        format!(
            "a launch takes {} in the median{}, {} to {}; {} take {}",
            duration(times.median_ns),
            sure.unwrap_or_default(),
            duration(times.min_ns),
            duration(times.max_ns),
            count(times.launches, "launch", "launches"),
            duration(times.total_ns)
        )
    }));
    out.extend(kernel.configurations.iter().take(CONFIGURATIONS).map(launched));
    let more = kernel.configurations.len().saturating_sub(CONFIGURATIONS);
    out.extend((more > 0).then(|| count(more as u64, "more configuration", "more configurations")));
    out
}

/// `(8)x(256): 2,048 threads, 32 registers a thread, 1,024 B of static shared memory a block`.
fn launched(of: &Configuration) -> String {
    let product = |sizes: [u32; 3]| sizes.into_iter().map(u64::from).product::<u64>();
    let threads = product(of.grid).saturating_mul(product(of.block));
    let mut text = format!(
        "launched as {}: {} threads, {} per thread",
        configuration(of),
        grouped(threads as f64),
        count(of.registers.into(), "register", "registers")
    );
    if of.static_shared_bytes > 0 {
        let bytes = grouped(of.static_shared_bytes.into());
        text += &format!(", {bytes} B of static shared memory per block");
    }
    if let Some([x, y, z]) = of.cluster {
        text += &format!(", clusters of {x}x{y}x{z} blocks");
    }
    text
}

/// A name in lines of the width: it is broken at any character where it has no space.
fn broken(name: &str, width: usize) -> String {
    let width = width.max(8);
    let mut out: Vec<String> = Vec::new();
    for line in wrapped(name, width, 0).lines() {
        let all: Vec<char> = line.chars().collect();
        out.extend(all.chunks(width).map(|part| part.iter().collect()));
    }
    out.join("\n")
}

#[cfg(test)]
mod tests {
    use super::broken;

    #[test]
    fn a_name_has_lines_of_the_width() {
        assert_eq!(broken("a bc", 8), "a bc");
        assert_eq!(broken("void abcdefghij<k>(l)", 8), "void\nabcdefgh\nij<k>(l)");
    }
}
