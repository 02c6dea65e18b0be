//! What a recording of one run says (`--runs one`), which was made on an H200.

use std::path::Path;

use propp_analysis::{Grouping, Input, KernelReport, analyse};
use propp_criteria::Criterion;
use propp_criteria::quality::Weights;
use propp_recording::KernelTimes;
use propp_store::read;

#[test]
fn times_are_those_of_launches_that_were_not_measured() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let recording = read(&root.join("tests/fixtures/recordings/h200_app_one_run.propp")).unwrap();
    let times = KernelTimes::of(&recording);
    let timed = recording.kernels.iter().filter(|row| times.measured(row).is_some()).count();
    assert_eq!((recording.kernels.len(), recording.measurements.len(), timed), (40, 21, 19));

    let input = Input { name: "one", recording: &recording };
    let analysis =
        analyse(&[input], &Weights::for_gpu("NVIDIA H200").unwrap(), Grouping::Signature);
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
    // In two runs the program took 66.6 us for it, and 20 times 800 ns (docs/collection.md).
    for criterion in [Criterion::HSync, Criterion::Dt] {
        let value = &analysis.run.criteria[&criterion].aggregate.value;
        assert!(value.reason().is_some_and(|why| why.contains("--runs one")), "{value:?}");
    }
    assert!(analysis.run.steps.is_none());
    let told: Vec<&str> = analysis.notices.iter().map(|notice| notice.code.as_str()).collect();
    assert_eq!(told, ["times-of-measured"]);
}
