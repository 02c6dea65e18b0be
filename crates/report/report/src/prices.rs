//! Where the prices behind gains and predicted times come from.

use propp_base_text::printable;
use propp_judge_analysis::{Analysis, Listing};
use propp_judge_cost::PriceSource;

use crate::first::extrapolated;

/// `fitted on this GPU model (NVIDIA H200)`; `None` where nothing is priced.
pub fn source(analysis: &Analysis) -> Option<String> {
    let weights = &analysis.weights;
    weights.prices()?;
    let gpu = match weights.order() {
        Some(order) => &order.from.gpu,
        None => &weights.provenance().gpu,
    };
    let is_own = analysis.devices.iter().any(|device| device.name == *gpu);
    let words = match weights.prices_from() {
        PriceSource::Fitted if !is_own => {
            format!(
                "prices of {gpu}, which predict nothing here: the attributes of both GPUs are \
                 needed"
            )
        }
        PriceSource::Fitted => format!("fitted to measurements on this GPU model, {gpu}"),
        other => other.to_string(),
    };
    // A weights file may come from elsewhere.
    Some(printable(&words).into_owned())
}

/// A line for screens: the source, and what would make the prices better.
pub fn line(listing: &Listing<'_>) -> Option<String> {
    let source = source(listing.analysis)?;
    let weights = &listing.analysis.weights;
    let cure = match weights.prices_from() {
        // Emulated counts have prices of their own.
        _ if weights.cost().is_none() => "",
        PriceSource::Scaled { .. } | PriceSource::OtherChip { .. } => {
            "; on that GPU, `propp calibrate` makes its own in seconds"
        }
        PriceSource::Fitted | PriceSource::Calibrated { .. } => "",
    };
    let places = extrapolated(listing).map_or_else(String::new, |words| words + " ");
    Some(format!("{places}Prices: {source}{cure} (propp explain your-gpu)."))
}
