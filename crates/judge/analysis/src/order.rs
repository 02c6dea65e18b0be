//! The order of kernels by what all their launches should take, at prices that tell no time.

use propp_base_model::counters::*;
use propp_judge_cost::quality::OrderPrices;
use propp_judge_cost::{Composition, CostModel, First, Predicted, Work, places};

use super::Ordered;
use super::draft::Draft;

/// The place of each kernel; `None` for work without a price.
pub(super) fn of(kernels: &[Draft<'_, '_>], prices: &OrderPrices) -> Vec<Option<Ordered>> {
    let model = prices.model.of_kernels();
    let certainty = model.for_all(kernels.iter().flat_map(|kernel| &kernel.work)).certainty;
    // Time is linear in the work: what is larger than all that was fitted has its place, too, unless it
    // is work without a price.
    let is_priced = |term: &String| model.price_of(term).is_some_and(|price| price > 0.0);
    let launch = |kernel: &Draft<'_, '_>| {
        let mut launch = model.predict_mean(&kernel.work).ok()?;
        launch.ns += repeated_atomics_ns(&kernel.work, &model);
        launch.outside.iter().all(is_priced).then_some(launch)
    };
    let all: Vec<Option<Predicted>> = kernels.iter().map(launch).collect();
    let times: Vec<Option<Composition>> = (kernels.iter().zip(&all))
        .map(|(kernel, launch)| {
            let mut time = Composition::default();
            time.add_launches(launch.as_ref()?, kernel.launches());
            Some(time)
        })
        .collect();
    let places = places(&times, certainty, First::Longest);
    let is_first_known = (all.iter().zip(&places))
        .filter(|(_, place)| place.certainty.is_none())
        .filter_map(|(launch, _)| launch.as_ref())
        .all(|launch| launch.outside.is_none());
    let placed = all.into_iter().zip(places).map(|(launch, mut place)| {
        launch.map(|launch| {
            // How certain extrapolated prices are was not calibrated.
            let is_known = is_first_known && launch.outside.is_none();
            place.certainty = place.certainty.filter(|_| is_known);
            Ordered { launch, place }
        })
    });
    placed.collect()
}

/// What a launch takes longer because lanes with the same address go one after the other: each asks L2
/// for the sector again. The prices were fitted to counts of different sectors, which most atomics of
/// the suite ask for, and stay those of `rank` and `compare`.
fn repeated_atomics_ns(works: &[Work], model: &CostModel) -> f64 {
    let launches: f64 = works.iter().map(|work| work.launches.max(1) as f64).sum();
    let again = |work: &Work| {
        let count = |name: &str| work.count(name);
        let different = [
            GLOBAL_LOAD_SECTORS,
            GLOBAL_STORE_SECTORS,
            GLOBAL_ATOMIC_SECTORS,
            GLOBAL_REDUCTION_SECTORS,
        ];
        let different: f64 = different.map(count).iter().sum();
        (count(L2_SECTORS_FROM_L1) - different).max(0.0) * work.launches.max(1) as f64
    };
    let again: f64 = works.iter().map(again).sum();
    again / launches.max(1.0) * model.price_of("l2_atomic_sectors").unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use propp_base_gpus::Description;
    use propp_base_model::GpuRates;
    use propp_judge_cost::quality::{Wanted, Weights};

    use super::*;

    #[test]
    fn only_sectors_that_are_asked_for_again_take_longer() {
        let gpu = Description::of_product("NVIDIA H200").unwrap();
        let rates = GpuRates::new(&gpu.chip, &gpu.attributes);
        let wanted = Wanted { name: Some(gpu.name.clone()), rates, is_emulated: true };
        let weights = Weights::for_reports(&wanted).unwrap();
        let model = &weights.order().unwrap().model;
        let price = model.price_of("l2_atomic_sectors").unwrap();
        assert!(price > 0.0);
        let work = |from_l1: f64, launches: u64| {
            let counts = [
                (L2_SECTORS_FROM_L1, from_l1),
                (GLOBAL_LOAD_SECTORS, 10.0),
                (GLOBAL_STORE_SECTORS, 20.0),
                (GLOBAL_ATOMIC_SECTORS, 30.0),
                (GLOBAL_REDUCTION_SECTORS, 40.0),
            ];
            let counts = counts.map(|(name, count)| (name.to_owned(), count)).into();
            Work { counts, launches, ..Work::default() }
        };
        assert_eq!(repeated_atomics_ns(&[work(100.0, 1)], model), 0.0);
        assert_eq!(repeated_atomics_ns(&[work(90.0, 1)], model), 0.0);
        // 150 more in one launch, none in the two others.
        let mean = repeated_atomics_ns(&[work(250.0, 1), work(100.0, 2)], model);
        assert!((mean - 50.0 * price).abs() < 1e-9 * mean, "{mean}");
    }
}
