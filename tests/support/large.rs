//! Recordings that are larger than those of people: very many kernels and notices, very long
//! names. Nothing was measured.

use std::path::Path;
use std::time::Duration;

use propp_recording::{Ending, Facts};
use propp_recording_store::Writer;
use propp_recording_wire::{Frame, Job, Notice, Severity};

use super::many::Made;

/// Kernels whose names are the same but for a number; half of them differ in the middle of a long
/// word, so that short forms of them are the same.
pub(crate) fn alike(count: u32) -> Vec<Made> {
    let word = "same".repeat(20);
    let name = |n: u32| match n % 2 {
        0 => format!("void ns::kernel<{word}, {n}>({word})"),
        _ => format!("{word}{n}{word}"),
    };
    (0..count).map(|n| kernel(n, &name(n))).collect()
}

/// Kernels with names of their own.
pub(crate) fn different(count: u32) -> Vec<Made> {
    (0..count).map(|n| kernel(n, &format!("k{n}(float*)"))).collect()
}

/// Kernels with names of so many bytes: nested templates, words without an end, brackets, manglings.
pub(crate) fn long(count: u32, bytes: usize) -> Vec<Made> {
    let name = |n: u32| {
        let filled = |part: &str| part.repeat(bytes / part.len());
        match n % 5 {
            0 => format!("void ns::k{n}<{}int>(float*)", filled("Argument<int, 4>, ")),
            1 => format!("k{n}{}", filled("word")),
            2 => format!("k{n}{}", filled("a::b<")),
            3 => format!("k{n}{}", filled("(<")),
            _ => format!("_Z2k{}I{}EvPf", n % 10, filled("Li1E")),
        }
    };
    (0..count).map(|n| kernel(n, &name(n))).collect()
}

fn kernel(n: u32, name: &str) -> Made {
    Made::new(name, 1, 5_000 + 10 * u64::from(n))
}

/// Writes a recording with a run and as many notices, each with words of its own.
pub(crate) fn write_notices(path: &Path, count: u32) {
    let mut writer = Writer::create(path, true, &Facts::now(&["./app".to_owned()])).unwrap();
    let run = writer.begin_run(Job::Trace).unwrap();
    let process = writer.process(run, 0).unwrap();
    for n in 0..count {
        let text = format!("the counters of launch {n} could not be read");
        let notice =
            Notice { severity: Severity::Warning, code: "made-up".into(), status: 0, text };
        writer.frame(process, &Frame::Notice(notice)).unwrap();
    }
    writer.end_run(run, Duration::from_secs(1), Ending::Exited(0)).unwrap();
    writer.finish().unwrap();
}
