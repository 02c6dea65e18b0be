//! What a recording of one run says (`--runs one`), which was made on an H200, and how its times
//! compare with those of two runs of the same program.

use propp_judge_analysis::{Analysis, Grouping, Input, KernelReport, analyse};
use propp_judge_cost::quality::Weights;
use propp_judge_criteria::Criterion;
use propp_recording::{KernelTimes, Recording};

use crate::fixture;

fn analysis(recording: &Recording) -> Analysis {
    let weights = Weights::bundled("h200").unwrap();
    analyse(&[Input { name: "app", recording }], &weights, Grouping::Signature)
}

#[test]
fn times_are_those_of_launches_that_were_not_measured() {
    let recording = fixture("h200_app_one_run");
    let times = KernelTimes::of(&recording);
    let timed = recording.kernels.iter().filter(|row| times.measured(row).is_some()).count();
    assert_eq!((recording.kernels.len(), recording.measurements.len(), timed), (40, 21, 19));

    let analysis = analysis(&recording);
    let of = |name: &str| -> &KernelReport {
        analysis.kernels.iter().find(|kernel| kernel.name.symbol.contains(name)).unwrap()
    };
    // It ran twenty times, and three of them were measured: the others have times of CUPTI's.
    let tiny = of("tiny");
    assert_eq!((tiny.seen, tiny.measured), (Some(20), 3));
    assert_eq!(
        tiny.durations.map(|d| (d.launches, d.median_ns, d.total_ns)),
        Some((17, 800, 16000))
    );
    // It ran once, and has the time of the counter.
    let vadd = of("vadd");
    assert_eq!((vadd.seen, vadd.measured), (Some(1), 1));
    assert_eq!(vadd.durations.map(|d| d.total_ns), Some(60_864));
    for criterion in [Criterion::HSync, Criterion::Dt] {
        let value = &analysis.run.criteria[&criterion].aggregate.value;
        assert!(value.reason().is_some_and(|why| why.contains("--runs one")), "{value:?}");
    }
    assert!(analysis.run.steps.is_none());
    let told: Vec<&str> = analysis.notices.iter().map(|notice| notice.code.as_str()).collect();
    assert_eq!(told, ["times-of-measured"]);
}

/// The figures of lab/collection.md.
#[test]
fn times_of_the_counter_are_near_those_of_a_trace_run() {
    let [one, two] = ["h200_app_one_run", "h200_app_two_runs"].map(fixture);
    let seconds = |recording: &Recording| -> Vec<String> {
        let runs = recording.runs.iter().filter_map(|run| run.duration_ns);
        runs.map(|ns| format!("{:.1}", ns as f64 * 1e-9)).collect()
    };
    assert_eq!(
        (seconds(&one), seconds(&two)),
        (vec!["2.1".to_owned(); 2], ["0.5", "2.5"].map(str::to_owned).to_vec())
    );
    let [one, two] = [&one, &two].map(analysis);
    let by_counter = one.kernels.iter().filter(|kernel| kernel.seen == Some(kernel.measured));
    let both: Vec<(f64, f64)> = by_counter
        .map(|kernel| {
            let same = |other: &&KernelReport| {
                other.name == kernel.name
                    && other.configurations[0].grid == kernel.configurations[0].grid
            };
            let traced = two.kernels.iter().find(same).unwrap();
            let [counter, traced] =
                [kernel, traced].map(|of| of.durations.unwrap().median_ns as f64);
            (counter, traced)
        })
        .collect();
    let short: Vec<f64> = both
        .iter()
        .filter(|(_, traced)| *traced < 5e3)
        .map(|(counter, traced)| counter - traced)
        .collect();
    let long = || both.iter().filter(|(_, traced)| *traced >= 20e3);
    let near = long().filter(|(counter, traced)| (counter / traced - 1.0).abs() <= 0.1).count();
    assert_eq!((near, long().count()), (12, 13));
    assert!(short.iter().all(|above| (900.0..=1500.0).contains(above)), "{short:?}");
    assert_eq!(short.len(), 3);
}
