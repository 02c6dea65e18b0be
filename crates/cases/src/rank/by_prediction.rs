//! The order by predicted times, and how certain it is.

use propp_criteria::cost::{CALLED, Certainty};

use super::ranking::Ranked;

/// How certain it is by prediction that the best one is faster than each other one.
pub(super) fn say_how_certain(ranked: &mut [Ranked], certainty: Option<Certainty>) {
    let predicted = ranked.iter().enumerate().filter_map(|(at, one)| Some((one.predicted_ns?, at)));
    let Some((least, best)) = predicted.min() else { return };
    let others = ranked.iter_mut().enumerate().filter(|(at, _)| *at != best);
    for (_, one) in others {
        let both = certainty.zip(one.predicted_ns);
        one.certainty = both.map(|(certainty, ns)| certainty.faster(least as f64, ns as f64));
    }
}

/// The shortest predicted time first. Implementations without a prediction come last. Without a
/// calibration nothing is a tie.
pub(super) fn place_by_prediction(ranked: &mut [Ranked], certainty: Option<Certainty>) {
    ranked.sort_by_key(|one| one.predicted_ns.unwrap_or(u64::MAX));
    let all: Vec<Option<u64>> = ranked.iter().map(|one| one.predicted_ns).collect();
    for (own, one) in ranked.iter_mut().enumerate() {
        // How likely another one is faster.
        let faster = |other: &Option<u64>| match (one.predicted_ns, other) {
            (None, other) => f64::from(u8::from(other.is_some())),
            (Some(_), None) => 0.0,
            (Some(ns), Some(other)) => match certainty {
                Some(certainty) => certainty.faster(*other as f64, ns as f64),
                None => f64::from(u8::from(*other < ns)),
            },
        };
        one.place = 1 + all.iter().filter(|other| faster(other) >= CALLED).count();
        let mut others = all.iter().enumerate().filter(|(at, _)| *at != own);
        one.tied = one.predicted_ns.is_some()
            && others.any(|(_, other)| (1.0 - CALLED..CALLED).contains(&faster(other)));
    }
}
