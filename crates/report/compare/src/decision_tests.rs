use propp_base_statistics::random::Random;

use super::super::ratio::OF_RUNS;
use super::*;

fn times(ns: Vec<f64>) -> Times {
    Times { ns, between: OF_RUNS, within: 0.0 }
}

/// Runs around a time, with a deviation between them and rare slow ones.
fn runs(random: &mut Random, count: usize, ns: f64, deviation: f64) -> Times {
    let normal = |random: &mut Random| (0..12).map(|_| random.unit()).sum::<f64>() - 6.0;
    times((0..count).map(|_| ns * (1.0 + deviation * normal(random))).collect())
}

#[test]
fn the_same_program_is_never_faster_and_what_should_be_seen_is() {
    let mut random = Random::of_seed(52);
    // The deviations of the programs that the gate is tested on, and counts of runs.
    for deviation in [0.000_5, 0.001, 0.003] {
        for count in [1, 2, 3, 5, 10] {
            let mut wrong = 0;
            let mut missed = 0;
            for _ in 0..200 {
                let one = runs(&mut random, count, 1e6, deviation);
                let two = runs(&mut random, count, 1e6, deviation);
                let judged = Judged::of(&one, &two);
                let outcome = judged.outcome();
                wrong += usize::from(matches!(outcome, Outcome::Faster | Outcome::Slower));
                let change = 1.0 + 2.0 * judged.least.exp_m1();
                let planted = runs(&mut random, count, 1e6 * change, deviation);
                missed += usize::from(Judged::of(&one, &planted).outcome() != Outcome::Slower);
            }
            assert_eq!(wrong, 0, "{deviation} {count}");
            assert!(missed <= 10, "{deviation} {count}: {missed} of 200");
        }
    }
}

#[test]
fn more_runs_show_smaller_differences() {
    let mut random = Random::of_seed(1);
    let mut least = |count| {
        let [one, two] = [0, 1].map(|_| runs(&mut random, count, 1e6, 0.001));
        Judged::of(&one, &two).least.exp_m1()
    };
    let all = [1, 2, 3, 5, 10].map(&mut least);
    assert!(all.windows(2).all(|two| two[1] < two[0]), "{all:?}");
    assert!(all[0] < 0.07 && all[3] < 0.012, "{all:?}");
}

#[test]
fn a_single_launch_that_nobody_repeated_says_little() {
    let mut one = times(vec![1e6]);
    let two = times(vec![1.08e6]);
    assert_eq!(Judged::of(&one, &two).outcome(), Outcome::Slower);
    one.within = 0.05;
    assert_eq!(Judged::of(&one, &two).outcome(), Outcome::CannotTell);
}
