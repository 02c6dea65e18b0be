//! What a run does beside its kernels.

use serde::{Deserialize, Serialize};

/// What the host and the copy engines do in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HostWork {
    /// Copies from host to device.
    pub copies_to_device: u64,
    /// Copies from device to host.
    pub copies_to_host: u64,
    /// Copies inside the device.
    pub copies_inside: u64,
    /// Their bytes.
    pub bytes_to_device: u64,
    /// Their bytes.
    pub bytes_to_host: u64,
    /// Their bytes.
    pub bytes_inside: u64,
    /// Times that memory was set.
    pub memsets: u64,
    /// Waits of the host for the device.
    pub synchronisations: u64,
}

/// Something that a run can ask for beside its kernels.
#[derive(Clone, Copy, Debug)]
pub struct HostTerm {
    /// Its name in weights files and datasets.
    pub name: &'static str,
    /// What its price is for: nanoseconds for each of these.
    pub unit: &'static str,
    of: fn(&HostWork) -> u64,
}

impl HostTerm {
    /// How much of it a run asks for.
    #[must_use]
    pub fn amount(&self, work: &HostWork) -> f64 {
        (self.of)(work) as f64
    }
}

const fn term(name: &'static str, unit: &'static str, of: fn(&HostWork) -> u64) -> HostTerm {
    HostTerm { name, unit, of }
}

/// All of them. Their times add up.
pub const HOST_TERMS: &[HostTerm] = &[
    term("run", "run", |_| 1),
    term("copies_to_device", "copy", |work| work.copies_to_device),
    term("bytes_to_device", "byte", |work| work.bytes_to_device),
    term("copies_to_host", "copy", |work| work.copies_to_host),
    term("bytes_to_host", "byte", |work| work.bytes_to_host),
    term("copies_inside", "copy", |work| work.copies_inside),
    term("bytes_inside", "byte", |work| work.bytes_inside),
    term("memsets", "memset", |work| work.memsets),
    term("synchronisations", "synchronisation", |work| work.synchronisations),
];
