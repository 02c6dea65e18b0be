//! Prices of one GPU from those of another: each follows a rate of the data sheet.

use propp_base_model::GpuRates;

use super::{CostModel, Price, TERMS};

/// Multiplies the prices of terms, in the order of [`TERMS`].
pub(super) fn multiply(prices: &mut [Price], factor: impl Fn(&str) -> f64) {
    for price in prices {
        let factor = factor(&price.term);
        price.ns *= factor;
        price.low *= factor;
        price.high *= factor;
    }
}

impl CostModel {
    /// The prices of another GPU, by the data sheets of both.
    pub fn scaled(&self, from: &GpuRates, to: &GpuRates) -> Self {
        let scale = |name: &str| TERMS.iter().find(|term| term.name == name).map(|term| term.scale);
        let mut own = self.clone();
        multiply(&mut own.prices, |name| scale(name).map_or(1.0, |scale| scale.factor(from, to)));
        own.coarse = self.coarse.as_ref().map(|coarse| Box::new(coarse.scaled(from, to)));
        own
    }

    /// Prices that are less well known: the logarithm of a time may be off `widening` times as far,
    /// and the scale of a certainty is `flattening` times as large.
    pub fn doubted(&self, widening: f64, flattening: f64) -> Self {
        let mut own = self.clone();
        own.spread = self.spread.powf(widening);
        own.unseen = self.unseen.map(|unseen| unseen.widened(widening));
        if let Some(certainty) = &mut own.certainty {
            certainty.scale *= flattening;
        }
        own.coarse =
            self.coarse.as_ref().map(|coarse| Box::new(coarse.doubted(widening, flattening)));
        own
    }
}
