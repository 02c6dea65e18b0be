//! The GPU that prices are wanted for.

use propp_criteria::quality::Wanted;
use propp_model::GpuRates;
use propp_recording::Recording;

/// The GPU of a recording, of several the first.
#[must_use]
pub fn gpu(recording: &Recording) -> Wanted {
    let name = recording.gpu();
    let own = recording.devices.iter().find(|device| Some(device.name.as_str()) == name);
    Wanted {
        name: name.map(str::to_owned),
        rates: own.and_then(|device| GpuRates::new(&device.chip, &device.attributes)),
    }
}
