//! What a report says first: how busy the GPU was, what to change first, and of each kernel
//! how near it comes to what the GPU can do.

mod change;
mod gain;
mod order;
mod roofs;

pub use change::{Change, changes, together};
pub use gain::{gain, likely, weakest, weakest_words};
pub use order::{LEGEND, extrapolated, is_ordered, place};
pub use roofs::{Roof, Roofs};

use propp_base_model::Fraction;
use propp_base_names::shorten;
use propp_base_text::{count, duration, indented, per_cent, printable};
use propp_judge_analysis::{Analysis, DeviceReport};
use propp_judge_criteria::{Criterion, TraceNumber};

/// What the run did: `GPU busy 1 % of 211 ms: 4 kernels, 20 launches, 2.02 ms.` Of a program with
/// steps, what a step does.
pub fn verdict(analysis: &Analysis) -> String {
    if let Some(replayed) = replayed(analysis) {
        return replayed;
    }
    let run = &analysis.run;
    let kernels = count(analysis.kernels.len() as u64, "kernel", "kernels");
    if let Some(steps) = &run.steps {
        let each = run.kernel_time_ns as f64 / steps.reported as f64;
        let last = steps.first_reported + steps.reported - 1;
        let time = duration(steps.each_ns().round() as u64);
        let reported = match steps.reported {
            1 => format!("step {last} takes {time}"),
            _ => format!("steps {} to {last} take {time} each", steps.first_reported),
        };
        return format!(
            "{}{} of {}; {reported}, {} of it in {kernels} (GPU busy {} %)",
            count(steps.count as u64, "step", "steps"),
            steps.origin().map(|origin| format!(" ({origin})")).unwrap_or_default(),
            count(steps.launches as u64, "launch", "launches"),
            duration(each.round() as u64),
            per_cent(steps.busy)
        );
    }
    let launches = run.seen.unwrap_or(run.measured);
    let launches = count(launches, "launch", "launches");
    let busy = run.criteria.get(&Criterion::HSync).and_then(|report| {
        report.aggregate.value.measured()?;
        let of_trace = |number| report.evidence.of_trace(number);
        let (busy_ns, span) = (of_trace(TraceNumber::BusyNs)?, run.traffic.span_ns as f64);
        let gpus = gpus(analysis);
        let busy = Fraction::clamped(busy_ns / gpus / span)?;
        let start = of_trace(TraceNumber::StartupNs).and_then(|start| {
            let busy = busy_ns - of_trace(TraceNumber::StartupBusyNs)?;
            let rest = span - start / gpus;
            let busy = Fraction::clamped(busy / gpus / rest).map(per_cent)?;
            let [start, rest] = [start / gpus, rest].map(|ns| duration(ns as u64));
            Some(format!(" (start of the run {start}; then {busy} % of {rest})"))
        });
        let start = start.unwrap_or_default();
        Some(format!("GPU busy {} % of {}{start}: ", per_cent(busy), duration(span as u64)))
    });
    let time = match run.kernel_time_ns {
        0 => "times unknown".to_owned(),
        ns => format!("{} in kernels", duration(ns)),
    };
    format!("{}{kernels}, {launches}, {time}", busy.unwrap_or_default())
}

/// Of a captured launch: which it is, and its time.
fn replayed(analysis: &Analysis) -> Option<String> {
    let launch = analysis.sources.first()?.facts.get("option.launch")?;
    let launches = count(analysis.run.seen.unwrap_or(analysis.run.measured), "launch", "launches");
    let durations = analysis.kernels.iter().find_map(|kernel| kernel.durations);
    let time = durations.map_or_else(
        || "times unknown".to_owned(),
        |of| format!("median time {}", duration(of.median_ns)),
    );
    Some(format!("{}, replayed alone: {launches}, {time}", printable(launch)))
}

/// The run as one or two lines: how busy the GPU was, and where its steps are.
pub fn picture(analysis: &Analysis, width: usize) -> Option<String> {
    let steps = steps(analysis, width);
    let Some(busy) = &analysis.busy else { return steps };
    let Some(steps) = steps else {
        let head = format!("GPU busy over {}: ", duration(busy.run_ns));
        let cells = width.saturating_sub(head.chars().count()).clamp(10, CELLS);
        return Some(format!("{head}{}", heights(&busy.shares, cells)));
    };
    // Below each other, so that the eye finds what belongs together.
    let first = steps.lines().next().unwrap_or_default();
    let head = first.split_inclusive(": ").next().unwrap_or_default().chars().count();
    let cells = first.chars().count() - head;
    Some(format!("{:<head$}{}\n{steps}", "GPU busy:", heights(&busy.shares, cells)))
}

/// The run has no more characters than these.
const CELLS: usize = 60;

/// A character for each slice, as high as its share.
fn heights(shares: &[f64], cells: usize) -> String {
    const HEIGHTS: [char; 9] = ['·', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let slice = shares.len() as f64 / cells.max(1) as f64;
    let height = |cell: usize| {
        let first = (cell as f64 * slice) as usize;
        let end = (((cell + 1) as f64 * slice).ceil() as usize).min(shares.len());
        let own = shares.get(first..end).unwrap_or_default();
        let share = own.iter().sum::<f64>() / own.len().max(1) as f64;
        HEIGHTS[((share * 8.0).ceil() as usize).min(8)]
    };
    (0..cells).map(height).collect()
}

/// Where in the run its steps are.
fn steps(analysis: &Analysis, width: usize) -> Option<String> {
    const LEGEND: &str = "█ the steps of this report, ▓ steps before and after them, ▒ steps of \
                          another kind, t tuning, · the rest";
    let (steps, start) = (analysis.run.steps.as_ref()?, analysis.run.start.as_ref()?);
    let [from, to] = steps.run_ns;
    let run_ns = to.saturating_sub(from).max(1);
    let head = format!("First kernel to last, {}: ", duration(run_ns));
    let cells = width.saturating_sub(head.chars().count()).clamp(10, CELLS);
    let mut line = vec!['·'; cells];
    let mut fill = |[begin, end]: [u64; 2], mark: char| {
        let at = |ns: u64| ns.saturating_sub(from) as f64 / run_ns as f64 * cells as f64;
        let first = (at(begin) as usize).min(cells - 1);
        let last = (at(end).ceil() as usize).clamp(first + 1, cells);
        line[first..last].fill(mark);
    };
    for tuning in &start.tuning {
        fill([tuning.from_ns, tuning.to_ns], 't');
    }
    let main = &steps.kinds[steps.main];
    let others = steps.kinds.iter().enumerate().filter(|(place, _)| *place != steps.main);
    let others = others.map(|(_, kind)| (kind, 0..kind.count, '▒'));
    let first = steps.first_reported - 1;
    let reported = first..first + steps.reported;
    for (kind, numbers, mark) in others.chain([(main, 0..main.count, '▓'), (main, reported, '█')])
    {
        numbers.for_each(|number| fill([kind.begins_ns[number], kind.ends_ns[number]], mark));
    }
    let line: String = line.into_iter().collect();
    let used = |part: &&str| part.chars().next().is_some_and(|mark| line.contains(mark));
    let legend: Vec<&str> = LEGEND.split(", ").filter(used).collect();
    Some(format!("{head}{line}\n{}", indented(&legend.join(", "), width, 2, 2)))
}

/// What came before the steps, and the program's other steps.
pub fn beside_steps(analysis: &Analysis) -> Vec<String> {
    let run = &analysis.run;
    let (Some(steps), Some(start)) = (&run.steps, &run.start) else { return Vec::new() };
    let mut out = Vec::new();
    if start.launches > 0 {
        let largest = start.largest.first().map_or_else(String::new, |kernel| {
            let share =
                Fraction::clamped(kernel.kernels_ns as f64 / start.kernels_ns.max(1) as f64);
            let share = share.map(per_cent).unwrap_or_default();
            format!(" ({share} % in {})", printable(&shorten(&kernel.name.bare, 40)))
        });
        out.push(format!(
            "Before the steps: {} with {}, {} in kernels{largest}",
            duration(start.ns),
            count(start.launches, "launch", "launches"),
            duration(start.kernels_ns),
        ));
    }
    let first_ns = steps.kinds.iter().map(|kind| kind.begins_ns[0]).min().unwrap_or(0);
    for tuning in &start.tuning {
        let within = if tuning.to_ns <= first_ns { "Of this" } else { "Until the second step" };
        out.push(format!(
            "{within}, {} took {} with {}: {}",
            tuning.tuner.title(),
            duration(tuning.to_ns.saturating_sub(tuning.from_ns)),
            count(tuning.launches, "launch", "launches"),
            tuning.tuner.cure()
        ));
    }
    let others = (1..).zip(&steps.kinds).filter(|(number, _)| *number != steps.main + 1);
    out.extend(others.map(|(number, kind): (usize, _)| {
        format!(
            "Other steps: {} of {}, {} each (--step {number})",
            kind.count,
            count(kind.launches as u64, "launch", "launches"),
            duration(kind.median_ns)
        )
    }));
    out
}

/// GPUs that ran kernels, at least 1.
fn gpus(analysis: &Analysis) -> f64 {
    let is_used = |device: &&DeviceReport| device.host_sync.value.measured().is_some();
    analysis.devices.iter().filter(is_used).count().max(1) as f64
}

/// The time that shares and savings on the first screen are of: the steps that the report is about,
/// or the run from its first kernel or copy to its last, without its start; of several GPUs, as many
/// times, as the times of their kernels are added up.
pub fn whole_ns(analysis: &Analysis) -> Option<f64> {
    let run = &analysis.run;
    let gpus = gpus(analysis);
    if let Some(steps) = &run.steps {
        return Some(gpus * steps.whole_ns as f64);
    }
    let evidence = &run.criteria.get(&Criterion::HSync)?.evidence;
    evidence.of_trace(TraceNumber::SpanNs)?;
    let start = evidence.of_trace(TraceNumber::StartupNs).unwrap_or(0.0);
    Some(gpus * run.traffic.span_ns as f64 - start).filter(|whole| *whole > 0.0)
}
