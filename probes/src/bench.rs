//! Taking samples: repeated, compared, and marked when they are not to be trusted.

use propp_model::Sample;
use propp_numbers::median::median;

use crate::machine::{Machine, MachineError, Measured};

/// Times that a point is measured, unless the experiment asks for more.
pub const REPEATS: u32 = 3;

/// Times that it is measured beyond that at most, when something disturbs.
pub const MORE_REPEATS: u32 = 6;

/// By how much the clock may be off, as a share.
const CLOCK_DRIFT: f64 = 0.01;

/// By how much repetitions may differ, as a share of their median; and in units, for what
/// is a few cycles at all.
const SPREAD: f64 = 0.03;
const LEAST_SPREAD: f64 = 2.0;

/// Where samples of one experiment go.
pub struct Bench<'a> {
    machine: &'a mut dyn Machine,
    experiment: &'static str,
    /// Clock of the SMs under load, which every sample is held against.
    reference_mhz: f64,
    /// How often a point is measured, if nothing disturbs.
    pub repeats: u32,
    /// What was taken so far.
    pub samples: Vec<Sample>,
}

/// What is varied, and what comes out.
#[derive(Clone, Debug)]
pub struct Point<'a> {
    /// The curve.
    pub series: &'a str,
    /// What the experiment varies, by name with the unit.
    pub setting: &'a [(&'a str, f64)],
    /// The unit of the observations.
    pub unit: &'a str,
}

impl<'a> Bench<'a> {
    /// For one experiment on a GPU that is warm and whose clock is known.
    pub fn new(machine: &'a mut dyn Machine, experiment: &'static str, reference_mhz: f64) -> Self {
        Self { machine, experiment, reference_mhz, repeats: REPEATS, samples: Vec::new() }
    }

    /// The GPU, for what is no sample.
    pub fn machine(&mut self) -> &mut dyn Machine {
        self.machine
    }

    /// Measures a point until [`Bench::repeats`] repetitions agree, or [`MORE_REPEATS`] more
    /// were made.
    /// Those that do not agree are kept and marked. Gives the observations of the first that
    /// does.
    ///
    /// # Errors
    /// When the GPU fails.
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
        // Fewer than asked for after all the tries: nothing of it is to be trusted.
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

/// Which repetitions agree: those whose clock was the reference, and whose median is close
/// to that of the others.
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
