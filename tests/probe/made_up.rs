//! A GPU and experiments that are made up.

use std::sync::atomic::{AtomicBool, Ordering};

use propp_base_model::Finding;
use propp_probe_experiments::{Bench, Experiment, Facts, Machine, MachineError, Measured, Point};

/// A GPU that is made up: `probe` gives its first setting three times over.
pub(crate) struct Fake {
    pub(crate) facts: Facts,
    /// The clocks that looks at it give, in turn; the last one stays.
    pub(crate) clocks: Vec<f64>,
    pub(crate) looks: usize,
    /// Set when this probe is run.
    pub(crate) stop_at: Option<(&'static str, &'static AtomicBool)>,
}

impl Fake {
    pub(crate) fn new() -> Self {
        Self { facts: Facts::default(), clocks: vec![1980.0], looks: 0, stop_at: None }
    }
}

impl Machine for Fake {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn measure(
        &mut self,
        probe: &str,
        settings: &[u64],
        outputs: usize,
    ) -> Result<Measured, MachineError> {
        let error = |words: &str, lacks| {
            Err(MachineError { probe: probe.to_owned(), words: words.to_owned(), lacks })
        };
        if let Some((at, stop)) = self.stop_at
            && at == probe
        {
            stop.store(true, Ordering::Relaxed);
        }
        match probe {
            "clock" => {
                let clock_mhz = self.clocks[self.looks.min(self.clocks.len() - 1)];
                self.looks += 1;
                if clock_mhz < 0.0 {
                    error("the device is lost", false)
                } else {
                    Ok(Measured { values: Vec::new(), clock_mhz })
                }
            }
            "lacking" => error("no clusters before sm_90", true),
            "failing" => error("an illegal memory access was encountered", false),
            _ => Ok(Measured { values: vec![settings[0] as f64 / 8.0; outputs], clock_mhz: 0.0 }),
        }
    }
}

/// An experiment that runs one probe at two points. The names are those of real ones where
/// a test wants them told.
macro_rules! experiment {
    ($id:literal, $probe:literal, $value:literal) => {
        Experiment {
            id: $id,
            title: "made up",
            seconds: 1.0,
            run: |bench: &mut Bench<'_>| {
                for bytes in [64.0, 0.1] {
                    let point =
                        Point { series: "line", setting: &[("bytes", bytes)], unit: "cycles" };
                    bench.take(&point, $probe, &[$value], 3)?;
                }
                Ok(())
            },
            analyse: |_, _| Vec::<Finding>::new(),
        }
    };
}

pub(crate) static FIRST: Experiment = experiment!("made.first", "probe", 271);
pub(crate) static FIRST_AGAIN: Experiment = experiment!("made.first", "probe", 300);
pub(crate) static SECOND: Experiment = experiment!("made.second", "other", 8);
pub(crate) static LACKING: Experiment = experiment!("made.lacking", "lacking", 8);
pub(crate) static FAILING: Experiment = experiment!("made.failing", "failing", 8);

/// As the real one, with facts that tell something.
pub(crate) static DEVICE: Experiment = Experiment {
    id: "device.record",
    title: "made up",
    seconds: 1.0,
    run: |bench| {
        let facts = Point { series: "facts", setting: &[], unit: "see method" };
        bench.take(&facts, "device_record", &[1056], 14)?;
        let clock = Point { series: "clock", setting: &[("kilocycles", 1.0)], unit: "none" };
        bench.take(&clock, "clock", &[1], 0)?;
        Ok(())
    },
    analyse: |_, _| Vec::new(),
};
