//! The work of the host and the copy engines in a run, and its terms in the cost model.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HostWork {
    pub copies_to_device: u64,
    pub copies_to_host: u64,
    pub copies_inside: u64,
    pub bytes_to_device: u64,
    pub bytes_to_host: u64,
    pub memsets: u64,
    pub synchronisations: u64,
    /// Bit mask of the streams with copies: bit `stream % 64`.
    pub copy_streams: u64,
}

impl HostWork {
    /// Bytes over the host link that determine its time. With several streams the two
    /// directions overlap.
    pub fn link_bytes(&self) -> f64 {
        let (there, back) = (self.bytes_to_device as f64, self.bytes_to_host as f64);
        if self.copy_streams.count_ones() > 1 { there.max(back) } else { there + back }
    }

    /// Copies between host and device per stream: streams prepare their copies in parallel.
    fn copies(&self) -> f64 {
        let streams = f64::from(self.copy_streams.count_ones().max(1));
        (self.copies_to_device + self.copies_to_host) as f64 / streams
    }
}

/// A term of the cost model for the host.
#[derive(Clone, Copy, Debug)]
pub struct HostTerm {
    /// The name in weights files and datasets.
    pub name: &'static str,
    /// The price is in nanoseconds per this unit.
    pub unit: &'static str,
    demand: fn(&HostWork) -> f64,
}

impl HostTerm {
    /// The demand of a run.
    pub fn amount(&self, work: &HostWork) -> f64 {
        (self.demand)(work)
    }
}

const fn term(name: &'static str, unit: &'static str, demand: fn(&HostWork) -> f64) -> HostTerm {
    HostTerm { name, unit, demand }
}

/// The times of these terms add up. Bytes over the host link are priced by the kernel term
/// `host_link`, because kernels use the same link.
pub const HOST_TERMS: &[HostTerm] = &[
    term("run", "run", |_| 1.0),
    term("copies", "copy", HostWork::copies),
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
