//! Why emulated kernels cannot be put in order.

use propp_judge_analysis::KernelReport;

/// Why the counts of a kernel have no price.
pub(super) enum NoPrice<'a> {
    NotFitted,
    /// More of this term than any kernel that prices were fitted to.
    TooMuch(&'a str),
}

impl<'a> NoPrice<'a> {
    /// `None` for a kernel with times, and for one whose counts have a price.
    pub(super) fn of(kernel: &'a KernelReport) -> Option<Self> {
        if kernel.durations.is_some() {
            return None;
        }
        match kernel.order.as_ref().map(|order| order.launch.outside.as_ref()) {
            None => Some(Self::NotFitted),
            Some(None) => None,
            Some(Some(term)) => Some(Self::TooMuch(term)),
        }
    }

    /// With ` of KERNEL`, or nothing where it is clear of which.
    pub(super) fn words(&self, of: &str) -> String {
        match self {
            Self::NotFitted => format!("there are no prices of the emulated counts{of}"),
            Self::TooMuch(term) => format!(
                "a launch{of} asks for more {} than any that prices were fitted to",
                term.replace('_', " ").replace("l2 ", "L2 ")
            ),
        }
    }
}
