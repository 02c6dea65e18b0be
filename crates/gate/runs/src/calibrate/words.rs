//! The certificate for people.

use std::fmt::Write as _;

use propp_base_names::shorten;
use propp_base_text::{Page, count, indented, per_cent, significant, table};
use propp_judge_criteria::Criterion;

use crate::certificate::{Certificate, KernelPower, LeastChange, Shape};
use crate::policy::Policy;
use crate::quantity::Quantity;

const KERNELS: usize = 20;

/// `4.2 %`.
fn change(change: Option<f64>, is_relative: bool) -> String {
    match change {
        None => "none".to_owned(),
        Some(change) if is_relative => format!("{} %", significant(100.0 * change, 2)),
        Some(change) => format!("{change:.3}"),
    }
}

/// One line: the rate with its interval.
pub fn rate(certificate: &Certificate) -> String {
    let alarms = &certificate.false_alarms;
    let rate = alarms.alarms as f64 / alarms.comparisons.max(1) as f64;
    let [rate, low, high] = [rate, alarms.low, alarms.high].map(per_cent);
    format!(
        "false alarms: {} of {} comparisons of {}, {rate} % (95 %: {low} to {high} %)",
        alarms.alarms, alarms.comparisons, certificate.shape
    )
}

pub fn render(certificate: &Certificate, policy: &Policy, page: Page) -> String {
    let mut out = String::new();
    let mut line = |text: &str| {
        let _ = writeln!(out, "{}", indented(text, page.width, 0, 2));
    };
    let runs = count(certificate.runs as u64, "run", "runs");
    let runner = match certificate.runner.software.join(", ") {
        unknown if unknown.is_empty() => String::new(),
        runner => format!(" on {runner}"),
    };
    line(&format!("certificate from {runs} of the unchanged program{runner}"));
    line(&rate(certificate));
    for (name, times) in certificate.false_alarms.kernels.iter().take(KERNELS) {
        line(&format!("  {}: {}", shorten(name, 60), count(*times as u64, "alarm", "alarms")));
    }
    let _ = write!(out, "\n{}", least(certificate, page));
    let _ = write!(out, "\n{}", by_runs(certificate, page));
    let advice = advice(certificate, policy);
    let _ = writeln!(out, "\n{}", indented(&advice.0, page.width, 0, 2));
    if !advice.1.is_empty() {
        let _ = write!(out, "\n{}", advice.1);
    }
    out
}

/// The least changes that are noticed.
fn least(certificate: &Certificate, page: Page) -> String {
    let criteria = [
        Criterion::Occ,
        Criterion::TDiv,
        Criterion::GranL1,
        Criterion::SmemEff,
        Criterion::DSync,
        Criterion::LbSm,
    ];
    let criteria = criteria.iter().map(|criterion| criterion.name());
    let shown: Vec<&str> = std::iter::once(Quantity::Time.name()).chain(criteria).collect();
    let is_there =
        |name: &&&str| certificate.kernels.iter().any(|kernel| find(kernel, name).is_some());
    let columns: Vec<&str> = shown.iter().filter(is_there).copied().collect();
    let power = per_cent(certificate.power);
    let title = format!("least change for the worse that {power} % of comparisons notice");
    let mut out = format!("{}\n", indented(&title, page.width, 0, 2));
    let titles = std::iter::once("time %").chain(columns.iter().copied()).chain(["kernel"]);
    let mut table = table::dense(titles, |place| place <= columns.len(), page);
    for kernel in certificate.kernels.iter().take(KERNELS) {
        let mut cells = vec![per_cent(kernel.share)];
        cells.extend(columns.iter().map(|name| {
            find(kernel, name)
                .map_or("-".to_owned(), |least| change(least.change, least.is_relative))
        }));
        cells.push(shorten(&kernel.name, 40));
        table.add_row(cells);
    }
    out += &table::text(&table);
    let more = certificate.kernels.len().saturating_sub(KERNELS);
    if more > 0 {
        let _ = writeln!(out, "{more} more are in the baseline's file.");
    }
    out
}

fn find<'a>(kernel: &'a KernelPower, name: &str) -> Option<&'a LeastChange> {
    kernel.least.iter().find(|least| least.quantity == name)
}

fn by_runs(certificate: &Certificate, page: Page) -> String {
    let mut table = table::dense(["runs", "of baseline", "time"], |_| true, page);
    for one in &certificate.by_runs {
        let Shape { baseline, gate } = one.shape;
        table.add_row([gate.to_string(), baseline.to_string(), change(one.time, true)]);
    }
    let title =
        "the same of the time (median of the kernels, by their time) with other numbers of runs";
    format!("{}\n{}", indented(title, page.width, 0, 2), table::text(&table))
}

/// What to do, in words, and a policy for it.
pub fn advice(certificate: &Certificate, policy: &Policy) -> (String, String) {
    let alarms = &certificate.false_alarms;
    let wanted = policy.false_alarms;
    let mut toml = String::new();
    for (name, _) in alarms.kernels.iter().filter(|(name, _)| name != "application") {
        let kernel = certificate.kernels.iter().find(|kernel| kernel.name == *name);
        let time = kernel.and_then(|kernel| find(kernel, Quantity::Time.name()));
        let relative = time.and_then(|least| least.change).unwrap_or(1.0).clamp(0.01, 1.0);
        let pattern = propp_base_names::own_name(name);
        let _ = write!(
            toml,
            "[[gate.kernel]]\nname = {pattern:?}\nlimits.time = {{ relative = {} }}\n",
            (100.0 * relative).ceil() / 100.0
        );
    }
    let enough = certificate.by_runs.iter().filter_map(|one| Some((one.shape, one.time?)));
    let limit = policy.limit(Quantity::Time, None).map_or(0.03, |limit| limit.relative.max(0.01));
    let mut all: Vec<(Shape, f64)> = enough.collect();
    all.sort_by_key(|(shape, _)| shape.gate + shape.baseline);
    let fits = all.iter().find(|(_, time)| *time <= 1.5 * limit);
    let best = all.iter().min_by(|a, b| a.1.total_cmp(&b.1));
    let limit_words = format!("{} %", significant(100.0 * limit, 2));
    let runs = match (fits, best) {
        (Some((one, time)), _) => format!(
            "{} would notice a change of the time of {}, near the limit of {limit_words}",
            one,
            change(Some(*time), true)
        ),
        (None, Some((one, time))) => format!(
            "no number of these runs notices a change of the time near the limit of {limit_words}; \
             {} come nearest with {}",
            one,
            change(Some(*time), true)
        ),
        (None, None) => "no number of these runs notices a change of the time".to_owned(),
    };
    let noise = if alarms.low > wanted {
        "; the gate fails more often than the policy allows: the kernels above need wider limits, \
         such as these"
    } else if alarms.alarms > 0 {
        "; the alarms are no more than chance may bring. Should they come back, these limits help"
    } else {
        "; nothing asks for other limits than those of the policy"
    };
    (format!("recommended: {runs}{noise}"), toml)
}
