//! The predicted order of emulated kernels, which have no times.

use propp_judge_analysis::{KernelReport, Listing};
use propp_judge_cost::{Place, certainty_words};

pub const LEGEND: &str = "Place: the order by the predicted time of all launches, the longest \
     first; it is predicted from emulated counts. Certainty: that the first takes longer. =: which of \
     these kernels takes longer is less than 90 % certain";

/// How many kernels have their place by extrapolation, where some have.
pub fn extrapolated(listing: &Listing<'_>) -> Option<String> {
    let is_outside = |kernel: &&&KernelReport| {
        kernel.order.as_ref().is_some_and(|order| order.launch.outside.is_some())
    };
    let count = listing.kernels.iter().filter(is_outside).count();
    let all = listing.kernels.len();
    (count > 0).then(|| {
        format!(
            "{count} of {all} kernels do more work than any launch that the cost model was fitted to, so \
             their places are extrapolated. They have no certainty (-); if one of them is in place 1, no \
             kernel has one."
        )
    })
}

/// Whether kernels have a place in place of times.
pub fn is_ordered(listing: &Listing<'_>) -> bool {
    listing.kernels.iter().any(|kernel| kernel.order.is_some())
}

/// Its place, such as `2=`, and how certain it is that the first takes longer.
pub fn place(kernel: &KernelReport) -> [String; 2] {
    let Some(Place { place, tied, certainty }) = kernel.order.as_ref().map(|order| order.place)
    else {
        return ["?", "?"].map(str::to_owned);
    };
    let tie = if tied { "=" } else { " " };
    [format!("{place}{tie}"), certainty.map_or_else(|| "-".to_owned(), certainty_words)]
}
