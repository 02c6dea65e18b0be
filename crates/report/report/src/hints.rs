//! What to change, below the kernels.

use std::fmt::Write as _;

use propp_base_model::DeviceProfile;
use propp_base_text::{Page, indented, printable, wrapped};
use propp_judge_analysis::Listing;
use propp_judge_hints::{Advice, Advised, words};

use super::headings::headings;
use super::lines::waits;
use super::words::share_and_time;

/// Kernels that get hints: the first by time, and none below this share of it.
const KERNELS: usize = 8;
const LEAST_SHARE: f64 = 0.01;

/// Characters of a name.
const NAME: usize = 60;

/// The block below the table; empty where there is nothing to say.
pub fn block(advised: &Advised<'_>, page: Page) -> String {
    let listing = &advised.listing;
    let mut text = String::new();
    let names = headings(&listing.kernels, NAME);
    for place in worth(listing) {
        let says = |advice: &&Advice| !advice.hints.is_empty() || advice.nothing.is_some();
        if let Some(advice) = advised.kernel_advice[place].as_ref().filter(says) {
            let heading = names[place].clone() + &share_and_time(listing.kernels[place]);
            let _ = writeln!(text, "\n{}", wrapped(&heading, page.width, 2));
            let lines = listing.kernels[place].lines.as_deref();
            if let Some(waits) = lines.and_then(waits::of_kernel) {
                let _ = writeln!(text, "{}", indented(&waits, page.width, 2, 4));
            }
            text.push_str(&words::text(advice, page));
        }
    }
    // Who asked for some kernels has not asked for the run.
    if !advised.run_advice.hints.is_empty() && listing.is_whole() {
        text.push_str("\nThe run\n");
        text.push_str(&words::text(&advised.run_advice, page));
    }
    if text.is_empty() {
        return text;
    }
    let title = "What to change in the kernels that take most of the time, the most promising \
                 first in each. Times are per launch. A range comes from how far estimates of this \
                 kind were off (propp explain hints).";
    format!("\n{}\n{text}", wrapped(title, page.width, 0))
}

/// Places of the kernels that get hints, the most time first.
pub fn worth(listing: &Listing<'_>) -> Vec<usize> {
    let kernels = listing.listed();
    let is_worth =
        |place: &usize| kernels[*place].time_share.is_none_or(|share| share.get() >= LEAST_SHARE);
    let mut longest: Vec<usize> = (0..kernels.len()).filter(is_worth).collect();
    longest.sort_by_key(|place| std::cmp::Reverse(kernels[*place].total_ns()));
    longest.truncate(KERNELS);
    longest
}

/// Where the prices are from.
pub fn device_profile(advised: &Advised<'_>) -> Option<String> {
    let profile = advised.device_profile?;
    let DeviceProfile { gpu, date, driver, .. } = profile;
    let words = format!("{gpu}, driver {driver}, measured {date} by propp {}", profile.propp);
    // The profile may be a file from elsewhere.
    Some(printable(&words).into_owned())
}
