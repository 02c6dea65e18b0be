//! What was profiled, on what, and what the reader should know besides.

use maud::{Markup, html};
use propp_base_model::Value;
use propp_base_text::html::scrolling;
use propp_base_text::{bytes, count, cuda_version, cut, duration, hundredths};
use propp_judge_analysis::Analysis;
use propp_judge_criteria::Criterion;
use propp_judge_hints::Advised;
use propp_report::first::extrapolated;
use propp_report::{head, hints, prices};

/// The command, and the GPUs.
pub(super) fn title(analysis: &Analysis) -> String {
    let command = analysis.sources.first().map(|source| source.command.join(" "));
    let command = command.filter(|text| !text.is_empty()).unwrap_or_else(|| "a recording".into());
    let short: String = command.chars().take(80).collect();
    format!("{short} on {}", head::gpus(analysis))
}

/// The run's figures, as a list.
fn figures(analysis: &Analysis) -> Markup {
    let run = &analysis.run;
    let of = |value: &Value| match value {
        Value::Measured { value } => hundredths(*value),
        absent => format!("– ({})", absent.reason().unwrap_or_default()),
    };
    let criterion = |criterion| run.criteria.get(&criterion).map(|r| of(&r.aggregate.value));
    let launches = match run.seen {
        Some(seen) => format!("{} of {seen} measured", run.measured),
        None => format!("{} measured", run.measured),
    };
    let kernels = analysis.kernels.len() as u64;
    let facts = [
        ("Quality (QM), 0 to 100", Some(of(&run.quality.value))),
        ("HSync: share of the run with a kernel running", criterion(Criterion::HSync)),
        (
            "DT: few copies between host and device, hidden by kernels; 50 at best",
            criterion(Criterion::Dt),
        ),
        ("Kernels", Some(count(kernels, "kernel", "kernels"))),
        ("Launches", Some(launches)),
        ("Time in kernels", Some(duration(run.kernel_time_ns))),
        ("Copied to the device", Some(bytes(run.traffic.to_device_bytes))),
        ("Copied to the host", Some(bytes(run.traffic.to_host_bytes))),
    ];
    let facts = facts.into_iter().filter_map(|(name, value)| Some((name, value?)));
    propp_base_text::html::facts("facts", facts)
}

/// Figures, notices, GPUs, recordings, weights.
pub(super) fn section(advised: &Advised<'_>) -> Markup {
    let analysis = advised.listing.analysis;
    let rows = rows(advised);
    let table = html! {
        table.plain {
            caption { "Provenance" }
            tbody {
                @for (name, value) in rows {
                    tr { th scope="row" { (cut(&name, 80)) } td { (cut(&value, 1000)) } }
                }
            }
        }
    };
    html! { (figures(analysis)) (notices(analysis)) (scrolling("Provenance", &table)) }
}

fn rows(advised: &Advised<'_>) -> Vec<(String, String)> {
    let analysis = advised.listing.analysis;
    let mut rows = Vec::new();
    let mut row = |name: &str, value: &str| rows.push((name.to_owned(), value.to_owned()));
    for source in &analysis.sources {
        row("recording", &source.name);
        row("command", &source.command.join(" "));
        for (key, value) in source.facts.iter().filter(|(key, _)| *key != "command") {
            // Options that were not given.
            if value.is_empty() || value == "None" {
                continue;
            }
            row(key, value);
        }
    }
    for device in &analysis.devices {
        row("GPU", &format!("{} ({}), {}", device.name, device.chip, device.uuid));
        if let Some(version) = device.driver_cuda_version {
            row("CUDA of the driver", &cuda_version(version));
        }
        if let Some(version) = device.cupti_version {
            row("CUPTI", &version.to_string());
        }
    }
    let weights = analysis.weights.provenance();
    row("weights of QM", &format!("{} ({}, {})", weights.source, weights.gpu, weights.date));
    if let Some(source) = prices::source(analysis) {
        row("prices of predicted times and gains", &source);
    }
    if let Some(words) = extrapolated(&advised.listing) {
        row("places of kernels", &words);
    }
    if let Some(profile) = hints::device_profile(advised) {
        row("measured prices in hints: device profile", &profile);
    }
    row("propp that wrote this page", env!("CARGO_PKG_VERSION"));
    rows
}

fn notices(analysis: &Analysis) -> Markup {
    /// What more there is says nothing new.
    const MOST: usize = 50;
    html! {
        @if !analysis.notices.is_empty() {
            h3 { "Notices" }
            ul.notices {
                @for notice in analysis.notices.iter().take(MOST) {
                    @let severity = head::severity(notice.severity);
                    li class=(severity) { strong { (severity) } " " (cut(&notice.text, 1000)) }
                }
                @if let Some(more @ 1..) = analysis.notices.len().checked_sub(MOST) {
                    li { "and " (more) " more, which JSON has" }
                }
            }
        }
    }
}
