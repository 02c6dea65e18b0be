//! What stands above and below the kernels, whatever their layout.

use std::fmt::Write;

use propp_base_model::{Fraction, Value};
use propp_base_text::{
    Page, bytes, count, cuda_version, cut, duration, hundredths, per_cent, wrapped,
};
use propp_judge_analysis::{Analysis, KernelReport, Listing, Notice};
use propp_judge_criteria::Criterion;
use propp_judge_hints::Advised;
use propp_recording_wire::Severity;

use super::footnotes::Footnotes;
use super::{first, hints, prices};

/// Behind a QM that lacks criteria which should be in it.
pub const PARTIAL: char = '~';

/// Behind a QM of which it cannot be told whether it is better than the next.
pub const TIED: char = '=';

/// Characters of a GPU's name; the driver's own have 96 at most.
const LONGEST: usize = 100;

/// QM and how far it lies off in 95 % of the draws of its weights, as `75±11`.
pub fn quality(kernel: &KernelReport) -> String {
    let quality = &kernel.quality;
    let value = quality.value.measured().map_or_else(|| "?".to_owned(), hundredths);
    match quality.reach() {
        Some(reach) => format!("{value}±{:.0}", reach * 100.0),
        None => value,
    }
}

/// What was profiled, on what, and the run's own figures.
pub fn above(listing: &Listing<'_>, page: Page, notes: &mut Footnotes) -> String {
    let analysis = listing.analysis;
    let mut out = String::new();
    let _ = writeln!(out, "{}", wrapped(&origin(analysis), page.width, 2));
    if analysis.run.steps.is_some() {
        let lines = [first::verdict(analysis)].into_iter().chain(first::beside_steps(analysis));
        for line in lines {
            let _ = writeln!(out, "{}", wrapped(&line, page.width, 2));
        }
    }
    let _ = writeln!(out, "{}", wrapped(&run(listing, notes), page.width, 2));
    if analysis.devices.len() > 1 {
        for device in &analysis.devices {
            let sync = notes.cell(Criterion::HSync, &device.host_sync.value);
            let transfer = notes.cell(Criterion::Dt, &device.data_transfer.value);
            let line = format!("  {} {}: HSync {sync}, DT {transfer}", device.name, device.uuid);
            let _ = writeln!(out, "{}", wrapped(&line, page.width, 4));
        }
    }
    out
}

pub fn origin(analysis: &Analysis) -> String {
    let files: Vec<&str> = analysis.sources.iter().map(|source| source.name.as_str()).collect();
    let command = analysis.sources.first().map(|s| s.command.join(" ")).unwrap_or_default();
    let created =
        analysis.sources.first().map(|source| source.created_utc.clone()).unwrap_or_default();
    format!("{}: {command} on {}, {created}", files.join(", "), gpus(analysis))
}

/// `2 x NVIDIA H200 (GH100), CUDA 13.0`.
pub fn gpus(analysis: &Analysis) -> String {
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for device in &analysis.devices {
        let [name, chip] = [&device.name, &device.chip].map(|text| cut(text, LONGEST));
        let mut kind = format!("{name} ({chip})");
        if let Some(version) = device.driver_cuda_version {
            kind += &format!(", CUDA {}", cuda_version(version));
        }
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, number)) => *number += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let texts: Vec<String> = kinds
        .into_iter()
        .map(|(kind, number)| if number == 1 { kind } else { format!("{number} x {kind}") })
        .collect();
    if texts.is_empty() { "no GPU".to_owned() } else { texts.join(" and ") }
}

fn run(listing: &Listing<'_>, notes: &mut Footnotes) -> String {
    let run = &listing.analysis.run;
    let quality = match &run.quality.value {
        Value::Measured { value } if listing.listed().iter().any(|kernel| kernel.is_partial()) => {
            format!("{}{PARTIAL}", hundredths(*value))
        }
        Value::Measured { value } => hundredths(*value),
        absent => format!("? ({})", absent.reason().unwrap_or_default()),
    };
    let mut of_run = String::new();
    for criterion in Criterion::ALL.into_iter().filter(|criterion| criterion.is_of_run()) {
        if let Some(report) = run.criteria.get(&criterion) {
            of_run += &format!(", {criterion} {}", notes.cell(criterion, &report.aggregate.value));
        }
    }
    let kernels = listing.analysis.kernels.len() as u64;
    let launches = match run.seen {
        Some(seen) => {
            format!("{} of {} measured", run.measured, count(seen, "launch", "launches"))
        }
        None => format!("{} measured", run.measured),
    };
    let traffic = run.traffic;
    let wall: Vec<String> = [
        ("alone", run.wall.alone_ns),
        ("traced", run.wall.traced_ns),
        ("counted", run.wall.counted_ns),
    ]
    .into_iter()
    .filter_map(|(how, ns)| Some(format!("{how} {}", duration(ns?))))
    .collect();
    let what = if run.steps.is_some() { "these steps" } else { "run" };
    let wall = if wall.is_empty() { String::new() } else { format!("; ran {}", wall.join(", ")) };
    format!(
        "{what}: QM {quality}{of_run}; {}, {launches}, {} in kernels; copied {} to and {} from the device{wall}",
        count(kernels, "kernel", "kernels"),
        duration(run.kernel_time_ns),
        bytes(traffic.to_device_bytes),
        bytes(traffic.to_host_bytes),
    )
}

pub fn below(advised: &Advised<'_>, page: Page, notes: &Footnotes) -> String {
    let listing = &advised.listing;
    let mut out = String::new();
    if listing.unlisted() > 0 {
        let rest = unlisted_time(listing).filter(|_| listing.analysis.run.kernel_time_ns > 0);
        let rest =
            rest.map_or_else(String::new, |rest| format!(", {} % of the time", per_cent(rest)));
        let more = count(listing.unlisted() as u64, "more kernel", "more kernels");
        let _ = writeln!(out, "{more}{rest}");
    }
    out.push('\n');
    let mut put = |text: &str, rest: usize| {
        let _ = writeln!(out, "{}", wrapped(text, page.width, rest));
    };
    let legend = format!(
        "Criteria in hundredths: 100 is best (for DT, 50), - does not apply, ? could not be measured. HSync and DT \
         are the run's. QM: the weighted mean ({}){}.",
        listing.analysis.weights.provenance().source,
        reach(listing)
    );
    put(&legend, 0);
    if let Some(line) = prices::line(listing) {
        put(&line, 0);
    }
    if let Some(profile) = hints::device_profile(advised) {
        put(&format!("Measured prices in hints: device profile of {profile}."), 0);
    }
    if listing.listed().iter().any(|kernel| kernel.is_partial()) {
        put(&format!("{PARTIAL}  QM without the criteria that could not be measured"), 3);
    }
    if listing.listed().iter().any(|kernel| listing.is_tied(kernel)) {
        let tie = "a tie: its QM does not differ reliably from the kernel above or below";
        put(&format!("{TIED}  {tie}"), 3);
    }
    notes.lines().for_each(|line| put(&line, 3));
    listing.analysis.notices.iter().for_each(|notice| put(&notice_line(notice), 2));
    out
}

/// What stands behind ± in the column of QM, for a legend; nothing where no kernel has it.
pub fn reach(listing: &Listing<'_>) -> &'static str {
    match listing.listed().iter().any(|kernel| kernel.quality.interval.is_some()) {
        true => ", ± half its 95 % bootstrap interval",
        false => "",
    }
}

/// The share of the time of kernels that are not listed.
pub fn unlisted_time(listing: &Listing<'_>) -> Option<Fraction> {
    let shown = listing.listed().iter().filter_map(|kernel| kernel.time_share);
    Fraction::clamped(1.0 - shown.map(Fraction::get).sum::<f64>())
}

/// The word for how severe a notice is.
pub const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Failure => "failure",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

pub fn notice_line(notice: &Notice) -> String {
    let Notice { code, text, .. } = notice;
    let mut line = format!("{} [{code}]: {text}", severity(notice.severity));
    if notice.status != 0 {
        line += &format!(" (CUPTI status {})", notice.status);
    }
    if notice.processes > 1 {
        line += &format!(" (said by {} processes)", notice.processes);
    }
    line
}
