//! What kernels are called, and what tells apart those of one name.

use std::collections::HashMap;

use propp_base_names::{KernelName, labels};
use propp_judge_analysis::KernelReport;

use super::words::configuration;

/// A name for each kernel such that no two are the same: the label, of at most `width`
/// characters, and what tells apart those that have a name in common, as in the table.
pub fn headings(kernels: &[&KernelReport], width: usize) -> Vec<String> {
    let names: Vec<&KernelName> = kernels.iter().map(|kernel| &kernel.name).collect();
    let details = Details::among(kernels);
    let all = kernels.iter().zip(labels(&names, width));
    all.map(|(kernel, label)| {
        let mut words = vec![label];
        words.extend(details.of(kernel));
        words.join(", ")
    })
    .collect()
}

/// What the names of kernels leave open.
pub struct Details<'a> {
    /// How many kernels have a name.
    of_name: HashMap<&'a KernelName, usize>,
}

impl<'a> Details<'a> {
    pub fn among(kernels: &[&'a KernelReport]) -> Self {
        let mut of_name = HashMap::with_capacity(kernels.len());
        for kernel in kernels {
            *of_name.entry(&kernel.name).or_default() += 1;
        }
        Self { of_name }
    }

    /// What the name of one of the kernels leaves open.
    pub fn of(&self, kernel: &KernelReport) -> Vec<String> {
        let mut lines = Vec::new();
        if self.of_name.get(&kernel.name).is_some_and(|count| *count > 1) {
            lines.extend(kernel.configurations.first().map(configuration));
        } else if kernel.configurations.len() > 1 {
            lines.push(format!("{} configurations", kernel.configurations.len()));
        }
        lines.extend(kernel.after_refusal.as_ref().map(|_| "AFTER A REFUSAL".to_owned()));
        lines.extend(kernel.nvtx.iter().map(|range| format!("in range {range}")));
        lines
    }
}
