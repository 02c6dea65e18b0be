//! The predicted order of emulated kernels, which have no times.

use propp_analysis::{Analysis, KernelReport};
use propp_criteria::cost::{Place, certainty_words};

/// What the order says.
pub(crate) const LEGEND: &str = "Place: by the time that all launches should take, the longest \
     first, by prices of emulated counts. Certainty: that the first takes longer. =: the order \
     with another one is less than 90 % certain";

/// Whether kernels have a place in place of times.
pub(crate) fn is_ordered(analysis: &Analysis) -> bool {
    analysis.kernels.iter().any(|kernel| kernel.order.is_some())
}

/// Its place, such as `2=`, and how certain it is that the first takes longer.
pub(crate) fn place(kernel: &KernelReport) -> [String; 2] {
    let Some(Place { place, tied, certainty }) = kernel.order.as_ref().map(|order| order.place)
    else {
        return ["?", "?"].map(str::to_owned);
    };
    let tie = if tied { "=" } else { " " };
    [format!("{place}{tie}"), certainty.map_or_else(|| "-".to_owned(), certainty_words)]
}
