//! The settings of the probes `chase` and `chase_average`.

use propp_probe_caches::Path;

/// A chase with options that only a GPU has.
#[derive(Clone, Debug)]
pub(crate) struct Ask<'a> {
    path: Path,
    lap: &'a [u64],
    flush: bool,
    sm: Option<u32>,
    touch: u64,
    warm: u64,
}

impl<'a> Ask<'a> {
    /// A chase through the places of a lap, from a cold start.
    pub(crate) const fn new(path: Path, lap: &'a [u64]) -> Self {
        Self { path, lap, flush: false, sm: None, touch: 0, warm: 0 }
    }

    /// Flushes the lap from L2 first.
    pub(crate) const fn flushed(self) -> Self {
        Self { flush: true, ..self }
    }

    pub(crate) const fn on_sm(self, sm: u32) -> Self {
        Self { sm: Some(sm), ..self }
    }

    /// First a whole block reads this many laps past L1, which brings them into L2.
    pub(crate) const fn touched(self, laps: u64) -> Self {
        Self { touch: laps, ..self }
    }

    /// First makes this many loads of the chase.
    pub(crate) const fn warmed(self, loads: u64) -> Self {
        Self { warm: loads, ..self }
    }

    /// The settings for this many recorded loads.
    pub(crate) fn settings(&self, recorded: usize) -> Vec<u64> {
        let sm = self.sm.map_or(0, |sm| u64::from(sm) + 1);
        let head =
            [self.path as u64, u64::from(self.flush), sm, self.touch, self.warm, recorded as u64];
        head.iter().chain(self.lap).copied().collect()
    }
}

/// Values that the probe `chase` returns after the loads: the SM, and the cost of two clock
/// readings without a load.
pub(crate) const BEHIND: usize = 2;

/// The loads of the probe `chase` in cycles, without the cost of the clock readings.
pub fn loads(observations: &[f64]) -> Vec<f64> {
    let Some((recorded, behind)) = observations.split_last_chunk::<BEHIND>() else {
        return Vec::new();
    };
    recorded.iter().map(|cycles| (cycles - behind[1]).max(0.0)).collect()
}
