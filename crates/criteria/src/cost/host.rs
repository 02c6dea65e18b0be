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
    /// The streams of copies, a bit each, by their number modulo 64.
    pub copy_streams: u64,
}

impl HostWork {
    /// Bytes that one after the other go over the link between host and device. Copies
    /// of several streams go both ways at a time.
    #[must_use]
    pub fn link_bytes(&self) -> f64 {
        let (there, back) = (self.bytes_to_device as f64, self.bytes_to_host as f64);
        if self.copy_streams.count_ones() > 1 { there.max(back) } else { there + back }
    }

    /// Copies between host and device that are got ready one after the other: each
    /// stream gets its own ready.
    fn copies(&self) -> f64 {
        let streams = f64::from(self.copy_streams.count_ones().max(1));
        (self.copies_to_device + self.copies_to_host) as f64 / streams
    }
}

/// Something that a run can ask for beside its kernels.
#[derive(Clone, Copy, Debug)]
pub struct HostTerm {
    /// Its name in weights files and datasets.
    pub name: &'static str,
    /// What its price is for: nanoseconds for each of these.
    pub unit: &'static str,
    of: fn(&HostWork) -> f64,
}

impl HostTerm {
    /// How much of it a run asks for.
    #[must_use]
    pub fn amount(&self, work: &HostWork) -> f64 {
        (self.of)(work)
    }
}

const fn term(name: &'static str, unit: &'static str, of: fn(&HostWork) -> f64) -> HostTerm {
    HostTerm { name, unit, of }
}

/// All of them. Their times add up. What goes over the link is not among them: it has the
/// price of the kernels' term `host_link`, since it is the same link.
pub const HOST_TERMS: &[HostTerm] = &[
    term("run", "run", |_| 1.0),
    term("copies", "copy", HostWork::copies),
    term("copies_inside", "copy", |work| work.copies_inside as f64),
    term("bytes_inside", "byte", |work| work.bytes_inside as f64),
    term("memsets", "memset", |work| work.memsets as f64),
    term("synchronisations", "synchronisation", |work| work.synchronisations as f64),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_one_stream_wait_for_each_other() {
        let one = HostWork {
            copies_to_device: 4,
            copies_to_host: 4,
            bytes_to_device: 100,
            bytes_to_host: 60,
            copy_streams: 1,
            ..HostWork::default()
        };
        assert_eq!((one.link_bytes(), one.copies()), (160.0, 8.0));
        let two = HostWork { copy_streams: 0b101, ..one };
        assert_eq!((two.link_bytes(), two.copies()), (100.0, 4.0));
        assert_eq!(HostWork::default().copies(), 0.0);
    }
}
