//! Samples as experiments would take them, small or as many as there really are.

use propp_base_model::Sample;

/// A stable sample.
pub(crate) fn sample(
    experiment: &str,
    series: &str,
    setting: &[(&str, f64)],
    values: Vec<f64>,
) -> Sample {
    Sample {
        experiment: experiment.to_owned(),
        series: series.to_owned(),
        setting: setting.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect(),
        repeat: 0,
        unit: "cycles".to_owned(),
        values,
        clock_mhz: 1980.0,
        stable: true,
    }
}

/// A fine-grained chase as probes give it: the loads, the SM, the empty bracket.
fn chase(loads: usize) -> Vec<f64> {
    let mut values: Vec<f64> = (0..loads).map(|i| 40.0 + (i * 7919 % 613) as f64).collect();
    values.extend([3.0, 8.0]);
    values
}

fn average() -> Vec<f64> {
    vec![270.0, 136.0, 3.0]
}

/// A few samples of every section of the page, by the section's name.
pub(crate) fn by_section() -> Vec<(&'static str, Vec<Sample>)> {
    let two = |experiment: &str, series: &str, x: &str, values: &dyn Fn() -> Vec<f64>| {
        [4096.0, 8192.0].map(|at| sample(experiment, series, &[(x, at)], values())).to_vec()
    };
    let stream = |experiment: &str, series: &str| {
        let at = |blocks| {
            [("type", 2.0), ("ilp", 1.0), ("threads", 64.0), ("blocks", blocks), ("bytes", 1e9)]
        };
        [132.0, 264.0].map(|b| sample(experiment, series, &at(b), vec![5e5; 5])).to_vec()
    };
    let conflict = [("width_bytes", 4.0), ("stride_elements", 2.0), ("ways", 2.0)];
    let threads = |n: usize| {
        sample(
            "requests.latency",
            "loads_1_merged_1",
            &[("threads", n as f64)],
            vec![400.0 + (n * n) as f64; 3],
        )
    };
    vec![
        ("chase", two("chase.average", "by_size", "bytes", &average)),
        ("l2", two("chase.l2", "average", "bytes", &average)),
        ("tlb", two("chase.tlb", "warm", "bytes", &average)),
        ("latency", vec![sample("latency.spectrum", "l1_average", &[], average())]),
        (
            "map",
            (0..4)
                .map(|sm| {
                    sample(
                        "latency.map",
                        "lines",
                        &[("sm", f64::from(sm)), ("lines", 6.0)],
                        chase(24),
                    )
                })
                .collect(),
        ),
        ("bandwidth", stream("bandwidth.global", "copy")),
        ("types", stream("types.bandwidth", "copy")),
        ("conflicts", vec![sample("shared.conflict", "latency", &conflict, vec![25.0])]),
        ("warps", two("warp.broadcast", "shared_words", "distinct", &|| vec![23.0])),
        ("local", two("local.arrays", "vectors", "words", &|| vec![32.0, 0.0, 900.0])),
        ("requests", (1..6).map(threads).collect()),
    ]
}

/// As many samples, as long, as a whole run has where it has the most.
pub(crate) fn full() -> Vec<Sample> {
    let mut samples: Vec<Sample> = by_section().into_iter().flat_map(|(_, of)| of).collect();
    for merged in [1, 2, 4, 8, 16, 32] {
        for loads in 1..=7 {
            for threads in (8..=1024).step_by(8) {
                let series = format!("loads_{loads}_merged_{merged}");
                let cycles = 400.0 + f64::from(threads * loads) * 1.37 / f64::from(merged);
                let noise = f64::from(threads * 7919 % 31);
                let setting = [("threads", f64::from(threads))];
                samples.push(sample(
                    "requests.latency",
                    &series,
                    &setting,
                    vec![cycles + noise; 3],
                ));
            }
        }
    }
    for sm in 0..132 {
        let setting = [("sm", f64::from(sm)), ("lines", 48.0)];
        samples.push(sample("latency.map", "lines", &setting, chase(384)));
    }
    for level in ["l1", "read_only", "texture", "constant"] {
        let id = format!("chase.{level}");
        samples.push(sample(&id, "options", &[("seed", 1.0)], vec![]));
        for series in ["hit", "miss", "in_turn"] {
            samples.push(sample(&id, series, &[("bytes", 65_536.0)], chase(3072)));
        }
        for step in 1..200 {
            let setting = [("bytes", f64::from(step) * 1024.0)];
            samples.push(sample(&id, "capacity", &setting, chase(3072)));
        }
    }
    for step in 1..40 {
        let setting = [("bytes", f64::from(step) * 3_145_728.0)];
        samples.push(sample("chase.l2", "each", &setting, chase(2048)));
    }
    samples
}
