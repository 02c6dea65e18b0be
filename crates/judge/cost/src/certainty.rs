//! How sure an order by predicted times is.

use serde::{Deserialize, Serialize};

/// From this probability on, one of two is called faster.
pub const CALLED: f64 = 0.9;

/// The calibrated error of the ratio of two predicted times. The logarithm of the ratio is off
/// by a logistic distribution, whose scale grows with how differently the two times are made up:
/// errors of the same price cancel out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certainty {
    /// The scale for two times that are made up alike.
    pub scale: f64,
    /// For a [`difference`](super::Composition::difference) of `d` the scale is
    /// `1 + growth d` times as large.
    pub growth: f64,
    /// Pairs of implementations of a problem that it was calibrated on, predicted by a fit
    /// without their primitive.
    pub pairs: u64,
    pub primitives: u64,
}

impl Certainty {
    /// The probability that a run takes less time than another one, from their predicted times
    /// and the [`difference`](super::Composition::difference) of these.
    pub fn faster(&self, ns: f64, than_ns: f64, difference: f64) -> f64 {
        let ratio = ns / than_ns;
        let scale = self.scale * widening(self.growth, difference);
        if ratio.is_nan() { 0.5 } else { 1.0 / (1.0 + ratio.powf(1.0 / scale)) }
    }
}

/// How much larger the scale of a pair with a difference is than that of a pair without.
pub fn widening(growth: f64, difference: f64) -> f64 {
    growth.mul_add(difference, 1.0)
}

/// A probability in words: `97 %`, or `cannot tell` if neither of two is called faster.
pub fn certainty_words(probability: f64) -> String {
    let certainty = probability.max(1.0 - probability);
    if certainty < CALLED {
        "cannot tell".to_owned()
    } else if certainty >= 0.995 {
        ">99 %".to_owned()
    } else {
        format!("{:.0} %", (100.0 * certainty).floor())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_probability_follows_the_ratio_of_the_times() {
        let certainty = Certainty { scale: 0.15, growth: 2.0, pairs: 100, primitives: 5 };
        assert_eq!(certainty.faster(7.0, 7.0, 0.0), 0.5);
        // A logistic distribution is below nine times its scale's logarithm in 90 %.
        let apart = (0.15 * 9f64.ln()).exp();
        assert!((certainty.faster(1.0, apart, 0.0) - 0.9).abs() < 1e-12);
        assert!((certainty.faster(apart, 1.0, 0.0) - 0.1).abs() < 1e-12);
        assert_eq!((certainty.faster(0.0, 1.0, 0.0), certainty.faster(1.0, 0.0, 0.0)), (1.0, 0.0));
        assert_eq!(certainty.faster(0.0, 0.0, 0.0), 0.5);
        // Times that are made up differently have to be farther apart.
        let apart = (0.15 * 3.0 * 9f64.ln()).exp();
        assert!((certainty.faster(1.0, apart, 1.0) - 0.9).abs() < 1e-12);
    }

    #[test]
    fn below_nine_tenths_nobody_can_tell() {
        let words = [0.5, 0.8999, 0.101, 0.9, 0.1, 0.0299, 0.994, 0.995, 1.0].map(certainty_words);
        let none = "cannot tell";
        assert_eq!(words, [none, none, none, "90 %", "90 %", "97 %", "99 %", ">99 %", ">99 %"]);
    }
}
