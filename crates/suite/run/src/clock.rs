//! Detects throttling: was the GPU's clock held down while a sample was taken?

use propp_collect_cuda::{Clock, Nvml};

/// Throttling reasons of nvml.h, by heat or lack of power: software power cap, hardware
/// slowdown, software and hardware thermal slowdown, hardware power brake. Idling, clocks
/// set by the user, and waiting for other GPUs do not count.
const THROTTLED: u64 = 0x4 | 0x8 | 0x20 | 0x40 | 0x80;

const NAMES: [(u64, &str); 5] = [
    (0x4, "power cap"),
    (0x8, "hardware slowdown"),
    (0x20, "software thermal slowdown"),
    (0x40, "hardware thermal slowdown"),
    (0x80, "power brake"),
];

/// The throttling reasons of two readings. Pure.
const fn throttling(before: Clock, after: Clock) -> u64 {
    (before.reasons | after.reasons) & THROTTLED
}

/// The throttling reasons as text. Pure.
pub(super) fn words(reasons: u64) -> String {
    let known = NAMES.iter().filter(|(bit, _)| reasons & bit != 0).map(|(_, name)| *name);
    known.collect::<Vec<_>>().join(", ")
}

/// Reads the clock around each sample.
#[derive(Debug)]
pub(super) struct ClockWatch {
    nvml: Option<Nvml>,
    last: Option<Clock>,
    /// All reasons for which samples were dropped.
    pub(super) reasons: u64,
}

impl ClockWatch {
    /// Opens NVML. The second value says why, if that fails.
    pub(super) fn open(bus_id: Result<String, String>) -> (Self, Option<String>) {
        let (nvml, why) = match bus_id.and_then(|id| Nvml::open(&id)) {
            Ok(nvml) => (Some(nvml), None),
            Err(why) => (None, Some(why)),
        };
        (Self { nvml, last: None, reasons: 0 }, why)
    }

    pub(super) fn begin(&mut self) {
        self.reasons = 0;
        self.last = self.read();
    }

    /// Whether the clock was throttled since the last reading.
    pub(super) fn was_throttled(&mut self) -> bool {
        let now = self.read();
        let reasons = self.last.zip(now).map_or(0, |(before, after)| throttling(before, after));
        self.reasons |= reasons;
        self.last = now;
        reasons != 0
    }

    fn read(&self) -> Option<Clock> {
        self.nvml.as_ref()?.clock().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(reasons: u64) -> Clock {
        Clock { sm_mhz: 1980, reasons }
    }

    #[test]
    fn power_and_heat_spoil_a_sample_and_idling_does_not() {
        for reasons in [0, 0x1, 0x2, 0x10, 0x100] {
            assert_eq!(throttling(clock(0), clock(reasons)), 0, "{reasons:#x}");
        }
        for (bit, _) in NAMES {
            assert_eq!(throttling(clock(bit), clock(0)), bit);
            assert_eq!(throttling(clock(0), clock(bit | 1)), bit);
        }
        assert_eq!(NAMES.iter().fold(0, |bits, (bit, _)| bits | bit), THROTTLED);
    }

    #[test]
    fn reasons_have_words() {
        assert_eq!(words(0x4 | 0x40 | 0x1), "power cap, hardware thermal slowdown");
    }

    #[test]
    fn without_nvml_nothing_is_spoiled() {
        let (mut watch, why) = ClockWatch::open(Err("no such thing".to_owned()));
        assert_eq!(why.as_deref(), Some("no such thing"));
        watch.begin();
        assert!(!watch.was_throttled());
    }
}
