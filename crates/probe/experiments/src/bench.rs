//! Measures samples repeatedly and marks the ones that do not agree as unstable.

use propp_base_model::Sample;
use propp_base_statistics::median::median;

use crate::machine::{Machine, MachineError, Measured};

/// Repetitions of a point by default.
pub const REPEATS: u32 = 3;

/// Additional repetitions at most, if some do not agree.
pub const MORE_REPEATS: u32 = 6;

/// The largest relative deviation of the clock.
const CLOCK_DRIFT: f64 = 0.01;

/// The largest deviation of repetitions from their median: relative, and in units for values
/// of a few cycles.
const SPREAD: f64 = 0.03;
const LEAST_SPREAD: f64 = 2.0;

/// Measures the samples of one experiment.
pub struct Bench<'a> {
    machine: &'a mut dyn Machine,
    experiment: &'static str,
    /// The clock of the SMs under load, which every sample is compared with.
    reference_mhz: f64,
    pub repeats: u32,
    pub samples: Vec<Sample>,
}

/// A point of a curve.
#[derive(Clone, Debug)]
pub struct Point<'a> {
    /// The name of the curve.
    pub series: &'a str,
    /// The parameters by name with unit.
    pub setting: &'a [(&'a str, f64)],
    /// The unit of the observations.
    pub unit: &'a str,
}

impl<'a> Bench<'a> {
    /// `reference_mhz` is the clock of the warm GPU under load.
    pub fn new(machine: &'a mut dyn Machine, experiment: &'static str, reference_mhz: f64) -> Self {
        Self { machine, experiment, reference_mhz, repeats: REPEATS, samples: Vec::new() }
    }

    pub fn machine(&mut self) -> &mut dyn Machine {
        self.machine
    }

    /// Measures a point until [`Bench::repeats`] repetitions agree, or [`MORE_REPEATS`] more were
    /// made. Repetitions that do not agree are kept as unstable. Returns the observations of the
    /// first one that agrees.
    pub fn take(
        &mut self,
        point: &Point<'_>,
        probe: &str,
        settings: &[u64],
        outputs: usize,
    ) -> Result<Vec<f64>, MachineError> {
        let mut taken: Vec<Measured> = Vec::new();
        let mut agree = Vec::new();
        let enough = self.repeats as usize;
        while taken.len() < enough + MORE_REPEATS as usize {
            taken.push(self.machine.measure(probe, settings, outputs)?);
            agree = agreeing(&taken, self.reference_mhz);
            if count(&agree) >= enough {
                break;
            }
        }
        // Too few repetitions agree after all tries, so all are unstable.
        if count(&agree) < enough {
            agree.fill(false);
        }
        let first = agree.iter().position(|stable| *stable).unwrap_or(0);
        let values = taken.get(first).map(|one| one.values.clone()).unwrap_or_default();
        for (repeat, (one, stable)) in taken.into_iter().zip(agree).enumerate() {
            self.samples.push(Sample {
                experiment: self.experiment.to_owned(),
                series: point.series.to_owned(),
                setting: point.setting.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect(),
                repeat: repeat as u32,
                unit: point.unit.to_owned(),
                values: one.values,
                clock_mhz: one.clock_mhz,
                stable,
            });
        }
        Ok(values)
    }
}

fn count(agree: &[bool]) -> usize {
    agree.iter().filter(|stable| **stable).count()
}

/// Which repetitions agree: their clock is the reference clock, and their median is close to
/// the median of the others.
fn agreeing(taken: &[Measured], reference_mhz: f64) -> Vec<bool> {
    let clock_is_right = |one: &Measured| {
        one.clock_mhz == 0.0
            || reference_mhz == 0.0
            || (one.clock_mhz / reference_mhz - 1.0).abs() <= CLOCK_DRIFT
    };
    let of = |one: &Measured| median(&one.values).unwrap_or(0.0);
    let right: Vec<f64> = taken.iter().filter(|one| clock_is_right(one)).map(of).collect();
    let Some(middle) = median(&right) else { return vec![false; taken.len()] };
    let room = (SPREAD * middle.abs()).max(LEAST_SPREAD);
    taken.iter().map(|one| clock_is_right(one) && (of(one) - middle).abs() <= room).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Facts;

    /// A GPU that answers from a list.
    struct Script {
        facts: Facts,
        answers: Vec<(f64, f64)>,
        asked: usize,
    }

    impl Machine for Script {
        fn facts(&self) -> &Facts {
            &self.facts
        }

        fn measure(&mut self, _: &str, _: &[u64], _: usize) -> Result<Measured, MachineError> {
            let (value, clock_mhz) = self.answers[self.asked % self.answers.len()];
            self.asked += 1;
            Ok(Measured { values: vec![value; 5], clock_mhz })
        }
    }

    fn taken(answers: &[(f64, f64)]) -> Vec<bool> {
        let mut machine = Script { facts: Facts::default(), answers: answers.to_vec(), asked: 0 };
        let mut bench = Bench::new(&mut machine, "test", 1980.0);
        let point = Point { series: "s", setting: &[("bytes", 1.0)], unit: "cycles" };
        bench.take(&point, "p", &[], 5).unwrap();
        bench.samples.iter().map(|sample| sample.stable).collect()
    }

    #[test]
    fn three_that_agree_are_enough() {
        assert_eq!(taken(&[(270.0, 1980.0), (272.0, 1979.0), (269.0, 1981.0)]), [true; 3]);
    }

    #[test]
    fn a_launch_that_was_disturbed_is_repeated_and_marked() {
        let stable = taken(&[(270.0, 1980.0), (410.0, 1980.0), (271.0, 1980.0), (269.0, 1980.0)]);
        assert_eq!(stable, [true, false, true, true]);
    }

    #[test]
    fn a_clock_that_was_held_down_is_repeated_and_marked() {
        let stable = taken(&[(270.0, 1700.0), (270.0, 1980.0), (271.0, 1980.0), (269.0, 1980.0)]);
        assert_eq!(stable, [false, true, true, true]);
    }

    #[test]
    fn what_never_agrees_is_marked_as_a_whole() {
        let wild: Vec<(f64, f64)> = (0..9).map(|i| (100.0 * f64::from(1 << i), 1980.0)).collect();
        assert_eq!(taken(&wild), [false; 9]);
    }
}
