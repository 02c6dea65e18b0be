//! Was the GPU's clock held down while a sample was taken?

use propp_cuda::{Clock, Nvml};

/// Bits of nvml.h that mean that the GPU is kept slower than it could go, by heat or
/// want of power: software power cap, hardware slowdown, software and hardware thermal
/// slowdown, hardware power brake. Not among them are idling, clocks that someone has
/// set, and waiting for other GPUs.
const HELD_DOWN: u64 = 0x4 | 0x8 | 0x20 | 0x40 | 0x80;

/// Names of the bits above.
const NAMES: [(u64, &str); 5] = [
    (0x4, "power cap"),
    (0x8, "hardware slowdown"),
    (0x20, "software thermal slowdown"),
    (0x40, "hardware thermal slowdown"),
    (0x80, "power brake"),
];

/// Whether a sample between two readings is to be thrown away. Pure.
pub(super) const fn was_held_down(before: Clock, after: Clock) -> bool {
    (before.reasons | after.reasons) & HELD_DOWN != 0
}

/// What holds a clock down, in words. Pure.
pub(super) fn words(reasons: u64) -> String {
    let known = NAMES.iter().filter(|(bit, _)| reasons & bit != 0).map(|(_, name)| *name);
    known.collect::<Vec<_>>().join(", ")
}

/// Looks at the clock around each sample.
#[derive(Debug)]
pub(super) struct Watch {
    nvml: Option<Nvml>,
    last: Option<Clock>,
    /// All reasons for which samples were thrown away.
    pub(super) reasons: u64,
}

impl Watch {
    /// Of a GPU; without NVML there is none, and the reason is the second part.
    pub(super) fn of(bus_id: Result<String, String>) -> (Self, Option<String>) {
        let (nvml, why) = match bus_id.and_then(|id| Nvml::open(&id)) {
            Ok(nvml) => (Some(nvml), None),
            Err(why) => (None, Some(why)),
        };
        (Self { nvml, last: None, reasons: 0 }, why)
    }

    /// Begins with a reading.
    pub(super) fn begin(&mut self) {
        self.reasons = 0;
        self.last = self.read();
    }

    /// Whether the sample since the last reading is to be thrown away.
    pub(super) fn is_spoiled(&mut self) -> bool {
        let now = self.read();
        let spoiled = match (self.last, now) {
            (Some(before), Some(after)) => was_held_down(before, after),
            _ => false,
        };
        if let (true, Some(before), Some(after)) = (spoiled, self.last, now) {
            self.reasons |= (before.reasons | after.reasons) & HELD_DOWN;
        }
        self.last = now;
        spoiled
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
            assert!(!was_held_down(clock(0), clock(reasons)), "{reasons:#x}");
        }
        for (bit, _) in NAMES {
            assert!(was_held_down(clock(bit), clock(0)));
            assert!(was_held_down(clock(0), clock(bit | 1)));
        }
        assert_eq!(NAMES.iter().fold(0, |bits, (bit, _)| bits | bit), HELD_DOWN);
    }

    #[test]
    fn reasons_have_words() {
        assert_eq!(words(0x4 | 0x40 | 0x1), "power cap, hardware thermal slowdown");
    }

    #[test]
    fn without_nvml_nothing_is_spoiled() {
        let (mut watch, why) = Watch::of(Err("no such thing".to_owned()));
        assert_eq!(why.as_deref(), Some("no such thing"));
        watch.begin();
        assert!(!watch.is_spoiled());
    }
}
