//! `--on`: the GPU that a run is carried over to.

use std::path::Path;

use propp_base_gpus::Description;
use propp_base_model::{DeviceFacts, DeviceProfile, GpuRates, Product};
use propp_judge_analysis::Target;
use propp_judge_cost::quality::Weights;

use crate::cli::gate::read::text_of;
use crate::cli::say::{Failure, Result};

/// A described GPU by its name, or the one that a file of prices or a device profile is of. The
/// attributes alone are taken: two fits err differently, and one that is scaled errs alike on both GPUs.
pub(super) fn target(asked: &str) -> Result<Target> {
    if let Some(gpu) = Description::named(asked) {
        return described(&gpu);
    }
    if !asked.contains(['/', '.']) {
        return Err(Failure::usage(format!(
            "--on: no GPU {asked:?} is described; there are: {}. A file of `propp fit`, \
             `propp calibrate` or `propp probe --profile` describes another one",
            propp_base_gpus::names()
        )));
    }
    let failed = |what: String| Failure::usage(format!("--on {asked}: {what}"));
    let text = text_of(Path::new(asked)).map_err(|why| {
        let cure =
            if why == "this is a recording" { "; `propp compare` compares recordings" } else { "" };
        failed(format!("{why}{cure}"))
    })?;
    if Path::new(asked).extension().is_some_and(|ending| ending == "json") {
        let profile = DeviceProfile::from_json(&text).map_err(|error| failed(error.to_string()))?;
        let gpu = Description::of_product(&profile.gpu).ok_or_else(|| {
            failed(format!(
                "it is of {}, whose attributes are not known; `propp calibrate` on it makes a file \
                 that has them",
                profile.gpu
            ))
        })?;
        return described(&gpu);
    }
    let weights = Weights::from_toml(&text).map_err(|error| failed(error.to_string()))?;
    let name = weights.provenance().gpu.clone();
    let rates = weights.rates().cloned();
    let rates = rates
        .ok_or_else(|| failed("it lacks the attributes of its GPU; fit it anew".to_owned()))?;
    let facts = facts(&name, &rates);
    let facts = facts.ok_or_else(|| failed(format!("the chip {} is not known", rates.chip)))?;
    if weights.cost().is_none() {
        return Err(failed("it has no prices of a GPU that was measured".to_owned()));
    }
    Ok(Target { name, facts, rates })
}

fn described(gpu: &Description) -> Result<Target> {
    let lacking = || Failure::usage(format!("the description of {} is not whole", gpu.name));
    Ok(Target {
        name: gpu.name.clone(),
        facts: gpu.facts().ok_or_else(lacking)?,
        rates: GpuRates::new(&gpu.chip, &gpu.attributes).ok_or_else(lacking)?,
    })
}

/// What an SM of the chip holds, and how many there are.
fn facts(name: &str, rates: &GpuRates) -> Option<DeviceFacts> {
    if let Some(gpu) = Description::of_product(name) {
        return gpu.facts();
    }
    let mut facts = Product::named(&rates.chip)?.sm()?;
    facts.attributes.sm_count = rates.sms as u32;
    Some(facts)
}
