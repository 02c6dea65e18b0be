//! What each kernel needs at least, and what is left to gain.

use std::fmt::Write as _;

use propp_base_text::{Page, bytes, duration, wrapped};
use propp_judge_analysis::{KernelReport, Listing};

use super::headings::headings;

const NAME: usize = 40;

/// The columns before the name.
const NAMES_AT: usize = 48;

/// A kernel that takes no more of its floor has little to gain. Chosen; a copy at 0.87 of peak takes 1.1.
const LITTLE_LEFT: f64 = 1.2;

/// The block below the kernels; empty if no emulated run says what they need.
pub(super) fn block(listing: &Listing<'_>, page: Page) -> String {
    let mut out = String::new();
    if !listing.listed().iter().any(|kernel| kernel.floor.is_some()) {
        return out;
    }
    let title = "What a launch needs, each 32-byte sector counted once, and the time in which device \
                 memory can move it (floor). No version that reads and writes data in \
                 this layout takes less, unless L2 holds them; left: the mean launch over its floor.";
    let _ = writeln!(out, "\n{}\n", wrapped(title, page.width, 0));
    let titles = format!(
        "{:>9}{:>10}{:>9}{:>10}{:>8}  kernel",
        "reads", "writes", "floor", "a launch", "left"
    );
    let _ = writeln!(out, "{}", wrapped(&titles, page.width, NAMES_AT));
    let kernels = listing.listed();
    for (kernel, name) in kernels.iter().zip(headings(kernels, NAME)) {
        let Some(FloorCells { reads, writes, time, launch, left, remark }) = FloorCells::of(kernel)
        else {
            continue;
        };
        let line = format!("{reads:>9}{writes:>10}{time:>9}{launch:>10}{left:>8}  {name}{remark}");
        let _ = writeln!(out, "{}", wrapped(&line, page.width, NAMES_AT));
    }
    out
}

/// A sentence on what one kernel needs; none if no emulated run says so.
pub(super) fn sentence(kernel: &KernelReport) -> Option<String> {
    let FloorCells { reads, writes, time, launch, left, remark } = FloorCells::of(kernel)?;
    let floor = kernel.floor.as_ref()?;
    let least = match (floor.ns, kernel.durations, floor.left) {
        (Some(_), Some(_), Some(_)) => format!(
            "; device memory moves them in {time} (floor), and the launch takes {launch}, {left} its floor"
        ),
        (Some(_), ..) => format!("; device memory moves them in {time} (floor)"),
        (None, ..) => String::new(),
    };
    Some(format!("a launch needs {reads} of reads and {writes} of writes{least}{remark}"))
}

/// The cells of a kernel, and what follows its name.
struct FloorCells {
    reads: String,
    writes: String,
    time: String,
    launch: String,
    left: String,
    remark: String,
}

impl FloorCells {
    fn of(kernel: &KernelReport) -> Option<Self> {
        let floor = kernel.floor.as_ref()?;
        let needs = &floor.needs;
        let [reads, writes] =
            [needs.read_bytes, needs.written_bytes].map(|size| bytes(size.round() as u64));
        let time =
            |ns: Option<f64>| ns.map_or_else(|| "?".to_owned(), |ns| duration(ns.round() as u64));
        let launch = kernel.durations.map(|durations| durations.median_ns as f64);
        let left = floor.left.map_or_else(|| "?".to_owned(), |left| format!("{left:.1}×"));
        let mut remark = String::new();
        if floor.left.is_some_and(|left| left <= LITTLE_LEFT) {
            remark.push_str(": stop here");
        }
        if let Some(reason) = floor.reason {
            let _ = write!(remark, ": {reason}");
            // A time that only data in L2 allows says nothing of one without it.
            if let Some(cold) = floor.cold_ns.filter(|cold| launch.is_some_and(|ns| ns < *cold)) {
                let cold = duration(cold.round() as u64);
                let _ = write!(remark, "; from device memory it takes at least {cold}");
            }
        }
        Some(Self { reads, writes, time: time(floor.ns), launch: time(launch), left, remark })
    }
}
