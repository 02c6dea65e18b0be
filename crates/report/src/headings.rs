//! What kernels are called outside the table.

use propp_analysis::KernelReport;
use propp_names::{KernelName, labels};

use super::table::details;

/// A name for each kernel such that no two are the same: the label, of at most `width`
/// characters, and what tells apart those that have a name in common, as in the table.
pub(super) fn headings(kernels: &[KernelReport], width: usize) -> Vec<String> {
    let names: Vec<&KernelName> = kernels.iter().map(|kernel| &kernel.name).collect();
    let all = kernels.iter().zip(labels(&names, width));
    all.map(|(kernel, label)| {
        let mut words = vec![label];
        words.extend(details(kernel, kernels));
        words.join(", ")
    })
    .collect()
}
