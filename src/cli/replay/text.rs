//! What a replay did, in words.

use std::fmt::Write as _;
use std::path::Path;

use propp_base_names::{demangle, path};
use propp_base_text::{bytes, duration, launch as shape_words};
use propp_recording_launch::Launch;
use propp_suite_replay::{Found, Options, Ran, Replayed, Speed, Verdict, typical};

/// Which launch a file has.
pub(crate) fn headline(file: &Path, launch: &Launch) -> String {
    let of = &launch.captured.launch;
    let gpu = launch.device.as_ref().map_or("an unknown GPU", |device| device.name.as_str());
    let kept = match launch.kept_bytes() {
        kept if kept < launch.bytes() => format!("{} of it in the file, ", bytes(kept)),
        _ => String::new(),
    };
    format!(
        "{}: launch {} of {} {}; {} of memory, {kept}{} of it in pages that change; captured on {gpu}",
        file.display(),
        launch.captured.before + 1,
        path(&demangle(&launch.captured.name)),
        shape_words(of.grid, of.block, of.dynamic_shared_bytes),
        bytes(launch.bytes()),
        bytes(launch.changed_bytes()),
    )
}

pub(super) fn text(
    file: &Path,
    launch: &Launch,
    replayed: &Replayed,
    options: &Options,
    against: bool,
) -> String {
    let mut text = headline(file, launch) + "\n\n";
    if replayed.moved_bytes > 0 {
        let _ = writeln!(
            text,
            "{} of managed or host memory stand in GPU memory here, so the times may be too short.\n",
            bytes(replayed.moved_bytes)
        );
    }
    let [first, first_kernel] = match against {
        true => ["against", "implementation of --against"],
        false => ["captured", "captured kernel"],
    };
    add_ran(&mut text, first, &replayed.captured, launch, options);
    if let Some((other, verdict)) = &replayed.other {
        add_ran(&mut text, "other", other, launch, options);
        text.push('\n');
        text.push_str(&if replayed.captured.found.is_right() {
            verdict_words(other, verdict, options)
        } else {
            format!(
                "The {first_kernel} itself gives other results here, so this says nothing of the \
                 other.\n"
            )
        });
    }
    text
}

fn add_ran(text: &mut String, who: &str, ran: &Ran, launch: &Launch, options: &Options) {
    let time = typical(&ran.times_ns).map_or_else(
        || "not timed".to_owned(),
        |(median, [low, high])| {
            let words = |ns: f64| duration(ns.round() as u64);
            let l2 = if options.is_cold { "L2 empty" } else { "L2 warm" };
            format!(
                "{} (95 %: {} to {}; {} launches, {l2})",
                words(median),
                words(low),
                words(high),
                ran.times_ns.len()
            )
        },
    );
    let _ = writeln!(text, "{who:<9} {time}");
    let _ = writeln!(text, "          {}", results(&ran.found, launch));
    if ran.varies {
        let _ = writeln!(text, "          they vary from run to run, as with the order of atomics");
    }
    if !ran.missing.is_empty() {
        let _ =
            writeln!(text, "          without the captured variables {}", ran.missing.join(", "));
    }
}

pub(crate) fn results(found: &Found, launch: &Launch) -> String {
    if found.different == 0 {
        return "results equal, bit by bit".to_owned();
    }
    let largest = match found.largest {
        size if size > 0.0 => format!(", by up to {size:.2e} of their size"),
        _ => String::new(),
    };
    if found.is_right() {
        return format!(
            "results within the tolerance: {} numbers differ{largest}",
            found.different
        );
    }
    let first = found.first.map_or_else(String::new, |first| {
        let place = match launch.captured.memory.get(first.allocation) {
            Some(reached) => format!("{:#x}", reached.address + first.offset as u64),
            None => "a variable of the module".to_owned(),
        };
        format!("; the first at {place}: {} instead of {}", first.got, first.wanted)
    });
    format!("RESULTS DIFFER: {} of {} numbers{largest}{first}", found.wrong, found.compared)
}

fn verdict_words(other: &Ran, verdict: &Verdict, options: &Options) -> String {
    if !other.found.is_right() {
        return "The other implementation is wrong; its time says nothing.\n".to_owned();
    }
    if options.rounds == 0 {
        return "The other implementation is right; nothing was timed.\n".to_owned();
    }
    let chance = format!("chance of an error: {:.1e}", verdict.chance);
    match verdict.speed {
        Speed::Faster => {
            format!("The other implementation is {:.2}× as fast ({chance}).\n", verdict.ratio)
        }
        Speed::Slower => {
            format!(
                "The other implementation takes {:.2}× as long ({chance}).\n",
                1.0 / verdict.ratio
            )
        }
        Speed::Same => "No difference in time of 1 % or more is certain.\n".to_owned(),
    }
}
