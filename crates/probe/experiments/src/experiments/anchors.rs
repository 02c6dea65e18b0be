//! Prices of the cost model, each measured by work of its kind alone. They say what the model must
//! come to on a GPU that no recording of a suite was fitted to.

use propp_base_model::{Finding, Sample};

use crate::bench::{Bench, Point};
use crate::experiment::Experiment;
use crate::machine::MachineError;
use crate::view::{measured, series};

const READ: u64 = 0;
const WRITE: u64 = 1;
const ATOMIC: u64 = 2;

pub(super) const RANDOM_READ: Experiment = Experiment {
    id: "anchors.random_read",
    title: "reads of 4 bytes at random sectors of device memory",
    seconds: 0.2,
    run: |bench| in_memory(bench, READ),
    analyse: |samples, _| {
        let what = "one more read of 4 bytes at a random sector of device memory";
        vec![price(samples, "anchors.random_read", what)]
    },
};

pub(super) const SCATTERED_WRITE: Experiment = Experiment {
    id: "anchors.scattered_write",
    title: "writes of 4 bytes at random sectors of device memory",
    seconds: 0.3,
    run: |bench| in_memory(bench, WRITE),
    analyse: |samples, _| {
        let what = "one more write of 4 bytes at a random sector of device memory";
        vec![price(samples, "anchors.scattered_write", what)]
    },
};

pub(super) const L2_REQUEST: Experiment = Experiment {
    id: "anchors.l2_request",
    title: "reads past L1 of 4 bytes at random sectors of a small part of L2",
    seconds: 0.1,
    run: |bench| {
        // An eighth is in L2 even where each of its halves keeps a copy.
        let bytes = power_of_two(bench.machine().facts().l2_bytes / 8, 1 << 19);
        scattered(bench, READ, bytes, 1 << 26, false)
    },
    analyse: |samples, _| {
        let what = "one more request of one sector that L2 has, each by a thread's read past L1";
        vec![price(samples, "anchors.l2_request", what)]
    },
};

pub(super) const ATOMIC_ONE_ADDRESS: Experiment = Experiment {
    id: "anchors.atomic_one_address",
    title: "atomics at one address, one of a warp at a time",
    seconds: 0.1,
    run: |bench| scattered(bench, ATOMIC, 4096, 1 << 20, false),
    analyse: |samples, _| {
        let what = "one more addition to the same word without a result, by one lane of a warp";
        vec![price(samples, "anchors.atomic_one_address", what)]
    },
};

pub(super) const EMPTY_KERNEL: Experiment = Experiment {
    id: "anchors.empty_kernel",
    title: "rows of empty kernels, of events, and of both",
    seconds: 0.5,
    run: run_empty,
    analyse: analyse_empty,
};

pub(super) const LINK: Experiment = Experiment {
    id: "anchors.link",
    title: "copies of pinned memory to the device and to the host",
    seconds: 0.3,
    run: run_link,
    analyse: analyse_link,
};

const LAUNCHES: usize = 7;

/// The largest power of two of at most `most`, and not less than `least`, which is one.
fn power_of_two(most: u64, least: u64) -> u64 {
    1 << most.max(least).ilog2()
}

/// Accesses over many times the L2, and at most a quarter of the free memory. No two of a launch are
/// to the same sector, and even the fewest are to twice the L2.
fn in_memory(bench: &mut Bench<'_>, kind: u64) -> Result<(), MachineError> {
    let bytes = power_of_two((bench.machine().facts().free_bytes / 4).min(1 << 32), 1 << 20);
    scattered(bench, kind, bytes, (bytes / 32).min(1 << 25), true)
}

/// Takes launches with `most` pieces of work and with a quarter of it. `flushed`: in device memory.
fn scattered(
    bench: &mut Bench<'_>,
    kind: u64,
    bytes: u64,
    most: u64,
    flushed: bool,
) -> Result<(), MachineError> {
    for count in [most / 4, most] {
        let setting = [("bytes", bytes as f64), ("count", count as f64)];
        let point = Point { series: "launches", setting: &setting, unit: "ns" };
        bench.take(&point, "scattered", &[kind, bytes, count, u64::from(flushed)], LAUNCHES)?;
    }
    Ok(())
}

/// The nanoseconds of one more, launch by launch: the slope from the smallest setting to the largest,
/// so that what a launch takes by itself does not count.
fn slopes(samples: &[Sample], experiment: &str, name: &str, x: &str) -> Vec<f64> {
    let of = || series(samples, experiment, name);
    let ends = [f64::min, f64::max].map(|end| of().filter_map(|one| one.get(x)).reduce(end));
    let [Some(few), Some(many)] = ends else { return Vec::new() };
    if few >= many {
        return Vec::new();
    }
    let times = |at: f64| {
        of().filter(move |one| one.get(x) == Some(at)).flat_map(|one| one.values.iter().copied())
    };
    times(few).zip(times(many)).map(|(short, long)| (long - short) / (many - few)).collect()
}

fn price(samples: &[Sample], id: &str, what: &str) -> Finding {
    let method = format!("{what}, with the GPU full: slope over their number");
    measured(id, "ns", &slopes(samples, id, "launches", "count"), &method)
}

/// Rows of steps: name, whether a step launches an empty kernel, whether it records an event, and
/// whether the GPU is held until the row is queued.
const ROWS: [(&str, [u64; 3]); 4] = [
    ("events", [0, 1, 1]),
    ("kernels_and_events", [1, 1, 1]),
    ("kernels", [1, 0, 1]),
    ("kernels_as_launched", [1, 0, 0]),
];

fn run_empty(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    for (series, [kernel, event, held]) in ROWS {
        for steps in [64, 256] {
            let point = Point { series, setting: &[("steps", steps as f64)], unit: "ns" };
            bench.take(&point, "empty_kernels", &[steps, kernel, event, held], LAUNCHES)?;
        }
    }
    Ok(())
}

fn analyse_empty(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    let [events, both, kernels, launched] =
        ROWS.map(|(name, _)| slopes(samples, EMPTY_KERNEL.id, name, "steps"));
    let alone: Vec<f64> = both.iter().zip(&events).map(|(both, event)| both - event).collect();
    let of = |id: &str, values: &[f64], method: &str| measured(id, "ns", values, method);
    vec![
        of(
            "anchors.empty_kernel",
            &alone,
            "what an empty kernel before each event adds to a queued row of events: its start, its \
             end, and the wait for it",
        ),
        of(
            "anchors.between_kernels",
            &kernels,
            "from one empty kernel to the next in a row that was queued before it began (the period, \
             which contains the kernel)",
        ),
        of(
            "anchors.between_kernels.as_launched",
            &launched,
            "the same while the host launches them one after the other: the slower of host and GPU",
        ),
    ]
}

const DIRECTIONS: [&str; 2] = ["to_device", "to_host"];

fn run_link(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    for (direction, series) in DIRECTIONS.into_iter().enumerate() {
        for bytes in [1 << 24, 1 << 26] {
            let point = Point { series, setting: &[("bytes", bytes as f64)], unit: "ns" };
            bench.take(&point, "link_copy", &[direction as u64, bytes], LAUNCHES)?;
        }
    }
    Ok(())
}

fn analyse_link(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    let of = |name: &str| {
        let slopes = slopes(samples, LINK.id, name, "bytes");
        let rates: Vec<f64> = slopes.iter().filter(|ns| **ns > 0.0).map(|ns| 1.0 / ns).collect();
        let method =
            "copies between pinned memory and the device, one way at a time: slope over bytes";
        measured(&format!("anchors.link_{name}"), "GB/s", &rates, method)
    };
    DIRECTIONS.map(of).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Facts, Machine, Measured};

    const ALL: [Experiment; 6] =
        [RANDOM_READ, SCATTERED_WRITE, L2_REQUEST, ATOMIC_ONE_ADDRESS, EMPTY_KERNEL, LINK];

    /// A GPU whose prices are known.
    struct Priced(Facts);

    impl Machine for Priced {
        fn facts(&self) -> &Facts {
            &self.0
        }

        fn measure(
            &mut self,
            probe: &str,
            settings: &[u64],
            outputs: usize,
        ) -> Result<Measured, MachineError> {
            let ns = match (probe, settings) {
                ("scattered", &[kind, bytes, count, flushed]) => {
                    assert!(bytes.is_power_of_two() && count % 4096 == 0);
                    assert!(flushed == 0 || count <= bytes / 32 && bytes >= 8 * self.0.l2_bytes);
                    let price = match (kind, flushed) {
                        (READ, 1) => 0.025,
                        (WRITE, 1) => 0.05,
                        (READ, 0) => 0.0075,
                        _ => 0.625,
                    };
                    price * count as f64
                }
                ("empty_kernels", &[steps, kernel, event, held]) => {
                    let as_launched = 1000 * (1 - held);
                    (steps * (1000 * kernel + 500 * event + as_launched)) as f64
                }
                ("link_copy", &[direction, bytes]) => {
                    bytes as f64 / [50.0, 40.0][direction as usize]
                }
                _ => panic!("{probe} with {settings:?}"),
            };
            Ok(Measured { values: vec![4_000.0 + ns; outputs], clock_mhz: 0.0 })
        }
    }

    fn taken() -> Vec<Sample> {
        let facts = Facts { free_bytes: 75 << 30, l2_bytes: 50 << 20, ..Facts::default() };
        let mut machine = Priced(facts);
        let of = |one: &Experiment| {
            let mut bench = Bench::new(&mut machine, one.id, 1980.0);
            (one.run)(&mut bench).unwrap();
            bench.samples
        };
        ALL.iter().flat_map(of).collect()
    }

    fn found(samples: &[Sample]) -> Vec<(String, Option<f64>)> {
        let all = ALL.iter().flat_map(|one| (one.analyse)(samples, &[]));
        all.map(|one| (one.id.clone(), one.value.number())).collect()
    }

    #[test]
    fn planted_prices_are_found_without_what_a_launch_takes() {
        let expected = [
            ("anchors.random_read", 0.025),
            ("anchors.scattered_write", 0.05),
            ("anchors.l2_request", 0.0075),
            ("anchors.atomic_one_address", 0.625),
            ("anchors.empty_kernel", 1000.0),
            ("anchors.between_kernels", 1000.0),
            ("anchors.between_kernels.as_launched", 2000.0),
            ("anchors.link_to_device", 50.0),
            ("anchors.link_to_host", 40.0),
        ];
        let found = found(&taken());
        assert_eq!(found.len(), expected.len());
        for ((id, value), (name, planted)) in found.iter().zip(expected) {
            assert_eq!(id, name);
            assert!((value.unwrap() / planted - 1.0).abs() < 1e-9, "{id}: {value:?}");
        }
    }

    #[test]
    fn one_setting_alone_tells_no_price() {
        let mut samples = taken();
        samples.retain(|one| one.get("steps") != Some(64.0));
        let found = analyse_empty(&samples, &[]);
        assert!(found.iter().all(|one| one.value.number().is_none()), "{found:?}");
    }

    #[test]
    fn each_price_is_found() {
        let samples = taken();
        let anchors = super::super::ALL.iter().filter(|one| one.group() == "anchors");
        assert_eq!(anchors.flat_map(|one| (one.analyse)(&samples, &[])).count(), 9);
    }
}
