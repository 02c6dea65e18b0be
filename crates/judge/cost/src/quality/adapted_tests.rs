use propp_base_gpus::Description;

use super::*;

fn wanted(folder: &str) -> Wanted {
    let gpu = Description::named(folder).unwrap();
    Wanted {
        rates: GpuRates::new(&gpu.chip, &gpu.attributes),
        name: Some(gpu.name),
        is_emulated: false,
    }
}

#[test]
fn a_gpu_that_was_measured_has_its_own_prices() {
    for folder in ["h100", "h200"] {
        let own = Weights::for_reports(&wanted(folder)).unwrap();
        assert_eq!(own, Weights::bundled(folder).unwrap());
        assert_eq!(own.prices_from(), &PriceSource::Fitted);
    }
}

#[test]
fn every_described_gpu_has_prices_that_say_where_they_come_from() {
    for gpu in Description::all() {
        let rates = GpuRates::new(&gpu.chip, &gpu.attributes);
        let wanted = Wanted { name: Some(gpu.name.clone()), rates, is_emulated: false };
        let weights = Weights::for_reports(&wanted).unwrap();
        assert!(weights.cost().is_some(), "{}", gpu.name);
        assert_eq!(weights.provenance().gpu, gpu.name);
        let is_of_chip = gpu.chip == "GH100";
        assert_eq!(weights.prices_from().is_validated(), is_of_chip, "{}", gpu.name);
        let emulated = format!("{} (emulated)", gpu.name);
        let wanted = Wanted { name: Some(emulated.clone()), is_emulated: true, ..wanted };
        let weights = Weights::for_reports(&wanted).unwrap();
        assert!(weights.cost().is_none());
        assert_eq!(weights.order().unwrap().from.gpu, emulated);
    }
}

#[test]
fn another_gpu_of_the_chip_gets_the_prices_of_the_nearest() {
    let mut near = wanted("h200");
    near.name = Some("NVIDIA GH200 480GB".to_owned());
    let rates = near.rates.as_mut().unwrap();
    rates.memory_clock_khz *= 0.9;
    let own = Weights::for_reports(&near).unwrap();
    let from = "NVIDIA H200".to_owned();
    assert_eq!(own.prices_from(), &PriceSource::Scaled { from, calibrated: false });
    let fitted = Weights::bundled("h200").unwrap();
    let price = |weights: &Weights, term: &str| {
        let prices = &weights.cost().unwrap().prices;
        prices.iter().find(|price| price.term == term).unwrap().ns
    };
    assert!((price(&own, "dram_read") / price(&fitted, "dram_read") - 1.0 / 0.9).abs() < 1e-9);
    assert_eq!(price(&own, "launches"), price(&fitted, "launches"));
    let scale = |weights: &Weights| weights.cost().unwrap().certainty.unwrap().scale;
    assert!((scale(&own) / scale(&fitted) - 1.1).abs() < 1e-9);
    // Twice there and back are the prices that there were.
    let back = own.for_gpu(&wanted("h200"));
    assert!((price(&back, "dram_read") - price(&fitted, "dram_read")).abs() < 1e-12);
}

#[test]
fn without_attributes_there_are_no_prices() {
    let unknown = Wanted { name: Some("NVIDIA Voodoo".to_owned()), ..Wanted::default() };
    let weights = Weights::for_reports(&unknown).unwrap();
    assert_eq!(weights, Weights::for_reports(&Wanted::default()).unwrap());
    assert!(weights.cost().is_none() && weights.order().is_none());
}
