//! The order by predicted times, and how certain it is.

use serde::Serialize;

use super::{CALLED, Certainty, Composition};

/// The place of a predicted time among others.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Place {
    /// 1 plus the number of those that come before it with 90 % certainty.
    pub place: usize,
    /// Whether the order with another one is less certain than that.
    pub tied: bool,
    /// How certain it is that the first one comes before it; `None` for the first.
    pub certainty: Option<f64>,
}

/// What comes first in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    Fastest,
    Longest,
}

/// The places of predicted times; what has none comes last. Without a calibration nothing is a
/// tie.
pub fn places(
    times: &[Option<Composition>],
    certainty: Option<Certainty>,
    first: First,
) -> Vec<Place> {
    let before = |one: &Composition, other: &Composition| {
        let (fast, slow) = match first {
            First::Fastest => (one, other),
            First::Longest => (other, one),
        };
        match certainty {
            Some(certainty) => certainty.faster(fast.ns(), slow.ns(), fast.difference(slow)),
            None => f64::from(u8::from(fast.ns() < slow.ns())),
        }
    };
    let known = times.iter().enumerate().filter_map(|(at, time)| Some((at, time.as_ref()?)));
    let least = known.min_by(|(_, a), (_, b)| match first {
        First::Fastest => a.ns().total_cmp(&b.ns()),
        First::Longest => b.ns().total_cmp(&a.ns()),
    });
    let one = |(own, time): (usize, &Option<Composition>)| {
        let is_before = |other: &Option<Composition>| match (time, other) {
            (None, other) => f64::from(u8::from(other.is_some())),
            (Some(_), None) => 0.0,
            (Some(own), Some(other)) => before(other, own),
        };
        let mut others = times.iter().enumerate().filter(|(at, _)| *at != own);
        let least = least.filter(|(at, _)| *at != own && certainty.is_some());
        Place {
            place: 1 + times.iter().filter(|other| is_before(other) >= CALLED).count(),
            tied: time.is_some()
                && others.any(|(_, other)| (1.0 - CALLED..CALLED).contains(&is_before(other))),
            certainty: least.zip(time.as_ref()).map(|((_, least), own)| before(least, own)),
        }
    };
    times.iter().enumerate().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_says_how_certain_it_is() {
        let calibrated = Certainty { scale: 0.15, growth: 0.0, pairs: 100, primitives: 5 };
        let of = |times: [Option<f64>; 3], certainty, first| {
            let time = |ns: Option<f64>| {
                let mut time = Composition::default();
                ns.map(|ns| time.add("single_precision", ns)).map(|()| time)
            };
            let places = places(&times.map(time), certainty, first).into_iter();
            places.map(|one| (one.place, one.tied, one.certainty)).collect::<Vec<_>>()
        };
        // 1.1 times as long is too near, 3 times is not.
        let sure = |ns| Some(calibrated.faster(10_000.0, ns, 0.0));
        let times = [Some(30_000.0), Some(11_000.0), Some(10_000.0)];
        assert_eq!(
            of(times, Some(calibrated), First::Fastest),
            [(3, false, sure(30_000.0)), (1, true, sure(11_000.0)), (1, true, None)]
        );
        assert!(sure(30_000.0) > Some(0.99));
        let places = of(times, Some(calibrated), First::Longest);
        assert_eq!(places[0], (1, false, None));
        assert_eq!(places[2], (2, true, sure(30_000.0)));
        // Weights without a certainty order without one.
        let without = [None, Some(11_000.0), Some(10_000.0)];
        assert_eq!(
            of(without, None, First::Fastest),
            [(3, false, None), (2, false, None), (1, false, None)]
        );
    }
}
