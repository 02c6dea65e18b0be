//! What kernels are called, and what tells apart those of one name.

use propp_analysis::KernelReport;
use propp_names::{KernelName, labels};

use super::words::configuration;

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

/// What a kernel's name leaves open.
pub(super) fn details(kernel: &KernelReport, all: &[KernelReport]) -> Vec<String> {
    let mut lines = Vec::new();
    if all.iter().filter(|other| other.name == kernel.name).count() > 1 {
        lines.extend(kernel.configurations.first().map(configuration));
    } else if kernel.configurations.len() > 1 {
        lines.push(format!("{} configurations", kernel.configurations.len()));
    }
    lines.extend(kernel.nvtx.iter().map(|range| format!("in range {range}")));
    lines
}
