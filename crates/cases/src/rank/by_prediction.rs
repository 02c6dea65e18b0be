//! The order by predicted times, and how certain it is.

use propp_criteria::cost::{CALLED, Certainty, Composition};

use super::ranking::Ranked;

/// A predicted time, and what it is made of.
type Time = (u64, Composition);

fn time(one: &Ranked) -> Option<Time> {
    Some((one.predicted_ns?, one.predicted.clone()))
}

fn faster(certainty: Certainty, (ns, parts): &Time, (than, its_parts): &Time) -> f64 {
    certainty.faster(*ns as f64, *than as f64, parts.difference(its_parts))
}

/// How certain it is by prediction that the best one is faster than each other one.
pub(super) fn say_how_certain(ranked: &mut [Ranked], certainty: Option<Certainty>) {
    let predicted = ranked.iter().enumerate().filter_map(|(at, one)| Some((one.predicted_ns?, at)));
    let Some((_, best)) = predicted.min() else { return };
    let least = time(&ranked[best]);
    let others = ranked.iter_mut().enumerate().filter(|(at, _)| *at != best);
    for (_, one) in others {
        let all = certainty.zip(least.as_ref()).zip(time(one));
        one.certainty = all.map(|((certainty, least), own)| faster(certainty, least, &own));
    }
}

/// The shortest predicted time first. Implementations without a prediction come last. Without a
/// calibration nothing is a tie.
pub(super) fn place_by_prediction(ranked: &mut [Ranked], certainty: Option<Certainty>) {
    ranked.sort_by_key(|one| one.predicted_ns.unwrap_or(u64::MAX));
    let all: Vec<Option<Time>> = ranked.iter().map(time).collect();
    for (own, one) in ranked.iter_mut().enumerate() {
        // How likely another one is faster.
        let is_faster = |other: &Option<Time>| match (&all[own], other) {
            (None, other) => f64::from(u8::from(other.is_some())),
            (Some(_), None) => 0.0,
            (Some(own), Some(other)) => match certainty {
                Some(certainty) => faster(certainty, other, own),
                None => f64::from(u8::from(other.0 < own.0)),
            },
        };
        one.place = 1 + all.iter().filter(|other| is_faster(other) >= CALLED).count();
        let mut others = all.iter().enumerate().filter(|(at, _)| *at != own);
        one.tied = one.predicted_ns.is_some()
            && others.any(|(_, other)| (1.0 - CALLED..CALLED).contains(&is_faster(other)));
    }
}
