//! Weights and prices for a GPU: its own, or those of the nearest GPU that was measured, scaled.

use propp_base_model::GpuRates;

use super::error::WeightsError;
use super::weights::{OrderPrices, Weights};
use crate::{CostModel, PriceSource};

/// The GPU that weights are wanted for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// As recordings name it; `None` if the recording does not say.
    pub name: Option<String>,
    /// `None` if its attributes are not known.
    pub rates: Option<GpuRates>,
    /// Whether its counts are those of an emulation.
    pub is_emulated: bool,
}

impl Weights {
    /// Bundled weights for reports on a recording of this GPU: those that were fitted on such a GPU,
    /// else those of the GPU whose attributes are nearest, scaled to its own. Without attributes they
    /// are the paper's. For an emulated GPU they are the paper's, too, with prices that tell an order.
    pub fn for_reports(wanted: &Wanted) -> Result<Self, WeightsError> {
        let is_kind = |one: &Self| match wanted.is_emulated {
            true => one.order.is_some(),
            false => one.cost.is_some(),
        };
        let adapted = Self::all().filter(is_kind).filter_map(|one| one.adapted(wanted));
        let nearest = adapted.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, weights)| weights);
        match nearest {
            Some(own) if own.order.is_none() => Ok(own),
            own => {
                let prices_from = own.as_ref().map(|own| own.prices_from.clone());
                let mut paper = Self::bundled("paper")?;
                paper.order = own.and_then(|own| own.order);
                paper.prices_from = prices_from.unwrap_or(PriceSource::Fitted);
                Ok(paper)
            }
        }
    }

    /// These weights for another GPU, and how far away it is from the one that they were fitted on;
    /// `None` if what the prices follow is not known of both.
    fn adapted(self, wanted: &Wanted) -> Option<(f64, Self)> {
        if wanted.name.as_ref() == Some(&self.provenance.gpu) {
            return Some((0.0, self));
        }
        let (from, to) = (self.rates.as_ref()?, wanted.rates.as_ref()?);
        let distance = distance(from, to);
        Some((distance, self.clone().scaled(from, to, wanted)))
    }

    /// These weights for the GPU of a recording: as they are if they are its own, or nothing is known
    /// of it, else scaled.
    #[must_use]
    pub fn for_gpu(self, wanted: &Wanted) -> Self {
        match self.clone().adapted(wanted) {
            Some((_, adapted)) => adapted,
            None => self,
        }
    }

    fn scaled(mut self, from: &GpuRates, to: &GpuRates, wanted: &Wanted) -> Self {
        let of = self.provenance.gpu.clone();
        let calibrated =
            matches!(self.prices_from, PriceSource::Calibrated { confirmed: false, .. });
        let before = self.prices_from.flattening();
        self.prices_from = match from.chip == to.chip {
            true => PriceSource::Scaled { from: of, calibrated },
            false => PriceSource::OtherChip { from: of },
        };
        let factors = (self.prices_from.widening(), self.prices_from.flattening() / before);
        let scaled = |model: &CostModel| model.scaled(from, to).doubted(factors.0, factors.1);
        let name = wanted.name.clone().unwrap_or_else(|| self.provenance.gpu.clone());
        self.cost = self.cost.as_ref().map(scaled);
        self.order = self.order.map(|order| {
            let mut from = order.from;
            from.gpu.clone_from(&name);
            OrderPrices { model: scaled(&order.model), from }
        });
        self.provenance.gpu = name;
        self.rates = Some(to.clone());
        self
    }
}

/// How unlike two GPUs are: the logarithms of the ratios of their rates, and far more for another
/// chip.
fn distance(from: &GpuRates, to: &GpuRates) -> f64 {
    const OTHER_CHIP: f64 = 100.0;
    let apart = |of: fn(&GpuRates) -> f64| (of(from) / of(to)).ln().abs();
    let rates = apart(GpuRates::bandwidth) + apart(|one| one.l2_bytes) + apart(|one| one.sms);
    let chip = if from.chip == to.chip { 0.0 } else { OTHER_CHIP };
    // Nothing but the GPU itself is at 0.
    chip + rates + apart(|one| one.sm_clock_khz) + f64::MIN_POSITIVE
}

#[cfg(test)]
#[path = "adapted_tests.rs"]
mod tests;
