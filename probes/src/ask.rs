//! How a chase is asked for at a GPU: the settings of the probes `chase` and
//! `chase_average`.

use crate::chase::Path;

/// A chase, with what only a GPU can do.
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
    /// Along a path through the places of a lap, from a cold start.
    pub(crate) const fn new(path: Path, lap: &'a [u64]) -> Self {
        Self { path, lap, flush: false, sm: None, touch: 0, warm: 0 }
    }

    /// With nothing of the lap in L2.
    pub(crate) const fn flushed(self) -> Self {
        Self { flush: true, ..self }
    }

    /// From this SM.
    pub(crate) const fn on_sm(self, sm: u32) -> Self {
        Self { sm: Some(sm), ..self }
    }

    /// After so many laps that a whole block makes at once, past L1.
    pub(crate) const fn touched(self, laps: u64) -> Self {
        Self { touch: laps, ..self }
    }

    /// After so many loads one by one.
    pub(crate) const fn warmed(self, loads: u64) -> Self {
        Self { warm: loads, ..self }
    }

    /// The settings, for so many recorded loads.
    pub(crate) fn settings(&self, recorded: usize) -> Vec<u64> {
        let sm = self.sm.map_or(0, |sm| u64::from(sm) + 1);
        let head =
            [self.path as u64, u64::from(self.flush), sm, self.touch, self.warm, recorded as u64];
        head.iter().chain(self.lap).copied().collect()
    }
}

/// What the probe `chase` gives besides the loads: the SM, and an empty bracket.
pub(crate) const BEHIND: usize = 2;

/// The loads of what the probe `chase` gave, in cycles without those of the bracket.
pub fn loads(observations: &[f64]) -> Vec<f64> {
    let Some((recorded, behind)) = observations.split_last_chunk::<BEHIND>() else {
        return Vec::new();
    };
    recorded.iter().map(|cycles| (cycles - behind[1]).max(0.0)).collect()
}
