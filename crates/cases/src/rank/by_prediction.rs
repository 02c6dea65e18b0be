//! The order by predicted times, and how certain it is.

use propp_criteria::cost::{CALLED, Certainty, Composition};

/// A predicted time, and what it is made of.
pub(super) type Time = (u64, Composition);

/// The place of an implementation by predicted times.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Placed {
    /// 1 plus the number of implementations that are faster with 90 % certainty.
    pub(super) place: usize,
    /// Whether the order with another one is less certain than that.
    pub(super) tied: bool,
    /// How certain it is that the best one is faster; `None` for that one.
    pub(super) certainty: Option<f64>,
}

fn faster(certainty: Certainty, (ns, parts): &Time, (than, its_parts): &Time) -> f64 {
    certainty.faster(*ns as f64, *than as f64, parts.difference(its_parts))
}

/// The places of implementations; those without a prediction come last. Without a calibration
/// nothing is a tie.
pub(super) fn placed(all: &[Option<Time>], certainty: Option<Certainty>) -> Vec<Placed> {
    let known = all.iter().enumerate().filter_map(|(at, time)| Some((time.as_ref()?.0, at)));
    let best = known.min().map(|(_, at)| at);
    let one = |(own, time): (usize, &Option<Time>)| {
        // How likely another one is faster.
        let is_faster = |other: &Option<Time>| match (time, other) {
            (None, other) => f64::from(u8::from(other.is_some())),
            (Some(_), None) => 0.0,
            (Some(own), Some(other)) => match certainty {
                Some(certainty) => faster(certainty, other, own),
                None => f64::from(u8::from(other.0 < own.0)),
            },
        };
        let mut others = all.iter().enumerate().filter(|(at, _)| *at != own);
        let least = best.filter(|best| *best != own).and_then(|best| all[best].as_ref());
        let both = certainty.zip(least).zip(time.as_ref());
        Placed {
            place: 1 + all.iter().filter(|other| is_faster(other) >= CALLED).count(),
            tied: time.is_some()
                && others.any(|(_, other)| (1.0 - CALLED..CALLED).contains(&is_faster(other))),
            certainty: both.map(|((certainty, least), own)| faster(certainty, least, own)),
        }
    };
    all.iter().enumerate().map(one).collect()
}
