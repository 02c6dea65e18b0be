//! The GPU that prices are wanted for.

use propp_base_gpus::Description;
use propp_base_model::GpuRates;
use propp_judge_cost::quality::Wanted;
use propp_recording::{Device, Recording};

/// The GPU of a recording, of several the first.
pub fn gpu(recording: &Recording) -> Wanted {
    let name = recording.gpu();
    let own = recording.devices.iter().find(|device| Some(device.name.as_str()) == name);
    Wanted {
        name: name.map(str::to_owned),
        rates: own.and_then(rates),
        is_emulated: recording.emulated_gpu().is_some(),
    }
}

/// What prices of a GPU follow. Where published figures describe it, its memory clock is theirs: not
/// every driver counts it alike.
pub(super) fn rates(device: &Device) -> Option<GpuRates> {
    let rates = GpuRates::new(&device.chip, &device.attributes)?;
    let published = Description::of_product(&device.name).filter(|own| !own.sources.is_empty());
    let published = published.and_then(|own| GpuRates::new(&own.chip, &own.attributes));
    let memory_clock_khz = published.map_or(rates.memory_clock_khz, |own| own.memory_clock_khz);
    Some(GpuRates { memory_clock_khz, ..rates })
}
